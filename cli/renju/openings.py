"""The command `zet renju openings`."""

from __future__ import annotations

from functools import partial

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.options import flag, refuse_beside
from zet.cli.parameters import Command
from zet.cli.renju.options import GameReading, reading
from zet.cli.words import _
from zet.engines import renju
from zet.formats import renju as formats


@click.command(cls=Command)
@batch_options("text", "json", spread=False, answers="OpeningNamed")
@reading
@flag("--list", "list_all", help="List the 26 patterns instead of reading games.")
def openings(batch: Batch, load: GameReading, list_all: bool) -> int:
    """Name the opening pattern of each game, in any rotation or reflection.

    The first three moves determine the pattern; if they form none of the 26 patterns, the exit code is 1.
    """
    records = batch.records(load, later=True)
    if list_all:
        refuse_beside(
            "--list", "files", "from_format", "size", "tree_line", "all_lines", "n_moves", "wanted"
        )
        records = (
            Record("-", number, renju.Game(moves=one.moves))
            for number, one in enumerate(renju.openings.OPENINGS, 1)
        )
    return answer(batch, records, _opening, what=load.what)


def _opening(record: Record) -> Outcome:
    found = renju.opening_of(record.value)
    keys = partial(formats.answers.opening, found)
    if found is None:
        return Outcome("none", keys, _("no opening pattern"))
    moves = " ".join(renju.model.names(found.moves))
    return Outcome("ok", keys, f"{found.code} {found.name}, {moves}")
