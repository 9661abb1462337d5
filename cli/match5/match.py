"""The command `zet match5 match`."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zet.cli.command import Batch, Outcome, Record, answer
from zet.cli.match5.options import games_of, path_argument, read_knowledge
from zet.cli.match5.setting import (
    choice_options,
    first_option,
    games_option,
    opponent_option,
    report_games,
    rival_of,
    setting_of,
)
from zet.cli.options import format_option, spread_options, verbose_option
from zet.cli.parameters import Command
from zet.cli.words import _
from zet.engines import match5
from zet.engines.elo import rate_interval, score_of
from zet.formats.match5 import answers

if TYPE_CHECKING:
    from pathlib import Path

BLOCK = 250
"""The number of games that a worker plays in one task."""


@click.command(cls=Command)
@path_argument
@opponent_option(learns=False)
@games_option
@first_option
@choice_options
@format_option("result", "text", "json", answers="MatchPlayed")
@spread_options("games")
@verbose_option
def match(path: Path, games: int, format: str, verbose: bool, **options: Any) -> int:  # noqa: A002
    """Let the player of a knowledge file play an opponent, without learning, and count the results.

    A win scores 1, a draw 1/2. The loss rate has a 95% Wilson confidence interval. The score has a 95%
    normal interval, computed after adding two wins and two losses.
    """
    from zet.cli.pools import mapping

    started = time.monotonic()
    spread = {name: options.pop(name) for name in ("jobs", "cluster")}
    patterns = read_knowledge(path).patterns
    setting = setting_of(Batch(verbose=verbose), method="original", learns=False, **options)
    starts = range(0, games, BLOCK)
    ends = [min(games, start + BLOCK) for start in starts]
    with mapping(**spread) as spread_over:
        tally = sum(spread_over(partial(_block, patterns, setting), starts, ends), match5.Tally())
    if verbose:
        report_games(tally, started)
    return answer(Batch(format=format), [Record(str(path), 1, tally)], result)


def _block(
    patterns: tuple[match5.Pattern, ...], setting: match5.Setting, start: int, end: int
) -> match5.Tally:
    with rival_of(setting.opponent) as rival:
        trainer = match5.Trainer(patterns, setting, learns=False, engine=rival)
        for _at in trainer.play(start, end):
            pass
    return trainer.tally


def result(record: Record) -> Outcome:
    """Return the outcome of a match from the tally of its games."""
    tally: match5.Tally = record.value
    score, low, high = score_of((tally.losses, tally.draws, tally.wins))
    lost = tally.losses / tally.games
    lost_low, lost_high = rate_interval(tally.losses, tally.games)
    parts = (
        games_of(tally.games),
        _("{won} won, {drawn} drawn, {lost} lost"),
        _("score {score:.3f} ({low:.3f} to {high:.3f})"),
        _("lost {rate:.2f}% ({low:.2f} to {high:.2f})"),
    )
    games, ended, mean, rate = parts
    ended = ended.format(won=tally.wins, drawn=tally.draws, lost=tally.losses)
    mean = mean.format(score=score, low=low, high=high)
    rate = rate.format(rate=100 * lost, low=100 * lost_low, high=100 * lost_high)
    return Outcome(
        "ok", partial(answers.match, tally), board=f"{record.name}: {games}: {ended}; {mean}, {rate}\n"
    )
