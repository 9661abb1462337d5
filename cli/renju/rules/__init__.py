"""`zet renju rules`: rules in the language BLANCHE, and the program NOIRE, which plays by them.

This package, `engines/noire` and `formats/blanche` are self-contained: no module elsewhere imports them.
`zet renju` mounts this package through its entry in WINGS in `cli/renju/__init__.py`.
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
    """Rules in the language BLANCHE: check, match and learn them, or play by them with NOIRE.

    A rule consists of a premise (a list of conditions on a position, called literals), a move and a
    level. The rule matches a position that meets the premise, and claims that the move then wins within N
    moves, where N is the level. Derivations define the predicates that literals use. A rule base consists
    of the rules and derivations in *.blanche files; zet ships several rule bases, called sets. NOIRE is
    the program that solves positions and plays by rules.
    """
