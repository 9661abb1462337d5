"""The rules of renju and go-moku, in plain and slow code.

A line of the board is a string: `.` for an empty point, `b` and `w` for stones. Fives, fours and threes
in a line are determined from its string. The kernels answer the same questions quickly, and are tested
against this module.

In renju, a move is forbidden for Black if it makes an overline (six or more), two or more fours, or two
or more threes, unless it makes exactly five. A four becomes a five with one more stone; a straight four
becomes a five with a stone at either end. A three becomes a straight four with one more stone, at a point
where Black may play without making five. Where `exact` is True, only a row of exactly five counts as a
five.
"""

from functools import cache, lru_cache
from typing import Literal, Self

from zet.engines.messages import Message
from zet.engines.renju.model import BLACK, SIDE, WHITE, Game

Forbidden = Literal["overline", "double_four", "double_three"]
FORBIDDEN_WORDS: dict[str, Message] = {
    "overline": Message("overline"),
    "double_four": Message("double four"),
    "double_three": Message("double three"),
}

STONES = "bw"


def _line(size: int, cell: int, step_x: int, step_y: int) -> tuple[int, ...]:
    """Return a cell and the cells after it in one direction, up to the edge of the board."""
    y, x = divmod(cell, size)
    cells = []
    while 0 <= x < size and 0 <= y < size:
        cells.append(size * y + x)
        x, y = x + step_x, y + step_y
    return tuple(cells)


@cache
def lines_of(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each line that can contain a five, on a board of `size` points per side."""
    lines = []
    for cell in range(size * size):
        y, x = divmod(cell, size)
        starts = (x == 0, y == 0, x == 0 or y == 0, x == 0 or y == size - 1)
        for is_start, step in zip(starts, ((1, 0), (0, 1), (1, 1), (1, -1)), strict=True):
            line = _line(size, cell, *step) if is_start else ()
            if len(line) >= 5:
                lines.append(line)
    return tuple(lines)


@cache
def lines_through(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the lines through each cell, as (number of the line, the cell's place in it)."""
    through: list[list[tuple[int, int]]] = [[] for _ in range(size * size)]
    for number, line in enumerate(lines_of(size)):
        for at, cell in enumerate(line):
            through[cell].append((number, at))
    return tuple(map(tuple, through))


def run_through(line: str, at: int) -> tuple[int, int]:
    """Return the first and the last place of the unbroken run of equal stones through a place."""
    first = last = at
    while first > 0 and line[first - 1] == line[at]:
        first -= 1
    while last < len(line) - 1 and line[last + 1] == line[at]:
        last += 1
    return first, last


def put(line: str, at: int, stone: str) -> str:
    """Return a line with a stone added at a place."""
    return line[:at] + stone + line[at + 1 :]


@lru_cache(1 << 18)
def is_five(line: str, at: int, exact: bool) -> bool:  # noqa: FBT001 - cached by position
    """Return whether the stone at a place is in a row of five or more, or of exactly five if `exact`."""
    first, last = run_through(line, at)
    size = last - first + 1
    return size == 5 if exact else size >= 5


@lru_cache(1 << 18)
def five_places(line: str, stone: str, exact: bool) -> tuple[int, ...]:  # noqa: FBT001
    """Return the empty places at which a stone makes five."""
    return tuple(
        at
        for at, mark in enumerate(line)
        if mark == "." and stone in line and is_five(put(line, at, stone), at, exact)
    )


@lru_cache(1 << 18)
def four_places(line: str, at: int, exact: bool) -> tuple[int, ...]:  # noqa: FBT001
    """Return the empty places at which one more stone makes a five that includes the stone at `at`."""
    found = []
    for place in five_places(line, line[at], exact):
        first, last = run_through(put(line, place, line[at]), place)
        if first <= at <= last:
            found.append(place)
    return tuple(found)


def is_straight_four(line: str, at: int, exact: bool) -> bool:  # noqa: FBT001
    """Return whether the stone at a place is in a four that a stone at either end turns into a five."""
    first, last = run_through(line, at)
    return last - first == 3 and four_places(line, at, exact) == (first - 1, last + 1)


@lru_cache(1 << 18)
def n_fours(line: str, at: int, exact: bool) -> int:  # noqa: FBT001
    """Return the number of fours that include the stone at a place; a straight four counts once."""
    return 1 if is_straight_four(line, at, exact) else len(four_places(line, at, exact))


@lru_cache(1 << 18)
def straight_places(line: str, at: int, exact: bool) -> tuple[int, ...]:  # noqa: FBT001
    """Return the empty places at which one more stone makes a straight four with the stone at `at`."""
    found = []
    for place, mark in enumerate(line):
        if mark == ".":
            more = put(line, place, line[at])
            first, last = run_through(more, at)
            if first <= place <= last and is_straight_four(more, at, exact):
                found.append(place)
    return tuple(found)


class Board:
    """An immutable board with its stones, under a rule.

    `rule` is one of RULES.
    """

    def __init__(
        self, rule: str = "renju", lines: tuple[str, ...] | None = None, size: int = SIDE
    ) -> None:
        self.rule = rule
        self.size = size
        self.n_cells = size * size
        self.through = lines_through(size)
        self.lines = lines or tuple("." * len(line) for line in lines_of(size))

    @classmethod
    def of(cls, game: Game, rule: str = "renju") -> Self:
        """Return the board after all moves of a game."""
        board = cls(rule, size=game.size)
        for color, cells in enumerate(game.stones()):
            for cell in cells:
                board = board.put(cell, color)
        return board

    def put(self, cell: int, color: int) -> Self:
        """Return the board with a stone added."""
        lines = list(self.lines)
        for number, at in self.through[cell]:
            lines[number] = put(lines[number], at, STONES[color])
        return type(self)(self.rule, tuple(lines), self.size)

    def at(self, cell: int) -> int | None:
        """Return the color of the stone on a cell; None for an empty cell."""
        number, at = self.through[cell][0]
        mark = self.lines[number][at]
        return None if mark == "." else STONES.index(mark)

    def empty(self) -> list[int]:
        """Return the empty cells."""
        return [cell for cell in range(self.n_cells) if self.at(cell) is None]

    def is_exact(self, color: int) -> bool:
        """Return whether `color` must make exactly five: six or more in a row do not win."""
        return self.rule == "standard" or (self.rule == "renju" and color == BLACK)

    def has_five(self, cell: int) -> bool:
        """Return whether the stone on a cell, if any, is part of a winning five."""
        color = self.at(cell)
        if color is None:
            return False
        exact = self.is_exact(color)
        return any(is_five(self.lines[number], at, exact) for number, at in self.through[cell])

    def has_any_five(self) -> bool:
        """Return whether the board has a winning five."""
        return any(map(self.has_five, range(self.n_cells)))

    def has_overline(self, cell: int) -> bool:
        """Return whether the stone on a cell is part of a row of six or more."""
        runs = (run_through(self.lines[number], at) for number, at in self.through[cell])
        return any(last - first >= 5 for first, last in runs)

    def five_cells(self, color: int) -> set[int]:
        """Return the empty cells at which `color` makes five."""
        exact = self.is_exact(color)
        return {
            lines_of(self.size)[number][at]
            for number, line in enumerate(self.lines)
            for at in five_places(line, STONES[color], exact)
        }

    def forbidden(self, cell: int) -> Forbidden | None:
        """Return the reason why Black may not play on the empty cell `cell`; None if Black may."""
        if self.rule != "renju":
            return None
        board = self.put(cell, BLACK)
        if board.has_five(cell):
            return None
        ways = [(board.lines[number], number, at) for number, at in self.through[cell]]
        for line, _, at in ways:
            first, last = run_through(line, at)
            if last - first >= 5:
                return "overline"
        if sum(n_fours(line, at, self.is_exact(BLACK)) for line, _, at in ways) >= 2:
            return "double_four"
        threes = 0
        for line, number, at in ways:
            places = straight_places(line, at, self.is_exact(BLACK))
            threes += any(board._may_extend(lines_of(self.size)[number][place]) for place in places)
        return "double_three" if threes >= 2 else None

    def _may_extend(self, cell: int) -> bool:
        """Return whether a move of Black on a cell is legal and makes no five."""
        return cell not in self.five_cells(BLACK) and self.forbidden(cell) is None

    def may_play(self, cell: int, color: int) -> bool:
        """Return whether `color` may play on the empty cell `cell`."""
        return color == WHITE or self.forbidden(cell) is None

    def legal(self, color: int) -> list[int]:
        """Return the empty cells on which `color` may play."""
        return [cell for cell in self.empty() if self.may_play(cell, color)]

    def forbidden_cells(self) -> dict[int, Forbidden]:
        """Return all cells that are forbidden for Black, each with the reason."""
        found: dict[int, Forbidden] = {}
        for cell in self.empty():
            if why := self.forbidden(cell):
                found[cell] = why
        return found
