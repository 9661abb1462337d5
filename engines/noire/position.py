"""A position for the interpreter of rules: the colors of fields and groups, and the last stone."""

from collections.abc import Sequence
from functools import cached_property
from typing import Self

from zet.engines.noire.groups import GROUPS, PLACES, check_board
from zet.engines.renju.model import N_CELLS, PASS, Game
from zet.engines.renju.rules import Board

NONE, WHITE, BLACK, BOTH = "none", "white", "black", "both"
_WORDS = (BLACK, WHITE)


class Position:
    """The colors of the 225 fields, and the field of the last stone (None if unknown).

    A position is immutable; `put` returns a new one.
    """

    def __init__(self, colors: Sequence[str], last: int | None = None) -> None:
        self.colors = tuple(colors)
        self.last = last

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the position after all moves of a game."""
        check_board(game)
        colors = [NONE] * N_CELLS
        for color, cells in enumerate(game.stones()):
            for cell in cells:
                colors[cell] = _WORDS[color]
        played = [cell for cell in game.moves if cell != PASS]
        return cls(colors, played[-1] if played else None)

    def put(self, field: int, color: str) -> Self:
        """Return the position with one more stone, which becomes the last stone."""
        colors = list(self.colors)
        colors[field] = color
        after = type(self)(colors, field)
        if "groups" in self.__dict__:
            groups = list(self.groups)
            for number, place in PLACES[field]:
                if 1 <= place <= 5:
                    groups[number] = after.group(number)
            after.groups = tuple(groups)
        return after

    @cached_property
    def groups(self) -> tuple[tuple[str, int], ...]:
        """The color and the number of stones of each group, as `group` returns them."""
        return tuple(self.group(number) for number in range(len(GROUPS)))

    def group(self, number: int) -> tuple[str, int]:
        """Return the color and the number of a group's stones; the number is 0 if both colors occur."""
        stones = [self.colors[cell] for cell in GROUPS[number].base]
        n_white, n_black = stones.count(WHITE), stones.count(BLACK)
        if n_white and n_black:
            return BOTH, 0
        if n_white:
            return WHITE, n_white
        return (BLACK, n_black) if n_black else (NONE, 0)

    @cached_property
    def groups_by_state(self) -> dict[tuple[str, int], list[int]]:
        """The indexes of the groups, by their color and number of stones."""
        found: dict[tuple[str, int], list[int]] = {}
        for number, state in enumerate(self.groups):
            found.setdefault(state, []).append(number)
        return found

    def has_five(self, field: int) -> bool:
        """Return whether the stone on a field is in a row of five or more; for Black, of exactly five."""
        color = self.colors[field]
        for number, place in PLACES[field]:
            if 1 <= place <= 5 and self.group(number) == (color, 5):
                cells = GROUPS[number].cells
                borders = [cell for cell in (cells[0], cells[6]) if cell is not None]
                if color == WHITE or all(self.colors[cell] != BLACK for cell in borders):
                    return True
        return False

    @cached_property
    def board(self) -> Board:
        """The same stones on a board with the plain rules of renju."""
        board = Board()
        for cell, color in enumerate(self.colors):
            if color != NONE:
                board = board.put(cell, _WORDS.index(color))
        return board
