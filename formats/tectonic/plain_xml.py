"""Puzzle elements in the plain XML that zet writes, parsed by regular expressions.

Any element that this module accepts is well-formed and valid under zet's schema, and has the same meaning
to an XML parser. The element is ASCII only, without entities or comments; every attribute is in its
place, and numbers have no signs or leading zeros.
"""

import re

from zet.engines.tectonic.model import Puzzle, PuzzleError

_HEAD = re.compile(
    rb'[ \t\r\n]*<Puzzle height="([1-9]\d?|100)" width="([1-9]\d?|100)"'
    rb'(?: source="([ -!#-%\'-;=-~]*)")?(?: title="([ -!#-%\'-;=-~]*)")?>'
    rb'[ \t\r\n]*<Cell PieceNumber="'
)
_NEXT = re.compile(rb"/>[ \t\r\n]*<Cell PieceNumber=")
_TAIL = re.compile(rb"/>[ \t\r\n]*</Puzzle>")
_NUMBERS = re.compile(rb"[1-9]\d*( [1-9]\d*)*")
_GIVENS = {b"%d" % given if given else b"": given for given in range(65)}


def loads(data: bytes, *, options: bool = False) -> Puzzle | None:
    """Return the puzzle in an element, perhaps preceded by blanks; None if it is not plain or valid.

    `options` has the same meaning as in `zet.formats.tectonic.xml.load`.

    >>> loads(b'<Puzzle height="1" width="1"><Cell PieceNumber="1" Value=""/></Puzzle>').sizes
    (1,)
    """
    head = _HEAD.match(data)
    if head is None:
        return None
    # A number, then " Value=", the value, and the text between it and the next number.
    parts = data[head.end() :].split(b'"')
    height, width = int(head[1]), int(head[2])
    labels, between, values = parts[:-1:4], parts[3:-1:4], parts[2::4]
    givens = [_GIVENS.get(value) for value in values]
    if (
        len(parts) != 4 * width * height
        or set(parts[1::4]) != {b" Value="}
        or None in givens
        or not all(map(_NEXT.fullmatch, set(between)))
        or not _TAIL.fullmatch(parts[-1])
        or not _NUMBERS.fullmatch(b" ".join(set(labels)))
    ):
        return None
    notes = [0] * len(labels) if options else None
    words = (head[group].decode() if head[group] else "" for group in (3, 4))
    try:
        return Puzzle.build(width, height, labels, givens, notes, *words)  # type: ignore[arg-type]
    except PuzzleError:
        return None
