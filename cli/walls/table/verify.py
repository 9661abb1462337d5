"""The command `zet walls table verify`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.options import flag, limits, seed_option
from zet.cli.parameters import Command, FilePath, Whole, conflicts_with, keyed
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
@keyed(
    "--sample",
    own=True,
    type=Whole(1),
    default=20,
    metavar="N|all",
    keys={"all": conflicts_with("--sample", flag("--all", "everything"))},
    help="Prove N randomly chosen entries again, or all entries.",
)
@seed_option("entries", 0)
@limits(WHAT, "visiting this many positions in the search", nodes=1_000_000)
def verify(batch: Batch, path: Path, sample: int, everything: bool, seed: int, **search: Any) -> int:
    """Verify the checksum of a table saved by `zet walls solve`, and prove a sample of its entries again.

    The new proofs do not use the table. The command finds the positions of entries by playing from the
    empty board; entries that it does not reach, and entries whose proof reaches a limit, are counted but
    not checked. The answer gives an upper bound on the share of entries that are wrong or unchecked. The
    exit code is 1 if an entry is wrong. The status is `unchecked` (exit code 3) if more than half of
    the entries may be wrong or, with --sample all, if any entry is unproven.
    """
    found = partial(_verified, n=None if everything else sample, seed=seed, **search)
    return answer(batch, [Record(str(path), 1, path)], found, what=Message("table"))


def _verified(record: Record, n: int | None, seed: int, **search: Any) -> Outcome:
    from random import Random

    from zet.formats.walls.table import header_of

    table = read_table(record.value, checked=True)
    if table.algorithm != "best":
        raise FormatError(
            str(record.value),
            None,
            "a table of {algorithm} has entries of limited depth; only a table of the algorithm 'best' "
            "can be verified",
            algorithm=table.algorithm,
        )
    sample = walls.sample
    most = None if n is None else sample.MOST_SEEN
    positions = sample.positions_in(table, Random(seed), most)
    proved = unchecked = 0
    for claim in sample.claims(table, positions[:n]):
        found = walls.solve(claim.position, **search) if claim else None
        if claim and found and not claim.agrees(found):
            return _wrong(claim, found.lower, found.upper)
        is_proved = found is not None and found.status == "ok"
        proved += is_proved
        unchecked += not is_proved
    # The file may have entries that the table here does not: full buckets drop entries.
    with record.value.open("rb") as stream:
        n_entries, n_reached = header_of(stream, str(record.value))["count"], len(positions)
    share = sample.most_wrong(proved, unchecked, n_reached, n_entries)
    counts = proved, unchecked, n_entries, n_reached
    keys = formats.answers.table_verified(table, *counts, share, is_all=n is None)
    words = _("{proved} of {drawn} chosen entries proven again, {entries} entries in all")
    words = words.format(proved=proved, drawn=proved + unchecked, entries=n_entries)
    if n_reached < n_entries:
        words += ", " + _("{n} not reached").format(n=n_entries - n_reached)
    if 0 < share < 1:
        bound = _("at most {share} of the entries are wrong, with {confidence} confidence")
        words += "; " + bound.format(share=f"{share:.2%}", confidence=f"{sample.CONFIDENCE:.0%}")
    return Outcome(keys["status"], keys, f"{keys['status']}, {words}")


def _wrong(claim: walls.sample.Claim, lower: int, upper: int) -> Outcome:
    position = formats.line.dumps(claim.position).strip()
    words = _(
        "{position}: the value is from {low:+} to {high:+} in the table, but from {lower:+} to "
        "{upper:+} in the new proof"
    )
    keys = formats.answers.table_wrong(position, [claim.lower, claim.upper], [lower, upper])
    words = words.format(position=position, low=claim.lower, high=claim.upper, lower=lower, upper=upper)
    return Outcome("wrong", keys, f"wrong, {words}")
