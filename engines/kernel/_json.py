# cython: language_level=3
# mypy: ignore-errors
"""JSON text, exactly as Python's `json` writes it, in less than half of the time.

Values of the types that answers consist of are written here. All others are left to `other`, and so are
values nested deeper than MOST_DEPTH, for which the C stack may be too small.
"""

from collections.abc import Callable

import cython

MOST_DEPTH = cython.declare(cython.int, 64)
MOST_KEYS = cython.declare(cython.int, 1 << 10)


@cython.final
@cython.cclass
class JsonTexts:
    """Makes JSON of values; `quoted` makes it of a string, `other` of any value that JSON can hold."""

    def __init__(self, quoted: Callable[[str], str], other: Callable[[object], str]):
        self.quoted = quoted
        self.other = other
        self.numbers = {number: str(number) for number in range(1 << 10)}
        self.keys = {}

    def text(self, value: object) -> str:
        """Return a value as JSON, on one line.

        Raises:
            TypeError: JSON cannot hold the value.
        """
        parts = []
        self.write(parts, value, 0)
        return "".join(parts)

    def write(self, parts, value, depth):
        """Append the text of a value to `parts`."""
        kind = type(value)
        if kind is int:
            number = self.numbers.get(value)
            parts.append(str(value) if number is None else number)
        elif isinstance(value, str):
            parts.append(self.quoted(value))
        elif value is None:
            parts.append("null")
        elif kind is bool:
            parts.append("true" if value else "false")
        elif depth == MOST_DEPTH or not value:
            parts.append(self.other(value))
        elif kind is list or kind is tuple:
            parts.append("[")
            for item in value:
                self.write(parts, item, depth + 1)
                parts.append(", ")
            parts[len(parts) - 1] = "]"
        elif kind is dict and self.has_names(value):
            self.write_object(parts, value, depth)
        else:
            parts.append(self.other(value))

    def has_names(self, value):
        """Whether all keys are strings."""
        for key in value:
            if type(key) is not str:
                return False
        return True

    def write_object(self, parts, value, depth):
        """Append the text of an object that is not empty."""
        parts.append("{")
        for key, item in value.items():
            parts.append(self.key(key))
            self.write(parts, item, depth + 1)
            parts.append(", ")
        parts[len(parts) - 1] = "}"

    def key(self, key):
        """Return the text of a key; texts are kept, since most keys occur again."""
        found = self.keys.get(key)
        if found is None:
            found = self.quoted(key) + ": "
            if len(self.keys) < MOST_KEYS:
                self.keys[key] = found
        return found
