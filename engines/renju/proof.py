"""Proofs of a win: the attacker's moves, and what follows each answer. The plain rules verify them.

A proof is a move of the attacker's. If it makes five, that is all. Otherwise it carries a threat, the
proof that the attacker would follow if the defender did nothing, and answers: the defender's moves that
the threat does not meet, each with the proof that meets it. To every other move the threat is the reply.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from zet.engines.messages import Message
from zet.engines.renju.model import BLACK, COLORS, Game, name
from zet.engines.renju.rules import FORBIDDEN_WORDS, Board


@dataclass(frozen=True)
class Proof:
    """A winning move; `threat` is None if it makes five."""

    move: int
    answers: tuple[tuple[int, "Proof"], ...] = ()
    threat: "Proof | None" = None

    @cached_property
    def length(self) -> int:
        """How many moves of both colors, this one included, it takes to five at most."""
        if self.threat is None:
            return 1
        return 2 + max([self.threat.length, *(proof.length for _, proof in self.answers)])

    @cached_property
    def size(self) -> int:
        """How many moves of the attacker's the proof holds, written out."""
        return 1 + sum(proof.size for _, proof in self.answers) + (self.threat.size if self.threat else 0)

    def line(self) -> tuple[int, ...]:
        """Return the moves of both colors if the defender holds out as long as he can.

        The last one makes five. Where all answers to a threat are forbidden or lose to it at once, the
        line ends with the threat.
        """
        found: list[int] = []
        proof: Proof | None = self
        while proof is not None:
            found.append(proof.move)
            if not proof.answers:
                break
            answer, proof = max(proof.answers, key=lambda pair: pair[1].length)
            found.append(answer)
        return tuple(found)

    @property
    def end(self) -> str:
        """What the line ends with: `five`, or `forbidden` if the defender has no answer left."""
        proof = self
        while proof.answers:
            proof = max(proof.answers, key=lambda pair: pair[1].length)[1]
        return "five" if proof.threat is None else "forbidden"


def proof_of_fours(line: Sequence[int], ends: Sequence[int]) -> Proof:
    """Return the proof of a line of fours (the attacker's moves and their answers in turn).

    `ends` holds the cell that makes five after the last one, behind one that the defender may take
    another.
    """
    proof = Proof(ends[0])
    if line:
        answers = ((ends[0], Proof(ends[1])),) if len(ends) > 1 else ()
        proof = Proof(line[-1], answers, proof)
        for at in range(len(line) - 3, -1, -2):
            proof = Proof(line[at], ((line[at + 1], proof),), Proof(line[at + 1]))
    return proof


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a proof fails: the moves from the position to the fault, and what is wrong there."""

    moves: tuple[int, ...]
    reason: str

    def __str__(self) -> str:
        moves = " ".join(map(name, self.moves)) or Message("no move")
        return Message("after {moves}: {reason}", moves=moves, reason=self.reason)


def verify(game: Game, proof: Proof, color: int, rule: str = "renju") -> Fault | None:
    """Hold a proof that a color wins by moving after a game against the plain rules; None if it holds.

    Every legal answer to every move of the attacker's is tried, but after a four that is not met: there
    the five follows, unless the defender has one himself. Nothing is won in a game that is over.
    """
    board = Board.of(game, rule)
    if board.has_any_five():
        return Fault((), Message("the game is over: there is a five on the board"))
    return next(_faults(board, proof, color, (), set()), None)


def _faults(
    board: Board, proof: Proof, color: int, path: tuple[int, ...], seen: set[tuple[int, tuple[str, ...]]]
) -> Iterator[Fault]:
    """Yield what is wrong with a proof at a position; `seen` holds what was found right before."""
    key = id(proof), board.lines
    if key in seen:
        return
    other = 1 - color
    if board.at(proof.move) is not None:
        yield Fault(path, Message("{point} is taken", point=name(proof.move)))
        return
    if color == BLACK and (why := board.forbidden(proof.move)):
        reason = Message(
            "{point} is forbidden: {kind}", point=name(proof.move), kind=FORBIDDEN_WORDS[why]
        )
        yield Fault(path, reason)
        return
    after = board.put(proof.move, color)
    path = (*path, proof.move)
    if proof.threat is None:
        if not after.has_five(proof.move):
            yield Fault(path, Message("{point} makes no five", point=name(proof.move)))
        seen.add(key)
        return
    fives = after.five_cells(other)
    if fives:
        reason = Message("{color} makes five at {point}", color=COLORS[other], point=name(min(fives)))
        yield Fault(path, reason)
        return
    answers = dict(proof.answers)
    five = proof.threat.move
    if proof.threat.threat is None and after.at(five) is None and after.put(five, color).has_five(five):
        to_try = [five]
    else:
        yield from _faults(after, proof.threat, color, path, seen)
        to_try = after.empty()
    for cell in to_try:
        if not after.may_play(cell, other):
            continue
        reply = answers.get(cell, proof.threat)
        yield from _faults(after.put(cell, other), reply, color, (*path, cell), seen)
    seen.add(key)
