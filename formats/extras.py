"""Optional packages, needed by only some functions and installed by the extras of zet."""

import re
import shlex
import sys
from importlib.metadata import requires
from importlib.util import find_spec

from zet.engines.messages import Message


def advice(what: str, extra: str) -> Message:
    """Return the message that `what` requires an extra, with the command that installs the extra."""
    python = shlex.quote(sys.executable)
    pip = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    command = f"{pip} {_packages_of(extra)}"
    return Message(
        "{what} requires packages that are not installed: {command}", what=what, command=command
    )


def _packages_of(extra: str) -> str:
    """Return the packages that an extra adds to the installed zet, quoted for a shell.

    The name zet itself is omitted, because a package index may have an unrelated package of that name.
    """
    marked = (text.partition(";") for text in requires("zet") or ())
    ending = re.compile(rf"""\s*extra\s*==\s*["']{extra}["']\s*""")
    return " ".join(f'"{package.strip()}"' for package, _mark, when in marked if ending.fullmatch(when))
