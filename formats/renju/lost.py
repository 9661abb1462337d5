"""The parts of a game that several formats cannot hold."""

from zet.engines.messages import Message
from zet.engines.renju.model import SIDE, Game
from zet.formats.losses import lose

BOARD_SIZE, ORDER = Message("board size"), Message("order of moves")


def lose_info(game: Game, *kept: str) -> None:
    """Record the loss of a game's information, except for the keys that are kept."""
    if game.info:
        lose(*(key for key, _text in game.info if key not in kept))


def lose_size(game: Game) -> None:
    """Record the loss of a size that readers do not assume."""
    if game.size != SIDE:
        lose(BOARD_SIZE)


def lose_order(game: Game) -> None:
    """Record the loss of the order of the moves."""
    if game.moves:
        lose(ORDER)
