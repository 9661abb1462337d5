"""The threats of both colors, and the moves that refute the opponent's threat."""

from dataclasses import dataclass
from typing import Any, Literal

from zet.engines.renju.model import BLACK, Game, GameOverError
from zet.engines.renju.rules import Board
from zet.engines.renju.solver import Result, Threats, solve

PER_ANSWER = 100_000
"""The default limit on the moves that the solver tries for each answer of the defender."""


@dataclass(frozen=True, slots=True)
class Threat:
    """The threats of a color: the cells at which it would make five, and its win if it were to move."""

    fives: tuple[int, ...]
    win: Result


def threats_of(
    game: Game,
    rule: str = "renju",
    threats: Threats = "fours,threes",
    nodes: int | None = None,
    seconds: float | None = None,
) -> tuple[Threat, Threat]:
    """Return the threats of Black and the threats of White after all moves of a game.

    Raises:
        GameOverError: the game is over.
    """
    board = board_of(game, rule)
    black, white = (
        Threat(
            tuple(sorted(board.five_cells(color))),
            solve(game, side=color, rule=rule, threats=threats, nodes=nodes, seconds=seconds),
        )
        for color in (0, 1)
    )
    return black, white


@dataclass(frozen=True, slots=True)
class Defense:
    """The moves that refute the opponent's threat.

    `status` is "ok" if such moves exist, "lost" if no such move exists, "unknown" if a limit was reached
    first, "no-threat" if the opponent threatens no win. `unclear` lists the moves left undecided because
    of a limit.
    """

    status: Literal["ok", "lost", "unknown", "no-threat"]
    threat: Result
    moves: tuple[int, ...] = ()
    unclear: tuple[int, ...] = ()


def defend(
    game: Game,
    rule: str = "renju",
    threats: Threats = "fours,threes",
    nodes: int | None = None,
    seconds: float | None = None,
) -> Defense:
    """Return the moves after which the opponent has no forced win by threats.

    The limits apply to the search after each move; without any limit, each search tries at most
    PER_ANSWER moves.

    Raises:
        GameOverError: the game is over.
    """
    board = board_of(game, rule)
    if nodes is None and seconds is None:
        nodes = PER_ANSWER
    color = game.side
    limits: dict[str, Any] = {"nodes": nodes, "seconds": seconds}
    threat = solve(game, side=1 - color, rule=rule, threats=threats, **limits)
    if threat.proof is None:
        return Defense("no-threat" if threat.status in ("no-win", "over") else "unknown", threat)
    moves, unclear = [], []
    for cell in board.empty():
        if not board.may_play(cell, color):
            continue
        if board.put(cell, color).has_five(cell):
            moves.append(cell)
            continue
        found = solve(game.then([cell]), side=1 - color, rule=rule, threats=threats, **limits)
        if found.status == "no-win":
            moves.append(cell)
        elif found.status == "unknown":
            unclear.append(cell)
    status: Literal["ok", "lost", "unknown"] = "ok" if moves else "unknown" if unclear else "lost"
    return Defense(status, threat, tuple(moves), tuple(unclear))


def board_of(game: Game, rule: str) -> Board:
    """Return the board after a game, after checking that the game is not over.

    Raises:
        GameOverError: the board has a five or, in renju, a black overline.
    """
    board = Board.of(game, rule)
    if board.has_any_five():
        raise GameOverError("the game is over: there is a five on the board", code="five")
    if rule == "renju" and any(map(board.has_overline, game.stones()[BLACK])):
        raise GameOverError("the game is over: black has an overline", code="overline")
    return board
