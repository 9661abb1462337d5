from collections.abc import Callable, Sequence

from zet.engines.kernel._polls import LimitedSearch

class Search(LimitedSearch):
    def __init__(
        self, n_cells: int, lines: Sequence[Sequence[int]], weights: Sequence[int], bits: int
    ) -> None: ...
    def start_over(self) -> None: ...
    def wins_within(
        self,
        attackers: int,
        defenders: int,
        turn: int,
        plies: int,
        limit: int,
        ask: Callable[[int], bool],
    ) -> int | None: ...
