"""`zet walls search`."""

from pathlib import Path
from typing import Any

import click

from zet.cli.batch import Batch, Record
from zet.cli.command import Found, command
from zet.cli.walls.options import (
    as_far,
    limits,
    line_words,
    reading,
    situation,
    value_words,
    visited,
)
from zet.cli.walls.tables import TableFile, kept_table, table_options
from zet.cli.words import _
from zet.engines.walls import searcher
from zet.engines.walls.model import Board, Position
from zet.engines.walls.searcher import ALGORITHMS, WITH_TABLE, Choice
from zet.formats.walls.notation import moves_text, places


def _prepare(
    *,
    batch: Batch,
    load: object,
    table_path: Path | None,
    bits: int,
    seed: int | None,
    no_shuffle: bool,
    **options: Any,
) -> dict[str, Any]:
    del load
    if table_path and options["algorithm"] not in WITH_TABLE:
        reason = _("{algorithm} uses no table")
        raise click.UsageError(reason.format(algorithm=options["algorithm"]))
    file = kept_table(batch, table_path, bits)
    return {"seed": None if no_shuffle else seed, "file": file, **options}


@command("text", "json", reading=reading, prepare=_prepare)
@click.option(
    "--algorithm",
    type=click.Choice(ALGORITHMS),
    default="best",
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
    record: Record, *, algorithm: str = "best", file: TableFile | None = None, **options: Any
) -> Found:
    """Find the best move in each position.

    Of equal moves the first is taken, from the upper left corner down and then to the right. Without
    --depth and limits the best algorithm stops after 4,000,000 states; what it has found by then is said
    to be so far.
    """
    position: Position = record.value
    table = file.for_position(position, algorithm) if file else None
    found = searcher.search(position, algorithm, table=table, **options)
    board = position.board
    keys = {
        "move": None if found.move is None else board.fences[found.move],
        "value": found.value,
        "exact": found.exact,
        "score": position.score,
        "depth": found.depth,
        "nodes": found.nodes,
        "table_hits": found.hits,
        "line": places(board, found.line),
        "algorithm": algorithm,
    }
    words = situation(position) if found.move is None else _words(found, found.move, board)
    return Found(found.status, keys, words)


def _words(found: Choice, move: int, board: Board) -> str:
    head = moves_text(board, [move])
    if found.value is None:
        return f"{head}, " + _("not searched: the limit came first")
    kind = _("exact") if found.exact else _("at depth {depth}").format(depth=found.depth)
    if found.status == "unknown":
        kind += ", " + as_far()
    words = f"{head}, {value_words(found.value)} ({kind}), {visited(found.nodes, found.hits)}"
    return f"{words}\n  {line_words(board, found.line)}"
