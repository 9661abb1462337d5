"""The command `zet renju tune`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zet.cli.command import Batch, Outcome, Record, answer
from zet.cli.options import (
    Cluster,
    check_writable,
    flag,
    format_option,
    number_option,
    quiet_option,
    seed_option,
    spread_options,
    verbose_option,
)
from zet.cli.output import encoded, open_output
from zet.cli.parameters import Command, FilePath
from zet.cli.renju.options import rule_option
from zet.cli.words import _
from zet.engines import renju
from zet.engines.messages import Message
from zet.formats import renju as formats
from zet.formats.files import extension_of

if TYPE_CHECKING:
    from pathlib import Path

BLOCK = 25
"""The number of games that a worker plays in one task."""


@click.command(cls=Command)
@click.argument("path", metavar="FILE", type=FilePath(dir_okay=False))
@rule_option
@number_option("--rounds", most=100, default=6, help="The number of rounds of self-play and training.")
@number_option("--games", most=1_000_000, default=12_000, help="Play N games in each round.")
@number_option(
    "--nodes",
    most=1_000_000,
    default=1000,
    help="Give up each search after trying this many moves, and play the best move found.",
)
@seed_option("weights", 1)
@spread_options("games")
@format_option("report on each round", "text", "json", answers="RoundTrained")
@flag("--force", help="Overwrite existing files.")
@quiet_option
@verbose_option
def tune(
    path: Path,
    rule: str,
    jobs: int,
    cluster: Cluster | None,
    force: bool,
    **options: Any,
) -> int:
    """Train the evaluation weights of zet's player by self-play, and write them to FILE.

    In each round zet plays games against itself, from random openings until one side has a proven win.
    Both sides use the weights of the previous round; the first round uses weights set by hand. Logistic
    regression then fits new weights to the results of the last three rounds. From the third round on, and
    always in the last round, a network is also trained on the same games, mainly on the values that the
    search found. Each round replaces the weights in FILE. The extension of FILE, .json or .msgpack,
    chooses the format (by default msgpack).

    The same options give the same file, byte for byte, for any value of --jobs.
    """
    from zet.cli.pools import mapping

    check_writable(path, force=force)
    batch = Batch(**{name: options.pop(name) for name in ("format", "quiet", "verbose")})
    with mapping(jobs, cluster) as spread_over:
        fits = renju.tuning.rounds(rule, **options, play=partial(_played, spread_over))
        return answer(batch, _saved(path, fits), _found, what=Message("round"))


def _played(
    spread_over: Callable[..., Iterator[list[renju.tuning.Lesson]]],
    play_games: Callable[[int, int], list[renju.tuning.Lesson]],
    games: int,
) -> Iterator[renju.tuning.Lesson]:
    """Yield the games of a round, in order."""
    starts = range(0, games, BLOCK)
    for lessons in spread_over(play_games, starts, [min(games, start + BLOCK) for start in starts]):
        yield from lessons


def _saved(path: Path, fits: Iterator[renju.tuning.Fit]) -> Iterator[Record]:
    """Write the weights of each fit to the file, and then yield the fit as a record.

    The extension of the file chooses the format; the default is msgpack.
    """
    dumps = formats.WEIGHTS.get(extension_of(path), formats.WEIGHTS["msgpack"]).dumps()
    for fit in fits:
        with open_output(path, force=True) as stream:
            stream.write(encoded(dumps(fit.weights)))
        yield Record(str(path), fit.made.rounds, fit)


def _found(record: Record) -> Outcome:
    fit: renju.tuning.Fit = record.value
    keys = formats.answers.round_trained(fit)
    if fit.network is None:
        words = _(
            "{games} games, {positions} positions; loss {loss:.4f}; the best move is predicted in "
            "{hits:.1%} of positions"
        )
    else:
        words = _(
            "{games} games, {positions} positions; loss {loss:.4f} (network: {network:.4f}); the "
            "best move is predicted in {hits:.1%} of positions"
        )
    return Outcome("ok", keys, words.format(**keys))
