"""Games that end by rules of level 0."""

from collections.abc import Callable
from random import Random

import pytest

from zet.engines.noire.player import Positional, best_move
from zet.engines.noire.program import Program
from zet.engines.noire.referee import judge
from zet.engines.noire.solver import solve
from zet.engines.renju.model import PASS, SIDE, Game, cell_of
from zet.engines.renju.referee import judge as plain_judge
from zet.formats.blanche import loads, rule_set
from zet.formats.renju.moves import loads as moves

LEVEL_0 = "rule {name}\nplayer {player}\nlevel 0\nmove none\npremise {premise}\n"


def program_of(*rules: tuple[str, str]) -> Program:
    """Return rules of level 0, given by player and premise; the player's name is also the rule's name."""
    texts = (LEVEL_0.format(name=player, player=player, premise=premise) for player, premise in rules)
    return loads("".join(texts)).program


THREES = program_of(("white", "group(G, white, 3)"), ("black", "group(G, black, 3)"))


def random_game(random: Random) -> Game:
    """Return moves in a part of the board, some of them passes, perhaps beyond the end of the game."""
    box = [SIDE * y + x for y in range(7) for x in range(7)]
    played = random.sample(box, 40)
    return Game(moves=tuple(PASS if random.random() < 0.03 else cell for cell in played))


def test_the_sound_rules_judge_as_the_rules_of_renju_do(rounds: Callable[[int], int]) -> None:
    program = rule_set("sound")
    seen = set()
    for number in range(rounds(120)):
        game = random_game(Random(number))
        end = next(n for n in range(41) if n == 40 or plain_judge(game.at(n)).status != "legal")
        for n_moves in (end - 1, end, end + 1):
            wanted = plain_judge(game.at(n_moves))
            found = judge(game.at(n_moves), program)
            assert (found.status, found.move) == (wanted.status, wanted.move), game
            by = "direct-win" in found.rule.name if found.rule else None
            assert by == (True if wanted.status in ("black-won", "white-won") else None)
            seen.add(wanted.status)
    assert seen >= {"legal", "illegal", "black-won", "white-won"}


def test_other_rules_make_another_game() -> None:
    game = moves("h8h9a1i9a2j9")
    found = judge(game, THREES)
    assert (found.status, found.move, found.rule) == ("white-won", 6, THREES.rules[0])
    assert judge(game.at(5), THREES).status == "legal"
    assert judge(moves("h8h9a1i9a2j9b5"), THREES).status == "illegal"
    assert judge(Game.build([0, 1, 2], [7, 100], 1), THREES).status == "black-won"
    over = solve(Game.build([0, 1, 2], [7, 100], 1), THREES, legality="rules")
    assert (over.status, over.rule) == ("over", THREES.rules[1])


def test_five_ends_a_game_without_rules() -> None:
    program = program_of(("white", "group(G, white, 5)"))
    assert judge(moves("h8a1i8a2j8b1k8b2l8"), program).status == "black-won"
    assert judge(moves("h8a1i8a2j8b1k8b2"), program).status == "legal"


def test_a_full_board_is_a_draw() -> None:
    """Pairs of stones alternate and are shifted from row to row, so nobody has five."""
    white = [cell for cell in range(SIDE * SIDE) if (cell % SIDE + 2 * (cell // SIDE)) % 4 > 1]
    black = [cell for cell in range(SIDE * SIDE) if cell not in set(white)]
    ruling = judge(Game.build(black, white, 1), program_of(("white", "group(G, white, 5)")))
    assert (ruling.status, str(ruling.reason)) == ("draw", "the board is full")


def test_what_the_rules_forbid_is_not_played() -> None:
    """A stone at the right of another is forbidden; every other move is legal."""
    pair = "last.move(A), in(A, G, 2, 2), in(B, G, 1, 1), color(A, black), color(B, black)"
    program = program_of(("white", pair))
    game = Game.build([cell_of("g8")], [cell_of("h9")], 0)
    chosen = best_move(game, program, legality="rules", nodes=100)
    assert judge(game.then([chosen.move]), program).status == "legal"
    assert judge(game.then([cell_of("h8")]), program).status == "white-won"


def test_the_thesis_allows_a_double_four_in_one_line() -> None:
    game = moves("l5 pass i8 pass h9 pass f11 pass j7")
    assert plain_judge(game).status == "white-won"
    assert judge(game, rule_set("thesis")).status == "legal"


@pytest.mark.parametrize("worth", [(1, 16, 81, 256), (0, 0, 0, 0), (9999, 1, 1, 1)])
def test_the_settings_of_the_positional_search_are_its_own(worth: tuple[int, ...]) -> None:
    """The settings change the moves of the positional search, but no later search."""
    game, program = moves("h8h9i7"), rule_set("sound")
    usual = best_move(game, program)
    other = best_move(game, program, positional=Positional(own=worth))
    assert (usual.value == other.value) == (worth == Positional().own)
    assert best_move(game, program) == usual
    shallow = best_move(game, program, positional=Positional(depth=1, check=0))
    assert shallow.nodes < usual.nodes
