"""The command `zet renju show`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from zet.cli.command import Batch, Outcome, Record, command
from zet.cli.drawing import Drawing, drawn, picture_option, style_options
from zet.cli.options import flag, refuse_beside
from zet.cli.parameters import keyed
from zet.cli.renju.options import reading
from zet.cli.words import _, translate
from zet.engines import renju
from zet.formats import renju as formats
from zet.formats.errors import UnwritableError

if TYPE_CHECKING:
    from zet.formats.svg import Style


def _prepare(batch: Batch, mark: str, drawing: Drawing | None) -> dict[str, Any]:
    if batch.format == "json" and not drawing:
        refuse_beside("--format json", "mark", "numbers", "marks")
    if batch.format == "svg" and len(batch.sources) > 1:
        raise click.UsageError(_("a picture shows one game; to draw several, give --svg a folder"))
    try:
        formats.moves.moves_in(mark, renju.model.MOST_SIZE)
    except ValueError as error:
        raise click.BadParameter(translate(error), param_hint="--mark") from None
    return {"mark": mark, "drawing": drawing}


def _joined(_context: click.Context, _parameter: click.Parameter, several: tuple[str, ...]) -> str:
    return ",".join(several)


@command(
    "text",
    "json",
    "svg",
    reading=reading,
    prepare=_prepare,
    spread=False,
    answers="GameAnswer Drawn",
)
@keyed(
    "--mark",
    own=True,
    multiple=True,
    callback=_joined,
    metavar="MOVES|numbers|forbidden",
    keys={"numbers": flag("--numbers"), "forbidden": flag("--forbidden", "marks")},
    help="MOVES: mark these moves, in the form that `zet renju solve` writes; numbers: number the stones "
    "in text too, as in pictures; forbidden: mark Black's forbidden points by kind. May be repeated.",
)
@picture_option("the position", "game")
@style_options(shaded=True)
def show(
    record: Record,
    *,
    numbers: bool = False,
    marks: bool = False,
    mark: str = "",
    drawing: Drawing | None = None,
    style: Style | None = None,
) -> Outcome:
    """Draw each position as text or as a picture.

    In text, X is Black, O is White, and the last move is in brackets. Forbidden points are marked !6
    (overline), !4 (double four) or !3 (double three).
    """
    from zet.formats.renju.picture import as_svg, as_text

    game: renju.Game = record.value
    line = tuple(formats.moves.moves_in(mark, game.size))
    game.then(line)  # raises an error unless the marks are on empty points
    forbidden = renju.forbidden_cells(game) if marks and game.rule == "renju" else {}
    words = translate(renju.referee.standing(game))
    looks: dict[str, Any] = {"style": style} if style else {}
    draw = partial(as_svg, game, forbidden=forbidden, line=line, title=words, **looks)
    if drawing:
        return drawn(drawing.write(record, draw()))

    def picture(_form: str) -> bytes:
        if record.number > 1:
            raise UnwritableError("a picture shows one game; to draw several, give --svg a folder")
        return draw()

    def board(*, columns: int | None, **_: object) -> str:
        return as_text(game, forbidden=forbidden, line=line, numbers=numbers, columns=columns)

    return Outcome("ok", lambda: formats.answers.shown(game), words, board, picture)
