"""Games rotated, reflected and with colors swapped, and properties that do not change."""

from collections import Counter
from random import Random

import pytest
from plain_renju import positions_of_size, random_positions

from zet.engines.renju.ending import recorded_ending
from zet.engines.renju.model import CENTER, PASS, Game
from zet.engines.renju.referee import result_of
from zet.engines.renju.symmetry import (
    MIRROR,
    TURNS,
    canonical,
    image,
    key,
    position_of,
    positions_in,
    swapped,
)
from zet.formats.renju.moves import loads as moves
from zet.formats.renju.position import loads as position


def games() -> list[Game]:
    random = Random(3)
    found = [Game(), Game(moves=(PASS, CENTER, PASS))]
    for _rule, game in (*random_positions(7, 40), *positions_of_size(8, 24, (5, 14, 16, 19, 22))):
        free = [cell for cell in range(game.n_cells) if cell not in {*game.black, *game.white}]
        found.append(game.then(random.sample(free, min(random.randint(0, 9), len(free)))))
    return found


def test_all_images_have_one_canonical_game_and_one_key() -> None:
    for game in games():
        images = [image(game, symmetry) for symmetry in range(8)]
        assert canonical(game) in images
        assert len({canonical(one) for one in images}) == 1
        assert len({key(one) for one in images}) == 1
        assert canonical(canonical(game)) == canonical(game)
    keys = Counter(map(key, games()))
    assert set(keys.values()) == {1}


def test_turns_and_the_mirror() -> None:
    game = moves("a1b1")
    assert image(game, TURNS[90]) == moves("o1o2")
    assert image(game, TURNS[180]) == moves("o15n15")
    assert image(game, TURNS[270]) == moves("a15a14")
    assert image(game, MIRROR) == moves("o1n1")
    four = game
    for _ in range(4):
        four = image(four, TURNS[90])
    assert four == game
    assert image(image(game, TURNS[90]), TURNS[270]) == game
    assert image(moves("a1b1", 20), TURNS[180]) == moves("t20s20", 20)


def test_the_same_points_on_another_board_are_another_position() -> None:
    assert key(moves("a1", 5)) != key(moves("a1", 15)) != key(moves("a1", 16))


def test_a_position_comes_back_from_its_key() -> None:
    for game in games():
        for number, found in enumerate(positions_in(game)):
            there = position_of(found)
            at = game.at(number)
            alone = Game(*(tuple(sorted(cells)) for cells in at.stones()), at.side, size=at.size)
            assert there == canonical(alone)
            assert key(there) == found


def test_ways_that_meet_are_one_position() -> None:
    one, other = (list(positions_in(moves(text))) for text in ("h8a1h9a2", "h9a2h8a1"))
    assert one[-1] == other[-1]
    assert one[1] != other[1]
    assert list(positions_in(moves("h8pass")))[-1] != one[1]


def test_colors_are_swapped() -> None:
    info = (("black", "Anna"), ("white", "Ben"), ("result", "black"), ("event", "black"))
    game = Game((CENTER,), (0, 1), 0, (5, 6), info)
    there = swapped(game)
    assert (there.black, there.white, there.first) == ((0, 1), (CENTER,), 1)
    wanted = {"white": "Anna", "black": "Ben", "result": "white", "event": "black"}
    assert dict(there.info) == wanted
    assert swapped(there) == game


@pytest.mark.parametrize(
    ("result", "exchanged"),
    [
        ("B+", "W+"), ("w+R", "b+R"), ("Black wins by resignation", "White wins by resignation"),
        ("1-0", "0-1"), ("BLACK", "WHITE"), ("0", "0"), ("1/2-1/2", "1/2-1/2"), ("Bob won", "Bob won"),
    ],
)  # fmt: skip
def test_the_winner_keeps_the_win(result: str, exchanged: str) -> None:
    """The result names the other color, in all spellings, as the winner has the stones of that color."""
    there = swapped(Game(info=(("result", result), ("swap2", "white"))))
    assert dict(there.info) == {"result": exchanged, "swap2": "black"}
    before, after = recorded_ending(Game(info=(("result", result),))), recorded_ending(there)
    if before and before[0] is not None:
        assert after == (1 - before[0], before[1])
    else:
        assert after == before


def test_offered_moves_are_turned_with_the_game() -> None:
    """The fifth moves that were offered are points, so they change with the stones."""
    game = moves("h8i9g7f6i7").with_info({"alt": "j10, k9", "event": "j10"})
    turned = image(game, TURNS[180])
    assert dict(turned.info) == {"alt": "f6, e7", "event": "j10"}
    assert dict(image(turned, TURNS[180]).info) == dict(game.info)
    odd = game.with_info({"alt": "none; z99"})
    assert dict(image(odd, MIRROR).info) == dict(odd.info)


def test_results() -> None:
    for text, wanted in (
        ("h8a1i8a2j8a3k8a4l8", "black-won"),
        ("h8a1i8a2j8a3k8a4", None),
        ("h8 pass pass", "draw"),
    ):
        assert result_of(moves(text)) == wanted
    for said, wanted in (
        ("white", "white-won"),
        ("B+Resign", "black-won"),
        ("Draw", "draw"),
        ("1-0", "black-won"),
        ("0-1", "white-won"),
        ("1/2", "draw"),
        ("Black resigns", None),
        ("Blackout", None),
        ("?", None),
    ):
        assert result_of(Game(info=(("result", said),))) == wanted
    assert result_of(position("e8f8g8h8i8/a1a3a5a7 white")) == "black-won"
