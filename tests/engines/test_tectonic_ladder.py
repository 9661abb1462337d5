"""The kernels of the human-style solver, compared with slow code step by step."""

import time
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import plain_ladder
import pytest
from plain_tectonic import quick_solutions, random_grid

from zet.engines.messages import Message
from zet.engines.tectonic import explainer
from zet.engines.tectonic.board import Board
from zet.engines.tectonic.explainer import LADDER, Explanation, explain, is_only_solution
from zet.engines.tectonic.generator import Wish, generate
from zet.engines.tectonic.model import Puzzle

LADDER_KERNEL = "zet.engines.tectonic._ladder"


@pytest.fixture(autouse=True)
def kernel_of_the_explainer(kernel: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explainer, "Ladder", kernel(LADDER_KERNEL).Ladder)


def parts(message: object) -> object:
    """Return the template of a message, and the templates of the messages in it."""
    if isinstance(message, Message):
        return message.template, {name: parts(part) for name, part in message.fields.items()}
    return message


def assert_equal(puzzle: Puzzle, found: Explanation, expected: Explanation) -> None:
    for step, other in zip(found.steps, expected.steps, strict=False):
        assert step == other, puzzle
        assert parts(step.reason) == parts(other.reason)
    assert found == expected, puzzle


def test_every_step_is_the_slow_codes(rounds: Callable[[int], int]) -> None:
    random = Random(7)
    met = set()
    for _ in range(rounds(600)):
        puzzle = Puzzle.build(*random_grid(random, random.randint(1, 6), random.randint(1, 5)))
        asked: dict[str, Any] = {}
        if random.random() < 0.3:
            full = [(1 << puzzle.sizes[piece]) - 1 for piece in puzzle.pieces]
            notes = [random.choice([0, 0, mask, random.randint(0, mask)]) for mask in full]
            puzzle, asked["use_notes"] = puzzle.noted(notes), True
        if random.random() < 0.2:
            asked["nodes"] = random.randint(0, 200)
        wanted = LADDER
        if random.random() < 0.5:
            share = random.random()
            wanted = tuple(number for number in LADDER if random.random() < share)
        expected = plain_ladder.explain(puzzle, wanted, **asked)
        assert_equal(puzzle, explain(puzzle, wanted, **asked), expected)
        met |= {step.deduction.technique for step in expected.steps}
    assert met >= {1, 2, 3, 5, 9, 10, 14, 15}


def test_the_only_solution_is_known_as_such(rounds: Callable[[int], int]) -> None:
    """Also if the notes select one of several solutions."""
    random = Random(8)
    met = set()
    for _ in range(rounds(600)):
        grid = random_grid(random, random.randint(1, 4), random.randint(1, 4))
        puzzle, known = Puzzle.build(*grid), quick_solutions(grid, 2)
        noted = bool(known) and random.random() < 0.5
        if noted:
            puzzle = puzzle.noted([1 << digit - 1 for digit in random.choice(known)])
        found = explain(puzzle, use_notes=noted)
        only = is_only_solution(puzzle, found)
        assert only == (len(known) == 1 if found.status == "solved" else None), puzzle
        met.add((noted, only))
    assert met == {(True, False), (True, True), (False, None), (False, False), (False, True)}


@pytest.mark.parametrize("max_piece", [5, 7, 9])
def test_larger_boards_are_explained_alike(max_piece: int, rounds: Callable[[int], int]) -> None:
    for seed in range(rounds(16) // 2):
        puzzle = generate(9, 7, Random(seed), Wish(max_piece=max_piece))
        if puzzle:
            assert_equal(puzzle, explain(puzzle), plain_ladder.explain(puzzle))


@pytest.mark.parametrize("size", [24, 44, 64])
def test_subsets_in_the_largest_pieces(size: int) -> None:
    """In very large pieces, subsets of three or four cells are not tried."""
    random = Random(size)
    digits = random.sample(range(size), size)
    few = [random.sample(digits[at // 4 * 4 :][:4], random.randint(2, 4)) for at in range(size)]
    notes = [sum({1 << digit for digit in (*some, digits[at])}) for at, some in enumerate(few)]
    puzzle = Puzzle.build(size, 1, [0] * size, [0] * size, notes)
    wanted = (1, 3, 6, 11, 12, 13)
    expected = plain_ladder.explain(puzzle, wanted, use_notes=True)
    assert_equal(puzzle, explain(puzzle, wanted, use_notes=True), expected)
    assert expected.steps


def test_a_limit_of_time_ends_an_explanation() -> None:
    puzzle = Puzzle.build(10, 10, [cell // 5 for cell in range(100)], [0] * 100)
    found = explain(puzzle, seconds=0)
    assert (found.status, found.limit, found.steps) == ("unknown", "time", ())


def test_the_steps_account_for_all_digits_wherever_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time runs out at each reading of the clock in turn."""
    made = generate(5, 5, Random(3))
    assert made
    several = Puzzle.build(6, 1, [0, 0, 0, 1, 1, 1], [0] * 6)
    for puzzle in (made, several):
        seen = set()
        for seconds in count(1):
            monkeypatch.setattr(time, "monotonic", count().__next__)
            found = explain(puzzle, seconds=seconds)
            board = Board(puzzle, list(found.start))
            for step in found.steps:
                board.apply(step.deduction)
            assert tuple(board.domains) == found.domains, seconds
            seen.add(found.status)
            if found.status != "unknown":
                break
        assert seen == {"unknown", "solved"}


def test_a_run_does_not_ask_for_the_time_after_its_last_step(kernel: Callable[[str], Any]) -> None:
    """A poll after the last step would report that time ran out before a step already applied."""
    pieces = [cell // 5 for cell in range(100 * 55)]
    domains = [31 if cell % 5 else 1 + cell // 100 % 2 for cell in range(100 * 55)]
    for most, times in ((1024, 0), (1025, 1)):
        asked: list[int] = []
        ladder = kernel(LADDER_KERNEL).Ladder(100, 55, pieces, domains, 1 << 1)
        assert ladder.run(1 << 62, asked.append, most) is True
        assert asked == [0] * times
