"""Boards on a terminal: their colors are legible on every background, and wide boards fit."""

import random
import re
from collections.abc import Callable, Iterator

import pytest
from commands import run

from zet.engines.renju.model import LEAST_SIZE, MOST_SIZE, Game, name
from zet.engines.tectonic.model import MAX_SIDE, Puzzle
from zet.formats import ansi
from zet.formats.match5.picture import board_as_text
from zet.formats.renju.picture import as_text as renju_as_text
from zet.formats.tectonic import line as tectonic_line
from zet.formats.tectonic.picture import _FOUND, _GIVEN, _GROUNDS, as_text as tectonic_as_text
from zet.formats.ttt import line as ttt_line
from zet.formats.ttt.picture import as_text as ttt_as_text
from zet.formats.walls import line as walls_line
from zet.formats.walls.picture import as_text as walls_as_text

Color = tuple[int, int, int]
TERMINALS: dict[str, tuple[Color, Color]] = {
    "black": ((204, 204, 204), (0, 0, 0)),
    "white": ((0, 0, 0), (255, 255, 255)),
    "solarized-dark": ((131, 148, 150), (0, 43, 54)),
    "solarized-light": ((101, 123, 131), (253, 246, 227)),
}
"""The ink and the ground of terminals."""

PUZZLE = tectonic_line.loads("6x5:aaabbcdebbfcdeggfcdeeffcddefhh:2.................4...3..5....")
NOTED = [0b11111 if not digit else 0 for digit in PUZZLE.givens]
WALLS = "{}: [0,1] [1,0] [1,2] [2,1] [0,3]"


def _palette(number: int) -> Color:
    """Return a color of the 256-color palette; its first sixteen belong to the terminal's theme."""
    assert 16 <= number <= 255
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    levels = (0, 95, 135, 175, 215, 255)
    red, rest = divmod(number - 16, 36)
    return levels[red], levels[rest // 6], levels[rest % 6]


def _luminance(color: Color) -> float:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in color)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Color, other: Color) -> float:
    """Return the contrast of two colors as defined by WCAG 2, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colored_texts(text: str, ink: Color, ground: Color) -> Iterator[tuple[str, Color, Color]]:
    """Yield the colored parts of a text, with their colors on a terminal with the given colors."""
    now: dict[str, Color] = {}
    for part in re.split(r"(\x1b\[[\d;]*m)", text):
        if not part.startswith("\x1b"):
            if part.strip() and now:
                yield part, now.get("38", ink), now.get("48", ground)
            continue
        codes = part[2:-1].split(";")
        while codes:
            code = codes.pop(0)
            if code == "0":
                now = {}
            elif code in ("38", "48"):
                assert codes.pop(0) == "5"
                now[code] = _palette(int(codes.pop(0)))
            else:
                assert code == "1"


BOARDS: dict[str, Callable[[], str]] = {
    "tectonic": lambda: tectonic_as_text(PUZZLE, [1] * 30, color=True),
    "tectonic notes": lambda: tectonic_as_text(PUZZLE, notes=NOTED, color=True),
    "ttt": lambda: ttt_as_text(ttt_line.loads("XXXOO.... O"), color=True),
    "walls": lambda: walls_as_text(walls_line.loads(WALLS.format("2x2")), color=True),
    "match5": lambda: board_as_text([0, 1, 2] * 27, 5, color=True),
}


@pytest.mark.parametrize("terminal", TERMINALS)
@pytest.mark.parametrize("board", BOARDS)
def test_every_colored_text_is_legible_on_every_terminal(board: str, terminal: str) -> None:
    found = list(colored_texts(BOARDS[board](), *TERMINALS[terminal]))
    assert found
    assert not [part for part, ink, ground in found if contrast(ink, ground) < 4.5]


@pytest.mark.parametrize("ground", _GROUNDS)
@pytest.mark.parametrize("ink", [_GIVEN, _FOUND])
def test_digits_are_legible_on_the_ground_of_every_piece(ink: int, ground: int) -> None:
    assert contrast(_palette(ink), _palette(ground)) >= 4.5


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    text = f"\x1b[48;5;236mgiven{ansi.RESET}"  # a ground without ink is illegible on a white terminal
    ((_, ink, ground),) = colored_texts(text, *TERMINALS["white"])
    assert contrast(ink, ground) < 1.7


@pytest.mark.parametrize("color", [False, True])
@pytest.mark.parametrize("notes", [None, NOTED])
def test_a_board_that_is_too_wide_is_drawn_in_less_space(color: bool, notes: list[int] | None) -> None:
    whole = tectonic_as_text(PUZZLE, notes=notes, color=color)
    width = max(map(len, _plain(whole).splitlines()))
    assert tectonic_as_text(PUZZLE, notes=notes, color=color, columns=width) == whole
    narrow = tectonic_as_text(PUZZLE, notes=notes, color=color, columns=width - 1)
    assert max(map(len, _plain(narrow).splitlines())) == (13 if notes is None else 6 * 4 + 1)
    assert re.findall(r"\d", _plain(narrow)) == re.findall(r"\d", _plain(whole))


def test_a_wide_board_of_walls_is_drawn_in_less_space() -> None:
    position = walls_line.loads(WALLS.format("3x14"))
    assert max(map(len, walls_as_text(position).splitlines())) > 80
    lines = walls_as_text(position, columns=80).splitlines()
    assert lines[:3] == ["    01234567890123456789012345678", " 0  •━•━•" + " •" * 12, " 1  ║2┃"]
    assert max(map(len, lines)) == 4 + 29


@pytest.mark.parametrize("noted", [False, True])
@pytest.mark.parametrize("size", [1, 5, 12, 64])
def test_boards_of_every_width_fit(size: int, noted: bool) -> None:
    for width in range(1, MAX_SIDE + 1):
        puzzle = Puzzle.build(width, 1, [column // size for column in range(width)], [0] * width)
        digits = [column % size + 1 for column in range(width)]
        filled = [0, *digits[1:]] if noted else digits
        text = tectonic_as_text(puzzle, filled, notes=[1] * width, columns=80)
        assert max(map(len, text.splitlines())) <= 80
        assert [int(digit) for digit in re.findall(r"(?<![CR\d])\d+", text)] == digits


def test_a_board_cut_into_bands_names_its_rows_and_columns() -> None:
    puzzle = Puzzle.build(41, 2, [column // 4 for column in [*range(41)] * 2], [0] * 82)
    digits = [(column - 1) // 10 + 1 for column in range(1, 42)] * 2
    lines = tectonic_as_text(puzzle, digits, columns=80).splitlines()
    top, bottom = lines[:6], lines[6:]
    assert [line[:4] for line in top] == ["    ", "   ┏", "R1 ┃", "   ┠", "R2 ┃", "   ┗"]
    for band, names in ((top, ("C1", "C10")), (bottom, ("C21", "C30", "C40"))):
        assert band[0].split() == [*names]
        numbers = [int(column[1:]) for column in names]
        shown = [int(band[2][band[0].index(column)]) for column in names]
        assert shown == [digits[number - 1] for number in numbers]


def test_numbered_boards_of_renju_fit() -> None:
    cells = random.sample(range(MOST_SIZE**2), MOST_SIZE**2)
    for size in range(LEAST_SIZE, MOST_SIZE + 1):
        for n_moves in (0, 99, 100, size * size):
            moves = [cell for cell in cells if cell < size * size][:n_moves]
            game = Game(moves=tuple(moves), size=size)
            lines = renju_as_text(game, numbers=True, columns=80).splitlines()
            assert max(map(len, lines)) <= 80
            *ranks, files = lines
            found = {
                f"{files[number.end() + 1]}{rank}": number[0]
                for rank, line in zip(range(size, 0, -1), ranks, strict=True)
                for number in re.finditer(r"\d+", line[2:])
            }
            n_digits = 2 if max(map(len, lines)) < 5 * size else 3
            wanted = {name(cell, size): str(at)[-n_digits:] for at, cell in enumerate(moves, 1)}
            assert found == wanted


@pytest.mark.parametrize(
    "line",
    [
        "zet tectonic generate --board 3x100 --seed 1 | zet tectonic show",
        f"echo {'/'.join(['.' * 8] * 8)} X | zet ttt show",
        "echo 16x16: | zet walls show",
        "echo a1b2 | zet renju show --board 22x22 --mark numbers",
        "echo e5 | zet match5 show",
    ],
)
def test_each_show_asks_for_the_width_of_the_terminal(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zet.cli.command.screen_columns", lambda: 80)
    done = run(line)
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", text)
