"""`zet match5 train` and `match`: games by the thousand."""

import math
import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from zet.cli.batch import Batch, Record, json_line, say
from zet.cli.common import not_nan
from zet.cli.main import EXIT_INTERRUPTED, EXIT_TERMINATED, ClosedPipe, OutputError
from zet.cli.match5.common import (
    changing,
    count_of,
    knowledge_path,
    lines_of,
    mutation_as_text,
    password_options,
    read_knowledge,
    storing,
    wait_option,
)
from zet.cli.match5.curve import check_plot, plot_curve
from zet.engines.match5.model import MAX_PATTERNS, Pattern
from zet.engines.match5.player import Mutation
from zet.engines.match5.training import FIRST, METHODS, Setting, Tally, Trainer, merged, trained
from zet.formats.errors import FormatError
from zet.formats.match5.documents import pattern_keys
from zet.formats.match5.games import loads as load_game
from zet.formats.match5.store import save

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

OPPONENTS = ("random", "greedy", "threat", "self", "self-both")
MAX_GAMES = 10**12
PROGRESS_SECONDS = 0.2
MOST = MAX_PATTERNS // 2
"""Patterns that a player by proof keeps; what it learns between has room in a file."""


def _opponent(_: click.Context, __: click.Parameter, value: str) -> str:
    """Return the name of an opponent, or of a knowledge file."""
    if value not in OPPONENTS and not Path(value).is_file():
        raise click.BadParameter(f"{value!r} is none of {', '.join(OPPONENTS)}, and no knowledge file")
    return value


def opponent_option(command: Callable[..., int]) -> Callable[..., int]:
    """Add --opponent."""
    return click.option(
        "--opponent",
        default="random",
        show_default=True,
        callback=_opponent,
        metavar="WHO",
        help="random; greedy: wins, blocks, else random; threat: continuous fours and worth of rows; "
        "self: plays against itself, red learns; self-both: the loser learns; or a knowledge file.",
    )(command)


def playing_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that say how games are played."""
    for option in (
        click.option(
            "--seed",
            type=click.IntRange(0, 2**64 - 1),
            metavar="S",
            help="The same seed gives the same games.",
        ),
        click.option(
            "--filler",
            type=click.Choice(["random", "near"]),
            default="random",
            show_default=True,
            help="Where to play when nothing matches: anywhere, or next to a stone.",
        ),
        click.option(
            "--first",
            type=click.Choice(list(FIRST)),
            default="alternate",
            show_default=True,
            help="Who begins; alternate: red the games of even number, counted from 0.",
        ),
    ):
        command = option(command)
    return command


def setting_of(
    opponent: str, method: str, first: str, filler: str, seed: int, most: int | None = 0
) -> Setting:
    """Return how games are played; a name that is no built-in opponent's is that of a file."""
    other: tuple[Pattern, ...] = ()
    if opponent not in OPPONENTS:
        other = read_knowledge(Path(opponent)).patterns
        opponent = "knowledge"
    if most is None:
        most = MOST if method == "proof" else 0
    return Setting(opponent, method, first, filler == "near", seed, other, most)


def chosen_seed(seed: int | None, *, verbose: bool) -> int:
    """Return the seed, drawn if there is none; with `verbose` a drawn one is told."""
    if seed is None:
        seed = secrets.randbits(32)
        if verbose:
            click.echo(f"--seed {seed}", err=True)
    return seed


@click.command()
@click.argument("path", metavar="FILE", type=knowledge_path)
@opponent_option
@click.option(
    "--record",
    "recorded",
    metavar="FILE",
    help="Learn from recorded games instead, one move list per line; - is standard input.",
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="proof",
    show_default=True,
    help="proof: store forced wins that are proven; practice: search for them too, and play games in the "
    "mind; seed: what the original program does.",
)
@click.option(
    "--games", type=click.IntRange(1, MAX_GAMES), default=1000, show_default=True, metavar="N",
    help="How many games to play.",
)  # fmt: skip
@playing_options
@click.option(
    "--most", type=click.IntRange(0, MOST), metavar="N",
    show_default=f"{MOST}; 0 with --method seed",
    help="Forget what is of least use when there are more than N patterns; 0: never.",
)  # fmt: skip
@click.option("--mutations", is_flag=True, help="Show every pattern that is added, removed or replaced.")
@click.option(
    "--report", type=click.IntRange(1), default=1000, show_default=True, metavar="N",
    help="Write a line of the learning curve after every N games.",
)  # fmt: skip
@click.option(
    "--plot", type=knowledge_path, metavar="FILE",
    help="Draw the learning curve (.svg or .png); needs the extra zet[plot].",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Let --plot overwrite a file.")
@click.option(
    "--checkpoint", type=click.FloatRange(0), default=60, show_default=True, callback=not_nan,
    metavar="SECONDS",
    help="Save this often; 0: only at the end.",
)  # fmt: skip
@click.option(
    "--lanes", type=click.IntRange(1, 64), default=1, show_default=True, metavar="L",
    help="Play in L lanes side by side, which --jobs spreads over processes.",
)  # fmt: skip
@click.option(
    "--round", "round_", type=click.IntRange(1), default=250, show_default=True, metavar="N",
    help="Games of a lane before what the lanes have learned is merged.",
)  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(0), default=1, show_default=True, metavar="N",
    help="Spread the lanes over N processes; 0: one for each core.",
)  # fmt: skip
@click.option("--cluster", metavar="ADDRESS", help="Spread the lanes over a Dask cluster.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="How to write the curve; json: one object per line.",
)  # fmt: skip
@click.option("-q", "--quiet", is_flag=True, help="Never show progress.")
@click.option("-v", "--verbose", is_flag=True, help="Tell the seed if it was drawn.")
@password_options()
@wait_option
def train(
    path: Path,
    recorded: str | None,
    games: int,
    password: str | None,
    wait: bool,
    plot: Path | None,
    force: bool,
    checkpoint: float,
    seed: int | None,
    jobs: int,
    cluster: str | None,
    lanes: int,
    round_: int,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> int:
    """Let the player of a knowledge file play games and learn from them, and save what was learned.

    Games count on from those that the file has seen, so two runs of N games with the same seed come to
    the same as one run of 2 N. With --lanes each round begins with the same knowledge in all lanes, and
    what they learn is merged in the order of the lanes: the outcome depends on --lanes and --round,
    not on --jobs. Ctrl-C saves, without rounds of lanes that have not come to their end, and ends with
    exit code 130.
    """
    if plot:
        check_plot(plot, force=force)
    if (jobs != 1 or cluster) and lanes == 1:
        raise click.UsageError("--jobs and --cluster spread --lanes; there is one lane")
    if recorded and lanes > 1:
        raise click.UsageError("recorded games are learned from one after another: no --lanes")
    form, mutations, report = (options.pop(name) for name in ("form", "mutations", "report"))
    setting = setting_of(seed=chosen_seed(seed, verbose=verbose), **options)
    with changing(path, password, wait=wait) as (file, knowledge), ExitStack() as stack:
        telling = _Telling(str(path), form, mutations=mutations)
        stop = stack.enter_context(_stop_signals())
        trainer = Trainer(
            knowledge.patterns,
            setting,
            telling.change if mutations else None,
            is_stopped=lambda: stop.code != 0,
        )
        show = stack.enter_context(_progress(None if recorded else games, quiet=quiet))
        batch = Batch(files=(recorded,) if recorded else (), jobs=jobs, cluster=cluster)
        steps: Iterator[Any]
        if recorded:
            steps = _replayed(trainer, batch, telling, stop)
        elif lanes > 1:
            steps = _lanes(trainer, batch, stop, knowledge.games, games, lanes, round_)
        else:
            steps = _reports(trainer, knowledge.games, games, report)
        saved = time.monotonic()
        try:
            with closing(steps):  # type: ignore[type-var]
                for _ in steps:
                    show(trainer.tally)
                    telling.curve(trainer, report)
                    if checkpoint and time.monotonic() - saved >= checkpoint:
                        save(file, trained(knowledge, trainer))
                        saved = time.monotonic()
                    if stop.code or telling.refusal:
                        break
        except (_Stopped, BrokenExecutor):
            if not stop.code:
                raise
        save(file, trained(knowledge, trainer))
        telling.total(trainer, "interrupted" if stop.code else "ok")
        if telling.refusal:
            raise telling.refusal
        if stop.code:
            click.echo(f"{path}: interrupted; what was learned is saved", err=True)
    if plot:
        with storing(plot):
            plot_curve(
                plot, telling.points, f"{knowledge.name} against {setting.opponent}, {setting.method}"
            )
    return stop.code or telling.code


class _Stopped(BaseException):
    """The process was asked to stop while it waited."""


class _Stop:
    """Whether the process was asked to stop: then with which exit code it ends, otherwise 0."""

    def __init__(self) -> None:
        self.code = 0
        self._waits = False

    def ask(self, code: int) -> None:
        """Take note of a signal, and end a wait."""
        self.code = self.code or code
        if self._waits:
            raise _Stopped

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Let a signal end what is done in this block."""
        self._waits = True
        try:
            if self.code:
                raise _Stopped
            yield
        finally:
            self._waits = False


@contextmanager
def _stop_signals() -> Iterator[_Stop]:
    """Yield what is told when the process is asked to stop."""
    stop = _Stop()
    before = {
        number: signal.signal(number, lambda *_, code=code: stop.ask(code))
        for number, code in ((signal.SIGINT, EXIT_INTERRUPTED), (signal.SIGTERM, EXIT_TERMINATED))
    }
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Telling:
    """What a training writes: mutations, the curve, and the total.

    `refusal` is what was raised when the output could not be written; nothing is written any more then.
    """

    def __init__(self, source: str, form: str, *, mutations: bool) -> None:
        self.refusal: Exception | None = None
        self.points: list[tuple[int, float, int]] = []
        self.code = 0
        self._source = source
        self._form = form
        self._mutations = mutations
        self._number = 0
        self._told = Tally()

    def _line(self, status: str, **keys: object) -> None:
        self._number += 1
        self._say(json_line(Record(self._source, self._number, None), status, **keys).rstrip("\n"))

    def _say(self, text: str) -> None:
        try:
            if not self.refusal:
                say(text)
        except (ClosedPipe, OutputError) as error:
            self.refusal = error

    def change(self, mutation: Mutation) -> None:
        if self._form == "json":
            self._line(mutation.action, **pattern_keys(mutation.pattern))
        else:
            self._say(mutation_as_text(mutation))

    def bad_record(self, error: FormatError) -> None:
        self.code = 2
        click.echo(str(error), err=True)
        if self._form == "json":
            self._line("error", error=str(error))

    def curve(self, trainer: Trainer, report: int) -> None:
        """Write a line if enough games were played since the last."""
        if trainer.tally.games - self._told.games >= report:
            self._part(trainer)

    def _part(self, trainer: Trainer) -> None:
        part = trainer.tally - self._told
        self._told = trainer.tally
        self.points.append((trainer.tally.games, part.losses / part.games, len(trainer.player)))
        self._tell("training", trainer.tally.games, part, len(trainer.player))

    def total(self, trainer: Trainer, status: str) -> None:
        """Write what is left of the curve, and the total."""
        if trainer.tally.games > self._told.games and self._told.games:
            self._part(trainer)
        elif not self._told.games and trainer.tally.games:
            self.points.append(
                (trainer.tally.games, trainer.tally.losses / trainer.tally.games, len(trainer.player))
            )
        self._tell(status, trainer.tally.games, trainer.tally, len(trainer.player))

    def _tell(self, status: str, games: int, part: Tally, patterns: int) -> None:
        if self._form == "json":
            keys = {"games": games, "losses": part.losses, "draws": part.draws, "wins": part.wins}
            self._line(status, **keys, patterns=patterns, unlearnable=part.unlearnable)
            return
        head = (
            f"{games:9} games"
            if status == "training"
            else f"{self._source}: {part.games} game{'' if part.games == 1 else 's'}"
        )
        rate = f" ({100 * part.losses / part.games:.2f}%)" if part.games else ""
        words = f"{part.losses} lost{rate}, {part.draws} drawn, {part.wins} won; {count_of(patterns)}"
        if part.unlearnable:
            words += f"; {part.unlearnable} unlearnable"
        self._say(f"{head}: {words}" + ("; interrupted" if status == "interrupted" else ""))


def _replayed(trainer: Trainer, batch: Batch, telling: _Telling, stop: _Stop) -> Iterator[None]:
    """Take up the recorded games of a file."""
    first = 1 if trainer.setting.first == "red" else 2
    records = batch.records(lines_of("game", partial(load_game, first=first)))
    while True:
        with stop.waiting():
            record = next(records, None)
        if record is None:
            return
        if isinstance(record.value, FormatError):
            telling.bad_record(record.value)
        elif not record.value.moves:
            telling.bad_record(FormatError(record.source, None, f"game {record.number}: no moves"))
        else:
            trainer.replay(record.value)
        yield


def _reports(trainer: Trainer, start: int, games: int, report: int) -> Iterator[int]:
    """Play games, and pause where a line of the curve is due."""
    for at in range(start, start + games, report):
        yield from trainer.play(at, min(start + games, at + report))


def _lanes(
    trainer: Trainer,
    batch: Batch,
    stop: _Stop,
    start: int,
    games: int,
    lanes: int,
    round_: int,
) -> Iterator[None]:
    """Play games in rounds of several lanes, and merge after each what the lanes have learned."""
    end = start + games
    with batch.mapping() as mapping:
        while start < end:
            starts = range(start, min(end, start + lanes * round_), round_)
            lane = partial(_lane, tuple(trainer.player.patterns), trainer.setting)
            ends = [min(end, at + round_) for at in starts]
            with stop.waiting():
                played = list(mapping(lane, starts, ends))
            for tally, patterns in played:
                trainer.tally += tally
                trainer.tell(merged(trainer.setting.method, trainer.player, patterns))
            start = ends[-1]
            trainer.forget(start)
            yield


def _lane(
    patterns: tuple[Pattern, ...], setting: Setting, start: int, end: int
) -> tuple[Tally, list[Pattern]]:
    """Play the games of a lane and return what it has learned that is still there."""
    trainer = Trainer(patterns, setting)
    for _ in trainer.play(start, end):
        pass
    known = set(patterns)
    return trainer.tally, [pattern for pattern in trainer.player.patterns if pattern not in known]


@contextmanager
def _progress(games: int | None, *, quiet: bool) -> Iterator[Callable[[Tally], None]]:
    """Yield a function that shows how far a training is, on a terminal."""
    if quiet or games is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    bar: ProgressBar[int] = click.progressbar(
        length=games,
        item_show_func=lambda rate: "" if rate is None else f"{100 * rate:.2f}% lost",
        file=sys.stderr,
    )
    shown = time.monotonic()
    last = Tally()
    with bar:

        def show(tally: Tally) -> None:
            nonlocal shown, last
            if time.monotonic() - shown >= PROGRESS_SECONDS:
                shown = time.monotonic()
                part = tally - last
                bar.update(part.games, part.losses / max(1, part.games))  # type: ignore[arg-type]
                last = tally

        yield show


BLOCK = 250
"""Games of a match that are played as one task."""


@click.command()
@click.argument("path", metavar="FILE", type=knowledge_path)
@opponent_option
@click.option(
    "--games", type=click.IntRange(1, MAX_GAMES), default=1000, show_default=True, metavar="N",
    help="How many games to play.",
)  # fmt: skip
@playing_options
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="How to write the result; json: one object per line.",
)  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(0), default=1, show_default=True, metavar="N",
    help="Spread the games over N processes; 0: one for each core.",
)  # fmt: skip
@click.option("--cluster", metavar="ADDRESS", help="Spread them over a Dask cluster.")
@click.option("-v", "--verbose", is_flag=True, help="Tell the seed if it was drawn.")
def match(
    path: Path,
    games: int,
    seed: int | None,
    form: str,
    jobs: int,
    cluster: str | None,
    verbose: bool,
    **options: Any,
) -> int:
    """Let a player play games without learning, and say how often it wins, draws and loses.

    The score counts a win 1 and a draw 1/2; beside it stands the interval that holds the true one with a
    probability of 95 % (Wilson's for the rate of losses; for the score the normal one of two wins and two
    losses more).
    """
    knowledge = read_knowledge(path)
    setting = setting_of(method="seed", seed=chosen_seed(seed, verbose=verbose), **options)
    starts = range(0, games, BLOCK)
    tally = Tally()
    with Batch(jobs=jobs, cluster=cluster).mapping() as mapping:
        task = partial(_block, knowledge.patterns, setting)
        for part in mapping(task, starts, [min(games, start + BLOCK) for start in starts]):
            tally += part
    score, low, high = _score(tally)
    lost_low, lost_high = _wilson(tally.losses, tally.games)
    if form == "json":
        keys = {
            "games": tally.games, "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
            "score": round(score, 5), "score_interval": [round(low, 5), round(high, 5)],
            "loss_rate": round(tally.losses / tally.games, 5),
            "loss_interval": [round(lost_low, 5), round(lost_high, 5)],
        }  # fmt: skip
        say(json_line(Record(str(path), 1, None), "ok", **keys).rstrip("\n"))
        return 0
    say(
        f"{path}: {tally.games} game{'' if tally.games == 1 else 's'}: "
        f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost; "
        f"score {score:.3f} ({low:.3f} to {high:.3f}), "
        f"lost {100 * tally.losses / tally.games:.2f}% ({100 * lost_low:.2f} to {100 * lost_high:.2f})"
    )
    return 0


def _block(patterns: tuple[Pattern, ...], setting: Setting, start: int, end: int) -> Tally:
    """Play some games of a match."""
    trainer = Trainer(patterns, setting, learns=False)
    for _ in trainer.play(start, end):
        pass
    return trainer.tally


def _score(tally: Tally) -> tuple[float, float, float]:
    """Return the mean score and its 95 % interval, which has a width even if all games end alike.

    Agresti and Coull's (1998) for rates, with draws.
    """
    games = tally.games + 4
    middle = (tally.wins + 2 + tally.draws / 2) / games
    square = (tally.wins + 2 + tally.draws / 4) / games
    spread = 1.96 * math.sqrt((square - middle * middle) / games)
    mean = (tally.wins + tally.draws / 2) / tally.games
    return mean, max(0.0, middle - spread), min(1.0, middle + spread)


def _wilson(found: int, total: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a rate."""
    rate, z = found / total, 1.96
    middle = rate + z * z / (2 * total)
    spread = z * math.sqrt(rate * (1 - rate) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
