"""Pictures in notebooks."""

from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


def show_as(kind: type[Value], as_svg: Callable[[Value], bytes]) -> None:
    """Give a type of values the method `_repr_svg_`, with which notebooks draw a value.

    The engines cannot import pictures, which belong to a layer above them. Therefore the module of a game
    in `zet` adds the method to the type.
    """
    kind._repr_svg_ = lambda value: as_svg(value).decode()  # type: ignore[attr-defined]
