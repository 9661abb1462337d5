# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""Searches by threes on thousands of related positions, as part of one search with quiet moves.

Algorithm: the df-pn of `_threats.py`, on one graph for all positions and both colors, which is not
cleared between searches. A search that reached its budget is resumed where it stopped. After an answer to
a quiet move, the search first tries the moves that win without this answer: most answers disturb few
branches of the proof, and the other branches still win.

Cost per node: as in `_threats.py`; a search after an answer also needs one more lookup in the graph for
each expanded node of the attacker. A whole search with quiet moves takes about 5 s for 5 million moves
tried (BENCHMARKS.md, "Wins with quiet moves"). `zone` plays the moves of each part of a proof once.

Invariants:
- In a search that allows any number of threes, the number of threes left does not decrease. A position
  that is reached with different numbers of threes is then one node, and a proven node is proven in every
  search.
- `is_unsure` is cleared only with the graph, which retains the nodes disproven by an unsure search.
"""

from array import array

import cython

from zet.engines.renju._threats import ThreatSearch

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit
    from zet.engines.kernel.checks import check, check_all
    from zet.engines.renju.constants import *

MAX_BUDGET = cython.declare(cython.longlong, 1 << 62)

ALL_THREES = cython.declare(cython.int, MOST_FOURS + 1)
"""The limit on threes that means "any number", because no win needs that many."""

OTHERS = cython.declare(cython.int, 80)
"""The number added to the proof number of every move except the move that wins without the last answer.
"""


@cython.cclass
class QuietSearch(ThreatSearch):
    """A search by threes that uses one graph for many positions."""

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, size: cython.int = 15):
        ThreatSearch.__init__(self, exact_black, exact_white, restricted, size)
        self.extra = 0
        self.is_limited = False
        self.part_move = self.part_threat = self.part_first = self.answer = self.after = array("i", [0])
        self.part_seen = array("b", [0])

    def _counts_as_three(self, move):
        """Return whether a move counts as a three; no move does if threes are unlimited."""
        return self.is_limited and ThreatSearch._counts_as_three(self, move)

    def _expand_attack(self, node, left):
        """Add the attacker's moves to a node; the move that `_known_move` returns comes first."""
        cython.declare(move=cython.int, edge=cython.int)
        ThreatSearch._expand_attack(self, node, left)
        if not self.extra or not self.proof[node] or not self.disproof[node]:
            return
        move = self._known_move(left)
        if move < 0:
            return
        for edge in range(self.first_edge[node], self.first_edge[node] + self.edge_count[node]):
            # Postponed, not omitted: the extra stone may refute the known move.
            if self.edge_node[edge] < 0 and self.edge_move[edge] != move:
                self.edge_node[edge] -= OTHERS

    def _known_move(self, left):
        """Return a move proven to win without the stone `without` (see `wins`); -1 if none is known."""
        cython.declare(node=cython.int, edge=cython.int)
        # The key without the extra stone is that of the position before the answer, whose node is in the
        # same graph: a lookup and no search.
        self.key ^= self.extra
        node = self.slots[self._slot(self._key(0, left))]
        self.key ^= self.extra
        if self.proof[node] == 0:
            for edge in range(self.first_edge[node], self.first_edge[node] + self.edge_count[node]):
                if self.edge_move[edge] >= 0 and self.edge_node[edge] > 0:
                    if self.proof[self.edge_node[edge]] == 0:
                        return self.edge_move[edge]
        return -1

    # -- the relevance zone of a proof

    def _walk(self, part):
        """Mark the cells at which a stone of the defender can disturb the given part of a proof."""
        cython.declare(index=cython.int, threat=cython.int, cell=cython.int)
        if self.part_seen[part]:
            return
        self.part_seen[part] = 1
        self.seen[self.part_move[part]] = self.stamp
        threat = self.part_threat[part]
        if threat < 0 or self.owner[self.part_move[part]] >= 0:
            return
        self._play(self.part_move[part], self.attacker)
        self._walk(threat)
        for index in range(self.part_first[part], self.part_first[part + 1]):
            cell = self.answer[index]
            if self.owner[cell] < 0:
                self.seen[cell] = self.stamp
                self._play(cell, 1 - self.attacker)
                self._mark_lines(cell)
                self._walk(self.after[index])
                self._undo()
        self._undo()

    def _mark_lines(self, cell):
        """Mark where, in the lines through a cell, the defender could place a third stone in a window."""
        way: cython.int
        for way in range(4):
            if self.line_of[4 * cell + way] < self.n_lines:
                self._mark_line(self.line_of[4 * cell + way])

    def _mark_line(self, line):
        """Mark the empty cells of windows with two or more defending stones and no attacking stone."""
        cython.declare(first=cython.int, windows=cython.ulonglong, places=cython.ulonglong)
        one: cython.ulonglong = 1
        b: cython.ulonglong = self.stones[LINES * (1 - self.attacker) + line]
        # Fewer than two stones of the defender: no window has two.
        if not b & (b - 1):
            return
        windows = self._windows(1 - self.attacker, line)
        places = 0
        while windows:
            first = first_bit(windows)
            windows &= windows - 1
            # A bit of `windows` is the first place of a window.
            if count_bits(b >> first & 31) >= 2:
                places |= one * 31 << first
        places &= self.empty[line]
        while places:
            self.seen[self.cell_at[32 * line + first_bit(places)]] = self.stamp
            places &= places - 1

    # -- for Python callers

    def start(self, scale: cython.longlong) -> None:
        """Clear the graph; the budgets of nested searches by fours are proportional to `scale`."""
        slot: cython.int
        check(0 < scale <= 1 << 40, "scale out of range")
        self.scale = scale
        self.is_wide = True
        self.is_counting = self.is_lean = False
        self.is_unsure = self.is_cut = self.is_full = False
        self.n_nodes = self.n_edges = 1
        self.extra = 0
        for slot in range(2 * self.node_room):
            self.slots[slot] = 0

    def wins(
        self,
        color: cython.int,
        budget: cython.longlong,
        threes: cython.int = ALL_THREES,
        without: cython.int = -1,
        is_lean: bool = False,
    ) -> bool | None:
        """Return whether a color wins by fours and threes if it is to move here; None if unknown.

        `budget` limits the additional nodes, `threes` the number of threes; `is_lean` is explained in
        `win_by_threats`. `without` is a stone of the other color, usually the last move: a move that is
        proven to win without this stone is tried first.
        """
        node: cython.int
        whole: cython.longlong = self.budget
        check(0 <= color <= 1, "color out of range")
        check(0 <= budget <= MAX_BUDGET, "budget out of range")
        check(0 <= threes <= ALL_THREES, "number of threes out of range")
        check(-1 <= without < self.n_cells, "cell out of range")
        self.attacker = color
        self.is_lean = is_lean
        self.is_limited = threes < ALL_THREES
        self.extra = self.keys[self.n_cells * (1 - color) + without] if without >= 0 else 0
        self.budget = min(whole, self.nodes + budget)
        with cython.nogil:
            node = self._node(0, threes)
            self._prove(node, 0, threes, INFINITE, INFINITE)
        self.extra = 0
        # A negative budget means that the poll or an error stopped the search, and is not restored.
        if self.budget >= 0:
            self.budget = whole
        self.poll.raise_error()
        if self.proof[node] == 0:
            return True
        return False if self.disproof[node] == 0 else None

    def zone(self, graph: tuple, color: cython.int) -> list[int]:
        """Return the empty cells at which the other color can disturb a proof that `color` wins.

        `graph` is the proof, as for `Verifier.holds`. The list contains the cells of the proof's moves
        and answers, and the cells at which the other color could, in some position of the proof, place a
        third stone into a window of five places. Rare cases are missing, such as cells where a stone
        makes a move of the proof forbidden or legal.
        """
        cython.declare(line=cython.int, n=cython.int, cell=cython.int)
        self.part_move, self.part_threat, self.part_first, self.answer, self.after = graph
        n = len(self.part_move)
        check(0 <= color <= 1, "color out of range")
        check(n > 0 and len(self.part_threat) == n, "length of an array out of range")
        check(len(self.part_first) == n + 1, "length of an array out of range")
        check(len(self.answer) == len(self.after), "length of an array out of range")
        check_all(self.part_move, 0, self.n_cells - 1, "cell out of range")
        check_all(self.part_threat, -1, n - 1, "part out of range")
        check_all(self.part_first, 0, len(self.answer), "answer out of range")
        check_all(self.answer, 0, self.n_cells - 1, "cell out of range")
        check_all(self.after, 0, n - 1, "part out of range")
        self.part_seen = array("b", bytes(n))
        self.attacker = color
        self.stamp += 1
        for line in range(self.n_lines):
            self._mark_line(line)
        self._walk(n - 1)
        return [
            cell for cell in range(self.n_cells) if self.owner[cell] < 0 and self.seen[cell] == self.stamp
        ]
