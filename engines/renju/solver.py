"""Find a forced win: by fours alone, or by fours and threes."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from zet.engines.renju._search import ThreatSearch
from zet.engines.renju.board import set_up, shared_search
from zet.engines.renju.model import Game
from zet.engines.renju.proof import Proof, five_after

Status = Literal["win", "no-win", "unknown"]
Threats = Literal["fours", "fours,threes"]

MOST_FOURS = 112
FIRST_FOURS = 200_000
"""Moves that the search by fours alone may try before threes are tried as well."""

WIDER = 8
"""By how much the budgets of nested searches grow when they were what kept a search from an answer."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a search for a forced win found.

    `proof` is there for a win. `shortest` is True if no win by these threats is shorter, None if that is
    not known. `limit` names the limit that kept an unknown one from being known: nodes, time, length,
    memory. `nodes` counts the moves that the attacker tried, `hits` the positions found to be dead ends
    by the table.
    """

    status: Status
    proof: Proof | None = None
    shortest: bool | None = None
    limit: str | None = None
    nodes: int = 0
    hits: int = 0
    seconds: float = 0.0


def solve(
    game: Game,
    *,
    side: int | None = None,
    rule: str = "renju",
    threats: Threats = "fours,threes",
    nodes: int | None = None,
    seconds: float | None = None,
    length: int | None = None,
    shortest: bool = False,
) -> Result:
    """Search for a forced win of the color that is to move, or of `side` as if it were.

    `length` is the most moves of both colors, up to the five, that a win may take. `shortest` asks for
    the shortest win by fours.

    A three is a move after which the attacker would win by fours if the defender passed. "no-win" is said
    when all wins by such moves are excluded.
    """
    started = time.monotonic()
    color = game.side if side is None else side
    search = shared_search(rule)
    poll = _deadline(started, seconds)
    set_up(search, game, nodes, poll)
    status, is_shortest, met_length = _search(search, color, threats, length, shortest=shortest)
    counts = {"nodes": search.nodes, "hits": search.hits}
    limit = None
    if isinstance(status, Proof):
        proof: Proof | None = status
        word: Status = "win"
    else:
        proof, word = None, status
    if word == "unknown":
        is_late = seconds is not None and time.monotonic() - started >= seconds
        is_spent = nodes is not None and search.nodes >= nodes
        limit = "length" if met_length else "nodes" if is_spent else "time" if is_late else "memory"
    return Result(word, proof, is_shortest, limit, **counts, seconds=time.monotonic() - started)


def _deadline(started: float, seconds: float | None) -> Callable[[], bool]:
    """Return the poll of a search; it also lets Ctrl-C through."""
    return lambda: seconds is not None and time.monotonic() - started >= seconds


def _search(
    search: ThreatSearch, color: int, threats: Threats, length: int | None, *, shortest: bool
) -> tuple[Proof | Status, bool | None, bool]:
    """Return a proof or a status, whether it is the shortest, and whether the length was the limit."""
    most = MOST_FOURS if length is None else max((length - 1) // 2, 0)
    only_fours = threats == "fours"
    if shortest or length is not None:
        for n_fours in range(most + 1) if shortest else (most,):
            found = search.win_by_fours(color, n_fours)
            if found:
                proof = five_after(search.line(), search.ends())
                if length is None or proof.length <= length:
                    # Threes could win sooner, but for a win with one four, or none.
                    known = shortest and (only_fours or proof.length <= 3)
                    return proof, known or None, False
                return "unknown", None, True
            if found is None:
                return "unknown", None, False
    found = search.win_by_fours(color, MOST_FOURS, -1 if only_fours else FIRST_FOURS)
    if found:
        if length is not None:
            return "unknown", None, True
        proof = five_after(search.line(), search.ends())
        return proof, True if proof.length <= 3 else None, False
    if only_fours:
        return "unknown" if found is None else "no-win", None, False
    threes, scale, is_wide = 0, 1, False
    while True:
        threes += 1
        outcome = search.win_by_threats(color, threes, is_wide, scale)
        if outcome:
            proof = _proof(search, color, threes)
            if length is not None and proof.length > length:
                return "unknown", None, True
            return proof, None, False
        if outcome is None:
            return "unknown", None, False
        if not search.is_cut:
            if is_wide and not search.is_unsure:
                return "no-win", None, False
            threes, scale = 0, scale * WIDER if search.is_unsure else scale
            is_wide = True


def _proof(search: ThreatSearch, color: int, threes: int) -> Proof:
    """Return the proof that `win_by_threats` has found, for the position on the board."""
    search.lift_limits()
    known: dict[tuple[frozenset[int], frozenset[int]], Proof] = {}
    stones: tuple[set[int], set[int]] = (set(), set())

    def play(cell: int, who: int) -> None:
        search.play(cell, who)
        stones[who].add(cell)

    def undo(cell: int, who: int) -> None:
        search.undo()
        stones[who].remove(cell)

    def attack(left: int) -> Proof:
        key = frozenset(stones[0]), frozenset(stones[1])
        if key not in known:
            move = search.proven_move(left)
            if move < 0:
                won = search.win_by_fours(color, MOST_FOURS)
                if not won:
                    raise RuntimeError("a proven position without a winning move")
                known[key] = five_after(search.line(), search.ends())
            else:
                left -= search.counts(move)
                play(move, color)
                known[key] = answered(move, left)
                undo(move, color)
        return known[key]

    def answered(move: int, left: int) -> Proof:
        other = 1 - color
        fives = search.cells(color, 0)
        if len(fives) > 1:
            return Proof(move, ((fives[0], Proof(fives[1])),), Proof(fives[0]))
        if fives:
            threat = Proof(fives[0])
            to_try = fives if color == 0 or not search.forbidden(fives[0]) else []
        else:
            won = search.win_by_fours(color, MOST_FOURS)
            if not won:
                raise RuntimeError("a three without a threat")
            threat = five_after(search.line(), search.ends())
            to_try = search.disturbing_answers(color)
        answers = []
        for cell in to_try:
            play(cell, other)
            answers.append((cell, attack(left)))
            undo(cell, other)
        return Proof(move, tuple(answers), threat)

    return attack(threes)
