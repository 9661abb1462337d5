"""The searches of walls, compiled and interpreted, compared with a slow game and known counts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from math import factorial
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from commands import ROOT
from plain_walls import Game, Values

from zet.engines.kernel.budget import Budget
from zet.engines.walls._chains import Chains
from zet.engines.walls._classic import Classic
from zet.engines.walls._corridors import Corridors
from zet.engines.walls._table import Table
from zet.engines.walls.constants import FULL_DEPTH
from zet.engines.walls.model import Position, board
from zet.engines.walls.sample import positions_in
from zet.engines.walls.searcher import ALGORITHMS, WITH_TABLE, Choice, root_order, search
from zet.engines.walls.shape import fence_keys, shape
from zet.engines.walls.solver import solve
from zet.engines.walls.table import SearchTable
from zet.formats.walls.line import loads

WIDE = 200
MORE = 1 << 60

SIZES = [(1, 1), (1, 2), (2, 1), (1, 3), (1, 4), (2, 2), (1, 5), (5, 1), (2, 3), (3, 2), (1, 6)]

rules = pytest.mark.parametrize("extra_move", [False, True], ids=["ordinary", "extra-move"])


@cache
def game(rows: int, columns: int, extra_move: bool) -> Game:
    return Game(rows, columns, extra_move)


@cache
def exact(own: Game) -> Values:
    """The values of all states of a board."""
    return own.values()


@cache
def within(own: Game, depth: int) -> Values:
    """The values of all states within a depth."""
    return own.deeper(within(own, depth - 1)) if depth else np.zeros(1 << own.n_fences, np.int8)


def never(_: int) -> bool:
    return False


def random_states(
    seed: int, count: int, extra_move: bool, most: int | None = None
) -> Iterator[tuple[Random, Game, int]]:
    """Yield random states of all small boards in turn, beginning with the empty boards."""
    random = Random(seed)
    for number in range(count):
        own = game(*SIZES[number % len(SIZES)], extra_move)
        yield (
            random,
            own,
            own.full if number < len(SIZES) and not most else own.random_state(random, most),
        )


def position_of(own: Game, free: int, random: Random) -> Position:
    """Return a position with these free fences, after a random order of play."""
    painted = [fence for fence in range(own.n_fences) if not free >> fence & 1]
    random.shuffle(painted)
    return Position.played(board(own.rows, own.columns), painted, extra_move=own.extra_move)


class Kernels:
    """The kernels of walls as imported by `load`, after the kernels that they depend on."""

    def __init__(self, load: Callable[[str], Any]) -> None:
        load("zet.engines.kernel._polls")
        self.Table = load("zet.engines.walls._table").Table
        self.Classic = load("zet.engines.walls._classic").Classic
        load("zet.engines.walls._alphabeta")
        self.Boxes = load("zet.engines.walls._boxes").Boxes
        self.Corridors = load("zet.engines.walls._corridors").Corridors
        self.Chains = load("zet.engines.walls._chains").Chains
        self.speed = 1 if self.Table is not Table else 10
        """How much more is tested compiled."""


compiled = Kernels(import_module)


def classic(
    kernels: Kernels,
    own: Game,
    free: int,
    table: Table | None = None,
    poll: Callable[[int], bool] = never,
) -> Classic:
    size = board(own.rows, own.columns)
    kernel: Classic = kernels.Classic(
        shape(size).sides, size.n_boxes, own.fences(free), fence_keys(size), own.extra_move, table, poll
    )
    return kernel


def best_kernels(kernels: Kernels, own: Game, bits: int) -> list[Any]:
    """Return the kernels for a rule: the kernel for boxes, and the kernel for corridors or chains."""
    size = board(own.rows, own.columns)
    other = kernels.Chains if own.extra_move else kernels.Corridors
    return [
        kernels.Boxes(size, kernels.Table(bits), never, own.extra_move),
        other(size, kernels.Table(bits), never),
    ]


@pytest.fixture
def kernels(kernel: Callable[[str], ModuleType]) -> Kernels:
    return Kernels(kernel)


# The slow game itself.


@rules
def test_the_values_of_all_states_are_those_of_minimax(
    extra_move: bool, rounds: Callable[[int], int]
) -> None:
    for random, own, free in random_states(1, rounds(300), extra_move, most=5):
        depth = random.randint(0, 5)
        value, _ = own.minimax(free, depth)
        assert value == own.alphabeta(free, depth)[0] == within(own, depth)[free]
        assert own.minimax(free, 5)[0] == exact(own)[free]


# The original's algorithms.


@rules
def test_minimax_and_alphabeta_visit_what_the_slow_ones_do(kernels: Kernels, extra_move: bool) -> None:
    for random, own, free in random_states(2, 16 * kernels.speed, extra_move, most=8):
        depth = random.randint(0, 4)
        order = [fence for fence, _, _ in own.moves(free)]
        for uses_window, slow in ((False, own.minimax), (True, own.alphabeta)):
            kernel = classic(kernels, own, free)
            value, line = kernel.run(order, depth, uses_window, MORE)
            assert (value, kernel.nodes) == slow(free, depth)
            assert len(line) == min(depth, len(order))
            check_line(own, free, line, depth, value)


def worth(own: Game, free: int, fence: int, below: Values) -> int:
    """Return the value of a move, given the values of the states after it."""
    gain, after = own.gain(free, fence), free & ~(1 << fence)
    return gain + int(below[after]) if own.extra_move and gain else gain - int(below[after])


def check_line(own: Game, free: int, line: Sequence[int], depth: int, value: int | None) -> None:
    """Check that each move of a line is a best move within the remaining depth.

    The first move must have the value `value`.
    """
    for number, fence in enumerate(line):
        values = within(own, depth - number - 1)
        moves = {move: worth(own, free, move, values) for move, _, _ in own.moves(free)}
        assert moves[fence] == max(moves.values())
        assert number or moves[fence] == value
        free &= ~(1 << fence)


@rules
def test_the_originals_algorithms_at_all_depths(kernels: Kernels, extra_move: bool) -> None:
    reused = {size: kernels.Table(10) for size in SIZES}
    full = {size: kernels.Table(4) for size in SIZES}
    for random, own, free in random_states(3, 20 * kernels.speed, extra_move):
        count = free.bit_count()
        # The deeper, the fewer moves, so that no search is long.
        depth = random.randint(1, count or 1) if count < 9 else random.randint(1, 4 if count < 13 else 3)
        order = [fence for fence, _, _ in own.moves(free)]
        random.shuffle(order)
        size = own.rows, own.columns
        for table in (None, kernels.Table(12), reused[size], full[size]):
            kernel = classic(kernels, own, free, table)
            value, line = kernel.run(order, depth, True, MORE)
            assert value == within(own, depth)[free]
            assert not kernel.stopped
            if order:
                check_line(own, free, line[:1], depth, value)


@rules
def test_a_table_of_the_originals_answers_at_once(kernels: Kernels, extra_move: bool) -> None:
    for random, own, free in random_states(4, 20 * kernels.speed, extra_move, most=8):
        order = [fence for fence, _, _ in own.moves(free)]
        table, other = kernels.Table(12), kernels.Table(12)
        depth = random.randint(1, 4)
        value, line = classic(kernels, own, free, table).run(order, depth, True, MORE)
        entries = memoryview(table.entries()).cast("Q").tolist()
        for key, data in zip(entries[::2], entries[1::2], strict=True):
            other.insert(key, data)
        for found in (table, other):
            again = classic(kernels, own, free, found)
            assert again.run(order, depth, True, MORE) == (value, line[:1])
            assert (again.nodes, again.hits) == (1, len(order) > 0)
        # What was found at another depth is not taken for the value.
        assert (
            classic(kernels, own, free, table).run(order, depth + 1, True, MORE)[0]
            == (within(own, depth + 1)[free])
        )


@rules
def test_perft_counts_games_and_the_boxes_that_their_last_moves_take(
    kernels: Kernels, extra_move: bool
) -> None:
    for random, own, free in random_states(5, 5 * kernels.speed, extra_move, most=7):
        count = free.bit_count()
        depth = random.randint(1, count) if count else 1
        taken, games = 0, 0
        left = [(free, 0)]
        while left:
            state, played = left.pop()
            for _, gain, after in own.moves(state):
                if played + 1 == depth:
                    games += 1
                    taken += gain
                else:
                    left.append((after, played + 1))
        assert classic(kernels, own, free).perft(depth, MORE) == (games, taken)
        assert games == (factorial(count) // factorial(count - depth) if count else 0)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_perft_of_the_empty_board_of_the_original(depth: int) -> None:
    own = game(6, 6, False)
    games, taken = classic(compiled, own, own.full).perft(depth, MORE)
    assert games == factorial(84) // factorial(84 - depth)
    # Of the orders of four fences those of one box take it; there are 36 boxes.
    assert taken == (36 * factorial(4) if depth == 4 else 0)


# The best search.


@rules
def test_exact_values(kernels: Kernels, extra_move: bool, rounds: Callable[[int], int]) -> None:
    """The tables are new, shared by all positions of a board, or always full."""
    reused = {size: best_kernels(kernels, game(*size, extra_move), 14) for size in SIZES}
    full = {size: best_kernels(kernels, game(*size, extra_move), 4) for size in SIZES}
    most = None if kernels.speed > 1 else 11
    for random, own, free in random_states(6, rounds(160 * kernels.speed), extra_move, most):
        value, fences, size = exact(own)[free], own.fences(free), (own.rows, own.columns)
        used = [*best_kernels(kernels, own, 14), *reused[size]]
        if free.bit_count() < 12:
            used += full[size]
        for kernel in used:
            alpha, beta = sorted(random.sample(range(-own.n_boxes - 1, own.n_boxes + 2), 2))
            for low, high in ((alpha, beta), (-WIDE, WIDE)):
                bound = kernel.value(fences, low, high, FULL_DEPTH, MORE)
                assert not kernel.at_horizon
                assert not kernel.stopped
                if bound <= low:
                    assert value <= bound
                elif bound >= high:
                    assert value >= bound
                else:
                    assert value == bound


@rules
def test_a_value_without_a_horizon_is_exact(kernels: Kernels, extra_move: bool) -> None:
    horizons = 0
    for random, own, free in random_states(7, 40 + 16 * (kernels.speed - 1), extra_move, most=12):
        count = free.bit_count()
        depth = random.randint(0, count + 1)
        for kernel in best_kernels(kernels, own, 8):
            value = kernel.value(own.fences(free), -WIDE, WIDE, depth, MORE)
            horizons += kernel.at_horizon
            assert kernel.at_horizon or value == exact(own)[free]
            assert depth < count or not kernel.at_horizon
            # What a shallow search has left in the table does not hurt a deep one.
            assert kernel.value(own.fences(free), -WIDE, WIDE, FULL_DEPTH, MORE) == exact(own)[free]
    assert horizons > 10


def images(own: Game, free: int) -> list[int]:
    """Return the images of a state: four, or eight on a square board."""
    height, width = 2 * own.rows, 2 * own.columns
    turns: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, column: (row, column),
        lambda row, column: (height - row, column),
        lambda row, column: (row, width - column),
        lambda row, column: (height - row, width - column),
    ]
    if own.rows == own.columns:
        turns += [lambda row, column, turn=turn: turn(row, column)[::-1] for turn in turns]
    numbers = {place: number for number, place in enumerate(own.places)}
    return [
        sum(1 << numbers[turn(*place)] for number, place in enumerate(own.places) if free >> number & 1)
        for turn in turns
    ]


@rules
def test_images_have_one_value_and_one_entry(kernels: Kernels, extra_move: bool) -> None:
    n_images = 0
    for _, own, free in random_states(8, 20 * kernels.speed, extra_move, most=10):
        for kernel in best_kernels(kernels, own, 12):
            value = kernel.value(own.fences(free), -WIDE, WIDE, FULL_DEPTH, MORE)
            for image in images(own, free):
                before = kernel.nodes
                assert kernel.value(own.fences(image), -WIDE, WIDE, FULL_DEPTH, MORE) == value
                # What can be taken or left makes two positions of one for chains.
                assert kernel.nodes <= before + 1 + isinstance(kernel, kernels.Chains)
                n_images += image != free
    assert n_images > 50


def test_images_on_the_board_of_the_original() -> None:
    random = Random(9)
    size = board(6, 6)
    for number in range(60):
        own = game(6, 6, number % 2 == 1)
        free = own.random_state(random, 18)
        values = set()
        for image in images(own, free):
            table = Table(14)
            kernel = Chains(size, table, never) if own.extra_move else Corridors(size, table, never)
            values.add(kernel.value(own.fences(image), -WIDE, WIDE, FULL_DEPTH, MORE))
            before = kernel.nodes
            for other in images(own, free):
                values.add(kernel.value(own.fences(other), -WIDE, WIDE, FULL_DEPTH, MORE))
            assert kernel.nodes <= before + (16 if own.extra_move else 8)
        assert len(values) == 1


@rules
def test_the_two_kernels_agree_on_larger_boards(extra_move: bool, rounds: Callable[[int], int]) -> None:
    random = Random(10)
    for number in range(rounds(240)):
        rows, columns = [(3, 3), (3, 4), (4, 4), (2, 7), (6, 6), (1, 14)][number % 6]
        own = game(rows, columns, extra_move)
        half = own.random_state(random, 10)
        for free in (own.random_state(random, 18), half | random.choice(images(own, half)[1:4])):
            boxes, corridors = (
                kernel.value(own.fences(free), -WIDE, WIDE, FULL_DEPTH, MORE)
                for kernel in best_kernels(compiled, own, 16)
            )
            assert boxes == corridors


def own_images(own: Game) -> set[int]:
    """Return all states that a half turn or a reflection in a middle line maps to themselves."""
    found = set()
    for index in (1, 2, 3):
        orbits = {1 << fence | images(own, 1 << fence)[index] for fence in range(own.n_fences)}
        some = [0]
        for orbit in orbits:
            some += [free | orbit for free in some]
        found.update(some)
    return found


@pytest.mark.parametrize("size", [(2, 2), (1, 5), (2, 3)])
def test_states_that_are_their_own_image(kernels: Kernels, size: tuple[int, int]) -> None:
    """With the extra move the mirror bounds the value of these states: is it at least 1?"""
    own = game(*size, extra_move=True)
    kernel = best_kernels(kernels, own, 12)[-1]
    states = sorted(own_images(own))
    for free in states if kernels.speed > 1 else states[:: len(states) // 20]:
        bound = kernel.value(own.fences(free), 0, 1, FULL_DEPTH, MORE)
        assert (bound > 0) == (exact(own)[free] > 0)


def test_a_chain_that_is_its_own_image_has_no_other() -> None:
    """The player to move opens the chain of one box; the opponent opens a chain of three boxes."""
    own = game(1, 7, extra_move=True)
    chains = [(1, 0), (1, 2), (1, 4), (0, 5)], [(0, 7), (2, 7)], [(0, 9), (1, 10), (1, 12), (1, 14)]
    free = sum(1 << own.places.index(place) for chain in chains for place in chain)
    for kernel in best_kernels(compiled, own, 12):
        assert kernel.value(own.fences(free), 0, 1, FULL_DEPTH, MORE) == 1


# The search at the root.


def test_wide_bounds_are_proven_first() -> None:
    told: list[tuple[int, int]] = []
    empty = Position.empty(board(2, 4), extra_move=True)
    found = solve(empty, report=lambda low, high, _: told.append((low, high)))
    assert found.value == 2
    assert told[0] == (-8, 6)
    assert told[1] == (-8, 4)
    assert told[-1] == (2, 2)
    assert found.nodes > solve(empty).nodes


def replayed(own: Game, free: int, line: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    """Yield (sign, state, fence, boxes taken) for each move; the sign is -1 if the opponent moves."""
    sign = 1
    for fence in line:
        gain = own.gain(free, fence)
        assert free >> fence & 1
        yield sign, free, fence, gain
        free &= ~(1 << fence)
        if not (own.extra_move and gain):
            sign = -sign


@rules
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_what_a_search_to_the_end_finds(algorithm: str, extra_move: bool) -> None:
    most = {"best": None, "failsoft-tt": 9, "alphabeta": 9, "minimax": 7}[algorithm]
    for random, own, free in random_states(11, 300, extra_move, most):
        seed = random.choice([None, 1, 2])
        depth = None if algorithm == "best" else 20
        found = search(position_of(own, free, random), algorithm, depth=depth, seed=seed)
        value, count = exact(own)[free], free.bit_count()
        if not free:
            assert found == Choice("over", value=0, exact=True)
            continue
        assert (found.status, found.value, found.exact) == ("ok", value, True)
        assert found.line[0] == found.move
        assert found.depth <= count
        total = 0
        for sign, state, fence, gain in replayed(own, free, found.line):
            assert worth(own, state, fence, exact(own)) == exact(own)[state]
            total += sign * gain
        if algorithm in ("minimax", "alphabeta"):
            assert found.depth == len(found.line) == count
        if len(found.line) == count:
            assert total == value


@rules
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "failsoft-tt"])
def test_what_a_search_to_a_depth_finds(algorithm: str, extra_move: bool) -> None:
    for random, own, free in random_states(12, 300, extra_move, most=10):
        depth = random.randint(1, 3)
        found = search(
            position_of(own, free, random), algorithm, depth=depth, seed=random.choice([None, 1])
        )
        assert found.value == within(own, depth)[free]
        assert found.exact == (depth >= free.bit_count())
        if free:
            check_line(own, free, found.line[:1], depth, found.value)
        if free and algorithm != "failsoft-tt":
            assert found.depth == len(found.line) == min(depth, free.bit_count())
            assert found.value == sum(sign * gain for sign, _, _, gain in replayed(own, free, found.line))


@rules
def test_what_the_best_finds_within_a_depth(extra_move: bool) -> None:
    n_exact = 0
    for random, own, free in random_states(13, 300, extra_move, most=14):
        depth = random.randint(1, 4)
        found = search(position_of(own, free, random), depth=depth, seed=random.choice([None, 1]))
        assert found.depth <= depth
        assert found.status == ("ok" if free else "over")
        for _ in replayed(own, free, found.line):
            pass
        if found.exact and free:
            n_exact += 1
            assert found.value == exact(own)[free]
            assert worth(own, free, found.line[0], exact(own)) == found.value
    assert 50 < n_exact < 280


@rules
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_seed_varies_the_move_among_equals(algorithm: str, extra_move: bool) -> None:
    n_varied = 0
    for random, own, free in random_states(16, 60, extra_move, most=7):
        if not free:
            continue
        position = position_of(own, free, random)
        depth = None if algorithm == "best" else 3
        values = exact(own) if algorithm == "best" else within(own, 2)
        worths = {fence: worth(own, free, fence, values) for fence, _, _ in own.moves(free)}
        moves = set()
        for seed in range(8):
            found = search(position, algorithm, depth=depth, seed=seed)
            assert found == search(position, algorithm, depth=depth, seed=seed)
            assert worths[found.move] == found.value == max(worths.values())
            moves.add(found.move)
        n_varied += len(moves) > 1
    assert n_varied > 10


def test_the_order_at_the_root() -> None:
    position = position_of(game(6, 6, False), game(6, 6, False).full & ~2, Random(1))
    order = [fence for fence in range(84) if fence != 1]
    assert root_order(position, 1, None) == order
    changed = []
    for depth in (1, 5, 40):
        shuffled = root_order(position, depth, 3)
        assert sorted(shuffled) == order
        changed.append(sum(one != two for one, two in zip(shuffled, order, strict=True)))
    # The deeper the search, the fewer exchanges: 83, 16 and 2 pairs at most.
    assert changed[0] > 32
    assert 4 < changed[1] <= 32
    assert 0 < changed[2] <= 4


@rules
def test_a_table_outlives_its_search(extra_move: bool) -> None:
    for random, own, free in random_states(14, 120, extra_move, most=14):
        position = position_of(own, free, random)
        for algorithm in WITH_TABLE:
            depth = 3 if algorithm == "failsoft-tt" else None
            tables = [
                SearchTable.new(position.board, algorithm, extra_move=extra_move, bits=bits)
                for bits in (12, 12, 4)
            ]
            first = search(position, algorithm, depth=depth, table=tables[0])
            tables[1].insert(tables[0].entries())
            tables[2].insert(tables[0].entries())
            assert sorted(tables[1].entries()) == sorted(tables[0].entries())
            assert len(tables[2].entries()) <= 16
            for table in tables:
                again = search(position, algorithm, depth=depth, table=table)
                assert (again.value, again.exact) == (first.value, first.exact)


# Limits.


@rules
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("nodes", [1, 100, 5000, 200_000])
def test_a_search_stops_at_its_limit(algorithm: str, extra_move: bool, nodes: int) -> None:
    position = Position.empty(board(6, 6), extra_move=extra_move)
    depth = None if algorithm == "best" else 9
    found = search(position, algorithm, depth=depth, nodes=nodes)
    assert (found.status, found.limit, found.exact) == ("unknown", "nodes", False)
    # The last two moves are searched without a look at the limit.
    assert nodes <= found.nodes <= nodes + 84 * 84
    assert found.move in position.free
    assert found.line[:1] == ((found.move,) if found.line else ())
    assert found == search(position, algorithm, depth=depth, nodes=nodes)


@rules
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_limit_that_is_not_reached_changes_nothing(algorithm: str, extra_move: bool) -> None:
    """The only exception: with a limit, the original's algorithms search to all depths."""
    for random, own, free in random_states(15, 60, extra_move, most=7):
        position = position_of(own, free, random)
        found = search(position, algorithm, depth=4)
        for nodes, seconds in ((MORE, None), (None, 1e9)):
            limited = search(position, algorithm, depth=4, nodes=nodes, seconds=seconds)
            assert replace(limited, nodes=found.nodes, hits=found.hits, line=found.line) == found
            assert limited.line[:1] == found.line[:1]
            assert limited.nodes >= found.nodes


@rules
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "failsoft-tt"])
def test_a_search_that_is_stopped_answers_with_its_last_depth(algorithm: str, extra_move: bool) -> None:
    position = Position.empty(board(6, 6), extra_move=extra_move)
    needed = [search(position, algorithm, depth=depth).nodes for depth in (1, 2, 3)]
    found = search(position, algorithm, depth=7, nodes=sum(needed) + 1)
    assert (found.status, found.limit, found.depth) == ("unknown", "nodes", 3)
    assert found.value == search(position, algorithm, depth=3).value
    assert found.line[0] == found.move
    assert search(position, algorithm, depth=7, nodes=sum(needed[:2])).depth == 2
    assert search(position, algorithm, depth=3, nodes=sum(needed) + 1).status == "ok"


@rules
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_time_runs_out(algorithm: str, extra_move: bool) -> None:
    position = Position.empty(board(6, 6), extra_move=extra_move)
    found = search(position, algorithm, depth=20, seconds=0)
    assert (found.status, found.limit) == ("unknown", "time")
    assert found.move in position.free
    # The clock is looked at every 2**16 states, and once more for the line.
    assert found.nodes <= (2 << 16) + 84 * 84


@rules
def test_what_the_caller_raises_is_raised_after_the_search(kernels: Kernels, extra_move: bool) -> None:
    own = game(4, 4, extra_move)
    stop = KeyboardInterrupt()

    def poll(_: int) -> bool:
        raise stop

    kernel = classic(kernels, own, own.full, None, poll)
    with pytest.raises(KeyboardInterrupt) as caught:
        kernel.run(range(40), 9, True, 1200)
    assert caught.value is stop
    assert kernel.stopped
    size = board(4, 4)
    others = [kernels.Boxes(size, kernels.Table(8), poll, extra_move)]
    if extra_move:
        others.append(kernels.Chains(size, kernels.Table(8), poll))
    else:
        others.append(kernels.Corridors(size, kernels.Table(8), poll))
    for other in others:
        with pytest.raises(KeyboardInterrupt) as caught:
            other.value(own.fences(own.full), -9, -8, FULL_DEPTH, 1200)
        assert caught.value is stop
        assert other.stopped


@rules
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_ctrl_c(algorithm: str, extra_move: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Budget, __: int) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(Budget, "__call__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        search(Position.empty(board(6, 6), extra_move=extra_move), algorithm, depth=30)


def test_what_search_refuses() -> None:
    position = Position.empty(board(2, 2))
    with pytest.raises(
        ValueError, match=r"^unknown algorithm 'worst'; the algorithms are best, minimax, "
    ):
        search(position, "worst")
    with pytest.raises(ValueError, match=r"^the depth must be at least 1, not 0$"):
        search(position, depth=0)
    for table in (
        SearchTable.new(board(2, 3), "best", bits=4),
        SearchTable.new(board(2, 2), "best", extra_move=True, bits=4),
        SearchTable.new(board(2, 2), "failsoft-tt", bits=4),
    ):
        with pytest.raises(ValueError, match=r"^the table is for "):
            search(position, table=table)


# Known values of empty boards, for the first player: by the ordinary rule, and with the extra move.

VALUES = {
    (1, 1): (-1, -1),
    (1, 2): (2, 0),
    (1, 3): (-1, -1),
    (1, 4): (2, 0),
    (1, 5): (-3, -1),
    (1, 6): (2, 0),
    (1, 7): (-3, -1),
    (1, 8): (4, 0),
    (1, 9): (-3, -1),
    (1, 10): (4, 0),
    (2, 2): (-2, 2),
    (1, 11): (-5, None),
    (1, 12): (4, None),
    (1, 13): (-5, None),
    (1, 14): (6, None),
    (1, 15): (-5, None),
    (1, 16): (6, None),
    (2, 3): (2, -2),
    (2, 4): (-2, 2),
    (2, 5): (4, -2),
    (2, 6): (-4, 2),
    (3, 3): (-3, -3),
    (2, 7): (4, None),
    (2, 8): (-4, None),
    (2, 9): (4, None),
    (3, 4): (4, 0),
    (3, 5): (-3, None),
    (4, 4): (-4, None),
}
SLOW_VALUES = {
    ((1, 10), True),
    ((1, 15), False),
    ((1, 16), False),
    ((2, 5), True),
    ((2, 6), True),
    ((2, 8), False),
    ((2, 9), False),
    ((3, 4), True),
    ((3, 5), False),
    ((4, 4), False),
}


@pytest.mark.parametrize(
    ("size", "extra_move", "value"),
    [
        pytest.param(
            size,
            extra_move,
            value,
            id=f"{size[0]}x{size[1]}-{'extra-move' if extra_move else 'ordinary'}",
            marks=[pytest.mark.slow] if (size, extra_move) in SLOW_VALUES else [],
        )
        for size, values in VALUES.items()
        for extra_move, value in enumerate(values)
        if value is not None
    ],
)
def test_known_values_of_empty_boards(size: tuple[int, int], extra_move: bool, value: int) -> None:
    own = game(*size, bool(extra_move))
    kernel = best_kernels(compiled, own, 22)[-1]
    fences = own.fences(own.full)
    assert kernel.value(fences, value - 1, value, FULL_DEPTH, MORE) >= value
    assert kernel.value(fences, value, value + 1, FULL_DEPTH, MORE) <= value


@pytest.mark.parametrize("theory", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_an_odd_corridor_may_be_the_only_best_move(theory: bool) -> None:
    position = loads((ROOT / "samples" / "walls" / "bridge.txt").read_text())
    assert solve(position, theory=theory).value == -2


# Pinned counts: a change of these is a change of the search.

PLAIN = {1: 85, 2: 251, 3: 7221, 4: 20831, 5: 579859, 6: 1668765}
MINIMAX = {1: 85, 2: 1 + 84 + 84 * 83, 3: 1 + 84 + 84 * 83 + 84 * 83 * 82}


def states_visited(algorithm: str, depth: int) -> tuple[int | None, int, int]:
    found = search(Position.empty(board(6, 6)), algorithm, depth=depth)
    assert found.depth == depth
    return found.value, found.nodes, found.hits


@pytest.mark.parametrize(
    ("algorithm", "depth", "nodes"),
    [
        *(("alphabeta", depth, nodes) for depth, nodes in PLAIN.items()),
        pytest.param("alphabeta", 7, 47398703, marks=pytest.mark.slow),
        *(("minimax", depth, nodes) for depth, nodes in MINIMAX.items()),
        *(("best", depth, 81 * depth) for depth in (1, 2, 7)),
    ],
)
def test_states_visited_from_the_empty_board(algorithm: str, depth: int, nodes: int) -> None:
    assert states_visited(algorithm, depth) == (0, nodes, 0)


@pytest.mark.parametrize(
    ("depth", "nodes", "hits"),
    [(1, 85, 0), (2, 251, 0), (3, 7139, 1), (4, 17264, 3324), (5, 293217, 6650), (6, 649446, 187054)],
)
def test_states_that_the_table_spares(depth: int, nodes: int, hits: int) -> None:
    assert states_visited("failsoft-tt", depth) == (0, nodes, hits)
    assert nodes <= PLAIN[depth]


@pytest.mark.parametrize(
    ("extra_move", "painted", "value", "nodes"),
    [(False, 44, -2, 291), (False, 48, -1, 47), (True, 50, 23, 792), (True, 54, 28, 929)],
)
def test_states_that_the_best_visits_to_the_end(
    extra_move: bool, painted: int, value: int, nodes: int
) -> None:
    order = list(range(84))
    Random(1 if painted in (44, 50) else 2).shuffle(order)
    found = search(Position.played(board(6, 6), order[:painted], extra_move=extra_move))
    assert (found.value, found.exact, found.nodes) == (value, True, nodes)


def test_a_table_without_a_position_says_so_at_a_glance() -> None:
    for side in (3, 6):
        table = SearchTable.new(board(side, side), "best", bits=4)
        assert positions_in(table, Random(1)) == []
        assert table.entries() == []
