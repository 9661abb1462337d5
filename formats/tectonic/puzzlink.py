"""Tectonic puzzles as puzz.link (pzpr) URLs: `suguru/WIDTH/HEIGHT/BODY`.

The body lists the walls to the right of the cells and then the walls below them, each list as five bits
per base-32 digit, most significant first, padded with zeros. The givens follow in row order: `0`-`f` up
to 15, `-` and two hexadecimal digits above 15, and `g`..`z` for 1 to 20 open cells. If cells are missing,
a bit for each cell follows, packed like the walls. The URL of a duplicated board contains a pzprv3 file
instead of a body: `p?type=editor&pzprv3/suguru/...`. Source: the pzpr project, `src/variety/ripple.js`,
`src/variety-common/Encode.js` and `src/pzpr/parser.js`; for missing cells, pages of related programs.
Clues without a value (`.`) and clues above 255 (`+`, `=` and others before three digits) are refused. The
walls must determine the pieces.
"""

import re

from zet.engines.messages import Message
from zet.engines.tectonic.model import MAX_PIECE, MISSING, Puzzle, check_size
from zet.formats.errors import UnreadableError
from zet.formats.tectonic.borders import borders_of, pieces_of
from zet.formats.tectonic.lost import lose_extras

PREFIX = "https://puzz.link/p?"
_BASE32 = "0123456789abcdefghijklmnopqrstuv"
_URL = re.compile(
    r"(?:[^?\s]*\?)?(?:\w+=\w+&)*suguru(?:_edit|_play)?/(?:v:[^/]*/)?(?:[A-Za-z]\w*/)?"
    r"(\d{1,4})/(\d{1,4})/([^/\s]*)/?"
)
_FILE = re.compile(r"(?:[^?\s]*\?)?(?:\w+=\w+&)*(pzprv3.*)")
_PAGE = re.compile(r"(?i)https?://(?:[^?#]*$|(?!\S*suguru|\S*/p(?:\.html)?\?))")
_WALLS = Message("the walls")
_GIVEN = re.compile(r"-[0-9a-f]{2}|[0-9a-z]")


def loads(text: str) -> Puzzle:
    """Return the puzzle in a URL, or in the part of a URL that begins with `suguru/`.

    >>> loads("suguru/2/2/001i").givens
    (1, 0, 0, 0)

    Raises:
        ValueError: the text is not a puzz.link URL, or its content is not a valid puzzle.
    """
    match = _URL.fullmatch(text.strip())
    if match is None and (file := _FILE.match(text.strip())):
        from urllib.parse import unquote

        from zet.formats.tectonic import pzprv3

        return pzprv3.loads(unquote(file[1]))
    if match is None and _PAGE.match(text.strip()):
        raise UnreadableError(
            "this is the URL of a web page, which zet does not fetch; only these URLs contain a puzzle:"
            " puzz.link (.../p?suguru/...), penpa-edit (...#m=edit&p=...), SudokuPad (.../scl...)"
            " and f-puzzles (.../?load=...)"
        )
    if match is None:
        raise UnreadableError("expected a puzz.link URL: .../p?suguru/WIDTH/HEIGHT/BODY")
    width, height, body = int(match[1]), int(match[2]), match[3]
    check_size(width, height)
    right, at = _bits(body, 0, (width - 1) * height)
    below, at = _bits(body, at, width * (height - 1))
    givens: list[int] = []
    n_cells = width * height
    while at < len(body) and len(givens) < n_cells:
        token = _GIVEN.match(body, at)
        if token is None:
            raise _stranger(body, at)
        at = token.end()
        code = token[0]
        if code[0] == "-":
            givens.append(int(code[1:], 16))
        elif code in "0123456789abcdef":
            givens.append(int(code, 16))
        else:
            givens += [0] * (int(code, 36) - 15)
        if givens[-1] == 0 and code in ("0", "-00"):
            raise UnreadableError("0 is not allowed as a given")
    if len(givens) < n_cells:
        raise UnreadableError(
            "a {height} x {width} board cannot have {n} cells", n=len(givens), width=width, height=height
        )
    missing = frozenset[int]()
    if body[at:].strip("0"):
        mask, at = _bits(body, at, n_cells, Message("the missing cells"))
        missing = frozenset(cell for cell, bit in enumerate(mask) if bit)
    if any(givens[n_cells:]) or body[at:].strip("0"):
        raise UnreadableError("unexpected text after the last cell")
    labels = pieces_of(width, height, right, below, missing)
    return Puzzle.build(width, height, labels, givens[:n_cells])


def _stranger(body: str, at: int) -> UnreadableError:
    """Return the error for the character `body[at]`, which does not begin a given."""
    what = {"clue": body[at], "place": at + 1}
    if body[at] == ".":
        return UnreadableError(
            "the clue '.' at character {place} of the body has no value, so it is not a given", **what
        )
    if body[at] in "+=%*$-":
        return UnreadableError(
            "the clue after {clue!r}, at character {place} of the body, exceeds {most}",
            **what,
            most=MAX_PIECE,
        )
    return UnreadableError("unrecognized clue {clue!r} at character {place} of the body", **what)


def _bits(body: str, start: int, count: int, what: Message = _WALLS) -> tuple[list[int], int]:
    """Return `count` bits of the body, starting at index `start`, and the index after them.

    `what` names the bits in error messages.
    """
    end = start + -(-count // 5)
    digits = body[start:end].lower()
    if len(digits) < end - start or not all(digit in _BASE32 for digit in digits):
        raise UnreadableError("{what} are truncated, or contain a non-Base32 character", what=what)
    bits = [_BASE32.index(digit) >> shift & 1 for digit in digits for shift in (4, 3, 2, 1, 0)]
    return bits[:count], end


def dumps(puzzle: Puzzle) -> str:
    """Return the URL of a puzzle as a line, with a newline.

    Raises:
        UnwritableError: a piece is not connected.
    """
    body = "".join(map(_digits, borders_of(puzzle)))
    lose_extras(puzzle)
    open_cells = 0
    for given in (*puzzle.givens, None):
        if given == 0 and open_cells < 20:
            open_cells += 1
            continue
        if open_cells:
            body += "0123456789abcdefghijklmnopqrstuvwxyz"[15 + open_cells]
        open_cells = 0
        if given == 0:
            open_cells = 1
        elif given is not None:
            body += f"{given:x}" if given < 16 else f"-{given:02x}"
    if MISSING in puzzle.pieces:
        body += _digits(bytes(piece == MISSING for piece in puzzle.pieces))
    return f"{PREFIX}suguru/{puzzle.width}/{puzzle.height}/{body}\n"


def _digits(bits: bytes) -> str:
    """Return bits as base-32 digits."""
    bits += bytes(-len(bits) % 5)
    return "".join(
        _BASE32[int("".join(map(str, bits[start : start + 5])), 2)] for start in range(0, len(bits), 5)
    )
