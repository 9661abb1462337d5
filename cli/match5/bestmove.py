"""`zet match5 bestmove`."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import click
from zet.cli.batch import Batch, Record
from zet.cli.command import Found, answer, batch_options
from zet.cli.match5.options import (
    COLORS,
    SEED,
    filler_option,
    game_reading,
    knowledge_path,
    read_knowledge,
)
from zet.cli.words import _
from zet.engines.match5.game import Position, field_name
from zet.engines.match5.model import BLUE, RED, Pattern
from zet.engines.match5.player import Match, Player, Reason
from zet.engines.messages import Message


@click.command()
@click.argument("path", metavar="KNOWLEDGE", type=knowledge_path)
@batch_options("text", "json")
@click.option(
    "--first", type=click.Choice(["red", "blue"]), default="blue", show_default=True,
    help="Who has begun, if a line is a list of moves.",
)  # fmt: skip
@click.option(
    "--to-move", type=click.Choice(["red", "blue"]), default="red", show_default=True,
    help="Who is to move, if a line is a board of 81 characters.",
)  # fmt: skip
@filler_option
@click.option(
    "--seed",
    type=SEED,
    default=0,
    show_default=True,
    metavar="S",
    help="The same seed gives the same moves.",
)
def bestmove(path: Path, batch: Batch, first: str, to_move: str, filler: str, seed: int) -> int:
    """Say where the player of a knowledge file plays in each position, and which pattern makes it so.

    FILES hold a position on each line: a list of moves (e5d4...), or 81 characters 0, R and B.
    """
    mover = Mover(read_knowledge(path).patterns, filler == "near", seed)
    records = batch.records(game_reading(Message("position"), first, to_move))
    return answer(batch, records, best_move, {"mover": mover}, what=Message("position"))


@dataclass
class Mover:
    """A player for single positions; it is built for its first, in the process that has it."""

    patterns: tuple[Pattern, ...]
    near: bool
    seed: int

    @cached_property
    def numbers(self) -> dict[Pattern, int]:
        """The number of each pattern."""
        return {pattern: at for at, pattern in enumerate(self.patterns, 1)}

    @cached_property
    def _match(self) -> Match:
        return Match(Player(self.patterns), "knowledge", near=self.near, seed=self.seed)

    def move(self, number: int, position: Position) -> tuple[int, Reason | None]:
        """Return the field where the side to move plays, and why; `number` draws the random ones."""
        table = self._match.table
        table.set_board(position.board)
        table.start_chance(number)
        field = table.choose(position.to_move)
        return field, self._match.red.reason(table.reason())


def best_move(record: Record, mover: Mover) -> Found:
    """Return what the player of a knowledge file plays in a position."""
    position: Position = record.value
    if position.status != "open":
        return Found("over", {"result": position.status}, _("over") + f", {position.status}")
    field, reason = mover.move(record.number, position)
    keys = {"move": field_name(field), "to_move": COLORS[position.to_move]}
    if reason is None:
        nothing = dict.fromkeys(("pattern", "answers", "level", "symmetry", "place"))
        return Found("ok", keys | nothing, f"{field_name(field)}, " + _("nothing matches"))
    found = {
        "pattern": mover.numbers[reason.pattern],
        "answers": COLORS[reason.colour],
        "level": reason.pattern.level,
        "symmetry": reason.symmetry,
        "place": field_name(reason.x + 9 * reason.y),
    }
    words = _("answers pattern {pattern} in {color}, level {level}, symmetry {symmetry}, at {place}")
    if reason.colour == position.to_move:
        words = _("wins by pattern {pattern} in {color}, level {level}, symmetry {symmetry}, at {place}")
    color = {RED: _("red"), BLUE: _("blue")}[reason.colour]
    return Found("ok", keys | found, f"{field_name(field)}, " + words.format(color=color, **found))
