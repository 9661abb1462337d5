"""The one-line text of a walls position, for pipes: `6x6: [0,1] [1,0] ...`.

A line gives rows x columns, and the painted fences in the order of play, each as its row and column in
the matrix. `6x6 extra-move:` means that the rule of the extra move applies. The format is specific to
zet; `docs/formats/walls-line.md` describes the format.
"""

from zet.engines.walls.model import Position
from zet.formats.errors import UnreadableError, UnwritableError
from zet.formats.walls.notation import moves_text, play_moves, read_size

_EXTRA_MOVE = "extra-move"


def loads(text: str, *, extra_move: bool = False) -> Position:
    """Parse a one-line position; the extra move applies if `extra_move` is true or the line names it.

    >>> loads("2x3: [0,1] [1,0]").to_move
    1

    Raises:
        ValueError: the text does not have this form, or a move in it breaks the rules.
    """
    head, colon, _ = text.partition(":")
    size, _, rule = head.partition(_EXTRA_MOVE)
    if not colon or rule.strip():
        raise UnreadableError("expected ROWSxCOLUMNS: [row,column] [row,column] ...")
    start = Position.empty(read_size(size), extra_move=extra_move or _EXTRA_MOVE in head)
    return play_moves(start, text, len(head) + 1)


def dumps(position: Position) -> str:
    """Return a position as a line of text, with a newline.

    Raises:
        UnwritableError: the order of play is not known.
    """
    if position.moves is None:
        raise UnwritableError("the format 'line' requires the order of the moves, which is not known")
    rule = f" {_EXTRA_MOVE}" if position.extra_move else ""
    moves = moves_text(position.board, position.moves)
    return f"{position.board.name}{rule}: {moves}".rstrip() + "\n"
