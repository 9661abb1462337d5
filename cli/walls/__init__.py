"""`zet walls`: the commands for walls (dots and boxes)."""

import click

from zet.cli.groups import Commands


@click.group(
    cls=Commands,
    example="echo 2x3: | zet walls solve",
    names=("show", "convert", "check", "play", "search", "solve", "perft", "table"),
    older={"bestmove": ("search",), "move": ("convert",), "new": ("convert", "--board", "6x6")},
)
def walls() -> None:
    """Walls: dots and boxes, with or without an extra move after taking a box.

    A move paints a fence; the player who paints the fourth fence of a box takes the box and, with
    --extra-move, moves again. FILES contain saved games (format save), one-line positions (line) or JSON
    lines (json), plain or gzip-compressed; if FILES is omitted or -, standard input is read. The format
    is recognized by content unless --from names it.
    """
