"""Proofs of the wins that a search has found, built from its graph."""

from collections.abc import Callable
from functools import partial

from zet.engines.kernel.clock import Deadline
from zet.engines.renju._threats import ThreatSearch
from zet.engines.renju.constants import FIVE, MOST_FOURS
from zet.engines.renju.model import BLACK
from zet.engines.renju.proof import FIVES, Proof, proof_of_fours


class UnprovenError(RuntimeError):
    """Raised if a search has found a win, but no proof of the win is found before the deadline."""


def proof_found(
    search: ThreatSearch,
    color: int,
    most: int,
    *,
    is_counting: bool = False,
    until: Deadline | None = None,
) -> Proof:
    """Return the proof of the win that `win_by_threats` has found in the current position.

    `most` is the limit of the search that found the win: a number of threes or, with `is_counting`, a
    number of moves of the attacker.

    Raises:
        UnprovenError: the proof was not found by `until`.
    """
    known: dict[tuple[int, frozenset[int], frozenset[int]], Proof] = {}
    stones: tuple[set[int], set[int]] = (set(), set())

    def play(cell: int, who: int) -> None:
        search.play(cell, who)
        stones[who].add(cell)

    def undo(cell: int, who: int) -> None:
        search.undo()
        stones[who].remove(cell)

    def attack(left: int) -> Proof:
        key = left, frozenset(stones[0]), frozenset(stones[1])
        if key not in known:
            if until is not None and until.has_passed:
                raise UnprovenError
            move = search.proven_move(left)
            if move < 0:
                if not search.win_by_fours(color, left - 1 if is_counting else MOST_FOURS):
                    raise UnprovenError
                known[key] = proof_of_fours(search.line(), search.ends())
            else:
                left -= search.counts_as_three(move)
                play(move, color)
                fours = left - 1 if is_counting else MOST_FOURS
                known[key] = proof_of_threat(search, color, move, fours, partial(answered, left=left))
                undo(move, color)
        return known[key]

    def answered(cell: int, left: int) -> Proof:
        play(cell, 1 - color)
        proof = attack(left)
        undo(cell, 1 - color)
        return proof

    limits = search.lift_limits(until)
    proof = attack(most)
    search.restore_limits(limits)
    return proof


def proof_of_threat(
    search: ThreatSearch, color: int, move: int, fours: int, answered: Callable[[int], Proof]
) -> Proof:
    """Return the proof of a move that the attacker has just played.

    The move threatens a five, or a win by at most `fours` fours. `answered` returns the proof of the
    position after an answer that meets the threat.

    Raises:
        UnprovenError: the move makes no such threat.
    """
    fives = search.cells(color, FIVE)
    blocks = [five for five in fives if color == BLACK or not search.forbidden(five)]
    if len(fives) > 1 and blocks:
        other = next(five for five in fives if five != blocks[0])
        return Proof(move, ((blocks[0], FIVES[other]),), FIVES[blocks[0]])
    if fives:
        threat = FIVES[fives[0]]
        to_try = blocks
    elif search.win_by_fours(color, fours):
        threat = proof_of_fours(search.line(), search.ends())
        to_try = search.disturbing_answers(color)
    else:
        raise UnprovenError
    return Proof(move, tuple([(cell, answered(cell)) for cell in to_try]), threat)
