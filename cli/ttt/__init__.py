"""`zet ttt`: the commands for tic-tac-toe and the m,n,k games."""

import click

from zet.cli.groups import Commands


@click.group(
    cls=Commands,
    example="echo X...O.... | zet ttt bestmove",
    names=("bestmove", "show", "check", "convert", "play", "table", "solve", "verify"),
    older={"move": ("convert",)},
)
def ttt() -> None:
    """Tic-tac-toe and its relatives: K (--k) or more in a row win, on boards of up to 19x19.

    A position is a line of text such as `XO..X...O X`: nine cells and the side to move. On boards of
    other sizes, the rows are separated by `/`. FILES contain such lines (format line), boards drawn as
    text (board), or JSON lines (json), plain or gzip-compressed; if FILES is omitted or -, standard input
    is read. The format is recognized by content unless --from names it.
    """
