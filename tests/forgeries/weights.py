"""Forged weights of the renju player, as `zet renju tune` writes them.

A forgery is a list of edits of an honest file: each replaces the value at a path of keys, deletes it, or
inserts a value before it.
"""

import json
import struct
import tempfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import msgpack
from commands import ROOT, run
from forgeries.forging import HONEST, Judged, Kind, Made, compared, forgeries
from verifiers.renju_weights import MADE, MOST, fault_of, shown

SHIPPED = ROOT / "formats/renju/learned"


@cache
def files() -> dict[str, Any]:
    """Return the objects of files: the shipped ones for two rules, and one of a short training."""
    with tempfile.TemporaryDirectory() as folder:
        tuned = Path(folder, "tuned.msgpack")
        run(f"zet renju tune {tuned} --rule freestyle --rounds 1 --games 8 --nodes 50 --seed 1")
        paths = {
            "renju": SHIPPED / "renju.msgpack",
            "standard": SHIPPED / "standard.msgpack",
            "tuned": tuned,
        }
        return {name: msgpack.unpackb(path.read_bytes()) for name, path in paths.items()}


def checksum(value: Any) -> int:
    """Return the checksum of an object, or 0 if its numbers have none."""
    try:
        packed = [struct.pack(f"<{len(one)}h", *one) for one in value["sets"]]
        for network in value.get("networks", ()):
            packed += [struct.pack(f"<{len(network[name])}i", *network[name]) for name in MOST]
    except (KeyError, TypeError, struct.error):
        return 0
    return zlib.crc32(b"".join(packed))


def edited(value: Any, path: list[Any], edit: Callable[[Any, Any], None]) -> Any:
    """Return a value with an edit at a path; everything beside the path is shared."""
    copy = value.copy()
    if len(path) > 1:
        copy[path[0]] = edited(value[path[0]], path[1:], edit)
    else:
        edit(copy, path[0])
    return copy


def data_of(one: Made) -> bytes:
    """Return the bytes of a forgery."""
    value = files()[one["file"]]
    for path, action, new in one["edits"]:
        value = edited(value, path, ACTIONS[action](new))
    if one.get("repaired"):
        value = value | {"checksum": checksum(value)}
    data = cast(bytes, msgpack.packb(value))
    if "bit" in one:
        at = one["bit"] % (8 * len(data))
        data = data[: at // 8] + bytes([data[at // 8] ^ 1 << at % 8]) + data[at // 8 + 1 :]
    return data[: len(data) - one.get("cut", 0)] + bytes(one.get("after", ()))


def put(new: Any) -> Callable[[Any, Any], None]:
    return lambda place, key: place.__setitem__(key, new)


def insert(new: Any) -> Callable[[Any, Any], None]:
    return lambda place, key: place.insert(key, new)


def delete(_new: Any) -> Callable[[Any, Any], None]:
    return lambda place, key: place.__delitem__(key)


ACTIONS = {"put": put, "insert": insert, "delete": delete}


def key(name: str, *values: object) -> Kind:
    """Return a kind that replaces the value of a key."""

    def forge(random: Random, one: Made) -> None:
        one["edits"].append([[name], "put", random.choice(values)])

    return forge


def without(name: str) -> Kind:
    def forge(_random: Random, one: Made) -> bool | None:
        if name not in files()[one["file"]]:
            return False
        one["edits"].append([[name], "delete", None])
        return None

    return forge


def of_made(*values: object) -> Kind:
    """Return a kind that changes a number in the record of the training; no value deletes it."""

    def forge(random: Random, one: Made) -> None:
        action = "put" if values else "delete"
        one["edits"].append([["made", random.choice(MADE)], action, random.choice(values or (None,))])

    return forge


def a_number(random: Random, one: Made) -> list[Any]:
    """Return the path of a number of a set or of a network."""
    value = files()[one["file"]]
    if value.get("networks") and random.random() < 0.5:
        network = random.randrange(len(value["networks"]))
        name = random.choice(list(MOST))
        return ["networks", network, name, random.randrange(len(value["networks"][network][name]))]
    at = random.randrange(len(value["sets"]))
    return ["sets", at, random.randrange(len(value["sets"][at]))]


def at_path(value: Any, path: list[Any]) -> Any:
    for step in path:
        value = value[step]
    return value


def number(*values: object, repaired: bool = True) -> Kind:
    """Return a kind that replaces a number, or changes it by a little."""

    def forge(random: Random, one: Made) -> None:
        path = a_number(random, one)
        small = at_path(files()[one["file"]], path) + random.choice((-1, 1, 256))
        one["edits"].append([path, "put", random.choice(values) if values else small])
        one["repaired"] = repaired

    return forge


def number_dropped(random: Random, one: Made) -> None:
    one["edits"].append([a_number(random, one), "delete", None])
    one["repaired"] = True


def number_added(random: Random, one: Made) -> None:
    one["edits"].append([a_number(random, one), "insert", random.randrange(9)])
    one["repaired"] = True


def exchange_numbers(*, repaired: bool) -> Kind:
    def forge(random: Random, one: Made) -> None:
        value = files()[one["file"]]
        path = a_number(random, one)
        other = [*path[:-1], random.randrange(len(at_path(value, path[:-1])))]
        one["edits"] += [[path, "put", at_path(value, other)], [other, "put", at_path(value, path)]]
        one["repaired"] = repaired

    return forge


def exchange_sets(random: Random, one: Made) -> None:
    sets = files()[one["file"]]["sets"]
    at, to = random.sample(range(len(sets)), 2)
    one["exchanged"] = [at, to]
    one["edits"] += [[["sets", at], "put", sets[to]], [["sets", to], "put", sets[at]]]
    one["repaired"] = random.random() < 0.5


def part(name: str, action: str) -> Kind:
    """Return a kind that drops a part of a list, or adds a copy of its first part."""

    def forge(random: Random, one: Made) -> bool | None:
        parts = files()[one["file"]].get(name)
        if not parts:
            return False
        at = random.randrange(len(parts))
        one["edits"].append([[name, at], action, None if action == "delete" else parts[0]])
        one["repaired"] = True
        return None

    return forge


def of_network(action: str) -> Kind:
    """Return a kind that drops a list of a network, or replaces it by another of its lists."""

    def forge(random: Random, one: Made) -> bool | None:
        networks = files()[one["file"]].get("networks")
        if not networks:
            return False
        at = random.randrange(len(networks))
        name, other = random.sample(list(MOST), 2)
        one["edits"].append([["networks", at, name], action, networks[at][other]])
        return None

    return forge


def beside(name: str, least: int, most: int) -> Kind:
    def forge(random: Random, one: Made) -> None:
        one[name] = random.randint(least, most)

    return forge


def bytes_after(random: Random, one: Made) -> None:
    one["after"] = [random.randrange(256) for _ in range(random.choice((1, 40)))]


KINDS: dict[str, Kind] = {
    "format": key("format", "renju-weight", "", None, 2),
    "version": key("version", 1, 3, "2", 2.0, True, None),
    "other rule": key("rule", "renju", "freestyle", "standard"),
    "no rule": key("rule", "gomoku", "", None, 1),
    "rule dropped": without("rule"),
    "record of the training": key("made", {}, [], "", 0, None),
    "number of the training": of_made(-1, 1.5, "8", None, True, 1 << 63),
    "number of the training dropped": of_made(),
    "sets": key("sets", [], None, {}, [[]], 4),
    "set dropped": part("sets", "delete"),
    "set repeated": part("sets", "insert"),
    "sets exchanged": exchange_sets,
    "number changed": number(repaired=False),
    "number changed, and the checksum": number(),
    "no whole number": number(1.0, "1", None, True, [], 0.5),
    "number out of range": number(1 << 15, -(1 << 15), 1 << 23, -(1 << 23), 1 << 27, 1 << 40),
    "number dropped": number_dropped,
    "number added": number_added,
    "numbers exchanged": exchange_numbers(repaired=False),
    "numbers exchanged, and the checksum": exchange_numbers(repaired=True),
    "networks": key("networks", [], None, {}, [{}], 1),
    "network dropped": part("networks", "delete"),
    "network repeated": part("networks", "insert"),
    "list of a network dropped": of_network("delete"),
    "list of a network exchanged": of_network("put"),
    "checksum": key("checksum", 0, 1, -1, "", None, True),
    "checksum dropped": without("checksum"),
    "any bit": beside("bit", 0, 1 << 20),
    "truncated": beside("cut", 1, 2000),
    "bytes after the object": bytes_after,
    "other keys": key("title", "a" * (1 << 20), "", None, []),
}


def judged(each: int, seed: int) -> Iterator[Judged]:
    """Yield whether each file is read; the judge, written from the page, compares the numbers shown."""
    honest = [{"file": name, "edits": []} for name in files()]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.msgpack")
        for kind, one in forgeries("weights", honest, KINDS, each, seed):
            data = data_of(one)
            path.write_bytes(data)
            done = run(f"zet renju weights inspect --format json {path}")
            answer = json.loads(done.stdout)
            fault, value = fault_of(data)
            text = f"{json.dumps(one)[:500]}: {done.stdout[:300]}"
            says, expected = (
                "refused" if bad else "read" for bad in (answer["status"] == "error", fault)
            )
            yield compared(kind, says, expected, f"{fault}: {text}", ("read",))
            if says == expected == "read" and not (
                answer["rule"] == value["rule"]
                and answer["sides"] == shown(value)
                and answer["networks"] == len(value.get("networks", ()))
            ):
                yield Judged(kind, says, "false accepted", text)
            if kind == HONEST and fault:
                yield Judged(kind, says, "true refused", text)
