"""Whether a game kept to the rules, and how it stands."""

from dataclasses import dataclass
from typing import Literal

from zet.engines.renju.model import BLACK, COLORS, N_CELLS, PASS, WHITE, Game, name
from zet.engines.renju.rules import Board

Status = Literal["legal", "illegal", "black-won", "white-won", "draw"]
WORDS = {"overline": "an overline", "double_four": "a double four", "double_three": "a double three"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game stands after its moves.

    `move` is the number of the move (from 1) at which it ended or broke the rules, else None. A forbidden
    move of Black's loses: the status is "white-won" and `forbidden` says which kind it was. "illegal" is
    what no rule allows: a move after the end, or stones that cannot have come about.
    """

    status: Status
    reason: str
    move: int | None = None
    forbidden: str | None = None


def judge(game: Game, rule: str = "renju") -> Verdict:
    """Return how a game stands under a rule, by the plain rules.

    A five among the stones that stand at the beginning counts as well, and so do two passes in a row: a
    draw by agreement.
    """
    board = Board.of(game.at(0), rule)
    won = {
        color: next((cell for cell in cells if board.has_five(cell)), None)
        for color, cells in enumerate(game.at(0).stones())
    }
    if won[BLACK] is not None and won[WHITE] is not None:
        return Verdict("illegal", "both colors have a five")
    over = None
    for color, cell in won.items():
        if cell is not None:
            over = _won(color, f"{COLORS[color]} has a five through {name(cell)}")
    if over is None and rule == "renju":
        overline = next((cell for cell in game.black if board.has_overline(cell)), None)
        if overline is not None:
            reason = f"black has an overline through {name(overline)}"
            over = Verdict("white-won", reason, forbidden="overline")
    passes = 0
    for number, (color, cell) in enumerate(game.turns(), 1):
        if over is not None:
            return Verdict(
                "illegal", f"move {number}, {name(cell)}, comes after the end: {over.reason}", number
            )
        if cell == PASS:
            passes += 1
            if passes == 2:
                over = Verdict("draw", f"both passed, at move {number}", number)
            continue
        passes = 0
        why = board.forbidden(cell) if color == BLACK else None
        board = board.put(cell, color)
        if why is not None:
            over = Verdict("white-won", f"move {number}, {name(cell)}, is {WORDS[why]}", number, why)
        elif board.has_five(cell):
            over = _won(color, f"{COLORS[color]} makes five with move {number}, {name(cell)}", number)
    if over is not None:
        return over
    n_stones = sum(len(cells) for cells in game.stones())
    if n_stones == N_CELLS:
        return Verdict("draw", "the board is full")
    return Verdict("legal", f"{n_stones} stones, {COLORS[game.side]} to move")


def _won(color: int, reason: str, move: int | None = None) -> Verdict:
    return Verdict("white-won" if color else "black-won", reason, move)
