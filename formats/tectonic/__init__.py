"""Every format of Tectonic puzzles, and the recognition of a format by its content."""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from zet.engines.tectonic.model import Puzzle
from zet.formats.errors import FormatError
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
    return Format(name, f"zet.formats.tectonic.{module}", re.compile(pattern, re.I), **traits)


# In the order in which the beginning of a file is held against them.
FORMATS = {
    found.name: found
    for found in (
        _format("xml", "seed_xml", rb"<|[\xfe\xff]{2}|<\x00|\x00<", by_line=False),
        _format("json", "json_lines", rb"\{", keeps_notes=True),
        _format("pzprv3", "pzprv3", rb"pzprv3", by_line=False, keeps_notes=True),
        _format("line", "line", rb"\d+x\d+:[^,\n]*:"),
        _format("tatham", "tatham", rb"\d+(x\d+)?T?(d[a-z]+)?:", writes=False),
        _format("puzzlink", "puzzlink", rb"(\S*\?)?(\w+=\w+&)*suguru(_edit|_play)?/|https?://"),
        _format("krazydad", "krazydad", rb"[^\t\n]*\t\d+\t\d+\t", writes=False),
        _format("janko", "janko", rb"\d+[ \t]+\d+|\[?begin\b", by_line=False),
    )
}


def recognise(stream: io.BufferedReader) -> Format | None:
    """Return the format of a stream by its first bytes, without consuming them; None if unknown.

    Blank lines and comments (`#`) at the beginning are looked past.
    """
    head = stream.peek(4096)
    head = re.sub(rb"\A(\xef\xbb\xbf)?(\s+|#[^\n]*(\n|\Z))*", b"", head)
    for found in FORMATS.values():
        if found.looks_like.match(head):
            return found
    return None
