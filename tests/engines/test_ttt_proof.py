"""Proofs that a side never gets a line: correct proofs are accepted, and changed ones detected."""

import io
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from commands import run
from plain_ttt import has_line, outcome
from ttt_positions import at_random
from verifiers.strangers import verdicts

from zet.engines.ttt.model import OTHER, Position, Side
from zet.engines.ttt.proof import Answer, Part, Proof, ProofError, check, prove, zone_of
from zet.engines.ttt.table import evaluate
from zet.formats.errors import FormatError
from zet.formats.ttt import PROOFS


def test_who_cannot_win_is_proved_not_to(rounds) -> None:  # type: ignore[no-untyped-def]
    random = Random("proofs")
    for _ in range(rounds(400)):
        position = at_random(
            random, *random.choice([(3, 3, 3), (4, 3, 3), (3, 4, 4)]), random.randrange(1, 10)
        )
        value = evaluate(position)[0]
        for side in OTHER:
            if (value if side == position.to_move else -value) == 1:
                with pytest.raises(ProofError, match=f"{side} can win"):
                    prove(position, side)
                continue
            proof = prove(position, side)
            assert proof
            assert check(proof) is None
            text = PROOFS["proof"].dumps()(proof)
            assert isinstance(text, str)
            assert list(PROOFS["proof"].load(io.BytesIO(text.encode()), "in")) == [proof]


def test_a_zone_suffices_where_the_attacker_has_all_cells_outside(rounds) -> None:  # type: ignore[no-untyped-def]
    random = Random("zones")
    smaller = 0
    for _ in range(rounds(3000)):
        position = at_random(
            random, *random.choice([(3, 3, 3), (4, 3, 3), (4, 3, 4)]), random.randrange(8)
        )
        side = position.to_move
        if position.is_over or evaluate(position)[0] == 1:
            continue
        proof = prove(position, side)
        assert proof
        zone = zone_of(proof)
        cells = "".join(
            side if cell == "." and not zone >> number & 1 else cell
            for number, cell in enumerate(position.cells)
        )
        width = position.width
        board = tuple(cells[at : at + width] for at in range(0, len(cells), width))
        assert not has_line(board, position.k, side)
        assert outcome(board, position.k, side)[0] < 1
        smaller += cells != position.cells
    assert smaller > 20


def test_every_change_of_a_proof_is_found_or_harmless() -> None:
    """Every proof that the checker accepts is true: X never gets the stated line."""
    proof = prove(Position.empty(4, 4, 4), "X")
    assert proof
    assert check(proof) is None
    faults = set()
    for number, part in enumerate(proof.parts):
        others = [Part(), Part(answers={}), replace(part, pairs=part.pairs[1:])]
        others += [replace(part, pairs=part.pairs * 2)] if part.pairs else []
        for move, answer in (part.answers or {}).items():
            for other in (None, Answer(None, None), Answer(answer.cell, None), Answer(move, answer.part)):
                left = {key: value for key, value in part.answers.items() if key != move}  # type: ignore[union-attr]
                others.append(Part(answers=left | ({move: other} if other else {})))
        for other_part in others:
            parts = (*proof.parts[:number], other_part, *proof.parts[number + 1 :])
            if other_part != part and (fault := check(replace(proof, parts=parts))):
                faults.add(fault.template)
    assert {text.partition(": ")[2] for text in faults} >= {
        "two pairs share a cell, or a pair includes a taken cell",
        "the pairs do not block every line",
        "move {move} has no answer",
        "an answer is missing",
        "the answer to move {move} does not name an earlier part",
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("proof 1 3 X ......... X 4\n-\n", "the first line has an answer, but it is the attacker's turn"),
        ("proof 0 3 X ......... X\n", "the proof has no parts"),
        ("proof 1 3 X ......... O\n-\n", ".........: an answer is missing"),
        ("proof 1 3 X XX.O.O... X\n2>4\n", "XX.O.O...: move 2 wins"),
        ("proof 1 3 X XO....... X\n*\n", "XO.......: move 2 has no answer"),
        ("proof 1 3 X XO....... X\n0>4:0\n", "cell 0 is taken"),
        ("proof 1 3 O XO....... O 9\n-\n", "the first line has an answer, but it is the attacker's turn"),
        ("proof 1 3 O XO....... X 9\n-\n", "there is no cell 9; cells are numbered from 0 to 8"),
    ],
)
def test_what_is_no_proof(text: str, reason: str) -> None:
    [proof] = PROOFS["proof"].load(io.BytesIO(text.encode()), "in")
    assert isinstance(proof, Proof)
    assert check(proof) == reason


def test_the_last_move_of_a_board_needs_no_answer() -> None:
    proof = Proof(
        Position(3, 3, 3, "XOXXOOOX.", "X", None), "X", (Part(answers={8: Answer(None, None)}),)
    )
    assert check(proof) is None
    assert zone_of(proof) == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("proof\n", "in:1: expected a line such as 'proof 2 3 X XO..X...O O'"),
        ("proof 2 3 X .../ X\n-\n", "in:1: the first line states 2 parts, but the proof has 1"),
        (
            "proof 1 3 X .../ X\n1-2 3>4\n",
            "in:1: part 0: '1-2' is neither a pair like 2-5 nor an answer like 1>3:0",
        ),
        (
            "proof 1 3 X .../ X\n1-23-4\n",
            "in:1: part 0: '1-23-4' is neither a pair like 2-5 nor an answer like 1>3:0",
        ),
        (
            "proof 1 3 X X. X\n-\n",
            "in:1: 2 cells, not 9; on boards of other sizes, '/' separates the rows",
        ),
        ("proof 1 3 X .../ X\n\xff\n", "in:2:1: not UTF-8 text"),
    ],
)
def test_what_cannot_be_read(text: str, reason: str) -> None:
    good = "proof 1 3 X .../ X\n-\n"
    first, second = PROOFS["proof"].load(io.BytesIO((text + good).encode("latin-1")), "in")
    assert str(first) == reason
    assert not isinstance(second, FormatError)


@pytest.mark.parametrize("first", OTHER)
def test_with_one_in_a_row_the_first_move_wins(first: Side) -> None:
    other = OTHER[first]
    texts = []
    for width, height in product((1, 2, 3), repeat=2):
        position = Position.empty(width, height, 1, first)
        with pytest.raises(ProofError, match=f"{first} can win"):
            prove(position, first)
        proof = prove(position, other)
        assert proof == Proof(position, other, (), 0)
        assert check(proof) is None
        texts.append(PROOFS["proof"].dumps()(proof))
        board = f"--board {height}x{width} --k 1 --begins {first}"
        done = run(f"zet ttt solve {board} --format proof")
        assert done.stdout.endswith(str(texts[-1]))
        assert run("zet ttt verify", stdin=done.stdout).returncode == 0
    assert verdicts("ttt_proof", "".join(map(str, texts))) == ["valid"] * 9


@pytest.mark.slow
def test_seven_by_seven_is_a_draw_by_its_proof() -> None:
    text = run("zet ttt solve --board 7x7 --k 5 --format proof").stdout
    done = run("zet ttt verify", stdin=text)
    words = "valid: X never gets 5 in a row; the proof has 1739 parts"
    assert done.stdout.splitlines()[0] == f"-, proof 1: {words}"
    assert done.returncode == 0
