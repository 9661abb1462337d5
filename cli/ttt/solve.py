"""`zet ttt solve`."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import click
from zet.cli.batch import UNKNOWN, Answer, Batch, Record, batch_command, json_line
from zet.cli.common import heading, limits
from zet.cli.ttt.common import (
    PositionReading,
    board_option,
    listed,
    outcome,
    over,
    reading,
    table_size_option,
)
from zet.engines.mnk.model import OTHER, Position
from zet.engines.mnk.search import Result
from zet.engines.mnk.search import solve as find_value
from zet.engines.mnk.symmetry import classes


@click.command()
@batch_command("text", "json")
@reading
@board_option(None)
@click.option("--value-only", is_flag=True, help="Leave out the best moves, which take longer.")
@limits("position", "visiting this many nodes")
@table_size_option
def solve(
    batch: Batch,
    load: PositionReading,
    size: tuple[int, int] | None,
    value_only: bool,
    **search: Any,
) -> int:
    """Prove the value of a board, or of each position, by search; then all best moves.

    The value is for the side to move. With a limit the answer may be unknown (exit code 3); it then
    tells the bounds that are proven.
    """
    if size is None:
        records = batch.records(load)
    elif batch.files != ("-",):
        raise click.UsageError("either --board or files")
    else:
        records = _empty_board(*size, load)
    return batch.run(records, partial(_solve, batch.format, {**search, "moves": not value_only}))


def _empty_board(width: int, height: int, load: PositionReading) -> Iterator[Record]:
    yield Record("-", 1, Position.empty(width, height, load.k, load.first))


def _solve(form: str, search: dict[str, Any], record: Record) -> Answer:
    position: Position = record.value
    if position.is_over:
        return over(form, record)
    result = find_value(position, **search)
    code = UNKNOWN if result.status == "unknown" else 0
    if form == "json":
        keys: dict[str, Any] = {
            name: getattr(result, name) for name in Result.__slots__ if name != "status"
        }
        keys["classes"] = None if result.moves is None else classes(position, result.moves)
        return Answer(result.status, json_line(record, result.status, **keys), code)
    return Answer(result.status, heading(record, "position", _words(position, result)), code)


def _words(position: Position, result: Result) -> str:
    """Return a result in words."""
    if result.value is None or result.distance is None:
        mover, other = position.to_move, OTHER[position.to_move]
        in_question = mover if result.upper == 1 else other
        words = f"not known within the limits; {in_question} has no win within {result.plies} plies"
        if result.upper == 0:
            words += f", {mover} has none at all"
        elif result.lower == 0:
            words += f", {other} has none at all"
    else:
        words = f"{position.to_move} to move: {outcome(result.value, result.distance)}"
    if result.moves is not None:
        words += f"; best: {' | '.join(map(listed, classes(position, result.moves)))}"
    elif result.value is not None and result.status == "unknown":
        words += "; best moves not known within the limits"
    return f"{words} ({result.nodes} nodes)"
