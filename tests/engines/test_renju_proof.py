"""The verifier of proofs: its rules and its verdicts, compared with the plain ones."""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from kernels import resized_often
from plain_renju import plainly_verified, random_positions

from zet.engines.renju import _verifier, proof as proof_module
from zet.engines.renju.board import BOARDS, KINDS
from zet.engines.renju.model import N_CELLS, SIDE, Game, cell_of, names
from zet.engines.renju.proof import Proof, check, parts_of, verify
from zet.engines.renju.rules import Board
from zet.engines.renju.solver import solve
from zet.formats.renju.position import loads

VERIFIER = "zet.engines.renju._verifier"


@pytest.fixture
def is_slow(kernel: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Make the verifier use the kernel, compiled or interpreted; return whether it is slow."""
    module = kernel(VERIFIER)
    made = {(rule, SIDE): module.Verifier(*kinds) for rule, kinds in BOARDS.items()}
    monkeypatch.setattr(proof_module, "_verifier", lambda *key: made[key])
    return bool(module.__file__.endswith(".py"))


def with_stones(game: Game, rule: str) -> Any:
    verifier = proof_module._verifier(rule, SIDE)
    verifier.clear()
    for color, cells in enumerate(game.stones()):
        for cell in cells:
            verifier.put(cell, color)
    return verifier


def test_its_rules_are_the_plain_ones(is_slow: bool, rounds: Callable[[int], int]) -> None:
    """Fives of both colors and forbidden points, for all rules, also on crowded boards."""
    kinds = dict.fromkeys(KINDS, 0)
    for rule, game in random_positions(41, 12 if is_slow else rounds(480)):
        board, verifier = Board.of(game, rule), with_stones(game, rule)
        for color in (0, 1):
            assert set(verifier.five_cells(color)) == board.five_cells(color), (game, rule)
        for cell in board.empty():
            kind = board.forbidden(cell)
            assert verifier.forbidden(cell) == (KINDS.index(kind) + 1 if kind else 0), (game, cell)
            if kind:
                kinds[kind] += 1
    assert is_slow or min(kinds.values()) > 0


def changed(proof: Proof, random: Random) -> Proof:
    """Return a proof with one change: of a move, an answer or a threat."""
    if proof.threat is not None and random.random() < 0.6:
        number = random.randrange(len(proof.answers) + 1)
        if number == len(proof.answers):
            return replace(proof, threat=changed(proof.threat, random))
        answers = list(proof.answers)
        answers[number] = (answers[number][0], changed(answers[number][1], random))
        return replace(proof, answers=tuple(answers))
    match random.randrange(4):
        case 0:
            near = proof.move + random.choice((-32, -16, -15, -14, -2, -1, 1, 2, 14, 15, 16, 32))
            return replace(proof, move=near % N_CELLS)
        case 1:
            return replace(proof, answers=proof.answers[1:])
        case 2 if proof.threat is not None:
            return replace(proof.threat)
        case 3 if proof.answers:
            number = random.randrange(len(proof.answers))
            answers = list(proof.answers)
            answers[number] = (random.randrange(N_CELLS), answers[number][1])
            return replace(proof, answers=tuple(answers))
    return Proof(random.randrange(N_CELLS), ((random.randrange(N_CELLS), proof),), proof)


def proofs(seed: int, most_parts: int) -> Iterator[tuple[str, Game, Proof]]:
    """Yield wins in random positions, with their proofs; each needs more than a double threat."""
    for rule, game in random_positions(seed, 100_000):
        for rule_of in {rule, "renju"}:
            found = solve(game, rule=rule_of, nodes=3000)
            if found.proof and found.proof.length > 5 and len(parts_of(found.proof)) <= most_parts:
                yield rule_of, game, found.proof


def test_what_it_says_of_a_proof_is_what_the_plain_one_says(
    is_slow: bool, rounds: Callable[[int], int]
) -> None:
    """Unchanged proofs are valid; changed proofs fail at the same place and for the same reason."""
    random = Random(42)
    said = dict.fromkeys(("holds", "is taken", "is forbidden", "no five", "makes five"), 0)
    for rule, game, proof in islice(proofs(43, 12), 2 if is_slow else rounds(208)):
        assert verify(game, proof, game.side, rule) is None
        assert plainly_verified(game, proof, game.side, rule) is None
        for _ in range(4):
            other = changed(proof, random)
            fault = verify(game, other, game.side, rule)
            assert fault == plainly_verified(game, other, game.side, rule), (game, rule, other)
            reason = fault.reason if fault else "holds"
            said = {words: count + (words in reason) for words, count in said.items()}
    assert is_slow or min(said.values()) > 0, said


def test_the_parts_of_a_proof(rounds: Callable[[int], int]) -> None:
    """Each part comes after its own parts, all parts differ, and the last part is the proof."""
    for _rule, _game, proof in islice(proofs(44, 1000), rounds(40)):
        parts = parts_of(proof)
        numbers = {id(part): number for number, part in enumerate(parts)}
        for number, part in enumerate(parts):
            below = [after for _, after in part.answers] + ([part.threat] if part.threat else [])
            assert all(numbers[id(one)] < number for one in below)
        assert len({str(part) for part in parts}) == len(parts)
        assert parts[-1] == proof


OPEN = "h8i8j8k8/ b"


def nested(depth: int) -> Proof:
    """Return a proof that takes many moves to verify: quiet moves while an open four lasts."""
    left, right = Proof(cell_of("g8")), Proof(cell_of("l8"))
    quiet = [2 * number + number // 7 for number in range(depth)]
    answers = ((left.move, right), *((cell, left) for cell in (right.move, *quiet)))
    proof = Proof(quiet[0], answers[:2], left)
    for cell in quiet[1:]:
        proof = Proof(cell, answers, proof)
    return proof


def test_limits(is_slow: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Verification gives up if it takes too long."""
    game = loads(OPEN)
    assert verify(game, nested(1), 0) is None
    found = check(game, nested(12), 0, nodes=10_000)
    assert (found.status, found.limit, found.nodes) == ("unknown", "nodes", 10_000)
    late = check(game, nested(12), 0, seconds=0, nodes=1000 if is_slow else 200_000)
    assert (late.status, late.limit) == ("unknown", "time")
    monkeypatch.setattr(proof_module, "PER_PART", 10)
    with pytest.raises(ValueError, match="too many moves"):
        verify(game, nested(12), 0)


def test_ctrl_c() -> None:
    """An interrupt during a poll reaches the caller."""

    def interrupt(_nodes: int) -> bool:
        raise KeyboardInterrupt

    verifier = with_stones(loads(OPEN), "renju")
    arrays = proof_module.arrays_of(parts_of(nested(12)))
    with pytest.raises(KeyboardInterrupt):
        verifier.holds(arrays, 0, 1 << 40, interrupt)
    # The board is as it was.
    assert names(verifier.five_cells(0)) == ["g8", "l8"]


@pytest.mark.parametrize("times", range(4))
def test_without_memory_it_says_so(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    verifier = with_stones(loads(OPEN), "renju")
    arrays = proof_module.arrays_of(parts_of(nested(12)))
    monkeypatch.setattr(_verifier, "resized", resized_often(times))
    with pytest.raises(MemoryError):
        verifier.holds(arrays, 0, 1 << 40, None)
    assert names(verifier.five_cells(0)) == ["g8", "l8"]


@pytest.mark.usefixtures("is_slow")
@pytest.mark.parametrize(
    "spoilt",
    [
        ([225, 0], [-1, 0], [0, 0, 0], [], []),
        ([-1, 0], [-1, 0], [0, 0, 0], [], []),
        ([0, 1], [-1, 1], [0, 0, 0], [], []),
        ([0, 1], [-1, 2], [0, 0, 0], [], []),
        ([0, 1], [-2, 0], [0, 0, 0], [], []),
        ([0, 1], [-1, 0], [0, 0, 1], [], []),
        ([0, 1], [-1, 0], [0, 1, 0], [5], [0]),
        ([0, 1], [-1, 0], [0, 0, 1], [225], [0]),
        ([0, 1], [-1, 0], [0, 0, 1], [5], [1]),
        ([0, 1], [-1, 0], [0, 0, 1], [5], [-1]),
        ([0, 1], [-1], [0, 0, 0], [], []),
        ([], [], [0], [], []),
    ],
)
def test_numbers_out_of_their_range(spoilt: tuple[list[int], ...]) -> None:
    verifier = with_stones(loads(OPEN), "renju")
    with pytest.raises(ValueError, match=r"range|lengths|order"):
        verifier.holds(tuple(array("i", numbers) for numbers in spoilt), 0, 1000, None)
    with pytest.raises(ValueError, match="empty cell"):
        verifier.put(cell_of("h8"), 0)
    for cell in (-1, 225, cell_of("h8")):
        with pytest.raises(ValueError, match="empty cell"):
            verifier.forbidden(cell)
