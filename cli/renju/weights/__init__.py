"""`zet renju weights`: the files of evaluation weights that `tune` trains and the player uses."""

import click

from zet.cli.groups import Commands


@click.group(cls=Commands, names=("inspect", "convert"))
def weights() -> None:
    """Evaluation weights of the player: show the contents of a file, and convert it.

    FILES are the output of `tune`, or the same as JSON. The names renju, freestyle and standard refer to
    the files shipped with zet, unless the current folder has files of these names.
    """
