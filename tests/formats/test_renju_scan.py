"""Screenshots of boards are read as the positions that they show."""

import io
from dataclasses import replace

import pytest

cv2 = pytest.importorskip("cv2", reason="zet[scan] is not installed")
np = pytest.importorskip("numpy")

from board_pictures import LOOKS, any_look, draw, some_game  # noqa: E402
from commands import run  # noqa: E402

from zet.engines.renju import Game  # noqa: E402
from zet.formats.errors import FormatError  # noqa: E402
from zet.formats.renju.moves import moves_in  # noqa: E402
from zet.formats.renju.scan import Seen, find, load, read  # noqa: E402

PLAIN = replace(LOOKS["plain"], step=18)
GAME = Game.build(moves=moves_in("h8i9j8g7i7i8h9h7g6j9k10g9f8", 15))


def stones(game: Game) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(cells)) for cells in game.stones())


def seen(picture: object) -> list[Seen]:
    return [read(board) for board in find(picture)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name",
    [
        name if name in ("wood", "paper", "night") else pytest.param(name, marks=pytest.mark.slow)
        for name in LOOKS
    ],
)
def test_a_screenshot_is_read(name: str) -> None:
    (found,) = seen(draw(GAME, LOOKS[name], np.random.default_rng(1)))
    assert (found.black, found.white) == stones(GAME)
    assert found.doubtful == ()
    marked = LOOKS[name].mark and not LOOKS[name].numbers
    assert found.last == (GAME.moves[-1] if marked else None)


@pytest.mark.parametrize(
    ("size", "step"), [(5, 20), (5, 64), (9, 20), pytest.param(22, 20, marks=pytest.mark.slow)]
)
def test_boards_of_other_sizes_are_read(size: int, step: int) -> None:
    game = some_game(np.random.default_rng(size), size)
    (found,) = seen(draw(game, replace(LOOKS["plain"], step=step), np.random.default_rng(1)))
    assert (found.size, found.black, found.white) == (size, *stones(game))


def test_an_empty_board_is_read() -> None:
    (found,) = seen(draw(Game(), LOOKS["small"], np.random.default_rng(1)))
    assert found == Seen(15, (), (), None, ())
    assert found.game == Game()


@pytest.mark.slow
@pytest.mark.parametrize("number", range(100))
def test_what_is_sure_is_right(number: int) -> None:
    random = np.random.default_rng(900 + number)
    game = some_game(random)
    for found in seen(draw(game, any_look(random), random)):
        assert found.game is None or (found.black, found.white) == stones(game)


def test_boards_beside_each_other_are_read_in_order() -> None:
    games = [some_game(np.random.default_rng(number)) for number in (3, 4)]
    look = replace(LOOKS["plain"], step=16)
    pictures = [draw(game, look, np.random.default_rng(1))[:250, :250] for game in games]
    first, second = seen(np.concatenate(pictures, axis=1))
    assert [(one.black, one.white) for one in (first, second)] == [stones(game) for game in games]


def test_a_part_of_a_board_is_no_board() -> None:
    picture = draw(GAME, PLAIN, np.random.default_rng(1))
    assert seen(picture[:, :210]) == []
    assert seen(picture[60:]) == []


def test_too_many_stones_of_a_color_are_in_doubt() -> None:
    game = Game.build(black=[0, 1, 2, 3, 4], white=[30], first=0)
    (found,) = seen(draw(game, PLAIN, np.random.default_rng(1)))
    assert (found.black, found.white) == stones(game)
    assert found.game is None


def test_a_stone_that_is_hardly_there_is_in_doubt() -> None:
    picture = draw(GAME, PLAIN, np.random.default_rng(1)).copy()
    (board,) = find(picture)
    middle = (round(board.across[2]), round(board.down[2]))
    ghost = cv2.circle(picture.copy(), middle, 8, (128, 128, 128), -1)
    (found,) = seen(cv2.addWeighted(picture, 0.5, ghost, 0.5, 0))
    assert found.doubtful == (12 * 15 + 2,)


@pytest.mark.parametrize("data", [b"", b"x", b"\x89PNG\r\n\x1a\n", b"%PDF-1.7\n"])
def test_what_is_no_picture_is_an_error(data: bytes) -> None:
    (error,) = load(io.BytesIO(data), "FILE")
    assert isinstance(error, FormatError)


def test_a_picture_without_a_board_is_an_error() -> None:
    done = run("zet renju scan samples/tectonic/photo.jpg")
    message = "samples/tectonic/photo.jpg: no board was found in this picture\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)
