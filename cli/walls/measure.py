"""`zet walls measure`."""

from __future__ import annotations

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.options import flag, not_with, number_option, seed_option
from zet.cli.words import _
from zet.engines import walls
from zet.formats import walls as formats


def _head() -> str:
    """Return the heads of the columns; each is as wide in every language."""
    return _("state   depth    alpha-beta   fail-soft+TT  uses of TT        best")


@click.command()
@batch_options("text", "json", answers="Measured", files=False)
@number_option(
    "--depth", "depths", most=84, multiple=True, default=(5, 6, 7),
    help="Look N moves ahead; may be given several times.",
)  # fmt: skip
@number_option("--runs", most=1000, default=5, help="How many searches to take the mean of.")
@seed_option("shuffles", 0)
@flag("--no-shuffle", help="Try moves in the fixed order; one run says all then.")
def measure(batch: Batch, depths: tuple[int, ...], runs: int, seed: int, no_shuffle: bool) -> int:
    """Measure the original's table again: the states that its algorithms visit, as a mean of some runs.

    The positions are the empty 6x6 board, a middle one and one near the end; --format json shows them.
    """
    from random import Random

    if no_shuffle:
        not_with("--no-shuffle", "runs", "seed")
    random = Random(seed)
    seeds = [None] if no_shuffle else [random.getrandbits(32) for _ in range(runs)]
    rows = [(name, depth) for depth in depths for name in walls.experiment.STAGES]
    records = (Record("-", number, row) for number, row in enumerate(rows, 1))
    frame = (f"{_head()}\n", "") if batch.format == "text" else ("", "")
    return answer(batch, records, _measured, {"seeds": seeds}, frame=frame)


def _measured(record: Record, seeds: list[int | None]) -> Outcome:
    name, depth = record.value
    position = walls.experiment.position_at(name)
    found = walls.experiment.measure(position, depth, seeds)
    line = formats.line.dumps(position).strip()
    keys = formats.answers.measure(name, depth, len(seeds), line, found)
    row = f"{name:<8}{depth:>5}{found.alphabeta:>14,.0f}{found.failsoft:>15,.0f}"
    return Outcome("ok", keys, board=f"{row}{found.hits:>12,.0f}{found.best:>12,}\n")
