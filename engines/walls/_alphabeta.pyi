from collections.abc import Sequence

from zet.engines.kernel._polls import LimitedSearch

class AlphaBeta(LimitedSearch):
    at_horizon: bool
    def value(self, fences: Sequence[int], alpha: int, beta: int, depth: int, limit: int) -> int: ...
