"""`zet walls search`."""

from pathlib import Path
from typing import Any

import click
from zet.cli.batch import Batch, Record
from zet.cli.command import Found, command
from zet.cli.walls.options import limits, reading, situation
from zet.cli.walls.tables import TableFile, kept_table, table_options
from zet.engines import walls
from zet.engines.walls.searcher import WITH_TABLE
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
        raise click.UsageError(f"{options['algorithm']} uses no table")
    file = kept_table(batch, table_path, bits)
    return {"seed": None if no_shuffle else seed, "file": file, **options}


@command("text", "json", reading=reading, prepare=_prepare)
@click.option(
    "--algorithm",
    type=click.Choice(walls.ALGORITHMS),
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
    position: walls.Position = record.value
    table = file.for_position(position, algorithm) if file else None
    found = walls.search(position, algorithm, table=table, **options)
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


def _words(found: walls.Choice, move: int, board: walls.Board) -> str:
    so_far = ", as far as the limit let it" if found.status == "unknown" else ""
    if found.value is None:
        return f"{moves_text(board, [move])}, not searched: the limit came first"
    kind = "exact" if found.exact else f"at depth {found.depth}"
    return (
        f"{moves_text(board, [move])}, value {found.value:+} ({kind}{so_far}),"
        f" {found.nodes} states, {found.hits} from the table\n"
        f"  line: {moves_text(board, found.line)}"
    )
