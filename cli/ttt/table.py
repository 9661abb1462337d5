"""`zet ttt table`."""

from functools import partial
from typing import Any

import click
from zet.cli.batch import Answer, Batch, Record, batch_command, json_line
from zet.cli.ttt.common import board_option, ending, first_option, k_option, listed, outcome
from zet.engines.mnk.model import Position, Side
from zet.engines.mnk.table import MAX_CELLS, Count, count, evaluate, is_least, positions
from zet.formats.ttt.line import board, dumps

_HEAD = (
    "stones positions classes  first won  second won  drawn  classes of these"
    "  games: first won  second won   drawn       all\n"
)


@click.command()
@batch_command("text", "json", "line", files=False)
@board_option("3x3")
@k_option
@first_option
@click.option("--unique", is_flag=True, help="One position of each class that symmetry makes equal.")
@click.option("--counts", is_flag=True, help="Count the positions and the games instead.")
def table(batch: Batch, size: tuple[int, int], k: int, first: Side, unique: bool, counts: bool) -> int:
    """List every position that play can lead to, with its value and its best moves.

    The value is for the side to move. Boards of up to 12 cells.
    """
    if size[0] * size[1] > MAX_CELLS:
        raise click.UsageError(f"a board of {size[0]} x {size[1]}: a table has at most {MAX_CELLS} cells")
    if counts:
        if unique or batch.format == "line":
            raise click.UsageError("--counts goes neither with --unique nor with --format line")
        tallies = enumerate(count(*size, k), 1)
        frame = ("", "") if batch.format == "json" else (_HEAD, "")
        rows = (Record("-", number, (number - 1, tally)) for number, tally in tallies)
        last = size[0] * size[1] + 1
        return batch.run(rows, partial(_count, batch.format, last), frame)
    chosen = (each for each in positions(*size, k, first) if not unique or is_least(each))
    records = (Record("-", number, position) for number, position in enumerate(chosen, 1))
    return batch.run(records, partial(_entry, batch.format))


def _entry(form: str, record: Record) -> Answer:
    position: Position = record.value
    if form == "line":
        return Answer("ok", dumps(position))
    value, distance, moves = evaluate(position)
    if form == "json":
        keys: dict[str, Any] = {"board": board(position), "to_move": position.to_move}
        keys |= {"value": value, "distance": distance, "moves": moves, "winner": position.winner}
        status = "over" if position.is_over else "ok"
        return Answer(status, json_line(record, status, **keys))
    if position.is_over:
        return Answer("over", f"{board(position)} {position.to_move}: {ending(position)}\n")
    words = f"{outcome(value, distance)}; best: {listed(moves)}"
    return Answer("ok", f"{board(position)} {position.to_move}: {words}\n")


def _count(form: str, last: int, record: Record) -> Answer:
    stones: int
    tally: Count
    stones, tally = record.value
    in_all = stones == last
    if form == "json":
        keys = {"stones": None if in_all else stones}
        for name in Count.__slots__:
            keys[name] = getattr(tally, name)
        return Answer("ok", json_line(record, "ok", **keys))
    cells = f"{'all' if in_all else stones:>6} {tally.positions:9} {tally.classes:7} "
    cells += "{:10} {:11} {:6}".format(*tally.final) + f"{'{}, {}, {}'.format(*tally.final_classes):>18}"
    cells += "{:18} {:11} {:7}".format(*tally.games) + f" {sum(tally.games):9}\n"
    return Answer("ok", cells)
