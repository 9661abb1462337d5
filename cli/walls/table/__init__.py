"""`zet walls table`: the table files that `search`, `solve` and `play` save."""

import click

from zet.cli.groups import Commands


@click.group(cls=Commands, names=("copy", "verify"))
def table() -> None:
    """Search tables in files: verify their entries, and convert them.

    `search`, `solve` and `play` write a table with --table FILE. A table whose name ends in .slots is
    plain: any number of processes share it with --read-only, and it is mapped instead of read when it is
    opened.
    """
