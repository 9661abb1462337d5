"""Claims of rules, compared with the exact search; and learned rules."""

from collections.abc import Callable
from random import Random

import pytest
from noire_positions import COUNTEREXAMPLES, LEGALITY, MATCHES, cases, game, rows

from zet.engines.noire.checker import ProgramError, check
from zet.engines.noire.interpreter import Interpreter
from zet.engines.noire.learner import Lesson, generalized, learn, missing, proposals, short_win
from zet.engines.noire.position import Position
from zet.engines.noire.program import Program
from zet.engines.noire.soundness import Claim, RuleBoard, Tally, Verifier, random_stones
from zet.engines.renju._player import PositionalSearch
from zet.engines.renju.board import BOARDS
from zet.engines.renju.model import BLACK, COLORS, N_CELLS, WHITE, Game, cell_of
from zet.engines.renju.solver import solve
from zet.formats.blanche import loads, rule_set
from zet.formats.renju.moves import moves_in

THESIS = rule_set("thesis")
SOUND = rule_set("sound")


def tallies(program: Program, games: list[Game]) -> dict[tuple[str, int], Tally]:
    verifier = Verifier(program)
    for one in games:
        verifier.verify_game(one)
    return {
        (rule.name, rule.player): tally
        for rule, tally in zip(program.rules, verifier.tallies, strict=True)
    }


@pytest.mark.parametrize("row", cases(COUNTEREXAMPLES))
def test_counterexamples_are_found(row: list[str]) -> None:
    """A position where a rule of the thesis is wrong refutes that rule, but no rule of the sound set."""
    rule, player, _, _, black, white = row
    position = game(black, white, player)
    tally = tallies(THESIS, [position])[rule, COLORS.index(player)]
    assert tally.checked > tally.counts["true"]
    assert all(tally.checked == tally.counts["true"] for tally in tallies(SOUND, [position]).values())


@pytest.mark.parametrize("row", cases(MATCHES))
def test_true_claims_are_not_refuted(row: list[str]) -> None:
    rule, player, _, black, white = row
    position = game(black, white, player)
    for program in (THESIS, SOUND):
        tally = tallies(program, [position])[rule, COLORS.index(player)]
        assert tally.checked == tally.counts["true"] == 1


@pytest.mark.parametrize("row", rows(LEGALITY), ids=" ".join)
def test_ends_of_games_are_checked(row: list[str]) -> None:
    """The sound set ends the game exactly where Black's last move is forbidden."""
    cell, kind, black = row
    played = Game.build(moves_in(black), (), BLACK, [cell_of(cell)])
    ends = [tally for (rule, _), tally in tallies(SOUND, [played]).items() if "direct-win" in rule]
    checked = sum(tally.checked for tally in ends)
    assert checked == sum(tally.counts["true"] for tally in ends) == (0 if kind == "none" else 1)


def test_random_boards_refute_the_thesis_and_not_the_sound_set(rounds: Callable[[int], int]) -> None:
    verifiers = [Verifier(THESIS, SOUND), Verifier(SOUND, THESIS)]
    for number in range(rounds(2400)):
        for verifier in verifiers:
            verifier.verify_walk(Random(number))
    thesis, sound = verifiers
    by_rule = list(zip(THESIS.rules, thesis.tallies, strict=True))
    refuted = {rule.name for rule, tally in by_rule if tally.example}
    assert {"t-threat", "cross-2"} <= refuted
    assert sum(tally.checked for tally in sound.tallies) > 2000
    assert not any(tally.example for tally in sound.tallies)
    above = [tally for rule, tally in by_rule if rule.level]
    caught, true = sum(tally.caught for tally in above), sum(tally.counts["true"] for tally in above)
    assert 0.99 * true < caught <= true


def test_a_wrong_rule_is_refuted_by_the_smallest_position() -> None:
    """The false claim that an open two wins is refuted by two stones, both of which are needed."""
    text = "rule two\nplayer white\nlevel 3\nmove Field1\npremise group(Group1, white, 2),"
    program = loads(f"{text} in(Field1, Group1, 1, 5), color(Field1, none)\n").program
    verifier = Verifier(program)
    verifier.verify_walk(Random(1))
    claim = verifier.tallies[0].example
    assert isinstance(claim, Claim)
    assert (len(claim.game.white), claim.game.black, claim.game.side) == (2, (), WHITE)
    assert claim.verdict == "false"


def test_a_wrong_end_of_a_game_is_refuted_with_its_last_move() -> None:
    program = loads("rule three\nplayer white\nlevel 0\nmove none\npremise group(G, white, 3)\n").program
    verifier = Verifier(program)
    verifier.verify_game(Game(moves=moves_in("a1h8a3i8c1j8", 15)))
    claim = verifier.tallies[0].example
    assert claim
    assert (claim.verdict, claim.game.black, claim.game.side) == ("false", (), BLACK)
    assert len(claim.game.at(0).white) == 2
    assert claim.game.moves == (cell_of("j8"),)


@pytest.mark.parametrize("seed", range(3))
def test_a_refuted_claim_names_an_answer_that_refutes_it(seed: int) -> None:
    """After the answer no win is in time; without one or two of the stones the claim is not refuted."""
    verifier = Verifier(THESIS)
    for number in range(150):
        verifier.verify_walk(Random(f"{seed}/{number}"))
    claims = [tally.example for tally in verifier.tallies if tally.example]
    assert claims
    for claim in claims:
        level, side = THESIS.rules[claim.rule].level, claim.game.side
        search = PositionalSearch(*BOARDS["renju"])
        search.begin(-1, None)
        for color, cells in enumerate(claim.game.stones()):
            for cell in cells:
                search.play(cell, color)
        assert claim.answer is not None
        assert side == WHITE or not search.forbidden(claim.move)
        search.play(claim.move, side)
        if claim.answer not in search.cells(1 - side, 0):
            search.play(claim.answer, 1 - side)
            assert search.wins_within(side, level - 2) is False


def test_a_program_with_errors_is_refused() -> None:
    program = loads("rule none\nplayer white\nlevel 0\nmove none\npremise nothing(Group1)\n").program
    with pytest.raises(ProgramError, match="nothing"):
        Verifier(program)


# -- learning


def won_games(count: int) -> list[tuple[Game, tuple[int, ...]]]:
    """Return random positions in which a side wins by fours, each with the winning line."""
    found = []
    for number in range(10_000):
        stones = list(random_stones(Random(number)))[:22]
        black, white = ([cell for cell, color in stones if color == one] for one in (BLACK, WHITE))
        for side in (BLACK, WHITE):
            position = Game.build(black, white, side)
            proof = solve(position, threats="fours", nodes=10_000).proof
            if proof and proof.length >= 5:
                found.append((position, proof.line()))
        if len(found) >= count:
            break
    return found


GAMES = won_games(60)


def test_a_generalized_rule_holds_where_it_comes_from() -> None:
    """The rule matches its own position with the same four, also when rotated or reflected."""
    seen: set[str] = set()
    search = PositionalSearch(exact_black=True, exact_white=False, restricted=True)
    for position, _ in GAMES[::2]:
        search.begin(-1, None)
        owners: list[int | None] = [None] * N_CELLS
        for color, cells in enumerate(position.stones()):
            for cell in cells:
                search.play(cell, color)
                owners[cell] = color
        line = short_win(search, position.side)
        rule = generalized(owners, position.side, line) if line else None
        if rule is None:
            continue
        seen.add(str(rule.premise))
        assert rule.level == len(line) + 2
        program = Program(SOUND.derivations + missing(SOUND), (rule,))
        assert not [fault for fault in check(program) if fault.is_error]
        matches = Interpreter(program).solutions(rule, Position.of(position))
        assert line[0] in {match.move for match in matches}, (position, line)
    assert len(seen) > 5


def test_what_is_known_is_not_proposed() -> None:
    first = proposals(GAMES, RuleBoard(SOUND))
    assert first
    learned = Program(SOUND.derivations + missing(SOUND), (*SOUND.rules, *first))
    left = proposals(GAMES, RuleBoard(learned))
    assert sum(left.values()) < sum(first.values()) / 4


def test_learning_keeps_true_rules_that_save(rounds: Callable[[int], int]) -> None:
    lessons = list(learn(SOUND, GAMES[:24], level=7, nodes=1000, walks=20, seed=1, saving=0.001))
    assert all(isinstance(lesson, Lesson) and lesson.refuted == 0 for lesson in lessons)
    kept = [lesson for lesson in lessons if lesson.is_kept]
    assert kept
    assert all(lesson.after is not None and lesson.after < lesson.before for lesson in kept)
    learned = Program(
        SOUND.derivations + missing(SOUND), (*SOUND.rules, *(lesson.rule for lesson in kept))
    )
    verifier = Verifier(learned)
    for number in range(rounds(200)):
        verifier.verify_walk(Random(f"other/{number}"))
    assert not any(tally.example for tally in verifier.tallies)
