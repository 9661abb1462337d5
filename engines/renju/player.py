"""What to play: refute what the other side threatens, or the best move that can be found."""

from dataclasses import dataclass, replace
from typing import Literal, TypedDict

from zet.engines.kernel.clock import Deadline
from zet.engines.renju.board import set_up, shared_search
from zet.engines.renju.choices import WIDTH as WIDTH
from zet.engines.renju.codes import WIN_VALUE
from zet.engines.renju.model import BLACK, Game, GameOverError
from zet.engines.renju.rules import Board
from zet.engines.renju.solver import Result, Threats, solve, winning_move

MAX_DEPTH = 29
NEVER_REACHED = 2 * WIN_VALUE
"""More than any value of the positional search."""

LINE = 4
SHORT = 1_000
"""Moves that a line shows of a position, and that each but the first is looked for with."""

WINS, RANKING, CHECK, LAST_CHECK = 0.25, 0.75, 0.5, 0.05
"""The parts of what is left that go to a search for a win of either side, to the ranking of the moves, to
the refutation of a move, and of each of those that were not ranked."""

PER_ANSWER = 100_000
"""Moves that the solver may try for each answer of the defender's, if nothing else limits it."""


PER_SECOND = 100_000
"""Moves that a search tries in a second at least; how many here is found out by a first short search."""

BETWEEN_LOOKS = 1 << 12
"""Moves that a search tries from one look at the clock to the next: a shorter one is limited by moves."""


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
class Defence:
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
) -> Defence:
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
        return Defence("no-threat" if threat.status in ("no-win", "over") else "unknown", threat)
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
    return Defence(status, threat, tuple(moves), tuple(unclear))


@dataclass(frozen=True, slots=True)
class Choice:
    """A move to play and why: "win" (proven), "defence" (the other side threatens a win), "position".

    "lost" is said if every move that was tried loses by force. `value` is that of the positional search
    for the side to move, None where there was none; `line` holds the moves of a proven win.
    """

    move: int
    reason: Literal["win", "defence", "position", "lost"]
    value: int | None = None
    depth: int = 0
    line: tuple[int, ...] = ()
    nodes: int = 0


def best_move(
    game: Game,
    rule: str = "renju",
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
) -> Choice:
    """Return a move for the side to move.

    A proven win is played; what wins for the other side is refuted if that can be done; else the best
    move of an alpha-beta search is, if it does not lose by force. That looks `depth` moves ahead at most;
    without another limit 200,000 moves are tried.

    Raises:
        GameOverError: the game is over, or no legal move is left.
    """
    if seconds is None and nodes is None:
        nodes = 200_000
    budget = _Budget(seconds, nodes, depth)
    _board(game, rule)
    color = game.side
    search = shared_search(rule, game.size)
    set_up(search, game)
    legal = search.best_cells(color, game.n_cells)
    if not legal:
        raise GameOverError("no legal move is left")
    if len(legal) == game.n_cells:
        return Choice((game.size - 1) // 2 * (game.size + 1), "position")
    won = solve(game, rule=rule, **budget.share(WINS))
    budget.spend(won.nodes)
    if won.proof:
        return Choice(won.proof.move, "win", line=won.proof.line(), nodes=budget.spent)
    is_threatened = _is_won(game, 1 - color, rule, budget, WINS)
    choices = _ranked(game, rule, legal, budget)
    reason: Literal["defence", "position"] = "defence" if is_threatened else "position"
    for value, move, depth in choices[:WIDTH]:
        if not _is_won(game.then([move]), 1 - color, rule, budget, CHECK):
            return Choice(move, reason, value, depth, nodes=budget.spent)
    others = [move for _, move, _ in choices[WIDTH:]]
    rest = _refutation(game, rule, others, budget) if is_threatened else None
    value, move, depth = choices[0]
    if rest is not None:
        return Choice(rest, "defence", nodes=budget.spent)
    return Choice(move, "lost", value, depth, nodes=budget.spent)


def best_moves(
    game: Game,
    rule: str = "renju",
    *,
    count: int,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
) -> tuple[Choice, ...]:
    """Return up to so many moves for the side to move, WIDTH at most: what `best_move` chooses first.

    The others follow by their values, those that lose by force last. `line` is that of a win, or begins
    with the move and goes on as short searches see it. Half the limits are for the first move; without
    any, 200,000 moves are tried in all. `nodes` of the first move are those of all.

    Raises:
        GameOverError: the game is over, or no legal move is left.
    """
    if seconds is None and nodes is None:
        nodes = 200_000
    half: Limits = {
        "seconds": None if seconds is None else seconds / 2,
        "nodes": None if nodes is None else nodes // 2,
    }
    first = best_move(game, rule, **half, depth=depth)
    budget = _Budget(**half, depth=depth)
    set_up(shared_search(rule, game.size), game)
    legal = [
        cell
        for cell in shared_search(rule, game.size).best_cells(game.side, game.n_cells)
        if cell != first.move
    ]
    others: list[Choice] = []
    for value, move, depth in _ranked(game, rule, legal, budget)[: min(count, WIDTH) - 1]:
        after = solve(game.then([move]), rule=rule, **budget.share(0.1))
        budget.spend(after.nodes)
        if after.proof:
            others.append(Choice(move, "lost", value, depth, (move, *after.proof.line())))
        else:
            others.append(Choice(move, "position", value, depth, _line(game, rule, move, budget)))
    others.sort(key=lambda one: one.reason == "lost")
    if first.reason != "win":
        first = replace(first, line=_line(game, rule, first.move, budget))
    return replace(first, nodes=first.nodes + budget.spent), *others


def _line(game: Game, rule: str, move: int, budget: "_Budget") -> tuple[int, ...]:
    """Return a move and the next ones, as short searches choose them."""
    search = shared_search(rule, game.size)
    line = [move]
    while len(line) < LINE:
        now = game.then(line)
        set_up(search, now)
        legal = search.best_cells(now.side, game.n_cells)
        if search.winner() >= 0 or not legal:
            break
        limits: Limits = {"seconds": None, "nodes": SHORT}
        line.append(_deepened(now, rule, legal, limits, budget)[0][1])
    return tuple(line)


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
        self.depth = MAX_DEPTH if depth is None else min(depth, MAX_DEPTH)
        self._deadline = Deadline(seconds)
        self._nodes = nodes
        self.per_second: float = PER_SECOND
        self.spent = 0

    def spend(self, nodes: int) -> None:
        self.spent += nodes

    def share(self, part: float) -> "Limits":
        """Return a part of what is left, as limits of a search."""
        left = self._deadline.left
        seconds = None if left is None else left * part
        nodes = None if self._nodes is None else int(max(self._nodes - self.spent, 0) * part) + 1000
        if seconds is not None and seconds * self.per_second < BETWEEN_LOOKS:
            in_time = max(int(seconds * self.per_second), 100)
            nodes = in_time if nodes is None else min(nodes, in_time)
        return {"seconds": seconds, "nodes": nodes}


def _ranked(game: Game, rule: str, legal: list[int], budget: _Budget) -> list[tuple[int, int, int]]:
    """Return (value, move, depth) of the legal moves, the best first, by deeper and deeper search."""
    limits = budget.share(RANKING)
    clock, spent = Deadline(None), budget.spent
    ranked = _deepened(game, rule, legal, limits, budget)
    taken, tried = clock.spent, budget.spent - spent
    if limits["seconds"] is not None and limits["nodes"] is not None and tried >= limits["nodes"]:
        budget.per_second = max(0.8 * tried / max(taken, 0.001), PER_SECOND)
        more = budget.share(RANKING)
        if more["nodes"] is None or more["nodes"] > 2 * tried:
            return _deepened(game, rule, legal, more, budget)
    return ranked


def _deepened(
    game: Game, rule: str, legal: list[int], limits: Limits, budget: _Budget
) -> list[tuple[int, int, int]]:
    """Return the ranking that is found within the limits."""
    color = game.side
    search = shared_search(rule, game.size)
    set_up(search, game, limits["nodes"], Deadline(limits["seconds"]))
    order = search.best_cells(color, game.n_cells)
    ranked = [(0, move, 0) for move in order if move in set(legal)]
    for depth in range(1, budget.depth + 1):
        found: list[tuple[int, int, int]] = []
        best = -NEVER_REACHED
        for _static, move, _place in ranked[:WIDTH]:
            search.play(move, color)
            value = search.value(1 - color, depth - 1, WIDTH, -NEVER_REACHED, -best)
            search.undo()
            if value is None:
                break
            found.append((-value, move, depth))
            best = max(best, -value)
        if len(found) < len(ranked[:WIDTH]):
            break
        found.sort(key=lambda one: -one[0])
        ranked[:WIDTH] = found
        if abs(best) >= WIN_VALUE - game.n_cells - 1:
            break
    budget.spend(search.nodes)
    return ranked


def _refutation(game: Game, rule: str, moves: list[int], budget: _Budget) -> int | None:
    """Return the first of these moves after which the other side has no win that is found soon."""
    for move in moves:
        if not _is_won(game.then([move]), 1 - game.side, rule, budget, LAST_CHECK):
            return move
    return None


def _is_won(game: Game, color: int, rule: str, budget: _Budget, part: float) -> bool:
    """Whether the solver finds a win of a color, if it were to move, with a part of what is left."""
    _status, move, nodes = winning_move(game, side=color, rule=rule, **budget.share(part))
    budget.spend(nodes)
    return move is not None
