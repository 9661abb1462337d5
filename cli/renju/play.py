"""`zet renju play`: one game, saved to a file."""

from __future__ import annotations

import click

from zet.cli.command import Batch, batch_options
from zet.cli.options import choice, number_option
from zet.cli.parameters import Command, Option, conflicts_with, is_given, requires
from zet.cli.play import is_at_terminal
from zet.cli.renju.learned import outline_option
from zet.cli.renju.options import threads_option
from zet.cli.renju.session import Session, Setup, setup_options
from zet.engines import renju


def _player_option(color: str) -> Option:
    words = f"Who plays {color}. best: zet's player; person: a person at the keyboard."
    return choice(f"--{color}", words=("best", "person"), default="best", help=words)


@click.command(cls=Command)
@batch_options("text", "moves", "json", files=False, spread=False, answers="GameTurn GameEnded")
@_player_option("black")
@_player_option("white")
@requires(
    ("--black best", "--white best"),
    conflicts_with(
        ("--nodes", "--time", "--threads", "--outline"),
        number_option(
            "--level",
            least=1,
            most=renju.constants.N_LEVELS,
            help="The strength of zet, from 1 (a beginner) to 10; below 8, it makes mistakes as "
            "people do.",
        ),
    ),
)
@threads_option()
@outline_option
@setup_options
def play(
    batch: Batch,
    black: str,
    white: str,
    level: int | None,
    threads: int,
    outline: str | None,
    setup: Setup,
) -> int:
    """Play a game against zet or another person, or let zet play itself.

    If neither --black nor --white is given, a person plays Black against zet at a terminal; without a
    terminal, zet plays both colors.

    A person types one move per line. The line `undo` takes back the person's last move and any reply to
    it; the end of the input (Ctrl-D) ends the session. The extension of the --save file determines the
    file's format: .sgf, .lib, .psq, .rec, .pos, .xml (RIF), .txt (a move list), or any other (JSON).

    With --opening-rule swap2, the --black player places the first three stones, on one line or several.
    The --white player then plays the fourth move as White, types `swap` to become Black, or types two
    more stones on one line, after which the --black player plays the next move or types `swap`.

    --format moves writes only the moves of zet, one per line; it is the default if one person plays,
    except at a terminal. --format text draws the board before each move of a person. At the end of a game
    with a person, zet names the move from which the winner had a forced win.
    """
    if is_at_terminal() and not (is_given("black") or is_given("white")):
        black = "person"
    return Session(batch, setup, (black, white), level, threads, outline).play()
