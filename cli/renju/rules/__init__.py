"""`zet renju rules`: rules in the language BLANCHE, and the program NOIRE, which plays by them.

This package, `engines/noire` and `formats/blanche` are self-contained: no module outside imports them.
`zet renju` mounts this package by its line in WINGS of `cli/renju/__init__.py`.
"""

import click

from zet.cli.groups import Commands


@click.group(
    cls=Commands,
    names=(
        *("format", "check", "list", "show", "copy", "match", "verify", "learn"),
        *("solve", "bestmove", "play", "engine", "experiment"),
    ),
)
def rules() -> None:
    """Rules in the language BLANCHE: check, match and learn them, or solve and play with them (NOIRE)."""
