"""Tectonic puzzles in XML: the format of the original document, with many puzzles per document.

Source: the original document, section "Opgave" (`Puzzles` > `Puzzle` > `Cell`); the attributes `source`
and `Options` come from the author's repository. `docs/formats/tectonic-xml.md` describes every field.

Documents are untrusted: DTDs, entities, network access, references outside the document, and puzzles
longer than `MAX_PUZZLE` bytes are refused.
"""

import copy
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from lxml import etree

from zet.engines.messages import Message
from zet.engines.tectonic.model import (
    MAX_SIDE,
    MISSING,
    Puzzle,
    PuzzleError,
    check_size,
    digits_of,
    mask_of,
)
from zet.formats.errors import FormatError, UnwritableError
from zet.formats.tectonic import plain_xml
from zet.formats.tectonic.lost import NOTES, SOURCE, TITLE, lose_extras

if TYPE_CHECKING:
    from xmlschema import XMLSchema

MAX_PUZZLE = 4 << 20
MAX_PLAIN = 1 << 19
"""The size in bytes above which a part of a document is parsed by the XML parser."""
CHUNK = 1 << 16
END = b"</Puzzle>"

_DECLARATION = re.compile(rb"^(\xef\xbb\xbf)?<\?xml [^?>]*\?>")
_ASIDE = re.compile(rb"<[!?]")
_PIECE_NUMBERS = etree.XPath("Cell/@PieceNumber", smart_strings=False)
_VALUES = etree.XPath("Cell/@Value", smart_strings=False)
_STARTS = re.compile(rb"<Puzzle(?!s)")
_PLAIN_START = re.compile(rb'<Puzzle( +\w+="[^"<>]*")* *>')
_PATH = re.compile(r"^(/Puzzles)?/Puzzle(?!s)(\[1\])?")
_CELL = re.compile(r"/(Cell|Missing)\[(\d+)\]$")
_PLACE = re.compile(r", line \d+, column \d+$")
_CANONICAL = re.compile(r"[1-9][0-9]*( [1-9][0-9]*)*")

Schema = Literal["zet", "original"]
_SCHEMA_FILES: dict[Schema, str] = {
    "zet": "TectonicPuzzles.xsd",
    "original": "TectonicPuzzles-original.xsd",
}

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Puzzles xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    ' xsi:noNamespaceSchemaLocation="TectonicPuzzles.xsd">\n'
)
TAIL = "</Puzzles>\n"


def schema_text(schema: Schema) -> bytes:
    """Return the XSD document that ships with zet."""
    return Path(__file__).with_name(_SCHEMA_FILES[schema]).read_bytes()


@cache
def _fast_schema(schema: Schema) -> etree.XMLSchema:
    return etree.XMLSchema(etree.fromstring(schema_text(schema)))


def load(
    stream: io.BufferedIOBase, source: str = "-", *, schema: Schema = "zet", options: bool | None = False
) -> Iterator[Puzzle | FormatError]:
    r"""Yield the puzzles in a document one by one; a bad puzzle yields its error.

    With `options`, the Options attributes of cells become their notes; None has the same effect, except
    that the notes of a puzzle without any such attribute are None. Under the schema of the original
    program, a second puzzle is an error. If a document is not well-formed, the error is yielded last, and
    the rest of the document is not read.

    >>> document = b'''<Puzzles><Puzzle width="2" height="1">
    ... <Cell PieceNumber="1" Value="2"/><Cell PieceNumber="1"/>
    ... </Puzzle></Puzzles>'''
    >>> [puzzle] = load(io.BytesIO(document))
    >>> puzzle.givens
    (2, 0)
    """
    plain = partial(plain_xml.loads, options=bool(options)) if schema == "zet" else None
    number = 0
    try:
        for found in _puzzles(stream, source, plain):
            number += 1
            try:
                if not isinstance(found, Puzzle):
                    found = _read(found, source, number, schema, options=options)
                yield found
            except FormatError as error:
                yield error
    except FormatError as error:
        yield error


def _puzzles(
    stream: io.BufferedIOBase, source: str, plain: Callable[[bytes], Puzzle | None] | None
) -> Iterator[Puzzle | etree._Element]:
    """Yield each puzzle in a document, parsed by `plain` if possible, otherwise as an XML element.

    `plain`, if given, is tried only directly after the end of a puzzle in the root element, so the text
    parsed by `plain` is in the root element, too. The XML parser is fed blanks or an empty puzzle in
    place of this text.
    """
    parser = _Parser(source)
    waiting = b""
    while chunk := stream.read1(CHUNK):
        waiting += chunk
        passed = at = 0  # the ends of the parser's input, and of the text that was read
        while (found := waiting.find(END, at)) >= 0:
            end = found + len(END)
            puzzle = plain(waiting[at:end]) if plain and parser.is_between else None
            if puzzle:
                yield puzzle
            else:
                parser.skip(waiting[passed:at])
                yield from parser.feed(waiting[at:end])
                passed = end
            at = end
        parser.skip(waiting[passed:at])
        waiting = waiting[at:]
        if not parser.is_between or len(waiting) > MAX_PLAIN:
            yield from parser.feed(waiting)
            waiting = b""
    if waiting:
        yield from parser.feed(waiting)
    parser.close()


class _Parser:
    """An incremental parser of a document, which discards the elements that it has yielded.

    `is_between` is true if the input so far ends with the end of a puzzle in the root element.
    """

    def __init__(self, source: str) -> None:
        self.is_between = False
        self._source = source
        self._n_lines = self._pending = 0
        self._found = False
        self._parser = etree.XMLPullParser(
            events=("end",),
            tag="Puzzle",
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            collect_ids=False,
        )

    def feed(self, data: bytes) -> Iterator[etree._Element]:
        """Yield each Puzzle element that this data completes.

        An element must remain in the tree as long as the parser may append to the text after the element,
        so each element is removed when its successor is complete.
        """
        with _format_errors_of(self._parser, self._source):
            self._parser.feed(data)
        self._pending += len(data)
        self._n_lines += data.count(b"\n")
        n_found = 0
        parent = None
        for _, element in self._parser.read_events():
            if not self._found:
                _refuse_doctype(element, self._source)
                self._found = True
            n_found += 1
            self._pending = 0
            parent = element.getparent()
            if parent is not None:
                if parent.tag != "Puzzles" or parent.getparent() is not None:
                    raise FormatError(
                        self._source,
                        element.sourceline,
                        "unexpected Puzzle inside {tag!s}",
                        tag=parent.tag,
                    )
                while (before := element.getprevious()) is not None:
                    _refuse_stranger(before, self._source)
                    parent.remove(before)
            yield element
        if self._pending > MAX_PUZZLE:
            raise FormatError(
                self._source,
                self._n_lines + 1,
                "a Puzzle element is longer than {most} bytes",
                most=MAX_PUZZLE,
            )
        # If the data has one puzzle, whose start is a tag of its own, and no start of a comment or the
        # like, then the end that the parser has seen is the end of the data, and any comment that was
        # open before has ended before it. Otherwise the parser may wait for the end of a faulty tag.
        self.is_between = bool(
            n_found == 1
            and parent is not None
            and data.endswith(END)
            and len(_STARTS.findall(data)) == data.count(b"</Puzzle") == 1
            and _PLAIN_START.search(data)
            and not _ASIDE.search(_DECLARATION.sub(b"", data))
            and parent.getroottree().docinfo.encoding in ("UTF-8", "utf-8", "ASCII", "US-ASCII", None)
        )

    def skip(self, data: bytes) -> None:
        """Feed the parser an empty puzzle in place of the puzzles in `data`, which are skipped.

        The empty puzzle ends at the same line and column, so that later errors are located correctly.
        """
        if data:
            start = data.rfind(b"<Puzzle ")
            before, within = data.count(b"\n", 0, start), data.count(b"\n", start)
            column = len(data) - (data.rfind(b"\n") + 1)
            tag = b"<Puzzle>"
            end = END.rjust(column if within else column - len(tag))
            list(self.feed(b"\n" * before + tag + b"\n" * within + end))
            self.is_between = True

    def close(self) -> None:
        """Finish the document; raise FormatError if it is invalid as a whole."""
        with _format_errors_of(self._parser, self._source):
            root = self._parser.close()
        _refuse_doctype(root, self._source)
        if root.tag not in ("Puzzles", "Puzzle"):
            raise FormatError(
                self._source, root.sourceline, "the root is {tag!s}, not Puzzles", tag=root.tag
            )
        for element in root if root.tag == "Puzzles" else ():
            _refuse_stranger(element, self._source)
        if not self._found:
            raise FormatError(self._source, root.sourceline, "the document has no Puzzle element")


@contextmanager
def _format_errors_of(parser: etree.XMLPullParser, source: str) -> Iterator[None]:
    """Convert a syntax error to a FormatError with the first, most precise entry of the parser's log."""
    try:
        yield
    except etree.XMLSyntaxError as error:
        line, column = error.position
        reason = error.msg or ""
        if log := list(parser.feed_error_log):
            line, column, reason = log[0].line, log[0].column, log[0].message
        reason = _PLACE.sub("", reason)
        raise FormatError(
            source, line or None, "not well-formed XML: {reason}", column or None, reason=reason
        ) from None


def _refuse_doctype(element: etree._Element, source: str) -> None:
    tree = element.getroottree()
    if tree.docinfo.doctype:
        raise FormatError(
            source,
            tree.getroot().sourceline,
            "DOCTYPE and ENTITY declarations are not allowed",
        )


def _refuse_stranger(element: etree._Element, source: str) -> None:
    """Raise FormatError for an element or text that is not a puzzle; comments are allowed."""
    if isinstance(element.tag, str) and element.tag != "Puzzle":
        raise FormatError(source, element.sourceline, "expected a Puzzle, not {tag}", tag=element.tag)
    if element.tail and not element.tail.isspace():
        raise FormatError(source, element.sourceline, "unexpected text between the puzzles")


def _read(
    element: etree._Element, source: str, number: int, schema: Schema, *, options: bool | None
) -> Puzzle:
    _validate(element, source, number, schema)
    width = height = 0
    try:
        width, height = _side(element, "width"), _side(element, "height")
        check_size(width, height)
        labels, values = _PIECE_NUMBERS(element), _VALUES(element)
        pieces: list[str | None] = _same_spelling(labels)
        if not len(element) == len(labels) == len(values):
            # An attribute or a cell is missing, or a comment is between the cells.
            spelt = iter(pieces)
            pieces, values = [], []
            for place, cell in enumerate(_places(element)):
                if cell.tag == "Cell" and "PieceNumber" not in cell.attrib:
                    raise PuzzleError(
                        "the cell has no piece number", place // width + 1, place % width + 1
                    )
                pieces.append(next(spelt) if cell.tag == "Cell" else None)
                values.append(cell.get("Value", ""))
        return Puzzle.build(
            width,
            height,
            pieces,
            [int(value) if value else 0 for value in values],
            [mask_of(map(int, cell.get("Options", ""))) for cell in _places(element)]
            if options or (options is None and element.find("*[@Options]") is not None)
            else None,
            element.get("source", ""),
            element.get("title", ""),
        )
    except PuzzleError as error:
        line = element.sourceline
        if error.row is not None and error.column is not None:
            cells = list(_places(element))
            line = cells[(error.row - 1) * width + error.column - 1].sourceline
        raise FormatError(
            source, line, "puzzle {number}, {reason}", number=number, reason=str(error)
        ) from None


def _places(element: etree._Element) -> Iterator[etree._Element]:
    """Return the child elements for the places of the board, each a Cell or a Missing."""
    return element.iterchildren("Cell", "Missing")


def _side(element: etree._Element, name: str) -> int:
    """Return the width or height of the board; the schema allows any number of digits."""
    text = (element.get(name) or "").strip().lstrip("+-0") or "0"
    if len(text) > 5:
        raise PuzzleError(
            "the {name} of the board is too large: a number of {n} digits", name=name, n=len(text)
        )
    return int(text)


def _same_spelling(labels: list[str]) -> list[str | None]:
    """Return the piece numbers in canonical form: equal numbers as equal strings ("01", "+1" are 1)."""
    if _CANONICAL.fullmatch(" ".join(set(labels))):
        return cast("list[str | None]", labels)
    return [label.strip().lstrip("+-0") or "0" for label in labels]


def _validate(element: etree._Element, source: str, number: int, schema: Schema) -> None:
    """Raise FormatError with the path, the line and the reason if the element violates the schema."""
    if schema == "original" and number > 1:
        raise FormatError(
            source,
            element.sourceline,
            "puzzle {number}: the schema of the original program allows only one Puzzle in a document",
            number=number,
        )
    root = element.getparent()
    tested = element
    if number == 1 and root is not None:
        # The attributes of the root are validated together with the first puzzle.
        tested = copy.deepcopy(root)
        place = next(index for index, child in enumerate(root) if child is element)
        tested[:] = [tested[place]]
        tested[0].tail = None
    if _fast_schema(schema).validate(tested):
        return
    path, line, reason = _exact_error(tested, schema)
    path = _PATH.sub(f"/Puzzles/Puzzle[{number}]", path)
    where = Message("puzzle {number}, {path}", number=number, path=path)
    cell, width = _CELL.search(path), element.get("width", "")
    if cell and width.isdecimal() and 1 <= int(width[:5]) <= MAX_SIDE:
        cells = [place for place, one in enumerate(_places(element)) if one.tag == cell[1]]
        row, column = divmod(cells[int(cell[2]) - 1], int(width))
        at = Message("(row {row}, column {column})", row=row + 1, column=column + 1)
        where = Message.joined((where, at), by=" ")
    raise FormatError(source, line or element.sourceline, Message.joined((where, reason), by=": "))


def _exact_error(tested: etree._Element, schema: Schema) -> tuple[str, int | None, str]:
    """Return the path, line and reason of the first error in an element that the fast schema rejects."""
    try:
        for error in _exact_schema(schema).iter_errors(tested):  # type: ignore[arg-type]
            reason = error.reason or ""
            if "invalid literal" in reason:  # this message is Python's; that of the fast schema is better
                reason = _fast_schema(schema).error_log[0].message
            return error.path or "/Puzzles", error.sourceline, reason
    except (KeyError, ValueError, TypeError):
        pass  # the fast schema describes errors that xmlschema fails on or accepts
    entry = _fast_schema(schema).error_log[0]
    return entry.path or "/Puzzles", entry.line, entry.message


@cache
def _exact_schema(schema: Schema) -> "XMLSchema":
    """Return the schema for the package xmlschema, which is slower but reports path, line and reason."""
    import xmlschema

    return xmlschema.XMLSchema(schema_text(schema).decode(), allow="none", defuse="always")


def dumps(puzzle: Puzzle, *, options: bool | None = False) -> str:
    """Return the Puzzle element, with a line of XML per row of cells; HEAD and TAIL enclose all puzzles.

    The notes are written as Options attributes unless `options` is false. If it is false, a puzzle within
    the limits of the original program is valid under that program's schema, if it is the only puzzle in
    the document and has no source and no title.

    Raises:
        UnwritableError: a note exceeds 9, and `options` is not false.
    """
    has_notes = options is not False
    lose_extras(puzzle, SOURCE, TITLE, *((NOTES,) if has_notes else ()))
    about = ""
    if puzzle.origin or puzzle.title:
        from xml.sax.saxutils import quoteattr  # this slow import includes modules for web access

        names = {"source": puzzle.origin, "title": puzzle.title}
        about = "".join(f" {name}={quoteattr(text)}" for name, text in names.items() if text)
    lines = [f'  <Puzzle height="{puzzle.height}" width="{puzzle.width}"{about}>']
    notes = puzzle.notes if has_notes and puzzle.notes else (0,) * len(puzzle.pieces)
    cells = [*map(_cell, puzzle.pieces, puzzle.givens, notes)]
    lines += ["    " + "".join(row) for row in puzzle.rows(cells)]
    lines.append("  </Puzzle>\n")
    return "\n".join(lines)


@lru_cache(1 << 14)
def _cell(piece: int, given: int, note: int) -> str:
    """Return the XML element for one place of the board."""
    if piece == MISSING:
        return "<Missing/>"
    return f'<Cell PieceNumber="{piece + 1}" Value="{given or ""}"{_options(note)}/>'


def _options(mask: int) -> str:
    """Return the attribute Options with the digits of a mask; "" if there are none."""
    if mask >> 9:
        raise UnwritableError("the Options attributes of XML cannot represent digits above 9")
    digits = "".join(map(str, digits_of(mask)))
    return f' Options="{digits}"' if digits else ""
