"""`zet walls`: the commands for walls (dots and boxes)."""

import click

from zet.cli.groups import Commands


@click.group(
    cls=Commands,
    names=(
        "show",
        "convert",
        "check",
        "play",
        "search",
        "solve",
        "perft",
        "table",
    ),
    older={"move": ("convert",), "new": ("convert", "--board", "6x6")},
)
def walls() -> None:
    """Walls: dots and boxes, in which the turn passes after every move, or with the extra move.

    A move paints a fence; the player who paints the fourth fence of a box takes the box and, with the
    extra move, moves again. FILES are saves, one-line positions or JSON lines, plain or gzip-compressed;
    without FILES, or for -, the input is standard input. The format is recognized by content unless
    --from names it.
    """
