"""`zet renju play`: one game, kept in a file."""

from __future__ import annotations

import click

from zet.cli.command import Batch, batch_options
from zet.cli.options import choice
from zet.cli.parameters import Command, Option
from zet.cli.renju.session import Session, Setup, setup_options


def _player_option(color: str) -> Option:
    words = f"Who plays {color}: the best that zet can do, or a person."
    return choice(f"--{color}", words=("best", "person"), default="best", help=words)


@click.command(cls=Command)
@batch_options("text", "moves", "json", files=False, spread=False)
@_player_option("black")
@_player_option("white")
@setup_options
def play(batch: Batch, black: str, white: str, setup: Setup) -> int:
    """Play a game.

    A person types moves, one on each line; undo takes back the last one and the answer to it; the end of
    the input leaves the game. The name of --save FILE says its format: .sgf, .lib, .psq, .rec, .pos,
    .xml for RIF, .txt for a move list, else JSON.

    By swap2 the player of --black puts three stones, even in one line. That of --white makes the fourth
    move, as White, or says swap and is Black, or puts two more on one line; then the other one moves or
    swaps.

    --format moves: only the moves of zet, one on each line, as a person's game is written without
    --format.
    """
    return Session(batch, setup, (black, white)).play()
