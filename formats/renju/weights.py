"""Evaluation weights of the renju player as msgpack: the object of the JSON format, and a checksum.

`checksum` is the CRC-32 of the numbers in `sets`, as little-endian words of 16 bits, followed by the
numbers in `networks`, as little-endian words of 32 bits.
"""

import struct
import zlib
from functools import cache
from pathlib import Path
from typing import cast

import msgpack

from zet.engines.renju.weights import Weights
from zet.formats.errors import UnreadableError, with_source
from zet.formats.packed import unpacked
from zet.formats.renju.weights_json import as_dict, of_dict

LEARNED = Path(__file__).with_name("learned")
"""The folder of the weights shipped with zet, one file per rule."""


@cache
def learned(rule: str) -> Weights:
    """Return the shipped weights for a rule."""
    path = LEARNED / f"{rule}.msgpack"
    return loads(path.read_bytes(), str(path))


@with_source
def loads(data: bytes, _source: str) -> Weights:
    """Return the weights in a msgpack map.

    Raises:
        FormatError: the bytes are not a msgpack map of valid weights, or are damaged.
    """
    value = unpacked(data)
    weights = of_dict(value)
    if value.get("checksum") != _checksum(weights):
        raise UnreadableError("the checksum is wrong, so the numbers are damaged")
    return weights


def dumps(weights: Weights) -> bytes:
    """Return weights as a msgpack map."""
    return cast(bytes, msgpack.packb({**as_dict(weights), "checksum": _checksum(weights)}))


def _checksum(weights: Weights) -> int:
    sets = [struct.pack(f"<{len(one)}h", *one) for one in weights.sets]
    networks = [struct.pack(f"<{len(one)}i", *one) for network in weights.networks for one in network]
    return zlib.crc32(b"".join(sets + networks))
