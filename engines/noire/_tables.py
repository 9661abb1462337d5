# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""A board that updates sets of groups with each stone, and can show any position of a game.

The method is incremental view maintenance over bitmap indexes: the predicates on groups that the rules
use ("a black three with an empty field at its end") are materialized as sets, which are updated when a
stone is placed, and restored when it is removed. (A. Gupta, I. Mumick, V. Subrahmanian, "Maintaining
Views Incrementally", SIGMOD 1993.) A group is five fields in a line with a border field at either end
(P.P. Kruijsen, Kennis en renju, 2001).

Layout:
- `shape[group]` encodes the contents of the seven fields of a group, one digit for each position: 0
  empty, 1 a black stone, 2 a white stone, and on a border 3 for a field off the board. `state_of[shape]`
  is 4 * (6 * black stones + white stones on the five base fields); bit 0 is set if a border has a black
  stone, and bit 1 if a border has a white stone.
- A set of groups is 572 bits in nine words of `sets`, the lowest group first; `sizes` holds the number of
  its members. There is one set for each predicate that the plans use. Whether a group is a member depends
  only on its shape: the row of `members` for a shape contains a bit for each set.

Cost of a stone: for each of its 20 to 28 groups, two table rows are compared, and one bit is flipped for
each set that the group enters or leaves.

Invariants:
- A board with a game (see _find) represents the position `ply`: the first `ply` moves are played
  after the stones from before the game. The first `shown` moves are on the board, which is updated to
  `ply` when it is read.
- If `sees_fours` (the program uses wins by fours or threes), the board `fours` has the same stones.
- Unless `has_lines`, the patterns of the lines (see renju/_board) are not updated, and nothing may read
  them: only the owners of the cells are valid.
- `stamp` changes whenever the position does.
"""

from array import array

import cython

from zet.engines.noire.groups import GROUPS, PLACES, WEIGHTS
from zet.engines.noire.plans import Plans
from zet.engines.renju._board import Board
from zet.engines.renju._fours import FourSearch
from zet.engines.renju._threats import ThreatSearch

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import first_bit
    from zet.engines.kernel.checks import check
    from zet.engines.noire.codes import *
    from zet.engines.renju.constants import N_CELLS


def _geometry():
    """Return the geometry of the groups: (cells, directions, places, begins).

    `cells` has eight entries for each group: its positions 0 to 6 (-1 off the board) and an unused entry,
    so that the index can be computed by a shift. `places[begins[cell]:begins[cell + 1]]` lists the groups
    through a cell, as 8 * group + position.
    """
    cells, directions = array("i"), array("i")
    places, begins = array("i"), array("i")
    for group in GROUPS:
        cells.extend(-1 if cell is None else cell for cell in (*group.cells, None))
        directions.append(group.direction)
    for of_cell in PLACES:
        begins.append(len(places))
        places.extend(8 * group + position for group, position in of_cell)
    begins.append(len(places))
    return cells, directions, places, begins


def _states():
    """Return the state of each shape (see `state_of` above), from which an evaluation is computed."""
    cython.declare(shape=cython.int, position=cython.int, digit=cython.int, state=cython.int)
    found = array("i", bytes(4 * N_SHAPES))
    for shape in range(N_SHAPES):
        state = 0
        for position in range(7):
            digit = shape // DIGITS[position] % (3 if 0 < position < 6 else 4)
            if 0 < position < 6:
                state += 24 if digit == 1 else 4 if digit == 2 else 0
            elif digit < 3:
                state |= digit
        found[shape] = state
    return found


def _zones():
    """Return the distances of all cells to the nearest edge, then those to the nearest corner."""
    edge, corner = array("i"), array("i")
    for cell in range(225):
        x, y = (min(at, 14 - at) for at in divmod(cell, 15))
        edge.append(min(x, y))
        corner.append(max(x, y))
    return edge + corner


DIGITS = array("i", WEIGHTS)
ZONES = _zones()
GROUP_CELLS, DIRECTIONS, CELL_PLACES, CELL_BEGINS = _geometry()
EMPTY_SHAPES = array("i", [group.shape for group in GROUPS])
STATES = _states()


@cython.cclass
class GroupBoard(Board):
    """A renju board with the sets of groups used by `plans`, a result of `plans_of`."""

    def __init__(self, rules: tuple, plans):
        Board.__init__(self, *rules)
        check(isinstance(plans, Plans), "no plans")
        self.has_lines = True
        self.sees_fours = plans.sees_fours
        self.fours = self.wins = None
        if plans.sees_threes:
            # The solver, which other plans do not need.
            from zet.engines.noire.threes import KnownWins

            self.fours = ThreatSearch(*rules)
            self.wins = KnownWins(self.fours)
        elif plans.sees_fours:
            self.fours = FourSearch(*rules)
        self.group_cells = GROUP_CELLS
        self.directions = DIRECTIONS
        self.cell_places = CELL_PLACES
        self.cell_begins = CELL_BEGINS
        self.zones = ZONES
        self.digits = DIGITS
        self.state_of = STATES
        self.n_sets = len(plans.members) // SHAPE_BYTES
        self.n_words = (self.n_sets + 63) // 64
        self._find_members(plans.members)
        self.no_shapes = EMPTY_SHAPES
        self.shape = array("i", EMPTY_SHAPES)
        self.sets = array("Q", self.no_groups)
        self.sizes = array("i", self.no_sizes)
        self.last = -1
        self.stamp = 0
        self.game = array("i", [-1])
        self.last_at = array("i", [-1])
        self.n_plies = self.ply = self.shown = self.first = 0

    # -- tables

    def _find_members(self, rows):
        """Transpose the membership table of `plans`, and fill the sets of the empty board."""
        cython.declare(shape=cython.int, number=cython.int, group=cython.int, k=cython.int)
        one: cython.ulonglong = 1
        row: cython.uchar[::1] = rows
        self.members = array("Q", bytes(8 * (N_SHAPES * self.n_words or 1)))
        self.no_groups = array("Q", bytes(8 * (WORDS * self.n_sets or 1)))
        self.no_sizes = array("i", bytes(4 * (self.n_sets or 1)))
        # Transposed, the row of a shape has the bits of all sets side by side, so that a stone compares
        # 64 sets of two shapes with one exclusive or; in the layout of `plans` each set would be looked
        # up separately.
        for number in range(self.n_sets):
            k = SHAPE_BYTES * number
            for shape in range(N_SHAPES):
                if row[k + (shape >> 3)] >> (shape & 7) & 1:
                    self.members[self.n_words * shape + (number >> 6)] |= one << (number & 63)
            for group in range(N_GROUPS):
                shape = EMPTY_SHAPES[group]
                if row[k + (shape >> 3)] >> (shape & 7) & 1:
                    self.no_groups[WORDS * number + (group >> 6)] |= one << (group & 63)
                    self.no_sizes[number] += 1

    def _update_groups(self, cell, color, sign):
        """Add a stone to the sets of groups (sign 1), or remove it (-1)."""
        cython.declare(k=cython.int, place=cython.int, group=cython.int, number=cython.int)
        cython.declare(word=cython.int, old=cython.int, new=cython.int, i=cython.int)
        one: cython.ulonglong = 1
        cython.declare(bit=cython.ulonglong, before=cython.ulonglong, changed=cython.ulonglong)
        # Only the groups through the cell are visited, and only the sets that they enter or leave.
        # Rebuilding all sets at each position took 21.0 s where this takes 12.4 (`renju find` on 3
        # million positions, 41 sets; BENCHMARKS.md, "Questions to games").
        for k in range(self.cell_begins[cell], self.cell_begins[cell + 1]):
            place = self.cell_places[k]  # 8 * group + the position of the cell in it
            group = place >> 3
            # The shape is a mixed-radix number, so a stone adds the weight of its digit, whatever else is
            # in the group.
            old = self.shape[group]
            new = old + sign * (color + 1) * self.digits[place & 7]
            self.shape[group] = new
            word = group >> 6
            bit = one << (group & 63)
            # Most stones change few memberships, so a loop over the differences costs less than one over
            # the sets. Adding and removing a stone are the same exclusive or, so no undo log is needed.
            for i in range(self.n_words):
                before = self.members[self.n_words * old + i]
                changed = before ^ self.members[self.n_words * new + i]
                while changed:
                    number = first_bit(changed)
                    changed &= changed - 1
                    self.sizes[64 * i + number] += -1 if before >> number & 1 else 1
                    self.sets[WORDS * (64 * i + number) + word] ^= bit
        self.stamp += 1

    def _put(self, cell, color):
        """Place a stone, which becomes the last stone."""
        if self.has_lines:
            self._play(cell, color)
        else:
            self.moved[self.n_moves] = cell
            self.moved_color[self.n_moves] = color
            self.n_moves += 1
            self.owner[cell] = color
        if self.sees_fours:
            self.fours._play(cell, color)
        self._update_groups(cell, color, 1)
        self.last = cell

    def _take(self, last):
        """Remove the stone that was played last; `last` is the stone before it."""
        cell: cython.int = self.moved[self.n_moves - 1]
        color: cython.int = self.moved_color[self.n_moves - 1]
        self._take_stone()
        self._update_groups(cell, color, -1)
        self.last = last

    def _take_stone(self):
        """Remove the stone that was played last from the board, but not from the sets of groups."""
        if self.has_lines:
            self._undo()
        else:
            self.n_moves -= 1
            self.owner[self.moved[self.n_moves]] = -1
        if self.sees_fours:
            self.fours._undo()

    def _show(self):
        """Update the board to the current position of the game."""
        cell: cython.int
        # The board goes through the moves between the two positions. Questions about other moments mostly
        # ask for near ones ("2 later"), for which a few stones cost less than a new start from an empty
        # board.
        while self.shown < self.ply:
            cell = self.game[self.shown]
            if cell >= 0:
                self._put(cell, (self.first + self.shown) & 1)
            self.shown += 1
        while self.shown > self.ply:
            self.shown -= 1
            cell = self.game[self.shown]
            if cell >= 0:
                self._take(self.last_at[self.shown])

    # -- for Python callers

    def put(self, cell: cython.int, color: cython.int) -> None:
        """Place a stone, which becomes the last stone."""
        self._check_empty(cell)
        check(0 <= color <= 1, "color out of range")
        self._put(cell, color)

    def play(self, cell: cython.int, color: cython.int) -> None:
        """Place a stone as `put` does; overrides `Board.play`."""
        self.put(cell, color)

    def undo(self) -> None:
        """Remove the last stone as `take` does; overrides `Board.undo`."""
        self.take()

    def take(self) -> None:
        """Remove the last stone."""
        check(self.n_moves > 0, "no stone to take back")
        self._take(self.moved[self.n_moves - 2] if self.n_moves > 1 else -1)

    def clear(self) -> None:
        """Remove all stones."""
        # Copying the tables of the empty board costs less than removing the stones from them one by one.
        while self.n_moves:
            self._take_stone()
        self.shape[:] = self.no_shapes
        self.sets[:] = self.no_groups
        self.sizes[:] = self.no_sizes
        self.last = -1
        self.stamp += 1

    def set_last(self, cell: cython.int) -> None:
        """Set the cell of the stone played last; -1 for none."""
        check(-1 <= cell < N_CELLS, "cell out of range")
        self.last = cell

    def groups(self, number: cython.int) -> list[int]:
        """Return the groups in the set with the given number."""
        check(0 <= number < self.n_sets, "set out of range")
        return [g for g in range(N_GROUPS) if self.sets[WORDS * number + (g >> 6)] >> (g & 63) & 1]
