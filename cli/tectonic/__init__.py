"""`zet tectonic`: the commands for Tectonic (Suguru) puzzles."""

import click

from zet.cli.groups import Commands


@click.group(
    cls=Commands,
    example="echo 3x2:aabaab:131... | zet tectonic explain",
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

    Two digits touch if their cells share an edge or a corner. FILES contain puzzles, plain or
    gzip-compressed; if FILES is omitted or -, standard input is read.

    A puzzle can be typed as a line such as 3x2:aabaab:131... (the numbers of columns and rows, the piece
    of each cell, and for each cell its given or a dot), or as several lines: the numbers of rows and
    columns, such as 2x3, then the rows of givens, then the rows of pieces.

    The format is recognized by content unless --from names it. The first form above is the line format,
    and the second is the janko format. The others are xml (of the original Tectonic program), json (JSON
    lines), puzzlink, penpa, sudokupad and fpuzzles (URLs of puzz.link, penpa-edit, SudokuPad and
    f-puzzles), pzprv3, scl and fpuzzles-json (files of puzz.link, SudokuPad and f-puzzles) and, for input
    only, krazydad (lines with tabs) and tatham (game ids in the style of Simon Tatham's puzzles).
    """
