"""Opening, recognizing and writing files: gzip, short reads, complete files or none."""

import gzip
import io
import os
import stat
import subprocess
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from zet.engines.tectonic.model import Puzzle
from zet.formats.errors import FormatError
from zet.formats.files import open_input, read_whole, whole_file
from zet.formats.lines import Line
from zet.formats.registry import read, recognize
from zet.formats.tectonic import FORMATS, fpuzzles, penpa, sudokupad
from zet.formats.tectonic.line import dumps

SAMPLES = {
    "xml": b'<Puzzles><Puzzle width="1" height="1"><Cell PieceNumber="1"/></Puzzle></Puzzles>\n',
    "scl": b'{"cells": [[{}]], "regions": [[[0, 0]]]}\n',
    "fpuzzles-json": b'{"size": 1, "grid": [[{"region": 0}]]}\n',
    "json": b'{"width": 1, "height": 1, "pieces": [[1]], "givens": [[0]]}\n',
    "pzprv3": b"pzprv3\nsuguru\n1\n1\n\n. \n. \n",
    "line": b"1x1:a:.\n",
    "tatham": b"1x1T:,a\n",
    "penpa": penpa.dumps(Puzzle.build(1, 1, "a", [0])).encode(),
    "sudokupad": sudokupad.dumps(Puzzle.build(1, 1, "a", [0])).encode(),
    "fpuzzles": fpuzzles.dumps(Puzzle.build(1, 1, "a", [0])).encode(),
    "puzzlink": b"https://puzz.link/p?suguru/1/1/g\n",
    "krazydad": b"A\t1\t1\ta\tA\n",
    "janko": b"1 1\n-\n1\n",
}


def one_cell(name: str) -> list[Puzzle]:
    return [Puzzle.build(1, 1, "a", [0], None, "A" if name == "krazydad" else "")]


class Pieces(io.RawIOBase):
    """A stream that returns its data in given pieces, like a pipe."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.pieces = list(pieces)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self.pieces:
            return 0
        data = self.pieces.pop(0)
        size = min(len(data), len(buffer))
        buffer[:size] = data[:size]
        if data[size:]:
            self.pieces.insert(0, data[size:])
        return size


def stream_of(*pieces: bytes) -> io.BufferedReader:
    return open_input(Pieces(pieces), lambda: None)  # type: ignore[arg-type]


def name_of(*pieces: bytes) -> str | None:
    found, _ = recognize(stream_of(*pieces), FORMATS)
    return found.name if found else None


def recognized(data: bytes) -> tuple[str | None, list[object]]:
    """Return the name of the format of some bytes, and the values that are read."""
    found, stream = recognize(stream_of(data), FORMATS)
    return (found.name, list(found.load(stream))) if found else (None, [])


def test_there_is_a_sample_of_every_format() -> None:
    assert list(SAMPLES) == list(FORMATS)


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("name", SAMPLES)
def test_a_format_is_recognized_and_read(name: str, pack: Any) -> None:
    assert recognized(pack(SAMPLES[name])) == (name, one_cell(name))


@pytest.mark.parametrize(
    "head",
    [
        b"\n\n",
        b" \r\n",
        b"# a comment\n",
        b"\n# a: b\t1\t2\t\n#\n\n",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf# c\n",
    ],
)
@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "xml"])
def test_blank_lines_comments_and_marks_may_come_first(name: str, head: bytes) -> None:
    assert recognized(head + SAMPLES[name]) == (name, one_cell(name))


@pytest.mark.parametrize("head", [b"\n ", b"\xef\xbb\xbf", b"<?xml version='1.0'?>\n", b"<!-- x -->"])
def test_what_may_come_before_xml(head: bytes) -> None:
    assert recognized(head + SAMPLES["xml"]) == ("xml", one_cell("xml"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_xml_of_two_bytes_a_character_is_recognized(encoding: str) -> None:
    assert name_of(SAMPLES["xml"].decode().encode(encoding)) == "xml"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (b"5x5T:abc,def", "tatham"),
        (b"5T:abc,def", "tatham"),
        (b"7x7Tdh:abc,def", "tatham"),
        (b"5x5:aaa:...", "line"),
        (b"5x5:abc,def", "tatham"),
        (b"suguru/5/5/", "puzzlink"),
        (b"suguru_edit/5/5/", "puzzlink"),
        (b"http://x.y/p?type=editor&suguru/5/5/", "puzzlink"),
        (b"pzprv3/suguru", "pzprv3"),
        (b"http://x.y/p?pzprv3/suguru", "puzzlink"),
        (b"http://x.y/p?type=player&pzprv3/suguru", "puzzlink"),
        (b"pzprv3.1", "pzprv3"),
        (b"A\t6\t6\tb", "krazydad"),
        (b"10 10 17\n", "janko"),
        (b"10\t10\n", "janko"),
        (b"[begin]\n", "janko"),
        (b"begin", "janko"),
        (b"Begin\r\n", "janko"),
        (b"beginning", None),
        (b"hello", None),
        (b"# only a comment", None),
        (b"", None),
        (b"\0\0\0\0", None),
    ],
)
def test_the_first_bytes_tell_the_format(text: bytes, name: str | None) -> None:
    assert name_of(text) == name


@pytest.mark.parametrize("name", SAMPLES)
def test_recognition_takes_nothing_from_the_stream(name: str) -> None:
    _, stream = recognize(stream_of(b"\n" + SAMPLES[name]), FORMATS)
    assert stream.read() == b"\n" + SAMPLES[name]


@pytest.mark.parametrize(
    "pieces",
    [
        (b"# a comment\n", SAMPLES["line"]),
        (b"\n", SAMPLES["line"]),
        (b"1", b"x1", b":a:.\n"),
        (b"1x1:a", b":.\n"),
    ],
)
def test_a_pipe_may_give_its_first_bytes_in_pieces(pieces: tuple[bytes, ...]) -> None:
    assert name_of(*pieces) == "line"


def test_a_long_first_line_may_come_in_pieces() -> None:
    data = dumps(Puzzle.build(100, 100, range(10_000), [0] * 10_000)).encode()
    assert name_of(data) == "line"
    assert name_of(data[:8192], data[8192:]) == "line"


def test_the_first_byte_of_gzip_may_come_alone() -> None:
    data = gzip.compress(b"text")
    assert stream_of(data[:1], data[1:]).read() == b"text"


def test_gzip_members_follow_one_another() -> None:
    assert stream_of(gzip.compress(b"1"), gzip.compress(b"2")).read() == b"12"


PACKED = gzip.compress(b"".join(b"%d\n" % number for number in range(20_000)))


@pytest.mark.parametrize("damaged", [PACKED[:-9], PACKED[:15_000], PACKED + b"no gzip"])
def test_what_stands_before_damage_in_gzip_is_read(damaged: bytes) -> None:
    lines: list[bytes] = []
    with pytest.raises((EOFError, gzip.BadGzipFile)):
        lines.extend(stream_of(damaged))
    assert len(lines) == zlib.decompressobj(31).decompress(damaged).count(b"\n") > 5000


@pytest.mark.parametrize("data", [b"", b"\x1f", b"text"])
def test_what_is_not_gzip_is_left_alone(data: bytes) -> None:
    assert stream_of(data).read() == data


def test_the_callback_comes_before_each_read() -> None:
    calls = []
    stream = open_input(Pieces([b"one", b"two"]), lambda: calls.append(1))  # type: ignore[arg-type]
    before = len(calls)
    assert stream.read1(3) == b"one"
    assert len(calls) == before
    assert stream.read1(3) == b"two"
    assert len(calls) == before + 1


def test_no_more_is_awaited_than_tells_what_a_stream_is() -> None:
    awaited = []
    for begins in (b"te", b"\xff\xfea\x00", b"\xfe\xff\x00a"):
        awaited.clear()
        pieces = Pieces([begins, b"never"])
        open_input(pieces, lambda: awaited.append(1))  # type: ignore[arg-type]
        assert pieces.pieces == [b"never"], begins
        assert awaited == [1]


def test_what_is_too_long_is_read_as_far_as_tells_it() -> None:
    stream = io.BytesIO(b"abcdef")
    with pytest.raises(FormatError, match="the file is larger than 3 bytes"):
        read_whole(stream, "-", 3)
    assert stream.tell() == 4


# Writing.


def test_a_file_is_replaced_by_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with whole_file(path) as stream:
        stream.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("has_nameless", [True, False])
def test_a_killed_process_leaves_nothing_where_files_can_be_without_name(
    has_nameless: bool, tmp_path: Path
) -> None:
    code = "import os, sys; from pathlib import Path; from zet.formats.files import whole_file\n"
    code += "" if has_nameless else "del os.O_TMPFILE\n"
    code += (
        "with whole_file(Path(sys.argv[1])) as stream: stream.write(b'new'); stream.flush(); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "file")], check=False)
    assert len(list(tmp_path.iterdir())) == (0 if has_nameless and hasattr(os, "O_TMPFILE") else 1)


def test_files_are_written_where_none_is_without_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    test_a_file_is_replaced_by_what_was_written(tmp_path)


def test_the_folder_is_synced_after_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    monkeypatch.setattr(os, "fsync", lambda number: synced.append(stat.S_ISDIR(os.fstat(number).st_mode)))
    with whole_file(tmp_path / "file") as stream:
        stream.write(b"new")
    assert synced == [False, True]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("old", [b"old", None])
def test_an_exception_leaves_things_as_they_were(
    tmp_path: Path, error: type[BaseException], old: bytes | None
) -> None:
    path = tmp_path / "file"
    if old is not None:
        path.write_bytes(old)
    before = list(tmp_path.iterdir())

    def fail() -> None:
        with whole_file(path) as stream:
            stream.write(b"new")
            stream.flush()
            raise error

    with pytest.raises(error):
        fail()
    assert list(tmp_path.iterdir()) == before
    assert old is None or path.read_bytes() == old


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755, 0o711, 0o501, 0o1755, 0o4711, 0o7777])
def test_a_replaced_file_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "file"
    path.touch()
    path.chmod(mode)
    with whole_file(path) as stream:
        stream.write(b"new")
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_a_new_file_has_the_usual_permissions(tmp_path: Path, mask: int) -> None:
    path = tmp_path / "file"
    before = os.umask(mask)
    try:
        with whole_file(path) as stream:
            stream.write(b"new")
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask


def test_a_folder_that_is_not_there_is_an_error_before_anything_is_written(tmp_path: Path) -> None:
    entered = False
    with pytest.raises(FileNotFoundError), whole_file(tmp_path / "no" / "file"):
        entered = True
    assert not entered


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(FileExistsError, match="Not a regular file"), whole_file(path):
            pytest.fail("entered")
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_recognition_does_not_wait_for_more_than_a_line() -> None:
    class Waiting(Pieces):
        def readinto(self, buffer: Any) -> int:
            assert self.pieces, "it waits for what may never come"
            return super().readinto(buffer)

    waiting = Waiting([b"# c\n", b"1x1:", b"a:.\n"])
    found, stream = recognize(open_input(waiting, lambda: None), FORMATS)  # type: ignore[arg-type]
    assert found is FORMATS["line"]
    assert next(found.load(stream)) == one_cell("line")[0]


def test_a_link_is_written_through(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    with whole_file(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert sorted(tmp_path.iterdir()) == [link, target]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", SAMPLES)
def test_every_format_may_be_in_utf_16(name: str, encoding: str) -> None:
    text = "\ufeff" + SAMPLES[name].decode()
    raw = io.BytesIO(gzip.compress(text.encode(encoding)) if name == "line" else text.encode(encoding))
    found = read(open_input(raw, lambda: None), "in", FORMATS, "puzzle")
    assert list(found) == one_cell(name)


@pytest.mark.parametrize(
    "end", [b"\n", b"\x00\xd8", b"\x00\xd8\n\x00"], ids=["half", "lone", "lone and more"]
)
def test_what_is_no_utf_16_is_said(end: bytes) -> None:
    raw = io.BytesIO("\ufeff1x1:a:. # \N{SNOWMAN}".encode("utf-16-le") + end)
    [error] = read(open_input(raw, lambda: None), "in", FORMATS, "puzzle")
    assert str(error) == "in:1:14: not UTF-8 text"


@pytest.mark.parametrize(
    "page",
    [b"<!DOCTYPE html>\n<p>", b"\n <HTML lang='x'><br>", b"\xef\xbb\xbf<head>", b"<!doctype HTML>"],
)
def test_a_web_page_is_called_so(page: bytes) -> None:
    [error] = read(stream_of(page), "in", FORMATS, "puzzle")
    assert str(error) == "in: this is a web page, not a puzzle: save the puzzle itself to a file"


@pytest.mark.parametrize("name", [name for name in SAMPLES if FORMATS[name].by_line])
def test_a_comment_may_follow_a_record(name: str) -> None:
    line = SAMPLES[name].rstrip(b"\n")
    lines = [line + b" # x", line + b"\t## } ]\"' 1 # y", line + b"#", b"# " + line, line]
    reading = FORMATS[name]
    found = list(reading.load(io.BytesIO(b"\n".join(lines)), "in"))
    good = one_cell(name)
    assert [one for one in found if not isinstance(one, FormatError)][:2] == 2 * good
    assert found[-1:] == good
    again = [
        one.read() if isinstance(one, Line) else one
        for one in reading.unread(io.BytesIO(b"\n".join(lines)))
    ]
    assert list(map(str, again)) == [str(one).replace("in:", "-:") for one in found]


def test_what_only_looks_like_a_comment_belongs_to_the_record() -> None:
    [puzzle] = FORMATS["krazydad"].load(io.BytesIO(b"No #1 # 2\t1\t1\ta\tA\t1\t # diff=1"))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.origin == "No #1 # 2"
    [puzzle] = FORMATS["json"].load(
        io.BytesIO(SAMPLES["json"].replace(b"}", b', "origin": "a # b"} # c'))
    )
    assert isinstance(puzzle, Puzzle)
    assert puzzle.origin == "a # b"


def test_the_reason_is_that_of_the_whole_line() -> None:
    [error] = FORMATS["line"].load(
        io.BytesIO(b"1x1:a:5 # a comment" + b" #" * 1000 + b" " * 200_000), "in"
    )
    assert str(error) == "in:1: expected WIDTHxHEIGHT:PIECES:GIVENS"
