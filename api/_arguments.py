"""Validation of the arguments of API functions against the functions' annotations."""

from collections.abc import Callable
from functools import cache, wraps
from inspect import Signature, signature
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, Unpack, get_args, get_origin, get_type_hints

Given = ParamSpec("Given")
Found = TypeVar("Found")

LEAST = {"games": 0, "nodes": 0, "seconds": 0, "length": 1}
"""The minimum values of arguments, by the names of the arguments."""


def checked(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """Return a wrapper that validates the arguments of a function against its annotations.

    The wrapper raises a ValueError for a string that is not in the annotated `Literal` and for a number
    below LEAST, and a TypeError for a non-integer where the annotation requires an int.
    """

    @cache
    def parameters() -> tuple[Signature, dict[str, tuple[Any, ...]]]:
        found = get_type_hints(function)
        for kind in [kind for kind in found.values() if get_origin(kind) is Unpack]:
            found |= get_type_hints(*get_args(kind))
        return signature(function), {
            name: _kinds(kind) for name, kind in found.items() if name != "return"
        }

    @wraps(function)
    def call(*args: Given.args, **options: Given.kwargs) -> Found:
        taken, kinds = parameters()
        for name, value in (taken.bind(*args, **options).arguments | options).items():
            _check(name, value, kinds.get(name, ()))
        return function(*args, **options)

    return call


def _kinds(kind: Any) -> tuple[Any, ...]:
    """Return the members of an annotated union and the strings of its `Literal` types."""
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    words = [word for one in kinds if get_origin(one) is Literal for word in get_args(one)]
    return (*words, *kinds)


def _check(name: str, value: Any, kinds: tuple[Any, ...]) -> None:
    if value is None and NoneType in kinds:
        return
    words = [word for word in kinds if isinstance(word, str)]
    if words and value not in words:
        raise ValueError(f"{name} must be one of {', '.join(words)}, not {value!r}")
    if int in kinds and not isinstance(value, int):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    if name in LEAST and isinstance(value, int | float) and not value >= LEAST[name]:
        raise ValueError(f"{name} must be {LEAST[name]} or more, not {value!r}")
