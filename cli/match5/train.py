"""The command `zet match5 train`."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from zet.cli.batch import Batch
from zet.cli.errors import EXIT_INTERRUPTED, EXIT_TERMINATED
from zet.cli.match5.options import changing, game_reading, method_option, owner_options, path_argument
from zet.cli.match5.report import Report, check_plot
from zet.cli.match5.setting import (
    choice_options,
    first_option,
    games_option,
    opponent_option,
    report_games,
    rival_of,
    setting_of,
)
from zet.cli.options import (
    Cluster,
    file_option,
    flag,
    format_option,
    number_option,
    quiet_option,
    refuse_without,
    spread_options,
    verbose_option,
)
from zet.cli.parameters import (
    Command,
    CommandOption,
    Whole,
    conflicts_with,
    grouped_options,
    keyed,
    option,
)
from zet.cli.terminal import screen
from zet.cli.words import _
from zet.engines import match5
from zet.engines.messages import Message
from zet.formats import match5 as formats
from zet.formats.errors import FormatError

if TYPE_CHECKING:
    from pathlib import Path

    from click._termui_impl import ProgressBar

    from zet.formats.locks import LockedFile

PROGRESS_SECONDS = 0.2


class _Output(NamedTuple):
    """The output options of a run; a line of the learning curve is written every `every` games."""

    every: int
    plot: Path | None
    force: bool
    mutations: bool
    format: str
    quiet: bool
    verbose: bool


class _Lanes(NamedTuple):
    """The options for lanes: separate streams of games whose patterns are merged every `round_` games."""

    number: int
    round_: int
    jobs: int
    cluster: Cluster | None


_output_options = grouped_options(
    "output",
    _Output,
    number_option(
        "--report", "every", default=1000, help="Write a line of the learning curve every N games."
    ),
    file_option(
        "--plot",
        help="Draw the learning curve to this file (.svg or .png); requires the Python extra zet[plot].",
    ),
    flag("--force", help="Overwrite existing files."),
    flag("--mutations", help="Show each added, removed or replaced pattern."),
    format_option("learning curve", "text", "json", answers="Training PatternChanged"),
    quiet_option,
    verbose_option,
)
_lanes_options = grouped_options(
    "lanes",
    _Lanes,
    conflicts_with(
        "--record",
        keyed(
            "--lanes",
            "number",
            own=True,
            type=Whole(1, 64),
            default=1,
            metavar="N|round=N",
            keys={"round": number_option("--round", "round_", default=250)},
            help="Play in N independent lanes, which --jobs distributes over processes; round=250 (the "
            "default): merge the patterns of all lanes every 250 games. May be repeated.",
        ),
    ),
    spread_options("lanes"),
)


@click.command(cls=Command)
@path_argument
@conflicts_with("--record", opponent_option(learns=True))
@conflicts_with(
    "--begins alternate",
    option(
        "--record",
        "recorded",
        metavar="FILE",
        help="Learn from the move lists in FILE, one per line, instead of playing; -: standard input. "
        "Blue moves first, or red with --begins red.",
    ),
)
@method_option(
    "How to learn from a lost game. proof: store proven forced wins; original: as in the original "
    "program (David Dirkse, 2012)."
)
@conflicts_with("--record", games_option)
@first_option
@conflicts_with("--record", choice_options)
@number_option(
    "--max-patterns", "--most", "most", cls=CommandOption, least=0, most=match5.constants.MOST,
    show_default=f"{match5.constants.MOST} with --method proof, else 0",
    help="Keep at most N patterns, dropping the least useful; 0: no limit.",
)  # fmt: skip
@_output_options
@_lanes_options
@grouped_options("owner", dict, owner_options)
def train(
    path: Path,
    recorded: str | None,
    games: int,
    output: _Output,
    lanes: _Lanes,
    owner: dict[str, Any],
    **options: Any,
) -> int:
    """Train the player of a knowledge file by playing games, and save the learned patterns to the file.

    The numbering of the games continues from the count in the file, so two runs of N games with the same
    seed give the same result as one run of 2N games. With --lanes, games are played in several lanes,
    each of which learns only from its own games; at the end of each round the patterns of all lanes are
    merged, in the order of the lanes. The result depends on --lanes, but not on --jobs. After Ctrl-C the
    exit code is 130, and everything is saved except an incomplete round.
    """
    started = time.monotonic()
    if output.plot:
        check_plot(output.plot, force=output.force)
    if lanes.number == 1:
        refuse_without("--lanes", "jobs", "cluster", "round_")
    if options["most"] is None:
        options["most"] = match5.training.most_patterns(options["method"])
    batch = Batch(files=(recorded,) if recorded else (), verbose=output.verbose)
    setting = setting_of(batch, **options)
    report = Report(str(path), output.format)
    hall = path.parent / formats.leaderboard.NAME
    has_hall = hall.exists()
    with changing(path, **owner) as (file, knowledge), ExitStack() as stack:
        stop = stack.enter_context(_stop_signals())
        trainer = match5.Trainer(
            knowledge.patterns,
            setting,
            report.mutation if output.mutations else None,
            is_stopped=lambda: stop.code != 0,
            engine=stack.enter_context(rival_of(setting.opponent, stop.waiting)),
        )
        show = stack.enter_context(_progress(None if recorded else games, quiet=output.quiet))
        played = range(knowledge.games, knowledge.games + games)
        steps: Iterator[Any]
        if recorded:
            steps = _replayed(trainer, batch, report, stop)
        elif lanes.number > 1:
            steps = _in_lanes(trainer, lanes, stop, played)
        else:
            steps = _reports(trainer, played, output.every)
        run = _Run(file, knowledge, trainer, report, output)
        failure = run.through(steps, show, stop)
        run.end(stop, failure)
        if stop.code:
            click.echo(f"{path}: " + _("interrupted; the learned patterns are saved"), err=True)
        run.draw()
    if output.verbose:
        report_games(trainer.tally, started)
    if hall.exists() and not has_hall and sys.stderr.isatty() and not output.quiet:
        words = _("{path} is the Hall of Fame of the players in this folder; `zet match5 hall` shows it")
        click.echo(words.format(path=hall), err=True)
    return stop.code or report.code


@dataclass(slots=True)
class _Run:
    """A run of training: the knowledge file, its trainer, and the output."""

    file: LockedFile
    knowledge: match5.Knowledge
    trainer: match5.Trainer
    report: Report
    output: _Output

    def save(self) -> None:
        """Save the learned patterns and the count of games."""
        formats.store.save(self.file, match5.training.trained(self.knowledge, self.trainer))

    def draw(self) -> None:
        """Draw the learning curve so far, if --plot was given."""
        if self.output.plot:
            title = _("{player} against {opponent}, {method}")
            setting = self.trainer.setting
            title = title.format(
                player=self.knowledge.name, opponent=setting.opponent, method=setting.method
            )
            self.report.plot(self.output.plot, title)

    def through(
        self, steps: Iterator[Any], show: Callable[[match5.Tally], None], stop: _Stop
    ) -> click.ClickException | None:
        """Train step by step, and return the error that ended the run early, or None.

        The state is saved up to five times a second; saving takes at most a twentieth of the time.
        """
        from concurrent.futures import BrokenExecutor

        from zet.cli.resume import next_save

        due = 0.0
        try:
            with closing(steps):  # type: ignore[type-var]
                for _step in steps:
                    show(self.trainer.tally)
                    self.report.curve(self.trainer, self.output.every)
                    if (began := time.monotonic()) >= due:
                        self.save()
                        self.draw()
                        due = next_save(began)
                    if stop.code or self.report.refusal:
                        break
        except (_Stopped, BrokenExecutor):
            if not stop.code:
                raise
        except click.ClickException as error:
            return error
        return None

    def end(self, stop: _Stop, failure: click.ClickException | None) -> None:
        """Save the knowledge file, and report the total.

        Raises:
            click.ClickException: the run failed, or its output could not be written.
        """
        self.save()
        self.report.total(self.trainer, "interrupted" if stop.code else "ok")
        if self.report.refusal:
            raise self.report.refusal
        if failure:
            raise failure


class _Stopped(BaseException):
    """A signal to stop arrived during a wait."""


class _Stop:
    """Whether a signal has requested a stop: `code` is the signal's exit code, or 0 without a signal."""

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
                FormatError(record.source, None, "game {number} has no moves", number=record.number)
            )
        else:
            trainer.replay(record.value)
        yield


def _reports(trainer: match5.Trainer, played: range, every: int) -> Iterator[int]:
    for at in range(played.start, played.stop, every):
        yield from trainer.play(at, min(played.stop, at + every))


def _in_lanes(trainer: match5.Trainer, lanes: _Lanes, stop: _Stop, played: range) -> Iterator[None]:
    from zet.cli.pools import mapping

    start, end, length = played.start, played.stop, lanes.round_
    with mapping(lanes.jobs, lanes.cluster) as spread_over:
        while start < end:
            starts = range(start, min(end, start + lanes.number * length), length)
            lane = partial(_lane, tuple(trainer.player.patterns), trainer.setting)
            ends = [min(end, at + length) for at in starts]
            with stop.waiting():
                found = list(spread_over(lane, starts, ends))
            for tally, patterns in found:
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
