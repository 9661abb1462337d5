"""The command `zet ttt bestmove`."""

from __future__ import annotations

from functools import partial
from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.options import choice_seed_option, flag, number_option
from zet.cli.parameters import conflicts_with, keyed, requires
from zet.cli.ttt.options import best_words, game_over, limits, reading, table_size_option, value_words
from zet.cli.words import _
from zet.engines import ttt
from zet.formats.ttt import answers


@command("text", "json", "move", reading=reading, answers="BestMove GameOver")
@conflicts_with(
    "--format move", flag("--all-moves", "--all", help="List all best moves, grouped by symmetry.")
)
@choice_seed_option
@keyed(
    "--method",
    metavar="original",
    keys={"original": flag("--original-values", "--seed-values", "original")},
    help="How to play. original: like the original tic-tac-toe program, including its mistakes; 3x3 "
    "boards only.",
)
@requires(
    "--method original",
    number_option(
        "--depth",
        most=9,
        show_default=str(ttt.constants.DEPTH),
        help="Search N moves ahead, counting the moves of both sides.",
    ),
)
@conflicts_with("--method original", limits, table_size_option)
def bestmove(
    record: Record,
    *,
    all_moves: bool = False,
    seed: int | None = None,
    original: bool = False,
    depth: int | None = None,
    **search: Any,
) -> Outcome:
    """Find the best move in each position: the shortest win, else a draw, else the longest loss.

    For a finished game the answer is its result (exit code 1). --format move writes only the number of
    the cell to play.
    """
    position: ttt.Position = record.value
    depth = depth or ttt.constants.DEPTH
    images: tuple[int, ...] | None = None
    if original and not position.is_over:
        value, moves = ttt.original_moves(position, depth)
        move = _chosen(moves, seed, record)
        images = ttt.symmetry.orbit(position, move)
        distance = None
    else:
        found = ttt.player.best_move(position, **search)
        if found.status == "over":
            return game_over(position, found)
        value, distance = found.value, found.distance
        if found.moves is None:
            return Outcome("unknown", partial(answers.no_move, found), _("not known within the limits"))
        moves = found.moves
        move = _chosen(moves, seed, record)

    def words() -> str:
        if value is None:
            reason = _("an opening move, without a search")
        elif distance is None:
            reason = _("value {value} for X, at depth {depth}").format(value=value, depth=depth)
        else:
            reason = value_words(value, distance)
        line = _("{side} plays {move}: {reason}")
        line = line.format(side=position.to_move, move=move, reason=reason)
        return line + (best_words(position, moves) if all_moves else "")

    keys = partial(answers.best_move, position, move, moves, value, distance, images)
    return Outcome("ok", keys, words, serialize=lambda _: f"{move}\n")


def _chosen(moves: tuple[int, ...], seed: int | None, record: Record) -> int:
    """Return one of the moves, chosen at random with a seed; the choice does not depend on --jobs."""
    if seed is None:
        return moves[0]
    from random import Random

    return Random(f"{seed}:{record.number}").choice(moves)
