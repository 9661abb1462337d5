"""The command `zet match5 show`."""

from __future__ import annotations

from functools import partial
from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.drawing import Drawing, drawn, picture_option
from zet.cli.match5.options import game_reading, position_words
from zet.cli.options import begins_option, choice
from zet.cli.parameters import grouped_options
from zet.engines import match5
from zet.engines.messages import Message
from zet.formats import match5 as formats


def _reading(first: str, to_move: str) -> object:
    return game_reading(Message("position"), first, to_move)


reading = grouped_options(
    "load",
    _reading,
    begins_option("red", "blue", default="blue", help="Who moves first in a move list."),
    choice(
        "--to-move",
        words=["red", "blue"],
        default="red",
        help="The side to move on a board of 81 characters.",
    ),
)


@command("text", "json", "line", reading=reading, answers="PositionShown Drawn", spread=False)
@picture_option("the position", "position")
def show(record: Record, *, drawing: Drawing | None = None) -> Outcome:
    """Draw each position as a picture or as text (0: an empty field; R: red; B: blue).

    FILES contain one position per line: a move list (e5d4...), or a board of 81 characters, row by row
    from the top left. --format line writes the positions in this form.
    """
    position: match5.Position = record.value
    words = position_words(position)
    if drawing:
        return drawn(
            drawing.write(record, formats.board_as_svg(position.board, None, f"{record.name}: {words}"))
        )
    keys = partial(formats.answers.show, position)

    def board(*, color: bool, **_screen: Any) -> str:
        return formats.board_as_text(position.board, color=color)

    return Outcome("ok", keys, words, board, lambda _: formats.games.dumps(position))
