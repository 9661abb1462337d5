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
from zet.formats.files import EmptyInputError, extension_of, files_in, open_input, whole_output
from zet.formats.registry import Format, read

Value = TypeVar("Value")

File = str | os.PathLike[str]
Source = File | BinaryIO
"""A path, or a stream that was opened in binary mode."""


@dataclass(frozen=True)
class Files(Generic[Value]):
    """Readers and writers of the values of one game.

    `noun` is the word for a value in error messages, `default_format` the format that `dumps` uses by
    default. `options` maps the name of a format to the keyword arguments of its reader and its writer.
    """

    formats: Mapping[str, Format[Value]]
    noun: str
    default_format: str
    options: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    def load(self, source: Source, *, format: str | None = None) -> Value:  # noqa: A002 - the usual name
        """Return the single value in a file; `load_all` reads several values.

        `source` is a path or a binary stream. The format is detected from the content unless `format`
        names it. Gzip is decompressed.

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
        """Yield the values of a file, or of all files in and below a folder, one by one as they are read.

        The files of a folder are read in the order of their names; hidden files are left out.

        Without `on_error`, the first value that cannot be parsed raises a FormatError, which ends the
        iteration. With `on_error`, the function is called with each such error, and the iteration
        continues.

        Raises:
            FormatError: a value cannot be parsed, or the file contains no value.
            OSError: the file cannot be opened, or the folder contains no files.
        """
        files = files_in(os.fspath(source)) if isinstance(source, str | os.PathLike) else ()
        for one in files or (source,):
            for value in self._values(one, _name_of(one), format):
                if not isinstance(value, FormatError):
                    yield value
                elif on_error is None:
                    raise value
                else:
                    on_error(value)

    def loads(self, text: str | bytes, *, format: str | None = None) -> Value:  # noqa: A002
        """Return the single value in a string, or in the bytes of a file; see `load`.

        Raises:
            FormatError: the text cannot be parsed, or does not contain exactly one value. The error names
                `<text>` as its source.
        """
        data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
        return self._only(io.BytesIO(data), "<text>", format)

    def dump(self, value: Value, path: File, *, format: str | None = None) -> None:  # noqa: A002
        """Write a value to a file atomically, replacing any existing file.

        By default the file's extension selects the format, as in `one.xml`. A file whose name ends in
        `.gz`, such as `one.xml.gz`, is compressed.

        Raises:
            UnwritableError: the format cannot represent the value.
            ValueError: no format has that name or extension, or zet cannot write the format.
            OSError: the file cannot be written.
        """
        self.dump_all([value], path, format=format)

    def dump_all(self, values: Iterable[Value], path: File, *, format: str | None = None) -> None:  # noqa: A002
        """Write several values to one file; see `dump`."""
        chosen = self._written_as(format or self._ending(Path(path)))
        with whole_output(Path(path)) as stream:
            for part in self._parts(chosen, values):
                stream.write(part if isinstance(part, bytes) else part.encode())

    def dumps(self, value: Value, *, format: str | None = None) -> str:  # noqa: A002
        """Return a value as text, on one line by default, without a newline at the end.

        Raises:
            UnwritableError: the format cannot represent the value.
            ValueError: no text format that zet writes has that name.
        """
        parts = list(self._parts(self._written_as(format or self.default_format), [value]))
        if any(isinstance(part, bytes) for part in parts):
            raise ValueError(f"{format} is a binary format; use dump to write it to a file")
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
                yield from read(stream, where, self.formats, self.noun, name, self.options)
            except (BadGzipFile, EmptyInputError, EOFError, zlib.error) as error:
                yield FormatError(where, None, getattr(error, "strerror", None) or str(error))

    def _only(self, source: Source, where: str, name: str | None) -> Value:
        """Return the single value in a source, as `load` does."""
        with closing(self._values(source, where, name)) as values:
            found = [value for value, _ in zip(values, range(2), strict=False)]
        for value in found:
            if isinstance(value, FormatError):
                raise value
        if len(found) > 1:
            raise FormatError(
                where, None, f"the input contains more than one {self.noun}; load_all reads all of them"
            )
        return cast(Value, found[0])

    def _parts(self, chosen: Format[Value], values: Iterable[Value]) -> Iterator[str | bytes]:
        """Yield the content of a file in a format: its head, each value serialized, and its tail."""
        head, tail = chosen.frame
        if head:
            yield head
        yield from map(chosen.dumps(**self.options.get(chosen.name, {})), values)
        if tail:
            yield tail

    def _format(self, name: str) -> Format[Value]:
        if name not in self.formats:
            raise ValueError(f"unknown format {name!r}; the formats are {', '.join(self.formats)}")
        return self.formats[name]

    def _written_as(self, name: str) -> Format[Value]:
        chosen = self._format(name)
        if not chosen.writes:
            raise ValueError(f"{name} can be read but not written")
        return chosen

    def _ending(self, path: Path) -> str:
        """Return the name of the format that a file's extension selects."""
        if len(self.formats) == 1:
            return self.default_format
        ending = extension_of(path)
        if ending not in self.formats:
            names = ", ".join(name for name, one in self.formats.items() if one.writes)
            raise ValueError(
                f"the extension of {path} does not determine the format; give one of {names}"
            )
        return ending


def _name_of(source: Source) -> str:
    """Return the name of a source for error messages."""
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<stream>"


def _opened(source: Source) -> AbstractContextManager[BinaryIO]:
    """Open a path as an unbuffered stream; a source that is already a stream is left open on exit.

    Raises:
        TypeError: the source is a text stream.
    """
    if isinstance(source, str | os.PathLike):
        return cast(BinaryIO, Path(source).open("rb", 0))
    if isinstance(source, io.TextIOBase):
        raise TypeError("a stream must be opened in binary mode, as in open(path, 'rb')")
    return nullcontext(source)
