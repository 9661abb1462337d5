"""`zet match5 train`."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zet.cli.batch import Batch
from zet.cli.errors import EXIT_INTERRUPTED, EXIT_TERMINATED
from zet.cli.match5.options import (
    changing,
    game_reading,
    method_option,
    owner_options,
    path_argument,
)
from zet.cli.match5.report import Report, check_plot
from zet.cli.match5.setting import games_option, opponent_option, playing_options, rival_of, setting_of
from zet.cli.options import (
    Cluster,
    file_option,
    flag,
    format_option,
    number_option,
    refuse_without,
    seconds_option,
    spread_options,
)
from zet.cli.parameters import Command, CommandOption, conflicts_with, option
from zet.cli.terminal import screen
from zet.cli.words import _
from zet.engines import match5
from zet.engines.messages import Message
from zet.formats import match5 as formats
from zet.formats.errors import FormatError

if TYPE_CHECKING:
    from pathlib import Path

    from click._termui_impl import ProgressBar

PROGRESS_SECONDS = 0.2


@click.command(cls=Command)
@path_argument
@conflicts_with("--record", opponent_option)
@option(
    "--record",
    "recorded",
    metavar="FILE",
    help="Learn from recorded games instead, one move list per line; - is standard input.",
)
@method_option(
    "How to learn; proof: store proven forced wins; practice: also search for forced wins, and play "
    "practice games; original: like the original program."
)
@conflicts_with("--record", games_option)
@playing_options
@number_option(
    "--max-patterns", "--most", "most", cls=CommandOption, least=0, most=match5.constants.MOST,
    show_default=f"{match5.constants.MOST} with --method proof, else 0",
    help="Drop the least useful patterns beyond N; 0: never.",
)  # fmt: skip
@flag("--mutations", help="Show each added, removed or replaced pattern.")
@number_option(
    "--report", "every", default=1000, help="Write a line of the learning curve after every N games."
)
@file_option("--plot", help="Draw the learning curve (.svg or .png); needs the extra zet[plot].")
@flag("--force", help="Overwrite existing files.")
@seconds_option("--checkpoint", default=60, help="Save after every so many seconds; 0: only at the end.")
@conflicts_with(
    "--record",
    number_option(
        "--lanes",
        most=64,
        default=1,
        help="Play in N parallel lanes, which --jobs distributes over processes.",
    ),
)
@number_option(
    "--round", "round_", default=250, help="Merge the lanes' patterns after N games in each lane."
)
@spread_options("lanes")
@format_option("curve", "text", "json", answers="Training PatternChanged")
@option("-q", "--quiet", is_flag=True, help="Never show progress.")
@option("-v", "--verbose", is_flag=True, help="Report counts and times at the end (stderr).")
@owner_options
def train(
    path: Path,
    recorded: str | None,
    games: int,
    password: str | None,
    wait: bool,
    plot: Path | None,
    force: bool,
    checkpoint: float,
    mutations: bool,
    every: int,
    format: str,  # noqa: A002 - the option's name
    jobs: int,
    cluster: Cluster | None,
    lanes: int,
    round_: int,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> int:
    """Train the player of a knowledge file by playing games, and save the learned patterns to the file.

    Game numbers continue from the count in the file, so two runs of N games with the same seed equal one
    run of 2 N. With --lanes each round starts from the same knowledge in all lanes, and the learned
    patterns are merged in the order of the lanes: the outcome depends on --lanes and --round, not on
    --jobs. Ctrl-C saves all but incomplete rounds of lanes, and ends with exit code 130.
    """
    if plot:
        check_plot(plot, force=force)
    if lanes == 1:
        refuse_without("--lanes", "jobs", "cluster", "round_")
    if options["most"] is None:
        options["most"] = match5.training.most_patterns(options["method"])
    batch = Batch(files=(recorded,) if recorded else (), jobs=jobs, cluster=cluster, verbose=verbose)
    setting = setting_of(batch, **options)
    report = Report(str(path), format)
    with changing(path, password=password, wait=wait) as (file, knowledge), ExitStack() as stack:
        stop = stack.enter_context(_stop_signals())
        trainer = match5.Trainer(
            knowledge.patterns,
            setting,
            report.mutation if mutations else None,
            is_stopped=lambda: stop.code != 0,
            engine=stack.enter_context(rival_of(setting.opponent, stop.waiting)),
        )
        title = _("{player} against {opponent}, {method}")
        title = title.format(player=knowledge.name, opponent=setting.opponent, method=setting.method)

        def draw() -> None:
            if plot:
                report.plot(plot, title)

        show = stack.enter_context(_progress(None if recorded else games, quiet=quiet))
        start, end = knowledge.games, knowledge.games + games
        steps: Iterator[Any]
        if recorded:
            steps = _replayed(trainer, batch, report, stop)
        elif lanes > 1:
            steps = _lanes(trainer, batch, stop, start, end, lanes, round_)
        else:
            steps = _reports(trainer, start, end, every)
        from concurrent.futures import BrokenExecutor

        saved = time.monotonic()
        failure: click.ClickException | None = None
        try:
            with closing(steps):  # type: ignore[type-var]
                for _step in steps:
                    show(trainer.tally)
                    report.curve(trainer, every)
                    if checkpoint and time.monotonic() - saved >= checkpoint:
                        formats.store.save(file, match5.training.trained(knowledge, trainer))
                        draw()
                        saved = time.monotonic()
                    if stop.code or report.refusal:
                        break
        except (_Stopped, BrokenExecutor):
            if not stop.code:
                raise
        except click.ClickException as error:
            failure = error
        formats.store.save(file, match5.training.trained(knowledge, trainer))
        report.total(trainer, "interrupted" if stop.code else "ok")
        if report.refusal:
            raise report.refusal
        if failure:
            raise failure
        if stop.code:
            click.echo(f"{path}: " + _("interrupted; what was learned is saved"), err=True)
        draw()
    return stop.code or report.code


class _Stopped(BaseException):
    """A signal to stop arrived during a wait."""


class _Stop:
    """A request to stop by a signal: the exit code, or 0 without a request."""

    def __init__(self) -> None:
        self.code = 0
        self._waits = False

    def request(self, code: int) -> None:
        """Record a signal and interrupt any wait."""
        self.code = self.code or code
        if self._waits:
            raise _Stopped

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Allow signals to interrupt this block."""
        self._waits = True
        try:
            if self.code:
                raise _Stopped
            yield
        finally:
            self._waits = False


@contextmanager
def _stop_signals() -> Iterator[_Stop]:
    stop = _Stop()
    before = {
        number: signal.signal(number, lambda *_, code=code: stop.request(code))
        for number, code in ((signal.SIGINT, EXIT_INTERRUPTED), (signal.SIGTERM, EXIT_TERMINATED))
    }
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _replayed(trainer: match5.Trainer, batch: Batch, report: Report, stop: _Stop) -> Iterator[None]:
    records = batch.records(
        game_reading(Message("game"), "red" if trainer.setting.first == "red" else "blue")
    )
    while True:
        with stop.waiting():
            record = next(records, None)
        if record is None:
            return
        if isinstance(record.value, FormatError):
            report.bad_record(record.value)
        elif not record.value.moves:
            report.bad_record(
                FormatError(record.source, None, "game {number}: no moves", number=record.number)
            )
        else:
            trainer.replay(record.value)
        yield


def _reports(trainer: match5.Trainer, start: int, end: int, every: int) -> Iterator[int]:
    for at in range(start, end, every):
        yield from trainer.play(at, min(end, at + every))


def _lanes(
    trainer: match5.Trainer, batch: Batch, stop: _Stop, start: int, end: int, lanes: int, round_: int
) -> Iterator[None]:
    from zet.cli.pools import mapping

    with mapping(batch.jobs, batch.cluster) as spread_over:
        while start < end:
            starts = range(start, min(end, start + lanes * round_), round_)
            lane = partial(_lane, tuple(trainer.player.patterns), trainer.setting)
            ends = [min(end, at + round_) for at in starts]
            with stop.waiting():
                played = list(spread_over(lane, starts, ends))
            for tally, patterns in played:
                trainer.tally += tally
                trainer.report(
                    match5.training.merge_patterns(trainer.setting.method, trainer.player, patterns)
                )
            start = ends[-1]
            trainer.forget(start)
            yield


def _lane(
    patterns: tuple[match5.Pattern, ...], setting: match5.Setting, start: int, end: int
) -> tuple[match5.Tally, list[match5.Pattern]]:
    """Play the games of a lane; return their tally and the learned patterns that were not dropped."""
    with rival_of(setting.opponent) as rival:
        trainer = match5.Trainer(patterns, setting, engine=rival)
        for _at in trainer.play(start, end):
            pass
    known = set(patterns)
    return trainer.tally, [pattern for pattern in trainer.player.patterns if pattern not in known]


@contextmanager
def _progress(games: int | None, *, quiet: bool) -> Iterator[Callable[[match5.Tally], None]]:
    """Yield a function that shows the progress of training on a terminal."""
    if quiet or games is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    lost = _("{rate} lost")
    bar: ProgressBar[int] = click.progressbar(
        length=games,
        item_show_func=lambda rate: "" if rate is None else lost.format(rate=f"{rate:.2%}"),
        file=screen(),
    )
    shown = time.monotonic()
    last = match5.Tally()
    with bar:

        def show(tally: match5.Tally) -> None:
            nonlocal shown, last
            if time.monotonic() - shown >= PROGRESS_SECONDS:
                shown = time.monotonic()
                part = tally - last
                bar.update(part.games, part.losses / max(1, part.games))  # type: ignore[arg-type]
                last = tally

        yield show
