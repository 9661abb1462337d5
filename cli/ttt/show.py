"""`zet ttt show`."""

from __future__ import annotations

from functools import partial

from zet.cli.command import Found, Record, command, drawn
from zet.cli.options import Drawing, picture_option
from zet.cli.ttt.options import ending_words, reading
from zet.cli.words import _
from zet.engines import mnk
from zet.formats import ttt as formats


@command("text", "json", "line", reading=reading)
@picture_option("the position", "position")
def show(record: Record, *, drawing: Drawing | None = None) -> Found:
    """Draw each position as text beside the numbers of its cells, or as a picture.

    --format line writes the positions as text again, with the side to move.
    """
    position: mnk.Position = record.value
    if drawing:
        return drawn(drawing.write(record, formats.picture.as_svg(position)))
    keys = {
        "width": position.width,
        "height": position.height,
        "board": formats.line.board_text(position),
        "k": position.k,
        "to_move": position.to_move,
        "over": position.is_over,
        "winner": position.winner,
    }
    words = _("{color} to move").format(color=position.to_move)
    words = ending_words(position) if position.is_over else words
    return Found(
        "ok",
        keys,
        words,
        partial(formats.picture.as_text, position),
        lambda _: formats.line.dumps(position),
    )
