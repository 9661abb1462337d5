# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""JSON text, exactly as Python's `json` writes it, in a fifth of the time.

Values of the types that answers consist of are written here. All others are left to `other`, and so are
values nested deeper than MOST_DEPTH, for which the C stack may be too small.

Invariants:
- `buffer[:end]` is the text so far, in UTF-8, in which a lone surrogate has three bytes as well.
- `_reserve` comes before each write. What proves to be for `other` is written over.
- `quoted` and `other` do not come back here, and one thread writes.
"""

from array import array
from collections.abc import Callable

import cython

from zet.engines.kernel.arrays import resized

if not cython.compiled:  # in C they come by the .pxd

    def small(value):
        """Return a whole number of at most nine digits; -1 for any other."""
        return value if 0 <= value < 10**9 else -1

    def decoded(buffer, end):
        """Return the first bytes of a buffer as text."""
        return bytes(buffer[:end]).decode(errors="surrogatepass")


MOST_DEPTH = cython.declare(cython.int, 64)
MOST_KEYS = cython.declare(cython.int, 1 << 10)
BLANK = cython.declare(cython.uchar, ord(" "))
COMMA = cython.declare(cython.uchar, ord(","))
ZERO = cython.declare(cython.uchar, ord("0"))
QUOTE = cython.declare(cython.uchar, ord('"'))
BACKSLASH = cython.declare(cython.uchar, ord("\\"))


@cython.final
@cython.cclass
class JsonTexts:
    """Makes JSON of values; `quoted` makes it of a string, `other` of any value that JSON can hold."""

    def __init__(self, quoted: Callable[[str], str], other: Callable[[object], str]):
        self.quoted = quoted
        self.other = other
        self.keys = {}
        self.room = 1 << 12
        self.buffer = array("B", bytes(self.room))

    def text(self, value: object) -> str:
        """Return a value as JSON, on one line.

        Raises:
            TypeError: JSON cannot hold the value.
        """
        self.end = 0
        self._write(value, 0)
        return decoded(self.buffer, self.end)

    def _write(self, value, depth):
        """Append the text of a value."""
        kind = type(value)
        if kind is int:
            self._number(value)
        elif kind is str:
            self._string(value)
        elif value is None:
            self._put(b"null")
        elif kind is bool:
            self._put(b"true" if value else b"false")
        elif depth == MOST_DEPTH:
            self._put_text(self.other(value))
        elif kind is list or kind is tuple:
            self._byte(ord("["))
            for item in value:
                self._write(item, depth + 1)
                self._comma()
            self._close(ord("]"), len(value))
        elif kind is dict:
            self._object(value, depth)
        elif isinstance(value, str):
            self._put_text(self.quoted(value))
        else:
            self._put_text(self.other(value))

    def _object(self, value: dict, depth):
        """Append the text of an object."""
        start: cython.Py_ssize_t = self.end
        self._byte(ord("{"))
        for key, item in value.items():
            if type(key) is not str:
                self.end = start
                self._put_text(self.other(value))
                return 0
            self._put(self._key(key))
            self._write(item, depth + 1)
            self._comma()
        self._close(ord("}"), len(value))
        return 0

    def _key(self, key):
        """Return the text of a key; texts are kept, since most keys occur again."""
        found = self.keys.get(key)
        if found is None:
            found = (self.quoted(key) + ": ").encode(errors="surrogatepass")
            if len(self.keys) < MOST_KEYS:
                self.keys[key] = found
        return found

    def _close(self, bracket, count):
        """Append a bracket; it takes the place of the comma behind the last of so many items."""
        if count:
            self.end -= 2
        self._byte(bracket)

    def _comma(self):
        """Append what stands between two items."""
        self._byte(COMMA)
        self._byte(BLANK)

    def _byte(self, code):
        """Append a character."""
        self._reserve(1)
        self.buffer[self.end] = code
        self.end += 1
        return 0

    def _number(self, value):
        """Append the digits of a whole number."""
        rest: cython.int = small(value)
        if rest < 0:
            self._put(str(value).encode())
            return 0
        self._reserve(9)
        index: cython.Py_ssize_t = self.end + 1
        power: cython.int = 10
        while rest >= power:
            index += 1
            power *= 10
        self.end = index
        while power > 1:
            index -= 1
            self.buffer[index] = ZERO + rest % 10
            rest //= 10
            power //= 10
        return 0

    def _string(self, value: str):
        """Append a string: as it is, if JSON has its characters so and they are ASCII."""
        length: cython.Py_ssize_t = len(value)
        self._reserve(length + 2)
        at: cython.Py_ssize_t = self.end
        self.buffer[at] = QUOTE
        for index in range(length):
            code: cython.int = ord(value[index])
            if code < BLANK or code > 127 or code == QUOTE or code == BACKSLASH:
                self._put_text(self.quoted(value))
                return 0
            at += 1
            self.buffer[at] = code
        self.buffer[at + 1] = QUOTE
        self.end = at + 2
        return 0

    def _put_text(self, text: str):
        """Append a text that is JSON."""
        self._put(text.encode(errors="surrogatepass"))

    def _put(self, text: bytes):
        """Append bytes that are JSON."""
        length: cython.Py_ssize_t = len(text)
        self._reserve(length)
        index: cython.Py_ssize_t
        for index in range(length):
            self.buffer[self.end + index] = text[index]
        self.end += length
        return 0

    def _reserve(self, more):
        """Let there be room for more bytes."""
        if self.end + more > self.room:
            self._grow(more)
        return 0

    def _grow(self, more):
        room: cython.Py_ssize_t = 2 * (self.end + more)
        self.buffer = resized(self.buffer[: self.end], "B", room)
        self.room = room  # not before there is: memory may be short
