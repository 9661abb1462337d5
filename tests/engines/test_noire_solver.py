"""The tactical search, compared with a slow search and with recorded results."""

import signal
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import pytest
from noire_samples import random_positions
from plain_noire import PlainNoire, evaluation

from zet.engines.noire import search_board, solver as solver_module
from zet.engines.noire.checker import ProgramError
from zet.engines.noire.interpreter import Interpreter
from zet.engines.noire.matcher import CompiledMatcher
from zet.engines.noire.player import best_move
from zet.engines.noire.position import Position
from zet.engines.noire.program import Order, Program
from zet.engines.noire.solver import Result, solve
from zet.engines.renju.model import Game, GameOverError, cell_of, name
from zet.engines.renju.rules import Board
from zet.formats.blanche import loads, rule_set
from zet.formats.renju.position import loads as position

PLAIN = Program((), ())


@pytest.fixture
def use(kernel: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Make the solver use the kernel, compiled or interpreted."""
    module = kernel("zet.engines.noire._search")
    monkeypatch.setattr(search_board, "NoireSearch", module.NoireSearch)
    search_board._search_of.cache_clear()
    return module


def game_of(colors: tuple[str, ...], side: int) -> Game:
    stones = ([c for c, word in enumerate(colors) if word == color] for color in ("black", "white"))
    return Game.build(*stones, side)


def small_rules() -> Program:
    """Return the sound rules of the levels at which the interpreter is fast."""
    sound = rule_set("sound")
    return replace(sound, rules=tuple(rule for rule in sound.rules if rule.level <= 5))


@pytest.mark.parametrize(
    ("level", "order"), [(1, "thesis"), pytest.param(5, "thesis", marks=pytest.mark.slow), (5, "mover")]
)
def test_node_counts(use: ModuleType, level: int, order: Order) -> None:
    """The plain search visits the same number of positions, and has the same result."""
    program = replace(small_rules(), order=order)
    slow = Interpreter(program)
    wins = searched = 0
    is_slow = (use.__file__ or "").endswith(".py")
    for number, one in enumerate(random_positions(12, 6 if is_slow else 10, 6)):
        found = solve(game_of(one.colors, number % 2), program, level=level, nodes=100)
        if found.status == "unknown":
            continue
        plain = type(one)(one.colors)
        search = PlainNoire(slow, level)
        value, depth = search.solve(plain, number % 2, 50)
        assert (found.nodes, found.depth) == (search.nodes, depth)
        assert found.length == (100_000 - value if value > 99_775 else None)
        wins += found.status == "win"
        searched += found.nodes > 1
    assert is_slow or wins
    assert searched


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "order"), [("sound", "mover"), ("sound", "thesis"), ("thesis", "thesis")]
)
@pytest.mark.parametrize("level", [1, 3, 5, 7])
def test_node_counts_of_many(name: str, order: Order, level: int) -> None:
    program = replace(rule_set(name), order=order)
    slow = Interpreter(program)
    for number, one in enumerate(random_positions(13, 100, 8)):
        found = solve(game_of(one.colors, number % 2), program, level=level, nodes=300)
        if found.status != "unknown":
            search = PlainNoire(slow, level)
            search.solve(type(one)(one.colors), number % 2, 50)
            assert found.nodes == search.nodes


@pytest.mark.usefixtures("use")
def test_evaluation() -> None:
    for one in random_positions(14, 5):
        table = search_board.SearchBoard(game_of(one.colors, 0), PLAIN, "renju", "exact")
        for color in range(2):
            assert table.board.evaluation(color) == evaluation(one, color)


COUNTS = (
    ("h10g10g9i9/h9h8i7 b", (1, 3, 5, 7)),
    ("f7h8i8/g7h7h6i6 w", (1, 3, 5, 7)),
    ("g8i8h7h9j6/f8h10k5 b", (1, 3, 5, 7)),
)


def test_pinned_counts() -> None:
    """Node counts are pinned, so every change of the search shows up."""
    for order, pinned in PINNED.items():
        program = replace(rule_set("sound"), order=order)
        found = [
            [
                (one.status, one.length, one.nodes)
                for level in levels
                if (one := counted(program, line, level))
            ]
            for line, levels in COUNTS
        ]
        assert found == pinned


def counted(program: Program, line: str, level: int) -> Result:
    return solve(position(line), program, level=level, nodes=20_000)


PINNED: dict[Order, list[list[tuple[str, int | None, int]]]] = {
    "thesis": [
        [("unknown", None, 20000), ("win", 11, 11104), ("win", 11, 3438), ("win", 11, 3438)],
        [("win", 9, 806), ("win", 7, 198), ("win", 7, 17), ("win", 7, 1)],
        [("unknown", None, 20000), ("win", 9, 1281), ("win", 9, 362), ("win", 9, 362)],
    ],
    "mover": [
        [("unknown", None, 20000), ("win", 11, 11104), ("win", 11, 3439), ("win", 11, 3439)],
        [("win", 9, 806), ("win", 7, 198), ("win", 7, 17), ("win", 7, 1)],
        [("unknown", None, 20000), ("win", 9, 1281), ("win", 9, 363), ("win", 9, 363)],
    ],
}


FALSE_WINS = (
    # Far-off white stones bar Black from the growing points of his open threes.
    ("f7f8g8g10h10e11d12/h11g12i12j13l13i14i15 b", None),
    ("f4g5i5l5j6l7m7i8k8j9/j2k4h5m5l6m6n6h7 b", None),
    ("f3f4g4d5g5e6b7e7e8k8d10f10i10f12h13/d3d4g6i6d8g8c9e9f11 b", 9),
)


@pytest.mark.parametrize("order", ["mover", "thesis"])
@pytest.mark.parametrize(("line", "length"), FALSE_WINS)
def test_far_answers_to_open_threes(line: str, length: int | None, order: Order) -> None:
    """With only the thesis's answers, the win found is false, or too short."""
    game = position(line)
    program = replace(rule_set("sound"), order=order)
    wrong = solve(game, replace(program, is_exact=False), nodes=20_000)
    assert wrong.status == "win"
    found = solve(game, program, nodes=20_000)
    assert (found.status == "win") == (length is not None)
    if length is not None:
        assert found.length is not None
        assert found.length >= length > (wrong.length or 0)


def test_the_defender_makes_five_whatever_the_rules_say() -> None:
    """White's four at h7 can only be answered at h3, an overline; but Black makes five at h12."""
    game = position("e3f3g3i3j3k3h8h9h10h11/h4h5h6 w")
    program = rule_set("sound")
    assert solve(game, replace(program, is_exact=False), level=0).status == "win"
    assert solve(game, program, level=0).status == "no-win"


@pytest.mark.parametrize("name", ["sound", "thesis"])
def test_lines(name: str) -> None:
    """A line is a legal game; it ends with a five, or when Black has no legal answer."""
    wins = 0
    program = rule_set(name)
    for number, one in enumerate(random_positions(15, 75, 8)):
        game = game_of(one.colors, number % 2)
        board = Board.of(game)
        found = solve(game, program, nodes=5_000)
        if found.status != "win" or found.end == "open":
            continue
        wins += 1
        assert found.length
        assert found.n_searched <= len(found.line)
        # What the thesis's rules promise may take longer.
        assert name == "thesis" or len(found.line) <= found.length
        for ply, cell in enumerate(found.line):
            color = (game.side + ply) % 2
            assert board.at(cell) is None
            assert board.may_play(cell, color) or any(board.has_five(c) for c in range(225))
            board = board.put(cell, color)
        if found.end == "five":
            assert board.has_five(found.line[-1])
            assert len(found.line) % 2
        else:
            assert game.side == 1
    assert wins > 10


def test_remembering(rounds: Callable[[int], int]) -> None:
    """The table reduces the positions visited, but does not change the result of a complete search."""
    program = rule_set("sound")
    visited = [0, 0]
    for number, one in enumerate(random_positions(16, rounds(150), 12)):
        game = game_of(one.colors, number % 2)
        without = solve(game, program, level=1, nodes=20_000)
        found = solve(game, program, level=1, nodes=20_000, remember=True)
        if "unknown" in (without.status, found.status):
            continue
        assert (found.status, found.depth) == (without.status, without.depth)
        visited[0] += without.nodes
        visited[1] += found.nodes
    assert visited[1] < visited[0]


def test_a_limit_on_the_length(rounds: Callable[[int], int]) -> None:
    """A bounded search finds wins within the limit only, and excludes a win only if none exists."""
    program, statuses = rule_set("sound"), set[tuple[str, str]]()
    for number, one in enumerate(random_positions(17, rounds(150), 12)):
        game = game_of(one.colors, number % 2)
        every = solve(game, program, nodes=20_000)
        for length in (3, 7, 11):
            found = solve(game, program, nodes=20_000, length=length)
            statuses.add((every.status, found.status))
            if found.length is not None:
                assert len(found.line) <= found.length <= length
            if found.status == "no-win":
                assert every.status in ("no-win", "unknown")
            elif every.length is not None and every.length <= length:
                assert found.status == "win" or found.limit == "nodes"
            elif every.status == "no-win":
                assert found.limit in ("length", "nodes")
    assert statuses >= {("win", "win"), ("win", "unknown"), ("no-win", "no-win")}


def test_limits() -> None:
    program = rule_set("sound")
    game = position("h8i8g8f7/i9g9h10j6k5 b")
    assert solve(game, program, nodes=0).limit == "nodes"
    assert solve(game, program, seconds=0).limit in ("time", None)
    won = solve(position("f8g8h8h9h10/e8 b"), program)
    assert (won.status, won.length) == ("win", 3)
    assert solve(position("f8g8h8h9h10/e8 b"), program, length=1).limit == "length"


def test_an_unknown_limit_is_refused() -> None:
    with pytest.raises(TypeError, match="node"):
        solve(Game(), Program(), node=5)  # type: ignore[call-arg]


def test_an_exception_of_the_poll_comes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def poll(_nodes: int) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(solver_module, "Deadline", lambda _: poll)
    with pytest.raises(KeyboardInterrupt):
        solve(position("h8i8g8f7/i9g9h10j6k5 b"), rule_set("sound"))


SLOW = "rule slow\nplayer black\nlevel 3\nmove A\npremise " + ", ".join(
    [*(f"color({field}, none)" for field in "ABCDEF"), "lead.to.black.loss(A, B, C, D, E, F)"]
)


def test_a_slow_rule_is_left_when_time_is_up() -> None:
    found = solve(position("h8/i9 b"), loads(f"{SLOW}\n").program, seconds=0.05)
    assert (found.status, found.limit) == ("unknown", "time")


def test_a_signal_comes_through_a_slow_rule() -> None:
    def ring(*_: object) -> None:
        raise KeyboardInterrupt

    matcher = CompiledMatcher(loads(f"{SLOW}\n").program)
    where = Position.of(position("h8/i9 b"))
    before = signal.signal(signal.SIGALRM, ring)
    try:
        for work in (matcher.infer, lambda where, side: list(matcher.matches(where, side))):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with pytest.raises(KeyboardInterrupt):
                work(where, 0)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_programs_with_errors() -> None:
    program = loads("rule r\nplayer white\nlevel 1\nmove F\npremise color(G, none)\n").program
    with pytest.raises(ProgramError, match="F"):
        solve(position("h8/ w"), program)


def test_choosing() -> None:
    program = rule_set("sound")
    assert name(best_move(Game(), program).move) == "h8"
    won = best_move(position("f8g8h8h9h10/e8 b"), program)
    assert won.reason == "win"
    # White threatens an open four: Black answers, or plays on his own threats.
    answer = best_move(position("f5g4/g8h8i8 b"), program)
    assert answer.reason == "position"
    assert name(answer.move) in ("e8", "f8", "j8", "k8")
    lost = best_move(position("a1o1a15/g8h8i8j8 b"), program)
    assert lost.reason == "lost"
    with pytest.raises(GameOverError, match="five"):
        best_move(position("f8g8h8i8j8/a1 w"), program)
    with pytest.raises(GameOverError, match=r"^the game is over: the rule direct-win\.overline matches$"):
        best_move(position("f8g8h8i8j8k8/a1 w"), program)
    quiet = best_move(position("h8/i9 b"), program, nodes=2_000)
    assert quiet.reason in ("position", "unchecked")


def test_a_line_of_which_nothing_more_is_known_is_open() -> None:
    """The rule claims a win; after its four and White's answer no rule matches."""
    wish = "rule wish\nplayer black\nlevel 3\nmove F\npremise color(h8, own), color(j8, own), "
    program = loads(wish + "color(F, none), equal(F, k8)\n").program
    found = solve(position("h8i8j8/l8a1 b"), program)
    assert (found.status, found.line, found.end) == ("win", (cell_of("k8"), cell_of("g8")), "open")


def test_a_move_is_chosen_in_its_time() -> None:
    found = best_move(position("h8/i9 b"), rule_set("sound"), seconds=0.05)
    assert found.reason in ("position", "unchecked")
    assert best_move(position("h8/i9 b"), rule_set("sound"), seconds=0).reason == "unchecked"


def test_finished_games() -> None:
    program = rule_set("sound")
    full = Game.build([c for c in range(225) if (c % 15 + 2 * (c // 15)) // 2 % 2], (), 0)
    full = Game.build(full.black, set(range(225)) - set(full.black), 0)
    for game in (position("f8g8h8i8j8/a1 w"), position("/a1b1c1d1e1 b"), full):
        assert solve(game, program).status == "over"
    by_rule = solve(position("f8g8h8i8j8k8/a1 w"), program)
    assert (by_rule.status, by_rule.length, by_rule.line, by_rule.end) == ("win", 0, (), None)
    assert by_rule.rule is not None
    assert by_rule.rule.name == "direct-win.overline"
