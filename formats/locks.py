"""Update files: lock them during the update, and replace them atomically.

The lock is an advisory lock (flock) on the file itself. New content is written to a new file, which is
locked before it replaces the old file, so a waiting process finds either a locked file or the new
content.
"""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, cast

from zet.engines.errors import ReportedError
from zet.formats.files import check_regular, read_at_most, resolved, whole_file

if TYPE_CHECKING:
    from pathlib import Path

try:
    import fcntl
except ImportError:  # on Windows, which has no flock, the commands that update no file still work
    fcntl = None  # type: ignore[assignment]


class BusyError(ReportedError):
    """Another process is changing the file."""


def _lock(descriptor: int, *, wait: bool = True) -> None:
    """Lock an open file; closing it releases the lock."""
    if fcntl is None:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
    fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


class LockedFile:
    """A file locked by this process until the `with` block of `locked` ends."""

    def __init__(self, path: "Path", descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor

    def read(self, limit: int) -> bytes:
        """Return the content of the file, or its first `limit` + 1 bytes if it is longer than `limit`."""
        with self.path.open("rb") as stream:
            return read_at_most(stream, limit + 1)

    def replace(self, content: bytes) -> None:
        """Replace the content of the file atomically."""
        self.rewrite(lambda stream: stream.write(content))

    def rewrite(self, write: Callable[[BinaryIO], object]) -> None:
        """Replace the content of the file atomically: `write` writes the new content to a stream."""
        with whole_file(self.path) as stream:
            write(stream)
            descriptor = os.dup(stream.fileno())
            _lock(descriptor)
        os.close(self._descriptor)
        self._descriptor = descriptor

    def close(self) -> None:
        """Release the lock."""
        os.close(self._descriptor)


@contextmanager
def locked_folder(folder: "Path") -> Iterator[None]:
    """Lock a folder against other processes that create files in it through this function."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _lock(descriptor)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def locked(path: "Path", *, wait: bool = True, make: bool = False) -> Iterator[LockedFile]:
    """Yield a file, locked against other processes that change it through this function.

    With `make`, a missing file is created, empty.

    Raises:
        BusyError: another process has locked the file, and `wait` is false.
        OSError: the file cannot be opened.
    """
    path = resolved(path)
    check_regular(path)
    while True:
        descriptor = os.open(path, (os.O_RDWR | os.O_CREAT if make else os.O_RDWR) | os.O_CLOEXEC, 0o666)
        try:
            _lock(descriptor, wait=wait)
        except BaseException as error:
            os.close(descriptor)
            if isinstance(error, BlockingIOError):
                raise BusyError("another process is changing the file") from None
            raise
        # Another process may have replaced the file during the wait.
        try:
            if os.path.sameopenfile(descriptor, probe := os.open(path, os.O_RDONLY | os.O_CLOEXEC)):
                os.close(probe)
                break
            os.close(probe)
        except FileNotFoundError:
            pass
        os.close(descriptor)
    file = LockedFile(path, descriptor)
    try:
        yield file
    finally:
        file.close()


@contextmanager
def owned(path: "Path") -> Iterator[BinaryIO]:
    """Yield a file for reading and writing, created if missing and locked against other processes.

    Child processes do not inherit the lock, so it ends when this process dies.

    Raises:
        BusyError: another process has locked the file.
        OSError: the file cannot be opened.
    """
    if fcntl is None:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    with os.fdopen(descriptor, "r+b") as stream:
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_there = os.path.samestat(os.fstat(descriptor), path.stat())
        except (BlockingIOError, FileNotFoundError):
            is_there = False
        if not is_there:
            raise BusyError("another process is changing the file")
        yield cast(BinaryIO, stream)
