"""What reaches a terminal: control characters from files and their names are shown, not obeyed.

Files and pipes get the bytes as they are.
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

_COLOR = r"\x1b\[(?:0|1|3[0-7]|9[0-7]|48;5;\d{1,3})m"
"""What the pictures of boards are colored with."""
_OBEYED = rf"({_COLOR}|\r?\n|\t)|{CONTROL}"


def shown(text: str) -> str:
    r"""Return a text with escapes for all control characters but tabs, ends of lines and colors.

    >>> print(shown("clear\x1b[2J"))
    clear\x1b[2J
    """
    return re.sub(_OBEYED, lambda found: found[1] or escape(found[0]), text)


class _Screen(io.TextIOWrapper):
    """A terminal that shows what is written."""

    def write(self, text: str) -> int:
        """Write a text as `shown`."""
        super().write(shown(text))
        return len(text)


class _Messages(io.FileIO):
    """Standard error whose refusal of a message, as on a full disk, changes nothing of the run."""

    def write(self, data: Any) -> int:
        """Write bytes, or drop them."""
        with suppress(OSError):
            return super().write(data) or len(data)
        return len(data)


def messages(stream: TextIO) -> TextIO:
    """Return standard error as a stream that never raises OSError."""
    raw = _Messages(stream.fileno(), "w", closefd=False)
    return io.TextIOWrapper(
        io.BufferedWriter(raw), stream.encoding, "backslashreplace", line_buffering=True
    )


def guard() -> None:
    """Let what is said on standard output and standard error be shown, where that is a terminal.

    What draws by itself, as a progress bar does, uses `screen`.
    """
    for name in ("stdout", "stderr"):
        raw = getattr(sys, name)
        if raw.isatty():
            screen = _Screen(
                raw.buffer, encoding=raw.encoding, errors="backslashreplace", line_buffering=True
            )
            setattr(sys, name, screen)


def screen() -> TextIO:
    """Return standard error as it is."""
    return sys.__stderr__ or sys.stderr


def _columns() -> int:
    """Return the width of the terminal, as `shutil` does, which takes a tenth of a command's start."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    with suppress(OSError, ValueError):  # it is closed, or no terminal
        return os.get_terminal_size(1).columns or 80
    return 80


_PARAGRAPHS = r"\n\s*\n"
_EXTRA = r"(?s)(.*?)(  \[.*\])?"
"""The help of an option, and what click adds to it: [default: 1]."""


class Help(click.HelpFormatter):
    """Help in the language of the user, which fits terminals of fewer than 50 columns as well."""

    def __init__(self, *, width: int | None = None, max_width: int | None = None) -> None:
        columns = min(_columns(), max_width or 80)
        super().__init__(width=width or max(columns - 2, 20))

    def write_text(self, text: str) -> None:
        """Write a text, paragraph by paragraph as they are translated."""
        super().write_text("\n\n".join(map(words.of_help, re.split(_PARAGRAPHS, text))))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write options and their help, which has 45 columns as far as there are more than 10."""
        folded = [(self._folded(option), _translated(text)) for option, text in rows]
        super().write_dl(folded, min(col_max, max(self.width - 45, 10)), col_spacing)

    def _folded(self, option: str) -> str:
        """Return an option, whose long list of values takes several lines."""
        most = self.width - 2 * self.current_indent - 2
        if len(option) <= most or "|" not in option:
            return option
        lines = re.findall(rf".{{1,{most}}}(?:\||$)", option)
        return ("\n" + " " * (self.current_indent + 4)).join(lines)


def _translated(text: str) -> str:
    found = re.fullmatch(_EXTRA, text)
    return words.of_help(found[1]) + (found[2] or "") if found else text
