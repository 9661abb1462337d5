# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The virtual machine that runs the plans of rules on a board of groups.

A rule is a conjunctive query on the board, and its plan evaluates the query by backtracking: an index
nested-loop join, whose indexes are the bit sets of `GroupBoard`. Each instruction generates values or
tests them, as in an abstract machine for Prolog (D. Warren, "An Abstract Prolog Instruction Set", SRI
309, 1983), but without its stack of choice points: plans are expanded in full and do not recurse, so each
instruction has a fixed place in memory for its state (`word`, `bits`), and the compiler (plans.py) writes
into each instruction where to resume when it fails.

Layout:
- An instruction is eight numbers of `code`: the operation (named in opcodes.py), the failure target, and
  six operands. After a success the next instruction runs. The failure target 2 * place + 1 resumes the
  generator at that place for its next solution, and 2 * place starts there afresh.
- A generator stores its progress in `word`; a generator over a set also keeps the rest of the current
  word in `bits`. A color is 0 black, 1 white, -1 none, 2 both.
- If the program defines the forbidden moves, the test of a move plays a stone and runs plans while
  another plan is running. Each level of this nesting has a frame, with its own `registers`, `word` and
  `bits`.

Cost: trying all rules of NOIRE at a node takes 1.1 to 1.4 us if none matches (BENCHMARKS.md, NOIRE).

Invariants:
- A plan may go to another position of a game (GO), or to a variation (LEAVE), and returns before it ends
  (BACK, REJOIN). When backtracking resumes BACK or REJOIN, the plan is again in the position that it
  visited; when it resumes GO or LEAVE, the plan is in the position before the visit.
- A plan in which a search gave up (`is_undecided`) fails as a whole, whether or not its literal is
  negated, because neither a win nor its absence is known. Such a plan may leave the board in another
  position, as a halted plan may.
- `known_forbidden[cell]` is valid while `known_at[cell]` equals `stamp`, that is, in the same position.
"""

from array import array

import cython

from zet.engines.kernel._polls import Poll
from zet.engines.noire._history import HistoryBoard

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import first_bit
    from zet.engines.kernel.checks import check, check_all
    from zet.engines.kernel.polling import must_stop
    from zet.engines.noire import opcodes as op
    from zet.engines.noire.codes import *
    from zet.engines.renju.constants import FIVE, GIVEN_UP, LEGAL, N_CELLS, WHITE, WIN

NEVER = cython.declare(cython.longlong, 1 << 62)
PATH_DONE = cython.declare(cython.ulonglong, 1 << 62)
FAILURES = cython.declare(cython.int, 1 << 20)
"""The number of failed instructions after which the machine polls for a stop."""


@cython.cclass
class Matcher(HistoryBoard):
    """The board on which the plans of rules run.

    `plans` comes from `plans_of`. `rules` lists the constructor arguments of `Board`. If a color needs
    exactly five, the search ignores groups with a stone of that color on a border field, as filling the
    five base fields would make six.
    """

    def __init__(self, rules: tuple, plans, by_rules: bool):
        HistoryBoard.__init__(self, rules, plans)
        self.nodes = 0
        self.failures = 0
        self.is_halted = self.is_undecided = False
        self.no_limits = Poll(None)
        self._use_poll(self.no_limits)
        self.span_sets = plans.span_sets
        self.by_rules = by_rules
        self.n_code = len(plans.code) // WIDTH
        self.n_registers = len(plans.registers)
        # One frame for the plan itself, and one for each stone that a nested test can add.
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
        self.seen = array("Q", bytes(8 * COUNT_WORDS * (plans.n_counts * self.n_frames or 1)))
        self.n_seen = array("i", bytes(4 * (plans.n_counts * self.n_frames or 1)))
        self.n_counts = plans.n_counts
        self.known_forbidden = array("B", bytes(225))
        self.known_at = array("q", [-1]) * 225

    # -- values of cells and numbers

    def _value(self, kind, a, b):
        """Return the value named `kind` (EDGE, DISTANCE, ...) of `a` and `b`; -2 if it is undefined."""
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
        if kind == THREES_MOVE:
            self._show()
            return self._move_by_threes(a, b)
        if kind == TO_MOVE:
            return (self.first + self.ply) & 1
        if kind == NOW:
            return self.ply
        if kind == AFTER:
            return self.ply + a if 0 <= a <= self.n_plies - self.ply else -2
        if kind == BEFORE:
            return self.ply - a if 0 <= a <= self.ply else -2
        if kind == APART:
            return max(a - self.ply, self.ply - a)
        if kind == ENDS:
            return self.n_plies
        if kind == WINNER:
            return self.winner_color
        return self.how_ended

    def _computed(self, kind, a, b):
        """Return the result of an operation, or a number beyond MAX_RESULT if undefined or too large.

        A quotient is rounded down, so a remainder has the sign of the divisor.
        """
        x: cython.longlong = a
        y: cython.longlong = b
        cython.declare(result=cython.longlong, rest=cython.longlong)
        if kind == SUM:
            result = x + y
        elif kind == DIFFERENCE:
            result = x - y
        elif kind == PRODUCT:
            result = x * y
        elif kind == LOWER:
            result = min(x, y)
        elif kind == HIGHER:
            result = max(x, y)
        elif kind == MAGNITUDE:
            result = max(x, -x)
        elif y == 0:
            return MAX_RESULT + 1
        else:
            # C rounds towards zero, Python down; for numbers that are not negative this is the same.
            result = max(x, -x) // max(y, -y)
            rest = max(x, -x) % max(y, -y)
            if (x < 0) != (y < 0):
                result = -result - (rest != 0)
            if kind == REMAINDER:
                result = x - y * result
        return result if -MAX_RESULT <= result <= MAX_RESULT else MAX_RESULT + 1

    def _step(self, cell, sign, ahead, way, aside, is_straight):
        """Return the cell at a number of steps from `cell` in a direction; -2 if off the board.

        The cell is `ahead` steps in the direction and `aside` steps to its side. If `is_straight`, `way`
        is any of the eight directions. Otherwise it selects one of the four directions along rows and
        columns, with `aside` counted to the left (0 to 3) or to the right (4 to 7).
        """
        cython.declare(left=cython.int, x=cython.int, y=cython.int)
        if way < 0 or way > 7 or max(ahead, -ahead) > MAX_NUMBER or max(aside, -aside) > MAX_NUMBER:
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
        """Return a move that makes five or begins a win by at most `most` fours; -2 if none exists."""
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

    def _move_by_threes(self, color, most):
        """Return a move that makes five or begins a win by at most `most` threes; -2 if none is found.

        If the search gives up, the running plan is abandoned (`is_undecided`).
        """
        if color < 0 or color > 1 or most < 1:
            return -2
        found: cython.int = -2
        self.fours.budget = NEVER
        try:
            found = self.wins.move(self.fours.key, color, most)
        except BaseException as error:
            self.poll.fail(error)
            self.is_halted = True
        if self.fours.budget < 0:  # the poll stopped the search
            self.is_halted = True
        elif found == UNDECIDED:
            self.is_undecided = True
            self.failures = FAILURES
        return max(found, -2)

    # -- forbidden moves

    def _stone_loses(self, cell, frame):
        """Return whether a black stone on an empty cell loses because a rule of level 0 then matches."""
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
        """Return whether a black stone on an empty cell is forbidden (cached for the position)."""
        if self.known_at[cell] != self.stamp:
            if self.by_rules:
                self.known_forbidden[cell] = not self._makes(cell, 0, FIVE) and self._stone_loses(cell, 1)
            else:
                self.known_forbidden[cell] = self._forbidden(cell) != LEGAL
            self.known_at[cell] = self.stamp
        return self.known_forbidden[cell]

    def _sequence_loses(self, base, count, color, frame):
        """Return 1 if a black stone of a sequence is forbidden, else 0; -1 if a cell is occupied.

        The `count` stones are played one after another, on the cells in the registers listed in `extra`
        from index `base` on. `color` is the color of the first stone if the colors alternate, -1 if all
        stones are black. A five ends the game, and the sequence with it.
        """
        cython.declare(i=cython.int, cell=cython.int)
        who: cython.int = 0
        result: cython.int = 0
        n_played: cython.int = 0
        last: cython.int = self.last
        if color >= 0:
            who = color
        elif count == 1 and not self.by_rules:
            # Nearly all tests are of one stone, and many plans test the same cell: only this answer is
            # cached.
            cell = self.registers[self.n_registers * frame + self.extra[base]]
            return -1 if self.owner[cell] >= 0 else self._is_forbidden(cell)
        # Where programs define the forbidden moves, their plans read the sets of groups, which `_put`
        # updates. The rules of renju read only the board, for which the cheaper `_play` is enough.
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
        """Recover from a halt: remove the limits, and raise any exception that the poll recorded."""
        poll = self.poll
        self.is_halted = False
        self._use_poll(self.no_limits)
        poll.raise_error()

    def _use_poll(self, poll):
        """Set the poll that can halt the machine and the search for wins by fours."""
        self.poll = poll
        if self.sees_fours:
            self.fours.poll = poll

    def _run(self, start, frame):
        """Run a plan; return the place at which a solution ends, or -1 if the plan fails or is halted.

        `start` is 2 * place, or 2 * place + 1 to resume the instruction there for its next solution.

        This remains one long function so that `pc`, `again` and the operands are in registers. The C
        compiler turns the comparisons into a jump table, so their order costs nothing. Operations that
        never change `pc` and are rare in a search, or long in themselves, are methods. With these
        operations inlined here as well, NOIRE ran 0.2% fewer instructions on samples/renju/problems.txt,
        and `renju find` 0.1% fewer (callgrind).
        """
        pc: cython.int = start >> 1
        again: cython.bint = start & 1
        base: cython.int = self.n_registers * frame
        kept: cython.int = self.n_code * frame
        cython.declare(at=cython.int, a=cython.int, b=cython.int, c=cython.int, d=cython.int)
        cython.declare(e=cython.int, i=cython.int, x=cython.int, word=cython.int, ok=cython.bint)
        if self.is_halted:
            return -1
        while True:
            at = WIDTH * pc
            i = self.code[at]
            a = self.code[at + 2]
            b = self.code[at + 3]
            c = self.code[at + 4]
            d = self.code[at + 5]
            e = self.code[at + 6]
            ok = False
            # The board is brought to the current position of the game only where an instruction reads it.
            # Doing so at each GO and BACK took 103.8 s for a question that takes 4.7 s this way
            # (BENCHMARKS.md, "Questions to games").
            if self.shown != self.ply and op.FIRST_OF_BOARD <= i <= op.LAST_OF_BOARD:
                self._show()
            if i == op.FAIL:
                pass
            elif i == op.FOUND:
                return pc
            elif i == op.NONE:  # no solution
                return -1
            elif i == op.JUMP:  # to a
                pc = a
                again = False
                continue
            elif i == op.SOME:  # set a is not empty (b: it is)
                ok = (self.sizes[a] != 0) != b
            elif i == op.EACH:  # b = each group of set a, one after another
                x = self._next_group(kept + pc, WORDS * a, -1, -1, again)
                if x >= 0:
                    self.registers[base + b] = x
                    ok = True
            elif i == op.EACH_AT:  # b = each group of set a whose positions in span c include cell d
                c = WORDS * (N_CELLS * c + self.registers[base + d])
                x = self._next_group(kept + pc, WORDS * a, c, -1, again)
                if x >= 0:
                    self.registers[base + b] = x
                    ok = True
            elif i == op.EACH_AT_BOTH:  # the same, with cell f in span e as well
                c = WORDS * (N_CELLS * c + self.registers[base + d])
                e = WORDS * (N_CELLS * e + self.registers[base + self.code[at + 7]])
                x = self._next_group(kept + pc, WORDS * a, c, e, again)
                if x >= 0:
                    self.registers[base + b] = x
                    ok = True
            elif i == op.IN_SET:  # group b is in set a (c: it is not)
                x = self.registers[base + b]
                ok = ((self.sets[WORDS * a + (x >> 6)] >> (x & 63) & 1) != 0) != c
            elif i == op.EACH_CELL_OF:  # a = each cell of group b at positions c to d whose color is e
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
            elif i == op.IS_AT:  # cell a is in span c of group b (d: it is not)
                x = self.registers[base + b]
                c = WORDS * (N_CELLS * c + self.registers[base + a])
                ok = ((self.span_sets[c + (x >> 6)] >> (x & 63) & 1) != 0) != d
            elif i == op.IS_COLOR:  # the color of cell a is b (c: it is not)
                ok = (self._color(self.registers[base + a]) == b) != c
            elif i == op.IS_EQUAL:  # a equals b (c: it does not)
                ok = (self.registers[base + a] == self.registers[base + b]) != c
            elif i == op.BECOMES:  # a = b
                self.registers[base + a] = self.registers[base + b]
                ok = True
            elif i == op.DIRECTION:  # b = the direction of group a
                self.registers[base + a] = self.directions[self.registers[base + b]]
                ok = True
            elif i == op.ONE_DIRECTION:  # groups a and b have the same direction (c: they have not)
                ok = (
                    self.directions[self.registers[base + a]] == self.directions[self.registers[base + b]]
                ) != c
            elif i == op.LAST:  # a = the last move
                x = self.last if self.shown == self.ply else self.last_at[self.ply]
                self.registers[base + a] = x
                ok = x >= 0
            elif i == op.CLAUSE_END:  # the end of a clause: a failure after a resumes the clause at b
                self.word[kept + a] = b
                pc = a + 1
                again = False
                continue
            elif i == op.CLAUSES:  # resume the clause whose end was reached, for its next solution
                x = self.word[kept + pc]
                pc = x >> 1
                again = x & 1
                continue
            else:
                # A range among the comparisons would keep Cython from making a switch of them.
                if i < op.CLAUSE_END:
                    ok = self._runs_on_cells(pc, frame, again)
                elif i >= op.PATH_BEGIN:
                    ok = self._runs_on_paths(pc, frame, again)
                else:
                    ok = self._runs_on_numbers(pc, frame, again)
            if ok:
                pc += 1
                again = False
            else:
                # Failures are counted for polling, since a slow rule fails often while the number of
                # nodes does not change.
                self.failures += 1
                if self.failures >= FAILURES:
                    self.failures = 0
                    if must_stop(self.poll, self.nodes):
                        self.is_halted = True
                    if self.is_halted or self.is_undecided:
                        return -1
                x = self.code[at + 1]
                pc = x >> 1
                again = x & 1

    def _next_group(self, slot, a, c, e, again):
        """Return the next group of the set at `a` in ascending order, or -1 after the last group.

        The groups must also be in the span sets at `c` and `e`, unless these are -1. `slot` is the place
        of the generator's state in `word` and `bits`; with `again`, the generator continues after the
        group that it returned last.
        """
        cython.declare(word=cython.int, bits=cython.ulonglong)
        # Bit sets are intersected a word of 64 groups at a time, in place of a test of each group. The
        # rest of a word is stored as it was when the word was first read: instructions between two
        # solutions undo any stone that they play, so the set is the same again.
        if again:
            word = self.word[slot]
            bits = self.bits[slot]
        else:
            word = -1
            bits = 0
        while not bits:
            word += 1
            if word == WORDS:
                return -1
            bits = self.sets[a + word]
            if c >= 0:
                bits &= self.span_sets[c + word]
            if e >= 0:
                bits &= self.span_sets[e + word]
        self.bits[slot] = bits & (bits - 1)
        self.word[slot] = word
        return 64 * word + first_bit(bits)

    def _runs_on_cells(self, pc, frame, again):
        """Run or resume an instruction on cells or positions in a group; return whether it succeeds."""
        base: cython.int = self.n_registers * frame
        slot: cython.int = self.n_code * frame + pc
        at: cython.int = WIDTH * pc
        i: cython.int = self.code[at]
        a: cython.int = self.code[at + 2]
        b: cython.int = self.code[at + 3]
        c: cython.int = self.code[at + 4]
        d: cython.int = self.code[at + 5]
        e: cython.int = self.code[at + 6]
        cython.declare(x=cython.int, cell=cython.int, found=cython.bint)
        if i == op.LOSES:  # a stone of b cells from a on loses (c), or none; d: alternating, e first
            x = -1
            if d:
                x = self.registers[base + e]
                if x != 0 and x != 1:
                    return False
            return self._sequence_loses(a, b, x, frame) == c
        if i == op.EACH_CELL:  # a = each cell of color b; with c, each cell, and b = its color
            x = self.word[slot] if again else 0
            while x < N_CELLS and not c and self._color(x) != self.registers[base + b]:
                x += 1
            if x == N_CELLS:
                return False
            self.registers[base + a] = x
            if c:
                self.registers[base + b] = self._color(x)
            self.word[slot] = x + 1
            return True
        if i == op.COLOR_OF:  # b = the color of cell a
            self.registers[base + b] = self._color(self.registers[base + a])
            return True
        if i == op.HAS_COLOR:  # the color of cell a is that in b (c: it is not)
            return (self._color(self.registers[base + a]) == self.registers[base + b]) != c
        if i == op.IS_OF:  # group a has color b and c stones (e: not); d: bit 0 sets b, bit 1 c
            return self._has_color_and_number(self.registers[base + a], base, b, c, d) != e
        if i == op.EACH_GROUP:  # a = each group that IS_OF accepts
            x = self.word[slot] if again else 0
            while x < N_GROUPS:
                if self._has_color_and_number(x, base, b, c, d):
                    self.registers[base + a] = x
                    self.word[slot] = x + 1
                    return True
                x += 1
            return False
        if i == op.EACH_CELL_BETWEEN:  # a = each cell of group b at positions c to d, from registers
            x = self.word[slot] if again else max(self.registers[base + c], 0)
            b = 8 * self.registers[base + b]
            while x <= self.registers[base + d] and x < 7:
                cell = self.group_cells[b + x]
                x += 1
                if cell >= 0:
                    self.registers[base + a] = cell
                    self.word[slot] = x
                    return True
            return False
        if i == op.EACH_GROUP_BETWEEN:  # b = each group with cell a at positions c to d, from registers
            cell = self.registers[base + a]
            x = self.word[slot] if again else self.cell_begins[cell]
            while x < self.cell_begins[cell + 1]:
                e = self.cell_places[x]
                x += 1
                if self.registers[base + c] <= (e & 7) <= self.registers[base + d]:
                    self.registers[base + b] = e >> 3
                    self.word[slot] = x
                    return True
            return False
        # IS_BETWEEN: cell a is in group b at positions c to d (e: it is not)
        cell = self.registers[base + a]
        b = 8 * self.registers[base + b]
        found = False
        for x in range(7):
            if self.group_cells[b + x] == cell:
                if self.registers[base + c] <= x <= self.registers[base + d]:
                    found = True
        return found != e

    def _runs_on_numbers(self, pc, frame, again):
        """Run or resume an instruction on moments, numbers or counts; return whether it succeeds."""
        base: cython.int = self.n_registers * frame
        slot: cython.int = self.n_code * frame + pc
        at: cython.int = WIDTH * pc
        i: cython.int = self.code[at]
        a: cython.int = self.code[at + 2]
        b: cython.int = self.code[at + 3]
        c: cython.int = self.code[at + 4]
        d: cython.int = self.code[at + 5]
        cython.declare(x=cython.int, y=cython.int, z=cython.int, ok=cython.bint, bits=cython.ulonglong)
        one: cython.ulonglong = 1
        if i == op.GO:  # go to the position after a moves; when resumed, return and fail
            if again:
                self.ply = self.word[slot]
                return False
            if not 0 <= self.registers[base + a] <= self.n_plies:
                return False
            self.word[slot] = self.ply
            self.ply = self.registers[base + a]
            return True
        if i == op.BACK:  # go back to where the GO at a came from; when resumed, undo this and fail
            if again:
                self.ply = self.word[slot]
                return False
            self.word[slot] = self.ply
            self.ply = self.word[slot - pc + a]
            return True
        if i == op.LEAVE:  # go to the next variation with another last move
            x = -1
            if again:
                x = self.word[slot]
                self._switch(cython.cast(cython.int, self.bits[slot]))
            self.bits[slot] = cython.cast(cython.ulonglong, self.variation)
            x = self._next_variation(x)
            if x < 0:
                return False
            self.word[slot] = x
            self._switch(x)
            return True
        if i == op.REJOIN:  # return from the LEAVE at a; when resumed, undo this and fail
            if again:
                self._switch(self.word[slot])
                return False
            self.word[slot] = self.variation
            self._switch(cython.cast(cython.int, self.bits[slot - pc + a]))
            return True
        if i == op.VALUE:  # b = value a of the operands c and d; a step has e and f as well
            x = self.registers[base + c] if c >= 0 else 0
            y = self.registers[base + d] if d >= 0 else 0
            if a == STEP or a == STEP_BACK:
                c = self.code[at + 6]
                d = self.code[at + 7]
                z = self.registers[base + d] if d >= 0 else 0
                x = self._step(x, 1 if a == STEP else -1, y, self.registers[base + c], z, d < 0)
            elif a >= SUM:
                x = self._computed(a, x, y)
                self.registers[base + b] = x
                return x <= MAX_RESULT
            else:
                x = self._value(a, x, y)
            self.registers[base + b] = x
            return x > -2
        if i == op.IS_LESS:  # a is less than b (c: it is not)
            return (self.registers[base + a] < self.registers[base + b]) != c
        if i == op.EACH_NUMBER:  # d = each number from b to c, or each later or earlier moment
            if a == BETWEEN:
                x = self.word[slot] + 1 if again else self.registers[base + b]
                ok = x <= min(self.registers[base + c], MAX_NUMBER)
            elif a == LATER:
                x = self.word[slot] + 1 if again else self.ply + 1
                ok = x <= self.n_plies
            else:
                x = self.word[slot] - 1 if again else self.ply - 1
                ok = x >= 0
            self.word[slot] = x
            self.registers[base + d] = x
            return ok
        if i == op.ECHOES:  # the b cells around a are those around d at moment c, in the orientation e
            return self._echoes(
                self.registers[base + a],
                self.registers[base + b],
                self.registers[base + c],
                self.registers[base + d],
                self.registers[base + self.code[at + 6]],
            )
        x = self.n_counts * frame + a
        if i == op.COUNT_FROM_NONE:  # clear count a
            self.n_seen[x] = 0
            for y in range(COUNT_WORDS):
                self.seen[COUNT_WORDS * x + y] = 0
            return True
        if i == op.COUNT:  # add the value of b to count a, and fail, to generate the next value
            z = self.registers[base + b] + MAX_NUMBER
            if z < 0 or z > 2 * MAX_NUMBER:
                return False
            bits = one << (z & 63)
            z = COUNT_WORDS * x + (z >> 6)
            if not self.seen[z] & bits:
                self.seen[z] |= bits
                self.n_seen[x] += 1
            return False
        self.registers[base + b] = self.n_seen[x]  # COUNTED: b = the number of values in count a
        return True

    def _runs_on_paths(self, pc, frame, again):
        """Run or resume an instruction on a path through a game; return whether it succeeds.

        At the place of PATH_BEGIN, `word` is a position and `bits` is the set of steps allowed at that
        position. At the place of PATH_POSITION, `bits` is the set of steps allowed at the next position.
        Both sets contain PATH_DONE if the path may end before that position.
        """
        base: cython.int = self.n_registers * frame
        kept: cython.int = self.n_code * frame
        at: cython.int = WIDTH * pc
        i: cython.int = self.code[at]
        a: cython.int = self.code[at + 2]
        b: cython.int = self.code[at + 3]
        if i == op.PATH_BEGIN:  # the steps a are allowed here (b: the path may be empty)
            self.word[kept + pc] = self.ply
            self.bits[kept + pc] = cython.cast(cython.ulonglong, a) | (PATH_DONE if b else 0)
            return True
        if i == op.PATH_END:  # b = the length of the path at a, if it may end; resumed, continue it
            if again or not self.bits[kept + a] & PATH_DONE:
                return False
            self.registers[base + b] = self.word[kept + a] - self.ply
            return True
        if i == op.PATH_POSITION:  # b = the position of the path at a, if a step is allowed there
            if not self.bits[kept + a] & ~PATH_DONE or self.word[kept + a] > self.n_plies:
                return False
            self.registers[base + b] = self.word[kept + a]
            self.bits[kept + pc] = 0
            return True
        if i == op.PATH_ALLOWS:  # step b of the path at a is allowed
            return (self.bits[kept + a] >> b & 1) != 0
        if i == op.PATH_STEP:  # a step holds: allow the steps b at the next position (c: or the end)
            self.bits[kept + a] |= cython.cast(cython.ulonglong, b)
            if self.code[at + 4]:
                self.bits[kept + a] |= PATH_DONE
            return True
        # PATH_NEXT: fail, to go on at the next position of the path at a, with the steps noted at b
        self.bits[kept + a] = self.bits[kept + b]
        self.word[kept + a] += 1
        return False

    def _has_color_and_number(self, group, base, color, number, sets):
        """Return whether a group's color and number of stones equal the values of two registers.

        If bit 0 of `sets` is set, the color is assigned to its register instead of being compared with
        it; bit 1 does the same for the number. A group with stones of both colors has the number 0.
        """
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
        """Return the first rule up to `level` that matches with `side` to move; -1 if none does.

        Only the first `count` rules in the order for `side` are tried.
        """
        cython.declare(k=cython.int, rule=cython.int)
        # The loop ends at the first match. The order of the rules, which the caller decides, has more
        # influence on the number of positions visited than the rules themselves (BENCHMARKS.md, "Savings
        # by knowledge"), and may not be changed for speed.
        for k in range(self.n_rules * side, self.n_rules * side + count):
            rule = self.rule_order[k]
            if self.rule_level[rule] <= level and self._run(2 * self.quick[rule], 0) >= 0:
                return rule
        return -1

    # -- for Python callers

    def limit_matching(self, poll) -> None:
        """Set the poll that halts matching when it returns true; None removes it."""
        self.no_limits = Poll(poll)
        self._use_poll(self.no_limits)

    def infer(self, side: cython.int, level: cython.int) -> int:
        """Return the first rule up to `level` that matches with `side` to move; -1 if none does."""
        check(0 <= side <= 1, "color out of range")
        with cython.nogil:
            rule: cython.int = self._infer(side, level, self.n_rules)
        self._resume()
        return rule

    def holds(self, rule: cython.int) -> bool:
        """Return whether a rule matches, decided by its quick plan."""
        check(0 <= rule < self.n_rules, "rule out of range")
        found: cython.bint = self._run(2 * self.quick[rule], 0) >= 0
        self._resume()
        return found

    def solutions(
        self, rule: cython.int, registers: list[int], most: cython.int = -1
    ) -> list[tuple[int, ...]]:
        """Return the values of registers in each solution of a rule, in the order of the plan as written.

        Duplicates are dropped. The list contains all solutions, or the first `most` of them; it is
        shorter if the poll of `limit_matching` halts the machine, or a search gives up (`is_undecided`).
        """
        found: dict[tuple[int, ...], bool] = {}
        count: cython.int = 0
        ply: cython.int = self.ply
        check(0 <= rule < self.n_rules, "rule out of range")
        check_all(registers, 0, self.n_registers - 1, "register out of range")
        self.is_undecided = False
        place: cython.int = self._run(2 * self.written[rule], 0)
        while place >= 0 and not self.is_undecided:
            found[tuple([self.registers[number] for number in registers])] = True
            count += 1
            if len(found) == most:
                break
            if count & 1023 == 0 and must_stop(self.poll, self.nodes):
                self.is_halted = True
                break
            place = self._run(self.code[WIDTH * place + 1], 0)
        self._switch(self.home)
        self.ply = ply
        self._show()
        self._resume()
        return list(found)

    def is_forbidden(self, cell: cython.int) -> bool:
        """Return whether a black stone on an empty cell is forbidden."""
        check(self.has_lines, "the board has no lines")
        self._check_empty(cell)
        forbidden: cython.bint = self._is_forbidden(cell)
        self._resume()
        return forbidden

    def is_five(self, cell: cython.int, color: cython.int) -> bool:
        """Return whether a stone of a color on an empty cell makes five."""
        check(self.has_lines, "the board has no lines")
        self._check_empty(cell)
        check(0 <= color <= 1, "color out of range")
        return self._makes(cell, color, FIVE)
