# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The board with its tables of groups, the machine that runs the plans of rules, and the searches.

Invariants:
- A set of groups is 572 bits in nine words, the lowest group first. `sets` begins with those that a stone
  changes (the numbers below SETS); after them come the sets of a program, each the meeting, the union or
  the difference of two earlier ones. These are up to date when `is_fresh` holds, as is `some`, which says
  of every set whether a group is in it.
- `state[group]` is 6 * Black's stones + White's stones on the five base fields; `border[group]` has bit 0
  for a black stone and bit 1 for a white stone on a border field.
- A plan is a run of instructions of eight numbers: what to do, where to go on failure, and what it takes.
  Success goes on to the next one. Where to go on failure is 2 * place + 1 for taking the next solution
  of an instruction that has more than one, 2 * place for starting afresh: backtracking needs no stack.
- An instruction with several solutions keeps its place in `word` and `bits`. A color is 0 black, 1 white,
  -1 none, 2 both.
- If forbidden moves are those of the rules, a test of them plays a stone and runs plans inside a plan:
  each depth has registers and places of its own.
"""

from array import array

import cython
from zet.engines.noire.groups import GROUPS, PLACES
from zet.engines.noire.signals import listen

if cython.compiled:
    from cython.cimports.zet.engines.kernel.bits import first_bit
    from cython.cimports.zet.engines.renju._board import Board
else:
    from zet.engines.kernel.bits import first_bit
    from zet.engines.renju._board import Board

ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
N_GROUPS = cython.declare(cython.int, 572)
WORDS = cython.declare(cython.int, 9)
N_CELLS = cython.declare(cython.int, 225)
WIDTH = cython.declare(cython.int, 8)
"""Numbers in an instruction."""

AT = cython.declare(cython.int, 12)
"""The first of the sets of the groups that have black, white, nothing at a position 0 to 6."""

SETS = cython.declare(cython.int, 34)
BASE_SETS = 34
ALL_SET = 33

BLACK = cython.declare(cython.int, 0)
WHITE = cython.declare(cython.int, 1)

SURE = cython.declare(cython.int, 100_000)
LEAST_WIN = cython.declare(cython.int, 99_775)
NEVER = cython.declare(cython.longlong, 1 << 62)
POLL = cython.declare(cython.longlong, 1 << 14)
FAILURES = cython.declare(cython.int, 1 << 20)
"""Literals that fail before a rule that takes long asks whether it has to end."""

STOPPED = cython.declare(cython.int, -1_000_000_000)
MOST = cython.declare(cython.int, 226)
DEAD_BITS = cython.declare(cython.int, 20)
NEVER_DEEPER = cython.declare(cython.int, 1 << 20)

ATTACKING = (0, 1, 16, 81, 256, 100_000)
DEFENDING = (0, 1, 9, 49, 169, 100_000)
"""What a group with so many stones is worth to the side that moved, and to the other side."""


def _geometry():
    """Return the cells of the groups at positions 0 to 7 (-1 for none), and their directions.

    For each cell its groups and positions, as 8 * group + position, and where its list begins; for each
    group the one that is moved a field forward, -1 if there is none.
    """
    cells, directions = array("i"), array("i")
    places, begins = array("i"), array("i")
    numbers = {(group.direction, group.base[0]): number for number, group in enumerate(GROUPS)}
    following = array("i")
    for group in GROUPS:
        cells.extend(-1 if cell is None else cell for cell in (*group.cells, None))
        directions.append(group.direction)
        following.append(numbers.get((group.direction, group.base[1]), -1))
    for of_cell in PLACES:
        begins.append(len(places))
        places.extend(8 * group + position for group, position in of_cell)
    begins.append(len(places))
    return cells, directions, places, begins, following


def _classes():
    """Return for each state of a group its set: 0-4 Black's, 5-9 White's, 10 none, 11 both."""
    found = array("i", bytes(4 * 36))
    for black in range(6):
        for white in range(6):
            kind = 11 if black and white else black - 1 if black else white + 4 if white else 10
            found[6 * black + white] = kind
    return found


GROUP_CELLS, DIRECTIONS, CELL_PLACES, CELL_BEGINS, NEXT_GROUP = _geometry()
CLASS_OF = _classes()
BONUS = array("i", [7 - max(abs(cell % 15 - 7), abs(cell // 15 - 7)) for cell in range(225)])


def spans(wanted):
    """Return for spans (first, last position) the sets of the groups that hold each cell in the span."""
    found = array("Q", bytes(8 * 9 * 225 * max(len(wanted), 1)))
    for number, (first, last) in enumerate(wanted):
        for group in range(572):
            for position in range(first, last + 1):
                cell = GROUPS[group].cells[position]
                if cell is not None:
                    found[9 * (225 * number + cell) + (group >> 6)] |= 1 << (group & 63)
    return found


def _values(exact_black, exact_white):
    """Return the worth of a group's state and border, first for Black as the attacker, then for White."""
    found = array("i", bytes(4 * 2 * 36 * 4))
    for attacker in range(2):
        for state in range(36):
            black, white = divmod(state, 6)
            for border in range(4):
                worth = 0
                if black and not white and not (exact_black and border & 1):
                    worth = ATTACKING[black] if attacker == 0 else -DEFENDING[black]
                if white and not black and not (exact_white and border & 2):
                    worth = ATTACKING[white] if attacker == 1 else -DEFENDING[white]
                found[144 * attacker + 4 * state + border] = worth
    return found


@cython.cclass
class Matcher(Board):
    """The board on which plans run.

    `plans` is what `compile` makes. The rule of the game is that of the board: for a color that needs
    exactly five, groups with its stone on a border field do not count in the search.
    """

    group_cells: cython.int[::1]
    directions: cython.int[::1]
    cell_places: cython.int[::1]
    cell_begins: cython.int[::1]
    next_group: cython.int[::1]
    class_of: cython.int[::1]
    bonus: cython.int[::1]
    span_sets: cython.ulonglong[::1]
    values: cython.int[::1]

    sets: cython.ulonglong[::1]
    some: cython.uchar[::1]
    state: cython.int[::1]
    border: cython.uchar[::1]
    black_border: cython.uchar[::1]
    white_border: cython.uchar[::1]
    set_code: cython.int[::1]
    n_sets: cython.int
    is_fresh: cython.bint
    last: cython.int

    code: cython.int[::1]
    extra: cython.int[::1]
    registers: cython.int[::1]
    word: cython.int[::1]
    bits: cython.ulonglong[::1]
    n_registers: cython.int
    n_code: cython.int
    n_frames: cython.int
    by_rules: cython.bint

    rule_level: cython.int[::1]
    rule_player: cython.int[::1]
    quick: cython.int[::1]
    written: cython.int[::1]
    scan: cython.int[::1]
    n_rules: cython.int
    known: cython.uchar[::1]
    known_at: cython.longlong[::1]
    stamp: cython.longlong

    failures: cython.int
    is_searching: cython.bint
    is_halted: cython.bint
    poll: object
    error: object

    def __init__(self, rules: tuple, plans, by_rules: bool):
        Board.__init__(self, *rules)
        self.failures = 0
        self.is_searching = False
        self.is_halted = False
        self.poll = listen
        self.error = None
        self.group_cells = GROUP_CELLS
        self.directions = DIRECTIONS
        self.cell_places = CELL_PLACES
        self.cell_begins = CELL_BEGINS
        self.next_group = NEXT_GROUP
        self.class_of = CLASS_OF
        self.bonus = BONUS
        self.values = _values(rules[0], rules[1])
        self.span_sets = plans.span_sets
        self.set_code = plans.set_code
        self.n_sets = BASE_SETS + len(plans.set_code) // 3
        self.sets = array("Q", bytes(8 * 9 * self.n_sets))
        self.some = array("B", bytes(self.n_sets))
        self.state = array("i", bytes(4 * 572))
        self.border = array("B", bytes(572))
        self.black_border = array("B", bytes(572))
        self.white_border = array("B", bytes(572))
        for group in range(572):
            bit = 1 << (group & 63)
            self.sets[9 * 10 + (group >> 6)] |= bit
            self.sets[9 * ALL_SET + (group >> 6)] |= bit
            for position in range(7):
                if GROUP_CELLS[8 * group + position] >= 0:
                    self.sets[9 * (12 + 3 * position + 2) + (group >> 6)] |= bit
        self.is_fresh = False
        self.last = -1
        self.by_rules = by_rules
        self.n_code = len(plans.code) // 8
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
        self.scan = plans.scan
        self.n_rules = len(plans.levels)
        self.known = array("B", bytes(225))
        self.known_at = array("q", [-1]) * 225
        self.stamp = 0

    # -- tables

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _change(self, cell: cython.int, color: cython.int, sign: cython.int) -> cython.void:
        """Put a stone into the tables of groups (sign 1), or take it away (-1)."""
        k: cython.int
        place: cython.int
        group: cython.int
        position: cython.int
        word: cython.int
        old: cython.int
        new: cython.int
        one: cython.ulonglong = 1
        bit: cython.ulonglong
        step: cython.int = sign * (6 if color == 0 else 1)
        for k in range(self.cell_begins[cell], self.cell_begins[cell + 1]):
            place = self.cell_places[k]
            group = place >> 3
            position = place & 7
            word = group >> 6
            bit = one << (group & 63)
            self.sets[WORDS * (AT + 3 * position + 2) + word] ^= bit
            self.sets[WORDS * (AT + 3 * position + color) + word] ^= bit
            if 0 < position < 6:
                old = self.state[group]
                new = old + step
                self.state[group] = new
                self.sets[WORDS * self.class_of[old] + word] &= ~bit & ALL
                self.sets[WORDS * self.class_of[new] + word] |= bit
            elif color == 0:
                self.black_border[group] += sign
                self.border[group] = (1 if self.black_border[group] else 0) | (self.border[group] & 2)
            else:
                self.white_border[group] += sign
                self.border[group] = (2 if self.white_border[group] else 0) | (self.border[group] & 1)
        self.is_fresh = False
        self.stamp += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _put(self, cell: cython.int, color: cython.int) -> cython.void:
        """Play a stone; it becomes the last one."""
        self._play(cell, color)
        self._change(cell, color, 1)
        self.last = cell

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self, last: cython.int) -> cython.void:
        """Take the stone back that was played last; `last` is the one before it."""
        cell: cython.int = self.moved[self.n_moves - 1]
        color: cython.int = self.moved_color[self.n_moves - 1]
        self._undo()
        self._change(cell, color, -1)
        self.last = last

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _freshen(self) -> cython.void:
        """Bring the sets of the program up to date, and what is empty."""
        k: cython.int
        i: cython.int
        a: cython.int
        b: cython.int
        c: cython.int
        any_bit: cython.ulonglong
        value: cython.ulonglong
        for k in range(12):
            any_bit = 0
            for i in range(9):
                any_bit |= self.sets[WORDS * k + i]
            self.some[k] = any_bit != 0
        for k in range(SETS, self.n_sets):
            a = WORDS * self.set_code[3 * (k - SETS) + 1]
            b = WORDS * self.set_code[3 * (k - SETS) + 2]
            c = WORDS * k
            any_bit = 0
            if self.set_code[3 * (k - SETS)] == 0:
                for i in range(9):
                    value = self.sets[a + i] & self.sets[b + i]
                    self.sets[c + i] = value
                    any_bit |= value
            elif self.set_code[3 * (k - SETS)] == 1:
                for i in range(9):
                    value = self.sets[a + i] | self.sets[b + i]
                    self.sets[c + i] = value
                    any_bit |= value
            else:
                for i in range(9):
                    value = self.sets[a + i] & ~self.sets[b + i]
                    self.sets[c + i] = value
                    any_bit |= value
            self.some[k] = any_bit != 0
        for k in range(12, SETS):
            any_bit = 0
            for i in range(9):
                any_bit |= self.sets[WORDS * k + i]
            self.some[k] = any_bit != 0
        self.is_fresh = True

    # -- what Black may not do

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _loses(self, cell: cython.int, frame: cython.int) -> cython.bint:
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _may_not(self, cell: cython.int) -> cython.bint:
        """Whether Black may not play on an empty cell of the position; kept until it changes."""
        if self.known_at[cell] != self.stamp:
            if self.by_rules:
                self.known[cell] = not self._has(cell, 0, 0) and self._loses(cell, 1)
            else:
                self.known[cell] = self._forbidden(cell) != 0
            self.known_at[cell] = self.stamp
        return self.known[cell]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _loss(
        self, base: cython.int, count: cython.int, color: cython.int, frame: cython.int
    ) -> cython.int:
        """Whether a black stone among those played one after another is forbidden; -1 on a taken cell.

        `color` is that of the first stone if they alternate, -1 if all are black. A five ends the game.
        """
        i: cython.int
        cell: cython.int
        who: cython.int = 0
        result: cython.int = 0
        n_played: cython.int = 0
        last: cython.int = self.last
        if color >= 0:
            who = color
        elif count == 1 and not self.by_rules:
            cell = self.registers[self.n_registers * frame + self.extra[base]]
            return -1 if self.owner[cell] >= 0 else self._may_not(cell)
        for i in range(count):
            cell = self.registers[self.n_registers * frame + self.extra[base + i]]
            if self.owner[cell] >= 0:
                result = -1
                break
            if self._has(cell, who, 0):
                break
            if who == 0:
                if self.by_rules:
                    result = self._loses(cell, frame + 1)
                else:
                    result = self._forbidden(cell) != 0
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
        if self.by_rules and not self.is_fresh:
            self._freshen()
        return result

    # -- the machine

    @cython.cfunc
    @cython.exceptval(check=False)
    def _ask(self) -> cython.void:
        """Poll, and halt if the answer is yes and a search can end; keep an exception for later."""
        try:
            if self.poll(0) and self.is_searching:
                self.is_halted = True
        except BaseException as error:
            self.error = error
            self.is_halted = True

    @cython.cfunc
    def _raise(self):
        """Go on from a halt; raise the exception that the poll met, if any."""
        self.is_halted = False
        if self.error is not None:
            error, self.error = self.error, None
            raise error

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, start: cython.int, frame: cython.int) -> cython.int:
        """Run a plan; return where it found a solution, -1 if there is none, or if it is halted.

        `start` is 2 * place, or 2 * place + 1 to take the next solution of the instruction there.
        """
        pc: cython.int = start >> 1
        again: cython.bint = start & 1
        base: cython.int = self.n_registers * frame
        kept: cython.int = self.n_code * frame
        at: cython.int
        a: cython.int
        b: cython.int
        c: cython.int
        d: cython.int
        e: cython.int
        f: cython.int
        i: cython.int
        x: cython.int
        word: cython.int
        bits: cython.ulonglong
        ok: cython.bint
        if self.is_halted:
            return -1
        if not self.is_fresh:
            self._freshen()
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
            if i == 0:  # FAIL
                pass
            elif i == 1:  # FOUND
                return pc
            elif i == 2:  # NONE: there is no solution
                return -1
            elif i == 3:  # JUMP to a
                pc = a
                again = False
                continue
            elif i == 4:  # SOME: set a is not empty (b: it is)
                ok = (self.some[a] != 0) != b
            elif i == 5:  # EACH group of set a into b
                if again:
                    word = self.word[kept + pc]
                    bits = self.bits[kept + pc]
                else:
                    word = 0
                    bits = self.sets[WORDS * a]
                a *= WORDS
                while not bits and word < 8:
                    word += 1
                    bits = self.sets[a + word]
                if bits:
                    self.registers[base + b] = 64 * word + first_bit(bits)
                    self.bits[kept + pc] = bits & (bits - 1)
                    self.word[kept + pc] = word
                    ok = True
            elif i == 6:  # EACH group of set a into b that holds the cell d in span c
                c = WORDS * (N_CELLS * c + self.registers[base + d])
                a *= WORDS
                if again:
                    word = self.word[kept + pc]
                    bits = self.bits[kept + pc]
                else:
                    word = 0
                    bits = self.sets[a] & self.span_sets[c]
                while not bits and word < 8:
                    word += 1
                    bits = self.sets[a + word] & self.span_sets[c + word]
                if bits:
                    self.registers[base + b] = 64 * word + first_bit(bits)
                    self.bits[kept + pc] = bits & (bits - 1)
                    self.word[kept + pc] = word
                    ok = True
            elif i == 7:  # the same with a further cell f in span e
                c = WORDS * (N_CELLS * c + self.registers[base + d])
                e = WORDS * (N_CELLS * e + self.registers[base + f])
                a *= WORDS
                if again:
                    word = self.word[kept + pc]
                    bits = self.bits[kept + pc]
                else:
                    word = 0
                    bits = self.sets[a] & self.span_sets[c] & self.span_sets[e]
                while not bits and word < 8:
                    word += 1
                    bits = self.sets[a + word] & self.span_sets[c + word] & self.span_sets[e + word]
                if bits:
                    self.registers[base + b] = 64 * word + first_bit(bits)
                    self.bits[kept + pc] = bits & (bits - 1)
                    self.word[kept + pc] = word
                    ok = True
            elif i == 8:  # group b is in set a (c: it is not)
                x = self.registers[base + b]
                ok = ((self.sets[WORDS * a + (x >> 6)] >> (x & 63) & 1) != 0) != c
            elif i == 9:  # EACH cell into a of group b at positions c to d, whose color is e (3: any)
                x = self.word[kept + pc] if again else c
                b = 8 * self.registers[base + b]
                while x <= d:
                    word = self.group_cells[b + x]
                    x += 1
                    if word >= 0 and (e == 3 or self.owner[word] == e):
                        self.registers[base + a] = word
                        self.word[kept + pc] = x
                        ok = True
                        break
            elif i == 10:  # cell a is in group b in span c (d: it is not)
                x = self.registers[base + b]
                c = WORDS * (N_CELLS * c + self.registers[base + a])
                ok = ((self.span_sets[c + (x >> 6)] >> (x & 63) & 1) != 0) != d
            elif i == 11:  # the color of cell a is b (c: it is not)
                ok = (self.owner[self.registers[base + a]] == b) != c
            elif i == 12:  # a equals b (c: it does not)
                ok = (self.registers[base + a] == self.registers[base + b]) != c
            elif i == 13:  # a becomes b
                self.registers[base + a] = self.registers[base + b]
                ok = True
            elif i == 14:  # the direction of group b into a
                self.registers[base + a] = self.directions[self.registers[base + b]]
                ok = True
            elif i == 15:  # groups a and b have one direction (c: they have not)
                ok = (
                    self.directions[self.registers[base + a]] == self.directions[self.registers[base + b]]
                ) != c
            elif i == 16:  # the last move into a
                self.registers[base + a] = self.last
                ok = self.last >= 0
            elif i == 17:  # b stones from a: 1 lose for Black, 0 do not (c); d: alternating from color e
                f = -1
                if d:
                    f = self.registers[base + e]
                    if f != 0 and f != 1:
                        f = -2
                ok = f != -2 and self._loss(a, b, f, frame) == c
            elif i == 18:  # EACH cell into a, its color b or into b (c)
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
            elif i == 19:  # the color of cell a into b
                self.registers[base + b] = self.owner[self.registers[base + a]]
                ok = True
            elif i == 20:  # the color of cell a is that in b (c: it is not)
                ok = (self.owner[self.registers[base + a]] == self.registers[base + b]) != c
            elif i == 21:  # group a has color b and number c; d: bit 0 sets b, 1 sets c (e: it has not)
                ok = self._is_of(self.registers[base + a], base, b, c, d) != e
            elif i == 22:  # EACH group into a, likewise
                x = self.word[kept + pc] if again else 0
                while x < N_GROUPS:
                    if self._is_of(x, base, b, c, d):
                        self.registers[base + a] = x
                        self.word[kept + pc] = x + 1
                        ok = True
                        break
                    x += 1
            elif i == 23:  # EACH cell into a of group b at positions in c to d
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
            elif i == 24:  # EACH group into b that holds the cell a at positions in c to d
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
            elif i == 25:  # cell a is in group b at positions in c to d (e: it is not)
                f = self.registers[base + a]
                b = 8 * self.registers[base + b]
                for x in range(7):
                    if self.group_cells[b + x] == f:
                        if self.registers[base + c] <= x <= self.registers[base + d]:
                            ok = True
                ok = ok != e
            elif i == 26:  # the end of a clause: what comes after a fails into b
                self.word[kept + a] = b
                pc = a + 1
                again = False
                continue
            elif i == 27:  # the further solutions of the clause that ended here
                x = self.word[kept + pc]
                pc = x >> 1
                again = x & 1
                continue
            if ok:
                pc += 1
                again = False
            else:
                self.failures += 1
                if self.failures >= FAILURES:
                    self.failures = 0
                    with cython.gil:
                        self._ask()
                    if self.is_halted:
                        return -1
                x = self.code[at + 1]
                pc = x >> 1
                again = x & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_of(
        self, group: cython.int, base: cython.int, color: cython.int, number: cython.int, sets: cython.int
    ) -> cython.bint:
        """Whether a group has a color and a number of stones; what is asked for is set instead."""
        kind: cython.int = self.class_of[self.state[group]]
        its_color: cython.int = 0 if kind < 5 else 1 if kind < 10 else -1 if kind == 10 else 2
        its_number: cython.int = kind + 1 if kind < 5 else kind - 4 if kind < 10 else 0
        if sets & 1:
            self.registers[base + color] = its_color
        elif self.registers[base + color] != its_color:
            return False
        if sets & 2:
            self.registers[base + number] = its_number
        elif self.registers[base + number] != its_number:
            return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _infer(self, side: cython.int, level: cython.int) -> cython.int:
        """Return the first rule that holds, up to a level, with a color to move; -1 if none does."""
        k: cython.int
        rule: cython.int
        for k in range(self.n_rules * side, self.n_rules * (side + 1)):
            rule = self.scan[k]
            if self.rule_level[rule] > level:
                break
            if self._run(2 * self.quick[rule], 0) >= 0:
                return rule
        return -1

    # -- for Python

    def put(self, cell: cython.int, color: cython.int):
        """Play a stone; it becomes the last one."""
        self._put(cell, color)

    def take(self):
        """Take the last stone back."""
        self._take(self.moved[self.n_moves - 2] if self.n_moves > 1 else -1)

    def clear(self):
        """Empty the board."""
        while self.n_moves:
            self._take(-1)

    def set_last(self, cell: cython.int):
        """Say which stone was played last, -1 for none."""
        self.last = cell

    def infer(self, side: cython.int, level: cython.int) -> int:
        """Return the first rule that holds with a color to move, in order of levels; -1 if none does."""
        with cython.nogil:
            rule: cython.int = self._infer(side, level)
        self._raise()
        return rule

    def holds(self, rule: cython.int) -> bool:
        """Whether a rule holds, by its quick plan."""
        found: cython.bint = self._run(2 * self.quick[rule], 0) >= 0
        self._raise()
        return found

    def solutions(self, rule: cython.int, registers: list[int], most: cython.int = -1) -> list[tuple]:
        """Return what a rule binds its variables to, solution by solution, in the declared order."""
        found = []
        place: cython.int = self._run(2 * self.written[rule], 0)
        while place >= 0:
            found.append(tuple([self.registers[number] for number in registers]))
            if len(found) == most:
                break
            place = self._run(self.code[8 * place + 1], 0)
        self._raise()
        return found

    def may_not(self, cell: cython.int) -> bool:
        """Whether Black may not play on an empty cell."""
        forbidden: cython.bint = self._may_not(cell)
        self._raise()
        return forbidden

    def is_five(self, cell: cython.int, color: cython.int) -> bool:
        """Whether a stone on an empty cell makes five."""
        return self._has(cell, color, 0)

    def groups(self, number: cython.int) -> list[int]:
        """Return the groups of a set."""
        if not self.is_fresh:
            self._freshen()
        return [g for g in range(572) if self.sets[9 * number + (g >> 6)] >> (g & 63) & 1]

    def time_infer(self, side: cython.int, level: cython.int, count: cython.int) -> int:
        """Infer this many times with the sets made anew each time; return the rule found."""
        i: cython.int
        rule: cython.int = -1
        with cython.nogil:
            for i in range(count):
                self.is_fresh = False
                rule = self._infer(side, level)
        return rule


@cython.cclass
class Noire(Matcher):
    """The searches of the program NOIRE: for a win by forcing moves, and for a move to play.

    The poll that `begin` is given is called every 2^14 nodes, and after 2^20 literals that failed; a true
    answer ends the search, an exception goes on to the caller when the search has come back.
    """

    nodes = cython.declare(cython.longlong, visibility="readonly")
    is_cut = cython.declare(cython.bint, visibility="readonly")
    is_stopped = cython.declare(cython.bint, visibility="readonly")
    limit: cython.longlong
    poll_at: cython.longlong
    exact: cython.int[::1]
    shapes: cython.int[::1]
    attacker: cython.int
    level: cython.int
    kind = cython.declare(cython.int, visibility="readonly")
    moves: cython.int[::1]
    worth: cython.int[::1]
    killers: cython.int[::1]
    line_moves: cython.int[::1]
    line_size: cython.int[::1]
    mark: cython.longlong
    marked: cython.longlong[::1]
    hits: cython.int[::1]
    banned: cython.uchar[::1]
    best_at_root: cython.int
    remembers: cython.bint
    salt: cython.ulonglong
    dead_keys: cython.ulonglong[::1]
    dead_depths: cython.int[::1]

    def __init__(self, rules: tuple, plans, by_rules: bool):
        Matcher.__init__(self, rules, plans, by_rules)
        self.exact = array("i", [int(rules[0]), int(rules[1])])
        self.shapes = array("i", [number for of_color in plans.shapes for number in of_color])
        self.moves = array("i", bytes(4 * 226 * 226))
        self.worth = array("i", bytes(4 * 226))
        self.killers = array("i", [-1]) * 227
        self.line_moves = array("i", bytes(4 * 227 * 227))
        self.line_size = array("i", bytes(4 * 227))
        self.mark = 0
        self.marked = array("q", bytes(8 * 225))
        self.hits = array("i", bytes(4 * 225))
        self.banned = array("B", bytes(225))
        self.remembers = False
        self.salt = 1
        self.dead_keys = array("Q", bytes(8))
        self.dead_depths = array("i", bytes(4))
        self.begin(-1, None)

    # -- limits

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_spent(self) -> cython.bint:
        """Whether the search has to end: the nodes are spent, or the poll says so."""
        if self.nodes >= self.poll_at:
            self.poll_at = self.nodes + POLL
            with cython.gil:
                self._ask()
        if self.is_halted or self.nodes >= self.limit:
            self.is_stopped = True
        return self.is_stopped

    # -- moves

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(self, cell: cython.int, base: cython.int, count: cython.int) -> cython.int:
        """Add an empty cell to the moves, once; return how many there are."""
        if cell < 0 or self.owner[cell] >= 0 or self.marked[cell] == self.mark:
            return count
        self.marked[cell] = self.mark
        self.moves[base + count] = cell
        return count + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_groups(self, number: cython.int, base: cython.int, count: cython.int) -> cython.int:
        """Add the empty base fields of the groups of a set."""
        word: cython.int
        position: cython.int
        group: cython.int
        bits: cython.ulonglong
        if self.some[number]:
            for word in range(9):
                bits = self.sets[WORDS * number + word]
                while bits:
                    group = 8 * (64 * word + first_bit(bits))
                    bits &= bits - 1
                    for position in range(1, 6):
                        count = self._add(self.group_cells[group + position], base, count)
        return count

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _may_grow(self, group: cython.int, color: cython.int) -> cython.bint:
        """Whether a group whose ends are empty can become a straight four of its four middle fields."""
        following: cython.int = self.next_group[group]
        if not self.exact[color]:
            return True
        return following >= 0 and not self.border[following] >> color & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _growing(self, group: cython.int) -> cython.int:
        """Return the first empty cell of the four middle fields, positions 2 to 5."""
        position: cython.int
        for position in range(2, 6):
            if self.owner[self.group_cells[8 * group + position]] < 0:
                return self.group_cells[8 * group + position]
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _against_threes(self, side: cython.int, base: cython.int) -> cython.int:
        """Add the answers to the other side's open threes; return their number, 0 if there are none."""
        other: cython.int = 1 - side
        number: cython.int = self.shapes[4 * other + 2]
        word: cython.int
        group: cython.int
        i: cython.int
        cell: cython.int
        bits: cython.ulonglong
        threes: cython.int = 0
        count: cython.int = 0
        common: cython.int = 0
        if not self.some[number]:
            return 0
        for word in range(9):
            bits = self.sets[WORDS * number + word]
            while bits:
                group = 64 * word + first_bit(bits)
                bits &= bits - 1
                cell = self._growing(group)
                if not self._may_grow(group, other) or (other == 0 and self._may_not(cell)):
                    continue
                threes += 1
                for i in range(3):
                    if i:
                        cell = self.group_cells[8 * group + (1 if i == 1 else 6)]
                    if self.marked[cell] != self.mark:
                        self.hits[cell] = 0
                    self.hits[cell] += 1
                    count = self._add(cell, base, count)
        for i in range(count):
            if self.hits[self.moves[base + i]] == threes:
                common += 1
        if common:
            common = 0
            for i in range(count):
                cell = self.moves[base + i]
                if self.hits[cell] == threes:
                    self.moves[base + common] = cell
                    common += 1
                else:
                    self.marked[cell] = 0
            count = common
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forced(self, side: cython.int, base: cython.int) -> cython.int:
        """Find the answers to the other side's fours (`kind` 1), else open threes (3), or none (0)."""
        count: cython.int
        self.mark += 1
        self.kind = 1
        count = self._add_groups(self.shapes[4 * (1 - side)], base, 0)
        if not count:
            self.kind = 3
            count = self._against_threes(side, base)
            if count:
                count = self._add_groups(self.shapes[4 * side + 1], base, count)
            else:
                self.kind = 0
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forcing(self, side: cython.int, base: cython.int) -> cython.int:
        """Find the moves that make a four or an open three."""
        number: cython.int = self.shapes[4 * side + 3]
        word: cython.int
        group: cython.int
        position: cython.int
        bits: cython.ulonglong
        count: cython.int
        self.mark += 1
        count = self._add_groups(self.shapes[4 * side + 1], base, 0)
        if self.some[number]:
            for word in range(9):
                bits = self.sets[WORDS * number + word]
                while bits:
                    group = 64 * word + first_bit(bits)
                    bits &= bits - 1
                    if self._may_grow(group, side):
                        for position in range(2, 6):
                            count = self._add(self.group_cells[8 * group + position], base, count)
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _legal(self, base: cython.int, count: cython.int) -> cython.int:
        """Drop Black's forbidden moves; return how many are left."""
        i: cython.int
        left: cython.int = 0
        for i in range(count):
            if not self._may_not(self.moves[base + i]):
                self.moves[base + left] = self.moves[base + i]
                left += 1
        return left

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _gain(self, cell: cython.int, color: cython.int) -> cython.int:
        """Return by how much a stone changes the evaluation from its own side."""
        k: cython.int
        group: cython.int
        position: cython.int
        at: cython.int
        gain: cython.int = self.bonus[cell]
        step: cython.int = 24 if color == 0 else 4
        for k in range(self.cell_begins[cell], self.cell_begins[cell + 1]):
            group = self.cell_places[k] >> 3
            position = self.cell_places[k] & 7
            at = 144 * color + 4 * self.state[group] + self.border[group]
            if 0 < position < 6:
                gain += self.values[at + step] - self.values[at]
            else:
                gain += self.values[at | (1 << color)] - self.values[at]
        return gain

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _order(
        self, side: cython.int, base: cython.int, count: cython.int, killer: cython.int
    ) -> cython.void:
        """Put the moves in order: the killer, then by the evaluation after the move, then by cell."""
        i: cython.int
        j: cython.int
        cell: cython.int
        worth: cython.int
        for i in range(count):
            cell = self.moves[base + i]
            worth = 0x3FFFFFFF if cell == killer else self._gain(cell, side)
            j = i
            while j > 0 and (
                self.worth[j - 1] < worth
                or (self.worth[j - 1] == worth and self.moves[base + j - 1] > cell)
            ):
                self.worth[j] = self.worth[j - 1]
                self.moves[base + j] = self.moves[base + j - 1]
                j -= 1
            self.worth[j] = worth
            self.moves[base + j] = cell

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(self, ply: cython.int, move: cython.int) -> cython.void:
        """Let the line of a node be a move and the line after it."""
        i: cython.int
        size: cython.int = self.line_size[ply + 1]
        self.line_moves[227 * ply] = move
        for i in range(size):
            self.line_moves[227 * ply + 1 + i] = self.line_moves[227 * (ply + 1) + i]
        self.line_size[ply] = size + 1

    # -- the tactical search

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _attack(
        self, side: cython.int, ply: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """Return the attacker's value by forcing moves: a win, the negative of a loss, or 0."""
        rule: cython.int
        value: cython.int
        count: cython.int
        base: cython.int = MOST * ply
        i: cython.int
        move: cython.int
        last: cython.int
        best: cython.int = 0
        best_move: cython.int = -1
        sign: cython.int = 1 if side == self.attacker else -1
        slot: cython.int = 0
        key: cython.ulonglong = 0
        left: cython.int = depth
        was_cut: cython.bint
        if self._is_spent():
            return STOPPED
        self.nodes += 1
        self.line_size[ply] = 0
        rule = self._infer(side, self.level)
        if rule >= 0 and (self.rule_player[rule] == side or self.rule_level[rule] == 0):
            value = SURE - ply - self.rule_level[rule]
            return value if self.rule_player[rule] == self.attacker else -value
        if self.remembers:
            key = self.key ^ self.salt ^ self.keys[2 * N_CELLS + side]
            slot = cython.cast(cython.int, key >> (64 - DEAD_BITS))
            if self.dead_keys[slot] == key and self.dead_depths[slot] >= 2 * depth:
                if self.dead_depths[slot] & 1:
                    self.is_cut = True
                return 0
        was_cut = self.is_cut
        self.is_cut = False
        if not self.is_fresh:
            self._freshen()
        count = self._forced(side, base)
        if not count:
            if sign < 0:
                self.is_cut = was_cut
                return 0
            count = self._forcing(side, base)
        if side == 0:
            count = self._legal(base, count)
            if not self.is_fresh:
                self._freshen()
        if not count:
            self.is_cut = was_cut
            return -sign * (SURE - ply - 2) if self.kind == 1 else 0
        if self.kind and count == 1:
            depth += 2 if sign > 0 else 1
        if depth <= 0:
            self.is_cut = True
            return 0
        self._order(side, base, count, self.killers[ply])
        last = self.last
        for i in range(count):
            move = self.moves[base + i]
            self._put(move, side)
            value = self._attack(1 - side, ply + 1, depth - 1, alpha, beta)
            self._take(last)
            if value == STOPPED:
                return STOPPED
            if best_move < 0 or sign * value > sign * best:
                best = value
                best_move = move
                self._keep(ply, move)
            if sign > 0:
                alpha = max(alpha, value)
                if value > LEAST_WIN or alpha >= beta:
                    break
            else:
                beta = min(beta, value)
                if alpha >= beta:
                    break
        self.killers[ply] = best_move
        if self.remembers and best <= 0:
            self.dead_keys[slot] = key
            self.dead_depths[slot] = 2 * left + 1 if self.is_cut else NEVER_DEEPER
        self.is_cut |= was_cut
        return best

    # -- the positional search

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _evaluation(self, color: cython.int) -> cython.int:
        """Return what the groups are worth to a color as the attacker."""
        group: cython.int
        total: cython.int = 0
        for group in range(N_GROUPS):
            total += self.values[144 * color + 4 * self.state[group] + self.border[group]]
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _position(
        self, side: cython.int, ply: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """Return the value of a position to the side that moves at the root, to a fixed depth."""
        rule: cython.int
        value: cython.int
        count: cython.int = 0
        base: cython.int = MOST * ply
        i: cython.int
        j: cython.int
        move: cython.int
        last: cython.int = self.last
        best: cython.int = 0
        best_move: cython.int = -1
        sign: cython.int = 1 if side == self.attacker else -1
        if self._is_spent():
            return STOPPED
        self.nodes += 1
        rule = self._infer(side, self.level)
        if ply and rule >= 0 and (self.rule_player[rule] == side or self.rule_level[rule] == 0):
            value = SURE - ply - self.rule_level[rule]
            return value if self.rule_player[rule] == self.attacker else -value
        if depth <= 0:
            return self._evaluation(self.attacker)
        for move in range(N_CELLS):
            if self.owner[move] < 0 and not (ply == 0 and self.banned[move]):
                self.moves[base + count] = move
                count += 1
        if side == 0:
            count = self._legal(base, count)
        if depth > 1:
            self._order(side, base, count, self.killers[ply])
        else:
            for i in range(count):
                move = self.moves[base + i]
                j = i
                while j > 0 and self.bonus[self.moves[base + j - 1]] < self.bonus[move]:
                    self.moves[base + j] = self.moves[base + j - 1]
                    j -= 1
                self.moves[base + j] = move
        for i in range(count):
            move = self.moves[base + i]
            self._put(move, side)
            value = self._position(1 - side, ply + 1, depth - 1, alpha, beta)
            self._take(last)
            if value == STOPPED:
                return STOPPED
            if best_move < 0 or sign * value > sign * best:
                best = value
                best_move = move
            if sign > 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        if ply == 0:
            self.best_at_root = best_move
        self.killers[ply] = best_move
        return best

    # -- for Python

    def begin(self, limit: cython.longlong, poll):
        """Begin to count; `limit` is for `nodes`, -1 is none."""
        i: cython.int
        self.nodes = 0
        self.salt = (self.salt * 0x5851F42D4C957F2D + 0x14057B7EF767814F) & ALL
        self.limit = limit if limit >= 0 else NEVER
        self.poll = listen if poll is None else poll
        self.poll_at = 0
        self.is_stopped = False
        for i in range(227):
            self.killers[i] = -1

    @cython.cfunc
    def _end(self):
        """End a search: what halted it stops it."""
        self.is_searching = False
        if self.is_halted:
            self.is_stopped = True
        self._raise()

    def attack(self, side: cython.int, level: cython.int, depth: cython.int) -> int:
        """Search for a win of the side to move to a depth; the killers are those of the search before.

        `is_cut` says whether the depth was what kept it from an answer, `is_stopped` whether a limit was.
        """
        value: cython.int
        self.attacker = side
        self.level = level
        self.is_cut = False
        self.is_searching = True
        with cython.nogil:
            value = self._attack(side, 0, depth, 0, 2 * SURE)
        self._end()
        return value

    def remember(self, remembers: cython.bint):
        """Say whether positions without a win, to a depth, are kept in a table."""
        self.remembers = remembers
        if remembers and len(self.dead_keys) == 1:
            self.dead_keys = array("Q", bytes(8 << 20))
            self.dead_depths = array("i", bytes(4 << 20))

    def line(self) -> list[int]:
        """Return the moves of the win that was found, to where a rule takes over."""
        return list(self.line_moves[: self.line_size[0]])

    def position(
        self, side: cython.int, level: cython.int, depth: cython.int, banned: list[int]
    ) -> tuple:
        """Return the best move of the positional search, no banned one, -1 for none; and its value."""
        value: cython.int
        self.attacker = side
        self.level = level
        self.banned = array("B", bytes(225))
        for cell in banned:
            self.banned[cell] = 1
        self.best_at_root = -1
        self.is_searching = True
        with cython.nogil:
            value = self._position(side, 0, depth, -2 * SURE * 100, 2 * SURE * 100)
        self._end()
        return self.best_at_root, value

    def forced(self, side: cython.int) -> list[int]:
        """Return the legal answers to a threat of the other side, in order.

        `kind` says what threatens: 1 a four, 3 an open three, 0 nothing.
        """
        if not self.is_fresh:
            self._freshen()
        count: cython.int = self._forced(side, 0)
        if side == 0:
            count = self._legal(0, count)
        self._order(side, 0, count, -1)
        return list(self.moves[:count])

    def evaluation(self, color: cython.int) -> int:
        """Return what the groups are worth to a color as the attacker."""
        return self._evaluation(color)
