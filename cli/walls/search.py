"""`zet walls search`."""

from pathlib import Path
from typing import Any

import click
from zet.cli.batch import Batch, Record
from zet.cli.command import Found, answer, batch_options
from zet.cli.walls.options import (
    WHAT,
    PositionReading,
    as_far,
    limits,
    line_words,
    reading,
    situation,
    value_words,
    visited,
)
from zet.cli.walls.tables import TableFile, open_table, table_options
from zet.cli.words import _
from zet.engines.walls.model import Board, Position
from zet.engines.walls.search import ALGORITHMS, WITH_TABLE, Result
from zet.engines.walls.search import search as find_move
from zet.formats.walls.notation import moves_text, places


@click.command()
@batch_options("text", "json")
@reading
@click.option(
    "--algorithm",
    type=click.Choice(ALGORITHMS),
    default="best",
    show_default=True,
    help="The original's minimax, alpha-beta, fail-soft alpha-beta with a table; or the best there is.",
)
@click.option(
    "--depth",
    type=click.IntRange(1),
    metavar="N",
    help="Look N moves ahead; 5 for the original's algorithms if not said.",
)
@limits
@click.option("--seed", type=int, metavar="S", help="Vary the choice among equal moves.")
@click.option("--no-shuffle", is_flag=True, help="Try moves in the fixed order; so it is without --seed.")
@table_options
def search(
    batch: Batch,
    load: PositionReading,
    algorithm: str,
    seed: int | None,
    no_shuffle: bool,
    table_path: Path | None,
    bits: int,
    **asked: Any,
) -> int:
    """Find the best move in each position.

    Of equal moves the first is taken, from the upper left corner down and then to the right. Without
    --depth and limits the best algorithm stops after 4,000,000 states; what it has found by then is said
    to be so far.
    """
    if table_path and algorithm not in WITH_TABLE:
        raise click.UsageError(_("{algorithm} uses no table").format(algorithm=algorithm))
    options = {"algorithm": algorithm, "seed": None if no_shuffle else seed, **asked}
    with open_table(batch, table_path, bits) as file:
        return answer(batch, batch.records(load), _search, {**options, "file": file}, what=WHAT)


def _search(record: Record, file: TableFile | None, algorithm: str, **options: Any) -> Found:
    """Return the best move of a position."""
    position: Position = record.value
    table = file.for_position(position, algorithm) if file else None
    found = find_move(position, algorithm, table=table, **options)
    board = position.board
    keys = {
        "move": None if found.move is None else board.fences[found.move],
        "value": found.value,
        "exact": found.exact,
        "score": position.score,
        "depth": found.depth,
        "nodes": found.nodes,
        "table_hits": found.table_hits,
        "line": places(board, found.line),
        "algorithm": algorithm,
    }
    words = situation(position) if found.move is None else _words(found, found.move, board)
    return Found(found.status, keys, words)


def _words(found: Result, move: int, board: Board) -> str:
    head = moves_text(board, [move])
    if found.value is None:
        return f"{head}, " + _("not searched: the limit came first")
    kind = _("exact") if found.exact else _("at depth {depth}").format(depth=found.depth)
    if found.status == "unknown":
        kind += ", " + as_far()
    words = f"{head}, {value_words(found.value)} ({kind}), {visited(found.nodes, found.table_hits)}"
    return f"{words}\n  {line_words(board, found.line)}"
