"""Boards, games and the names of points.

A board has 5 to 22 points per side; the board of renju has 15. Cells are numbered row by row from the
lower left corner: on a board of 15, a1 is 0, b1 is 1, a2 is 15, o15 is 224. Files are named by the
letters a to o (to v on the largest board), ranks by the numbers 1 to 15 (to 22). Sources: P.P. Kruijsen,
Kennis en renju (2001), section 3.1, and the rules of the Renju International Federation.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Self

from zet.engines.errors import GameError
from zet.engines.kernel._values import fast_init
from zet.engines.renju._cells import are_apart, cells_in as cells_in
from zet.engines.renju.constants import (
    BLACK as BLACK,
    COLORS as COLORS,
    LEAST_SIZE as LEAST_SIZE,
    MOST_SIZE as MOST_SIZE,
    N_CELLS as N_CELLS,
    RULES as RULES,
    SIDE as SIDE,
    WHITE as WHITE,
)
from zet.engines.sanitize import one_line

PASS = -1
CENTER = 112
"""The center of the board of renju."""

FILES = "abcdefghijklmnopqrstuv"


@cache
def _names(size: int) -> tuple[str, ...]:
    return (*(f"{file}{rank}" for rank in range(1, size + 1) for file in FILES[:size]), "pass")


@cache
def _cells(size: int) -> dict[str, int]:
    return {name: cell for cell, name in enumerate(_names(size)[:-1])}


class PositionError(GameError):
    """Raised for impossible stones or moves: two stones on one point, or a point off the board."""


class SwappedError(PositionError):
    """Raised if there are more white than black stones, because the side to move is then unknown.

    If White has exactly one stone more than Black, `game` is the position with Black to move; otherwise
    None.
    """

    game: "Game | None" = None


class GameOverError(PositionError):
    """Raised if a move is requested in a game that is over."""


def check_size(size: int) -> None:
    """Raise PositionError unless a board may have `size` points per side.

    Raises:
        PositionError: the size is not allowed.
    """
    if not LEAST_SIZE <= size <= MOST_SIZE:
        raise PositionError(
            "a board has {least} to {most} points per side, not {size}",
            least=LEAST_SIZE,
            most=MOST_SIZE,
            size=size,
        )


def name(cell: int, size: int = SIDE) -> str:
    """Return the name of a cell on a board of `size` points per side, such as `h8`; `pass` for a pass."""
    return _names(size)[cell]


def names(cells: Iterable[int], size: int = SIDE) -> list[str]:
    """Return the names of cells."""
    found = _names(size)
    return [found[cell] for cell in cells]


def cell_of(text: str, size: int = SIDE) -> int:
    """Return the cell named `text`, in lower or upper case, on a board of `size` points per side.

    Raises:
        PositionError: the board has no such point.
    """
    cell = _cells(size).get(text.lower()) if text.isascii() else None
    if cell is None:
        raise PositionError(
            "{text!r} is not a point of the board (a1 to {last})",
            text=text,
            last=name(size * size - 1, size),
        )
    return cell


def cell_at(column: int, row: int, size: int = SIDE) -> int:
    """Return the cell at a zero-based column and row, counted from the left and from the top."""
    return size * (size - 1 - row) + column


def place_of(cell: int, size: int = SIDE) -> tuple[int, int]:
    """Return a cell's zero-based column and row, counted from the left and from the top."""
    return cell % size, size - 1 - cell // size


@fast_init
@dataclass(frozen=True, slots=True)
class Game:
    """The stones of the initial position, and the moves of alternating colors that follow.

    A position is a game without moves. `first` is the color of the first move; a move may be PASS. `info`
    lists the file's information about the game, as pairs (key, value). Each key occurs once; a value is a
    nonempty line without control characters. The board has `size` points per side.

    `Game.build` creates a game and checks its points.
    """

    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    first: int = BLACK
    moves: tuple[int, ...] = ()
    info: tuple[tuple[str, str], ...] = ()
    size: int = SIDE

    @classmethod
    def build(
        cls,
        black: Iterable[int] = (),
        white: Iterable[int] = (),
        first: int | None = None,
        moves: Iterable[int] = (),
        info: Iterable[tuple[str, str]] = (),
        size: int = SIDE,
    ) -> Self:
        """Return a game after checking that no two stones share a point and all are on the board.

        If `first` is None, the numbers of stones decide: Black moves if they are equal, White if Black
        has one more.

        Raises:
            PositionError: two stones share a point, a stone is off the board, the size is not allowed, or
                the side to move cannot be determined.
        """
        black, white, moves = sorted(black), sorted(white), tuple(moves)
        check_size(size)
        if not are_apart([*black, *white, *moves], size * size):
            stones = [cell for cell in (*black, *white, *moves) if cell != PASS]
            if not set(stones).issubset(range(size * size)):
                raise PositionError("a stone is outside the {size} x {size} board", size=size)
            twice = next(cell for number, cell in enumerate(stones) if cell in stones[:number])
            raise PositionError("two stones are on {point}", point=name(twice, size))
        if first is None:
            surplus = len(black) - len(white)
            if surplus < 0:
                error = SwappedError(
                    "it is unclear whose turn it is with {black} black and {white} white stones: name "
                    "the side to move, or swap the colors",
                    black=len(black),
                    white=len(white),
                )
                if surplus == -1:
                    error.game = cls.build(black, white, BLACK, moves, info, size)
                raise error
            if surplus > 1:
                raise PositionError(
                    "it is unclear whose turn it is with {black} black and {white} white stones: name "
                    "the side to move",
                    black=len(black),
                    white=len(white),
                )
            first = surplus
        words = {one_line(key): one_line(text) for key, text in info}
        kept = tuple([(key, text) for key, text in words.items() if key and text])
        return cls(tuple(black), tuple(white), first, moves, kept, size)

    @property
    def n_cells(self) -> int:
        """The number of points of the board."""
        return self.size * self.size

    @property
    def rule(self) -> str:
        """The rule named in `info`; renju if it names none of RULES."""
        recorded = dict(self.info).get("rule", "").lower()
        return recorded if recorded in RULES else "renju"

    @property
    def side(self) -> int:
        """The color to move after all moves."""
        return (self.first + len(self.moves)) % 2

    def n_stones(self) -> tuple[int, int]:
        """Return the numbers of black and of white stones after all moves."""
        black, white = self.moves[self.first :: 2], self.moves[1 - self.first :: 2]
        n_black, n_white = len(black) - black.count(PASS), len(white) - white.count(PASS)
        return len(self.black) + n_black, len(self.white) + n_white

    def stones(self) -> tuple[list[int], list[int]]:
        """Return Black's and White's cells after all moves, in the order of play."""
        found = (list(self.black), list(self.white))
        for turn, cells in enumerate((self.moves[::2], self.moves[1::2])):
            found[(self.first + turn) % 2].extend(cells)
        for stones in found if PASS in self.moves else ():
            stones[:] = [cell for cell in stones if cell != PASS]
        return found

    def turns(self) -> Iterator[tuple[int, int]]:
        """Yield the color and the cell of each move."""
        for number, cell in enumerate(self.moves):
            yield (self.first + number) % 2, cell

    def at(self, n_moves: int) -> Self:
        """Return the game after its first `n_moves` moves, or the whole game if it has fewer moves."""
        return type(self)(self.black, self.white, self.first, self.moves[:n_moves], self.info, self.size)

    def with_info(self, info: Mapping[str, str]) -> Self:
        """Return the game with its information replaced; the values must be single nonempty lines."""
        return type(self)(self.black, self.white, self.first, self.moves, tuple(info.items()), self.size)

    def position(self) -> Self:
        """Return the position after all moves, without the moves and the information."""
        return self.build(*self.stones(), self.side, size=self.size)

    def then(self, moves: Sequence[int]) -> Self:
        """Return the game continued with further moves.

        Raises:
            PositionError: a point is occupied.
        """
        every = self.moves + tuple(moves)
        try:
            return self.build(self.black, self.white, self.first, every, self.info, self.size)
        except PositionError:
            taken = {*self.black, *self.white, *self.moves}.intersection(moves) - {PASS}
            if not taken:
                raise
            raise PositionError("{point} is occupied", point=name(min(taken), self.size)) from None


@dataclass(frozen=True, slots=True)
class Variation(Game):
    """A game in a tree of variations: its moves are `lines[number]`.

    `lines` lists the moves of every line of the tree, in depth-first order. A game derived from this
    game, for example by `at`, has no `lines`.
    """

    lines: tuple[tuple[int, ...], ...] = ()
    number: int = 0
