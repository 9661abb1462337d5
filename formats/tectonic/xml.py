"""Tectonic puzzles in XML: the format of the original document, many puzzles in a document.

Source: the original document, section "Opgave" (`Puzzles` > `Puzzle` > `Cell`); the attributes `source`
and `Options` come from the author's repository. `docs/formats/tectonic-xml.md` describes every field.

Documents may come from anyone: no DTD, no entities, no network, nothing outside the document; a
puzzle that does not end within `MAX_PUZZLE` bytes is refused.
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

if TYPE_CHECKING:
    from xmlschema import XMLSchema

MAX_PUZZLE = 4 << 20
MAX_PLAIN = 1 << 19
"""A longer piece of a document is left to the parser."""
CHUNK = 1 << 16
END = b"</Puzzle>"

_DECLARATION = re.compile(rb"^(\xef\xbb\xbf)?<\?xml [^?>]*\?>")
_ASIDE = re.compile(rb"<[!?]")
_PIECE_NUMBERS = etree.XPath("Cell/@PieceNumber", smart_strings=False)
_VALUES = etree.XPath("Cell/@Value", smart_strings=False)
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
    stream: io.BufferedIOBase, source: str = "-", *, schema: Schema = "zet", options: bool = False
) -> Iterator[Puzzle | FormatError]:
    r"""Yield the puzzles of a document one by one; a bad puzzle yields its error.

    With `options`, the Options of a cell become its notes. Under the original's schema a second puzzle
    is an error. A document that is not well-formed yields an error last: what follows is lost.

    >>> document = b'''<Puzzles><Puzzle width="2" height="1">
    ... <Cell PieceNumber="1" Value="2"/><Cell PieceNumber="1"/>
    ... </Puzzle></Puzzles>'''
    >>> [puzzle] = load(io.BytesIO(document))
    >>> puzzle.givens
    (2, 0)
    """
    plain = partial(plain_xml.loads, options=options) if schema == "zet" else None
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
    """Yield each puzzle: what `plain` makes of its bytes, or else the element when it is complete.

    `plain`, if any, is asked where the parser has just seen the end of a puzzle in the root, so that what
    it reads stands there too. The parser gets all the rest, and blanks for what it did not get.
    """
    parser = _Parser(source)
    waiting = b""
    while chunk := stream.read1(CHUNK):
        waiting += chunk
        passed = at = 0  # up to where the parser has come, and up to where all is read
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
    """A parser of a document that comes in pieces; the elements that it has yielded are discarded.

    `is_between` says that what was fed ends with the end of a puzzle in the root.
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
        """Yield each Puzzle element that is complete with this data.

        An element must stay in the tree while the parser may still add to what follows it, so each
        one goes when its successor has come.
        """
        with _told_as_format_error(self._parser, self._source):
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
                        self._source, element.sourceline, "a Puzzle within {tag!s}", tag=parent.tag
                    )
                while (before := element.getprevious()) is not None:
                    _refuse_stranger(before, self._source)
                    parent.remove(before)
            yield element
        if self._pending > MAX_PUZZLE:
            raise FormatError(
                self._source,
                self._n_lines + 1,
                "more than {most} bytes without the end of a Puzzle",
                most=MAX_PUZZLE,
            )
        # With one end of a puzzle and no beginning of a comment or the like, the one that was found is
        # the end of the data: a comment that was open before has come to its end before it.
        self.is_between = (
            n_found == 1
            and parent is not None
            and data.endswith(END)
            and not _ASIDE.search(_DECLARATION.sub(b"", data))
            and parent.getroottree().docinfo.encoding in ("UTF-8", "utf-8", "ASCII", "US-ASCII", None)
        )

    def skip(self, data: bytes) -> None:
        """Pass over puzzles: the parser gets an empty one, on the lines of the last, up to its column."""
        if data:
            start = data.rfind(b"<Puzzle ")
            before, within = data.count(b"\n", 0, start), data.count(b"\n", start)
            column = len(data) - (data.rfind(b"\n") + 1)
            tag = b"<Puzzle>"
            end = END.rjust(column if within else column - len(tag))
            list(self.feed(b"\n" * before + tag + b"\n" * within + end))
            self.is_between = True

    def close(self) -> None:
        """Refuse what is wrong with the document as a whole."""
        with _told_as_format_error(self._parser, self._source):
            root = self._parser.close()
        _refuse_doctype(root, self._source)
        if root.tag not in ("Puzzles", "Puzzle"):
            raise FormatError(
                self._source, root.sourceline, "the root is {tag!s}, not Puzzles", tag=root.tag
            )
        for element in root if root.tag == "Puzzles" else ():
            _refuse_stranger(element, self._source)
        if not self._found:
            raise FormatError(self._source, root.sourceline, "the document holds no Puzzle")


@contextmanager
def _told_as_format_error(parser: etree.XMLPullParser, source: str) -> Iterator[None]:
    """Turn a syntax error into a FormatError; the parser's log tells it best, its first line first."""
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
        raise FormatError(source, tree.getroot().sourceline, "a document type (DTD) is not allowed")


def _refuse_stranger(element: etree._Element, source: str) -> None:
    """Raise FormatError for what may not stand beside the puzzles; comments may."""
    if isinstance(element.tag, str) and element.tag != "Puzzle":
        raise FormatError(source, element.sourceline, "expected a Puzzle, not {tag}", tag=element.tag)
    if element.tail and not element.tail.isspace():
        raise FormatError(source, element.sourceline, "text between the puzzles")


def _read(element: etree._Element, source: str, number: int, schema: Schema, *, options: bool) -> Puzzle:
    _validate(element, source, number, schema)
    width = height = 0
    try:
        width, height = _side(element, "width"), _side(element, "height")
        check_size(width, height)
        labels, values = _PIECE_NUMBERS(element), _VALUES(element)
        pieces: list[str | None] = _same_spelling(labels)
        if not len(element) == len(labels) == len(values):
            # An attribute or a cell is missing somewhere, or a comment stands between the cells.
            spelt = iter(pieces)
            pieces, values = [], []
            for place, cell in enumerate(_places(element)):
                if cell.tag == "Cell" and "PieceNumber" not in cell.attrib:
                    raise PuzzleError("the cell names no piece", place // width + 1, place % width + 1)
                pieces.append(next(spelt) if cell.tag == "Cell" else None)
                values.append(cell.get("Value", ""))
        return Puzzle.build(
            width,
            height,
            pieces,
            [int(value) if value else 0 for value in values],
            [mask_of(map(int, cell.get("Options", ""))) for cell in _places(element)]
            if options
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
    """Return what stands for each place of the board: a Cell, or Missing."""
    return element.iterchildren("Cell", "Missing")


def _side(element: etree._Element, name: str) -> int:
    """Return a side of the board; the schema lets it have any number of digits."""
    text = (element.get(name) or "").strip().lstrip("+-0") or "0"
    if len(text) > 5:
        raise PuzzleError("a board whose {name} has {n} digits", name=name, n=len(text))
    return int(text)


def _same_spelling(labels: list[str]) -> list[str | None]:
    """Return the piece numbers so that equal numbers are equal strings ("01" and "+1" are 1)."""
    if _CANONICAL.fullmatch(" ".join(set(labels))):
        return cast("list[str | None]", labels)
    return [label.strip().lstrip("+-0") or "0" for label in labels]


def _validate(element: etree._Element, source: str, number: int, schema: Schema) -> None:
    """Raise FormatError, with the path, the line and the reason, unless the element fits the schema."""
    if schema == "original" and number > 1:
        raise FormatError(
            source,
            element.sourceline,
            "puzzle {number}, the original's schema allows one Puzzle in a document",
            number=number,
        )
    root = element.getparent()
    tested = element
    if number == 1 and root is not None:
        # With the first puzzle, what the root itself holds is tested too.
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
    """Return path, line and reason of the first error in an element that the fast schema rejects."""
    try:
        for error in _exact_schema(schema).iter_errors(tested):  # type: ignore[arg-type]
            reason = error.reason or ""
            if "invalid literal" in reason:  # words of Python, where the fast schema has its own
                reason = _fast_schema(schema).error_log[0].message
            return error.path or "/Puzzles", error.sourceline, reason
    except (KeyError, ValueError, TypeError):
        pass  # what xmlschema stumbles over, or takes for valid, the fast schema describes
    entry = _fast_schema(schema).error_log[0]
    return entry.path or "/Puzzles", entry.line, entry.message


@cache
def _exact_schema(schema: Schema) -> "XMLSchema":
    """Return the schema of the slower library, which names path, line and reason of an error."""
    import xmlschema

    return xmlschema.XMLSchema(schema_text(schema).decode(), allow="none", defuse="always")


def dumps(puzzle: Puzzle, *, options: bool = False) -> str:
    """Return the Puzzle element, a line of XML for each row of cells; HEAD and TAIL go around them.

    Without `options`, a puzzle within the original's limits is valid under the original's schema, if it
    stands alone in the document and has no source and no title.

    Raises:
        UnwritableError: with `options`, a note exceeds 9.
    """
    about = ""
    if puzzle.origin or puzzle.title:
        from xml.sax.saxutils import quoteattr  # it imports what opens web pages

        names = {"source": puzzle.origin, "title": puzzle.title}
        about = "".join(f" {name}={quoteattr(text)}" for name, text in names.items() if text)
    lines = [f'  <Puzzle height="{puzzle.height}" width="{puzzle.width}"{about}>']
    notes = puzzle.notes if options and puzzle.notes else (0,) * len(puzzle.pieces)
    cells = [*map(_cell, puzzle.pieces, puzzle.givens, notes)]
    lines += ["    " + "".join(row) for row in puzzle.rows(cells)]
    lines.append("  </Puzzle>\n")
    return "\n".join(lines)


@lru_cache(1 << 14)
def _cell(piece: int, given: int, note: int) -> str:
    """Return the element of a place of the board."""
    if piece == MISSING:
        return "<Missing/>"
    return f'<Cell PieceNumber="{piece + 1}" Value="{given or ""}"{_options(note)}/>'


def _options(mask: int) -> str:
    """Return the Options attribute of a mask."""
    if mask >> 9:
        raise UnwritableError("the Options of XML have no place for digits above 9")
    digits = "".join(map(str, digits_of(mask)))
    return f' Options="{digits}"' if digits else ""
