"""Code shared by the tic-tac-toe commands: reading of input, options, and output text."""

from __future__ import annotations

from functools import partial
from typing import Any

from zet.cli import options, parameters
from zet.cli.command import Outcome
from zet.cli.options import number_option, table_size
from zet.cli.parameters import Option, is_given
from zet.cli.words import _, ngettext
from zet.engines import ttt
from zet.engines.messages import Message
from zet.formats import ttt as formats
from zet.formats.ttt import FORMATS

WHAT = Message("position")
"""The word for a record in messages."""


class PositionReading(options.Reading):
    """The reader of positions; `k` marks in a row win, and the side `first` moves first."""

    def __init__(self, k: int, first: ttt.model.Side, from_format: str | None = None) -> None:
        asked = {key: {"k": k, "first": first} for key in FORMATS}
        if not is_given("k"):
            asked["json"] = {"first": first}  # a position in JSON may state another number
        super().__init__(FORMATS, WHAT, from_format, asked)
        self.k = k
        self.first: ttt.model.Side = first


k_option = number_option(
    "--k",
    most=ttt.constants.MAX_IN_A_ROW,
    default=3,
    metavar="K",
    help="The number of marks in a row needed to win.",
)
begins_option = options.begins_option("X", "O", default="X")
_begins_option = options.begins_option(
    "X",
    "O",
    default="X",
    help="Who moves first; this also decides whose turn it is in a position that does not state it and "
    "has equal numbers of X and O.",
)
reading = parameters.grouped_options(
    "load", PositionReading, k_option, _begins_option, options.from_option("ttt", FORMATS)
)
limits = options.limits(WHAT, "visiting this many positions in the search")


def _size(rows: int, columns: int) -> tuple[int, int]:
    ttt.model.check_board(columns, rows, 1)
    return rows, columns


def board_option(default: str | None) -> Option:
    """Return the decorator that adds --board; the command gets `size`: rows and columns."""
    words = (
        "The size of the board, in cells."
        if default
        else "The size of the board, in cells: solve an empty board of this size instead of FILES."
    )
    return options.board_option("size", _size, default=default, help=words)


def empty(size: tuple[int, int], k: int, first: ttt.model.Side) -> ttt.Position:
    """Return the starting position on a board of the given size."""
    rows, columns = size
    return ttt.Position.empty(columns, rows, k, first)


table_size_option = table_size(ttt.constants.MAX_TABLE_SIZE)


def value_words(value: int, distance: int) -> str:
    """Return the value of a position (0 draw, 1 win, -1 loss) and its distance in plies as text."""
    plies = ngettext("{n} ply to the end", "{n} plies to the end", distance).format(n=distance)
    return (_("drawn"), _("won"), _("lost"))[value] + f", {plies}"


def ending_words(position: ttt.Position) -> str:
    """Return the result of a game as text."""
    return _("{side} has won").format(side=position.winner) if position.winner else _("drawn")


def moves_text(moves: tuple[int, ...]) -> str:
    """Return the moves (numbers of cells), separated by blanks."""
    return " ".join(map(str, moves))


def best_words(position: ttt.Position, moves: tuple[int, ...]) -> str:
    """Return the best moves as text for the end of a line, with bars between symmetry classes."""
    from zet.engines.ttt.symmetry import move_classes

    groups = " | ".join(map(moves_text, move_classes(position, moves)))
    return "; " + _("best: {moves}").format(moves=groups)


def situation(position: ttt.Position) -> str:
    """Return the side to move, or the result of the game, as text."""
    words = _("{color} to move").format(color=position.to_move)
    return ending_words(position) if position.is_over else words


def position_found(position: ttt.Position) -> Outcome:
    """Return the outcome for a position, which can be written in any format."""

    def drawing(*, color: bool, **_screen: Any) -> str:
        return formats.as_text(position, color=color)

    def own(form: str) -> str | bytes:
        return FORMATS[form].dumps()(position)

    return Outcome(
        "ok", partial(formats.answers.shown, position), lambda: situation(position), drawing, own
    )


def game_over(position: ttt.Position, found: ttt.Result) -> Outcome:
    """Return the outcome of a finished game, which has no best move (exit code 1)."""
    keys = partial(formats.answers.game_over, position, found)
    return Outcome("over", keys, _("the game is over") + f": {ending_words(position)}")
