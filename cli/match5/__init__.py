"""`zet match5`: the commands for match5."""

import click

from zet.cli.groups import Commands

NAMES = (
    "new", "train", "match", "play", "show", "bestmove", "inspect", "verify", "convert",
    "remove", "merge", "rename", "password", "hall",
)  # fmt: skip


@click.group(cls=Commands, names=NAMES, example="zet match5 new ann.fivo --name Ann")
def match5() -> None:
    """Five in a row on a 9x9 board, against a player that learns a pattern from each loss.

    A knowledge file (.fivo) stores the patterns of a player, who plays red. A pattern consists of blue
    stones, empty fields, a focus (one of the empty fields) and a level (a number of moves): on a board
    that matches the pattern, blue wins in this number of moves unless red plays on the focus.

    Only .fivo files (format fivo) can be changed. FILES may also be bare KN dumps (kn), which contain the
    pattern array of the original program, or files in the format json or msgpack. The format is
    recognized by content unless --from names it.
    """
