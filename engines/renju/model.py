"""The renju board and what is played on it.

Cells are numbered row by row from the lower left corner: a1 is 0, b1 is 1, a2 is 15, o15 is 224. Files
are the letters a to o, ranks the numbers 1 to 15.
Sources: P.P. Kruijsen, Kennis en renju (2001), section 3.1, and the rules of the Renju International
Federation.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from zet.engines.errors import GameError
from zet.engines.messages import Message
from zet.engines.texts import one_line

SIDE = 15
N_CELLS = SIDE * SIDE
BLACK, WHITE = 0, 1
COLORS = (Message("black"), Message("white"))
PASS = -1
CENTRE = 112

RULES = ("renju", "freestyle", "standard")
"""The rule of renju; go-moku in which six or more win as well; go-moku in which only five wins."""

_NAMES = (*(f"{file}{rank}" for rank in range(1, SIDE + 1) for file in "abcdefghijklmno"), "pass")
_CELLS = {name: cell for cell, name in enumerate(_NAMES[:N_CELLS])}


class PositionError(GameError):
    """Stones or moves that cannot be: two stones on a point, a point off the board."""


class GameOverError(PositionError):
    """There is no move to play."""


def name(cell: int) -> str:
    """Return the name of a cell, as in `h8`; `pass` for a pass."""
    return _NAMES[cell]


def names(cells: Iterable[int]) -> list[str]:
    """Return the names of cells."""
    return [_NAMES[cell] for cell in cells]


def cell_of(text: str) -> int:
    """Return the cell of a name in upper or lower case.

    Raises:
        PositionError: it names no point of the board.
    """
    cell = _CELLS.get(text.lower()) if text.isascii() else None
    if cell is None:
        raise PositionError("{text!r} is no point of the board (a1 to o15)", text=text)
    return cell


@dataclass(frozen=True, slots=True)
class Game:
    """Stones that stand at the beginning, and moves that are played from there in turn.

    A position alone is a game without moves. `first` is the color of the first move; a move may be
    PASS. `info` holds what a file tells about the game, as pairs of a key and a text; a key occurs once,
    and a text is one line, without control characters, and not empty.

    Build one with `Game.build`, which checks the points.
    """

    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    first: int = BLACK
    moves: tuple[int, ...] = ()
    info: tuple[tuple[str, str], ...] = ()

    @classmethod
    def build(
        cls,
        black: Iterable[int] = (),
        white: Iterable[int] = (),
        first: int | None = None,
        moves: Iterable[int] = (),
        info: Iterable[tuple[str, str]] = (),
    ) -> Self:
        """Return the game, after a check that no two stones share a point.

        If `first` is None the stones tell who moves: Black if both have as many, White if Black has
        one more.

        Raises:
            PositionError: two stones on a point, or the stones do not tell who moves.
        """
        black, white, moves = sorted(black), sorted(white), tuple(moves)
        stones = [cell for cell in (*black, *white, *moves) if cell != PASS]
        if len(set(stones)) < len(stones):
            twice = next(cell for number, cell in enumerate(stones) if cell in stones[:number])
            raise PositionError("{point} is taken twice", point=name(twice))
        if first is None:
            surplus = len(black) - len(white)
            if surplus < 0:
                raise PositionError(
                    "{black} black and {white} white stones: say who is to move, "
                    "or are the colors swapped?",
                    black=len(black),
                    white=len(white),
                )
            if surplus > 1:
                raise PositionError(
                    "{black} black and {white} white stones: say who is to move",
                    black=len(black),
                    white=len(white),
                )
            first = surplus
        words = {one_line(key): one_line(text) for key, text in info}
        told = tuple((key, text) for key, text in words.items() if key and text)
        return cls(tuple(black), tuple(white), first, moves, told)

    @property
    def side(self) -> int:
        """The color to move after all moves."""
        return (self.first + len(self.moves)) % 2

    def stones(self) -> tuple[list[int], list[int]]:
        """Return Black's and White's cells after all moves, in the order of play."""
        found = (list(self.black), list(self.white))
        for color, cell in self.turns():
            if cell != PASS:
                found[color].append(cell)
        return found

    def turns(self) -> Iterator[tuple[int, int]]:
        """Yield the color and the cell of each move."""
        for number, cell in enumerate(self.moves):
            yield (self.first + number) % 2, cell

    def at(self, n_moves: int) -> Self:
        """Return the game up to a number of moves; all of it if it is shorter."""
        return replace(self, moves=self.moves[:n_moves])

    def then(self, moves: Sequence[int]) -> Self:
        """Return the game with further moves.

        Raises:
            PositionError: a point is taken.
        """
        return self.build(self.black, self.white, self.first, self.moves + tuple(moves), self.info)
