"""The search for a forced win: by fours, by fours and threes, or by fours, threes and quiet moves."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from zet.engines.kernel.clock import Deadline
from zet.engines.renju._threats import ThreatSearch
from zet.engines.renju.board import set_up, shared_search
from zet.engines.renju.constants import FIVE, MOST_FOURS
from zet.engines.renju.model import Game
from zet.engines.renju.proof import FIVES, Proof, proof_of_fours
from zet.engines.renju.proving import UnprovenError, proof_found, proof_of_threat

Status = Literal["win", "no-win", "unknown", "over"]
Threats = Literal["fours", "fours,threes", "fours,threes,quiet"]
Limit = Literal["nodes", "time", "length", "memory"]

QUIET: Threats = "fours,threes,quiet"

FIRST_FOURS = 200_000
"""The number of moves that a search by fours tries before a search by threes replaces it."""

WIDER = 8
"""The factor by which the budgets of nested searches grow if they were too small for a decision."""

WIDEST = 8**4
FEW = 2
FOR_FEW = 20_000
"""The first search by threes allows FEW threes and tries at most FOR_FEW moves."""

ANY_NUMBER = MOST_FOURS + 1
"""An upper bound on the number of threes in a win."""

Turns = tuple[tuple[bool, int], ...]
TURNS: Turns = ((True, 1_500_000), (False, 2_500_000), (True, -1))
"""The second and later searches by threes, which allow any number of threes. Each pair states whether the
search is lean (see `win_by_threats`), and how many moves it tries (-1: no limit). Lean searches take
turns with the others, because either kind is often fast where the other is slow.
"""

PART = 3
"""The first turn may use at most 1 / PART of the node limit if quiet moves are tried after it."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a search for a forced win.

    The status "over" means that the board already has a five, or has no empty point. A win has a `proof`.
    If no win was found, `excluded` names the threats that are proven not to win: all kinds searched for,
    or all except quiet moves. `shortest` is True if no win by the allowed threats is shorter, None if
    this is not known. If the status is "unknown", `limit` names the limit that was reached: nodes, time,
    length or memory. `nodes` counts the moves tried for the attacker, `hits` the positions that the
    transposition table identified as dead ends.
    """

    status: Status
    proof: Proof | None = None
    shortest: bool | None = None
    limit: Limit | None = None
    nodes: int = 0
    hits: int = 0
    seconds: float = 0.0
    excluded: Threats | None = None

    @property
    def line(self) -> tuple[int, ...]:
        """The moves of a win, as in `Proof.line`; empty if there is no win."""
        return self.proof.line() if self.proof else ()

    @property
    def move(self) -> int | None:
        """The first move of a win; None if there is no win."""
        return self.proof.move if self.proof else None


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
    """Search for a forced win for the color to move, or for `side` as if it had the move.

    `threats` names the kinds of threats that a win may use. `length` limits the moves of both colors in a
    win, including the five. With `shortest`, the result is the shortest win; if a limit is reached first,
    it may be a longer win, and its `shortest` is None.

    A three is a move after which the attacker would win by fours if the defender passed; a quiet move is
    a move after which it would win by fours and threes. The status "no-win" means that all wins by such
    moves are excluded.

    Raises:
        ValueError: `length` or `shortest` was passed with quiet moves.
    """
    if threats == QUIET and (length is not None or shortest):
        raise ValueError("a limit on the length is impossible with quiet moves")
    clock = Deadline(seconds)
    color = game.side if side is None else side
    search = shared_search(rule, game.size)
    set_up(search, game, nodes, clock)
    if search.winner() >= 0 or not search.empty_cells():
        return Result("over", seconds=clock.spent)
    turns = _turns(threats, nodes)
    status, is_shortest, met_length = _search(search, color, threats, turns, length, shortest=shortest)
    excluded: Threats | None = None
    if status == "no-win":
        excluded = "fours,threes" if threats == QUIET else threats
    tried, hits = search.nodes, search.hits
    if threats == QUIET and not isinstance(status, Proof):
        from zet.engines.renju.quiet import win_by_quiet_moves  # its kernels are needed here only

        left = None if nodes is None else max(nodes - tried, 0)
        status, more = win_by_quiet_moves(game, color, rule, left, clock)
        tried += more
        if status == "no-win":
            excluded = QUIET
    limit: Limit | None = None
    if isinstance(status, Proof):
        proof: Proof | None = status
        word: Status = "win"
    else:
        proof, word = None, status
    if word == "unknown":
        is_spent = nodes is not None and tried >= nodes
        is_late = clock.has_passed
        limit = "length" if met_length else "nodes" if is_spent else "time" if is_late else "memory"
    return Result(word, proof, is_shortest, limit, tried, hits, clock.spent, excluded)


class Win(NamedTuple):
    """The result of `winning_move`: a status of `solve`, and the first move of a win.

    `prove` returns the proof of the win, or None if it does not find the proof before the given
    deadline. Finding the proof may take longer than the search. `prove` must be called before the next
    search.
    """

    status: Status
    move: int | None = None
    nodes: int = 0
    prove: Callable[[Deadline], Proof | None] = lambda _until: None


def winning_move(
    game: Game,
    *,
    side: int | None = None,
    rule: str = "renju",
    threats: Threats = "fours,threes",
    nodes: int | None = None,
    seconds: float | None = None,
) -> Win:
    """Search for a win as `solve` does, but leave building the proof to `Win.prove`."""
    color = game.side if side is None else side
    search = shared_search(rule, game.size)
    set_up(search, game, nodes, Deadline(seconds))
    if search.winner() >= 0 or not search.empty_cells():
        return Win("over")
    found = search.win_by_fours(color, MOST_FOURS, FIRST_FOURS)
    if found:
        return Win("win", *_by_fours(search))
    if threats == "fours":
        return Win("no-win" if found is False else "unknown", nodes=search.nodes)
    status, threes = search_threats(search, color)
    tried = search.nodes
    if status != "win":
        return Win(status, nodes=tried)
    move = search.proven_move(threes)
    if move < 0:
        search.lift_limits()
        search.win_by_fours(color, MOST_FOURS)
        return Win("win", *_by_fours(search))._replace(nodes=tried)

    def prove(until: Deadline) -> Proof | None:
        try:
            return proof_found(search, color, threes, until=until)
        except UnprovenError:
            if until.has_passed:
                return None
            raise

    return Win("win", move, tried, prove)


def proof_by(
    game: Game, move: int, *, rule: str = "renju", nodes: int | None = None, seconds: float | None = None
) -> tuple[Proof | None, int]:
    """Return a proof that a legal move wins by threats, and the number of moves tried.

    The proof is None if none is found within the limits, which apply to the search after each answer.
    """
    color, clock = game.side, Deadline(seconds)
    search = shared_search(rule, game.size)
    set_up(search, game, nodes, clock)
    if move in search.cells(color, FIVE):
        return FIVES[move], 0
    search.play(move, color)
    tried = 0

    def answered(cell: int) -> Proof:
        nonlocal tried
        found = solve(game.then([move, cell]), rule=rule, nodes=nodes, seconds=clock.left)
        tried += found.nodes
        if found.proof is None:
            raise UnprovenError
        return found.proof

    if search.cells(1 - color, FIVE):
        return None, 0
    try:
        return proof_of_threat(search, color, move, MOST_FOURS, answered), tried
    except UnprovenError:
        return None, tried


def _by_fours(search: ThreatSearch) -> tuple[int, int, Callable[[Deadline], Proof]]:
    """Return the last win by fours found: (first move, moves tried, function that returns the proof).

    The function takes a deadline, which it ignores.
    """
    proof = proof_of_fours(search.line(), search.ends())
    return proof.move, search.nodes, lambda _until: proof


def _turns(threats: Threats, nodes: int | None) -> Turns:
    """Return the successive attempts of a search by threes that may try `nodes` moves in all."""
    if threats != QUIET:
        return TURNS
    is_lean, most = TURNS[0]
    return ((is_lean, most if nodes is None else min(most, nodes // PART)),)


def _search(
    search: ThreatSearch,
    color: int,
    threats: Threats,
    turns: Turns,
    length: int | None,
    *,
    shortest: bool,
) -> tuple[Proof | Status, bool | None, bool]:
    """Return (proof or status, whether the win is the shortest, whether `length` cut the search off)."""
    only_fours = threats == "fours"
    if length is not None:
        return _within(search, color, length, only_fours=only_fours, shortest=shortest)
    if only_fours and shortest:
        return _shortest_by_fours(search, color, MOST_FOURS)
    found = search.win_by_fours(color, MOST_FOURS, -1 if only_fours else FIRST_FOURS)
    if found:
        proof: Proof | Status = proof_of_fours(search.line(), search.ends())
    elif only_fours:
        return "unknown" if found is None else "no-win", None, False
    else:
        proof = _by_threats(search, color, turns)
    if not isinstance(proof, Proof):
        return proof, None, False
    if shortest and proof.length > 3:
        shorter, is_known = _shortest(search, color, (proof.length - 1) // 2)
        return shorter or proof, is_known or None, False
    return proof, True if proof.length <= 3 else None, False


def _within(
    search: ThreatSearch, color: int, length: int, *, only_fours: bool, shortest: bool
) -> tuple[Proof | Status, bool | None, bool]:
    """Search for a win within `length` moves of both colors; the result is as for `_search`."""
    most = (length + 1) // 2
    found: bool | None
    if only_fours:
        if shortest:
            status, is_shortest, _ = _shortest_by_fours(search, color, most - 1)
            if status != "no-win":
                return status, is_shortest, False
            found = False
        else:
            found = search.win_by_fours(color, most - 1)
            if found:
                proof = proof_of_fours(search.line(), search.ends())
                return proof, True if proof.length <= 3 else None, False
        if found is False:
            found = search.win_by_fours(color, MOST_FOURS)
        if found is None:
            return "unknown", None, False
        return ("unknown", None, True) if found else ("no-win", None, False)
    if shortest:
        shorter, is_excluded = _shortest(search, color, most)
        if shorter:
            return shorter, is_excluded or None, False
    else:
        answer = _of_length(search, color, most)
        if isinstance(answer, Proof):
            return answer, True if answer.length <= 3 else None, False
        is_excluded = answer
    if not is_excluded:
        return "unknown", None, False
    # If a short search shows that no win of any length exists, the status is "no-win".
    found = search.win_by_fours(color, MOST_FOURS, FIRST_FOURS)
    if found is False:
        outcome = search.win_by_threats(color, ANY_NUMBER, is_wide=True, scale=WIDER, budget=FIRST_FOURS)
        if outcome is False and not search.is_unsure:
            return "no-win", None, False
    return "unknown", None, True


def _shortest_by_fours(
    search: ThreatSearch, color: int, most: int
) -> tuple[Proof | Status, bool | None, bool]:
    """Search for the shortest win by at most `most` fours; the result is as for `_search`."""
    if most == MOST_FOURS:
        found = search.win_by_fours(color, most)
        if not found:
            return "unknown" if found is None else "no-win", None, False
        most = len(search.line()) // 2 + 1
    for n_fours in range(most + 1):
        found = search.win_by_fours(color, n_fours)
        if found is None:
            return "unknown", None, False
        if found:
            return proof_of_fours(search.line(), search.ends()), True, False
    return "no-win", None, False


def _shortest(search: ThreatSearch, color: int, most: int) -> tuple[Proof | None, bool]:
    """Return a win by at most `most` moves of the attacker, and whether shorter wins are excluded."""
    for n_moves in range(1, most + 1):
        answer = _of_length(search, color, n_moves)
        if isinstance(answer, Proof):
            return answer, True
        if not answer:
            return None, False
    return None, True


def _of_length(search: ThreatSearch, color: int, n_moves: int) -> Proof | bool:
    """Return a win by at most `n_moves` moves of the attacker, True if none exists, False if unknown."""
    found = search.win_by_fours(color, n_moves - 1)
    if found:
        return proof_of_fours(search.line(), search.ends())
    scale = 1
    while found is False:
        outcome = search.win_by_threats(color, n_moves, is_wide=True, scale=scale, is_counting=True)
        if outcome:
            return proof_found(search, color, n_moves, is_counting=True)
        if outcome is None or scale > WIDEST:
            return False
        if not search.is_unsure:
            return True
        scale *= WIDER
    return False


def _by_threats(search: ThreatSearch, color: int, turns: Turns) -> Proof | Status:
    """Return a proof of a win by fours and threes, or the status of the search."""
    status, threes = search_threats(search, color, turns)
    return proof_found(search, color, threes) if status == "win" else status


def search_threats(search: ThreatSearch, color: int, turns: Turns = TURNS) -> tuple[Status, int]:
    """Search by threes: first for short wins with few threes, then with any number, in several attempts.

    `turns` lists the attempts, each a pair: whether the search is lean (see `win_by_threats`), and its
    budget. Return the status, and the number of threes allowed when the win was found.
    """
    outcome = search.win_by_threats(color, FEW, is_wide=True, scale=1, budget=FOR_FEW)
    if outcome:
        return "win", FEW
    coming = iter(turns)
    is_lean, budget = next(coming)
    scale = 1
    while not search.is_spent():
        outcome = search.win_by_threats(
            color, ANY_NUMBER, is_wide=True, scale=scale, budget=budget, is_lean=is_lean
        )
        if outcome:
            return "win", ANY_NUMBER
        if outcome is None:
            turn = next(coming, None)
            if turn is None:
                break
            is_lean, budget = turn
        elif search.is_unsure:
            scale *= WIDER
        else:
            return "no-win", 0
    return "unknown", 0


def proof_of_length(search: ThreatSearch, color: int, length: int) -> Proof:
    """Return a proof that a color wins by threats within `length` moves, counting both sides.

    Raises:
        UnprovenError: no proof is found.
    """
    answer = _of_length(search, color, (length + 1) // 2)
    if isinstance(answer, Proof):
        return answer
    raise UnprovenError
