"""`zet walls table`: the table files that `search`, `solve` and `play` save."""

import click

from zet.cli.groups import Commands


@click.group(cls=Commands, names=("copy", "verify"))
def table() -> None:
    """Transposition tables in files: verify their entries, and convert them.

    `search`, `solve` and `play` write a table with --table FILE. A table whose name ends in .slots is not
    compressed; it is mapped into memory instead of being read, and any number of processes can share it
    with --read-only.
    """
