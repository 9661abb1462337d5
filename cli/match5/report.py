"""The output of training: mutations of patterns, the learning curve and its picture, and the total."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import click

from zet.cli.errors import BAD, YES, ClosedPipe, OutputError
from zet.cli.match5.options import games_of, mutation_as_text, patterns_text
from zet.cli.options import require
from zet.cli.output import Record, json_line, refuse_existing, write_file, write_line
from zet.cli.words import _, ngettext, translate
from zet.engines import match5
from zet.engines.sanitize import escape
from zet.formats import match5 as formats
from zet.formats.errors import FormatError, UnwritableError

if TYPE_CHECKING:
    from pathlib import Path

SUFFIXES = (".svg", ".png")


class Report:
    """The output of training on standard output.

    `refusal` is the exception raised by a failed write, after which all output is dropped. `points` lists
    the points of the curve, each as the number of games so far, the share of games lost since the last
    point, and the number of patterns.
    """

    def __init__(self, source: str, format_name: str) -> None:
        self.refusal: Exception | None = None
        self.points: list[tuple[int, float, int]] = []
        self.code = YES
        self._source = source
        self._as_json = format_name == "json"
        self._number = 0
        self._written = match5.Tally()

    def mutation(self, mutation: match5.player.Mutation) -> None:
        """Write a mutation: a pattern that was added, removed or replaced."""
        if self._as_json:
            self._line(formats.answers.mutation(mutation))
        else:
            self._write(mutation_as_text(mutation))

    def bad_record(self, error: FormatError) -> None:
        """Report a recorded game that cannot be read."""
        self.code = BAD
        click.echo(translate(error), err=True)
        if self._as_json:
            self._line({"status": "error", "code": error.code, "error": str(error)})

    def curve(self, trainer: match5.Trainer, games: int) -> None:
        """Write a line of the learning curve if `games` or more games were played since the last line."""
        if trainer.tally.games - self._written.games >= games:
            self._part(trainer)

    def total(self, trainer: match5.Trainer, status: Literal["ok", "interrupted"]) -> None:
        """Write the rest of the curve, and the total."""
        if trainer.tally.games > self._written.games and self._written.games:
            self._part(trainer)
        elif trainer.tally.games and not self._written.games:
            self._point(trainer, trainer.tally)
        self._tally(trainer, status, trainer.tally)

    def _part(self, trainer: match5.Trainer) -> None:
        part = trainer.tally - self._written
        self._written = trainer.tally
        self._point(trainer, part)
        self._tally(trainer, "training", part)

    def _point(self, trainer: match5.Trainer, part: match5.Tally) -> None:
        self.points.append((trainer.tally.games, part.losses / part.games, len(trainer.player)))

    def _tally(
        self,
        trainer: match5.Trainer,
        status: Literal["training", "ok", "interrupted"],
        part: match5.Tally,
    ) -> None:
        games, patterns = trainer.tally.games, len(trainer.player)
        if self._as_json:
            self._line(formats.answers.train(status, games, part, patterns))
            return
        head = f"{escape(self._source)}: {games_of(part.games)}"
        if status == "training":
            head = _("  games {first}-{last}").format(first=games - part.games + 1, last=games)
        rate = f" ({100 * part.losses / part.games:.2f}%)" if part.games else ""
        words = _("{lost} lost{rate}, {drawn} drawn, {won} won")
        words = words.format(lost=part.losses, rate=rate, drawn=part.draws, won=part.wins)
        words += f"; {patterns_text(patterns)}"
        if part.unlearnable:
            n = part.unlearnable
            words += "; " + ngettext(
                "{n} loss without a new pattern", "{n} losses without a new pattern", n
            ).format(n=n)
        if status == "interrupted":
            words += "; " + _("interrupted")
        self._write(f"{head}: {words}")

    def _line(self, keys: Mapping[str, Any]) -> None:
        self._number += 1
        self._write(
            json_line(Record(self._source, self._number, None), keys["status"], keys).rstrip("\n")
        )

    def _write(self, text: str) -> None:
        try:
            if not self.refusal:
                write_line(text)
        except (ClosedPipe, OutputError) as error:
            self.refusal = error

    def plot(self, path: Path, title: str) -> None:
        """Draw the share of lost games and the number of patterns over the games.

        Equal points give byte-identical pictures.
        """
        from matplotlib import rc_context
        from matplotlib.figure import Figure

        games = [point[0] for point in self.points]
        figure = Figure(figsize=(8, 5), layout="constrained")
        losses = figure.subplots()
        losses.plot(games, [100 * point[1] for point in self.points], color="tab:red", marker=".")
        losses.set(title=title, xlabel=_("games"), ylabel=_("lost games in %"))
        losses.set_ylim(bottom=0)
        patterns = losses.twinx()
        patterns.plot(games, [point[2] for point in self.points], color="tab:blue", linestyle="--")
        patterns.set_ylabel(_("patterns (dashed)"))
        picture = io.BytesIO()
        suffix = path.suffix[1:]
        with rc_context({"svg.hashsalt": "zet"}):
            metadata = {"Date": None} if suffix == "svg" else None
            figure.savefig(picture, format=suffix, metadata=metadata)
        write_file(path, picture.getvalue())


def check_plot(path: Path, *, force: bool) -> None:
    """Check before training that a curve can be drawn into a file.

    Raises:
        click.ClickException: the curve cannot be drawn or the file cannot be written.
    """
    if path.suffix not in SUFFIXES:
        reason = _("--plot requires a file name that ends in {suffixes}, not {suffix}")
        suffix = path.suffix or _("a name without an extension")
        raise click.UsageError(reason.format(suffixes=_(" or ").join(SUFFIXES), suffix=suffix))
    try:
        refuse_existing(path, force=force)
    except UnwritableError as error:
        raise click.ClickException(translate(error)) from None
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise click.ClickException(_("{path} cannot be written").format(path=path))
    require("--plot", "plot", "matplotlib")
