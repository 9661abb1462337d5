from collections.abc import Sequence

class Table:
    scores: Sequence[int]
    def __init__(self, n_cells: int, lines: Sequence[Sequence[int]]) -> None: ...
