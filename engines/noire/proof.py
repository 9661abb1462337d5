"""Proofs of the wins that NOIRE finds, verifiable with the plain rules of renju.

In each position in which no rule matches, the search is repeated within the number of remaining moves, so
that the proof is not longer than the win found. In a position in which a rule matches, the rule's move is
played, and the default solver proves the rest within the number of moves that the rule claims.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from zet.engines.kernel.clock import Deadline
from zet.engines.noire.codes import WIN_VALUE
from zet.engines.noire.search_board import PER_MOVE, SearchBoard
from zet.engines.renju.board import set_up, shared_search
from zet.engines.renju.model import Game
from zet.engines.renju.proof import Proof
from zet.engines.renju.proving import UnprovenError, proof_of_threat
from zet.engines.renju.solver import proof_of_length


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
    """Return a proof that a color wins within `length` moves of both sides, by the rules up to `level`.

    The board of `table` must show the position. `nodes` is the number of positions that were visited to
    find the win. Each search for a part of the proof is limited to ten times this number, or to ten times
    `PER_MOVE` if that is larger.

    Raises:
        UnprovenError: the rules do not win against some answer, or a limit is reached.
    """
    return _Prover(game, table, color, level, rule, clock, nodes).attack(length)


class _Prover:
    """A builder of proofs, which plays the moves of a win and all answers to them on two boards."""

    def __init__(
        self,
        game: Game,
        table: SearchBoard,
        color: int,
        level: int,
        rule: str,
        clock: Deadline,
        nodes: int,
    ) -> None:
        table.board.remember(remembers=False)
        self._table, self._color, self._level, self._clock = table, color, level, clock
        self._most = 10 * max(nodes, PER_MOVE)
        self._search = shared_search(rule)
        set_up(self._search, game, None, clock)
        self._known: dict[frozenset[tuple[int, int]], Proof] = {}
        self._stones = {(cell, one) for one, cells in enumerate(game.stones()) for cell in cells}

    def attack(self, length: int) -> Proof:
        """Return a proof of a win within `length` moves in the position on the boards."""
        key = frozenset(self._stones)
        if key not in self._known or self._known[key].length > length:
            self._known[key] = self._attack(length)
        return self._known[key]

    def _attack(self, length: int) -> Proof:
        holds = self._table.rule(self._color, self._level)
        if holds is None:
            return self._proven(self._searched_move(length), length, self.attack)
        by_threats = partial(proof_of_length, self._search, self._color)
        if holds.move is None or holds.level > length:
            return by_threats(length)
        return self._proven(self._table.move_of(holds), holds.level, by_threats)

    def _searched_move(self, length: int) -> int:
        board = self._table.board
        board.begin(self._most, self._clock)
        value, _ = self._table.attack(self._color, self._level, length)
        if board.is_stopped or value < WIN_VALUE - length:
            raise UnprovenError
        return board.line()[0]

    def _proven(self, move: int, length: int, follow: Callable[[int], Proof]) -> Proof:
        """Return a proof that begins with a move; `follow` proves a win after each answer."""
        if self._table.board.is_five(move, self._color):
            return Proof(move)

        def reply(cell: int) -> Proof:
            with self._played(cell, 1 - self._color):
                return follow(length - 2)

        with self._played(move, self._color):
            return proof_of_threat(self._search, self._color, move, (length - 3) // 2, reply)

    @contextmanager
    def _played(self, cell: int, who: int) -> Iterator[None]:
        """Return a context manager that puts a stone on both boards, and removes it at the end."""
        self._search.play(cell, who)
        self._table.board.put(cell, who)
        self._stones.add((cell, who))
        try:
            yield
        finally:
            self._search.undo()
            self._table.board.take()
            self._stones.remove((cell, who))
