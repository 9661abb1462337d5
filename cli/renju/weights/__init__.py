"""`zet renju weights`: the files of evaluation weights that `tune` trains and the player uses."""

import click

from zet.cli.groups import Commands


@click.group(cls=Commands, names=("inspect", "convert"))
def weights() -> None:
    """Evaluation weights of zet's player: show the contents of a file, or convert it.

    FILES contain weights as written by `zet renju tune`, or converted to JSON. The names renju, freestyle
    and standard refer to the weights shipped with zet, unless the current folder has files of these
    names.
    """
