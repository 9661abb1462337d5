"""Game ids in the style of Simon Tatham's collection: `WIDTHxHEIGHTT:WALLS,CLUES`.

This format can be read but not written.

The edges to the right of the cells and then the edges below them form one list: a number n means n
walls, `a`..`y` mean 1 to 25 open edges followed by a wall, `z` means 26 open edges. Clues are digits, and
`a`..`z` for 1 to 26 open cells. Source: `seismic.c` (the game Seismic), from the unreleased puzzles for
the collection. The `T` marks the game's Tectonic mode; an id without the `T` is for another puzzle and is
refused.
"""

import re

from zet.engines.tectonic.model import Puzzle, check_size
from zet.formats.errors import UnreadableError
from zet.formats.tectonic.borders import pieces_of
from zet.formats.tectonic.krazydad import run_length_givens

_ID = re.compile(r"(\d{1,4})(?:x(\d{1,4}))?(T?)(?:d[a-z]+)?:([0-9a-z]*),([1-9a-z]*)")
_WALLS = re.compile(r"[1-9][0-9]{0,5}|[a-z]")


def loads(text: str) -> Puzzle:
    """Return the puzzle that a game id encodes.

    >>> loads("2x1T:a,1a").pieces
    (0, 0)

    Raises:
        ValueError: the text is not a Seismic game id with a `T`, or its content is not a valid puzzle.
    """
    match = _ID.fullmatch(text.strip())
    if match is None:
        raise UnreadableError("expected a game id such as '2x1T:a,1a' (size, T, walls, clues)")
    if not match[3]:
        raise UnreadableError("an id without T after the size is for another puzzle (Ripple Effect)")
    width, height = int(match[1]), int(match[2] or match[1])
    check_size(width, height)
    n_right = (width - 1) * height
    n_edges = n_right + width * (height - 1)
    edges = _edges(match[4], n_edges)
    givens = run_length_givens(match[5], width * height)
    givens += [0] * (width * height - len(givens))
    pieces = pieces_of(width, height, edges[:n_right], edges[n_right:])
    return Puzzle.build(width, height, pieces, givens)


def _edges(text: str, count: int) -> list[int]:
    """Return 1 for each edge that is a wall, 0 for each open edge; there must be `count` edges."""
    edges: list[int] = []
    at = 0
    while at < len(text):
        token = _WALLS.match(text, at)
        if token is None:
            raise UnreadableError(
                "the walls contain {text!r}, which is neither a run nor a number", text=text[at]
            )
        at = token.end()
        run = token[0]
        if run.isdecimal():
            edges += [1] * min(int(run), count + 1)
        elif run == "z":
            edges += [0] * 26
        else:
            edges += [0] * (ord(run) - ord("a") + 1)
            if len(edges) < count:
                edges.append(1)
        if len(edges) > count:
            raise UnreadableError("the walls go beyond the {count} edges between cells", count=count)
    if len(edges) < count:
        raise UnreadableError(
            "the walls cover only {n} of the {count} edges between cells", n=len(edges), count=count
        )
    return edges
