"""The human-style solver: each technique in a separate position, and every step of many puzzles."""

from functools import cache
from random import Random

import pytest
from plain_tectonic import obeys, quick_solutions, small_grids

from zet.engines.tectonic.board import Board, ContradictionError, Deduction
from zet.engines.tectonic.explainer import LADDER, TECHNIQUES, Explainer, Explanation, explain
from zet.engines.tectonic.generator import Wish, generate
from zet.engines.tectonic.model import Puzzle, digits_of
from zet.engines.tectonic.original import explain_by_original
from zet.engines.tectonic.solver import solve


def mask_of(digits: str) -> int:
    return sum(1 << int(digit) - 1 for digit in digits)


def position(pieces: str, candidates: str) -> tuple[Puzzle, list[int]]:
    """Return a board from its rows of pieces, and the candidates of its cells."""
    rows = pieces.split("/")
    labels = "".join(rows)
    puzzle = Puzzle.build(len(rows[0]), len(rows), labels, [0] * len(labels))
    return puzzle, [mask_of(digits) for digits in candidates.replace("/", " ").split()]


def first_step(pieces: str, candidates: str, technique: int) -> Deduction | None:
    """Return the first deduction of a single technique."""
    puzzle, domains = position(pieces, candidates)
    step = next(Explainer(puzzle, [technique], domains).steps(), None)
    return step.deduction if step else None


# Technique: pieces, candidates, action, cells (from 0), digits, cells of the pattern.
POSITIONS = [
    (1, "aaa", "2 123 123", "remove", (1, 2), "2", (0,)),
    (2, "aabb", "12 1 12 12", "remove", (0, 2), "1", (1,)),
    (3, "aaa", "12 12 123", "place", (2,), "3", (0, 1, 2)),
    (4, "aaa/bbb", "12 123 123/123 12 123", "remove", (1, 3), "12", (0, 4)),
    (4, "aba/bab", "123 23 123/23 123 123", "remove", (0, 4), "23", (1, 3)),
    (5, "aab/bbb", "12 12 123/123 123 123", "remove", (3, 4), "12", (0, 1)),
    (5, "ab/ab/bb", "12 123/12 123/123 123", "remove", (1, 3), "12", (0, 2)),
    (5, "aaa/bbb", "123 123 12/123 123 123", "remove", (3, 4), "3", (0, 1)),
    (6, "aaaa", "12 1234 1234 12", "remove", (1, 2), "12", (0, 3)),
    (7, "aab/abb", "123 123 123/123 123 123", "remove", (4,), "1", (0, 1, 3)),
    (7, "aab/abb", "23 123 123/123 123 123", "remove", (4,), "1", (1, 3)),
    (8, "aaa/bbb", "123 123 123/123 123 123", "remove", (4,), "1", (0, 1, 2)),
    (8, "ab/ab/ab", "13 123/23 123/13 123", "remove", (3,), "1", (0, 4)),
    (10, "ab/ba", "12 12/12 12", "remove", (1, 2), "1", (0, 3)),
    (10, "abb/bba", "12 123 12/123 123 12", "remove", (1, 4), "1", (0, 5)),
    (11, "aaaaa", "12 23 13 12345 12345", "remove", (3, 4), "123", (0, 1, 2)),
    (11, "aaaaaa", "12 23 34 14 123456 56", "remove", (4,), "1234", (0, 1, 2, 3)),
    (12, "aaaa", "1234 1234 34 34", "remove", (0, 1), "34", (0, 1, 2, 3)),
    (13, "abaabb", "12 12 123 123 123 123", "remove", (2,), "1", (0, 1)),
    (13, "ab/ca/dd/ab/bc/cd", "12 23/13 123" + 4 * "/123 123", "remove", (3,), "1", (0, 1, 2)),
    (14, "aaa", "12 12 123", "remove", (2,), "1", (2,)),
    (15, "aaaaaaa", "1235 1235 123 123 4567 4567 4567", "remove", (4,), "5", (4,)),
    (9, "aa", "12 12", "guess", (0,), "1", (0,)),
    (9, "aaa", "12 1 23", "remove", (0,), "1", (0,)),
]


@pytest.mark.parametrize(
    ("technique", "pieces", "candidates", "action", "cells", "digits", "pattern"), POSITIONS
)
def test_each_technique_on_a_position_of_its_own(
    technique: int,
    pieces: str,
    candidates: str,
    action: str,
    cells: tuple[int, ...],
    digits: str,
    pattern: tuple[int, ...],
) -> None:
    found = first_step(pieces, candidates, technique)
    assert found is not None
    assert (found.technique, found.action, found.cells) == (technique, action, cells)
    assert (found.mask, found.pattern) == (mask_of(digits), pattern)
    assert found.reason.endswith(".")


def test_there_is_a_position_for_every_technique() -> None:
    assert {line[0] for line in POSITIONS} == set(LADDER) == set(range(1, 16))


@pytest.mark.parametrize(
    ("technique", "pieces", "candidates"),
    [
        (1, "aaa", "12 123 123"),
        (2, "aabbbb", "12 12 3 4 12 12"),
        (3, "aaa", "123 123 12"),
        (4, "aba/bab", "12 123 123/123 13 123"),
        (5, "aaa", "12 13 123"),
        (6, "aaaa", "12 1234 1234 13"),
        (7, "aab/abb", "12 12 123/12 3 123"),
        (8, "aaa/bbb", "12 3 12/12 3 12"),
        (10, "aaa", "12 12 123"),
        (11, "aaaa", "12 12 34 34"),
        (12, "aaaa", "12 12 34 34"),
        (13, "aabbbb", "12 12 34 34 12 12"),
        (14, "aaa", "123 123 123"),
        (14, "aaaaaaa", "1235 1235 123 123 4567 4567 4567"),
        (15, "aaa", "123 123 123"),
    ],
)
def test_where_nothing_follows_nothing_is_concluded(technique: int, pieces: str, candidates: str) -> None:
    assert first_step(pieces, candidates, technique) is None


def test_a_reason_is_a_sentence_with_cells_and_digits() -> None:
    found = first_step("aab/bbb", "12 12 123/123 123 123", 5)
    assert found is not None
    assert found.reason == (
        "R1C1 and R1C2 touch and share 1 and 2 between them, so R2C1 and R2C2 cannot be 1 or 2."
    )


# Whole puzzles.


@cache
def boards() -> list[tuple[Puzzle, list[bytes]]]:
    """Return small puzzles with up to 20 of their solutions."""
    return [(Puzzle.build(*grid), quick_solutions(grid, 20)) for grid in small_grids(3, 220)]


@cache
def proper() -> list[tuple[Puzzle, bytes]]:
    """Return puzzles with one solution: small ones, and larger ones without superfluous givens."""
    small = [(puzzle, found[0]) for puzzle, found in boards() if len(found) == 1]
    return small + [(puzzle, solve(puzzle).solutions[0]) for puzzle in minimal()]


@cache
def minimal() -> list[Puzzle]:
    made = [
        generate(8, 8, Random(seed), Wish(max_piece=5 + seed % 3, minimal=True)) for seed in range(25)
    ]
    return [puzzle for puzzle in made if puzzle is not None]


def replayed(explanation: Explanation) -> list[tuple[list[int], Deduction]]:
    """Return the candidates before each step, and check the effects that the steps claim."""
    domains = list(explanation.start)
    states = []
    for step in explanation.steps:
        deduction = step.deduction
        states.append((domains.copy(), deduction))
        assert deduction.cells
        assert deduction.mask
        for cell in deduction.cells:
            before = domains[cell]
            if deduction.action == "remove":
                assert before & deduction.mask, "every cell loses something"
                domains[cell] &= ~deduction.mask
            else:
                assert before & deduction.mask == deduction.mask
                assert deduction.mask.bit_count() == 1 < before.bit_count()
                domains[cell] = deduction.mask
        solved = {
            (cell, domains[cell].bit_length())
            for cell in deduction.cells
            if domains[cell].bit_count() == 1
        }
        assert set(step.solved) == solved
        assert step.name == TECHNIQUES[deduction.technique]
    assert explanation.domains == tuple(domains)
    return states


def test_proper_puzzles_are_solved_step_by_sound_step() -> None:
    assert len(proper()) > 50
    for puzzle, solution in proper():
        explanation = explain(puzzle)
        assert explanation.status == "solved"
        assert explanation.reason == ""
        assert Board(puzzle, explanation.domains).digits() == solution
        for _, deduction in replayed(explanation):
            assert deduction.technique != 9
            for cell in deduction.cells:
                has = bool(deduction.mask >> solution[cell] - 1 & 1)
                assert has is (deduction.action != "remove"), deduction


def test_puzzles_without_a_solution_are_unsolvable() -> None:
    lost = [puzzle for puzzle, found in boards() if not found]
    assert len(lost) > 50
    for puzzle in lost:
        explanation = explain(puzzle)
        assert explanation.status == "unsolvable"
        assert explanation.reason


def test_of_several_solutions_one_is_found_by_guessing() -> None:
    several = [(puzzle, found) for puzzle, found in boards() if len(found) > 1]
    assert len(several) > 50
    for puzzle, found in several:
        explanation = explain(puzzle)
        assert explanation.status == "solved"
        assert any(step.deduction.action == "guess" for step in explanation.steps)
        digits = Board(puzzle, explanation.domains).digits()
        assert obeys(puzzle.width, puzzle.pieces, puzzle.givens, digits)
        assert digits in found or len(found) == 20
        replayed(explanation)


def test_only_the_wanted_strategies_are_used_and_they_stay_sound() -> None:
    random = Random(1)
    for puzzle, found in boards():
        wanted = set(random.sample(LADDER, random.randint(0, 14)))
        explanation = explain(puzzle, wanted)
        assert {step.deduction.technique for step in explanation.steps} <= wanted
        if explanation.status == "unsolvable":
            assert not found
        elif 9 not in wanted and len(found) < 20:
            for cell, mask in enumerate(explanation.domains):
                assert all(mask >> digits[cell] - 1 & 1 for digits in found)
        if explanation.status == "solved":
            assert Board(puzzle, explanation.domains).digits() in found or len(found) == 20


def test_no_strategies_do_nothing() -> None:
    puzzle = Puzzle.build(2, 1, "aa", [1, 0])
    explanation = explain(puzzle, ())
    assert (explanation.status, explanation.steps) == ("stuck", ())
    assert explanation.start == explanation.domains == (1, 3)


def test_the_easiest_technique_always_comes_first() -> None:
    for puzzle in minimal():
        for domains, deduction in replayed(explain(puzzle)):
            easier = LADDER[: LADDER.index(deduction.technique)]
            try:
                step = next(Explainer(puzzle, easier, domains).steps(), None)
            except ContradictionError:
                pytest.fail("a proper puzzle contradicts itself")
            assert step is None, (step, deduction)


def test_harder_techniques_are_met_in_these_puzzles() -> None:
    used = {step.deduction.technique for puzzle in minimal() for step in explain(puzzle).steps}
    assert used >= {1, 2, 3, 5, 7, 8, 10, 13, 14}


def test_notes_are_the_candidates_only_if_that_is_asked_for() -> None:
    puzzle = Puzzle.build(3, 1, "aaa", [0, 0, 0], [1, 0, 6])
    assert explain(puzzle, ()).start == (7, 7, 7)
    assert explain(puzzle, (), use_notes=True).start == (1, 7, 6)
    assert explain(puzzle, range(1, 4), use_notes=True).status == "stuck"


def test_a_given_counts_for_more_than_its_notes() -> None:
    puzzle = Puzzle.build(2, 1, "aa", [1, 0], [2, 0])
    assert explain(puzzle, use_notes=True).status == "solved"


def test_notes_without_a_solution_are_unsolvable() -> None:
    puzzle = Puzzle.build(2, 1, "aa", [0, 0], [1, 1])
    explanation = explain(puzzle, use_notes=True)
    assert explanation.status == "unsolvable"
    assert explanation.reason == "R1C2 has no candidate left"


def test_a_full_board_needs_no_step() -> None:
    puzzle = Puzzle.build(2, 1, "aa", [1, 2])
    explanation = explain(puzzle)
    assert (explanation.status, explanation.steps) == ("solved", ())


# The original's own method.


def test_the_originals_method_is_sound_where_it_solves() -> None:
    solved = 0
    for puzzle, found in boards():
        explanation = explain_by_original(puzzle)
        assert explanation.status in ("solved", "stuck")
        if explanation.status == "solved":
            solved += 1
            assert Board(puzzle, explanation.domains).digits() in found or len(found) == 20
            assert {step.deduction.technique for step in explanation.steps} <= set(range(1, 10))
            domains = list(explanation.start)
            for step in explanation.steps:
                for cell in step.deduction.cells:
                    if step.deduction.action == "remove":
                        domains[cell] &= ~step.deduction.mask
                    else:
                        domains[cell] = step.deduction.mask
            assert tuple(domains) == explanation.domains
    assert solved > 50


def test_the_originals_logic_goes_no_further_than_ours() -> None:
    for puzzle, _ in proper():
        explanation = explain_by_original(puzzle)
        logic = all(step.deduction.action != "guess" for step in explanation.steps)
        if explanation.status == "solved" and logic:
            assert explain(puzzle, range(1, 9)).status == "solved"


def test_the_originals_method_does_not_try_givens_above_five() -> None:
    puzzle = Puzzle.build(6, 1, "aaaaaa", [6, 0, 0, 0, 0, 5])
    explanation = explain_by_original(puzzle)
    assert (explanation.status, explanation.steps) == ("stuck", ())
    assert explanation.reason == "a given exceeds 5, which the schema of the original program rejects"


def test_the_originals_method_gives_up_where_no_cell_has_two_candidates() -> None:
    puzzle = Puzzle.build(3, 1, "aaa", [0, 0, 0])
    assert explain_by_original(puzzle).status == "stuck"
    assert solve(puzzle).status == "solved"


def test_the_digits_of_a_mask() -> None:
    assert list(digits_of(0)) == []
    assert list(digits_of(0b1000_0101)) == [1, 3, 8]
    assert list(digits_of(1 << 63)) == [64]


def test_guesses_alone_solve_a_large_board() -> None:
    """The board needs more guesses than Python allows nested calls."""
    pieces = [row // 2 * 50 + column // 2 for row in range(10) for column in range(100)]
    explanation = explain(Puzzle.build(100, 10, pieces, [0] * 1000), strategies=[9])
    assert explanation.status == "solved"
    assert len(explanation.steps) > 1000
