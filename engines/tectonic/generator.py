"""Make Tectonic puzzles with exactly one solution.

A board is filled and cut into pieces in one go, so that it always has a solution; then givens go, one
by one, as long as the solution stays the only one. Where a wish is not met, some come back, or another
board is tried.
"""

from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from zet.engines.kernel.clock import Deadline
from zet.engines.tectonic._cutter import Cutter
from zet.engines.tectonic._thinner import Thinner
from zet.engines.tectonic.explainer import LimitError
from zet.engines.tectonic.model import MAX_PIECE, Puzzle, PuzzleError, check_size
from zet.engines.tectonic.rating import LEVEL_NAMES, Rating, rate
from zet.engines.tectonic.solver import solve

MAX_TRIES = 1000
"""Boards that are tried for one puzzle of the wanted kind."""


def generate(
    width: int,
    height: int,
    random: Random,
    *,
    max_piece: int = 5,
    difficulty: str | None = None,
    rating: tuple[int, int] | None = None,
    require: Collection[int] = (),
    forbid: Collection[int] = (),
    symmetric: bool = False,
    minimal: bool = False,
    seconds: float | None = None,
) -> Puzzle | None:
    """Return a puzzle with one solution; the same state of `random` gives the same puzzle.

    None is returned if no try of `MAX_TRIES` gives one of the wanted kind.

    `difficulty` is one of `rating.LEVEL_NAMES`, `rating` the least and the most score; `require` and
    `forbid` are numbers of techniques, all and none of which the rating names. Without these any will
    do. `symmetric` givens keep their places under a half turn. Of a `minimal` puzzle no given can be
    spared, of a symmetric one no pair of givens.

    Raises:
        PuzzleError: the board or its pieces are too small or too large.
        LimitError: the time has passed.
    """
    check_size(width, height)
    least = min(width, 2) * min(height, 2)
    if not least <= max_piece <= MAX_PIECE:
        raise PuzzleError(
            "pieces of a {width} x {height} board need {least} to {most} cells",
            width=width,
            height=height,
            least=least,
            most=MAX_PIECE,
        )
    wish = _Wish(difficulty, rating, frozenset(require), frozenset(forbid))
    deadline = Deadline(seconds)
    for _ in range(MAX_TRIES):
        full = _full_board(width, height, max_piece, random, deadline)
        if full is None:
            continue
        puzzle = _thinned(full, random, symmetric, deadline)
        if wish.is_any:
            return puzzle
        if not minimal:
            puzzle = _eased(puzzle, full.givens, wish, random, symmetric, deadline)
        if wish.is_met_by(_rated(puzzle, deadline)):
            return puzzle
    return None


@dataclass(frozen=True, slots=True)
class _Wish:
    """What the rating of a puzzle has to be."""

    difficulty: str | None
    scores: tuple[int, int] | None
    require: frozenset[int]
    forbid: frozenset[int]

    @property
    def is_any(self) -> bool:
        """Whether any rating will do."""
        return not (self.difficulty or self.scores or self.require or self.forbid)

    def is_passed_by(self, rating: Rating) -> bool:
        """Whether the puzzle is harder than it may be, which more givens can change."""
        if self.difficulty and LEVEL_NAMES.index(rating.level) > LEVEL_NAMES.index(self.difficulty):
            return True
        return (self.scores is not None and rating.score > self.scores[1]) or not (
            self.forbid.isdisjoint(rating.counts)
        )

    def is_met_by(self, rating: Rating) -> bool:
        """Whether the puzzle is of the wanted kind."""
        return (
            not self.is_passed_by(rating)
            and (self.difficulty is None or rating.level == self.difficulty)
            and (self.scores is None or rating.score >= self.scores[0])
            and self.require <= rating.counts.keys()
        )


def _full_board(
    width: int, height: int, max_piece: int, random: Random, deadline: Deadline
) -> Puzzle | None:
    """Return a board with all its digits given, or None if it won't come out even."""
    cutter = Cutter(width, height, max_piece, random.getrandbits(64))
    done = cutter.cut(200 + 20 * width * height, deadline)
    if deadline.has_passed:
        raise LimitError("time")
    return Puzzle.build(width, height, cutter.pieces(), cutter.solution()) if done else None


def _orbit(puzzle: Puzzle, cell: int, symmetric: bool) -> list[int]:  # noqa: FBT001
    """Return the cell, and its image under the half turn if givens are to be symmetric."""
    return sorted({cell, len(puzzle.pieces) - 1 - cell}) if symmetric else [cell]


def _thinned(full: Puzzle, random: Random, symmetric: bool, deadline: Deadline) -> Puzzle:  # noqa: FBT001
    """Return the full board without all givens that can be spared in a random order."""
    thinner = Thinner(full.width, full.height, full.pieces, full.givens)
    cells = list(range(len(full.pieces)))
    random.shuffle(cells)
    for cell in cells:
        orbit = _orbit(full, cell, symmetric)
        if cell != orbit[0] or thinner.spare(orbit) is not None:
            continue
        if deadline.has_passed:
            raise LimitError("time")
        givens = bytearray(thinner.givens())
        for other in orbit:
            givens[other] = 0
        if solve(full.filled(givens), seconds=deadline.left).unique:
            thinner.take(orbit)
    if deadline.has_passed:
        raise LimitError("time")
    return full.filled(thinner.givens())


def _eased(
    puzzle: Puzzle,
    solution: tuple[int, ...],
    wish: _Wish,
    random: Random,
    symmetric: bool,  # noqa: FBT001
    deadline: Deadline,
) -> Puzzle:
    """Return the puzzle with as many more givens as make it no harder than it may be."""
    open_cells = [cell for cell, given in enumerate(puzzle.givens) if not given]
    random.shuffle(open_cells)
    while open_cells and wish.is_passed_by(_rated(puzzle, deadline)):
        givens = list(puzzle.givens)
        for cell in _orbit(puzzle, open_cells.pop(), symmetric):
            givens[cell] = solution[cell]
        puzzle = puzzle.filled(givens)
    return puzzle


def _rated(puzzle: Puzzle, deadline: Deadline) -> Rating:
    """Return the rating of a puzzle that has a solution."""
    rating = rate(puzzle, seconds=deadline.left)
    if rating is None:
        raise AssertionError("the puzzle has a solution")
    return rating
