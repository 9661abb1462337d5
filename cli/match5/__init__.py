"""`zet match5`: the commands for match5."""

import click

from zet.cli.groups import Commands

NAMES = (
    "new", "train", "match", "play", "show", "bestmove", "inspect", "verify", "convert",
    "remove", "merge", "rename", "password", "hall",
)  # fmt: skip


@click.group(cls=Commands, names=NAMES)
def match5() -> None:
    """Five in a row on a 9x9 board, against a player that learns a pattern from each loss.

    A knowledge file (.fivo) stores the patterns of a player, who plays red. A pattern consists of blue
    stones, empty fields and a level. The level is the number of blue's moves to the win: on a board that
    matches, blue wins in that many, unless red answers on the focus, one of the empty fields.
    """
