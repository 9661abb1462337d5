"""The command `zet tectonic rate`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zet.cli.command import Outcome, Record, command
from zet.cli.parameters import FilePath, option
from zet.cli.tectonic.options import kept, limit_words, limits, reading, solution_words
from zet.cli.words import _, ngettext, translate
from zet.engines import tectonic
from zet.formats.tectonic import answers

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from zet.engines.tectonic.timing import Agreement, Report, Scale


def _prepare(fit: Path | None) -> dict[str, Any]:
    if fit is None:
        return {"scale": None}
    from zet.engines.tectonic import timing
    from zet.formats.errors import FormatError
    from zet.formats.tectonic.times import load

    try:
        with fit.open("rb") as stream:
            times = load(stream, str(fit))
        report = timing.fit(times)
    except OSError as error:
        raise click.ClickException(f"{fit}: {_(str(error.strerror))}") from error
    except FormatError as error:
        raise click.ClickException(error.in_words(translate)) from error
    except timing.TimesError as error:
        raise click.ClickException(f"{fit}: {translate(error.args[0])}") from error
    click.echo(_summary(report), err=True)
    return {"scale": report.scale}


@command("text", "json", reading=reading, prepare=_prepare, answers="Rated")
@limits
@option(
    "--fit",
    type=FilePath(exists=True),
    metavar="FILE",
    help="Estimate how many seconds a person takes for each puzzle, from the solving times of at least "
    "20 puzzles in this file, one per line, as in `75.5 5x1:aaaaa:1.2..`. A message reports how "
    "accurate the estimates are for puzzles that were left out of the fit.",
)
@kept
def rate(record: Record, *, scale: Scale | None, **limits: Any) -> Outcome:
    """Rate the difficulty of each puzzle: a score for all the work, and a level for the hardest step.

    The score grows with the time that a person takes, so large boards have higher scores. The level
    (easy, medium, hard, expert, extreme) compares the hardest step with the hardest steps of other
    puzzles of this size; a puzzle that needs a guess is extreme. Rotations and reflections of a puzzle
    have the same rating. A puzzle that does not have exactly one solution has no rating (exit code 1).
    """
    puzzle: tectonic.Puzzle = record.value
    try:
        found = tectonic.rate(puzzle, **limits)
    except tectonic.explainer.LimitError as error:
        words = f"unknown: {limit_words(error.limit)}"
        return Outcome("unknown", partial(answers.unrated, puzzle, None), words)
    if found is None:
        solved = tectonic.solve(puzzle, **limits)
        keys = answers.unrated(puzzle, solved)
        reason = solution_words(solved.unique, len(solved.solutions))
        return Outcome(keys["status"], keys, f"{keys['status']}: {reason}")
    used = ", ".join(
        f"{translate(tectonic.constants.TECHNIQUES[number])} {count}x"
        for number, count in found.counts.items()
    )
    if found.bottleneck:
        used += "; " + _hardest(found.bottleneck, found.counts)
    words = f"{translate(found.level)}, {found.score} ({used or _('already solved')})"
    seconds = None
    if scale:
        from zet.engines.tectonic.timing import amounts_of

        seconds = scale.seconds(amounts_of(puzzle, found.work))
        words += ", " + _("about {seconds:.0f} seconds").format(seconds=seconds)
    return Outcome("ok", partial(answers.rate, puzzle, found, seconds=seconds), words)


def _hardest(step: tectonic.rating.Bottleneck, counts: Mapping[int, int]) -> str:
    """Describe the hardest step: its kind, and the number of places to examine.

    If `counts` contains techniques of this kind other than `step.technique`, all techniques of this kind
    in `counts` are named, too.
    """
    names = tectonic.constants.TECHNIQUES
    name = translate(names[step.technique])
    kinds = (*tectonic.rating.ALIKE.get(step.technique, ()), step.technique)
    listed = [number for number in kinds if number in counts]
    if not listed:
        name = _("{name} (by a route other than the one listed)").format(name=name)
    elif listed != [step.technique]:
        others = ", ".join(translate(names[number]) for number in listed)
        name = _("{name} (listed as {others})").format(name=name, others=others)
    places = max(round(step.places), 1)
    if step.ahead:
        return ngettext(
            "hardest step: {name} (rounds of looking ahead: {ahead}), seen at once",
            "hardest step: {name} (rounds of looking ahead: {ahead}), {n} places to examine",
            places,
        ).format(name=name, ahead=step.ahead, n=places)
    return ngettext(
        "hardest step: {name}, seen at once", "hardest step: {name}, {n} places to examine", places
    ).format(name=name, n=places)


def _summary(report: Report) -> str:
    """Return the report on a fit as five or six lines of text."""
    lines = [
        _("fitted to {fitted} puzzles, and tested on {tested} others:").format(
            fitted=report.fitted, tested=report.tested
        ),
        _(
            "  rank correlation of the estimates with the times, overall and among puzzles of equal "
            "size: {agreement}"
        ).format(agreement=_agreement(report.estimate)),
        _(
            "  rank correlation of the score with the times: {score}; of the number of open cells: "
            "{open_cells}"
        ).format(score=_agreement(report.score), open_cells=_agreement(report.open_cells)),
        _("  half of the estimates are within a factor of {factor:.2f} of the times").format(
            factor=report.factor
        ),
        _(
            "seconds per removed candidate: {candidate:.1f}; per round of singles: {single:.1f}, of "
            "other techniques: {other:.1f}, of looking ahead: {ahead:.1f}"
        ).format(**report.scale._asdict()),
    ]
    if (report.estimate.within or 0) <= max(report.score.within or 0, report.open_cells.within or 0):
        lines.append(
            _(
                "among puzzles of equal size, the score or the number of open cells predicts the times "
                "at least as well as the estimates do: do not use the estimates"
            )
        )
    return "\n".join(lines)


def _agreement(found: Agreement) -> str:
    return ", ".join("-" if value is None else f"{value:.2f}" for value in found)
