# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""Players on a board of match5, games between two players, and proofs that consist of matches.

Algorithm: players choose by patterns, by windows (rows of five fields), or at random; the threat player
searches for continuous fours. A proof is a set of matches that have no empty field in common; the union
of their fields should be small. Proofs are found by a greedy set cover (Johnson, 1974; Chvatal, 1979)
from several starts, as finding the smallest union is NP-hard. Random numbers are xorshift64 (Marsaglia,
"Xorshift RNGs", 2003).

Cost: most of the time of a game is spent in the matchers (`_matcher.py`), which are updated after each
stone. A proof takes one pass over all hits for each match that it uses.

Invariants:
- A game depends only on the seed, its own number and the two players, not on earlier games.
- `worth` and `union` are scratch space, indexed by positions of the padded board and valid within one
  call.
"""

from array import array

import cython

from zet.engines.match5 import constants, model
from zet.engines.match5._board import Board
from zet.engines.match5._matcher import Hits, Matcher
from zet.engines.match5._nearness import Nearness

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.checks import check
    from zet.engines.match5._board import field_at

EMPTY = cython.declare(cython.int, model.EMPTY)
RED = cython.declare(cython.int, model.RED)
BLUE = cython.declare(cython.int, model.BLUE)
OUTSIDE = cython.declare(cython.int, model.ABSENT)
STRIDE = cython.declare(cython.int, constants.STRIDE)
CELLS = cython.declare(cython.int, constants.CELLS)
N_WINDOWS = cython.declare(cython.int, constants.N_WINDOWS)

# Named constants, because Cython would treat these literals as Python integers.
SPREAD = cython.declare(cython.ulonglong, 0x9E3779B1)
ALL_64 = cython.declare(cython.ulonglong, (1 << 64) - 1)
LOW_51 = cython.declare(cython.ulonglong, (1 << 51) - 1)
RANDOM = cython.declare(cython.int, 0)
GREEDY = cython.declare(cython.int, 1)
THREAT = cython.declare(cython.int, 2)
KNOWING = cython.declare(cython.int, 3)

ATTACK = cython.declare(cython.int, constants.ATTACK)
BLOCK = cython.declare(cython.int, constants.BLOCK)
LEVEL_SHIFT = cython.declare(cython.int, 49)
MAX_LEVEL = cython.declare(cython.int, 81)

SURE = cython.declare(cython.int, 2)
"""Unless the other color can make five on its next move, proven patterns up to this level win against any
counterattack, because after the first stone of the win, five can be made on two fields.
"""

TRIES = cython.declare(cython.int, 4)
"""The maximum number of matches that are tried, one after another, as the first match of a proof."""

MAX_FOURS = cython.declare(cython.int, 6)
"""The number of continuous fours that the threat player looks ahead."""

OWN_WORTH = array("i", [1, 8, 40, 200])
OTHER_WORTH = array("i", [0, 6, 30, 150])


class Table(Board):
    """A board with two players, on which games are played one after another."""

    def __init__(
        self,
        red: Matcher,
        blue: Matcher,
        opponent: cython.int,
        fallback: cython.int,
        seed: cython.ulonglong,
        windows,
        nearness=constants.NEARNESS,
    ):
        """Create a table; `windows` contains the fields of each row of five, and `seed` is below 2**63.

        `nearness` is a tuple of the parameters (level, base, own, other, attack) of `Nearness`,
        used if the fallback is ATTACK or BLOCK.
        """
        check(RANDOM <= opponent <= KNOWING, "opponent out of range")
        Board.__init__(self, red, blue, fallback, windows, nearness)
        self.opponent = opponent
        self.seed = seed
        self.rng_state = 1
        self.wins = self.losses = self.draws = 0
        self.own_worth = memoryview(OWN_WORTH)
        self.other_worth = memoryview(OTHER_WORTH)
        self.worth = memoryview(array("i", bytes(4 * CELLS)))
        self.union = memoryview(array("i", bytes(4 * CELLS)))
        self.best_union = memoryview(array("i", bytes(4 * CELLS)))
        self.level = self.best_level = 0
        self.resize(9, 9)

    def resize(self, width: cython.int, height: cython.int) -> None:
        """Empty the board; limit it, and later boards, to `width` columns and `height` rows."""
        check(1 <= width <= 9 and 1 <= height <= 9, "the board size is out of range")
        inside = [field for field in range(81) if field % 9 < width and field // 9 < height]
        self.set_board(bytes([EMPTY if field in inside else OUTSIDE for field in range(81)]))
        self.width = width
        self.height = height
        rows = [number for number, row in enumerate(model.WINDOWS) if set(inside).issuperset(row)]
        self.rows = memoryview(array("i", rows))

    def _draw(self, below):
        """Return a random number from 0 to `below` - 1 (xorshift64)."""
        value: cython.ulonglong = self.rng_state
        # The masks keep interpreted Python within 64 bits; compiled, their cost is negligible beside a
        # move.
        value ^= (value & LOW_51) << 13
        value ^= value >> 7
        value ^= (value & 0x7FFFFFFFFFFF) << 17
        self.rng_state = value
        # Multiply and shift instead of a remainder: no division, and the high bits, which are the best,
        # are used.
        return cython.cast(cython.int, ((value >> 33) * below) >> 31)

    def _seed_game(self, game):
        """Seed the random numbers of a game, which depend only on the seed and the number of the game."""
        round_: cython.int
        self.rng_state = self.seed ^ (cython.cast(cython.ulonglong, game) + 1) * SPREAD & ALL_64
        if self.rng_state == 0:
            self.rng_state = 1
        # Similar seeds yield similar numbers for some rounds of xorshift; these are discarded.
        for round_ in range(12):
            self._draw(1)

    def _random_empty(self):
        """Return a random empty field, as an index of the padded board."""
        cython.declare(field=cython.int, at=cython.int)
        n_left: cython.int = self._draw(81 - self.n_moves)
        for field in range(81):
            at = self.position[field]
            if self.cell[at] == EMPTY:
                if n_left == 0:
                    return at
                n_left -= 1
        return -1

    def _fill(self, color):
        """Return the field where a color plays if no pattern matches."""
        if self.fallback >= ATTACK:
            near: Nearness = self.red_near if color == RED else self.blue_near
            return (
                self._nearest(near, color)
                if self.fallback == ATTACK
                else self._weightiest(near, color, -1)
            )
        return self._random_empty()

    def _nearest(self, near, color):
        """Return the empty field where patterns are closest to a match, chosen at random among equals."""
        cython.declare(field=cython.int, worth=cython.longlong)
        n_best: cython.int = 0
        best: cython.longlong = -1
        near.refresh(self.cell, self.position)
        for field in range(81):
            if self.cell[self.position[field]] == EMPTY:
                worth = near.at(field, color)
                if worth > best:
                    best = worth
                    n_best = 1
                elif worth == best:
                    n_best += 1
        n_best = self._draw(n_best)
        for field in range(81):
            if self.cell[self.position[field]] == EMPTY and near.at(field, color) == best:
                if n_best == 0:
                    return self.position[field]
                n_best -= 1
        return -1

    def _weightiest(self, near, color, wanted):
        """Return the empty field of the highest worth; ties are broken alike on all images of a board.

        Only fields whose `self.worth` is `wanted` are considered, or all fields if `wanted` is -1. To
        break ties, each image of the board is read as the sequence of its fields' `_standing`; on the
        lexicographically smallest image, the first of the tied fields is chosen. The result is an index
        of the padded board.
        """
        cython.declare(index=cython.int, turn=cython.int, field=cython.int)
        cython.declare(value=cython.int, other=cython.int)
        cells: cython.int = self.width * self.height
        here: cython.int = 0
        best: cython.longlong = -1
        found: cython.int = -1
        n_best: cython.int = 0
        near.refresh(self.cell, self.position)
        for index in range(cells):
            field = self._turned(0, index)
            if self._is_wanted(field, wanted):
                if near.at(field, color) > best:
                    best = near.at(field, color)
                    found = self.position[field]
                    n_best = 0
                n_best += near.at(field, color) == best
        if n_best <= 1:
            return found
        for turn in range(1, 8 if self.width == self.height else 4):
            for index in range(cells):
                value = self._standing(near, self._turned(turn, index), color)
                other = self._standing(near, self._turned(here, index), color)
                if value != other:
                    if value < other:
                        here = turn
                    break
        for index in range(cells):
            field = self._turned(here, index)
            if self._is_wanted(field, wanted) and near.at(field, color) == best:
                return self.position[field]
        return found

    def _is_wanted(self, field, wanted):
        """Return whether a field is empty and its `worth` is `wanted`; -1 allows any value."""
        at: cython.int = self.position[field]
        return self.cell[at] == EMPTY and (wanted < 0 or self.worth[at] == wanted)

    def _turned(self, turn, index):
        """Return the field that appears at `index` in the image of the board under symmetry `turn`.

        The column and the row at `index` are exchanged if bit 2 of `turn` is set; then bit 0 mirrors the
        column, and bit 1 the row.
        """
        x: cython.int = index % self.width
        y: cython.int = index // self.width
        if turn & 4:
            x, y = y, x
        if turn & 1:
            x = self.width - 1 - x
        if turn & 2:
            y = self.height - 1 - y
        return 9 * y + x

    def _standing(self, near, field, color):
        """Return 0 for a field without worth to a color, otherwise 1 if it is empty, 2 if occupied."""
        if near.at(field, color) == 0:
            return 0
        return 1 if self.cell[self.position[field]] == EMPTY else 2

    def _completes(self, color):
        """Return the first empty field, row by row, where a color makes five; -1 if there is none."""
        window: cython.int
        best: cython.int = -1
        at: cython.int
        own: cython.int = 0 if color == RED else N_WINDOWS
        other: cython.int = N_WINDOWS - own
        # All windows are scanned: the result is the first field, which may be in any of them.
        for window in range(N_WINDOWS):
            if self.count[own + window] == 4 and self.count[other + window] == 0:
                at = self._hole(window)
                if best < 0 or at < best:
                    best = at
        return best

    def _hole(self, window):
        """Return the first empty field of a window."""
        index: cython.int
        for index in range(5 * window, 5 * window + 5):
            if self.cell[self.windows[index]] == EMPTY:
                return self.windows[index]
        return -1

    def _fours(self, depth):
        """Return the first move of a win by blue with at most `depth` fours; -1 if no such win exists.

        Red must not have a four.
        """
        cython.declare(window=cython.int, turn=cython.int, first=cython.int, second=cython.int)
        cython.declare(answer=cython.int, index=cython.int)
        if depth == 0:
            return -1
        # Depth-first over windows with three stones, with either empty field as the four. A VCF search
        # like that of `_search.py`, without proof or table: it is an opponent to learn from, and changing
        # its moves would change the patterns learned from it.
        for window in range(N_WINDOWS):
            if self.count[N_WINDOWS + window] != 3 or self.count[window] != 0:
                continue
            first = second = -1
            for index in range(5 * window, 5 * window + 5):
                if self.cell[self.windows[index]] == EMPTY:
                    if first < 0:
                        first = self.windows[index]
                    else:
                        second = self.windows[index]
            for turn in range(2):
                self._mark(first, BLUE, 1)
                self._mark(second, RED, 1)
                # Either blue threatens another five, or red does not threaten one, so that blue can
                # continue.
                answer = self._completes(BLUE)
                if answer < 0 and self._completes(RED) < 0:
                    answer = self._fours(depth - 1)
                self._mark(second, RED, -1)
                self._mark(first, BLUE, -1)
                if answer >= 0:
                    return first
                first, second = second, first
        return -1

    def _worthiest(self):
        """Return an empty field of the highest worth, chosen at random among equals."""
        cython.declare(window=cython.int, index=cython.int, at=cython.int, worth=cython.int)
        n_best: cython.int = 0
        best: cython.int = -1
        for index in range(81):
            self.worth[self.position[index]] = 0
        # Loop over windows and not over fields: each window is evaluated once for its five fields.
        for window in range(N_WINDOWS):
            worth = 0
            if self.count[window] == 0:
                worth = self.own_worth[self.count[N_WINDOWS + window]]
            elif self.count[N_WINDOWS + window] == 0:
                worth = self.other_worth[self.count[window]]
            if worth:
                for index in range(5 * window, 5 * window + 5):
                    self.worth[self.windows[index]] += worth
        for index in range(81):
            at = self.position[index]
            if self.cell[at] == EMPTY:
                if self.worth[at] > best:
                    best = self.worth[at]
                    n_best = 1
                elif self.worth[at] == best:
                    n_best += 1
        n_best = self._draw(n_best)
        for index in range(81):
            at = self.position[index]
            if self.cell[at] == EMPTY and self.worth[at] == best:
                if n_best == 0:
                    return at
                n_best -= 1
        return -1

    def _answer_from(self, matcher, color):
        """Return the field of a matcher's answer, -1 if nothing matches; log the deciding match."""
        hits: Hits = matcher.red_hits if color == RED else matcher.blue_hits
        other_hits: Hits = matcher.blue_hits if color == RED else matcher.red_hits
        own: cython.int = matcher.first_hit(color)
        other: cython.int = matcher.first_hit(RED + BLUE - color)
        cython.declare(image=cython.int, base=cython.int)
        if own < 0 and other < 0:
            self.move_answers[self.n_moves] = EMPTY
            return -1
        cython.declare(own_level=cython.int, other_level=cython.int)
        own_level = other_level = MAX_LEVEL + 1
        if own >= 0:
            own_level = hits.key[own] >> LEVEL_SHIFT
        if other >= 0:
            other_level = other_hits.key[other] >> LEVEL_SHIFT
        # The lower level decides; at equal levels the player's own win comes first. With ATTACK, it does
        # so only up to the level SURE: a win of a higher level can begin with a three, and then fours of
        # the other color are faster. (Own wins first lost 29 of the first 100 games to a search of three
        # moves instead of 3, and the same game again and again to one of five.)
        if own_level < other_level or (
            own_level == other_level and (self.fallback != ATTACK or own_level <= SURE)
        ):
            self.move_answers[self.n_moves] = color
        else:
            hits = other_hits
            own = other
            self.move_answers[self.n_moves] = RED + BLUE - color
        image = hits.image[own]
        base = hits.base[own]
        self.move_image[self.n_moves] = image
        self.move_base[self.n_moves] = base
        matcher.uses[matcher.image_pattern[image]] += 1
        return base + matcher.pool[matcher.image_start[image] + matcher.image_stones[image]]

    def _defend(self, matcher, color):
        """Return the field where a color plays if it only defends.

        This is the empty field of the highest worth among the fields common to all matches of the other
        color. If no field is common to all, the color chooses among the fields common to the matches of
        the lowest level, or among all empty fields if these matches have none in common. Patterns above
        level 1 are ignored if the field of the highest worth is safe (`_is_safe`).
        """
        hits: Hits = matcher.blue_hits if color == RED else matcher.red_hits
        first: cython.int = matcher.first_hit(RED + BLUE - color)
        cython.declare(n_open=cython.int, at=cython.int)
        self.move_answers[self.n_moves] = EMPTY
        if first < 0 or (hits.key[first] >> LEVEL_SHIFT > 1 and self._is_safe(color)):
            return self._fill(color)
        self._log(RED + BLUE - color, hits.image[first], hits.base[first])
        near: Nearness = self.red_near if color == RED else self.blue_near
        # Not a pattern's focus: symmetric patterns have it elsewhere on other images of the board.
        n_open = self._count_whites(matcher, hits, MAX_LEVEL)
        at = self._weightiest(near, color, n_open)
        if at < 0:
            n_open = self._count_whites(matcher, hits, hits.key[first] >> LEVEL_SHIFT)
            at = self._weightiest(near, color, n_open)
        return at if at >= 0 else self._weightiest(near, color, -1)

    def _is_safe(self, color):
        """Return whether a color stops every row by always playing on the field of the highest worth.

        This is guaranteed if the sum over all rows is less than 1, where a row with n stones of the other
        color and none of `color` counts 2**n / 32 (P. Erdos and J. Selfridge, "On a combinatorial game",
        1973).
        """
        cython.declare(index=cython.int, row=cython.int)
        own: cython.int = 0 if color == RED else N_WINDOWS
        potential: cython.int = 0
        for index in range(len(self.rows)):
            row = self.rows[index]
            if self.count[own + row] == 0:
                potential += 1 << self.count[N_WINDOWS - own + row]
        return potential < 32

    def _complete(self, matcher, color):
        """Return the winning field of a pattern of level 1, -1 if none matches; log the match."""
        hits: Hits = matcher.red_hits if color == RED else matcher.blue_hits
        first: cython.int = matcher.first_hit(color)
        if first < 0 or hits.key[first] >> LEVEL_SHIFT > 1:
            return -1
        image: cython.int = hits.image[first]
        self._log(color, image, hits.base[first])
        return hits.base[first] + matcher.pool[matcher.image_start[image] + matcher.image_stones[image]]

    def _log(self, color, image, base):
        """Log the match that decides the next move: its color, its image and its top left corner."""
        self.move_answers[self.n_moves] = color
        self.move_image[self.n_moves] = image
        self.move_base[self.n_moves] = base

    def _choose(self, color):
        """Return the field where a color plays, chosen by its patterns or by the opponent's strategy."""
        at: cython.int
        if color == RED or self.opponent == KNOWING:
            matcher: Matcher = self.red if color == RED else self.blue
            if self.fallback == BLOCK:
                at = self._complete(matcher, color)
                return at if at >= 0 else self._defend(matcher, color)
            at = self._answer_from(matcher, color)
            return at if at >= 0 else self._fill(color)
        self.move_answers[self.n_moves] = EMPTY
        if self.opponent == RANDOM:
            return self._random_empty()
        at = self._completes(BLUE)
        if at < 0:
            at = self._completes(RED)
        if at >= 0:
            return at
        if self.opponent == GREEDY:
            return self._random_empty()
        at = self._fours(MAX_FOURS)
        return at if at >= 0 else self._worthiest()

    def play(
        self, game: cython.longlong, end: cython.longlong, red_first: cython.int, stop: cython.int
    ) -> int:
        """Play games from number `game` up to `end`, and return the number of the next game.

        The run stops after a game won by the color `stop` (3 means either color). `red_first` is 1 if red
        begins, 0 if blue begins, or -1 if red begins the even-numbered games.
        """
        cython.declare(color=cython.int, winner=cython.int)
        while game < end:
            self._seed_game(game)
            self._clear()
            color = BLUE
            if red_first == 1 or (red_first == -1 and game % 2 == 0):
                color = RED
            winner = EMPTY
            while self.n_moves < 81:
                if self._put(self._choose(color), color):
                    winner = color
                    break
                color = RED + BLUE - color
            game += 1
            self._count(winner)
            if winner & stop:
                break
        return game

    def _count(self, winner):
        """Count the result of a game, given its winner."""
        if winner == RED:
            self.wins += 1
        elif winner == BLUE:
            self.losses += 1
        else:
            self.draws += 1

    def moves_before_newest(self) -> int:
        """Return the number of moves before the first match of red's newest pattern.

        If the pattern never matched, the result is the total number of moves. The lists of hits are
        complete only for these moves; all later stones must be removed and placed again.
        """
        matcher: Matcher = self.red
        image: cython.int = matcher.n_images
        cython.declare(base=cython.int, field=cython.int, index=cython.int, middle=cython.int)
        cython.declare(end=cython.int, color=cython.int, last=cython.int)
        found: cython.int = self.n_moves
        self._check(RED)
        # `union` maps each position to the number of the move there.
        for index in range(self.n_moves):
            self.union[self.move_at[index]] = index
        # Placements of one pattern by brute force: 81 corners of at most eight images, most of which fail
        # at their first stone. Replaying the game through the matcher for every learned pattern would
        # cost more.
        while image > 0 and matcher.image_pattern[image - 1] == matcher.n_patterns - 1:
            image -= 1
            for field in range(81):
                base = self.position[field]
                index = matcher.image_start[image]
                middle = index + matcher.image_stones[image]
                end = middle + matcher.image_whites[image]
                color = self.cell[base + matcher.pool[index]]
                if color != RED and color != BLUE:
                    continue
                last = 0
                while index < middle and self.cell[base + matcher.pool[index]] == color:
                    last = max(last, self.union[base + matcher.pool[index]])
                    index += 1
                if index < middle or last >= found:
                    continue
                # A field that is taken now may have been empty when the last stone of the placement was
                # placed.
                while index < end and (
                    self.cell[base + matcher.pool[index]] == EMPTY
                    or (
                        self.cell[base + matcher.pool[index]] != OUTSIDE
                        and self.union[base + matcher.pool[index]] > last
                    )
                ):
                    index += 1
                if index == end:
                    found = last
        return found

    def seed_rng(self, game: cython.longlong) -> None:
        """Seed the random numbers for a game, given its number."""
        self._seed_game(game)

    def draw(self, below: cython.int) -> int:
        """Return the next of the current game's random numbers, from 0 to `below` - 1."""
        check(below > 0, "bound out of range")
        return self._draw(below)

    def count_game(self, winner: cython.int) -> None:
        """Count the result of a game that was played move by move; a winner of EMPTY means a draw."""
        check(EMPTY <= winner <= BLUE, "color out of range")
        self._count(winner)

    def choose(self, color: cython.int) -> int:
        """Return the field where a color plays next."""
        index: cython.int
        self._check(color)
        for index in range(82):
            check(index < 81, "no empty field")
            if self.cell[self.position[index]] == EMPTY:
                break
        at: cython.int = self._choose(color)
        return field_at(at)

    def defend(self, color: cython.int) -> int:
        """Return the field where a color plays if it only defends; at least one field must be empty."""
        self._check(color)
        check(self.n_moves < self.width * self.height, "no empty field")
        return field_at(self._defend(self.red if color == RED else self.blue, color))

    def _count_whites(self, matcher, hits, level):
        """Set the `worth` of each field to the number of open hits in which it is empty.

        Only hits up to `level` count. Return the number of open hits.
        """
        cython.declare(index=cython.int, at=cython.int, end=cython.int, image=cython.int)
        n_open: cython.int = 0
        for index in range(81):
            self.worth[self.position[index]] = 0
        for index in range(hits.n):
            image = hits.image[index]
            if hits.key[index] >> LEVEL_SHIFT <= level and matcher.is_open(image, hits.base[index]):
                n_open += 1
                at = matcher.image_start[image] + matcher.image_stones[image]
                end = at + matcher.image_whites[image]
                while at < end:
                    self.worth[hits.base[index] + matcher.pool[at]] += 1
                    at += 1
        return n_open

    def answers(self, color: cython.int) -> list[int] | None:
        """Return the empty fields common to all matches of red's patterns on stones of `color`.

        The result is None if nothing matches. An answer on any other field is known to fail.
        """
        self._check(color)
        hits: Hits = self.red.red_hits if color == RED else self.red.blue_hits
        n_open: cython.int = self._count_whites(self.red, hits, MAX_LEVEL)
        if n_open == 0:
            return None
        return [field for field in range(81) if self.worth[self.position[field]] == n_open]

    def _join(self, hits, start, wanted, limit):
        """Collect hits, beginning with `start`, until they have no empty field in common.

        If `wanted` is not -1, collecting also ends as soon as a collected hit does not include `wanted`
        as an empty field. `union` becomes 2 for the empty fields that all collected hits have in common,
        and 1 for the other fields of the hits; `level` becomes the highest level of the hits. Return the
        number of fields of the union, or a number above the limit if no union within the limit is found.
        """
        # One long function: adding a hit and choosing the next one share the marks and four counts.
        cython.declare(index=cython.int, at=cython.int, begin=cython.int, middle=cython.int)
        cython.declare(end=cython.int, image=cython.int, base=cython.int, n_common=cython.int)
        cython.declare(n_left=cython.int, n_new=cython.int)
        best: cython.int = start
        cython.declare(best_new=cython.int, best_left=cython.int)
        size: cython.int = 0
        first: cython.bint = True
        for index in range(81):
            self.union[self.position[index]] = 0
        self.level = 0
        while True:
            image = hits.image[best]
            base = hits.base[best]
            begin = self.red.image_start[image]
            middle = begin + self.red.image_stones[image]
            end = middle + self.red.image_whites[image]
            if self.red.level[self.red.image_pattern[image]] > self.level:
                self.level = self.red.level[self.red.image_pattern[image]]
            # 3 marks a field that has been common to all hits and is in this one too. Three marks in one
            # array replace two sets, the union and the intersection; one pass afterwards turns 3 into 2,
            # and 2 into 1.
            for at in range(begin, end):
                if self.union[base + self.red.pool[at]] == 0:
                    size += 1
                    self.union[base + self.red.pool[at]] = 3 if first and at >= middle else 1
                elif self.union[base + self.red.pool[at]] == 2:
                    self.union[base + self.red.pool[at]] = 3
            first = False
            n_common = 0
            for index in range(81):
                at = self.position[index]
                if self.union[at] == 2:
                    self.union[at] = 1
                elif self.union[at] == 3:
                    self.union[at] = 2
                    n_common += 1
            if size > limit:
                return size
            if n_common == 0 or (wanted >= 0 and self.union[wanted] != 2):
                return size
            # The next hit is the one that adds the fewest fields and, among these, leaves the fewest in
            # common: greedy, as for set covers. Fields are counted until a hit is known to be worse,
            # mostly after a few.
            best = -1
            best_new = best_left = CELLS
            for index in range(hits.n):
                image = hits.image[index]
                base = hits.base[index]
                if not self.red.is_open(image, base):
                    continue
                begin = self.red.image_start[image]
                middle = begin + self.red.image_stones[image]
                end = middle + self.red.image_whites[image]
                n_new = n_left = 0
                at = begin
                while at < end and n_new <= best_new:
                    if self.union[base + self.red.pool[at]] == 0:
                        n_new += 1
                    elif self.union[base + self.red.pool[at]] == 2:
                        n_left += 1
                        if wanted == base + self.red.pool[at]:
                            n_left = n_common
                            break
                    at += 1
                if n_left == n_common or at < end:
                    continue
                if n_new < best_new or n_left < best_left:
                    best = index
                    best_new = n_new
                    best_left = n_left
            if best < 0:
                return CELLS

    def _smallest_union(self, hits, limit):
        """Find hits without a common empty field; store a small union of their fields in `best_union`.

        Return the number of fields of the union, or a number above the limit if none was found.
        """
        # Greedy, not exact: each start yields one union, and the TRIES smallest hits below the limit are
        # tried as starts.
        cython.declare(index=cython.int, tried=cython.int, start=cython.int, size=cython.int)
        cython.declare(smallest=cython.int)
        last: cython.longlong = -1
        image: cython.int
        found: cython.int = limit + 1
        for tried in range(TRIES):
            # The next start by size, then by index. It is selected anew each time: four passes are
            # cheaper than sorting.
            start = -1
            smallest = CELLS
            for index in range(hits.n):
                image = hits.image[index]
                size = self.red.image_stones[image] + self.red.image_whites[image]
                if (
                    size < smallest
                    and size * 65536 + index > last
                    and self.red.is_open(image, hits.base[index])
                ):
                    smallest = size
                    start = index
            if start < 0 or smallest >= found:
                break
            last = smallest * 65536 + start
            size = self._join(hits, start, -1, found - 1)
            if size < found:
                found = size
                self.best_level = self.level
                self.best_union[:] = self.union
        return found

    def proof(self, color: cython.int) -> tuple[list[int], int] | None:
        """Return (fields, level) of matches that no single answer stops; None if no such matches exist.

        The patterns are red's, matched on stones of `color`. The fields are a small union of the
        fields of the matches, and the level is their highest level.
        """
        self._check(color)
        hits: Hits = self.red.red_hits if color == RED else self.red.blue_hits
        if self._smallest_union(hits, 81) > 81:
            return None
        return self._union_fields(), self.best_level

    def _union_fields(self):
        """Return the fields of the smallest union found."""
        return [field for field in range(81) if self.best_union[self.position[field]]]

    def attack(self, color: cython.int) -> tuple[int, list[int], int] | None:
        """Return (field, fields, level) for a stone after which no answer stops all matches.

        The result is None if no stone achieves this. `field` is the field of the stone; `fields`, which
        includes `field`, is a small union of the fields of matches that no single answer stops; `level`
        is the highest level of these matches. If several stones achieve this, the stone with the smallest
        union is chosen.
        """
        self._check(color)
        hits: Hits = self.red.red_hits if color == RED else self.red.blue_hits
        cython.declare(field=cython.int, before=cython.int, index=cython.int, size=cython.int)
        cython.declare(is_won=cython.bint, n_open=cython.int)
        limit: cython.int = 81
        best = None
        # Every empty field is tried on the board itself: only the matcher knows which matches begin. Most
        # stones begin none and are removed at once.
        for field in range(81):
            if self.cell[self.position[field]] != EMPTY:
                continue
            before = hits.n
            self._put(self.position[field], color)
            if hits.n > before:
                n_open = self._count_whites(self.red, hits, MAX_LEVEL)
                is_won = n_open > 1
                for index in range(81):
                    if self.worth[self.position[index]] == n_open:
                        is_won = False
                if is_won:
                    size = self._smallest_union(hits, limit)
                    if size <= limit and self.best_union[self.position[field]]:
                        limit = size - 1
                        best = (field, self._union_fields(), self.best_level)
            self._take()
        return best

    def conflict(
        self, color: cython.int, image: cython.int, x: cython.int, y: cython.int, field: cython.int
    ) -> list[int]:
        """Return the fields of several matches, at least one of which survives an answer on `field`.

        The first of these matches is given by its image and its top left corner (x, y).

        Raises:
            ValueError: the match is not on the board.
        """
        self._check(color)
        check(0 <= field < 81, "field out of range")
        hits: Hits = self.red.red_hits if color == RED else self.red.blue_hits
        index: cython.int
        for index in range(hits.n):
            if hits.image[index] == image and hits.base[index] == STRIDE * (y + 8) + x + 8:
                self._join(hits, index, self.position[field], 81)
                self.best_union[:] = self.union
                return self._union_fields()
        raise ValueError("the pattern does not match the board at this place")
