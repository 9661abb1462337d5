"""Pictures in notebooks."""

from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


def show_as(kind: type[Value], as_svg: Callable[[Value], bytes]) -> None:
    """Have notebooks draw the values of a kind: they look for a method `_repr_svg_`.

    The engines cannot import pictures, which are a layer above them: their values get the method when the
    module of their game is imported here.
    """
    kind._repr_svg_ = lambda value: as_svg(value).decode()  # type: ignore[attr-defined]
