"""Terminal output, in which control characters from files and file names are escaped.

Output to files and pipes is unchanged.
"""

import io
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, TextIO

import click

from zet.cli import words
from zet.engines.sanitize import CONTROL, escape

_COLOR = r"\x1b\[(?:0|(?:1;)?38;5;\d{1,3};48;5;\d{1,3})m"
"""The escape sequences for the colors of board drawings: either both colors, or a reset."""
_OBEYED = rf"({_COLOR}|\r?\n|\t)|{CONTROL}"


def shown(text: str) -> str:
    r"""Return `text` with all control characters escaped, except tabs, line ends and colors.

    >>> print(shown("clear\x1b[2J"))
    clear\x1b[2J
    """
    return re.sub(_OBEYED, lambda found: found[1] or escape(found[0]), text)


class _Screen(io.TextIOWrapper):
    """A terminal stream that escapes control characters.

    It references the original stream, which would close the shared buffer if it were deleted.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__(
            stream.buffer, encoding=stream.encoding, errors="backslashreplace", line_buffering=True
        )
        self._stream = stream

    def write(self, text: str) -> int:
        """Write `text`, with its control characters escaped by `shown`."""
        super().write(shown(text))
        return len(text)


class _Messages(io.FileIO):
    """Standard error, which drops messages that it cannot write, for example to a full disk."""

    def write(self, data: Any) -> int:
        """Write bytes; drop them if they cannot be written."""
        with suppress(OSError):
            return super().write(data) or len(data)
        return len(data)


def messages(stream: TextIO) -> TextIO:
    """Wrap standard error in a stream whose writes never raise OSError."""
    raw = _Messages(stream.fileno(), "w", closefd=False)
    return io.TextIOWrapper(
        io.BufferedWriter(raw), stream.encoding, "backslashreplace", line_buffering=True
    )


def guard() -> None:
    """Escape control characters on standard output and standard error if they are terminals.

    Code that draws with control characters, such as a progress bar, uses `screen` instead.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream.isatty():
            setattr(sys, name, _Screen(stream))


def screen() -> TextIO:
    """Return standard error without escaping."""
    return sys.__stderr__ or sys.stderr


def columns(stream: int = 1) -> int:
    """Return the width of the terminal of a stream, without the slow import of `shutil`.

    The stream is 1 (standard output) or 2 (standard error). A number in the environment variable COLUMNS
    takes precedence. The width is 80 if the stream is not a terminal.
    """
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    with suppress(OSError, ValueError):  # the stream is closed or not a terminal
        return os.get_terminal_size(stream).columns or 80
    return 80


def screen_columns() -> int | None:
    """Return the width of standard output, or None if it is not a terminal."""
    return columns() if sys.stdout.isatty() else None


_PARAGRAPHS = r"\n\s*\n"
_EXTRA = r"(?s)(.*?)(  \[.*\])?"
"""Matches the help of an option, and the suffix that click adds to it, such as [default: 1]."""
_NO_BREAK = "\N{NON-BREAKING HYPHEN}"


class Help(click.HelpFormatter):
    """Help in the user's language, which also fits terminals narrower than 50 columns."""

    def __init__(self, *, width: int | None = None, max_width: int | None = None) -> None:
        most = min(columns(), max_width or 80)
        super().__init__(width=width or max(most - 2, 20))

    def write_text(self, text: str) -> None:
        """Write `text`, translating each paragraph separately."""
        super().write_text(_unbroken("\n\n".join(map(words.of_help, re.split(_PARAGRAPHS, text)))))

    def getvalue(self) -> str:
        """Return the help, in which non-breaking hyphens are replaced by ordinary ones."""
        return super().getvalue().replace(_NO_BREAK, "-")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write options in at most `col_max` columns, and their help in at least 45 if possible."""
        folded = [(self._folded(option), _unbroken(_translated(text))) for option, text in rows]
        super().write_dl(folded, min(col_max, max(self.width - 45, 10)), col_spacing)

    def _folded(self, option: str) -> str:
        """Return an option; a list of values that is too long for a line is wrapped."""
        most = self.width - 2 * self.current_indent - 2
        if len(option) <= most or "|" not in option:
            return option
        lines = re.findall(rf".{{1,{most}}}(?:\||$)", option)
        return ("\n" + " " * (self.current_indent + 4)).join(lines)


def _unbroken(text: str) -> str:
    """Return `text` with hyphens at which lines are not wrapped, as in the key `line-width`."""
    return text.replace("-", _NO_BREAK)


def _translated(text: str) -> str:
    found = re.fullmatch(_EXTRA, text)
    return words.of_help(found[1]) + (found[2] or "") if found else text
