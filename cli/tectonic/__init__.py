"""`zet tectonic`: the commands for Tectonic (Suguru) puzzles."""

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
    """Tectonic (Suguru) puzzles: a piece of n cells contains 1..n, equal digits never touch.

    FILES are puzzle files in any known format, plain or gzip-compressed; without FILES, or for -, the
    input is standard input. The format is recognized by content unless --from names it.
    """
