"""The original's XML: accepted and refused documents, messages, schemas, limits."""

import io
import re
from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from lxml import etree
from rounds import rounds
from tectonic_puzzles import puzzles

from zet.engines.tectonic.model import Puzzle
from zet.formats.errors import FormatError
from zet.formats.tectonic import xml
from zet.formats.tectonic.xml import CHUNK, HEAD, MAX_PUZZLE, TAIL, dumps, load, schema_text

OPEN = '<Cell PieceNumber="1"/>'
ONE = f'<Puzzle width="1" height="1">{OPEN}</Puzzle>'
XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
ORIGINAL_XSD = etree.XMLSchema(etree.fromstring(schema_text("original")))
OUR_XSD = etree.XMLSchema(etree.fromstring(schema_text("zet")))


def read(document: str | bytes, **options: object) -> list[Puzzle | FormatError]:
    data = document.encode() if isinstance(document, str) else document
    return list(load(io.BytesIO(data), "p.xml", **options))  # type: ignore[arg-type]


def answers(document: str | bytes, **options: object) -> list[str]:
    """Return the messages of the errors, and "puzzle" for each puzzle."""
    return ["puzzle" if isinstance(found, Puzzle) else str(found) for found in read(document, **options)]


def board(width: object, height: object, *cells: str) -> str:
    """Return a document with one puzzle on line 2 and a line for each of its cells."""
    return f"<Puzzles>{rest(width, height, *cells)}"


def rest(width: object, height: object, *cells: str) -> str:
    """Return the rest of a document: a puzzle on the next line, a line for each cell, and the end."""
    lines = "".join(f"\n<Cell {cell}/>" for cell in cells)
    return f'\n<Puzzle width="{width}" height="{height}">{lines}</Puzzle>\n</Puzzles>'


# What is read.


def test_the_smallest_document() -> None:
    assert read(board(1, 1, 'PieceNumber="7"')) == [Puzzle.build(1, 1, (0,), (0,))]


def test_pieces_are_numbered_in_the_order_of_their_first_cell() -> None:
    cells = [f'PieceNumber="{piece}" Value=""' for piece in (30, 4, 30, 0)]
    assert read(board(2, 2, *cells)) == [Puzzle.build(2, 2, (0, 1, 0, 2), (0, 0, 0, 0))]


@pytest.mark.parametrize(
    ("numbers", "pieces"),
    [
        *((f"1,{one},10", (0, 0, 1)) for one in ("1", "01", "+1", " 1 ", "0000000000000000000001")),
        *((f"0,{zero},10", (0, 0, 1)) for zero in ("0", "00", "-0", "+0")),
        ("1,10,100", (0, 1, 2)),
    ],
)
def test_a_piece_number_may_be_spelled_differently(numbers: str, pieces: tuple[int, ...]) -> None:
    document = board(3, 1, *(f'PieceNumber="{number}"' for number in numbers.split(",")))
    assert read(document) == [Puzzle.build(3, 1, pieces, (0, 0, 0))]


def test_the_source_is_the_origin() -> None:
    attribute = 'source="a &lt;&amp;&#10;&quot; b"'
    [puzzle] = read(f'<Puzzles><Puzzle width="1" height="1" {attribute}>{OPEN}</Puzzle></Puzzles>')
    assert isinstance(puzzle, Puzzle)
    assert puzzle.origin == 'a <& " b'


def test_options_are_ignored_unless_asked_for() -> None:
    document = board(2, 1, 'PieceNumber="1" Options="21"', 'PieceNumber="1" Value="2"')
    puzzle = Puzzle.build(2, 1, (0, 0), (0, 2))
    assert read(document) == [puzzle]
    assert read(document, options=True) == [replace(puzzle, notes=(3, 0))]


def test_options_beyond_the_piece_are_dropped() -> None:
    document = board(2, 1, 'PieceNumber="1"', 'PieceNumber="1" Options="139"')
    assert read(document, options=True) == [Puzzle.build(2, 1, "aa", [0, 0], [0, 1])]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_the_usual_encodings(encoding: str) -> None:
    declared = encoding.removesuffix("-sig")
    head = f'<?xml version="1.0" encoding="{declared}"?>'
    document = f'{head}<Puzzles><Puzzle width="1" height="1" source="é">{OPEN}</Puzzle></Puzzles>'
    assert read(document.encode(encoding)) == [Puzzle.build(1, 1, (0,), (0,), origin="é")]


def test_comments_and_instructions_may_stand_anywhere() -> None:
    document = (
        "<?a?><!--b--><Puzzles><!--c--><?d?>"
        f'<Puzzle width="1" height="1"><!--e-->{OPEN}<?f?></Puzzle><!--g-->{ONE}</Puzzles><!--h-->'
    )
    assert answers(document) == ["puzzle", "puzzle"]


def test_a_bad_puzzle_does_not_stop_the_rest() -> None:
    bad = f'<Puzzle width="2" height="1">{OPEN}</Puzzle>'
    worse = '<Puzzle width="1" height="1"><Cell Value="z"/></Puzzle>'
    found = answers(f"<Puzzles>{ONE}\n{bad}\n{ONE}\n{worse}\n{ONE}</Puzzles>")
    assert found[0] == found[2] == found[4] == "puzzle"
    assert found[1] == "p.xml:2: puzzle 2, a 1 x 2 board cannot have 1 cells"
    assert found[3].startswith("p.xml:4: puzzle 4, /Puzzles/Puzzle[4]/Cell: attribute Value='z': ")
    assert len(found) == 5


def test_puzzles_come_before_the_document_has_ended() -> None:
    class Stream(io.BytesIO):
        def read1(self, _size: int | None = -1, /) -> bytes:
            return super().read1(len(ONE) + 1)

    stream = Stream(f"<Puzzles>\n{ONE}\n{ONE}\n{ONE}\n</Puzzles>".encode())
    assert isinstance(next(load(stream)), Puzzle)
    assert stream.tell() < 3 * len(ONE)


# What is refused.

BAD = {
    "too few cells": (
        board(2, 2, *['PieceNumber="1"'] * 3),
        "p.xml:2: puzzle 1, a 2 x 2 board cannot have 3 cells",
    ),
    "too many cells": (
        board(1, 1, *['PieceNumber="1"'] * 2),
        "p.xml:2: puzzle 1, a 1 x 1 board cannot have 2 cells",
    ),
    "no width": (
        board(0, 1, 'PieceNumber="1"'),
        "p.xml:2: puzzle 1, a 1 x 0 board: both sides must be from 1 to 100",
    ),
    "no height": (
        board(1, 0, 'PieceNumber="1"'),
        "p.xml:2: puzzle 1, a 0 x 1 board: both sides must be from 1 to 100",
    ),
    "too wide": (
        board(101, 1, *['PieceNumber="1"'] * 101),
        "p.xml:2: puzzle 1, a 1 x 101 board: both sides must be from 1 to 100",
    ),
    "no piece": (
        board(2, 2, 'PieceNumber="1"', 'PieceNumber="1"', 'Value=""', 'PieceNumber="1"'),
        "p.xml:5: puzzle 1, row 2, column 1: the cell has no piece number",
    ),
    "a given above its piece": (
        board(2, 1, 'PieceNumber="1" Value="1"', 'PieceNumber="1" Value="3"'),
        "p.xml:4: puzzle 1, row 1, column 2: the given 3 is not from 1 to 2, the size of its piece",
    ),
    "a piece too large": (
        board(13, 5, *['PieceNumber="1"'] * 65),
        "p.xml:3: puzzle 1, row 1, column 1: the piece of this cell has 65 cells; at most 64 are allowed",
    ),
    "twice in a piece": (
        board(3, 1, 'PieceNumber="1" Value="1"', 'PieceNumber="1"', 'PieceNumber="1" Value="1"'),
        ("p.xml:5: puzzle 1, row 1, column 3: the given 1 is also at row 1, column 1 of the same piece"),
    ),
    "touching": (
        board(2, 1, 'PieceNumber="1" Value="1"', 'PieceNumber="2" Value="1"'),
        "p.xml:4: puzzle 1, row 1, column 2: the given 1 touches the 1 at row 1, column 1",
    ),
    "touching across": (
        board(
            2,
            2,
            'PieceNumber="1"',
            'PieceNumber="2" Value="1"',
            'PieceNumber="3" Value="1"',
            'PieceNumber="4"',
        ),
        "p.xml:5: puzzle 1, row 2, column 1: the given 1 touches the 1 at row 1, column 2",
    ),
    "another root": ("<Board>\n</Board>", "p.xml:1: the root is Board, not Puzzles"),
    "a root of another namespace": (
        f'<Puzzles xmlns="urn:x">{ONE}</Puzzles>',
        "p.xml:1: the root is {urn:x}Puzzles, not Puzzles",
    ),
    "no puzzle": ("\n<Puzzles/>", "p.xml:2: the document has no Puzzle element"),
    "something else": ("<Puzzles>\n<Sudoku/></Puzzles>", "p.xml:2: expected a Puzzle, not Sudoku"),
    "a puzzle in a puzzle": (
        f'<Puzzles><Puzzle width="1" height="1">\n{ONE}</Puzzle></Puzzles>',
        "p.xml:2: unexpected Puzzle inside Puzzle",
    ),
    "a puzzle in something else": (
        f"<Puzzles><Set>\n{ONE}</Set></Puzzles>",
        "p.xml:2: unexpected Puzzle inside Set",
    ),
    "puzzles in something else": (
        f"<Set><Puzzles>\n{ONE}</Puzzles></Set>",
        "p.xml:2: unexpected Puzzle inside Puzzles",
    ),
    "an empty document type": (
        f"<!DOCTYPE Puzzles><Puzzles>{ONE}</Puzzles>",
        "p.xml:1: DOCTYPE and ENTITY declarations are not allowed",
    ),
    "a document type and no puzzle": (
        "<!DOCTYPE Puzzles><Puzzles/>",
        "p.xml:1: DOCTYPE and ENTITY declarations are not allowed",
    ),
    "an entity": (
        (
            '<!DOCTYPE Puzzles [<!ENTITY a "b">]>'
            f'<Puzzles><Puzzle width="1" height="1" source="&a;">{OPEN}</Puzzle></Puzzles>'
        ),
        "p.xml:1: DOCTYPE and ENTITY declarations are not allowed",
    ),
    "an empty file": ("", "p.xml: not well-formed XML: no element found"),
}


@pytest.mark.parametrize(("document", "message"), BAD.values(), ids=BAD.keys())
def test_what_is_wrong_is_said(document: str, message: str) -> None:
    assert answers(document) == [message]


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ('PieceNumber="1" Value="x"', "attribute Value='x': "),
        ('PieceNumber="1" Value="0"', "attribute Value='0': "),
        ('PieceNumber="1" Value="65"', "attribute Value='65': "),
        ('PieceNumber="-1"', "attribute PieceNumber='-1': "),
        ('PieceNumber=""', "Element 'Cell', attribute 'PieceNumber': '' is not a valid value"),
        ('PieceNumber="1" Options="0"', "attribute Options='0': "),
        ('PieceNumber="1" Colour="red"', "'Colour' attribute not allowed"),
    ],
)
def test_an_attribute_that_the_schema_excludes(cell: str, message: str) -> None:
    [found] = answers(f"<Puzzles>{ONE}" + rest(2, 1, 'PieceNumber="1"', cell))[1:]
    assert found.startswith(f"p.xml:4: puzzle 2, /Puzzles/Puzzle[2]/Cell[2] (row 1, column 2): {message}")


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ('<Puzzles>\n<Puzzle height="1"><Cell/></Puzzle></Puzzles>', "/Puzzles/Puzzle[1]"),
        ('<Puzzles>\n<Puzzle width="1" height="1"/></Puzzles>', "/Puzzles/Puzzle[1]"),
        ('<Puzzles>\n<Puzzle width="1" height="1"><X/></Puzzle></Puzzles>', "/Puzzles/Puzzle[1]"),
        (f'<Puzzles>\n<Puzzle width="1" height="1">{OPEN}x</Puzzle></Puzzles>', "/Puzzles/Puzzle[1]"),
        ('<Puzzles>\n<Puzzle width="-1" height="1"><Cell/></Puzzle></Puzzles>', "/Puzzles/Puzzle[1]"),
    ],
)
def test_an_element_that_the_schema_excludes(document: str, place: str) -> None:
    [found] = answers(document)
    assert found.startswith(f"p.xml:2: puzzle 1, {place}: ")


@pytest.mark.parametrize("text", ["\u00a0", "\u2028", "x"])
def test_text_between_cells_is_refused(text: str) -> None:
    [found] = read(f'<Puzzles>\n<Puzzle width="1" height="1">{text}{OPEN}</Puzzle></Puzzles>')
    assert str(found).startswith("p.xml:2: puzzle 1, ")


@pytest.mark.parametrize("name", ["xs:string", "y:CellType", "", ":", "PuzzleType", "EmptyValue"])
def test_a_type_that_does_not_fit_is_refused(name: str) -> None:
    cell = f'<Cell {XSI} xsi:type="{name}" PieceNumber="1"/>'
    [found] = read(f'<Puzzles>\n<Puzzle width="1" height="1">{cell}</Puzzle></Puzzles>')
    assert str(found).startswith("p.xml:2: puzzle 1, ")


@pytest.mark.parametrize("attribute", ['bogus="1"', 'undeclared:x="1"', 'xmlns:x="0http://a" x:y="1"'])
def test_a_root_with_a_strange_attribute_is_read_or_refused(attribute: str) -> None:
    found = read(f"<Puzzles {attribute}>{ONE}</Puzzles>")
    assert found
    assert all(isinstance(value, FormatError) for value in found)


@pytest.mark.parametrize("digits", [30, 5000])
def test_an_absurd_width_is_no_more_than_too_wide(digits: int) -> None:
    [found] = read(board("9" * digits, 1, 'PieceNumber="1"'))
    assert isinstance(found, FormatError)
    assert (
        str(found)
        == f"p.xml:2: puzzle 1, the width of the board is too large: a number of {digits} digits"
    )


@pytest.mark.parametrize(
    ("document", "place"),
    [
        (f"<Puzzles>\n{ONE}", "p.xml:2:"),
        ("<Puzzles>\n<Puzzle", "p.xml:2:"),
        (f"<Puzzles>\n{ONE}</Puzzle>", "p.xml:2:"),
        (f"<Puzzles>{ONE}</Puzzles>\n<Puzzles/>", "p.xml:2:1: "),
        ("\n<Puzzles>&nothing;</Puzzles>", "p.xml:"),
        ("\n\x01", "p.xml:2:"),
        ("no XML", "p.xml:1:1: "),
        ("<Puzzles>" + "<a>" * 300, "p.xml:1:"),
    ],
)
def test_what_is_not_well_formed_is_said_last(document: str, place: str) -> None:
    found = read(document)
    assert all(isinstance(puzzle, Puzzle) for puzzle in found[:-1])
    assert str(found[-1]).startswith(place)
    assert "not well-formed XML: " in str(found[-1])


def test_the_puzzles_before_an_error_are_given() -> None:
    assert answers(f"<Puzzles>{ONE}{ONE}<")[:2] == ["puzzle", "puzzle"]


def test_a_stranger_ends_the_document() -> None:
    found = answers(f"<Puzzles>{ONE}\n<Sudoku/>{ONE}</Puzzles>")
    assert found == ["puzzle", "p.xml:2: expected a Puzzle, not Sudoku"]


def test_a_billion_laughs_are_refused() -> None:
    entities = '<!ENTITY e0 "ha">'
    for level in range(9):
        entities += f'<!ENTITY e{level + 1} "' + f"&e{level};" * 10 + '">'
    for where in ('source="&e9;">', ">&e9;"):
        document = (
            f"<!DOCTYPE Puzzles [{entities}]>"
            f'<Puzzles><Puzzle width="1" height="1" {where}{OPEN}</Puzzle></Puzzles>'
        )
        [found] = read(document)
        assert isinstance(found, FormatError)
        assert len(str(found)) < 200


@pytest.mark.parametrize("where", ['source="&secret;">', ">&secret;"])
def test_no_file_is_read_through_a_document(tmp_path: Path, where: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the secret")
    document = (
        f'<!DOCTYPE Puzzles [<!ENTITY secret SYSTEM "{secret.as_uri()}">]>'
        f'<Puzzles><Puzzle width="1" height="1" {where}{OPEN}</Puzzle></Puzzles>'
    )
    [found] = read(document)
    assert isinstance(found, FormatError)
    assert "the secret" not in str(found)


def test_no_external_document_type_is_read(tmp_path: Path) -> None:
    dtd = tmp_path / "x.dtd"
    dtd.write_text('<!ATTLIST Puzzle source CDATA "from the DTD">')
    found = answers(f'<!DOCTYPE Puzzles SYSTEM "{dtd.as_uri()}"><Puzzles>{ONE}</Puzzles>')
    assert found == ["p.xml:1: DOCTYPE and ENTITY declarations are not allowed"]


# Bounds.


class Endless(io.BufferedIOBase):
    """A stream that never ends, and counts the bytes read."""

    def __init__(self, head: bytes, unit: bytes) -> None:
        self.count = 0
        self.head = head
        self.block = unit * (CHUNK // len(unit))

    def read1(self, size: int = -1, /) -> bytes:
        data = self.head if self.count == 0 else self.block
        assert len(data) <= size
        self.count += len(data)
        assert self.count < 3 * MAX_PUZZLE, "it reads on and on"
        return data


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        (b'<Puzzles><Puzzle width="1" height="1">', OPEN.encode()),
        (b"<Puzzles>", b"<Sudoku/>"),
        (b"<Puzzles><!--", b"x"),
        (b"<Puzzles>", b"<!-- -->"),
        (b"<Puzzles>", b"<?a?>"),
        (b'<Puzzles x="', b"x"),
        (b"<Puzzles", b"s"),
        (b"<Puzzles>", b"\n"),
        (b" ", b" "),
    ],
)
def test_a_puzzle_that_never_ends_is_refused(head: bytes, unit: bytes) -> None:
    stream = Endless(head, unit)
    [found] = load(stream, "p.xml")
    line = 4_194_305 if unit == b"\n" else 1
    assert str(found) == f"p.xml:{line}: a Puzzle element is longer than {MAX_PUZZLE} bytes"
    assert MAX_PUZZLE < stream.count <= MAX_PUZZLE + 2 * CHUNK


def test_good_puzzles_may_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 4 * CHUNK
    monkeypatch.setattr(import_module(load.__module__), "MAX_PUZZLE", most)
    stream = Endless(b"<Puzzles>", ONE.encode())
    found = load(stream)
    while stream.count < 2 * most:
        assert isinstance(next(found), Puzzle)


def test_the_largest_board_is_read() -> None:
    cells = "".join(f'<Cell PieceNumber="{cell}" Value=""/>\n' for cell in range(10_000))
    document = f'<Puzzles><Puzzle width="100" height="100">{cells}</Puzzle></Puzzles>'
    assert read(document) == [Puzzle.build(100, 100, range(10_000), [0] * 10_000)]


def is_about(line: int | None, expected: int) -> bool:
    """Whether a line number is correct; from 65535 on, libxml2 may be off by one line."""
    return line is not None and line in (expected, expected + (expected >= 65_535))


@pytest.mark.parametrize("line", [3, 65_533, 65_534, 65_535, 65_536, 70_000])
def test_line_numbers_are_right_in_long_files(line: int) -> None:
    head = "<Puzzles>" + "\n" * (line - 3)
    [found] = read(head + rest(2, 1, 'PieceNumber="1"', 'Value=""'))
    assert isinstance(found, FormatError)
    assert is_about(found.line, line + 1)
    assert found.reason == "puzzle 1, row 1, column 2: the cell has no piece number"


@pytest.mark.parametrize("n_puzzles", [10, pytest.param(33_000, marks=pytest.mark.slow)])
def test_line_numbers_are_right_after_many_puzzles(n_puzzles: int) -> None:
    bad = f'<Puzzle width="2" height="1">\n{OPEN}\n</Puzzle>'
    found = read("<Puzzles>\n" + f"{ONE}\n\n" * n_puzzles + f"{bad}\n</Puzzles>")
    assert len(found) == n_puzzles + 1
    assert isinstance(found[-1], FormatError)
    assert is_about(found[-1].line, 2 + 2 * n_puzzles)


# The schemas.


def test_the_original_allows_one_puzzle() -> None:
    found = answers(f"<Puzzles>{ONE}\n{ONE}</Puzzles>", schema="original")
    message = "p.xml:2: puzzle 2: the schema of the original program allows only one Puzzle in a document"
    assert found == ["puzzle", message]


CELL_2 = "/Puzzles/Puzzle[1]/Cell[2] (row 1, column 2)"


@pytest.mark.parametrize(
    ("attributes", "path", "message"),
    [
        (
            'PieceNumber="1" Value="6"',
            "/Puzzles/Puzzle[1]/Cell[2] (row 1, column 2)",
            "attribute Value='6': ",
        ),
        (
            'PieceNumber="1" Options="1"',
            "/Puzzles/Puzzle[1]/Cell[2] (row 1, column 2)",
            "'Options' attribute",
        ),
    ],
)
def test_the_original_excludes_what_is_ours(attributes: str, path: str, message: str) -> None:
    document = board(2, 3, 'PieceNumber="1"', attributes, *['PieceNumber="1"'] * 4)
    assert answers(document) == ["puzzle"]
    [found] = answers(document, schema="original")
    assert found.startswith(f"p.xml:4: puzzle 1, {path}: {message}")


def test_the_original_knows_no_source() -> None:
    document = f'<Puzzles><Puzzle width="1" height="1" source="x">{OPEN}</Puzzle></Puzzles>'
    [found] = answers(document, schema="original")
    assert found.startswith("p.xml:1: puzzle 1, /Puzzles/Puzzle[1]: 'source' attribute not allowed")


@pytest.mark.parametrize(
    "document",
    [
        ONE,
        f'<Puzzles bogus="1">{ONE}</Puzzles>',
        f"<Puzzles>text{ONE}</Puzzles>",
        f"<Puzzles>{ONE}text</Puzzles>",
    ],
)
def test_the_originals_schema_holds_for_the_root(document: str) -> None:
    assert not ORIGINAL_XSD.validate(etree.fromstring(document))
    assert any(isinstance(found, FormatError) for found in read(document, schema="original"))


NUMBERS = st.sampled_from(["0", "1", "2", "+1", "01", " 2 ", "-0", "3"])
WORDS = st.sampled_from(["", "1", "2", "5", "6", " 1", "x"])


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Draw a document that is often valid under the original's schema."""
    cells = "".join(
        f"<Cell{attribute('PieceNumber', draw(numbers))}{attribute('Value', draw(values))}"
        + draw(st.sampled_from(["/>", "></Cell>", "><!-- x --></Cell>", "> </Cell>"]))
        + draw(st.sampled_from(["", "\n", "<!-- y -->", "<?z?>"]))
        for numbers, values in [(st.none() | NUMBERS, st.none() | WORDS)] * draw(st.integers(1, 5))
    )
    extra = draw(st.sampled_from(["", ' xsi:schemaLocation="a b"', ' xsi:nil="false"']))
    width, height = draw(NUMBERS), draw(NUMBERS)
    puzzle = f'<Puzzle width="{width}" height="{height}"{extra}>{cells}</Puzzle>'
    return f'<Puzzles {XSI} xsi:noNamespaceSchemaLocation="TectonicPuzzles.xsd">{puzzle}</Puzzles>'


def attribute(name: str, value: str | None) -> str:
    return "" if value is None else f' {name}="{value}"'


@settings(max_examples=rounds(300))
@given(document=documents())
def test_what_is_valid_for_the_original_is_valid_for_us(document: str) -> None:
    tree = etree.fromstring(document)
    if ORIGINAL_XSD.validate(tree):
        assert OUR_XSD.validate(tree)
        [found] = answers(document)
        assert "/Puzzles" not in found  # no complaint of the schema


@pytest.mark.parametrize("name", ["Puzzles", "Puzzle", "Cell"])
def test_the_types_that_the_original_names_may_be_named(name: str) -> None:
    named = re.sub(rf"<({name})\b", r'<\1 xsi:type="\1Type"', board(1, 1, 'PieceNumber="1"'))
    tree = etree.fromstring(named.replace("<Puzzles", f"<Puzzles {XSI}"))
    ORIGINAL_XSD.assertValid(tree)
    OUR_XSD.assertValid(tree)


@settings(max_examples=rounds(60))
@given(puzzle=puzzles(max_piece=5, whole=True))
def test_what_we_write_within_the_originals_limits_is_valid_for_the_original(puzzle: Puzzle) -> None:
    document = HEAD + dumps(replace(puzzle, origin="", title="")) + TAIL
    ORIGINAL_XSD.assertValid(etree.fromstring(document.encode()))
    assert read(document, schema="original") == [replace(puzzle, notes=None, origin="", title="")]


@settings(max_examples=rounds(60))
@given(puzzle=puzzles(max_piece=9), options=st.booleans())
def test_what_we_write_is_valid_for_us(puzzle: Puzzle, options: bool) -> None:
    document = HEAD + 2 * dumps(puzzle, options=options) + TAIL
    OUR_XSD.assertValid(etree.fromstring(document.encode()))


def test_places_without_a_cell() -> None:
    cells = '<Missing/><Cell PieceNumber="1" Value="2"/><!-- x --><Cell PieceNumber="01"/><Missing/>'
    [puzzle] = read(f'<Puzzles><Puzzle width="2" height="2">{cells}</Puzzle></Puzzles>')
    assert isinstance(puzzle, Puzzle)
    assert (puzzle.pieces, puzzle.givens) == ((-1, 0, 0, -1), (0, 2, 0, 0))
    assert "<Missing/><Cell" in dumps(puzzle)


def test_the_place_of_a_cell_counts_the_missing_ones() -> None:
    cells = '<Cell PieceNumber="1"/><Missing/><Missing/><Cell PieceNumber="1" Value="x"/>'
    [error] = read(f'<Puzzles><Puzzle width="2" height="2">{cells}</Puzzle></Puzzles>')
    assert "/Cell[2] (row 2, column 2)" in str(error)


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("<Missing/><Cell/>", "puzzle 1, row 1, column 2: the cell has no piece number"),
        ('<Missing/><Cell PieceNumber="1" Value="3"/>', "puzzle 1, row 1, column 2: the given 3 is not"),
        ('<Missing/><Cell PieceNumber="1" Value="x"/>', "puzzle 1, /Puzzles/Puzzle[1]/Cell: attribute"),
        ('<Cell PieceNumber="1"/><Missing Value="1"/>', "puzzle 1, /Puzzles/Puzzle[1]/Missing"),
        ("<Missing/><Missing/>", "puzzle 1, the board has no cells"),
        ("<Missing/>", "puzzle 1, a 1 x 2 board cannot have 1 cells"),
    ],
)
def test_what_is_wrong_beside_a_missing_cell(cells: str, reason: str) -> None:
    [error] = read(f'<Puzzles><Puzzle width="2" height="1">{cells}</Puzzle></Puzzles>')
    assert isinstance(error, FormatError)
    assert error.reason.startswith(reason)


def test_the_schemas_name_the_file_that_documents_ask_for() -> None:
    assert 'noNamespaceSchemaLocation="TectonicPuzzles.xsd"' in HEAD
    assert set(xml._SCHEMA_FILES.values()) >= {"TectonicPuzzles.xsd"}


def test_the_document_that_is_written_byte_for_byte() -> None:
    puzzle = Puzzle.build(2, 2, "aaba", [1, 0, 0, 3], [0, 6, 0, 0], "p. 1 & 2")
    assert HEAD + dumps(puzzle) + dumps(puzzle, options=True) + TAIL == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<Puzzles xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        ' xsi:noNamespaceSchemaLocation="TectonicPuzzles.xsd">\n'
        '  <Puzzle height="2" width="2" source="p. 1 &amp; 2">\n'
        '    <Cell PieceNumber="1" Value="1"/><Cell PieceNumber="1" Value=""/>\n'
        '    <Cell PieceNumber="2" Value=""/><Cell PieceNumber="1" Value="3"/>\n'
        "  </Puzzle>\n"
        '  <Puzzle height="2" width="2" source="p. 1 &amp; 2">\n'
        '    <Cell PieceNumber="1" Value="1"/><Cell PieceNumber="1" Value="" Options="23"/>\n'
        '    <Cell PieceNumber="2" Value=""/><Cell PieceNumber="1" Value="3"/>\n'
        "  </Puzzle>\n"
        "</Puzzles>\n"
    )


# What is read without a parser.

WHOLE = HEAD + "".join(
    dumps(puzzle)
    for puzzle in (
        Puzzle.build(2, 2, "aabb", (0, 0, 2, 0)),
        Puzzle.build(1, 3, "aaa", (0, 0, 3), origin="a - b", title="it's"),
        Puzzle.build(3, 1, "abb", (1, 0, 0), title="t"),
        Puzzle.build(1, 1, "a", (0,)),
    )
)
PARTS = (
    *(
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?a ",
        "?>",
        "</Puzzle>",
        "<Puzzle/>",
        "</Puzzle >",
        "<Puzzle>",
    ),
    *('"', "'", "&lt;", "\n", "x", "<Missing/>", "</Puzzles>", "0", "+1", " ", "\t", "\x0b", "é", "/>"),
    *(' title="a"', ' source="b"', "65", "<!---->", "9", "<Cell", "\r", ' Options="12"', "<!DOCTYPE a>"),
)


def by_the_parser(stream: io.BytesIO, **options: Any) -> list[Puzzle | str]:
    """Return the results if the parser reads everything."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(xml.plain_xml, "loads", lambda _data, **_options: None)
        return as_told(load(stream, "p.xml", **options))


def as_told(found: Iterable[Puzzle | FormatError]) -> list[Puzzle | str]:
    return [one if isinstance(one, Puzzle) else str(one) for one in found]


def test_no_puzzle_is_read_after_a_fault_between_two_puzzles() -> None:
    document = (WHOLE + TAIL).replace("</Puzzle>", '</Puzzle ><"/Puzzle>', 1).encode()
    found = as_told(load(io.BytesIO(document), "p.xml"))
    assert found == by_the_parser(io.BytesIO(document))
    assert len(found) == 2


@settings(max_examples=rounds(1500))
@given(data=st.data())
def test_what_is_read_without_a_parser_is_what_a_parser_reads(data: st.DataObject) -> None:
    document = WHOLE + TAIL
    for _ in range(data.draw(st.integers(0, 3))):
        near = data.draw(st.sampled_from(["</Puzzle>", "<Puzzle ", "<Cell", "/>", '"', "\n", ""]))
        at = max(document.find(near, data.draw(st.integers(0, len(document)))), 0)
        at += data.draw(st.integers(0, len(near) + 2))
        gone = data.draw(st.sampled_from([0, 0, 0, 1, 9]))
        document = document[:at] + data.draw(st.sampled_from(PARTS)) + document[at + gone :]
    options = data.draw(st.booleans())
    size = data.draw(st.sampled_from([CHUNK, 200, 50, 1]))

    class Stream(io.BytesIO):
        def read1(self, _size: int | None = -1, /) -> bytes:
            return super().read1(size)

    ours = as_told(load(Stream(document.encode()), "p.xml", options=options))
    assert ours == by_the_parser(Stream(document.encode()), options=options)


def test_what_zet_writes_is_read_without_a_parser_but_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise AssertionError("it came to the parser")

    found = load(io.BytesIO((WHOLE + TAIL).encode()))
    next(found)
    monkeypatch.setattr(xml, "_read", refused)
    assert len(list(found)) == 3


@pytest.mark.parametrize("encoding", ["utf-16", "utf-7", "iso-2022-jp", "cp037", "iso-8859-1", "ascii"])
def test_documents_in_any_encoding_are_what_the_parser_reads(encoding: str) -> None:
    data = (WHOLE.replace("UTF-8", encoding) + TAIL).encode(encoding)
    assert as_told(load(io.BytesIO(data), "p.xml")) == by_the_parser(io.BytesIO(data))


def test_a_document_within_a_comment_is_not_read() -> None:
    hidden = "".join(WHOLE.partition("  <Puzzle ")[1:])
    assert answers(f"<Puzzles>{ONE}<!--{hidden}-->{ONE}</Puzzles>") == ["puzzle", "puzzle"]
    assert answers(f"<Puzzles>{ONE}{ONE}<!--{hidden}--></Puzzles>") == ["puzzle", "puzzle"]
    begun = f"{ONE[:-1]} ><!--</Puzzle>"  # whose last end of a puzzle is none
    assert answers(f"<Puzzles>{ONE}{begun}{hidden}-->{ONE}</Puzzles>") == ["puzzle"] * 3
    nested = f"<Puzzles>{ONE}<Puzzles>{hidden}</Puzzles></Puzzles>"
    assert answers(nested)[1:] == ["p.xml:1: unexpected Puzzle inside Puzzles"]
