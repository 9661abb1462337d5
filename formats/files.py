"""Open files that may be compressed, and write files whole or not at all."""

import gzip
import io
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

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


def open_input(raw: BinaryIO, before_read: Callable[[], None]) -> io.BufferedReader:
    """Return a buffered stream over an unbuffered one; gzip content is decompressed as it is read.

    `before_read` is called each time the buffer is empty and the stream may block for more.
    """
    stream: io.BufferedReader = io.BufferedReader(_Watched(raw, before_read), BUFFER)
    if stream.peek(2)[:2] != GZIP_MAGIC:
        return stream
    return io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=stream)), BUFFER)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a stream whose content replaces the file when the block ends without an exception.

    The content goes to a temporary file in the same folder, is flushed to the disk, and then takes
    the file's name in one step: a reader sees the old file or the new one, never a part. The new file
    has the permissions of the one that it replaces.

    Raises:
        OSError: the folder cannot be written to, or the disk is full; the file is as it was.
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
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
