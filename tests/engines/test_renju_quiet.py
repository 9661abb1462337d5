"""Wins with quiet moves: both verifiers check each proof, and plain search checks each result."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from plain_renju import (
    quiet_first_moves,
    random_positions,
    small_positions,
    wins_by_quiet_moves,
    wins_by_threats,
)
from verifiers.strangers import verdicts

from zet.engines.kernel.clock import Deadline
from zet.engines.renju import quiet as quiet_module
from zet.engines.renju.board import BOARDS
from zet.engines.renju.model import RULES, Game
from zet.engines.renju.proof import Proof, check
from zet.engines.renju.quiet import QuietWins, win_by_quiet_moves
from zet.engines.renju.rules import Board
from zet.engines.renju.solver import QUIET, solve
from zet.formats.renju import proof_lines, proofs
from zet.formats.renju.position import loads

OPENING = "h8i9/a1g7 b"
"""A position, in freestyle, that Black wins with quiet moves; no win by fours and threes is known."""


@pytest.fixture
def is_slow(kernel: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Make the search use the kernel, compiled or interpreted; return whether it is slow."""
    module = kernel("zet.engines.renju._quiet")
    searches: dict[str, Any] = {}

    def search(rule: str, size: int) -> Any:
        if rule not in searches:
            searches[rule] = module.QuietSearch(*BOARDS[rule], size)
        return searches[rule]

    monkeypatch.setattr(quiet_module, "quiet_search", search)
    return bool(module.__file__.endswith(".py"))


def win_of(
    game: Game, color: int, rule: str, nodes: int | None = None, banned: int | None = None
) -> Proof | str:
    """Return the verified proof of a win whose first move is not `banned`; otherwise the status."""
    found, _ = win_by_quiet_moves(game, color, rule, nodes, Deadline(None), banned=banned)
    if isinstance(found, Proof):
        assert check(game, found, color, rule).status == "valid", (game, color, rule)
        assert found.move != banned
    return found


def hold_to_trying(rule: str, seed: int, count: int, most: int) -> dict[tuple[bool, bool], int]:
    """Compare the search on small boards with plain search; return how often each kind of win exists."""
    counts: dict[tuple[bool, bool], int] = {}
    for game in small_positions(seed, count, 5, rule):
        board = Board.of(game, rule)
        for color in (0, 1) if len(board.empty()) <= most else ():
            threes: dict[tuple[str, ...], bool] = {}
            known: dict[tuple[str, ...], bool] = {}
            wins = wins_by_quiet_moves(board, color, known, threes)
            found = win_of(game, color, rule)
            assert (found != "no-win") is wins, (game, rule, color)
            if isinstance(found, Proof) and not board.five_cells(color):
                first = set(quiet_first_moves(board, color, known, threes))
                assert found.move in first, (game, rule, color)
                other = win_of(game, color, rule, banned=found.move)
                assert (other != "no-win") is (len(first) > 1), (game, rule, color)
            key = wins_by_threats(board, color, threes), wins
            counts[key] = counts.get(key, 0) + 1
    return counts


def test_small_boards(is_slow: bool) -> None:
    for rule in RULES:
        counts = hold_to_trying(rule, 1, 3 if is_slow else 12, 9)
        assert is_slow or min(counts[False, False], counts[True, True]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
def test_many_small_boards(rule: str) -> None:
    counts = hold_to_trying(rule, 41, 400, 10)
    assert min(counts[False, False], counts[True, True]) > 50


def test_random_positions(rounds: Callable[[int], int]) -> None:
    """Every win is valid, wins by threes are found as well, and no such win is denied."""
    wins = 0
    for rule, game in random_positions(51, rounds(2400)):
        by_threes = solve(game, rule=rule, nodes=10_000)
        if by_threes.status == "over":
            continue
        found = win_of(game, game.side, rule, 60_000)
        wins += isinstance(found, Proof)
        if by_threes.proof:
            assert found != "no-win", (game, rule)
            assert isinstance(found, Proof) or by_threes.proof.length > 9, (game, rule)
    assert wins > 40


QUIET_WINS = (
    "f6b9c9d9/c4g4e7b8d10 w",
    "a1c2i2b3c3e4h4n4o6f8e9k9a12a13a14i14a15i15n15/k1l1o2f3g3m3b4i4f6i6b8e8a9g9i9g10c11i12f15 w",
)
"""Positions without a win by fours and threes, in renju."""


@pytest.mark.parametrize("line", QUIET_WINS)
def test_wins_that_threes_exclude(line: str) -> None:
    game = loads(line)
    assert solve(game).status == "no-win"
    found = solve(game, threats=QUIET)
    assert found.proof
    text = proof_lines.dumps(proofs.Claim(game, game.side, "renju", found.proof))
    assert verdicts("renju_proof", text) == ["valid"]


def test_a_zone_without_all_answers_is_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verifier finds answers that the zone lacks, and the search continues with them."""
    game = loads(QUIET_WINS[1])
    zone, add = QuietWins._zone, QuietWins._add_answer
    added = []

    def noted(search: QuietWins, moves: Sequence[int]) -> None:
        added.append(moves)
        add(search, moves)

    monkeypatch.setattr(QuietWins, "_zone", lambda search, threat: zone(search, threat)[::2])
    monkeypatch.setattr(QuietWins, "_add_answer", noted)
    assert isinstance(win_of(game, game.side, "renju"), Proof)
    assert added


def test_limits() -> None:
    game = loads(OPENING)
    found = solve(game, rule="freestyle", threats=QUIET, nodes=100_000)
    assert (found.status, found.limit) == ("unknown", "nodes")
    assert 100_000 <= found.nodes < 110_000
    found = solve(game, rule="freestyle", threats=QUIET, seconds=0)
    assert (found.status, found.limit) == ("unknown", "time")
    with pytest.raises(ValueError, match="length"):
        solve(game, threats=QUIET, length=9)
    with pytest.raises(ValueError, match="length"):
        solve(game, threats=QUIET, shortest=True)


def test_a_win_by_threes_is_excluded_before_quiet_moves_are_tried() -> None:
    game = loads(QUIET_WINS[0])
    assert solve(game, nodes=10_000).excluded == "fours,threes"
    found = solve(game, threats=QUIET, nodes=30_000)
    assert (found.status, found.excluded) == ("unknown", "fours,threes")
    found = solve(game, threats=QUIET, nodes=20)
    assert (found.status, found.excluded) == ("unknown", None)


def test_an_interrupt_comes_to_the_caller() -> None:
    class Interrupt(Deadline):
        def __call__(self, _nodes: int) -> bool:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        win_by_quiet_moves(loads(OPENING), 0, "freestyle", None, Interrupt(None))


def test_an_unsure_search_is_repeated_with_larger_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """If nested searches by fours give up, the search is repeated and no answer is false."""
    game = loads(QUIET_WINS[0])
    scales = []
    search = quiet_module.quiet_search("renju", game.size)

    class Watched:
        is_unsure = True

        def __getattr__(self, name: str) -> Any:
            return getattr(search, name)

        def start(self, scale: int) -> None:
            scales.append(scale)
            self.is_unsure = scale < 64
            search.start(scale)

    monkeypatch.setattr(quiet_module, "quiet_search", lambda *_: Watched())
    monkeypatch.setattr(QuietWins, "run", lambda _self: "no-win")
    assert win_by_quiet_moves(game, 1, "renju", None, Deadline(None))[0] == "no-win"
    assert scales == [1, 8, 64]


def test_pinned_counts() -> None:
    """Node counts are pinned, so every change of the search shows up."""
    found = solve(loads(QUIET_WINS[0]), threats=QUIET)
    assert found.proof
    assert (found.proof.length, found.nodes) == (35, 77397)
