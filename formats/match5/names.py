"""Names of players of match5, as every format keeps them."""

import unicodedata

from zet.formats.errors import UnreadableError

MAX_NAME = 64
"""Bytes of a name in UTF-8."""


def check_name(name: str) -> str:
    """Return the name of a player if a file can hold it.

    Raises:
        ValueError: why not.
    """
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        raise UnreadableError("it cannot be written in UTF-8") from None
    if not 1 <= size <= MAX_NAME:
        raise UnreadableError("a name has 1 to {most} bytes in UTF-8", most=MAX_NAME)
    if not unicodedata.is_normalized("NFC", name):
        raise UnreadableError("it is not in Unicode's normal form C")
    if not name.isprintable() or name.isspace():
        raise UnreadableError("a name is made of printable characters")
    return name


def name_of_file(source: str) -> str:
    """Return the name of a player for a source that holds none: that of the file, as far as it serves."""
    from pathlib import PurePath

    stem = unicodedata.normalize("NFC", "".join(filter(str.isprintable, PurePath(source).stem)))
    name = stem.encode(errors="ignore")[:MAX_NAME].decode(errors="ignore").strip()
    return name if name and name != "-" else "unnamed"
