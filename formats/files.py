"""Open files that may be compressed, and write files atomically."""

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
"""Matches the byte order mark of UTF-16, followed by a character that can begin a text file."""
BUFFER = 1 << 16
MAX_EMPTY = 1_000_000
"""The maximum number of consecutive bytes in buffers that contain only blank lines and comments."""
_CONTENT = re.compile(rb"(?m)^[ \t\r]*[^#\s]")
"""Matches the beginning of a line that is neither blank nor a comment."""


class _Watched(io.RawIOBase):
    """A raw stream that calls a function before each read, which may block."""

    def __init__(self, raw: Any, before_read: Callable[[], None]) -> None:
        self._raw = raw
        self._before_read = before_read

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._before_read()
        return cast(int, self._raw.readinto(buffer))


class _Rewound(io.RawIOBase):
    """A stream of the bytes that were already read, followed by the rest of the input."""

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
    """Return the beginning of a stream, and a stream with the full content.

    Reading stops as soon as `is_enough` is satisfied, or at the end of the stream.
    """
    head = b""
    while not is_enough(head) and (more := stream.read1(BUFFER)):
        head += more
    return head, rewound(head, stream)


def rewound(head: bytes, stream: io.BufferedIOBase) -> io.BufferedReader:
    """Return a stream of the whole input, given the bytes `head` that were already read from `stream`."""
    return io.BufferedReader(_Rewound(head, stream), BUFFER)


def read_at_most(stream: io.BufferedIOBase | BinaryIO, most: int) -> bytes:
    """Return up to `most` bytes of a stream; memory is allocated only for the actual content."""
    pieces = []
    while most > 0 and (piece := stream.read(min(most, BUFFER))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def read_whole(stream: io.BufferedIOBase, source: str, most: int) -> bytes:
    """Return the content of a stream.

    Raises:
        FormatError: the content is longer than `most` bytes.
    """
    data = read_at_most(stream, most + 1)
    if len(data) > most:
        raise FormatError(source, None, "the file is larger than {most} bytes", most=most)
    return data


class _Recoded(io.RawIOBase):
    """A stream that converts UTF-16 to UTF-8; invalid UTF-16 becomes invalid UTF-8."""

    def __init__(self, stream: io.BufferedReader, encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("surrogatepass")
        self._waiting = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._waiting and (data := self._stream.read1(BUFFER)):
            self._waiting = self._decoder.decode(data).encode(errors="surrogatepass")
        if not self._waiting and self._decoder.getstate()[0]:  # the input ends within a character
            self._decoder.reset()
            self._waiting = b"\xff"
        count = min(len(buffer), len(self._waiting))
        buffer[:count], self._waiting = self._waiting[:count], self._waiting[count:]
        return count


class EmptyInputError(OSError):
    """Long input without any content, such as a small file that decompresses to endless blanks."""

    def __init__(self) -> None:
        super().__init__(errno.EFBIG, "more than a million bytes of blank lines and comments")


class _Bounded(io.RawIOBase):
    """A stream that raises an error after MAX_EMPTY consecutive bytes of blank lines and comments."""

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
    """Return a buffered stream over a raw stream; gzip is decompressed, and UTF-16 is converted.

    UTF-16 becomes UTF-8, except in XML, which declares its own encoding. Reading more than MAX_EMPTY
    bytes without content raises EmptyInputError. `before_read` is called whenever the buffer is empty,
    that is, before any read that may block.
    """
    return io.BufferedReader(_Bounded(decoded(raw, before_read)), BUFFER)


def decoded(raw: BinaryIO, before_read: Callable[[], None]) -> io.BufferedReader:
    """Return a stream as `open_input` does, but without a limit on blank lines and comments."""
    stream: io.BufferedReader = io.BufferedReader(_Watched(raw, before_read), BUFFER)
    head, stream = read_ahead(stream, lambda head: len(head) >= len(GZIP_MAGIC))
    if head.startswith(GZIP_MAGIC):
        import gzip

        # In small blocks, so that the content before damaged bytes is not lost.
        stream = io.BufferedReader(_Rewound(b"", gzip.GzipFile(fileobj=stream)), BUFFER)
        head, stream = read_ahead(stream, lambda head: len(head) >= len(GZIP_MAGIC))
    if not head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return stream
    head, stream = read_ahead(stream, lambda head: len(head) >= 4)
    found = re.match(UTF_16, head)
    if not found or b"<" in found[0]:
        return stream
    return io.BufferedReader(_Recoded(stream, "utf-16"), BUFFER)


def files_in(folder: str) -> list[str]:
    """Return the sorted paths of the regular files in and below a folder; [] if there is no such folder.

    Hidden files and folders are left out, and links to folders are not followed.
    """
    paths: list[str] = []
    if folder == "-":
        return paths
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths += [os.path.join(parent, name) for name in names if not name.startswith(".")]  # noqa: PTH118
    return sorted(filter(os.path.isfile, paths))  # opening a named pipe would block


@contextmanager
def whole_file(path: "Path") -> Iterator[BinaryIO]:
    """Yield a stream whose content replaces the file when the block ends without an exception.

    The content is written to a temporary file in the same folder and flushed to disk; then this file
    atomically replaces the old file: a reader sees the complete old file or the complete new file. Where
    the system supports it (Linux), the temporary file has no name until the end, so a process that is
    killed before its last two steps, linking and renaming, leaves nothing behind. The new file has the
    permissions of the old file.

    Raises:
        OSError: the folder cannot be written to, the disk is full, or the path is not a regular file;
            an existing file is unchanged.
    """
    path = resolved(path)
    check_regular(path)
    # A long name is truncated, so that the temporary name is no longer than the system allows.
    prefix = f".{path.name[:50]}."
    descriptor = _nameless(path.parent)
    name: Path | None = None
    try:
        if descriptor is None:
            import tempfile

            try:
                descriptor, made = tempfile.mkstemp(prefix=prefix, dir=path.parent)
            except OSError as error:  # it names the temporary file
                raise OSError(error.errno, error.strerror, str(path)) from None
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
    """Return whether a file with this name is written with compression."""
    return path.suffix == ".gz"


def extension_of(path: "Path") -> str:
    """Return the extension of a file name in lower case, without the dot and without `.gz`.

    >>> from pathlib import Path
    >>> extension_of(Path("games.JSON.gz"))
    'json'
    """
    return (path.with_suffix("") if is_packed(path) else path).suffix[1:].lower()


@contextmanager
def whole_output(path: "Path") -> Iterator[BinaryIO]:
    """Yield a stream as `whole_file` does; the content is compressed if the file name ends in `.gz`.

    Equal content yields equal bytes: the gzip header contains neither a time nor a name. A device or a
    pipe, which must not be replaced by a file, is written directly.

    Raises:
        OSError: the file cannot be written; an existing file is unchanged.
    """
    with cast("BinaryIO", path.open("wb")) if is_special(path) else whole_file(path) as stream:
        if not is_packed(path):
            yield stream
            return
        import gzip

        packed = gzip.GzipFile("", "wb", fileobj=stream, mtime=0)
        with packed, io.BufferedWriter(cast(io.RawIOBase, packed)) as buffered:
            yield buffered  # unlike GzipFile's, its flush does not end a block of the compressed stream


def resolved(path: "Path") -> "Path":
    """Return a path with all symbolic links followed; the file need not exist.

    Raises:
        OSError: the links form a cycle.
    """
    try:
        return type(path)(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        return type(path)(os.path.realpath(path))


def is_special(path: "Path") -> bool:
    """Return whether a path leads to a device, a pipe or a socket."""
    return path.exists() and not path.is_file() and not path.is_dir()


def check_regular(path: "Path") -> None:
    """Check that a path can be replaced: it does not exist, or is a regular file (not a device).

    Raises:
        OSError: the path exists and is not a regular file.
    """
    if path.exists() and not path.is_file():
        raise FileExistsError(errno.EEXIST, "Not a regular file", str(path))


def put_in_place(stream: BinaryIO, name: "Path", path: "Path") -> None:
    """Rename a written file to `path` in the same folder; the file and the folder are synced to disk."""
    _settle(stream, path)
    _rename(name, path)


def _settle(stream: BinaryIO, path: "Path") -> None:
    """Sync the written content to disk, and copy the permissions of the file to be replaced."""
    try:
        mode = path.stat().st_mode & 0o7777
    except FileNotFoundError:
        mode = 0o666 & ~_umask()
    stream.flush()
    os.fchmod(stream.fileno(), mode)
    os.fsync(stream.fileno())


def _rename(name: "Path", path: "Path") -> None:
    name.replace(path)
    with suppress(OSError):  # some file systems do not support this
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _nameless(folder: "Path") -> int | None:
    """Open an unnamed file in a folder; None if the system does not support unnamed files."""
    if hasattr(os, "O_TMPFILE") and os.access("/proc/self/fd", os.F_OK):
        with suppress(OSError):  # the system does not support it; any other error will recur at once
            return os.open(folder, os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC, 0o600)
    return None


def _named(descriptor: int, name: "Path") -> "Path":
    """Give an unnamed file a name."""
    folder = os.open(name.parent, os.O_RDONLY)
    try:
        os.link(f"/proc/self/fd/{descriptor}", name, dst_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)
    return name


def _umask() -> int:
    """Return the umask of the process, which can be read only by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
