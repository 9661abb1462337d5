"""Clean the text that accompanies a game or a puzzle, so that every format can store it."""

import re

_UNPRINTABLE = "[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]"

CONTROL = "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
"""Characters that control a terminal: control characters, line ends, and directional marks."""


def escape(text: str) -> str:
    r"""Return the text on one line, with every character that controls a terminal escaped.

    >>> print(escape("a\nb"))
    a\nb
    """
    return re.sub(CONTROL, lambda found: ascii(found[0])[1:-1], text)


def printable(text: str) -> str:
    """Replace each control character, surrogate, U+FEFF, U+FFFE and U+FFFF with a blank."""
    return text if text.isprintable() else re.sub(_UNPRINTABLE, " ", text)


def one_line(text: str) -> str:
    r"""Return the text as printable words on one line, separated by single spaces.

    >>> one_line("a \n b\x00")
    'a b'
    """
    return " ".join(printable(text).split())


def lines_of(text: str) -> str:
    r"""Return the text as printable lines, without whitespace at the end of the text.

    >>> lines_of("a\r\n\n b\t\n")
    'a\n\n b'
    """
    return "\n".join(map(printable, text.splitlines())).rstrip()
