"""What msgpack holds."""

from typing import Any

import msgpack

from zet.formats.errors import UnreadableError


def unpacked(data: bytes) -> Any:
    """Return the value of msgpack.

    Raises:
        UnreadableError: the bytes are none.
    """
    try:
        return msgpack.unpackb(data)
    except (ValueError, msgpack.exceptions.UnpackException) as error:
        raise UnreadableError(
            "not msgpack: {reason}", reason=str(error) or type(error).__name__
        ) from None
