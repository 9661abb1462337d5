"""Tectonic puzzles as URLs of f-puzzles: `https://f-puzzles.com/?load=PAYLOAD`.

The payload is the puzzle's JSON (`zet.formats.tectonic.fpuzzles_json`), compressed by lz-string and
encoded in Base64. Source: the npm package `sudoku-formats`, `src/formats/fpuzzles`, and URLs made by
setters.
"""

import re

from zet.engines.tectonic.model import Puzzle
from zet.formats.errors import UnreadableError
from zet.formats.lz_string import compress
from zet.formats.tectonic import fpuzzles_json
from zet.formats.tectonic.sudokupad import payload_text

PREFIX = "https://f-puzzles.com/?load="
_URL = re.compile(r"\S*[?&]load=([^&#]*)\S*")


def loads(text: str) -> Puzzle:
    """Return the puzzle in a URL.

    Raises:
        ValueError: the text is not an f-puzzles URL, or its content is not a valid Tectonic.
    """
    match = _URL.fullmatch(text.strip())
    if match is None:
        raise UnreadableError(
            "expected an f-puzzles URL that contains the puzzle: https://f-puzzles.com/?load=PAYLOAD; "
            "puzzles stored on the site (?id=) are not fetched"
        )
    return fpuzzles_json.loads(payload_text(match[1]))


def dumps(puzzle: Puzzle) -> str:
    """Return the URL of a puzzle as a line, with a newline.

    Raises:
        UnwritableError: as in `fpuzzles_json`.
    """
    return f"{PREFIX}{compress(fpuzzles_json.as_json(puzzle))}\n"
