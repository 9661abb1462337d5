"""Names of players of match5, as all formats store them."""

import unicodedata

from zet.formats.errors import UnreadableError

MAX_NAME = 64
"""The maximum length of a name in bytes of UTF-8."""


def check_name(name: str) -> str:
    """Return the name of a player unchanged if it can be stored.

    Raises:
        ValueError: the name cannot be stored; the message gives the reason.
    """
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        raise UnreadableError(
            "a name must not contain surrogates, which UTF-8 cannot represent"
        ) from None
    if not 1 <= size <= MAX_NAME:
        raise UnreadableError("a name must have 1 to {most} bytes in UTF-8", most=MAX_NAME)
    if not unicodedata.is_normalized("NFC", name):
        raise UnreadableError("a name must be in Unicode's normal form C (NFC)")
    if not name.isprintable() or name.isspace():
        raise UnreadableError("a name may contain only printable characters")
    return name


def name_of_file(source: str) -> str:
    """Return a name for a player whose file has none, derived from the file name."""
    from pathlib import PurePath

    stem = unicodedata.normalize("NFC", "".join(filter(str.isprintable, PurePath(source).stem)))
    name = stem.encode(errors="ignore")[:MAX_NAME].decode(errors="ignore").strip()
    return name if name and name != "-" else "unnamed"
