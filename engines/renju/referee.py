"""The referee: whether the moves of a game are legal, and its result so far."""

from dataclasses import dataclass
from typing import Literal

from zet.engines.kernel._values import fast_init
from zet.engines.messages import Message
from zet.engines.renju.board import KINDS, set_up, shared_search
from zet.engines.renju.constants import LEGAL
from zet.engines.renju.ending import recorded_ending
from zet.engines.renju.model import BLACK, COLORS, PASS, WHITE, Game, name
from zet.engines.renju.rules import Board, Forbidden

Status = Literal["legal", "illegal", "black-won", "white-won", "draw"]
WON: tuple[Literal["black-won"], Literal["white-won"]] = ("black-won", "white-won")
_ONE_OF = {
    "overline": Message("an overline"),
    "double_four": Message("a double four"),
    "double_three": Message("a double three"),
}
FULL_BOARD = Message("the board is full", code="full-board")


@fast_init
@dataclass(frozen=True, slots=True)
class Verdict:
    """The state of a game after its moves.

    `move` is the number (from 1) of the move that ended the game or broke a rule, otherwise None. A
    forbidden move of Black loses: the status is "white-won", and `forbidden` is the reason why the move
    is forbidden. "illegal" means that the game is invalid under every rule: a move follows the end, or
    the stones are impossible.
    """

    status: Status
    reason: str
    move: int | None = None
    forbidden: Forbidden | None = None


def judge(game: Game, rule: str = "renju", *, goes_on: bool = False) -> Verdict:
    """Return the state of a game under a rule.

    A five among the stones of the initial position counts as well. Two passes in a row are a draw by
    agreement. With `goes_on`, a forbidden move is ignored if further moves follow, because White
    did not claim the win.
    """
    over = _start(game, rule) if max(len(game.black), len(game.white)) >= 5 else None
    if over is not None and over.status == "illegal":
        return over
    search = shared_search(rule, game.size)
    set_up(search, game.at(0))
    passes = 0
    for number, (color, cell) in enumerate(game.turns(), 1):
        if over is not None:
            reason = Message(
                "move {number}, {point}, comes after the end of the game: {reason}",
                code="after-end",
                reason=over.reason,
                number=number,
                point=name(cell, game.size),
            )
            return Verdict("illegal", reason, number)
        if cell == PASS:
            passes += 1
            if passes == 2:
                over = Verdict("draw", both_passed(number), number)
            continue
        passes = 0
        kind = search.forbidden(cell) if color == BLACK else LEGAL
        search.play(cell, color)
        if kind != LEGAL and (not goes_on or number == len(game.moves)):
            why = KINDS[kind - 1]
            words = Message(
                "move {number}, {point}, is {kind}",
                code=why.replace("_", "-"),
                kind=_ONE_OF[why],
                number=number,
                point=name(cell, game.size),
            )
            over = Verdict("white-won", words, number, why)
        elif search.winner() == color:
            words = Message(
                "{color} makes five with move {number}, {point}",
                code="five",
                color=COLORS[color],
                number=number,
                point=name(cell, game.size),
            )
            over = Verdict(WON[color], words, number)
    if over is not None:
        return over
    if sum(game.n_stones()) == game.n_cells:
        return Verdict("draw", FULL_BOARD)
    return Verdict("legal", standing(game))


def result_of(game: Game, rule: str = "renju") -> Status | None:
    """Return the result that a game's moves determine or, failing that, the recorded result."""
    found = judge(game, rule, goes_on=True).status
    if found != "legal":
        return None if found == "illegal" else found
    recorded = recorded_ending(game)
    if recorded is None:
        return None
    winner, _ending = recorded
    return "draw" if winner is None else WON[winner]


def _start(game: Game, rule: str) -> Verdict | None:
    """Return the verdict on a game that is over or illegal before its first move; otherwise None."""
    board = Board.of(game.at(0), rule)
    won = {
        color: next((cell for cell in cells if board.has_five(cell)), None)
        for color, cells in enumerate((game.black, game.white))
    }
    if won[BLACK] is not None and won[WHITE] is not None:
        return Verdict("illegal", Message("both colors have a five", code="two-fives"))
    for color, cell in won.items():
        if cell is not None:
            reason = Message(
                "{color} has a five through {point}",
                code="five",
                color=COLORS[color],
                point=name(cell, game.size),
            )
            return Verdict(WON[color], reason)
    overline = next((cell for cell in game.black if board.has_overline(cell)), None)
    if overline is None or rule != "renju":
        return None
    reason = Message(
        "black has an overline through {point}", code="overline", point=name(overline, game.size)
    )
    return Verdict("white-won", reason, forbidden="overline")


def both_passed(number: int) -> Message:
    """Return the reason why a game is over after the second pass in a row, which is move `number`."""
    return Message("both players passed, at move {number}", code="both-passed", number=number)


def standing(game: Game) -> Message:
    """Return a description of a position: the number of stones, and the side to move."""
    return Message(
        "{n} stone, {color} to move",
        "{n} stones, {color} to move",
        n=sum(game.n_stones()),
        color=COLORS[game.side],
    )
