"""The command `zet walls perft`."""

from __future__ import annotations

from typing import Any

from zet.cli import options
from zet.cli.command import Outcome, Record, command
from zet.cli.walls.options import WHAT, reading
from zet.cli.words import _
from zet.engines import walls
from zet.formats.walls import answers


@command("text", "json", reading=reading, spread=False, answers="Counted")
@options.limits(WHAT, "counting this many sequences")
@options.number_option(
    "--depth", default=4, help="Search N moves ahead: count sequences of up to N moves."
)
def perft(record: Record, *, depth: int = 4, **limits: Any) -> Outcome:
    """Count the sequences of 1 to N moves from each position, and the boxes their last moves take."""
    counts = walls.perft(record.value, depth, **limits)
    is_complete = len(counts) == min(depth, len(record.value.free))
    keys = answers.perft(counts, is_complete=is_complete)
    line = _("depth {depth}: {sequences} sequences, {boxes} boxes")
    words = "".join("\n  " + line.format(**row) for row in keys["counts"])
    return Outcome(keys["status"], keys, keys["status"] + words)
