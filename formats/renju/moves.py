"""Move lists: `h8i9j10`, in upper or lower case, with blanks, commas, dots or numbers between the moves.

Each line is one game; a line that ends with a comma, a dot or a hyphen continues on the next line. The
original program writes `H10.I11.I10`. In a URL (`https://...`), the longest move list is used. A list
does not record the size of its board, which is 15 points per side unless the caller gives another size.
`docs/formats/renju-moves.md` describes the format.
"""

import io
import re
from collections.abc import Callable, Iterator
from functools import cache

from zet.engines.renju.model import FILES, PASS, SIDE, Game, cell_of, cells_in, name, names
from zet.formats.errors import FormatError, UnreadableError, UnwritableError, attempt
from zet.formats.lines import numbered_lines
from zet.formats.renju.lost import lose_info, lose_size

_GAP = re.compile(r"[\s,.;-]*")
_ADDRESS = re.compile(r"\s*[a-z][a-z0-9+.-]*://(\S+)\s*", re.IGNORECASE | re.ASCII)
_LATER = re.compile(r"\s*(?!0*1\.)0*([0-9]{1,3})\.")
MAX_LINES = 1000
"""The maximum number of lines of one game."""
NO_MOVES = ";"
"""The text of a game without moves, because a blank line would be skipped."""


@cache
def _patterns(size: int) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return two patterns: for a move on a board, and for a move list within a URL."""
    ranks = "|".join(str(rank) for rank in range(size, 0, -1))
    point = rf"[a-{FILES[size - 1]}](?:{ranks})(?!\d)"
    move = rf"(?:\d{{1,3}}\.[ \t]*)?({point}|pass)"
    whole = rf"(?<![a-z0-9])(?:{point}(?:%20|%2C|[,;._+-])?)+(?![a-z0-9])"
    return re.compile(move, re.IGNORECASE | re.ASCII), re.compile(whole, re.IGNORECASE | re.ASCII)


def moves_in(text: str, size: int = SIDE) -> list[int]:
    """Return the cells of a move list on a board of `size` points per side.

    >>> moves_in("H8.i9, 3. pass")
    [112, 128, -1]

    Raises:
        ValueError: the text contains something other than moves.
    """
    if (plain := cells_in(text.encode(errors="replace"), size)) is not None:  # the usual form
        return plain
    found = []
    a_move, _ = _patterns(size)
    at = _gap_end(text, 0)
    while at < len(text):
        match = a_move.match(text, at)
        if match is None:
            what = text[at : at + 12].split()[0]
            raise UnreadableError(
                "column {column}: {what!r} is not a move (a1 to {last}, or pass)",
                column=at + 1,
                what=what,
                last=name(size * size - 1, size),
            )
        word = match[1].lower()
        found.append(PASS if word == "pass" else cell_of(word, size))
        at = _gap_end(text, match.end())
    return found


def _list_in(address: str, size: int) -> str:
    """Return the longest move list in a URL."""
    found = max(_patterns(size)[1].findall(address), key=len, default="")
    if not found:
        raise UnreadableError("this address contains no moves")
    return re.sub(r"%20|%2C|_|\+", " ", found, flags=re.IGNORECASE)


def _gap_end(text: str, at: int) -> int:
    match = _GAP.match(text, at)
    return match.end() if match else at


def loads(text: str, size: int = SIDE) -> Game:
    """Parse a move list as a game on a board of `size` points per side.

    >>> loads("h8i9").moves
    (112, 128)

    Raises:
        ValueError: the text is not a move list, or a point occurs twice.
    """
    if not text[:1].isalpha() and (numbered := _LATER.match(text)):
        reason = "this line begins with move {n}; a line that is continued ends with a comma"
        raise UnreadableError(reason, n=numbered[1])
    address = _ADDRESS.fullmatch(text) if "://" in text else None
    moves = moves_in(_list_in(address[1], size) if address else text, size)
    return Game.build(moves=moves, size=size)


def load(
    stream: io.BufferedIOBase,
    source: str = "-",
    *,
    size: int = SIDE,
    excludes: Callable[[list[int]], bool] | None = None,
) -> Iterator[Game | FormatError | None]:
    """Yield the games in a text file, on boards of `size` points per side.

    `excludes` is called with the cells of each game that is written as point names only, like `h8i9`. If
    it returns True, None is yielded in place of the game.
    """
    started, whole, n_lines = 0, "", 0
    for number, text in numbered_lines(stream, source):
        if isinstance(text, FormatError):
            yield text
            continue
        if not whole and (not text.strip() or text.startswith("#")):
            continue
        if not whole:
            if excludes and (cells := cells_in(text.encode(), size)) is not None and excludes(cells):
                yield None
                continue
            started = number
        whole = f"{whole} {text}" if whole else text
        n_lines += 1
        if text.rstrip().endswith((",", ".", "-")) and n_lines < MAX_LINES:
            continue
        yield attempt(source, started, loads, whole, size)
        whole, n_lines = "", 0
    if whole:
        yield attempt(source, started, loads, whole, size)


def dumps(game: Game) -> str:
    """Return the moves of a game on one line.

    Raises:
        UnwritableError: the game has initial stones, or White begins.
    """
    if game.black or game.white or game.first:
        raise UnwritableError(
            "a move list cannot represent stones that are on the board at the beginning"
        )
    lose_info(game)
    lose_size(game)
    return ("".join(names(game.moves, game.size)) or NO_MOVES) + "\n"
