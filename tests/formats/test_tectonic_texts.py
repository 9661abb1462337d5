"""The text formats: examples by others, refused texts, and their messages."""

import io
import json
import zlib
from base64 import b64encode
from typing import Any

import pytest

from zet.engines.tectonic.model import MISSING, Puzzle
from zet.engines.tectonic.solver import solve
from zet.formats.errors import FormatError
from zet.formats.lines import MAX_LINE, MAX_SKIPPED
from zet.formats.tectonic import CHECKED, FORMATS, drawing, penpa
from zet.formats.tectonic.picture import as_svg, as_text


def read(name: str, text: str | bytes) -> list[Puzzle | FormatError]:
    data = text if isinstance(text, bytes) else text.encode()
    return list(FORMATS[name].load(io.BytesIO(data), "in"))


def answers(name: str, text: str | bytes) -> list[str]:
    return ["puzzle" if isinstance(found, Puzzle) else str(found) for found in read(name, text)]


# Examples.

PACKED = ("penpa", *CHECKED)

JANKO = """begin
puzzle suguru
author nobody
size 3
problem
1 - -
- - -
- 3 -
areas
1 1 1
1 2 2
2 2 2
solution
1 2 1
4 3 5
2 1 4
moves
a1
end
"""

PZPRV3 = (
    "pzprv3/suguru/5/5/0 1 1 0 /0 1 0 0 /1 0 1 0 /0 0 1 0 /0 1 0 0 /0 0 1 1 1 /0 1 0 1 1 /"
    "1 1 1 0 0 /0 0 1 1 1 /3 . . . . /. . . 3 . /5 . . . . /. . . . . /. 1 . 2 . /"
    ". 2 1 2 1 /1 4 5 . 4 /. 2 1 2 1 /3 4 5 4 3 /2 . 3 . 1 /"
)


@pytest.mark.parametrize(
    ("name", "text", "solution"),
    [
        ("puzzlink", "suguru/5/5/cih47bs73m3g5p1g2g", "3212114534521213454321321"),
        (
            "puzzlink",
            "https://pzprxs.vercel.app/p?suguru/6/6/adbli15d2tluj2g1l2l3l4l5g",
            "242421131353424214153532321414143253",
        ),
        ("puzzlink", "suguru/2/2/001i", None),
        ("pzprv3", PZPRV3, "3212114534521213454321321"),
        ("puzzlink", f"https://puzz.link/p?{PZPRV3}", "3212114534521213454321321"),
        ("puzzlink", f"p?{PZPRV3.replace(' ', '%20')}", "3212114534521213454321321"),
        ("puzzlink", f"p?type=editor&{PZPRV3.replace(' ', '%20')}", "3212114534521213454321321"),
        ("pzprv3", PZPRV3.replace("/", "\n"), "3212114534521213454321321"),
        ("krazydad", "A 1\t3\t2\t1c3a\tAABABB\t123231\t # diff=1", None),
        (
            "tatham",
            "7x7Tdh:bda1ab1c5a1b1a1ac2aa2a2c2ab1c1bac2b,5a3a1a4i5a3e1j2j5a5",
            "5232134141452153523432141515352343421412124323545",
        ),
        ("janko", JANKO, None),
    ],
)
def test_examples_of_others_are_read(name: str, text: str, solution: str | None) -> None:
    [puzzle] = read(name, text)
    assert isinstance(puzzle, Puzzle)
    if solution is not None:
        result = solve(puzzle)
        assert result.unique
        assert "".join(map(str, result.solutions[0])) == solution


def test_the_first_example_cell_by_cell() -> None:
    [puzzle] = read("puzzlink", "suguru/5/5/cih47bs73m3g5p1g2g")
    assert isinstance(puzzle, Puzzle)
    assert "".join("ABCDEFG"[piece] for piece in puzzle.pieces) == "AABCCAADDDADDEEFFFEEFFGGG"
    assert "".join(map(str, puzzle.givens)) == "3000000030500000000001020"


def test_the_site_form_of_janko_in_brackets() -> None:
    bracketed = JANKO
    for key in ("begin", "problem", "areas", "solution", "moves", "end"):
        bracketed = bracketed.replace(f"{key}\n", f"[{key}]\n")
    assert read("janko", bracketed) == read("janko", JANKO)


@pytest.mark.parametrize(
    "text",
    [
        "2 3\n- 2 -\n1 - 3\n1 1 2\n1 2 2\n",
        "2 3 2\n0 2 0\n1 0 3\n1 1 2\n1 2 2",
        "# a comment\n\n2 3\n\n. 2 .\n1 . 3\n\na a b\na b b\n",
        "2 3\n_2_\n1_3\naab\nabb\n",
        "2x3\n_2_\n1_3\naab\nabb\n",
        " 2 X 3 2\n_2_\n1_3\nxx2\nx22\n",
        "2\t3\r\n- 2 -\r\n1 - 3\r\n7 7 x\r\n7 x x\r\n",
        "begin\nrows 2\ncols 3\nproblem\n- 2 -\n1 - 3\nareas\n1 1 2\n1 2 2\nend\n",
    ],
)
def test_the_plain_forms_of_janko(text: str) -> None:
    assert read("janko", text) == [Puzzle.build(3, 2, (0, 0, 1, 0, 1, 1), (0, 2, 0, 1, 0, 3))]


def test_the_solution_of_a_document_is_read() -> None:
    site = "begin\nsize 2\nproblem\n- 2\n- -\nareas\n1 1\n1 1\nsolution\n1 2\n3 4\nend\n"
    for name, text in (("janko", site), ("krazydad", "A\t2\t2\ta2b\tAAAA\t1234")):
        [puzzle] = read(name, text)
        assert isinstance(puzzle, Puzzle)
        assert puzzle.solution == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n \n", "in: the drawing is empty"),
        ("#.\n\n...\n", "in:3: the row has 3 characters, but the row above has 2"),
        ("#" * 101, "in:1: the drawing is larger than 100 x 100 cells"),
        (".\n" * 101, "in:101: the drawing is larger than 100 x 100 cells"),
    ],
)
def test_what_is_wrong_with_a_drawing_is_said(text: str, message: str) -> None:
    assert [str(found) for found in drawing.load(io.BytesIO(text.encode()), "in")] == [message]


def test_a_third_grid_is_skipped() -> None:
    one = "1 4\n- 2 - -\n1 1 1 1\n"
    assert (
        read("janko", f"{one}1 2 3 4\n{one}\n{one}") == [Puzzle.build(4, 1, (0,) * 4, (0, 2, 0, 0))] * 3
    )


def test_json_may_write_an_open_cell_as_null() -> None:
    text = '{"pieces": [[9, 9]], "width": 2, "height": 1, "givens": [[null, 2]], "status": "x"}'
    assert read("json", text) == [Puzzle.build(2, 1, (0, 0), (0, 2))]


@pytest.mark.parametrize("text", ["2x1:{}:1.", "2x1:{}:..", "3x1:{}#:1.."])
def test_any_character_names_a_piece(text: str) -> None:
    assert answers("line", text.format("éé")) == answers("line", text.format("aa")) == ["puzzle"]


def test_the_lines_that_are_written_byte_for_byte() -> None:
    puzzle = Puzzle.build(3, 2, "aabbbb", [1, 0, 0, 3, 0, 0], [0, 2, 0, 0, 3, 0], "é")
    written = {name: found.dumps()(puzzle) for name, found in FORMATS.items() if found.writes}
    for name in ("xml", *PACKED):  # how tightly a text is packed is not ours to say
        del written[name]
    assert written == {
        "json": '{"width": 3, "height": 2, "pieces": [[1, 1, 2], [2, 2, 2]], '
        '"givens": [[1, 0, 0], [3, 0, 0]], "notes": [[[], [2], []], [[], [1, 2], []]], '
        '"origin": "é"}\n',
        "pzprv3": "pzprv3\nsuguru\n2\n3\n0 1 \n0 0 \n1 1 0 \n1 . . \n3 . . \n. 2 . \n. .[1,2] . \n",
        "line": "3x2:aabbbb:1..3..\n",
        "puzzlink": "https://puzz.link/p?suguru/3/2/8o1h3h\n",
        "janko": "2 3\n1 - -\n3 - -\n1 1 2\n2 2 2\n\n",
    }


def test_two_characters_a_cell_where_a_given_exceeds_nine() -> None:
    puzzle = Puzzle.build(10, 1, "a" * 10, [10, 0, 1, *[0] * 7])
    assert FORMATS["line"].dumps()(puzzle) == "10x1:aaaaaaaaaa:10..01..............\n"


# What is refused.

LINE = "expected WIDTHxHEIGHT:PIECES:GIVENS"
KEYS = "the format json requires width, height, pieces, givens, but this object has"
JSON_ROWS = '{"width": 2, "height": 1, "pieces": [[1, 1]], "givens": [[0, 0]]'


def rows_with(changes: str) -> str:
    """Return the JSON of a puzzle with some of its keys changed."""
    return json.dumps(json.loads(JSON_ROWS + "}") | json.loads(changes))


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("line", "nonsense", LINE),
        ("line", "2x1:aa", LINE),
        ("line", "2x1:aa:..:x", LINE),
        ("line", "0x1:a:.", "a 1 x 0 board: both sides must be from 1 to 100"),
        ("line", "101x1:a:.", "a 1 x 101 board: both sides must be from 1 to 100"),
        ("line", "2x1:a:..", "pieces: 1 characters cannot be divided evenly among 2 cells"),
        ("line", "2x1::..", "pieces: 0 characters cannot be divided evenly among 2 cells"),
        ("line", "2x1:aa:...", "givens: 3 characters cannot be divided evenly among 2 cells"),
        ("line", "2x1:aa:x.", LINE),
        ("line", "2x1:aa:-1..", LINE),
        ("line", "2x1:aa:1..2", "a cell must be a number, or dots if it is open"),
        ("line", "2x1:aa:.1.2", "a cell must be a number, or dots if it is open"),
        ("line", "2x1:aa:.3", "row 1, column 2: the given 3 is not from 1 to 2, the size of its piece"),
        ("line", "2x1:ab:11", "row 1, column 2: the given 1 touches the 1 at row 1, column 1"),
        (
            "line",
            "3x1:aaa:1.1",
            "row 1, column 3: the given 1 is also at row 1, column 1 of the same piece",
        ),
        ("line", b"2x1:\xff", "not UTF-8 text"),
        ("json", "{", "column 2: not JSON: Expecting property name enclosed in double quotes"),
        ("json", "[]", "expected a JSON object"),
        ("json", "{}", f"width is missing: {KEYS.removesuffix('has')}is empty"),
        (
            "json",
            '{"width": 2, "height": 1, "givens": [[0, 0]]}',
            f"pieces is missing: {KEYS} width, height, givens",
        ),
        ("json", rows_with('{"width": true}'), "width: true is not a whole number"),
        ("json", rows_with('{"height": 1.0}'), "height: 1.0 is not a whole number"),
        (
            "json",
            rows_with('{"height": 1000000000}'),
            "a 1000000000 x 2 board: both sides must be from 1 to 100",
        ),
        ("json", rows_with('{"pieces": 1}'), "pieces must be a 1 x 2 array"),
        ("json", rows_with('{"pieces": [[1]]}'), "pieces must be a 1 x 2 array"),
        ("json", rows_with('{"pieces": [[1, "a"]]}'), 'pieces: "a" is not a whole number'),
        ("json", rows_with('{"givens": [[1], [2]]}'), "givens must be a 1 x 2 array"),
        ("json", JSON_ROWS + ', "width": 2}', "the key 'width' occurs twice"),
        ("json", JSON_ROWS + ', "notes": [[1, []]]}', "notes must contain lists of digits"),
        ("json", JSON_ROWS + ', "notes": [[[65], []]]}', "notes must contain lists of digits"),
        ("json", JSON_ROWS + ', "origin": 1}', "origin must be a string"),
        ("json", "[" * 100_000, "not a puzzle: the JSON is nested too deeply"),
        (
            "puzzlink",
            "https://puzz.link/p?sudoku/9/9/",
            "expected a puzz.link URL: .../p?suguru/WIDTH/HEIGHT/BODY",
        ),
        ("puzzlink", "suguru/0/1/", "a 1 x 0 board: both sides must be from 1 to 100"),
        ("puzzlink", "suguru/2/2/0", "the walls are truncated, or contain a non-Base32 character"),
        (
            "puzzlink",
            "suguru/2/2/w01i",
            "the walls are truncated, or contain a non-Base32 character",
        ),
        (
            "puzzlink",
            "suguru/2/2/00.i",
            "the clue '.' at character 3 of the body has no value, so it is not a given",
        ),
        ("puzzlink", "suguru/2/2/00+100h", "the clue after '+', at character 3 of the body, exceeds 64"),
        ("puzzlink", "suguru/2/2/00_", "unrecognized clue '_' at character 3 of the body"),
        ("puzzlink", "suguru/2/2/001h", "a 2 x 2 board cannot have 3 cells"),
        ("puzzlink", "suguru/2/2/000i", "0 is not allowed as a given"),
        ("puzzlink", "suguru/2/2/00-00i", "0 is not allowed as a given"),
        (
            "puzzlink",
            "suguru/2/2/001ig",
            "row 1, column 1: this cell is missing from the board, but has a digit",
        ),
        ("puzzlink", "suguru/2/2/001i01", "unexpected text after the last cell"),
        (
            "puzzlink",
            "suguru/3/2/00l1",
            "the missing cells are truncated, or contain a non-Base32 character",
        ),
        (
            "puzzlink",
            "suguru/2/2/00g-1fh",
            "row 1, column 2: the given 31 is not from 1 to 4, the size of its piece",
        ),
        ("krazydad", "A\tB", "expected name, width, height, givens and pieces, separated by tabs"),
        (
            "krazydad",
            "A\t2\tx\t1a\tAA",
            "expected name, width, height, givens and pieces, separated by tabs",
        ),
        ("krazydad", "A\t2\t101\tb\tAA", "a 101 x 2 board: both sides must be from 1 to 100"),
        ("krazydad", "A\t2\t1\t0a\tAA", "expected a given or a run of open cells, not '0'"),
        ("krazydad", "A\t2\t1\tc\tAA", "the givens go beyond the 2 cells"),
        ("krazydad", "A\t2\t1\ta\tAA", "the givens end after 1 of 2 cells"),
        ("krazydad", "A\t2\t1\tb\tA", "a 1 x 2 board cannot have 1 cells"),
        ("krazydad", "A\t2\t1\tb\tAA\t1x", "the solution contains something other than digits"),
        ("krazydad", "A\t2\t1\tb\tAA\t1", "the solution has 1 digits, but the board has 2 cells"),
        ("tatham", "2x1T", "expected a game id such as '2x1T:a,1a' (size, T, walls, clues)"),
        ("tatham", "2x1:a,b", "an id without T after the size is for another puzzle (Ripple Effect)"),
        ("tatham", "2x101T:a,b", "a 101 x 2 board: both sides must be from 1 to 100"),
        ("tatham", "2x1T:0,b", "the walls contain '0', which is neither a run nor a number"),
        ("tatham", "2x1T:2,b", "the walls go beyond the 1 edges between cells"),
        ("tatham", "2x1T:z,b", "the walls go beyond the 1 edges between cells"),
        ("tatham", "3x1T:1,c", "the walls cover only 1 of the 2 edges between cells"),
        ("tatham", "2x1T:a,c", "the givens go beyond the 2 cells"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(name: str, text: str | bytes, reason: str) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    [error] = read(name, b"# a comment\n\n" + data + b"\n \n")
    assert isinstance(error, FormatError)
    assert (error.source, error.line, error.reason) == ("in", 3, reason)


@pytest.mark.parametrize("rest", ["suguru/", "play?W=6&H=6", "abc#x"])
def test_the_address_of_a_page_is_known_as_such(rest: str) -> None:
    [error] = read("puzzlink", f"https://example.org/{rest}")
    assert "which zet does not fetch" in str(error)


@pytest.mark.parametrize("value", ["false", "true", '""', "0.0", "[]", "1.0", '"1"'])
def test_json_takes_nothing_but_integers_and_null_for_givens(value: str) -> None:
    text = f'{{"width": 2, "height": 1, "pieces": [[1, 1]], "givens": [[{value}, 0]]}}'
    assert answers("json", text) == [f"in:1: givens: {value} is not a whole number"]


def test_an_origin_of_json_can_always_be_written_again() -> None:
    [puzzle] = read("json", JSON_ROWS + ', "origin": "\\ud800\\u0000x"}')
    assert isinstance(puzzle, Puzzle)
    assert puzzle.origin == "  x"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "janko",
            "hello\n",
            (
                "in:1: expected a line with the number of rows and columns, such as '5x5', "
                "or the word 'begin'"
            ),
        ),
        ("janko", "0 1\n", "in:1: a 0 x 1 board: both sides must be from 1 to 100"),
        ("janko", "1 101\n", "in:1: a 1 x 101 board: both sides must be from 1 to 100"),
        (
            "janko",
            "\n1 2\n- x\n1 1\n",
            "in:3: expected a digit or '-', not 'x'; the givens come before the pieces",
        ),
        ("janko", "\n1 2\n- ?\n1 1\n", "in:3: expected a digit or '-', not '?'"),
        (
            "janko",
            "\n1x2\n\n- 3\n1 1\n",
            "in:4: row 1, column 2: the given 3 is not from 1 to 2, the size of its piece",
        ),
        (
            "janko",
            "begin\nsize 2\nareas\n1 1\n1 1\nproblem\n- -\n9 -\nend\n",
            "in:8: row 2, column 1: the given 9 is not from 1 to 4, the size of its piece",
        ),
        ("janko", "1 4\n-\n1 1 1 1\n", "in:2: the row has 1 value, not 4"),
        ("janko", "1 4\n- - -\n1 1 1 1\n", "in:2: the row has 3 values, not 4"),
        ("janko", "1 4\n- - - -\n", "in:2: the grid of pieces must follow the grid of givens"),
        ("janko", "2x4\n- - - -\n", "in:2: the file ends within a puzzle"),
        ("janko", "4x1\n- - - -\n1 1 1 1\n", "in:2: the row has 4 values, not 1"),
        (
            "janko",
            "1 2\n- 3\n1 1\n",
            "in:2: row 1, column 2: the given 3 is not from 1 to 2, the size of its piece",
        ),
        ("janko", "begin\nsize x\nend\n", "in:2: size must be followed by an integer"),
        ("janko", "begin\nend\n", "in:2: 'problem' and 'areas' must come between 'begin' and 'end'"),
        ("janko", "begin\nproblem\n- -\nend\n", "in:1: a 0 x 0 board: both sides must be from 1 to 100"),
        (
            "pzprv3",
            "pzprv3\n",
            "in:1: expected 'pzprv3', 'suguru', the number of rows and the number of columns",
        ),
        (
            "pzprv3",
            "\npzprv3/sudoku/1/1/",
            "in:2: expected 'pzprv3', 'suguru', the number of rows and the number of columns",
        ),
        ("pzprv3", "pzprv3/suguru/a/1/", "in:1: the numbers of rows and columns must be integers"),
        ("pzprv3", "pzprv3/suguru/1/0/", "in:1: a 1 x 0 board: both sides must be from 1 to 100"),
        (
            "pzprv3",
            "pzprv3/suguru/1/3/0 /. . . /. . . /",
            "in:1: expected 1 x 2 walls right of the cells, found 1 values",
        ),
        (
            "pzprv3",
            "pzprv3/suguru/2/1/ / / 0 0/. /. /. /. /",
            "in:1: expected 1 x 1 walls below the cells, found 2 values",
        ),
        ("pzprv3", "pzprv3/suguru/1/2/0 /. /", "in:1: expected 1 x 2 givens, found 1 values"),
        ("pzprv3", "pzprv3/suguru/1/2/0 /. . /. /", "in:1: expected 1 x 2 answers, found 1 values"),
        (
            "pzprv3",
            "pzprv3/suguru/1/2/0 /- . /. . /",
            "in:1: the clue '-' has no value, so it is not a given",
        ),
        (
            "pzprv3",
            "pzprv3/suguru/1/2/0 /. # /. 1 /",
            "in:1: row 1, column 2: this cell is missing from the board, but has a digit",
        ),
        ("pzprv3", "pzprv3/suguru/1/2/0 /65 . /. . /", "in:1: expected a digit or '.', not '65'"),
        ("pzprv3", "pzprv3/suguru/1/2/0 /. . /x . /", "in:1: expected an answer or '.', not 'x'"),
        (
            "pzprv3",
            "pzprv3/suguru/1/2/0 /. . /99 . /",
            "in:1: '99' contains a digit that is not from 1 to 64",
        ),
    ],
)
def test_what_is_wrong_with_a_text_is_said(name: str, text: str, message: str) -> None:
    assert answers(name, text) == [message]


GOOD = {
    **{name: FORMATS[name].dumps()(Puzzle.build(2, 1, "aa", [0, 0])).strip() for name in PACKED},
    "xml": '<Puzzle width="2" height="1"><Cell PieceNumber="1"/><Cell PieceNumber="1"/></Puzzle>',
    "json": JSON_ROWS + "}",
    "pzprv3": "pzprv3/suguru/1/2/0 /. . /. . /",
    "line": "2x1:aa:..",
    "tatham": "2x1T:a,b",
    "puzzlink": "suguru/2/1/0h",
    "krazydad": "\t2\t1\tb\tAA",
    "janko": "1 2\n- -\n1 1",
}


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "xml"])
def test_a_bad_record_does_not_stop_the_rest(name: str) -> None:
    good = GOOD[name]
    bad = {"pzprv3": "pzprv3/suguru/x", "janko": "9 9999"}.get(name, "what?")
    assert answers(name, good)[0] == "puzzle"
    found = answers(name, "\n".join([good, bad, good, bad, good]) + "\n")
    assert [text == "puzzle" for text in found] == [True, False, True, False, True]


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "xml"])
@pytest.mark.parametrize("bad", [b"\xff\xfe", b"x" * (MAX_LINE + 1)], ids=["bytes", "length"])
def test_a_line_that_is_no_text_does_not_stop_the_rest(name: str, bad: bytes) -> None:
    good = GOOD[name].encode()
    found = answers(name, b"\n".join([bad, good, bad, good]) + b"\n")
    assert found.count("puzzle") == 2
    reason = f"the line is longer than {MAX_LINE} bytes" if len(bad) > 9 else "1: not UTF-8 text"
    assert found[0] == f"in:1:{'' if reason[0] == '1' else ' '}{reason}"


def test_a_line_that_never_ends_is_not_read_on() -> None:
    class Endless(io.BufferedIOBase):
        calls = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size <= MAX_LINE + 1
            self.calls += 1
            return b"x" * size

    endless = Endless()
    assert list(map(str, FORMATS["line"].load(endless, "in"))) == [
        f"in:1: the line is longer than {MAX_LINE} bytes",
        f"in:1: the line is longer than {MAX_SKIPPED} bytes; the rest of the file is not read",
    ]
    assert endless.calls <= MAX_SKIPPED // MAX_LINE + 1


def test_a_line_as_long_as_allowed_is_read() -> None:
    text = GOOD["json"][:-1] + ', "x": "' + "y" * 10_000 + '"}'
    assert answers("json", text.ljust(MAX_LINE - 1) + "\n") == ["puzzle"]
    assert answers("json", text.ljust(MAX_LINE) + "\n") == [
        f"in:1: the line is longer than {MAX_LINE} bytes"
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pzprv3", "pzprv3/suguru/1/2/0 /. . /. .[2,3] /"),
        ("json", JSON_ROWS + ', "notes": [[[], [2, 3]]]}'),
    ],
)
def test_notes_above_the_size_of_a_piece_are_dropped(name: str, text: str) -> None:
    [puzzle] = read(name, text)
    assert isinstance(puzzle, Puzzle)
    assert puzzle.notes == (0, 2)


def test_pzprv3_keeps_answers_and_candidates_as_notes() -> None:
    text = "pzprv3/suguru/1/4/0 0 0 /1 . . . /. 2 .[3,4,,] + /TrialData(1)/junk"
    [puzzle] = read("pzprv3", text)
    assert isinstance(puzzle, Puzzle)
    assert puzzle.notes == (0, 0b10, 0b1100, 0)


def test_json_with_its_keys_in_a_result_is_read_again() -> None:
    data: dict[str, Any] = json.loads(GOOD["json"]) | {"solution": [[1, 2]], "record": 1}
    assert answers("json", json.dumps(data)) == ["puzzle"]


def test_an_example_with_a_missing_cell_is_solved_and_written_back() -> None:
    body = (
        "suguru/16/6/gkca9ilcv6lapem2c8fraajtje56rd8u3r2j5h1n3k3p4m4j42j2m2p5k5g2l2h2j3"
        "000g0000000000000000"
    )
    [puzzle] = read("puzzlink", f"https://pzprxs.vercel.app/p?{body}")
    assert isinstance(puzzle, Puzzle)
    assert [cell for cell, piece in enumerate(puzzle.pieces) if piece == MISSING] == [15]
    assert set(puzzle.sizes) == {5}
    assert solve(puzzle).unique
    assert FORMATS["puzzlink"].dumps()(puzzle) == f"https://puzz.link/p?{body}\n"


HOLED = Puzzle.build(3, 3, [None, "a", "b", "a", "a", None, "c", None, "c"], [0, 1, 0, 0, 3, 0, 2, 0, 0])


def test_boards_with_missing_cells_byte_for_byte() -> None:
    assert FORMATS["line"].dumps()(HOLED) == "3x3:#abaa#c#c:.1..3.2..\n"
    [found] = read("json", FORMATS["json"].dumps()(HOLED))
    assert found == HOLED
    data = json.loads(FORMATS["json"].dumps()(HOLED))
    assert data["pieces"] == [[None, 1, 2], [1, 1, None], [3, None, 3]]
    assert data["givens"] == [[0, 1, 0], [0, 3, 0], [2, 0, 0]]


def test_nothing_is_drawn_where_no_cell_is() -> None:
    assert as_text(HOLED).splitlines() == [
        "    ┏━━━┳━━━┓",
        "    ┃ 1 ┃   ┃",
        "┏━━━╃───╊━━━┛",
        "┃   │ 3 ┃",
        "┣━━━╈━━━╋━━━┓",
        "┃ 2 ┃   ┃   ┃",
        "┗━━━┛   ┗━━━┛",
    ]
    svg = as_svg(HOLED, notes=[7] * 9).decode()
    assert svg.count('fill="white"') == len(HOLED.cells)
    assert "M0 0" not in svg
    assert 'x="0" y="0"' not in svg


# Of two programs: the second has cells that are painted out.
PENPA = (
    "7VXPb9pMEL3zV0R73gP7yyS+0RR6oaRtUkWRhRAQfw36jJwaXFVG+d/zZryLLYREqZKoh8jy6PE8s/OePbusf5azIpURLnMu"
    "u1Lh0lHEt7KW766/bpabLI3PZL/cPOQFgJRXw6H8b5atU9lJfNqks60u4qovq09xIpSQQuNWYiKrr/G2+hxXA1ld45GQCtyo"
    "TtKAgwbe8nNClzWpusBjjwHvABfLYpGl01HNfImT6kYK6vOBqwmKVf4rFV4H/V7kq/mSiPlsAzfrh+Wjf7Iu7/P/S5+LBcWq"
    "zDbLRZ7lBZHEPcmqX1sYH7BgGgsEawuEDlggZ69s4eKwhSd8nm8wMY0T8vO9gecNvI63iON4K7QOb6T+hkL3iMAnDYTlDNsi"
    "3F6Js0S4FsFrRA3R4zVMi+CM3aIQo1jSHcchR83xBoplZTh+5Njl6DiOOGcAI8pgtA36aKzojFSRqbHWDU9YBx45GsoJK2yE"
    "gJ2TykU1pk0SQWrgI1hnHvlt3PO1EdYPfQmTb8IW2LWw9TkWGpzHDvpDjqO+XoNCX+17aWDjsSHscwzyjddJvoxf0xD22gx0"
    "hlrqaz3Ph0BrzYCJpy/LeggTj5d9y6/8kqPlGPGn6NFonTZ8JJMHh3q8xBQclZfQBOwuuP1bPOkkYnD/Iz0b58VqlmGDjsvV"
    "PC3Cb5ySTx3xW/CdaJy3UqPo/ej8p49O+ljdk2b4DWb2iJwEbxz7PAn/z5jO8E9N+6pH7h/L6WwKs4JIX1BdHeZbG/JFCy0k"
    "7qT9iUQq2Es/XvDe4VU60Jl3QsH+iLz5lsFJP+k8Aw=="
)
PAINTED = (
    "7VRRa9swEH73rwj3fA+WZSe23rKu3UvmbU1GKcYEx3OpmY07Jx5DIf+9nySbDDboOlihMBSdP52ku/vudNl/G4q+4ogly5h9"
    "FhhBELOIApbC/PxxbOpDU6kZL4fDfdcDMH+4uuK7otlX7GXjsdw76kTpJet3KiNBTAGmoJz1J3XU75VOWa+xRSxypnZoDnXZ"
    "NV1Pk06v3MUA8PIMb+y+QRdOKXzgdMRM18bFLZZl3ZdNtV05Yx9VpjdMZvONtWAgtd33yjg08Zl12bW72ih2xQEs9/f1A7HE"
    "xn740n0dxqMiP7FePo8FjEwsDHQsDPoNi+BFWCT56YQiXYPHVmWG0uczjM9wrY4UJKRCplDgA1VqVCHshCbjKCp0Qh0hb63c"
    "4CZraeVbK30rIytX9swlbCxCjiUp8F3MOY4sikNOnC6ec+J0iUR+AqeUHMOzOzhdweUFEKzeWNsXVoZWzq3PheHyh2wngv6Y"
    "KHj4a4pPhpQFrtfMiH5FuZfReujvirJCcdOh3VX9LO36tmiwXtt6Tmu03MmjH2RnJhF3+L8LX0UXmoL5z3qd/+g1PhFChkTj"
    "vf7UFUwPw7bYItuE//wXCRE9k3uP"
)


@pytest.mark.parametrize(
    ("payload", "width", "givens", "answers", "missing"),
    [
        (PENPA, 6, "1....2......4..1....5..6......3....4", {7: 5}, []),
        (PAINTED, 5, "....4..........", {0: 1}, [5, 13]),
    ],
)
def test_urls_of_penpa_edit_are_read(
    payload: str, width: int, givens: str, answers: dict[int, int], missing: list[int]
) -> None:
    [puzzle] = read("penpa", f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={payload}")
    assert isinstance(puzzle, Puzzle)
    assert (puzzle.width, puzzle.givens) == (
        width,
        tuple(0 if one == "." else int(one) for one in givens),
    )
    assert [cell for cell, piece in enumerate(puzzle.pieces) if piece == MISSING] == missing
    assert {cell: note.bit_length() for cell, note in enumerate(puzzle.notes or ()) if note} == answers
    [solution] = solve(puzzle).solutions
    assert all(solution[cell] == digit for cell, digit in answers.items())
    assert read("penpa", FORMATS["penpa"].dumps()(puzzle)) == [puzzle]


def packed(**changes: str) -> str:
    """Return a penpa-edit URL for a board of 2 x 2 with some lines replaced."""
    drawing = '{"number":{"14":["1",1,"1"]},"lineE":{},"surface":{},"symbol":{}}'
    lines = {
        "size": "square,2,2,38,0,1,1,114,114,57,57,0,0,0,0,Title: A%2C b,Author: C,D,,OFF,false",
        "margins": "[0,0,0,0]",
        "mode": "",
        "problem": drawing,
        "answers": "",
        "cells": "[14,1,5,1]",
    }
    unpacked = "\n".join((lines | changes).values())
    packing = zlib.compressobj(wbits=-15)
    payload = b64encode(packing.compress(unpacked.encode()) + packing.flush()).decode()
    return f"m=edit&p={payload}"


def test_a_drawing_of_penpa_edit_part_by_part() -> None:
    [puzzle] = read("penpa", packed())
    assert isinstance(puzzle, Puzzle)
    assert (puzzle.title, puzzle.origin, puzzle.notes) == ("A, b", "C, D", None)
    assert (puzzle.pieces, puzzle.givens) == ((0, 0, 0, 0), (1, 0, 0, 0))
    # A board of 2 x 2 in margins: what has index 14 is one row and one column further in.
    margins = packed(
        size="square,4,3,38", margins="[1,0,1,1]", problem='{zN:{"27":[3,1,"10"]}}', cells="[27,1,7,1]"
    )
    [puzzle] = read("penpa", f"https://x.example/?{margins}")
    assert isinstance(puzzle, Puzzle)
    assert puzzle.givens == (3, 0, 0, 0)
    # Borders: right of the first cell, below it, and around the board.
    [puzzle] = read("penpa", packed(problem='{zE:{"44,50":2,"49,50":5,"43,44":2}}', cells=""))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.pieces == (0, 1, 1, 1)
    answers = (
        '{zN:{"14":["2",2,"1"],"15":[[0,1,1],2,"7"],"20":["34",2,"5"]},z1:{"84":["1",1],"85":["3",1]}}'
    )
    [puzzle] = read("penpa", packed(problem="{}", answers=answers, cells="[14,1,5,1]"))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.notes == (2, 6, 12, 5)
    [puzzle] = read("penpa", packed(cells="[14,1,5]"))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.pieces == (0, 0, 0, MISSING)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"size": "hex,2,2"}, "the grid 'hex' is not supported, only square grids"),
        ({"size": "square,2"}, "the payload does not begin with the size of a board"),
        ({"size": "square,999,2"}, "a 2 x 999 board: both sides must be from 1 to 100"),
        ({"margins": "[1]"}, "the margins of the board must be four numbers"),
        ({"margins": "["}, "line 2 of the payload is not JSON"),
        ({"cells": '["x"]'}, "the list of cells must contain numbers"),
        ({"problem": "[]"}, "expected a JSON object"),
        ({"problem": "{zN:[1]}"}, "number must be a JSON object"),
        ({"problem": '{zC:{"14":1}}'}, "the drawing has an element that no Tectonic puzzle has: cage"),
        ({"problem": "{zT:[[14,15]]}"}, "the drawing has an element that no Tectonic puzzle has: thermo"),
        ({"problem": '{"new":1}'}, "the drawing has an element that no Tectonic puzzle has: new"),
        ({"problem": '{zN:{"14":["x",1,"1"]}}'}, 'expected a digit, not ["x", 1, "1"]'),
        ({"problem": '{zN:{"14":["1_0",1,"2"]}}'}, 'expected a digit, not ["1_0", 1, "2"]'),
        ({"problem": '{zN:{"3":["1",1,"1"]}}'}, "number refers to 3, which is not a cell of the board"),
        (
            {"problem": '{zS:{"14":5}}'},
            "a cell has the color '5'; only black and gray are supported, for missing cells",
        ),
        ({"problem": '{zE:{"44,51":2}}'}, "the line 44,51 is not a border between two cells"),
        ({"problem": '{zE:{"86":1}}'}, "the line 86 is not a border between two cells"),
        (
            {"problem": '{zN:{"14":["7",1,"1"]}}'},
            "row 1, column 1: the given 7 is not from 1 to 4, the size of its piece",
        ),
    ],
)
def test_what_a_drawing_of_penpa_edit_may_not_have(changes: dict[str, str], reason: str) -> None:
    [error] = read("penpa", packed(**changes))
    assert isinstance(error, FormatError)
    assert error.reason == reason


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("m=edit&p=!!!!", "the payload is not compressed text in Base64"),
        ("m=edit&p=q1YA", "the payload is truncated: the end of the URL is missing"),
        ("m=edit&p=XXXX", "the payload is truncated: the end of the URL is missing"),
        ("m=play&p=q1YA", "expected a penpa-edit URL: ...#m=edit&p=PAYLOAD"),
    ],
)
def test_what_is_no_url_of_penpa_edit(url: str, reason: str) -> None:
    [error] = read("penpa", url)
    assert isinstance(error, FormatError)
    assert error.reason == reason


def test_a_payload_that_unpacks_to_too_much_is_not_unpacked() -> None:
    packing = zlib.compressobj(9, wbits=-15)
    payload = b64encode(packing.compress(bytes(1 << 24)) + packing.flush()).decode()
    [error] = read("penpa", f"m=edit&p={payload}")
    assert str(error) == "in:1: the payload unpacks to more than 8388608 bytes"


def test_a_url_of_penpa_edit_that_is_cut_anywhere_is_called_cut() -> None:
    url = packed()
    start = url.index("p=") + 2
    for end in range(start + 1, len(url.rstrip("=")) - 1):
        assert "the payload is truncated" in str(read("penpa", url[:end])[0])


def test_a_hole_does_not_look_like_a_cell() -> None:
    """Missing cells enclosed by cells are filled; those connected to the edge by sides are not."""
    board = Puzzle.build(5, 4, [None if one == "." else one for one in "aabcca.b.da.bdddbb.d"], [0] * 20)
    assert as_text(board).splitlines() == [
        "┏━━━┯━━━┳━━━┳━━━┯━━━┓",
        "┃   │   ┃   ┃   │   ┃",
        "┠───╆━━━╉───╊━━━╈━━━┫",
        "┃   ┃▒▒▒┃   ┃▒▒▒┃   ┃",
        "┠───┨   ┠───╊━━━╃───┨",
        "┃   ┃▒▒▒┃   ┃   │   ┃",
        "┣━━━╋━━━╃───╊━━━╅───┨",
        "┃   ┃   │   ┃   ┃   ┃",
        "┗━━━┻━━━┷━━━┛   ┗━━━┛",
    ]
    assert as_text(board).count("▒▒▒") == 3
    assert as_svg(board).decode().count('fill="#666"') == 3
    assert "▒" not in as_text(HOLED)
    assert "#666" not in as_svg(HOLED).decode()


def test_numbers_of_penpa_beside_the_board_are_no_cells() -> None:
    board = penpa._Board(width=3, height=2, top=1, left=1, stride=9, area=63)
    cells = [board.cell(number) for number in range(70)]
    assert [cells.index(cell) for cell in range(6)] == [
        board.number_of(*divmod(cell, 3)) for cell in range(6)
    ]
    assert len(cells) - cells.count(None) == 6
