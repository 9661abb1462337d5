"""The compiled matcher is compared with the interpreter."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product
from types import ModuleType
from typing import Any

import pytest
from noire_samples import MODES, positions_of, random_positions

from zet.engines.noire import matcher
from zet.engines.noire.codes import WIDTH
from zet.engines.noire.formula import CompileError
from zet.engines.noire.groups import GROUPS, Group
from zet.engines.noire.interpreter import Interpreter, Legality
from zet.engines.noire.matcher import CompiledMatcher
from zet.engines.noire.opcodes import SOME
from zet.engines.noire.plans import plans_of
from zet.engines.noire.position import Position
from zet.engines.renju.model import Game, cell_of
from zet.formats.blanche import loads, rule_set
from zet.formats.renju.moves import loads as moves

GAMES = (
    "h8i9i6i7h6h9g6j6g8i8h7j5g7g5f6e6i5f8h5h4j7g4i4i11i10j3g10g9i2i3d4h10e5",
    "h8h9j10i9g9i7i8j8k7h10g11g7",
    "h8i9g6f7h6i7g7g8h7h5i6j5f6e6j7k8",
)


@pytest.fixture
def use(kernel: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Make the matcher use the kernel, compiled or interpreted."""
    module = kernel("zet.engines.noire._match")
    monkeypatch.setattr(matcher, "Matcher", module.Matcher)
    return module


def is_interpreted(module: ModuleType) -> bool:
    return (module.__file__ or "").endswith(".py")


def differences(
    one: Interpreter, other: Interpreter, position: Position, *, every: bool = False
) -> Counter[str]:
    """Return how often each rule matches; both matchers must agree."""
    found: Counter[str] = Counter()
    for rule in one.program.rules:
        if every:
            wanted = list(one.solutions(rule, position))
            assert list(other.solutions(rule, position)) == wanted, (rule.name, position.colors)
        first = one.match(rule, position)
        assert other.match(rule, position) == first, (rule.name, position.colors)
        found[rule.name] += first is not None
    for mover in range(2):
        assert other.infer(position, mover) == one.infer(position, mover)
    return found


@pytest.mark.parametrize("legality", ["exact", "rules"])
def test_all_modes(use: ModuleType, legality: Legality, rounds: Callable[[int], int]) -> None:
    """All solutions are the same, in the same order, for rules that use every built-in in every mode."""
    program = loads(MODES).program
    slow, fast = Interpreter(program, legality), CompiledMatcher(program, legality)
    total: Counter[str] = Counter()
    for position in random_positions(2, 4 if is_interpreted(use) else rounds(60) // 2, 7):
        total += differences(slow, fast, position, every=True)
    assert len([name for name in total if total[name]]) > 12


@pytest.mark.parametrize("name", ["sound", "thesis", "gomoku"])
def test_rule_sets(use: ModuleType, name: str, rounds: Callable[[int], int]) -> None:
    """The shipped rules on small positions, and on the positions of a game."""
    program = rule_set(name)
    slow, fast = Interpreter(program), CompiledMatcher(program)
    few = is_interpreted(use) or name == "gomoku"
    found: Counter[str] = Counter()
    for number, position in enumerate(random_positions(3, 5 if few else rounds(100), 4)):
        match = slow.infer(position, number % 2)
        assert fast.infer(position, number % 2) == match
        found[match.rule.name if match else "none"] += 1
    for position in random_positions(4, 1, 5):
        differences(slow, fast, position, every=not is_interpreted(use))
    if not few:
        for position in list(positions_of(moves(GAMES[1])))[8:9]:
            differences(slow, fast, position)
    assert few or len(found) > 2


@pytest.mark.parametrize("n_positions", [2, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["sound", "thesis"])
def test_by_the_rules_of_level_0(name: str, n_positions: int) -> None:
    program = rule_set(name)
    slow, fast = Interpreter(program, "rules"), CompiledMatcher(program, "rules")
    for position in random_positions(4, n_positions, 5):
        differences(slow, fast, position)
        for cell in range(0, 225, 12):
            if position.colors[cell] == "none":
                assert fast.is_forbidden(position, cell) == slow.is_forbidden(position, cell)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sound", "thesis"])
def test_rule_sets_on_many_positions(name: str) -> None:
    program = rule_set(name)
    slow, fast = Interpreter(program), CompiledMatcher(program)
    for position in random_positions(5, 4_000, 4):
        differences(slow, fast, position)
    for position in random_positions(6, 100, 12):
        differences(slow, fast, position, every=True)
    for game in GAMES:
        for position in positions_of(moves(game)):
            differences(slow, fast, position)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sound", "thesis", "gomoku"])
def test_the_two_plans_of_a_rule(name: str) -> None:
    """The quick plan finds a solution exactly if the plan as written does."""
    program = rule_set(name)
    fast = CompiledMatcher(program)
    for position in random_positions(8, 100_000, 20):
        fast._show(position)
        for number in range(len(program.rules)):
            assert fast._board.holds(number) == bool(fast._board.solutions(number, [], 1))


SINGLE = (
    ("renju-threat", 1, "g8", "h6f8i9j10/g6g9g10 w"),
    ("t-threat", 0, "h9", "h8h10h11/ b"),
    ("t-threat", 1, "g8", "/e6f7h9 w"),
    ("cross-1", 1, "h5", "/i6h7j7h8 w"),
    ("cross-2", 0, "h7", "f5g8i8f9j9/ b"),
    ("cross-2", 1, "h7", "/g6f7i7j9k10 w"),
    ("z-threat", 1, "j9", "/j5i6i8f9k10m12 w"),
    ("double-cross-1", 1, "i9", "/k5i6g7i7 w"),
    ("double-cross-2", 1, "h10", "/k7f8g8j8g11 w"),
    ("double-cross-3", 0, "h7", "h5j6k7h8h9f10/ b"),
    ("double-cross-3", 1, "j9", "g11k11/j6k6j7g10j10k10 w"),
)
"""The smallest position of each rule from level 3, with the move of its first solution."""


@pytest.mark.parametrize("name", ["sound", "thesis"])
@pytest.mark.parametrize(("rule", "side", "move", "line"), SINGLE)
def test_one_position_a_rule(name: str, rule: str, side: int, move: str, line: str) -> None:
    from zet.formats.renju.position import loads as position

    match = CompiledMatcher(rule_set(name)).infer(Position.of(position(line)), side)
    assert match
    assert (match.rule.name, match.rule.player, match.move) == (rule, side, cell_of(move))


def test_tables_after_moves(use: ModuleType) -> None:
    """The sets of groups agree with the stones, whatever was played and taken back before."""
    wanted: list[Callable[[Group, Position], bool]] = []
    premises = []
    for color, size, at in product(("black", "white"), (1, 2), range(7)):
        for there in (color, "none") if 0 < at < 6 else ("black", "white", "none"):
            premises.append(f"group(G_, {color}, {size}), in(F_, G_, {at}, {at}), color(F_, {there})")
            wanted.append(partial(_is_group, color, size, at, there))
    premises.append("group(G_, none, 0)")
    wanted.append(lambda group, where: {where.colors[cell] for cell in group.base} == {"none"})
    text = "".join(f"rule {number}\npremise {one}\n" for number, one in enumerate(premises))
    plans = plans_of(loads(text).program)
    of_rule = [plans.code[WIDTH * place + 2] for place in plans.quick]
    assert {plans.code[WIDTH * place] for place in plans.quick} == {SOME}
    board: Any = use.Matcher((True, False, True), plans, by_rules=False)
    for position in random_positions(7, 3):
        stones = [
            (cell, ("black", "white").index(c)) for cell, c in enumerate(position.colors) if c != "none"
        ]
        for cell, color in stones:
            board.put(cell, color)
        for _ in range(len(stones) // 2):
            board.take()
        for cell, color in stones[len(stones) - len(stones) // 2 :]:
            board.put(cell, color)
        for rule, holds in enumerate(wanted):
            found = [number for number, group in enumerate(GROUPS) if holds(group, position)]
            assert board.groups(of_rule[2 * rule]) == found
            assert board.holds(2 * rule) == bool(found)
        board.clear()
    assert len(board.groups(of_rule[-1])) == len(GROUPS) == 572


def _is_group(color: str, size: int, at: int, there: str, group: Group, position: Position) -> bool:
    """Whether a group has `size` stones, all of one color, and `there` at a position."""
    colors = [position.colors[cell] for cell in group.base]
    cell = group.cells[at]
    is_there = cell is not None and position.colors[cell] == there
    return is_there and colors.count(color) == size and colors.count("none") == 5 - size


def test_rules_too_large() -> None:
    """Derivations that double with each expansion are refused before they are expanded."""
    clauses = ["p0(F) :- color(F, none)"]
    clauses += [f"p{n}(F) :- p{n - 1}(F), p{n - 1}(F)" for n in range(1, 30)]
    rule = "rule r\nplayer white\nlevel 1\nmove F\npremise p29(F)\n"
    with pytest.raises(CompileError, match="literals"):
        CompiledMatcher(loads("\n".join(clauses) + "\n" + rule).program)


def test_a_game_with_a_pass() -> None:
    game = Game.build(moves=[112, -1, 113])
    assert CompiledMatcher(rule_set("sound")).infer(Position.of(game), 1) is None
