"""Rotation, reflection and deduplication of the boards of any game."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import click

from zet.cli.options import flag
from zet.cli.output import Record
from zet.cli.parameters import Option, WordChoice, conflicts_with, keyed, option
from zet.cli.words import ngettext
from zet.formats.errors import FormatError

Value = TypeVar("Value")

DEGREES = ("90", "180", "270")


def image_options(what: str, **further: tuple[str, Option]) -> Option:
    """Return the decorator that adds --transform, which sets `turn`, `mirror` and `canonical`.

    `what` is the word for a record; `further` maps the name of each additional transformation to its help
    text and its option.
    """
    beside = "".join(f"; {key}: {words}" for key, (words, _) in further.items())
    return keyed(
        "--transform",
        multiple=True,
        metavar="CHANGE",
        keys={
            "turn": conflicts_with(
                "--transform canonical", option("--turn", type=WordChoice(DEGREES, {}))
            ),
            "mirror": conflicts_with("--transform canonical", flag("--mirror")),
            "canonical": flag("--canonical"),
            **{key: add for key, (_, add) in further.items()},
        },
        help="Transform the board; may be repeated. turn=90, turn=180, turn=270: rotate it "
        "counterclockwise by this many degrees; mirror: reflect it left to right, after any rotation; "
        f"canonical: replace the {what} with a standard form that is the same for all eight of its "
        f"rotations and reflections{beside}.",
    )


def unique_option(what: str) -> Option:
    """Return the decorator that adds --unique."""
    return flag(
        "--unique",
        help=f"Keep only the first of the {what}s that are rotations or reflections of each other.",
    )


def changed(
    records: Iterator[Record],
    change: Callable[[Value], Value],
    key: Callable[[Value], bytes] | None = None,
) -> Iterator[Record]:
    """Yield records with changed values; with `key`, only the first record for each value of the key.

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
            "{n} duplicates left out; the first is record {number} of {source}",
            n_left_out,
        )
        words = words.format(n=n_left_out, source=first.name, number=first.number)
        click.echo(words, err=True)
