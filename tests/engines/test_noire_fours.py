"""`wins.by.fours`: a literal that holds for whole chains of fours, and the rules that use it."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from zet.engines.noire.checker import check
from zet.engines.noire.interpreter import Interpreter
from zet.engines.noire.matcher import CompiledMatcher
from zet.engines.noire.position import Position
from zet.engines.noire.program import Program
from zet.engines.noire.solver import solve
from zet.engines.noire.soundness import Verifier, random_stones
from zet.engines.renju._player import PositionalSearch
from zet.engines.renju.board import BOARDS
from zet.engines.renju.model import BLACK, WHITE, Game
from zet.engines.renju.proof import verify
from zet.formats.blanche import joined, loads, rule_set
from zet.formats.renju.position import loads as position_of

PROBLEMS = Path(__file__).parents[2] / "samples/renju/problems.txt"
RULE = "rule {name}\nplayer {player}\nlevel 7\nmove A\npremise {premise}\n"
SOUND, FOURS = rule_set("sound"), rule_set("fours")
WITH_FOURS = joined((SOUND, FOURS))


def program_of(*premises: str) -> Program:
    """Return a rule for Black with each premise, named by its number."""
    texts = (RULE.format(name=n, player="black", premise=one) for n, one in enumerate(premises))
    return loads("".join(texts)).program


def boards(count: int) -> list[Game]:
    """Return boards with random stones, on which neither side has five in a row."""
    found = []
    for number in range(10 * count):
        stones = list(random_stones(Random(number)))[: 6 + number % 20]
        game = Game.build(
            *([cell for cell, one in stones if one == color] for color in (BLACK, WHITE)), BLACK
        )
        if solve(game, SOUND, nodes=1).status != "over":
            found.append(game)
    return found[:count]


def test_a_win_by_one_four_is_a_win_in_three_moves(rounds: Callable[[int], int]) -> None:
    """The other search tries all moves; for more fours, it shows that the first move wins."""
    interpreter = CompiledMatcher(WITH_FOURS)
    held = 0
    for game in boards(rounds(200)):
        search = PositionalSearch(*BOARDS["renju"])
        search.begin(-1, None)
        for color, cells in enumerate(game.stones()):
            for cell in cells:
                search.play(cell, color)
        for rule in FOURS.rules:
            match = interpreter.match(rule, Position.of(game))
            held += match is not None
            if rule.level == 3 and not search.cells(rule.player, 0):
                assert (match is not None) == search.wins_within(rule.player, 3)
            if match is not None and match.move is not None and rule.level <= 5:
                assert search.wins_within(rule.player, rule.level, match.move)
    assert held > 20


def test_the_kernel_says_what_the_interpreter_does(rounds: Callable[[int], int]) -> None:
    program = program_of(
        "wins.by.fours(black, 3, A)",
        "wins.by.fours(Color, 2, A), color(B, Color)",
        "group(G, black, 3), in(A, G, 1, 5), wins.by.fours(own, 2, A)",
        "wins.by.fours(own, 2, A), ¬wins.by.fours(other, 1, F_)",
        "wins.by.fours(own, 3, A), ¬wins.by.fours(own, 2, A)",
    )
    program = Program(program.derivations, (program.rules[0], *program.rules[2:]))
    fast, slow = CompiledMatcher(program), Interpreter(program)
    held = set()
    for game in boards(rounds(60)):
        position = Position.of(game)
        for rule in program.rules:
            match = slow.match(rule, position)
            assert fast.match(rule, position) == match
            held |= {rule.name} if match else set()
    assert held >= {"0", "3"}


@pytest.mark.parametrize(
    ("premise", "fault"),
    [
        ("wins.by.fours(none, 1, A)", "none is a color"),
        ("wins.by.fours(black, 0, A)", "a number of fours (1 to 20)"),
        ("wins.by.fours(black, 21, A)", "a number of fours (1 to 20)"),
        ("wins.by.fours(Color, 2, A)", "Color must be bound"),
        ("wins.by.fours(black, N, A)", "N must be bound"),
        ("wins.by.fours(black, 2)", "unknown predicate"),
    ],
)
def test_what_is_wrong_with_it_is_said(premise: str, fault: str) -> None:
    faults = check(program_of(premise))
    assert any(fault in str(one) for one in faults), [*map(str, faults)]


def test_the_rules_claim_nothing_false(rounds: Callable[[int], int]) -> None:
    verifier = Verifier(WITH_FOURS)
    for number in range(rounds(600)):
        verifier.verify_walk(Random(f"fours/{number}"))
    by_fours = [
        tally
        for rule, tally in zip(WITH_FOURS.rules, verifier.tallies, strict=True)
        if "fours" in rule.name
    ]
    assert sum(tally.checked for tally in by_fours) > 20
    assert not any(tally.example for tally in verifier.tallies)


def test_wins_have_proofs_and_take_fewer_positions() -> None:
    texts = PROBLEMS.read_text().splitlines()[1:]
    games = [position_of(text) for text in texts]
    visited = [0, 0]
    for game in games:
        for number, program in enumerate((SOUND, WITH_FOURS)):
            found = solve(game, program, nodes=20_000, prove=True)
            visited[number] += found.nodes
            if found.status == "win":
                assert found.proof is not None
                assert verify(game, found.proof, game.side) is None
                assert found.proof.length <= (found.length or 0)
    assert 1.5 * visited[1] < visited[0]
