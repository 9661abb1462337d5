"""The moves that the program NOIRE plays: moves that win, or that do not lose by force.

Source: P.P. Kruijsen, Kennis en renju (2001), chapter 4.
"""

from dataclasses import dataclass
from typing import Literal

from zet.engines.kernel.budget import Budget
from zet.engines.noire._search import ATTACKING, DEFENDING
from zet.engines.noire.codes import LEAST_WIN, WIN_VALUE
from zet.engines.noire.interpreter import Legality
from zet.engines.noire.program import Program
from zet.engines.noire.search_board import PER_MOVE, SearchBoard
from zet.engines.noire.solver import LEVEL, solve
from zet.engines.renju.model import BLACK, CENTER, N_CELLS, Game, GameOverError
from zet.engines.renju.rules import Board

DEFAULT_NODES = 200_000

Reason = Literal["win", "position", "lost", "unchecked"]


@dataclass(frozen=True, slots=True)
class Positional:
    """The settings of the positional search; defaults are from the thesis, where it states a value.

    The search looks `depth` moves ahead and tries rules up to a `level`. A candidate move is checked by a
    tactical search of at most `check` positions. `own` lists the values of groups with one to four stones
    of the side that moved; `other` lists the values of its opponent's groups, which are subtracted.
    """

    depth: int = 2
    level: int = 1
    check: int = PER_MOVE
    own: tuple[int, ...] = ATTACKING[1:5]
    other: tuple[int, ...] = DEFENDING[1:5]


@dataclass(frozen=True, slots=True)
class Choice:
    """A move to play, and the reason for it.

    "win": the tactical search wins. "position": the positional search values this move highest among the
    moves after which the tactical search finds no win for the opponent. "lost": all moves lose, and this
    move loses last. "unchecked": a limit was reached before a move that does not lose was found. `value`
    is the value of the positional search; `refuted` lists the moves that were found to lose.
    """

    move: int
    reason: Reason
    value: int | None = None
    line: tuple[int, ...] = ()
    refuted: tuple[int, ...] = ()
    nodes: int = 0


USUAL = Positional()
FIVE = ATTACKING[5]


def best_move(
    game: Game,
    program: Program,
    *,
    level: int = LEVEL,
    rule: str = "renju",
    legality: Legality = "exact",
    positional: Positional = USUAL,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Choice:
    """Return a move for the side to move: a winning move, or the best move that does not lose by force.

    Without a limit, at most 200,000 positions are visited in tactical searches. `legality` is as in
    `solve`.

    Raises:
        GameOverError: the game is over, or no legal move is left.
        ProgramError: the program has errors.
        CompileError: its rules are too large when expanded.
    """
    if nodes is None and seconds is None:
        nodes = DEFAULT_NODES
    budget = Budget(nodes, seconds)
    board = Board.of(game, rule)
    if board.has_any_five():
        raise GameOverError("the game is over: there is a five on the board", code="five")
    table = SearchBoard(game, program, rule, legality)
    legal = _legal_moves(game, board, table, legality)
    if ended := table.rule(game.side, 0):
        raise GameOverError("the game is over: the rule {rule} matches", code="rule", rule=ended.name)
    if len(legal) == N_CELLS:
        return Choice(CENTER, "position")
    most = None if nodes is None else nodes // 3
    until = None if seconds is None else seconds / 3
    won = solve(game, program, level=level, rule=rule, legality=legality, nodes=most, seconds=until)
    budget.spend(won.nodes)
    if won.status == "win" and won.line and won.line[0] in legal:
        return Choice(won.line[0], "win", line=won.line, nodes=won.nodes)
    return _safe_move(game, SearchBoard(game, program, rule, legality), legal, level, positional, budget)


def _safe_move(
    game: Game, table: SearchBoard, legal: list[int], level: int, positional: Positional, budget: Budget
) -> Choice:
    """Return the positional search's best move after which no win is found for the opponent."""
    losing: dict[int, int] = {}

    def left() -> int:
        return max(0, budget.within(positional.check))

    def chosen(move: int, reason: Reason, value: int | None = None) -> Choice:
        return Choice(move, reason, value, (), tuple(losing), budget.spent)

    worth = (0, *positional.own, FIVE), (0, *positional.other, FIVE)
    while len(losing) < len(legal):
        table.board.begin(-1, budget.deadline)
        move, value = table.board.positional_move(
            game.side, positional.level, positional.depth, list(losing), worth
        )
        if table.board.is_stopped or move < 0:
            move = next(cell for cell in legal if cell not in losing)
            return chosen(move, "unchecked")
        table.board.put(move, game.side)
        table.board.begin(left(), budget.deadline)
        table.board.remember(remembers=False)
        against, _depth = table.attack(1 - game.side, level)
        is_unclear = table.board.is_stopped
        budget.spend(table.board.nodes)
        table.board.take()
        if is_unclear and (left() == 0 or budget.deadline.has_passed):
            return chosen(move, "unchecked", value)
        if is_unclear or against <= LEAST_WIN:
            return chosen(move, "position", value)
        losing[move] = WIN_VALUE - against
    return chosen(max(losing, key=lambda cell: losing[cell]), "lost")


def _legal_moves(game: Game, board: Board, table: SearchBoard, legality: Legality) -> list[int]:
    """Return the nonempty list of legal moves for the side to move.

    Raises:
        GameOverError: no legal move is left.
    """
    if legality == "exact":
        legal = board.legal(game.side)
    else:
        barred = set(filter(table.board.is_forbidden, board.empty())) if game.side == BLACK else set()
        legal = [cell for cell in board.empty() if cell not in barred]
    if not legal:
        raise GameOverError("there is no legal move", code="no-legal-move")
    return legal
