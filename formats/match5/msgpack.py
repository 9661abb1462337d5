"""Knowledge of match5 as msgpack: the object that the JSON has, with bytes as they are."""

from typing import Any, cast

import msgpack

from zet.engines.match5.model import Knowledge
from zet.formats.errors import UnreadableError, with_source
from zet.formats.match5.json import as_dict, of_dict


@with_source
def loads(data: bytes, _source: str) -> Knowledge:
    """Return the knowledge of a msgpack map.

    Raises:
        FormatError: the bytes are no such map.
    """
    try:
        value = msgpack.unpackb(data)
    except (ValueError, msgpack.exceptions.UnpackException) as error:
        raise UnreadableError(
            "not msgpack: {reason}", reason=str(error) or type(error).__name__
        ) from None
    return of_dict(value, _bytes)


def _bytes(value: Any) -> bytes:
    if not isinstance(value, bytes):
        raise TypeError
    return value


def dumps(knowledge: Knowledge) -> bytes:
    """Return the msgpack map."""
    return cast(bytes, msgpack.packb(as_dict(knowledge)))
