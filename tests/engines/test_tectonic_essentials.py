"""Explanations without the steps that the solution does not need."""

import pytest
from commands import run

from zet.engines import tectonic
from zet.engines.tectonic.rating import SINGLES
from zet.formats.tectonic import line


@pytest.fixture(scope="module")
def puzzles() -> list[tectonic.Puzzle]:
    text = run("zet tectonic generate --width 8 --height 8 --count 6 --seed 2").stdout
    return [line.loads(one) for one in text.splitlines()]


def hard(found: tectonic.Explanation) -> list[tectonic.Step]:
    return [step for step in found.steps if step.deduction.technique not in SINGLES]


def test_the_solution_stays_and_each_conclusion_is_true(puzzles: list[tectonic.Puzzle]) -> None:
    fewer = 0
    for puzzle in puzzles:
        found = tectonic.explain(puzzle)
        reduced = tectonic.essentials.essential(puzzle, found)
        assert (reduced.status, reduced.domains) == ("solved", found.domains)
        assert set(hard(reduced)) <= set(hard(found)) or len(hard(reduced)) <= len(hard(found))
        fewer += len(hard(found)) - len(hard(reduced))
        board = tectonic.board.Board(puzzle, reduced.start)
        for step in reduced.steps:
            board.apply(step.deduction)
            assert all(left & only for left, only in zip(board.domains, found.domains, strict=True))
            assert all(board.digits()[cell] == digit for cell, digit in step.solved)
        assert board.domains == list(found.domains)
    assert fewer > 5


def test_no_conclusion_can_be_left_out(puzzles: list[tectonic.Puzzle]) -> None:
    for puzzle in puzzles:
        reduced = tectonic.essentials.essential(puzzle, tectonic.explain(puzzle))
        assert hard(tectonic.essentials.essential(puzzle, reduced)) == hard(reduced)


def test_an_explanation_without_a_solution_stays_as_it_is(puzzles: list[tectonic.Puzzle]) -> None:
    found = tectonic.explain(puzzles[0], [1, 2])
    assert found.status == "stuck"
    assert tectonic.essentials.essential(puzzles[0], found) is found
