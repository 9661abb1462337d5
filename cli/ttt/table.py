"""`zet ttt table`."""

from functools import partial
from typing import Any

import click
from zet.cli.batch import Batch, Record
from zet.cli.command import Found, answer, batch_options
from zet.cli.errors import YES
from zet.cli.ttt import options
from zet.engines import mnk
from zet.engines.mnk.model import Side
from zet.engines.mnk.table import MAX_CELLS, is_representative
from zet.formats.ttt.line import board_text, dumps

_HEAD = (
    "stones positions classes  first won  second won  drawn  classes of these"
    "  games: first won  second won   drawn       all\n"
)


@click.command()
@batch_options("text", "json", "line", files=False)
@options.board_option("3x3")
@options.k_option
@options.first_option
@click.option("--unique", is_flag=True, help="One position of each class that symmetry makes equal.")
@click.option("--counts", is_flag=True, help="Count the positions and the games instead.")
def table(batch: Batch, size: tuple[int, int], k: int, first: Side, unique: bool, counts: bool) -> int:
    """List every position that play can lead to, with its value and its best moves.

    The value is for the side to move. Boards of up to 12 cells.
    """
    start = options.empty(size, k, first)
    width, height, n_cells = start.width, start.height, len(start.cells)
    if n_cells > MAX_CELLS:
        raise click.UsageError(f"a board of {height} x {width}: a table has at most {MAX_CELLS} cells")
    if counts:
        if unique or batch.format == "line":
            raise click.UsageError("--counts goes neither with --unique nor with --format line")
        tallies = enumerate(mnk.count_positions(width, height, k))
        rows = (Record("-", stones + 1, (stones, tally)) for stones, tally in tallies)
        frame = ("", "") if batch.format == "json" else (_HEAD, "")
        return answer(batch, rows, _counted, {"n_cells": n_cells}, frame=frame)
    listed = mnk.positions(width, height, k, first)
    chosen = filter(is_representative, listed) if unique else listed
    records = (Record("-", number, position) for number, position in enumerate(chosen, 1))
    return answer(batch, records, _listed, codes={"ok": YES, "over": YES})


def _listed(record: Record) -> Found:
    """Return the value and the best moves of a position."""
    position: mnk.Position = record.value

    def keys() -> dict[str, Any]:
        value, distance, moves = mnk.evaluate(position)
        found: dict[str, Any] = {"board": board_text(position), "to_move": position.to_move}
        return found | {"value": value, "distance": distance, "moves": moves, "winner": position.winner}

    status = "over" if position.is_over else "ok"
    return Found(status, keys, None, partial(_line, position), lambda _: dumps(position))


def _line(position: mnk.Position, *, color: bool) -> str:  # noqa: ARG001 - as boards are drawn
    if position.is_over:
        words = options.ending_words(position)
    else:
        value, distance, moves = mnk.evaluate(position)
        words = f"{options.value_words(value, distance)}; best: {options.moves_text(moves)}"
    return f"{board_text(position)} {position.to_move}: {words}\n"


def _counted(record: Record, n_cells: int) -> Found:
    """Return how many positions there are with a number of stones; after the last number, in all."""
    stones: int
    tally: mnk.Counts
    stones, tally = record.value
    in_all = stones > n_cells
    keys = {"stones": None if in_all else stones}
    for name in mnk.Counts.__slots__:
        keys[name] = getattr(tally, name)
    cells = f"{'all' if in_all else stones:>6} {tally.positions:9} {tally.classes:7} "
    cells += "{:10} {:11} {:6}".format(*tally.final) + f"{'{}, {}, {}'.format(*tally.final_classes):>18}"
    cells += "{:18} {:11} {:7}".format(*tally.games) + f" {sum(tally.games):9}\n"
    return Found("ok", keys, board=cells)
