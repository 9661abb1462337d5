"""The groups of the board: five fields in a row and the two fields that border on them.

Source: P.P. Kruijsen, Kennis en renju (2001), section 3.2. Groups are numbered by direction (horizontal,
vertical, rising, falling), and within a direction by the cell at position 1.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from zet.engines.noire.codes import WORDS
from zet.engines.renju.model import N_CELLS, SIDE, Game, PositionError, name

DIRECTIONS = ("horizontal", "vertical", "rising", "falling")
_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))

WEIGHTS = (243, 1, 3, 9, 27, 81, 972)
"""The weight of each position's digit in a shape, the number that describes a group's fields.

A digit is 0 for an empty field, 1 for a black stone, 2 for a white stone, 3 for a border off the board.
"""


def check_board(game: Game) -> None:
    """Check that a game is played on a board of 15 x 15, the only size with groups.

    Raises:
        PositionError: the board is not 15 x 15.
    """
    if game.size != SIDE:
        raise PositionError(
            "NOIRE's rules are for a {side}x{side} board, not for a {size}x{size} board",
            side=SIDE,
            size=game.size,
        )


@dataclass(frozen=True, slots=True)
class Group:
    """Seven cells in a row: positions 1 to 5 are the base fields, 0 and 6 the borders.

    A border off the board is None. `base` lists the five base fields; `direction` is an index into
    DIRECTIONS.
    """

    cells: tuple[int | None, ...]
    base: tuple[int, ...]
    direction: int

    @property
    def shape(self) -> int:
        """The group's shape on an empty board."""
        return sum(3 * WEIGHTS[position] for position in (0, 6) if self.cells[position] is None)

    def __str__(self) -> str:
        return f"{name(self.base[0])}.{name(self.base[4])}"


def _cell(x: int, y: int) -> int | None:
    return SIDE * y + x if 0 <= x < SIDE and 0 <= y < SIDE else None


def _groups() -> list[Group]:
    found = []
    for direction, (step_x, step_y) in enumerate(_STEPS):
        for cell in range(N_CELLS):
            y, x = divmod(cell, SIDE)
            cells = tuple(_cell(x + at * step_x, y + at * step_y) for at in range(-1, 6))
            base = tuple(one for one in cells[1:6] if one is not None)
            if len(base) == 5:
                found.append(Group(cells, base, direction))
    return found


GROUPS = tuple(_groups())
"""All 572 groups; a group's number is its index."""


def _places() -> list[list[tuple[int, int]]]:
    found: list[list[tuple[int, int]]] = [[] for _ in range(N_CELLS)]
    for number, group in enumerate(GROUPS):
        for position, cell in enumerate(group.cells):
            if cell is not None:
                found[cell].append((number, position))
    return found


PLACES = _places()
"""For each cell, the groups that contain it: pairs of a group's number and the cell's position."""


def sets_in_spans(spans: Sequence[tuple[int, int]]) -> "array[int]":
    """Return, for each span and cell, the set of groups in which the cell lies within the span.

    A span is a pair of the first and the last position; the sets are bit sets of WORDS words.
    """
    found = array("Q", bytes(8 * WORDS * N_CELLS * max(len(spans), 1)))
    for number, (first, last) in enumerate(spans):
        for group, one in enumerate(GROUPS):
            for cell in one.cells[first : last + 1]:
                if cell is not None:
                    found[WORDS * (N_CELLS * number + cell) + (group >> 6)] |= 1 << (group & 63)
    return found
