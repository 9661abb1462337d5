"""Boards, positions and rules of walls: dots and boxes, with or without the extra move.

A board has m x n boxes; a move paints one free fence, and the player who paints the fourth fence of a box
takes it. The turn always passes, except with `extra_move`, the rule of the standard game: a player who
takes a box moves again. The game is over when all fences are painted.

Source: the second half of the Polish project report on Walls (rules, matrix, order of successors).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from zet.engines.errors import GameError
from zet.engines.kernel._values import fast_init
from zet.engines.walls._moves import play

MAX_SIDE = 16
"""The maximum number of boxes along a side of a board."""

FREE, FIRST, SECOND = 0, 1, 2
"""The player who painted a fence or took a box: nobody yet, the first player, the second."""


class PositionError(GameError):
    """Raised for a board, a move or a position that the rules do not allow."""


@dataclass(frozen=True, slots=True)
class Board:
    """The fences and boxes of a board of `rows` x `columns` boxes; use `board` to create one.

    A place is (row, column), both from 0, in the original program's matrix of 2 * rows + 1 by
    2 * columns + 1 cells. A cell is a horizontal fence if its row is even and its column is odd, a
    vertical fence if its row is odd and its column is even, and a box if both are odd. Fences are
    numbered in the order in which the original program lists moves: down the first column of the matrix,
    then down the next column. Boxes are numbered row by row.
    """

    rows: int
    columns: int
    fences: tuple[tuple[int, int], ...]
    numbers: dict[tuple[int, int], int]
    boxes_of: tuple[tuple[int, ...], ...]
    fences_of: tuple[tuple[int, ...], ...]
    around: tuple[tuple[tuple[int, int, int, int], ...], ...]
    """For each fence, the adjacent boxes; each is listed with its other three fences."""

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return board, (self.rows, self.columns)

    def __hash__(self) -> int:
        return hash((self.rows, self.columns))

    @property
    def name(self) -> str:
        """The size as a string such as `6x6`."""
        return f"{self.rows}x{self.columns}"

    @property
    def n_fences(self) -> int:
        """The number of fences."""
        return len(self.fences)

    @property
    def n_boxes(self) -> int:
        """The number of boxes."""
        return len(self.fences_of)

    def fence_at(self, place: Sequence[int]) -> int:
        """Return the number of the fence at a place in the matrix.

        Raises:
            PositionError: there is no fence at that place.
        """
        row, column = place
        number = self.numbers.get((row, column))
        if number is None:
            raise PositionError(
                "no fence at [{row},{column}] on a {name} board", row=row, column=column, name=self.name
            )
        return number

    def box_place(self, box: int) -> tuple[int, int]:
        """Return the place of a box in the matrix."""
        row, column = divmod(box, self.columns)
        return 2 * row + 1, 2 * column + 1


@lru_cache
def board(rows: int, columns: int) -> Board:
    """Return the board of `rows` x `columns` boxes.

    >>> board(1, 1).fences
    ((1, 0), (0, 1), (2, 1), (1, 2))

    Raises:
        PositionError: a side is not from 1 to 16.
    """
    if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
        raise PositionError(
            "a board has 1 to {most} boxes per side, not {rows}x{columns}",
            most=MAX_SIDE,
            rows=rows,
            columns=columns,
        )
    fences = [
        (row, column)
        for column in range(2 * columns + 1)
        for row in range(2 * rows + 1)
        if row % 2 != column % 2
    ]
    numbers = {place: number for number, place in enumerate(fences)}
    fences_of: list[tuple[int, ...]] = []
    for row in range(1, 2 * rows, 2):
        for column in range(1, 2 * columns, 2):
            sides = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            fences_of.append(tuple(numbers[side] for side in sides))
    boxes_of: list[list[int]] = [[] for _ in fences]
    for box, edges in enumerate(fences_of):
        for edge in edges:
            boxes_of[edge].append(box)
    around: list[list[tuple[int, int, int, int]]] = [[] for _ in fences]
    for number, beside in enumerate(boxes_of):
        for box in beside:
            one, two, three = (side for side in fences_of[box] if side != number)
            around[number].append((box, one, two, three))
    return Board(
        rows,
        columns,
        tuple(fences),
        numbers,
        tuple([tuple(boxes) for boxes in boxes_of]),
        tuple(fences_of),
        tuple([tuple(boxes) for boxes in around]),
    )


@fast_init
@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game: the owner of each fence and box, and the player to move.

    Each byte of `fences` and `boxes` is FREE, FIRST or SECOND; `to_move` is FIRST or SECOND. `moves` are
    the fences in the order of play, or None if the order is unknown.
    """

    board: Board
    extra_move: bool
    fences: bytes
    boxes: bytes
    to_move: int
    moves: tuple[int, ...] | None

    def __reduce__(self) -> tuple[type["Position"], tuple[object, ...]]:
        """Return a constructor and its arguments, which pickle loads faster than the default."""
        values = self.board, self.extra_move, self.fences, self.boxes, self.to_move, self.moves
        return type(self), values

    @staticmethod
    @lru_cache
    def empty(board: Board, *, extra_move: bool = False) -> "Position":
        """Return the empty board, with the first player to move."""
        return Position(board, extra_move, bytes(board.n_fences), bytes(board.n_boxes), FIRST, ())

    @classmethod
    def build(
        cls, board: Board, fences: bytes, boxes: bytes, to_move: int, *, extra_move: bool = False
    ) -> "Position":
        """Return a position with the given owners of fences and boxes.

        The order of play is unknown, unless no fence is painted.

        Raises:
            PositionError: the position is unreachable; not every unreachable position is detected.
        """
        for box, owner in enumerate(boxes):
            owners = [fences[fence] for fence in board.fences_of[box]]
            row, column = board.box_place(box)
            if owner == FREE and FREE not in owners:
                raise PositionError(
                    "the box at [{row},{column}] is closed, but has no owner", row=row, column=column
                )
            if owner != FREE and FREE in owners:
                raise PositionError(
                    "the box at [{row},{column}] has an owner, but is not closed", row=row, column=column
                )
            if owner != FREE and owner not in owners:
                raise PositionError(
                    "the box at [{row},{column}] belongs to a player who painted none of its fences",
                    row=row,
                    column=column,
                )
        count, score = Counter(fences), Counter(boxes)
        lead = count[FIRST] - count[SECOND]
        if extra_move:
            # A move that took boxes kept the turn: one box, or the two that share its fence.
            lead -= score[FIRST] - score[SECOND]
            doubles = Counter(
                owner
                for owner, sides in zip(fences, board.boxes_of, strict=True)
                if len(sides) == 2 and all(boxes[box] == owner != FREE for box in sides)
            )
            if not lead - doubles[SECOND] <= to_move - FIRST <= lead + doubles[FIRST]:
                raise PositionError(
                    "with {first} and {second} fences painted and {own} and {their} boxes taken, it "
                    "must be the other player's turn",
                    first=count[FIRST],
                    second=count[SECOND],
                    own=score[FIRST],
                    their=score[SECOND],
                )
        elif lead not in (0, 1):
            raise PositionError(
                "the players take turns, but the first has painted {first} fences and the second "
                "{second}",
                first=count[FIRST],
                second=count[SECOND],
            )
        elif to_move != FIRST + lead:
            raise PositionError(
                "with {n} fence painted, it is the other player's turn",
                "with {n} fences painted, it is the other player's turn",
                n=count[FIRST] + count[SECOND],
            )
        return cls(board, extra_move, fences, boxes, to_move, None if any(fences) else ())

    @classmethod
    def played(cls, board: Board, moves: Sequence[int], *, extra_move: bool = False) -> "Position":
        """Return the position that a sequence of moves reaches from the empty board.

        Raises:
            PositionError: a fence is painted twice.
        """
        return cls.empty(board, extra_move=extra_move).then(moves)

    @property
    def score(self) -> tuple[int, int]:
        """The numbers of boxes owned by the first and by the second player."""
        return self.boxes.count(FIRST), self.boxes.count(SECOND)

    @property
    def free(self) -> list[int]:
        """The free fences, in the order of the original program."""
        return [fence for fence, owner in enumerate(self.fences) if owner == FREE]

    @property
    def is_over(self) -> bool:
        """Whether all fences are painted."""
        return FREE not in self.fences

    def gain(self, fence: int) -> int:
        """Return the number of boxes taken by painting a free fence: 0, 1 or 2."""
        return sum(all(self.fences[side] for side in sides) for _, *sides in self.board.around[fence])

    def after(self, fence: int) -> "Position":
        """Return the position after the player to move has painted a fence.

        Raises:
            PositionError: the fence is already painted.
        """
        return self.then((fence,))

    def then(self, moves: Sequence[int]) -> "Position":
        """Return the position after a sequence of moves.

        Raises:
            PositionError: a fence is painted twice.
        """
        board, fences, boxes = self.board, bytearray(self.fences), bytearray(self.boxes)
        mover, painted = play(board.around, fences, boxes, moves, self.to_move, self.extra_move)
        if painted is not None:
            row, column = board.fences[painted]
            raise PositionError(
                "the fence at [{row},{column}] is already painted", row=row, column=column
            )
        order = None if self.moves is None else (*self.moves, *moves)
        return Position(board, self.extra_move, bytes(fences), bytes(boxes), mover, order)

    def undo(self, n_moves: int = 1) -> "Position":
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
        kept = self.moves[: len(self.moves) - n_moves]
        return Position.played(self.board, kept, extra_move=self.extra_move)
