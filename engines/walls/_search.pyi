from collections.abc import Callable, Sequence

from zet.engines.walls.shape import Shape

Poll = Callable[[int], bool]

class Table:
    generation: int
    def __init__(self, bits: int) -> None: ...
    def insert(self, key: int, data: int) -> None: ...
    def entries(self) -> bytes: ...

class Limited:
    nodes: int
    hits: int
    stopped: bool
    error: BaseException | None

class Classic(Limited):
    def __init__(
        self,
        boxes: Sequence[int],
        n_boxes: int,
        fences: Sequence[int],
        keys: Sequence[int],
        extra_move: bool,
        table: Table | None,
        poll: Poll,
    ) -> None: ...
    def run(
        self, order: Sequence[int], depth: int, uses_window: bool, limit: int
    ) -> tuple[int | None, list[int]]: ...
    def perft(self, depth: int, limit: int) -> tuple[int, int]: ...

class AlphaBeta(Limited):
    at_horizon: bool
    def value(self, fences: Sequence[int], alpha: int, beta: int, depth: int, limit: int) -> int: ...

class Boxes(AlphaBeta):
    def __init__(self, shape: Shape, table: Table, poll: Poll, extra_move: bool) -> None: ...

class Corridors(AlphaBeta):
    def __init__(self, shape: Shape, table: Table, poll: Poll) -> None: ...
