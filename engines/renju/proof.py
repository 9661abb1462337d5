"""Proofs of a win: the attacker's moves, and the continuation after each answer.

A proof begins with a move of the attacker.

If the move makes five, the proof is complete. Otherwise the proof contains a threat and answers. The
threat is the proof that the attacker would follow if the defender passed. The answers are the defender's
moves that meet the threat, each with a proof that the attacker wins after the answer. To every other move
of the defender, the attacker replies with the threat. The threat and the continuations are parts of the
proof, and a part that occurs in several places is a single object, so a proof is a directed acyclic
graph. The kernel that verifies proofs has a separate board and rules, and shares nothing with the
searches.
"""

from array import array
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from zet.engines.kernel.budget import NO_LIMIT
from zet.engines.kernel.clock import Deadline
from zet.engines.messages import Message
from zet.engines.renju._verifier import Verifier
from zet.engines.renju.board import BOARDS
from zet.engines.renju.model import COLORS, MOST_SIZE, SIDE, Game, name, names
from zet.engines.renju.rules import FORBIDDEN_WORDS, Board

PER_PART = 100_000
"""The maximum number of moves that verification plays per part of a proof; proofs of the solver need a
few thousand.
"""

REPLAYED = 20_000_000
"""The maximum number of moves played to verify a threat after an answer, or the proof of a similar
position.
"""

MOST_MOVES = 10_000_000_000
"""The maximum number of moves that verification plays for a whole proof."""


@dataclass(frozen=True, init=False)
class Proof:
    """A winning move and the continuations that prove it; `threat` is None if the move makes five.

    `length` is the maximum number of moves of both colors, from this move to the five. `size` is the
    number of the attacker's moves in the tree into which the graph expands.
    """

    move: int
    answers: tuple[tuple[int, "Proof"], ...] = ()
    threat: "Proof | None" = None
    length: int = field(init=False, repr=False, compare=False)
    size: int = field(init=False, repr=False, compare=False)

    def __init__(
        self, move: int, answers: "tuple[tuple[int, Proof], ...]" = (), threat: "Proof | None" = None
    ) -> None:
        traits = self.__dict__  # many are created; faster than a frozen dataclass's way
        traits["move"] = move
        traits["answers"] = answers
        traits["threat"] = threat
        length, size = -1, 0
        if threat is not None:
            length, size = threat.length, threat.size
            for _, proof in answers:
                if proof.length > length:
                    length = proof.length
                size += proof.size
        traits["length"], traits["size"] = length + 2, size + 1

    def line(self) -> tuple[int, ...]:
        """Return the moves of both colors if the defender delays the end for as long as possible.

        The last move makes five. If all answers to a threat are forbidden or lose to it at once, the line
        ends with the threat.
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
    def end(self) -> Literal["five", "forbidden"]:
        """The end of the line: `five`, or `forbidden` if the defender has no legal answer."""
        proof = self
        while proof.answers:
            proof = max(proof.answers, key=lambda pair: pair[1].length)[1]
        return "five" if proof.threat is None else "forbidden"


Graph = tuple["array[int]", ...]
"""A proof as arrays; see `Verifier.holds`."""

Key = tuple[int, tuple[tuple[int, int], ...], int]


class Store:
    """A store of proofs without duplicates: equal proofs are one object."""

    def __init__(self) -> None:
        self._known: dict[Key, Proof] = {}

    def made(
        self, move: int, answers: Sequence[tuple[int, Proof]] = (), threat: Proof | None = None
    ) -> Proof:
        """Return the unique proof with these parts, all of which must be from this store."""
        key = move, tuple([(cell, id(proof)) for cell, proof in answers]), id(threat)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Proof(move, tuple(answers), threat)
        return found


def parts_of(proof: Proof) -> list[Proof]:
    """Return the distinct parts of a proof; each part comes after the parts that it contains."""
    store = Store()
    made: dict[int, Proof] = {}
    found: dict[int, Proof] = {}
    stack = [(proof, False)]
    while stack:
        one, is_ready = stack.pop()
        if id(one) in made:
            continue
        below = [after for _, after in one.answers] + ([one.threat] if one.threat else [])
        if is_ready:
            answers = [(cell, made[id(after)]) for cell, after in one.answers]
            part = store.made(one.move, answers, made[id(one.threat)] if one.threat else None)
            made[id(one)] = part
            found.setdefault(id(part), part)
        else:
            stack.append((one, True))
            stack += [(after, False) for after in reversed(below)]
    return list(found.values())


FIVES = tuple(map(Proof, range(MOST_SIZE**2)))
"""For each cell, the proof that consists of a move there, which makes five."""


def proof_of_fours(line: Sequence[int], ends: Sequence[int]) -> Proof:
    """Return the proof of a win by fours; in `line`, the attacker's moves and the answers alternate.

    `ends` is a cell that makes five after the last move and, if the defender may occupy this cell, a
    second such cell.
    """
    proof = FIVES[ends[0]]
    if line:
        answers = ((ends[0], FIVES[ends[1]]),) if len(ends) > 1 else ()
        proof = Proof(line[-1], answers, proof)
        for at in range(len(line) - 3, -1, -2):
            proof = Proof(line[at], ((line[at + 1], proof),), FIVES[line[at + 1]])
    return proof


@dataclass(frozen=True, slots=True)
class Fault:
    """The fault of a proof: the moves from the position to the fault, and the reason.

    The board has `size` points per side.
    """

    moves: tuple[int, ...]
    reason: str
    size: int = SIDE

    def __str__(self) -> str:
        moves = " ".join(names(self.moves, self.size)) or Message("no move")
        return Message("after {moves}: {reason}", moves=moves, reason=self.reason)


@dataclass(frozen=True, slots=True)
class Check:
    """The result of verifying a proof by the rules.

    `status` is "unknown" if a limit was reached (`limit` names it), and "unused" if the proof is valid
    but contains answers that no position needs. `unused` lists these answers as pairs (attacker's move,
    answer), `numbers` lists their numbers, as `without` expects them; the continuations after these
    answers were not checked. `nodes` counts the moves that were played, `parts` the distinct parts of the
    proof.
    """

    status: Literal["valid", "unused", "invalid", "unknown"]
    fault: Fault | None = None
    limit: Literal["nodes", "time"] | None = None
    nodes: int = 0
    parts: int = 0
    unused: tuple[tuple[int, int], ...] = ()
    numbers: frozenset[int] = frozenset()


@cache
def _verifier(rule: str, size: int) -> Verifier:
    return Verifier(*BOARDS[rule], size)


def _set_up(game: Game, rule: str) -> Verifier:
    """Return this process's verifier, with the stones of a game on its board."""
    verifier = _verifier(rule, game.size)
    verifier.clear()
    for color, cells in enumerate(game.stones()):
        for cell in cells:
            verifier.put(cell, color)
    return verifier


def holds(game: Game, graph: Graph, color: int, rule: str, *, nodes: int, clock: Deadline) -> bool:
    """Return whether a proof, given as arrays, is valid in a position without a five.

    The result is False if a limit was reached. Unused answers are allowed. Unlike `check`, this function
    does not describe faults; it is meant for many proofs and positions.
    """
    return bool(_set_up(game, rule).holds(graph, color, nodes, clock))


def unmet(rule: str, seconds: float | None, game: Game, threat: Graph, cells: Iterable[int]) -> list[int]:
    """Return the answers among `cells` after which a threat is not verified to win.

    The threat, given as arrays, is that of the side that has just moved. The function can be a task of a
    worker process.
    """
    color, clock = 1 - game.side, Deadline(seconds)
    after = ((cell, game.then([cell])) for cell in cells)
    return [
        cell for cell, one in after if not holds(one, threat, color, rule, nodes=REPLAYED, clock=clock)
    ]


def verify(game: Game, proof: Proof, color: int, rule: str = "renju") -> Fault | None:
    """Verify a proof that `color` wins as the side to move; return its fault, or None if it is valid.

    Verification plays every legal answer to every move of the attacker, except answers that fail to block
    a four, as the attacker then makes five next. A move after which the defender can make five is a
    fault. If the game is over, no proof is valid.

    Raises:
        ValueError: verification would play more moves than any sensible proof needs.
    """
    found = check(game, proof, color, rule)
    if found.status == "unknown":
        raise ValueError(Message("verifying the proof would take too many moves"))
    return found.fault


def check(
    game: Game,
    proof: Proof,
    color: int,
    rule: str = "renju",
    *,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Check:
    """Verify a proof as `verify` does, with limits on the number of moves played and on the time."""
    parts = parts_of(proof)
    for part in parts:
        if any(not 0 <= cell < game.n_cells for cell in (part.move, *[cell for cell, _ in part.answers])):
            reason = Message("the proof is for a larger board")
            return Check("invalid", Fault((), reason, game.size))
    if Board.of(game, rule).has_any_five():
        reason = Message("the game is over: there is a five on the board", code="game-over")
        return Check("invalid", Fault((), reason, game.size))
    verifier = _set_up(game, rule)
    most = min(PER_PART * len(parts), MOST_MOVES) if nodes is None else min(nodes, NO_LIMIT)
    clock = Deadline(seconds)
    holds = verifier.holds(arrays_of(parts), color, most, clock)
    found = Check("valid", nodes=verifier.count, parts=len(parts))
    if holds is None:
        return replace(found, status="unknown", limit="time" if clock.has_passed else "nodes")
    if not holds:
        kind, cell, moves = verifier.found_fault()
        fault = Fault(tuple(moves), _reason(kind, name(cell, game.size), color), game.size)
        return replace(found, status="invalid", fault=fault)
    numbers = verifier.unused()
    unused = _unused(parts, numbers)
    return replace(found, status="unused", unused=unused, numbers=frozenset(numbers)) if unused else found


def without(proof: Proof, numbers: Collection[int]) -> Proof:
    """Return a proof without the answers in `numbers`; answers are numbered from 0, part by part."""
    made: dict[int, Proof] = {}
    number = 0
    part = proof
    for part in parts_of(proof):
        answers = []
        for cell, after in part.answers:
            if number not in numbers:
                answers.append((cell, made[id(after)]))
            number += 1
        threat = None if part.threat is None else made[id(part.threat)]
        made[id(part)] = Proof(part.move, tuple(answers), threat)
    return made[id(part)]


def _unused(parts: Sequence[Proof], numbers: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the unused answers, which have the given numbers, as pairs (attacker's move, answer).

    An answer in the continuation of another unused answer is left out.
    """
    if not numbers:
        return ()
    left = set(numbers)
    first = {}
    at = 0
    for part in parts:
        first[id(part)] = at
        at += len(part.answers)
    found = []
    seen: set[int] = set()
    stack = [parts[-1]]
    while stack:
        part = stack.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        for number, (cell, after) in enumerate(part.answers, first[id(part)]):
            if number in left:
                found.append((part.move, cell))
            else:
                stack.append(after)
        if part.threat is not None:
            stack.append(part.threat)
    return tuple(sorted(found))


def arrays_of(parts: Sequence[Proof]) -> Graph:
    """Return the numbered parts of a proof as arrays for the kernel."""
    numbers = {id(part): number for number, part in enumerate(parts)}
    move = array("i", [part.move for part in parts])
    threat = array("i", [-1 if part.threat is None else numbers[id(part.threat)] for part in parts])
    first, answer, after = array("i", [0]), array("i"), array("i")
    for part in parts:
        for cell, proof in part.answers:
            answer.append(cell)
            after.append(numbers[id(proof)])
        first.append(len(answer))
    return move, threat, first, answer, after


def proof_of(graph: Graph) -> Proof:
    """Return the proof that arrays represent; the inverse of `arrays_of`."""
    made: list[Proof] = []
    move, threat, first, answer, after = graph
    for part, cell in enumerate(move):
        if threat[part] < 0:
            made.append(FIVES[cell])
            continue
        edges = range(first[part], first[part + 1])
        answers = tuple([(answer[edge], made[after[edge]]) for edge in edges])
        made.append(Proof(cell, answers, made[threat[part]]))
    return made[-1]


_FORBIDDEN = {2: "overline", 3: "double_four", 4: "double_three"}


def _reason(kind: int, point: str, color: int) -> Message:
    """Return a message about a fault at a point, given the kernel's number of the fault."""
    if kind in _FORBIDDEN:
        return Message(
            "{point} is forbidden: {kind}",
            code=_FORBIDDEN[kind].replace("_", "-"),
            point=point,
            kind=FORBIDDEN_WORDS[_FORBIDDEN[kind]],
        )
    if kind == 1:
        return Message("{point} is taken", code="taken", point=point)
    if kind == 5:
        return Message("{point} makes no five", code="no-five", point=point)
    return Message("{color} makes five at {point}", code="five", color=COLORS[1 - color], point=point)
