"""The command `zet renju positions`."""

from __future__ import annotations

from functools import partial

import click

from zet.cli.command import Batch, Outcome, Record, Values, answer, batch_options, render_all
from zet.cli.options import number_option
from zet.cli.parameters import Command
from zet.cli.renju.options import GameReading, by_rule, game_rule_option, reading
from zet.engines import renju
from zet.formats import renju as formats

RESULTS = {"black-won": "black_won", "white-won": "white_won", "draw": "draws"}


@click.command(cls=Command)
@batch_options("position", "json", answers="PositionCounted")
@reading
@game_rule_option
@number_option("--least", default=1, help="List only positions that occur in at least N games.")
def positions(batch: Batch, load: GameReading, rule: str, least: int) -> int:
    """List the distinct positions of all games; rotations and reflections of a position count as one.

    The positions are written at the end, sorted by the number of stones and then by the number of games,
    most frequent first. With --format json, each position includes the number of its games and their
    results.
    """
    total = partial(_all, batch, least)
    options = {"rule": rule, "n_moves": load.n_moves}
    load.n_moves = None  # the result depends on the moves beyond --select moves=N
    records = batch.records(load, later=True)
    return answer(batch, records, _positions, options, what=load.what, use=Values(total))


@by_rule
def _positions(record: Record, rule: str, n_moves: int | None) -> Outcome:
    game: renju.Game = record.value
    begun = game if n_moves is None else game.at(n_moves)
    keys = list(dict.fromkeys(renju.symmetry.positions_in(begun)))
    return Outcome("ok", serialize=lambda _form: "", value=(keys, renju.referee.result_of(game, rule)))


def _all(batch: Batch, least: int, games: list[tuple[list[bytes], str | None]]) -> str:
    """Return the output with all positions, and the counts of their games and results."""
    counts: dict[bytes, dict[str, int]] = {}
    for keys, result in games:
        for key in keys:
            numbers = counts.setdefault(key, dict.fromkeys(("games", *RESULTS.values()), 0))
            numbers["games"] += 1
            if result:
                numbers[RESULTS[result]] += 1
    order = sorted(
        (key for key, numbers in counts.items() if numbers["games"] >= least),
        key=lambda key: (sum(renju.symmetry.n_stones(key)), -counts[key]["games"], key),
    )

    def found(key: bytes) -> Outcome:
        game = renju.symmetry.position_of(key)
        keys = partial(formats.answers.position_counted, game, counts[key])
        return Outcome("ok", keys, serialize=lambda _: formats.position.dumps(game))

    return render_all(batch, map(found, order))
