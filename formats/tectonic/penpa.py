"""Tectonic puzzles as penpa-edit URLs (penpa+): `...#m=edit&p=PAYLOAD`.

The payload consists of lines of text, compressed by raw deflate and encoded in Base64. The lines are: the
size and the title; the margins; the edit mode of the page; the setter's drawing; the solver's drawing;
the cells. A drawing is JSON in which frequent names are abbreviated to `z` and a character. Cells, and
the corners where borders begin and end, are numbered row by row on a board that is two cells larger on
each side. Source: the penpa-edit project, `docs/js/general.js` and `docs/js/class_p.js`, and URLs of
setters. `docs/formats/tectonic-penpa.md` lists the supported items of a drawing; other items are refused
in the setter's drawing, and ignored in the solver's.
"""

import binascii
import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, NamedTuple

from zet.engines.tectonic.model import MAX_PIECE, MISSING, Puzzle, check_size, digits_of, mask_of
from zet.formats.errors import UnreadableError, UnwritableError
from zet.formats.json_object import read_object
from zet.formats.tectonic.borders import borders_of, pieces_of
from zet.formats.tectonic.lost import NOTES, SOURCE, TITLE, lose_extras, lose_notes_of_givens

PREFIX = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
MAX_TEXT = 8 << 20
"""The maximum size of an unpacked payload in bytes."""

_NAMES = {
    "9": "qa",
    "Q": "pu_q",
    "A": "pu_a",
    "G": "grid",
    "M": "edit_mode",
    "S": "surface",
    "L": "line",
    "E": "lineE",
    "W": "wall",
    "C": "cage",
    "N": "number",
    "1": "numberS",
    "Y": "symbol",
    "P": "special",
    "B": "board",
    "R": "command_redo",
    "U": "command_undo",
    "8": "command_replay",
    "F": "freeline",
    "2": "freelineE",
    "T": "thermo",
    "3": "arrows",
    "D": "direction",
    "0": "squareframe",
    "5": "polygon",
    "4": "deletelineE",
    "6": "killercages",
    "7": "nobulbthermo",
    "_": "__a",
}
_WORDS = {code: f'"{name}"' for code, name in _NAMES.items()} | {"O": "null", "Z": "z"}
_CODES = {word: f"z{code}" for code, word in _WORDS.items()}
_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
_TABLES = (
    *("surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall"),
    *("cage", "deletelineE"),
)
_READ = frozenset({"surface", "number", "lineE"})
_EDITING = frozenset({"command_redo", "command_undo", "command_replay"})

_DARK = frozenset({1, 3, 4, 8})
"""The grays and the black in which setters paint missing cells."""
_BLACK = 4
_NORMAL, _SMALL, _MEDIUM, _CANDIDATES, _LARGE = "1", "5", "6", "7", "10"


class _Board(NamedTuple):
    """The size of a board, its margins at the top and left, and conversions of penpa's cell numbers."""

    width: int
    height: int
    top: int
    left: int
    stride: int
    area: int

    def cell(self, index: int) -> int | None:
        """Return the cell with the given penpa number; None if that cell is not on the board."""
        row, column = index // self.stride - 2 - self.top, index % self.stride - 2 - self.left
        if index < self.area and 0 <= row < self.height and 0 <= column < self.width:
            return row * self.width + column
        return None

    def number_of(self, row: int, column: int, kind: int = 0) -> int:
        """Return the penpa number of a cell, or of the corner at its bottom right if `kind` is 1."""
        return kind * self.area + (row + 2 + self.top) * self.stride + column + 2 + self.left

    def parted(self, key: str) -> tuple[int, int] | None:
        """Return the place of a border in a grid of doubled size, as (row, column).

        One coordinate is even, the other odd; the border at (2, 5), for example, separates the cells
        above and below it. `key`, penpa's name for the line, consists of the numbers of its two ends. The
        result is None if the line is not a border.
        """
        ends = re.fullmatch(r"(\d{1,6}),(\d{1,6})", key, re.ASCII)
        one, other = sorted(int(end) - self.area for end in ends.groups()) if ends else (0, 0)
        if other - one not in (1, self.stride):
            return None
        row, column = one // self.stride - 1 - self.top, one % self.stride - 1 - self.left
        across = other - one == 1
        if not (0 <= row <= self.height - (not across) and 0 <= column <= self.width - across):
            return None
        return 2 * row + (not across), 2 * column + across


def loads(text: str) -> Puzzle:
    """Return the puzzle in a URL, or in the part of a URL that begins with `m=`.

    Raises:
        ValueError: the text is not a penpa-edit URL, or the drawing is not a valid puzzle.
    """
    place = re.split("[#?]", text.strip())[-1]
    parts = (part.partition("=") for part in place.split("&"))
    parameters = {name: value for name, _, value in parts}
    if "p" not in parameters or parameters.get("m", "edit") not in ("edit", "solve"):
        raise UnreadableError("expected a penpa-edit URL: ...#m=edit&p=PAYLOAD")
    lines = _unpacked(parameters["p"]).split("\n")
    header = lines[0].split(",")
    board = _board(header, lines)
    problem = _drawing(lines, 3)
    for name, what in problem.items():
        if what and name not in _READ | _EDITING:
            raise UnreadableError(
                "the drawing has an element that no Tectonic puzzle has: {name}", name=name
            )
    n_cells = board.width * board.height
    givens = [0] * n_cells
    for cell, entry in _entries(board, problem, "number"):
        givens[cell] = _number(entry, (_NORMAL, _SMALL, _MEDIUM, _LARGE))
    missing = _missing(board, lines, problem)
    right = [0] * ((board.width - 1) * board.height)
    below = [0] * (board.width * (board.height - 1))
    for key in _table(problem, "lineE"):
        border = board.parted(key)
        if border is None:
            raise UnreadableError("the line {key} is not a border between two cells", key=key[:20])
        row, column = border
        if row % 2 and 0 < column < 2 * board.width:
            right[row // 2 * (board.width - 1) + column // 2 - 1] = 1
        elif column % 2 and 0 < row < 2 * board.height:
            below[(row // 2 - 1) * board.width + column // 2] = 1
    labels = pieces_of(board.width, board.height, right, below, missing)
    notes = _notes(board, _drawing(lines, 4), givens)
    title, author, source = (
        re.sub(f"^{name}: ?", "", field.replace("%2C", ",")).strip()
        for name, field in zip(("Title", "Author", "Source"), [*header[15:18], "", "", ""], strict=False)
    )
    origin = ", ".join(filter(None, (author, source)))
    solution = _solution(board, parameters.get("a", ""), givens)
    return Puzzle.build(
        board.width, board.height, labels, givens, notes if any(notes) else None, origin, title, solution
    )


def _unpacked(payload: str) -> str:
    """Return the decompressed text of a payload.

    Raises:
        UnreadableError: the payload is invalid, or its text is longer than MAX_TEXT.
    """
    from urllib.parse import unquote

    data = unquote(payload).replace("-", "+").replace("_", "/").rstrip("=")
    if len(data) % 4 == 1:  # no whole byte: the URL is cut short
        data = data[:-1]
    try:
        packed = b64decode(data + "=" * (-len(data) % 4), validate=True)
        unpacking = zlib.decompressobj(-15)
        unpacked = unpacking.decompress(packed, MAX_TEXT)
        if unpacking.unconsumed_tail:
            raise UnreadableError("the payload unpacks to more than {most} bytes", most=MAX_TEXT)
        if not unpacking.eof:
            raise UnreadableError("the payload is truncated: the end of the URL is missing")
        return unpacked.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise UnreadableError("the payload is not compressed text in Base64") from None


def _board(header: list[str], lines: list[str]) -> _Board:
    """Return the size and margins of the board, after checking the size."""
    if header[0] != "square":
        raise UnreadableError(
            "the grid {kind!r} is not supported, only square grids", kind=header[0][:20]
        )
    sides = header[1:3]
    if len(sides) < 2 or not all(re.fullmatch("[0-9]{1,4}", side) for side in sides):
        raise UnreadableError("the payload does not begin with the size of a board")
    margins = _json(lines, 1, [0, 0, 0, 0])
    if not (isinstance(margins, list) and len(margins) == 4 and all(map(_is_number, margins))):
        raise UnreadableError("the margins of the board must be four numbers")
    top, bottom, left, right = margins
    columns, rows = map(int, sides)
    width, height = columns - left - right, rows - top - bottom
    check_size(width, height)
    return _Board(width, height, top, left, columns + 4, (columns + 4) * (rows + 4))


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 <= value < 10_000


def _json(lines: list[str], number: int, otherwise: Any) -> Any:
    """Return the JSON value in the line numbered `number`, or `otherwise` if the line is missing."""
    line = lines[number] if number < len(lines) else ""
    try:
        return json.loads(line) if line.strip() else otherwise
    except (ValueError, RecursionError):
        raise UnreadableError("line {number} of the payload is not JSON", number=number + 1) from None


def _drawing(lines: list[str], number: int) -> dict[str, Any]:
    """Return the drawing in the line numbered `number`, with names expanded; {} if it is missing."""
    line = lines[number] if number < len(lines) else ""
    return read_object(re.sub("z(.)", _written_out, line) or "{}", "puzzle")


def _written_out(found: re.Match[str]) -> str:
    return _WORDS.get(found[1], found[0])


def _table(drawing: Mapping[str, Any], name: str) -> dict[str, Any]:
    table = drawing.get(name) or {}
    if not isinstance(table, dict):
        raise UnreadableError("{name} must be a JSON object", name=name)
    return table


def _entries(board: _Board, drawing: Mapping[str, Any], name: str) -> Iterator[tuple[int, Any]]:
    """Yield the cell and the value of each nonempty entry in the table `name` of a drawing."""
    for key, value in _table(drawing, name).items():
        if not value:
            continue
        cell = board.cell(int(key)) if re.fullmatch("[0-9]{1,6}", key) else None
        if cell is None:
            raise UnreadableError(
                "{name} refers to {key}, which is not a cell of the board", name=name, key=key[:20]
            )
        yield cell, value


def _missing(board: _Board, lines: list[str], problem: Mapping[str, Any]) -> set[int]:
    """Return the missing cells: cells that are painted dark or are not in the list of cells."""
    missing: set[int] = set()
    for cell, color in _entries(board, problem, "surface"):
        if type(color) is not int or color not in _DARK:
            raise UnreadableError(
                "a cell has the color {color!r}; only black and gray are supported, for missing cells",
                color=str(color)[:20],
            )
        missing.add(cell)
    steps = _json(lines, 5, [])
    if not isinstance(steps, list) or not all(type(step) is int for step in steps):
        raise UnreadableError("the list of cells must contain numbers")
    if steps:
        listed = {board.cell(index) for index in accumulate(steps)}
        missing |= set(range(board.width * board.height)) - listed
    return missing


def _number(entry: Any, kinds: tuple[str, ...]) -> int:
    """Return the digit of an entry, which is a list of text, color and kind; 0 if the text is empty.

    Raises:
        UnreadableError: the kind is not in `kinds`, or the text is not a number within the limits.
    """
    if isinstance(entry, list) and len(entry) >= 2 and str([*entry, _NORMAL][2]) in kinds:
        text = str(entry[0]).strip()
        if not text:
            return 0
        if text.isascii() and text.isdecimal() and 1 <= int(text[:3]) <= MAX_PIECE:
            return int(text)
    raise UnreadableError("expected a digit, not {entry}", entry=json.dumps(entry)[:40])


def _notes(board: _Board, drawing: Mapping[str, Any], givens: list[int]) -> list[int]:
    """Return the answers and the candidates in the solver's drawing, as a mask for each cell."""
    notes = [0] * len(givens)
    for key, value in _table(drawing, "numberS").items():  # pencil marks at the corners and the sides
        cell = board.cell(int(key) // 4 % board.area) if re.fullmatch("[0-9]{1,7}", key) else None
        if cell is not None and isinstance(value, list) and value and not givens[cell]:
            notes[cell] |= mask_of(int(digit) for digit in re.findall("[1-9]", str(value[0])))
    for cell, entry in _entries(board, drawing, "number"):
        if givens[cell]:
            continue
        kind = str([*entry, _NORMAL][2]) if isinstance(entry, list) and len(entry) >= 2 else ""
        if kind == _CANDIDATES and isinstance(entry[0], list):
            notes[cell] = mask_of(
                digit for digit, is_noted in enumerate(entry[0][:MAX_PIECE], 1) if is_noted
            )
        elif kind in (_SMALL, _MEDIUM) and re.fullmatch("[1-9]{2,}", str(entry[0])):
            notes[cell] = mask_of(map(int, str(entry[0])))
        elif digit := _number(entry, (_NORMAL, _SMALL, _MEDIUM, _LARGE)):
            notes[cell] = 1 << digit - 1
    return notes


def _solution(board: _Board, payload: str, givens: list[int]) -> list[int] | None:
    """Return the solution published with the puzzle, or None."""
    if not payload:
        return None
    fields = _json([_unpacked(payload)], 0, [])
    digits = fields[4] if isinstance(fields, list) and len(fields) > 4 else []
    solution = list(givens)
    for entry in digits if isinstance(digits, list) else ():
        index, _, digit = str(entry).partition(",")
        cell = board.cell(int(index)) if re.fullmatch("[0-9]{1,6}", index) else None
        if cell is None:
            raise UnreadableError("the solution contains a digit where the board has no cell")
        solution[cell] = _number([digit, 1], (_NORMAL,))
    return solution if digits else None


def dumps(puzzle: Puzzle) -> str:
    """Return the URL of a puzzle as a line, with a newline. Missing cells are black.

    Raises:
        UnwritableError: a piece is not connected, or a candidate exceeds 9.
    """
    width, height = puzzle.width, puzzle.height
    board = _Board(width, height, 0, 0, width + 4, (width + 4) * (height + 4))
    numbers = [board.number_of(*divmod(cell, width)) for cell in range(width * height)]
    right, below = borders_of(puzzle)
    lose_extras(puzzle, NOTES, SOURCE, TITLE)
    lose_notes_of_givens(puzzle)
    edges: dict[str, int] = {}
    places = [(row, column) for row in range(height) for column in range(width - 1)]
    for (row, column), border in zip(places, right, strict=True):
        if border:
            edges[f"{board.number_of(row - 1, column, 1)},{board.number_of(row, column, 1)}"] = 2
    places = [(row, column) for row in range(height - 1) for column in range(width)]
    for (row, column), border in zip(places, below, strict=True):
        if border:
            edges[f"{board.number_of(row, column - 1, 1)},{board.number_of(row, column, 1)}"] = 2
    problem = _layer(
        surface={
            str(number): _BLACK
            for number, piece in zip(numbers, puzzle.pieces, strict=True)
            if piece == MISSING
        },
        number={
            str(number): [str(given), 1, _NORMAL]
            for number, given in zip(numbers, puzzle.givens, strict=True)
            if given
        },
        lineE=edges,
    )
    notes = puzzle.notes or ()
    answers = {
        str(number): _noted(note)
        for number, note, given in zip(numbers, notes, puzzle.givens, strict=False)
        if note and not given
    }
    # The middle of the picture: a cell, a side of a cell (2: lower, 3: right), or a corner.
    kind = (0, 3, 2, 1)[2 * (height % 2 == 0) + (width % 2 == 0)]
    middle = board.number_of((height - 1) // 2, (width - 1) // 2, kind)
    canvas = f"{(width + 1) * 38},{(height + 1) * 38},{middle},{middle}"
    title, author = (text.replace(",", "%2C") for text in (puzzle.title, puzzle.origin))
    steps = [after - before for before, after in zip([0, *numbers], numbers, strict=False)]
    mode = '{zG:["1","2","1"]}'
    lines = [
        f"square,{width},{height},38,0,1,1,{canvas},0,0,0,0,Title: {title},Author: {author},,,OFF,false,",
        *("[0,0,0,0]", mode, problem, _layer(number=answers), json.dumps(steps, separators=(",", ":"))),
        *("[]", "{}", '"x"', '"x"', "[3,2,4]", mode, '"x"', "0", _layer(), _layer(), "{}", "[]", ""),
    ]
    packing = zlib.compressobj(9, wbits=-15)
    packed = packing.compress("\n".join(lines).encode()) + packing.flush()
    return f"{PREFIX}{b64encode(packed).decode()}\n"


def _layer(**tables: dict[str, Any]) -> str:
    """Return the JSON text of a drawing that contains `tables`; frequent names are abbreviated."""
    drawing: dict[str, object] = {name: {"__a": []} for name in sorted(_EDITING)}
    drawing |= {name: tables.get(name, {}) for name in _TABLES} | {name: [] for name in _LISTS}
    text = json.dumps(drawing, separators=(",", ":"))
    return re.sub('"[A-Za-z_]+"', lambda found: _CODES.get(found[0], found[0]), text)


def _noted(mask: int) -> list[object]:
    """Return penpa's entry for the note of a cell: an answer or candidates."""
    digits = list(digits_of(mask))
    if len(digits) == 1:
        return [str(digits[0]), 2, _NORMAL]
    if digits[-1] > 9:
        raise UnwritableError("penpa-edit cannot represent candidates above 9")
    return [[int(digit in digits) for digit in range(1, 10)], 2, _CANDIDATES]
