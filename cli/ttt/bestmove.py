"""`zet ttt bestmove`."""

from functools import partial
from random import Random
from typing import Any

import click
from zet.cli.batch import UNKNOWN, Answer, Batch, Record, batch_command, json_line
from zet.cli.common import heading, limits
from zet.cli.ttt.common import PositionReading, listed, outcome, over, reading, table_size_option
from zet.engines.mnk.model import Position
from zet.engines.mnk.original import DEPTH, original_moves
from zet.engines.mnk.players import best_moves
from zet.engines.mnk.search import Result
from zet.engines.mnk.symmetry import classes, orbit


@click.command()
@batch_command("text", "json", "move")
@reading
@click.option("--all", "all_moves", is_flag=True, help="Name all best moves, equal ones in one class.")
@click.option(
    "--seed", type=int, metavar="S", help="Choose among equal moves by chance; without it the first."
)
@click.option("--seed-values", is_flag=True, help="Play as the seed's player does, on 3 x 3.")
@click.option(
    "--depth",
    type=click.IntRange(1, 9),
    metavar="N",
    help=f"With --seed-values: look so many plies ahead.  [default: {DEPTH}]",
)
@click.option(
    "--alternatives",
    is_flag=True,
    help="With --seed-values: choose once more, among the images of the move under symmetry.",
)
@limits("position", "visiting this many nodes")
@table_size_option
def bestmove(
    batch: Batch,
    load: PositionReading,
    seed_values: bool,
    depth: int | None,
    alternatives: bool,
    all_moves: bool,
    seed: int | None,
    **search: Any,
) -> int:
    """Find the best move of each position: the shortest win, or the longest loss.

    A finished game has no move and is answered with who won, exit code 1. --format move writes the
    number of the cell alone.
    """
    if not seed_values and (depth is not None or alternatives):
        raise click.UsageError("--depth and --alternatives go with --seed-values")
    if seed_values and (search["nodes"], search["seconds"]) != (None, None):
        raise click.UsageError("--nodes and --time do not go with --seed-values")
    if seed_values:
        work = partial(_seed_move, batch.format, all_moves, seed, depth or DEPTH, alternatives)
    else:
        work = partial(_best_move, batch.format, all_moves, seed, search)
    return batch.run(batch.records(load), work)


def _best_move(
    form: str, all_moves: bool, seed: int | None, search: dict[str, Any], record: Record
) -> Answer:
    position: Position = record.value
    if position.is_over:
        return over(form, record)
    found = best_moves(position, **search)
    if found.moves is None or found.value is None or found.distance is None:
        return _unknown(form, record, found)
    move = _chosen(found.moves, seed, record)
    if form == "move":
        return Answer("ok", f"{move}\n")
    if form == "json":
        groups = classes(position, found.moves)
        keys = {"value": found.value, "distance": found.distance, "classes": groups}
        return Answer("ok", json_line(record, "ok", move=move, moves=found.moves, **keys))
    words = f"{position.to_move} plays {move}: {outcome(found.value, found.distance)}"
    return Answer("ok", _text(record, words, found.moves if all_moves else ()))


def _seed_move(
    form: str, all_moves: bool, seed: int | None, depth: int, alternatives: bool, record: Record
) -> Answer:
    position: Position = record.value
    if position.is_over:
        return over(form, record)
    value, moves = original_moves(position, depth)
    move = _chosen(moves, seed, record)
    images = orbit(position, move)
    if alternatives:
        move = _chosen(images, None if seed is None else ~seed, record)
    if form == "move":
        return Answer("ok", f"{move}\n")
    if form == "json":
        keys = {"value": value, "distance": None, "alternatives": images}
        return Answer("ok", json_line(record, "ok", move=move, moves=moves, **keys))
    reason = "an opening by chance" if value is None else f"value {value} for X, depth {depth}"
    words = f"{position.to_move} plays {move}: {reason}"
    return Answer("ok", _text(record, words, moves if all_moves else ()))


def _chosen(moves: tuple[int, ...], seed: int | None, record: Record) -> int:
    """Return one of the moves, by chance if there is a seed; the same one however the batch is run."""
    if seed is None:
        return moves[0]
    return Random(f"{seed}:{record.number}").choice(moves)


def _text(record: Record, words: str, moves: tuple[int, ...]) -> str:
    """Return the line of an answer; the moves follow, if any, a bar between their classes."""
    if moves:
        words += f"; best: {' | '.join(map(listed, classes(record.value, moves)))}"
    return heading(record, "position", words)


def _unknown(form: str, record: Record, found: Result) -> Answer:
    if form == "json":
        keys = {"move": None, "moves": None, "value": found.value, "distance": found.distance}
        return Answer("unknown", json_line(record, "unknown", **keys), UNKNOWN)
    line = heading(record, "position", "not known within the limits")
    if form == "move":
        return Answer("unknown", "", UNKNOWN, line.rstrip())
    return Answer("unknown", line, UNKNOWN)
