# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The board with its tables of groups, and the machine that runs the plans of rules.

Invariants:
- `shape[group]` has the contents of the seven fields of a group, a digit for each position: 0 nothing, 1
  a black stone, 2 a white stone, on a border 3 for no field. `state_of[shape]` is 4 * (6 * Black's stones
  + White's stones on the five base fields); bits 0 and 1 are for a black and a white stone on a border.
- A set of groups is 572 bits in nine words, the lowest group first; `sizes` says how many are in it. The
  sets are those that the plans use. Whether a group is in one depends only on its shape: `members` has
  for each shape a bit for each set.
- A plan is a sequence of instructions of eight numbers: the operation (named in opcodes.py), the place to
  go to on failure, and six operands. After success the next one runs. On failure 2 * place + 1 means the
  next solution of an instruction that has more than one, 2 * place a fresh start: backtracking needs no
  stack.
- An instruction with several solutions keeps its place in `word` and `bits`. A color is 0 black, 1 white,
  -1 none, 2 both.
- A board may have a game (in _find), and is at its moment `ply`, after that many moves on the stones from
  before it; `shown` of them are on the board, which is updated when it is read. A plan may go to another
  moment (GO), and returns before it ends (BACK): while the instructions between them have solutions,
  failure leads to these two, which go there again.
- With `sees_fours`, for programs that use wins by fours, `fours` has the same stones.
- If forbidden moves are those of the rules, a test of them plays a stone and runs plans inside a plan:
  each depth has registers and places of its own.
"""

from array import array

import cython

from zet.engines.kernel._polls import Poll
from zet.engines.noire.codes import WAYS_X, WAYS_Y
from zet.engines.noire.groups import GROUPS, PLACES, WEIGHTS
from zet.engines.noire.plans import Plans
from zet.engines.renju._board import Board
from zet.engines.renju._fours import FourSearch

if not cython.compiled:  # in C they come by the .pxd
    from zet.engines.kernel.bits import first_bit
    from zet.engines.kernel.checks import check, check_all
    from zet.engines.noire import opcodes as op
    from zet.engines.noire.codes import *
    from zet.engines.renju.constants import FIVE, GIVEN_UP, LEGAL, N_CELLS, WHITE, WIN

NEVER = cython.declare(cython.longlong, 1 << 62)
FAILURES = cython.declare(cython.int, 1 << 20)
"""The number of failed literals after which a slow rule calls the poll."""


def _geometry():
    """Return the cells of the groups at positions 0 to 7 (-1 for none), and their directions.

    For each cell its groups and positions, as 8 * group + position, and where its list begins.
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
    """Return for each shape its state."""
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
    """Return the distances of the cells to the nearest edge, and then to the nearest corner."""
    edge, corner = array("i"), array("i")
    for cell in range(225):
        x, y = (min(at, 14 - at) for at in divmod(cell, 15))
        edge.append(min(x, y))
        corner.append(max(x, y))
    return edge + corner


DIGITS = array("i", WEIGHTS)
GROUP_CELLS, DIRECTIONS, CELL_PLACES, CELL_BEGINS = _geometry()
ZONES = _zones()
STEPS_X, STEPS_Y = array("i", WAYS_X), array("i", WAYS_Y)
EMPTY_SHAPES = array("i", [group.shape for group in GROUPS])
STATES = _states()


@cython.cclass
class Matcher(Board):
    """The board on which plans run.

    `plans` is what `plans_of` makes. The rule of the game is that of the board: for a color that needs
    exactly five, groups with a stone of that color on a border field do not count in the search.
    """

    def __init__(self, rules: tuple, plans, by_rules: bool):
        Board.__init__(self, *rules)
        check(isinstance(plans, Plans), "no plans")
        self.nodes = 0
        self.failures = 0
        self.is_halted = False
        self.sees_fours = plans.sees_fours
        self.fours = FourSearch(*rules) if plans.sees_fours else None
        self.no_limits = Poll(None)
        self._heed(self.no_limits)
        self.group_cells = GROUP_CELLS
        self.directions = DIRECTIONS
        self.cell_places = CELL_PLACES
        self.cell_begins = CELL_BEGINS
        self.span_sets = plans.span_sets
        self.n_sets = len(plans.members) // SHAPE_BYTES
        self.n_words = (self.n_sets + 63) // 64
        self.digits = DIGITS
        self.state_of = STATES
        self._find_members(plans.members)
        self.no_shapes = EMPTY_SHAPES
        self.shape = array("i", EMPTY_SHAPES)
        self.sets = array("Q", self.no_groups)
        self.sizes = array("i", self.no_sizes)
        self.last = -1
        self.by_rules = by_rules
        self.n_code = len(plans.code) // WIDTH
        self.n_registers = len(plans.registers)
        self.n_frames = 227 if by_rules else 1
        self.code = plans.code
        self.extra = plans.extra
        self.registers = array("i", plans.registers * self.n_frames)
        self.word = array("i", bytes(4 * self.n_code * self.n_frames))
        self.bits = array("Q", bytes(8 * self.n_code * self.n_frames))
        self.rule_level = plans.levels
        self.rule_player = plans.players
        self.quick = plans.quick
        self.written = plans.written
        self.rule_order = plans.rule_order
        self.n_deciding = plans.n_deciding
        self.n_rules = len(plans.levels)
        self.zones = ZONES
        self.ways_x, self.ways_y = STEPS_X, STEPS_Y
        self.seen = array("Q", bytes(8 * COUNT_WORDS * (plans.n_counts * self.n_frames or 1)))
        self.n_seen = array("i", bytes(4 * (plans.n_counts * self.n_frames or 1)))
        self.n_counts = plans.n_counts
        self.game = array("i", [-1])
        self.last_at = array("i", [-1])
        self.n_plies = self.ply = self.shown = self.first = 0
        self.winner_color = self.how_ended = -2
        self.known_forbidden = array("B", bytes(225))
        self.known_at = array("q", [-1]) * 225
        self.stamp = 0

    # -- tables

    def _find_members(self, rows):
        """Turn rows of shapes, one for each set, into the sets of each shape; find the empty board's."""
        cython.declare(shape=cython.int, number=cython.int, group=cython.int, k=cython.int)
        one: cython.ulonglong = 1
        row: cython.uchar[::1] = rows
        self.members = array("Q", bytes(8 * (N_SHAPES * self.n_words or 1)))
        self.no_groups = array("Q", bytes(8 * (WORDS * self.n_sets or 1)))
        self.no_sizes = array("i", bytes(4 * (self.n_sets or 1)))
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
        """Add a stone to the tables of groups (sign 1), or remove it (-1)."""
        cython.declare(k=cython.int, place=cython.int, group=cython.int, number=cython.int)
        cython.declare(word=cython.int, old=cython.int, new=cython.int, i=cython.int)
        one: cython.ulonglong = 1
        cython.declare(bit=cython.ulonglong, before=cython.ulonglong, changed=cython.ulonglong)
        for k in range(self.cell_begins[cell], self.cell_begins[cell + 1]):
            place = self.cell_places[k]
            group = place >> 3
            old = self.shape[group]
            new = old + sign * (color + 1) * self.digits[place & 7]
            self.shape[group] = new
            word = group >> 6
            bit = one << (group & 63)
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
        """Play a stone; it becomes the last one."""
        self._play(cell, color)
        if self.sees_fours:
            self.fours._play(cell, color)
        self._update_groups(cell, color, 1)
        self.last = cell

    def _take(self, last):
        """Take the stone back that was played last; `last` is the one before it."""
        cell: cython.int = self.moved[self.n_moves - 1]
        color: cython.int = self.moved_color[self.n_moves - 1]
        self._undo()
        if self.sees_fours:
            self.fours._undo()
        self._update_groups(cell, color, -1)
        self.last = last

    def _show(self):
        """Put the game's position at the moment on the board."""
        cell: cython.int
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

    def _value(self, kind, a, b):
        """Return a value of cells or numbers; -2 if there is none."""
        cython.declare(x=cython.int, y=cython.int)
        if kind == EDGE:
            return self.zones[a]
        if kind == CORNER:
            return self.zones[N_CELLS + a]
        if kind == DISTANCE:
            x = a % 15 - b % 15
            y = a // 15 - b // 15
            return max(max(x, -x), max(y, -y))
        if kind == WHY_FORBIDDEN:
            self._show()
            x = LEGAL if self.owner[a] >= 0 else self._forbidden(a)
            return -2 if x == LEGAL else x - 1
        if kind == FOURS_MOVE:
            self._show()
            return self._move_by_fours(a, b)
        if kind == TO_MOVE:
            return (self.first + self.ply) & 1
        if kind == NOW:
            return self.ply
        if kind == AFTER:
            return self.ply + a if self.ply + a <= self.n_plies else -2
        if kind == BEFORE:
            return self.ply - a if a <= self.ply else -2
        if kind == APART:
            return max(a - self.ply, self.ply - a)
        if kind == ENDS:
            return self.n_plies
        if kind == WINNER:
            return self.winner_color
        return self.how_ended

    def _step(self, cell, sign, ahead, way, aside, is_straight):
        """Return the cell some steps from one, ahead in a way and aside of it; -2 if there is none.

        A straight way is any of eight; else the first four of `way` have the cell aside on the left.
        """
        cython.declare(left=cython.int, x=cython.int, y=cython.int)
        if way < 0 or way > 7 or ahead > MAX_NUMBER or aside > MAX_NUMBER:
            return -2
        left = 0
        if not is_straight:
            left = way + 1 if way < 4 else way - 1
            left = 2 * left & 7
            way = 2 * way & 7
        x = cell % 15 + sign * (ahead * self.ways_x[way] + aside * self.ways_x[left])
        y = cell // 15 + sign * (ahead * self.ways_y[way] + aside * self.ways_y[left])
        return 15 * y + x if 0 <= x < 15 and 0 <= y < 15 else -2

    def _move_by_fours(self, color, most):
        """Return the first move of a win by at most `most` fours, or a five; -2 if there is none."""
        result: cython.int
        if color < 0 or color > 1 or most < 1:
            return -2
        self.fours.budget = NEVER
        result = self.fours._win_by_fours(color, most)
        if result == GIVEN_UP:
            self.is_halted = True
        if result != WIN:
            return -2
        return self.fours.found[0] if self.fours.n_found else self.fours.end

    # -- forbidden moves

    def _stone_loses(self, cell, frame):
        """Whether a black stone on an empty cell, which makes no five, loses by the rules of level 0."""
        k: cython.int
        last: cython.int = self.last
        found: cython.bint = False
        self._put(cell, 0)
        for k in range(self.n_rules):
            if self.rule_level[k] == 0 and self.rule_player[k] == WHITE:
                if self._run(2 * self.quick[k], frame) >= 0:
                    found = True
                    break
        self._take(last)
        return found

    def _is_forbidden(self, cell):
        """Whether Black may not play on an empty cell; kept until the position changes."""
        if self.known_at[cell] != self.stamp:
            if self.by_rules:
                self.known_forbidden[cell] = not self._makes(cell, 0, FIVE) and self._stone_loses(cell, 1)
            else:
                self.known_forbidden[cell] = self._forbidden(cell) != LEGAL
            self.known_at[cell] = self.stamp
        return self.known_forbidden[cell]

    def _sequence_loses(self, base, count, color, frame):
        """Whether a black stone among those played one after another is forbidden; -1 on a taken cell.

        `color` is that of the first stone if they alternate, -1 if all are black. A five ends the game.
        """
        cython.declare(i=cython.int, cell=cython.int)
        who: cython.int = 0
        result: cython.int = 0
        n_played: cython.int = 0
        last: cython.int = self.last
        if color >= 0:
            who = color
        elif count == 1 and not self.by_rules:
            cell = self.registers[self.n_registers * frame + self.extra[base]]
            return -1 if self.owner[cell] >= 0 else self._is_forbidden(cell)
        for i in range(count):
            cell = self.registers[self.n_registers * frame + self.extra[base + i]]
            if self.owner[cell] >= 0:
                result = -1
                break
            if self._makes(cell, who, FIVE):
                break
            if who == 0:
                if self.by_rules:
                    result = self._stone_loses(cell, frame + 1)
                else:
                    result = self._forbidden(cell) != LEGAL
                if result:
                    break
            if i < count - 1:
                n_played += 1
                if self.by_rules:
                    self._put(cell, who)
                else:
                    self._play(cell, who)
            if color >= 0:
                who = 1 - who
        for i in range(n_played):
            if self.by_rules:
                self._take(last)
            else:
                self._undo()
        return result

    # -- the machine

    def _resume(self):
        """Go on after a halt, without limits; raise the exception of the poll."""
        poll = self.poll
        self.is_halted = False
        self._heed(self.no_limits)
        poll.raise_error()

    def _heed(self, poll):
        """Set the poll that can end the next work."""
        self.poll = poll
        if self.sees_fours:
            self.fours.poll = poll

    def _run(self, start, frame):
        """Run a plan; return the place where it found a solution, -1 if there is none or it was halted.

        `start` is 2 * place, or 2 * place + 1 to take the next solution of the instruction there.
        """
        pc: cython.int = start >> 1
        again: cython.bint = start & 1
        base: cython.int = self.n_registers * frame
        kept: cython.int = self.n_code * frame
        cython.declare(at=cython.int, a=cython.int, b=cython.int, c=cython.int, d=cython.int)
        cython.declare(e=cython.int, f=cython.int, i=cython.int, x=cython.int, word=cython.int)
        cython.declare(bits=cython.ulonglong, ok=cython.bint)
        one: cython.ulonglong = 1
        if self.is_halted:
            return -1
        while True:
            at = WIDTH * pc
            a = self.code[at + 2]
            b = self.code[at + 3]
            c = self.code[at + 4]
            d = self.code[at + 5]
            e = self.code[at + 6]
            f = self.code[at + 7]
            ok = False
            i = self.code[at]
            if self.shown != self.ply and op.FIRST_OF_BOARD <= i <= op.LAST_OF_BOARD:
                self._show()
            if i == op.FAIL:
                pass
            elif i == op.FOUND:
                return pc
            elif i == op.NONE:  # there is no solution
                return -1
            elif i == op.JUMP:  # to a
                pc = a
                again = False
                continue
            elif i == op.SOME:  # set a is not empty (b: it is)
                ok = (self.sizes[a] != 0) != b
            elif i == op.EACH:  # group of set a into b
                if again:
                    word = self.word[kept + pc]
                    bits = self.bits[kept + pc]
                else:
                    word = 0
                    bits = self.sets[WORDS * a]
                a *= WORDS
                while not bits and word < WORDS - 1:
                    word += 1
                    bits = self.sets[a + word]
                if bits:
                    self.registers[base + b] = 64 * word + first_bit(bits)
                    self.bits[kept + pc] = bits & (bits - 1)
                    self.word[kept + pc] = word
                    ok = True
            elif i == op.EACH_AT:  # group of set a into b that holds the cell d in span c
                c = WORDS * (N_CELLS * c + self.registers[base + d])
                a *= WORDS
                if again:
                    word = self.word[kept + pc]
                    bits = self.bits[kept + pc]
                else:
                    word = 0
                    bits = self.sets[a] & self.span_sets[c]
                while not bits and word < WORDS - 1:
                    word += 1
                    bits = self.sets[a + word] & self.span_sets[c + word]
                if bits:
                    self.registers[base + b] = 64 * word + first_bit(bits)
                    self.bits[kept + pc] = bits & (bits - 1)
                    self.word[kept + pc] = word
                    ok = True
            elif i == op.EACH_AT_BOTH:  # the same with a further cell f in span e
                c = WORDS * (N_CELLS * c + self.registers[base + d])
                e = WORDS * (N_CELLS * e + self.registers[base + f])
                a *= WORDS
                if again:
                    word = self.word[kept + pc]
                    bits = self.bits[kept + pc]
                else:
                    word = 0
                    bits = self.sets[a] & self.span_sets[c] & self.span_sets[e]
                while not bits and word < WORDS - 1:
                    word += 1
                    bits = self.sets[a + word] & self.span_sets[c + word] & self.span_sets[e + word]
                if bits:
                    self.registers[base + b] = 64 * word + first_bit(bits)
                    self.bits[kept + pc] = bits & (bits - 1)
                    self.word[kept + pc] = word
                    ok = True
            elif i == op.IN_SET:  # group b is in set a (c: it is not)
                x = self.registers[base + b]
                ok = ((self.sets[WORDS * a + (x >> 6)] >> (x & 63) & 1) != 0) != c
            elif i == op.EACH_CELL_OF:  # cell into a of group b at positions c to d, of color e
                x = self.word[kept + pc] if again else c
                b = 8 * self.registers[base + b]
                while x <= d:
                    word = self.group_cells[b + x]
                    x += 1
                    if word >= 0 and (e == ANY_COLOR or self.owner[word] == e):
                        self.registers[base + a] = word
                        self.word[kept + pc] = x
                        ok = True
                        break
            elif i == op.IS_AT:  # cell a is in group b in span c (d: it is not)
                x = self.registers[base + b]
                c = WORDS * (N_CELLS * c + self.registers[base + a])
                ok = ((self.span_sets[c + (x >> 6)] >> (x & 63) & 1) != 0) != d
            elif i == op.IS_COLOR:  # the color of cell a is b (c: it is not)
                ok = (self.owner[self.registers[base + a]] == b) != c
            elif i == op.IS_EQUAL:  # a equals b (c: it does not)
                ok = (self.registers[base + a] == self.registers[base + b]) != c
            elif i == op.BECOMES:  # a becomes b
                self.registers[base + a] = self.registers[base + b]
                ok = True
            elif i == op.DIRECTION:  # the direction of group b into a
                self.registers[base + a] = self.directions[self.registers[base + b]]
                ok = True
            elif i == op.ONE_DIRECTION:  # groups a and b have one direction (c: they have not)
                ok = (
                    self.directions[self.registers[base + a]] == self.directions[self.registers[base + b]]
                ) != c
            elif i == op.LAST:  # the last move into a
                self.registers[base + a] = self.last
                ok = self.last >= 0
            elif i == op.LOSES:  # b stones from a: do they for Black (c); d: alternating, e first
                f = -1
                if d:
                    f = self.registers[base + e]
                    if f != 0 and f != 1:
                        f = -2
                ok = f != -2 and self._sequence_loses(a, b, f, frame) == c
            elif i == op.EACH_CELL:  # cell into a, its color b or into b (c)
                x = self.word[kept + pc] if again else 0
                while x < N_CELLS:
                    if c or self.owner[x] == self.registers[base + b]:
                        break
                    x += 1
                if x < N_CELLS:
                    self.registers[base + a] = x
                    if c:
                        self.registers[base + b] = self.owner[x]
                    self.word[kept + pc] = x + 1
                    ok = True
            elif i == op.COLOR_OF:  # the color of cell a into b
                self.registers[base + b] = self.owner[self.registers[base + a]]
                ok = True
            elif i == op.HAS_COLOR:  # the color of cell a is that in b (c: it is not)
                ok = (self.owner[self.registers[base + a]] == self.registers[base + b]) != c
            elif i == op.IS_OF:  # group a has color b, number c (e: not); d: bit 0 sets b, 1 sets c
                ok = self._has_color_and_number(self.registers[base + a], base, b, c, d) != e
            elif i == op.EACH_GROUP:  # group into a, as in IS_OF
                x = self.word[kept + pc] if again else 0
                while x < N_GROUPS:
                    if self._has_color_and_number(x, base, b, c, d):
                        self.registers[base + a] = x
                        self.word[kept + pc] = x + 1
                        ok = True
                        break
                    x += 1
            elif i == op.EACH_CELL_BETWEEN:  # cell into a of group b at positions in c to d
                x = self.word[kept + pc] if again else max(self.registers[base + c], 0)
                b = 8 * self.registers[base + b]
                while x <= self.registers[base + d] and x < 7:
                    word = self.group_cells[b + x]
                    x += 1
                    if word >= 0:
                        self.registers[base + a] = word
                        self.word[kept + pc] = x
                        ok = True
                        break
            elif i == op.EACH_GROUP_BETWEEN:  # group into b that holds the cell a at positions in c to d
                e = self.registers[base + a]
                x = self.word[kept + pc] if again else self.cell_begins[e]
                while x < self.cell_begins[e + 1]:
                    f = self.cell_places[x]
                    x += 1
                    if self.registers[base + c] <= (f & 7) <= self.registers[base + d]:
                        self.registers[base + b] = f >> 3
                        self.word[kept + pc] = x
                        ok = True
                        break
            elif i == op.IS_BETWEEN:  # cell a is in group b at positions in c to d (e: it is not)
                f = self.registers[base + a]
                b = 8 * self.registers[base + b]
                for x in range(7):
                    if self.group_cells[b + x] == f:
                        if self.registers[base + c] <= x <= self.registers[base + d]:
                            ok = True
                ok = ok != e
            elif i == op.CLAUSE_END:  # the end of a clause: what comes after a fails into b
                self.word[kept + a] = b
                pc = a + 1
                again = False
                continue
            elif i == op.CLAUSES:  # the further solutions of the clause that ended here
                x = self.word[kept + pc]
                pc = x >> 1
                again = x & 1
                continue
            elif i == op.GO:  # to the moment in a; again: back
                if again:
                    self.ply = self.word[kept + pc]
                elif 0 <= self.registers[base + a] <= self.n_plies:
                    self.word[kept + pc] = self.ply
                    self.ply = self.registers[base + a]
                    ok = True
            elif i == op.BACK:  # to the moment of the GO at a; again: to the one before BACK
                if again:
                    self.ply = self.word[kept + pc]
                else:
                    self.word[kept + pc] = self.ply
                    self.ply = self.word[kept + a]
                    ok = True
            elif i == op.VALUE:  # the value a of c and d into b; of a step also of e and f
                x = self.registers[base + c] if c >= 0 else 0
                word = self.registers[base + d] if d >= 0 else 0
                if a == STEP or a == STEP_BACK:
                    i = self.registers[base + f] if f >= 0 else 0
                    x = self._step(x, 1 if a == STEP else -1, word, self.registers[base + e], i, f < 0)
                else:
                    x = self._value(a, x, word)
                self.registers[base + b] = x
                ok = x > -2
            elif i == op.IS_LESS:  # a is less than b (c: it is not)
                ok = (self.registers[base + a] < self.registers[base + b]) != c
            elif i == op.EACH_NUMBER:  # number into d: between those in b and c, or as a says
                if a == BETWEEN:
                    x = self.word[kept + pc] + 1 if again else self.registers[base + b]
                    e = min(self.registers[base + c], MAX_NUMBER)
                    ok = x <= e
                elif a == LATER:
                    x = self.word[kept + pc] + 1 if again else self.ply + 1
                    ok = x <= self.n_plies
                else:
                    x = self.word[kept + pc] - 1 if again else self.ply - 1
                    ok = x >= 0
                self.word[kept + pc] = x
                self.registers[base + d] = x
            elif i == op.COUNT_FROM_NONE:  # in a
                x = self.n_counts * frame + a
                self.n_seen[x] = 0
                for i in range(COUNT_WORDS):
                    self.seen[COUNT_WORDS * x + i] = 0
                ok = True
            elif i == op.COUNT:  # count the value of b in a, and continue with the next one
                x = self.n_counts * frame + a
                e = self.registers[base + b] + 1
                bits = one << (e & 63)
                e = COUNT_WORDS * x + (e >> 6)
                if not self.seen[e] & bits:
                    self.seen[e] |= bits
                    self.n_seen[x] += 1
            elif i == op.COUNTED:  # how many in a, into b
                self.registers[base + b] = self.n_seen[self.n_counts * frame + a]
                ok = True
            if ok:
                pc += 1
                again = False
            else:
                self.failures += 1
                if self.failures >= FAILURES:
                    self.failures = 0
                    if self.poll.should_stop(self.nodes):
                        self.is_halted = True
                        return -1
                x = self.code[at + 1]
                pc = x >> 1
                again = x & 1

    def _has_color_and_number(self, group, base, color, number, sets):
        """Whether a group has a color and a number of stones; `sets` names what is set, not tested."""
        stones: cython.int = self.state_of[self.shape[group]] >> 2
        black: cython.int = stones // 6
        white: cython.int = stones % 6
        its_color: cython.int = (2 if white else 0) if black else 1 if white else -1
        its_number: cython.int = 0 if black and white else black + white
        if sets & 1:
            self.registers[base + color] = its_color
        elif self.registers[base + color] != its_color:
            return False
        if sets & 2:
            self.registers[base + number] = its_number
        elif self.registers[base + number] != its_number:
            return False
        return True

    def _infer(self, side, level, count):
        """Return the first rule up to a level that holds with a color to move; -1 if none does.

        Only the first `count` rules in their order are tried.
        """
        cython.declare(k=cython.int, rule=cython.int)
        for k in range(self.n_rules * side, self.n_rules * side + count):
            rule = self.rule_order[k]
            if self.rule_level[rule] <= level and self._run(2 * self.quick[rule], 0) >= 0:
                return rule
        return -1

    # -- for Python

    def put(self, cell: cython.int, color: cython.int) -> None:
        """Play a stone; it becomes the last one."""
        self._check_empty(cell)
        check(0 <= color <= 1, "color out of range")
        self._put(cell, color)

    def play(self, cell: cython.int, color: cython.int) -> None:
        """Play a stone; it becomes the last one."""
        self.put(cell, color)

    def undo(self) -> None:
        """Take the last stone back."""
        self.take()

    def take(self) -> None:
        """Take the last stone back."""
        check(self.n_moves > 0, "no stone to take back")
        self._take(self.moved[self.n_moves - 2] if self.n_moves > 1 else -1)

    def clear(self) -> None:
        """Empty the board."""
        while self.n_moves:
            self._undo()
            if self.sees_fours:
                self.fours._undo()
        self.shape[:] = self.no_shapes
        self.sets[:] = self.no_groups
        self.sizes[:] = self.no_sizes
        self.last = -1
        self.stamp += 1

    def limit_matching(self, poll) -> None:
        """Set the poll that ends matching when it returns true; None for no poll."""
        self.no_limits = Poll(poll)
        self._heed(self.no_limits)

    def set_last(self, cell: cython.int) -> None:
        """Set the stone that was played last, -1 for none."""
        check(-1 <= cell < N_CELLS, "cell out of range")
        self.last = cell

    def infer(self, side: cython.int, level: cython.int) -> int:
        """Return the first rule that holds with a color to move; -1 if none does."""
        check(0 <= side <= 1, "color out of range")
        with cython.nogil:
            rule: cython.int = self._infer(side, level, self.n_rules)
        self._resume()
        return rule

    def holds(self, rule: cython.int) -> bool:
        """Whether a rule holds, by its quick plan."""
        check(0 <= rule < self.n_rules, "rule out of range")
        found: cython.bint = self._run(2 * self.quick[rule], 0) >= 0
        self._resume()
        return found

    def solutions(
        self, rule: cython.int, registers: list[int], most: cython.int = -1
    ) -> list[tuple[int, ...]]:
        """Return the values of a rule's variables, solution by solution, in the declared order.

        Each comes once. They are all, or the first `most`, or fewer if the poll of `limit_matching` ends
        the work.
        """
        found: dict[tuple[int, ...], bool] = {}
        count: cython.int = 0
        ply: cython.int = self.ply
        check(0 <= rule < self.n_rules, "rule out of range")
        check_all(registers, 0, self.n_registers - 1, "register out of range")
        place: cython.int = self._run(2 * self.written[rule], 0)
        while place >= 0:
            found[tuple([self.registers[number] for number in registers])] = True
            count += 1
            if len(found) == most:
                break
            if count & 1023 == 0 and self.poll.should_stop(self.nodes):
                self.is_halted = True
                break
            place = self._run(self.code[WIDTH * place + 1], 0)
        self.ply = ply
        self._show()
        self._resume()
        return list(found)

    def is_forbidden(self, cell: cython.int) -> bool:
        """Whether Black may not play on an empty cell."""
        self._check_empty(cell)
        forbidden: cython.bint = self._is_forbidden(cell)
        self._resume()
        return forbidden

    def is_five(self, cell: cython.int, color: cython.int) -> bool:
        """Whether a stone on an empty cell makes five."""
        self._check_empty(cell)
        check(0 <= color <= 1, "color out of range")
        return self._makes(cell, color, FIVE)

    def groups(self, number: cython.int) -> list[int]:
        """Return the groups of a set."""
        check(0 <= number < self.n_sets, "set out of range")
        return [g for g in range(N_GROUPS) if self.sets[WORDS * number + (g >> 6)] >> (g & 63) & 1]
