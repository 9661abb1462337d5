"""What to play: refute what the other side threatens, or the best move that can be found."""

from dataclasses import dataclass, replace
from itertools import count as numbers
from typing import Literal, TypedDict

from zet.engines.kernel.clock import Deadline
from zet.engines.renju.board import set_up, weighed_search
from zet.engines.renju.choices import WIDTH as WIDTH
from zet.engines.renju.codes import MOST_DEPTH, PROVEN
from zet.engines.renju.model import BLACK, Game, GameOverError
from zet.engines.renju.rules import Board
from zet.engines.renju.solver import Result, Threats, solve, winning_move
from zet.engines.renju.weights import Weights

LINE = 4
"""Moves of the line that is shown where no win is proven."""

NODES = 200_000
"""Moves that are tried if nothing else limits it."""

ROOTS = 60
"""Moves that the positional search looks at in the position itself."""

ROUNDS = (0.5, 0.75, 0.9)
"""Until so much of the limits is spent the search goes on, each time before its best move is checked."""

WINS, THREAT, NEW, CHECK, LAST_CHECK = 0.12, 0.04, 0.04, 0.4, 0.05
"""The parts of what is left that go to a search for a win, to one for a win of the other side, and to the
refutation of a move that has become the best, of the best of a round, and of each that was not ranked."""

FIRST_CHECK = 4
"""The depth from which on a move that has become the best is checked."""

PER_ANSWER = 100_000
"""Moves that the solver may try for each answer of the defender's, if nothing else limits it."""


@dataclass(frozen=True, slots=True)
class Threat:
    """What a color could do if it were to move: the cells that make five, and a forced win."""

    fives: tuple[int, ...]
    win: Result


def threats_of(
    game: Game,
    rule: str = "renju",
    threats: Threats = "fours,threes",
    nodes: int | None = None,
    seconds: float | None = None,
) -> tuple[Threat, Threat]:
    """Return what Black and what White threaten in the position after a game.

    Raises:
        GameOverError: the game is over.
    """
    board = _board(game, rule)
    black, white = (
        Threat(
            tuple(sorted(board.five_cells(color))),
            solve(game, side=color, rule=rule, threats=threats, nodes=nodes, seconds=seconds),
        )
        for color in (0, 1)
    )
    return black, white


@dataclass(frozen=True, slots=True)
class Defense:
    """The moves that refute what the other side threatens.

    `status` is "ok" if there are some, "lost" if there is none, "unknown" if a limit left the question
    open, "no-threat" if the other side threatens no win. `unclear` are moves that a limit left undecided.
    """

    status: Literal["ok", "lost", "unknown", "no-threat"]
    threat: Result
    moves: tuple[int, ...] = ()
    unclear: tuple[int, ...] = ()


def defend(
    game: Game,
    rule: str = "renju",
    threats: Threats = "fours,threes",
    nodes: int | None = None,
    seconds: float | None = None,
) -> Defense:
    """Return all moves of the side to move after which the other side has no forced win by threats.

    The limits hold for each move; without any, PER_ANSWER moves.

    Raises:
        GameOverError: the game is over.
    """
    board = _board(game, rule)
    if nodes is None and seconds is None:
        nodes = PER_ANSWER
    color = game.side
    limits: Limits = {"nodes": nodes, "seconds": seconds}
    threat = solve(game, side=1 - color, rule=rule, threats=threats, **limits)
    if threat.proof is None:
        return Defense("no-threat" if threat.status in ("no-win", "over") else "unknown", threat)
    moves, unclear = [], []
    for cell in board.empty():
        if not board.may_play(cell, color):
            continue
        if board.put(cell, color).has_five(cell):
            moves.append(cell)
            continue
        found = solve(game.then([cell]), side=1 - color, rule=rule, threats=threats, **limits)
        if found.status == "no-win":
            moves.append(cell)
        elif found.status == "unknown":
            unclear.append(cell)
    status: Literal["ok", "lost", "unknown"] = "ok" if moves else "unknown" if unclear else "lost"
    return Defense(status, threat, tuple(moves), tuple(unclear))


@dataclass(frozen=True, slots=True)
class Choice:
    """A move to play and why: "win" (proven), "defense" (the other side threatens a win), "position".

    "lost" is said if every move that was tried loses by force. `value` is that of the positional search
    for the side to move, None where there was none; `line` holds the moves of a proven win, else those
    that the search expects.
    """

    move: int
    reason: Literal["win", "defense", "position", "lost"]
    value: int | None = None
    depth: int = 0
    line: tuple[int, ...] = ()
    nodes: int = 0


_memories = numbers()


def new_memory() -> int:
    """Return a number for a game: what searches with it have found is used by later ones."""
    return next(_memories)


def best_move(
    game: Game,
    weights: Weights,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    memory: int | None = None,
) -> Choice:
    """Return a move for the side to move, by the rule that the weights are for.

    A proven win is played; what wins for the other side is refuted if that can be done; else the best
    move of an alpha-beta search is, if it does not lose by force. That looks `depth` moves ahead at most;
    without another limit 200,000 moves are tried. What earlier calls with the same `memory` have found is
    used; without one the choice depends on the position and the limits alone, if they are not of time.

    Raises:
        GameOverError: the game is over, or no legal move is left.
    """
    return _Thought(game, weights, _Budget(seconds, nodes, depth), memory).choice()


def best_moves(
    game: Game,
    weights: Weights,
    *,
    count: int,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    memory: int | None = None,
) -> tuple[Choice, ...]:
    """Return up to so many moves for the side to move, WIDTH at most: what `best_move` chooses first.

    The others follow by their values, those that lose by force last. `line` is that of a win, or begins
    with the move and goes on as the search expects. Half the limits are for the first move; without
    any, 200,000 moves are tried in all. `nodes` of the first move are those of all.

    Raises:
        GameOverError: the game is over, or no legal move is left.
    """
    if seconds is None and nodes is None:
        nodes = NODES
    half: Limits = {
        "seconds": None if seconds is None else seconds / 2,
        "nodes": None if nodes is None else nodes // 2,
    }
    memory = new_memory() if memory is None else memory
    first = best_move(game, weights, **half, depth=depth, memory=memory)
    budget = _Budget(**half, depth=depth)
    others = _Thought(game, weights, budget, memory).others(first.move, min(count, WIDTH) - 1)
    return replace(first, nodes=first.nodes + budget.spent), *others


class Limits(TypedDict):
    """The limits of a search, as keyword arguments."""

    seconds: float | None
    nodes: int | None


def _board(game: Game, rule: str) -> Board:
    """Return the board of a game that goes on.

    Raises:
        GameOverError: there is a five, or in renju an overline of Black's.
    """
    board = Board.of(game, rule)
    if board.has_any_five():
        raise GameOverError("the game is over: there is a five on the board")
    if rule == "renju" and any(map(board.has_overline, game.stones()[BLACK])):
        raise GameOverError("the game is over: black has an overline")
    return board


class _Budget:
    """What is left of the time and of the moves that may be tried, and how far to look ahead."""

    def __init__(self, seconds: float | None, nodes: int | None, depth: int | None = None) -> None:
        if seconds is None and nodes is None:
            nodes = NODES
        self.depth = MOST_DEPTH if depth is None else min(depth, MOST_DEPTH)
        self.spent = 0
        self._deadline = Deadline(seconds)
        self._seconds = seconds
        self._nodes = nodes

    def spend(self, nodes: int) -> None:
        self.spent += nodes

    def share(self, part: float) -> Limits:
        """Return a part of what is left, as limits of a search."""
        left = self._deadline.left
        return {
            "seconds": None if left is None else left * part,
            "nodes": None if self._nodes is None else int(max(self._nodes - self.spent, 0) * part),
        }

    def until(self, part: float) -> Limits | None:
        """Return what is left until so much of the whole is spent, as limits; None if nothing is."""
        left = self._deadline.left
        if left is not None and self._seconds is not None:
            left -= (1 - part) * self._seconds
        nodes = None if self._nodes is None else int(self._nodes * part) - self.spent
        if (left is not None and left <= 0) or (nodes is not None and nodes <= 0):
            return None
        return {"seconds": left, "nodes": nodes}


class _Thought:
    """The choice of a move in a position: its moves by value, and what is known of them."""

    def __init__(self, game: Game, weights: Weights, budget: _Budget, memory: int | None) -> None:
        _board(game, weights.rule)
        self._game, self._rule, self._budget = game, weights.rule, budget
        self._memory = new_memory() if memory is None else memory
        self._search = weighed_search(weights, game.size)
        set_up(self._search, game)
        self._legal = self._search.best_cells(game.side, game.n_cells)
        if not self._legal:
            raise GameOverError("no legal move is left")
        self._ranked = [(cell, 0) for cell in self._legal[:ROOTS]]
        self._depth = 0
        self._checked: dict[int, bool] = {}  # whether no win at all follows
        self._lost: list[tuple[int, int]] = []

    def choice(self) -> Choice:
        """Return the move to play."""
        game, budget = self._game, self._budget
        if len(self._legal) == game.n_cells:
            return Choice((game.size - 1) // 2 * (game.size + 1), "position")
        won = solve(game, rule=self._rule, **budget.share(WINS))
        budget.spend(won.nodes)
        if won.proof:
            return Choice(won.proof.move, "win", line=won.proof.line(), nodes=budget.spent)
        is_threatened, _ = _winner(game, 1 - game.side, self._rule, budget.share(THREAT), budget)
        reason: Literal["defense", "position"] = "defense" if is_threatened else "position"
        for part in ROUNDS:
            self._deepen(part)
            while not self._holds(CHECK, again=True):
                pass
        if self._ranked and self._ranked[0][1] > -PROVEN:
            return self._chosen(self._ranked[0], "win" if self._ranked[0][1] >= PROVEN else reason)
        if is_threatened:
            for move in self._legal[ROOTS:]:
                if not _winner(
                    game.then([move]), 1 - game.side, self._rule, budget.share(LAST_CHECK), budget
                )[0]:
                    return Choice(move, "defense", nodes=budget.spent)
        return self._chosen((self._ranked + self._lost)[0], "lost")

    def others(self, first: int, n: int) -> list[Choice]:
        """Return so many of the best moves besides one."""
        self._ranked = [pair for pair in self._ranked if pair[0] != first]
        n = min(n, len(self._ranked))
        if not n:
            return []
        self._deepen(ROUNDS[1], n)
        found = []
        for move, value in self._ranked[:n]:
            after = solve(self._game.then([move]), rule=self._rule, **self._budget.share(0.1))
            self._budget.spend(after.nodes)
            if after.proof:
                found.append(Choice(move, "lost", value, self._depth, (move, *after.proof.line())))
            else:
                found.append(self._chosen((move, value), "position"))
        return sorted(found, key=lambda one: one.reason == "lost")

    def _deepen(self, part: float, n: int = 1) -> None:
        """Look further and further ahead until a part of the limits is spent, for so many moves."""
        while self._ranked and self._depth < self._budget.depth and abs(self._ranked[0][1]) < PROVEN:
            limits = self._budget.until(part)
            if limits is None:
                return
            set_up(self._search, self._game, limits["nodes"], Deadline(limits["seconds"]))
            self._search.start(self._memory, self._game.side, self._ranked)
            is_done = self._search.deepen(self._game.side, self._depth + 1, n)
            self._budget.spend(self._search.nodes)
            self._ranked = self._search.ranked()
            if not is_done:
                return
            self._depth += 1
            if n == 1 and self._depth >= FIRST_CHECK and not self._holds(NEW):
                self._depth -= 1

    def _holds(self, part: float, *, again: bool = False) -> bool:
        """Whether the best move does not lose by force, as far as a part of what is left shows.

        One that does is put aside.
        """
        if not self._ranked:
            return True
        move, value = self._ranked[0]
        if (
            abs(value) >= PROVEN
            or self._checked.get(move, False)
            or (move in self._checked and not again)
        ):
            return True
        after, limits = self._game.then([move]), self._budget.share(part)
        is_won, is_sure = _winner(after, 1 - self._game.side, self._rule, limits, self._budget)
        self._checked[move] = is_sure
        if is_won:
            self._lost.append(self._ranked.pop(0))
        return not is_won

    def _chosen(
        self, pair: tuple[int, int], reason: Literal["win", "defense", "position", "lost"]
    ) -> Choice:
        """Return a move with what is known of it."""
        move, value = pair
        set_up(self._search, self._game)
        line = tuple(self._search.expected(self._memory, self._game.side, move, LINE))
        spent = self._budget.spent
        return Choice(move, reason, value, self._depth, line, spent)


def _winner(game: Game, color: int, rule: str, limits: Limits, budget: _Budget) -> tuple[bool, bool]:
    """Return whether a win of a color is found, if it were to move, and whether that is sure."""
    status, move, nodes = winning_move(game, side=color, rule=rule, **limits)
    budget.spend(nodes)
    return move is not None, status != "unknown"
