# cython: language_level=3, boundscheck=False, wraparound=False
# mypy: ignore-errors
"""Values: instances of frozen dataclasses with slots, made in a third of the time.

Such a class sets each of its fields by a call of `object.__setattr__` from Python.
"""

from dataclasses import MISSING, fields
from typing import TypeVar

import cython

if not cython.compiled:  # in C it comes by the .pxd
    put = object.__setattr__

Value = TypeVar("Value")


def fast_init(kind: type[Value]) -> type[Value]:
    """Return a frozen dataclass with slots whose values are made faster from positional arguments.

    Raises:
        ValueError: making one takes more than setting its fields.
    """
    described = fields(kind)
    names: tuple = tuple([field.name for field in described])
    defaults: tuple = tuple([field.default for field in described if field.default is not MISSING])
    made = sum(not field.init or field.default_factory is not MISSING for field in described)
    if made or hasattr(kind, "__post_init__"):
        raise ValueError(f"{kind.__name__} does more than set its fields")
    plain = kind.__init__
    most: cython.Py_ssize_t = len(names)
    least: cython.Py_ssize_t = most - len(defaults)

    def make(self, *values, **named):
        given: cython.Py_ssize_t = len(values)
        index: cython.Py_ssize_t
        if named or not least <= given <= most:
            plain(self, *values, **named)
            return
        for index in range(most):
            put(self, names[index], values[index] if index < given else defaults[index - least])

    make.__wrapped__ = plain  # which has the signature
    kind.__init__ = make
    return kind
