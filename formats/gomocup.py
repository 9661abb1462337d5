"""The manager's side of the Gomocup protocol: commands for a program, and the parsing of its answers.

Source: the protocol's description, https://plastovicka.github.io/protocl2en.htm. `INFO max_node` and
`INFO time_increment` are extensions, ignored by programs that do not know them. Lines that a program may
send at any time (MESSAGE, DEBUG) are not answers.
"""

from zet.engines.messages import Message

TURN = 30.0
"""According to the protocol, programs assume this time per move, in seconds, if there is no limit."""

RULES = {"freestyle": 0, "standard": 1, "renju": 4}
"""The value of `INFO rule` for each rule."""

REMARKS = ("MESSAGE", "DEBUG")
END = "END"
REFUSALS = ("ERROR", "UNKNOWN")


class RefusedError(ValueError):
    """A program's answer that is an error message instead of a move."""


def opening_lines(
    side: int, rule: str, turn: float, match: float = 0, increment: float = 0, nodes: int | None = None
) -> list[str]:
    """Return the commands to send before the first move; the program answers only the first of them.

    The board has `side` x `side` points; `turn`, `match` and `increment` are in seconds (0: no limit).
    """
    lines = [
        f"START {side}",
        f"INFO rule {RULES[rule]}",
        "INFO game_type 1",
        f"INFO timeout_turn {milliseconds(turn)}",
        f"INFO timeout_match {milliseconds(match)}",
    ]
    if increment:
        lines.append(f"INFO time_increment {milliseconds(increment)}")
    if nodes is not None:
        lines.append(f"INFO max_node {nodes}")
    return lines


def is_remark(line: str) -> bool:
    """Return whether a line is a remark (MESSAGE or DEBUG) instead of an answer."""
    return not line.strip() or line.split()[0].upper() in REMARKS


def point_of(line: str, side: int) -> tuple[int, int]:
    """Return x (from the left) and y (from the top) of an answer.

    >>> point_of("3,4", 9)
    (3, 4)

    Raises:
        RefusedError: the answer is an error message.
        ValueError: the answer is not a move on the board.
    """
    if line.strip().split(" ")[0].upper() in REFUSALS:
        raise RefusedError(_not_a_move(line))
    parts = line.strip().split(",")
    if len(parts) == 2 and all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        x, y = (int(part.strip()[:4]) for part in parts)
        if x < side and y < side:
            return x, y
    raise ValueError(_not_a_move(line))


def _not_a_move(line: str) -> Message:
    return Message("{text!r} is not a move", text=line.strip()[:40])


def check_start(line: str) -> None:
    """Check a program's answer to START.

    Raises:
        ValueError: the program does not play on this board.
    """
    if line.strip().upper().split(" ")[0] != "OK":
        raise ValueError(
            Message("the program answered {text!r} to START, instead of OK", text=line.strip()[:40])
        )


def milliseconds(seconds: float) -> int:
    """Return a duration in the protocol's unit, milliseconds."""
    return max(round(1000 * seconds), 0)
