"""The shortest chains to contradictions, compared with slow code that tries all chains."""

import re
from collections.abc import Iterator

import pytest
from plain_tectonic import Grid, holed_grids, labels_of, small_grids, touch

from zet.engines.tectonic import chains
from zet.engines.tectonic.board import Board
from zet.engines.tectonic.chains import EXCLUSION, HIDDEN_SINGLE, chain_of
from zet.engines.tectonic.model import Puzzle, digits_of

MOST = 3
"""Links of the longest chains that the slow code is asked for."""

State = tuple[frozenset[tuple[int, int]], frozenset[int]]
"""The candidates (cell, digit) that are left, and the cells whose digit has spread."""


class Plain:
    """A plain model of a board on which all chains of links are tried."""

    def __init__(self, grid: Grid) -> None:
        self.width, _, self.pieces, _ = grid
        self.cells = [cell for cell, piece in enumerate(self.pieces) if piece >= 0]

    def sees(self, one: int, other: int) -> bool:
        return one != other and (self.pieces[one] == self.pieces[other] or touch(self.width, one, other))

    def placed(self, state: State, cell: int, digit: int) -> State:
        left = {
            (one, candidate)
            for one, candidate in state[0]
            if (candidate == digit if one == cell else candidate != digit or not self.sees(one, cell))
        }
        return frozenset(left), state[1] | {cell}

    def of(self, cell: int, state: State) -> list[int]:
        return [digit for one, digit in state[0] if one == cell]

    def is_conflict(self, state: State) -> bool:
        needs = {(piece, digit) for piece in set(self.pieces) - {-1} for digit in self.digits(piece)}
        there = {(self.pieces[cell], digit) for cell, digit in state[0]}
        return needs != there or {cell for cell, _ in state[0]} != set(self.cells)

    def digits(self, piece: int) -> range:
        return range(1, self.pieces.count(piece) + 1)

    def links(self, state: State) -> Iterator[State]:
        """Yield the state after each possible link."""
        for cell in self.cells:
            if cell not in state[1] and len(self.of(cell, state)) == 1:
                yield self.placed(state, cell, self.of(cell, state)[0])
        for piece in set(self.pieces) - {-1}:
            for digit in self.digits(piece):
                places = [one for one, own in state[0] if own == digit and self.pieces[one] == piece]
                if len(places) == 1 and places[0] not in state[1]:
                    yield self.placed(state, places[0], digit)
                if len(places) > 1:
                    gone = {
                        (one, own)
                        for one, own in state[0]
                        if own == digit
                        and self.pieces[one] != piece
                        and all(touch(self.width, one, place) for place in places)
                    }
                    if gone:
                        yield state[0] - gone, state[1]

    def fewest(self, state: State, most: int) -> int | None:
        """Return the fewest links that lead to a conflict, if at most `most` are needed."""
        states = {state}
        for count in range(most + 1):
            if any(map(self.is_conflict, states)):
                return count
            states = {then for one in states for then in self.links(one)}
        return None


def start_of(plain: Plain, board: Board) -> State:
    """Return the state after the digits of solved cells were removed from their pieces and neighbors."""
    left = ((cell, digit) for cell in board.cells for digit in digits_of(board.domains[cell]))
    state: State = frozenset(left), frozenset()
    for cell in board.cells:
        if board.is_solved(cell):
            state = plain.placed(state, cell, board.domains[cell].bit_length())
    return state


def test_no_chain_is_shorter() -> None:
    counts = dict.fromkeys(range(MOST + 1), 0)
    for grid in [*holed_grids(22, 40), *small_grids(21, 90)]:
        width, height, pieces, givens = grid
        board = Board(Puzzle.build(width, height, labels_of(pieces), givens))
        plain = Plain(grid)
        start = start_of(plain, board)
        for cell in board.cells if min(counts.values()) < 8 else ():
            for digit in () if givens[cell] else digits_of(board.domains[cell]):
                chain = chain_of(board, cell, digit)
                count = len(chain.links) if chain and chain.is_shortest else -1
                if counts.get(count, 8) < 8:
                    counts[count] += 1
                    assert plain.fewest(plain.placed(start, cell, digit), count) == count, grid
    assert min(counts.values()) == 8


def test_nothing_is_called_excluded_that_only_the_chain_decides() -> None:
    n_placed = 0
    for width, height, pieces, givens in small_grids(21, 90):
        board = Board(Puzzle.build(width, height, pieces, givens))
        for cell in board.cells:
            for digit in () if givens[cell] else digits_of(board.domains[cell]):
                chain = chain_of(board, cell, digit)
                if chain is None or chain.conflict.digit:
                    continue
                end = chain.conflict.cell
                links = [link for link in chain.links if end in link.cells]
                placed = [link for link in links if link.action == "place"]
                left = board.domains[end]
                for link in links if not placed else ():
                    left &= ~link.mask
                _, _, excluded = chain.conflict.reason.partition(", with ")
                named = sum(1 << int(one) - 1 for one in re.findall(r"\d+", excluded))
                assert not named & left, chain.reason
                if end == cell or placed or givens[end]:
                    n_placed += 1
                    assert named == 0 or named.bit_count() == 1, chain.reason
    assert n_placed > 20


@pytest.mark.parametrize(
    ("supposed", "reason"),
    [
        ((5, 1), "Suppose R2C3 is 1. Then R1C3 has no candidate left, as R2C3 is 1."),
        ((3, 1), "Suppose R2C1 is 1. Then R1C1 has no candidate left, as R2C1 is 1."),
    ],
)
def test_a_chain_may_end_in_a_given(supposed: tuple[int, int], reason: str) -> None:
    chain = chain_of(Board(Puzzle.build(3, 2, "aabaab", [1, 3, 1, 0, 0, 0])), *supposed)
    assert chain
    assert chain.reason == reason


def test_a_chain_that_is_not_proven_shortest_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "MAX_WORK", 3)
    seen = set()
    for grid in small_grids(21, 20):
        width, height, pieces, givens = grid
        board = Board(Puzzle.build(width, height, pieces, givens))
        for cell in board.cells:
            for digit in range(1, board.domains[cell].bit_length() + 1):
                if not givens[cell] and (chain := chain_of(board, cell, digit)):
                    plain = {link.technique for link in chain.links} <= {0, HIDDEN_SINGLE, EXCLUSION}
                    seen.add((chain.is_shortest, plain))
    assert (False, True) in seen
    assert (True, True) in seen
    assert (True, False) not in seen
