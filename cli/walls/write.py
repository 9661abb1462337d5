"""`zet walls new`, `move`, `convert` and `show`."""

from functools import partial
from pathlib import Path

import click
from zet.cli.batch import Answer, Batch, Record, batch_command
from zet.cli.common import Drawing, is_colored, picture_option
from zet.cli.walls.common import (
    WHAT,
    PositionReading,
    answer,
    board_option,
    extra_move_option,
    reading,
    situation,
)
from zet.engines.walls.model import Board, Position, WallsError
from zet.formats.walls.notation import play_moves


@click.command()
@batch_command("line", "save", "json", "text", files=False)
@board_option
@extra_move_option
def new(batch: Batch, board: Board, extra_move: bool) -> int:
    """Write the position before the first move."""
    record = Record("-", 1, Position.start(board, extra_move=extra_move))
    return batch.run(iter([record]), partial(_write, batch.format, color=is_colored(batch)))


def _write(form: str, record: Record, *, color: bool = False) -> Answer:
    return answer(form, record, record.value, color=color)


@click.command()
@batch_command("line", "save", "json", "text")
@reading
@click.option(
    "--undo",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Take back the last N moves.",
)
@click.option(
    "--play",
    "moves",
    default="",
    metavar="MOVES",
    help='Then play these, as rows and columns of the matrix: "[0,1] [1,0]".',
)
def move(batch: Batch, load: PositionReading, undo: int, moves: str) -> int:
    """Take back and play moves in each position."""
    work = partial(_move, batch.format, is_colored(batch), undo, moves)
    return batch.run(batch.records(load), work)


def _move(form: str, color: bool, undo: int, moves: str, record: Record) -> Answer:
    position: Position = record.value
    if undo:
        position = position.undo(undo)
    try:
        position = play_moves(position, moves)
    except WallsError as error:
        raise WallsError(f"--play, {error}") from None
    return answer(form, record, position, color=color)


@click.command()
@batch_command("line", "save", "json", spelling="--to")
@reading
def convert(batch: Batch, load: PositionReading) -> int:
    """Write positions of any format in another.

    A line holds the moves in the order of play. A save or a JSON object without them can't become one.
    """
    return batch.run(batch.records(load), partial(_write, batch.format))


@click.command()
@batch_command("text", "json")
@reading
@picture_option("the board", "position")
def show(batch: Batch, load: PositionReading, picture: Path | None) -> int:
    """Draw each position, as text or as a picture.

    The fences of the first player are heavy lines, those of the second double ones; blue and red on a
    terminal and in a picture. A taken box has its owner's number.
    """
    drawing = Drawing.of(batch, picture)
    work = partial(_show, batch.format, is_colored(batch), drawing)
    return batch.run(batch.records(load), work)


def _show(form: str, color: bool, drawing: Drawing | None, record: Record) -> Answer:
    position: Position = record.value
    if drawing is None:
        return answer(form, record, position, color=color)
    from zet.formats.walls.picture import as_svg

    return drawing.answer(form, record, WHAT, as_svg(position, title=situation(position)))
