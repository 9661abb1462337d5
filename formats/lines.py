"""Read formats with one record per line."""

import io
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple, cast

from zet.engines.messages import Message
from zet.formats.errors import FormatError, Record, refusal

MAX_LINE = 1 << 20
"""The maximum length of a line in bytes; a longer line is refused before it is read completely."""
MAX_COMMENTS = 8
"""The maximum number of `#` characters in a line that are tried as the beginning of a comment."""
MAX_SKIPPED = 1 << 24
"""The maximum length in bytes of a line that is skipped; reading stops at a longer line, because it may
be endless.
"""


def numbered_lines(
    stream: io.BufferedIOBase, source: str, most: int = MAX_LINE, *, before: int = 0
) -> Iterator[tuple[int, str | FormatError]]:
    """Yield the number of each line and its text without the line ending, or the error of a bad line.

    A line has at most `most` bytes. The stream begins after the first `before` lines of a file.
    """
    number = before
    while line := stream.readline(most + 1):
        number += 1
        if len(line) > most:
            reason = Message("the line is longer than {most} bytes", most=most)
            yield number, FormatError(source, number, reason)
            for _piece in range(MAX_SKIPPED // MAX_LINE):
                if not line or line.endswith(b"\n"):
                    break
                line = stream.readline(MAX_LINE)
            else:
                reason = Message(
                    "the line is longer than {most} bytes; the rest of the file is not read",
                    most=MAX_SKIPPED,
                )
                yield number, FormatError(source, number, reason)
                return
            continue
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            yield number, FormatError(source, number, "not UTF-8 text", error.start + 1)
            continue
        yield number, text.rstrip("\r\n")


class LinesAhead:
    """The nonblank lines of a stream, with one line of lookahead.

    `number` is the number, from 1, of the last line that `peek` has read. If `comments` is false, lines
    that begin with `#` are skipped.
    """

    def __init__(self, stream: io.BufferedIOBase, source: str, *, comments: bool = True) -> None:
        self.number = 0
        self.source = source
        self._lines = numbered_lines(stream, source)
        self._next: str | FormatError | None = None
        self._left_out = () if comments else ("#",)

    def peek(self) -> str | FormatError | None:
        """Return the next line, or its error, without consuming it; None at the end."""
        while self._next is None and (found := next(self._lines, None)):
            number, text = found
            if isinstance(text, FormatError) or (text.strip() and not text.startswith(self._left_out)):
                self.number, self._next = number, text
        return self._next

    def take(self) -> str | FormatError | None:
        """Consume and return the next line, or its error; None at the end."""
        found, self._next = self.peek(), None
        return found


class Line(NamedTuple):
    """A line to be parsed: its source, its `number` from 1, its text, and the function `parse`."""

    source: str
    number: int
    text: str
    parse: Callable[[str], Any]

    def read(self) -> Any:
        """Parse the line, and return its value or a FormatError."""
        return _read(*self)


def _read(source: str, number: int, text: str, parse: Callable[[str], Record]) -> Record | FormatError:
    """Return the record of a line, or its error.

    A blank followed by `#` may also be part of a record. Therefore the text from that blank on is a
    comment only if the whole line does not parse as a record.
    """
    try:
        return parse(text)
    except ValueError as error:
        for comment in islice(re.finditer(r"\s#", text), MAX_COMMENTS):
            with suppress(ValueError):
                return parse(text[: comment.start()].rstrip())
        return refusal(source, number, error)


def load_lines(
    stream: io.BufferedIOBase,
    source: str,
    parse: Callable[[str], Record],
    most: int = MAX_LINE,
    *,
    later: bool = False,
    split: Callable[[str], list[str]] | None = None,
) -> Iterator[Record | FormatError]:
    """Parse each line that is neither blank nor a comment (`#`), and yield the records.

    A comment may also follow a record, after a blank. A line on which `parse` raises ValueError, or that
    has more than `most` bytes, yields a FormatError with its number. With `later`, each line is yielded
    as a Line, to be parsed in another process. `split` returns the text of each record in a line; by
    default, a line is one record.
    """
    make = cast("Callable[..., Record | FormatError]", Line if later else _read)
    for number, text in numbered_lines(stream, source, most):
        if isinstance(text, FormatError):
            yield text
        elif text and not text.isspace() and not text.startswith("#"):
            for one in split(text) if split else (text,):
                yield make(source, number, one, parse)
