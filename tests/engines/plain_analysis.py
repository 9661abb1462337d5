"""A slow analysis of games by wins by fours alone: every move is tried with the plain rules, without
limits.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from plain_renju import small_positions, wins_by_fours

from zet.engines.renju.analysis import FOURS
from zet.engines.renju.model import BLACK, Game
from zet.engines.renju.rules import Board


class Said(NamedTuple):
    """The analysis of a move: its mark, and the side that wins by force after it."""

    mark: str | None
    winner: int | None


def short_games(seed: int, count: int, size: int, rule: str = "renju") -> Iterator[Game]:
    """Yield games of a few moves in a corner of the board; most moves are at points that matter."""
    random = Random(seed)
    for position in small_positions(seed, count, size, rule):
        game = position
        for _ in range(random.randint(1, 6)):
            board = Board.of(game, rule)
            empty = board.empty()
            fives = board.five_cells(0) | board.five_cells(1)
            if fives and random.random() < 0.6:
                empty = sorted(fives)
            if not empty:
                break
            cell = random.choice(empty)
            color = game.side
            if random.random() < 0.3:  # a move that does not lose, if any
                legal = [one for one in board.empty() if board.may_play(one, color)]
                holds = [one for one in legal if not wins_by_fours(board.put(one, color), 1 - color)]
                cell = random.choice(holds or empty)
            game = game.then([cell])
            if board.put(cell, color).has_five(cell):
                break
        yield game


def analyzed(game: Game, rule: str = "renju") -> list[Said]:
    """Return the analysis of each move of a game; the game ends with the first five."""
    n = len(game.moves)
    boards = [Board.of(game.at(k), rule) for k in range(n + 1)]
    colors = [game.at(k).side for k in range(n + 1)]
    fouls = [_is_foul(boards[k], game.moves[k], colors[k]) for k in range(n)]
    has_five = n > 0 and boards[n].has_five(game.moves[-1])
    is_over = n > 0 and (has_five or fouls[-1] or not boards[n].empty())
    wins = [wins_by_fours(boards[k], colors[k]) and not (k == n and is_over) for k in range(n + 1)]
    lost = [False] * (n + 1)
    for k in range(n, -1, -1):
        if not wins[k] and k < n and lost[k + 1] and not fouls[k]:
            wins[k] = True
        if not wins[k] and not (k == n and is_over) and (k == n or wins[k + 1] or fouls[k]):
            lost[k] = loses(boards[k], colors[k], FOURS) is True
    winners = [
        colors[k] if wins[k] else 1 - colors[k] if lost[k] else None  # only wins by fours are searched
        for k in range(n + 1)
    ]
    if has_five and not fouls[-1]:
        winners[n] = colors[n - 1]
    elif is_over and fouls[-1]:
        winners[n] = 1 - BLACK
    return [
        Said(_mark(game, boards, colors, fouls, wins, lost, k, is_over=is_over), winners[k + 1])
        for k in range(n)
    ]


def _is_foul(board: Board, cell: int, color: int) -> bool:
    return color == BLACK and board.forbidden(cell) is not None


def _mark(
    game: Game,
    boards: list[Board],
    colors: list[int],
    fouls: list[bool],
    wins: list[bool],
    lost: list[bool],
    k: int,
    *,
    is_over: bool,
) -> str | None:
    board, color, cell = boards[k], colors[k], game.moves[k]
    fives = board.five_cells(color)
    if fouls[k]:
        return "foul"
    if fives:
        return None if cell in fives else "missed-five"
    if k and fouls[k - 1]:
        return "missed-foul"
    if wins[k + 1]:
        if wins[k] or loses(board, color, FOURS) is False:
            return "blunder"
        return None if lost[k] else "unclear"
    if wins[k]:
        if lost[k + 1]:
            return None
        if k + 1 == len(game.moves) and is_over:
            return "missed-win"
        if k + 1 < len(game.moves) and not wins[k + 2] and not fouls[k + 1]:
            return "missed-win"
        return {False: "missed-win", None: "unclear"}[loses(boards[k + 1], colors[k + 1], FOURS)]
    if lost[k] or fouls[k] or board.five_cells(1 - color) or not wins_by_fours(board, 1 - color):
        return None
    others = loses(board, color, FOURS, but=cell)
    return "only-move" if others else "unclear" if others is None else None


def loses(board: Board, color: int, fours: int, but: int = -1) -> bool | None:
    """Whether every move of the color to move loses; None if it could play more than `fours` fours.

    It loses if the other color threatens to win by fours, and still does after each legal move. A four
    delays the end: after the four and its block the color must lose as well. The move `but` is not tried.
    """
    if not wins_by_fours(board, 1 - color):
        return False
    found: bool | None = True
    for cell in board.empty():
        if cell == but or not board.may_play(cell, color):
            continue
        after = board.put(cell, color)
        if wins_by_fours(after, 1 - color):
            continue
        blocks = after.five_cells(color)
        if not blocks:
            return False
        block = min(blocks)
        if len(blocks) > 1 or not after.may_play(block, 1 - color):
            return False
        further = loses(after.put(block, 1 - color), color, fours - 1) if fours else None
        if further is False:
            return False
        if further is None:
            found = None
    return found
