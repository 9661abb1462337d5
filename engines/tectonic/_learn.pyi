from collections.abc import Sequence

class Learner:
    nodes: int
    conflicts: int
    def __init__(
        self, width: int, height: int, pieces: Sequence[int], domains: Sequence[int]
    ) -> None: ...
    def run(self, limit: int) -> bool | None: ...
    def digits(self) -> bytes: ...
