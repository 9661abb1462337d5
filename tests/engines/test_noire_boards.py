"""NOIRE's verdicts on hostile boards, compared with the plain rules and the threat search."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from noire_boards import TRAPS, boards, contradiction

from zet.engines.noire.program import Program
from zet.engines.noire.solver import solve
from zet.engines.renju.proof import verify
from zet.formats.blanche import joined, rule_set
from zet.formats.renju.position import loads as position

SOUND = rule_set("sound")
WITH_FOURS = joined([SOUND, rule_set("fours")])


@pytest.mark.parametrize("program", [SOUND, WITH_FOURS], ids=["sound", "fours"])
def test_no_contradiction(program: Program, rounds: Callable[[int], int]) -> None:
    """Every win has a valid proof, not longer than claimed, and no other search excludes the win."""
    said: set[str] = set()
    for game in boards(20, rounds(600)):
        words, fault = contradiction(game, program)
        assert not fault, (game, words, fault)
        said.add(words)
    assert {"shortest win", "no-win", "unknown"} <= said


def test_the_check_sees_answers_that_are_overlooked() -> None:
    """With only the thesis's answers, the same check fails."""
    inexact = replace(SOUND, is_exact=False)
    assert all(contradiction(game, inexact)[1] for game in TRAPS)


def test_a_proof_by_rules_of_every_level() -> None:
    """A proof includes the searched moves and the moves of the rules, and is not longer than claimed."""
    game = position("f3f4g4d5g5e6b7e7e8k8d10f10i10f12h13/d3d4g6i6d8g8c9e9f11 b")
    for level in (1, 3, 5, 7):
        found = solve(game, SOUND, level=level, prove=True)
        assert found.proof
        assert found.length
        assert 9 <= found.proof.length <= found.length
        assert verify(game, found.proof, game.side) is None
