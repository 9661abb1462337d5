"""Rotation, reflection and deduplication of the boards of any game."""

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
    """Return the decorator that adds --turn, --mirror, --canonical; `what` is the word for a record."""
    return combined(
        conflicts_with(
            "--canonical",
            option(
                "--turn",
                type=Choice(DEGREES, {}),
                metavar="DEGREES",
                help="Rotate the board counterclockwise by 90, 180 or 270 degrees.",
            ),
            flag("--mirror", help="Mirror the board left to right, after any --turn."),
        ),
        flag(
            "--canonical",
            help=f"Turn and mirror each {what} into one form that all its eight images share.",
        ),
    )


def unique_option(what: str) -> Option:
    """Return the decorator that adds --unique."""
    return flag("--unique", help=f"Keep one of each class of {what}s that are equal by symmetry.")


def changed(
    records: Iterator[Record],
    change: Callable[[Value], Value],
    key: Callable[[Value], bytes] | None = None,
) -> Iterator[Record]:
    """Yield records with changed values; with `key` only the first record of each key.

    The number of dropped records is reported on standard error at the end.
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
