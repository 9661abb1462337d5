from collections.abc import Callable

class Poll:
    def __init__(self, ask: Callable[[int], bool] | None) -> None: ...
    def raise_error(self) -> None: ...

class LimitedSearch:
    nodes: int
    hits: int
    stopped: bool
    def __init__(self, ask: Callable[[int], bool] | None) -> None: ...
