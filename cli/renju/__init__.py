"""`zet renju`: what a person types about renju and go-moku."""

import click

from zet.cli.groups import Commands


@click.group(
    cls=Commands,
    names=(
        *("solve", "verify", "threats", "defend", "bestmove", "play", "engine", "puzzle", "analyze"),
        *("check", "forbidden", "openings", "positions", "convert", "show", "find", "rules"),
        *("experiment", "match", "book", "scan", "tune", "weights"),
    ),
)
def renju() -> None:
    """Renju and go-moku, on boards of up to 22x22: rules, forced wins, moves to play.

    FILES hold games or positions of any known format, plain or gzip-compressed; - or nothing is standard
    input. The format is recognized by content; --from names it. A position is what stands on the board
    after the moves of a game.
    """
