"""`zet renju engine`."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from threading import Thread
from typing import Any, BinaryIO, TypeVar

import click

from zet.cli.options import flag, refuse_beside, refuse_without
from zet.cli.output import say
from zet.cli.parameters import Command
from zet.cli.renju.knowledge import (
    NOIRE,
    POSITIONAL,
    method_option,
    positional_options,
    program_of,
    settings_of,
)
from zet.cli.renju.learned import weights_for, weights_option
from zet.cli.words import translate
from zet.engines import noire, renju
from zet.engines.kernel.clock import stopped_by
from zet.formats import renju as formats

MAX_LINE = 1000

GROWTH = 2
"""The tables of a search grow by so much at a time: it ends while they still may."""

PATIENCE = 0.2
"""Seconds after END until a pipe that is still open is a manager's, who waits."""

Answer = TypeVar("Answer")


@click.command(cls=Command)
@flag("--suggest", help="Suggest moves, which the manager may change before they are played.")
@weights_option(multiple=True)
@method_option("search")
@positional_options
def engine(
    suggest: bool,
    weights: tuple[str, ...],
    method: str,
    level: int,
    rule_bases: tuple[str, ...],
    order: noire.Order | None,
    legality: str,
    **positional: Any,
) -> None:
    """Play by the Gomocup protocol on standard input and output, for Piskvork and other managers.

    START 5 to 22, RECTSTART, RESTART, BEGIN, TURN, BOARD, SWAP2BOARD, TAKEBACK, PLAY, STOP, INFO (rule 0,
    1 and 4; times, max_node, max_depth, max_memory), ABOUT, END; of Yixin's protocol YXBOARD, YXNBEST,
    YXSHOWFORBID and YXSTOP. With rule 4 Black's forbidden points are not played.
    """
    of_rule = weights_for(weights)
    memory = renju.player.Memory()
    choose: formats.gomocup.Choose = partial(_chosen, of_rule, memory)
    if method == "noire":
        refuse_beside("--method noire", "weights")
        rules = cache(partial(program_of, rule_bases, order=order))
        rules("renju")  # what is wrong with them is said before the manager is heard
        search = {"level": level, "legality": legality, "positional": settings_of(positional)}
        choose = partial(_chosen_by_rules, rules, search)
    else:
        refuse_without("--method noire", *NOIRE, *POSITIONAL)
    lines = Lines()

    def chosen(task: formats.gomocup.Task) -> Sequence[formats.gomocup.Idea]:
        ideas = _within(lines, task, choose)
        if task.ponders and method == "search":
            game = task.game.then([ideas[0].cell])
            lines.meanwhile = partial(renju.player.ponder, game, of_rule(task.rule), memory)
        return ideas

    talk = formats.gomocup.Conversation(
        chosen,
        translate,
        swap=lambda task: _within(lines, task, partial(_opened, of_rule)),
        suggests=suggest,
    )
    for answer in talk.answers(lines):
        if answer == "OK" and method == "search" and not talk.moves:
            renju.player.make_ready(of_rule(talk.rule), talk.size)
        say(answer)


def _within(
    lines: Lines, task: formats.gomocup.Task, work: Callable[[formats.gomocup.Task], Answer]
) -> Answer:
    """Return the answer to a task, at once when the manager says so, within the memory that it allows."""
    most = sys.maxsize if task.memory is None else task.memory // GROWTH

    def stop() -> bool:
        return lines.is_stopped or (task.memory is not None and _memory() > most)

    def left(seconds: float) -> float:
        return max(seconds - lines.seconds, seconds / 10)

    longest = None if task.most is None else left(task.most)
    with stopped_by(stop):
        answer = work(replace(task, seconds=left(task.seconds), most=longest))
    if task.memory is not None and _memory() > most:
        renju.search.forget_tables()
    return answer


def _memory() -> int:
    """Return the bytes of memory that this process takes; 0 where the system does not tell."""
    try:
        from pathlib import Path

        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _chosen(
    of_rule: Callable[[str], renju.weights.Weights],
    memory: renju.player.Memory,
    task: formats.gomocup.Task,
) -> list[formats.gomocup.Idea]:
    limits = renju.player.Limits(seconds=task.seconds, nodes=task.nodes)
    search: dict[str, Any] = {"depth": task.depth, "memory": memory, **limits}
    if task.count == 1:
        return [_idea(renju.best_move(task.game, of_rule(task.rule), most=task.most, **search))]
    found = renju.explain(task.game, of_rule(task.rule), count=task.count, **search)
    return [_idea(one) for one in (found.choice, *found.others)]


def _idea(choice: renju.Choice) -> formats.gomocup.Idea:
    is_win = choice.reason == "win"
    return formats.gomocup.Idea(
        choice.move, choice.value, choice.depth, choice.line, choice.nodes, is_win=is_win
    )


def _opened(
    of_rule: Callable[[str], renju.weights.Weights], task: formats.gomocup.Task
) -> tuple[int, ...]:
    """Return what is played in an opening by swap2; nothing to swap."""
    limits = renju.player.Limits(seconds=task.seconds, nodes=task.nodes)
    if not task.game.moves:
        return renju.swap2.opening(of_rule(task.rule), size=task.game.size, **limits)
    move = renju.swap2.choice(task.game, of_rule(task.rule), **limits)
    return () if move is None else (move,)


def _chosen_by_rules(
    rules: Any, search: dict[str, Any], task: formats.gomocup.Task
) -> list[formats.gomocup.Idea]:
    """Return NOIRE's move.

    Raises:
        ValueError: no rules are right for the manager's.
    """
    try:
        program = rules(task.rule)
    except click.UsageError as error:
        raise ValueError(error.message) from None
    limits = renju.player.Limits(seconds=task.seconds, nodes=task.nodes)
    positional: noire.Positional = search["positional"]
    depth = positional.depth if task.depth is None else min(positional.depth, task.depth)
    search = {**search, "positional": replace(positional, depth=depth)}
    found = noire.best_move(task.game, program, rule=task.rule, **limits, **search)
    is_win = found.reason == "win"
    return [formats.gomocup.Idea(found.move, found.value, depth, found.line, found.nodes, is_win=is_win)]


class Lines:
    """The lines of standard input, read ahead by a thread, so that STOP is heard while the engine thinks.

    STOP holds for the lines that stand before it. So does END of a manager, who keeps the pipe open; of
    lines that end with it, all are answered first. `meanwhile` is done until the next line is there.
    """

    def __init__(self) -> None:
        from queue import Queue

        self.meanwhile: Callable[[], None] | None = None
        self._queue: Queue[tuple[str | None, float]] = Queue()
        self._taken = 0
        self._read_at = time.monotonic()
        self._stopped_at = 0
        self._ended_by = math.inf
        # A stream of the thread's own: nobody closes it under the thread, or waits for it at the end.
        stream = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
        Thread(target=self._read, args=(stream,), daemon=True).start()

    @property
    def is_stopped(self) -> bool:
        """Whether the search that the last line began has to end."""
        return self._taken <= self._stopped_at or time.monotonic() > self._ended_by

    def __iter__(self) -> Iterator[str]:
        return self

    @property
    def seconds(self) -> float:
        """Seconds since the last line was read."""
        return time.monotonic() - self._read_at

    def __next__(self) -> str:
        if self.meanwhile:
            with stopped_by(lambda: not self._queue.empty()):
                self.meanwhile()
            self.meanwhile = None
        line, self._read_at = self._queue.get()
        if line is None:
            raise StopIteration
        self._taken += 1
        return line

    def _read(self, stream: BinaryIO) -> None:
        """Read the lines up to END; an overlong one is cut."""
        with suppress(OSError), stream:  # not to be read: the end
            self._read_all(stream)
        self._queue.put((None, time.monotonic()))

    def _read_all(self, stream: BinaryIO) -> None:
        n_read, word = 0, ""
        while word != "END" and (line := stream.readline(MAX_LINE)):
            is_cut = len(line) == MAX_LINE and not line.endswith(b"\n")
            while is_cut and (rest := stream.readline(MAX_LINE)):
                is_cut = not rest.endswith(b"\n")
            text = line.decode("ascii", "backslashreplace")
            word = text.strip().upper()
            if word in formats.gomocup.STOPS:
                self._stopped_at = n_read
            else:
                n_read += 1
                self._queue.put((text, time.monotonic()))
        if word == "END":
            self._ended_by = time.monotonic() + PATIENCE
            while stream.readline(MAX_LINE):
                pass
            self._ended_by = math.inf
