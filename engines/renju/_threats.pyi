from zet.engines.renju._fours import FourSearch

class ThreatSearch(FourSearch):
    is_unsure: bool
    is_cut: bool
    is_full: bool
    def win_by_threats(
        self,
        color: int,
        threes: int,
        is_wide: bool,
        scale: int,
        budget: int = -1,
        is_counting: bool = False,
    ) -> bool | None: ...
    def is_spent(self) -> bool: ...
    def proven_move(self, threes: int) -> int: ...
    def counts_as_three(self, move: int) -> bool: ...
    def disturbing_answers(self, color: int) -> list[int]: ...
