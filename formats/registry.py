"""The description of a game's formats, and the recognition of a format from the beginning of a file."""

import io
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar, cast

from zet.engines.messages import Message
from zet.formats.errors import FormatError
from zet.formats.files import read_ahead, read_whole
from zet.formats.lines import Line, load_lines

Value = TypeVar("Value")

MAX_HELD = 20
"""After this many bad records, a format that the input merely resembles is rejected."""

_DRAWN = re.compile(rb"([^\n]*\n){0,2}[^\n]*\xe2[\x94\x95]")
"""Matches a beginning that has one of Unicode's box-drawing characters in its first three lines."""

_END = object()
"""A marker that follows the last record."""

NOTHING = rb"(?!)"
"""A pattern that never matches."""


class Format(NamedTuple, Generic[Value]):
    """A file format for records of a game; its module is imported on first use.

    `looks_like` is a pattern for the beginning of a file, or a predicate on that beginning if a pattern
    is not enough. If no format's `looks_like` matches a file, the file is parsed by the reader of the
    first format whose `resembles` matches. If this yields no record, the format is unknown, and the error
    includes the reason given by that format's reader. The module of a format has `loads(text)` if each
    line is a record (or, with `split(text)`, several), `loads(data, source)` if a file of at most
    `most_bytes` is a single record, and otherwise `load(stream, source)`. A writable format has
    `dumps(record)`, and HEAD and TAIL if its files have text before and after the records. An `example`
    is a short line in the format.
    """

    name: str
    module: str
    looks_like: bytes | Callable[[bytes], bool]
    by_line: bool = True
    writes: bool = True
    keeps_notes: bool = False
    most_bytes: int = 0
    resembles: bytes = NOTHING
    example: str = ""

    def load(
        self, stream: io.BufferedIOBase, source: str = "-", **options: object
    ) -> Iterator[Value | FormatError]:
        """Yield the records of a stream one by one, and a FormatError for each bad record."""
        module = _module(self.module)
        if self.most_bytes:
            return _load_whole(stream, source, self.most_bytes, partial(module.loads, **options))
        if self.by_line:
            return load_lines(stream, source, partial(module.loads, **options), split=self._split)
        return cast("Iterator[Value | FormatError]", module.load(stream, source, **options))

    def unread(
        self, stream: io.BufferedIOBase, source: str = "-", **options: object
    ) -> Iterator[Line | FormatError]:
        """Yield a stream's unparsed lines, for parsing in another process; each line must be a record."""
        module = _module(self.module)
        return load_lines(stream, source, partial(module.loads, **options), later=True, split=self._split)

    @property
    def _split(self) -> Callable[[str], list[str]] | None:
        return getattr(_module(self.module), "split", None)

    def dumps(self, **options: object) -> Callable[[Value], str | bytes]:
        """Return the function that serializes one record, to bytes if the format is binary, else to text.

        That function raises UnwritableError for a record that the format cannot represent.
        """
        dumps: Callable[[Value], str | bytes] = _module(self.module).dumps
        return partial(dumps, **options) if options else dumps

    @property
    def frame(self) -> tuple[str, str]:
        """The text before the first and after the last record of a file."""
        module = _module(self.module)
        return getattr(module, "HEAD", ""), getattr(module, "TAIL", "")


_module = cache(import_module)  # cached, because an import statement costs too much per record


def by_name(*formats: Format[Value]) -> dict[str, Format[Value]]:
    """Return formats by name, in the order in which their patterns are tried."""
    return {found.name: found for found in formats}


def _load_whole(
    stream: io.BufferedIOBase, source: str, most: int, loads: Callable[[bytes, str], Value]
) -> Iterator[Value | FormatError]:
    """Yield the single record of a stream, or its FormatError; yield nothing if the stream is empty."""
    try:
        if data := read_whole(stream, source, most):
            yield loads(data, source)
    except FormatError as error:
        yield error


def read(
    stream: io.BufferedReader,
    source: str,
    formats: Mapping[str, Format[Value]],
    what: str,
    name: str | None = None,
    options: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
    *,
    later: bool = False,
) -> Iterator[Value | FormatError]:
    """Yield the values of a stream in the format `name`, or in the format that is recognized.

    Unreadable records and empty input yield a FormatError. `what` is the word for a value in messages;
    `options` maps the name of a format to the options of its reader. With `later`, a value of a format
    with one record per line may be yielded as a Line, to be parsed in another process.
    """
    chosen: Format[Value] | None
    is_guess, head, most_held = False, b"", 1
    if name:
        chosen = formats[name]
    else:
        head, chosen, is_guess, stream = _recognized(stream, formats)
        if head.partition(b"\n")[2].strip():  # more input may come only after an answer
            most_held = MAX_HELD
        if foreign := _foreign(head, what):
            yield FormatError(source, None, foreign)
            return
    values: Iterator[Value | FormatError] = iter(())
    if chosen:
        by_line = later and chosen.by_line and not (chosen.most_bytes or is_guess)
        load = cast("Callable[..., Iterator[Value]]", chosen.unread if by_line else chosen.load)
        values = load(stream, source, **options.get(chosen.name, {}))
    held: list[FormatError] = []
    first: object = next(values, _END)
    while chosen and is_guess and isinstance(first, FormatError) and len(held) < most_held:
        held.append(first)
        first = next(values, _END) if len(held) < most_held else _END
    if first is _END and (held or (head.strip() and (is_guess or not chosen))):
        example = next((one.example for one in formats.values() if one.example), "")
        reason = _unknown(what, head, example, (chosen.name, held[0]) if chosen and held else None)
        yield FormatError(source, None, reason)
    elif first is _END:
        yield FormatError(source, None, "the input contains no {what}", what=what)
    else:
        yield from held
        yield cast("Value | FormatError", first)
        yield from values


def _foreign(head: bytes, what: str) -> Message | None:
    """Return a message if `head`, the beginning of the input, cannot begin a record; otherwise None."""
    if re.match(_PAGE, head):
        return Message("this is a web page, not a {what}: save the {what} itself to a file", what=what)
    if head.startswith(_ZIP):
        return Message("this is a zip archive; unpack it, and name the files in it")
    if re.match(_ANSWER, head):
        return Message(
            "this is the text output of a zet command; run that command with `--format json` instead"
        )
    return None


def _unknown(what: str, head: bytes, example: str, nearest: tuple[str, FormatError] | None) -> Message:
    """Return why a stream that begins with `head` is in no known format.

    `nearest` is the format that the stream resembles, with the error of its reader.
    """
    if re.match(_PICTURE, head):
        return Message(
            "this is a picture or a PDF; only `zet tectonic scan` and `zet renju scan` read pictures"
        )
    if nearest:
        name, fault = nearest
        words = {"what": what, "format": name, "reason": fault.message}
        return Message("no {what} found in any known format (tried as {format}: {reason})", **words)
    if _DRAWN.match(head):
        return Message("a drawing cannot be read as a {what}; use `--format json` in a pipe", what=what)
    if example:
        return Message(
            "no {what} found in any known format; an example of a valid line is {example}",
            what=what,
            example=example,
        )
    return Message("no {what} found in any known format", what=what)


_PREAMBLE = rb"(\xef\xbb\xbf)?([ \t\r]*\n|#[^\n]*(\n|\Z))* *"
_MAX_HEAD = 1 << 16
_PICTURE = rb"\x89PNG|\xff\xd8\xff|GIF8|RIFF[\s\S]{4}WEBP|II\*\0|MM\0\*|%PDF-"
_ANSWER = rb"[^\n\0-\x1f({<]*, \w+ [1-9]\d*[:,] "
"""Matches the first line of text that a zet command prints: the source, the word for a record, and the
record's number.
"""
_ZIP = b"PK\3\4"
_PAGE = rb"(?i)<(!doctype\s+html|html|head|body)\b"


def recognize(
    stream: io.BufferedReader, formats: Mapping[str, Format[Value]]
) -> tuple[Format[Value] | None, io.BufferedReader]:
    """Return the first format that matches the beginning of a stream, and a stream with the full content.

    Blank lines and comments (`#`) at the beginning are skipped. If no format matches, the result is the
    first format that the beginning resembles, or None.
    """
    _, found, _, stream = _recognized(stream, formats)
    return found, stream


def _recognized(
    stream: io.BufferedReader, formats: Mapping[str, Format[Value]]
) -> tuple[bytes, Format[Value] | None, bool, io.BufferedReader]:
    """Return a stream's beginning, its format, whether the format is a guess, and the whole stream."""
    head, stream = read_ahead(stream, _line_finder())
    first = head[_preamble(head) :]
    for one in formats.values():
        known = one.looks_like
        if known(head) if callable(known) else re.match(known, first):
            return first, one, False, stream
    nearest = next((one for one in formats.values() if re.match(one.resembles, first)), None)
    return first, nearest or _of_a_line(first, formats), True, stream


def _of_a_line(head: bytes, formats: Mapping[str, Format[Value]]) -> Format[Value] | None:
    """Return the line-based format that matches a line other than the first; None if none matches."""
    if re.search(rb"[\0-\x08\x0e-\x1f\x7f]", head):
        return None  # the input is not text
    patterns = [(one, one.looks_like) for one in formats.values() if one.by_line]
    for line in head.split(b"\n")[1:]:
        for one, known in patterns:
            if isinstance(known, bytes) and re.match(known, line):
                return one
    return None


def _line_finder() -> Callable[[bytes], bool]:
    """Return a predicate that tests whether the part of a file read so far contains a line of content.

    The line must be neither blank nor a comment, and either complete or long enough to be recognized.
    Each call resumes at the last line that the previous call examined; otherwise a million blank lines
    would be matched again with every block.
    """
    start = 0

    def has_line(head: bytes) -> bool:
        nonlocal start
        end = _preamble(head, start)
        start = head.rfind(b"\n", start, end) + 1 or start
        return len(head) - end > _MAX_HEAD or b"\n" in head[end:]

    return has_line


def _preamble(head: bytes, start: int = 0) -> int:
    """Return the end of the blank lines and comments that begin at `start`."""
    match = re.compile(_PREAMBLE).match(head, start)
    return match.end() if match else start
