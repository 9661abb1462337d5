"""The choice of a move: a proven win, a refutation of the opponent's threat, or the best move found."""

import math
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count as numbers
from typing import Literal, TypedDict

from zet.engines.kernel.budget import Budget
from zet.engines.kernel.clock import Deadline, stopped_by
from zet.engines.renju.board import set_up
from zet.engines.renju.constants import FIVE, MOST_DEPTH, MOST_FOURS, PROVEN, WIDTH as WIDTH
from zet.engines.renju.defense import board_of
from zet.engines.renju.model import Game, GameOverError
from zet.engines.renju.outline import THREES, Hint, hint
from zet.engines.renju.proof import Proof, check
from zet.engines.renju.search import weighed_search
from zet.engines.renju.solver import Threats, Win, proof_by, winning_move
from zet.engines.renju.threads import Helpers
from zet.engines.renju.timing import Watch
from zet.engines.renju.weights import Weights

LINE = 4
"""The maximum number of moves in the line of a choice if no win is proven."""

NODES = 200_000
"""The default limit on the number of moves tried."""

ROOTS = 60
"""The number of moves that the positional search tries in the root position."""

HALF, LAST = 0.5, 0.8
"""Shares of the limits. If the search may be extended, the best move at HALF is recorded, and compared
with the best move at the end. At LAST, the positional search pauses while its best move is checked.
"""

WINS, THREAT, NEW, CHECK, LAST_CHECK = 0.06, 0.04, 0.04, 0.1, 0.05
"""The shares of the remaining budget allotted to a search for a win (WINS), to a search for the
opponent's win (THREAT), and to attempts to refute a new best move (NEW), the best move at LAST (CHECK),
and each unranked move (LAST_CHECK). With WINS = 0.12, CHECK = 0.4 and three checks of the best move (at
0.5, 0.75 and 0.9 of the limits), the positional search was left with half of the nodes in the middle of
a game (BENCHMARKS.md, "The search of the player").
"""

MIN_NODES = 60
"""The least number of moves tried for wins by fours, so that a straight four is found with any limit."""

PROVING = 0.1
"""The share of the remaining budget allotted to refuting each move other than the chosen one."""

FOLLOWING = 0.1
"""The share of the remaining time that verifying the rest of a proof in progress may take."""

FIRST_CHECK = 4
"""The depth from which each new best move is checked for a forced loss."""

Reason = Literal["win", "outline", "defense", "position", "lost"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move and the reason for it.

    The reason is "win" (a proven win), "outline" (the move of the outline of a proof, not verified),
    "defense" (against a forced win), "position", or "lost", which means that every move tried loses by
    force. `value` is the result of the positional search for the side to move, or None if there was no
    such search. `line` is the line of a proven win, or otherwise the moves that the search expects.
    """

    move: int
    reason: Reason
    value: int | None = None
    depth: int = 0
    line: tuple[int, ...] = ()
    nodes: int = 0


_memories = numbers()


def new_memory() -> int:
    """Return an unused number for a Memory; searches with equal numbers share their results."""
    return next(_memories)


Outlines = Callable[[str, Game], int | None]
"""A function that returns the move that the outline of a proof has for a rule and a position, or None.
"""


@dataclass(slots=True)
class Memory:
    """A player's memory of a game: search results, and the proof of a win in progress.

    `proof` begins with the player's last move, and `stones` lists Black's and White's stones after that
    move.
    """

    number: int = field(default_factory=new_memory)
    watch: Watch = field(default_factory=Watch)
    proof: Proof | None = None
    stones: tuple[frozenset[int], ...] = ()
    outlines: Outlines | None = None

    def keep(self, game: Game, proof: Proof | None) -> None:
        """Store the proof of a win that begins after `game`; None discards the stored proof."""
        self.proof = proof
        if proof:
            self.stones = tuple(map(frozenset, game.then([proof.move]).stones()))

    def follow_proof(self, game: Game) -> Proof | None:
        """Return the part of the proof that follows the opponent's answer; None if there is none."""
        if self.proof is None:
            return None
        stones = tuple(map(frozenset, game.stones()))
        answer = stones[1 - game.side] - self.stones[1 - game.side]
        if len(answer) != 1 or stones[game.side] != self.stones[game.side]:
            return None
        (cell,) = answer
        return next((after for one, after in self.proof.answers if one == cell), self.proof.threat)


def best_move(
    game: Game,
    weights: Weights,
    *,
    seconds: float | None = None,
    most: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    memory: Memory | None = None,
    threads: int = 1,
) -> Choice:
    """Return a move for the side to move, under the rule of the weights.

    The first choice is a move that is proven to win, the second a move that refutes the opponent's
    threatened win. Otherwise the move is the best move of an alpha-beta search, excluding moves that lose
    by force. The search looks at most `depth` moves ahead; if neither `seconds` nor `nodes` is given, it
    tries 200,000 moves. Results of earlier calls with the same `memory` are reused. Without a memory, the
    choice depends only on the position and the limits, unless a limit is a time.

    If `most` is given, `seconds` is this move's share of the time for the whole game. A forced move is
    then played at once, and the search is extended to `most` seconds if the best move is no longer the
    move that was best at half time.

    If `threads` is above 1, the additional threads search until the first thread reaches its limits; the
    choice is then not reproducible, and `Choice.nodes` counts the moves of all threads.

    Raises:
        GameOverError: the game is over, or no legal move is left.
    """
    memory = memory or Memory()
    if (choice := _by_outline(game, weights.rule, memory)) is not None:
        return choice
    with _in_time(memory, seconds if most is None else most):
        budget = _MoveBudget(nodes, seconds, depth, most)
        return _MoveSearch(game, weights, budget, memory, threads).choice()


def _by_outline(game: Game, rule: str, memory: Memory) -> Choice | None:
    """Return a move that wins according to the outlines; None if the game does not follow them.

    An outline contains only quiet moves. Where a win by fours and threes must follow, the search for this
    win has the limit of `Follower` instead of the player's limits, because a move found by the player's
    own search could give the win away.
    """
    board = board_of(game, rule)
    found = hint(game, partial(memory.outlines, rule)) if memory.outlines else Hint()
    if found.move is not None and board.may_play(found.move, game.side):
        return Choice(found.move, "outline")
    if not found.was_inside:
        return None
    proof, nodes = memory.follow_proof(game), 0
    if proof is None or check(game, proof, game.side, rule).status != "valid":
        won = winning_move(game, rule=rule, nodes=THREES)
        proof, nodes = won.prove(Deadline(None)), won.nodes
    if proof is not None:
        memory.keep(game, proof)
        return Choice(proof.move, "win", line=proof.line(), nodes=nodes)
    if found.threat is not None and board.may_play(found.threat, game.side):
        return Choice(found.threat, "outline", nodes=nodes)
    return None


def ponder(game: Game, weights: Weights, memory: Memory, threads: int = 1) -> None:
    """Search while the opponent thinks, until an enclosing `stopped_by` ends it; update `memory`."""
    with suppress(GameOverError):
        _MoveSearch(game, weights, _MoveBudget(None, math.inf), memory, threads).ponder()


def make_ready(weights: Weights, size: int) -> None:
    """Build the tables of a search in advance, so that they do not delay the first move."""
    best_move(Game.build(moves=[0], size=size), weights, nodes=1)


def _in_time(memory: Memory, seconds: float | None) -> AbstractContextManager[None]:
    """Return a context manager that ends all searches before a move takes `seconds` (None: no limit)."""
    if seconds is None:
        return nullcontext()
    memory.watch.start(seconds)
    return stopped_by(memory.watch)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A choice of a move, compared with other moves.

    `others` lists the next best moves, with moves that lose by force last. `refuted` lists the moves that
    were rejected because they lose; `others` does not include them. The `line` of a move that is proven
    to win or lose is the line of the proof. `threat` is the line of a win that the opponent would have if
    it were to move; empty if none was found.
    """

    choice: Choice
    others: tuple[Choice, ...] = ()
    refuted: tuple[Choice, ...] = ()
    threat: tuple[int, ...] = ()


def explain(
    game: Game,
    weights: Weights,
    *,
    count: int,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    memory: Memory | None = None,
    threads: int = 1,
) -> Explanation:
    """Return the move that `best_move` chooses and the next best moves, `count` in all (at most WIDTH).

    The `line` of a move is the line of its proof, or otherwise the move and the moves that the search
    expects after it. Half of each limit is allotted to choosing the move, and half to comparing it with
    other moves; the default limit is 200,000 moves tried. `choice.nodes` is the number of moves tried in
    both halves.

    Raises:
        GameOverError: the game is over, or no legal move is left.
    """
    if seconds is None and nodes is None:
        nodes = NODES
    half: Limits = {
        "seconds": None if seconds is None else seconds / 2,
        "nodes": None if nodes is None else nodes // 2,
    }
    memory = memory or Memory()
    known = _by_outline(game, weights.rule, memory)
    with _in_time(memory, half["seconds"]):
        search = _MoveSearch(game, weights, _MoveBudget(**half, depth=depth), memory, threads)
        first = known or search.choice()
    with _in_time(memory, half["seconds"]):
        more = _MoveSearch(game, weights, _MoveBudget(**half, depth=depth), memory, threads)
        others = more.others(first.move, min(count, WIDTH) - 1)
        named = {first.move, *(one.move for one in others)}
        refuted = [more.weighed(pair) for pair in search.lost if pair[0] not in named]
        threat = more.threat()
    return Explanation(
        replace(first, nodes=first.nodes + more.n_tried),
        tuple(others),
        tuple([one for one in refuted if one.reason == "lost"]),
        threat.line() if threat else (),
    )


class Limits(TypedDict):
    """The limits of a search, as its keyword arguments."""

    seconds: float | None
    nodes: int | None


class _MoveBudget(Budget):
    """The limits of all searches for one move: the budget that they share, and their maximum depth.

    If `most` is given, the time is a share of the time for the whole game, and may be extended to `most`
    seconds.
    """

    __slots__ = ("_extension", "depth")

    def __init__(
        self,
        nodes: int | None,
        seconds: float | None,
        depth: int | None = None,
        most: float | None = None,
    ) -> None:
        if seconds is None and nodes is None:
            nodes = NODES
        super().__init__(nodes, seconds)
        self.depth = MOST_DEPTH if depth is None else min(depth, MOST_DEPTH)
        self._extension = None if most is None else (Deadline(most), most)

    @property
    def is_shared(self) -> bool:
        """Whether time that is not spent on this move remains for later moves."""
        return self._extension is not None

    def extend(self) -> None:
        """Extend the time limit to `most` seconds."""
        if self._extension:
            self.deadline, self.seconds = self._extension

    def share(self, part: float, least: int = 0) -> Limits:
        """Return limits for a search: a fraction of the remaining budget, but at least `least` nodes."""
        left = self.deadline.left
        return {
            "seconds": None if left is None else left * part,
            "nodes": None if self.left is None else max(int(self.left * part), least),
        }

    def until(self, part: float) -> Limits | None:
        """Return limits that end a search when `part` of the budget is spent; None if already spent."""
        left = self.deadline.left
        if left is not None and self.seconds is not None:
            left -= (1 - part) * self.seconds
        nodes = None if self.nodes is None else int(self.nodes * part) - self.spent
        if (left is not None and left <= 0) or (nodes is not None and nodes <= 0):
            return None
        return {"seconds": left, "nodes": nodes}


class _MoveSearch:
    """The search for a move: legal moves ranked by value, and results of checks for a forced loss."""

    def __init__(
        self, game: Game, weights: Weights, budget: _MoveBudget, memory: Memory, threads: int
    ) -> None:
        board_of(game, weights.rule)
        self._game, self._rule, self._budget = game, weights.rule, budget
        self._memory = memory
        self._search = weighed_search(weights, game.size)
        self._helpers = Helpers(weights, game.size, threads)
        set_up(self._search, game)
        self._legal = self._search.best_cells(game.side, game.n_cells)
        if not self._legal:
            raise GameOverError("there is no legal move", code="no-legal-move")
        self._ranked, self._rest = _parted(self._legal)
        self._depth = 0
        self._checked: dict[int, bool] = {}  # whether no win follows the move for certain
        self.lost: list[tuple[int, int]] = []

    @property
    def n_tried(self) -> int:
        """The number of moves tried in all threads."""
        return self._budget.spent + self._helpers.nodes

    def choice(self) -> Choice:
        """Return the move to play."""
        game, budget = self._game, self._budget
        if len(self._legal) == game.n_cells:
            return Choice((game.size - 1) // 2 * (game.size + 1), "position")
        won = self._followed() or self._win(game, game.side, budget.share(WINS, MIN_NODES))
        if won.move is not None:
            proof = won.prove(budget.deadline)
            self._memory.keep(game, proof)
            line = proof.line() if proof else (won.move,)
            return Choice(won.move, "win", line=line, nodes=self.n_tried)
        is_threatened = self._meets_fours() or (
            self._win(game, 1 - game.side, budget.share(THREAT)).move is not None
        )
        reason: Literal["defense", "position"] = "defense" if is_threatened else "position"
        if budget.is_shared and len(self._ranked) == 1:
            return Choice(self._ranked[0][0], reason, nodes=self.n_tried)
        if not self._settled() and budget.is_shared:
            budget.extend()
            self._settled()
        self._ranked.sort(key=lambda pair: pair[0] not in self._checked and abs(pair[1]) < PROVEN)
        if self._ranked and self._ranked[0][1] > -PROVEN:
            return self._chosen(self._ranked[0], "win" if self._ranked[0][1] >= PROVEN else reason)
        if is_threatened:
            for move in self._rest:
                after = game.then([move])
                if self._win(after, 1 - game.side, budget.share(LAST_CHECK)).status == "no-win":
                    return Choice(move, "defense", nodes=self.n_tried)
        return self._chosen((self._ranked + self.lost)[0], "lost")

    def _settled(self) -> bool:
        """Search until the budget is spent; return whether the best move is the same as at half time."""
        half = None
        if self._budget.is_shared:
            self._deepen(HALF)
            half = self._best()
        self._deepen(LAST)
        while not self._holds(CHECK, again=True):
            pass
        self._deepen(1)
        return half == self._best()

    def _best(self) -> int | None:
        """Return the best of the ranked moves; None if none is left."""
        return self._ranked[0][0] if self._ranked else None

    def _followed(self) -> Win | None:
        """Return the win by the rest of the stored proof, or None if the proof no longer applies."""
        game, proof = self._game, self._memory.follow_proof(self._game)
        if proof is None:
            return None
        seconds = self._budget.share(FOLLOWING)["seconds"]
        found = check(game, proof, game.side, self._rule, seconds=seconds)
        return Win("win", proof.move, prove=lambda _until: proof) if found.status == "valid" else None

    def _win(self, game: Game, color: int, limits: Limits) -> Win:
        """Search for a win for `color` as if it were to move; with tight `limits`, only by fours.

        The limits are tight if they allow fewer nodes than the board has points, because a search by
        threes tries each empty point in a single step. A five is found even if no time is left.
        """
        if self._budget.deadline.has_passed and game is not self._game:
            return Win("unknown")
        few = limits["nodes"] is not None and limits["nodes"] < game.n_cells
        threats: Threats = "fours" if few else "fours,threes"
        found = winning_move(game, side=color, rule=self._rule, threats=threats, **limits)
        self._budget.spend(found.nodes)
        return found._replace(status="unknown") if few and found.move is None else found

    def ponder(self) -> None:
        """Search without a limit, while the opponent thinks."""
        self._deepen(1, len(self._ranked[:2]))

    def _meets_fours(self) -> bool:
        """Remove moves that do not stop the opponent's win by fours; return whether such a win exists."""
        search, other = self._search, 1 - self._game.side
        limits = self._budget.share(THREAT, MIN_NODES)
        set_up(search, self._game, limits["nodes"], Deadline(limits["seconds"]))
        answers = search.cells(other, FIVE)
        if not answers and search.win_by_fours(other, MOST_FOURS):
            answers = search.disturbing_answers(other)
        elif not answers:
            self._budget.spend(search.nodes)
            return False
        self._budget.spend(search.nodes)
        if met := [cell for cell in self._legal if cell in answers]:
            self._ranked, self._rest = _parted(met)
        return True

    def others(self, first: int, n: int) -> list[Choice]:
        """Return the `n` best moves except `first`, the chosen move."""
        self._ranked = [pair for pair in self._ranked if pair[0] != first]
        n = min(n, len(self._ranked))
        if not n:
            return []
        self._deepen(LAST, n)
        found = [self.weighed(pair) for pair in self._ranked[:n]]
        return sorted(found, key=lambda one: ("win", "position", "lost").index(one.reason))

    def weighed(self, pair: tuple[int, int]) -> Choice:
        """Convert a ranked (cell, value) to a Choice, with a proof if the move wins or loses by force."""
        (move, value), budget = pair, self._budget
        answer = self._win(self._game.then([move]), 1 - self._game.side, budget.share(PROVING))
        if proof := answer.prove(budget.deadline):
            return Choice(move, "lost", value, self._depth, (move, *proof.line()))
        proof, nodes = proof_by(self._game, move, rule=self._rule, **budget.share(PROVING / 4))
        budget.spend(nodes)
        if proof:
            return Choice(move, "win", value, self._depth, proof.line())
        return self._chosen(
            pair, "win" if value >= PROVEN else "lost" if value <= -PROVEN else "position"
        )

    def threat(self) -> Proof | None:
        """Return a proof that the opponent would win if it had the move; None if none is found."""
        won = self._win(self._game, 1 - self._game.side, self._budget.share(1))
        return won.prove(self._budget.deadline)

    def _deepen(self, part: float, n: int = 1) -> None:
        """Deepen the search until `part` of the budget is spent; the `n` best values are exact."""
        if not self._ranked or self._budget.until(part) is None:
            return
        root = self._game, self._memory.number, self._ranked, self._depth + 1
        with self._helpers.searching(*root, self._search):
            self._deepen_alone(part, n)

    def _deepen_alone(self, part: float, n: int) -> None:
        """Deepen the search in this thread."""
        while self._ranked and self._depth < self._budget.depth and abs(self._ranked[0][1]) < PROVEN:
            limits = self._budget.until(part)
            if limits is None:
                return
            set_up(self._search, self._game, limits["nodes"], Deadline(limits["seconds"]))
            self._search.start(self._memory.number, self._game.side, self._ranked)
            is_done = self._search.deepen(self._game.side, self._depth + 1, n)
            self._budget.spend(self._search.nodes)
            self._ranked = self._search.ranked()
            if not is_done:
                return
            self._depth += 1
            if n == 1 and self._depth >= FIRST_CHECK and not self._holds(NEW):
                self._depth -= 1

    def _holds(self, part: float, *, again: bool = False) -> bool:
        """Return False if the opponent is found to have a forced win after the best move, otherwise True.

        The check may spend a fraction `part` of the remaining budget. A move is checked only once, or
        once more with `again` if the first check was undecided. A move that loses is moved from the
        ranking to `lost`.
        """
        if not self._ranked or self._budget.deadline.has_passed:
            return True
        move, value = self._ranked[0]
        if (
            abs(value) >= PROVEN
            or self._checked.get(move, False)
            or (move in self._checked and not again)
        ):
            return True
        after, limits = self._game.then([move]), self._budget.share(part, MIN_NODES if again else 0)
        found = self._win(after, 1 - self._game.side, limits)
        self._checked[move] = found.status != "unknown"
        if found.move is not None:
            self.lost.append(self._ranked.pop(0))
        return found.move is None

    def _chosen(self, pair: tuple[int, int], reason: Reason) -> Choice:
        """Return the choice of a move, with its line and value."""
        move, value = pair
        set_up(self._search, self._game)
        line = tuple(self._search.expected(self._memory.number, self._game.side, move, LINE))
        return Choice(move, reason, value, self._depth, line, self.n_tried)


def _parted(cells: list[int]) -> tuple[list[tuple[int, int]], list[int]]:
    """Split `cells` into the first ROOTS cells, as pairs (cell, 0) to be ranked, and the rest."""
    return [(cell, 0) for cell in cells[:ROOTS]], cells[ROOTS:]
