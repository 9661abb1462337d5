"""`zet renju rules`: knowledge rules of renju, in the language BLANCHE."""

import click

from zet.cli.groups import Commands


@click.group(cls=Commands, names=("format", "check", "list", "show", "copy", "match", "verify", "learn"))
def rules() -> None:
    """Knowledge rules of renju, in the language BLANCHE: check them, and match positions with them."""
