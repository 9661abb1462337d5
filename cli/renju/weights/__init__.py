"""`zet renju weights`: the files of weights, which `tune` learns and the player plays by."""

import click

from zet.cli.groups import Commands


@click.group(cls=Commands, names=("inspect", "convert"))
def weights() -> None:
    """Weights of the player: show what a file says, and write it in another format.

    FILES are what `tune` has written, or their JSON. The names renju, freestyle and standard stand for
    the files that come with zet, unless files of these names are here.
    """
