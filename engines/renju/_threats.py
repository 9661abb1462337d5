# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The search for wins by threats: a proof-number search on top of searches by fours.

Algorithm: df-pn (Nagai, 2002), the depth-first form of proof-number search (Allis, van der Meulen and van
den Herik, 1994), for VCT: victory by continuous threats. A move is a threat if, after a pass, a search by
fours wins (the null move of Thomsen's lambda search, 2000). The graph is stored, so no bound has to be
recomputed. Where sums would count one outcome many times, they are replaced by the largest number plus
the count of the others, as in weak proof-number search (Ueda et al., "Weak proof-number search", 2008).
Thresholds exceed the second child's number by a quarter (Pawlewicz and Lew, "Improving depth-first
PN-search: 1 + epsilon trick", 2007).

Data layout: the graph of `_graph.py`. Cost per node: mostly its searches by fours, of 30 to 300 moves
each (times `scale`).

Invariants:
- The chain is the winning line of fours that the attacker's last move threatens.
"""

from array import array

import cython

from zet.engines.renju._graph import ProofGraph

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit
    from zet.engines.kernel.checks import check
    from zet.engines.renju.constants import *

THIRD = cython.declare(cython.int, 16)
"""The proof number of a move that places a third stone into a window of five, but makes no four or three
in a line; such a move is not necessarily a threat.
"""

LATER = cython.declare(cython.int, 24)
"""The value that replaces THIRD in a lean search."""

REST = cython.declare(cython.int, 24)
"""The proof number of the one child that represents all other moves of the attacker."""

MAX_SCALE = cython.declare(cython.longlong, 1 << 40)
MAX_BUDGET = cython.declare(cython.longlong, 1 << 62)

# Budgets of searches by fours within the search by threats: at the attacker's nodes, at nodes that may be
# decided in another way, and for the defender's own win.
ATTACK = cython.declare(cython.longlong, 300)
QUICK = cython.declare(cython.longlong, 30)
COUNTER = cython.declare(cython.longlong, 200)

MANY = cython.declare(cython.int, 50)
"""A number of threes that no short win reaches."""

COUNTER_FOUR = cython.declare(cython.int, 512)
"""The number that marks an edge as a four of the defender: it is added to the move."""

MIXER = cython.declare(cython.ulonglong, 0x03F79D71B4CB0A89)
"""An odd multiplier that spreads small numbers over a word, for hashing."""


@cython.cclass
class ThreatSearch(ProofGraph):
    """Proof-number search for a win by threats: fours, and moves that threaten to win by fours.

    A three, here, is a move after which a search by fours would win if the defender passed. Each search
    limits the number of threes in a win, and a node has a number of threes left; a three that answers a
    four does not count. With `is_counting`, all moves of the attacker are counted instead.

    The positions visited form a graph. A node with the attacker to move (kind 0) is proven by one move, a
    node with the defender to move (kind 1) by a proof for each answer. Fours, and moves that place a
    third stone into a window of five places without a stone of the other color, become children at once:
    whether they threaten a win is tested when they are examined. In a wide search one more child (kind 2,
    whose edge has -1 in place of a move) represents all other moves; when this child is examined, the
    threats among these moves become its children. An answer is omitted if the chain, the line of fours
    that the attacker's last move threatens, still wins unchanged after it, or if another search by fours
    wins after it.

    `is_unsure` means that some nested search by fours gave up; `is_cut` means that more threes might lead
    to a win.
    """

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, size: cython.int = 15):
        ProofGraph.__init__(self, exact_black, exact_white, restricted, size)
        self.scale = 1
        self.is_wide = self.is_unsure = self.is_cut = False
        self.is_counting = self.is_lean = False
        self.chain = array("i", bytes(4 * (self.n_cells + 1)))
        self.n_chain = 0
        self.chain_end = self.chain_second_end = -1
        self.useful = array("i", bytes(4 * self.n_cells))

    # -- threats

    def _quick_win(self, color, moves, most=MOST_FOURS):
        """Search for a win by at most `most` fours, trying at most `moves` * `scale` moves."""
        budget: cython.longlong = self.budget
        result: cython.int
        # The nested budget is proportional to `scale`: the caller searches again with a larger one if the
        # search was unsure.
        self.budget = min(budget, self.nodes + moves * self.scale)
        result = self._win_by_fours(color, most)
        # A negative budget means that the poll or an error stopped the search, and is not restored.
        if self.budget >= 0:
            self.budget = budget
        return result

    def _most_fours(self, left):
        """Return the maximum number of fours in a win for the attacker with `left` threes left."""
        return left - 1 if self.is_counting else MOST_FOURS

    def _windows(self, color, line):
        """Return the windows of five places, within a line, in which `color` can still make five."""
        # The window test of `_board._patterns` for one line: no stone of the other color in five places,
        # and for an exact five no sixth stone beside them.
        b: cython.ulonglong = self.stones[LINES * color + line]
        open1: cython.ulonglong = b | self.empty[line]
        windows: cython.ulonglong = open1 & open1 >> 1
        windows &= windows >> 2 & open1 >> 4
        if self.exact_black if color == 0 else self.exact_white:
            windows &= ~(b << 1 | b >> 5)
        return windows

    def _third_places(self, color, line):
        """Return a line's empty places in the `_windows` that contain exactly two stones of `color`."""
        one: cython.ulonglong = 1
        b: cython.ulonglong = self.stones[LINES * color + line]
        windows: cython.ulonglong
        places: cython.ulonglong = 0
        first: cython.int
        # At least two stones are needed; a line with fewer is skipped before its windows are computed.
        if not b & (b - 1):
            return 0
        windows = self._windows(color, line)
        # Window by window, as only lines with two stones get this far. A bit-parallel count as in
        # `_patterns` would compute all windows at every call, and threes are listed only at inner nodes.
        while windows:
            first = first_bit(windows)
            windows &= windows - 1
            if count_bits(b >> first & 31) == 2:
                places |= one * 31 << first
        return places & self.empty[line]

    def _third_moves(self, color, base, n):
        """Append the cells of `_third_places` to the `n` moves listed so far; return the new `n`."""
        cython.declare(line=cython.int, cell=cython.int, places=cython.ulonglong)
        for line in range(self.n_lines):
            places = self._third_places(color, line)
            while places:
                cell = self.cell_at[32 * line + first_bit(places)]
                places &= places - 1
                if self.seen[cell] != self.stamp:
                    self.seen[cell] = self.stamp
                    self.moves[base + n] = cell
                    n += 1
        return n

    def _keep_chain(self):
        """Copy the line of fours found last to the chain."""
        index: cython.int
        self.n_chain = self.n_found
        # A copy: the next search by fours overwrites the line.
        for index in range(self.n_found):
            self.chain[index] = self.found[index]
        self.chain_end = self.end
        self.chain_second_end = self.second_end

    def _disturbing_cells(self, base):
        """List the cells at which a stone of the defender may disturb the chain; return their number.

        Such a cell is in the chain, or it is a cell where the defender can make a four, now or after an
        answer in the chain. If the chain ends at a point that is forbidden to the defender, a cell around
        this point may make it legal; if a double three decides legality, any stone can matter.
        """
        other: cython.int = 1 - self.attacker
        n: cython.int = 0
        cython.declare(cell=cython.int, index=cython.int, line=cython.int)
        checks: cython.longlong = self.deep_checks
        is_deep: cython.bint
        self.stamp += 1
        # The chain is replayed once unchanged. A stone on a cell that is not listed changes no replay: it
        # is in no window of the attacker's fours, and makes no five possible that the attacker would have
        # to stop; it can only make moves of Black illegal if it is black, and then they are answers.
        self._chain_still_wins(-1)
        is_deep = self.deep_checks != checks
        for index in range(self.n_chain):
            self.seen[self.chain[index]] = self.stamp
        self.seen[self.chain_end] = self.stamp
        if self.chain_second_end >= 0:
            self.seen[self.chain_second_end] = self.stamp
        elif other == 0:
            self._mark_around(self.chain_end)
        for line in range(self.n_lines):
            self._mark_fours(other, line)
        for cell in range(self.n_cells):
            if self.owner[cell] < 0 and (is_deep or self.seen[cell] == self.stamp):
                self.moves[base + n] = cell
                n += 1
        return n

    def _mark_fours(self, color, line):
        """Mark the cells at which `color` makes a four in a line."""
        places: cython.ulonglong = self.pattern[LINES * color + line] >> self.lane & self.lane_mask
        while places:
            self.seen[self.cell_at[32 * line + first_bit(places)]] = self.stamp
            places &= places - 1

    def _mark_around(self, cell):
        """Mark a cell and the cells in line with it at a distance of up to five."""
        cython.declare(way=cython.int, at=cython.int, line=cython.int, place=cython.int, near=cython.int)
        for way in range(4):
            line = self.line_of[4 * cell + way]
            place = self.place[4 * cell + way]
            for at in range(max(place - 5, 0), min(place + 6, self.size)):
                near = self.cell_at[32 * line + at]
                if near >= 0:
                    self.seen[near] = self.stamp

    def _chain_still_wins(self, answer):
        """Replay the chain; return whether it still wins after `answer`, which is on the board.

        If `answer` is -1 (none), the chain is known to win, and the replay marks the cells at which the
        defender could make a four in a line through one of the answers in the chain.
        """
        color: cython.int = self.attacker
        other: cython.int = 1 - self.attacker
        forced: cython.int = -1
        before: cython.int = self.n_moves
        wins: cython.bint = False
        index: cython.int = 0
        cython.declare(five=cython.int, cell=cython.int, way=cython.int)
        if answer >= 0:
            forced = self._five_of(answer, other)
        # Replay is far cheaper than a search: each four has the one answer of the chain, and the replay
        # fails at the first move that differs. A failure only means that the answer has to be searched.
        while True:
            cell = self.chain[index]
            if forced == -2 or (forced >= 0 and forced != cell) or self.owner[cell] >= 0:
                break
            if color == 0 and self._forbidden(cell) != LEGAL:
                break
            self._play(cell, color)
            if index == self.n_chain - 1:
                wins = self.owner[self.chain_end] < 0 and self._makes(self.chain_end, color, FIVE)
                if wins and self.chain_second_end >= 0:
                    wins = self.owner[self.chain_second_end] < 0
                    wins = wins and self._makes(self.chain_second_end, color, FIVE)
                elif wins:
                    wins = self._forbidden(self.chain_end) != LEGAL
                break
            five = self._five_of(cell, color)
            if five != self.chain[index + 1]:
                break
            if color == 1 and self._forbidden(five) != LEGAL:
                wins = True
                break
            self._play(five, other)
            forced = self._five_of(five, other)
            if answer < 0:
                for way in range(4):
                    self._mark_fours(other, self.line_of[4 * five + way])
            index += 2
        while self.n_moves > before:
            self._undo()
        return wins

    def _mark_useful(self, left):
        """Mark in `seen` the cells where a stone of the attacker could create a win by fours.

        Return False if a stone on any other cell could create a win too, because the search by fours gave
        up, a double three decided whether a move was legal, or a move is banned in this position.
        """
        # There is no win by fours now, and the defender cannot make five. The search for a win is
        # repeated with a trace of its fours. An added stone can change its result in two ways: it makes a
        # new four possible, in five places in a row without a stone of the defender and with two stones
        # or traced fours; or it occupies a place where the defender answered with a four. Other cells
        # need no search.
        color: cython.int = self.attacker
        trace: cython.ulonglong = self.trace
        checks: cython.longlong = self.deep_checks
        cython.declare(line=cython.int, first=cython.int, count=cython.int, result=cython.int)
        one: cython.ulonglong = 1
        cython.declare(b=cython.ulonglong, e=cython.ulonglong, open1=cython.ulonglong)
        cython.declare(windows=cython.ulonglong, places=cython.ulonglong)
        if self.n_moves == self.banned_at:
            return False
        for line in range(self.n_lines):
            self.traced[line] = self.traced_fives[line] = 0
        # The trace must not miss fours behind dead ends that are already stored: for this one search,
        # `trace` changes the keys of the table of dead ends.
        self.trace = (trace ^ cython.cast(cython.ulonglong, self.nodes)) * MIXER & ALL
        self.is_tracing = True
        # One traced search replaces hundreds: without the marks, each empty cell would need a search of
        # its own.
        result = self._quick_win(color, ATTACK, self._most_fours(left - 1))
        self.is_tracing = False
        self.trace = trace
        if result != NO_WIN or self.deep_checks != checks:
            return False
        self.stamp += 1
        for line in range(self.n_lines):
            b = self.stones[LINES * color + line] | self.traced[line]
            e = self.empty[line]
            places = self.traced_fives[line]
            if b & (b - 1):
                open1 = b | e
                windows = open1 & open1 >> 1
                windows &= windows >> 2 & open1 >> 4
                while windows:
                    first = first_bit(windows)
                    windows &= windows - 1
                    count = count_bits(b >> first & 31)
                    if count > 2:
                        places |= one * 31 << first & e
                    elif count == 2:
                        places |= one * 31 << first & e & ~self.traced[line]
            while places:
                self.seen[self.cell_at[32 * line + first_bit(places)]] = self.stamp
                places &= places - 1
        return True

    # -- expansion

    def _expand_attack(self, node, left):
        """Add the attacker's moves to a node."""
        base: cython.int = self.n_cells * self.n_moves
        n: cython.int = 0
        cython.declare(index=cython.int, cell=cython.int, child=cython.int, result=cython.int)
        color: cython.int = self.attacker
        forced: cython.int = self._any_five(1 - color)
        if self._any_five(color) != -1:
            self._settle(node, left > 0 or not self.is_counting)
            return
        if forced == -2 or (self.is_counting and left < 2):
            self._settle(node, False)
            return
        # Before any move is listed: most of the attacker's nodes that can be won at once are won here.
        result = self._quick_win(color, ATTACK, self._most_fours(left))
        if result == WIN:
            self._settle(node, True)
            return
        if forced >= 0:
            self.moves[base] = forced
            n = 1
        elif left < (3 if self.is_counting else 1):
            self.is_cut = True
            if result == GIVEN_UP:
                self.is_unsure = True
            self._settle(node, False)
            return
        else:
            n = self._four_moves(color, base)
            n = self._third_moves(color, base, n)
        # The edges of unexamined moves have their initial proof number instead of a node: most of them
        # are never examined and need no node.
        for index in range(n):
            cell = self.moves[base + index]
            if self.n_moves == self.banned_at and cell == self.banned:
                continue
            if color == 0 and self._forbidden(cell) != LEGAL:
                continue
            if self._makes(cell, color, THREE):
                self._add_edge(node, cell, -UNIT)
            elif forced >= 0 or self._makes(cell, color, FOUR):
                # If the win is to be short, fours that only delay it come last.
                self._add_edge(node, cell, -UNIT - 1 if left < MANY else -UNIT)
            else:
                self._add_edge(node, cell, -LATER if self.is_lean else -THIRD)
        # Examining a quiet move costs a search by fours, so all of them wait behind one child until the
        # listed moves look worse than REST.
        if self.is_wide and forced < 0:
            child = self._node(2, left)
            if self._is_new(child):
                self.proof[child] = REST
            if self.disproof[child]:
                self._add_edge(node, -1, child)
        if not self.edge_count[node]:
            self._settle(node, False)

    def _expand_rest(self, node, left):
        """Add the attacker's threats that `_expand_attack` has not added, found by searches by fours."""
        color: cython.int = self.attacker
        base: cython.int = self.n_cells * self.n_moves
        cython.declare(index=cython.int, cell=cython.int, child=cython.int, result=cython.int)
        cython.declare(n=cython.int, after=cython.int)
        is_limited: cython.bint = self._mark_useful(left)
        for cell in range(self.n_cells):
            self.useful[cell] = not is_limited or self.seen[cell] == self.stamp
        self._third_moves(color, base, self._four_moves(color, base))
        n = 0
        for cell in range(self.n_cells):
            if self.owner[cell] < 0 and self.seen[cell] != self.stamp and self.useful[cell]:
                self.moves[base + n] = cell
                n += 1
        for index in range(n):
            cell = self.moves[base + index]
            if self.n_moves == self.banned_at and cell == self.banned:
                continue
            if color == 0 and self._forbidden(cell) != LEGAL:
                continue
            after = left - self._counts_as_three(cell)
            self._play(cell, color)
            self.nodes += 1
            # A small budget: a threat whose win takes more is left for a larger `scale`, with `is_unsure`
            # set.
            result = self._quick_win(color, QUICK, self._most_fours(after))
            if result == WIN:
                child = self._node(1, after)
                if self._is_new(child):
                    self.proof[child] = 2 * UNIT
                if self.disproof[child]:
                    self._add_edge(node, cell, child)
                if self.proof[child] == 0:
                    self._settle(node, True)
                    self._undo()
                    return
            elif result == GIVEN_UP:
                self.is_unsure = True
            self._undo()
        if not self.edge_count[node]:
            self._settle(node, False)

    def _expand_defense(self, node, left):
        """Add to a node the defender's answers to the attacker's last move."""
        color: cython.int = self.attacker
        other: cython.int = 1 - self.attacker
        base: cython.int = self.n_cells * self.n_moves
        cython.declare(cell=cython.int, child=cython.int, result=cython.int, n=cython.int)
        cython.declare(index=cython.int, counter=cython.int)
        five: cython.int = self._any_five(color)
        if five != -1 and self.is_counting and left < 1:
            self._settle(node, False)
            return
        if five == -2 or (five >= 0 and color == 1 and self._forbidden(five) != LEGAL):
            self._settle(node, True)
            return
        # A four has a single answer, and no search is needed to find it.
        if five >= 0:
            self._play(five, other)
            self._add_edge(node, five, self._node(0, left))
            self._undo()
            return
        result = self._quick_win(color, ATTACK, self._most_fours(left))
        # Without a win after a pass, the last move was no threat: the node is lost for the attacker.
        if result != WIN:
            if result == GIVEN_UP:
                self.is_unsure = True
            self._settle(node, False)
            return
        self._keep_chain()
        # The defender's own win by fours refutes any three; it is searched once here, before any answer
        # is listed.
        if self._quick_win(other, COUNTER) == WIN:
            self._settle(node, False)
            return
        n = self._disturbing_cells(base)
        # Each answer is played, and cheap refutations are tried in turn: the unchanged chain, the
        # defender's double five, and a short search by fours. Only the remaining answers become children.
        for index in range(n):
            cell = self.moves[base + index]
            if other == 0 and self._forbidden(cell) != LEGAL:
                continue
            self._play(cell, other)
            if self._chain_still_wins(cell):
                self._undo()
                continue
            counter = self._five_of(cell, other)
            child = self._node(0, left)
            if counter == -2:
                self._settle(child, False)
            elif self._is_new(child):
                if self._quick_win(color, QUICK, self._most_fours(left)) == WIN:
                    self._settle(child, True)
                else:
                    self.proof[child] = self._first_guess(color)
            self._undo()
            if self.disproof[child] == 0:
                self._settle(node, False)
                return
            # Children that are proven for the attacker are omitted: they add nothing to the sum.
            if self.proof[child]:
                self._add_edge(node, cell if counter < 0 else cell + COUNTER_FOUR, child)
        if not self.edge_count[node]:
            self._settle(node, True)

    def _first_guess(self, color):
        """Return the initial proof number of an attacker's node; lines with fours or threes lower it."""
        line: cython.int
        guess: cython.int = 3 * UNIT
        for line in range(self.n_lines):
            if self.pattern[LINES * color + line] >> self.lane & self.lane_mask:
                guess -= 2
            if self._threes(color, line) & self.lane_mask:
                guess -= 1
        return max(guess, UNIT)

    # -- search

    def _prove(self, node, kind, left, most_proof, most_disproof):
        """Search below a node until its proof or its disproof number reaches the respective limit."""
        # One long function: the recursion needs the sums of the loop above it, and is called in four
        # places.
        cython.declare(edge=cython.int, best=cython.int, child=cython.int, move=cython.int)
        cython.declare(least=cython.longlong, second=cython.longlong, total=cython.longlong)
        cython.declare(mine=cython.longlong, theirs=cython.longlong, is_defense=cython.bint)
        cython.declare(open_count=cython.longlong, worst=cython.longlong, was_unsure=cython.bint)
        if self._is_new(node):
            was_unsure = self.is_unsure
            self.nodes += 1
            if kind == 1:
                self._expand_defense(node, left)
            elif kind:
                self._expand_rest(node, left)
            else:
                self._expand_attack(node, left)
            if self.nodes >= self.budget and self.proof[node]:
                # A limit interrupted the expansion: nothing is known.
                self.proof[node] = self.disproof[node] = UNIT
                self.first_edge[node] = self.edge_count[node] = 0
                self.is_unsure = was_unsure
        is_defense = kind == 1
        # Each round reads all children again: transpositions anywhere in the graph may have changed their
        # numbers.
        while self.proof[node] and self.disproof[node] and not self._is_spent():
            least = second = INFINITE
            total = 0
            open_count = 0
            worst = 0
            best = self.first_edge[node]
            for edge in range(best, best + self.edge_count[node]):
                child = self.edge_node[edge]
                # The number of which one child is enough, and the number of which all children are
                # needed.
                if child < 0:
                    mine = -child
                    theirs = UNIT
                elif is_defense:
                    mine = self.disproof[child]
                    theirs = self.proof[child]
                else:
                    mine = self.proof[child]
                    theirs = self.disproof[child]
                if mine < least:
                    second = least
                    least = mine
                    best = edge
                elif mine < second:
                    second = mine
                if not is_defense or self.edge_move[edge] >= COUNTER_FOUR:
                    worst = max(worst, theirs)
                    open_count += theirs > 0
                else:
                    total += theirs
            # Half as much again for each answer: a lean search prefers forcing lines.
            if is_defense and self.is_lean:
                total += total // 2
            # Children with the same outcome are not added up: the attacker's moves, and the defender's
            # fours, after which the threat remains. Summing them would drive the search away from wide
            # nodes.
            total += worst
            if not is_defense and open_count:
                total += open_count - 1
            total = min(total, INFINITE - 1)
            if least == 0:
                total = INFINITE
            elif least >= INFINITE:
                total = 0
            self.proof[node] = cython.cast(cython.uint, total if is_defense else least)
            self.disproof[node] = cython.cast(cython.uint, least if is_defense else total)
            if self.proof[node] >= most_proof or self.disproof[node] >= most_disproof:
                return
            child = self.edge_node[best]
            move = self.edge_move[best]
            # The move becomes a node, and the loop starts over with its numbers, before anything below it
            # is searched.
            if child < 0:
                self.edge_node[best] = self._node_after(move, left, -child)
                continue
            # The child may exceed the second best by a quarter before control returns; otherwise a close
            # race of two children would re-expand both paths at every step.
            second += 1 + second // 4
            if move < 0:
                self._prove(
                    child, 2, left, min(most_proof, second), most_disproof - total + self.disproof[child]
                )
                continue
            if is_defense:
                # The bounds of df-pn: the child may use the remainder of the parent's sum, or as much as
                # the second child needs.
                self._play(move & COUNTER_FOUR - 1, 1 - self.attacker)
                self._prove(
                    child, 0, left, most_proof - total + self.proof[child], min(most_disproof, second)
                )
            elif self._counts_as_three(move):
                self._play(move, self.attacker)
                self._prove(
                    child,
                    1,
                    left - 1,
                    min(most_proof, second),
                    most_disproof - total + self.disproof[child],
                )
            else:
                self._play(move, self.attacker)
                self._prove(
                    child, 1, left, min(most_proof, second), most_disproof - total + self.disproof[child]
                )
            self._undo()

    def _node_after(self, move, left, first):
        """Return the node after a move of the attacker; a new node has the proof number `first`."""
        key: cython.int = self.n_cells * self.attacker + move
        child: cython.int
        if self._counts_as_three(move):
            left -= 1
        self.key ^= self.keys[key]
        child = self._node(1, left)
        self.key ^= self.keys[key]
        if self._is_new(child):
            self.proof[child] = first
        return child

    def _counts_as_three(self, move):
        """Return whether an attacking move counts as a three: it neither makes nor answers a four."""
        if self.is_counting:
            return True
        return not self._makes(move, self.attacker, FOUR) and self._any_five(1 - self.attacker) == -1

    # -- for Python callers

    def win_by_threats(
        self,
        color: cython.int,
        threes: cython.int,
        is_wide: cython.bint,
        scale: cython.longlong,
        budget: cython.longlong = -1,
        is_counting: cython.bint = False,
        is_lean: cython.bint = False,
    ) -> bool | None:
        """Return whether a win with at most `threes` threes exists; None if unknown.

        With `is_counting`, `threes` limits all moves of the attacker instead, including the five. The
        budgets of the nested searches by fours are proportional to `scale`; `budget` limits the
        additional nodes of this search. A lean search prefers moves with few answers; given enough time,
        it finds the same wins.

        If a wide search finds no win, and `is_unsure` is not set, no win with at most `threes` threes
        exists; if `is_cut` is not set either, no win with any number of threes exists.
        """
        cython.declare(node=cython.int, slot=cython.int)
        whole: cython.longlong = self.budget
        check(0 <= color <= 1, "color out of range")
        check(0 <= threes <= MOST_CELLS, "number of threes out of range")
        check(0 < scale <= MAX_SCALE, "scale out of range")
        check(budget <= MAX_BUDGET, "budget out of range")
        self.attacker = color
        self.scale = scale
        self.is_wide = is_wide
        self.is_counting = is_counting
        self.is_lean = is_lean
        self.is_unsure = self.is_cut = self.is_full = False
        self.n_nodes = self.n_edges = 1
        self.dead_room = FIRST_ROOM
        for slot in range(2 * self.node_room):
            self.slots[slot] = 0
        if budget >= 0:
            self.budget = min(whole, self.nodes + budget)
        with cython.nogil:
            node = self._node(0, threes)
            self._prove(node, 0, threes, INFINITE, INFINITE)
        is_spent: cython.bint = self.nodes >= self.budget
        if self.budget >= 0:
            self.budget = whole
        self.poll.raise_error()
        if self.proof[node] == 0:
            return True
        return False if self.disproof[node] == 0 and not is_spent else None

    def is_spent(self) -> bool:
        """Return whether the whole search has reached its limits."""
        return self.nodes >= self.budget

    def proven_move(self, threes: cython.int) -> int:
        """Return the winning move that `win_by_threats` found with `threes` threes left.

        The result is -1 if the win is a line of fours.
        """
        cython.declare(kind=cython.int, node=cython.int, edge=cython.int)
        check(0 <= threes <= MOST_CELLS, "number of threes out of range")
        for kind in (0, 2):
            node = self.slots[self._slot(self._key(kind, threes))]
            for edge in range(self.first_edge[node], self.first_edge[node] + self.edge_count[node]):
                if self.edge_move[edge] >= 0 and self.edge_node[edge] > 0:
                    if self.proof[self.edge_node[edge]] == 0:
                        return self.edge_move[edge]
        return -1

    def counts_as_three(self, move: cython.int) -> bool:
        """Return whether an attacking move counts as a three: it neither makes nor answers a four."""
        self._check_empty(move)
        return self._counts_as_three(move)

    def disturbing_answers(self, color: cython.int) -> list[int]:
        """Return the defender's legal moves that refute the line of fours found last."""
        base: cython.int = self.n_cells * self.n_moves
        cython.declare(n=cython.int, index=cython.int, cell=cython.int, wins=cython.bint)
        found = []
        check(0 <= color <= 1, "color out of range")
        check(self.n_found > 0 and self.end >= 0, "no line of fours was found")
        self.attacker = color
        self._keep_chain()
        n = self._disturbing_cells(base)
        for index in range(n):
            cell = self.moves[base + index]
            if color == 0 or self._forbidden(cell) == LEGAL:
                self._play(cell, 1 - color)
                wins = self._chain_still_wins(cell)
                self._undo()
                if not wins:
                    found.append(cell)
        return found
