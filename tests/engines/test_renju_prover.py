"""Long searches for proofs, and their results: positions up to symmetry, and similar positions."""

import sys
from itertools import pairwise
from typing import Any

import pytest

from zet.engines.kernel.clock import Deadline
from zet.engines.renju import outline as outlines, prover
from zet.engines.renju.constants import PROBABLE
from zet.engines.renju.model import PASS, Game, cell_of
from zet.engines.renju.open_proof import FirstMove, OpenPosition, OpenProof
from zet.engines.renju.outline import outline
from zet.engines.renju.player import Choice
from zet.engines.renju.proof import Proof, arrays_of, check, parts_of, proof_of, without
from zet.engines.renju.quiet import win_by_quiet_moves
from zet.engines.renju.results import Results, winning_in
from zet.engines.renju.solver import solve
from zet.engines.renju.symmetry import image, key
from zet.engines.renju.weights import by_hand
from zet.formats.renju.moves import moves_in
from zet.formats.renju.position import loads

ROOT = "h8i9/a1e5 b"
"""A position, in freestyle, that Black wins with quiet moves."""

WEIGHTS = by_hand("freestyle")

SHORT = (20_000, 20_001, 20_002, 20_003, 20_004)
"""Limits within which a search by quiet moves wins after each answer to a first move, but not before."""


@pytest.fixture(scope="module")
def known() -> tuple[Game, Proof, Results]:
    """Return a position with its proof, and results that contain only this position."""
    game = loads(ROOT)
    found, _nodes = win_by_quiet_moves(game, 0, "freestyle", 2_000_000, Deadline(None))
    assert isinstance(found, Proof)
    results = Results()
    results.add(game, found)
    return game, found, results


def searcher_with(results: Results) -> prover._Prover:
    """Return a search without limits."""
    return prover._Prover(WEIGHTS, results, None, Deadline(None), map, lambda _step: None)


def test_a_proof_survives_its_arrays(known: tuple[Game, Proof, Results]) -> None:
    """Conversion to arrays and back does not change a proof."""
    _game, proof, _results = known
    assert proof_of(arrays_of(parts_of(proof))) == proof


@pytest.mark.parametrize("symmetry", range(8))
def test_images_are_known(known: tuple[Game, Proof, Results], symmetry: int) -> None:
    """The image of a proven position is known; the verifier accepts the image of the proof."""
    game, proof, results = known
    turned = image(game, symmetry)
    found = results.proof_of(turned)
    assert turned in results
    assert found is not None
    assert found.length == proof.length
    assert check(turned, found, 0, "freestyle").status == "valid"
    moves = results.winning(turned)[sum(1 << cell for cell in turned.black)]
    assert moves[0] == found.move


def test_other_positions_are_unknown(known: tuple[Game, Proof, Results]) -> None:
    """A position with another stone, or another side to move, is not considered known."""
    game, _proof, results = known
    assert loads("h8i9/a1e6 b") not in results
    assert loads("h8i9/a1e5 w") not in results
    assert results.proof_of(Game(game.black, game.white, 1)) is None


def test_failures_are_kept() -> None:
    """The longest search without a result is recorded for all images of its position."""
    game, results = loads(ROOT), Results()
    assert results.tried(game) == 0
    results.fail(game, 200)
    results.fail(image(game, 5), 100)
    assert results.tried(image(game, 3)) == 200


def test_a_position_without_a_win_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a win by quiet moves is excluded, the search is not repeated, for any limit and any image."""
    monkeypatch.setattr(prover._Prover, "_candidates", lambda *_: [])
    game, results = loads("h8/i8 b"), Results()
    first = prover.prove(game, WEIGHTS, results)
    assert first.status == "unknown"
    assert 0 < first.nodes < prover.LIMITS[0]
    assert results.tried(game) == sys.maxsize
    assert prover.prove(image(game, 3), WEIGHTS, results).nodes == 0


def test_a_far_stone_makes_no_difference(known: tuple[Game, Proof, Results]) -> None:
    """The proof of a position with one stone elsewhere proves the position without a search."""
    _game, _proof, results = known
    near = image(loads("h8i9/a2e5 b"), 6)
    graphs = results.similar(near, 4)
    assert len(graphs) == 1
    assert winning_in(near, graphs).keys() >= {sum(1 << cell for cell in near.black)}
    found, nodes = prover.attempt("freestyle", 0, None, near, graphs, {})
    assert isinstance(found, Proof)
    assert nodes == 0
    assert check(near, found, 0, "freestyle").status == "valid"
    assert not results.similar(loads("h8i9/a2e6 b"), 4)


def test_a_second_image_changes_nothing(known: tuple[Game, Proof, Results]) -> None:
    """Concatenated work files may contain a position and its image; the first proof remains."""
    game, proof, _results = known
    results = Results()
    results.add(game, proof)
    turned = results.proof_of(image(game, 6))
    assert turned is not None
    results.add(image(game, 6), turned)
    assert len(results) == 1
    assert len(results.similar(image(loads("h8i9/a2e5 b"), 6), 4)) == 1


def test_the_farthest_stone_is_elsewhere_first() -> None:
    """Proofs that differ in the stone farthest from the attacker's stones come first."""
    results = Results()
    far, near = Proof(cell_of("j8", 15)), Proof(cell_of("e8", 15))
    results.add(Game.build(moves=moves_in("h8a1i8b1g8g9", 15)), near)
    results.add(Game.build(moves=moves_in("h8a1i8o1g8j9", 15)), far)
    graphs = results.similar(Game.build(moves=moves_in("h8a1i8b1g8j9", 15)), 4)
    assert [proof_of(graph) for graph in graphs] == [far, near]


def test_only_quiet_moves_are_preferred() -> None:
    """The moves of a proof by fours and threes are not preferred: other searches find such wins too."""
    game, results = loads("f8g8h8/f9g9 b"), Results()
    proof = solve(game, rule="freestyle").proof
    assert proof is not None
    results.add(game, proof)
    assert not results.winning(game)


def test_unused_answers_can_be_left_out() -> None:
    """The verifier finds answers that no position needs, and they can be removed."""
    game = loads("f8g8h8/f9g9 b")
    proof = solve(game, rule="freestyle").proof
    assert proof is not None
    assert proof.threat is not None
    more = Proof(proof.move, (*proof.answers, (cell_of("h8", 15), proof.threat)), proof.threat)
    found = check(game, more, 0, "freestyle")
    assert found.status == "unused"
    assert without(more, found.numbers) == proof
    assert prover.pruned(proof, check(game, proof, 0, "freestyle")) is proof


def test_a_threat_of_the_third_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits too short for the position suffice for all answers to a move, and so for the position."""
    monkeypatch.setattr(prover, "LIMITS", SHORT)
    game, results, steps = loads(ROOT), Results(), list[prover.Step]()
    found = prover.prove(game, WEIGHTS, results, report=steps.append)
    assert found.status == "win"
    assert found.proof is not None
    assert check(game, found.proof, 0, "freestyle").status == "valid"
    assert steps[-1].game.moves[-1] == found.proof.move
    answered = [game.then([found.proof.move, cell]) for cell, _proof in found.proof.answers]
    assert steps[-1][1:] == (True, 0, len({key(one.position()) for one in answered}), 0, 0)
    assert len({step.game for step in steps}) > 1
    assert all(one != other for one, other in pairwise(steps))
    assert game.then([found.proof.move, PASS]) in results
    again = prover.prove(image(game, 6), WEIGHTS, results)
    assert again.status == "win"
    assert again.nodes == 0


def test_first_moves_are_searched_for_at_any_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    """With very short limits, positions many moves on get first moves of their own."""
    monkeypatch.setattr(prover, "LIMITS", (2_000, 2_001, 2_002, 2_003, 2_004))
    game, results = loads(ROOT), Results()
    found = prover.prove(game, WEIGHTS, results)
    assert found.proof is not None
    assert check(game, found.proof, 0, "freestyle").status == "valid"
    assert max(len(one.black) for one, _proof in results) >= len(game.black) + 3


def test_the_position_after_a_pass_is_proven_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no search wins after a pass, first moves do, as after an answer."""
    game, results, steps = loads(ROOT), Results(), list[prover.Step]()
    passed, original = game.then([cell_of("i8"), PASS]), prover.attempt

    def attempt(rule: str, nodes: int, seconds: float | None, one: Game, *rest: Any) -> Any:
        return ("unknown", nodes) if one == passed else original(rule, nodes, seconds, one, *rest)

    candidates = prover._Prover._candidates
    monkeypatch.setattr(prover, "LIMITS", SHORT)
    monkeypatch.setattr(prover, "attempt", attempt)
    monkeypatch.setattr(
        prover._Prover,
        "_candidates",
        lambda self, one, *known: [cell_of("i8")] if one.game == game else candidates(self, one, *known),
    )
    found = prover.prove(game, WEIGHTS, results, report=steps.append)
    assert found.proof is not None
    assert found.proof.move == cell_of("i8")
    assert check(game, found.proof, 0, "freestyle").status == "valid"
    assert not steps[0].has_threat
    assert steps[-1].has_threat


def test_a_proof_that_is_not_valid_is_verified_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the whole proof of a move fails, for example at a limit, the move is given up."""
    verified = list[int]()

    def finish(_self: object, first_move: FirstMove) -> bool:
        verified.append(first_move.game.moves[-1])
        return False

    monkeypatch.setattr(prover, "LIMITS", SHORT)
    monkeypatch.setattr(prover._Prover, "_finish", finish)
    monkeypatch.setattr(prover._Prover, "_candidates", lambda *_: [cell_of("i8")])
    assert prover.prove(loads(ROOT), WEIGHTS, Results()).status == "unknown"
    assert verified == [cell_of("i8")]


def test_a_move_that_won_elsewhere_may_be_occupied(
    known: tuple[Game, Proof, Results], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the same stones of the attacker, the point of the winning move may be the defender's here."""
    game, proof, results = known
    monkeypatch.setattr(prover, "best_move", lambda *_, **_keys: Choice(0, "position", 0))
    searcher = searcher_with(results)
    there = Game(game.black, (game.white[0], proof.move), game.first)
    assert proof.move not in searcher._candidates(OpenPosition(there, 2, 0), ())
    elsewhere = Game(game.black, (game.white[0], cell_of("o15")), game.first)
    assert proof.move in searcher._candidates(OpenPosition(elsewhere, 2, 0), ())[:2]


def test_a_five_of_the_opponent_must_be_prevented() -> None:
    searcher = searcher_with(Results())
    for position, cells in [("a1a3a5a7/h8h9h10h11 b", []), ("a1a3a5h12/h8h9h10h11 b", [cell_of("h7")])]:
        assert searcher._candidates(OpenPosition(loads(position), 2, 0), ()) == cells


@pytest.mark.parametrize("symmetry", [0, 6])
def test_an_outline_makes_the_proof_again(
    known: tuple[Game, Proof, Results], symmetry: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the moves of an outline, `prove` needs no search by quiet moves."""
    game, proof, _results = known
    results = Results()
    moves = list(outline(game, proof))
    assert moves[0] == (game, proof.move)
    for position, move in moves:
        results.suggest(position, move)
    monkeypatch.delattr(prover, "win_by_quiet_moves")
    found = prover.prove(image(game, symmetry), WEIGHTS, results)
    assert found.proof is not None
    assert check(image(game, symmetry), found.proof, 0, "freestyle").status == "valid"
    assert found.nodes > 0


@pytest.mark.parametrize("left_out", range(1, 7))
def test_an_outline_may_be_incomplete_or_wrong(
    known: tuple[Game, Proof, Results], left_out: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a move is missing or does not win, the usual search follows; a proof is valid in any case."""
    game, proof, _results = known
    monkeypatch.setattr(outlines, "THREES", 1_000)
    moves = list(outline(game, proof))
    for wrong in (False, True):
        results = Results()
        for number, (position, move) in enumerate(moves):
            if number != left_out:
                results.suggest(position, move)
            elif wrong:
                results.suggest(position, cell_of("o15"))
        found = prover.prove(game, WEIGHTS, results)
        assert found.proof is not None
        assert check(game, found.proof, 0, "freestyle").status == "valid"


def test_a_move_of_an_outline_may_be_occupied(known: tuple[Game, Proof, Results]) -> None:
    """An answer at the point of the threat's first move, which the outline lacks, is no error."""
    game, proof, _results = known
    passed = game.then([proof.move, PASS]).position()
    moves = {game: proof.move, passed: cell_of("g8")}
    follower = outlines.Follower("freestyle", moves.get, Deadline(None), lambda _nodes: None)
    occupied = game.then([proof.move, cell_of("g8")]).position()
    assert follower._proof(occupied, passed) is None


def test_the_player_proposes_first_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that the player believes to win is the only one until a longer search has failed."""
    game, move = loads(ROOT), cell_of("i8")
    for value, n_first in ((PROBABLE - 9, 1), (300, 5)):
        choice = Choice(move, "position", value)
        monkeypatch.setattr(prover, "best_move", lambda *_, choice=choice, **_keys: choice)
        searcher = searcher_with(Results())
        proof = OpenProof(game, searcher._level, searcher._finish)
        for least in (n_first, 5):
            searcher._add_first_moves(proof, proof.root)
            assert proof.root.first_moves
            assert proof.root.first_moves[0].game.moves == (move,)
            assert len(proof.root.first_moves) >= least
            assert (len(proof.root.first_moves) == 1) == (least == 1)
        assert len({one.game for one in proof.root.first_moves}) == len(proof.root.first_moves)


@pytest.mark.parametrize(
    ("move", "has_more", "is_only"), [("i8", False, True), ("o15", False, False), ("o15", True, True)]
)
def test_the_move_of_an_outline_comes_alone(move: str, *, has_more: bool, is_only: bool) -> None:
    """An outline directs the search if its move has a threat, or if it continues after a pass."""
    game, results = loads(ROOT), Results()
    results.suggest(game, cell_of(move))
    if has_more:
        results.suggest(game.then([cell_of(move), PASS]), cell_of("i8"))
    searcher = searcher_with(results)
    proof = OpenProof(game, searcher._level, searcher._finish)
    searcher._add_first_moves(proof, proof.root)
    assert proof.root.first_moves
    found = [one.game.moves for one in proof.root.first_moves]
    assert (found == [(cell_of(move),)]) == is_only


def test_limits_and_ends() -> None:
    """Without time or moves the answer is unknown, and nothing is recorded; a five ends the game."""
    found = prover.prove(loads(ROOT), WEIGHTS, Results(), seconds=0)
    assert (found.status, found.limit, found.nodes) == ("unknown", "time", 0)
    results = Results()
    found = prover.prove(loads(ROOT), WEIGHTS, results, nodes=1_000)
    assert (found.status, found.limit) == ("unknown", "nodes")
    assert 1_000 <= found.nodes < 1_100
    assert results.tried(loads(ROOT)) == 0
    assert prover.prove(loads("d8e8f8g8h8/d9e9f9g9 w"), WEIGHTS, Results()).status == "over"
    results.suggest(loads(ROOT), cell_of("j10"))
    assert prover.prove(loads(ROOT), WEIGHTS, results, nodes=1_000).limit == "nodes"
    assert prover.prove(loads(ROOT), WEIGHTS, results, seconds=0).limit == "time"


def test_the_player_keeps_to_the_limits() -> None:
    """In a position without a win by quiet moves, the player would propose a move within 30 million."""
    game = loads("h8/i8 b")
    found = prover.prove(game, WEIGHTS, Results(), nodes=300_000)
    assert (found.status, found.limit) == ("unknown", "nodes")
    assert 300_000 <= found.nodes < 310_000
    assert prover.prove(game, WEIGHTS, Results(), seconds=0.5).limit == "time"
