"""Forced wins: the plain rules verify each proof, and plain search confirms each absence of a win."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kernels import resized_often
from plain_renju import (
    loses_within,
    random_positions,
    small_positions,
    still_wins,
    wins_by_fours,
    wins_by_threats,
    wins_by_threats_within,
    wins_within,
)

from zet.engines.kernel.clock import Deadline
from zet.engines.renju import _graph, _threats, board as board_module
from zet.engines.renju.board import BOARDS
from zet.engines.renju.model import COLORS, N_CELLS, RULES, SIDE, Game, cell_of, names
from zet.engines.renju.openings import turned
from zet.engines.renju.proof import Proof, verify
from zet.engines.renju.rules import Board
from zet.engines.renju.solver import Threats, solve, winning_move
from zet.formats.renju.position import loads

DATA = Path(__file__).parents[3] / "shared/data/renju"
THREATS = "zet.engines.renju._threats"


@pytest.fixture
def is_slow(kernel: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Make the solver use the kernel, compiled or interpreted; return whether it is slow."""
    module = kernel(THREATS)
    searches: dict[str, Any] = {}

    def search(rule: str, size: int = SIDE) -> Any:
        assert size == SIDE
        if rule not in searches:
            searches[rule] = module.ThreatSearch(rule != "freestyle", rule == "standard", rule == "renju")
        return searches[rule]

    monkeypatch.setattr(board_module, "shared_search", search)
    monkeypatch.setattr("zet.engines.renju.solver.shared_search", search)
    return bool(module.__file__.endswith(".py"))


def problems(name: str) -> list[tuple[Game, int]]:
    if not DATA.exists():
        pytest.skip("the data is not here")
    found = []
    for text in (DATA / name).read_text().splitlines():
        data = json.loads(text)
        side = COLORS.index(data["side"])
        found.append((Game.build(map(cell_of, data["black"]), map(cell_of, data["white"]), side), side))
    return found


def test_wins_within_so_many_moves(is_slow: bool, rounds: Callable[[int], int]) -> None:
    """The shortest win by any moves, and the win of each single first move, agree with plain search."""
    counts = {True: 0, False: 0}
    for game in small_positions(2, 2 if is_slow else rounds(80), 4):
        board = Board.of(game)
        search = board_module.shared_search("renju")
        board_module.set_up(search, game)
        for most in (1, 3, 5, 7):
            wins = wins_within(board, game.side, most)
            assert search.wins_within(game.side, most) is wins, (game, most)
            counts[wins] += 1
            for cell in board.empty() if most < 7 else ():
                if board.may_play(cell, game.side):
                    after = board.put(cell, game.side)
                    wins = after.has_five(cell) or loses_within(after, 1 - game.side, most - 1)
                    assert search.wins_within(game.side, most, cell) is wins, (game, most, names([cell]))
    assert min(counts.values()) > (0 if is_slow else 10)


def test_small_boards(is_slow: bool) -> None:
    """The verdicts of the solver on small boards agree with trying every move."""
    counts = {True: 0, False: 0}
    for game in small_positions(1, 4 if is_slow else 25, 5):
        board = Board.of(game)
        by_fours = wins_by_fours(board, game.side)
        by_threats = wins_by_threats(board, game.side, {})
        for threats, wins in (("fours", by_fours), ("fours,threes", by_threats)):
            found = solve(game, threats=threats)  # type: ignore[arg-type]
            assert found.status == ("win" if wins else "no-win"), (game, threats)
            if found.proof:
                assert verify(game, found.proof, game.side) is None
            counts[wins] += 1
    assert is_slow or min(counts.values()) > 5


def hold_to_trying(rule: str, seed: int, count: int) -> dict[tuple[str, int, str], int]:
    """Compare the solver on small boards with trying every move; return the number of each verdict."""
    counts: dict[tuple[str, int, str], int] = {}
    for game in small_positions(seed, count, 5, rule):
        board = Board.of(game, rule)
        for color in (0, 1):
            wins = {
                "fours": wins_by_fours(board, color),
                "fours,threes": wins_by_threats(board, color, {}),
            }
            for threats, is_won in wins.items():
                found = solve(game, side=color, rule=rule, threats=threats)  # type: ignore[arg-type]
                assert found.status == ("win" if is_won else "no-win"), (game, rule, color, threats)
                if found.proof:
                    assert verify(game, found.proof, color, rule) is None
                key = threats, color, found.status
                counts[key] = counts.get(key, 0) + 1
    return counts


@pytest.mark.parametrize("rule", RULES)
def test_small_boards_of_all_rules(rule: str) -> None:
    assert len(hold_to_trying(rule, 23, 2)) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
def test_many_small_boards(rule: str) -> None:
    counts = hold_to_trying(rule, 22, 200)
    assert len(counts) == 8
    assert min(counts.values()) > 10


def hold_lengths_to_trying(rule: str, seed: int, count: int) -> int:
    """Compare the shortest wins on small boards with trying every move; return how many need threes."""
    by_threes = 0
    for game in small_positions(seed, count, 5, rule):
        board, color = Board.of(game, rule), game.side
        found = solve(game, rule=rule, shortest=True)
        if found.proof is None:
            continue
        most = (found.proof.length + 1) // 2
        assert found.shortest
        assert verify(game, found.proof, color, rule) is None
        assert wins_by_threats_within(board, color, most, {})
        assert not wins_by_threats_within(board, color, most - 1, {})
        assert solve(game, rule=rule, length=found.proof.length).status == "win"
        assert solve(game, rule=rule, length=max(found.proof.length - 2, 1)).status != "no-win"
        by_threes += not wins_by_fours(board, color, most - 1)
    return by_threes


def test_shortest_on_small_boards() -> None:
    for rule in RULES:
        hold_lengths_to_trying(rule, 23, 10)


@pytest.mark.slow
def test_shortest_on_many_small_boards() -> None:
    assert sum(hold_lengths_to_trying(rule, 24, 200) for rule in RULES) > 1


def test_over() -> None:
    """With a five on the board, or without an empty point, there is nothing to solve."""
    assert solve(loads("a1b1c1d1e1/a5b5c5d5 w")).status == "over"
    full: tuple[list[int], list[int]] = ([], [])
    for cell in range(N_CELLS):
        full[(cell % 15 + 2 * (cell // 15)) // 2 % 2].append(cell)
    assert solve(Game.build(*full, 1)).status == "over"
    # Six of Black's are no five in renju: the game goes on.
    six = loads("a1b1c1d1e1f1/a5b5c5d5 w")
    assert solve(six).status == "win"
    assert solve(six, rule="freestyle").status == "over"


PINNED = {
    "f7h8i8/g7h7h6i6 w": ("win", 7, 175, 4),
    "g8i8h7h9j6/f8h10k5 b": ("win", 17, 764, 80),
    "h8h9j8k9/i9i7g9j10 b": ("win", 21, 13265, 1928),
}


def test_pinned_counts(is_slow: bool) -> None:
    """Node counts are pinned, so every change of the search shows up."""
    for line, by_threats in list(PINNED.items())[: 2 if is_slow else 3]:
        game = loads(line)
        found = solve(game)
        assert (found.status, found.proof and found.proof.length, found.nodes, found.hits) == by_threats


def test_the_first_move_of_a_win_without_its_proof(rounds: Callable[[int], int]) -> None:
    n_won = n_late = 0
    for rule, game in random_positions(31, rounds(160)):
        status, move, nodes, prove = winning_move(game, rule=rule, nodes=5_000)
        proof = prove(Deadline(None))
        found = solve(game, rule=rule, nodes=5_000)
        assert (status, proof) == (found.status, found.proof)
        assert (move is None) == (found.proof is None)
        if move is not None and found.proof:
            n_won += 1
            assert move == found.move
            assert nodes <= found.nodes
            late = winning_move(game, rule=rule, nodes=5_000)
            assert late[:3] == (status, move, nodes)
            n_late += late.prove(Deadline(0)) is None
    assert n_won > n_late > 0


def test_fours_alone_get_a_share_of_the_nodes_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    game = loads("h8i8j8/a1c1e1 b")
    assert winning_move(game, threats="fours").status == "win"
    monkeypatch.setattr("zet.engines.renju.solver.FIRST_FOURS", 0)
    assert winning_move(game, threats="fours").status == "unknown"
    assert winning_move(game).status == "win"


def test_ctrl_c() -> None:
    """An interrupt during a poll reaches the caller."""

    def interrupt(_nodes: int) -> bool:
        raise KeyboardInterrupt

    search = board_module.shared_search("renju")
    game = loads("h8h9j8k9/i9i7g9j10 b")
    board_module.set_up(search, game, None, interrupt)
    with pytest.raises(KeyboardInterrupt):
        search.win_by_threats(game.side, 100, is_wide=True, scale=1)


def test_a_search_without_memory_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each failed allocation is reported, and the search works as usual afterwards."""
    game = loads("h8h9j8k9/i9i7g9j10 b")
    counts = set()
    search = None
    for times in range(30):
        monkeypatch.setattr(_graph, "resized", resized_often(times))
        try:
            search = search or _threats.ThreatSearch(*BOARDS["renju"])
            board_module.set_up(search, game, 12_000, None)
            search.win_by_threats(game.side, 100, is_wide=True, scale=1)
            counts.add((search.nodes, search.hits))
        except MemoryError:
            assert times < 21
            assert not search or len(search.empty_cells()) == N_CELLS - 8
    assert len(counts) == 1


@pytest.mark.parametrize("kernel", ["interpreted"], indirect=True)
def test_a_search_by_fours_without_memory_says_so(
    kernel: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    fours = kernel("zet.engines.renju._fours")
    monkeypatch.setattr(fours, "FIRST_ROOM", 4)
    game = loads("d2b3b4c5f5a6f6c7/f2e3f3e4b5b6b7 white")
    search = fours.FourSearch(*BOARDS["renju"])
    for times in range(5):
        monkeypatch.setattr(fours, "resized", resized_often(times))
        board_module.set_up(search, game, None, None)
        if times < 3:  # twice, two arrays; one of them stays as long as it has become
            with pytest.raises(MemoryError):
                search.win_by_fours(game.side, 100)
        else:
            assert search.win_by_fours(game.side, 100) is False


def test_random_positions(is_slow: bool, rounds: Callable[[int], int]) -> None:
    wins = 0
    for rule, game in random_positions(5, 20 if is_slow else rounds(240)):
        found = solve(game, rule=rule, threats="fours", nodes=20_000)
        if found.status in ("win", "no-win") and sum(map(len, game.stones())) < 25:
            assert (found.status == "win") == wins_by_fours(Board.of(game, rule), game.side)
        if found.proof:
            wins += 1
            assert verify(game, found.proof, game.side, rule) is None
    assert wins


def test_answers_that_disturb_a_chain_of_fours(
    kernel: Callable[[str], Any], rounds: Callable[[int], int]
) -> None:
    module, seen = kernel(THREATS), Counter[tuple[str, int]]()
    searches = {rule: module.ThreatSearch(*BOARDS[rule]) for rule in RULES}
    for rule, game in random_positions(15, 400 if module.__file__.endswith(".py") else rounds(4000)):
        search, color, board = searches[rule], game.side, Board.of(game, rule)
        board_module.set_up(search, game, 20_000)
        if board.has_any_five() or not search.win_by_fours(color, 100) or not search.line():
            continue
        chain, last = search.line(), board
        for at, cell in enumerate(chain):
            last = last.put(cell, (color + at) % 2)
        ends = last.five_cells(color)
        if len(ends) > 2:  # the search stores two of them
            continue
        assert still_wins(board, color, chain, ends)
        answers = [cell for cell in board.empty() if board.may_play(cell, 1 - color)]
        met = [cell for cell in answers if not still_wins(board.put(cell, 1 - color), color, chain, ends)]
        assert search.disturbing_answers(color) == met, (rule, game)
        seen[rule, color] += 1
    assert len(seen) == 2 * len(RULES)


def test_proofs_by_threats(rounds: Callable[[int], int]) -> None:
    wins = 0
    for rule, game in random_positions(6, rounds(600)):
        found = solve(game, rule=rule, nodes=10_000)
        if found.proof and found.proof.length > 3:
            wins += 1
            assert verify(game, found.proof, game.side, rule) is None, game
    assert wins > 4


def test_symmetry() -> None:
    for _, game in random_positions(7, 20):
        wanted = solve(game, threats="fours", shortest=True)
        for symmetry in range(1, 8):
            stones = [[turned(cell, symmetry) for cell in cells] for cells in game.stones()]
            there = solve(Game.build(*stones, game.first), threats="fours", shortest=True)
            assert there.status == wanted.status
            if there.proof and wanted.proof:
                assert there.proof.length == wanted.proof.length


def test_published_fours() -> None:
    for game, side in problems("vcf.jsonl")[::3]:
        found = solve(game, threats="fours")
        assert found.proof
        assert verify(game, found.proof, side) is None
    for game, _ in problems("no_vcf.jsonl"):
        assert solve(game, threats="fours").status == "no-win"


def test_published_threes() -> None:
    won = 0
    some = problems("vct.jsonl")[::10]
    for game, side in some:
        found = solve(game, nodes=100_000)
        won += found.proof is not None
        if found.proof and found.proof.size < 100:
            assert verify(game, found.proof, side) is None
    assert 2 * won > len(some)


@pytest.mark.slow
def test_all_published_problems() -> None:
    for game, side in problems("vcf.jsonl") + problems("vcf_hard.jsonl"):
        found = solve(game, threats="fours")
        assert found.proof
        assert verify(game, found.proof, side) is None
    won = 0
    for game, side in problems("vct.jsonl"):
        found = solve(game, nodes=8_000_000)
        if found.proof:
            won += 1
            assert verify(game, found.proof, side) is None
    assert won > 105


@pytest.mark.parametrize("threats", ["fours", "fours,threes"])
def test_limits(threats: Threats) -> None:
    game = loads("g8i8h7h9j6/f8h10k5 w")
    assert solve(game, threats=threats, seconds=0).status in ("no-win", "unknown")
    found = solve(game, threats="fours,threes", nodes=0)
    assert (found.status, found.limit) == ("unknown", "nodes")


def test_length_and_shortest() -> None:
    long = 0
    for rule, game in random_positions(8, 200):
        found = solve(game, rule=rule, threats="fours", shortest=True)
        if found.proof and found.proof.length > 5:
            long += 1
            length = found.proof.length
            assert found.shortest
            assert solve(game, rule=rule, threats="fours", length=length).status == "win"
            shorter = solve(game, rule=rule, threats="fours", length=length - 2)
            assert (shorter.status, shorter.limit) == ("unknown", "length")
    assert long


def test_hints_of_other_programs_faults() -> None:
    """Black's only answer to the four is forbidden: White has won, and the search ends."""
    from zet.formats.renju.moves import loads as moves

    game = moves("h8g6f6g5f7g4h7g3g2a1")
    for side in (0, 1):
        found = solve(game, side=side, nodes=100_000)
        assert found.status in ("win", "no-win", "unknown")
        if found.proof:
            assert verify(game, found.proof, side) is None


def test_a_win_by_a_forbidden_answer() -> None:
    # White's four at d8 leaves Black h8 alone, which is a double three.
    game = loads("c8g9i9h7h6/e8f8g8a1a3 w")
    found = solve(game, threats="fours")
    assert found.proof
    assert verify(game, found.proof, 1) is None


def check_line(game: Game, rule: str, proof: Proof, color: int) -> None:
    """Play a winning line by the plain rules: all moves are legal, and the end is as stated."""
    board = Board.of(game, rule)
    line = proof.line()
    for ply, cell in enumerate(line):
        who = (color + ply) % 2
        assert board.at(cell) is None
        assert board.may_play(cell, who), (game, rule, names(line), names([cell]))
        board = board.put(cell, who)
        assert board.has_five(cell) == (proof.end == "five" and ply == len(line) - 1)
    assert len(line) % 2
    if proof.end == "forbidden":
        assert not any(board.may_play(five, 1 - color) for five in board.five_cells(color))


def test_lines_hold_legal_moves(rounds: Callable[[int], int]) -> None:
    """No answer in a line is forbidden; a line that ends because all answers are forbidden says so."""
    ends = {"five": 0, "forbidden": 0}
    for rule, game in random_positions(31, rounds(6000)):
        ways: tuple[Threats, ...] = ("fours", "fours,threes")
        for threats in ways:
            found = solve(game, rule=rule, threats=threats, nodes=3000)
            if found.proof:
                check_line(game, rule, found.proof, game.side)
                ends[found.proof.end] += 1
    assert ends["five"] > 250
    assert ends["forbidden"] > 1


def test_a_straight_four_with_one_forbidden_end() -> None:
    """Two points stop the last four, but a6 is forbidden: the line shows f11."""
    game = loads("e9f9d8h8f7i7d6f6g6c5f5f3/g9c8e8f8c7d7e7g7c6e6f4 w")
    found = solve(game, threats="fours")
    assert found.proof
    check_line(game, "renju", found.proof, 1)
    assert names(found.line[-2:]) == ["f11", "a6"]
    assert verify(game, found.proof, 1) is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda proof: replace(proof, move=cell_of("h8")), "taken"),
        (lambda proof: replace(proof, move=cell_of("a15")), "makes no"),
        (lambda proof: replace(proof, answers=()), ""),
        (lambda proof: replace(proof, threat=None, answers=()), "makes no five"),
    ],
)
def test_verify_finds_the_fault(change: Callable[[Proof], Proof], reason: str) -> None:
    game = loads("f8g8h8h9h10/e8 b")
    found = solve(game, threats="fours")
    assert found.proof
    assert verify(game, found.proof, 0) is None
    fault = verify(game, change(found.proof), 0)
    assert fault
    assert reason in fault.reason
    assert names(fault.moves) or reason == "taken"


def test_nothing_is_won_when_the_game_is_over() -> None:
    proof = Proof(cell_of("a5"))
    assert verify(loads("e8f8g8h8/a1a2a3a4 w"), proof, 1) is None
    over = loads("e8f8g8h8i8/a1a2a3a4 w")
    fault = verify(over, proof, 1)
    assert fault
    assert "over" in fault.reason
    assert solve(over).status == "over"
