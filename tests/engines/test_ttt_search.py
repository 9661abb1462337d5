"""The search of m,n,k games, compared with complete tables, slow code and published values."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from types import ModuleType

import pytest
from plain_ttt import best_moves, outcome
from ttt_positions import at_random, rows

from zet.engines.ttt import solver
from zet.engines.ttt.model import OTHER, Position
from zet.engines.ttt.solver import solve
from zet.engines.ttt.symmetry import images
from zet.engines.ttt.table import evaluate, positions

# Board, value for the side that moves first, plies of the shortest win.
KNOWN = [
    ((3, 3, 3), 0, 9),
    ((4, 3, 3), 1, 7),
    ((4, 4, 3), 1, 5),
    ((4, 4, 4), 0, 16),
    ((5, 4, 4), 0, 20),
    ((5, 5, 4), 0, 25),
    ((6, 4, 4), 0, 24),
    ((6, 5, 4), 1, 11),
    ((6, 6, 4), 1, 11),
    ((5, 5, 5), 0, 25),
    ((6, 5, 5), 0, 30),
    ((6, 6, 5), 0, 36),
    ((7, 6, 5), 0, 42),
    ((7, 7, 5), 0, 49),
    ((8, 8, 6), 0, 64),
    ((8, 8, 8), 0, 64),
    ((9, 8, 4), 1, 11),
    ((11, 11, 8), 0, 121),
    ((16, 8, 9), 0, 128),
    ((19, 2, 2), 1, 3),
]


@pytest.mark.parametrize(("board", "value", "distance"), KNOWN, ids=lambda value: str(value))
def test_published_values(board: tuple[int, int, int], value: int, distance: int) -> None:
    result = solve(Position.empty(*board), moves=False)
    assert (result.status, result.value, result.distance) == ("ok", value, distance)


@pytest.mark.slow
@pytest.mark.parametrize("board", [(7, 4, 4), (8, 4, 4), (8, 7, 5)])
def test_published_draws_that_take_seconds(board: tuple[int, int, int]) -> None:
    assert solve(Position.empty(*board), moves=False).value == 0


@pytest.fixture
def searching(
    kernel: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> Iterator[ModuleType]:
    """Make `solve` use the kernel, compiled or interpreted."""
    kernel("zet.engines.kernel._polls")
    module = kernel("zet.engines.ttt._search")
    monkeypatch.setattr(solver, "Search", module.Search)
    monkeypatch.setattr(solver, "Pairs", kernel("zet.engines.ttt._pairs").Pairs)
    solver.searches_of.cache_clear()
    yield module
    solver.searches_of.cache_clear()


def test_every_position_of_tic_tac_toe(searching: ModuleType) -> None:
    step = 1 if str(searching.__file__).endswith(".so") else 16
    for position in islice(positions(), 0, None, step):
        if not position.is_over:
            result = solve(position)
            assert (result.value, result.distance, result.moves) == evaluate(position)


@pytest.mark.parametrize(
    ("width", "height", "k", "number"), [(4, 3, 3, 3000), (3, 4, 4, 1000), (6, 2, 3, 1000)]
)
def test_against_complete_tables(
    width: int, height: int, k: int, number: int, rounds: Callable[[int], int]
) -> None:
    random = Random(f"{width}{height}{k}")
    for _ in range(rounds(number)):
        position = at_random(random, width, height, k, random.randrange(1, 13))
        result = solve(position)
        assert (result.value, result.distance, result.moves) == evaluate(position), position


@pytest.mark.parametrize(
    ("width", "height", "k"),
    [
        (4, 4, 3),
        (4, 4, 4),
        (5, 4, 3),
        (5, 5, 4),
        (7, 3, 4),
        (8, 2, 5),
        (8, 8, 5),
        (6, 6, 2),
        (2, 8, 6),
        (1, 8, 1),
        (9, 8, 5),
        (11, 11, 3),
        (16, 8, 9),
        (19, 6, 4),
    ],
)
def test_late_positions_against_slow_code(
    width: int, height: int, k: int, rounds: Callable[[int], int]
) -> None:
    """On boards of more than 39 cells, positions are distinguished by random numbers."""
    random = Random(f"{width}{height}{k}")
    for _ in range(rounds(60)):
        position = at_random(random, width, height, k, random.randrange(1, 8))
        if len(position.free) > 8:
            continue
        result = solve(position)
        assert (result.value, result.distance) == outcome(rows(position), k, position.to_move), position
        assert result.moves == best_moves(rows(position), k, position.to_move), position


def test_a_full_table_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table has only sixteen entries, so it is always full."""
    random = Random("full")
    cases = [at_random(random, 4, 4, 4, random.randrange(6, 15)) for _ in range(100)]
    usual = [solve(position) for position in cases]
    monkeypatch.setattr(solver, "_BYTES_PER_ENTRY", 1 << 16)
    solver.searches_of.cache_clear()
    for position, expected in zip(cases, usual, strict=True):
        result = solve(position, table_size=1)
        assert (result.value, result.distance, result.moves) == (
            expected.value,
            expected.distance,
            expected.moves,
        )
    solver.searches_of.cache_clear()


def test_symmetry_and_colors_change_no_value() -> None:
    random = Random("symmetry")
    swapped = str.maketrans("XO", "OX")
    for _ in range(50):
        position = at_random(random, 5, 5, 4, random.randrange(8, 14))
        expected = solve(position, moves=False)
        boards = images(position.cells, 5, 5)
        others = [Position.build(5, 5, 4, cells, position.to_move) for cells in boards]
        others += [
            Position.build(5, 5, 4, cells.translate(swapped), "O" if position.to_move == "X" else "X")
            for cells in boards
        ]
        for other in others:
            result = solve(other, moves=False)
            assert (result.value, result.distance) == (expected.value, expected.distance)


@pytest.mark.usefixtures("searching")
def test_the_number_of_nodes_is_pinned() -> None:
    """Every change of the search shows up, and earlier searches have no influence."""
    for _ in range(2):
        result = solve(Position.empty(5, 4, 4))
        assert (result.nodes, result.hits) == (11_501, 743)


def test_limits() -> None:
    empty = Position.empty(8, 8, 5)
    result = solve(empty, nodes=1000)
    assert (result.status, result.value, result.moves) == ("unknown", None, None)
    assert (result.lower, result.upper) == (0, 1)
    assert (result.nodes, result.limit, result.move) == (1000, "nodes", None)
    assert result.plies is not None
    assert result.plies >= 3
    assert solve(empty.after(24), nodes=1000).lower == -1
    assert solve(empty, nodes=1000) == result
    assert solve(empty, seconds=0).status == "unknown"
    assert solve(empty, seconds=0.2).limit == "time"
    for limit in ({"nodes": -1}, {"seconds": -1.0}, {"table_size": 0}, {"table_size": 1 << 15}):
        with pytest.raises(
            ValueError, match=r"^(limits must not be negative|the table size must be 1 to)"
        ):
            solve(empty, **limit)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="integer"):
        solve(empty, nodes=1.5)  # type: ignore[arg-type]


def test_the_value_alone_is_known_before_the_moves() -> None:
    value_only = solve(Position.empty(5, 5, 4), moves=False)
    result = solve(Position.empty(5, 5, 4), nodes=value_only.nodes + 1)
    assert (result.status, result.value, result.distance, result.moves) == ("unknown", 0, 25, None)


def test_what_the_clock_raises_comes_through() -> None:
    def interrupt(_: int) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.searches_of(6, 4, 4, 10)[0].wins_within(0, 0, 0, 23, 1 << 62, interrupt)


@pytest.mark.parametrize(("cells", "value"), [("XXXOO....", -1), ("XOXXOOOXX", 0)])
def test_a_finished_game_is_over(cells: str, value: int) -> None:
    found = solve(Position.build(3, 3, 3, cells))
    assert (found.status, found.value, found.distance, found.moves) == ("over", value, 0, ())


@pytest.mark.parametrize(("width", "height", "k"), [(3, 3, 3), (4, 3, 3), (3, 4, 4), (6, 2, 3)])
def test_pairs_hold_only_what_can_be_held(
    searching: ModuleType, width: int, height: int, k: int, rounds: Callable[[int], int]
) -> None:
    """With enough choices the search decides for every position whether the attacker can win."""
    random = Random(f"pairs{width}{height}{k}")
    number = 400 if str(searching.__file__).endswith(".so") else 24
    for _ in range(rounds(number)):
        position = at_random(random, width, height, k, random.randrange(1, width * height))
        pairs = solver.searches_of(width, height, k, 10)[1]
        pairs.start_over()
        for attacker in OTHER:
            own, other = position.mask(attacker), position.mask(OTHER[attacker])
            turn = 0 if attacker == position.to_move else 1
            value = evaluate(position)[0] * (1 - 2 * turn)
            found = [pairs.holds(own, other, turn, rest, 1 << 40, None) for rest in range(13)]
            assert found == sorted(found)
            assert found[-1] == (value < 1), position
