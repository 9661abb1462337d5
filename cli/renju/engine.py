"""`zet renju engine`."""

import sys
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import click

from zet.cli.options import only_with
from zet.cli.output import say
from zet.cli.renju.knowledge import (
    NOIRE,
    POSITIONAL,
    method_option,
    positional_options,
    program_of,
    settings_of,
)
from zet.cli.words import said
from zet.engines import noire
from zet.engines.renju.model import Game
from zet.engines.renju.player import best_move
from zet.formats.renju.gomocup import Choose, Conversation

MAX_LINE = 1000


@click.command()
@method_option("search")
@positional_options
def engine(
    method: str,
    level: int,
    rule_bases: tuple[str, ...],
    order: "noire.Order | None",
    legality: str,
    **positional: Any,
) -> None:
    """Play by the Gomocup protocol on standard input and output, for Piskvork and other managers.

    START 15, RECTSTART, RESTART, BEGIN, TURN, BOARD, TAKEBACK, INFO (rule 0, 1 and 4; times), ABOUT, END.
    With rule 4 Black's forbidden points are not played.
    """
    choose: Choose = _choose
    if method == "noire":
        rules = cache(partial(program_of, rule_bases, order=order))
        rules("renju")  # what is wrong with them is said before the manager is heard
        search = {"level": level, "legality": legality, "positional": settings_of(positional)}
        choose = partial(_choose_by_rules, rules, search)
    else:
        only_with("--method noire", *NOIRE, *POSITIONAL)
    for answer in Conversation(choose, said).answers(_lines()):
        say(answer)


def _choose(game: Game, rule: str, seconds: float) -> int:
    return best_move(game, rule, seconds=seconds).move


def _choose_by_rules(rules: Any, search: dict[str, Any], game: Game, rule: str, seconds: float) -> int:
    """Return NOIRE's move.

    Raises:
        ValueError: no rules are right for the manager's.
    """
    try:
        program = rules(rule)
    except click.UsageError as error:
        raise ValueError(error.message) from None
    return noire.best_move(game, program, rule=rule, seconds=seconds, **search).move


def _lines() -> Iterator[str]:
    """Yield the lines of standard input; an overlong one is cut."""
    while line := sys.stdin.buffer.readline(MAX_LINE):
        is_cut = len(line) == MAX_LINE and not line.endswith(b"\n")
        while is_cut and (rest := sys.stdin.buffer.readline(MAX_LINE)):
            is_cut = not rest.endswith(b"\n")
        yield line.decode("ascii", "backslashreplace")
