"""The command `zet renju scan`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from zet.cli.command import Outcome, Record, command
from zet.cli.drawing import Drawing
from zet.cli.renju.options import WHAT
from zet.cli.scanning import overlay_option, pictures, prepare
from zet.cli.words import _, translate
from zet.engines import renju
from zet.formats import renju as formats
from zet.formats.renju import FORMATS

if TYPE_CHECKING:
    from zet.formats.renju.scan import Board


@command(
    "text",
    "json",
    *(name for name in FORMATS if name != "json"),
    answers="PositionScanned PositionDoubted",
    reading=pictures(WHAT, "zet.formats.renju.scan"),
    prepare=prepare,
    frame=lambda form: FORMATS[form].frame if form in FORMATS else ("", ""),
)
@overlay_option
def scan(record: Record, *, overlay: Drawing | None = None) -> Outcome:
    """Read the positions in screenshots of boards.

    FILES are pictures: PNG, JPEG, WebP or PDF. The board must be upright and complete, with 5 to 22 lines
    per side; column a is at the left, row 1 at the bottom. A marked stone is the last move. The exit code
    is 3 if a stone is doubtful, or if the numbers of stones are impossible (Black must have as many as
    White, or one more).
    """
    from zet.formats.renju.scan import draw, read

    board: Board = record.value
    seen = read(board)
    if overlay:
        overlay.write(record, draw(board, seen, f".{overlay.ending}"))
    game, size = seen.game, f"{seen.size} x {seen.size}"
    if game is None:
        counts = _("{black} black stones and {white} white").format(
            black=len(seen.black), white=len(seen.white)
        )
        doubtful = renju.model.names(seen.doubtful, seen.size)
        words = f"{size}, {counts}"
        if doubtful:
            words += "; " + _("doubtful: {places}").format(places=", ".join(doubtful))
        return Outcome("unknown", partial(formats.answers.doubted, seen), words)
    return Outcome(
        "ok",
        partial(formats.answers.scan, game),
        f"{size}, {translate(renju.referee.standing(game))}",
        partial(_drawn, game),
        lambda form: FORMATS[form].dumps()(game),
    )


def _drawn(game: renju.Game, **_: object) -> str:
    from zet.formats.renju.picture import as_text

    return as_text(game)
