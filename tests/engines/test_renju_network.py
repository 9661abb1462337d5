"""The network: its output is compared with a plain computation, its training with plain sums."""

import math
from collections.abc import Callable
from dataclasses import replace
from operator import mul
from random import Random
from typing import Any

import pytest
from plain_renju import positions_of_size

from zet.engines.renju import tuning
from zet.engines.renju._learner import NetworkLearner
from zet.engines.renju._network import NetworkBoard
from zet.engines.renju.board import BOARDS
from zet.engines.renju.constants import CHANNELS, UNITS
from zet.engines.renju.model import LEAST_SIZE, MOST_SIZE, Game, cell_of
from zet.engines.renju.player import best_move
from zet.engines.renju.weights import NETWORK, Network, by_hand, tables

STEPS = (0, 1), (1, 0), (1, 1), (1, -1)
BOUNDS = {name: most for name, (_, most) in NETWORK.items()}


def classes() -> dict[str, int]:
    """Return the number of each pattern: `.` is empty, `o` own, `x` the opponent's or off the board."""
    numbers: dict[str, int] = {}
    for code in range(3**8):
        pattern = "".join(".ox"[code // 3**place % 3] for place in range(8))
        numbers[pattern] = numbers.get(pattern[::-1], len(set(numbers.values())))
    return numbers


CLASSES = classes()


def seen(stones: list[frozenset[int]], size: int, cell: int, color: int, step: tuple[int, int]) -> str:
    """Return the pattern of a line through a cell, as seen by a color."""
    y, x = divmod(cell, size)
    pattern = ""
    for off in (-4, -3, -2, -1, 1, 2, 3, 4):
        row, column = y + off * step[0], x + off * step[1]
        there = size * row + column
        if not (0 <= row < size and 0 <= column < size) or there in stones[1 - color]:
            pattern += "x"
        else:
            pattern += "o" if there in stones[color] else "."
    return pattern


def summed(stones: list[frozenset[int]], size: int, color: int, lines: Any, most: float) -> list[float]:
    """Return the totals for a color: the clipped sums of all empty points."""
    totals = [0] * CHANNELS
    for cell in range(size * size):
        if cell in stones[0] or cell in stones[1]:
            continue
        of_ways = [CLASSES[seen(stones, size, cell, color, step)] for step in STEPS]
        for at in range(CHANNELS):
            totals[at] += max(0, min(sum(lines[CHANNELS * one + at] for one in of_ways), most))
    return totals


def added(stones: list[frozenset[int]], size: int, color: int, networks: tuple[Network, ...]) -> int:
    """Return the correction that the networks add to the value of a position for the color to move."""
    own, other = (
        [number // 4 for number in summed(stones, size, one, networks[one % len(networks)].lines, 127)]
        for one in (color, 1 - color)
    )
    network = networks[color % len(networks)]
    value = network.second[UNITS] << 18
    for unit in range(UNITS):
        factors = network.first[2 * CHANNELS * unit : 2 * CHANNELS * (unit + 1)]
        total = network.biases[unit] + sum(a * b for a, b in zip(factors, own + other, strict=True))
        value += max(total, 0) * network.second[unit]
    return value >> 28


def drawn(random: Random, part: float) -> Network:
    """Return a network of random numbers within a fraction of the bounds."""
    return Network(
        *(
            tuple([random.randint(-int(most * part), int(most * part)) for _ in range(size)])
            for size, most in NETWORK.values()
        )
    )


def test_the_network_from_move_to_move(
    kernel: Callable[[str], Any], rounds: Callable[[int], int]
) -> None:
    """After moves are made and undone, the correction of a position equals plain sums over the board."""
    module = kernel("zet.engines.renju._network")
    is_slow = module.__file__.endswith(".py")
    random = Random(3)
    sizes = (LEAST_SIZE, 7) if is_slow else range(LEAST_SIZE, MOST_SIZE + 1)
    for rule, game in positions_of_size(43, 2 if is_slow else rounds(25), sizes):
        networks = tuple([drawn(random, random.choice((0.01, 1))) for _ in range(1 + (rule == "renju"))])
        board = module.NetworkBoard(*BOARDS[rule], game.size)
        board.judge_by(networks)
        put = [(cell, color) for color, cells in enumerate(game.stones()) for cell in cells]
        random.shuffle(put)
        for cell, color in put[: len(put) // 2]:
            board.play(cell, color)
        board.refresh()
        stones = put[: len(put) // 2]
        for cell, color in put[len(put) // 2 :]:
            board.put(cell, color)
            stones.append((cell, color))
            for _ in range(random.choice((0, 0, 0, 2))):  # taken back, and others in their place
                if len(stones) > len(put) // 2:
                    board.take()
                    stones.pop()
            if random.random() < 0.3 or len(stones) == len(put):
                held = [frozenset(at for at, one in stones if one == color) for color in (0, 1)]
                for color in (0, 1):
                    found = board.added(color)
                    assert found == added(held, game.size, color, networks), (rule, game)


@pytest.mark.parametrize("sign", [-1, 1])
def test_no_sum_is_too_large(sign: int) -> None:
    """All numbers are at their bounds, on the largest board."""
    (line, first, bias, second) = BOUNDS.values()
    sizes = [size for size, _ in NETWORK.values()]
    network = Network(
        (line,) * sizes[0], (sign * first,) * sizes[1], (sign * bias,) * sizes[2], (second,) * sizes[3]
    )
    board = NetworkBoard(False, False, False, MOST_SIZE)
    board.judge_by((network,))
    board.refresh()
    empty: list[frozenset[int]] = [frozenset(), frozenset()]
    assert board.added(0) == added(empty, MOST_SIZE, 0, (network,))
    assert (board.added(0) > 10_000_000) == (sign > 0)


def test_networks_out_of_bounds(kernel: Callable[[str], Any]) -> None:
    board = kernel("zet.engines.renju._network").NetworkBoard(False, False, False)
    whole = Network(*((0,) * size for size, _ in NETWORK.values()))
    for name, numbers in whole._asdict().items():
        with pytest.raises(ValueError, match="length of a table"):
            board.judge_by((whole._replace(**{name: numbers[1:]}),))
        with pytest.raises(ValueError, match="number of a table"):
            board.judge_by((whole._replace(**{name: (*numbers[1:], BOUNDS[name] + 1)}),))
    with pytest.raises(ValueError, match="number of networks"):
        board.judge_by((whole,) * 3)
    board.judge_by((whole,))
    board.refresh()
    assert board.added(0) == 0
    with pytest.raises(ValueError, match="color"):
        board.added(2)


Pools = list[tuple[int, float, list[float]]]
"""For each position the color to move, its worth, and the sums of points for it and the other color."""


def pools_of(numbers: Any, moves: tuple[int, ...], worths: list[int]) -> Pools:
    """Return the inputs of the first layer in the positions after one, two and more moves of a game."""
    found: Pools = []
    for n, worth in enumerate(worths, 1):
        color = n & 1
        stones = [frozenset(moves[one:n:2]) for one in (0, 1)]
        sums = [summed(stones, 15, one, numbers[one % len(numbers)][0], 1) for one in (color, 1 - color)]
        found.append((color, worth, [0.05 * number for number in sums[0] + sums[1]]))
    return found


def lost(numbers: Any, pools: Pools, targets: list[float]) -> float:
    """Return the mean loss over positions."""
    total = 0.0
    for (color, worth, inputs), target in zip(pools, targets, strict=True):
        _, first, biases, second = numbers[color % len(numbers)]
        odds = worth / 200 + second[UNITS]
        for unit in range(UNITS):
            factors = first[2 * CHANNELS * unit : 2 * CHANNELS * (unit + 1)]
            given = biases[unit] + sum(map(mul, factors, inputs))
            odds += max(given, 0) * second[unit]
        found = 1 / (1 + math.exp(-odds))
        total -= target * math.log(found) + (1 - target) * math.log(1 - found)
    return total / len(pools)


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_what_the_network_learns(rule: str, kernel: Callable[[str], Any]) -> None:
    """The loss equals plain sums, and each step is a step of Adam with derivatives from differences."""
    module = kernel("zet.engines.renju._learner")
    is_slow = module.__file__.endswith(".py")
    moves, targets, rate = tuple(map(cell_of, ("h8", "i9", "g7"))), [0.9, 0.3], 0.01
    learner = module.NetworkLearner(*BOARDS[rule], Random(5).random)
    learner.weigh(*tables(by_hand(rule).sets))
    learner.refresh()
    worths = []
    for n, cell in enumerate(moves[:2], 1):
        learner.put(cell, n - 1)
        worths.append(learner.worth_for(n & 1))
    random = Random(7)
    numbers = learner.learned()
    sampled = [
        (head, kind, at)
        for head in range(len(numbers))
        for kind in (1, 2, 3)
        for at in random.sample(range(len(numbers[head][kind])), 6)
    ]
    means = dict.fromkeys(sampled, 0.0)
    squares = dict.fromkeys(sampled, 0.0)
    losses, n_moved = [], 0
    for step in range(1, 2 if is_slow else 5):
        learner.learn(moves, 1, targets)
        pools = pools_of(numbers, moves, worths)
        losses.append(lost(numbers, pools, targets))
        assert learner.loss / learner.n_seen == pytest.approx(losses[-1], rel=1e-4)
        learner.forget_loss()
        learner.step(rate)
        after = learner.learned()
        for head, kind, at in sampled:
            one, both = numbers[head][kind], []
            kept = one[at]
            for change in (1e-4, -1e-4):
                one[at] = kept + change
                both.append(lost(numbers, pools, targets))
            one[at] = kept
            slope = (both[0] - both[1]) / 2e-4
            key = head, kind, at
            means[key] = 0.9 * means[key] + 0.1 * slope
            squares[key] = 0.999 * squares[key] + 0.001 * slope**2
            root = math.sqrt(squares[key] / (1 - 0.999**step))
            moved = rate * means[key] / (1 - 0.9**step) / (root + 1e-8)
            if root > 1e-5 or root == 0:
                assert after[head][kind][at] - kept == pytest.approx(-moved, abs=rate / 50), key
                n_moved += root > 0
        numbers = after
    if not is_slow:
        assert n_moved > 20
        assert losses[-1] < losses[1] < losses[0]


def test_the_network_of_a_file_is_what_was_learned() -> None:
    """The integer network has the same loss as the learner's network, except for rounding."""
    weights = by_hand("standard")
    lessons = tuning.play_games(weights, 60, "1:0", 0, 6)
    (network,), loss = tuning.networks(weights, lessons, Random("1"))
    assert tuning.networks(weights, lessons, Random("1")) == ((network,), loss)
    board = NetworkBoard(*BOARDS["standard"])
    board.weigh(*tables(weights.sets))
    board.judge_by((network,))
    total = n = 0.0
    for lesson in lessons:
        board.begin(-1, None)
        board.refresh()
        for number, cell in enumerate(lesson.moves):
            if number >= lesson.n_opening:
                both = board.worth_for(number & 1) + board.added(number & 1)
                odds = max(-30.0, min(both / 200, 30.0))
                found = 1 / (1 + math.exp(-odds))
                value = max(-30.0, min(lesson.values[number - lesson.n_opening] / 200, 30.0))
                points = 1 - lesson.points if number & 1 else lesson.points
                target = 0.75 / (1 + math.exp(-value)) + 0.25 * points
                total -= target * math.log(found) + (1 - target) * math.log(1 - found)
                n += 1
            board.put(cell, number & 1)
    assert total / n == pytest.approx(loss, rel=0.1)
    with pytest.raises(ValueError, match="chance"):
        NetworkLearner(*BOARDS["standard"], Random(1).random).learn((112, 113), 0, [0.5, 1.5])
    learner = NetworkLearner(*BOARDS["standard"], Random(1).random)
    with pytest.raises(ValueError, match="nothing learned"):
        learner.step(0.1)
    learner.refresh()
    assert learner.added(0) == 0
    learner.judge_by(())
    with pytest.raises(ValueError, match="patterns are not kept"):
        learner.learn((112, 113), 0, [0.5, 0.5])


def test_a_network_changes_what_is_played() -> None:
    """A network in the weights changes the moves of the player; without a network nothing changes."""
    plain = by_hand("freestyle")
    game = Game(moves=tuple(map(cell_of, ("h8", "i9", "g7"))))
    judged = replace(plain, networks=(drawn(Random(1), 0.02),))
    values = [best_move(game, one, nodes=300).value for one in (plain, judged, plain)]
    assert values[0] == values[2] != values[1]
