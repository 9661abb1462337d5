"""Swap2 openings of `zet renju play`: the player to act, the input of a person, the turn of a program.

The player of --black places the first three stones. The player of --white then moves as White, or swaps
to become Black, or places two more stones; in that case the first player moves or swaps. The info of a
swap2 game has the key `swap2`, whose value is the first player's color, or "open" before the choice.
"""

from __future__ import annotations

from collections.abc import Callable

from zet.engines import renju
from zet.formats import renju as formats

KEY, OPEN = "swap2", "open"
STONES = 3


def start(size: int) -> renju.Game:
    """Return an empty game with undecided colors, on a board of `size` points per side."""
    return renju.Game(info=((KEY, OPEN),), size=size)


def seat(game: renju.Game) -> int:
    """Return the player to act: 0, who places the first stones (Black in a game without swap2), or 1."""
    first = dict(game.info).get(KEY)
    if first == OPEN:
        return 1 if len(game.moves) == STONES else 0
    return game.side if first is None else int(game.side != renju.constants.COLORS.index(first))


def is_open(game: renju.Game) -> bool:
    """Return whether the colors of a swap2 opening are still undecided."""
    return dict(game.info).get(KEY) == OPEN


def typed(
    game: renju.Game, text: str, usual: Callable[[renju.Game, str], renju.Game | None]
) -> renju.Game | None:
    """Return the game after the line that a person typed; None if the line is blank.

    Raises:
        ValueError: the line is not a legal action.
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
        raise renju.PositionError("expected stones, not a pass")
    if n_moves < STONES:
        if n_moves + len(moves) > STONES:
            raise renju.PositionError("a swap2 game begins with three stones, not more")
        return game.then(moves)
    if len(moves) == 1:
        return _taken(game, renju.model.WHITE).then(moves)
    if n_moves == STONES and len(moves) == 2:
        return game.then(moves)
    if n_moves > STONES:
        raise renju.PositionError("expected a move or 'swap'")
    raise renju.PositionError("expected a move, two moves on one line, or 'swap'")


def played(game: renju.Game, weights: renju.weights.Weights, limits: renju.player.Limits) -> renju.Game:
    """Return the game after a program's turn in a swap2 opening."""
    if len(game.moves) < STONES:
        return game.then(renju.swap2.opening(weights, size=game.size, **limits))
    move = renju.swap2.choice(game, weights, **limits)
    return (
        _taken(game, renju.model.BLACK) if move is None else _taken(game, renju.model.WHITE).then([move])
    )


def _taken(game: renju.Game, color: int) -> renju.Game:
    """Return the game after the player to act has chosen `color`."""
    first = color if seat(game) == 0 else 1 - color
    return game.with_info({**dict(game.info), KEY: str(renju.constants.COLORS[first])})
