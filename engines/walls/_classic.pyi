from collections.abc import Callable, Sequence

from zet.engines.kernel._polls import LimitedSearch
from zet.engines.walls._table import Table

class Classic(LimitedSearch):
    def __init__(
        self,
        boxes: Sequence[int],
        n_boxes: int,
        fences: Sequence[int],
        keys: Sequence[int],
        extra_move: bool,
        table: Table | None,
        ask: Callable[[int], bool],
    ) -> None: ...
    def run(
        self, order: Sequence[int], depth: int, uses_window: bool, limit: int
    ) -> tuple[int | None, list[int]]: ...
    def perft(self, depth: int, limit: int) -> tuple[int, int]: ...
