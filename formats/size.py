"""The size of a board as text: rows, then columns."""

import re

from zet.formats.errors import UnreadableError

_SIZE = r"(?ai)\s*(\d{1,4})\s*x\s*(\d{1,4})\s*"


def read_size(text: str) -> tuple[int, int]:
    """Return the numbers of rows and columns that a size states.

    >>> read_size("6x5")
    (6, 5)

    Raises:
        ValueError: the text is not a size.
    """
    match = re.fullmatch(_SIZE, text)
    if match is None:
        raise UnreadableError("{text!r} is not a size (rows x columns) such as 6x6", text=text[:20])
    return int(match[1]), int(match[2])
