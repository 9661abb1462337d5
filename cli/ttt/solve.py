"""The command `zet ttt solve`."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.options import flag, refuse_beside
from zet.cli.parameters import Command, conflicts_with
from zet.cli.ttt.options import (
    WHAT,
    PositionReading,
    best_words,
    board_option,
    empty,
    game_over,
    limits,
    reading,
    table_size_option,
    value_words,
)
from zet.cli.words import _, ngettext
from zet.engines import ttt
from zet.formats import ttt as formats


@click.command(cls=Command)
@batch_options("text", "json", "proof", answers="Proven GameOver")
@reading
@board_option(None)
@conflicts_with(
    "--format proof",
    flag("--value-only", help="Compute only the value and not the best moves, which is faster."),
)
@limits
@table_size_option
def solve(
    batch: Batch, load: PositionReading, size: tuple[int, int] | None, value_only: bool, **search: Any
) -> int:
    """Prove the value of each position, or of an empty board, and find all best moves.

    The value is a win, a draw or a loss for the side to move. If a limit is reached, the status is
    `unknown` (exit code 3), and the answer gives the bounds proven so far.

    --format proof writes, for each side that cannot win, a proof of this fact for `zet ttt verify`.
    --nodes and --time limit each proof separately.
    """
    if size and batch.files != ("-",):
        raise click.UsageError(_("--board and FILES cannot be combined"))
    if size:
        refuse_beside("--board", "from_format")
        records = iter([Record("-", 1, empty(size, load.k, load.first))])
    else:
        records = batch.records(load, later=True)
    if batch.format == "proof":
        return answer(batch, records, _proved, search, what=WHAT, frame=formats.PROOFS["proof"].frame)
    search |= {"moves": not value_only, "is_empty": size is not None}
    return answer(batch, records, _solve, search, what=WHAT)


def _solve(record: Record, *, is_empty: bool, **search: Any) -> Outcome:
    position: ttt.Position = record.value
    result = ttt.solver.solve(position, **search)
    if result.status == "over":
        return game_over(position, result)

    keys = partial(formats.answers.solve, position, result)

    def words() -> str:
        if not is_empty:
            return _words(position, result)
        game = _("{board}, {k} in a row").format(
            board=f"{position.height}x{position.width}", k=position.k
        )
        return f"{game}: {_words(position, result)}"

    return Outcome(result.status, keys, words)


def _proved(record: Record, **limits: Any) -> Outcome:
    """Return, for each side that cannot win, a proof of this fact.

    On an empty board, there is a proof for the second side only if the first side wins.
    """
    position: ttt.Position = record.value
    result = ttt.solve(position, **limits, moves=False)
    if result.status == "over":
        return game_over(position, result)
    sides: list[ttt.model.Side] = [position.to_move] if result.upper < 1 else []
    if result.lower > -1 and (result.upper == 1 or len(position.free) < len(position.cells)):
        sides.append(ttt.model.OTHER[position.to_move])
    proofs = [ttt.proof.prove(position, side, **limits) for side in sides if result.status == "ok"]
    if None in proofs or result.status == "unknown":
        return Outcome("unknown", summary=lambda: _words(position, result))
    return Outcome(
        "ok", serialize=lambda _: "".join(formats.proof.dumps(proof) for proof in proofs if proof)
    )


def _words(position: ttt.Position, result: ttt.solver.Result) -> str:
    if result.value is None or result.distance is None:
        mover, other = position.to_move, ttt.model.OTHER[position.to_move]
        in_question = mover if result.upper == 1 else other
        words = _("not known within the limits") + "; "
        words += ngettext(
            "{side} has no win within {n} ply", "{side} has no win within {n} plies", result.plies
        ).format(side=in_question, n=result.plies)
        if result.upper == 0 or result.lower == 0:
            side = mover if result.upper == 0 else other
            words += ", " + _("{side} cannot win at all").format(side=side)
    else:
        words = _("{color} to move").format(color=position.to_move)
        words += f": {value_words(result.value, result.distance)}"
    if result.moves is not None:
        words += best_words(position, result.moves)
    elif result.value is not None and result.status == "unknown":
        words += "; " + _("the best moves were not found within the limits")
    visited = ngettext("{n} position visited", "{n} positions visited", result.nodes).format(
        n=result.nodes
    )
    return f"{words} ({visited})"
