"""Opening rules: the area of the first moves, the offered fifth moves, and unrecorded facts."""

import pytest

from zet.engines.renju.model import Game, cell_of
from zet.engines.renju.opening_rules import RULES, judge
from zet.engines.renju.openings import OPENINGS, opening_of
from zet.engines.renju.symmetry import image
from zet.formats.renju.moves import loads

RENJU = ("rif", "yamaguchi", "soosyrv-8", "taraguchi-10")


@pytest.mark.parametrize("name", RENJU)
def test_the_26_patterns_are_all_there_is(name: str) -> None:
    """All images of the 26 patterns are accepted; other first moves are refused."""
    for opening in OPENINGS:
        for symmetry in range(8):
            assert judge(image(Game(moves=opening.moves), symmetry), RULES[name]).fault is None
    for line, number in (
        ("h9", 1),
        ("h8h10", 2),
        ("h8f8", 2),
        ("h8h9k8", 3),
        ("h8i9h11", 3),
        ("h8h9pass", 3),
    ):
        verdict = judge(loads(line), RULES[name])
        assert verdict.fault
        assert verdict.move == number


@pytest.mark.parametrize(
    ("name", "fourth", "fifth"),
    [
        ("rif", True, True),
        ("yamaguchi", True, True),
        ("soosyrv-8", True, True),
        ("taraguchi-10", False, True),
    ],
)
def test_where_the_fourth_and_the_fifth_move_may_lie(name: str, fourth: bool, fifth: bool) -> None:
    """By Taraguchi-10, move 4 lies within 7 x 7; a fifth move outside 9 x 9 must be one of ten offers."""
    assert (judge(loads("h8h9i9l8"), RULES[name]).fault is None) == fourth
    assert judge(loads("h8h9i9k11"), RULES[name]).fault is None
    far = judge(loads("h8h9i9k11m8"), RULES[name])
    assert (far.fault is None) == fifth
    assert any("m8" in told for told in far.unshown) == (name == "taraguchi-10")
    assert not any("l12" in told for told in judge(loads("h8h9i9k11l12"), RULES[name]).unshown)


@pytest.mark.parametrize("name", ["swap", "swap2"])
def test_the_stones_of_a_swap_lie_anywhere(name: str) -> None:
    assert judge(loads("a1o15b2c9d1"), RULES[name]).fault is None
    assert judge(loads("a1passb2"), RULES[name]).move == 2


@pytest.mark.parametrize(
    ("name", "alt", "word"),
    [
        ("rif", "g7", None),
        ("rif", "i10, g7", "3 fifth moves"),
        ("rif", "f8", "by symmetry"),
        ("rif", "h9", "taken"),
        ("rif", "51", None),
        ("soosyrv-8", "g7 g10 g11 g12 g13 g14 g15", None),
        ("soosyrv-8", "g7 g10 g11 g12 g13 g14 g15 f1", "9 fifth moves"),
        ("taraguchi-10", "g7 g10 g11 g12 g13 g14 g15 f1 f2", None),
        ("taraguchi-10", "g7", "2 fifth moves"),
        ("yamaguchi", "g7 g10 g11 g12 g13 g14 g15 f1 f2 f3", None),
        ("yamaguchi", "g7 i7", "by symmetry"),
        ("yamaguchi", "g7 g7", "taken"),
        ("swap", "g7", None),
    ],
)
def test_fifth_moves_that_were_offered(name: str, alt: str, word: str | None) -> None:
    """After h8 h9 h10 h11 the board is symmetrical from left to right; j8 is taken."""
    game = Game.build(moves=loads("h8h9h10h11j8").moves, info=[("alt", alt)])
    verdict = judge(game, RULES[name])
    assert (verdict.fault is None) == (word is None)
    if verdict.fault:
        assert word in verdict.fault
        assert verdict.move == 5
    is_told = alt != "51" and name != "swap"
    assert any("offered" in told for told in verdict.unshown) == (name == "rif" and not is_told)


def test_points_have_the_names_of_their_board() -> None:
    game = Game.build(
        moves=[cell_of(word, 19) for word in ("j10", "j11", "j12", "j13", "l10")],
        info=[("alt", "j11")],
        size=19,
    )
    assert "j11 was offered as a fifth move, but is taken" in str(judge(game, RULES["yamaguchi"]).fault)


def test_only_the_board_of_15_has_patterns() -> None:
    game = loads("h8h9h10")
    assert opening_of(game)
    assert opening_of(Game.build(moves=game.moves, size=19)) is None
    assert opening_of(Game((), (), 1, game.moves)) is None


def test_what_a_record_does_not_show() -> None:
    line = "h8h9i9k11l12"
    told = {name: [str(one) for one in judge(loads(line), rule).unshown] for name, rule in RULES.items()}
    fifth = "which fifth moves were offered"
    assert told == {
        "rif": ["swaps after move 3", fifth],
        "yamaguchi": ["swaps after move 3", fifth],
        "soosyrv-8": ["swaps after move 3/4", fifth],
        "taraguchi-10": ["swaps after move 1/2/3/4/5", fifth],
        "swap": ["swaps after move 3"],
        "swap2": ["swaps after move 3/5", "who placed the fourth and fifth stones"],
    }
    swapped = Game.build(moves=loads(line).moves, info=[("swap", "R--R-")])
    assert [str(one) for one in judge(swapped, RULES["rif"]).unshown] == [fifth]
    stones = judge(Game.build(loads("h8").moves), RULES["rif"])
    assert (stones.status, stones.fault, len(stones.unshown)) == ("unknown", None, 1)
    empty = judge(Game(), RULES["swap2"])
    assert (empty.status, empty.unshown) == ("unknown", ())
    assert judge(loads("h8"), RULES["swap2"]).status == "kept"
    assert judge(loads("h9"), RULES["rif"]).status == "broken"
