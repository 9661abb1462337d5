# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""A search for a defense against every line of the attacker: single answers first, then pairs of cells.

Algorithm: a defender's search that ends in pairing strategies (Hales and Jewett, "Regularity and
positional games", 1963), combined with the potential of Erdos and Selfridge (1973) on the cells outside
all pairs; Hsu et al., "On solving the 7,7,5-game and the 8,8,5-game" (Theoretical Computer Science 815,
2020), search for pairs as well. A free answer is a move of the defender that blocks no line about to be
completed. The number of free answers before the pairs are chosen is limited, and the limit is increased
by iterative deepening, as in limited discrepancy search or lambda search. Zones, by which one answer
covers many moves, are known from relevance-zone proofs (Wu and Lin, "Relevance-zone-oriented proof search
for Connect6", 2010) and, as must-play regions, from Hex.

If every open line of the attacker contains both cells of a pair, and no two pairs share a cell, the
defender blocks every line: whenever the attacker takes a cell of a pair, the defender takes the other
cell. Pairs need not cover all lines: the defender can also block the remaining lines if their total
potential (see `_search.py`), computed on the cells outside all pairs, is low enough. The two strategies
do not interfere, as they use different cells.

Cost per node: one pass over all lines (two population counts each), the computation of the position's
code from its stones for each symmetry, and up to 15 attempts to find pairs for each of up to ten answers.
These attempts take most of the time: a node here costs as much as eight in `_search.py` (BENCHMARKS.md).

Invariants:
- Masks of cells are integers of 128 bits. `rest` is the number of free answers that the defender may
  still choose before pairs must be found; blocking a line that is about to be completed is not a choice.
- The defender holds a position if the defender can prevent every line of the attacker.
- `zones[ply]`, for a position that the defender holds, is a set of empty cells: the defender still holds
  the position if the attacker owns all empty cells outside the zone. So the answer to one move of the
  attacker also answers every move that is neither on the cell of the answer nor in the zone of the
  position after the answer. If the defender wins by completing a line itself, the zone consists of all
  empty cells.
- `open_lines` (masks of cells) and `sizes` (their numbers of cells) have two halves, each with an entry
  per line. The first half contains the empty cells of the attacker's open lines; the second half, from
  index `n_lines`, contains the cells of these lines outside all pairs, or 0 for a line that has its pair.
  `numbers` lists the lines without a pair, `values` their potentials (`_value`). `blame` counts how often
  no pair was found for a line. `chosen` lists the pairs.
- A line with e empty cells has the potential WHOLE >> e. With the attacker to move, lines whose
  potentials add up to less than WHOLE / 2 can all be blocked.
- `entries` of the table contain an age and either HOLDS or 1 more than the value of `rest` for which no
  defense was found; `held` contains the zones of positions that the defender holds.
- A table entry describes roles and turn, not colors. Of the images of a position under the symmetries,
  the image with the smallest code represents all images, and `held` is the zone of that image.
"""

from array import array

import cython

from zet.engines.kernel._polls import Poll
from zet.engines.ttt._search import Lines

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits, first_bit
    from zet.engines.kernel.checks import check

    mask_t = int

ATTACKER = cython.declare(cython.int, 0)
DEFENDER = cython.declare(cython.int, 1)
MAX_REST = cython.declare(cython.int, 128)
HOLDS = cython.declare(cython.int, 255)
WHOLE = cython.declare(cython.int, 512)
SHORT = cython.declare(cython.int, 1 << 20)
EVERY = cython.declare(mask_t, -1)
# Attempts to find pairs; answers that are tried for pairs; additional answers that are searched for each
# remaining choice. Chosen by trial: smaller numbers may miss a defense at one depth, but never accept a
# wrong one.
ATTEMPTS = cython.declare(cython.int, 15)
ANSWERS = cython.declare(cython.int, 10)
MORE_ANSWERS = cython.declare(cython.int, 1)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


class Pairs(Lines):
    """A search for a defense that ends in a pairing strategy."""

    def __init__(self, n_cells: cython.int, lines, weights, bits: cython.int):
        Lines.__init__(self, n_cells, lines, weights, bits)
        self.nodes = self.hits = self.n_chosen = 0
        self.answer = -1
        self.least = 0
        self.found = 0
        first = list(weights[:n_cells])
        self.images = array("i", map(first.index, weights[: self.n_symmetries * n_cells]))
        # Two words of an entry are needed for more than 64 cells only.
        self.held = array("Q", [0]) * ((n_cells + 63) // 64 << bits)
        self.zones = self._room(n_cells + 3)
        self.open_lines = self._room(2 * self.n_lines)
        self.sizes = array("i", bytes(4 * 2 * self.n_lines))
        self.values = array("i", bytes(4 * self.n_lines))
        self.blame = array("i", bytes(4 * self.n_lines))
        self.numbers = array("i", bytes(4 * self.n_lines))
        self.gains = array("i", bytes(4 * n_cells))
        self.both = array("i", bytes(4 * n_cells))
        self.chosen = self._room(n_cells // 2 + 2)
        self.answers = array("i", [-1] * (n_cells + 3))
        self.worth = array("i", bytes(4 * n_cells))

    def start_over(self) -> None:
        """Empty the table, forget the last answer at each ply, and reset the counts."""
        number: cython.Py_ssize_t
        Lines.start_over(self)
        for number in range(len(self.answers)):
            self.answers[number] = -1

    def holds(self, attackers: mask_t, defenders: mask_t, turn, rest, limit, ask) -> bool | None:
        """Return whether the search finds a defense; None if it was stopped.

        `attackers` and `defenders` are masks of stones; no line of either is complete. `rest` is the
        maximum number of moves of the defender, other than blocks of a line about to be completed, before
        pairs must be found. The search stops when `limit` nodes have been visited in total, or when
        `ask`, which is called periodically with the number of nodes, returns true. Afterwards, if the
        defender is to move, `answer` is the cell to take; -1 if any cell will do.

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
        """Return the defender's cell found by the last call to `holds`; -1 if any cell will do."""
        return self.answer

    def pairs(self, attackers: mask_t, defenders: mask_t) -> list | None:
        """Return pairs of cells, as masks, that form a defense if the attacker is to move.

        Every line is blocked by a pair, except for lines whose total potential is so low that the
        defender can block them as well. The result is None if no pairs that form a defense are found.
        """
        self._check(attackers, defenders)
        if not self._pairs(attackers, defenders):
            return None
        return [self.chosen[level] for level in range(self.n_chosen)]

    def ordered(self, attackers: mask_t, defenders: mask_t) -> list:
        """Return the attacker's moves in the order of the search."""
        n_moves: cython.int
        self._check(attackers, defenders)
        n_moves = self._order(attackers, defenders, 0, ATTACKER, 0)
        return [self.moves[number] for number in range(n_moves)]

    def _search(self, attackers, defenders, turn, rest, ply):
        """Return whether a defense is found with at most `rest` free answers before the pairs.

        If so, `zones[ply]` is the position's zone.
        """
        # One long function: one pass over the lines computes all that the later tests need, and both
        # turns share the table.
        cython.declare(line=cython.int, empty=cython.int, symmetry=cython.int, result=cython.bint)
        cython.declare(mask=mask_t, attacker_wins=mask_t)
        cython.declare(defender_wins=mask_t, forced=mask_t)
        cython.declare(key=cython.ulonglong, slot=cython.ulonglong, known=cython.int, least=cython.int)
        cython.declare(open_cells=mask_t)
        potential: cython.int = 0
        if self.nodes >= self.pause:
            self.check()
        if self.stopped:
            return False
        self.nodes += 1
        attacker_wins = defender_wins = open_cells = 0
        # Recomputed at each node, whereas `_search.py` updates its counts: here nodes are few, and most
        # of the time is spent on pairs, which need the masks of all open lines.
        for line in range(self.n_lines):
            mask = self.masks[line]
            if mask & defenders == 0:
                mask &= ~attackers
                empty = count_bits(mask)
                potential += WHOLE >> empty
                open_cells |= mask
                if empty == 1:
                    attacker_wins |= mask
            elif mask & attackers == 0:
                mask &= ~defenders
                if mask & (mask - 1) == 0:
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
            self.zones[ply] = self.board & ~(attackers | defenders)
            if turn == DEFENDER:
                self._note_answer(ply, defender_wins)
                return True
        if forced & (forced - 1):
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
                    self.zones[ply] = self._held(slot, least)
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
        """At the root (ply 0), record the lowest cell of the mask `cells` as the defender's answer."""
        if ply == 0:
            self.answer = first_bit(cells)

    def _attack(self, attackers, defenders, forced, rest, ply):
        """Return whether the defender holds the position after every move of the attacker."""
        cython.declare(number=cython.int, n_moves=cython.int, cell=cython.int)
        cython.declare(open_moves=mask_t, zone=mask_t)
        one: mask_t = 1
        n_moves = self._order(attackers, defenders, forced, ATTACKER, ply)
        open_moves = EVERY
        zone = 0
        # Relevance zones: a move outside the zone of an earlier answer is met by that answer. Each answer
        # shrinks `open_moves`, so that the loop usually ends after a few of up to 64 moves, and proofs
        # became half as long. Without this test, 7 x 7 takes 7,206 positions in place of 6,321.
        for number in range(n_moves):
            cell = self.moves[self.n_cells * ply + number]
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
        """Return whether the defender has an answer that holds the position.

        The best answers are first tested for pairs, then searched; in both passes the answer that last
        worked at this ply comes first.
        """
        cython.declare(number=cython.int, n_moves=cython.int, cell=cython.int, few=cython.int)
        one: mask_t = 1
        n_moves = self._order(attackers, defenders, 0, DEFENDER, ply)
        if n_moves == 0:
            return True
        self._bring_forward(ply, n_moves)
        # A position found in the table has been through this loop before, without success.
        if is_new or ply == 0:
            for number in range(min(n_moves, ANSWERS)):
                cell = self.moves[self.n_cells * ply + number]
                if self._pairs(attackers, defenders | one << cell):
                    self._take(ply, cell, self.found)
                    return True
        # Iterative deepening in the number of choices, over all answers: a defense that needs one more
        # choice after another answer is far cheaper to find than one with many choices after this answer.
        for few in range(rest):
            for number in range(min(n_moves, ANSWERS + MORE_ANSWERS * few)):
                cell = self.moves[self.n_cells * ply + number]
                if self._search(attackers, defenders | one << cell, ATTACKER, few, ply + 1):
                    self._take(ply, cell, self.zones[ply + 1])
                    return True
                if self.stopped:
                    return False
        return False

    def _take(self, ply, cell, zone):
        """Record the answer that holds the position; `zone` belongs to the position after the answer."""
        one: mask_t = 1
        self.answers[ply] = cell
        self.zones[ply] = zone | one << cell
        self._note_answer(ply, one << cell)

    def _bring_forward(self, ply, n_moves):
        """Move the answer that last worked at this ply to the front."""
        cython.declare(number=cython.int, base=cython.int)
        base = self.n_cells * ply
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
        """Look for pairs that block all lines if the attacker is to move; return whether they are found.

        The pairs are stored in `chosen`.
        """
        cython.declare(line=cython.int, mask=mask_t)
        potential: cython.int = 0
        for line in range(self.n_lines):
            mask = self.masks[line]
            self.open_lines[line] = self.sizes[line] = self.blame[line] = 0
            if mask & defenders == 0:
                mask &= ~attackers
                self.open_lines[line] = mask
                self.sizes[line] = count_bits(mask)
                potential += WHOLE >> self.sizes[line]
        # Greedy with restarts, a form of squeaky wheel optimization (Joslin and Clements, 1999): a line
        # for which an attempt finds no pair is considered earlier in the next. Exact matching would
        # decide whether pairs for all lines exist, but cannot take the potential into account. With a
        # single attempt, 7 x 7 takes 29,697 positions in place of 6,321.
        for line in range(ATTEMPTS):
            if self._pair(potential):
                return True
        return False

    def _pair(self, potential):
        """Choose pairs until the potential of all other lines is low enough; return False on failure."""
        # Greedy: the line with the fewest cells needs a pair most urgently, and of its pairs the one that
        # leaves the least potential is chosen.
        cython.declare(line=cython.int, need=cython.int, tightest=cython.int, least=cython.int)
        cython.declare(at=cython.int, n_left=cython.int, mask=mask_t, pair=mask_t)
        start: cython.int = self.n_lines
        self.n_chosen = 0
        n_open: cython.int = 0
        for line in range(self.n_lines):
            self.open_lines[start + line] = self.open_lines[line]
            self.sizes[start + line] = self.sizes[line]
            self.values[line] = 0
            if self.sizes[line]:
                self.values[line] = self._value(self.sizes[line])
                self.numbers[n_open] = line
                n_open += 1
        # The loop ends as soon as the potential blocks the remaining lines, so that no more pairs than
        # necessary are used.
        while 2 * potential >= WHOLE:
            tightest = 0
            least = 1 << 30
            for at in range(n_open):
                line = self.numbers[at]
                need = self.sizes[start + line] - self.blame[line]
                if need < least:
                    least = need
                    tightest = line
            pair = self._best_pair(self.open_lines[start + tightest], potential)
            if pair == 0:
                self.blame[tightest] += 1
                return False
            n_left = 0
            for at in range(n_open):
                line = self.numbers[at]
                mask = self.open_lines[start + line]
                if mask & pair == pair:
                    self.open_lines[start + line] = self.values[line] = 0
                    continue
                if mask & pair:
                    self.open_lines[start + line] = mask & ~pair
                    self.sizes[start + line] -= 1
                    self.values[line] = self._value(self.sizes[start + line])
                self.numbers[n_left] = line
                n_left += 1
            n_open = n_left
            self.chosen[self.n_chosen] = pair
            self.n_chosen += 1
            potential = self.left
        self.found = 0
        for at in range(n_open):
            self.found |= self.open_lines[start + self.numbers[at]]
        for line in range(self.n_chosen):
            self.found |= self.chosen[line]
        return True

    def _value(self, size):
        """Return the potential of a line with `size` empty cells outside pairs.

        SHORT is added if the line is too short to lose a cell to a pair.
        """
        return (WHOLE >> size) + (SHORT if size < 3 else 0)

    def _best_pair(self, cells, potential):
        """Return the pair in `cells` that minimizes the remaining potential; 0 if no pair is allowed."""
        cython.declare(cell=cython.int, first=cython.int, at=cython.int, line=cython.int)
        cython.declare(value=cython.int, rest=mask_t)
        found: mask_t = 0
        one: mask_t = 1
        # A line with one cell of the pair loses it, which doubles its potential; a line of two cells must
        # not lose any. A line with both cells is blocked. So a pair adds the potentials of the lines
        # through each cell, less three times those of the lines through both, and these sums are made
        # from the lines through each cell. To look at all open lines for each pair takes a third longer
        # on 8 x 7.
        rest = cells
        while rest:
            cell = first_bit(rest)
            rest &= rest - 1
            value = 0
            for at in range(self.first_line[cell], self.first_line[cell + 1]):
                value += self.values[self.line_at[at]]
            self.gains[cell] = value
        self.left = 1 << 30
        while cells:
            first = first_bit(cells)
            cells &= cells - 1
            rest = cells
            while rest:
                self.both[first_bit(rest)] = 0
                rest &= rest - 1
            for at in range(self.first_line[first], self.first_line[first + 1]):
                line = self.line_at[at]
                rest = self.open_lines[self.n_lines + line] & cells
                while rest:
                    self.both[first_bit(rest)] += self.values[line]
                    rest &= rest - 1
            rest = cells
            while rest:
                cell = first_bit(rest)
                rest &= rest - 1
                value = self.gains[first] + self.gains[cell] - 2 * self.both[cell]
                if value < SHORT:
                    value += potential - self.both[cell] % SHORT
                    if value < self.left:
                        self.left = value
                        found = one << first | one << cell
        return found

    def _order(self, attackers, defenders, forced, turn, ply):
        """List the moves worth trying, the most promising first, and return their number."""
        # Cells on no open line of either side are omitted: a stone there is equivalent to a pass, which
        # is never better than another move (an extra stone does no harm).
        cython.declare(left=mask_t, cells=mask_t, mask=mask_t)
        cython.declare(line=cython.int, cell=cython.int, score=cython.int)
        n_moves: cython.int = 0
        left = forced
        if not forced:
            left = self.board & ~(attackers | defenders)
        for cell in range(self.n_cells):
            self.worth[cell] = 0
        # Loop over lines and not over cells: the stones of each mask are counted once for all its cells.
        for line in range(self.n_lines):
            mask = self.masks[line]
            cells = mask & left
            score = 0
            if cells:
                if mask & defenders == 0:
                    score += 4 * WHOLE >> count_bits(mask & ~attackers)
                if mask & attackers == 0:
                    score += WHOLE * (turn + 1) // 2 >> count_bits(mask & ~defenders)
            if score:
                while cells:
                    self.worth[first_bit(cells)] += score
                    cells &= cells - 1
        while left:
            cell = first_bit(left)
            left &= left - 1
            if self.worth[cell] or forced:
                self._insert(self.n_cells * ply, n_moves, cell, self.worth[cell])
                n_moves += 1
        return n_moves

    def _code(self, attackers, defenders, turn):
        """Return the smallest code of a position's images; set `least` to the symmetry that yields it."""
        cython.declare(symmetry=cython.int, role=cython.int, weight=cython.int)
        cython.declare(code=cython.ulonglong, least=cython.ulonglong, stones=mask_t)
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
        one: mask_t = 1
        image: mask_t = 0
        while zone:
            image |= one << self.images[symmetry * self.n_cells + first_bit(zone)]
            zone &= zone - 1
        return image

    def _held(self, slot, symmetry):
        """Return the zone of a table entry, mapped back from its image under a symmetry."""
        cell: cython.int
        one: mask_t = 1
        zone: mask_t = 0
        image: mask_t
        if self.n_cells <= 64:
            image = self.held[slot]
        else:
            image = self.held[2 * slot + 1]
            image = image << 64 | self.held[2 * slot]
        # The inverse of `_image`, computed by testing each cell: nothing else would use a table of
        # inverse symmetries.
        for cell in range(self.n_cells):
            if image >> self.images[symmetry * self.n_cells + cell] & 1:
                zone |= one << cell
        return zone

    def _store(self, key, value, zone):
        """Store a result in the position's slot, or replace the less valuable entry of the bucket."""
        cython.declare(slot=cython.ulonglong)
        slot = ((key * GOLDEN) & WORD) >> self.shift
        if self.keys[slot] != key and (
            self.keys[slot ^ 1] == key or self._worth(slot ^ 1) < self._worth(slot)
        ):
            slot ^= 1
        self.keys[slot] = key
        self.entries[slot] = self.age << 8 | value
        if self.n_cells <= 64:
            self.held[slot] = zone & WORD
        else:
            self.held[2 * slot] = zone & WORD
            self.held[2 * slot + 1] = zone >> 64

    def _worth(self, slot):
        """Return how much an entry is worth keeping; 0 for an entry of an earlier search."""
        entry: cython.int = self.entries[slot]
        return entry & 255 if entry >> 8 == self.age else 0
