"""The command `zet renju rules engine`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

import click

from zet.cli.output import write_line
from zet.cli.parameters import Command
from zet.cli.renju.learned import weights_for
from zet.cli.renju.manager import Lines, conversation, suggest_option, within
from zet.cli.renju.rules.options import play_options, positional_options, program_of
from zet.engines import noire, renju
from zet.formats import renju as formats


@click.command(cls=Command)
@suggest_option
@play_options
@positional_options
def engine(
    suggest: bool,
    rule_bases: tuple[str, ...],
    order: noire.Order | None,
    positional: noire.Positional,
    **search: Any,
) -> None:
    """Run NOIRE as an engine that speaks the Gomocup protocol, for Piskvork and other match managers.

    The engine knows the same commands as `zet renju engine`. Without --rules it uses the shipped sets
    `sound` and `fours` if the match manager asks for rule 4 (renju), and `gomoku` and `fours` for rule 0
    (freestyle). It answers ERROR to rule 1 (standard), for which zet has no rule base.
    """
    rules = cache(partial(program_of, rule_bases, order=order))
    rules("renju")  # report errors in the rules before reading from the manager
    lines = Lines()
    choose = partial(_chosen, rules, positional, search)
    talk = conversation(lines, partial(within, lines, work=choose), weights_for(()), suggests=suggest)
    for answer in talk.answers(lines):
        write_line(answer)


def _chosen(
    rules: Callable[[str], noire.Program],
    positional: noire.Positional,
    search: dict[str, Any],
    task: formats.gomocup.Task,
) -> list[formats.gomocup.Idea]:
    """Return NOIRE's move.

    Raises:
        ValueError: no rule base is valid for the manager's rule.
    """
    try:
        program = rules(task.rule)
    except click.UsageError as error:
        raise ValueError(error.message) from None
    limits = renju.player.Limits(seconds=task.seconds, nodes=task.nodes)
    depth = positional.depth if task.depth is None else min(positional.depth, task.depth)
    settings = replace(positional, depth=depth)
    found = noire.best_move(task.game, program, rule=task.rule, positional=settings, **limits, **search)
    is_win = found.reason == "win"
    return [formats.gomocup.Idea(found.move, found.value, depth, found.line, found.nodes, is_win=is_win)]
