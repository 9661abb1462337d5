"""The option --after of verify: which answers the proofs of a file refute."""

import json
from pathlib import Path
from random import Random

import pytest
from commands import run
from plain_renju import random_positions

from zet.engines.renju.model import PASS, Game, names
from zet.engines.renju.proof import Proof
from zet.engines.renju.rules import Board
from zet.engines.renju.solver import solve
from zet.engines.renju.symmetry import image
from zet.formats.renju import position, proof_lines
from zet.formats.renju.proofs import Claim

PROOFS = "samples/renju/win.proof"


def text_of(game: Game, rule: str, proof: Proof, symmetry: int = 0) -> str:
    """Return the proof of a position, or its image, as lines of text."""
    if symmetry:
        cells = range(game.n_cells)
        moved = image(Game(moves=tuple(cells), size=game.size), symmetry).moves
        proof, game = mapped(proof, moved), image(game.position(), symmetry)
    return proof_lines.dumps(Claim(game.position(), game.side, rule, proof))


def mapped(proof: Proof, moved: tuple[int, ...]) -> Proof:
    answers = [(moved[cell], mapped(after, moved)) for cell, after in proof.answers]
    threat = proof.threat and mapped(proof.threat, moved)
    return Proof(moved[proof.move], tuple(answers), threat)


def wins(rule: str, most: int) -> list[tuple[Game, Proof]]:
    """Return positions after a winning move that has answers and makes no five, with its proof."""
    found = []
    for other, game in random_positions(7, 4000):
        if other == rule and not Board.of(game, rule).has_any_five():
            proof = solve(game, rule=rule, nodes=2000).proof
            if proof and proof.threat and proof.answers and proof.length < 20:
                found.append((game.then([proof.move]).position(), proof))
                if len(found) == most:
                    break
    return found


@pytest.mark.parametrize("rule", ["renju", "freestyle", "standard"])
def test_all_answers_are_refuted_by_the_parts_of_a_proof(rule: str, tmp_path: Path) -> None:
    """Images count, too; without the proof of one answer, this answer and no other is open."""
    random = Random(5)
    cases = wins(rule, 6)
    assert len(cases) == 6
    for game, proof in cases:
        assert proof.threat
        parts = [(PASS, proof.threat), *proof.answers]
        texts = [text_of(game.then([cell]), rule, one, random.randrange(8)) for cell, one in parts]
        file = tmp_path / "all.proof"
        file.write_text("".join(texts))
        after = position.dumps(game).strip()
        done = run(f"zet renju verify {file} --after '{after}' --format json")
        total = json.loads(done.stdout.splitlines()[-1])
        assert (total["source"], total["status"], total["open"]) == ("total", "win", []), after
        assert total["answers"] == game.n_cells - sum(game.n_stones()) or rule == "renju"
        missing = random.randrange(1, len(parts))
        file.write_text("".join(texts[:missing] + texts[missing + 1 :]))
        done = run(f"zet renju verify {file} --after '{after}' --format json")
        total = json.loads(done.stdout.splitlines()[-1])
        point = names([parts[missing][0]])
        assert (done.returncode, total["status"], total["open"]) == (3, "unknown", point), after


def test_a_threat_refutes_no_answer_that_makes_five(tmp_path: Path) -> None:
    """Black threatens l8: White's five at a5 comes first, and l8 is occupied after White's l8."""
    file = tmp_path / "five.proof"
    file.write_text("proof 1 freestyle h8i8j8k8/a1a2a3a4 black\nl8\n")
    done = run(f"zet renju verify {file} --after 'h8i8j8k8/a1a2a3a4 white'")
    assert done.stdout.splitlines()[-1] == (
        "unknown: after h8i8j8k8/a1a2a3a4 white, the proofs refute 215 of 217 answers; open: a5 l8"
    )


def test_an_invalid_proof_refutes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "bad.proof"
    file.write_text("proof 1 freestyle h8i8j8k8/a1a2a3 black\nm8\n")
    done = run(f"zet renju verify {file} --after 'h8i8j8k8/a1a2a3 white'")
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 1)


@pytest.mark.parametrize(
    ("after", "reason"),
    [
        ("h8h8", "two stones are on h8"),
        ("z99", "is not a move"),
        (";", "there are no stones on the board"),
        ("h8i8 nonsense", "is not a move"),
        ("a1b1c1d1e1/ white", "black has a five through a1"),
        ("w1", "is not a move"),
    ],
)
def test_positions_that_have_no_answers(after: str, reason: str) -> None:
    done = run(f"zet renju verify {PROOFS} --after '{after}'")
    assert (done.returncode, len(done.stderr.strip().splitlines()) <= 4) == (2, True)
    assert reason in done.stderr


def test_moves_that_are_off_the_board_of_a_proof() -> None:
    """The moves are on the board of another size, so the error is that of the proof."""
    done = run(f"zet renju verify {PROOFS} --after v22")
    reason = "--after: column 1: 'v22' is not a move (a1 to o15, or pass)"
    lines = [f"{PROOFS}: record {number}: {reason}" for number in (1, 2)]
    assert (done.returncode, done.stdout, done.stderr.splitlines()) == (2, "", lines)
