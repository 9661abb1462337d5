"""`zet renju weights inspect`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.options import from_option
from zet.cli.parameters import grouped_options
from zet.cli.renju.learned import WeightsReading
from zet.cli.renju.words import color_word
from zet.cli.words import _
from zet.engines import renju
from zet.formats.renju import WEIGHTS

COLUMNS = ("value", "other_value", "call", "other_call")


@command(
    "text", "json", reading=grouped_options("load", WeightsReading, from_option(WEIGHTS)), spread=False
)
def inspect(record: Record) -> Outcome:
    """Show how weights were trained, and the value of each shape alone, without the network.

    value: the value of a shape to the color to move; call: its urgency for a move; both are also given
    for shapes of the other color. turn: the value of the right to move. Values are in 200ths of log-odds,
    calls in hundredths.
    """
    weights: renju.weights.Weights = record.value
    sides = [_side(*weights.sets[first : first + 2]) for first in range(0, len(weights.sets), 2)]
    keys = {
        "rule": weights.rule,
        "made": asdict(weights.made) if weights.made else None,
        "sides": sides,
        "networks": len(weights.networks),
    }
    heads = [_("{color} to move").format(color=color_word(number)) for number in range(len(sides))]
    if len(sides) == 1:
        heads = [_("either color to move")]

    def text(**_options: Any) -> str:
        lines = []
        for head, side in zip(heads, sides, strict=True):
            lines.append(f"  {head}: turn {side['turn']:+}")
            lines.append(f"    {'shape':14}" + "".join(f"{name:>13}" for name in COLUMNS))
            for row in side["shapes"]:
                numbers = "".join(f"{row[name]:13}" for name in COLUMNS)
                lines.append(f"    {row['shape']:14}{numbers}")
        return "".join(f"{line}\n" for line in lines)

    made = _made(weights.made)
    if weights.networks:
        made = _("{made}, with a network").format(made=made)
    return Outcome("ok", keys, lambda: f"{weights.rule}, {made}", text)


def _side(values: tuple[int, ...], calls: tuple[int, ...]) -> dict[str, Any]:
    """Return the values for a color to move: of the turn, and of each shape alone at its point."""
    other = len(calls) // 2
    shapes = []
    for number, shape in enumerate(renju.constants.SHAPES):
        pair = number * (number + 1) // 2
        numbers = values[pair], values[other + pair], calls[pair], calls[other + pair]
        shapes.append({"shape": shape, **dict(zip(COLUMNS, numbers, strict=True))})
    return {"turn": values[len(calls)], "shapes": shapes}


def _made(made: renju.weights.Making | None) -> str:
    if made is None:
        return _("not learned by zet")
    words = _(
        "{rounds} rounds of {games} games, {nodes} moves tried for a move, seed {seed}, {positions} "
        "positions"
    )
    return words.format(**asdict(made))
