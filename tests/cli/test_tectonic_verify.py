"""Contradictions as chains, and the verification of explanations by separate code."""

import gzip
import json
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import run

from zet.cli.command import Record
from zet.cli.tectonic.explain import explain as command
from zet.engines.tectonic.board import Board
from zet.engines.tectonic.chains import chain_of
from zet.engines.tectonic.explainer import explain
from zet.engines.tectonic.generator import Wish, generate
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.solver import solve
from zet.engines.tectonic.verifier import verify
from zet.formats.errors import UnreadableError
from zet.formats.tectonic import line
from zet.formats.tectonic.explanations import loads
from zet.formats.tectonic.json_lines import as_dict

CONTRADICTORY = (
    "8x8:aaabbbcdeebbffcdeeghffccieggjfckiiggjjlkiimmmnlkoommnnlkooonnllk:1.............4.......5................54..4...........224......",
    "8x8:abbbbcccaadbeccfaaddeggfhhddgggfihhhjklfimmjjjllimmnjoolimnnnnoo:43....1......5..3..3...........................3..........4..2..",
    "8x8:aabbbcddeafbbcdgeefhhcdgieffhhdgiifjjhkglijjmkkklinnmmkollnnmmoo:...........5.........2.........2........................3...5..1",
)
"""Puzzles that need contradictions."""


@cache
def puzzles() -> list[Puzzle]:
    """Return puzzles, some of which need contradictions."""
    random = Random(2)
    found = [generate(6, 6, random, Wish(max_piece=size)) for size in (4, 5, 6) for _ in range(2)]
    found += map(line.loads, CONTRADICTORY)
    return [puzzle for puzzle in found if puzzle]


def explained(puzzle: Puzzle, **how: Any) -> dict[str, Any]:
    """Return the JSON of an explanation, including the puzzle."""
    found = command.answer(Record("-", 1, puzzle), with_puzzle=True, **how)
    assert callable(found.keys)
    data: dict[str, Any] = json.loads(json.dumps({"status": found.status, **found.keys()}))
    return data


def verdict(data: dict[str, Any]) -> str:
    return verify(loads(json.dumps(data))).status


@cache
def all_explained() -> list[dict[str, Any]]:
    return [explained(puzzle, brief=brief) for puzzle in puzzles() for brief in (False, True)]


def test_rows_and_columns_may_exceed_the_largest_digit() -> None:
    explain_it = "zet tectonic explain --format json --with-puzzle"
    done = run(f"zet tectonic generate --board 70x2 --seed 1 | {explain_it} | zet tectonic verify")
    assert done.stdout.startswith("-, explanation 1: valid")


def test_every_step_of_every_explanation_holds() -> None:
    for data in all_explained():
        guesses = any(step["strategy"] == 9 for step in data["steps"])
        assert verdict(data) == ("unchecked" if guesses else "valid")


def test_no_link_of_a_chain_can_be_left_out() -> None:
    chains = 0
    for data in all_explained():
        for step in data["steps"]:
            for at in range(len(step.get("chain", []))):
                link = step["chain"].pop(at)
                assert verdict(data) == "invalid"
                step["chain"].insert(at, link)
                chains += 1
    assert chains > 20


@pytest.mark.parametrize(
    ("at", "key", "value", "reason"),
    [
        (
            0,
            "pattern",
            [[2, 2]],
            "the pattern must be one solved cell with the digit that is removed",
        ),
        (0, "cells", [[2, 3]], "the solved cell does not exclude the digit from a changed cell"),
        (0, "solved", [[2, 1, 4]], "the step does not solve a cell as stated"),
        (0, "strategy", 16, "the number of the technique is unknown"),
        (2, "strategy", 15, "the pattern must be the cell that changes"),
        (0, "action", "place", "the technique does not permit this action"),
        (0, "cells", [], "cells, digits or a pattern are missing"),
        (2, "strategy", 4, "the cells do not form the pattern that the technique requires"),
        (2, "strategy", 10, "the digit has other places in the piece"),
        (2, "strategy", 12, "the pattern must be the whole piece that contains the cells"),
    ],
)
def test_what_is_wrong_is_named(at: int, key: str, value: object, reason: str) -> None:
    data = explained(Puzzle.build(3, 2, "aabaab", [1, 3, 1, 0, 0, 0]))
    if key == "strategy" and at == 2:
        data["steps"][at]["cells"] = [[1, 1]]
    data["steps"][at][key] = value
    found = verify(loads(json.dumps(data)))
    assert (found.status, found.step, found.reason) == ("invalid", at + 1, reason)


def test_the_end_is_checked() -> None:
    data = explained(Puzzle.build(3, 2, "aabaab", [1, 3, 1, 0, 0, 0]))
    data["solution"][1][0] = 3
    found = verify(loads(json.dumps(data)))
    assert (found.status, found.step, found.reason) == (
        "invalid",
        0,
        "the steps do not lead to the solution",
    )
    data["steps"].pop()
    assert verdict(data) == "invalid"


def test_the_solution_of_an_unsolvable_puzzle_has_the_digits_of_the_steps() -> None:
    # The step that empties R2C2 would first have solved R1C1, but it is not part of the explanation.
    data = explained(line.loads("3x3:aabcbbccb:....2.31."), method=partial(explain, strategies=(1, 2, 3)))
    assert data["reason"] == "R2C2 has no candidate left"
    assert data["solution"] == [[0, 0, 0], [2, 0, 0], [3, 1, 0]]
    assert verdict(data) == "valid"


def test_the_pattern_of_each_link_is_checked() -> None:
    n_singles = 0
    for data in all_explained():
        for step in data["steps"]:
            for link in step.get("chain", ()):
                if link["strategy"] is None:
                    n_singles += 1
                    [[row, column]] = link["pattern"]
                    link["pattern"] = [[row, column + 1 if column == 1 else 1]]
                    assert verdict(data) == "invalid"
                    link["pattern"] = [[row, column]]
                if n_singles > 9:
                    return
    pytest.fail("too few naked singles")


def test_that_there_is_no_solution_is_shown_or_not() -> None:
    data = explained(Puzzle.build(3, 1, "abc", [0, 0, 0]))
    assert (data["status"], verdict(data)) == ("unsolvable", "valid")
    unnamed = {"reason": "R9C9 has no candidate left", "solution": [[1, 1, 1]]}
    assert verdict(data | unnamed) == "unchecked"
    assert verdict(data | {"solution": [[1, 1, 1]]}) == "invalid"
    assert verdict(data | {"solution": [[0, 0, 1]]}) == "invalid"
    assert verdict(data | {"code": "broken-rule"}) == "invalid"
    assert verdict(data | {"unique": True}) == "invalid"
    data = explained(Puzzle.build(2, 1, "aa", [0, 0])) | {"status": "unsolvable", "steps": []}
    assert verdict(data | {"solution": [[0, 0]], "guesses": 0}) == "unchecked"


def test_a_candidate_is_refuted_only_if_it_is_wrong() -> None:
    refuted = 0
    for puzzle in puzzles()[:1]:
        [solution] = solve(puzzle).solutions
        board = Board(puzzle)
        for cell, digit in enumerate(solution):
            assert chain_of(board, cell, digit) is None
            for other in range(1, puzzle.sizes[puzzle.pieces[cell]] + 1):
                refuted += other != digit and chain_of(board, cell, other) is not None
    assert refuted > 20


def test_subsets_are_links_where_nothing_else_leads_on() -> None:
    masks = [0b10111, 0b10111, 0b111, 0b111, 0b1111000, 0b1111000, 0b1111000]
    board = Board(Puzzle.build(7, 1, "aaaaaaa", [0] * 7), masks)
    chain = chain_of(board, 4, 5)
    assert chain is not None
    assert {link.technique for link in chain.links} & {6, 11, 12}


STEP = {"strategy": 1, "action": "remove", "cells": [], "digits": [], "pattern": []}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"steps": 1}, "steps must be a list"),
        ({"steps": [1]}, "a step must be an object"),
        ({"steps": [{}]}, "strategy must be the number of a technique"),
        ({"steps": [{"strategy": 1}]}, "action must be one of remove, place, guess"),
        ({"steps": [STEP | {"cells": None}]}, "cells must be a list"),
        ({"steps": [STEP | {"cells": [[3, 1]]}]}, "[3, 1] is not a cell [row, column] of the board"),
        ({"steps": [STEP | {"chain": 2}]}, "chain must be a list"),
        ({"steps": [STEP | {"reason": 2}]}, "reason must be a string"),
        ({"status": "won"}, "status must be one of solved, stuck, unsolvable, unknown"),
        ({"unique": 1}, "unique must be true, false or null"),
        ({"guesses": True}, "guesses must be a whole number"),
        ({"solution": 1}, "solution must be a 1 x 2 array"),
        ({"pieces": None}, "pieces must be a 1 x 2 array"),
    ],
)
def test_what_is_no_explanation_is_refused(change: dict[str, Any], reason: str) -> None:
    data = as_dict(Puzzle.build(2, 1, "aa", [0, 0])) | {"steps": [], "solution": [[0, 0]]}
    data |= {"status": "stuck"} | change
    with pytest.raises(UnreadableError, match=reason.replace("[", r"\[")):
        loads(json.dumps(data))


def test_explanations_of_notes_begin_with_them() -> None:
    puzzle = Puzzle.build(2, 1, "aa", [0, 0], [1, 0])
    found = explain(puzzle, use_notes=True)
    data = explained(puzzle, method=lambda one: explain(one, use_notes=True))
    assert found.status == "solved"
    assert data["start"] == [[[1], [1, 2]]]
    assert verdict(data) == "valid-from-notes"
    assert verdict(data | {"unique": True}) == "invalid"
    assert verdict(data | {"start": [[[1], [3]]]}) == "invalid"
    del data["start"]
    assert verdict(data) == "invalid"


def test_reasons_are_in_english_in_json_whatever_the_language() -> None:
    explain_it = "zet tectonic explain --format json --with-puzzle samples/tectonic/tight.txt"
    assert run(f"{explain_it} --lang nl").stdout == run(explain_it).stdout


def test_a_repeated_key_is_refused() -> None:
    text = json.dumps(explained(Puzzle.build(2, 1, "aa", [1, 0])))
    with pytest.raises(UnreadableError, match="the key 'steps' occurs twice"):
        loads(text.replace('"steps": ', '"steps": [], "steps": ', 1))


def test_published_explanations_are_the_output_of_the_command_in_the_docs() -> None:
    command_line = "zet tectonic explain --brief --format json --with-puzzle samples/tectonic/hardest.txt"
    published = Path(__file__).parents[2] / "samples/tectonic/results/hardest.jsonl.gz"
    assert f"{command_line} | gzip" in (published.parents[3] / "docs/tectonic/results.md").read_text()
    assert gzip.decompress(published.read_bytes()).decode() == run(command_line).stdout
