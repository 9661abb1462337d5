# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The search for a move to play if no win is found.

Algorithm: principal variation search (Marsland and Campbell, "Parallel search of strongly ordered game
trees", 1982; null windows after the first move), fail-soft, with iterative deepening, a transposition
table, killers (Akl and Newborn, 1977) and the history heuristic (Schaeffer, 1983), late move reductions,
reverse futility pruning ("static null move": no search if the static value exceeds beta by a margin), and
a VCF search at every new position instead of a quiescence search.

Cost: 1.6 to 4.0 million moves a second, including the fours of the nested searches (BENCHMARKS.md, "The
player, against the one before it"). The network takes most of the time of a static value. With a network
evaluated at every position, a move took 1.48 times as long as without one; with a network evaluated only
where it can change the result, 1.32 times (BENCHMARKS.md, "The network of the player").

Invariants:
- At ply p, `moves[n_cells * p:]` are the moves that are tried, and `scores[n_cells * p:]` order them.
- A value beyond PROVEN means a proven win, below -PROVEN a proven loss: all legal moves that could avert
  the loss were tried and lose. If only some moves were tried, the loss is only probable, and the value
  lies between PROBABLE and PROVEN. Proven and probable values decrease with the number of stones at the
  end of the game, so a value does not depend on the root of the search.
- A slot of the table is two words. The second word holds the value, the best move, the depth, the kind of
  bound, and the generation; the first word is the second xor the key, which combines the position, the
  color to move and the number `memory` of the search (see `PositionalSearch`). Entries with another
  `memory` are never found, and are overwritten as if the slot were empty.
- Threads share the table without locks. If two entries are written to a slot at the same time, the slot
  may contain one word of each; it then matches the key of neither (Hyatt and Mann, "A lock-less
  transposition table implementation for parallel search", 2002).
"""

from array import array

import cython

from zet.engines.renju._network import NetworkBoard

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import first_bit
    from zet.engines.kernel.bounds import EXACT, LOWER, UPPER
    from zet.engines.kernel.checks import check
    from zet.engines.kernel.rng import mix
    from zet.engines.renju.constants import *

SLOTS = cython.declare(cython.int, 1 << 20)

MAX_VALUE = cython.declare(cython.int, 1 << 20)
"""A bound that exceeds every value."""

MOST_STATIC = cython.declare(cython.int, 20_000)
"""The maximum absolute value of a static evaluation, that is, of an evaluation without search."""

MOST_ADDED = cython.declare(cython.int, 300)
"""The maximum amount by which the network may raise or lower a static evaluation."""

QUICK = cython.declare(cython.longlong, 40)
PER_DEPTH = cython.declare(cython.longlong, 20)
"""The nested search by fours at a position may try QUICK fours, and PER_DEPTH more for each ply of depth.
"""

GUARDED = cython.declare(cython.int, 2)
"""If at least this depth remains and the other color threatens a win by fours, only moves that refute
the threat are tried.
"""

BEYOND = cython.declare(cython.int, -2)
"""Below the horizon, answers to open threes are searched down to this depth."""

MARGIN = cython.declare(cython.int, 60)
"""A position needs no search if its static value exceeds beta by this margin times the depth."""


@cython.cclass
class PositionalSearch(NetworkBoard):
    """Alpha-beta search for a move to play, with searches by fours at every position.

    The number `memory` identifies the results that a search may reuse: searches with the same number use
    each other's results, and searches with different numbers do not.
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
        """Return the static value for the color to move; outside (`alpha`, `beta`), a bound on it.

        The network, which takes most of the time, is not evaluated where it cannot change the result.
        """
        worth: cython.int = self._worth(color)
        if self.has_network:
            # Lazy evaluation: the network's part is bounded, so that beyond a margin the window is
            # decided without it.
            if worth - MOST_ADDED >= beta:
                worth -= MOST_ADDED
            elif worth + MOST_ADDED <= alpha:
                worth += MOST_ADDED
            else:
                worth += max(-MOST_ADDED, min(self._added(color), MOST_ADDED))
        return max(-MOST_STATIC, min(worth, MOST_STATIC))

    def _best_cells(self, color, width):
        """List up to `width` empty cells, the most promising first; return their number."""
        base: cython.int = self.n_cells * self.n_moves
        cython.declare(cell=cython.int, score=cython.int, at=cython.int)
        n: cython.int = 0
        # Insertion sort of bounded length: of the 225 cells at most 32 are kept, and most fail the one
        # comparison with the last of them. Ties retain the order of the board, so that a search is
        # reproducible.
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
        """List the cells that prevent the other color from making a straight four."""
        base: cython.int = self.n_cells * self.n_moves
        other: cython.int = 1 - color
        straight: cython.int = self._find(1 - color, TWO_FIVES)
        cython.declare(way=cython.int, line=cython.int, at=cython.int, cell=cython.int)
        cython.declare(near=cython.ulonglong)
        one: cython.ulonglong = 1
        n: cython.int = 0
        # All answers to an open three are among the places of its line where the other color would make a
        # four or five; the nested search finds counterattacks by fours.
        for way in range(4):
            if (self.entries[other + 2 * straight] >> 4 * way & 15) != TWO_FIVES:
                continue
            line = self.line_of[4 * straight + way]
            at = self.place[4 * straight + way]
            near = (one * 511 << at) >> 4 & self.empty[line]
            while near:
                cell = self.cell_at[32 * line + first_bit(near)]
                near &= near - 1
                if (self.entries[other + 2 * cell] >> 4 * way & 15) >= ONE_FIVE:
                    self.moves[base + n] = cell
                    self.scores[base + n] = self._urge(color, cell)
                    n += 1
            return n
        return n

    def _answers(self, color):
        """List the cells that refute the other color's threat, which is the win by fours found last."""
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
        """Swap the highest-scoring of the moves from `first` up to `end` with the move at `first`."""
        cython.declare(at=cython.int, cell=cython.int, score=cython.int)
        best: cython.int = first
        # One step of a selection sort, as most nodes are cut off after a few moves.
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
        """Return the key of the current position, given the color to move."""
        return self.key ^ self.keys[2 * self.n_cells + color] ^ self.memory

    def _slot_of(self, key):
        """Return the table index of the slot for a key."""
        # Without the memory: positions have the same slots for all memories, so that the entries replaced
        # by a search with one memory do not depend on other memories.
        return 2 * cython.cast(cython.int, (key ^ self.memory) & (SLOTS - 1))

    def _word(self, at):
        return read_word(cython.address(self.table[at])) if cython.compiled else self.table[at]

    def _set_word(self, at, word):
        if cython.compiled:
            write_word(cython.address(self.table[at]), word)
        else:
            self.table[at] = word

    def _keep(self, key, value, cell, depth, bound):
        """Store a result in the table, unless its slot contains a much deeper result for another key.

        A result at least three plies deeper is retained if it is of this generation or a newer one. A
        result from below the horizon is stored only if it is proven.
        """
        at: cython.int = self._slot_of(key)
        old: cython.ulonglong = self._word(at + 1)
        # A result below the horizon is cheap to compute again, and would displace deeper ones.
        if depth < 0 and -PROVEN < value < PROVEN:
            return
        word: cython.ulonglong = value + MAX_VALUE
        # Replace older generations, and searches that are less than three plies deeper. Strictly
        # preferring depth would fill the table with results near the root, which are few and recomputed
        # soon. Another thread may have begun a newer generation.
        if old >> 41 >= self.generation and self._word(at) ^ old != key:
            if cython.cast(cython.int, old >> 31 & 255) > depth + 2:
                return
        depth = max(depth, 0)
        word |= cython.cast(cython.ulonglong, cell + 1) << 22
        word |= cython.cast(cython.ulonglong, depth) << 31
        word |= cython.cast(cython.ulonglong, bound) << 39
        word |= self.generation << 41
        self._set_word(at, key ^ word)
        self._set_word(at + 1, word)

    # -- search

    def _value(self, color, depth, alpha, beta):
        """Return the value for the color to move; outside the window (`alpha`, `beta`), a bound on it."""
        # One long function: the steps come in the order of their cost, and each needs less than the next:
        # fives and the answers to them (counts updated with each move), the table, a nested search by
        # fours, the static value, and only then a list of moves.
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
        if self._n_of(color, FIVE_SHAPE):
            return WIN_VALUE - n_stones - 1
        if n_stones == self.n_cells:
            return 0
        if self._n_of(other, FIVE_SHAPE):
            forced = self._find(other, FIVE_SHAPE)
            if self._n_of(other, FIVE_SHAPE) > 1 or (color == 0 and self._forbidden(forced) != LEGAL):
                return n_stones + 2 - WIN_VALUE
        key = self._key_of(color)
        index = self._slot_of(key)
        word = self._word(index + 1)
        is_known = self._word(index) ^ word == key
        if is_known:
            value = cython.cast(cython.int, word & 0x3FFFFF) - MAX_VALUE
            kept = cython.cast(cython.int, word >> 22 & 511) - 1
            bound = cython.cast(cython.int, word >> 39 & 3)
            # Proven values are valid at every depth: no deeper search can change them.
            if cython.cast(cython.int, word >> 31 & 255) >= depth or value >= PROVEN or value <= -PROVEN:
                if bound == EXACT or (value >= beta if bound == LOWER else value <= alpha):
                    return value
        # A forced answer does not reduce the depth (`complete` is 2), so that a series of fours cannot
        # push a loss beyond the horizon.
        if forced >= 0:
            self.moves[base] = forced
            self.scores[base] = 0
            return self._tried(color, depth, alpha, beta, 1, best, 2)
        # Only at positions that are new to the table: a win would be stored there. The limit grows with
        # the depth, so that little time is spent on positions that are soon left.
        if not is_known and self._quick_win(color, QUICK + PER_DEPTH * max(depth, 0)) == WIN:
            value = WIN_VALUE - n_stones - self.n_found - 2
            self._keep(key, value, -1, depth, EXACT)
            return value
        is_threatened = self._n_of(other, TWO_FIVES) > 0
        # Quiet positions end at the horizon; those with an open three against the side to move continue,
        # since a static value cannot tell whether it is met.
        if depth <= 0 and (not is_threatened or depth <= BEYOND):
            return self._static_value(color, alpha, beta)
        # The null move of threat search: if the other color would win by fours, only answers that disturb
        # that win are tried, and a loss in all of them is proven. Used at depth 1 as well, it lost 22 Elo
        # points.
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
                # Reverse futility pruning, in null windows only: the principal variation keeps its exact
                # values. A margin of 60 instead of 120, and up to 6 plies instead of 4, scored 0.567 in
                # 300 games (BENCHMARKS.md, "Weights of the player").
                if beta - alpha == 1 and depth <= 6 and beta < PROBABLE - N_CELLS:
                    more = beta + MARGIN * depth
                    value = self._static_value(color, more - 1, more)
                    if value >= more:
                        return value
                n = self._best_cells(color, min(8 + 4 * depth, 32))
        # The table's move first, then by urge plus history, with a bonus for killers.
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
        """Search the listed moves; store the value of the position in the table, and return it.

        `best` is the value of the position if no listed move is better. `complete` is 2 if all legal
        moves are listed, 1 if all moves that are not listed lose, otherwise 0.
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
        # Late move reductions: a move that comes late in the order is searched up to four plies less
        # deep, and again to full depth if it exceeds alpha; moves that make a four or an open three are
        # reduced by one ply less. From the third move on instead of the fourth, and from depth 2 on: a
        # score of 0.545 against the same player without this (BENCHMARKS.md, "Weights of the player").
        for index in range(n):
            self._bring_best(base + index, base + n)
            cell = self.moves[base + index]
            if color == 0 and complete < 2 and self._forbidden(cell) != LEGAL:
                continue
            kind = self.kind[self._pair(color, cell)]
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
            # At the limit nothing is stored: a value that was cut short would look like a result.
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
        # If only some moves were tried, the loss of all of them proves nothing: the value is reduced to a
        # probable loss.
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
        """Search the root's moves to a depth and sort them; return whether all were searched."""
        cython.declare(index=cython.int, cell=cython.int, value=cython.int, at=cython.int)
        cython.declare(alpha=cython.int, is_five=cython.bint)
        # The first `count` moves get exact values with a full window; the others must first exceed the
        # last of these in a null window. Insertion keeps the list sorted while it is read: moves only
        # ever move forward.
        for index in range(self.n_roots):
            cell = self.root_cells[index]
            alpha = self.root_values[count - 1] if index >= count else -MAX_VALUE
            is_five = self.kind[self._pair(color, cell)] == FIVE_SHAPE
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

    # -- for Python callers

    def best_cells(self, color: cython.int, width: cython.int) -> list[int]:
        """Return up to `width` legal cells for a color, the most promising first."""
        check(0 <= color <= 1, "color out of range")
        check(1 <= width <= self.n_cells, "width out of range")
        self._refresh()
        base: cython.int = self.n_cells * self.n_moves
        n: cython.int = self._best_cells(color, self.n_cells)
        cells = list(self.moves[base : base + n])
        return [cell for cell in cells if color == 1 or self._forbidden(cell) == LEGAL][:width]

    def start(
        self,
        memory: cython.ulonglong,
        color: cython.int,
        ranked: list[tuple[int, int]],
        leader: "PositionalSearch | None" = None,
    ) -> None:
        """Begin a search for the best of the given legal moves of a color.

        `ranked` lists the moves as (cell, value), in the order in which they are tried. Results of
        earlier searches with the same memory are used. With a `leader`, this search shares the leader's
        table and may run in another thread at the same time; start the leader after this search.
        """
        owner: PositionalSearch = self if leader is None else leader
        cython.declare(index=cython.int)
        check(0 <= color <= 1, "color out of range")
        check(0 < len(ranked) <= self.n_cells, "number of cells out of range")
        check(len({cell for cell, _ in ranked}) == len(ranked), "a cell comes twice")
        for cell, value in ranked:
            self._check_empty(cell)
            check(-MAX_VALUE < value < MAX_VALUE, "value out of range")
        if len(owner.table) == 1:
            owner.table = array("Q", [0]) * (2 * SLOTS)
        self.table = owner.table
        if self.memory != mix(memory):
            self.memory = mix(memory)
            for index in range(2 * self.n_cells):
                self.history[index] = 0
        for index in range(2 * self.n_cells):
            self.history[index] >>= 2
        for index in range(2 * (self.n_cells + 1)):
            self.killers[index] = -1
        self.generation = (owner.generation + 1) & 0x7FFFFF
        self.n_roots = 0
        for cell, value in ranked:
            self.root_cells[self.n_roots] = cell
            self.root_values[self.n_roots] = value
            self.n_roots += 1
        self._refresh()

    def deepen(self, color: cython.int, depth: cython.int, count: cython.int = 1) -> bool:
        """Search to a depth, with exact values for the best `count` moves; return False if stopped."""
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
        """Return the moves of the search, as (cell, value), the best first.

        Only the values of the first `count` moves (see `deepen`) are exact; the others are upper bounds.
        """
        return [(self.root_cells[index], self.root_values[index]) for index in range(self.n_roots)]

    def expected(
        self, memory: cython.ulonglong, color: cython.int, cell: cython.int, most: cython.int
    ) -> list[int]:
        """Return up to `most` expected moves: `cell` by `color`, then the best moves in the table."""
        cython.declare(key=cython.ulonglong, word=cython.ulonglong, index=cython.int, before=cython.int)
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
            if index < len(self.table):
                word = self._word(index + 1)
                if self._word(index) ^ word == key:
                    cell = cython.cast(cython.int, word >> 22 & 511) - 1
        while self.n_moves > before:
            self._undo()
        return found
