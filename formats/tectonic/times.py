"""Solving times, to which `zet tectonic rate --fit` fits its scale: a line for each, `SECONDS PUZZLE`.

The puzzle is in the one-line format. A puzzle may have several lines, one for each person. Blank lines
and lines that begin with `#` are skipped. `docs/tectonic/rating.md` describes the file.
"""

import io
from math import isfinite

from zet.engines.tectonic.model import Puzzle, PuzzleError
from zet.formats.errors import FormatError, UnreadableError
from zet.formats.lines import numbered_lines
from zet.formats.tectonic.line import loads as puzzle_of


def load(stream: io.BufferedIOBase, source: str = "-") -> list[tuple[Puzzle, float]]:
    r"""Return the puzzles, each with the seconds in which it was solved.

    >>> [(puzzle, seconds)] = load(io.BytesIO(b"# Ann\n75.5 3x1:aaa:1.2\n"))
    >>> puzzle.givens, seconds
    ((1, 0, 2), 75.5)

    Raises:
        FormatError: a line is not a time and a puzzle.
    """
    times = []
    for number, text in numbered_lines(stream, source):
        if isinstance(text, FormatError):
            raise text
        first, _, rest = text.strip().partition(" ")
        if not first or first.startswith("#"):
            continue
        try:
            seconds = float(first)
        except ValueError:
            seconds = 0
        if not (isfinite(seconds) and seconds > 0):
            raise FormatError(source, number, "expected a number of seconds and a puzzle")
        try:
            times.append((puzzle_of(rest), seconds))
        except (UnreadableError, PuzzleError) as error:
            raise FormatError(source, number, error.args[0]) from error
    return times
