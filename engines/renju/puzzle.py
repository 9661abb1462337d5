"""Problems: positions of games in which only one move wins by force."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from zet.engines.kernel.clock import Deadline
from zet.engines.renju.board import set_up, shared_search
from zet.engines.renju.constants import FIVE, MIN_LENGTH as MIN_LENGTH, MOST_FOURS, NODES
from zet.engines.renju.model import Game
from zet.engines.renju.proof import Proof
from zet.engines.renju.solver import QUIET, Threats, search_threats, solve

Level = Literal["easy", "medium", "hard", "expert"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard", "expert")
LONG = (9, 15, 25)
"""The minimum length of a win for the second, third and fourth level of length."""

WAYS: tuple[Threats, ...] = ("fours", "fours,threes", QUIET)
"""The kinds of threats, the simplest first."""

EFFORT = (300, 5_000, 50_000)
"""The minimum number of moves tried to find the win, for the second, third and fourth level of effort."""

NoWin = Literal["no-win", "unknown", "over", "five"]
"""Why no win is found in a position: a win is excluded, a limit was reached, the game is over, or the
opponent threatens to make five.
"""

Reason = Literal[NoWin, "later", "short", "several", "undecided"]
"""Why a position is not a problem. Besides the reasons in NoWin: the side to move already had a win at
its previous turn, the win is too short, another first move wins as well, or it is undecided whether
another first move wins.
"""


@dataclass(frozen=True, slots=True)
class Problem:
    """A position of a game, after `n_moves` moves, in which only the first move of `proof` wins.

    `threats` names the simplest threats that suffice to win. `effort` is the number of moves that the
    solver tried to find the win.
    """

    game: Game
    n_moves: int
    proof: Proof
    threats: Threats
    effort: int

    @property
    def level(self) -> Level:
        """The difficulty, from easy to expert: the mean of a level for length and a level for effort."""
        by_length = sum(self.proof.length >= least for least in LONG)
        by_effort = sum(self.effort >= least for least in EFFORT)
        return LEVELS[(by_length + by_effort) // 2]


def problems_in(
    game: Game,
    rule: str = "renju",
    *,
    threats: Threats = "fours,threes",
    min_length: int = MIN_LENGTH,
    nodes: int = NODES,
) -> Iterator[Problem]:
    """Yield the problems among the positions of a game, in order.

    `threats` names the threats that a win may use. Of successive positions with a win for the same color,
    only the first is used. Wins in fewer than `min_length` moves, or not found within `nodes` moves, are
    skipped, as are positions whose winning move is not proven within that limit to be the only one.
    """
    for found in examined(game, rule, threats=threats, min_length=min_length, nodes=nodes):
        if isinstance(found, Problem):
            yield found


def examined(
    game: Game,
    rule: str = "renju",
    *,
    threats: Threats = "fours,threes",
    min_length: int = MIN_LENGTH,
    nodes: int = NODES,
) -> Iterator[Problem | Reason]:
    """Yield each position of a game as a problem, or the reason why it is not one; see `problems_in`."""
    was_won = [False, False]
    for n_moves in range(len(game.moves) + 1):
        position = game.at(n_moves)
        color = position.side
        found = problem_at(position, n_moves, rule, nodes, threats)
        is_later = was_won[color]
        was_won[color] = isinstance(found, Problem)
        if not isinstance(found, Problem):
            yield found
        elif is_later:
            yield "later"
        elif found.proof.length < min_length:
            yield "short"
        else:
            is_only = is_unique(position, rule, found, nodes)
            yield found if is_only else "undecided" if is_only is None else "several"


def trimmed(
    problem: Problem, rule: str = "renju", *, min_length: int = MIN_LENGTH, nodes: int = NODES
) -> Problem:
    """Return the problem without unnecessary stones, as a position without moves.

    A stone is removed if the same first move still wins by the same threats, in at least `min_length`
    moves, and is proven within the limit to be the only one. Stones are removed one by one until no
    further stone can be removed; the stones farthest from the winning line are tried first.
    """
    black, white = problem.game.stones()
    size = problem.game.size
    now = replace(problem, game=Game.build(black, white, problem.game.side, size=size))
    line = problem.proof.line()
    tried: set[tuple[int, ...]] = set()
    while True:
        for cell in sorted(
            (*now.game.black, *now.game.white), key=lambda one: -_distance(one, line, size)
        ):
            fewer = Game.build(
                (one for one in now.game.black if one != cell),
                (one for one in now.game.white if one != cell),
                now.game.side,
                size=size,
            )
            if (stones := (*fewer.black, -1, *fewer.white)) in tried:
                continue
            tried.add(stones)
            found = problem_at(fewer, problem.n_moves, rule, nodes, problem.threats)
            if (
                isinstance(found, Problem)
                and (found.proof.move, found.threats) == (problem.proof.move, problem.threats)
                and found.proof.length >= min_length
                and is_unique(fewer, rule, found, nodes)
            ):
                now = found
                break
        else:
            return now


def _distance(cell: int, line: Sequence[int], size: int) -> int:
    """Return the number of king's moves from a cell to the nearest cell of `line`."""
    rank, file = divmod(cell, size)
    return min(max(abs(rank - one // size), abs(file - one % size)) for one in line)


def problem_at(
    position: Game, n_moves: int, rule: str, nodes: int, threats: Threats = QUIET
) -> Problem | NoWin:
    """Return a position as a problem, or the reason why no win is found in it.

    The win uses the simplest threats that suffice, up to `threats`; the search for each kind may try
    `nodes` moves, and must exclude a win before the next kind is tried. Other first moves may win as
    well. `n_moves` is the number of moves of the game before the position. If the opponent threatens to
    make five, no win is searched for.
    """
    search = shared_search(rule, position.size)
    set_up(search, position, nodes)
    if search.cells(1 - position.side, FIVE):
        return "five"
    for way in WAYS[: WAYS.index(threats) + 1]:
        found = solve(position, rule=rule, threats=way, nodes=nodes, shortest=way == "fours")
        if found.proof:
            return Problem(position, n_moves, found.proof, way, found.nodes)
        if found.status != "no-win":
            return "over" if found.status == "over" else "unknown"
    return "no-win"


def is_unique(position: Game, rule: str, problem: Problem, nodes: int) -> bool | None:
    """Return whether no other first move wins by the same threats; None if this is undecided.

    At most 4 * `nodes` moves are tried.
    """
    if problem.threats == QUIET:
        from zet.engines.renju.quiet import win_by_quiet_moves  # its kernels are needed here only

        banned = problem.proof.move
        found, _nodes = win_by_quiet_moves(
            position, position.side, rule, nodes * 4, Deadline(None), banned=banned
        )
        return None if found == "unknown" else found == "no-win"
    search = shared_search(rule, position.size)
    color = position.side
    set_up(search, position, nodes * 4)
    search.ban(problem.proof.move)
    wins = search.win_by_fours(color, MOST_FOURS)
    if wins is not False or problem.threats == "fours":
        return None if wins is None else not wins
    status, _threes = search_threats(search, color)
    return None if status == "unknown" else status == "no-win"
