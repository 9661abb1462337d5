"""Learning from a lost game by the method of the original program.

The fields of the winning five, and of the patterns that red has answered since its last unforced move,
are collected on a separate board, called EP. Then the last blue move is undone. If the red move before
this blue move was forced, the red move and the blue move before it are undone as well, and so on.
"""

from collections.abc import Sequence

from zet.engines.match5.model import ABSENT, BLUE, EMPTY, FIELDS, Pattern, pattern_of_board, winning_five
from zet.engines.match5.player import Move


def pattern_of_loss(moves: Sequence[Move]) -> Pattern | None:
    """Return the pattern learned from a game won by the side that moved last.

    The result is None if the chain of forced moves extends back to the winner's first stone, which leaves
    no pattern.

    Raises:
        ValueError: the last move does not make five in a row.
    """
    winner = moves[-1].color
    board = [EMPTY] * FIELDS
    gathered = [ABSENT] * FIELDS
    for move in moves:
        board[move.field] = move.color
        if move.color != winner:
            if not move.is_forced:
                gathered = [ABSENT] * FIELDS
            elif move.reason:
                for field, value in move.reason.fields():
                    gathered[field] = value
    five = winning_five(board, moves[-1].field)
    if five is None:
        raise ValueError("the game does not end with a winning move")
    for field in five:
        gathered[field] = BLUE
    at = len(moves) - 1
    level = 1
    gathered[moves[at].field] = EMPTY
    while at >= 2 and moves[at - 1].is_forced:
        at -= 2
        level += 1
        gathered[moves[at].field] = EMPTY
    if BLUE not in gathered:
        return None
    return pattern_of_board(gathered, moves[at].field, level)
