"""`zet walls table`: the files of tables, which `search`, `solve` and `play` keep."""

import click

from zet.cli.groups import Commands


@click.group(cls=Commands, names=("copy", "verify"))
def table() -> None:
    """Tables of searches in files: verify what one holds, and write it in another form.

    `search`, `solve` and `play` write a table with --table FILE. One whose name ends with .slots is
    plain: any number of processes share it with --read-only, and it is not read when it is opened.
    """
