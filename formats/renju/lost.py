"""The parts of a game that several formats cannot store."""

from zet.engines.messages import Message
from zet.engines.renju.model import BLACK, SIDE, WHITE, Game
from zet.formats.losses import lose

BOARD_SIZE, ORDER = Message("board size"), Message("order of moves")
HOW_ENDED = Message("how the game ended")

_WITHOUT_REASON = {
    BLACK: ("black", "b", "b+", "1-0"),
    WHITE: ("white", "w", "w+", "0-1"),
    None: ("draw", "drawn", "0", "0.5", "0.5-0.5", "1/2", "1/2-1/2", "="),
}
"""The result strings that name the winner but not the reason, by winner."""


def lose_info(game: Game, *kept: str) -> None:
    """Record that a game's info is lost, except for the keys in `kept`."""
    if game.info:
        lose(*(key for key, _text in game.info if key not in kept))


def lose_size(game: Game) -> None:
    """Record that the size of the board is lost, unless it is 15x15, which other programs assume."""
    if game.size != SIDE:
        lose(BOARD_SIZE)


def lose_order(game: Game) -> None:
    """Record that the order of the moves is lost."""
    if game.moves:
        lose(ORDER)


def lose_reason(game: Game, winner: int | None) -> None:
    """Record that the reason for a game's end is lost, if the game's result gives one.

    `winner` is None for a draw.
    """
    if dict(game.info)["result"].lower() not in _WITHOUT_REASON[winner]:
        lose(HOW_ENDED)
