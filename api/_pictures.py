"""Drawings of values in notebooks."""

from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


def show_as(kind: type[Value], as_svg: Callable[[Value], bytes]) -> None:
    """Make notebooks draw the values of a class, by giving the class the method `_repr_svg_`.

    The engine that defines the class cannot do so, because drawing belongs to a higher layer.
    """
    kind._repr_svg_ = lambda value: as_svg(value).decode()  # type: ignore[attr-defined]
