"""`zet tectonic generate`."""

from random import Random
from typing import Any

import click

from zet.cli.batch import Batch, Record
from zet.cli.command import Found, answer, batch_options
from zet.cli.options import drawn_seed
from zet.cli.tectonic.options import WHAT, WRITABLE, frame, written
from zet.cli.words import _
from zet.engines.tectonic.generator import MAX_TRIES, generate as generate_puzzle
from zet.engines.tectonic.rating import LEVEL_NAMES


@click.command()
@batch_options("line", "text", *(name for name in WRITABLE if name != "line"), files=False)
@click.option(
    "--width", type=click.IntRange(1, 100), default=9, show_default=True, help="Cells in a row."
)
@click.option(
    "--height", type=click.IntRange(1, 100), default=9, show_default=True, help="Cells in a column."
)
@click.option(
    "--max-piece",
    type=click.IntRange(1, 64),
    default=5,
    show_default=True,
    help="Cells of the largest piece.",
)
@click.option("--difficulty", type=click.Choice(LEVEL_NAMES[:-1]), help="The level that `rate` says.")
@click.option("--symmetric", is_flag=True, help="Givens keep their places under a half turn.")
@click.option("--minimal", is_flag=True, help="No given (with --symmetric: no pair) can be spared.")
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same puzzles.")
@click.option(
    "--count", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="How many puzzles."
)
def generate(batch: Batch, seed: int | None, count: int, **wanted: Any) -> int:
    """Make puzzles with exactly one solution.

    Without --difficulty a puzzle may be of any; its givens are few. --verbose says which seed was drawn.
    """
    seed = drawn_seed(batch, seed)
    records = (Record("-", number, f"{seed}:{number}") for number in range(1, count + 1))
    return answer(batch, records, _generate, wanted, what=WHAT, frame=frame(batch.format))


def _generate(record: Record, **wanted: Any) -> Found:
    """Return the puzzle that comes of a seed."""
    puzzle = generate_puzzle(random=Random(record.value), **wanted)
    if puzzle is None:
        return Found("unknown", words=_("{n} boards gave no such puzzle").format(n=MAX_TRIES))
    return written(Record(record.source, record.number, puzzle))
