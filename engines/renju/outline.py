"""Outlines of proofs: the positions of a proof that are won by a quiet move, each with this move.

The other parts of a proof are wins by fours and threes, and a search finds such a win again within
milliseconds. A proof can therefore be made again from its outline, which has about one position for a
hundred parts. A player can also win with the outline alone.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from zet.engines.kernel.clock import Deadline
from zet.engines.renju.model import PASS, Game
from zet.engines.renju.proof import Proof, arrays_of, parts_of, unmet
from zet.engines.renju.results import QUIET_ORDER, threat_orders
from zet.engines.renju.solver import solve

THREES = 1_000_000
"""The maximum number of moves that a search for a win by fours and threes tries."""


def outline(game: Game, proof: Proof) -> Iterator[tuple[Game, int]]:
    """Yield the positions in a proof that are won by a quiet move, and the move; `game` comes first.

    The positions in which the opponent has passed after such a move, and in which the proof continues
    with the threat, are included.
    """
    parts = parts_of(proof)
    numbers = {id(part): number for number, part in enumerate(parts)}
    orders = threat_orders(arrays_of(parts))
    stack = [(game.position(), parts[-1])]
    seen: set[Game] = set()
    while stack:
        position, part = stack.pop()
        if part.threat is None or orders[numbers[id(part)]] < QUIET_ORDER or position in seen:
            continue
        seen.add(position)
        yield position, part.move
        played = position.then([part.move])
        stack += [
            (played.then([cell]).position(), below)
            for cell, below in (*part.answers, (PASS, part.threat))
        ]


MoveIn = Callable[[Game], int | None]
"""A function that returns the move of an outline in a position, or None."""


AFTER_PASS = 2
"""The index of the position after a pass among the positions that `hint` looks up."""


class Hint(NamedTuple):
    """How an outline continues a game.

    `move` is the winning move in the position; None if the outline has no move here. If the outline had a
    move earlier in the game (`was_inside`), either fours and threes win, or `threat` wins: the outline's
    move in the position in which the last answer is replaced by a pass.
    """

    move: int | None = None
    threat: int | None = None
    was_inside: bool = False


def hint(game: Game, move_in: MoveIn) -> Hint:
    """Return the continuation of a game by an outline.

    After an answer that does not meet the threat, the attacker continues as if the defender had passed,
    so an outline contains only the position after the pass. The function therefore replays the game with
    such answers replaced by passes.
    """
    like: Game | None = None
    found = Hint()
    for n_moves in range(len(game.moves) % 2, len(game.moves) + 1, 2):
        here = game.at(n_moves).position()
        positions = [here]
        if like is not None and game.moves[n_moves - 2] in (found.move, found.threat):
            played, answer = like.then([game.moves[n_moves - 2]]), game.moves[n_moves - 1]
            positions += [played.then([cell]).position() for cell in (answer, PASS)]
        was_inside = found.was_inside or like is not None
        taken = {cell for cells in here.stones() for cell in cells}
        moves = [move_in(one) for one in positions]
        at = next((at for at, move in enumerate(moves) if move is not None and move not in taken), None)
        like, move = (None, None) if at is None else (positions[at], moves[at])
        found = Hint(None, move, was_inside) if at == AFTER_PASS else Hint(move, None, was_inside)
    return found


class Follower:
    """The search for a proof with the quiet moves of an outline.

    `move_in` returns the move of the outline in a position, or None. `count` is called with the number of
    moves that each search has tried; an exception that it raises ends the search.
    """

    def __init__(
        self,
        rule: str,
        move_in: MoveIn,
        clock: Deadline,
        count: Callable[[int], None],
    ) -> None:
        self._rule, self._move_in, self._clock, self._count = rule, move_in, clock, count
        self._proofs: dict[Game, Proof] = {}

    def proof(self, game: Game) -> Proof | None:
        """Return a proof that the side to move wins; None if the moves of the outline do not win."""
        return self._proof(game.position(), game.position())

    def _proof(self, game: Game, like: Game) -> Proof | None:
        """Return the proof of a position in which the attacker plays as in the position `like`."""
        if game in self._proofs:
            return self._proofs[game]
        move = self._move_in(like)
        if move is None:
            found = solve(game, rule=self._rule, nodes=THREES, seconds=self._clock.left)
            self._count(found.nodes)
            proof = found.proof
        else:
            # After an answer at the point of the threat's move, this move cannot be played.
            is_taken = any(move in cells for cells in game.stones())
            proof = None if is_taken else self._proof_with(move, game, like)
        if proof is not None:
            self._proofs[game] = proof
        return proof

    def _proof_with(self, move: int, game: Game, like: Game) -> Proof | None:
        """Return the proof that begins with `move`.

        The wins by fours and threes found here differ from those in the original proof, so different
        answers may meet the threat that `move` makes. After an answer, the outline's move is tried, or
        fours and threes if the outline has no move; if that fails, the moves of the threat are tried.
        """
        played, played_like = game.then([move]), like.then([move])
        passed = played_like.then([PASS]).position()
        threat = self._proof(played.then([PASS]).position(), passed)
        if threat is None:
            return None
        answers = []
        taken = {cell for cells in played.stones() for cell in cells}
        empty = (cell for cell in range(game.n_cells) if cell not in taken)
        graph = arrays_of(parts_of(threat))
        for cell in unmet(self._rule, self._clock.left, played, graph, empty):
            answered = played.then([cell]).position()
            proof = self._proof(answered, played_like.then([cell]).position())
            proof = proof or self._proof(answered, passed)
            if proof is None:
                return None
            answers.append((cell, proof))
        return Proof(move, tuple(answers), threat)
