"""Random samples of the entries of a table, as verifiable claims about positions.

An entry contains the key of a position, not the position. Therefore, positions are enumerated from the
empty board to find one for each key.
"""

from collections.abc import Callable, Iterable
from math import exp, lgamma, log, log1p
from random import Random
from typing import NamedTuple

from zet.engines.kernel.bounds import LOWER, UPPER
from zet.engines.kernel.budget import Budget
from zet.engines.walls.constants import FULL_DEPTH
from zet.engines.walls.model import Position
from zet.engines.walls.searcher import Searcher
from zet.engines.walls.solver import Result
from zet.engines.walls.table import SearchTable

MOST_SEEN = 1_000_000
"""The default limit on the number of positions enumerated to find the positions of the entries."""

CONFIDENCE = 0.95


class Claim(NamedTuple):
    """The claim of a table entry that the value of a position is from `lower` to `upper`."""

    position: Position
    lower: int
    upper: int

    def agrees(self, found: Result) -> bool:
        """Return whether newly proven bounds are compatible with the claim."""
        return self.lower <= found.upper and found.lower <= self.upper


def positions_in(table: SearchTable, random: Random, most: int | None = MOST_SEEN) -> list[bytes]:
    """Return positions for which a table of the algorithm `best` contains entries, in random order.

    A position is given by its fences, 1 for a painted fence. At most `most` positions are enumerated
    (None: no limit); entries whose positions are not among them are left out.
    """
    entry_of = _entries(table)
    entries = {key for key, _ in table.entries()}
    moves = list(range(table.board.n_fences))
    found: list[bytes] = []
    stack = [bytes(len(moves))]
    seen = {entry_of(stack[0])[0]}
    if seen <= entries:
        found.append(stack[0])
    while stack and len(found) < len(entries) and (most is None or len(seen) < most):
        fences = stack.pop()
        random.shuffle(moves)
        for fence in moves:
            if fences[fence]:
                continue
            after = fences[:fence] + b"\1" + fences[fence + 1 :]
            key = entry_of(after)[0]
            if key not in seen:
                seen.add(key)
                stack.append(after)
                if key in entries:
                    found.append(after)
    random.shuffle(found)
    return found


def claims(table: SearchTable, positions: Iterable[bytes]) -> list[Claim | None]:
    """Return the claim of the table entry for each position; None for an entry of limited depth.

    The table must have been filled by the algorithm `best`.
    """
    # The search uses the first entry with a key.
    entry_of, entries = _entries(table), dict(reversed(table.entries()))
    found = []
    for fences in positions:
        key, base, sign = entry_of(fences)
        found.append(_claim(table, fences, entries[key], base, sign))
    return found


def position_of(table: SearchTable, fences: bytes) -> Position:
    """Return the position whose table entry the search uses if the given fences are painted.

    With the extra move, the player first takes all boxes that can be taken, because the search does so
    before it computes the key.
    """
    position = Position.empty(table.board, extra_move=table.extra_move)
    for fence, is_painted in enumerate(fences):
        position = position.after(fence) if is_painted else position
    while table.extra_move:
        fence = next((one for one in position.free if position.gain(one)), -1)
        if fence < 0:
            break
        position = position.after(fence)
    return position


def _claim(table: SearchTable, fences: bytes, data: int, base: int, sign: int) -> Claim | None:
    """Return the claim in an entry's packed data, whose layout `SearchTable` describes.

    Claims are read directly from entries, because a search would combine an entry with other entries and
    with further moves. The value of the position is base + sign * the value in the entry.
    """
    position = position_of(table, fences)
    value, kind, depth = (data & 1023) - 512, data >> 10 & 3, data >> 12 & 1023
    if position.is_over:
        return None
    if kind and depth != FULL_DEPTH:
        return None
    # Wider than any value, so that a missing bound remains missing after base and sign.
    most = 2 * table.board.n_boxes
    lower = -most if kind == UPPER else value
    upper = depth - 512 if kind == 0 else most if kind == LOWER else value
    lower, upper = sorted((base + sign * lower, base + sign * upper))
    return Claim(position, lower, upper)


def _entries(table: SearchTable) -> Callable[[bytes], tuple[int, int, int]]:
    """Return the `entry` function of the kernel that uses a table."""
    start = Position.empty(table.board, extra_move=table.extra_move)
    searcher = Searcher(start, Budget(None, None), table)
    entry: Callable[[bytes], tuple[int, int, int]] = (searcher.exact or searcher.kernel).entry
    return entry


def most_wrong(proved: int, unproven: int, reached: int, entries: int) -> float:
    """Return an upper bound, with confidence CONFIDENCE, on the share of wrong entries in a table.

    The table has `entries` entries. Positions were found for `reached` of them, and a random sample of
    these was searched again: `proved` entries were verified, none was wrong, and `unproven` entries
    remained open. Entries that remained open, and entries without a position, are assumed to be wrong.
    """
    if not proved:
        return 1.0
    n = proved + unproven
    share = unproven / n if n >= reached else _upper_share(unproven, n)
    return 1.0 - (1.0 - share) * reached / entries


def _upper_share(found: int, n: int) -> float:
    """Return the upper Clopper-Pearson bound on a share, given `found` hits in a sample of `n`."""
    low, high = found / n, 1.0
    for _ in range(50):
        share = (low + high) / 2
        logs = log(share), log1p(-share)
        chance = sum(
            exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * logs[0] + (n - k) * logs[1])
            for k in range(found + 1)
        )
        low, high = (share, high) if chance > 1.0 - CONFIDENCE else (low, share)
    return high
