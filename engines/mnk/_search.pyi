from collections.abc import Callable, Sequence

class Search:
    nodes: int
    hits: int
    def __init__(
        self, n_cells: int, lines: Sequence[Sequence[int]], weights: Sequence[int], bits: int
    ) -> None: ...
    def forget(self) -> None: ...
    def wins_within(
        self,
        attackers: int,
        defenders: int,
        turn: int,
        plies: int,
        limit: int,
        poll: Callable[[], bool],
    ) -> int | None: ...
