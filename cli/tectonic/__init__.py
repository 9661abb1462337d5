"""`zet tectonic`: what a person types about Tectonic (Suguru) puzzles."""

import click

from zet.cli.groups import Commands


@click.group(
    cls=Commands,
    names=(
        "solve",
        "explain",
        "verify",
        "hint",
        "check",
        "rate",
        "generate",
        "convert",
        "show",
        "book",
        "scan",
    ),
)
def tectonic() -> None:
    """Tectonic (Suguru) puzzles: a piece of n cells holds 1..n, equal digits never touch.

    FILES are puzzle files of any known format, plain or gzip-compressed; - or nothing is standard
    input. The format is recognized by content; --from names it.
    """
