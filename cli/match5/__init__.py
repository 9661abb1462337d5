"""`zet match5`: the commands for match5."""

import click

from zet.cli.groups import Commands

NAMES = (
    "new", "train", "match", "play", "show", "bestmove", "inspect", "verify", "convert",
    "remove", "merge", "rename", "password", "hall",
)  # fmt: skip


@click.group(cls=Commands, names=NAMES)
def match5() -> None:
    """Five in a row on 9 x 9 fields against a player that learns a pattern from each loss.

    A knowledge file (.fivo) stores the patterns of a player, who plays red. A pattern has blue stones,
    empty fields, and a level; blue wins with it in as many moves as its level, unless red answers on one
    of its fields, the focus.
    """
