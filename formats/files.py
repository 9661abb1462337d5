"""Open files that may be compressed, and write files whole or not at all."""

import codecs
import errno
import io
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from zet.formats.errors import FormatError

if TYPE_CHECKING:
    from pathlib import Path

GZIP_MAGIC = b"\x1f\x8b"
UTF_16 = rb"\xff\xfe[\t\n\r -~]\x00|\xfe\xff\x00[\t\n\r -~]"
"""The mark of UTF-16, and a character that a text may begin with."""
BUFFER = 1 << 16
MAX_EMPTY = 1_000_000
"""Bytes of blank lines and comments in a row, at most; pieces of BUFFER bytes are counted as a whole."""
_CONTENT = re.compile(rb"(?m)^[ \t\r]*[^#\s]")
"""What a line begins with that is neither blank nor a comment."""


class _Watched(io.RawIOBase):
    """A raw stream that calls a function before each read: the read may have to wait."""

    def __init__(self, raw: Any, before_read: Callable[[], None]) -> None:
        self._raw = raw
        self._before_read = before_read

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._before_read()
        return cast(int, self._raw.readinto(buffer))


class _Rewound(io.RawIOBase):
    """What was read ahead of a stream, and then the rest of it, piece by piece as it comes."""

    def __init__(self, head: bytes, stream: io.BufferedIOBase) -> None:
        self._head = head
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._head:
            return self._stream.readinto1(buffer)
        count = min(len(buffer), len(self._head))
        buffer[:count] = self._head[:count]
        self._head = self._head[count:]
        return count


def read_ahead(
    stream: io.BufferedReader, is_enough: Callable[[bytes], bool]
) -> tuple[bytes, io.BufferedReader]:
    """Return the beginning of a stream, and a stream that has it all.

    No more is read than it takes to satisfy `is_enough`, or to come to the end.
    """
    head = b""
    while not is_enough(head) and (more := stream.read1(BUFFER)):
        head += more
    return head, rewound(head, stream)


def rewound(head: bytes, stream: io.BufferedIOBase) -> io.BufferedReader:
    """Return a stream that has what was read of another, and then the rest of it."""
    return io.BufferedReader(_Rewound(head, stream), BUFFER)


def read_at_most(stream: io.BufferedIOBase | BinaryIO, most: int) -> bytes:
    """Return all that a stream holds, or its first bytes; it takes the memory of what there is."""
    pieces = []
    while most > 0 and (piece := stream.read(min(most, BUFFER))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def read_whole(stream: io.BufferedIOBase, source: str, most: int) -> bytes:
    """Return all that a stream holds.

    Raises:
        FormatError: it is more than `most` bytes.
    """
    data = read_at_most(stream, most + 1)
    if len(data) > most:
        raise FormatError(source, None, "a file of more than {most} bytes", most=most)
    return data


class _Recoded(io.RawIOBase):
    """A stream of UTF-16 as UTF-8; what is no character becomes bytes that are none either."""

    def __init__(self, stream: io.BufferedReader, encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("surrogatepass")
        self._waiting = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._waiting and (data := self._stream.read1(BUFFER)):
            self._waiting = self._decoder.decode(data).encode(errors="surrogatepass")
        if not self._waiting and self._decoder.getstate()[0]:  # half a character at the end
            self._decoder.reset()
            self._waiting = b"\xff"
        count = min(len(buffer), len(self._waiting))
        buffer[:count], self._waiting = self._waiting[:count], self._waiting[count:]
        return count


class EmptyInputError(OSError):
    """Input goes on and on without content, as a small file that decompresses to a huge one does."""

    def __init__(self) -> None:
        super().__init__(errno.EFBIG, "more than a million bytes of blank lines and comments")


class _Bounded(io.RawIOBase):
    """A stream that ends in an error after MAX_EMPTY bytes in a row of blank lines and comments."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self._n_empty = 0
        self._in_comment = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = self._stream.readinto1(buffer)
        data = bytes(buffer[:count])
        start = (data.find(b"\n") + 1 or count) if self._in_comment else 0
        last = data.rfind(b"\n") + 1
        if last or not self._in_comment:
            self._in_comment = data[last:].lstrip(b" \t\r").startswith(b"#")
        self._n_empty = 0 if _CONTENT.search(data, start) else self._n_empty + count
        if self._n_empty > MAX_EMPTY:
            raise EmptyInputError
        return count


def open_input(raw: BinaryIO, before_read: Callable[[], None]) -> io.BufferedReader:
    """Return a buffered stream over an unbuffered one; gzip is decompressed, UTF-16 becomes UTF-8.

    XML says itself what it is written in, and stays as it is. What holds nothing for MAX_EMPTY bytes
    raises EmptyInputError, whichever reader it is for.
    `before_read` is called each time the buffer is empty and the stream may block for more.
    """
    return io.BufferedReader(_Bounded(_decoded(raw, before_read)), BUFFER)


def _decoded(raw: BinaryIO, before_read: Callable[[], None]) -> io.BufferedReader:
    """Return a buffered stream of what was compressed, or in UTF-16."""
    stream: io.BufferedReader = io.BufferedReader(_Watched(raw, before_read), BUFFER)
    head, stream = read_ahead(stream, lambda head: len(head) >= len(GZIP_MAGIC))
    if head.startswith(GZIP_MAGIC):
        import gzip

        # Piece by piece, so that what stands before damaged bytes is not lost with them.
        stream = io.BufferedReader(_Rewound(b"", gzip.GzipFile(fileobj=stream)), BUFFER)
        head, stream = read_ahead(stream, lambda head: len(head) >= len(GZIP_MAGIC))
    if not head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return stream
    head, stream = read_ahead(stream, lambda head: len(head) >= 4)
    found = re.match(UTF_16, head)
    if not found or b"<" in found[0]:
        return stream
    return io.BufferedReader(_Recoded(stream, "utf-16"), BUFFER)


@contextmanager
def whole_file(path: "Path") -> Iterator[BinaryIO]:
    """Yield a stream whose content replaces the file when the block ends without an exception.

    The content goes to a file in the same folder, is flushed to the disk, and then takes the file's name
    in one step: a reader sees the old file or the new one, never a part. That file has no name until
    then, where the system knows such (Linux), so that nothing is left of a process that is killed before
    its last two steps, the naming and the renaming. The new file has the permissions of the old one.

    Raises:
        OSError: the folder cannot be written to, the disk is full, or the name is that of something
            else than a file; what was there is as it was.
    """
    path = resolved(path)
    check_regular(path)
    # A long name is cut, so that the temporary one is no longer than the system allows.
    prefix = f".{path.name[:50]}."
    descriptor = _nameless(path.parent)
    name: Path | None = None
    try:
        if descriptor is None:
            import tempfile

            descriptor, made = tempfile.mkstemp(prefix=prefix, dir=path.parent)
            name = path.parent / made
        with os.fdopen(descriptor, "wb") as stream:
            yield cast(BinaryIO, stream)
            _settle(cast(BinaryIO, stream), path)
            if name is None:
                name = _named(stream.fileno(), path.with_name(f"{prefix}{os.urandom(8).hex()}"))
            _rename(name, path)
    except BaseException:
        if name is not None:
            name.unlink(missing_ok=True)
        raise


def is_packed(path: "Path") -> bool:
    """Whether a file of this name is compressed when it is written."""
    return path.suffix == ".gz"


@contextmanager
def whole_output(path: "Path") -> Iterator[BinaryIO]:
    """Yield a stream as `whole_file` does; in a file whose name ends in `.gz` the content is compressed.

    The same content makes the same bytes: they hold no time and no name. A device or a pipe, which no
    file may replace, is written as it is.

    Raises:
        OSError: the file cannot be written; what was there is as it was.
    """
    with cast("BinaryIO", path.open("wb")) if is_special(path) else whole_file(path) as stream:
        if not is_packed(path):
            yield stream
            return
        import gzip

        packed = gzip.GzipFile("", "wb", fileobj=stream, mtime=0)
        with packed, io.BufferedWriter(cast(io.RawIOBase, packed)) as buffered:
            yield buffered  # whose flush does not end a block of the packed stream


def resolved(path: "Path") -> "Path":
    """Return the path of the file that a name leads to, through all links; there need not be one.

    Raises:
        OSError: the links lead nowhere but to each other.
    """
    try:
        return type(path)(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        return type(path)(os.path.realpath(path))


def is_special(path: "Path") -> bool:
    """Whether a path leads to a device, a pipe or a socket."""
    return path.exists() and not path.is_file() and not path.is_dir()


def check_regular(path: "Path") -> None:
    """Refuse what is no file, such as a device, as no file may take its place.

    Raises:
        OSError: there is something else than a file.
    """
    if path.exists() and not path.is_file():
        raise FileExistsError(errno.EEXIST, "Not a regular file", str(path))


def put_in_place(stream: BinaryIO, name: "Path", path: "Path") -> None:
    """Let a file that was written take the name of another in its folder, for good: both are synced."""
    _settle(stream, path)
    _rename(name, path)


def _settle(stream: BinaryIO, path: "Path") -> None:
    """Bring what was written to the disk, with the permissions of the file that it is to replace."""
    try:
        mode = path.stat().st_mode & 0o7777
    except FileNotFoundError:
        mode = 0o666 & ~_umask()
    stream.flush()
    os.fchmod(stream.fileno(), mode)
    os.fsync(stream.fileno())


def _rename(name: "Path", path: "Path") -> None:
    name.replace(path)
    with suppress(OSError):  # some file systems have no such thing
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _nameless(folder: "Path") -> int | None:
    """Open a file without a name in a folder; None where the system has none."""
    if hasattr(os, "O_TMPFILE") and os.access("/proc/self/fd", os.F_OK):
        with suppress(OSError):  # the file system has none, or another reason comes in a moment
            return os.open(folder, os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC, 0o600)
    return None


def _named(descriptor: int, name: "Path") -> "Path":
    """Give a name to a file that has none."""
    folder = os.open(name.parent, os.O_RDONLY)
    try:
        os.link(f"/proc/self/fd/{descriptor}", name, dst_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)
    return name


def _umask() -> int:
    """Return the process's mask of permissions; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
