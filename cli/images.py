"""Boards of any game turned and mirrored, and duplicates left out."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import click

from zet.cli.batch import Record
from zet.cli.options import Choice, Option, flag, together
from zet.formats.errors import FormatError

Value = TypeVar("Value")

DEGREES = ("90", "180", "270")


def image_options(what: str) -> Option:
    """Return the decorator that adds --turn, --mirror and --canonical; `what` is a record in a word."""
    return together(
        click.option(
            "--turn",
            type=Choice(DEGREES, {}),
            metavar="DEGREES",
            help="Turn the board so many degrees to the left: 90, 180, 270.",
        ),
        flag("--mirror", help="Mirror the board, left to right, after it was turned."),
        flag(
            "--canonical",
            help=f"Turn and mirror each {what} so that all its eight images become the same.",
        ),
    )


def unique_option(what: str) -> Option:
    """Return the decorator that adds --unique."""
    return flag("--unique", help=f"One of each class of {what}s that symmetry makes equal.")


def changed(
    records: Iterator[Record],
    change: Callable[[Value], Value],
    key: Callable[[Value], bytes] | None = None,
) -> Iterator[Record]:
    """Yield records with changed values; with `key` the first alone of those that have the same."""
    from hashlib import blake2b

    seen = set[bytes]()
    for record in records:
        if isinstance(record.value, FormatError):
            yield record
            continue
        value = change(record.value)
        if key:
            digest = blake2b(key(value), digest_size=16).digest()
            if digest in seen:
                continue
            seen.add(digest)
        yield record._replace(value=value)
