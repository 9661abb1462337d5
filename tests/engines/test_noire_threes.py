"""`wins.by.threes` finds the wins that the solver proves; an undecided position matches nothing."""

from collections.abc import Callable
from types import ModuleType

import pytest

from zet.engines.kernel.clock import Deadline
from zet.engines.noire import finder, threes
from zet.engines.noire.checker import check
from zet.engines.noire.finder import Finder
from zet.engines.noire.formula import CompileError
from zet.engines.noire.matcher import CompiledMatcher
from zet.engines.renju.model import Game
from zet.engines.renju.solver import proof_by, solve
from zet.formats.blanche import loads
from zet.formats.renju.moves import loads as moves

GAMES = (
    "h8g9f9e11f7c11a12d11f11i7f8f10i8g8h10b11a11d12c13d10d13d9d8c10e10f12g13d5f6f5f13e13f14a8c14e12b9c12",
    "h8h9i8f9f10g11k8j8i7g9e9i9j9h10f12",
    "h8i9i7g9j8h6j9j7k8i8h7g7l8m8",
    "h8h9h10g9i9g8i8g10i7j6i10i11g7h6f7e7",
)
SMALL = 300
"""A limit on moves tried that leaves some positions of GAMES undecided."""


def finder_of(*premises: str) -> Finder:
    """Return a finder with a rule for each premise."""
    return Finder(loads("".join(f"rule {n}\npremise {one}\n" for n, one in enumerate(premises))).program)


WINS, EXCLUDED = "to.move(own), wins.by.threes(own, 20, F)", "to.move(own), ¬wins.by.threes(own, 20, F_)"


def plies(asked: Finder, game: Game) -> tuple[dict[int, int], set[int]]:
    """Return the plies at which rule 0 matches, with its F, and the plies at which rule 1 matches."""
    wins: dict[int, int] = {}
    others = set()
    for hit in asked.find(game):
        values = {str(one.variable): one.value for one in hit.match.bindings}
        if hit.match.rule.name == "0":
            wins[hit.ply] = int(values["F"])
        else:
            others.add(hit.ply)
    return wins, others


def test_a_win_is_one_that_the_solver_proves() -> None:
    asked = finder_of(WINS, EXCLUDED)
    n_threes = 0
    for game in map(moves, GAMES):
        wins, others = plies(asked, game)
        assert wins.keys().isdisjoint(others)
        assert len(wins) + len(others) + asked.n_undecided == len(game.moves) + 1
        for ply in range(len(game.moves) + 1):
            at = game.at(ply)
            status = solve(at, nodes=100_000).status
            assert (status == "win") >= (ply in wins), ply
            assert (status != "win") >= (ply in others), ply
            if ply in wins and solve(at, threats="fours").status != "win":
                n_threes += 1
                assert proof_by(at, wins[ply])[0], ply
    assert n_threes > 8


def test_more_threes_win_as_well() -> None:
    asked = finder_of(WINS.replace("20", "1"), "to.move(own), wins.by.threes(own, 2, F_)")
    n_by_two = 0
    for game in map(moves, GAMES):
        by_one, by_two = plies(asked, game)
        assert by_one.keys() <= by_two
        n_by_two += len(by_two - by_one.keys())
    assert n_by_two


def limit(monkeypatch: pytest.MonkeyPatch, n_moves: int) -> None:
    """Let all finders that are made from now on give up after trying `n_moves` moves."""
    monkeypatch.setattr(threes, "MOVES", n_moves)


PREMISES = [
    "to.move(own), wins.by.threes(own, 20, F)",
    "to.move(own), ¬wins.by.threes(own, 20, F_)",
    "(to.move(own), wins.by.threes(own, 20, F)) 1 later",
    "¬(to.move(own), wins.by.threes(own, 20, F_)) 1 earlier",
    "¬(to.move(own), ¬wins.by.threes(own, 20, F_)), now(N), less(0, N)",
    "(to.move(own), wins.by.threes(own, 20, F_)) N times, less(0, N)",
    "¬((to.move(own), wins.by.threes(own, 20, F_)) until now(9))",
]


def finders_of_all(monkeypatch: pytest.MonkeyPatch, n_moves: int) -> list[Finder]:
    """Return a finder for each of PREMISES, whose searches give up after `n_moves` moves."""
    limit(monkeypatch, n_moves)
    return [finder_of(one) for one in PREMISES]


def test_the_undecided_matches_in_no_polarity(monkeypatch: pytest.MonkeyPatch) -> None:
    """What matches with a small limit matches with a large one; what else does was undecided."""
    pairs = zip(
        PREMISES, finders_of_all(monkeypatch, SMALL), finders_of_all(monkeypatch, 100_000), strict=True
    )
    for premise, short, whole in pairs:
        n_undecided = n_found = 0
        for game in map(moves, GAMES[:2]):
            certain = {hit.ply for hit in short.find(game)}
            n_found += len(certain)
            n_undecided += short.n_undecided
            true = {hit.ply for hit in whole.find(game)}
            assert whole.n_undecided == 0, premise
            assert certain <= true, premise
            assert len(true - certain) <= short.n_undecided, premise
        assert n_undecided, premise
        assert n_found, premise


def test_the_kernel_says_the_same_interpreted(
    kernel: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = moves(GAMES[1]).at(13)
    wanted = [
        ([hit.ply for hit in one.find(game)], one.n_undecided) for one in finders_of_all(monkeypatch, 40)
    ]
    monkeypatch.setattr(finder, "GameMatcher", kernel("zet.engines.noire._find").GameMatcher)
    found = [
        ([hit.ply for hit in one.find(game)], one.n_undecided) for one in finders_of_all(monkeypatch, 40)
    ]
    assert found == wanted
    assert any(plies for plies, _n in found)
    assert any(n_undecided for _plies, n_undecided in found)


def test_a_stop_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a deadline nothing is found; an exception in a search is raised by `find`."""
    asked = finder_of(WINS)
    clock = Deadline(0.0)
    assert [*asked.find(moves(GAMES[0]), clock=clock)] == []
    assert clock.has_passed

    def broken(*_arguments: object) -> int:
        raise MemoryError

    monkeypatch.setattr(threes, "move_by_threes", broken)
    with pytest.raises(MemoryError):
        list(finder_of(WINS).find(moves(GAMES[0])))


@pytest.mark.parametrize(
    ("premise", "fault"),
    [
        ("wins.by.threes(none, 1, A)", "none is a color"),
        ("wins.by.threes(black, 0, A)", "a number of threes (1 to 20)"),
        ("wins.by.threes(black, 21, A)", "a number of threes (1 to 20)"),
        ("wins.by.threes(Color, 2, A)", "Color must be bound"),
        ("wins.by.threes(black, N, A)", "N must be bound"),
    ],
)
def test_what_is_wrong_with_it_is_said(premise: str, fault: str) -> None:
    program = loads(f"rule one\npremise {premise}\n").program
    assert any(fault in str(one) for one in check(program)), [*map(str, check(program))]


def test_a_search_by_rules_cannot_use_it() -> None:
    """A rule with a level must be true, and a search for threes may give up."""
    text = "rule one\nplayer {}\nlevel 7\nmove A\npremise wins.by.threes(own, 2, A)\n"
    for player in ("black", "white"):
        with pytest.raises(CompileError, match=r"only queries on games can use wins\.by\.threes"):
            CompiledMatcher(loads(text.format(player)).program)


def test_a_five_on_the_board_is_no_win() -> None:
    game = moves("h8a1i8a3j8a5k8a7l8")
    asked = finder_of("wins.by.threes(black, 3, F)", "wins.by.threes(white, 3, F_)")
    wins, others = plies(asked, game)
    assert 7 in wins
    assert 9 not in {*wins, *others}
