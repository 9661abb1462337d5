"""JSON Schemas and Markdown tables of the answers that `formats/<game>/contract.py` declares.

A contract is a module of `TypedDict`s, one for each kind of answer and for each object within an answer.
The fields of a type are the keys of the JSON object, except `source` and `record`, and each is annotated
with its meaning. Only type checkers and this module import contracts, so they do not slow down commands.

The schemas are in JSON Schema 2020-12 (https://json-schema.org/draft/2020-12) and closed: an object has
only the keys of its type.
"""

import inspect
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from zet.formats import contract as shared

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PRIMITIVES = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}
PLACE = {
    "source": ("string", "the file as it was named, or `-` for standard input"),
    "record": ("integer", "the number of the record in its source, from 1"),
}
"""The keys that begin every line, before the keys of the line's type: their JSON types and meanings."""


def answers(game: str, names: str) -> list[type]:
    """Return the answer types of a command by their names, `Name` or `folder.Name`, separated by blanks.

    A plain name is a type of the game's contract or of the shared contract; `folder.Name` is a type of
    another folder's contract.
    """
    found = []
    for one in names.split():
        folder, _dot, name = one.rpartition(".")
        contract = import_module(f"zet.formats.{folder or game}.contract")
        found.append(getattr(contract, name, None) or getattr(shared, name))
    return found


def schema(title: str, kinds: Sequence[type], beside: type | None = None) -> dict[str, Any]:
    """Return the schema of a line of JSON, which is an answer of one of these types, or an error.

    A type without the key `status` describes a separate document, which lacks the keys of PLACE. An
    answer may also have the keys of the type `beside`.
    """
    lines = [*kinds, shared.Error]
    return {
        "$schema": DIALECT,
        "title": title,
        "anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in lines],
        "$defs": {
            kind.__name__: _object(kind, is_line=kind in lines, beside=beside if kind in kinds else None)
            for kind in closure(lines)
        },
    }


def closure(kinds: Iterable[type]) -> list[type]:
    """Return the types and, recursively, the types of their fields, each once."""
    found: dict[type, None] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop(0)
        if kind not in found:
            found[kind] = None
            waiting += [one for hint, _description in fields(kind).values() for one in _objects_in(hint)]
    return list(found)


def fields(kind: type) -> dict[str, tuple[Any, str]]:
    """Return the type and the description of each field of a type, `status` first."""
    hints = get_type_hints(kind, include_extras=True)
    found: dict[str, tuple[Any, str]] = {"status": (None, "")} if "status" in hints else {}
    for name, hint in hints.items():
        while get_origin(hint) in (Required, NotRequired):
            [hint] = get_args(hint)
        described = get_args(hint) if get_origin(hint) is Annotated else (hint, "")
        found[name] = described[0], described[1]
    return found


def _objects_in(hint: Any) -> Iterator[type]:
    if is_typeddict(hint):
        yield hint
    for part in get_args(hint):
        yield from _objects_in(part)


def _object(kind: type, *, is_line: bool, beside: type | None) -> dict[str, Any]:
    """Return the schema of the objects of a type, which allows no further keys."""
    place = PLACE if is_line and "status" in fields(kind) else {}
    properties: dict[str, Any] = {
        name: {"type": word, "description": text} for name, (word, text) in place.items()
    }
    for name, (hint, description) in ((fields(beside) if beside else {}) | fields(kind)).items():
        properties[name] = _schema_of(hint) | ({"description": description} if description else {})
    required = kind.__required_keys__  # type: ignore[attr-defined]
    return {
        "type": "object",
        "description": inspect.cleandoc(kind.__doc__ or ""),
        "properties": properties,
        "required": [name for name in properties if name in place or name in required],
        "additionalProperties": False,
    }


def _schema_of(hint: Any) -> dict[str, Any]:
    """Return the schema of the values of a type."""
    origin, parts = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        return {"$ref": f"#/$defs/{hint.__name__}"}
    if hint in PRIMITIVES:
        return {"type": PRIMITIVES[hint]}
    if origin is Literal:
        return {"enum": list(parts)}
    if origin in (Union, UnionType):
        return _any_of([_schema_of(part) for part in parts])
    if origin is tuple and parts[1:] != (...,):
        items = [_schema_of(part) for part in parts]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema_of(parts[1])}
    if origin is not None and issubclass(origin, Sequence):
        return {"type": "array", "items": _schema_of(parts[0])}
    raise TypeError(f"{hint} is not a JSON type")


def _any_of(schemas: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a short schema of the values that match one of several schemas."""
    if all(set(one) == {"type"} for one in schemas):
        return {"type": [one["type"] for one in schemas]}
    if [set(one) for one in schemas] == [{"enum"}, {"type"}] and schemas[1]["type"] == "null":
        return {"enum": [*schemas[0]["enum"], None]}
    return {"anyOf": schemas}


def table(kind: type) -> str:
    """Return the description of a type and a table of its keys, in Markdown."""
    optional = kind.__optional_keys__  # type: ignore[attr-defined]
    lines = [f"**{kind.__name__}**: {' '.join((kind.__doc__ or '').split())}", ""]
    lines += ["| key | type | holds |", "|---|---|---|"]
    for name, (hint, description) in fields(kind).items():
        words = _words(hint) + (", or absent" if name in optional else "")
        lines.append(f"| `{name}` | {words} | {description} |")
    return "\n".join(lines) + "\n"


def _words(hint: Any) -> str:
    """Return the short name of a type for a table."""
    origin, parts = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        return str(hint.__name__)
    if hint in PRIMITIVES:
        return PRIMITIVES[hint]
    if origin is Literal:
        return ", ".join(f"`{part}`" for part in parts)
    if origin in (Union, UnionType):
        return " or ".join(map(_words, parts))
    if origin is tuple and parts[1:] != (...,):
        return f"[{', '.join(map(_words, parts))}]"
    if origin is dict:
        return f"object of {_words(parts[1])}"
    return f"list of {_words(parts[0])}"
