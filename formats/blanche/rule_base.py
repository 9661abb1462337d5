"""Rule bases: a shipped set, a file, or a folder, whose files are read in byte order of their names."""

import os
import sys
import zlib
from collections.abc import Iterable
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import BinaryIO, cast

from zet.engines.messages import Message
from zet.engines.noire.program import Order, Program
from zet.formats.blanche import SETS
from zet.formats.blanche.parser import BlancheError, Document, load_bytes
from zet.formats.blanche.tokens import MAX_BYTES
from zet.formats.errors import FormatError
from zet.formats.files import decoded

SUFFIX = ".blanche"
MAX_FILES = 1000
_FOLDER = Path(__file__).parent / "sets"

VERIFIED = ("sound", "gomoku", "fours")
"""The shipped sets whose rules are tried in the order "mover" (see `Program`); their claims are verified
for this order.
"""


def rule_set(name: str) -> Program:
    """Return a shipped set by its name, or the rule base of a file, a folder or `-`.

    >>> len(rule_set("thesis").derivations), len(rule_set("thesis").rules)
    (33, 18)

    Raises:
        BlancheError: a file is missing, cannot be read, or is not valid BLANCHE.
    """
    return _shipped(name) if name in SETS else _program(name)


def _program(name: str) -> Program:
    program = joined(document.program for document in _read(name))
    order: Order = "mover" if name in VERIFIED else "thesis"
    return replace(program, order=order, is_exact=name != "thesis")


_shipped = cache(_program)
"""A cached reader of shipped sets, which do not change while a process runs."""


def joined(programs: Iterable[Program]) -> Program:
    """Concatenate programs in the given order.

    The result has the rule order "mover" only if all programs have this order, and is exact (see
    `Program`) only if all programs are.
    """
    several = tuple(programs)
    return Program(
        tuple(derivation for program in several for derivation in program.derivations),
        tuple(rule for program in several for rule in program.rules),
        "mover" if several and all(one.order == "mover" for one in several) else "thesis",
        all(one.is_exact for one in several),
    )


def _read(name: str) -> list[Document]:
    """Return the parsed files of a rule base.

    Raises:
        BlancheError: as for `rule_set`, with the errors of all files.
    """
    found: list[Document] = []
    errors: list[FormatError] = []
    for path, source in _files(name):
        try:
            with nullcontext(sys.stdin.buffer) if source == "-" else path.open("rb") as stream:
                data = decoded(cast(BinaryIO, stream), lambda: None).read(MAX_BYTES + 1)
            found.append(load_bytes(data, source))
        except BlancheError as error:
            errors += error.errors
        except OSError as error:
            reason = error.strerror or str(error)
            if isinstance(error, FileNotFoundError):
                names = ", ".join(SETS)
                reason = Message(
                    "{reason}; the shipped rule bases are: {names}", reason=Message(reason), names=names
                )
            errors.append(FormatError(source, None, reason))
        except (EOFError, zlib.error) as error:
            errors.append(FormatError(source, None, str(error)))
    if errors:
        raise BlancheError(tuple(errors))
    return found


def files_of(name: str) -> list[str]:
    """Return the rule files in the folder `name`, or just `name` if it has none or is not a folder."""
    path = Path(name)
    if name == "-" or not _is_folder(path):
        return [name]
    return [str(file) for file in sorted(path.glob(f"*{SUFFIX}"), key=os.fsencode)] or [name]


def _is_folder(path: Path) -> bool:
    """Return whether a path is a folder; False on an error, because opening the path will report it."""
    with suppress(OSError):
        return path.is_dir()
    return False


def copied(name: str) -> dict[str, bytes]:
    """Return the files of a shipped set, unmodified: a mapping from file name to content."""
    return {path.name: path.read_bytes() for path, _source in _files(name)}


def _files(name: str) -> list[tuple[Path, str]]:
    """Return the files of a rule base, each with the name that error messages use."""
    if name == "-":
        return [(Path(), "-")]
    path = _FOLDER / name if name in SETS else Path(name)
    if not _is_folder(path):
        return [(path, name)]
    try:
        files = [entry.name for entry in os.scandir(path) if entry.name.endswith(SUFFIX)]
    except OSError as error:
        raise BlancheError((FormatError(name, None, error.strerror or str(error)),)) from None
    if not files or len(files) > MAX_FILES:
        reason = Message("the folder contains no *{suffix} files", suffix=SUFFIX)
        if files:
            reason = Message(
                "the folder contains {n} *{suffix} files; at most {most} are read",
                n=len(files),
                suffix=SUFFIX,
                most=MAX_FILES,
            )
        raise BlancheError((FormatError(name, None, reason),))
    folder = Path(name)
    return [(path / file, str(folder / file)) for file in sorted(files, key=os.fsencode)]
