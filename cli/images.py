"""Boards of any game turned and mirrored, and duplicates left out."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import click

from zet.cli.options import flag
from zet.cli.output import Record
from zet.cli.parameters import Choice, Option, combined, conflicts_with, option
from zet.cli.words import ngettext
from zet.formats.errors import FormatError

Value = TypeVar("Value")

DEGREES = ("90", "180", "270")


def image_options(what: str) -> Option:
    """Return the decorator that adds --turn, --mirror and --canonical; `what` is a record in a word."""
    return combined(
        conflicts_with(
            "--canonical",
            option(
                "--turn",
                type=Choice(DEGREES, {}),
                metavar="DEGREES",
                help="Turn the board this many degrees to the left: 90, 180 or 270.",
            ),
            flag("--mirror", help="Mirror the board, left to right, after it was turned."),
        ),
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
    """Yield records with changed values; with `key` the first alone of those that have the same.

    How many were left out is said at the end, on standard error.
    """
    from hashlib import blake2b

    seen = set[bytes]()
    first, n_left_out = Record("", 0, None), 0
    for record in records:
        if isinstance(record.value, FormatError):
            yield record
            continue
        value = change(record.value)
        if key:
            digest = blake2b(key(value), digest_size=16).digest()
            if digest in seen:
                first = first if n_left_out else record
                n_left_out += 1
                continue
            seen.add(digest)
        yield record._replace(value=value)
    if n_left_out:
        words = ngettext(
            "{n} duplicate left out: record {number} of {source}",
            "{n} duplicates left out, the first is record {number} of {source}",
            n_left_out,
        )
        words = words.format(n=n_left_out, source=first.name, number=first.number)
        click.echo(words, err=True)
