"""`zet tectonic generate`."""

from random import Random
from typing import Any

import click

from zet.cli.command import Batch, Found, Record, answer, batch_options
from zet.cli.options import choice, drawn_seed, flag, number_option, seed_option
from zet.cli.tectonic.options import WHAT, WRITABLE, frame, written
from zet.cli.words import _
from zet.engines.tectonic.generator import MAX_TRIES, generate as generate_puzzle
from zet.engines.tectonic.rating import LEVEL_NAMES


@click.command()
@batch_options("line", "text", *(name for name in WRITABLE if name != "line"), files=False)
@number_option("--width", most=100, default=9, help="Cells in a row.")
@number_option("--height", most=100, default=9, help="Cells in a column.")
@number_option("--max-piece", most=64, default=5, help="Cells of the largest piece.")
@choice("--difficulty", words=LEVEL_NAMES, help="The level that `rate` says.")
@flag("--symmetric", help="Givens keep their places under a half turn.")
@flag("--minimal", help="No given (with --symmetric: no pair) can be spared.")
@seed_option("puzzles")
@number_option("--count", default=1, help="How many puzzles to make.")
def generate(batch: Batch, seed: int | None, count: int, **wanted: Any) -> int:
    """Make puzzles with exactly one solution.

    Without --difficulty a puzzle has few givens, and may be of any. --verbose says which seed was drawn.
    """
    seed = drawn_seed(batch, seed)
    records = (Record("-", number, f"{seed}:{number}") for number in range(1, count + 1))
    return answer(batch, records, _generate, wanted, what=WHAT, frame=frame(batch.format))


def _generate(record: Record, **wanted: Any) -> Found:
    puzzle = generate_puzzle(random=Random(record.value), **wanted)
    if puzzle is None:
        return Found("unknown", words=_("{n} boards gave no such puzzle").format(n=MAX_TRIES))
    return written(Record(record.source, record.number, puzzle))
