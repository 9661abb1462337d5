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
    """Tectonic (Suguru) puzzles: a piece of n cells contains the digits 1 to n; equal digits never touch.

    Digits touch along an edge or at a corner. FILES are puzzle files in any known format, plain or
    gzip-compressed; if FILES is omitted or -, standard input is read. The format is recognized by content
    unless --from names it.

    A puzzle to type is a line such as 3x2:aabaab:131... (columns and rows, the piece of each cell, the
    given of each cell or a dot), or several lines: rows and columns, such as 2x3, then the rows of
    givens, then the rows of pieces.
    """
