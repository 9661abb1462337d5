"""The command `zet walls search`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from zet.cli.command import Batch, Outcome, Record, command
from zet.cli.options import choice_seed_option, number_option, refuse_beside, turn_limits
from zet.cli.parameters import WordChoice, option
from zet.cli.walls.options import as_far, line_words, reading, situation, value_words, visited
from zet.cli.walls.tables import TableOptions, Tables, table_options
from zet.cli.words import _
from zet.engines import walls
from zet.formats import walls as formats

if TYPE_CHECKING:
    from pathlib import Path


def _prepare(
    batch: Batch,
    algorithm: str,
    table_path: Path | None,
    only_reads: bool,
    table_size: int,
    seed: int | None,
) -> dict[str, Any]:
    if algorithm not in walls.searcher.WITH_TABLE:
        refuse_beside(f"--method {algorithm}", "table_path", "table_size")
    tables = TableOptions(table_path, only_reads, table_size).open(batch)
    return {"algorithm": algorithm, "seed": seed, "tables": tables}


@command("text", "json", reading=reading, prepare=_prepare, answers="Searched")
@option(
    "--method",
    "--algorithm",
    "algorithm",
    type=WordChoice(walls.ALGORITHMS),
    default="best",
    help="How to search. best: with zet's own algorithm; minimax, alphabeta, failsoft-tt: with an "
    "algorithm of the original Walls program (failsoft-tt is fail-soft alpha-beta with a "
    "transposition table).",
)
@number_option(
    "--depth",
    help="Search N moves ahead; by default, --method best has no depth limit, and the other methods "
    "search 5 moves ahead.",
)
@turn_limits("visiting this many positions")
@choice_seed_option
@table_options
def search(
    record: Record, *, algorithm: str = "best", tables: Tables | None = None, **options: Any
) -> Outcome:
    """Find the best move in each position.

    Without --seed, the first of equally good moves is chosen, counting column by column from left to
    right, and from top to bottom within each column; --method best may choose any of these moves. If none
    of --depth, --nodes and --time is given, --method best stops after 4,000,000 positions and gives the
    best move so far.
    """
    position: walls.Position = record.value
    table = tables.for_position(position, algorithm) if tables else None
    found = walls.searcher.search(position, algorithm, table=table, **options)
    board = position.board
    keys = partial(formats.answers.search, position, found, algorithm)
    words = situation(position) if found.move is None else _words(found, found.move, board)
    return Outcome(found.status, keys, words)


def _words(found: walls.Choice, move: int, board: walls.Board) -> str:
    head = formats.notation.moves_text(board, [move])
    if found.value is None:
        return f"{head}, " + _("not searched, because the limit was reached first")
    kind = _("exact") if found.exact else _("at depth {depth}").format(depth=found.depth)
    if found.status == "unknown":
        kind += ", " + as_far()
    words = f"{head}, {value_words(found.value)} ({kind}), {visited(found.nodes, found.hits)}"
    return f"{words}\n  {line_words(board, found.line)}"
