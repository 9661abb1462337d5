"""Generation of Tectonic puzzles with exactly one solution.

A board is filled and cut into pieces at the same time, so it always has a solution. Then givens are
removed, one by one, as long as the solution remains unique. If the puzzle does not have the requested
rating, some givens are restored, or another board is tried. A caller may also pass an idea: a puzzle from
which the pieces and other chosen parts are retained, while the rest is random.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Literal, NamedTuple

from zet.engines.kernel.budget import LimitError
from zet.engines.kernel.clock import Deadline
from zet.engines.tectonic._cutter import Cutter
from zet.engines.tectonic._thinner import Thinner
from zet.engines.tectonic.checker import without_givens
from zet.engines.tectonic.easing import eased, easing_order
from zet.engines.tectonic.fewest import fewest_givens
from zet.engines.tectonic.model import MAX_PIECE, MISSING, Puzzle, PuzzleError, check_size
from zet.engines.tectonic.patterns import (
    NO_SOLUTION,
    ImpossibleError,
    climbed,
    listed,
    only,
    random_solution,
)
from zet.engines.tectonic.rating import LEVEL_NAMES, Rating, is_above, rate
from zet.engines.tectonic.solver import solve
from zet.engines.tectonic.techniques import check_techniques, names_of

MAX_TRIES = 1000
"""The maximum number of boards tried for a puzzle of the requested kind."""

MAX_FAILURES = 50
"""If a pattern is requested, the maximum number of tries that yield no puzzle, as such tries are slow."""

Keep = Literal["givens", "pieces", "pattern", "solution"]

Fault = Literal["puzzle", "difficulty", "low", "high", "require", "forbid"]
"""Why a try failed: "puzzle" means that it yielded no puzzle; every other word names the requirement that
the rating of the puzzle does not meet.
"""


class Failure(NamedTuple):
    """A failed try: its faults, and the rating of its puzzle (None if it yielded no puzzle)."""

    faults: list[Fault]
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Wish:
    """The kind of puzzle to generate.

    An `idea` is a puzzle that serves as a model; it may have any number of solutions. Its pieces are
    retained, and also the part named by `keep`: the givens, to which more may be added; the pattern,
    which is the set of cells with givens; or the solution, which includes the answers noted in cells.
    With a `pattern`, all givens are in its cells or are retained givens. Without an idea, pieces have at
    most `max_piece` cells.

    `difficulty` is one of `rating.LEVEL_NAMES`, `rating` the lowest and the highest score. Solving the
    puzzle must need all techniques numbered in `require` and none numbered in `forbid`. By default any
    rating is accepted. With `symmetric`, the givens are symmetric under a half turn; a cell that the half
    turn maps to a missing cell is not a given. In a `minimal` puzzle no given is superfluous, except
    perhaps retained givens and, with `symmetric`, the givens opposite them. If no pattern, rating or
    symmetry is requested, every puzzle is minimal; with symmetry alone, no symmetric pair of givens is
    superfluous. With `fewest`, no puzzle with the same solution and the same retained givens has fewer
    givens; `fewest` cannot be combined with a pattern or `symmetric`.
    """

    idea: Puzzle | None = None
    keep: Keep = "givens"
    pattern: Collection[int] | None = None
    max_piece: int = 5
    difficulty: str | None = None
    rating: tuple[int, int] | None = None
    require: Collection[int] = ()
    forbid: Collection[int] = ()
    symmetric: bool = False
    minimal: bool = False
    fewest: bool = False

    @property
    def is_any(self) -> bool:
        """Whether any rating is accepted."""
        return not (self.difficulty or self.rating or self.require or self.forbid)

    @property
    def is_hardest(self) -> bool:
        """Whether the hardest level is requested, and nothing else about the rating."""
        return self.difficulty == LEVEL_NAMES[-1] and not (self.rating or self.require or self.forbid)

    def check_contradictions(self) -> None:
        """Raise ValueError if no rating can meet the requirements, or if a technique does not exist."""
        check_techniques([*self.require, *self.forbid])
        if both := set(self.require).intersection(self.forbid):
            raise ValueError(f"technique {min(both)} cannot be both required and forbidden")
        if self.rating and self.rating[0] > self.rating[1]:
            raise ValueError(f"the rating {self.rating} is an empty range")

    def is_exceeded_by(self, rating: Rating) -> bool:
        """Return whether a rating is harder than requested, in which case more givens may help."""
        if self.difficulty and LEVEL_NAMES.index(rating.level) > LEVEL_NAMES.index(self.difficulty):
            return True
        return (self.rating is not None and rating.score > self.rating[1]) or not (
            rating.counts.keys().isdisjoint(self.forbid)
        )

    def faults(self, rating: Rating) -> list[Fault]:
        """Return the requirements that a rating does not meet."""
        least, most = self.rating or (0, rating.score)
        found: dict[Fault, bool] = {
            "difficulty": self.difficulty not in (None, rating.level),
            "low": rating.score < least,
            "high": rating.score > most,
            "require": not rating.counts.keys() >= set(self.require),
            "forbid": not rating.counts.keys().isdisjoint(self.forbid),
        }
        return [fault for fault, is_so in found.items() if is_so]


ANY = Wish()


def generate(
    width: int,
    height: int,
    random: Random,
    wish: Wish = ANY,
    *,
    seconds: float | None = None,
    failures: list[Failure] | None = None,
) -> Puzzle | None:
    """Return a random puzzle with one solution; equal states of `random` yield equal puzzles.

    The result is None if no attempt yields a puzzle of the requested kind. At most `MAX_TRIES` attempts
    are made; with a pattern, they also end after `MAX_FAILURES` attempts that yield no puzzle at all.
    `failures` receives the failed attempts.

    Raises:
        PuzzleError: the board or its pieces are too small or too large; the idea or the pattern does not
            fit the board; the solution of the idea is to be retained, but the idea has several solutions;
            `keep` is not "givens" without an idea; `fewest` is combined with a pattern or `symmetric`.
        ValueError: a number is not a technique number; a technique is both required and forbidden; the
            lowest score is above the highest.
        ImpossibleError: it is proven that no puzzle of this kind exists.
        LimitError: the time is up.
    """
    check_size(width, height)
    wish.check_contradictions()
    has_pattern = wish.pattern is not None or wish.keep == "pattern"
    if not all(0 <= cell < width * height for cell in wish.pattern or ()):
        raise PuzzleError("a cell of the pattern is not on the board")
    if wish.fewest and (wish.symmetric or has_pattern):
        raise PuzzleError(
            "the condition 'fewest' cannot be combined with a pattern or with the condition 'symmetric'"
        )
    if wish.idea is None and wish.keep != "givens":
        raise PuzzleError("keeping the pieces, a pattern or a solution requires a puzzle to start from")
    maker = _Maker(random, Deadline(seconds), wish)
    idea = wish.idea
    if idea is None:
        puzzles = maker.from_nothing(width, height, wish.max_piece, wish.pattern)
    elif (idea.width, idea.height) != (width, height):
        right = {"right_width": width, "right_height": height}
        raise PuzzleError(
            "the puzzle to start from is {height} x {width}, not {right_height} x {right_width}",
            width=idea.width,
            height=idea.height,
            **right,
        )
    else:
        puzzles = maker.from_idea(idea, wish.keep, wish.pattern)
    n_empty = 0
    for puzzle in islice(puzzles, MAX_TRIES):
        faults = maker.faults(puzzle)
        if puzzle and not faults:
            return puzzle
        if failures is not None:
            failures.append(Failure(faults, maker.rated(puzzle) if puzzle else None))
        n_empty += puzzle is None
        if n_empty == MAX_FAILURES and has_pattern:
            break
    return None


@dataclass(frozen=True, slots=True)
class _Maker:
    """A maker of puzzles for a wish; its iterators yield a puzzle or, for a failed attempt, None.

    A puzzle that is yielded may still fail to meet the wish; `faults` checks this.
    """

    random: Random
    deadline: Deadline
    wish: Wish
    ratings: dict[Puzzle, Rating] = field(default_factory=dict)

    def from_nothing(
        self, width: int, height: int, max_piece: int, pattern: Collection[int] | None
    ) -> Iterator[Puzzle | None]:
        """Yield puzzles on boards with random pieces."""
        least = min(width, 2) * min(height, 2)
        if not least <= max_piece <= MAX_PIECE:
            raise PuzzleError(
                "the largest piece of a {height} x {width} board must have {least} to {most} cells",
                width=width,
                height=height,
                least=least,
                most=MAX_PIECE,
            )
        while True:
            cutter = Cutter(width, height, max_piece, self.random.getrandbits(64))
            done = cutter.cut(200 + 20 * width * height, self.deadline)
            self.check_deadline()
            if not done:
                yield None
                continue
            full = Puzzle.build(width, height, cutter.pieces(), cutter.solution())
            if pattern is None:
                yield self.thinned(full, frozenset())
            else:
                board = full.filled([0] * len(full.pieces))
                cells = self.orbits(board, pattern)
                yield self.tight(climbed(board, cells, full.givens, self.random, self.deadline))

    def from_idea(
        self, idea: Puzzle, keep: Keep, pattern: Collection[int] | None
    ) -> Iterator[Puzzle | None]:
        """Yield puzzles with the pieces of `idea`, and with the part of `idea` that `keep` names."""
        board = idea if keep == "givens" else idea.filled([0] * len(idea.pieces))
        given = {cell for cell, digit in enumerate(idea.givens) if digit}
        stays = self.orbits(board, given if keep == "givens" else ())
        if any(idea.pieces[cell] == MISSING for cell in pattern or ()):
            raise PuzzleError("a cell of the pattern is not on the board")
        if keep == "pattern":
            pattern = given.union(pattern or ())
        solution = _solution(idea, self.deadline) if keep == "solution" else None
        if pattern is not None:
            yield from self.patterned(board, stays, self.orbits(board, pattern), solution)
        while True:
            digits = solution or random_solution(board, self.random, self.deadline)
            yield self.thinned(board.filled(digits), stays)

    def patterned(
        self, board: Puzzle, stays: frozenset[int], pattern: frozenset[int], solution: bytes | None
    ) -> Iterator[Puzzle | None]:
        """Yield puzzles whose givens are all in `stays` or `pattern`; the givens in `stays` are retained.

        If `solution` is given, the puzzles have this solution.

        Raises:
            ImpossibleError: no puzzle, or no further puzzle, exists.
        """
        cells = stays | pattern
        puzzles: list[Puzzle] | None
        if solution:
            puzzles = [board.filled(only(cells, solution))]
            if not self.is_unique(puzzles[0]):
                raise ImpossibleError(
                    "givens in these cells leave more than one solution", code="fixed-givens"
                )
        else:
            puzzles = listed(board, cells, self.random, self.deadline)
        while puzzles is None:
            start = random_solution(board, self.random, self.deadline)
            yield self.tight(climbed(board, cells, start, self.random, self.deadline), stays)
        for puzzle in puzzles:
            yield self.tight(puzzle, stays)
        raise ImpossibleError(
            "none of the {n} puzzles with givens in these cells meets the conditions",
            code="no-match",
            n=len(puzzles),
        )

    def orbits(self, board: Puzzle, cells: Collection[int]) -> frozenset[int]:
        """Return `cells` and, if the givens must be symmetric, also their images under the half turn.

        Raises:
            ImpossibleError: an image is missing from the board.
        """
        if not self.wish.symmetric:
            return frozenset(cells)
        for cell in sorted(cells):
            if board.pieces[-1 - cell] == MISSING:
                raise ImpossibleError(
                    "{cell} cannot be a given in a symmetric pattern, as a half turn maps it to a "
                    "missing cell",
                    code="no-match",
                    cell=names_of(board)[cell],
                )
        return frozenset(cells).union(len(board.pieces) - 1 - cell for cell in cells)

    def unpaired(self, board: Puzzle) -> frozenset[int]:
        """Return the cells that cannot be symmetric givens, as their images are missing."""
        if not self.wish.symmetric:
            return frozenset()
        return frozenset(cell for cell in board.cells if board.pieces[-1 - cell] == MISSING)

    def thinned(self, full: Puzzle, stays: Collection[int]) -> Puzzle | None:
        """Remove superfluous givens from a full board in random order, and return the resulting puzzle.

        The givens in the cells `stays` are retained. If the puzzle is then harder than requested, some
        givens are restored. The result is None if symmetry prevents a unique solution, or prevents
        a minimal puzzle although one is requested.
        """
        if self.wish.fewest:
            return fewest_givens(full, stays, self.random, self.deadline)
        thinner = Thinner(full.width, full.height, full.pieces, full.givens)
        unpaired = self.unpaired(full)
        if unpaired and not self.implies(full, sorted(unpaired)):
            return None
        thinner.take(unpaired)
        cells = full.cells
        self.random.shuffle(cells)
        for cell in cells:
            if cell in unpaired:
                continue
            orbit = sorted(self.orbits(full, [cell]))
            if cell != orbit[0] or cell in stays or thinner.spare(orbit) is not None:
                continue
            if self.implies(full.filled(thinner.givens()), orbit):
                thinner.take(orbit)
        self.check_deadline()
        puzzle = full.filled(thinner.givens())
        if self.wish.symmetric and self.wish.minimal:
            return self.tight(puzzle, stays)
        if self.wish.minimal or self.wish.is_any or self.wish.is_hardest:
            return puzzle

        def orbit_of(cell: int) -> frozenset[int]:
            return frozenset() if cell in unpaired else self.orbits(full, [cell])

        def is_too_hard(puzzle: Puzzle) -> bool:
            level = self.wish.difficulty
            if level and is_above(puzzle, level, seconds=self.deadline.left):
                return True
            return self.wish.is_exceeded_by(self.rated(puzzle))

        if not is_too_hard(puzzle):
            return puzzle
        order = easing_order(puzzle, full.givens, self.wish.forbid, orbit_of, self.random, self.deadline)
        return eased(puzzle, full.givens, list(order), is_too_hard)

    def tight(self, puzzle: Puzzle | None, stays: Collection[int] = ()) -> Puzzle | None:
        """Return the puzzle unchanged, or None if it must be minimal but has a superfluous given.

        The givens in the cells `stays` may be superfluous.
        """
        if puzzle is None or not self.wish.minimal:
            return puzzle
        for cell in (cell for cell, given in enumerate(puzzle.givens) if given and cell not in stays):
            if self.is_unique(without_givens(puzzle, [cell])):
                return None
        return puzzle

    def faults(self, puzzle: Puzzle | None) -> list[Fault]:
        """Return why an attempt failed: no puzzle, or a puzzle without the requested rating."""
        if puzzle is None:
            return ["puzzle"]
        if self.wish.is_any:
            return []
        if self.wish.is_hardest and is_above(puzzle, LEVEL_NAMES[-2], seconds=self.deadline.left):
            return []
        return self.wish.faults(self.rated(puzzle))

    def is_unique(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle has one solution."""
        self.check_deadline()
        unique = solve(puzzle, seconds=self.deadline.left).unique
        self.check_deadline()
        return bool(unique)

    def implies(self, puzzle: Puzzle, cells: Sequence[int]) -> bool:
        """Return whether the givens in `cells` follow from all other givens of an unambiguous puzzle.

        Proving that a cell allows no other digit takes less time than proving that the whole puzzle has
        one solution.
        """
        domains = without_givens(puzzle, cells).domains()
        for cell in cells:
            given = 1 << puzzle.givens[cell] - 1
            domains[cell] &= ~given
            self.check_deadline()
            result = solve(puzzle, count=1, seconds=self.deadline.left, domains=domains)
            self.check_deadline()
            if result.status != "unsolvable":
                return False
            domains[cell] = given
        return True

    def rated(self, puzzle: Puzzle) -> Rating:
        """Return the rating of a puzzle that has a solution."""
        if puzzle not in self.ratings:
            rating = rate(puzzle, seconds=self.deadline.left)
            if rating is None:
                raise AssertionError("the puzzle has a solution")
            self.ratings.clear()  # the last one is the likeliest to be needed again
            self.ratings[puzzle] = rating
        return self.ratings[puzzle]

    def check_deadline(self) -> None:
        if self.deadline.has_passed:
            raise LimitError("time")


def _solution(idea: Puzzle, deadline: Deadline) -> bytes:
    """Return the only solution of a puzzle; the answers noted in it count as givens.

    Raises:
        ImpossibleError: the puzzle has no solution.
        PuzzleError: the puzzle has several solutions.
        LimitError: the time is up.
    """
    digits, _notes = idea.filled_in()
    labels = [None if piece == MISSING else piece for piece in idea.pieces]
    full = Puzzle.build(idea.width, idea.height, labels, digits)
    result = solve(full, seconds=deadline.left)
    if result.unique is None:
        raise LimitError("time")
    if not result.solutions:
        raise ImpossibleError(NO_SOLUTION)
    if not result.unique:
        raise PuzzleError(
            "the puzzle to start from has several solutions, so its solution cannot be kept"
        )
    return result.solutions[0]
