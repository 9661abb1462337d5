"""Knowledge of match5 as msgpack: the object of the JSON format, with raw bytes."""

from typing import Any, cast

import msgpack

from zet.engines.match5.model import Knowledge
from zet.formats.errors import with_source
from zet.formats.match5.json import as_dict, of_dict
from zet.formats.match5.storable import check_storable
from zet.formats.packed import unpacked


@with_source
def loads(data: bytes, _source: str) -> Knowledge:
    """Return the knowledge stored in a msgpack map.

    Raises:
        FormatError: the bytes are not a msgpack map with valid knowledge.
    """
    return of_dict(unpacked(data), _bytes)


def _bytes(value: Any) -> bytes:
    if not isinstance(value, bytes):
        raise TypeError
    return value


def dumps(knowledge: Knowledge) -> bytes:
    """Return knowledge as a msgpack map.

    Raises:
        UnwritableError: the knowledge is not valid.
    """
    check_storable(knowledge)
    return cast(bytes, msgpack.packb(as_dict(knowledge, bytes)))
