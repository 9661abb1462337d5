"""`zet ttt bestmove`."""

from random import Random
from typing import Any

import click
from zet.cli.batch import Record
from zet.cli.command import Found, command
from zet.cli.options import Renamed
from zet.cli.ttt import options
from zet.engines import mnk
from zet.engines.mnk.original import DEPTH
from zet.engines.mnk.symmetry import orbit


def _prepare(
    *, batch: object, load: object, original: bool, depth: int | None, alternatives: bool, **search: Any
) -> dict[str, Any]:
    del batch, load
    if not original and (depth is not None or alternatives):
        raise click.UsageError("--depth and --alternatives go with --original-values")
    if original and (search["nodes"], search["seconds"]) != (None, None):
        raise click.UsageError("--nodes and --time do not go with --original-values")
    return {**search, "original": original, "depth": depth or DEPTH, "alternatives": alternatives}


@command("text", "json", "move", reading=options.reading, prepare=_prepare)
@click.option("--all", "all_moves", is_flag=True, help="Name all best moves, equal ones in one class.")
@click.option(
    "--seed", type=int, metavar="S", help="Choose among equal moves by chance; without it the first."
)
@click.option(
    "--original-values",
    "--seed-values",
    "original",
    cls=Renamed,
    is_flag=True,
    help="Play as the original's player does, on 3 x 3.",
)
@click.option(
    "--depth",
    type=click.IntRange(1, 9),
    metavar="N",
    help=f"With --original-values: look so many plies ahead.  [default: {DEPTH}]",
)
@click.option(
    "--alternatives",
    is_flag=True,
    help="With --original-values: choose once more, among the images of the move under symmetry.",
)
@options.limits
@options.table_size_option
def bestmove(
    record: Record,
    *,
    all_moves: bool = False,
    seed: int | None = None,
    original: bool = False,
    depth: int = DEPTH,
    alternatives: bool = False,
    **search: Any,
) -> Found:
    """Find the best move of each position: the shortest win, or the longest loss.

    A finished game has no move and is answered with who won, exit code 1. --format move writes the
    number of the cell alone.
    """
    position: mnk.Position = record.value
    if position.is_over:
        return options.game_over(position)
    if original:
        value, moves = mnk.original_moves(position, depth)
        move = _chosen(moves, seed, record)
        images = orbit(position, move)
        if alternatives:
            move = _chosen(images, None if seed is None else ~seed, record)
        keys = {"value": value, "distance": None, "alternatives": images}
        reason = "an opening by chance" if value is None else f"value {value} for X, depth {depth}"
    else:
        found = mnk.best_move(position, **search)
        keys = {"value": found.value, "distance": found.distance}
        if found.moves is None or found.value is None or found.distance is None:
            return Found("unknown", {"move": None, "moves": None, **keys}, "not known within the limits")
        moves = found.moves
        move = _chosen(moves, seed, record)
        reason = options.value_words(found.value, found.distance)
    words = f"{position.to_move} plays {move}: {reason}"

    def all_keys() -> dict[str, Any]:
        groups = {} if original else {"classes": mnk.move_classes(position, moves)}
        return {"move": move, "moves": moves, **keys, **groups}

    return Found(
        "ok",
        all_keys,
        lambda: words + (options.best_words(position, moves) if all_moves else ""),
        own=lambda _: f"{move}\n",
    )


def _chosen(moves: tuple[int, ...], seed: int | None, record: Record) -> int:
    """Return one of the moves, by chance if there is a seed; the same one however the batch is run."""
    if seed is None:
        return moves[0]
    return Random(f"{seed}:{record.number}").choice(moves)
