"""Open files that may be compressed, and write files whole or not at all."""

import errno
import gzip
import io
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from zet.formats.errors import FormatError

GZIP_MAGIC = b"\x1f\x8b"
BUFFER = 1 << 16


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
    """What was read ahead of a stream, and then the rest of it."""

    def __init__(self, head: bytes, stream: io.BufferedReader) -> None:
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
    return head, io.BufferedReader(_Rewound(head, stream), BUFFER)


def read_whole(stream: io.BufferedIOBase, source: str, most: int) -> bytes:
    """Return all that a stream holds.

    Raises:
        FormatError: it is more than `most` bytes.
    """
    data = stream.read(most + 1)
    if len(data) > most:
        raise FormatError(source, None, "a file of more than {most} bytes", most=most)
    return data


def open_input(raw: BinaryIO, before_read: Callable[[], None]) -> io.BufferedReader:
    """Return a buffered stream over an unbuffered one; gzip content is decompressed as it is read.

    `before_read` is called each time the buffer is empty and the stream may block for more.
    """
    stream: io.BufferedReader = io.BufferedReader(_Watched(raw, before_read), BUFFER)
    head, stream = read_ahead(stream, lambda head: len(head) >= len(GZIP_MAGIC))
    if not head.startswith(GZIP_MAGIC):
        return stream
    return io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=stream)), BUFFER)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a stream whose content replaces the file when the block ends without an exception.

    The content goes to a temporary file in the same folder, is flushed to the disk, and then takes
    the file's name in one step: a reader sees the old file or the new one, never a part. The new file
    has the permissions of the one that it replaces.

    Raises:
        OSError: the folder cannot be written to, the disk is full, or the name is that of something
            else than a file; what was there is as it was.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise FileExistsError(errno.EEXIST, "Not a regular file", str(path))
    # A long name is cut, so that the temporary one is no longer than the system allows.
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:50]}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            yield cast(BinaryIO, stream)
            stream.flush()
            try:
                mode = path.stat().st_mode & 0o7777
            except FileNotFoundError:
                mode = 0o666 & ~_umask()
            os.fchmod(stream.fileno(), mode)
            os.fsync(stream.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """Return the process's mask of permissions; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
