"""Code shared by the walls commands: reading and writing of positions, board sizes, and output text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from zet.cli import options, parameters
from zet.cli.command import Outcome
from zet.cli.words import _, ngettext
from zet.engines import walls
from zet.engines.messages import Message
from zet.formats import walls as formats
from zet.formats.walls import FORMATS

WHAT = Message("position")
"""The word for a record in messages."""


class PositionReading(options.Reading):
    """The reader of positions; `extra_move` is the rule for positions that name no rule."""

    def __init__(self, extra_move: bool, from_format: str | None = None) -> None:
        super().__init__(FORMATS, WHAT, from_format, {key: {"extra_move": extra_move} for key in FORMATS})
        self.extra_move = extra_move


reading = parameters.grouped_options(
    "load",
    PositionReading,
    options.flag(
        "--extra-move",
        help="A player who completes a box moves again; a position that states the opposite is refused.",
    ),
    options.from_option("walls", FORMATS),
)
limits = options.limits(WHAT, "visiting this many positions in the search")


def board_option(default: str | None) -> parameters.Option:
    """Return the decorator that adds --board; the command gets the board, or None."""
    words = "The size of the board, in boxes."
    if not default:
        words = (
            "The size of the board, in boxes: start a new game on this board instead of reading FILES."
        )
    return options.board_option("board", lambda *size: walls.board(*size), default=default, help=words)


extra_move_option = options.flag(
    "--extra-move", help="A player who completes a box moves again, as in standard dots and boxes."
)


def situation(position: walls.Position) -> str:
    """Describe the state of a game, as in "6x6, score 0:0, the first player to move"."""
    first, second = position.score
    head = _("{board}, score {first}:{second}")
    if position.extra_move:
        head = _("{board} with the extra move, score {first}:{second}")
    if not position.is_over:
        words = _("the first player to move")
        if position.to_move == walls.model.SECOND:
            words = _("the second player to move")
    elif first == second:
        words = _("over: a draw")
    else:
        words = _("over: the first player has won")
        if first < second:
            words = _("over: the second player has won")
    return head.format(board=position.board.name, first=first, second=second) + f", {words}"


def pairing(first: walls.Player, second: walls.Player, position: walls.Position) -> str:
    """Describe the players and the state of a game, as in "best against person: ..."."""
    words = _("{first} against {second}: {situation}")
    return words.format(first=first.name, second=second.name, situation=situation(position))


def value_words(value: int) -> str:
    """Describe the value of a position, as in "value +3"."""
    return _("value {value:+}").format(value=value)


def as_far() -> str:
    """Return the words "as far as the limit allowed", for a search ended by a limit."""
    return _("as far as the limit allowed")


def visited(nodes: int, table_hits: int) -> str:
    """Describe search statistics, as in "12 positions visited, 3 from the table"."""
    words = ngettext(
        "{n} position visited, {hits} from the table",
        "{n} positions visited, {hits} from the table",
        nodes,
    )
    return words.format(n=nodes, hits=table_hits)


def line_words(board: walls.Board, line: Sequence[int]) -> str:
    """Return a line of play as text, such as "line: [0,1] [1,0]"."""
    return _("line: {moves}").format(moves=formats.notation.moves_text(board, line))


def position_found(position: walls.Position) -> Outcome:
    """Return the outcome for a position, which can be written in any format."""

    def drawing(**screen: Any) -> str:
        from zet.formats.walls.picture import as_text

        return as_text(position, **screen)

    def own(form: str) -> str | bytes:
        return FORMATS[form].dumps()(position)

    return Outcome(
        "ok", partial(formats.answers.shown, position), lambda: situation(position), drawing, own
    )
