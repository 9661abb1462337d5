"""Boards with missing cells, compared with slow code in all operations."""

import json
from collections.abc import Callable
from functools import cache
from itertools import product
from random import Random
from typing import Any

import plain_ladder
import pytest
from plain_tectonic import Grid, holed_grids, labels_of, quick_solutions, touch

from zet.cli.command import Record
from zet.cli.tectonic.explain import explain as command
from zet.engines.tectonic import explainer
from zet.engines.tectonic._search import Search
from zet.engines.tectonic.checker import check
from zet.engines.tectonic.enumeration import Solutions, differences
from zet.engines.tectonic.explainer import LADDER, explain
from zet.engines.tectonic.generator import Keep, Wish, generate
from zet.engines.tectonic.mistakes import judge
from zet.engines.tectonic.model import MISSING, Puzzle, PuzzleError, broken_rule, mask_of
from zet.engines.tectonic.original import explain_by_original
from zet.engines.tectonic.patterns import ImpossibleError
from zet.engines.tectonic.rating import rate
from zet.engines.tectonic.symmetry import canonical, mirrored, turned
from zet.engines.tectonic.verifier import verify
from zet.formats.errors import UnreadableError
from zet.formats.tectonic import explanations

MOST = 40


def puzzle_of(grid: Grid) -> Puzzle:
    width, height, pieces, givens = grid
    return Puzzle.build(width, height, labels_of(pieces), givens)


@cache
def boards() -> list[tuple[Puzzle, list[tuple[int, ...]]]]:
    """Return boards with up to `MOST` of their solutions."""
    return [
        (puzzle_of(grid), [tuple(one) for one in quick_solutions(grid, MOST)])
        for grid in holed_grids(1, 300)
    ]


@cache
def proper() -> list[tuple[Puzzle, tuple[int, ...]]]:
    """Return the boards with one solution."""
    return [(puzzle, solutions[0]) for puzzle, solutions in boards() if len(solutions) == 1]


def test_a_board_knows_its_cells() -> None:
    puzzle = Puzzle.build(3, 2, ["a", None, "b", "a", "a", "b"], [1, 0, 0, 0, 0, 2])
    assert puzzle.pieces == (0, MISSING, 1, 0, 0, 1)
    assert puzzle.sizes == (3, 2)
    assert puzzle.cells == [0, 2, 3, 4, 5]
    assert puzzle.members == [[0, 3, 4], [2, 5]]
    assert puzzle.n_open == 3
    assert puzzle.neighbors()[4] == (0, 2, 3, 5)
    assert puzzle.domains() == [1, 0, 3, 7, 7, 2]
    assert broken_rule(puzzle, [1, 0, 1, 2, 3, 2]) is None
    assert broken_rule(puzzle, [1, 2, 1, 2, 3, 2]) == (
        "row 1, column 2: this cell is missing from the board, but has a digit"
    )


@pytest.mark.parametrize(
    ("labels", "givens", "notes", "reason"),
    [
        ([None, None], [0, 0], None, "the board has no cells"),
        (
            [None, 1],
            [1, 0],
            None,
            "row 1, column 1: this cell is missing from the board, but has a digit",
        ),
        (
            [1, None],
            [1, 0],
            [0, 1],
            "row 1, column 2: this cell is missing from the board, but has a digit",
        ),
    ],
)
def test_what_is_no_board(labels: list[Any], givens: list[int], notes: Any, reason: str) -> None:
    with pytest.raises(PuzzleError) as error:
        Puzzle.build(2, 1, labels, givens, notes)
    assert str(error.value) == reason


def test_the_boards_are_of_every_kind() -> None:
    counts = [len(solutions) for _, solutions in boards()]
    assert min(counts.count(0), counts.count(1), sum(1 < count < MOST for count in counts)) > 20


def test_every_solution_is_found_as_the_slow_solver_finds_it(rounds: Callable[[int], int]) -> None:
    for puzzle, solutions in boards():
        found = check(puzzle)
        assert found.count == min(len(solutions), 2)
        assert "the board has missing cells" in found.original_problems
        if len(solutions) < MOST:
            assert sorted(map(tuple, Solutions(puzzle))) == sorted(solutions)
            for cell, mask in enumerate(differences(puzzle).digits):
                assert mask == mask_of({one[cell] for one in solutions} - {0})
    for grid in holed_grids(2, rounds(4000)):
        solutions = [tuple(one) for one in quick_solutions(grid, MOST)]
        assert sorted(map(tuple, _first(puzzle_of(grid)))) == sorted(solutions) or len(solutions) == MOST


def _first(puzzle: Puzzle) -> list[bytes]:
    return [solution for solution, _ in zip(Solutions(puzzle), range(MOST), strict=False)]


@pytest.mark.parametrize("room", ["_search", "_learn"])
def test_both_kernels_find_them(kernel: Callable[[str], Any], room: str) -> None:
    module = kernel(f"zet.engines.tectonic.{room}")
    search = module.Search if room == "_search" else module.Learner
    for puzzle, solutions in boards()[: 40 if module.__file__.endswith(".py") else 400]:
        size = puzzle.width, puzzle.height, puzzle.pieces
        domains = puzzle.domains()
        if room == "_learn":  # which begins where plain search has done what it can
            first = Search(*size, domains)
            if first.run(0) is False:
                continue
            domains = first.root_domains()
        run = search(*size, domains)
        found = []
        while len(found) < MOST and run.run(10**9):
            found.append(tuple(run.digits()))
        assert len(found) == len(solutions)
        assert sorted(found) == sorted(solutions) or len(found) == MOST


def test_every_step_is_the_slow_codes(
    kernel: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, rounds: Callable[[int], int]
) -> None:
    module = kernel("zet.engines.tectonic._ladder")
    monkeypatch.setattr(explainer, "Ladder", module.Ladder)
    for puzzle, _ in boards()[: rounds(160)]:
        assert explain(puzzle) == plain_ladder.explain(puzzle, LADDER)


def test_explanations_hold_and_lead_to_the_solution() -> None:
    by_original = 0
    for puzzle, solution in proper():
        found = explain(puzzle)
        assert (found.status, tuple(mask.bit_length() for mask in found.domains)) == ("solved", solution)
        answer = command.answer(Record("-", 1, puzzle), with_puzzle=True, brief=len(solution) % 2 == 0)
        assert callable(answer.keys)
        text = json.dumps({"status": answer.status, **answer.keys()})
        verdict = verify(explanations.loads(text))
        guessed = any(step.deduction.technique == 9 for step in found.steps)
        assert verdict.status == ("unchecked" if guessed else "valid")
        original = explain_by_original(puzzle)
        if original.status == "solved":
            assert tuple(mask.bit_length() for mask in original.domains) == solution
            by_original += 1
    assert by_original > 20


def test_a_turned_board_is_as_hard() -> None:
    for puzzle, _ in proper()[:30]:
        images = [turned(one, quarters) for one in (puzzle, mirrored(puzzle)) for quarters in range(4)]
        assert len({canonical(image) for image in images}) == 1
        ratings = {(found.score, found.level) for image in images if (found := rate(image))}
        assert len(ratings) == 1


def test_a_wrong_answer_is_named() -> None:
    random = Random(4)
    for puzzle, solution in proper()[:60]:
        cell = random.choice(puzzle.cells)
        digit = random.randint(1, puzzle.sizes[puzzle.pieces[cell]])
        notes = [0] * len(solution)
        notes[cell] = 1 << digit - 1
        found = judge(puzzle.noted(notes)).mistakes
        wrong = digit != solution[cell] and not puzzle.givens[cell]
        assert [(one.cell, one.must_be) for one in found] == ([(cell, solution[cell])] if wrong else [])


def test_givens_are_spared_as_the_slow_solver_says(kernel: Callable[[str], Any]) -> None:
    module = kernel("zet.engines.tectonic._thinner")
    met = set()
    for puzzle, solution in proper()[: 10 if module.__file__.endswith(".py") else 60]:
        thinner = module.Thinner(puzzle.width, puzzle.height, puzzle.pieces, solution)
        for cell in puzzle.cells:
            without = bytearray(thinner.givens())
            without[cell] = 0
            spared = thinner.spare([cell])
            grid = puzzle.width, puzzle.height, list(puzzle.pieces), list(without)
            assert spared in (None, len(quick_solutions(grid, 2)) == 1)
            assert thinner.givens()[cell] == (0 if spared else solution[cell])
            met.add(spared)
    assert met >= {True, False}


def test_cells_on_either_side_of_a_missing_one_do_not_touch() -> None:
    puzzle = Puzzle.build(3, 1, ["a", None, "b"], [0, 0, 0])
    assert not touch(3, 0, 2)
    assert [tuple(one) for one in Solutions(puzzle)] == [(1, 0, 1)]


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ({"pattern": [[1, 2]]}, "[1, 2] is not a cell [row, column] of the board"),
        ({"cells": [[1, 2]]}, "[1, 2] is not a cell [row, column] of the board"),
        ({"strategy": 14, "action": "remove", "chain": []}, None),
        (
            {"strategy": 14, "action": "remove", "chain": [], "conflict": {"cell": [1, 2]}},
            "[1, 2] is not a cell [row, column] of the board",
        ),
    ],
)
def test_nothing_follows_from_a_missing_cell(step: dict[str, Any], fault: str | None) -> None:
    """A chain without a conflict must not point to the first cell, which may be missing."""
    claim = {"strategy": 3, "action": "place", "cells": [[1, 1]], "digits": [1], "pattern": [[1, 1]]}
    data = {
        "width": 2,
        "height": 1,
        "pieces": [[1, None]],
        "givens": [[0, 0]],
        "solution": [[1, 0]],
        "status": "solved",
        "steps": [claim | step],
    }
    if fault:
        with pytest.raises(UnreadableError) as error:
            explanations.loads(json.dumps(data))
        assert str(error.value) == fault
    else:
        mirrored = data | {"pieces": [[None, 1]], "solution": [[0, 1]]}
        mirrored["steps"] = [claim | step | {"cells": [[1, 2]], "pattern": [[1, 2]]}]
        assert verify(explanations.loads(json.dumps(mirrored))).status == "invalid"


@pytest.mark.parametrize("keep", ["givens", "pieces", "pattern", "solution"])
@pytest.mark.parametrize("symmetric", [False, True])
def test_puzzles_are_made_of_an_idea_with_missing_cells(keep: Keep, symmetric: bool) -> None:
    made = 0
    for puzzle, solution in proper()[:12]:
        try:
            found = generate(
                puzzle.width,
                puzzle.height,
                Random(5),
                Wish(idea=puzzle, keep=keep, symmetric=symmetric, minimal=True),
            )
        except PuzzleError:
            continue
        if found is None:
            continue
        made += 1
        assert found.pieces == puzzle.pieces
        grid = puzzle.width, puzzle.height, list(puzzle.pieces), list(found.givens)
        [own] = quick_solutions(grid, 2)
        assert tuple(own) == solution or keep in ("pieces", "pattern")
        there = {cell for cell, given in enumerate(found.givens) if given}
        images = {len(solution) - 1 - cell for cell in there}
        assert images <= there or not symmetric
        given = {cell for cell, digit in enumerate(puzzle.givens) if digit}
        assert given <= there or keep in ("pieces", "solution")
    assert made > 3


def test_a_cell_without_an_image_is_no_symmetric_given() -> None:
    bare = Puzzle.build(4, 2, [None, *"aaaabb", None], [0] * 8)
    lone = Puzzle.build(4, 2, [*"aaaabbb", None], [0] * 8)
    wishes: list[dict[str, Any]] = [{}, {"minimal": True}, {"difficulty": "easy", "forbid": [3]}]
    for seed in range(20):
        for idea, wish in product((bare, lone), wishes):
            puzzle = generate(4, 2, Random(seed), Wish(idea=idea, symmetric=True, **wish))
            if puzzle:
                places = [given > 0 for given in puzzle.givens]
                assert places == places[::-1]
                assert len(quick_solutions((4, 2, list(puzzle.pieces), list(puzzle.givens)), 2)) == 1
    given = lone.filled([1, *[0] * 7])
    wishes = [{"idea": given}, {"idea": given, "keep": "pattern"}, {"idea": lone, "pattern": [0, 1]}]
    for wish in wishes:
        with pytest.raises(ImpossibleError, match="R1C1 cannot be a given in a symmetric pattern"):
            generate(4, 2, Random(1), Wish(symmetric=True, **wish))


def test_the_fewest_givens_of_a_board_with_missing_cells() -> None:
    for puzzle, solution in [one for one in proper() if len(one[0].cells) < 8][:10]:
        found = generate(
            puzzle.width, puzzle.height, Random(1), Wish(idea=puzzle, keep="solution", fewest=True)
        )
        assert found
        sizes = [
            cells.bit_count()
            for cells in range(1 << len(solution))
            if not any(cells >> cell & 1 and not solution[cell] for cell in range(len(solution)))
            and quick_solutions(
                (
                    puzzle.width,
                    puzzle.height,
                    list(puzzle.pieces),
                    [digit if cells >> cell & 1 else 0 for cell, digit in enumerate(solution)],
                ),
                2,
            )
            == [bytes(solution)]
        ]
        assert sum(map(bool, found.givens)) == min(sizes)


def test_a_pattern_must_be_on_the_board() -> None:
    puzzle = Puzzle.build(2, 1, ["a", None], [0, 0])
    with pytest.raises(PuzzleError, match="a cell of the pattern is not on the board"):
        generate(2, 1, Random(1), Wish(idea=puzzle, pattern=[1]))


def test_rows_of_an_explanation_fit_the_board() -> None:
    data = {
        "width": 2,
        "height": 1,
        "pieces": [[1, 1]],
        "givens": [[0, 0]],
        "steps": [],
        "solution": [[1, 2]],
        "start": [[[1]]],
    }
    with pytest.raises(UnreadableError, match=r"^start must be a 1 x 2 array$"):
        explanations.loads(json.dumps(data))
