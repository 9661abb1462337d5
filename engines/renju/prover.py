"""A long search for a proof, which stores all its results.

A quiet move has a threat of the second order: if the defender passes, fours and threes win. In general, a
threat of order n is a win by threats up to order n - 1 after a pass (Thomsen, "Lambda-search in game
trees", 2000). `quiet.py` searches for wins up to the second order, and this module continues from there:
for each candidate first move, it searches for the win after a pass, which is the threat, and then for a
win after each answer that meets the threat. The position after a pass is proven like any other, with
further first moves if necessary, so threats of any order are found. `open_proof.py` chooses the next
search.

Four things reduce the number of searches:

- Positions that are images of each other under a symmetry are proven once.
- Before a position is searched, the proofs of similar positions are verified in it. Positions are similar
  if only the place of one stone of the defender differs: a stone far from the play makes no difference.
- The player proposes first moves: its alpha-beta search often finds the winning move, although it does
  not prove that the move wins.
- Moves that won after other answers, with the same stones of the attacker, are tried first. After most
  answers to a move, one of the same two or three moves wins, and finding this move is most of the work.

The searches of a step are independent, so they can be spread over processes.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from math import inf
from typing import Any, Literal, NamedTuple

from zet.engines.kernel.clock import Deadline, Limit
from zet.engines.renju.board import set_up
from zet.engines.renju.constants import PROBABLE
from zet.engines.renju.model import PASS, Game, place_of
from zet.engines.renju.open_proof import FIRST_LEVELS, FirstMove, OpenPosition, OpenProof, siblings
from zet.engines.renju.outline import Follower
from zet.engines.renju.player import best_move
from zet.engines.renju.proof import (
    REPLAYED,
    Check,
    Graph,
    Proof,
    check,
    holds,
    proof_of,
    unmet,
    without,
)
from zet.engines.renju.quiet import Winning, win_by_quiet_moves
from zet.engines.renju.results import Results, winning_in
from zet.engines.renju.rules import Board
from zet.engines.renju.search import move_order
from zet.engines.renju.solver import Result
from zet.engines.renju.symmetry import key
from zet.engines.renju.weights import Weights

LIMITS = (400_000, 1_000_000, 2_000_000, 8_000_000, 30_000_000)
"""The maximum number of moves tried in each of the successive searches of a position by quiet moves. When
the player proposes a first move, it tries as many moves as the next of these searches.
"""

PREFERENCES = ("similar", "all", "similar", "none", "all")
"""The moves that a search tries first, for each of LIMITS: moves that won in similar positions, moves
that won in any position with the same stones of the attacker, or none. With each of the three
preferences, some wins are found ten times as fast as with the others, and other wins more slowly.
"""

SHORT = 100
"""The number of parts of a threat below which all answers are tested at once. Testing an answer against a
threat of a thousand parts takes some 0.03 s.
"""

BREADTH = 10
"""The maximum number of first moves that the evaluation with weights set by hand proposes."""

FAMILIAR = 3
"""The maximum number of first moves that are tried because they won in other positions."""

SIMILAR = 6
"""The maximum number of proofs of similar positions that are verified before a search."""

CHUNK = 8
"""The number of answers that one task tests, and the number of searches that are started together if
there are several processes.
"""

Spread = Callable[..., Iterator[Any]]
"""A function like `map`, which may call the mapped function in other processes."""


class Step(NamedTuple):
    """The state of the search; `game` ends with the first move that has the least expected work.

    `has_threat` is true if the win after a pass is proven. `n_untested` counts the answers that have not
    been tested against the threat. `n_answers` counts the answers that meet the threat, up to symmetry,
    and `n_open` the answers among these after which no win is proven yet. `work` is the expected work in
    millions of moves to be tried.
    """

    game: Game
    has_threat: bool
    n_untested: int
    n_answers: int
    n_open: int
    work: float


class _StoppedError(Exception):
    """Raised when a limit of the whole search is reached."""


def prove(
    game: Game,
    weights: Weights,
    results: Results,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    spread: Spread = map,
    report: Callable[[Step], None] = lambda _step: None,
) -> Result:
    """Search for a win by moves with threats of any order, and add all results to `results`.

    Without limits, the search ends when a win is found, or when every first move has failed even in the
    search with the highest limit. The player proposes first moves with `weights`, whose rule applies.
    `results` must be for this rule and the size of the board; a result that it already contains is not
    searched for again. `nodes` limits the moves tried by all searches together; searches in several
    processes may together exceed this limit. `report` is called as the search proceeds. The status is
    "win", "over" or "unknown", but never "no-win", as all parts of the search have limits. If the status
    is "unknown" because every first move has failed, `limit` is None.
    """
    clock = Deadline(seconds)
    if Board.of(game, weights.rule).has_any_five():
        return Result("over")
    prover = _Prover(weights, results, nodes, clock, spread, report)
    limit: Limit | None = None
    try:
        prover.prove(game)
    except _StoppedError:
        limit = "time" if clock.has_passed else "nodes"
    proof = results.proof_of(game)
    if proof is not None:
        return Result("win", proof, nodes=prover.nodes, seconds=clock.spent)
    return Result("unknown", limit=limit, nodes=prover.nodes, seconds=clock.spent)


class _Prover:
    """The search of `prove`; `nodes` counts the moves tried."""

    def __init__(
        self,
        weights: Weights,
        results: Results,
        nodes: int | None,
        clock: Deadline,
        spread: Spread,
        report: Callable[[Step], None],
    ) -> None:
        self._weights, self._rule, self._results = weights, weights.rule, results
        self._most, self._clock = nodes, clock
        self._spread, self._report = spread, report
        # In a single process each search uses the results of the one before it.
        self._n_at_once = 1 if spread is map else CHUNK
        self._last_reported: tuple[object, ...] = ()
        self.nodes = 0

    def prove(self, game: Game) -> None:
        """Search for a win for the side to move until it is found, or no step is left.

        Raises:
            _StoppedError: a limit was reached.
        """
        if self._follow(game):
            return
        proof = OpenProof(game, self._level, self._finish)
        while 0 < proof.root.work < inf:
            self._look()
            proof.update(self._take_step(proof))
            self._report_step(proof.root)

    def _level(self, game: Game) -> int | None:
        """Return how many of LIMITS the searches of a position have reached; None if it is proven."""
        if game in self._results:
            return None
        tried = self._results.tried(game)
        return sum(tried >= limit for limit in LIMITS)

    def _take_step(self, proof: OpenProof) -> OpenPosition:
        """Take the next step, and return the position that it has changed."""
        step = proof.next_step()
        if isinstance(step, FirstMove):
            self._test_answers(proof, step)
            return step.before
        if step.first_moves is None and step.level >= FIRST_LEVELS:
            self._add_first_moves(proof, step)
            return step
        if step.level == 0 and step is not proof.root and self._follow(step.game):
            return step
        together = siblings(step, self._n_at_once) if step.level < FIRST_LEVELS else [step]
        for _found in self._search([one.game for one in together], LIMITS[step.level]):
            pass
        for one in together:
            one.level = max(one.level + 1, self._level(one.game) or 0)
            proof.update(one)
        if step.first_moves is not None and step.work:
            self._add_first_moves(proof, step)
        return step

    def _report_step(self, root: OpenPosition) -> None:
        """Report the first move with the least expected work, unless the last report was the same."""
        best = min(root.first_moves or (), key=lambda one: one.work, default=None)
        if best is None or best.work == inf:
            return
        n_open = sum(one.work > 0 for one in best.positions)
        counts = len(best.untested), len(best.positions), n_open
        step = Step(best.game, not best.passed.work, *counts, best.work)
        if step[:-1] != self._last_reported:
            self._last_reported = step[:-1]
            self._report(step)

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

    def _add_first_moves(self, proof: OpenProof, position: OpenPosition) -> None:
        """Add the first moves of a position, and search the position after each of them and a pass.

        The move of an outline is the only first move if a win after it and a pass is proven, or if the
        outline continues after the pass.
        """
        game = position.game
        known = {key(one.game.position()) for one in position.first_moves or ()}
        suggested = self._results.suggested(game)
        if suggested is not None and self._has_threat(game.then([suggested])):
            candidates = [suggested]
        else:
            candidates = self._candidates(position, known)
        position.first_moves = position.first_moves or []
        new: list[Game] = []
        for played in (game.then([cell]) for cell in candidates):
            if (name := key(played.position())) not in known:  # one of the images of a position
                known.add(name)
                new.append(played)
        for _found in self._search((one.then([PASS]) for one in new), LIMITS[0]):
            pass
        stones = [cell for cells in game.stones() for cell in cells]
        for played in new:
            taken = [*stones, played.moves[-1]]
            cells = [cell for cell in range(game.n_cells) if cell not in taken]
            cells.sort(key=lambda cell: -min(_distance(cell, stone, game.size) for stone in taken))
            first_move = proof.add_first_move(position, played, cells)
            if not first_move.passed.work and len(self._graph(first_move)[0]) < SHORT:
                self._test_answers(proof, first_move)

    def _has_threat(self, played: Game) -> bool:
        """Return whether the outline continues after a pass, or a short search then finds a win."""
        passed = played.then([PASS])
        if self._results.suggested(passed) is not None:
            return True
        return any(is_won for _game, is_won in self._search([passed], LIMITS[0]))

    def _graph(self, first_move: FirstMove) -> Graph:
        """Return the threat of a first move as arrays; the win after a pass must be proven."""
        if first_move.graph is not None:
            return first_move.graph
        if (threat := self._results.proof_of(first_move.passed.game)) is None:
            raise ValueError("the threat is not proven")
        return first_move.set_threat(threat)

    def _test_answers(self, proof: OpenProof, first_move: FirstMove) -> None:
        """Test the next answers to a first move, the nearest to the stones first.

        If the threat is short, all answers are tested at once.
        """
        graph, cells = self._graph(first_move), first_move.untested
        most = len(cells) if len(graph[0]) < SHORT else CHUNK * self._n_at_once
        cells = [cells.pop() for _ in range(min(most, len(cells)))]
        task = partial(unmet, self._rule, self._clock.left, first_move.game, graph)
        for some in self._spread(task, _chunks(cells)):
            self._look()
            proof.add_answers(first_move, some)

    def _candidates(self, position: OpenPosition, known: Collection[bytes]) -> list[int]:
        """Return the player's move, moves that won elsewhere, and the best moves by evaluation.

        Moves that won elsewhere are moves that won in positions with the same stones of the attacker. If
        the player has found a win, even without trying all answers, and the first move of this win is
        new, this move is the only candidate. `known` contains the keys of the positions after the first
        moves that were tried. If the opponent threatens to make five at one cell, this cell is the only
        candidate; if the opponent threatens to make five at several cells, the list is empty.
        """
        game = position.game
        fives = Board.of(game, self._rule).five_cells(1 - game.side)
        if fives:
            return list(fives) if len(fives) == 1 else []
        judge = move_order(self._rule, game.size)
        set_up(judge, game)
        best = judge.best_cells(game.side, BREADTH)
        if not best:
            return []
        nodes = self._at_most(LIMITS[min(position.level, len(LIMITS) - 1)])
        choice = best_move(game, self._weights, nodes=nodes, seconds=self._clock.left)
        self._count(choice.nodes)
        wins = (choice.value or 0) > PROBABLE - game.n_cells
        if wins and key(game.then([choice.move]).position()) not in known:
            return [choice.move]
        own, others = game.stones()[game.side], game.stones()[1 - game.side]
        winning = self._results.winning(game).get(sum(1 << cell for cell in own), ())
        familiar = [cell for cell in winning if cell not in others]
        return [choice.move, *familiar[:FAMILIAR], *best]

    def _finish(self, first_move: FirstMove) -> bool:
        """Store the proof of a first move whose answers all lose; return whether the proof is valid."""
        proven = ((game.moves[-1], self._results.proof_of(game)) for game in first_move.answers)
        answers = tuple([(cell, proof) for cell, proof in proven if proof])
        proof = Proof(first_move.game.moves[-1], answers, first_move.threat)
        return self._add(first_move.before.game, proof)

    def _search(self, games: Iterable[Game], limit: int) -> Iterator[tuple[Game, bool]]:
        """Search positions, trying up to `limit` moves in each; yield (game, whether it is proven)."""
        results = self._results
        for some in _chunks(games, self._n_at_once):
            self._look()
            new = [game for game in some if game not in results and results.tried(game) < limit]
            similar = [results.similar(game, SIMILAR) for game in new]
            preference = PREFERENCES[LIMITS.index(limit)]
            winning = [self._winning(preference, *pair) for pair in zip(new, similar, strict=True)]
            for game, graphs in zip(new, similar, strict=True):
                if results.tried(game):
                    graphs.clear()  # verified before the first search
            task = partial(attempt, self._rule, self._at_most(limit), self._clock.left)
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

    def _at_most(self, limit: int) -> int:
        """Return `limit` or, if smaller, the number of moves that the whole search may still try."""
        return limit if self._most is None else min(limit, self._most - self.nodes)

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


def _chunks(items: Iterable[Any], size: int = CHUNK) -> Iterator[list[Any]]:
    items = iter(items)
    while chunk := list(islice(items, size)):
        yield chunk


def _distance(cell: int, other: int, size: int) -> int:
    """Return the distance between two cells: the number of rows or of columns, whichever is larger."""
    (x, y), (x2, y2) = place_of(cell, size), place_of(other, size)
    return max(abs(x - x2), abs(y - y2))
