"""Entries of players, compared with a slow solver, and steps with folded bookkeeping."""

from functools import cache
from random import Random

import pytest
from plain_tectonic import quick_solutions, small_grids

from zet.engines.tectonic.board import Board
from zet.engines.tectonic.constants import LADDER
from zet.engines.tectonic.explainer import Explainer, Explanation, explain, starting_domains
from zet.engines.tectonic.generator import Wish, generate
from zet.engines.tectonic.hints import explained_steps, first, is_bookkeeping, to_next_digit
from zet.engines.tectonic.mistakes import judge
from zet.engines.tectonic.model import Puzzle, digits_of


def noted(puzzle: Puzzle, solution: bytes | list[int], random: Random, *, wrong: float) -> Puzzle:
    """Return the puzzle with answers and candidates in half of the cells, some of them wrong."""
    notes = []
    for piece, digit in zip(puzzle.pieces, solution, strict=True):
        full = (1 << puzzle.sizes[piece]) - 1
        note = random.choice([0, 1 << digit - 1, 1 << digit - 1 | random.randint(0, full)])
        if note and random.random() < wrong:
            note = random.choice([full & ~(1 << digit - 1), 1 << random.randrange(full.bit_length())])
        notes.append(note)
    return puzzle.noted(notes)


def test_mistakes_are_what_the_solution_does_not_have() -> None:
    random = Random(1)
    n_mistakes = 0
    for size in (4, 5, 6) * 5:
        made = generate(4, 4, random, Wish(max_piece=size))
        assert made is not None
        [solution] = quick_solutions((4, 4, list(made.pieces), list(made.givens)), 2)
        puzzle = noted(made, solution, random, wrong=0.2)
        assert puzzle.notes is not None
        judged = judge(puzzle)
        expected = [
            (cell, note, solution[cell])
            for cell, note in enumerate(puzzle.notes)
            if note and not puzzle.givens[cell] and not note >> solution[cell] - 1 & 1
        ]
        assert [(one.cell, one.note, one.must_be) for one in judged.mistakes] == expected
        wrong = {cell for cell, _, _ in expected}
        assert judged.puzzle.notes is not None
        for cell, note in enumerate(judged.puzzle.notes):
            assert puzzle.givens[cell] or note == (0 if cell in wrong else puzzle.notes[cell])
        n_mistakes += len(expected)
    assert n_mistakes > 10


def fits(notes: dict[int, int], solutions: list[list[int]]) -> bool:
    return any(all(note >> one[cell] - 1 & 1 for cell, note in notes.items()) for one in solutions)


def test_with_several_solutions_what_has_none_is_wrong() -> None:
    random = Random(2)
    n_mistakes = 0
    for grid in small_grids(8, 200):
        solutions = [list(one) for one in quick_solutions(grid, 2000)]
        if not 2 <= len(solutions) < 2000:
            continue
        puzzle = noted(Puzzle.build(*grid), random.choice(solutions), random, wrong=0.3)
        judged = judge(puzzle)
        assert puzzle.notes is not None
        kept: dict[int, int] = {}
        wrong = []
        for cell, note in enumerate(puzzle.notes):
            if not note or puzzle.givens[cell]:
                continue
            if fits(kept | {cell: note}, solutions):
                kept[cell] = note
            else:
                wrong.append(cell)
        assert [one.cell for one in judged.mistakes] == wrong
        assert all(one.must_be is None for one in judged.mistakes)
        n_mistakes += len(wrong)
    assert n_mistakes > 20


def test_without_a_solution_nothing_is_right_or_wrong() -> None:
    judged = judge(Puzzle.build(3, 1, "abc", [0] * 3, [1, 1, 1]))
    assert (judged.mistakes, judged.puzzle.notes, judged.is_known) == ((), (0, 0, 0), True)


def test_a_limit_leaves_it_open() -> None:
    puzzle = Puzzle.build(3, 2, "aaaaaa", [0] * 6, [1] * 6)
    judged = judge(puzzle, nodes=0)
    assert (judged.mistakes, judged.is_known) == ((), False)


def test_an_answer_above_its_piece_is_a_mistake() -> None:
    puzzle = Puzzle.build(2, 1, "aa", [1, 0], [0, 1 << 6])
    [mistake] = judge(puzzle).mistakes
    assert (mistake.cell, mistake.note, mistake.must_be, mistake.is_answer) == (1, 64, 2, True)
    [mistake] = judge(Puzzle.build(2, 1, "aa", [0, 0], [0, 1 << 6])).mistakes
    assert (mistake.cell, mistake.note, mistake.must_be) == (1, 64, None)


@cache
def explained() -> list[tuple[Puzzle, Explanation]]:
    random = Random(3)
    found = [
        generate(6, 6, random, Wish(max_piece=size)) for size in (4, 5, 5, 6, 6, 7) for _ in range(3)
    ]
    puzzles = [puzzle for puzzle in found if puzzle]
    return [(puzzle, explain(puzzle)) for puzzle in puzzles]


def test_the_bookkeeping_that_a_step_rests_on_is_folded_into_it() -> None:
    """If only the explained steps are applied, each of them solves the same cells."""
    for puzzle, explanation in explained():
        steps = list(explained_steps(puzzle, explanation.start, explanation.steps))
        assert len(steps) < len(explanation.steps)
        assert [one.number for one in steps] == [
            number for number, step in enumerate(explanation.steps, 1) if not is_bookkeeping(step)
        ]
        board = Board(puzzle, explanation.start)
        for one in steps:
            for step in (*one.folded, one.step):
                board.apply(step.deduction)
            for cell, digit in one.step.solved:
                assert list(digits_of(board.domains[cell])) == [digit]
        assert board.is_complete


def test_nothing_is_folded_twice() -> None:
    for puzzle, explanation in explained():
        folded = [
            id(step)
            for one in explained_steps(puzzle, explanation.start, explanation.steps)
            for step in one.folded
        ]
        assert len(folded) == len(set(folded))


def test_the_way_to_the_next_digit_is_enough_for_it() -> None:
    shorter = longer = 0
    for puzzle, explanation in explained():
        board = Board(puzzle, explanation.start)
        at = 0
        while not board.is_complete:
            steps = to_next_digit(puzzle, board.domains, explanation.steps[at:])
            trial = board.trial()
            for one in steps:
                for step in (*one.folded, one.step):
                    trial.apply(step.deduction)
            assert not any(one.step.solved for one in steps[:-1])
            for cell, digit in steps[-1].step.solved:
                assert trial.domains[cell] == 1 << digit - 1
            for step in explanation.steps[at : at + steps[-1].number]:
                board.apply(step.deduction)
            main = [
                step for step in explanation.steps[at : at + steps[-1].number] if not is_bookkeeping(step)
            ]
            shorter += len(steps) < len(main)
            longer += len(steps) > 1
            at += steps[-1].number
    assert shorter
    assert longer


def test_singles_name_what_excludes_the_others() -> None:
    puzzle = Puzzle.build(3, 2, "aabaab", [1, 3, 1, 0, 0, 0])
    explanation = explain(puzzle)
    assert [one.reason for one in explained_steps(puzzle, explanation.start, explanation.steps)] == [
        "R2C3 is 2, as R1C3 is 1.",
        "R2C2 is 4, as R1C1 is 1, R2C3 is 2 and R1C2 is 3.",
        "R2C1 is 2, as R1C1 is 1, R1C2 is 3 and R2C2 is 4.",
    ]
    puzzle = Puzzle.build(3, 2, "aaabbb", [0, 0, 0, 3, 0, 0])
    explanation = explain(puzzle, [2, 3])
    single = next(explained_steps(puzzle, explanation.start, explanation.steps))
    assert single.reason == "In the piece containing R1C1, 3 can only go in R1C3, as R2C1 is 3."
    assert [step.deduction.technique for step in single.folded] == [2]


def test_what_the_notes_exclude_went_before() -> None:
    puzzle = Puzzle.build(3, 1, "aaa", [1, 0, 0], [0, 3, 0])
    explanation = explain(puzzle, [1], use_notes=True)
    single = next(explained_steps(puzzle, explanation.start, explanation.steps))
    assert single.reason == "R1C2 is 2, as R1C1 is 1, with 3 already excluded."


@pytest.mark.parametrize("strategies", [(1,), (2,)])
def test_where_all_is_bookkeeping_the_first_step_is_told(strategies: tuple[int, ...]) -> None:
    puzzle = Puzzle.build(4, 1, "aaaa", [2, 0, 0, 0])
    explanation = explain(puzzle, strategies)
    one = first(puzzle, explanation.start, explanation.steps)
    assert one is not None
    assert one.step == explanation.steps[0]
    assert first(puzzle, explanation.start, ()) is None


def test_the_first_hint_goes_on_from_the_answers_in_the_puzzle() -> None:
    puzzle = Puzzle.build(3, 1, "aaa", [0] * 3, [0, 0b001, 0b010])
    start = starting_domains(puzzle, use_notes=True)
    one = first(puzzle, start, Explainer(puzzle, LADDER, start).steps())
    assert one is not None
    assert one.reason == "R1C1 is 3, as R1C2 is 1 and R1C3 is 2."
