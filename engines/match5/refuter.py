"""A search over all moves of the opponent, to decide whether a player who only defends can be beaten.

The player has the fallback "block", so its moves never depend on chance. The search ignores the player's
own rows and allows blue to pass (`_refuter`). Therefore a player that holds (is not beaten) in this
search never loses, whoever begins.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from zet.engines.match5._refuter import HELD, LOST, Refuter
from zet.engines.match5.constants import ALL, BLUE, EMPTY, RED
from zet.engines.match5.model import FIELDS, SIZE, WINDOW_MASKS, WINDOWS, Pattern, pattern_of_rows
from zet.engines.match5.player import Match, Move, Player

NODES = (1 << 62) - 1
"""The default limit on the number of positions: too high for any search to reach."""


def _rows() -> tuple[Pattern, ...]:
    texts = ("XBBBB", "BXBBB", "BBXBB")
    diagonals = [["." * at + field + "." * (4 - at) for at, field in enumerate(text)] for text in texts]
    return tuple(pattern_of_rows(1, rows) for rows in (*([text] for text in texts), *diagonals))


ROWS = _rows()
"""The patterns of a row of five with one field open, straight and diagonal, up to symmetry."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """The result of a search: either the player cannot be beaten, or `moves` is a line that beats it.

    `positions` is the number of positions with blue to move that were searched. The status is "unknown"
    if a limit was reached or no field can represent a pass by blue (`moves` is then empty), and also if
    red completes a five in the line, or the line contains a move that the player would not have made.

    Each move has a `reason`, which is None for blue's moves, for red's moves after a five by red, and for
    red's moves from the first one that the player would not have made.
    """

    status: Literal["holds", "lost", "unknown"]
    positions: int
    moves: tuple[Move, ...] = ()


def size_of(text: str) -> tuple[int, int]:
    """Return the columns and rows of a board whose size is given as `ROWSxCOLUMNS`.

    Raises:
        ValueError: `text` is not a size from 1x1 to 9x9.
    """
    if not re.fullmatch("[1-9]x[1-9]", text):
        raise ValueError(f"size {text!r} is not from 1x1 to {SIZE}x{SIZE}")
    return int(text[2]), int(text[0])


def board_of(opponent: str) -> tuple[int, int] | None:
    """Return the columns and rows of the board if the opponent is ALL; None for other opponents.

    >>> board_of("all"), board_of("all:7x6"), board_of("greedy")
    ((9, 9), (6, 7), None)

    Raises:
        ValueError: the size is not from 1x1 to 9x9.
    """
    name, colon, size = opponent.partition(":")
    if name != ALL:
        return None
    return size_of(size) if colon else (SIZE, SIZE)


def refute(
    player: Player,
    size: tuple[int, int],
    *,
    begins: Sequence[int] = (RED, BLUE),
    nodes: int = NODES,
    ask: Callable[[int], bool] | None = None,
) -> Refutation:
    """Search for a line that beats a player on a board of `size` (columns, rows); return the result.

    Each color in `begins` moves first in one search. `ask` is called with the number of positions
    searched so far. The result is "unknown" if `ask` returns true, or after `nodes` positions.
    """
    table = Match(player, fallback="block").table
    bound, is_plain, is_covered = _traits(player.patterns)
    search = Refuter(table, *size, bound, is_plain, is_covered, ask)
    for color in begins:
        result = search.search(color, nodes)
        if result == LOST:
            return _replayed(player, size, color, search)
        if result != HELD:
            return Refutation("unknown", search.nodes)
    return Refutation("holds", search.nodes)


def _traits(patterns: Sequence[Pattern]) -> tuple[int, bool, bool]:
    """Return the arguments `bound`, `is_plain` and `is_covered` of `Refuter` for a player's patterns."""
    known = {row.key() for row in ROWS}
    rows = {pattern.key() for pattern in patterns if pattern.level == 1}
    is_covered = True
    for pattern in patterns:
        board = pattern.on_board()
        fields = sum(1 << field for field, value in enumerate(board) if value in (EMPTY, BLUE))
        cover = 0
        for mask in WINDOW_MASKS:
            if mask & fields == mask:
                cover |= mask
        is_covered = is_covered and cover == fields
    is_plain = rows <= known and len(rows) == len(patterns)
    return 16 if rows == known else 0, is_plain, is_covered


def _replayed(player: Player, size: tuple[int, int], begins: int, search: Refuter) -> Refutation:
    """Replay the line that a search has found against the player; return the result.

    The status is "unknown" if the player completes a five, or deviates from the line.
    """
    table = Match(player, fallback="block").table
    table.resize(*size)
    line = search.refutation()
    if begins == RED:
        line.insert(0, table.defend(RED))
    moves: list[Move] = []
    board = [EMPTY] * FIELDS
    status: Literal["lost", "unknown"] = "lost"
    color = begins
    for place in line:
        field = place
        reason = None
        if color == BLUE and field < 0:
            free = _closed_to_blue(board, size)
            if not free:
                return Refutation("unknown", search.nodes)
            field = free[0]
        elif color == RED:
            if status == "lost" and table.choose(RED) == field:
                reason = player.reason(table.reason())
            else:
                status = "unknown"
        if table.put(field, color) and color == RED:
            status = "unknown"
        board[field] = color
        moves.append(Move(field, color, reason))
        color = RED + BLUE - color
    return Refutation(status, search.nodes, tuple(moves))


def _closed_to_blue(board: Sequence[int], size: tuple[int, int]) -> list[int]:
    """Return the empty fields through which blue can no longer make five."""
    width, height = size
    inside = {field for field in range(FIELDS) if field % SIZE < width and field // SIZE < height}
    rows = [row for row in WINDOWS if inside.issuperset(row) and all(board[at] != RED for at in row)]
    return sorted(at for at in inside.difference(*rows) if board[at] == EMPTY)
