"""`zet match5`: what a person types about match5."""

import click
from zet.cli.match5.files import hall, merge, new, password, remove, rename
from zet.cli.match5.look import convert, inspect, verify
from zet.cli.match5.play import bestmove, play
from zet.cli.match5.train import match, train


@click.group(
    commands=[
        new, train, match, play, bestmove, inspect, verify, convert,
        remove, merge, rename, password, hall,
    ]
)  # fmt: skip
def match5() -> None:
    """match5: five in a row on 9 x 9 fields, by a player that learns a pattern from each loss.

    What a player knows is in a knowledge file (.fivo).
    """
