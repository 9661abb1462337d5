"""`zet tectonic generate`."""

from __future__ import annotations

from random import Random
from typing import Any

import click

from zet.cli.command import Batch, Found, Record, answer, batch_options
from zet.cli.options import choice, drawn_seed, flag, number_option, seconds_option, seed_option
from zet.cli.tectonic.options import WHAT, WRITABLE, frame, limit_words, written
from zet.cli.tectonic.steps import Strategies
from zet.cli.words import _
from zet.engines import tectonic


class _Scores(click.ParamType[tuple[int, int]]):
    """A range of scores, like 100-200; 300- has no end."""

    name = "scores"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        least, dash, most = str(value).partition("-")
        if not dash or not all(part.isdecimal() or not part for part in (least, most)):
            self.fail(_("{text!r} is not a range like 100-200").format(text=value), param, ctx)
        scores = int(least[:9] or 0), int(most[:9] or 10**9)
        if scores[0] > scores[1]:
            self.fail(_("{text!r} is an empty range").format(text=value), param, ctx)
        return scores


@click.command()
@batch_options("line", "text", *(name for name in WRITABLE if name != "line"), files=False)
@number_option("--width", most=100, default=9, help="Cells in a row.")
@number_option("--height", most=100, default=9, help="Cells in a column.")
@number_option("--max-piece", most=64, default=5, help="Cells of the largest piece.")
@choice("--difficulty", words=tectonic.choices.LEVEL_NAMES, help="The level that `rate` says.")
@click.option(
    "--rating",
    type=_Scores(),
    metavar="LOW-HIGH",
    help="The score that `rate` says, like 100-200 or 300-.",
)
@click.option(
    "--require",
    type=Strategies(),
    metavar="LIST",
    default="",
    help="Techniques that `rate` must name, like 13,14.",
)
@click.option(
    "--forbid",
    type=Strategies(),
    metavar="LIST",
    default="",
    help="Techniques that it must not name, like 14-15.",
)
@flag("--symmetric", help="Givens keep their places under a half turn.")
@flag("--minimal", help="No given (with --symmetric: no pair) can be spared.")
@seed_option("puzzles")
@number_option("--count", default=1, help="How many puzzles to make.")
@seconds_option("--time", "seconds", help="Give up on a puzzle after this time.")
def generate(batch: Batch, seed: int | None, count: int, **wanted: Any) -> int:
    """Make puzzles with exactly one solution.

    Without a wish for its rating a puzzle has few givens, and may be of any difficulty. A wish that no
    board of many meets ends with a message. --verbose says which seed was drawn.
    """
    seed = drawn_seed(batch, seed)
    records = (Record("-", number, f"{seed}:{number}") for number in range(1, count + 1))
    return answer(batch, records, _generate, wanted, what=WHAT, frame=frame(batch.format))


def _generate(record: Record, **wanted: Any) -> Found:
    try:
        puzzle = tectonic.generate(random=Random(record.value), **wanted)
    except tectonic.explainer.LimitError as error:
        return Found("unknown", words=limit_words(error.limit))
    if puzzle is None:
        return Found(
            "unknown", words=_("{n} boards gave no such puzzle").format(n=tectonic.generator.MAX_TRIES)
        )
    return written(Record(record.source, record.number, puzzle))
