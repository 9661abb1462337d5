"""`zet walls`: what a person types about walls (dots and boxes)."""

import click

from zet.cli.groups import Commands


@click.group(
    cls=Commands,
    names=(
        "new",
        "show",
        "move",
        "convert",
        "check",
        "play",
        "search",
        "solve",
        "perft",
        "table",
    ),
)
def walls() -> None:
    """Walls: dots and boxes in which the turn always passes, or with the extra move.

    A move paints a fence; who paints the fourth fence of a box takes it. FILES are saves, one-line
    positions or JSON lines, plain or gzip-compressed; - or nothing is standard input. The format is
    recognized by content; --from names it.
    """
