"""`load`, `loads`, `dump` and `dumps` for every game."""

import io
import os
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field
from gzip import BadGzipFile
from pathlib import Path
from typing import BinaryIO, Generic, TypeVar, cast

from zet.formats.errors import FormatError
from zet.formats.files import EmptyInputError, is_packed, open_input, whole_output
from zet.formats.registry import Format, read

Value = TypeVar("Value")

File = str | os.PathLike[str]
Source = File | BinaryIO
"""A path, or a stream that was opened in binary mode."""


@dataclass(frozen=True)
class Files(Generic[Value]):
    """Readers and writers of a game's values.

    `what` is the word for a value in messages, `usual` the default format of `dumps`. `options` maps
    the name of a format to the options of its reader.
    """

    formats: Mapping[str, Format[Value]]
    what: str
    usual: str
    options: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    def load(self, source: Source, *, format: str | None = None) -> Value:  # noqa: A002 - the usual name
        """Return the only value of a file, which is a path or a binary stream; `load_all` reads several.

        The format is detected from the content unless `format` names it. Gzip is decompressed.

        Raises:
            FormatError: the file cannot be parsed, or does not contain exactly one value.
            OSError: the file cannot be opened.
        """
        return self._only(source, _name_of(source), format)

    def load_all(
        self,
        source: Source,
        *,
        format: str | None = None,  # noqa: A002
        on_error: Callable[[FormatError], object] | None = None,
    ) -> Iterator[Value]:
        """Yield the values of a file one by one, as they are read.

        A value that cannot be parsed raises its error and ends the iteration. With `on_error`, that
        function is called with the error instead, and the iteration continues.

        Raises:
            FormatError: a value cannot be parsed, or the file has no value.
            OSError: the file cannot be opened.
        """
        for value in self._values(source, _name_of(source), format):
            if not isinstance(value, FormatError):
                yield value
            elif on_error is None:
                raise value
            else:
                on_error(value)

    def loads(self, text: str | bytes, *, format: str | None = None) -> Value:  # noqa: A002
        """Return the only value of a text, or of the bytes of a file; see `load`.

        Raises:
            FormatError: the text cannot be parsed, or does not contain exactly one value; the source is
                `<text>`.
        """
        data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
        return self._only(io.BytesIO(data), "<text>", format)

    def dump(self, value: Value, path: File, *, format: str | None = None) -> None:  # noqa: A002
        """Write a value to a file atomically, replacing any existing file.

        `format` names the format; by default the extension of the file determines it, as in `one.xml`. A
        file whose name ends in `.gz`, such as `one.xml.gz`, is compressed.

        Raises:
            UnwritableError: the format cannot represent the value.
            ValueError: there is no format of that name, or zet does not write it.
            OSError: the file cannot be written.
        """
        self.dump_all([value], path, format=format)

    def dump_all(self, values: Iterable[Value], path: File, *, format: str | None = None) -> None:  # noqa: A002
        """Write values to one file; see `dump`."""
        chosen = self._written_as(format or self._ending(Path(path)))
        with whole_output(Path(path)) as stream:
            for part in self._parts(chosen, values):
                stream.write(part if isinstance(part, bytes) else part.encode())

    def dumps(self, value: Value, *, format: str | None = None) -> str:  # noqa: A002
        """Return a value as text, on one line by default, without a newline at the end.

        Raises:
            UnwritableError: the format cannot represent the value.
            ValueError: no text format has that name.
        """
        parts = list(self._parts(self._written_as(format or self.usual), [value]))
        if any(isinstance(part, bytes) for part in parts):
            raise ValueError(f"{format} is not text; dump writes it to a file")
        return "".join(cast("list[str]", parts)).removesuffix("\n")

    def _values(
        self, source: Source, where: str, name: str | None
    ) -> Generator[Value | FormatError, None, None]:
        """Yield the values of a file, and an error for each value that cannot be parsed."""
        if name is not None:
            self._format(name)
        with _opened(source) as raw:
            try:
                stream = open_input(raw, lambda: None)
                yield from read(stream, where, self.formats, self.what, name, self.options)
            except (BadGzipFile, EmptyInputError, EOFError, zlib.error) as error:
                yield FormatError(where, None, getattr(error, "strerror", None) or str(error))

    def _only(self, source: Source, where: str, name: str | None) -> Value:
        """Return the only value of a source."""
        with closing(self._values(source, where, name)) as values:
            found = [value for value, _ in zip(values, range(2), strict=False)]
        for value in found:
            if isinstance(value, FormatError):
                raise value
        if len(found) > 1:
            raise FormatError(where, None, f"more than one {self.what} in it; load_all reads them")
        return cast(Value, found[0])

    def _parts(self, chosen: Format[Value], values: Iterable[Value]) -> Iterator[str | bytes]:
        """Yield the parts of a file in a format: its head, its values and its tail."""
        head, tail = chosen.frame
        if head:
            yield head
        yield from map(chosen.dumps(), values)
        if tail:
            yield tail

    def _format(self, name: str) -> Format[Value]:
        if name not in self.formats:
            raise ValueError(f"no format {name!r}; the formats are {', '.join(self.formats)}")
        return self.formats[name]

    def _written_as(self, name: str) -> Format[Value]:
        chosen = self._format(name)
        if not chosen.writes:
            raise ValueError(f"{name} can be read but not written")
        return chosen

    def _ending(self, path: Path) -> str:
        """Return the name of the format that corresponds to the extension of a file."""
        if len(self.formats) == 1:
            return self.usual
        ending = (path.with_suffix("") if is_packed(path) else path).suffix.removeprefix(".")
        if ending not in self.formats:
            names = ", ".join(name for name, one in self.formats.items() if one.writes)
            raise ValueError(f"the extension of {path} names no format: give one of {names}")
        return ending


def _name_of(source: Source) -> str:
    """Return the name of a source, as errors show it."""
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<stream>"


def _opened(source: Source) -> AbstractContextManager[BinaryIO]:
    """Return a context manager for an unbuffered stream; it leaves a stream of the caller open."""
    if isinstance(source, str | os.PathLike):
        return cast(BinaryIO, Path(source).open("rb", 0))
    if isinstance(source, io.TextIOBase):
        raise TypeError("a stream must be opened in binary mode, as in open(path, 'rb')")
    return nullcontext(source)
