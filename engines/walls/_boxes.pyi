from collections.abc import Callable

from zet.engines.walls._alphabeta import AlphaBeta
from zet.engines.walls._table import Table
from zet.engines.walls.shape import Shape

class Boxes(AlphaBeta):
    def __init__(
        self, shape: Shape, table: Table, ask: Callable[[int], bool], extra_move: bool
    ) -> None: ...
