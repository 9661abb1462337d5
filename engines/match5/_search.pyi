from collections.abc import Sequence

class Search:
    nodes: int
    def __init__(self, windows: Sequence[Sequence[int]]) -> None: ...
    def win(
        self, board: Sequence[int], quiet: int, threats: int, limit: int
    ) -> tuple[int, int, list[int]] | None: ...
