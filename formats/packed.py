"""Serialize plain data as msgpack, and parse it."""

from collections.abc import Iterator
from typing import Any, cast

import msgpack

from zet.formats.errors import UnreadableError


def packed(value: Any) -> bytes:
    """Return plain data as msgpack."""
    return cast(bytes, msgpack.packb(value))


def all_unpacked(data: bytes) -> Iterator[Any]:
    """Yield the values of concatenated msgpack documents, with arrays as tuples.

    Raises:
        UnreadableError: the bytes are not msgpack.
    """
    reader = msgpack.Unpacker(use_list=False, strict_map_key=False, max_buffer_size=len(data))
    reader.feed(data)
    try:
        while reader.tell() < len(data):
            yield reader.unpack()
    except (ValueError, TypeError, msgpack.exceptions.UnpackException) as error:
        reason = str(error) or type(error).__name__
        raise UnreadableError("not msgpack: {reason}", reason=reason) from None


def unpacked(data: bytes) -> Any:
    """Return the value of a msgpack document.

    Raises:
        UnreadableError: the bytes are not msgpack.
    """
    try:
        return msgpack.unpackb(data)
    except (ValueError, msgpack.exceptions.UnpackException) as error:
        raise UnreadableError(
            "not msgpack: {reason}", reason=str(error) or type(error).__name__
        ) from None
