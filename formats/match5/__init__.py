"""Every format of match5 knowledge: recognised by content, read whole, written whole."""

import io
import re
from collections.abc import Callable, Iterator
from importlib import import_module

from zet.engines.match5.model import Knowledge
from zet.formats.errors import FormatError

MAX_BYTES = 1 << 26
"""A larger file is refused before it is read to its end."""

MODULES = {"fivo": "fivo", "kn": "fivo", "json": "documents", "msgpack": "documents"}
"""The formats, and the modules that have `read_` and `write_` functions of their names."""

_JSON = re.compile(rb"(\xef\xbb\xbf)?[ \t\r\n]*\{")


def reader(name: str) -> Callable[[bytes, str], Knowledge]:
    """Return the function that reads a format, from bytes and the name of their source."""
    function: Callable[[bytes, str], Knowledge] = getattr(_module(name), f"read_{name}")
    return function


def writer(name: str) -> Callable[[Knowledge], bytes]:
    """Return the function that writes a format."""
    function: Callable[[Knowledge], bytes] = getattr(_module(name), f"write_{name}")
    return function


def _module(name: str) -> object:
    return import_module(f"zet.formats.match5.{MODULES[name]}")


def recognised(data: bytes) -> str:
    """Return the name of the format that bytes look like; what looks like none is taken for a KN dump.

    No KN dump begins like the others: a brace, the magic and the maps of 4 to 7 keys would all have red
    fields in the first row.
    """
    if data.startswith(b"FIVO"):
        return "fivo"
    if _JSON.match(data):
        return "json"
    return "msgpack" if data[:1] and 0x84 <= data[0] <= 0x87 else "kn"


def read(data: bytes, source: str, form: str | None = None) -> Knowledge:
    """Return the knowledge of a file of any format.

    Raises:
        FormatError: it cannot be read.
    """
    if len(data) > MAX_BYTES:
        raise FormatError(source, None, f"more than {MAX_BYTES} bytes")
    if not data:
        raise FormatError(source, None, "no knowledge in it: it is empty")
    name = form or recognised(data)
    try:
        return reader(name)(data, source)
    except FormatError as error:
        if form is None and name == "kn":
            raise FormatError(
                source, None, f"no knowledge in any known format (as a KN dump: {error.reason})"
            ) from None
        raise


def load(
    stream: io.BufferedReader, source: str, form: str | None = None
) -> Iterator[Knowledge | FormatError]:
    """Yield the knowledge that a stream holds, or its FormatError: one record."""
    try:
        yield read(stream.read(MAX_BYTES + 1), source, form)
    except FormatError as error:
        yield error
