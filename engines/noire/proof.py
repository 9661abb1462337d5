"""Proofs of the wins that NOIRE finds, for the plain rules to verify.

The searched part is searched again, position by position, within the moves that are left, so that the
proof is no longer than the win found. Where a rule matches, its move is played, and the default solver
proves the rest within the moves that the rule claims.
"""

from collections.abc import Callable
from functools import partial

from zet.engines.kernel.clock import Deadline
from zet.engines.noire.codes import WIN_VALUE
from zet.engines.noire.search_board import PER_MOVE, SearchBoard
from zet.engines.renju.board import set_up, shared_search
from zet.engines.renju.model import Game
from zet.engines.renju.proof import Proof
from zet.engines.renju.solver import UnprovenError, proof_of_length, proof_of_threat


def prove(
    game: Game,
    table: SearchBoard,
    color: int,
    level: int,
    length: int,
    rule: str,
    clock: Deadline,
    nodes: int,
) -> Proof:
    """Return a proof that a color wins within `length` moves of both sides, by the rules up to a level.

    `table` has the position on its board. `nodes` is what finding the win took: no search for a part of
    it visits ten times as many positions (and ten times `PER_MOVE`).

    Raises:
        UnprovenError: the rules do not win against an answer, or a limit is reached.
    """
    table.board.remember(remembers=False)
    search = shared_search(rule)
    set_up(search, game, None, clock)
    known: dict[frozenset[tuple[int, int]], Proof] = {}
    stones = {(cell, one) for one, cells in enumerate(game.stones()) for cell in cells}

    def play(cell: int, who: int) -> None:
        search.play(cell, who)
        table.board.put(cell, who)
        stones.add((cell, who))

    def undo(cell: int, who: int) -> None:
        search.undo()
        table.board.take()
        stones.remove((cell, who))

    def attack(length: int) -> Proof:
        key = frozenset(stones)
        if key not in known or known[key].length > length:
            known[key] = _attack(length)
        return known[key]

    def _attack(length: int) -> Proof:
        holds = table.rule(color, level)
        if holds is None:
            return proven(searched_move(length), length, attack)
        if holds.move is None or holds.level > length:
            return proof_of_length(search, color, length)
        return proven(table.move_of(holds), holds.level, partial(proof_of_length, search, color))

    def searched_move(length: int) -> int:
        table.board.begin(10 * max(nodes, PER_MOVE), clock)
        value, _ = table.attack(color, level, length)
        if table.board.is_stopped or value < WIN_VALUE - length:
            raise UnprovenError
        return table.board.line()[0]

    def proven(move: int, length: int, follow: Callable[[int], Proof]) -> Proof:
        if table.board.is_five(move, color):
            return Proof(move)

        def reply(cell: int) -> Proof:
            play(cell, 1 - color)
            try:
                return follow(length - 2)
            finally:
                undo(cell, 1 - color)

        play(move, color)
        try:
            return proof_of_threat(search, color, move, (length - 3) // 2, reply)
        finally:
            undo(move, color)

    return attack(length)
