"""Openings by swap2, for `play`: who acts, what a person may type, and what a program does.

The player of --black puts the first three stones. That of --white then moves, as White, or swaps, to be
Black, or puts two more, after which the first one moves or swaps. The game's words keep as `swap2` which
color the first one has, or that it is open.
"""

from __future__ import annotations

from collections.abc import Callable

from zet.cli.words import _
from zet.engines import renju
from zet.formats import renju as formats

KEY, OPEN = "swap2", "open"
STONES = 3


def start(size: int) -> renju.Game:
    """Return the game of which nothing is decided, on a board of `size` points a side."""
    return renju.Game(info=((KEY, OPEN),), size=size)


def seat(game: renju.Game) -> int:
    """Return which player acts: 0, who puts the first stones if it is by swap2, and else Black; or 1."""
    first = dict(game.info).get(KEY)
    if first == OPEN:
        return 1 if len(game.moves) == STONES else 0
    return game.side if first is None else int(game.side != renju.constants.COLORS.index(first))


def is_open(game: renju.Game) -> bool:
    """Whether the colors of an opening by swap2 are still to be chosen."""
    return dict(game.info).get(KEY) == OPEN


def typed(
    game: renju.Game, text: str, usual: Callable[[renju.Game, str], renju.Game | None]
) -> renju.Game | None:
    """Return the game after a line of a person, None if it says nothing.

    Raises:
        ValueError: it is nothing that may be done.
    """
    if not is_open(game):
        return usual(game, text)
    n_moves = len(game.moves)
    if n_moves >= STONES and text.lower() == "swap":
        return _taken(game, renju.model.BLACK)
    moves = formats.moves.moves_in(text, game.size)
    if not moves:
        return None
    if renju.model.PASS in moves:
        raise renju.PositionError(_("a pass is not a stone"))
    if n_moves < STONES:
        if n_moves + len(moves) > STONES:
            raise renju.PositionError(_("three stones begin a game by swap2"))
        return game.then(moves)
    if len(moves) == 1:
        return _taken(game, renju.model.WHITE).then(moves)
    if n_moves == STONES and len(moves) == 2:
        return game.then(moves)
    words = _("a move, or swap") if n_moves > STONES else _("a move, two moves on one line, or swap")
    raise renju.PositionError(words)


def played(game: renju.Game, weights: renju.weights.Weights, limits: renju.player.Limits) -> renju.Game:
    """Return the game after a program's turn in an opening."""
    if len(game.moves) < STONES:
        return game.then(renju.swap2.opening(weights, size=game.size, **limits))
    move = renju.swap2.choice(game, weights, **limits)
    return (
        _taken(game, renju.model.BLACK) if move is None else _taken(game, renju.model.WHITE).then([move])
    )


def _taken(game: renju.Game, color: int) -> renju.Game:
    """Return the game in which who acts has a color."""
    first = color if seat(game) == 0 else 1 - color
    return game.with_info({**dict(game.info), KEY: str(renju.constants.COLORS[first])})
