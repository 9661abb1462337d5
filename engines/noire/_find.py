# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""A board that steps through a game and finds the positions at which rules match.

The method is a linear scan: the board steps through the positions of the game stone by stone, and at each
position runs the active rules whose cheap preconditions hold. No further index from positions to rules is
needed, because the first lookup of a rule's plan already uses the sets of groups as an index.

Cost per position: an update of the tables of groups for one stone (see _tables), four comparisons for
each rule, and, for each rule that passes them, a run of its quick plan, which only decides whether the
rule matches. On one processor this gives 425,000 positions a second for 20 rules (BENCHMARKS.md,
"Questions to games").

Invariants:
- Between calls the board shows the position after `ply` moves of the game, even if plans moved it to
  other positions during a call.
- Each rule has three conditions: `asks`, the color to move that the caller requires; `turns`, the color
  to move that its plan requires; and `lasts`, the color that its plan requires of the last stone. -1
  allows any color. A rule is tried only if its `active` is 1.
"""

from array import array

import cython

from zet.engines.noire._match import Matcher

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.checks import check, check_all
    from zet.engines.noire.codes import MAX_NUMBER
    from zet.engines.renju.constants import N_CELLS


@cython.cclass
class GameMatcher(Matcher):
    """A board that steps through the positions of a game and matches rules against them.

    A rule is tried only if the color to move is its entry in `asks`; the entry -1 allows either color.
    """

    def __init__(self, rules: tuple, plans, asks):
        Matcher.__init__(self, rules, plans, False)
        self.n_undecided = 0
        self.undecided_at = -1
        check(len(asks) == self.n_rules, "not as many colors as rules")
        self.asks = asks
        self.turns = plans.turns
        self.lasts = plans.lasts
        self.active = array("B", bytes(len(asks) + 1))
        self.found = array("i", bytes(4 * (len(asks) + 1)))
        self.has_lines = plans.reads_lines
        self.line = array("i", bytes(4 * N_CELLS))
        self.line_lasts = array("i", bytes(4 * (N_CELLS + 1)))

    def set_game(self, game, last_at, first: cython.int, winner: cython.int, how: cython.int) -> None:
        """Set the game: its moves (-1 is a pass), the last stone before each, and the color that begins.

        `last_at` has one entry more than `game`, for the end of the game. `winner` is a color, -1 for a
        draw, -2 if unknown; `how` is the index in WORDS of the way in which the game ended, -2 if
        unknown. Until `clear` is called, `put` is refused.
        """
        check(self.ply == 0, "a game is under way")
        check(len(last_at) == len(game) + 1, "not one last move more than moves")
        check(0 <= first <= 1, "color out of range")
        check(-2 <= winner <= 1 and -2 <= how <= 100, "result out of range")
        moves = array("i", game or [-1])
        lasts = array("i", last_at)
        check_all(moves, -1, N_CELLS - 1, "move out of range")
        check_all(lasts, -1, N_CELLS - 1, "last move out of range")
        taken = bytearray(N_CELLS)
        for cell in moves:
            if cell >= 0:
                check(not taken[cell] and self.owner[cell] < 0, "a move is on a stone")
                taken[cell] = 1
        self.game = moves
        self.last_at = lasts
        self.n_plies = len(game)
        self.first = first
        self._note_board()
        for ply in range(self.n_plies):
            if self.game[ply] >= 0:
                self._note_move(ply, self.game[ply])
        self.winner_color = winner
        self.how_ended = how
        self.last = -1

    def set_variations(self, moves, begins, winners, hows, home: cython.int) -> None:
        """Set the variations of a tree, in depth-first order.

        `home` is the index of the variation that was passed to `set_game`. The moves of variation k are
        `moves[begins[k]:begins[k + 1]]`, and its result is `winners[k]` and `hows[k]`, as in `set_game`.
        `moves` is a nonempty array of ints, which is not copied.
        """
        cython.declare(k=cython.int, i=cython.int, place=cython.int, cell=cython.int, most=cython.int)
        check(self.ply == 0 and self.shown == 0, "a game is under way")
        n: cython.int = len(begins) - 1
        check(0 <= home < n and len(winners) == n == len(hows), "not as many results as variations")
        self.n_variations = 0
        self.all_moves = moves
        self.begins = array("i", begins)
        self.winners = array("i", winners)
        self.hows = array("i", hows)
        self.shared = array("i", bytes(4 * n))
        n_moves: cython.int = len(moves)
        taken = array("i", bytes(4 * N_CELLS))
        seen: cython.int[::1] = taken
        most = 0
        for k in range(n):
            check(-2 <= self.winners[k] <= 1 and -2 <= self.hows[k] <= 100, "result out of range")
            check(0 <= self.begins[k] <= self.begins[k + 1] <= n_moves, "variations out of range")
            most = max(most, self.begins[k + 1] - self.begins[k])
            for place in range(self.begins[k], self.begins[k + 1]):
                cell = self.all_moves[place]
                check(-1 <= cell < N_CELLS, "move out of range")
                if cell >= 0:
                    check(seen[cell] <= k and self.owner[cell] < 0, "a move is on a stone")
                    seen[cell] = k + 1
            i = 0
            while (
                k
                and self.begins[k - 1] + i < self.begins[k]
                and self.begins[k] + i < self.begins[k + 1]
                and self.all_moves[self.begins[k - 1] + i] == self.all_moves[self.begins[k] + i]
            ):
                i += 1
            self.shared[k] = i
        place = self.begins[home]
        check(self.begins[home + 1] - place == self.n_plies, "the game is not this variation")
        for i in range(self.n_plies):
            check(self.all_moves[place + i] == self.game[i], "the game is not this variation")
        # Both arrays get room for the longest variation.
        cells, lasts = array("i", [-1]) * (most + 1), array("i", [-1]) * (most + 1)
        longer: cython.int[::1] = cells
        longer_lasts: cython.int[::1] = lasts
        for i in range(self.n_plies):
            longer[i] = self.game[i]
            longer_lasts[i + 1] = self.last_at[i + 1]
        self.game = cells
        self.last_at = lasts
        self.variation = self.home = home
        self.n_variations = n

    def excludes(self, moves: list) -> bool:
        """Return True if no active rule matches at any position of the game with the given moves.

        The game begins with Black on the empty board; its result is unknown. False is also returned if
        the moves are not distinct cells of the board, or if a search gives up.
        """
        cython.declare(ply=cython.int, cell=cython.int)
        n: cython.int = len(moves)
        self.clear()
        self.first = 0
        self.winner_color = self.how_ended = -2
        if n > N_CELLS:
            return False
        # These two arrays are reused, so that a game needs no allocation: it takes 8 us, and took 19 with
        # `set_game` (games of 42 moves, one rule).
        self.game = self.line
        self.last_at = self.line_lasts
        self._note_board()
        self.last_at[0] = -1
        for ply in range(n):
            cell = moves[ply]
            if not 0 <= cell < N_CELLS or self.placed_at[cell] < MAX_NUMBER:
                return False
            self.game[ply] = self.last_at[ply + 1] = cell
            self._note_move(ply, cell)
        self.n_plies = n
        with cython.nogil:
            found: cython.bint = self._scan(0, 1) > 0 or self.is_halted or self.n_undecided > 0
        self._resume()
        return not found

    def go(self, ply: cython.int) -> None:
        """Show the position after `ply` moves of the game."""
        check(0 <= ply <= self.n_plies, "the game has not so many moves")
        self.ply = ply
        self._show()

    def put(self, cell: cython.int, color: cython.int) -> None:
        """Place a stone that was on the board before the game; it becomes the last stone."""
        check(self.n_plies == 0, "a game is set")
        Matcher.put(self, cell, color)

    def take(self) -> None:
        """Remove the last stone; allowed only before a game is set."""
        check(self.n_plies == 0, "a game is set")
        Matcher.take(self)

    def clear(self) -> None:
        """Empty the board and forget the game."""
        Matcher.clear(self)
        if self.wins is not None:
            self.wins.clear()
        self.n_undecided = 0
        self.undecided_at = -1
        self.n_plies = self.ply = self.shown = 0
        self.n_variations = self.variation = self.home = 0

    def ask(self, rules: list[int]) -> None:
        """Set the rules that `scan` tries."""
        check_all(rules, 0, self.n_rules - 1, "rule out of range")
        for rule in range(self.n_rules):
            self.active[rule] = 0
        for rule in rules:
            self.active[rule] = 1

    def dismiss(self, rule: cython.int) -> None:
        """Exclude a rule from further scans."""
        check(0 <= rule < self.n_rules, "rule out of range")
        self.active[rule] = 0

    def scan(self, ply: cython.int, step: cython.int) -> list[int]:
        """Find the first position at which rules match, and return these rules.

        The scan begins after `ply` moves and proceeds to the end of the game (`step` 1) or to its
        beginning (-1). Afterwards `moment` is the number of moves before the position found. The list is
        empty if no rule matches at any of the positions.
        """
        count: cython.int
        check(step == 1 or step == -1, "step out of range")
        with cython.nogil:
            count = self._scan(ply, step)
        self._resume()
        return [self.found[k] for k in range(count)]

    def _scan(self, ply, step):
        cython.declare(k=cython.int, side=cython.int, color=cython.int, is_found=cython.bint)
        count: cython.int = 0
        while 0 <= ply <= self.n_plies:
            self.ply = ply
            self._show()
            side = (self.first + ply) & 1  # passes count as moves, so the colors always alternate
            color = self.owner[self.last] if self.last >= 0 else -1
            # The color to move and that of the last stone are compared before the plan runs. The first
            # instructions of the plan would find the same, but most rules of a question are for one
            # player only.
            for k in range(self.n_rules):
                if (
                    self.active[k]
                    and (self.asks[k] < 0 or self.asks[k] == side)
                    and (self.turns[k] < 0 or self.turns[k] == side)
                    and (self.lasts[k] < 0 or self.lasts[k] == color)
                ):
                    # The quick plan only decides whether a solution exists. `solutions` runs the plan as
                    # written, if the caller wants the values.
                    self.is_undecided = False
                    is_found = self._run(2 * self.quick[k], 0) >= 0
                    if self.is_undecided:
                        self._note_undecided(ply)
                    elif is_found:
                        self.found[count] = k
                        count += 1
            self._go_back(ply)
            if self.is_halted:
                return 0
            # All rules that match at a position are returned together, in their order, before the scan
            # moves on.
            if count:
                return count
            ply += step
        return 0

    def _go_back(self, ply):
        """Show a position of the game again, in case a halted plan left the board at another one."""
        self._switch(self.home)
        self.ply = ply
        self._show()

    def _note_undecided(self, ply):
        """Count a position at which a plan's search gave up, and show the position."""
        self.n_undecided += self.undecided_at != ply
        self.undecided_at = ply
        self._go_back(ply)

    def solutions(
        self, rule: cython.int, registers: list[int], most: cython.int = -1
    ) -> list[tuple[int, ...]]:
        """Return a rule's solutions as `Matcher.solutions` does; count an undecided position."""
        ply: cython.int = self.ply
        found = Matcher.solutions(self, rule, registers, most)
        if self.is_undecided:
            self._note_undecided(ply)
        return found

    @property
    def moment(self) -> int:
        """The number of moves of the game that precede the position on the board."""
        return self.ply
