"""The command `zet renju weights inspect`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.parameters import grouped_options
from zet.cli.renju.learned import WeightsReading
from zet.cli.renju.words import color_word
from zet.cli.words import _, ngettext
from zet.engines import renju
from zet.formats import renju as formats

COLUMNS = ("value", "other_value", "call", "other_call")


@command(
    "text",
    "json",
    reading=grouped_options("load", WeightsReading),
    spread=False,
    answers="WeightsInspected",
)
def inspect(record: Record) -> Outcome:
    """Show how evaluation weights were trained, and the values of shapes; the network is not shown.

    A shape is a pattern of stones on a line through an empty point. "value" is the value of this point
    for the color to move if the point has no other shape; "call" is the urgency of a move on the point:
    the search tries urgent moves first. "other value" and "other call" are for shapes of the other color,
    and "turn" is the value of having the move. Values are in units of 1/200 log-odds, and calls in units
    of 1/100 log-odds.
    """
    weights: renju.weights.Weights = record.value
    keys = formats.answers.weights_inspected(weights)
    sides = keys["sides"]
    heads = [_("{color} to move").format(color=color_word(number)) for number in range(len(sides))]
    if len(sides) == 1:
        heads = [_("either color to move")]

    def text(**_options: Any) -> str:
        lines = []
        for head, side in zip(heads, sides, strict=True):
            lines.append(f"  {head}: turn {side['turn']:+}")
            lines.append(f"    {'shape':14}" + "".join(f"{name:>13}" for name in COLUMNS))
            for row in side["shapes"]:
                numbers = "".join(f"{number:13}" for name, number in row.items() if name in COLUMNS)
                lines.append(f"    {row['shape']:14}{numbers}")
        return "".join(f"{line}\n" for line in lines)

    made = _made(weights.made)
    if weights.networks:
        made = _("{made}, with a network").format(made=made)
    return Outcome("ok", keys, lambda: f"{weights.rule}, {made}", text)


def _made(made: renju.weights.Making | None) -> str:
    if made is None:
        return _("not trained by zet")
    words = ngettext(
        "{n} round of {games} games, {nodes} moves tried per turn, seed {seed}, {positions} positions",
        "{n} rounds of {games} games, {nodes} moves tried per turn, seed {seed}, {positions} positions",
        made.rounds,
    )
    return words.format(n=made.rounds, **asdict(made))
