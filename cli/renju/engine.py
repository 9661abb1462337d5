"""`zet renju engine`."""

import sys
from collections.abc import Iterator

import click

from zet.cli.output import say
from zet.cli.words import said
from zet.engines.renju.model import Game
from zet.engines.renju.player import best_move
from zet.formats.renju.gomocup import Conversation

MAX_LINE = 1000


@click.command()
def engine() -> None:
    """Play by the Gomocup protocol on standard input and output, for Piskvork and other managers.

    START 15, RECTSTART, RESTART, BEGIN, TURN, BOARD, TAKEBACK, INFO (rule 0, 1 and 4; times), ABOUT, END.
    With rule 4 Black's forbidden points are not played.
    """
    for answer in Conversation(_choose, said).answers(_lines()):
        say(answer)


def _choose(game: Game, rule: str, seconds: float) -> int:
    return best_move(game, rule, seconds=seconds).move


def _lines() -> Iterator[str]:
    """Yield the lines of standard input; an overlong one is cut."""
    while line := sys.stdin.buffer.readline(MAX_LINE):
        is_cut = len(line) == MAX_LINE and not line.endswith(b"\n")
        while is_cut and (rest := sys.stdin.buffer.readline(MAX_LINE)):
            is_cut = not rest.endswith(b"\n")
        yield line.decode("ascii", "backslashreplace")
