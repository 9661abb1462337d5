"""Read files of JSON objects that follow one another, each on one line or on several."""

import io
import re
from collections.abc import Callable, Iterator

from zet.formats.errors import FormatError, Record, attempt
from zet.formats.lines import numbered_lines

MAX_DOCUMENT = 1 << 20
"""The maximum length of an object in characters."""

_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]')


def load_documents(
    stream: io.BufferedIOBase, source: str, parse: Callable[[str], Record]
) -> Iterator[Record | FormatError]:
    """Parse each object, and yield the records.

    An object ends with the line that closes its last bracket. A line that begins with `{"` begins a new
    object even if the previous object is not closed, so that a bad line does not hide the lines after it.
    Blank lines, and comments (`#`) between objects, are skipped. An object on which `parse` raises
    ValueError yields a FormatError with the number of its first line; the rest of an object that is too
    long is skipped.
    """
    lines: list[str] = []
    start = depth = length = 0
    is_skipping = False
    for number, text in numbered_lines(stream, source, MAX_DOCUMENT):
        if lines and (isinstance(text, FormatError) or text.startswith('{"')):
            yield attempt(source, start, parse, "\n".join(lines))
            lines, depth, length = [], 0, 0
        if isinstance(text, FormatError):
            yield text
            continue
        is_skipping = is_skipping and not text.startswith("{")
        if is_skipping or not text.strip() or (not lines and text.startswith("#")):
            continue
        if not lines:
            start = number
        length += len(text)
        lines.append(text)
        if length > MAX_DOCUMENT:
            yield FormatError(
                source, start, "a JSON object has more than {most} characters", most=MAX_DOCUMENT
            )
            lines, depth, length, is_skipping = [], 0, 0, True
            continue
        for token in _TOKENS.findall(text):
            depth += (token in "[{") - (token in "]}")
        if depth <= 0:
            yield attempt(source, start, parse, "\n".join(lines))
            lines, depth, length = [], 0, 0
    if lines:
        yield attempt(source, start, parse, "\n".join(lines))
