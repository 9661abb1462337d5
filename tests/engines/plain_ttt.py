"""Slow, obvious (m,n,k) games: rows of characters, a search for lines in each position, plain minimax."""

from functools import cache

Board = tuple[str, ...]


def has_line(board: Board, k: int, side: str) -> bool:
    """Whether a side has k in a row, in any direction."""
    for y in range(len(board)):
        for x in range(len(board[0])):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                run = 0
                while (
                    0 <= y + run * down < len(board)
                    and 0 <= x + run * right < len(board[0])
                    and board[y + run * down][x + run * right] == side
                ):
                    run += 1
                if run >= k:
                    return True
    return False


def put(board: Board, y: int, x: int, side: str) -> Board:
    return (*board[:y], board[y][:x] + side + board[y][x + 1 :], *board[y + 1 :])


@cache
def outcome(board: Board, k: int, side: str) -> tuple[int, int]:
    """Return the value for the side to move, and the plies to the end in perfect play."""
    other = "O" if side == "X" else "X"
    if has_line(board, k, other):
        return -1, 0
    results = []
    for y, row in enumerate(board):
        for x, content in enumerate(row):
            if content == ".":
                value, plies = outcome(put(board, y, x, side), k, other)
                results.append((-value, plies + 1))
    if not results:
        return 0, 0
    return max(results, key=lambda result: (result[0], -result[0] * result[1]))


def best_moves(board: Board, k: int, side: str) -> tuple[int, ...]:
    """Return the moves that lead to the outcome, as numbers of cells."""
    other = "O" if side == "X" else "X"
    value, plies = outcome(board, k, side)
    width = len(board[0])
    return tuple(
        y * width + x
        for y, row in enumerate(board)
        for x, content in enumerate(row)
        if content == "." and outcome(put(board, y, x, side), k, other) == (-value, plies - 1)
    )
