"""Lines of tab-separated fields, the form of krazydad's published collections.

This format can be read but not written.

Fields: name, width, height, givens (a digit, or `a`..`z` for 1 to 26 open cells), pieces (a letter per
cell), and optionally the solution, which `check` verifies, and a comment. The name becomes the puzzle's
origin. Source: public collections of generated puzzles in this form.
"""

import re

from zet.engines.tectonic.model import Puzzle, check_size
from zet.formats.errors import UnreadableError


def loads(text: str) -> Puzzle:
    r"""Parse a one-line puzzle.

    >>> loads("A\t2\t2\t1c\tAAAA\t1234\t # diff=1").givens
    (1, 0, 0, 0)

    Raises:
        ValueError: the line does not have this form, or its content is not a valid puzzle.
    """
    fields = text.split("\t")
    if len(fields) < 5 or not all(re.fullmatch("[0-9]{1,4}", side) for side in fields[1:3]):
        raise UnreadableError("expected name, width, height, givens and pieces, separated by tabs")
    width, height = int(fields[1]), int(fields[2])
    check_size(width, height)
    givens = run_length_givens(fields[3], width * height)
    if len(givens) < width * height:
        raise UnreadableError(
            "the givens end after {n} of {n_cells} cells", n=len(givens), n_cells=width * height
        )
    solution = None
    if len(fields) > 5 and fields[5]:
        if not (fields[5].isascii() and fields[5].isdecimal()):
            raise UnreadableError("the solution contains something other than digits")
        solution = [int(digit) for digit in fields[5]]
    return Puzzle.build(width, height, fields[4], givens, None, fields[0], "", solution)


def run_length_givens(text: str, n_cells: int) -> list[int]:
    """Decode givens that are written as digits and as letters (`a`..`z` for 1 to 26 open cells)."""
    givens: list[int] = []
    for character in text:
        if character in "123456789":
            givens.append(int(character))
        elif "a" <= character <= "z":
            givens += [0] * (ord(character) - ord("a") + 1)
        else:
            raise UnreadableError(
                "expected a given or a run of open cells, not {character!r}", character=character
            )
        if len(givens) > n_cells:
            raise UnreadableError("the givens go beyond the {n_cells} cells", n_cells=n_cells)
    return givens
