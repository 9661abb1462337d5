"""`zet renju rules learn`: new rules from won games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from zet.cli.command import Batch, Outcome, Record, Values, answer, batch_options, render
from zet.cli.errors import NO, YES, Unreadable
from zet.cli.options import check_writable, file_option, number_option
from zet.cli.output import write_file
from zet.cli.parameters import Command
from zet.cli.renju.options import read_games
from zet.cli.renju.rules.options import (
    level_option,
    load_runnable,
    order_option,
    rules_option,
    title_in_columns,
    walks_options,
)
from zet.cli.words import _
from zet.engines import noire, renju
from zet.formats import blanche

if TYPE_CHECKING:
    from pathlib import Path


@click.command(cls=Command)
@batch_options("text", "json", spread=False, answers="blanche.RuleLearned blanche.LearnedTotal")
@rules_option("sound")
@order_option
@level_option(default=7)
@number_option(
    "--nodes",
    least=0,
    default=20_000,
    help="Give up on a position after visiting this many positions in the search.",
)
@walks_options(
    2000,
    "The number of random walks. A walk fills an empty board stone by stone, and the claims of new rules "
    "are checked after each stone.",
)
@file_option(
    "--learned", "--write",
    help="Write the learned rules into this .blanche file. To use them, give --rules FILE in addition "
    "to the rule bases of this run.",
)  # fmt: skip
def learn(
    batch: Batch,
    rule_bases: tuple[str, ...],
    order: noire.Order | None,
    level: int,
    nodes: int,
    walks: int,
    seed: int,
    learned: Path | None,
) -> int:
    """Learn rules from the positions in FILES that have a win by threats.

    Each win by at most three fours is reduced to the conditions that it needs, and these conditions
    become a rule. A rule is kept if none of its claims is refuted, in these games or on random boards,
    and if NOIRE visits at least 0.5% fewer positions with it. `zet renju rules experiment` compares the
    search with and without the learned rules on other games. The exit code is 1 if no rule was learned.
    """
    program = load_runnable(rule_bases, order=order)
    if learned:
        check_writable(learned, force=batch.force)
    won = [one for one in map(partial(_won, nodes), read_games(batch.sources)) if one]
    kept: list[noire.Rule] = []
    lessons = noire.learner.learn(program, won, level=level, nodes=nodes, walks=walks, seed=seed)

    def total(lessons: list[bool]) -> str | bytes:
        words = _("{n} kept").format(n=len(kept))
        found = Outcome("total", blanche.answers.learned_total(len(kept)), board=f"{words}\n")
        return render(batch, Record("-", len(lessons) + 1, None), found)

    records = _records(" ".join(rule_bases), lessons, kept)
    code = answer(batch, records, _learned, use=Values(total, bool))
    if learned and kept:
        write_file(
            learned, blanche.dumps(noire.Program(noire.learner.missing(program), tuple(kept))).encode()
        )
    return code or (YES if kept else NO)


def _won(nodes: int, game: renju.Game) -> tuple[renju.Game, tuple[int, ...]] | None:
    """Return a game and a winning line for its side to move; None if no win is found."""
    line = renju.solve(game, nodes=10 * nodes).line
    return (game, line) if line else None


def _records(source: str, lessons: Iterable[noire.Lesson], kept: list[noire.Rule]) -> Iterator[Record]:
    """Yield each lesson as a record, as soon as it is learned, and append accepted rules to `kept`."""
    try:
        for number, lesson in enumerate(lessons, 1):
            if lesson.is_kept:
                kept.append(lesson.rule)
            yield Record(source, number, lesson)
    except noire.ProgramError as error:
        reason = _("{source}: a learned rule needs the derivations of the shipped set `sound`: {error}")
        raise Unreadable(reason.format(source=source, error=error.faults[0].reason)) from None


def _learned(record: Record) -> Outcome:
    lesson: noire.Lesson = record.value
    keys = blanche.answers.learn(lesson)
    words = f"{title_in_columns(lesson.rule)}: " + _("seen {n} times").format(n=lesson.seen)
    if lesson.refuted:
        outcome = _("{refuted} of {claims} claims refuted")
    else:
        outcome = _(
            "{claims} claims are true; positions visited: {before} without the rule, {after} with it"
        )
    outcome = outcome.format(
        refuted=lesson.refuted, claims=lesson.claims, before=lesson.before, after=lesson.after
    )
    verdict = {"kept": _("kept"), "refuted": _("refuted"), "useless": _("useless")}[keys["status"]]
    return Outcome(keys["status"], keys, board=f"{words}; {outcome}: {verdict}\n", value=lesson.is_kept)
