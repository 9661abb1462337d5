"""A verifier of weights of the renju player in msgpack, written from `docs/formats/renju-weights.md`.

It has no code of zet.
"""

import zlib
from typing import Any

import msgpack

MOST = {
    "lines": (3321 * 16, 8191),
    "first": (16 * 32, 4096),
    "biases": (16, 1 << 26),
    "second": (17, 1 << 22),
}
SHAPES = (
    "nothing", "one", "one+", "one++", "closed-two", "closed-two+", "open-two", "open-two+", "open-two++",
    "closed-three", "closed-three+", "open-three", "open-three+", "four", "straight-four", "five",
)  # fmt: skip


def numbers_of(values: Any, size: int, most: int) -> str:
    """Return the fault of a list of numbers, or an empty text."""
    if type(values) is not list or len(values) != size:
        return "length of a list"
    return "" if all(type(one) is int and -most <= one <= most for one in values) else "number"


def fault_of(data: bytes) -> tuple[str, Any]:
    """Return the first fault of a file, or an empty text; and the object of a file without a fault."""
    if len(data) > 1_048_576:
        return "too large", None
    try:
        value = msgpack.unpackb(data)
    except (ValueError, msgpack.exceptions.UnpackException):
        return "msgpack", None
    if type(value) is not dict or value.get("format") != "renju-weights":
        return "format", None
    if type(value.get("version")) is not int or value["version"] != 2:
        return "version", None
    if value.get("rule") not in ("renju", "freestyle", "standard"):
        return "rule", None
    colors = 2 if value["rule"] == "renju" else 1
    sets, networks = value.get("sets"), value.get("networks", [])
    if type(sets) is not list or len(sets) != 2 * colors:
        return "number of sets", None
    for at, one in enumerate(sets):
        if fault := numbers_of(one, 272 if at % 2 else 1569, 32_767):
            return fault, None
    if type(networks) is not list or len(networks) not in (0, colors):
        return "number of networks", None
    for network in networks:
        for name, (size, most) in MOST.items():
            if fault := numbers_of(network.get(name) if type(network) is dict else None, size, most):
                return fault, None
    made = value.get("made")
    if made is not None:
        counts = [made.get(one) for one in MADE] if type(made) is dict else [None]
        if not all(type(count) is int and count >= 0 for count in counts):
            return "made", None
    packed = b"".join(number.to_bytes(2, "little", signed=True) for one in sets for number in one)
    for network in networks:
        for name in MOST:
            packed += b"".join(number.to_bytes(4, "little", signed=True) for number in network[name])
    return ("", value) if value.get("checksum") == zlib.crc32(packed) else ("checksum", None)


MADE = ("rounds", "games", "nodes", "seed", "positions")


def shown(value: Any) -> list[dict[str, Any]]:
    """Return the values to show for each color to move: the turn, and each shape alone at a point."""
    sides = []
    for at in range(0, len(value["sets"]), 2):
        worth, calls = value["sets"][at : at + 2]
        rows = []
        for a, shape in enumerate(SHAPES):
            number = a * (a + 1) // 2 + 0 + 1
            numbers = (
                worth[number - 1],
                worth[136 + number - 1],
                calls[number - 1],
                calls[136 + number - 1],
            )
            keys = ("value", "other_value", "call", "other_call")
            rows.append({"shape": shape, **dict(zip(keys, numbers, strict=True))})
        sides.append({"turn": worth[273 - 1], "shapes": rows})
    return sides
