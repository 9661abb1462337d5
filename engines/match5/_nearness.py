# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""A measure of how close stored patterns are to a match at each field, updated with each stone.

Algorithm: incremental evaluation. Five-in-a-row programs evaluate the rows of five in this way; here the
placements of learned patterns are evaluated. For each color, every placement of a pattern up to a certain
level counts if no stone of the other color is on its fields: each of its fields then gains a power of a
base, whose exponent is the number of stones in the placement. The worth of a field to a color is the
weighted sum of the field's gains for both colors. A color that attacks uses a larger base and equal
weights, unless some placement contains three or more stones of the other color and no stone of the
attacker. Without this condition, a player lost 23 to 39 of 100 games against a search four moves deep.

Data layout: placements with the same fields form one set of fields. Sets and fields refer to each other
through two tables in compressed sparse row format (`set_start`, `set_field` and `through_start`,
`through`). Cost: a stone visits the sets through its field, and the fields of each set that still counts;
with a base for attacks, each of these updates changes two gains instead of one. Reading the worth of a
field takes two multiplications. Gains for both bases are stored, because a single stone can change the
base for all fields.

Invariants:
- `times` is the number of placements of each set. Sets depend only on the patterns; `refresh` rebuilds
  them if patterns up to `level` were added or removed.
- `count` holds the number of red stones in each set and, from index `n_sets` on, the number of blue
  stones. `worth` holds the gain of each field from red's sets and, from index 81 on, from blue's sets;
  the gains for the base of attacks begin at index 162. Both arrays are updated with every stone; occupied
  fields have gains, too.
- `n_threes` holds, for red and for blue, the number of sets with at least three stones of this color and
  none of the other.
"""

from array import array
from itertools import accumulate, chain

import cython

from zet.engines.match5 import model
from zet.engines.match5._matcher import Matcher

if not cython.compiled:  # the compiled kernel has it in the .pxd
    from zet.engines.kernel.checks import check

EMPTY = cython.declare(cython.int, model.EMPTY)
RED = cython.declare(cython.int, model.RED)
BLUE = cython.declare(cython.int, model.BLUE)
OUTSIDE = cython.declare(cython.int, model.ABSENT)

MOST = cython.declare(cython.longlong, 1 << 32)
"""The upper limit of a power, which prevents overflow: a field is in fewer than 2**27 placements."""

THREE = cython.declare(cython.int, 3)
CLOSED = cython.declare(cython.int, -1)
"""The number of stones recorded for a color in a set that contains a stone of the other color."""

OFFSET = cython.declare(cython.int, 162)
"""The index at which the gains and powers for the base of attacks begin."""


class Nearness:
    """The sets of fields covered by a matcher's patterns, and the stones in each set on the board.

    A set with n stones of one color, and none of the other, adds `base` ** n to the worth of its fields.
    Patterns above `level` are ignored; `own` and `other` are the weights of a player's own stones and of
    the opponent's. If `attack` is not 0, the base is `attack` and both weights are 1 as long as no set
    has three stones of the opponent and none of the player.
    """

    def __init__(
        self,
        matcher: Matcher,
        level: cython.int,
        base: cython.int,
        own: cython.int,
        other: cython.int,
        attack: cython.int,
    ) -> None:
        number: cython.int
        check(matcher is not None, "no player")
        check(0 <= level <= 81, "level out of range")
        check(1 <= base <= 16, "base out of range")
        check(0 <= own <= 4, "weight out of range")
        check(0 <= other <= 4, "weight out of range")
        check(0 <= attack <= 16, "base out of range")
        self.matcher = matcher
        self.level = level
        self.own = own
        self.other = other
        self.attack = attack
        # Powers are tabulated: computing them at each update would be a loop. The entry before the first
        # power is 0, for a set that is CLOSED.
        self.power = memoryview(array("q", bytes(8 * (OFFSET + 83))))
        self.power[1] = self.power[OFFSET + 1] = 1
        for number in range(1, 82):
            self.power[number + 1] = min(MOST, self.power[number] * base)
            self.power[OFFSET + number + 1] = min(MOST, self.power[OFFSET + number] * attack)
        self._build()
        self.clear()

    def _changes(self):
        """Return a counter that increases whenever a pattern up to `level` is added or removed."""
        number: cython.int
        found: cython.longlong = 0
        for number in range(self.level + 1):
            found += self.matcher.changes[number]
        return found

    def _build(self):
        """Build the sets of fields of the patterns."""
        cython.declare(pattern=cython.int, image=cython.int, shift=cython.int)
        self.stamp = self._changes()
        times = {}
        # With Python objects, as patterns change at most once per game. Images of different patterns
        # often cover the same fields; as one set they cost one update per stone, weighted by `times`.
        for image in range(self.matcher.n_images):
            pattern = self.matcher.image_pattern[image]
            if not self.matcher.live[pattern] or self.matcher.level[pattern] > self.level:
                continue
            _, _, stones, whites = self.matcher.shape(image)
            fields = sorted(9 * (offset // 17) + offset % 17 for offset in stones + whites)
            width = max(field % 9 for field in fields)
            height = fields[len(fields) - 1] // 9
            # All positions on the board where the image fits: its bounding box suffices, as the image is
            # aligned to the top left corner.
            for shift in range(81):
                if shift % 9 + width < 9 and shift // 9 + height < 9:
                    key = bytes([field + shift for field in fields])
                    times[key] = times.get(key, 0) + 1
        through = [[] for _ in range(81)]
        for number, key in enumerate(times):
            for field in key:
                through[field].append(number)
        self.n_sets = len(times)
        self.times = memoryview(array("q", [*times.values(), 0]))
        self.set_start = memoryview(array("i", [0, *accumulate(map(len, times))]))
        self.set_field = memoryview(array("i", [*chain.from_iterable(times), 0]))
        self.through_start = memoryview(array("i", [0, *accumulate(map(len, through))]))
        self.through = memoryview(array("i", [*chain.from_iterable(through), 0]))
        self.count = memoryview(array("b", bytes(2 * self.n_sets + 1)))
        # On an empty board each placement adds the power with exponent 0, which is 1, to each of its
        # fields.
        gains = [sum(times[key] for key in times if field in key) for field in range(81)]
        self.first_worth = memoryview(array("q", 4 * gains))
        self.worth = memoryview(array("q", 4 * gains))
        self.n_threes = memoryview(array("i", bytes(8)))

    def clear(self):
        """Reset to an empty board."""
        number: cython.int
        # The values of an empty board are copied, not summed up again.
        for number in range(2 * self.n_sets):
            self.count[number] = 0
        for number in range(324):
            self.worth[number] = self.first_worth[number]
        self.n_threes[0] = self.n_threes[1] = 0

    def refresh(self, cell, position):
        """If patterns have changed, rebuild the sets and place all stones again."""
        cython.declare(field=cython.int, value=cython.int)
        if self._changes() == self.stamp:
            return
        self._build()
        for field in range(81):
            value = cell[position[field]]
            if value == OUTSIDE:
                self.close(field)
            elif value != EMPTY:
                self.put(field, value)

    def close(self, field):
        """Exclude a field, as if it held a stone of each color."""
        self.put(field, RED)
        self.put(field, BLUE)

    def put(self, field, color):
        """Update sets and gains for a stone placed on a field."""
        cython.declare(index=cython.int, number=cython.int, mine=cython.int, others=cython.int)
        shift: cython.int = 0 if color == RED else self.n_sets
        # A set with stones of this color only gets the next power; a set with stones of the other color
        # only ceases to count, and its gains are subtracted. Sets with both colors change only their
        # counts. `take` reverses the same cases.
        for index in range(self.through_start[field], self.through_start[field + 1]):
            number = self.through[index]
            mine = self.count[number + shift]
            others = self.count[number + self.n_sets - shift]
            if others == 0:
                self._change(number, color, mine, mine + 1)
            if mine == 0:
                self._change(number, RED + BLUE - color, others, CLOSED)
            self.count[number + shift] = mine + 1

    def take(self, field, color):
        """Update sets and gains for a stone removed from a field."""
        cython.declare(index=cython.int, number=cython.int, mine=cython.int, others=cython.int)
        shift: cython.int = 0 if color == RED else self.n_sets
        for index in range(self.through_start[field], self.through_start[field + 1]):
            number = self.through[index]
            mine = self.count[number + shift] - 1
            others = self.count[number + self.n_sets - shift]
            if others == 0:
                self._change(number, color, mine + 1, mine)
            if mine == 0:
                self._change(number, RED + BLUE - color, CLOSED, others)
            self.count[number + shift] = mine

    def _change(self, number, color, before, after):
        """Update a color's gains in a set, given the old and the new number of stones, or CLOSED."""
        cython.declare(index=cython.int, at=cython.int)
        # Placements with equal fields are updated at once, with their number as a factor.
        change: cython.longlong = self.times[number] * (self.power[after + 1] - self.power[before + 1])
        attack: cython.longlong = self.times[number] * (
            self.power[OFFSET + after + 1] - self.power[OFFSET + before + 1]
        )
        self.n_threes[color - RED] += (after >= THREE) - (before >= THREE)
        for index in range(self.set_start[number], self.set_start[number + 1]):
            at = self.set_field[index] + 81 * (color - RED)
            self.worth[at] += change
            if self.attack:
                self.worth[OFFSET + at] += attack

    def at(self, field, color):
        """Return the worth of a field to a color."""
        own: cython.int = field + 81 * (color - RED)
        other: cython.int = field + 81 * (BLUE - color)
        if self.attack and self.n_threes[BLUE - color] == 0:
            return self.worth[OFFSET + own] + self.worth[OFFSET + other]
        return self.own * self.worth[own] + self.other * self.worth[other]
