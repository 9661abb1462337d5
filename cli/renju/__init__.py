"""`zet renju`: the commands for renju and go-moku."""

from typing import NamedTuple

import click

from zet.cli.groups import Commands


class Wing(NamedTuple):
    """The modules of commands and players that a self-contained package adds to `zet renju`.

    `players` maps the name of a player of `zet renju match` to its module.
    """

    commands: tuple[str, ...]
    players: dict[str, str]


WINGS: tuple[Wing, ...] = (
    Wing(commands=("rules", "rules.find"), players={"noire": "rules.player"}),
)  # fmt: skip


@click.group(
    cls=Commands,
    example="echo f8g8h8/a1c3e1 | zet renju solve",
    names=(
        *("solve", "prove", "verify", "threats", "defend", "bestmove", "play", "engine", "puzzle"),
        *("analyze", "check", "forbidden", "openings", "positions", "convert", "show", "match", "book"),
        *("scan", "tune", "weights"),
        *(name for wing in WINGS for name in wing.commands),
    ),
)
def renju() -> None:
    """Renju and go-moku, on boards of up to 22x22: rules, forced wins, best moves.

    FILES contain games or positions, plain or gzip-compressed; if FILES is omitted or -, standard input
    is read. The position of a game is the board after its last move.

    The format is recognized by content unless --from names it. The formats are moves (a move list such as
    h8i9g7), position (h8i9/g7h7 black: Black's stones, White's stones, the side to move), board (drawn as
    text), json (JSON lines), sgf (Smart Game Format), lib and pos (RenLib), rif (the XML of the Renju
    International Federation), psq and rec (Piskvork), and offsets (Gomocup openings).
    """
