"""The additional threads of the search for a move.

Algorithm: "Lazy SMP". All threads search the moves of the root, with boards and histories of their own,
and share their results through one table.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from zet.engines.renju._player import PositionalSearch
from zet.engines.renju.board import set_up
from zet.engines.renju.constants import MOST_DEPTH
from zet.engines.renju.model import Game
from zet.engines.renju.search import weighed_search
from zet.engines.renju.weights import Weights


class Helpers:
    """The searches of all threads but the first; `nodes` is the number of moves that they have tried."""

    def __init__(self, weights: Weights, size: int, threads: int) -> None:
        self._searches = [weighed_search(weights, size, thread) for thread in range(1, threads)]
        self.nodes = 0

    @contextmanager
    def searching(
        self,
        game: Game,
        memory: int,
        ranked: list[tuple[int, int]],
        depth: int,
        leader: PositionalSearch,
    ) -> Iterator[None]:
        """In the additional threads, search the `ranked` moves from depth `depth` until the context ends.

        The results are stored in the table of `leader`, which is about to search the same moves.
        """
        is_over = Event()

        def search(helper: PositionalSearch, depth: int) -> None:
            while depth <= MOST_DEPTH and helper.deepen(game.side, depth):
                depth += 1

        threads = []
        for number, helper in enumerate(self._searches):
            set_up(helper, game, poll=lambda _nodes: is_over.is_set())
            helper.start(memory, game.side, ranked, leader)
            # Every second thread begins a move deeper, as threads at the same depth tend to search the
            # same positions. The first one does not: in 36 positions with two threads the leader was 0.8
            # plies deeper at equal nodes, and 0.5 plies with the helper a move ahead.
            threads.append(Thread(target=search, args=(helper, depth + number % 2)))
        try:
            for thread in threads:
                thread.start()
            yield
        finally:
            is_over.set()
            for thread, helper in zip(threads, self._searches, strict=True):
                if thread.ident is not None:
                    thread.join()
                self.nodes += helper.nodes
