"""`zet walls table`."""

from functools import partial
from random import Random

import click
from zet.cli.batch import Answer, Batch, Record, batch_command, json_line
from zet.engines.walls.measure import STAGES, measure, stage
from zet.formats.walls.line import dumps

HEAD = "state   depth    alpha-beta   fail-soft+TT  uses of TT        best\n"


@click.command()
@batch_command("text", "json", files=False)
@click.option(
    "--depth",
    "depths",
    type=click.IntRange(1, 84),
    multiple=True,
    default=(5, 6, 7),
    show_default=True,
    metavar="N",
    help="Moves to look ahead; may be given several times.",
)
@click.option(
    "--runs", type=click.IntRange(1, 1000), default=5, show_default=True, metavar="N", help="Searches."
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Of the shuffles.")
@click.option("--no-shuffle", is_flag=True, help="Try moves in the fixed order; one run tells all then.")
def table(batch: Batch, depths: tuple[int, ...], runs: int, seed: int, no_shuffle: bool) -> int:
    """Measure the seed's table again: the states that its algorithms visit, on average over some runs.

    The positions are the empty 6x6 board, a middle one and one near the end; --format json shows them.
    """
    random = Random(seed)
    seeds: list[int | None] = [None] if no_shuffle else [random.getrandbits(32) for _ in range(runs)]
    rows = [(name, depth) for depth in depths for name in STAGES]
    records = (Record("-", number, row) for number, row in enumerate(rows, 1))
    frame = (HEAD, "") if batch.format == "text" else ("", "")
    return batch.run(records, partial(_measure, batch.format, seeds), frame)


def _measure(form: str, seeds: list[int | None], record: Record) -> Answer:
    name, depth = record.value
    position = stage(name)
    found = measure(position, depth, seeds)
    if form == "json":
        text = json_line(
            record,
            "ok",
            state=name,
            depth=depth,
            alphabeta=found.alphabeta,
            failsoft_tt=found.failsoft,
            table_hits=found.table_hits,
            best=found.best,
            runs=len(seeds),
            position=dumps(position).strip(),
        )
    else:
        text = (
            f"{name:<8}{depth:>5}{found.alphabeta:>14,.0f}{found.failsoft:>15,.0f}"
            f"{found.table_hits:>12,.0f}{found.best:>12,}\n"
        )
    return Answer("ok", text)
