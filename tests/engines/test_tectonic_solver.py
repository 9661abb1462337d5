"""The solver and both kernels, compared with a slow solver, and tested for limits and symmetry."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from plain_tectonic import Grid, mirrored, obeys, quick_solutions, small_grids, solutions, transposed

from zet.engines.kernel.clock import Deadline
from zet.engines.tectonic._cutter import Cutter
from zet.engines.tectonic.model import Puzzle, broken_rule
from zet.engines.tectonic.solver import solve

HARD_PIECES = (
    "aabbbbccdeefffaaghhcccddeeifaggghhjjkdeiiillgmmhjjkdniop"
    "llqmmrjkknnooplsqqmrrtkunnopssqqrrtttuuuopvswwxxytzzzuAA"
    "vswwxxyyzzBBAAvCwDxEyyFFBBAGvCCDDEHHHFBIIGCCJDDEHHKFIILL"
    "MMJNNEEKKFOILLMMJNNPPPKOOOLQ"
)
HARD_GIVENS = (
    ".1.4.................5.....1..1........4................"
    "......5.......1..................5......................"
    "....5..........5........................4...2..........."
    "............42...........1.."
)

MANY = 50
MORE = 10**9


@cache
def boards() -> list[tuple[Grid, list[bytes]]]:
    """Return 150 boards with up to 50 of their solutions."""
    return [(grid, solutions(*grid, MANY)) for grid in small_grids(3, 150)]


SEARCH, LEARN = "zet.engines.tectonic._search", "zet.engines.tectonic._learn"


@pytest.fixture
def kernels(kernel: Callable[[str], Any]) -> "Kernels":
    search, learn = kernel(SEARCH), kernel(LEARN)
    return Kernels(search.Search, learn.Learner, 40 if search.__file__.endswith(".py") else 150)


class Kernels:
    """The two searches, compiled or interpreted, and the number of boards that their speed allows."""

    def __init__(self, search: Callable[..., Any], learner: Callable[..., Any], count: int) -> None:
        self.search = search
        self.learner = learner
        self.count = count

    def searches(self, grid: Grid) -> Iterator[Callable[[], Any]]:
        """Yield functions that start each search; learning starts if propagation finds no conflict."""
        width, height, pieces, givens = grid
        domains = Puzzle.build(width, height, pieces, givens).domains()
        yield lambda: self.search(width, height, pieces, domains)
        first = self.search(width, height, pieces, domains)
        if first.run(0) is not False:
            masks = first.root_domains()
            yield lambda: self.learner(width, height, pieces, masks)
            yield lambda: self.learner(width, height, pieces, masks, 2**64 - 1)


def collected(search: Any, most: int, step: int = MORE) -> list[bytes]:
    """Return the solutions that a search finds, run for `step` nodes at a time."""
    found: list[bytes] = []
    while len(found) < most:
        outcome = search.run(search.nodes + step)
        if outcome is False:
            break
        if outcome:
            found.append(search.digits())
    return found


def test_the_boards_are_of_every_kind() -> None:
    counts = [len(found) for _, found in boards()]
    assert counts.count(0) > 15
    assert counts.count(1) > 15
    assert sum(1 < count < MANY for count in counts) > 15
    assert counts.count(MANY) > 3


def test_the_slow_solvers_agree() -> None:
    for grid, expected in boards()[:100]:
        found = quick_solutions(grid, MANY)
        assert len(found) == len(expected)
        assert sorted(found) == sorted(expected) or len(found) == MANY
        assert all(obeys(grid[0], grid[2], grid[3], digits) for digits in found)


def test_the_kernels_find_what_the_slow_solver_finds(kernels: Kernels) -> None:
    for grid, expected in boards()[: kernels.count]:
        for begin in kernels.searches(grid):
            found = collected(begin(), MANY)
            assert len(found) == len(set(found)) == len(expected), grid
            if len(expected) < MANY:
                assert sorted(found) == sorted(expected), grid
            assert all(obeys(grid[0], grid[2], grid[3], digits) for digits in found), grid


@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_kernels_go_on_where_they_stopped(kernels: Kernels, step: int) -> None:
    for grid, _ in boards()[: kernels.count // 4]:
        for begin in kernels.searches(grid):
            whole = begin()
            parts = begin()
            expected = collected(whole, MANY)
            assert collected(parts, MANY, step) == expected, grid
            assert parts.nodes == whole.nodes


def test_the_kernels_never_pass_the_limit(kernels: Kernels) -> None:
    for grid, _ in boards()[: kernels.count // 4]:
        for begin in kernels.searches(grid):
            for limit in range(4):
                search = begin()
                search.run(limit)
                assert search.nodes <= limit


def test_the_end_is_the_end(kernels: Kernels) -> None:
    for grid, expected in boards()[: kernels.count // 8]:
        if len(expected) < MANY:
            for begin in kernels.searches(grid):
                search = begin()
                collected(search, MANY)
                assert search.run(MORE) is False
                assert search.run(MORE) is False


def test_what_propagation_shows_is_true(kernels: Kernels) -> None:
    for (width, height, pieces, givens), expected in boards()[: kernels.count // 4]:
        domains = Puzzle.build(width, height, pieces, givens).domains()
        search = kernels.search(width, height, pieces, domains)
        if search.run(0) is False:
            assert not expected
            continue
        for cell, mask in enumerate(search.root_domains()):
            assert mask & ~domains[cell] == 0
            assert all(mask >> found[cell] - 1 & 1 for found in expected)


def test_what_probing_shows_is_true(kernels: Kernels) -> None:
    outcomes = []
    for (width, height, pieces, givens), expected in boards()[: kernels.count]:
        domains = Puzzle.build(width, height, pieces, givens).domains()
        search = kernels.search(width, height, pieces, domains)
        if search.run(0) is not None:
            continue
        outcome = search.probe(1)
        assert search.nodes <= 1
        outcome = search.probe(MORE) if outcome is None else outcome
        outcomes.append(outcome)
        if outcome is False:
            assert not expected
        elif outcome:
            assert [search.digits()] == expected
        else:
            for cell, mask in enumerate(search.root_domains()):
                assert all(mask >> found[cell] - 1 & 1 for found in expected)
    assert outcomes


def test_what_is_refuted_is_in_no_solution(kernels: Kernels) -> None:
    refuted = 0
    for (width, height, pieces, givens), expected in boards()[: kernels.count // 4]:
        domains = Puzzle.build(width, height, pieces, givens).domains()
        search = kernels.search(width, height, pieces, domains)
        for cell, mask in enumerate(domains):
            for digit in range(1, mask.bit_length() + 1):
                if mask >> digit - 1 & 1 and search.refute(cell, 1 << digit - 1) is not None:
                    refuted += 1
                    assert all(found[cell] != digit for found in expected)
    assert refuted


# solve()


@pytest.mark.parametrize("count", [1, 2, MANY])
def test_solve_counts_right(count: int) -> None:
    for grid, expected in boards():
        result = solve(Puzzle.build(*grid), count=count)
        assert len(result.solutions) == min(len(expected), count), grid
        assert set(result.solutions) <= set(expected) or len(expected) == MANY
        assert result.status == ("solved" if expected else "unsolvable")
        if len(expected) < count:
            assert result.complete
        if result.complete:
            assert len(expected) == len(result.solutions)
        if count == 2:
            assert result.unique is (len(expected) == 1)


@pytest.mark.parametrize("turn", [transposed, mirrored])
def test_turning_a_board_does_not_change_the_number_of_solutions(turn: Callable[[Grid], Grid]) -> None:
    for grid, expected in boards()[:400]:
        assert len(solve(Puzzle.build(*turn(grid)), count=MANY).solutions) == len(expected), grid


def hard_puzzle() -> Puzzle:
    """Return an empty board whose pieces are rows of five; its many solutions need a search."""
    return Puzzle.build(10, 10, [cell // 5 for cell in range(100)], [0] * 100)


def pinned_puzzle() -> Puzzle:
    """Return a board with one solution that needs some search."""
    size = len(HARD_PIECES) // len(HARD_GIVENS)
    labels = [HARD_PIECES[at : at + size] for at in range(0, len(HARD_PIECES), size)]
    return Puzzle.build(14, 14, labels, [int(given) for given in HARD_GIVENS.replace(".", "0")])


def unsolvable_puzzle() -> Puzzle:
    """Return a board without a solution, which propagation alone does not detect."""
    return Puzzle.build(3, 5, "abbacdacdabbbdd", [0] * 15)


def test_a_limit_of_nodes_leaves_the_question_open() -> None:
    result = solve(hard_puzzle(), nodes=0)
    assert (result.status, result.solutions, result.complete) == ("unknown", (), False)
    assert (result.unique, result.nodes) == (None, 0)
    result = solve(unsolvable_puzzle(), nodes=2)
    assert (result.status, result.unique, result.nodes) == ("unknown", None, 2)


def test_each_limit_leaves_less_open() -> None:
    whole = solve(pinned_puzzle())
    for limit in range(whole.nodes):
        result = solve(pinned_puzzle(), nodes=limit)
        assert result.nodes <= limit
        if result.status != "unknown":
            assert (result.solutions, result.unique) == (whole.solutions, True)
        else:
            assert result.solutions in ((), whole.solutions)
            assert result.unique is None
    assert solve(pinned_puzzle(), nodes=whole.nodes).unique


def test_the_limit_holds_for_all_methods_together() -> None:
    """Without one given the puzzle has several solutions, which only the learning search finds."""
    puzzle = pinned_puzzle()
    first = next(cell for cell, given in enumerate(puzzle.givens) if given)
    puzzle = puzzle.filled([0 if cell == first else given for cell, given in enumerate(puzzle.givens)])
    enough = solve(puzzle).nodes
    for limit in range(enough):
        result = solve(puzzle, nodes=limit)
        assert result.nodes <= limit
        assert (result.status, result.complete) == ("unknown", False)
        assert len(result.solutions) < 2
    assert len(solve(puzzle, nodes=enough + 1).solutions) == 2


def test_a_limit_that_is_not_met_changes_nothing() -> None:
    for grid, _ in boards()[:100]:
        puzzle = Puzzle.build(*grid)
        result = solve(puzzle)
        assert solve(puzzle, nodes=result.nodes + 1, seconds=60) == result


def test_a_limit_of_no_seconds_stops_a_search() -> None:
    assert solve(unsolvable_puzzle(), seconds=0).status in ("unknown", "unsolvable")
    result = solve(hard_puzzle(), count=10**6, seconds=0)
    assert result.status == "unknown"


def test_candidates_to_begin_with_are_kept_to() -> None:
    puzzle = Puzzle.build(2, 1, "aa", [0, 0])
    assert len(solve(puzzle, count=9).solutions) == 2
    assert solve(puzzle, count=9, domains=[2, 3]).solutions == (b"\2\1",)
    assert solve(puzzle, domains=[1, 1]).status == "unsolvable"
    assert solve(puzzle, domains=[0, 3]).status == "unsolvable"


@pytest.mark.parametrize("count", [0, -1])
def test_no_solutions_cannot_be_asked_for(count: int) -> None:
    with pytest.raises(ValueError, match=r"^at least one solution must be requested$"):
        solve(hard_puzzle(), count=count)


@pytest.mark.parametrize("limits", [{"nodes": -1}, {"seconds": -0.1}])
def test_a_limit_must_not_be_negative(limits: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^a limit must not be negative$"):
        solve(hard_puzzle(), **limits)


def test_the_largest_piece() -> None:
    puzzle = Puzzle.build(64, 1, [0] * 64, [64, *range(1, 63), 0])
    assert solve(puzzle).solutions == (bytes([64, *range(1, 63), 63]),)


@pytest.mark.parametrize(("width", "height"), [(100, 100), (100, 1), (1, 100)])
def test_the_largest_boards(width: int, height: int) -> None:
    n_cells = width * height
    labels = [cell // 5 if width > 1 else cell // 5 + 1 for cell in range(n_cells)]
    puzzle = Puzzle.build(width, height, labels, [0] * n_cells)
    result = solve(puzzle, count=1, nodes=20_000)
    [digits] = result.solutions
    assert sorted(set(digits)) == [1, 2, 3, 4, 5]
    assert all(sorted(digits[at : at + 5]) == [1, 2, 3, 4, 5] for at in range(0, n_cells, 5))


@pytest.mark.parametrize("side", [40, 60])
def test_a_large_board_without_givens(side: int) -> None:
    cutter = Cutter(side, side, 5, 1)
    assert cutter.cut(200 + 20 * side * side, Deadline(None))
    puzzle = Puzzle.build(side, side, cutter.pieces(), [0] * side * side)
    result = solve(puzzle, nodes=400_000)
    one, other = result.solutions
    assert one != other
    assert broken_rule(puzzle, one) is broken_rule(puzzle, other) is None
    assert result.unique is False


def test_the_pinned_searches(kernels: Kernels) -> None:
    """The numbers of nodes and conflicts are pinned, so every change of the search shows up."""
    puzzle = pinned_puzzle()
    plain = kernels.search(14, 14, puzzle.pieces, puzzle.domains())
    found = collected(plain, 2)
    assert len(found) == 1
    first = kernels.search(14, 14, puzzle.pieces, puzzle.domains())
    assert first.run(0) is None
    learner = kernels.learner(14, 14, puzzle.pieces, first.root_domains())
    assert collected(learner, 2) == found
    assert (plain.nodes, learner.nodes, learner.conflicts) == (164, 207, 66)
