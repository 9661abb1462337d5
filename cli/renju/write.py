"""`zet renju convert` and `show`."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
from zet.cli.batch import Answer, Batch, Record, batch_command, json_line
from zet.cli.common import Drawing, heading, picture_option
from zet.cli.renju.common import GameReading, reading
from zet.engines.messages import _
from zet.engines.renju.board import forbidden_cells
from zet.engines.renju.judge import standing
from zet.engines.renju.model import Game
from zet.formats.errors import FormatError
from zet.formats.renju import FORMATS
from zet.formats.renju.json_lines import as_dict
from zet.formats.renju.moves import moves_in
from zet.formats.renju.tree import Tree, merge


@click.command()
@batch_command("moves", *(name for name in FORMATS if name != "moves"), spelling="--to")
@reading
@click.option(
    "--merge",
    "as_tree",
    is_flag=True,
    help="Write all games as one tree, into one SGF or RenLib file. RenLib files are always one tree. "
    "Trees that are read with --all-lines keep their comments, marks and texts on the board.",
)
def convert(batch: Batch, load: GameReading, as_tree: bool) -> int:
    """Write games and positions of any format in any other.

    A position alone can be held by position, board, sgf and json.
    """
    if batch.format == "lib" or as_tree:
        if batch.format not in ("lib", "sgf"):
            raise click.UsageError(_("--merge is for --to sgf and --to lib"))
        is_whole = load.all_lines and not load.wanted and load.n_moves is None
        games: list[Game | Tree] = []
        rest = _split(batch.records(replace(load, whole=is_whole)), games)
        return batch.run(rest, partial(_convert_tree, batch.format, games))
    frame = ("", "") if batch.format == "json" else FORMATS[batch.format].frame
    return batch.run(batch.records(load), partial(_convert, batch.format), frame)


def _split(records: Iterator[Record], games: list[Game | Tree]) -> Iterator[Record]:
    """Yield the errors among the records, and at the end one record for all games."""
    first = None
    for record in records:
        if isinstance(record.value, FormatError):
            yield record
        else:
            first = first or record
            games.append(record.value)
    if first is not None:
        yield first


def _convert_tree(form: str, games: list[Game | Tree], _: Record) -> Answer:
    from zet.formats.renju import lib, sgf

    tree = merge(games)
    return Answer("ok", lib.dumps_tree(tree) if form == "lib" else sgf.dumps_tree(tree))


def _convert(form: str, record: Record) -> Answer:
    if form == "json":
        return Answer("ok", json_line(record, "ok", **as_dict(record.value)))
    return Answer("ok", FORMATS[form].dumps()(record.value))


@click.command()
@batch_command("text", "json")
@reading
@click.option("--numbers", is_flag=True, help="Number the moves in the text; the picture always does.")
@click.option("--forbidden", "marks", is_flag=True, help="Mark Black's forbidden points by their kind.")
@click.option("--mark", default="", metavar="MOVES", help="Mark these moves, as `solve` gives them.")
@picture_option("the position", "game")
def show(
    batch: Batch, load: GameReading, numbers: bool, marks: bool, mark: str, picture: Path | None
) -> int:
    """Draw each position as text, or as a picture.

    X is Black, O White, the last move is in brackets. Forbidden points: !6 overline, !4 double four,
    !3 double three.
    """
    try:
        cells = tuple(moves_in(mark))
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--mark") from None
    drawing = Drawing.of(batch, picture)
    return batch.run(batch.records(load), partial(_show, batch.format, numbers, marks, cells, drawing))


def _show(
    form: str, numbers: bool, marks: bool, line: tuple[int, ...], drawing: Drawing | None, record: Record
) -> Answer:
    from zet.formats.renju.picture import as_svg, as_text

    game: Game = record.value
    game.then(line)  # the marks must lie on empty points
    forbidden = forbidden_cells(game) if marks else {}
    n_stones = sum(map(len, game.stones()))
    words = standing(n_stones, game.side)
    if drawing:
        svg = as_svg(game, forbidden=forbidden, line=line, title=words)
        return drawing.answer(form, record, "game", svg)
    if form == "json":
        return Answer("ok", json_line(record, "ok", **as_dict(game)))
    board = as_text(game, forbidden=forbidden, line=line, numbers=numbers)
    return Answer("ok", heading(record, "game", words) + board)
