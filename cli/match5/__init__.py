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
    stones, empty fields and a level. If a board matches the pattern, blue wins with as many blue moves as
    the level, unless red answers on the focus, one of the empty fields.
    """
