"""Every format of Tectonic puzzles, and the recognition of a format by its content."""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from zet.engines.tectonic.model import Puzzle
from zet.formats.errors import FormatError
from zet.formats.files import read_ahead
from zet.formats.lines import load_lines

Puzzles = Iterator[Puzzle | FormatError]


@dataclass(frozen=True, slots=True)
class Format:
    """A format by name; its module is imported when it is used."""

    name: str
    module: str
    looks_like: re.Pattern[bytes]
    by_line: bool = True
    writes: bool = True
    keeps_notes: bool = False

    def load(self, stream: io.BufferedIOBase, source: str = "-", **options: object) -> Puzzles:
        """Yield the puzzles of a stream one by one; a bad one yields its FormatError."""
        module = import_module(self.module)
        if self.by_line:
            return load_lines(stream, source, module.loads)
        puzzles: Puzzles = module.load(stream, source, **options)
        return puzzles

    def dumps(self, **options: object) -> Callable[[Puzzle], str]:
        """Return the function that writes one puzzle as text.

        That function raises UnwritableError for a puzzle that the format has no way to hold.
        """
        return partial(import_module(self.module).dumps, **options)

    @property
    def frame(self) -> tuple[str, str]:
        """What stands before the first and after the last puzzle of a file."""
        module = import_module(self.module)
        return getattr(module, "HEAD", ""), getattr(module, "TAIL", "")


def _format(name: str, module: str, pattern: bytes, **traits: bool) -> Format:
    return Format(name, f"zet.formats.tectonic.{module}", re.compile(pattern), **traits)


# In the order in which the beginning of a file is held against them.
FORMATS = {
    found.name: found
    for found in (
        _format("xml", "seed_xml", rb"<|[\xfe\xff]{2}|<\x00|\x00<", by_line=False),
        _format("json", "json_lines", rb"\{", keeps_notes=True),
        _format("pzprv3", "pzprv3", rb"pzprv3", by_line=False, keeps_notes=True),
        _format("line", "line", rb"\d+x\d+:[^,\n]*(:|\r?\n|\Z)"),
        _format("tatham", "tatham", rb"\d+(x\d+)?T?(d[a-z]+)?:", writes=False),
        _format("puzzlink", "puzzlink", rb"(\S*\?)?(\w+=\w+&)*suguru(_edit|_play)?/|https?://"),
        _format("krazydad", "krazydad", rb"[^\t\n]*\t\d+\t\d+\t", writes=False),
        _format("janko", "janko", rb"\d+[ \t]+\d+|\[?[Bb]egin\b", by_line=False),
    )
}


_PREAMBLE = re.compile(rb"(\xef\xbb\xbf)?([ \t\r]*\n|#[^\n]*(\n|\Z))* *")
_MAX_HEAD = 1 << 16


def recognise(stream: io.BufferedReader) -> tuple[Format | None, io.BufferedReader]:
    """Return the format of a stream by its first line, and a stream that has that line still.

    Blank lines and comments (`#`) at the beginning are looked past. None: no known format.
    """
    head, stream = read_ahead(stream, _has_line)
    first = head[_preamble(head) :]
    return next((form for form in FORMATS.values() if form.looks_like.match(first)), None), stream


def _has_line(head: bytes) -> bool:
    """Whether a line that is neither blank nor a comment has come to its end, or is long enough."""
    return len(head) > _MAX_HEAD or b"\n" in head[_preamble(head) :]


def _preamble(head: bytes) -> int:
    match = _PREAMBLE.match(head)
    return match.end() if match else 0
