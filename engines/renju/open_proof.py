"""An unfinished proof: the positions that are not proven, their first moves, and the expected work.

This is the graph of a proof-number search (Allis, van der Meulen and van den Herik, "Proof-number
search", 1994) whose leaves are searches by quiet moves. In place of the number of leaves to be proven,
each node has the expected work of its proof, in millions of moves to be tried. For a position, it is the
least work of a first move or of the next, longer search; for a first move, it is the sum over the
unproven positions after a pass and after the answers. `next_step` follows the least work from the root to
the next step.

A pass is the first answer, because its proof is the threat that decides which other answers need a proof.

All answers to a first move must be proven, so their order does not change the total. The answer with the
most expected work is taken first, because it is the most likely to show that the move should be given up.
At the root alone, this answer is taken last, because the proofs of the other answers may help with it.

The numbers in this module were chosen on the positions h8 d4 and h8 g8 in go-moku. They determine the
order of the searches, never whether a proof is valid.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

from zet.engines.renju.model import PASS, Game
from zet.engines.renju.proof import Graph, Proof, arrays_of, parts_of
from zet.engines.renju.results import threat_orders
from zet.engines.renju.symmetry import key

N_LEVELS = 5
"""The number of limits of a search by quiet moves. The level of a position is the number of these limits
with which it has been searched.
"""

FIRST_LEVELS = 2
"""The level at which the first moves of a position are searched for."""

SEARCHED = (0.1, 2.0, 5.0, 5.0, 5.0, 5.0)
"""The expected work of a position without first moves, by its level."""

NEXT_SEARCH = (0.1, 2.0, 14.0, 45.0, 150.0, inf)
"""The expected work of a position, by level, if the next search is tried instead of a first move."""

UNTESTED = 0.05
"""The expected work of an answer that has not been tested against the threat."""

FORCED = 1.3
"""The factor by which the expected work grows after a first move that is a four or a three: the failed
search of the preceding position has already tried this move.
"""


@dataclass(slots=True, eq=False)
class OpenPosition:
    """A position in which the attacker is to move.

    `first_moves` is None until they have been searched for. `parents` are the first moves after which an
    answer or a pass leads to this position. `least` is a lower bound on the expected work until first
    moves are known.
    """

    game: Game
    level: int
    least: float
    work: float = 0
    first_moves: "list[FirstMove] | None" = None
    parents: "list[FirstMove]" = field(default_factory=list)

    def expected(self) -> float:
        """Return the expected work of a position that is not proven."""
        if self.first_moves is None:
            return max(SEARCHED[self.level], self.least)
        return min(NEXT_SEARCH[self.level], *(one.work for one in self.first_moves), inf)


@dataclass(slots=True, eq=False)
class FirstMove:
    """A first move (the last move of `game`), the position after a pass, and the answers.

    The proof of `passed` is the threat; `threat` and `graph` are None until the threat is known.
    `is_forcing` is true for fours and threes. `untested` holds the cells of the answers that have not
    been tested against the threat, the nearest to the stones last. `answers` are the games after the
    tested answers that meet the threat; `positions` are the different positions of these games, up to
    symmetry.
    """

    game: Game
    before: OpenPosition
    passed: OpenPosition
    untested: list[int]
    threat: Proof | None = None
    graph: Graph | None = None
    is_forcing: bool = False
    answers: list[Game] = field(default_factory=list)
    positions: list[OpenPosition] = field(default_factory=list)
    work: float = 0
    is_failed: bool = False

    def __post_init__(self) -> None:
        self.passed.parents.append(self)

    def set_threat(self, threat: Proof) -> Graph:
        """Set the threat, and return it as arrays."""
        self.threat, self.graph = threat, arrays_of(parts_of(threat))
        self.is_forcing = threat_orders(self.graph)[-1] <= 0
        return self.graph

    @property
    def left(self) -> list[OpenPosition]:
        """The positions that are not proven."""
        return [one for one in (self.passed, *self.positions) if one.work]

    def expected(self) -> float:
        """Return the expected work of the open positions, increased for each untested answer."""
        if self.is_failed:
            return inf
        share = len(self.untested) / self.game.n_cells
        return (1 + share) * sum(one.work for one in self.left) + UNTESTED * len(self.untested)


class OpenProof:
    """The unfinished proof of a position; symmetric positions are treated as one position.

    `level` returns the number of limits with which a position has been searched, or None if the position
    is proven. `finish` stores the proof of a first move whose answers are all proven, and returns whether
    the proof is valid.
    """

    def __init__(
        self, game: Game, level: Callable[[Game], int | None], finish: Callable[[FirstMove], bool]
    ) -> None:
        self._level, self._finish = level, finish
        self._positions: dict[bytes, OpenPosition] = {}
        self.root = self._position(game, SEARCHED[0])

    def _position(self, game: Game, least: float) -> OpenPosition:
        name = key(game.position())
        if (known := self._positions.get(name)) is None:
            level = self._level(game)
            known = self._positions[name] = OpenPosition(game, level or 0, least)
            known.work = 0 if level is None else known.expected()
        return known

    def add_first_move(self, before: OpenPosition, game: Game, cells: list[int]) -> FirstMove:
        """Add a first move of a position, with the cells of all answers; return it."""
        passed = self._position(game.then([PASS]), SEARCHED[0])
        first_move = FirstMove(game, before, passed, cells)
        before.first_moves = [*(before.first_moves or ()), first_move]
        return first_move

    def add_answers(self, first_move: FirstMove, cells: list[int]) -> None:
        """Add tested answers that meet the threat of a first move, in the order of `cells`."""
        least = SEARCHED[0]
        if first_move.is_forcing:
            least = FORCED * max(first_move.before.least, SEARCHED[FIRST_LEVELS])
        for cell in cells:
            answered = first_move.game.then([cell])
            first_move.answers.append(answered)
            after = self._position(answered, least)
            if after not in first_move.positions:
                first_move.positions.append(after)
                after.parents.append(first_move)

    def update(self, position: OpenPosition) -> None:
        """Recompute the expected work of a position, of its first moves and of all its ancestors."""
        waiting = [position]
        while waiting:
            one = waiting.pop()
            for first_move in one.first_moves or ():
                self._update_move(first_move)
            is_proven = self._level(one.game) is None
            work = 0 if is_proven else one.expected()
            if work != one.work:
                one.work = work
                waiting += [above.before for above in one.parents]

    def _update_move(self, first_move: FirstMove) -> None:
        is_open = first_move.left or first_move.untested or first_move.is_failed
        if not is_open and self._level(first_move.before.game) is not None:
            first_move.is_failed = not self._finish(first_move)
        first_move.work = first_move.expected()

    def next_step(self) -> OpenPosition | FirstMove:
        """Return the next step.

        If the step is a first move, its next answers are to be tested. If the step is a position at
        FIRST_LEVELS or above whose first moves have not been searched for, these moves are to be
        searched for; any other position is to be searched with the next limit.
        """
        position, pick = self.root, min
        while position.first_moves is not None:
            first_move = min(position.first_moves, key=lambda one: one.work, default=None)
            if first_move is None or NEXT_SEARCH[position.level] <= first_move.work:
                break
            left = first_move.left
            level = min((one.level for one in left), default=FIRST_LEVELS)
            if level > 0 and first_move.untested and not first_move.passed.work:
                return first_move
            if level < FIRST_LEVELS:
                position = next(one for one in left if one.level == level)
            else:
                position = pick(left, key=lambda one: one.work)
            pick = max
        return position


def siblings(position: OpenPosition, most: int) -> list[OpenPosition]:
    """Return `position` and its siblings of the same level, up to `most` positions in all.

    Siblings are positions after answers to the same first move.
    """
    answers = position.parents[0].left if position.parents else []
    others = [one for one in answers if one.level == position.level and one is not position]
    return [position, *others][:most]
