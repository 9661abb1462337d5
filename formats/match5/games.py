"""Games and positions of match5 as text, one per line.

A game is the sequence of its moves, such as `e5d4f6`. A move is a letter from a to i, for the column from
the left, and a digit from 1 to 9, for the row from the top. A position is 81 characters, each `0`, `R` or
`B`, row by row from the top left.
"""

import re
from operator import add

from zet.engines.match5.model import BLUE, FIELDS, RED, SIZE, Position, field_name
from zet.engines.messages import Message
from zet.formats.errors import UnreadableError
from zet.formats.losses import lose

SIDE = Message("side to move")

_MOVES = re.compile(r"([a-i][1-9])*")
_BOARD = re.compile(r"[0RB]{81}")
_COLUMNS = bytes.maketrans(b"abcdefghi", bytes(range(SIZE)))
_ROWS = bytes.maketrans(b"123456789", bytes(range(0, FIELDS, SIZE)))
_VALUES = bytes.maketrans(b"0RB", bytes([0, 1, 2]))


def loads(text: str, first: int = 2, to_move: int = 1) -> Position:
    """Return the position in a line: the position after the moves of a game, or a board.

    `first` is the color that begins a game, `to_move` the color to move on a board.

    >>> loads("e5d4").to_move
    2

    Raises:
        ValueError: the line is neither a game nor a board, or breaks the rules.
    """
    text = text.strip()
    if len(text) == FIELDS and _BOARD.fullmatch(text):
        return Position.build(text.encode().translate(_VALUES), to_move)
    moves = "".join(text.split())
    match = _MOVES.match(moves)
    end = match.end() if match else 0
    if end < len(moves):
        raise UnreadableError(
            "move {number}: {text!r} is not a field (a1 to i9); a line with a board has {fields} "
            "characters, each 0, R or B",
            number=end // 2 + 1,
            text=moves[end : end + 2],
            fields=FIELDS,
        )
    line = moves.encode()
    fields = map(add, line[::2].translate(_COLUMNS), line[1::2].translate(_ROWS))
    return Position.played(list(fields), first)


def dumps(position: Position) -> str:
    """Return the line of a position, with a newline: its moves if they are known, else its board."""
    if position.to_move != (BLUE if position.moves and len(position.moves) % 2 == 0 else RED):
        lose(SIDE)
    if position.moves:
        return "".join(map(field_name, position.moves)) + "\n"
    return position.board.translate(bytes.maketrans(bytes([0, 1, 2]), b"0RB")).decode() + "\n"
