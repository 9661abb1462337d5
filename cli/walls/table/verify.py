"""`zet walls table verify`."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.options import limits, number_option, seed_option
from zet.cli.parameters import Command, FilePath
from zet.cli.walls.options import WHAT
from zet.cli.walls.tables import read_table
from zet.cli.words import _
from zet.engines import walls
from zet.engines.messages import Message
from zet.formats import walls as formats
from zet.formats.errors import FormatError

if TYPE_CHECKING:
    from pathlib import Path


@click.command(cls=Command)
@click.argument("path", type=FilePath(dir_okay=False, exists=True))
@batch_options("text", "json", answers="TableVerified TableWrong", files=False, spread=False)
@number_option("--sample", default=20, help="Prove the values of N positions again.")
@seed_option("positions", 0)
@limits(WHAT, "visiting this many states", nodes=1_000_000)
def verify(batch: Batch, path: Path, sample: int, seed: int, **search: Any) -> int:
    """Check the checksum of a table of solve, and prove again what it says of positions drawn by chance.

    The proofs do without the table. A position whose proof ends at a limit is unchecked, and the answer
    says of how many that is so. A table is for one board; its positions are drawn from games on it.
    """
    found = partial(_verified, n=sample, seed=seed, **search)
    return answer(batch, [Record(str(path), 1, path)], found, what=Message("table"))


def _verified(record: Record, n: int, seed: int, **search: Any) -> Outcome:
    from random import Random

    table = read_table(record.value, checked=True)
    if table.algorithm != "best":
        raise FormatError(
            str(record.value),
            None,
            "a table of {algorithm}, whose entries hold for a depth; verify is for those of best",
            algorithm=table.algorithm,
        )
    proved = unchecked = 0
    for claim in islice(walls.sample.claims(table, Random(seed)), n):
        found = walls.solve(claim.position, **search)
        if not claim.agrees(found):
            return _wrong(claim, found.lower, found.upper)
        proved += found.status == "ok"
        unchecked += found.status != "ok"
    keys = formats.answers.table_verified(table, proved, unchecked)
    status = keys["status"]
    words = _("{proved} positions proven again, {unchecked} unchecked")
    words = f"{status}, " + words.format(proved=proved, unchecked=unchecked)
    return Outcome(status, keys, words)


def _wrong(claim: walls.sample.Claim, lower: int, upper: int) -> Outcome:
    position = formats.line.dumps(claim.position).strip()
    words = _("{position} is from {low:+} to {high:+} by the table, and from {lower:+} to {upper:+}")
    keys = formats.answers.table_wrong(position, [claim.lower, claim.upper], [lower, upper])
    words = words.format(position=position, low=claim.lower, high=claim.upper, lower=lower, upper=upper)
    return Outcome("wrong", keys, f"wrong, {words}")
