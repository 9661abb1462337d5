"""A slow, plain game of walls, for comparison with the engines. It shares nothing with them.

A state is the set of free fences, as the bits of a number: fence n is bit n, in the original's order. The
side to move and the boxes taken do not affect the boxes still to be taken.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np
from numpy.typing import NDArray

States = NDArray[np.int32]
Values = NDArray[np.int8]

GROUND = -1
"""The other side of a fence at the border."""

INFINITY = 1000


@dataclass(frozen=True)
class Game:
    """A board and a rule."""

    rows: int
    columns: int
    extra_move: bool = False

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """Rows and columns of the fences in the original's matrix: column by column, from the top."""
        return [
            (row, column)
            for column in range(2 * self.columns + 1)
            for row in range(2 * self.rows + 1)
            if (row + column) % 2 == 1
        ]

    @cached_property
    def centers(self) -> list[tuple[int, int]]:
        return [(2 * y + 1, 2 * x + 1) for y in range(self.rows) for x in range(self.columns)]

    @cached_property
    def around(self) -> list[int]:
        """The four fences of each box."""
        return [
            sum(1 << n for n, (y, x) in enumerate(self.places) if abs(y - row) + abs(x - column) == 1)
            for row, column in self.centers
        ]

    @cached_property
    def ends(self) -> list[tuple[int, int]]:
        """The two boxes of each fence; the second may be the ground."""
        found = []
        for fence in range(self.n_fences):
            boxes = [box for box, sides in enumerate(self.around) if sides >> fence & 1]
            found.append((boxes[0], boxes[1] if len(boxes) == 2 else GROUND))
        return found

    @property
    def n_fences(self) -> int:
        return len(self.places)

    @property
    def n_boxes(self) -> int:
        return len(self.centers)

    @property
    def full(self) -> int:
        """The state in which all fences are free."""
        return (1 << self.n_fences) - 1

    def gain(self, free: int, fence: int) -> int:
        return sum(free & sides == 1 << fence for sides in self.around)

    def moves(self, free: int) -> Iterator[tuple[int, int, int]]:
        """Yield (fence, boxes it takes, state after it) in the original's order."""
        for fence in range(self.n_fences):
            if free >> fence & 1:
                yield fence, self.gain(free, fence), free & ~(1 << fence)

    def minimax(self, free: int, depth: int) -> tuple[int, int]:
        """Return the value within a depth, and the number of states visited."""
        best, count = -INFINITY, 1
        if depth == 0 or free == 0:
            return 0, 1
        for _, gain, after in self.moves(free):
            value, below = self.minimax(after, depth - 1)
            count += below
            best = max(best, gain + value if self.extra_move and gain else gain - value)
        return best, count

    def alphabeta(
        self, free: int, depth: int, alpha: int = -INFINITY, beta: int = INFINITY
    ) -> tuple[int, int]:
        """Return the minimax value, or a bound outside the window, and the number of states visited."""
        best, count = -INFINITY, 1
        if depth == 0 or free == 0:
            return 0, 1
        for _, gain, after in self.moves(free):
            low = max(alpha, best)
            if self.extra_move and gain:
                value, below = self.alphabeta(after, depth - 1, low - gain, beta - gain)
            else:
                value, below = self.alphabeta(after, depth - 1, gain - beta, gain - low)
                value = -value
            count += below
            best = max(best, gain + value)
            if best >= beta:
                break
        return best, count

    def random_state(self, random: Random, most: int | None = None) -> int:
        """Return a state with any number of free fences, or up to `most`."""
        count = random.randint(0, min(self.n_fences, most or self.n_fences))
        return sum(1 << fence for fence in random.sample(range(self.n_fences), count))

    def fences(self, free: int) -> bytes:
        """Return a state in the form of the kernels' arguments: 1 for each painted fence."""
        return bytes(1 - (free >> fence & 1) for fence in range(self.n_fences))

    def gains(self, states: States, fence: int) -> Values:
        """Return the boxes that a fence takes in each state."""
        taken = np.zeros(states.shape, np.int8)
        for sides in self.around:
            taken += (states & sides) == 1 << fence
        return taken

    def values(self, *, tempo: bool = False) -> Values:
        """Return the values of all states; with `tempo`, there is one extra move that changes nothing.

        States with the same number of free fences form a layer, which is computed from the layer before.
        """
        states = np.arange(1 << self.n_fences, dtype=np.int32)
        plain = self.values() if tempo else None
        found = np.zeros(states.shape, np.int8)
        count = np.bitwise_count(states)
        for layer in range(1, self.n_fences + 1):
            members = states[count == layer]
            found[members] = self._best(members, found)
            if plain is not None:
                found[members] = np.maximum(found[members], -plain[members])
        return found

    def deeper(self, values: Values) -> Values:
        """Return the values of all states, one move further ahead than `values`."""
        found = self._best(np.arange(1 << self.n_fences, dtype=np.int32), values)
        found[0] = 0
        return found

    def _best(self, states: States, below: Values) -> Values:
        """Return the value of the best move in each state from the values of the states below."""
        best = np.full(states.shape, -128, np.int8)
        for fence in range(self.n_fences):
            movable = (states >> fence & 1).astype(bool)
            before = states[movable]
            gain = self.gains(before, fence)
            value = below[before ^ 1 << fence]
            stays = self.extra_move * (gain > 0)
            best[movable] = np.maximum(best[movable], gain + np.where(stays, value, -value))
        return best

    def degrees(self, states: States) -> list[Values]:
        """Return the number of free fences of each box in each state."""
        return [np.bitwise_count(states & sides).astype(np.int8) for sides in self.around]

    def pairs(self, states: States) -> Values:
        """Return the number of fences that take two boxes in each state."""
        found = np.zeros(states.shape, np.int8)
        for fence in range(self.n_fences):
            found += self.gains(states, fence) == 2
        return found

    def corridor(self, states: States, fence: int) -> States:
        """Return the free fences in the corridor of a fence, which boxes with two free fences connect."""
        found = states & 1 << fence
        narrow = [np.bitwise_count(states & sides) == 2 for sides in self.around]
        before = None
        while before is None or (found != before).any():
            before = found.copy()
            for sides, is_narrow in zip(self.around, narrow, strict=True):
                found |= np.where(is_narrow & (found & sides != 0), states & sides, 0)
        return found


@dataclass(frozen=True)
class Graph(Game):
    """A graph instead of a board: fences between any two of rows times columns boxes."""

    joins: tuple[tuple[int, int], ...] = ()

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        return list(self.joins)

    @cached_property
    def around(self) -> list[int]:
        return [
            sum(1 << n for n, ends in enumerate(self.joins) if box in ends) for box in range(self.n_boxes)
        ]

    @cached_property
    def ends(self) -> list[tuple[int, int]]:
        return list(self.joins)
