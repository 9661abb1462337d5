# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""Conflict-driven clause learning (CDCL) for Tectonic boards on which plain search fails.

`_variables.py` numbers the variables, and lists their groups and exclusions.

The solver follows Chaff and MiniSat: M. Moskewicz et al., "Chaff: Engineering an Efficient SAT
Solver", DAC 2001 (watched literals, activities); N. Een and N. Sorensson, "An Extensible SAT-solver", SAT
2003 (first unique implication point, clause minimization, restarts); G. Audemard and L. Simon,
"Predicting Learnt Clauses Quality in Modern SAT Solvers", IJCAI 2009 (the number of decision levels in a
clause decides whether it is retained). Groups and exclusions are never written out as clauses: a group of
n members would take n * (n - 1) / 2 binary clauses and a clause of length n, all of them watched. A
counter for each group replaces these clauses.

Layout: struct of arrays, indexed by variable, group or level; clauses are stored one after another in
`arena` and linked by offsets, so that the array can grow and be compacted.

Cost: setting a variable to true visits the other members of two groups and the exclusions of up to eight
neighbors; setting it to false decrements two counters, and scans a group only when one member is left. In
both cases, the clauses that watch the falsified literal are visited. A conflict costs the literals of the
clauses on the way to the first unique implication point, and a heap operation for each variable in them.

Invariants:
- A literal is 2*variable, plus 1 if negated. `value` is 1 for true, -1 for false, 0 for open.
- `reason[v]` encodes why v has its value: -1 for a decision (or level 0). A number below n_variables is
  the true variable that excludes v. The next n_groups numbers represent groups: all other members of that
  group are false. A higher number, minus n_variables + n_groups, is the offset of a clause in `arena`.
- `left[g]` counts the members of g that have not been propagated as false. It is updated as `head`
  advances, so undoing changes it only for the part of the trail below `head`.
- A clause in `arena` consists of: size, next clause in the watch list of its first literal, next clause
  in the watch list of its second literal, number of levels (0: never dropped), literals. The first two
  literals are watched.
- Before each step `arena` has space for one clause of all variables.
- `run` can be called again after any return, and resumes from there.
"""

from array import array

import cython

from zet.engines.kernel.arrays import resized
from zet.engines.tectonic._variables import Variables

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.rng import mix, next_state

LIMIT = cython.declare(cython.int, 0)
SOLUTION = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
GROW = cython.declare(cython.int, 3)

HEADER = cython.declare(cython.int, 4)
RESTART_UNIT = cython.declare(cython.int, 64)
FIRST_TURN = cython.declare(cython.int, 2000)
TURN = cython.declare(cython.int, 6000)
ROWS_TURN = cython.declare(cython.int, 18000)
"""Decisions are made in two orders, which alternate. In a turn by activity, the most active variable is
decided next; in a turn by rows, one of the first open variables in row order. These are the lengths, in
conflicts, of the first turn by activity, of each later turn by activity, and of each turn by rows.
"""
STALL = cython.declare(cython.int, 300)
MAX_STALL = cython.declare(cython.int, 1200)
WINDOW = cython.declare(cython.int, 200)
SHAKEN = cython.declare(cython.int, 2000)
MAX_SHAKEN = cython.declare(cython.int, 8000)
"""The parameters of turns by rows. A decision chooses an open variable among WINDOW successive variables,
starting with the first open variable. STALL to MAX_STALL conflicts without progress lead to a restart,
after which SHAKEN to MAX_SHAKEN phases are randomized.
"""


class Learner(Variables):
    """A resumable search over one board, starting from candidate masks that have been propagated.

    `pieces` and `domains` are as in `Variables`. `nodes` counts decisions, `conflicts` the conflicts from
    which clauses were learned. A `seed` other than 0 (64 bits) shuffles the order in which candidates are
    first tried, so the first solution depends on the seed.
    """

    def __init__(
        self, width: cython.int, height: cython.int, pieces, domains, seed: cython.ulonglong = 0
    ):
        Variables.__init__(self, width, height, pieces, domains)
        self._allocate()
        if seed:
            self._shuffle(seed)

    def _allocate(self):
        """Allocate all arrays, and initialize a search at level 0 with an empty trail."""
        size = max(self.n_variables, 1)
        self.value = array("b", bytes(size))
        self.phase = array("b", b"\x01" * size)  # each digit is first tried as true, not as false
        self.seen = array("b", bytes(size))
        self.level = array("i", bytes(4 * size))
        self.reason = array("i", bytes(4 * size))
        self.trail = array("i", bytes(4 * size))
        self.mark = array("i", bytes(4 * (size + 1)))
        self.learnt = array("i", bytes(4 * (size + 1)))
        self.touched = array("i", bytes(4 * (size + 1)))
        self.stamp = array("q", bytes(8 * (size + 1)))
        self.activity = array("d", bytes(8 * size))
        self.heap = array("i", range(size))
        self.place = array("i", range(size))
        self.tally = array("i", bytes(4 * 64))
        self.watch = array("i", [-1]) * (2 * size)
        self.capacity = 2 * size + 65536
        self.arena = array("i", bytes(4 * self.capacity))
        self.n_heap = self.n_variables
        self.n_trail = self.head = self.level_now = self.n_learnt = self.n_bump = self.used = 0
        self.at_solution = self.is_broken = False
        self.nodes = self.conflicts = 0
        self.clash_kind = self.clash_a = self.clash_b = 0
        self.increment = 1.0
        self.max_learnt = 4000
        self.restarts = self.luby = 1
        self.until_restart = RESTART_UNIT
        self.by_rows = False
        self.turn = FIRST_TURN
        self.first_open = self.frontier = self.record = self.n_shaken = self.random_state = 0
        self.stall = STALL

    def _shuffle(self, state):
        """Shuffle the variables (Fisher-Yates, inside out) while all activities are 0.

        Any order is a heap as long as all keys are equal.
        """
        cython.declare(v=cython.int, other=cython.int)
        # The remainder slightly favors small numbers; only the variety of solutions depends on it.
        for v in range(self.n_variables):
            state = next_state(state)
            other = (mix(state) >> 33) % (v + 1)
            self.heap[v] = self.heap[other]
            self.heap[other] = v
        for v in range(self.n_variables):
            self.place[self.heap[v]] = v

    # A binary heap of variables, the most active first (VSIDS), with the index of each variable in it. An
    # assigned variable remains in it until `_pop` meets and drops it; `_back_to` inserts it again.
    # `_rise` and `_sink` move a hole and write the variable once, instead of swapping at each step.

    def _rise(self, at):
        v: cython.int = self.heap[at]
        parent: cython.int
        while at > 0:
            parent = (at - 1) >> 1
            if self.activity[self.heap[parent]] >= self.activity[v]:
                break
            self.heap[at] = self.heap[parent]
            self.place[self.heap[at]] = at
            at = parent
        self.heap[at] = v
        self.place[v] = at

    def _sink(self, at):
        v: cython.int = self.heap[at]
        child: cython.int
        while True:
            child = 2 * at + 1
            if child >= self.n_heap:
                break
            if (
                child + 1 < self.n_heap
                and self.activity[self.heap[child + 1]] > self.activity[self.heap[child]]
            ):
                child += 1
            if self.activity[self.heap[child]] <= self.activity[v]:
                break
            self.heap[at] = self.heap[child]
            self.place[self.heap[at]] = at
            at = child
        self.heap[at] = v
        self.place[v] = at

    def _pop(self):
        """Return the most active open variable; -1 if all variables are assigned."""
        v: cython.int
        while self.n_heap:
            v = self.heap[0]
            self.n_heap -= 1
            self.place[v] = -1
            if self.n_heap:
                self.heap[0] = self.heap[self.n_heap]
                self.place[self.heap[0]] = 0
                self._sink(0)
            if self.value[v] == 0:
                return v
        return -1

    def _bump(self, v):
        u: cython.int
        self.activity[v] += self.increment
        if self.activity[v] > 1e100:
            # The increment grows instead of all activities decaying, until doubles run out of range;
            # scaling preserves the order, and with it the heap.
            for u in range(self.n_variables):
                self.activity[u] *= 1e-100
            self.increment *= 1e-100
        if self.place[v] >= 0:
            self._rise(self.place[v])

    def _assign(self, v, value, reason):
        self.value[v] = value
        self.level[v] = self.level_now
        self.reason[v] = reason
        self.trail[self.n_trail] = v
        self.n_trail += 1

    def _back_to(self, level):
        """Undo all levels above `level` (backjumping)."""
        cython.declare(v=cython.int, length=cython.int)
        if self.level_now <= level:
            return
        length = self.mark[level]
        while self.n_trail > length:
            self.n_trail -= 1
            v = self.trail[self.n_trail]
            if self.n_trail < self.head and self.value[v] < 0:
                self.left[self.group_of[2 * v]] += 1
                self.left[self.group_of[2 * v + 1]] += 1
            self.first_open = min(self.first_open, v)
            self.phase[v] = self.value[v]  # phase saving: a restart returns to the same region
            self.value[v] = 0
            if self.place[v] < 0:
                self.heap[self.n_heap] = v
                self.place[v] = self.n_heap
                self.n_heap += 1
                self._rise(self.n_heap - 1)
        if self.head > length:
            self.head = length
        self.level_now = level

    def _value_of(self, literal):
        if literal & 1:
            return -self.value[literal >> 1]
        return self.value[literal >> 1]

    def _exclude(self, v, other):
        """Make `other` false because v is true; return False if it is already true (a clash)."""
        if self.value[other] == 0:
            self._assign(other, -1, v)
        elif self.value[other] > 0 and other != v:
            self.clash_kind = 0
            self.clash_a = v
            self.clash_b = other
            return False
        return True

    def _after_true(self, v):
        cython.declare(index=cython.int, side=cython.int, group=cython.int)
        # A clash may end this at once: unlike `_after_false`, it has changed nothing but the trail.
        for side in range(2):
            group = self.group_of[2 * v + side]
            for index in range(self.group_start[group], self.group_start[group + 1]):
                if not self._exclude(v, self.member[index]):
                    return False
        for index in range(self.near_start[v], self.near_start[v + 1]):
            if not self._exclude(v, self.near[index]):
                return False
        return True

    def _after_false(self, v):
        cython.declare(index=cython.int, side=cython.int, group=cython.int, other=cython.int)
        cython.declare(last=cython.int)
        consistent: cython.bint = True
        for side in range(2):
            group = self.group_of[2 * v + side]
            # Both counters must change even after a clash: `_back_to` restores both.
            self.left[group] -= 1
            if self.left[group] > 1 or not consistent:
                continue
            # Only now is the group scanned for its last member. That member may already be false but not
            # yet propagated; then no member is left.
            last = -1
            for index in range(self.group_start[group], self.group_start[group + 1]):
                other = self.member[index]
                if self.value[other] >= 0:
                    last = other
                    break
            if last < 0:
                self.clash_kind = 1
                self.clash_a = group
                consistent = False
            elif self.value[last] == 0:
                self._assign(last, 1, self.n_variables + group)
        return consistent

    def _after_literal(self, literal):
        """Visit the clauses that watch a literal that has become false; return False on a clash."""
        # The watch lists are linked through the clauses, one link for each watched literal, so that they
        # need no memory that grows. The price is a cache miss for each clause; lists with a blocking
        # literal (MiniSat 2.1) would avoid it if there were many clauses.
        clause: cython.int = self.watch[literal]
        kept: cython.int = -1
        cython.declare(after=cython.int, other=cython.int, index=cython.int, end=cython.int)
        cython.declare(moved=cython.bint)
        consistent: cython.bint = True
        # The walk continues after a clash, because it takes the list apart: `kept` collects the clauses
        # that still watch the literal, in reverse order, and becomes the list at the end.
        while clause >= 0:
            # Make the false literal the second one, so that the code below has one case.
            if self.arena[clause + 4] == literal:
                self.arena[clause + 4] = self.arena[clause + 5]
                self.arena[clause + 5] = literal
                after = self.arena[clause + 1]
                self.arena[clause + 1] = self.arena[clause + 2]
            else:
                after = self.arena[clause + 2]
            other = self.arena[clause + 4]
            moved = False
            if consistent and self._value_of(other) <= 0:
                end = clause + HEADER + self.arena[clause]
                for index in range(clause + 6, end):  # find another literal to watch that is not false
                    if self._value_of(self.arena[index]) >= 0:
                        self.arena[clause + 5] = self.arena[index]
                        self.arena[index] = literal
                        self.arena[clause + 2] = self.watch[self.arena[clause + 5]]
                        self.watch[self.arena[clause + 5]] = clause
                        moved = True
                        break
                if not moved:
                    if self._value_of(other) < 0:
                        self.clash_kind = 2
                        self.clash_a = clause
                        consistent = False
                    else:
                        self._assign(
                            other >> 1, -1 if other & 1 else 1, self.n_variables + self.n_groups + clause
                        )
            if not moved:
                self.arena[clause + 2] = kept
                kept = clause
            clause = after
        self.watch[literal] = kept
        return consistent

    def _propagate(self):
        """Propagate all assignments; return False on a clash, which the attributes `clash_*` describe."""
        v: cython.int
        # Breadth-first, in the order of the trail. Groups and exclusions come before learned clauses:
        # they are cheaper, and a clash among them avoids the walk through the clauses.
        while self.head < self.n_trail:
            v = self.trail[self.head]
            self.head += 1
            if self.value[v] > 0:
                if not self._after_true(v) or not self._after_literal(2 * v + 1):
                    return False
            elif not self._after_false(v) or not self._after_literal(2 * v):
                return False
        return True

    def _blame(self, v):
        """Mark a variable as part of the conflict.

        Return 1 if the variable was unmarked and belongs to the current level, otherwise 0. A variable
        that was unmarked and belongs to an earlier level, except level 0, is added to the clause in
        `learnt`.
        """
        if self.seen[v] or self.level[v] == 0:
            return 0
        self.seen[v] = 1
        self.touched[self.n_bump] = v
        self.n_bump += 1
        self._bump(v)
        if self.level[v] == self.level_now:
            return 1
        self.learnt[self.learnt[0]] = 2 * v + (1 if self.value[v] > 0 else 0)
        self.learnt[0] += 1
        return 0

    def _blame_group(self, group, pivot):
        index: cython.int
        count: cython.int = 0
        for index in range(self.group_start[group], self.group_start[group + 1]):
            if self.member[index] != pivot:
                count += self._blame(self.member[index])
        return count

    def _blame_clause(self, clause, pivot):
        index: cython.int
        count: cython.int = 0
        for index in range(clause + HEADER, clause + HEADER + self.arena[clause]):
            if self.arena[index] >> 1 != pivot:
                count += self._blame(self.arena[index] >> 1)
        return count

    def _is_implied(self, v):
        """Return whether all reasons of v are marked, so that the learned clause can omit v."""
        # Local minimization: it looks back one step. MiniSat's recursive form follows all steps, and
        # could replace this without other changes.
        reason: cython.int = self.reason[v]
        cython.declare(index=cython.int, other=cython.int, group=cython.int)
        if reason < 0:
            return False
        if reason < self.n_variables:
            return self.seen[reason] != 0 or self.level[reason] == 0
        if reason < self.n_variables + self.n_groups:
            group = reason - self.n_variables
            for index in range(self.group_start[group], self.group_start[group + 1]):
                other = self.member[index]
                if other != v and not self.seen[other] and self.level[other]:
                    return False
            return True
        reason -= self.n_variables + self.n_groups
        for index in range(reason + HEADER, reason + HEADER + self.arena[reason]):
            other = self.arena[index] >> 1
            if other != v and not self.seen[other] and self.level[other]:
                return False
        return True

    def _learn(self):
        """Learn the clause of the first unique implication point, backtrack, and assert it.

        While the clause is built, its literals start at `learnt[1]`, and `learnt[0]` is the next free
        index.
        """
        cython.declare(count=cython.int, reason=cython.int, index=cython.int, size=cython.int)
        levels: cython.int = 0
        pivot: cython.int = -1
        at: cython.int = self.n_trail
        swap: cython.int
        self.n_bump = 0
        self.learnt[0] = 1
        if self.clash_kind == 0:
            count = self._blame(self.clash_a) + self._blame(self.clash_b)
        elif self.clash_kind == 1:
            count = self._blame_group(self.clash_a, -1)
        else:
            count = self._blame_clause(self.clash_a, -1)
        # Resolve backwards along the trail until a single marked variable of the current level is left
        # (`count`). Reasons are expanded directly from groups and exclusions, as if each were a clause.
        while True:
            at -= 1
            while not self.seen[self.trail[at]]:
                at -= 1
            pivot = self.trail[at]
            count -= 1
            if count == 0:
                break
            reason = self.reason[pivot]
            if reason < self.n_variables:
                count += self._blame(reason)
            elif reason < self.n_variables + self.n_groups:
                count += self._blame_group(reason - self.n_variables, pivot)
            else:
                count += self._blame_clause(reason - self.n_variables - self.n_groups, pivot)
        size = 1
        # Minimized while `seen` still marks the clause; compacted in place.
        for index in range(1, self.learnt[0]):
            if not self._is_implied(self.learnt[index] >> 1):
                self.learnt[size] = self.learnt[index]
                size += 1
        for index in range(self.n_bump):
            self.seen[self.touched[index]] = 0
        # The number of distinct levels is the quality of the clause (LBD); `stamp` prevents a level from
        # being counted twice. The literal of the highest level comes second: it is watched, and the
        # search returns to its level.
        self.learnt[0] = 2 * pivot + (1 if self.value[pivot] > 0 else 0)
        self.conflicts += 1
        for index in range(1, size):
            if self.stamp[self.level[self.learnt[index] >> 1]] != self.conflicts:
                self.stamp[self.level[self.learnt[index] >> 1]] = self.conflicts
                levels += 1
            if self.level[self.learnt[index] >> 1] > self.level[self.learnt[1] >> 1]:
                swap = self.learnt[1]
                self.learnt[1] = self.learnt[index]
                self.learnt[index] = swap
        self._back_to(self.level[self.learnt[1] >> 1] if size > 1 else 0)
        self._assert(size, levels + 1)
        self.increment /= 0.95  # decays the activities of all variables not bumped

    def _assert(self, size, levels):
        """Append the clause in `learnt` to `arena`; make its only open literal, the first, true."""
        literal: cython.int = self.learnt[0]
        clause: cython.int = self.used
        index: cython.int
        if size == 1:
            self._assign(literal >> 1, -1 if literal & 1 else 1, -1)
            return
        self.arena[clause] = size
        self.arena[clause + 3] = levels
        for index in range(size):
            self.arena[clause + HEADER + index] = self.learnt[index]
        self.used += HEADER + size
        if levels:
            self.n_learnt += 1
        self._attach(clause)
        self._assign(literal >> 1, -1 if literal & 1 else 1, self.n_variables + self.n_groups + clause)

    def _attach(self, clause):
        self.arena[clause + 1] = self.watch[self.arena[clause + 4]]
        self.watch[self.arena[clause + 4]] = clause
        self.arena[clause + 2] = self.watch[self.arena[clause + 5]]
        self.watch[self.arena[clause + 5]] = clause

    def _reduce(self):
        """Drop satisfied clauses, and the half of the other clauses that has the most decision levels.

        Literals that are permanently false are removed from the clauses that remain. The search must be
        at level 0, with everything propagated.
        """
        levels: cython.int
        quota: cython.int = self.n_learnt // 2
        bound: cython.int = 0
        clause: cython.int = 0
        target: cython.int = 0
        cython.declare(after=cython.int, index=cython.int, size=cython.int, keep=cython.bint)
        self.n_bump = 0
        # A counting sort by levels, capped at 63, finds the median quality without sorting the clauses,
        # and leaves them in order of age, so that the compaction below takes one pass.
        for index in range(64):
            self.tally[index] = 0
        while clause < self.used:
            levels = self.arena[clause + 3]
            self.tally[levels if levels < 63 else 63] += 1
            clause += HEADER + self.arena[clause]
        for index in range(1, 64):
            if self.tally[index] > quota:
                break
            quota -= self.tally[index]
            bound = index
        # Of the clauses with one level more than `bound`, only the newest fit; the older are dropped.
        quota = self.tally[bound + 1] - quota if bound < 63 else 0
        for index in range(2 * self.n_variables):
            self.watch[index] = -1
        self.n_learnt = 0
        clause = 0
        while clause < self.used:
            after = clause + HEADER + self.arena[clause]
            levels = self.arena[clause + 3]
            if levels > 63:
                levels = 63
            keep = levels <= bound or levels <= 2  # two levels ("glue" clauses of Glucose): never dropped
            if not keep and levels == bound + 1:
                quota -= 1
                keep = quota < 0
            size = 0
            if keep:
                for index in range(clause + HEADER, after):
                    if self._value_of(self.arena[index]) > 0:
                        keep = False
                        break
                    if self._value_of(self.arena[index]) == 0:
                        # `target` never passes `clause`, so that no unread literal is overwritten.
                        self.arena[clause + HEADER + size] = self.arena[index]
                        size += 1
            if keep:
                levels = self.arena[clause + 3]
                for index in range(size):
                    self.arena[target + HEADER + index] = self.arena[clause + HEADER + index]
                self.arena[target] = size
                self.arena[target + 3] = levels
                self._attach(target)
                target += HEADER + size
                if levels:
                    self.n_learnt += 1
            clause = after
        self.used = target
        self.max_learnt += 500

    def _block(self):
        """Add a clause that excludes the solution just found: the negation of its decisions."""
        # The decisions suffice, because everything else follows from them. The number of levels is 0, so
        # that the clause is never dropped: no solution is found twice.
        cython.declare(index=cython.int, v=cython.int)
        size: cython.int = 0
        self.at_solution = False
        if self.level_now == 0:
            self.is_broken = True
            return
        for index in range(self.level_now - 1, -1, -1):
            v = self.trail[self.mark[index]]
            self.learnt[size] = 2 * v + (1 if self.value[v] > 0 else 0)
            size += 1
        self._back_to(self.level_now - 1)
        self._assert(size, 0)

    def _schedule(self):
        """Set the number of conflicts until the next restart, and the order of decisions until then."""
        # Deciding the most active variable proves uniqueness fastest. On a large board with many
        # solutions it scatters the decisions, and a repair in one place breaks another; row by row, all
        # conflicts are at the border of the decided part. An empty 60x60 takes 130,000 conflicts by
        # activity and 4,400 by rows. The orders alternate, because each fails on some boards.
        if self.conflicts >= self.turn:
            self.by_rows = not self.by_rows
            self.turn = self.conflicts + (ROWS_TURN if self.by_rows else TURN)
            self.frontier = 0
        elif self.by_rows:
            self._shake()
        if self.by_rows:
            self.until_restart = self.stall
        else:
            # Luby's sequence 1 1 2 1 1 2 4 ... in Knuth's form (TAOCP 7.2.2.2, "reluctant doubling").
            self.luby *= 2
            if self.luby > self.restarts & -self.restarts:
                self.luby = 1
                self.restarts += 1
            self.until_restart = RESTART_UNIT * self.luby

    def _shake(self):
        """Randomize the phases of the variables just before `frontier`, the furthest point of the search.

        If the search has not progressed since the last restart, twice as many phases as before are
        randomized, and the next restart comes after twice as many conflicts.
        """
        # Saved phases lead back to the same rows, which may have no continuation; new phases everywhere
        # would lose all rows that have one.
        v: cython.int
        if self.frontier > self.record:
            self.record = self.frontier
            self.n_shaken = SHAKEN
            self.stall = STALL
        else:
            self.n_shaken = min(2 * self.n_shaken, MAX_SHAKEN)
            self.stall = min(2 * self.stall, MAX_STALL)
        for v in range(max(self.frontier - self.n_shaken, 0), self.frontier):
            self.random_state = next_state(self.random_state)
            self.phase[v] = 1 if mix(self.random_state) >> 33 & 1 else -1
        self.frontier = 0

    def _next_in_rows(self):
        """Return one of the first unassigned variables, in row order; -1 if all are assigned."""
        # Groups with few members left come first, as conflicts show there soonest; then activity.
        cython.declare(v=cython.int, size=cython.int, best=cython.int, fewest=cython.int)
        while self.first_open < self.n_variables and self.value[self.first_open]:
            self.first_open += 1
        if self.first_open > self.frontier:
            self.frontier = self.first_open
            # A restart is due where the search is stuck, not where it advances, even if that exceeds
            # the turn; the bound limits the number of clauses, which only restarts reduce.
            if self.conflicts < self.turn + ROWS_TURN:
                self.until_restart = self.stall
        best = -1
        fewest = self.n_variables
        for v in range(self.first_open, min(self.first_open + WINDOW, self.n_variables)):
            if self.value[v] == 0:
                size = min(self.left[self.group_of[2 * v]], self.left[self.group_of[2 * v + 1]])
                if size < fewest or (size == fewest and self.activity[v] > self.activity[best]):
                    fewest = size
                    best = v
        return best

    def _advance(self, limit):
        v: cython.int
        while True:
            # Growing needs the GIL: `run` doubles the arena and calls again.
            if self.used + HEADER + self.n_variables > self.capacity:
                return GROW
            if self.at_solution:
                self._block()
            if self.is_broken:
                return EXHAUSTED
            if not self._propagate():
                if self.level_now == 0:
                    self.is_broken = True
                else:
                    self._learn()
                    self.until_restart -= 1
                continue
            # Clauses are dropped only after a restart: at level 0 no clause is a reason that must be
            # retained.
            if self.until_restart <= 0:
                self._back_to(0)
                self._schedule()
                if not self._propagate():
                    self.is_broken = True
                elif self.n_learnt > self.max_learnt:
                    self._reduce()
                continue
            # The limit is tested only here, between a propagation and a decision, so that the attributes
            # of the object are all the state that `run` needs to resume.
            if self.nodes >= limit:
                return LIMIT
            v = self._next_in_rows() if self.by_rows else self._pop()
            if v < 0:
                self.at_solution = True
                return SOLUTION
            self.nodes += 1
            self.mark[self.level_now] = self.n_trail
            self.level_now += 1
            self._assign(v, self.phase[v], -1)

    def run(self, limit: cython.longlong) -> bool | None:
        """Resume the search: return True at a solution, False if none is left, None at the limit.

        The limit applies to `nodes`, the decisions made since the search began.
        """
        result: cython.int
        while True:
            with cython.nogil:
                result = self._advance(limit)
            if result != GROW:
                return None if result == LIMIT else result == SOLUTION
            self.arena = resized(self.arena, "i", 2 * self.capacity)
            self.capacity *= 2

    def digits(self) -> bytes:
        """Return the digit of each cell, row by row, in the solution that `run` found."""
        v: cython.int
        result = bytearray(self.fixed)
        for v in range(self.n_variables):
            if self.value[v] > 0:
                result[self.cell_of[v]] = self.digit_of[v] + 1
        return bytes(result)
