"""Renju games and positions as JSON, one object per line.

Keys: `black` and `white` (the points of the initial stones), `first` (the color of the first move),
`moves` (points, or `pass`), `to_move` (the color to move after them; `side` is its older name), `size`
(points per side of the board, 15 by default), `info` (strings about the game). All keys are optional; a
position without moves may have `to_move` in place of `first`. Other keys are ignored. A line with the key
`problems`, which `zet renju puzzle` writes, contains several games.
"""

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from zet.engines.renju.constants import COLOR_NAMES
from zet.engines.renju.model import COLORS, PASS, SIDE, Game, cell_of, check_size, names
from zet.formats.errors import UnreadableError
from zet.formats.json_object import read_object
from zet.formats.renju.moves import moves_in

if TYPE_CHECKING:
    from zet.formats.renju import contract

MAX_INFO = 100


def loads(text: str) -> Game:
    """Return the game that a JSON object describes.

    >>> loads('{"black": ["h8"], "white": [], "to_move": "white"}').side
    1

    Raises:
        ValueError: the text is not a JSON object, or its content is not a valid game.
    """
    return game_of(read_object(text, "game"))


def split(text: str) -> list[str]:
    """Return the JSON text of each game in a line: the items of a `problems` list, or the whole line.

    >>> split('{"problems": [{"moves": "h8"}, {"moves": "h8i9"}]}')
    ['{"moves": "h8"}', '{"moves": "h8i9"}']
    """
    if '"problems"' in text:
        with suppress(ValueError):
            problems = read_object(text, "game").get("problems")
            if isinstance(problems, list):
                return [json.dumps(one) for one in problems]
    return [text]


def game_of(data: dict[str, Any]) -> Game:
    """Return the game that a parsed JSON object describes.

    Raises:
        ValueError: its content is not a valid game.
    """
    if not {"black", "white", "moves"} & data.keys():
        raise UnreadableError("expected a JSON object with the key moves, black or white")
    size = _size(data.get("size", SIDE))
    black, white, moves = (_points(key, data.get(key), size) for key in ("black", "white", "moves"))
    if PASS in black or PASS in white:
        raise UnreadableError("black and white must contain stones, not a pass")
    first = _color(data, "first")
    colors = [color for key in ("to_move", "side") if (color := _color(data, key)) is not None]
    if first is None and colors:
        first = (colors[0] + len(moves)) % 2
    return Game.build(black, white, first, moves, _info(data.get("info")), size)


def _size(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise UnreadableError("{key} must be a whole number", key="size")
    check_size(value)
    return value


def _points(key: str, value: Any, size: int) -> list[int]:
    if value is None:
        return []
    if isinstance(value, str):
        return moves_in(value, size)
    if not isinstance(value, list) or not all(isinstance(point, str) for point in value):
        raise UnreadableError("{key} must be a list of points", key=key)
    return [PASS if point == "pass" else cell_of(point, size) for point in value]


def _color(data: dict[str, Any], key: str) -> int | None:
    value = data.get(key)
    if value is not None and value not in COLORS:
        raise UnreadableError("{key} must be black or white", key=key)
    return None if value is None else COLORS.index(value)


def _info(value: Any) -> list[tuple[str, str]]:
    if value is None:
        return []
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise UnreadableError("the values in info must be strings")
    return list(value.items())[:MAX_INFO]


def as_dict(game: Game) -> "contract.GameObject":
    """Return the JSON object of a game."""
    data: contract.GameObject = {
        "black": names(game.black, game.size),
        "white": names(game.white, game.size),
        "first": COLOR_NAMES[game.first],
        "moves": names(game.moves, game.size),
        "side": COLOR_NAMES[game.side],
        "to_move": COLOR_NAMES[game.side],
    }
    if game.size != SIDE:
        data["size"] = game.size
    if game.info:
        data["info"] = dict(game.info)
    return data


def dumps(game: Game) -> str:
    """Return the JSON object of a game as a line, with a newline."""
    return json.dumps(as_dict(game), ensure_ascii=False) + "\n"
