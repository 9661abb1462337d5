# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The searches of the program NOIRE: for a win by forcing moves, and for a move to play.

Both are alpha-beta (D. Knuth, R. Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6,
1975) in the form of P.P. Kruijsen, Kennis en renju (2001): values are the attacker's and are not negated
from ply to ply, and moves are ordered by a killer move and an evaluation. The tests require the node
counts given there. `_attack` restricts both sides to threats and answers (threat-space search: L. V.
Allis, H. J. van den Herik, M. P. H. Huntjens, "Go-Moku Solved by New Search Techniques", Computational
Intelligence 12, 1996) and ends branches by rules; `_positional_value` tries all moves to a fixed depth.

Cost per node: `_infer` runs rules until one matches, moves are listed from a few sets of groups, and the
tables of groups are updated for one stone (see _tables). The searches visit 400,000 to 1,370,000 nodes a
second (BENCHMARKS.md, "NOIRE").

Invariants:
- The moves of the node at ply p are `moves[MOST_MOVES * p:]`, and its line is `line_moves[227 * p:]`.
- `marked[cell] == mark` for each cell that is already among the moves; increasing `mark` clears all marks
  at once.
- `open_threes` lists the groups of the open threes to be answered, while their answers are generated.
- An attack ends at the first win worth more than `least`; smaller wins do not count.
- With `remembers`, `dead_keys` holds the keys of positions in which a search found no win, and
  `dead_depths` holds 2 * the depth of that search + 1 if the depth limit cut the search short. If it did
  not, `dead_depths` holds NEVER_DEEPER, because a search to any depth would then find no win.
"""

from array import array

import cython

from zet.engines.kernel._polls import Poll
from zet.engines.noire._match import Matcher
from zet.engines.noire.groups import GROUPS

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import first_bit
    from zet.engines.kernel.checks import check, check_all
    from zet.engines.kernel.polling import must_stop
    from zet.engines.noire.codes import *
    from zet.engines.renju.constants import ALL, LEGAL, N_CELLS

NEVER = cython.declare(cython.longlong, 1 << 62)
POLL_EVERY = cython.declare(cython.longlong, 1 << 14)
STOPPED = cython.declare(cython.int, -1_000_000_000)
MOST_MOVES = cython.declare(cython.int, 226)
DEAD_BITS = cython.declare(cython.int, 20)
NEVER_DEEPER = cython.declare(cython.int, 1 << 20)
MAX_DEPTH = cython.declare(cython.int, 1 << 10)

ATTACKING = (0, 1, 16, 81, 256, 100_000)
DEFENDING = (0, 1, 9, 49, 169, 100_000)
"""The values of groups by their number of stones, 0 to 5. The values in ATTACKING, for groups of the side
that moved, are added; the values in DEFENDING, for groups of its opponent, are subtracted.
"""


def _next_groups():
    """Return, for each group, the group one field further in its direction; -1 beyond the board."""
    numbers = {(group.direction, group.base[0]): number for number, group in enumerate(GROUPS)}
    return array("i", [numbers.get((group.direction, group.base[1]), -1) for group in GROUPS])


NEXT_GROUP = _next_groups()
BONUS = array("i", [7 - max(abs(cell % 15 - 7), abs(cell // 15 - 7)) for cell in range(225)])


def _values(exact_black, exact_white, attacking, defending):
    """Return the values of all group states: 144 with Black as the attacker, then 144 with White.

    `attacking` and `defending` are the values of groups by their number of stones.
    """
    found = array("i", bytes(4 * 2 * 36 * 4))
    for attacker in range(2):
        for state in range(36):
            black, white = divmod(state, 6)
            for border in range(4):
                worth = 0
                if black and not white and not (exact_black and border & 1):
                    worth = attacking[black] if attacker == 0 else -defending[black]
                if white and not black and not (exact_white and border & 2):
                    worth = attacking[white] if attacker == 1 else -defending[white]
                found[144 * attacker + 4 * state + border] = worth
    return found


@cython.cclass
class NoireSearch(Matcher):
    """The searches of the program NOIRE: for a win by forcing moves, and for a move to play.

    The poll passed to `begin` is called every 2^14 nodes and every 2^20 failed instructions. If the poll
    returns true, the search ends; if the poll raises an exception, the search ends and raises this
    exception.
    """

    def __init__(self, rules: tuple, plans, by_rules: bool):
        Matcher.__init__(self, rules, plans, by_rules)
        self.next_group = NEXT_GROUP
        self.bonus = BONUS
        self.exact = array("i", [int(rules[0]), int(rules[1])])
        self.values = _values(*self.exact, ATTACKING, DEFENDING)
        self.is_exact = plans.program.is_exact and not by_rules
        self.open_threes = array("i", bytes(4 * N_GROUPS))
        self.least = LEAST_WIN
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

    def _is_spent(self):
        """Return whether the search must end: its node limit is reached, or the poll returned true."""
        if self.nodes >= self.poll_at:
            self.poll_at = self.nodes + POLL_EVERY
            if must_stop(self.poll, self.nodes):
                self.is_halted = True
        if self.is_halted or self.nodes >= self.limit:
            self.is_stopped = True
        return self.is_stopped

    # -- moves

    def _add_move(self, cell, base, count):
        """Append a cell to the moves if it is empty and new; return the new number of moves."""
        if cell < 0 or self.owner[cell] >= 0 or self.marked[cell] == self.mark:
            return count
        self.marked[cell] = self.mark
        self.moves[base + count] = cell
        return count + 1

    def _add_groups(self, number, base, count):
        """Append the empty base fields of all groups in a set; return the new number of moves."""
        cython.declare(word=cython.int, position=cython.int, group=cython.int, bits=cython.ulonglong)
        # An empty set costs one comparison instead of nine words.
        if self.sizes[number]:
            for word in range(WORDS):
                bits = self.sets[WORDS * number + word]
                while bits:
                    group = 8 * (64 * word + first_bit(bits))
                    bits &= bits - 1
                    for position in range(1, 6):
                        count = self._add_move(self.group_cells[group + position], base, count)
        return count

    def _may_grow(self, group, color):
        """Return whether a group with positions 1 and 6 empty can become an open four at 2 to 5.

        If the color must make exactly five, the group cannot grow if a stone of that color is just beyond
        position 6: a five that includes position 6 would be six.
        """
        following: cython.int = self.next_group[group]
        if not self.exact[color]:
            return True
        return following >= 0 and not self.state_of[self.shape[following]] >> color & 1

    def _first_gap(self, group):
        """Return the first empty cell at positions 2 to 5 of a group; -1 if all four have stones."""
        position: cython.int
        for position in range(2, 6):
            if self.owner[self.group_cells[8 * group + position]] < 0:
                return self.group_cells[8 * group + position]
        return -1

    def _against_threes(self, side, base):
        """Append the answers to the opponent's open threes; return the number of moves."""
        # A three is answered on its gap or at one of its two ends. If a cell answers all threes, only
        # such cells remain; otherwise the answers to each three remain, and the caller adds moves that
        # make a four.
        other: cython.int = 1 - side
        number: cython.int = self.shapes[4 * other + 2]
        cython.declare(word=cython.int, group=cython.int, i=cython.int, cell=cython.int)
        cython.declare(bits=cython.ulonglong)
        threes: cython.int = 0
        count: cython.int = 0
        common: cython.int = 0
        if not self.sizes[number]:
            return 0
        # `hits` counts the threes that a cell answers. The counts need no clearing: a cell's count starts
        # at 0 when the cell is first marked.
        for word in range(WORDS):
            bits = self.sets[WORDS * number + word]
            while bits:
                group = 64 * word + first_bit(bits)
                bits &= bits - 1
                cell = self._first_gap(group)
                if not self._may_grow(group, other) or (other == 0 and self._is_forbidden(cell)):
                    continue
                self.open_threes[threes] = group
                threes += 1
                for i in range(3):
                    if i:
                        cell = self.group_cells[8 * group + (1 if i == 1 else 6)]
                    if self.marked[cell] != self.mark:
                        self.hits[cell] = 0
                    self.hits[cell] += 1
                    count = self._add_move(cell, base, count)
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
        if self.is_exact and other == 0:
            count = self._add_far_answers(threes, base, count)
        return count

    def _add_far_answers(self, threes, base, count):
        """Append White's moves that make it illegal to extend the open threes to straight fours."""
        # A white stone removes threes and adds none, so a point that lies in fewer than two shapes of
        # threes cannot become forbidden. If a point lies in two and is allowed, one of them does not
        # count because Black may not extend it; a white stone that allows Black to extend it makes the
        # point forbidden.
        cython.declare(i=cython.int, cell=cython.int, growing=cython.int, group=cython.int)
        cython.declare(is_met=cython.bint)
        may_bar: cython.bint = False
        for i in range(threes):
            may_bar |= self._n_threes(self._first_gap(self.open_threes[i])) > 1
        if not may_bar:
            return count
        # All cells are tried: a white stone anywhere on the board may have this effect. An earlier
        # version tried near cells only, and reported wins that were refuted. The test above spares most
        # nodes this loop.
        for cell in range(N_CELLS):
            if self.owner[cell] >= 0 or self.marked[cell] == self.mark:
                continue
            self._play(cell, 1)  # whether a point is forbidden does not depend on the tables of groups
            is_met = True
            for i in range(threes):
                group = self.open_threes[i]
                growing = self._first_gap(group)
                if growing < 0 or cell == self.group_cells[8 * group + 1]:
                    continue
                if cell != self.group_cells[8 * group + 6] and self._forbidden(growing) == LEGAL:
                    is_met = False
                    break
            self._undo()
            if is_met:
                count = self._add_move(cell, base, count)
        return count

    def _n_threes(self, cell):
        """Return the number of lines in which a black stone on an empty cell would make a three."""
        way: cython.int
        found: cython.int = 0
        for way in range(4):
            if self.pattern[self.line_of[4 * cell + way]] >> self.place[4 * cell + way] + 32 & 1:
                found += 1
        return found

    def _forced_answers(self, side, base):
        """List the answers to fours, or to open threes if there are no fours.

        `kind` becomes 1 for fours, 3 for open threes, 0 for neither.
        """
        count: cython.int
        self.mark += 1
        self.kind = 1
        # A four must be answered at once, so if there is one, only its answers are listed.
        count = self._add_groups(self.shapes[4 * (1 - side)], base, 0)
        if not count:
            self.kind = 3
            count = self._against_threes(side, base)
            if count:  # own fours answer a three as well, since the opponent must answer them first
                count = self._add_groups(self.shapes[4 * side + 1], base, count)
            else:
                self.kind = 0
        return count

    def _forcing_moves(self, side, base):
        """List the moves that make a four or an open three."""
        number: cython.int = self.shapes[4 * side + 3]
        cython.declare(word=cython.int, group=cython.int, position=cython.int, bits=cython.ulonglong)
        cython.declare(count=cython.int)
        self.mark += 1
        count = self._add_groups(self.shapes[4 * side + 1], base, 0)
        if self.sizes[number]:
            for word in range(WORDS):
                bits = self.sets[WORDS * number + word]
                while bits:
                    group = 64 * word + first_bit(bits)
                    bits &= bits - 1
                    if self._may_grow(group, side):
                        for position in range(2, 6):
                            count = self._add_move(self.group_cells[8 * group + position], base, count)
        return count

    def _drop_forbidden(self, base, count):
        """Remove Black's forbidden moves from the list; return the number of moves left."""
        i: cython.int
        left: cython.int = 0
        for i in range(count):
            if not self._is_forbidden(self.moves[base + i]):
                self.moves[base + left] = self.moves[base + i]
                left += 1
        return left

    def _gain(self, cell, color):
        """Return how much the evaluation for a color increases if the color plays on a cell."""
        cython.declare(k=cython.int, group=cython.int, position=cython.int, at=cython.int)
        gain: cython.int = self.bonus[cell]
        step: cython.int = 24 if color == 0 else 4
        # Only the groups through the cell change. Playing the stone instead would update the sets of
        # groups for each move that is sorted. A stone on a border field has no value of its own: it only
        # sets the bit that voids a group where exactly five are needed.
        for k in range(self.cell_begins[cell], self.cell_begins[cell + 1]):
            group = self.cell_places[k] >> 3
            position = self.cell_places[k] & 7
            at = 144 * color + self.state_of[self.shape[group]]
            if 0 < position < 6:
                gain += self.values[at + step] - self.values[at]
            else:
                gain += self.values[at | (1 << color)] - self.values[at]
        return gain

    def _sort_moves(self, side, base, count, killer):
        """Sort the moves: the killer move first, then by decreasing `_gain`, then by cell."""
        cython.declare(i=cython.int, j=cython.int, cell=cython.int, worth=cython.int)
        for i in range(count):
            cell = self.moves[base + i]
            worth = 0x3FFFFFFF if cell == killer else self._gain(cell, side)
            # Insertion sort: an attack has few moves. Ties are broken by cell, so that neither the order
            # nor the node count depends on the order in which the moves were generated.
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

    def _keep_line(self, ply, move):
        """Set the line of a node to `move` followed by the child's line (triangular array)."""
        i: cython.int
        size: cython.int = self.line_size[ply + 1]
        self.line_moves[227 * ply] = move
        for i in range(size):
            self.line_moves[227 * ply + 1 + i] = self.line_moves[227 * (ply + 1) + i]
        self.line_size[ply] = size + 1

    # -- the tactical search

    def _attack(self, side, ply, depth, alpha, beta):
        """Return the attacker's value if only forcing moves are played.

        It is positive for a win, negative for a loss, or 0. The attacker makes fours and open threes, and
        the defender answers them; if the defender has no threat to answer, the branch ends with 0. Values
        are always the attacker's: the attacker maximizes, the defender minimizes.
        """
        cython.declare(rule=cython.int, value=cython.int, count=cython.int)
        base: cython.int = MOST_MOVES * ply
        cython.declare(i=cython.int, move=cython.int, last=cython.int)
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
        # Rules come before the table and the moves: a match spares both, and at level 5 ends the branch
        # two moves of each side earlier (BENCHMARKS.md, "Savings by knowledge").
        rule = self._infer(side, self.level, self.n_deciding[side])
        if rule >= 0 and (self.rule_player[rule] == side or self.rule_level[rule] == 0):
            value = WIN_VALUE - ply - self.rule_level[rule]
            return value if self.rule_player[rule] == self.attacker else -value
        if self.remembers:
            # Only positions without a win are stored, and a new entry always replaces the old one (no
            # bucket, no age). `salt`, which is new for each search, hides older entries, so that node
            # counts do not depend on earlier searches. The table halves the nodes at every level
            # (BENCHMARKS.md).
            key = self.key ^ self.keys[2 * N_CELLS + side]
            slot = cython.cast(cython.int, key >> (64 - DEAD_BITS))
            key ^= self.salt
            if self.dead_keys[slot] == key and self.dead_depths[slot] >= 2 * depth:
                if self.dead_depths[slot] & 1:
                    self.is_cut = True
                return 0
        # `is_cut` is collected for this subtree alone, so that the table knows whether a deeper search
        # could find more; every exit combines it with the value of earlier subtrees.
        was_cut = self.is_cut
        self.is_cut = False
        if self.is_exact and sign < 0 and self.sizes[self.shapes[4 * side]]:
            self.is_cut = was_cut
            return 0
        count = self._forced_answers(side, base)
        if not count:
            if sign < 0:
                self.is_cut = was_cut
                return 0
            count = self._forcing_moves(side, base)
        if side == 0:
            count = self._drop_forbidden(base, count)
        if not count:
            self.is_cut = was_cut
            if self.kind == 1 or (self.is_exact and self.kind == 3):
                return -sign * (WIN_VALUE - ply - 1 - self.kind)
            return 0
        # A single answer costs no depth, and a single answer of the attacker adds one. A chain of
        # counter-fours can therefore blow up one iteration: one problem was given up at level 7 after 10
        # million nodes, but won at level 5 after 6,935 (BENCHMARKS.md). A different extension changes all
        # node counts.
        if self.kind and count == 1:
            depth += 2 if sign > 0 else 1
        if depth <= 0:
            self.is_cut = True
            return 0
        self._sort_moves(side, base, count, self.killers[ply])
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
                self._keep_line(ply, move)
            if sign > 0:
                alpha = max(alpha, value)
                if value > self.least or alpha >= beta:  # any win will do: the first one ends the node
                    break
            else:
                beta = min(beta, value)
                if alpha >= beta:
                    break
        # There is one killer move for each ply; it is used again at the next depth of iterative
        # deepening.
        self.killers[ply] = best_move
        if self.remembers and best <= 0:
            self.dead_keys[slot] = key
            self.dead_depths[slot] = 2 * left + 1 if self.is_cut else NEVER_DEEPER
        self.is_cut |= was_cut
        return best

    # -- the positional search

    def _evaluation(self, color):
        """Return the static value for `color` as the attacker: the sum of the values of all groups."""
        # All 572 groups are summed at each leaf. A sum that `_put` updates would burden `_attack`, which
        # needs no evaluation of a position.
        group: cython.int
        total: cython.int = 0
        for group in range(N_GROUPS):
            total += self.values[144 * color + self.state_of[self.shape[group]]]
        return total

    def _positional_value(self, side, ply, depth, alpha, beta):
        """Return the value of a position for the attacker, searched to a fixed depth.

        The attacker is the side to move at the root.
        """
        cython.declare(rule=cython.int, value=cython.int)
        count: cython.int = 0
        base: cython.int = MOST_MOVES * ply
        cython.declare(i=cython.int, j=cython.int, move=cython.int)
        last: cython.int = self.last
        best: cython.int = 0
        best_move: cython.int = -1
        sign: cython.int = 1 if side == self.attacker else -1
        if self._is_spent():
            return STOPPED
        self.nodes += 1
        rule = self._infer(side, self.level, self.n_deciding[side])
        if ply and rule >= 0 and (self.rule_player[rule] == side or self.rule_level[rule] == 0):
            value = WIN_VALUE - ply - self.rule_level[rule]
            return value if self.rule_player[rule] == self.attacker else -value
        if depth <= 0:
            return self._evaluation(self.attacker)
        for move in range(N_CELLS):
            if self.owner[move] < 0 and not (ply == 0 and self.banned[move]):
                self.moves[base + count] = move
                count += 1
        if side == 0:
            count = self._drop_forbidden(base, count)
        # Above the leaves the evaluation orders the moves. At the last ply that would cost as much as the
        # leaves themselves, so moves are ordered by their distance from the middle, by a stable insertion
        # sort.
        if depth > 1:
            self._sort_moves(side, base, count, self.killers[ply])
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
            value = self._positional_value(1 - side, ply + 1, depth - 1, alpha, beta)
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

    # -- for Python callers

    def begin(self, limit: cython.longlong, poll) -> None:
        """Begin a series of searches: reset `nodes` and the killer moves, and set the limits.

        `limit` is the maximum of `nodes`, or -1 for no limit; the class explains `poll`.
        """
        i: cython.int
        self.nodes = 0
        self.salt = (self.salt * 0x5851F42D4C957F2D + 0x14057B7EF767814F) & ALL
        self.limit = limit if limit >= 0 else NEVER
        self.limits = Poll(poll)
        self.poll_at = 0
        self.is_stopped = False
        for i in range(227):
            self.killers[i] = -1

    def _end(self):
        """Finish a search: remove its limits, and set `is_stopped` if the machine was halted."""
        if self.is_halted:
            self.is_stopped = True
        self._resume()

    def attack(
        self, side: cython.int, level: cython.int, depth: cython.int, length: cython.int = N_CELLS
    ) -> int:
        """Search for a win for the side to move, down to `depth`, and return the value.

        Only wins within `length` moves, counting the moves of both sides, are accepted. The search begins
        with the killer moves of the previous search. Afterwards `is_cut` is true if a deeper search might
        find a win, and `is_stopped` if a limit stopped the search.
        """
        value: cython.int
        check(0 <= side <= 1, "color out of range")
        check(0 <= depth <= MAX_DEPTH, "depth out of range")
        self.attacker = side
        self.level = level
        self.is_cut = False
        self.least = max(LEAST_WIN, WIN_VALUE - length - 1)
        self._use_poll(self.limits)
        with cython.nogil:
            value = self._attack(side, 0, depth, self.least if length < N_CELLS else 0, 2 * WIN_VALUE)
        self._end()
        return value

    def remember(self, remembers: cython.bint) -> None:
        """Turn on or off the table (12 MB) of positions known to have no win up to some depth."""
        self.remembers = remembers
        if remembers and len(self.dead_keys) == 1:
            self.dead_keys = array("Q", bytes(8 << 20))
            self.dead_depths = array("i", bytes(4 << 20))

    def line(self) -> list[int]:
        """Return the moves of the win found, up to the position in which a rule matches."""
        return list(self.line_moves[: self.line_size[0]])

    def positional_move(
        self,
        side: cython.int,
        level: cython.int,
        depth: cython.int,
        banned: list[int],
        worth: tuple = (ATTACKING, DEFENDING),
    ) -> tuple[int, int]:
        """Return (move, value) of the best move that is not banned; the move is -1 if all are banned.

        `worth` consists of two lists, each with the values of groups with 0 to 5 stones. The values in
        the first list, for groups of the side that moved, are added; the values in the second list, for
        groups of its opponent, are subtracted.
        """
        value: cython.int
        check(0 <= side <= 1, "color out of range")
        check(0 <= depth <= MAX_DEPTH, "depth out of range")
        check_all(banned, 0, N_CELLS - 1, "cell out of range")
        usual = self.values
        self.values = _values(*self.exact, *worth)
        self.attacker = side
        self.level = level
        self.banned = array("B", bytes(225))
        for cell in banned:
            self.banned[cell] = 1
        self.best_at_root = -1
        self._use_poll(self.limits)
        with cython.nogil:
            value = self._positional_value(side, 0, depth, -2 * WIN_VALUE * 100, 2 * WIN_VALUE * 100)
        self.values = usual
        self._end()
        return self.best_at_root, value

    def forced_answers(self, side: cython.int) -> list[int]:
        """Return the legal answers of a side to its opponent's threat, the best first.

        Afterwards `kind` is the threat: 1 a four, 3 an open three, 0 none.
        """
        check(0 <= side <= 1, "color out of range")
        count: cython.int = self._forced_answers(side, 0)
        if side == 0:
            count = self._drop_forbidden(0, count)
        self._sort_moves(side, 0, count, -1)
        return list(self.moves[:count])

    def evaluation(self, color: cython.int) -> int:
        """Return the static value for `color` as the attacker: the sum of the values of all groups."""
        check(0 <= color <= 1, "color out of range")
        return self._evaluation(color)
