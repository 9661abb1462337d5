"""Tic-tac-toe and its family: on an m x n board two sides move in turn, and k or more in a row win.

Cells are numbered from 0, row by row from the top left. Sources: the original page on "boter, kaas en
eieren"; J. Uiterwijk and J. van den Herik, The advantage of the initiative, Information Sciences 122
(2000), for the m,n,k-games.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, Self

from zet.engines.errors import GameError
from zet.engines.kernel._values import fast_init
from zet.engines.ttt.constants import MAX_IN_A_ROW, MAX_SIDE as MAX_SIDE

Side = Literal["X", "O"]
OTHER: dict[Side, Side] = {"X": "O", "O": "X"}

_BITS = {"X": str.maketrans("XO.", "100"), "O": str.maketrans("XO.", "010")}


class PositionError(GameError):
    """Raised for an unreachable position, or for a move that the rules do not allow."""


@lru_cache(maxsize=8)
def lines(width: int, height: int, k: int) -> tuple[tuple[int, ...], ...]:
    """Return all lines of k cells, in the four directions, each as a tuple of cells."""
    steps = ((1, 0), (0, 1), (1, 1), (-1, 1)) if k > 1 else ((1, 0),)
    return tuple(
        tuple((y + number * down) * width + x + number * right for number in range(k))
        for right, down in steps
        for y in range(height - (k - 1) * down)
        for x in range(width)
        if 0 <= x + (k - 1) * right < width
    )


@lru_cache(maxsize=8)
def line_masks(width: int, height: int, k: int) -> tuple[int, ...]:
    """Return all lines of k cells as masks, in which bit c represents cell c."""
    return tuple(sum(1 << cell for cell in line) for line in lines(width, height, k))


def check_board(width: int, height: int, k: int) -> None:
    """Raise PositionError if a size is not allowed; parsers call this before they allocate memory."""
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise PositionError(
            "a {height} x {width} board: both sides must be from 1 to {most}",
            height=height,
            width=width,
            most=MAX_SIDE,
        )
    if not 1 <= k <= MAX_IN_A_ROW:
        raise PositionError(
            "the number of marks in a winning row must be from 1 to {most}, not {k}",
            k=k,
            most=MAX_IN_A_ROW,
        )


@fast_init
@dataclass(frozen=True, slots=True)
class Position:
    """A reachable position.

    `cells` contains a character `X`, `O` or `.` for each cell. `winner` is the side that has `k` in a
    row, or None. `moves` lists the cells in the order of play; it is None if the order is unknown, and
    equality ignores it. `Position.build` creates and validates a position, given its cells.
    """

    width: int
    height: int
    k: int
    cells: str
    to_move: Side
    winner: Side | None
    moves: tuple[int, ...] | None = field(default=None, compare=False)

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """Return a constructor and its arguments, which pickle loads faster than the default."""
        values = self.width, self.height, self.k, self.cells, self.to_move, self.winner, self.moves
        return type(self), values

    @classmethod
    def build(
        cls, width: int, height: int, k: int, cells: str, to_move: Side | None = None, first: Side = "X"
    ) -> Self:
        """Return the position with these cells (characters `X`, `O`, `.`).

        By default the side with fewer stones is to move. If both sides have equally many stones, the
        loser is to move if a side has won; otherwise `first` is to move.

        Raises:
            PositionError: the position is unreachable.
        """
        check_board(width, height, k)
        if len(cells) != width * height:
            raise PositionError(
                "a {height} x {width} board cannot have {n} cells",
                n=len(cells),
                height=height,
                width=width,
            )
        n_x, n_o = cells.count("X"), cells.count("O")
        if abs(n_x - n_o) > 1:
            raise PositionError(
                "{n_x} X and {n_o} O: the counts differ by more than one", n_x=n_x, n_o=n_o
            )
        winner = _winner(width, height, k, cells)
        fewer: Side = "O" if n_x > n_o else "X"
        if n_x != n_o:
            if to_move not in (None, fewer):
                raise PositionError(
                    "it cannot be {to_move}'s turn with {n_x} X and {n_o} O",
                    to_move=to_move,
                    n_x=n_x,
                    n_o=n_o,
                )
            to_move = fewer
        elif to_move is None:
            to_move = OTHER[winner] if winner else first
        if winner is not None and winner == to_move:
            raise PositionError(
                "{winner} has {k} in a row, but {other} made the last move",
                winner=winner,
                k=k,
                other=OTHER[winner],
            )
        return cls(width, height, k, cells, to_move, winner, None if n_x or n_o else ())

    @classmethod
    def empty(cls, width: int = 3, height: int = 3, k: int = 3, first: Side = "X") -> Self:
        """Return the position before the first move."""
        return cls.build(width, height, k, "." * (width * height), first)

    @property
    def is_over(self) -> bool:
        """Whether a side has won, or the board is full."""
        return self.winner is not None or "." not in self.cells

    @property
    def free(self) -> list[int]:
        """The empty cells, in ascending order."""
        return [cell for cell, content in enumerate(self.cells) if content == "."]

    @property
    def winning_cells(self) -> frozenset[int]:
        """The cells of all lines that the winner has completed."""
        return frozenset(
            cell
            for line in lines(self.width, self.height, self.k)
            if self.winner and all(self.cells[cell] == self.winner for cell in line)
            for cell in line
        )

    def mask(self, side: Side) -> int:
        """Return the stones of a side as a mask, in which bit c represents cell c."""
        return int(self.cells.translate(_BITS[side])[::-1], 2)

    def after(self, cell: int) -> Self:
        """Return the position after a move of the side to move.

        Raises:
            PositionError: the move breaks the rules.
        """
        if self.is_over:
            raise PositionError("the game is over")
        if not 0 <= cell < len(self.cells):
            raise PositionError(
                "there is no cell {cell}; cells are numbered from 0 to {last}",
                cell=cell,
                last=len(self.cells) - 1,
            )
        if self.cells[cell] != ".":
            raise PositionError("cell {cell} is taken", cell=cell)
        cells = self.cells[:cell] + self.to_move + self.cells[cell + 1 :]
        moves = None if self.moves is None else (*self.moves, cell)
        winner = _winner(self.width, self.height, self.k, cells)
        to_move = OTHER[self.to_move]
        return type(self)(self.width, self.height, self.k, cells, to_move, winner, moves)

    def then(self, moves: Iterable[int]) -> Self:
        """Return the position after a sequence of moves.

        Raises:
            PositionError: a move breaks the rules; the message begins with the number of the move.
        """
        position = self
        for number, cell in enumerate(moves, 1):
            try:
                position = position.after(cell)
            except PositionError as error:
                raise PositionError("move {number}: {reason}", number=number, reason=error) from None
        return position

    def undo(self, n_moves: int = 1) -> Self:
        """Return the position without the last `n_moves` moves.

        Raises:
            PositionError: fewer than `n_moves` moves have been played, or the moves are unknown.
        """
        if self.moves is None:
            raise PositionError("the order of play is not known, so no move can be taken back")
        if n_moves > len(self.moves):
            raise PositionError(
                "{n} move cannot be taken back, as the game has only {most}",
                "{n} moves cannot be taken back, as the game has only {most}",
                n=n_moves,
                most=len(self.moves),
            )
        return self.before.then(self.moves[: len(self.moves) - n_moves])

    @property
    def before(self) -> Self:
        """The empty board from which the game began; the side that moved first is to move.

        If no moves are known, the side to move is the same as in this position.
        """
        began = OTHER[self.to_move] if len(self.moves or ()) % 2 else self.to_move
        return self.empty(self.width, self.height, self.k, began)


def _winner(width: int, height: int, k: int, cells: str) -> Side | None:
    """Return the side that has a complete line, or None.

    Raises:
        PositionError: both sides have a line, or no single move completed all lines of the winner.
    """
    masks = line_masks(width, height, k)
    winner: Side | None = None
    for side in OTHER:
        stones = int(cells.translate(_BITS[side])[::-1], 2)
        common = stones
        for mask in masks:
            if stones & mask == mask:
                if winner == OTHER[side]:
                    raise PositionError("both X and O have {k} in a row", k=k)
                winner = side
                common &= mask
        if winner == side and not common:
            raise PositionError(
                "{side} has lines of {k} without a common cell, so no single move can have completed all "
                "of them",
                side=side,
                k=k,
            )
    return winner
