"""`zet renju`: what a person types about renju and go-moku."""

from typing import NamedTuple

import click

from zet.cli.groups import Commands


class Wing(NamedTuple):
    """What a package that nothing outside it imports adds here, by the modules: commands and players.

    The players are those of `match`, by the word for them on its command line.
    """

    commands: tuple[str, ...]
    players: dict[str, str]


WINGS: tuple[Wing, ...] = (
    Wing(commands=("rules", "rules.find"), players={"noire": "rules.player"}),
)  # fmt: skip


@click.group(
    cls=Commands,
    names=(
        *("solve", "verify", "threats", "defend", "bestmove", "play", "engine", "puzzle", "analyze"),
        *("check", "forbidden", "openings", "positions", "convert", "show", "match", "book", "scan"),
        *("tune", "weights"),
        *(name for wing in WINGS for name in wing.commands),
    ),
)
def renju() -> None:
    """Renju and go-moku, on boards of up to 22x22: rules, forced wins, moves to play.

    FILES hold games or positions of any known format, plain or gzip-compressed; - or nothing is standard
    input. The format is recognized by content; --from names it. A position is what stands on the board
    after the moves of a game.
    """
