"""The command `zet match5 bestmove`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import click

from zet.cli.command import Batch, Outcome, Record, answer, batch_options
from zet.cli.match5.options import fallback_option, game_reading, path_argument, read_knowledge
from zet.cli.options import begins_option, choice, seed_option
from zet.cli.parameters import Command
from zet.cli.words import _
from zet.engines import match5
from zet.engines.messages import Message
from zet.formats.match5 import answers

if TYPE_CHECKING:
    from pathlib import Path


@click.command(cls=Command)
@path_argument
@batch_options("text", "json", answers="MoveChosen GameOver")
@begins_option("red", "blue", default="blue", help="Who moves first in a move list.")
@choice(
    "--to-move",
    words=["red", "blue"],
    default="red",
    help="The side to move on a board of 81 characters.",
)
@fallback_option
@seed_option("moves", 0)
def bestmove(path: Path, batch: Batch, first: str, to_move: str, fallback: str, seed: int) -> int:
    """Use a knowledge file's patterns to choose a move in each position; name the matching pattern.

    FILES contain one position per line: a move list (e5d4...), or a board of 81 characters (0 empty, R
    red, B blue), row by row from the top left. If the game is over, the answer has no move (exit code 1).
    """
    mover = Mover(read_knowledge(path).patterns, fallback, seed)
    records = batch.records(game_reading(Message("position"), first, to_move), later=True)
    return answer(batch, records, _answer, {"mover": mover}, what=Message("position"))


@dataclass
class Mover:
    """The player that chooses a move in each position; each process creates it for its first position."""

    patterns: tuple[match5.Pattern, ...]
    fallback: str
    seed: int

    @cached_property
    def match(self) -> match5.Match:
        """The match whose player chooses the moves."""
        return match5.Match(
            match5.Player(self.patterns), "knowledge", fallback=self.fallback, seed=self.seed
        )


def _answer(record: Record, mover: Mover) -> Outcome:
    position: match5.Position = record.value
    choice = match5.player.best_move(position, mover.match, record.number)
    keys = answers.best_move(position, choice)
    if choice.move is None:
        return Outcome("over", keys, _("over") + f", {position.status}")
    field, reason = match5.model.field_name(choice.move), choice.reason
    if reason is None:
        return Outcome("ok", keys, f"{field}, " + _("no pattern matches"))

    def words() -> str:
        line = _("answers pattern {pattern} in {color}, level {level}, symmetry {symmetry}, at {place}")
        if reason.color == position.to_move:
            line = _(
                "follows pattern {pattern} in {color}, level {level}, symmetry {symmetry}, at {place}"
            )
        color = {match5.constants.RED: _("red"), match5.constants.BLUE: _("blue")}[reason.color]
        return f"{field}, " + line.format(color=color, **keys)

    return Outcome("ok", keys, words)
