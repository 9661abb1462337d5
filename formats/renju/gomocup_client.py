"""The manager's side of the Gomocup protocol: what is said to a program, and what its answers mean.

Source: the protocol's description, https://plastovicka.github.io/protocl2en.htm; `INFO max_node` and
`INFO time_increment` are extensions, which programs that do not know them ignore. What a program may say
at any time (MESSAGE, DEBUG) is no answer.
"""

from collections.abc import Iterable

from zet.engines.messages import Message
from zet.engines.renju.model import SIDE, Game
from zet.engines.renju.timing import Limits

TURN = 30.0
"""Seconds for a move where there is no limit: those of the protocol."""

RULES = {"freestyle": 0, "standard": 1, "renju": 4}
"""The value of `INFO rule`."""

REMARKS = ("MESSAGE", "DEBUG")
END = "END"


def opening_lines(rule: str, limits: Limits) -> list[str]:
    """Return what is said before the first move; the first line has an answer."""
    turn = TURN if limits.turn is None else limits.turn
    lines = [
        f"START {SIDE}",
        f"INFO rule {RULES[rule]}",
        "INFO game_type 1",
        f"INFO timeout_turn {_milliseconds(turn)}",
        f"INFO timeout_match {_milliseconds(limits.game or 0)}",
    ]
    if limits.increment:
        lines.append(f"INFO time_increment {_milliseconds(limits.increment)}")
    if limits.nodes is not None:
        lines.append(f"INFO max_node {limits.nodes}")
    return lines


def turn_lines(game: Game, left: float | None, *, is_first: bool) -> list[str]:
    """Return what asks for a move; `is_first` if the program was not asked in this game before."""
    lines = [] if left is None else [f"INFO time_left {_milliseconds(left)}"]
    stones = game.stones()
    if is_first and not any(stones):
        return [*lines, "BEGIN"]
    if is_first:
        return [*lines, "BOARD", *_stone_lines(game), "DONE"]
    return [*lines, f"TURN {point(game.moves[-1])}"]


def _stone_lines(game: Game) -> Iterable[str]:
    """Yield the stones, in the order of play as far as it is known; whose they are is 1 or 2."""
    stones = game.stones()
    ordered = [(color, cell) for color in (0, 1) for cell in (game.black, game.white)[color]]
    ordered += [(color, cell) for color, cell in game.turns() if cell in stones[color]]
    for color, cell in ordered:
        yield f"{point(cell)},{1 if color == game.side else 2}"


def point(cell: int) -> str:
    """Return a cell as `x,y`, from the left and from the top, both from 0.

    >>> point(0)
    '0,14'
    """
    return f"{cell % SIDE},{SIDE - 1 - cell // SIDE}"


def is_remark(line: str) -> bool:
    """Whether a line says nothing that a referee waits for."""
    return not line.strip() or line.split()[0].upper() in REMARKS


def cell_of(line: str) -> int:
    """Return the cell of an answer.

    Raises:
        ValueError: it is no move on the board.
    """
    parts = line.strip().split(",")
    if len(parts) == 2 and all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        x, y = (int(part.strip()[:4]) for part in parts)
        if x < SIDE and y < SIDE:
            return SIDE * (SIDE - 1 - y) + x
    raise ValueError(Message("{text!r} is no move", text=line.strip()[:40]))


def check_start(line: str) -> None:
    """Check the answer to START.

    Raises:
        ValueError: the program does not play on this board.
    """
    if line.strip().upper().split(" ")[0] != "OK":
        raise ValueError(Message("{text!r} in answer to START", text=line.strip()[:40]))


def _milliseconds(seconds: float) -> int:
    return max(round(1000 * seconds), 0)
