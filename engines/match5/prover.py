"""Proofs that patterns are forced wins.

A pattern is first tried as in `proof`: it follows from smaller proven patterns of the same knowledge base
if, after one blue stone, several of them match and no single answer stops all of them. As this step
ignores red's stones, it counts only if red cannot make five on the pattern's empty fields. Otherwise two
searches on the pattern's own fields are tried: a search for wins by threats, and an exact search.

Blue is to move on the pattern's empty fields. Red answers on any of these fields, or elsewhere without
any effect on the pattern. Only rows of five count. The fields that a proof uses determine which answers
matter: the same proof is valid against an answer on any other field. Red wins if its answers make a five.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from zet.engines.kernel.budget import Budget, LimitError
from zet.engines.match5._search import Search
from zet.engines.match5.constants import CLOSED, NODES as NODES, STONE
from zet.engines.match5.model import BLUE, EMPTY, WINDOW_MASKS, WINDOWS, Pattern
from zet.engines.match5.player import Match, Player

Verdict = Literal["proven", "unproven", "unknown"]

QUIET = (0, 2, 1, 1)
"""The maximum number of quiet moves (moves that are not threats) in a win, indexed by the number of blue
stones; 0 beyond the end of the list.
"""

THREATS = 6
"""The maximum number of successive threats that are searched."""

LIMITS = (150_000, 150_000, 4_500_000)
"""The node limits of one search for threats, indexed by the maximum number of quiet moves (QUIET)."""

_AS_BLUE = bytes.maketrans(bytes(range(4)), bytes((EMPTY, CLOSED, STONE, CLOSED)))


def prove_all(patterns: Sequence[Pattern], *, nodes: int = NODES) -> list[Verdict]:
    """Return the verdict on each pattern: proven (a forced win), unproven, or unknown.

    Patterns with fewer fields are proven first, because they can be part of the proofs of larger
    patterns. `nodes` limits the exact search. If `nodes` is 0, the exact search tries no
    moves, wins by threats are not searched for, and no verdict is "unproven".
    """
    threats = Search(WINDOWS)
    verdicts: list[Verdict] = ["unknown"] * len(patterns)
    for number, follows in _in_order(patterns, verdicts):
        pattern = patterns[number]
        if (follows and not _has_red_row(pattern)) or (
            nodes and win_by_threats(threats, pattern.on_board())
        ):
            verdicts[number] = "proven"
        elif (verdict := prove(pattern, nodes=nodes)) != "unproven" or nodes:
            verdicts[number] = verdict
    return verdicts


def derivable(patterns: Sequence[Pattern]) -> list[bool]:
    """Return, for each pattern, whether the learner of `proof` could store it again.

    The learner ignores red's stones.
    """
    verdicts: list[Verdict] = ["unknown"] * len(patterns)
    for number, follows in _in_order(patterns, verdicts):
        verdicts[number] = "proven" if follows else prove(patterns[number], nodes=0)
    return [verdict == "proven" for verdict in verdicts]


def _in_order(patterns: Sequence[Pattern], verdicts: Sequence[Verdict]) -> Iterator[tuple[int, bool]]:
    """Yield the number of each pattern, and whether it follows from smaller patterns that are proven.

    The caller stores the verdict on a pattern before it continues.
    """
    player = Player()
    table = Match(player, fallback="random").table
    sizes = [(pattern.white + pattern.blue, pattern.level) for pattern in patterns]
    for number in sorted(range(len(patterns)), key=sizes.__getitem__):
        table.set_board(patterns[number].on_board())
        yield number, table.answers(BLUE) is not None or table.attack(BLUE) is not None
        if verdicts[number] == "proven":
            player.add(patterns[number])


def _has_red_row(pattern: Pattern) -> bool:
    """Return whether five empty fields of a pattern are in a row, on which red might make five."""
    empty = sum(1 << field for field, value in enumerate(pattern.on_board()) if value == EMPTY)
    return any(mask & ~empty == 0 for mask in WINDOW_MASKS)


def win_by_threats(search: Search, board: bytes) -> tuple[int, int, list[int]] | None:
    """Return (number of moves, first move, fields) of a win for blue, who is to move.

    Blue cannot use fields with red stones or ABSENT fields. The result is None if no win is found.
    """
    stones = board.count(BLUE)
    quiet = QUIET[stones] if stones < len(QUIET) else 0
    return search.win(board.translate(_AS_BLUE), quiet, THREATS, LIMITS[quiet])


def prove(pattern: Pattern, *, nodes: int = NODES) -> Verdict:
    """Decide whether blue, to move, wins on a pattern's fields in at most `pattern.level` moves.

    The verdict is "unknown" if `nodes` moves were tried without a decision. Red's fours outside the
    pattern are ignored.
    """
    board = pattern.on_board()
    stones = sum(1 << field for field, value in enumerate(board) if value == BLUE)
    open_fields = sum(1 << field for field, value in enumerate(board) if value == EMPTY)
    search = _Search(Budget(nodes))
    try:
        for level in range(1, pattern.level + 1):
            if search.win(stones, open_fields, 0, level) is not None:
                return "proven"
    except LimitError:
        return "unknown"
    return "unproven"


class _Search:
    """An exact search that caches its results by position; sets of fields are masks of 81 bits.

    A position is given by three sets: `stones` (blue's stones), `empty` (the empty fields), and `red`
    (red's stones).
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._results: dict[tuple[int, int, int, int], int | None] = {}

    def win(self, stones: int, empty: int, red: int, level: int) -> int | None:
        """Return the fields used by a proof that blue wins in `level` moves; None if blue does not win.

        Blue is to move.
        """
        key = (stones, empty, red, level)
        if key not in self._results:
            self._results[key] = self._win(stones, empty, red, level)
        return self._results[key]

    def _win(self, stones: int, empty: int, red: int, level: int) -> int | None:
        live = [mask for mask in WINDOW_MASKS if mask & ~(stones | empty) == 0]
        rests = [mask & ~stones for mask in live]
        for mask, rest in zip(live, rests, strict=True):
            if rest & (rest - 1) == 0:
                return mask
        if level == 1:
            return None
        # Within `level` moves blue cannot complete a row that lacks more stones than that.
        useful = 0
        for rest in rests:
            if rest.bit_count() <= level:
                useful |= rest
        red_four = self._completes(red, empty)
        if red_four:
            useful &= red_four
        for move in sorted(_bits(useful), key=lambda bit: -sum(1 for rest in rests if rest & bit)):
            self._budget.charge(1)
            proof = self._threat(stones | move, empty & ~move, red, level - 1)
            if proof is not None:
                return proof | move
        return None

    def _threat(self, stones: int, empty: int, red: int, level: int) -> int | None:
        """Return the fields used by a proof that blue wins in `level` moves; None if none is found.

        Red is to move.
        """
        if self._completes(red, empty):
            return None
        proof = self.win(stones, empty, red, level)
        tried = 0
        while proof is not None:
            answer = next(iter(_bits(proof & empty & ~tried)), 0)
            if not answer:
                return proof
            tried |= answer
            further = self.win(stones, empty & ~answer, red | answer, level)
            proof = None if further is None else proof | further
        return None

    def _completes(self, stones: int, empty: int) -> int:
        """Return the set of empty fields on which a stone completes a five of `stones`."""
        found = 0
        for mask in WINDOW_MASKS if stones.bit_count() >= 4 else ():
            rest = mask & ~stones
            if rest & (rest - 1) == 0 and rest & empty:
                found |= rest
        return found


def _bits(mask: int) -> Sequence[int]:
    """Return the set bits of a mask as masks of one bit, lowest first."""
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return found
