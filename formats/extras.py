"""Packages that only some functions need; the extras of zet install them."""

import re
from importlib.metadata import requires

from zet.engines.messages import Message


def advice(what: str, extra: str) -> Message:
    """Return the message saying that `what` needs the packages of an extra, and how to install them."""
    return Message(
        "{what} requires packages that are not installed: pip install (or pipx inject zet) {packages}",
        what=what,
        packages=_packages_of(extra),
    )


def _packages_of(extra: str) -> str:
    """Return the packages that an extra adds to the installed zet, quoted for a shell.

    The name zet itself is omitted, because a package index may have an unrelated package of that name.
    """
    marked = (text.partition(";") for text in requires("zet") or ())
    ending = re.compile(rf"""\s*extra\s*==\s*["']{extra}["']\s*""")
    return " ".join(f'"{package.strip()}"' for package, _mark, when in marked if ending.fullmatch(when))
