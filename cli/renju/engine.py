"""The command `zet renju engine`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import click

from zet.cli.output import write_line
from zet.cli.parameters import Command
from zet.cli.renju.learned import outline_option, outlines_of, weights_for, weights_option
from zet.cli.renju.manager import Lines, conversation, suggest_option, within
from zet.cli.renju.options import threads_option
from zet.engines import renju
from zet.formats import renju as formats


@click.command(cls=Command)
@suggest_option
@weights_option(multiple=True)
@outline_option
@threads_option("INFO max_node")
def engine(suggest: bool, weights: tuple[str, ...], outline: str | None, threads: int) -> None:
    """Run as an engine that speaks the Gomocup protocol, for Piskvork and other match managers.

    The engine reads commands from standard input and answers on standard output: START with a size from 5
    to 22, RECTSTART, RESTART, BEGIN, TURN, BOARD, SWAP2BOARD, TAKEBACK, PLAY, STOP, INFO (rule 0, 1 and
    4; times, max_node, max_depth, max_memory, thread_num), ABOUT and END; and, from Yixin's protocol,
    YXBOARD, YXNBEST, YXSHOWFORBID and YXSTOP. With INFO rule 4 (renju) the engine, as Black, never plays
    on a forbidden point. A move takes up to 30 seconds unless INFO timeout_turn sets another time.
    """
    of_rule = weights_for(weights)
    outlines = outlines_of(outline)
    memory = renju.player.Memory(outlines=outlines.move if outlines else None)
    choose = partial(_chosen, of_rule, memory)
    lines = Lines()

    def chosen(task: formats.gomocup.Task) -> Sequence[formats.gomocup.Idea]:
        ideas = within(lines, task, choose)
        if task.ponders:
            game = task.game.then([ideas[0].cell])
            ponder = partial(renju.player.ponder, threads=task.threads)
            lines.meanwhile = partial(ponder, game, of_rule(task.rule), memory)
        return ideas

    talk = conversation(lines, chosen, of_rule, suggests=suggest)
    talk.threads = threads
    for answer in talk.answers(lines):
        if answer == "OK" and not talk.moves:
            renju.player.make_ready(of_rule(talk.rule), talk.size)
        write_line(answer)


def _chosen(
    of_rule: Callable[[str], renju.weights.Weights],
    memory: renju.player.Memory,
    task: formats.gomocup.Task,
) -> list[formats.gomocup.Idea]:
    limits = renju.player.Limits(seconds=task.seconds, nodes=task.nodes)
    search: dict[str, Any] = {
        "depth": task.depth,
        "memory": memory,
        "threads": task.threads,
        **limits,
    }
    if task.count == 1:
        return [_idea(renju.best_move(task.game, of_rule(task.rule), most=task.most, **search))]
    found = renju.explain(task.game, of_rule(task.rule), count=task.count, **search)
    return [_idea(one) for one in (found.choice, *found.others)]


def _idea(choice: renju.Choice) -> formats.gomocup.Idea:
    is_win = choice.reason == "win"
    return formats.gomocup.Idea(
        choice.move, choice.value, choice.depth, choice.line, choice.nodes, is_win=is_win
    )
