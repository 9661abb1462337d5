"""What a format of a game is, and the recognition of a format by the first line of its content."""

import io
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar, cast

from zet.formats.errors import FormatError
from zet.formats.files import read_ahead, read_whole
from zet.formats.lines import Line, load_lines

Value = TypeVar("Value")

MAX_HELD = 20
"""Records at the beginning that may be bad, where only what they resemble tells the format."""

NOTHING = rb"(?!)"
"""A pattern that fits nothing."""


class Format(NamedTuple, Generic[Value]):
    """A format of the values of a game, by name; its module is imported when it is used.

    `looks_like` is a pattern that the beginning of a file is matched with, or a function of it where a
    pattern can't tell. What looks like no format is read as the first whose `resembles` fits; if no
    record comes of it, it is of no known format, and it is said why it is not of this one. A module of a
    format by line has `loads(text)`; of one whose files hold one record, in `most_bytes` at most,
    `loads(data, source)`; of any other `load(stream, source)`. One that is written has `dumps(record)`,
    and HEAD and TAIL where something frames the records of a file.
    """

    name: str
    module: str
    looks_like: bytes | Callable[[bytes], bool]
    by_line: bool = True
    writes: bool = True
    keeps_notes: bool = False
    most_bytes: int = 0
    resembles: bytes = NOTHING

    def load(
        self, stream: io.BufferedIOBase, source: str = "-", **options: object
    ) -> Iterator[Value | FormatError]:
        """Yield the records of a stream one by one; a bad one yields its FormatError."""
        module = _module(self.module)
        if self.most_bytes:
            return _load_whole(stream, source, self.most_bytes, partial(module.loads, **options))
        if self.by_line:
            return load_lines(stream, source, partial(module.loads, **options))
        return cast("Iterator[Value | FormatError]", module.load(stream, source, **options))

    def unread(
        self, stream: io.BufferedIOBase, source: str = "-", **options: object
    ) -> Iterator[Line | FormatError]:
        """Yield the lines of a stream, for another process to read; only where the format is by line."""
        module = _module(self.module)
        return load_lines(stream, source, partial(module.loads, **options), later=True)

    def dumps(self, **options: object) -> Callable[[Value], str | bytes]:
        """Return the function that writes one record: as text, or as bytes where the format is binary.

        That function raises UnwritableError for a record that the format has no way to hold.
        """
        dumps: Callable[[Value], str | bytes] = _module(self.module).dumps
        return partial(dumps, **options) if options else dumps

    @property
    def frame(self) -> tuple[str, str]:
        """What stands before the first and after the last record of a file."""
        module = _module(self.module)
        return getattr(module, "HEAD", ""), getattr(module, "TAIL", "")


_module = cache(import_module)  # which looks more than a record should cost


def by_name(*formats: Format[Value]) -> dict[str, Format[Value]]:
    """Return formats by name, in the order in which the beginning of a file is matched with them."""
    return {found.name: found for found in formats}


def _load_whole(
    stream: io.BufferedIOBase, source: str, most: int, loads: Callable[[bytes, str], Value]
) -> Iterator[Value | FormatError]:
    """Yield the one record of a stream, or its FormatError; nothing if the stream is empty."""
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
    """Yield the values of a stream, in the format of a name or in the one that it looks like.

    What cannot be read, and that there is nothing to be read, is a FormatError. `what` is the word for a
    value, `options` are those of readers by the name of their format. With `later` a value that has a
    line to itself may come as a Line, for another process to read.
    """
    chosen: Format[Value] | None
    is_guess = False
    most_held = 1
    if name:
        chosen = formats[name]
    else:
        head, chosen, is_guess, stream = _recognized(stream, formats)
        if head.partition(b"\n")[2].strip():  # else more may not come before there is an answer
            most_held = MAX_HELD
        if re.match(_PAGE, head):
            yield FormatError(
                source,
                None,
                "a web page, from which no {what} is read: save the {what} itself",
                what=what,
            )
            return
    values: Iterator[Value | FormatError] = iter(())
    if chosen:
        by_line = later and chosen.by_line and not (chosen.most_bytes or is_guess)
        load = cast("Callable[..., Iterator[Value]]", chosen.unread if by_line else chosen.load)
        values = load(stream, source, **options.get(chosen.name, {}))
    held: list[FormatError] = []
    first = next(values, None)
    while chosen and is_guess and isinstance(first, FormatError) and len(held) < most_held:
        held.append(first)
        first = next(values, None) if len(held) < most_held else None
    if chosen and held and first is None:
        yield _no_format(what, chosen, held[0], source)
    elif first is None and (is_guess or not chosen):
        yield FormatError(source, None, "no {what} in any known format", what=what)
    elif first is None:
        yield FormatError(source, None, "no {what} in it", what=what)
    else:
        yield from held
        yield first
        yield from values


def _no_format(what: str, nearest: Format[Value], why_not: FormatError, source: str) -> FormatError:
    """Return that a stream is of no format, and why it is not of the nearest."""
    return FormatError(
        source,
        None,
        "no {what} in any known format (as {format}: {reason})",
        what=what,
        format=nearest.name,
        reason=why_not.message,
    )


_PREAMBLE = rb"(\xef\xbb\xbf)?([ \t\r]*\n|#[^\n]*(\n|\Z))* *"
_MAX_HEAD = 1 << 16
_PAGE = rb"(?i)<(!doctype\s+html|html|head|body)\b"


def recognize(
    stream: io.BufferedReader, formats: Mapping[str, Format[Value]]
) -> tuple[Format[Value] | None, io.BufferedReader]:
    """Return the first format that the beginning of a stream looks like, and a stream that has it still.

    Blank lines and comments (`#`) at the beginning are looked past. What looks like no format is of the
    first that it resembles. None: none of the formats.
    """
    _, found, _, stream = _recognized(stream, formats)
    return found, stream


def _recognized(
    stream: io.BufferedReader, formats: Mapping[str, Format[Value]]
) -> tuple[bytes, Format[Value] | None, bool, io.BufferedReader]:
    """Return what a stream begins with, its format, whether it resembles it alone, and all of it."""
    head, stream = read_ahead(stream, _has_line)
    first = head[_preamble(head) :]
    for one in formats.values():
        known = one.looks_like
        if known(head) if callable(known) else re.match(known, first):
            return first, one, False, stream
    nearest = next((one for one in formats.values() if re.match(one.resembles, first)), None)
    return first, nearest or _of_a_line(first, formats), True, stream


def _of_a_line(head: bytes, formats: Mapping[str, Format[Value]]) -> Format[Value] | None:
    """Return the format by line that a line behind the first looks like, if there is one."""
    if re.search(rb"[\0-\x08\x0e-\x1f\x7f]", head):
        return None  # no text
    patterns = [(one, one.looks_like) for one in formats.values() if one.by_line]
    for line in head.split(b"\n")[1:]:
        for one, known in patterns:
            if isinstance(known, bytes) and re.match(known, line):
                return one
    return None


def _has_line(head: bytes) -> bool:
    """Whether a line that is neither blank nor a comment has come to its end, or is long enough."""
    return len(head) > _MAX_HEAD or b"\n" in head[_preamble(head) :]


def _preamble(head: bytes) -> int:
    match = re.match(_PREAMBLE, head)
    return match.end() if match else 0
