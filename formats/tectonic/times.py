"""Solving times, to which `zet tectonic rate --fit` fits its scale: one per line, `TIME PUZZLE`.

The time is in seconds, or in minutes and seconds like 5:30. Blanks, a comma, a semicolon or a tab
separate the time from the puzzle, which is in the one-line format. A puzzle may have several lines, one
for each person. Blank lines and lines that begin with `#` are skipped. `docs/tectonic/rating.md`
describes the file.
"""

import io
import re

from zet.engines.tectonic.model import Puzzle, PuzzleError
from zet.formats.errors import FormatError, UnreadableError
from zet.formats.lines import numbered_lines
from zet.formats.tectonic.line import loads as puzzle_of

_LINE = re.compile(
    r"\s*((?P<minutes>[0-9]{1,4}):)?(?P<seconds>[0-9]{1,9}(\.[0-9]{1,9})?)\s*[\s,;]\s*(?P<puzzle>[^\s,;].*)"
)


def load(stream: io.BufferedIOBase, source: str = "-") -> list[tuple[Puzzle, float]]:
    r"""Return the puzzles, each with its solving time in seconds.

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
        if not text.strip() or text.strip().startswith("#"):
            continue
        found = _LINE.fullmatch(text)
        seconds = 60 * int(found["minutes"] or 0) + float(found["seconds"]) if found else 0
        if not (found and seconds):
            reason = "expected a time and a puzzle, as in {example}"
            raise FormatError(source, number, reason, example="75.5 5x1:aaaaa:1.2..")
        try:
            times.append((puzzle_of(found["puzzle"]), seconds))
        except (UnreadableError, PuzzleError) as error:
            raise FormatError(source, number, error.args[0]) from error
    return times
