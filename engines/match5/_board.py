# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""A board of match5: its stones, its windows, and the matches of two players' patterns.

Algorithm: incremental updates with an undo stack. The four lists of hits (one per player and color of
stones) contain the matches. A move is logged with the previous lengths of these lists, and is undone by
truncating them.

Data layout: the padded board of the matchers; the stones of each color in ascending order, which is the
order of the keys in the matchers' tries; the number of stones of each color in each window (a row of five
fields).

Cost of a stone: a shift of the sorted list, an update of at most 20 windows, and a search of one or two
tries, which takes most of the time.

Invariants:
- `cell` is the padded board; the matchers read it without copying.
- `red` and `blue` are the matchers of the two players; they may be the same object.
- Windows are the rows of five; `count` holds the number of red stones in each window, then the number of
  blue stones in each.
- `fallback` determines the choice of a move if no pattern matches. If it is ATTACK or BLOCK, `red_near`
  and `blue_near`, the `Nearness` of each player's patterns, are updated with each stone. They are one
  object if both players have the same matcher.
"""

from array import array
from itertools import accumulate, chain

import cython

from zet.engines.match5 import constants, model
from zet.engines.match5._nearness import Nearness

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.checks import check, check_all, checked_bytes
    from zet.engines.match5._matcher import Matcher

EMPTY = cython.declare(cython.int, model.EMPTY)
RED = cython.declare(cython.int, model.RED)
BLUE = cython.declare(cython.int, model.BLUE)
OUTSIDE = cython.declare(cython.int, model.ABSENT)
STRIDE = cython.declare(cython.int, constants.STRIDE)
CELLS = cython.declare(cython.int, constants.CELLS)
N_WINDOWS = cython.declare(cython.int, constants.N_WINDOWS)
ATTACK = cython.declare(cython.int, constants.ATTACK)

POSITIONS = array("i", constants.POSITIONS)


def field_at(at):
    """Return the field, 0 to 80, at an index of the padded board."""
    return 9 * (at // STRIDE - 8) + at % STRIDE - 8


class Board:
    """A board on which stones are placed and removed, with the matches of both players' patterns."""

    def __init__(
        self, red: Matcher, blue: Matcher, fallback: cython.int, windows, nearness=constants.NEARNESS
    ):
        """Create an empty board for the patterns of two players.

        `windows` contains the five fields of each row of five. `fallback` determines how a move is chosen
        if no pattern matches. `nearness` is a tuple of the parameters (level, base, own, other, attack)
        of `Nearness`, used if the fallback is ATTACK or BLOCK.
        """
        check(red is not None and blue is not None, "no player")
        check(constants.RANDOM <= fallback <= constants.BLOCK, "fallback out of range")
        check(len(windows) == N_WINDOWS, "number of windows out of range")
        for window in windows:
            check(len(window) == 5, "length of a window out of range")
            check_all(window, 0, 80, "field out of range")
        self.red = red
        self.blue = blue
        self.fallback = fallback
        self.n_moves = self.n_red = self.n_blue = 0
        self.cell = memoryview(array("b", [OUTSIDE] * CELLS))
        self.position = memoryview(POSITIONS)
        self.stones = memoryview(array("i", bytes(4 * 164)))
        self.windows = memoryview(
            array("i", [POSITIONS[field] for window in windows for field in window])
        )
        # The windows through each position as compressed sparse rows: a stone reads one short row,
        # whereas a scan of all 140 windows would find the same 20 at most.
        through = [[] for _ in range(CELLS)]
        for number, window in enumerate(windows):
            for field in window:
                through[POSITIONS[field]].append(number)
        starts = [0, *accumulate(map(len, through))]
        of = list(chain.from_iterable(through))
        self.window_start = memoryview(array("i", starts))
        self.window_of = memoryview(array("i", of))
        self.count = memoryview(array("b", bytes(2 * N_WINDOWS)))
        self.move_at = memoryview(array("i", bytes(4 * 82)))
        self.move_color = memoryview(array("i", bytes(4 * 82)))
        self.move_image = memoryview(array("i", bytes(4 * 82)))
        self.move_base = memoryview(array("i", bytes(4 * 82)))
        self.move_answers = memoryview(array("i", bytes(4 * 82)))
        self.n_hits = memoryview(array("i", bytes(16 * 82)))
        self.red_near = self.blue_near = None
        if fallback >= ATTACK:
            self.red_near = self.blue_near = Nearness(red, *nearness)
            if blue is not red:
                self.blue_near = Nearness(blue, *nearness)
        self._clear()

    def _clear(self):
        """Empty the board and the lists of hits, and reset `nearness`."""
        index: cython.int
        # The matchers' lists of hits are for one board at a time. If a player is emptied later, these
        # lists refer to patterns that no longer exist: `_check` compares the sums.
        self.n_emptied = self.red.n_emptied + self.blue.n_emptied
        for index in range(81):
            self.cell[self.position[index]] = EMPTY
        for index in range(2 * N_WINDOWS):
            self.count[index] = 0
        self.n_moves = self.n_red = self.n_blue = 0
        self.red.clear(self.cell, self.stones)
        self.blue.clear(self.cell, self.stones)
        if self.fallback >= ATTACK:
            self.red_near.clear()
            if self.blue is not self.red:
                self.blue_near.clear()

    def _insert(self, first, count, at):
        """Insert the field `at` into the ascending list of stones that begins at `first`."""
        index: cython.int = first + count
        # Insertion from the end: a color has some forty stones, in adjacent words. The list is sorted,
        # since the keys of the trie are ascending offsets: with an unsorted list, each pair would have to
        # be looked up both ways.
        while index > first and self.stones[index - 1] > at:
            self.stones[index] = self.stones[index - 1]
            index -= 1
        self.stones[index] = at

    def _delete(self, first, count, at):
        """Remove the field `at` from the list of stones that begins at `first`; `count` stones remain."""
        index: cython.int = first
        # The index could be logged when the stone is placed, as stones are removed in reverse order; a
        # log would save no more than one pass over at most forty adjacent words.
        while self.stones[index] != at:
            index += 1
        while index < first + count:
            self.stones[index] = self.stones[index + 1]
            index += 1

    def _mark(self, at, color, change):
        """Place (`change` 1) or remove (-1) a stone, ignoring matches; return whether it fills a window.

        A window is full if all of its five fields have stones of this color.
        """
        index: cython.int
        shift: cython.int = 0 if color == RED else N_WINDOWS
        five: cython.bint = False
        self.cell[at] = color if change > 0 else EMPTY
        # Separate from `_put`, as opponents that look ahead need the windows and not the matches.
        for index in range(self.window_start[at], self.window_start[at + 1]):
            self.count[self.window_of[index] + shift] += change
            if self.count[self.window_of[index] + shift] == 5:
                five = True
        return five

    def _put(self, at, color):
        """Place a stone, collect the new matches, and return whether it makes five in a row."""
        five: cython.bint = self._mark(at, color, 1)
        number: cython.int = self.n_moves
        self.n_hits[4 * number] = self.red.red_hits.n
        self.n_hits[4 * number + 1] = self.red.blue_hits.n
        # The lengths are logged before the matchers run, for all four lists even if both players are the
        # same object: `_take` restores them without asking which lists the stone changed.
        self.n_hits[4 * number + 2] = self.blue.red_hits.n
        self.n_hits[4 * number + 3] = self.blue.blue_hits.n
        self.move_at[number] = at
        self.move_color[number] = color
        self.n_moves += 1
        first: cython.int = 0 if color == RED else 81
        count: cython.int = self.n_red if color == RED else self.n_blue
        others: cython.int = self.n_moves - 1 - count
        # The matcher searches before the stone is inserted: it gets the position of the stone apart from
        # the others. The order of the two matchers does not matter, as neither reads the hits of the
        # other.
        self.red.put(at, first, count, others)
        if self.blue is not self.red:
            self.blue.put(at, first, count, others)
        self._insert(first, count, at)
        if self.fallback >= ATTACK:
            self.red_near.put(field_at(at), color)
            if self.blue is not self.red:
                self.blue_near.put(field_at(at), color)
        if color == RED:
            self.n_red += 1
        else:
            self.n_blue += 1
        return five

    def _take(self):
        """Remove the stone placed last."""
        self.n_moves -= 1
        number: cython.int = self.n_moves
        at: cython.int = self.move_at[number]
        self._mark(at, self.move_color[number], -1)
        if self.fallback >= ATTACK:
            self.red_near.take(field_at(at), self.move_color[number])
            if self.blue is not self.red:
                self.blue_near.take(field_at(at), self.move_color[number])
        if self.move_color[number] == RED:
            self.n_red -= 1
            self._delete(0, self.n_red, at)
        else:
            self.n_blue -= 1
            self._delete(81, self.n_blue, at)
        # Hits are only ever appended, so that restoring four lengths restores four lists.
        self.red.red_hits.n = self.n_hits[4 * number]
        self.red.blue_hits.n = self.n_hits[4 * number + 1]
        self.blue.red_hits.n = self.n_hits[4 * number + 2]
        self.blue.blue_hits.n = self.n_hits[4 * number + 3]

    def set_board(self, board) -> None:
        """Set up a position given as 81 values, row by row.

        Red's stones are placed first, then blue's. A field with the value OUTSIDE is excluded, as if it
        were off the board.
        """
        cython.declare(field=cython.int, color=cython.int)
        board = checked_bytes(board, 81, "number of fields out of range")
        self._clear()
        for field in range(81):
            if board[field] == OUTSIDE:
                self.cell[self.position[field]] = OUTSIDE
                if self.fallback >= ATTACK:
                    self.red_near.close(field)
                    if self.blue is not self.red:
                        self.blue_near.close(field)
        # Any order yields the same matches: a placement whose empty fields are filled later is found on
        # the way and rejected when its hit is used (`is_open`).
        for color in range(RED, BLUE + 1):
            for field in range(81):
                if board[field] == color:
                    self._put(self.position[field], color)

    def put(self, field: cython.int, color: cython.int) -> bool:
        """Place a stone in a running game, and return whether it makes five."""
        self._check(color)
        check(0 <= field < 81, "field out of range")
        check(self.cell[self.position[field]] == EMPTY, "field not empty")
        self.move_answers[self.n_moves] = EMPTY
        return self._put(self.position[field], color)

    def take(self) -> None:
        """Remove the stone placed last."""
        self._check(RED)
        check(self.n_moves > 0, "no stone to take back")
        self._take()

    def _check(self, color):
        """Raise ValueError if the color is invalid, or a matcher was emptied after the last `_clear`."""
        check(color == RED or color == BLUE, "color out of range")
        check(self.n_emptied == self.red.n_emptied + self.blue.n_emptied, "player emptied since")
        return 0

    # -- the moves played

    def reason(self) -> tuple[int, int, int, int]:
        """Return (color, image, x, y) of the match that decided the last choice; color 0 if none did.

        `color` is the color of the stones in the match, `image` is the number of the matched image, and
        (x, y) is the field of its top left corner.
        """
        return self._reason(self.n_moves)

    def _reason(self, number: cython.int):
        base: cython.int = self.move_base[number]
        if self.move_answers[number] == EMPTY:
            return 0, -1, 0, 0
        return self.move_answers[number], self.move_image[number], base % STRIDE - 8, base // STRIDE - 8

    def moves(self) -> list[tuple[int, int, tuple[int, int, int, int]]]:
        """Return (field, color, reason) for each move of the game; see `reason` for the last item."""
        return [
            (
                field_at(self.move_at[number]),
                self.move_color[number],
                self._reason(number),
            )
            for number in range(self.n_moves)
        ]
