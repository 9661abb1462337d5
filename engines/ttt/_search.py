# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""A search for a win by the attacker within a number of plies: alpha-beta with two values.

Algorithm: depth-first and/or search with a bound on the plies; the caller deepens it iteratively, so the
distance of a win is exact. Nodes are cut off by threats, by the potential of Erdos and Selfridge ("On a
combinatorial game", J. of Combinatorial Theory A 14, 1973), and by a transposition table with two slots
per position, as in the two-level schemes of Breuker et al. ("Replacement schemes for transposition
tables", 1994). docs/ttt/solver.md describes all of them.

Data layout: masks of cells in words of 128 bits, the counts of live lines packed into such words, and one
row of moves per ply. Cost per node: the potential is computed from one word; a move updates the lines
through its cell, up to 36, and adds a weight to at most eight codes; listing the moves reads the lines of
every empty cell. On boards of at most 64 cells, words of 64 bits would save 6% of the instructions here
and 15% in `_pairs.py`.

Invariants:
- Sides are roles: the attacker tries to complete a line; the defender tries to prevent that, and wins if
  it completes a line itself. `turn` is ATTACKER or DEFENDER, `rest` the number of plies left: odd if the
  attacker is to move, otherwise even.
- `stones[line]` is the number of the attacker's stones on the line plus 16 times the number of the
  defender's. Field s of `attacker_lines` and `defender_lines`, `field` bits wide, is the number of lines
  with s stones of that role and no stone of the other role; such a line is alive. `attacker_wins` and
  `defender_wins` have a bit for each cell that completes a line.
- `_play` updates all of these; `_take_back` restores `stones`, and its caller restores the others from
  copies.
- A result w > 0 proves that the attacker wins within w plies; a result -f proves that the attacker does
  not win within f plies. FOREVER is more plies than any game can last.
- A table entry describes roles and turn, not colors, so one table serves every search on its board. Of
  the images of a position under the symmetries, the image with the smallest code represents all.
"""

from array import array
from itertools import accumulate, chain

import cython

from zet.engines.kernel._polls import LimitedSearch, Poll

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import first_bit
    from zet.engines.kernel.checks import check, check_all

    mask_t = int

ATTACKER = cython.declare(cython.int, 0)
DEFENDER = cython.declare(cython.int, 1)
FOREVER = cython.declare(cython.int, 200)
MOST_CELLS = cython.declare(cython.int, 8 * cython.sizeof(mask_t) if cython.compiled else 128)
WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


class Lines(LimitedSearch):
    """The common part of both kinds of search: the board, its lines and symmetries, and the table.

    `lines` contains the cells of each line, all of the same length. `weights` contains, for each role,
    symmetry and cell, the number that a stone adds to the code of the position. The table has 2 ** `bits`
    entries of 12 bytes, 0 < bits < 32.
    """

    def __init__(self, n_cells: cython.int, lines, weights, bits: cython.int):
        LimitedSearch.__init__(self, None)
        check(0 < n_cells <= MOST_CELLS, "number of cells out of range")
        check(0 < bits < 32, "size of the table out of range")
        check(len(lines) > 0 and len(weights) > 0, "number of lines or weights out of range")
        check(0 < len(lines[0]) <= 9, "length of a line out of range")
        self.field = MOST_CELLS // 9 if len(lines[0]) == 9 else MOST_CELLS // 8
        check(len(lines) < 1 << self.field, "number of lines or weights out of range")
        for cells in lines:
            check(len(cells) == len(lines[0]) == len(set(cells)), "length of a line out of range")
            check_all(cells, 0, n_cells - 1, "cell out of range")
        check(
            len(weights) in range(2 * n_cells, 17 * n_cells, 2 * n_cells),
            "number of weights out of range",
        )
        self.n_cells = n_cells
        self.n_symmetries = len(weights) // (2 * n_cells)
        self.age = 0
        self.shift = 64 - bits
        self.rooms = []
        self.n_lines = len(lines)
        self.masks = self._room(self.n_lines)
        for number in range(self.n_lines):
            self.masks[number] = sum(1 << cell for cell in lines[number])
        numbers = range(len(lines))
        through = [[number for number in numbers if cell in lines[number]] for cell in range(n_cells)]
        self.first_line = array("i", accumulate(map(len, through), initial=0))
        self.line_at = array("i", [*chain(*through), 0])
        self.board = ((cython.cast(mask_t, 1) << n_cells - 1) - 1) * 2 + 1
        self.weights = array("Q", weights)
        self.moves = array("i", bytes(4 * n_cells * (n_cells + 2)))
        self.scores = array("i", bytes(4 * n_cells * (n_cells + 2)))
        self.keys = array("Q", [0]) * (1 << bits)
        self.entries = array("I", [0]) * (1 << bits)

    @staticmethod
    def most_cells() -> int:
        """Return the largest number of cells that a board may have: the number of bits of a mask."""
        return MOST_CELLS

    def _room(self, n_masks):
        """Return an array of `n_masks` masks, all 0; the list `rooms` keeps its memory alive."""
        # Memory views have no format for integers of 128 bits.
        words: cython.ulonglong[::1]
        if not cython.compiled:
            return [0] * n_masks
        words = room = array("Q", bytes(MOST_CELLS // 8 * n_masks))
        self.rooms.append(room)
        return cython.cast(cython.pointer(mask_t), cython.address(words[0]))

    def start_over(self) -> None:
        """Empty the table and reset the counts."""
        number: cython.Py_ssize_t
        self.nodes = self.hits = 0
        # Entries of another age are ignored, so that the table has to be cleared only every 255th time.
        self.age += 1
        if self.age == 256:
            self.age = 1
            for number in range(len(self.entries)):
                self.entries[number] = 0

    def _check(self, attackers: mask_t, defenders: mask_t) -> None:
        """Raise ValueError if the masks overlap, extend beyond the board, or contain a complete line."""
        line: cython.int
        mask: mask_t = self.board
        check(attackers & defenders == 0, "stones of both")
        check((attackers | defenders) & mask == attackers | defenders, "stones off the board")
        for line in range(self.n_lines):
            mask = self.masks[line]
            check(attackers & mask != mask and defenders & mask != mask, "a line is complete")

    def _insert(self, base, n_moves, cell, score):
        """Insert a move into the moves that start at `base` and are sorted by descending score."""
        place: cython.int = base + n_moves
        # Insertion sort, since most nodes search most of their moves: proving that no win exists takes
        # all of them. Selecting the best move again and again would not save any.
        while place > base and self.scores[place - 1] < score:
            self.scores[place] = self.scores[place - 1]
            self.moves[place] = self.moves[place - 1]
            place -= 1
        self.scores[place] = score
        self.moves[place] = cell


class Search(Lines):
    """A search for a win within a number of plies."""

    def __init__(self, n_cells: cython.int, lines, weights, bits: cython.int):
        Lines.__init__(self, n_cells, lines, weights, bits)
        self.nodes = self.hits = 0
        self.length = len(lines[0])
        self.attackers = self.defenders = 0
        self.attacker_wins = self.defender_wins = 0
        self.attacker_lines = self.defender_lines = 0
        self.stones = array("i", bytes(4 * len(lines)))
        self.codes = array("Q", bytes(8 * 8 * (n_cells + 2)))

    def wins_within(self, attackers: mask_t, defenders: mask_t, turn, plies, limit, ask) -> int | None:
        """Return the result of the search for a win within `plies`; None if it was stopped.

        `attackers` and `defenders` are masks of stones; no line of either is complete. The docstring of
        the module explains the results. The search stops when `limit` nodes have been visited in total,
        or when `ask`, which is called periodically with the number of nodes, returns true.

        Raises:
            any exception that `ask` raises.
        """
        cython.declare(line=cython.int, cell=cython.int, symmetry=cython.int)
        depth: cython.int = plies
        role: cython.int = turn
        result: cython.int
        self._check(attackers, defenders)
        check(ATTACKER <= role <= DEFENDER, "turn out of range")
        check(0 <= depth <= FOREVER, "number of plies out of range")
        self.attackers = self.defenders = 0
        self.attacker_wins = self.defender_wins = 0
        self.attacker_lines = self.defender_lines = self.n_lines
        for line in range(self.n_lines):
            self.stones[line] = 0
            if self.length == 1:
                self.attacker_wins |= self.masks[line]
                self.defender_wins |= self.masks[line]
        for symmetry in range(8):
            self.codes[symmetry] = 0
        for cell in range(self.n_cells):
            if (attackers | defenders) >> cell & 1:
                stone = ATTACKER if attackers >> cell & 1 else DEFENDER
                self._encode(0, 0, cell, stone)
                self._play(cell, stone)
        self.poll = Poll(ask)
        self.begin(limit)
        with cython.nogil:
            result = self._search(depth, role, 0)
        self.poll.raise_error()
        return None if self.stopped else result

    def _encode(self, here, there, cell, role):
        """Write the codes of all images at ply `there`: the codes at ply `here`, with one more stone."""
        cython.declare(symmetry=cython.int, code=cython.ulonglong)
        weight: cython.int = role * self.n_symmetries * self.n_cells + cell
        # Codes are sums of weights: on boards of up to 39 cells the weights are powers of three, and each
        # position has a code of its own.
        for symmetry in range(self.n_symmetries):
            code = self.codes[8 * here + symmetry] + self.weights[weight]
            self.codes[8 * there + symmetry] = code & WORD
            weight += self.n_cells

    def _play(self, cell, role):
        """Place a stone that does not complete a line."""
        cython.declare(at=cython.int, line=cython.int, own=cython.int, other=cython.int)
        one: mask_t = 1
        bit: mask_t = one << cell
        cython.declare(own_lines=mask_t, other_lines=mask_t)
        new_wins: mask_t = 0
        free: mask_t
        step: cython.int = 15 * role + 1
        field: cython.int = self.field
        if role == ATTACKER:
            self.attackers |= bit
            own_lines = self.attacker_lines
            other_lines = self.defender_lines
        else:
            self.defenders |= bit
            own_lines = self.defender_lines
            other_lines = self.attacker_lines
        free = ~(self.attackers | self.defenders)
        # One pass updates the counts of both roles. A line moves from field `own` to field `own + 1` of
        # the word of its role, and is removed from the word of the other role if only that role had
        # stones on it.
        for at in range(self.first_line[cell], self.first_line[cell + 1]):
            line = self.line_at[at]
            own = self.stones[line]
            self.stones[line] = own + step
            if role == ATTACKER:
                other = own >> 4
                own &= 15
            else:
                other = own & 15
                own >>= 4
            if other == 0:
                own_lines -= one << field * own
                own_lines += one << field * (own + 1)
                if own + 2 == self.length:
                    new_wins |= self.masks[line] & free
            if own == 0:
                other_lines -= one << field * other
        self.attacker_wins &= ~bit
        self.defender_wins &= ~bit
        if role == ATTACKER:
            self.attacker_wins |= new_wins
            self.attacker_lines = own_lines
            self.defender_lines = other_lines
        else:
            self.defender_wins |= new_wins
            self.defender_lines = own_lines
            self.attacker_lines = other_lines

    def _take_back(self, cell, role):
        """Undo `_play` on the lines; the caller restores everything else from copies."""
        at: cython.int
        step: cython.int = 15 * role + 1
        # The caller restores the packed words from copies: recomputing them would take as long as
        # `_play`.
        for at in range(self.first_line[cell], self.first_line[cell + 1]):
            self.stones[self.line_at[at]] -= step

    def _search(self, rest, turn, ply):
        """Return a result, positive if the attacker wins within `rest` plies and otherwise negative."""
        # One long function: threats, potential and table are tested in the order of their cost, each
        # decides most of the nodes that reach it, and all use the same words.
        forced: mask_t
        lines: mask_t = self.attacker_lines
        field: cython.int = self.field
        few: mask_t = 1
        cython.declare(key=cython.ulonglong, slot=cython.ulonglong, entry=cython.uint, bound=cython.int)
        cython.declare(own_moves=cython.int)
        potential: cython.int = 0
        near: cython.int = 0
        cython.declare(count=cython.int, result=cython.int, best=cython.int, symmetry=cython.int)
        if self.nodes >= self.pause:
            self.check()
        if self.stopped:
            return 0
        self.nodes += 1
        if turn == ATTACKER:
            if self.attacker_wins:
                return 1
            forced = self.defender_wins
            if forced & (forced - 1):
                return -FOREVER
            own_moves = (rest + 1) // 2
            bound = 1 << (self.length - 1)
        else:
            if self.defender_wins:
                return -FOREVER
            forced = self.attacker_wins
            if forced & (forced - 1):
                return 2 if rest >= 2 else -rest
            own_moves = rest // 2
            bound = 1 << self.length
        # Erdos and Selfridge: if the weights of the live lines, 1/2 to the power of their empty cells,
        # add up to less than 1 (less than 1/2 if the attacker is to move), the defender can block all of
        # them. `near` is the same sum over the lines that can be completed within the remaining plies,
        # and decides the search to this depth only. Both are multiplied by 2 to the power of the length
        # of a line, so that the sums are integers. Without the second bound, 6 x 6 with four in a row
        # takes 3,864,332 positions in place of 62,554; without both, more than 20 million.
        few = (few << field) - 1
        for count in range(self.length):
            result = cython.cast(cython.int, lines >> field * count & few) << count
            potential += result
            if self.length - count <= own_moves:
                near += result
        if potential < bound:
            return -FOREVER
        if near < bound:
            return -rest

        # The smallest code represents a position and its images. All codes are updated with each move;
        # without symmetry the same search takes 264,231 positions.
        key = self.codes[8 * ply]
        for symmetry in range(1, self.n_symmetries):
            if self.codes[8 * ply + symmetry] < key:
                key = self.codes[8 * ply + symmetry]
        key = (key * 2 + turn) & WORD
        slot = ((key * GOLDEN) & WORD) >> self.shift
        # Each position has two neighboring slots; multiplying by GOLDEN spreads the codes, which are
        # sums, over the table (Knuth, The Art of Computer Programming 3, section 6.4: multiplicative
        # hashing).
        if self.keys[slot] != key:
            slot ^= 1
        entry = self.entries[slot]
        if self.keys[slot] == key and cython.cast(cython.int, entry >> 24) == self.age:
            result = entry & 255
            # An entry has both the shortest proven win and the largest number of plies proven to contain
            # no win. Each is used only if it decides this `rest`.
            if result and result <= rest:
                self.hits += 1
                return result
            result = entry >> 8 & 255
            if result >= rest:
                self.hits += 1
                return -result
        best = self._search_moves(rest, turn, ply, forced)
        if not self.stopped:
            self._store(key, best, rest)
        return best

    def _search_moves(self, rest, turn, ply, forced):
        """Return the result of a node by searching its moves."""
        # Copies on the C stack, made once for all moves of the node: six words that `_take_back` need not
        # recompute.
        attackers: mask_t = self.attackers
        defenders: mask_t = self.defenders
        attacker_wins: mask_t = self.attacker_wins
        defender_wins: mask_t = self.defender_wins
        attacker_lines: mask_t = self.attacker_lines
        defender_lines: mask_t = self.defender_lines
        n_moves: cython.int = self._order(ply, forced)
        cython.declare(number=cython.int, cell=cython.int, result=cython.int)
        best: cython.int = -FOREVER if turn == ATTACKER else 0
        for number in range(n_moves):
            cell = self.moves[self.n_cells * ply + number]
            self._encode(ply, ply + 1, cell, turn)
            self._play(cell, turn)
            result = self._search(rest - 1, 1 - turn, ply + 1)
            self._take_back(cell, turn)
            self.attackers = attackers
            self.defenders = defenders
            self.attacker_wins = attacker_wins
            self.defender_wins = defender_wins
            self.attacker_lines = attacker_lines
            self.defender_lines = defender_lines
            if self.stopped:
                return 0
            if turn == ATTACKER:
                if result > 0:
                    return result + 1
                # The result that no win exists at all is kept distinct from any number of plies and never
                # decremented.
                if result > -FOREVER:
                    best = max(best, result - 1)
            else:
                if result <= 0:
                    return max(result - 1, -FOREVER)
                best = max(best, result + 1)
        return best

    def _order(self, ply, forced):
        """List the moves worth trying, the most promising first, and return their number.

        Cells that are on no live line are omitted: a stone there is equivalent to a pass, which is never
        better than another move.
        """
        left: mask_t
        cython.declare(at=cython.int, cell=cython.int, score=cython.int, stones=cython.int)
        n_moves: cython.int = 0
        base: cython.int = self.n_cells * ply
        left = forced
        if not forced:
            left = self.board & ~(self.attackers | self.defenders)
        while left:
            cell = first_bit(left)
            left &= left - 1
            score = 0
            # Sort by the lines that a stone extends or blocks. In the order of the cells, 6 x 6 with four
            # in a row takes 17,009,025 positions in place of 62,554.
            for at in range(self.first_line[cell], self.first_line[cell + 1]):
                stones = self.stones[self.line_at[at]]
                if stones < 16:
                    # The weight of a line doubles with each stone of the attacker and quadruples with
                    # each stone of the defender: moves that extend or block the most advanced lines come
                    # first.
                    score += 4 << stones
                if stones & 15 == 0:
                    score += 1 << 2 * (stones >> 4)
            if score == 0:
                continue
            self._insert(base, n_moves, cell, score)
            n_moves += 1
        return n_moves

    def _store(self, key, result, rest):
        """Store a result in its position's slot, or replace the shallower of the two results there."""
        first: cython.ulonglong = ((key * GOLDEN) & WORD) >> self.shift
        slot: cython.ulonglong = first
        entry: cython.uint = 0
        cython.declare(win=cython.int, loss=cython.int)
        if self.keys[first] == key or self.keys[first ^ 1] == key:
            if self.keys[first] != key:
                slot = first ^ 1
            entry = self.entries[slot]
            if cython.cast(cython.int, entry >> 24) != self.age:
                entry = 0
        elif self._work(first ^ 1) < self._work(first):
            slot = first ^ 1
        win = entry & 255
        loss = entry >> 8 & 255
        if result > 0:
            if win == 0 or result < win:
                win = result
        else:
            loss = max(loss, -result)
        self.keys[slot] = key
        entry = self.age
        self.entries[slot] = entry << 24 | cython.cast(cython.uint, rest) << 16 | loss << 8 | win

    def _work(self, slot):
        """Return the depth of the search that produced an entry; -1 for an entry of an earlier search."""
        entry: cython.uint = self.entries[slot]
        if cython.cast(cython.int, entry >> 24) != self.age:
            return -1
        return entry >> 16 & 255
