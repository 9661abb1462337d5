"""`zet ttt bestmove`."""

from random import Random
from typing import Any

import click

from zet.cli.batch import Record
from zet.cli.command import Found, command
from zet.cli.options import Renamed
from zet.cli.ttt.options import best_words, game_over, limits, reading, table_size_option, value_words
from zet.cli.words import _
from zet.engines.mnk.model import Position
from zet.engines.mnk.original import DEPTH, original_moves
from zet.engines.mnk.player import best_move
from zet.engines.mnk.symmetry import move_classes, orbit


def _prepare(
    *, batch: object, load: object, original: bool, depth: int | None, alternatives: bool, **options: Any
) -> dict[str, Any]:
    del batch, load
    if not original and (depth is not None or alternatives):
        raise click.UsageError(_("--depth and --alternatives go with --original-values"))
    if original and (options["nodes"], options["seconds"]) != (None, None):
        raise click.UsageError(_("--nodes and --time do not go with --original-values"))
    return {**options, "original": original, "depth": depth or DEPTH, "alternatives": alternatives}


@command("text", "json", "move", reading=reading, prepare=_prepare)
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
@limits
@table_size_option
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
    position: Position = record.value
    if position.is_over:
        return game_over(position)
    if original:
        value, moves = original_moves(position, depth)
        move = _chosen(moves, seed, record)
        images = orbit(position, move)
        if alternatives:
            move = _chosen(images, None if seed is None else ~seed, record)
        distance = None
    else:
        found = best_move(position, **search)
        value, distance = found.value, found.distance
        if found.moves is None:
            keys = {"move": None, "moves": None, "value": value, "distance": distance}
            return Found("unknown", keys, _("not known within the limits"))
        moves = found.moves
        move = _chosen(moves, seed, record)

    def words() -> str:
        if value is None:
            reason = _("an opening by chance")
        elif distance is None:
            reason = _("value {value} for X, depth {depth}").format(value=value, depth=depth)
        else:
            reason = value_words(value, distance)
        line = _("{side} plays {move}: {reason}")
        line = line.format(side=position.to_move, move=move, reason=reason)
        return line + (best_words(position, moves) if all_moves else "")

    def all_keys() -> dict[str, Any]:
        more = {"alternatives": images} if original else {"classes": move_classes(position, moves)}
        return {"move": move, "moves": moves, "value": value, "distance": distance, **more}

    return Found("ok", all_keys, words, own=lambda _: f"{move}\n")


def _chosen(moves: tuple[int, ...], seed: int | None, record: Record) -> int:
    """Return one of the moves, by chance if there is a seed; the same one however the batch is run."""
    if seed is None:
        return moves[0]
    return Random(f"{seed}:{record.number}").choice(moves)
