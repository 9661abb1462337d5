"""A long search for a proof, which stores all its results.

A quiet move has a threat of the second order: if the defender passes, fours and threes win. In general, a
threat of order n is a win by threats up to order n - 1 after a pass (Thomsen, "Lambda-search in game
trees", 2000). `quiet.py` searches for wins up to the second order, and this module continues from there:
for each candidate first move, it searches for the win after a pass, which is the threat, and then for a
win after each answer that meets the threat.

Three things reduce the number of searches:

- Positions that are images of each other under a symmetry are proven once.
- Before a position is searched, the proofs of positions that differ from it in the place of one stone of
  the defender are verified for it, because a stone far from the play makes no difference.
- Moves that won after other answers, with the same stones of the attacker, are tried first. After most
  answers to a move, one of the same two or three moves wins, and finding this move is most of the work.

The searches of a step are independent, so they can be spread over processes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Literal, NamedTuple

from zet.engines.kernel.clock import Deadline, Limit
from zet.engines.renju.board import set_up
from zet.engines.renju.model import PASS, Game, place_of
from zet.engines.renju.outline import Follower
from zet.engines.renju.proof import (
    REPLAYED,
    Check,
    Graph,
    Proof,
    arrays_of,
    check,
    holds,
    parts_of,
    proof_of,
    unmet,
    without,
)
from zet.engines.renju.quiet import Winning, win_by_quiet_moves
from zet.engines.renju.results import QUIET_ORDER, Results, winning_in
from zet.engines.renju.rules import Board
from zet.engines.renju.search import move_order
from zet.engines.renju.solver import Result
from zet.engines.renju.symmetry import key

LIMITS = (400_000, 1_000_000, 2_000_000, 8_000_000, 30_000_000)
"""For each level of effort, the maximum number of moves that a search by quiet moves tries.

All positions are searched with one limit before any position is searched with the next, larger limit.
"""

PREFERENCES = ("similar", "all", "similar", "none", "all")
"""The moves that a search tries first, for each of LIMITS: moves that won in similar positions, moves
that won in any position with the same stones of the attacker, or none. Each of the three preferences wins
some positions ten times as fast as the others do, and loses time in other positions.
"""

OPEN = (60, 50, 40, 25, 5)
"""For each of LIMITS, the maximum number of answers to a first move that may be open after the searches
with this limit; with more, the first move is given up. At the last of the limits of a level of effort,
none may be open. Below the last level, SELECTIVE reduces these numbers.
"""

SELECTIVE = 15
"""Below the last level of effort, the numbers in OPEN are multiplied by the number of limits of the level
and divided by SELECTIVE: most first moves fail, and this shows it soon.
"""

FIRST_LIMITS = 2
"""The number of LIMITS within which all answers to a first move with a threat of a higher order than the
third are searched, before any of them is searched for a win with such a threat.
"""

MOST_OPEN = 90
"""The maximum number of answers that these searches may leave open; with more, the first move is given
up.
"""

FEW = 30
"""The maximum number of open answers with which a first move is continued before other moves are begun.
"""

FAILED = 6
"""By how many more failed than successful searches, each after one answer to a first move, the attempt to
prove the move is ended at a level of effort.
"""

THREAT_LEVEL = 3
"""The highest level of effort at which the threat of a first move is searched for. Most first moves have
no threat.
"""

BREADTH = 10
"""The maximum number of first moves that the evaluation with weights set by hand proposes."""

FAMILIAR = 3
"""The maximum number of first moves that are tried because they won in other positions."""

SIMILAR = 6
"""The maximum number of proofs of similar positions that are verified before a search."""

CHUNK = 16
"""The number of answers that one task tests, and of searches that are started together in processes."""

Spread = Callable[..., Iterator[Any]]
"""A function like `map`, which may call the mapped function in other processes."""


class Step(NamedTuple):
    """The state of the search after a first move, which is the last move of `game`.

    This move is number `number` of `n_moves` first moves, counted from 1. `n_answers` counts the answers
    that meet the threat, up to symmetry, and `n_open` those that are not proven yet. Both are 0 if the
    move has no threat. `is_over` is true when the move is proven, or given up because it has no threat or
    too many answers are open.
    """

    game: Game
    number: int
    n_moves: int
    n_answers: int
    n_open: int
    is_over: bool


@dataclass(slots=True)
class _FirstMove:
    """A first move, the last move of `game`, and its threat.

    `answers` are the positions after the answers that meet the threat; `left` are those, up to symmetry,
    that are not proven yet. `numbers` gives the number of the move, the number of first moves, and the
    number of answers up to symmetry. `level` is the highest level at which wins of a lower order were
    searched for.
    """

    game: Game
    threat: Proof
    answers: list[Game]
    left: list[Game]
    numbers: tuple[int, int, int]
    level: int = 0


class _StoppedError(Exception):
    """Raised when a limit of the whole search is reached."""


def prove(
    game: Game,
    rule: str,
    results: Results,
    *,
    order: int = QUIET_ORDER + 1,
    nodes: int | None = None,
    seconds: float | None = None,
    spread: Spread = map,
    report: Callable[[Step], None] = lambda _step: None,
) -> Result:
    """Search for a win by threats of up to the given order, and add all results to `results`.

    `results` must be for the rule and the size of the board; a result that it already contains is not
    searched for again. `nodes` limits the moves tried by all searches together; searches in several
    processes may together exceed this limit. `report` is called as the search proceeds. The status is
    "win", "over" or "unknown", never "no-win", as all parts of the search have limits.
    """
    clock = Deadline(seconds)
    if Board.of(game, rule).has_any_five():
        return Result("over")
    prover = _Prover(rule, results, nodes, clock, spread, report)
    with suppress(_StoppedError):
        prover.prove(game, order)
    proof = results.proof_of(game)
    if proof is not None:
        return Result("win", proof, nodes=prover.nodes, seconds=clock.spent)
    limit: Limit = "time" if clock.has_passed else "nodes"
    return Result("unknown", limit=limit, nodes=prover.nodes, seconds=clock.spent)


class _Prover:
    """The search of `prove`; `nodes` counts the moves tried."""

    def __init__(
        self,
        rule: str,
        results: Results,
        nodes: int | None,
        clock: Deadline,
        spread: Spread,
        report: Callable[[Step], None],
    ) -> None:
        self._rule, self._results, self._most, self._clock = rule, results, nodes, clock
        self._spread, self._report = spread, report
        self._answers: dict[Game, list[int]] = {}
        self.nodes = 0

    def prove(self, game: Game, order: int, level: int = len(LIMITS) - 1) -> bool:
        """Search for a win for the side to move, and return whether it is found.

        The search uses the limits of the levels of effort up to `level`.

        Raises:
            _StoppedError: a limit was reached.
        """
        limits = LIMITS[: level + 1]
        if self._follow(game):
            return True
        if any(is_won for limit in limits for _game, is_won in self._search([game], limit)):
            return True
        if order == QUIET_ORDER:
            return False
        begun = self._first_moves(game, level)
        if order > QUIET_ORDER + 1:
            return self._prove_by_levels(begun, order, level)
        most = [*(_most_open(at, level) for at in range(level)), 0]
        return any(self._by_quiet_moves(one, limits, most) and self._is_proven(one) for one in begun)

    def _prove_by_levels(self, first_moves: Iterable["_FirstMove"], order: int, level: int) -> bool:
        """Search for wins of a lower order after the answers to each first move, level by level.

        What an answer costs varies a hundredfold, so all open answers are searched with little effort
        before any of them is searched with more. The first moves that have left the fewest answers open
        come first; a move is continued at once as long as a level at least halves these answers.
        """
        begun = []
        limits = LIMITS[: min(FIRST_LIMITS, level + 1)]
        for one in first_moves:
            self._by_quiet_moves(one, limits, [MOST_OPEN] * len(limits))
            if len(one.left) > MOST_OPEN:
                continue
            begun.append(one)
            n_open = 2 * FEW
            while one.level < level and 2 * len(one.left) <= n_open:
                n_open = len(one.left)
                if self._by_lower_order(one, order - 1):
                    return True
        for at in range(1, level + 1):
            for one in sorted(begun, key=lambda one: len(one.left)):
                if one.level < at and self._by_lower_order(one, order - 1):
                    return True
        return False

    def _by_lower_order(self, one: "_FirstMove", order: int) -> bool:
        """Search for wins after the open answers at the next level; return whether the move is proven.

        Searches by quiet moves with the limit of the level after it come first: they cost a tenth.
        """
        one.level += 1
        ahead = LIMITS[one.level + 1 : one.level + 2]
        self._by_quiet_moves(one, ahead, [len(one.left)] * len(ahead))
        n_failed = 0
        for answered in tuple(one.left):
            if self.prove(answered, order, one.level):
                one.left.remove(answered)
                n_failed -= 1
                self._tell(one)
            elif (n_failed := n_failed + 1) > FAILED:
                break
        self._tell(one)
        if one.left:
            return False
        one.level = len(LIMITS)  # no level is left, even if the proof is not valid
        return self._is_proven(one)

    def _follow(self, game: Game) -> bool:
        """Return whether the moves of an outline win."""
        if game in self._results:
            return True
        if self._results.suggested(game) is None:
            return False
        proof = Follower(self._rule, self._results.suggested, self._clock, self._count).proof(game)
        return proof is not None and self._add(game, proof)

    def _count(self, nodes: int) -> None:
        self.nodes += nodes
        self._look()

    def _add(self, game: Game, proof: Proof) -> bool:
        """Verify a proof, and store it without its unused parts; return whether it is valid."""
        found = check(game, proof, game.side, self._rule, seconds=self._clock.left)
        self._look()
        if found.status not in ("valid", "unused"):
            return False
        self._results.add(game, pruned(proof, found))
        return True

    def _first_moves(self, game: Game, level: int) -> Iterator["_FirstMove"]:
        """Yield the first moves that have a threat.

        The move of an outline comes first, the moves that won in similar positions follow, and then the
        best moves by evaluation.
        """
        judge = move_order(self._rule, game.size)
        set_up(judge, game)
        best = judge.best_cells(game.side, BREADTH)
        own, others = game.stones()[game.side], game.stones()[1 - game.side]
        winning = self._results.winning(game).get(sum(1 << cell for cell in own), ())
        familiar = [cell for cell in winning if cell not in others]
        moves: dict[bytes, int] = {}
        for move in (self._results.suggested(game), *familiar[:FAMILIAR], *best):
            if move is not None:
                moves.setdefault(key(game.then([move]).position()), move)  # one of several images
        for number, move in enumerate(moves.values(), 1):
            played = game.then([move])
            threat = self._threat_after(played, level)
            if threat is None:
                self._report(Step(played, number, len(moves), 0, 0, is_over=True))
                continue
            answers = [played.then([cell]) for cell in self._unmet_answers(played, threat)]
            left = list({key(one.position()): one for one in answers}.values())
            yield _FirstMove(played, threat, answers, left, (number, len(moves), len(left)))

    def _by_quiet_moves(self, one: "_FirstMove", limits: Sequence[int], most: Sequence[int]) -> bool:
        """Search for wins by quiet moves after the open answers; return whether all answers are proven.

        The search ends at the first limit with which more answers stay open than `most` gives for it.
        """
        for limit, n_open in zip(limits, most, strict=True):
            one.left = self._open(one.left, limit, n_open)
            self._tell(one, is_over=len(one.left) > n_open)
            if len(one.left) > n_open:
                return False
        return not one.left

    def _is_proven(self, one: "_FirstMove") -> bool:
        """Store the proof of a first move, whose answers are all proven; return whether it is valid."""
        proven = ((answered.moves[-1], self._results.proof_of(answered)) for answered in one.answers)
        answers = tuple([(cell, proof) for cell, proof in proven if proof])
        before = one.game.at(len(one.game.moves) - 1)
        if not self._add(before, Proof(one.game.moves[-1], answers, one.threat)):
            return False
        self._tell(one, is_over=True)
        return True

    def _tell(self, one: "_FirstMove", *, is_over: bool = False) -> None:
        number, n_moves, n_answers = one.numbers
        self._report(Step(one.game, number, n_moves, n_answers, len(one.left), is_over))

    def _threat_after(self, played: Game, level: int) -> Proof | None:
        """Return the proof of a win by quiet moves if the opponent passes; None if none is found."""
        passed = played.then([PASS])
        for limit in LIMITS[: min(level, THREAT_LEVEL) + 1]:
            if all(is_won for _game, is_won in self._search([passed], limit)):
                break
        return self._results.proof_of(passed)

    def _open(self, games: Iterable[Game], limit: int, most: int) -> list[Game]:
        """Search positions for wins within a limit; return the first `most` + 1 that remain unproven.

        The positions that have been searched longest so far come first, because they are the most likely
        to remain unproven, and the function returns as soon as more than `most` remain.
        """
        hardest_first = sorted(games, key=self._results.tried, reverse=True)
        found = (game for game, is_won in self._search(hardest_first, limit) if not is_won)
        return list(islice(found, most + 1))

    def _unmet_answers(self, played: Game, threat: Proof) -> list[int]:
        """Return the answers that meet the threat, the nearest to the stones first.

        The result is cached, because each first move is tried at several levels of effort.
        """
        position = played.position()
        if (known := self._answers.get(position)) is not None:
            return known
        stones = [cell for cells in played.stones() for cell in cells]
        cells = [cell for cell in range(played.n_cells) if cell not in stones]
        cells.sort(key=lambda cell: min(_distance(cell, stone, played.size) for stone in stones))
        task = partial(unmet, self._rule, self._clock.left, played, arrays_of(parts_of(threat)))
        found: set[int] = set()
        for some in self._spread(task, _chunks(cells)):
            self._look()
            found.update(some)
        self._answers[position] = [cell for cell in cells if cell in found]
        return self._answers[position]

    def _search(self, games: Iterable[Game], limit: int) -> Iterator[tuple[Game, bool]]:
        """Search positions, trying up to `limit` moves in each; yield (game, whether it is proven)."""
        results = self._results
        # In a single process each search uses the results of the one before it.
        for some in _chunks(games, 1 if self._spread is map else CHUNK):
            self._look()
            new = [game for game in some if game not in results and results.tried(game) < limit]
            similar = [results.similar(game, SIMILAR) for game in new]
            preference = PREFERENCES[LIMITS.index(limit)]
            winning = [self._winning(preference, *pair) for pair in zip(new, similar, strict=True)]
            for game, graphs in zip(new, similar, strict=True):
                if results.tried(game):
                    graphs.clear()  # verified before the first search
            most = limit if self._most is None else min(limit, self._most - self.nodes)
            task = partial(attempt, self._rule, most, self._clock.left)
            found = self._spread(task, new, similar, winning)
            for game, (answer, tried) in zip(new, found, strict=True):
                self.nodes += tried
                if isinstance(answer, Proof):
                    results.add(game, answer)
                elif answer == "no-win":
                    results.exclude(game)
                else:
                    self._look()
                    results.fail(game, limit)
            yield from [(game, game in results) for game in some]

    def _winning(self, preference: str, game: Game, similar: Sequence[Graph]) -> Winning:
        """Return the moves that a search tries first; `preference` is one of PREFERENCES."""
        if preference == "none":
            return {}
        return (
            winning_in(game, similar)
            if preference == "similar" and similar
            else self._results.winning(game)
        )

    def _look(self) -> None:
        if self._clock.has_passed or (self._most is not None and self.nodes >= self._most):
            raise _StoppedError


def attempt(
    rule: str, nodes: int, seconds: float | None, game: Game, similar: Sequence[Graph], winning: Winning
) -> tuple[Proof | Literal["no-win", "unknown"], int]:
    """Search for a win for the side to move; the result is as for `win_by_quiet_moves`.

    Proofs of similar positions are verified before the search. The function runs as a task in a worker
    process.
    """
    clock = Deadline(seconds)
    for graph in similar:
        if holds(game, graph, game.side, rule, nodes=REPLAYED, clock=clock):
            proof = proof_of(graph)
            return pruned(proof, check(game, proof, game.side, rule)), 0
    return win_by_quiet_moves(game, game.side, rule, nodes, clock, winning)


def pruned(proof: Proof, found: Check) -> Proof:
    """Return a valid proof without its unused answers."""
    return without(proof, found.numbers) if found.numbers else proof


def _most_open(at: int, level: int) -> int:
    """Return how many answers may be open after the searches with LIMITS[`at`] at a level of effort."""
    return OPEN[at] if level == len(LIMITS) - 1 else OPEN[at] * (level + 1) // SELECTIVE


def _chunks(items: Iterable[Any], size: int = CHUNK) -> Iterator[list[Any]]:
    items = iter(items)
    while chunk := list(islice(items, size)):
        yield chunk


def _distance(cell: int, other: int, size: int) -> int:
    """Return the distance between two cells: the number of rows or of columns, whichever is larger."""
    (x, y), (x2, y2) = place_of(cell, size), place_of(other, size)
    return max(abs(x - x2), abs(y - y2))
