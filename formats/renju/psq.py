"""Piskvork's own files (.psq): a header `Piskvorky 15x15, A:B, FIRST`, then one move `X,Y,TIME` per line.

X counts from the left and Y from the top, both from 1. The moves may be followed by the names of the
first and the second program, a closing number, and Gomocup's last line `RESULT,EVENT`. FIRST is 0 if the
first program began, and 1 if the second did. RESULT is 0 for a draw; any other RESULT is the winner's
number in an order that the file does not record. However, the player of the last move has won: by a five,
or because the opponent exceeded the time limit or broke the rules. The winner is unknown only if Black
moved last and renju forbids that move. Boards that are not square, or do not have 5 to 22 points per
side, are refused. Source: the source code of Piskvork (`openPsq`, `savePsq`) and of Gomocup's judge
(`server.py`). `docs/formats/renju-piskvork.md` describes the format.
"""

import io
import re
from collections.abc import Iterator

from zet.engines.renju.ending import recorded_ending
from zet.engines.renju.model import BLACK, LEAST_SIZE, MOST_SIZE, PASS, WHITE, Game, cell_at, place_of
from zet.engines.renju.rules import Board
from zet.formats.errors import FormatError, UnreadableError, UnwritableError, attempt
from zet.formats.lines import LinesAhead
from zet.formats.renju.lost import lose_info, lose_reason

_HEAD = re.compile(r"Piskvorky (\d{1,3})x(\d{1,3}), ?(-?\d+):(-?\d+), ?(\d+)\s*", re.ASCII)
_EVENT = re.compile(r"(\d{1,2}),(.*)", re.ASCII)
CLOSING = re.compile(r"-?\d{1,9}", re.ASCII)
_MOVE = re.compile(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})(?:\s*,\s*(-?\d{1,18}))?\s*", re.ASCII)

MAX_ENDING = 4
"""The maximum number of lines after the moves of a game."""


class MoveLines(LinesAhead):
    """The lines of a text file, with a method that parses a run of lines as moves."""

    @property
    def text(self) -> str | None:
        """The next nonblank line; None at the end, and a NUL character for a line that cannot be read."""
        text = self.peek()
        return "\0" if isinstance(text, FormatError) else text  # matches neither a move nor a name

    def moves(self, offset: int, size: int) -> list[int]:
        """Parse a run of move lines; files and ranks are numbered from `offset`."""
        cells = []
        while self.text is not None and (match := _MOVE.fullmatch(self.text)):
            x, y = int(match[1]) - offset, int(match[2]) - offset
            if not (0 <= x < size and 0 <= y < size):
                raise UnreadableError(
                    "{point} is outside the {side} x {side} board",
                    point=f"{match[1]},{match[2]}",
                    side=size,
                )
            cells.append(cell_at(x, y, size))
            if len(cells) > size * size:
                raise UnreadableError("the game has more moves than the board has points")
            self.take()
        return cells


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Game | FormatError]:
    r"""Yield the games in a text file, which may contain several.

    >>> [game] = load(io.BytesIO(b"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,5\n-1\n"))
    >>> game.moves
    (112, 128)
    """
    lines = MoveLines(stream, source)
    while lines.text is not None:
        started = lines.number
        match = _HEAD.fullmatch(lines.text)
        if match is None:
            yield FormatError(source, started, "expected a header such as 'Piskvorky 15x15, 0:0, 0'")
            return
        lines.take()
        width, height = int(match[1]), int(match[2])
        if width != height or not LEAST_SIZE <= width <= MOST_SIZE:
            yield FormatError(
                source,
                started,
                "a {width} x {height} board is not supported, only square boards with {least} to {most} "
                "points per side",
                width=width,
                height=height,
                least=LEAST_SIZE,
                most=MOST_SIZE,
            )
            while lines.text is not None and not _HEAD.fullmatch(lines.text):
                lines.take()
            continue
        try:
            moves = lines.moves(1, width)
        except ValueError as error:
            yield FormatError(source, lines.number, str(error))
            return
        ending: list[str] = []
        while lines.text is not None and not _HEAD.fullmatch(lines.text) and len(ending) < MAX_ENDING:
            ending.append(lines.text.strip())
            lines.take()
        colors = ("white", "black") if match[5] == "1" else ("black", "white")
        yield attempt(source, started, _game, moves, ending, colors, width)


def _game(moves: list[int], ending: list[str], colors: tuple[str, str], size: int) -> Game:
    """Return the game with the given moves, and with the info in the lines `ending` after them.

    The lines are the names of the two players, in the order of `colors`, and then a closing number and a
    result with an event. Either part may be missing.

    Raises:
        ValueError: the moves are not a valid game.
    """
    game = Game.build(moves=moves, size=size)
    info: list[tuple[str, str]] = []
    event = _EVENT.fullmatch(ending[-1]) if len(ending) in (2, MAX_ENDING) else None
    if event and CLOSING.fullmatch(ending[-2]):
        result = _result(game) if int(event[1]) else "draw"
        info += [("event", event[2]), *([("result", result)] if result else [])]
        ending = ending[:-2]
    if len(ending) > 1:
        info += zip(colors, ending[:2], strict=True)
    return Game.build(moves=moves, info=info, size=size) if info else game


def _result(game: Game) -> str | None:
    """Return the winner of a game that is not drawn: the player of the last move, or None if unknown."""
    if not game.moves:
        return None
    if 1 - game.side != BLACK:
        return "W+"
    before = Board.of(game.at(len(game.moves) - 1))
    return None if before.forbidden(game.moves[-1]) else "B+"


def move_lines(game: Game, offset: int, form: str) -> list[str]:
    """Return the lines of the moves; `form` is the name of the format in errors.

    Raises:
        UnwritableError: the game has a pass or initial stones.
    """
    if game.black or game.white or game.first or PASS in game.moves:
        raise UnwritableError(
            "{format} files can represent only games that begin on the empty board, without passes",
            format=form,
        )
    places = (place_of(cell, game.size) for cell in game.moves)
    return [f"{x + offset},{y + offset},0" for x, y in places]


def dumps(game: Game) -> str:
    """Return the text of a psq file with a game; the times of the moves are unknown, and written as 0.

    Raises:
        UnwritableError: the game has a pass or initial stones, or the name of a player would be parsed
            as something else.
    """
    info = dict(game.info)
    players = [info["black"], info["white"]] if {"black", "white"} <= info.keys() else []
    for name in players:
        if _HEAD.fullmatch(name) or _MOVE.fullmatch(name):
            raise UnwritableError(
                "the player's name {name!r} would be read as a move or a header", name=name
            )
    lines = [f"Piskvorky {game.size}x{game.size}, 0:0, 0", *move_lines(game, 1, "psq"), *players, "-1"]
    number = _result_number(game)
    if number is None:
        lose_info(game, *(("black", "white") if players else ()))
    else:
        lose_info(game, "event", "result", *(("black", "white") if players else ()))
        lines.append(f"{number},{info.get('event', '')}")
    return "\n".join([*lines, ""])


def _result_number(game: Game) -> int | None:
    """Return the number of a game's result in Gomocup's last line; None if no number represents it."""
    info = dict(game.info)
    if "result" not in info:
        return 1 if "event" in info and _result(game) is None else None
    recorded = recorded_ending(game)
    if recorded is None:
        return None
    winner, _ending = recorded
    if winner is not None and {BLACK: "B+", WHITE: "W+"}[winner] != _result(game):
        return None
    lose_reason(game, winner)
    return 0 if winner is None else winner + 1
