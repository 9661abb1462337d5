"""The errors of readers and writers."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from zet.engines.errors import ReportedError
from zet.engines.messages import Message
from zet.engines.sanitize import escape

Given = ParamSpec("Given")
Record = TypeVar("Record")

MAX_REASON = 400
"""The maximum length of a reason in characters; a longer reason, caused by long input, is truncated."""


class FormatError(ValueError):
    """Input that cannot be parsed: its location and the reason, on one line.

    `source` is a file name, or "-" for standard input. `line` and `column` count from 1. Both are None if
    they have no meaning, as in a binary file, where the reason gives an offset instead; `column` is also
    None if the reason itself gives the column. `message` is the reason as a Message with its fields;
    `reason` is the text of the message without line breaks, truncated if it is too long. `code`
    identifies the kind of error for programs (`zet.formats.contract.Error`).
    """

    code = "unreadable"

    def __init__(
        self, source: str, line: int | None, reason: str, column: int | None = None, /, **fields: object
    ) -> None:
        self.source, self.line, self.column = source, line, column
        self.message = Message(reason, **fields)
        self.reason = _in_one_line(self.message)
        self.args = source, line, self.message, column

    def __str__(self) -> str:
        return self.in_words(str)

    def in_words(self, translate: Callable[[str], str]) -> str:
        """Return the location and the translated reason."""
        place = [str(part) for part in (escape(self.source), self.line, self.column) if part is not None]
        return f"{':'.join(place)}: {_in_one_line(translate(self.message))}"


def _in_one_line(reason: str) -> str:
    reason = " ".join(reason.split())
    return reason if len(reason) <= MAX_REASON else reason[:MAX_REASON] + "..."


class UnreadableError(ReportedError):
    """Text that does not parse; callers that know the location convert it to a FormatError."""


class UnwritableError(ReportedError):
    """A value that a format cannot represent; raised before any output is written."""

    code = "unwritable"


def attempt(
    source: str,
    line: int | None,
    parse: Callable[Given, Record],
    *args: Given.args,
    **kwargs: Given.kwargs,
) -> Record | FormatError:
    """Return the result of `parse`, or a FormatError with this location if it raises ValueError."""
    try:
        return parse(*args, **kwargs)
    except ValueError as error:
        return refusal(source, line, error)


def error_code(error: Exception) -> Any:
    """Return the code of an error for programs: one of the codes in `zet.formats.contract.Error`."""
    return getattr(error, "code", "out-of-memory" if isinstance(error, MemoryError) else "unreadable")


def refusal(source: str, line: int | None, error: ValueError) -> FormatError:
    """Convert an error to a FormatError with the given location; a FormatError is returned unchanged."""
    if isinstance(error, FormatError):
        return error
    made = FormatError(source, line, str(error))
    made.code = error_code(error)
    made.__cause__ = error
    return made


def with_source(
    read: Callable[Concatenate[Any, str, Given], Record],
) -> Callable[Concatenate[Any, str, Given], Record]:
    """Wrap a reader of whole files to raise only FormatError; its second argument must be the source."""

    @wraps(read)
    def reading(content: Any, source: str, /, *args: Given.args, **kwargs: Given.kwargs) -> Record:
        found = attempt(source, None, read, content, source, *args, **kwargs)
        if isinstance(found, FormatError):
            raise found
        return found

    return reading
