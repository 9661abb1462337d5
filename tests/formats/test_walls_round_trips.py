"""Each format of walls reads what it writes; the parts that it cannot represent are known."""

import io
import json
import re

import pytest
from hypothesis import given, settings, strategies as st
from lxml import etree
from rounds import rounds
from walls_positions import games, without_log

from zet.engines.walls.model import FIRST, SECOND, Position, board
from zet.formats import ansi
from zet.formats.errors import FormatError, UnwritableError
from zet.formats.registry import recognize
from zet.formats.walls import FORMATS
from zet.formats.walls.notation import matrix_of, moves_text, play_moves
from zet.formats.walls.picture import as_svg, as_text

some = settings(max_examples=rounds(100))
names = pytest.mark.parametrize("name", FORMATS)


def read(name: str, text: str) -> list[Position | FormatError]:
    return list(FORMATS[name].load(io.BytesIO(text.encode()), "in"))


def written(name: str, *positions: Position) -> str:
    return "".join(map(FORMATS[name].dumps(), positions))


@names
@some
@given(position=games())
def test_what_is_written_is_read_back(name: str, position: Position) -> None:
    assert read(name, written(name, position)) == [position]


@pytest.mark.parametrize("name", ["save", "json"])
@some
@given(position=games())
def test_a_position_without_its_moves_is_read_back(name: str, position: Position) -> None:
    position = without_log(position)
    assert read(name, written(name, position)) == [position]


@some
@given(position=games())
def test_a_line_needs_the_moves(position: Position) -> None:
    if not any(position.fences):
        assert written("line", without_log(position)) == written("line", position)
        return
    with pytest.raises(UnwritableError) as caught:
        written("line", without_log(position))
    reason = "the format 'line' requires the order of the moves, which is not known"
    assert str(caught.value) == reason


@names
@settings(max_examples=rounds(30))
@given(several=st.lists(games(max_side=3), min_size=1, max_size=4))
def test_positions_follow_one_another_and_are_recognized(name: str, several: list[Position]) -> None:
    data = written(name, *several).encode()
    found, stream = recognize(io.BufferedReader(io.BytesIO(data)), FORMATS)  # type: ignore[arg-type]
    assert found is FORMATS[name]
    assert list(found.load(stream)) == several


@names
@pytest.mark.parametrize("extra_move", [False, True])
@pytest.mark.parametrize("size", [(1, 1), (16, 16), (1, 16), (16, 1), (6, 6)])
def test_extreme_boards_come_back(name: str, extra_move: bool, size: tuple[int, int]) -> None:
    empty = Position.empty(board(*size), extra_move=extra_move)
    full = Position.played(empty.board, range(empty.board.n_fences), extra_move=extra_move)
    assert read(name, written(name, empty, full)) == [empty, full]


@some
@given(position=games(), brackets=st.booleans(), blank=st.sampled_from(["", " ", ", ", " ,\t", "  "]))
def test_moves_are_read_with_any_blanks_between_them(
    position: Position, brackets: bool, blank: str
) -> None:
    text = moves_text(position.board, position.moves or ())
    if brackets:
        text = text.replace(" ", blank).replace(",", ", " if blank else ",")
    else:
        text = text.replace(" ", blank.strip("\t") or " ").replace("[", "").replace("]", "")
    start = Position.empty(position.board, extra_move=position.extra_move)
    assert play_moves(start, text) == position


def test_the_matrix_of_the_original() -> None:
    matrix = matrix_of(Position.empty(board(6, 6)))
    assert matrix[0::2] == [[0, 2] * 6 + [0]] * 7
    assert matrix[1::2] == [[1, 6] * 6 + [1]] * 6


EXAMPLE = Position.played(board(1, 2), [1, 0, 2, 3, 4])  # the second player has taken the first box


def test_what_is_written_byte_for_byte() -> None:
    assert written("line", EXAMPLE) == "1x2: [0,1] [1,0] [2,1] [1,2] [0,3]\n"
    assert written("save", EXAMPLE) == (
        "walls 1\nboard 1x2\nextra-move no\nscore 0 1\nturn 2\n"
        "0 3 0 3 0\n4 8 4 6 1\n0 3 0 2 0\n"
        "moves [0,1] [1,0] [2,1] [1,2] [0,3]\n\n"
    )
    assert json.loads(written("json", EXAMPLE)) == {
        "board": "1x2",
        "extra_move": False,
        "score": [0, 1],
        "turn": 2,
        "to_move": 2,
        "matrix": [[0, 3, 0, 3, 0], [4, 8, 4, 6, 1], [0, 3, 0, 2, 0]],
        "moves": [[0, 1], [1, 0], [2, 1], [1, 2], [0, 3]],
    }


def test_the_rule_of_the_extra_move_is_written() -> None:
    position = Position.played(board(1, 1), [0, 1], extra_move=True)
    assert written("line", position) == "1x1 extra-move: [1,0] [0,1]\n"
    assert "\nextra-move yes\n" in written("save", position)
    assert json.loads(written("json", position))["extra_move"] is True


def test_ten_moves_stand_on_a_line_of_a_save() -> None:
    lines = written("save", Position.played(board(2, 2), range(12))).splitlines()
    assert [line.count("[") for line in lines if line.startswith("moves")] == [10, 2]


def test_the_rule_of_a_line_that_names_none_is_the_caller_s() -> None:
    chosen = FORMATS["line"]
    found = list(chosen.load(io.BytesIO(b"1x1:\n1x1 extra-move:\n"), extra_move=True))
    assert found == [Position.empty(board(1, 1), extra_move=True)] * 2
    assert read("line", "1x1:") == [Position.empty(board(1, 1))]


# Pictures.

PICTURE = """\
    0  1  2  3  4
 0  •━━━━━•━━━━━•
 1  ║  2  ║
 2  •━━━━━•     •
"""


def test_the_picture_as_text() -> None:
    assert as_text(EXAMPLE) == PICTURE


@some
@given(position=games(max_side=16))
def test_the_picture_shows_every_fence_and_box(position: Position) -> None:
    size = position.board
    lines = as_text(position).splitlines()
    assert lines[0].split() == [str(number) for number in range(2 * size.columns + 1)]
    assert [line.split()[0] for line in lines[1:]] == [str(number) for number in range(2 * size.rows + 1)]
    assert lines[0][4 + 3 * 2 * size.columns :].strip() == str(2 * size.columns)[-1]
    grid = [line.ljust(200) for line in lines[1:]]
    for (row, column), owner in zip(size.fences, position.fences, strict=True):
        assert grid[row][4 + 3 * column] == (" ┃║" if row % 2 else " ━═")[owner]
    for box, owner in enumerate(position.boxes):
        row, column = size.box_place(box)
        assert grid[row][4 + 3 * column] == " 12"[owner]


@some
@given(position=games())
def test_colors_are_all_that_a_terminal_adds(position: Position) -> None:
    colored = as_text(position, color=True)
    assert re.sub(r"\x1b\[[\d;]+m", "", colored) == as_text(position)
    painted = sum(map(bool, position.fences)) + sum(map(bool, position.boxes))
    assert colored.count(ansi.RESET) == painted
    assert colored.count(ansi.BLUE) == position.fences.count(FIRST) + position.score[0]
    assert colored.count(ansi.RED) == position.fences.count(SECOND) + position.score[1]


@some
@given(position=games())
def test_the_svg_shows_every_fence_and_box(position: Position) -> None:
    svg = etree.fromstring(as_svg(position, title="a title"))
    space = {"svg": "http://www.w3.org/2000/svg"}
    assert svg.findtext("svg:title", namespaces=space) == "a title"
    drawn = {path.get("stroke"): path.get("d", "").count("M") for path in svg.iterfind("svg:path", space)}
    counts = {"#ddd": 0, "#2a63c4": FIRST, "#c8372d": SECOND}
    assert drawn == {
        stroke: position.fences.count(owner)
        for stroke, owner in counts.items()
        if owner in position.fences
    }
    marks = [text.text for text in svg.iterfind("svg:g/svg:text", space) if text.get("font-size")]
    assert marks == [str(owner) for owner in position.boxes if owner]
    size = position.board
    assert len(svg.findall(".//svg:circle", space)) == (size.rows + 1) * (size.columns + 1)
    numbers = [text.text for text in svg.iterfind("svg:g/svg:text", space) if not text.get("font-size")]
    assert numbers == [*map(str, range(2 * size.columns + 1)), *map(str, range(2 * size.rows + 1))]
