"""Every reader stops after a long run of blank lines and comments, even in a tiny compressed file."""

import io
from contextlib import suppress
from importlib import import_module
from typing import Any

import pytest
from contract import GAMES

from zet.formats import files
from zet.formats.files import BUFFER, EmptyInputError, open_input
from zet.formats.registry import Format, read

ENDLESS = 64_000_000

READERS: list[tuple[Any, str | None]] = []
for game in GAMES:
    formats = vars(import_module(f"zet.formats.{game}"))
    for table in (formats.get(key) for key in ("FORMATS", "EXPLANATIONS", "PROOFS", "WEIGHTS")):
        READERS += [(table, name) for name in (None, *table)] if table else []


class Endless(io.RawIOBase):
    """A file that repeats a line; `count` is the number of bytes that were read."""

    def __init__(self, line: bytes) -> None:
        self._lines = line * (2 * BUFFER // len(line) + 1)
        self._size = len(line)
        self.count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self.count >= ENDLESS:
            return 0
        start = self.count % self._size
        size = min(len(buffer), BUFFER)
        buffer[:size] = self._lines[start : start + size]
        self.count += size
        return size


LINES = [b"\n", b" \t\r\n", b"#\n", b"# a comment of some length\n", b" "]


@pytest.mark.parametrize(
    ("table", "name", "line"),
    [(*reader, line) for reader in READERS for line in (LINES[:1] if reader[1] else LINES)],
)
def test_every_reader_stops_at_the_same_bound(
    table: dict[str, Format[Any]], name: str | None, line: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bound is smaller here, to save time; `test_limits_of_the_system.py` tests the real one."""
    monkeypatch.setattr(files, "MAX_EMPTY", BUFFER)
    file = Endless(line)
    stream = open_input(file, lambda: None)  # type: ignore[arg-type]
    with suppress(EmptyInputError):  # some readers find an error first
        list(read(stream, "in", table, "record", name))
    assert file.count <= 4 * BUFFER


def test_a_record_after_fewer_lines_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run is counted from zero after each record, and a format is recognized after any run."""
    monkeypatch.setattr(files, "MAX_EMPTY", 3 * BUFFER)
    table = import_module("zet.formats.ttt").FORMATS
    for line in LINES[1:]:
        run = line * (2 * BUFFER // len(line))
        file = io.BytesIO((run + b"XO..X...O O\n") * 3)
        found = [*read(open_input(file, lambda: None), "in", table, "position")]  # type: ignore[arg-type]
        assert [one.cells for one in found] == ["XO..X...O"] * 3
