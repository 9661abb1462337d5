# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""A search for a defense that never lets the attacker complete a line: free answers, then pairs of cells.

Algorithm: a defender's search that ends in pairing strategies (Hales and Jewett, "Regularity and
positional games", 1963), combined with the potential of Erdos and Selfridge (1973) on the cells outside
all pairs; Hsu et al., "On solving the 7,7,5-game and the 8,8,5-game" (Theoretical Computer Science 815,
2020), search for pairs as well. The number of free answers is increased by iterative deepening, as in
limited discrepancy search or lambda search. Zones, by which one answer covers many moves, are known from
relevance-zone proofs (Wu and Lin, "Relevance-zone-oriented proof search for Connect6", 2010) and, as
must-play regions, from Hex.

If every open line of the attacker contains both cells of a pair, and no two pairs share a cell, the
defender blocks every line: whenever the attacker takes a cell of a pair, it takes the other cell. Pairs
need not cover all lines: the remaining lines may be blocked by their potential (see `_search.py`),
computed on the cells outside all pairs. The two strategies do not interfere, as they use different cells.

Cost per node: one pass over all lines (two population counts each), the code of the position computed
from its stones for each symmetry, and up to 15 attempts to find pairs for each of up to ten answers,
which take most of the time. 7 x 7 with five in a row takes 6,321 positions, 8 x 8 28,811,053, including
the search for wins (BENCHMARKS.md).

Invariants:
- Masks of cells are 64-bit integers. `rest` is the number of free answers that the defender may still
  choose before pairs must be found; blocking a line that is about to be completed is not a choice.
- `zones[ply]`, for a position that the defender holds, is a set of empty cells: the defender still holds
  the position if the attacker owns all empty cells outside the zone. So the answer to one move of the
  attacker also answers every move that is neither on the cell of the answer nor in the zone of the
  position after it. If the defender wins by completing a line itself, the zone is all empty cells.
- `open_lines` has two parts: the open lines of `_pairs`, and from 256 on the lines for which `_pair` has
  no pair yet, reduced to the cells outside all pairs, with their numbers in `numbers`. `blame` counts how
  often no pair was found for a line. `chosen` are the pairs.
- A line with e empty cells has the potential WHOLE >> e. With the attacker to move, lines whose
  potentials add up to less than WHOLE / 2 can all be blocked.
- `entries` of the table contain an age and either HOLDS or 1 more than the `rest` with which no defense
  was found; `held` are the zones of positions that the defender holds.
- A table entry describes roles and turn, not colors. Of the images of a position under the symmetries,
  the one with the smallest code represents all of them, and `held` is the zone of that image.
"""

from array import array

import cython

from zet.engines.kernel._polls import Poll
from zet.engines.ttt._search import Lines

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit
    from zet.engines.kernel.checks import check

ATTACKER = cython.declare(cython.int, 0)
DEFENDER = cython.declare(cython.int, 1)
MAX_REST = cython.declare(cython.int, 64)
HOLDS = cython.declare(cython.int, 255)
WHOLE = cython.declare(cython.int, 256)
# Attempts to find pairs; answers that are tried for pairs; additional answers that are searched for each
# remaining choice. Chosen by trial: smaller numbers may miss a defense at one depth, but never accept a
# wrong one.
ATTEMPTS = cython.declare(cython.int, 15)
ANSWERS = cython.declare(cython.int, 10)
MORE_ANSWERS = cython.declare(cython.int, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


class Pairs(Lines):
    """A search for a defense that ends in pairs of cells."""

    def __init__(self, n_cells: cython.int, lines, weights, bits: cython.int):
        Lines.__init__(self, n_cells, lines, weights, bits)
        self.nodes = self.hits = self.n_chosen = 0
        self.answer = -1
        self.least = 0
        self.found = 0
        first = list(weights[:n_cells])
        self.images = array("i", map(first.index, weights[: self.n_symmetries * n_cells]))
        self.held = array("Q", [0]) * (1 << bits)
        self.zones = array("Q", bytes(8 * (n_cells + 3)))
        self.open_lines = array("Q", bytes(8 * 256 * 2))
        self.blame = array("i", bytes(4 * 256))
        self.numbers = array("i", bytes(4 * 256))
        self.chosen = array("Q", bytes(8 * 34))
        self.answers = array("i", [-1] * 66)
        self.worth = array("i", bytes(4 * 64))

    def start_over(self) -> None:
        """Empty the table, forget the last answer at each ply, and reset the counts."""
        number: cython.Py_ssize_t
        Lines.start_over(self)
        for number in range(len(self.answers)):
            self.answers[number] = -1

    def holds(
        self, attackers: cython.ulonglong, defenders: cython.ulonglong, turn, rest, limit, ask
    ) -> bool | None:
        """Return whether the search finds a defense; None if it was stopped.

        `attackers` and `defenders` are masks of stones; no line of either is complete. `rest` is the
        number of free answers. The search stops when `limit` nodes have been visited in all, or when
        `ask`, which is called from time to time with their number, returns true. Afterwards `answer` is
        the cell that the defender takes if it is to move; -1 if any cell will do.

        Raises:
            any exception that `ask` raises.
        """
        role: cython.int = turn
        choices: cython.int = rest
        found: cython.bint
        self._check(attackers, defenders)
        check(ATTACKER <= role <= DEFENDER, "turn out of range")
        check(0 <= choices <= MAX_REST, "number of answers out of range")
        self.poll = Poll(ask)
        self.begin(limit)
        self.answer = -1
        with cython.nogil:
            found = self._search(attackers, defenders, role, choices, 0)
        self.poll.raise_error()
        return None if self.stopped else bool(found)

    def last_answer(self) -> int:
        """Return the defender's cell found by the last call of `holds`; -1 if any cell will do."""
        return self.answer

    def pairs(self, attackers: cython.ulonglong, defenders: cython.ulonglong) -> list | None:
        """Return pairs of cells, as masks, that hold if the attacker is to move; None if none are found.

        The defender blocks each line by a pair, or by the potential of the lines without a pair.
        """
        self._check(attackers, defenders)
        if not self._pairs(attackers, defenders):
            return None
        return [self.chosen[level] for level in range(self.n_chosen)]

    def ordered(self, attackers: cython.ulonglong, defenders: cython.ulonglong) -> list:
        """Return the attacker's moves in the order of the search."""
        n_moves: cython.int
        self._check(attackers, defenders)
        n_moves = self._order(attackers, defenders, 0, ATTACKER, 0)
        return [self.moves[number] for number in range(n_moves)]

    def _search(self, attackers, defenders, turn, rest, ply):
        """Return whether a defense is found in which at most `rest` answers are not given by a pair.

        If so, `zones[ply]` is its zone.
        """
        # One long function: one pass over the lines computes all that the later tests need, and both
        # turns share the table.
        cython.declare(line=cython.int, empty=cython.int, symmetry=cython.int, result=cython.bint)
        cython.declare(mask=cython.ulonglong, attacker_wins=cython.ulonglong)
        cython.declare(defender_wins=cython.ulonglong, forced=cython.ulonglong)
        cython.declare(key=cython.ulonglong, slot=cython.ulonglong, known=cython.int, least=cython.int)
        cython.declare(open_cells=cython.ulonglong, one=cython.ulonglong)
        potential: cython.int = 0
        if self.nodes >= self.pause:
            self.check()
        if self.stopped:
            return False
        self.nodes += 1
        attacker_wins = defender_wins = open_cells = 0
        one = 1
        # Recomputed at each node, whereas `_search.py` updates its counts: here nodes are few, and most
        # of the time is spent on pairs, which need the masks of all open lines.
        for line in range(len(self.masks)):
            mask = self.masks[line]
            if mask & defenders == 0:
                mask &= ~attackers & WORD
                empty = count_bits(mask)
                potential += WHOLE >> empty
                open_cells |= mask
                if empty == 1:
                    attacker_wins |= mask
            elif mask & attackers == 0:
                mask &= ~defenders & WORD
                if mask & (mask - 1 & WORD) == 0:
                    defender_wins |= mask
        self.zones[ply] = open_cells
        if turn == ATTACKER:
            if attacker_wins:
                return False
            forced = defender_wins
            # A position that the potential decides needs no pairs: its zone is the cells of all open
            # lines.
            if 2 * potential < WHOLE:
                return True
        else:
            forced = attacker_wins
            if potential < WHOLE and ply > 0 and not defender_wins:
                return True
        if defender_wins:
            self.zones[ply] = ((one << self.n_cells - 1) * 2 - 1 & WORD) & ~(attackers | defenders)
            if turn == DEFENDER:
                self._note_answer(ply, defender_wins)
                return True
        if forced & (forced - 1 & WORD):
            return turn == ATTACKER
        key = self._code(attackers, defenders, turn)
        least = self.least
        slot = ((key * GOLDEN) & WORD) >> self.shift
        if self.keys[slot] != key:
            slot ^= 1
        known = 0
        if (
            self.keys[slot] == key
            and cython.cast(cython.int, self.entries[slot] >> 8) == self.age
            and ply > 0
        ):
            known = self.entries[slot] & 255
            # An entry that the defender holds is valid for any number of choices; a failure is valid for
            # as many choices or fewer.
            if known == HOLDS or known > rest:
                self.hits += 1
                if known == HOLDS:
                    self.zones[ply] = self._seen(self.held[slot], least)
                return known == HOLDS
        if turn == ATTACKER:
            result = self._attack(attackers, defenders, forced, rest, ply)
        # Try pairs right after a forced block, as after a free answer. Left to the search below, they
        # would be found one ply later: 6,347 positions in place of 6,321 on 7 x 7.
        elif forced:
            self._note_answer(ply, forced)
            if known == 0 and self._pairs(attackers, defenders | forced):
                self.zones[ply + 1] = self.found
                result = True
            else:
                result = self._search(attackers, defenders | forced, ATTACKER, rest, ply + 1)
            self.zones[ply] = self.zones[ply + 1] | forced
        else:
            result = self._defend(attackers, defenders, rest, ply, known == 0)
        if not self.stopped:
            if result:
                self._store(key, HOLDS, self._image(self.zones[ply], least))
            else:
                self._store(key, rest + 1, 0)
        return result

    def _note_answer(self, ply, cells):
        """At the root, record the cell of the defender."""
        if ply == 0:
            self.answer = first_bit(cells)

    def _attack(self, attackers, defenders, forced, rest, ply):
        """Whether the defender holds the position after every move of the attacker."""
        cython.declare(number=cython.int, n_moves=cython.int, cell=cython.int)
        cython.declare(open_moves=cython.ulonglong, zone=cython.ulonglong)
        one: cython.ulonglong = 1
        n_moves = self._order(attackers, defenders, forced, ATTACKER, ply)
        open_moves = WORD
        zone = 0
        # Relevance zones: a move outside the zone of an earlier answer is met by that answer. Each answer
        # shrinks `open_moves`, so that the loop usually ends after a few of up to 64 moves, and proofs
        # became half as long. Without this test, 7 x 7 takes 7,206 positions in place of 6,321.
        for number in range(n_moves):
            cell = self.moves[64 * ply + number]
            if open_moves >> cell & 1 == 0:
                continue
            if not self._search(attackers | one << cell, defenders, DEFENDER, rest, ply + 1):
                return False
            open_moves &= self.zones[ply + 1]
            zone |= self.zones[ply + 1]
        if not forced:
            self.zones[ply] = zone
        return True

    def _defend(self, attackers, defenders, rest, ply, is_new):
        """Whether the defender has an answer that holds; answers after which pairs are found come first.

        The answer that last worked at this ply is tried first.
        """
        cython.declare(number=cython.int, n_moves=cython.int, cell=cython.int, few=cython.int)
        one: cython.ulonglong = 1
        n_moves = self._order(attackers, defenders, 0, DEFENDER, ply)
        if n_moves == 0:
            return True
        self._bring_forward(ply, n_moves)
        # A position found in the table has been through this loop before, without success.
        if is_new or ply == 0:
            for number in range(min(n_moves, ANSWERS)):
                cell = self.moves[64 * ply + number]
                if self._pairs(attackers, defenders | one << cell):
                    self._take(ply, cell, self.found)
                    return True
        # Iterative deepening in the number of choices, over all answers: a defense that needs one more
        # choice after another answer is far cheaper to find than one with many choices after this answer.
        for few in range(rest):
            for number in range(min(n_moves, ANSWERS + MORE_ANSWERS * few)):
                cell = self.moves[64 * ply + number]
                if self._search(attackers, defenders | one << cell, ATTACKER, few, ply + 1):
                    self._take(ply, cell, self.zones[ply + 1])
                    return True
                if self.stopped:
                    return False
        return False

    def _take(self, ply, cell, zone):
        """Record the answer that holds the position, and its zone."""
        one: cython.ulonglong = 1
        self.answers[ply] = cell
        self.zones[ply] = zone | one << cell
        self._note_answer(ply, one << cell)

    def _bring_forward(self, ply, n_moves):
        """Move the answer that last worked at this ply to the front."""
        cython.declare(number=cython.int, base=cython.int)
        base = 64 * ply
        # The killer heuristic. It hardly matters here, as at most ten answers are tried: without it, 7 x
        # 7 with five in a row takes 6,382 positions in place of 6,321, but 4 x 6 with four in a row 4,907
        # in place of 5,127.
        for number in range(n_moves):
            if self.moves[base + number] == self.answers[ply]:
                while number > 0:
                    self.moves[base + number] = self.moves[base + number - 1]
                    number -= 1
                self.moves[base] = self.answers[ply]
                return

    def _pairs(self, attackers, defenders):
        """Find pairs that block all lines, attacker to move; return whether they are in `chosen`."""
        cython.declare(line=cython.int, mask=cython.ulonglong)
        n_open: cython.int = 0
        potential: cython.int = 0
        for line in range(len(self.masks)):
            mask = self.masks[line]
            if mask & defenders == 0:
                mask &= ~attackers & WORD
                self.open_lines[n_open] = mask
                self.blame[n_open] = 0
                n_open += 1
                potential += WHOLE >> count_bits(mask)
        # Greedy with restarts, a form of squeaky wheel optimization (Joslin and Clements, 1999): a line
        # for which an attempt finds no pair is considered earlier in the next. Exact matching would
        # decide whether pairs for all lines exist, but cannot take the potential into account. With a
        # single attempt, 7 x 7 takes 29,697 positions in place of 6,321.
        for line in range(ATTEMPTS):
            if self._pair(n_open, potential):
                return True
        return False

    def _pair(self, n_open, potential):
        """Choose pairs until the potential blocks the lines without a pair; return whether it does."""
        # Greedy: the line with the fewest cells needs a pair most urgently, and of its pairs the one that
        # leaves the least potential is chosen.
        cython.declare(line=cython.int, need=cython.int, tightest=cython.int, n_left=cython.int)
        cython.declare(left=cython.int, best=cython.int, least=cython.int)
        cython.declare(first=cython.ulonglong, second=cython.ulonglong, pair=cython.ulonglong)
        cython.declare(found=cython.ulonglong, rest=cython.ulonglong, mask=cython.ulonglong)
        self.n_chosen = 0
        for line in range(n_open):
            self.open_lines[256 + line] = self.open_lines[line]
            self.numbers[line] = line
        # The loop ends as soon as the potential blocks the remaining lines, so that no more pairs than
        # necessary are used.
        while 2 * potential >= WHOLE:
            tightest = 0
            least = 1 << 30
            for line in range(n_open):
                need = count_bits(self.open_lines[256 + line]) - self.blame[self.numbers[line]]
                if need < least:
                    least = need
                    tightest = line
            best = 1 << 30
            found = 0
            first = self.open_lines[256 + tightest]
            # All pairs of cells of that line, at most 28 for a line of eight; `_left` evaluates each over
            # all lines.
            while first:
                rest = first & (first - 1 & WORD)
                second = rest
                while second:
                    pair = (first ^ rest) | (second & (~second + 1 & WORD))
                    second &= second - 1
                    left = self._left(256, n_open, pair, potential)
                    if 0 <= left < best:
                        best = left
                        found = pair
                first = rest
            if found == 0:
                self.blame[self.numbers[tightest]] += 1
                return False
            n_left = 0
            for line in range(n_open):
                mask = self.open_lines[256 + line]
                if mask & found != found:
                    self.open_lines[256 + n_left] = mask & ~found & WORD
                    self.numbers[n_left] = self.numbers[line]
                    n_left += 1
            n_open = n_left
            self.chosen[self.n_chosen] = found
            self.n_chosen += 1
            potential = best
        self.found = 0
        for line in range(n_open):
            self.found |= self.open_lines[256 + line]
        for line in range(self.n_chosen):
            self.found |= self.chosen[line]
        return True

    def _left(self, base, n_open, pair, potential):
        """Return the potential of the lines that a pair does not block; -1 if a line gets too short."""
        cython.declare(line=cython.int, mask=cython.ulonglong, empty=cython.int)
        # A line that loses one cell to the pair doubles its potential; a line of two cells cannot lose
        # any.
        for line in range(n_open):
            mask = self.open_lines[base + line]
            if mask & pair:
                empty = count_bits(mask)
                if mask & pair == pair:
                    potential -= WHOLE >> empty
                elif empty < 3:
                    return -1
                else:
                    potential += WHOLE >> empty
        return potential

    def _order(self, attackers, defenders, forced, turn, ply):
        """List the moves worth trying, the most promising first, and return their number."""
        # Cells on no open line of either side are omitted: a stone there is equivalent to a pass, which
        # is never better than another move (an extra stone does no harm).
        cython.declare(left=cython.ulonglong, cells=cython.ulonglong, mask=cython.ulonglong)
        cython.declare(line=cython.int, cell=cython.int, score=cython.int)
        one: cython.ulonglong = 1
        n_moves: cython.int = 0
        left = forced
        if not forced:
            left = ((one << self.n_cells - 1) * 2 - 1 & WORD) & ~(attackers | defenders)
        for cell in range(self.n_cells):
            self.worth[cell] = 0
        # Loop over lines and not over cells: the stones of each mask are counted once for all its cells.
        for line in range(len(self.masks)):
            mask = self.masks[line]
            cells = mask & left
            score = 0
            if cells:
                if mask & defenders == 0:
                    score += 4 * WHOLE >> count_bits(mask & ~attackers & WORD)
                if mask & attackers == 0:
                    score += WHOLE * (turn + 1) // 2 >> count_bits(mask & ~defenders & WORD)
            if score:
                while cells:
                    self.worth[first_bit(cells)] += score
                    cells &= cells - 1
        while left:
            cell = first_bit(left)
            left &= left - 1
            if self.worth[cell] or forced:
                self._insert(64 * ply, n_moves, cell, self.worth[cell])
                n_moves += 1
        return n_moves

    def _code(self, attackers, defenders, turn):
        """Return the smallest code of a position's images; set `least` to its symmetry."""
        cython.declare(symmetry=cython.int, role=cython.int, weight=cython.int)
        cython.declare(code=cython.ulonglong, least=cython.ulonglong, stones=cython.ulonglong)
        least = WORD
        for symmetry in range(self.n_symmetries):
            code = 0
            for role in range(2):
                weight = (role * self.n_symmetries + symmetry) * self.n_cells
                stones = defenders if role else attackers
                while stones:
                    code += self.weights[weight + first_bit(stones)]
                    stones &= stones - 1
            code &= WORD
            if code < least:
                least = code
                self.least = symmetry
        return (least * 2 + turn) & WORD

    def _image(self, zone, symmetry):
        """Return the image of a zone under a symmetry."""
        one: cython.ulonglong = 1
        image: cython.ulonglong = 0
        while zone:
            image |= one << self.images[symmetry * self.n_cells + first_bit(zone)]
            zone &= zone - 1
        return image

    def _seen(self, image, symmetry):
        """Return the zone that a symmetry maps to `image`."""
        cell: cython.int
        one: cython.ulonglong = 1
        zone: cython.ulonglong = 0
        # The inverse of `_image`, computed by testing each cell: nothing else would use a table of
        # inverse symmetries.
        for cell in range(self.n_cells):
            if image >> self.images[symmetry * self.n_cells + cell] & 1:
                zone |= one << cell
        return zone

    def _store(self, key, value, zone):
        """Store a result in its position's slot, or replace the less valuable of the two entries."""
        cython.declare(slot=cython.ulonglong)
        slot = ((key * GOLDEN) & WORD) >> self.shift
        if self.keys[slot] != key and (
            self.keys[slot ^ 1] == key or self._worth(slot ^ 1) < self._worth(slot)
        ):
            slot ^= 1
        self.keys[slot] = key
        self.entries[slot] = self.age << 8 | value
        self.held[slot] = zone

    def _worth(self, slot):
        """Return the value of an entry for replacement; 0 for an entry of an earlier search."""
        entry: cython.int = self.entries[slot]
        return entry & 255 if entry >> 8 == self.age else 0
