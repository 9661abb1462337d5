# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The search for a move to play where no win is in sight.

Invariants:
- At ply p, `moves[n_cells * p:]` are the moves that are tried, and `scores[n_cells * p:]` order them.
- A value beyond PROVEN is that of a win that was proven: a loss is if all legal answers that could matter
  have lost. What was found with some moves alone is not, and lies between PROBABLE and PROVEN at most.
  Both lessen with the stones on the board at the end: a value is the same wherever it is met.
- A slot of the table is two words: the key of the position, the color to move and the memory; the value,
  the best move, the depth, the bound that the value is, and the generation. What another memory has left
  there is not found, and is written over as if the slot were empty.
"""

from array import array

import cython

from zet.engines.renju._network import NetworkBoard

if not cython.compiled:  # in C they come by the .pxd
    from zet.engines.kernel.bits import first_bit
    from zet.engines.kernel.bounds import EXACT, LOWER, UPPER
    from zet.engines.kernel.checks import check
    from zet.engines.kernel.rng import mix
    from zet.engines.renju.constants import *

SLOTS = cython.declare(cython.int, 1 << 20)

MAX_VALUE = cython.declare(cython.int, 1 << 20)
"""More than anything is worth."""

MOST_STATIC = cython.declare(cython.int, 20_000)
"""What a position is worth at most that nothing was searched in."""

MOST_ADDED = cython.declare(cython.int, 300)
"""What the network adds to that at most, or takes away."""

QUICK = cython.declare(cython.longlong, 40)
PER_DEPTH = cython.declare(cython.longlong, 20)
"""Fours that the search at each position may try, and how many more for each move to look ahead."""

GUARDED = cython.declare(cython.int, 2)
"""From this depth on the other color's wins by fours are met by all answers there are."""

BEYOND = cython.declare(cython.int, -2)
"""How far the answers to threes are followed behind the last move that is looked at."""

MARGIN = cython.declare(cython.int, 60)
"""By how much a position is worth more than enough that needs no search, for each move ahead."""


@cython.cclass
class PositionalSearch(NetworkBoard):
    """Alpha-beta search for a playing move, with searches by fours at every position.

    What it finds with a memory of its own depends on nothing that was searched before with another.
    """

    def __init__(self, exact_black: bool, exact_white: bool, restricted: bool, size: cython.int = 15):
        NetworkBoard.__init__(self, exact_black, exact_white, restricted, size)
        self.scores = array("i", bytes(4 * (self.n_cells + 1) * self.n_cells))
        self.history = array("i", bytes(4 * 2 * self.n_cells))
        self.killers = array("i", [-1]) * (2 * (self.n_cells + 1))
        self.root_cells = array("i", bytes(4 * self.n_cells))
        self.root_values = array("i", bytes(4 * self.n_cells))
        self.table = array("Q", [0])
        self.memory = self.generation = 0
        self.n_roots = 0

    # -- moves

    def _static_value(self, color, alpha, beta):
        """Return what the position is worth for the color to move, or a bound outside of the window.

        The network, which takes most of the time, is not asked where it could change nothing.
        """
        worth: cython.int = self._worth(color)
        if self.has_network:
            if worth - MOST_ADDED >= beta:
                worth -= MOST_ADDED
            elif worth + MOST_ADDED <= alpha:
                worth += MOST_ADDED
            else:
                worth += max(-MOST_ADDED, min(self._added(color), MOST_ADDED))
        return max(-MOST_STATIC, min(worth, MOST_STATIC))

    def _best_cells(self, color, width):
        """List the most promising empty cells, the best first; return their number."""
        base: cython.int = self.n_cells * self.n_moves
        cython.declare(cell=cython.int, score=cython.int, at=cython.int)
        n: cython.int = 0
        for cell in range(self.n_cells):
            if self.owner[cell] >= 0:
                continue
            score = self._urge(color, cell)
            if n < width:
                n += 1
            elif score <= self.scores[base + n - 1]:
                continue
            at = base + n - 1
            while at > base and self.scores[at - 1] < score:
                self.moves[at] = self.moves[at - 1]
                self.scores[at] = self.scores[at - 1]
                at -= 1
            self.moves[at] = cell
            self.scores[at] = score
        return n

    def _blocks(self, color):
        """List the cells that keep the other color's straight four that is to come from winning."""
        base: cython.int = self.n_cells * self.n_moves
        other: cython.int = self.n_cells * (1 - color)
        straight: cython.int = self._find(1 - color, TWO_FIVES)
        cython.declare(way=cython.int, line=cython.int, at=cython.int, cell=cython.int)
        cython.declare(near=cython.ulonglong)
        one: cython.ulonglong = 1
        n: cython.int = 0
        for way in range(4):
            if (self.shapes[other + straight] >> 4 * way & 15) != TWO_FIVES:
                continue
            line = self.line_of[4 * straight + way]
            at = self.place[4 * straight + way]
            near = (one * 511 << at) >> 4 & self.empty[line]
            while near:
                cell = self.cell_at[32 * line + first_bit(near)]
                near &= near - 1
                if (self.shapes[other + cell] >> 4 * way & 15) >= ONE_FIVE:
                    self.moves[base + n] = cell
                    self.scores[base + n] = self._urge(color, cell)
                    n += 1
            return n
        return n

    def _answers(self, color):
        """List all cells after which the other color's win by fours that was found last is met."""
        base: cython.int = self.n_cells * self.n_moves
        cython.declare(cell=cython.int, index=cython.int, is_met=cython.bint)
        n: cython.int = 0
        self.attacker = 1 - color
        self._keep_chain()
        for index in range(self._disturbing_cells(base)):
            cell = self.moves[base + index]
            self._play(cell, color)
            is_met = not self._chain_still_wins(cell)
            self._undo()
            if is_met:
                self.moves[base + n] = cell
                self.scores[base + n] = self._urge(color, cell)
                n += 1
        return n

    def _bring_best(self, first, end):
        """Bring the move with the highest score to the front of those from an index to another."""
        cython.declare(at=cython.int, cell=cython.int, score=cython.int)
        best: cython.int = first
        for at in range(first + 1, end):
            if self.scores[at] > self.scores[best]:
                best = at
        cell = self.moves[best]
        score = self.scores[best]
        self.moves[best] = self.moves[first]
        self.scores[best] = self.scores[first]
        self.moves[first] = cell
        self.scores[first] = score

    # -- the table

    def _key_of(self, color):
        """Return the key of the position with a color to move."""
        return self.key ^ self.keys[2 * self.n_cells + color] ^ self.memory

    def _slot_of(self, key):
        """Return the index of a position's slot."""
        return 2 * cython.cast(cython.int, (key ^ self.memory) & (SLOTS - 1))

    def _keep(self, key, value, cell, depth, bound):
        """Put what was found into the table, unless its slot holds a deeper search of this generation."""
        at: cython.int = self._slot_of(key)
        old: cython.ulonglong = self.table[at + 1]
        if depth < 0 and -PROVEN < value < PROVEN:
            return
        word: cython.ulonglong = value + MAX_VALUE
        if old >> 41 == self.generation and self.table[at] != key:
            if cython.cast(cython.int, old >> 31 & 255) > depth + 2:
                return
        depth = max(depth, 0)
        word |= cython.cast(cython.ulonglong, cell + 1) << 22
        word |= cython.cast(cython.ulonglong, depth) << 31
        word |= cython.cast(cython.ulonglong, bound) << 39
        self.table[at] = key
        self.table[at + 1] = word | self.generation << 41

    # -- search

    def _value(self, color, depth, alpha, beta):
        """Return the value of the position for the color to move, or a bound outside of the window."""
        other: cython.int = 1 - color
        n_stones: cython.int = self.n_moves
        base: cython.int = self.n_cells * n_stones
        cython.declare(key=cython.ulonglong, word=cython.ulonglong)
        cython.declare(n=cython.int, value=cython.int, bound=cython.int, index=cython.int)
        cython.declare(is_known=cython.bint, is_threatened=cython.bint, more=cython.int)
        forced: cython.int = -1
        kept: cython.int = -1
        complete: cython.int = 0
        best: cython.int = -MAX_VALUE
        self.nodes += 1
        if self._is_spent():
            return 0
        if self.count[16 * color + FIVE_SHAPE]:
            return WIN_VALUE - n_stones - 1
        if n_stones == self.n_cells:
            return 0
        if self.count[16 * other + FIVE_SHAPE]:
            forced = self._find(other, FIVE_SHAPE)
            if self.count[16 * other + FIVE_SHAPE] > 1 or (
                color == 0 and self._forbidden(forced) != LEGAL
            ):
                return n_stones + 2 - WIN_VALUE
        key = self._key_of(color)
        index = self._slot_of(key)
        is_known = self.table[index] == key
        if is_known:
            word = self.table[index + 1]
            value = cython.cast(cython.int, word & 0x3FFFFF) - MAX_VALUE
            kept = cython.cast(cython.int, word >> 22 & 511) - 1
            bound = cython.cast(cython.int, word >> 39 & 3)
            if cython.cast(cython.int, word >> 31 & 255) >= depth or value >= PROVEN or value <= -PROVEN:
                if bound == EXACT or (value >= beta if bound == LOWER else value <= alpha):
                    return value
        if forced >= 0:
            self.moves[base] = forced
            self.scores[base] = 0
            return self._tried(color, depth, alpha, beta, 1, best, 2)
        if not is_known and self._quick_win(color, QUICK + PER_DEPTH * max(depth, 0)) == WIN:
            value = WIN_VALUE - n_stones - self.n_found - 2
            self._keep(key, value, -1, depth, EXACT)
            return value
        is_threatened = self.count[16 * other + TWO_FIVES] > 0
        if depth <= 0 and (not is_threatened or depth <= BEYOND):
            return self._static_value(color, alpha, beta)
        if depth >= GUARDED:
            if self._quick_win(other, QUICK + PER_DEPTH * depth) == WIN:
                best = n_stones + self.n_found + 3 - WIN_VALUE
                n = self._answers(color)
                complete = 1
                is_threatened = True
        if not complete:
            if is_threatened:
                n = self._blocks(color)
            else:
                if beta - alpha == 1 and depth <= 6 and beta < PROBABLE - N_CELLS:
                    more = beta + MARGIN * depth
                    value = self._static_value(color, more - 1, more)
                    if value >= more:
                        return value
                n = self._best_cells(color, min(8 + 4 * depth, 32))
        for index in range(base, base + n):
            if self.moves[index] == kept:
                self.scores[index] = 1 << 30
            else:
                self.scores[index] += self.history[self.n_cells * color + self.moves[index]] >> 4
                if self.moves[index] == self.killers[2 * n_stones]:
                    self.scores[index] += 200
                elif self.moves[index] == self.killers[2 * n_stones + 1]:
                    self.scores[index] += 150
        return self._tried(color, depth, alpha, beta, n, best, complete)

    def _tried(self, color, depth, alpha, beta, n, best, complete):
        """Try the moves that are listed, and put what comes of it into the table.

        `complete` says whether all other moves lose: 1, or 2 if there is no other.
        """
        other: cython.int = 1 - color
        n_stones: cython.int = self.n_moves
        base: cython.int = self.n_cells * n_stones
        low: cython.int = alpha
        below: cython.int = depth if complete == 2 else depth - 1
        cython.declare(index=cython.int, cell=cython.int, value=cython.int, less=cython.int)
        cython.declare(kind=cython.int)
        tried: cython.int = 0
        best_cell: cython.int = -1
        for index in range(n):
            self._bring_best(base + index, base + n)
            cell = self.moves[base + index]
            if color == 0 and complete < 2 and self._forbidden(cell) != LEGAL:
                continue
            kind = self.kind[self.pair[self.n_cells * color + cell]]
            less = 0
            if depth >= 2 and tried >= 2 and complete < 2:
                less = 1 + (depth >= 3 and tried >= 5) + (depth >= 5 and tried >= 8)
                less += depth >= 6 and tried >= 14
                if kind >= LONE_THREE:
                    less -= 1
            self._put(cell, color)
            if tried == 0:
                value = -self._value(other, below, -beta, -alpha)
            else:
                value = -self._value(other, below - less, -alpha - 1, -alpha)
                if value > alpha and less:
                    value = -self._value(other, below, -alpha - 1, -alpha)
                if alpha < value < beta:
                    value = -self._value(other, below, -beta, -alpha)
            self._take()
            if self.nodes >= self.budget:
                return 0
            tried += 1
            if value > best:
                best = value
                best_cell = cell
            if value > alpha:
                alpha = value
                if alpha >= beta:
                    if complete < 2:
                        if self.killers[2 * n_stones] != cell:
                            self.killers[2 * n_stones + 1] = self.killers[2 * n_stones]
                            self.killers[2 * n_stones] = cell
                        self.history[self.n_cells * color + cell] += depth * depth
                    break
        if not complete:
            if not tried:
                best = self._static_value(color, low, beta)
            elif best <= -PROVEN:
                best = n_stones - PROBABLE
        self._keep(
            self._key_of(color), best, best_cell, depth,
            LOWER if best >= beta else EXACT if best > low else UPPER,
        )  # fmt: skip
        return best

    def _deepen(self, color, depth, count):
        """Search the moves of the root so deep, and sort them; return whether all were."""
        cython.declare(index=cython.int, cell=cython.int, value=cython.int, at=cython.int)
        cython.declare(alpha=cython.int, is_five=cython.bint)
        for index in range(self.n_roots):
            cell = self.root_cells[index]
            alpha = self.root_values[count - 1] if index >= count else -MAX_VALUE
            is_five = self.kind[self.pair[self.n_cells * color + cell]] == FIVE_SHAPE
            self._put(cell, color)
            if is_five:
                value = WIN_VALUE - self.n_moves
            elif index < count:
                value = -self._value(1 - color, depth - 1, -MAX_VALUE, MAX_VALUE)
            else:
                at = 1 + (index >= 16) if depth >= 3 and index >= 6 else 0
                value = -self._value(1 - color, depth - 1 - at, -alpha - 1, -alpha)
                if value > alpha and at:
                    value = -self._value(1 - color, depth - 1, -alpha - 1, -alpha)
                if value > alpha:
                    value = -self._value(1 - color, depth - 1, -MAX_VALUE, -alpha)
            self._take()
            if self.nodes >= self.budget:
                return False
            at = index
            while at > 0 and self.root_values[at - 1] < value:
                self.root_cells[at] = self.root_cells[at - 1]
                self.root_values[at] = self.root_values[at - 1]
                at -= 1
            self.root_cells[at] = cell
            self.root_values[at] = value
        return True

    # -- for Python

    def best_cells(self, color: cython.int, width: cython.int) -> list[int]:
        """Return the most promising legal cells for a color, the best first."""
        check(0 <= color <= 1, "color out of range")
        check(1 <= width <= self.n_cells, "width out of range")
        self._refresh()
        base: cython.int = self.n_cells * self.n_moves
        n: cython.int = self._best_cells(color, self.n_cells)
        cells = list(self.moves[base : base + n])
        return [cell for cell in cells if color == 1 or self._forbidden(cell) == LEGAL][:width]

    def start(self, memory: cython.ulonglong, color: cython.int, ranked: list[tuple[int, int]]) -> None:
        """Begin a search for the best of some legal cells for a color, tried in their order.

        Each comes with its value. What searches with the same memory have found is used.
        """
        cython.declare(index=cython.int)
        check(0 <= color <= 1, "color out of range")
        check(0 < len(ranked) <= self.n_cells, "number of cells out of range")
        check(len({cell for cell, _ in ranked}) == len(ranked), "a cell comes twice")
        for cell, value in ranked:
            self._check_empty(cell)
            check(-MAX_VALUE < value < MAX_VALUE, "value out of range")
        if len(self.table) == 1:
            self.table = array("Q", [0]) * (2 * SLOTS)
        if self.memory != mix(memory):
            self.memory = mix(memory)
            for index in range(2 * self.n_cells):
                self.history[index] = 0
        for index in range(2 * self.n_cells):
            self.history[index] >>= 2
        for index in range(2 * (self.n_cells + 1)):
            self.killers[index] = -1
        self.generation = (self.generation + 1) & 0x7FFFFF
        self.n_roots = 0
        for cell, value in ranked:
            self.root_cells[self.n_roots] = cell
            self.root_values[self.n_roots] = value
            self.n_roots += 1
        self._refresh()

    def deepen(self, color: cython.int, depth: cython.int, count: cython.int = 1) -> bool:
        """Look so many moves ahead; return whether that was done. The best `count` moves get values."""
        done: cython.bint
        check(0 <= color <= 1, "color out of range")
        check(1 <= depth <= MOST_DEPTH, "depth out of range")
        check(1 <= count <= self.n_roots, "number of moves out of range")
        for index in range(self.n_roots):
            self._check_empty(self.root_cells[index])
        self._refresh()
        self.scale = 1
        with cython.nogil:
            done = self._deepen(color, depth, count)
        self.poll.raise_error()
        return done

    def ranked(self) -> list[tuple[int, int]]:
        """Return the cells of the search with their values, the best first.

        Those behind the first `count` are worth no more than they have.
        """
        return [(self.root_cells[index], self.root_values[index]) for index in range(self.n_roots)]

    def expected(
        self, memory: cython.ulonglong, color: cython.int, cell: cython.int, most: cython.int
    ) -> list[int]:
        """Return a move of a color's and the next ones, as the searches with this memory expect them."""
        cython.declare(key=cython.ulonglong, index=cython.int, before=cython.int)
        check(0 <= color <= 1, "color out of range")
        self._check_empty(cell)
        before = self.n_moves
        found = []
        self.memory = mix(memory)
        while cell >= 0 and self.owner[cell] < 0 and len(found) < most:
            if color == 0 and self._forbidden(cell) != LEGAL:
                break
            found.append(cell)
            self._play(cell, color)
            color = 1 - color
            key = self._key_of(color)
            index = self._slot_of(key)
            cell = -1
            if index < len(self.table) and self.table[index] == key:
                cell = cython.cast(cython.int, self.table[index + 1] >> 22 & 511) - 1
        while self.n_moves > before:
            self._undo()
        return found
