"""`zet ttt solve`."""

from typing import Any

import click
from zet.cli.batch import Batch, Record
from zet.cli.command import Found, answer, batch_options
from zet.cli.ttt import options
from zet.engines import mnk
from zet.engines.mnk.model import OTHER


@click.command()
@batch_options("text", "json")
@options.reading
@options.board_option(None)
@click.option("--value-only", is_flag=True, help="Leave out the best moves, which take longer.")
@options.limits
@options.table_size_option
def solve(
    batch: Batch,
    load: options.PositionReading,
    size: tuple[int, int] | None,
    value_only: bool,
    **search: Any,
) -> int:
    """Prove the value of a board, or of each position, by search; then all best moves.

    The value is for the side to move. With a limit the answer may be unknown (exit code 3); it then
    tells the bounds that are proven.
    """
    if size and batch.files != ("-",):
        raise click.UsageError("either --board or files")
    empty = [Record("-", 1, options.empty(size, load.k, load.first))] if size else None
    search["moves"] = not value_only
    return answer(batch, empty or batch.records(load), _solve, search, what=load.what)


def _solve(record: Record, **search: Any) -> Found:
    """Return the value of a position."""
    position: mnk.Position = record.value
    if position.is_over:
        return options.game_over(position)
    result = mnk.solve(position, **search)

    def keys() -> dict[str, Any]:
        unsaid = {"status", "limit"}
        found = {name: getattr(result, name) for name in result.__slots__ if name not in unsaid}
        return found | {"classes": result.moves and mnk.move_classes(position, result.moves)}

    return Found(result.status, keys, lambda: _words(position, result))


def _words(position: mnk.Position, result: mnk.Result) -> str:
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
        words = f"{position.to_move} to move: {options.value_words(result.value, result.distance)}"
    if result.moves is not None:
        words += options.best_words(position, result.moves)
    elif result.value is not None and result.status == "unknown":
        words += "; best moves not known within the limits"
    return f"{words} ({result.nodes} nodes)"
