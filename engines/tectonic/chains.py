"""A contradiction as a chain that a reader can check: from an assumption to a conflict.

Placing a digit removes it from the rest of its piece and from the cells that touch it; this is not a
separate link. All links that follow are added at once, round by round: singles and exclusions or, if
there are none, pairs and subsets. In the first round with a conflict, the conflict with the fewest
links is chosen, and every unneeded link is removed. If all links are singles and exclusions, `shortest`
searches for a shorter chain.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from zet.engines.messages import Message
from zet.engines.tectonic import shortest
from zet.engines.tectonic._ladder import Ladder
from zet.engines.tectonic.board import Board, Deduction
from zet.engines.tectonic.model import digits_of
from zet.engines.tectonic.techniques import TECHNIQUES, Finding, deduction_of, listing, name_of

HIDDEN_SINGLE, EXCLUSION = 3, 10
BY_PLACES = frozenset({HIDDEN_SINGLE, 7, 8, EXCLUSION})
"""The techniques that use the places of a digit in a piece; 5 does so for one digit, not for two."""

SUBSETS = sum(1 << number for number in (4, 5, 6, 11, 12, 13))
"""The techniques of pairs and subsets, as bits."""

NAKED_SINGLE = Message("naked single")
NAMES = {**TECHNIQUES, 0: NAKED_SINGLE}

Candidate = tuple[int, int]
"""A cell and a digit."""

_Link = tuple[Deduction, set[Candidate]]
"""A link, and the candidates that must be removed before it follows."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """The end of a chain: `cell` has no candidate, or, with a `digit`, its piece has no place for it."""

    cell: int
    digit: int
    reason: str


@dataclass(frozen=True, slots=True)
class Chain:
    """The links between "this cell is this digit" and a conflict.

    In `links` the technique of a naked single is 0. `needs` are the candidates that must be removed
    first, for the chain to hold. `reason` is the whole chain in words. `is_shortest` says that no chain
    of singles and exclusions is shorter, which is proven; in any other chain every link is needed.
    """

    cell: int
    links: tuple[Deduction, ...]
    conflict: Conflict
    needs: frozenset[Candidate]
    reason: str
    is_shortest: bool

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the chain: the cells in which a digit is placed or removed, and its end."""
        return tuple(
            sorted({self.cell, self.conflict.cell, *(c for link in self.links for c in link.cells)})
        )


def chain_of(board: Board, cell: int, digit: int) -> Chain | None:
    """Return why a cell cannot hold a digit; None if no technique of deduction leads to a conflict."""
    links = _State(board, cell, digit).grown()
    if links is None:
        return None
    at = 0
    while at < len(links):
        fewer = links[:at] + links[at + 1 :]
        if _replayed(board, cell, digit, fewer):
            links = fewer
        else:
            at += 1
    is_shortest = False
    if all(link.technique in (0, HIDDEN_SINGLE, EXCLUSION) for link, _ in links):
        found, is_shortest = shortest.Search(board).fewer(cell, digit, len(links))
        links = _links_of(board, cell, digit, found) if found else links
    state = _replayed(board, cell, digit, links)
    if state is None:
        return None
    missing, empty, lost = state.conflict()
    conflict = Conflict(empty, lost, _end(state, empty, lost))
    needs = {one for needs in (*(link[1] for link in state.links), missing) for one in needs}
    parts: list[str] = [Message("Suppose {cell} is {digit}.", cell=name_of(board, cell), digit=digit)]
    parts += [link.reason for link, _ in state.links]
    parts.append(conflict.reason)
    told = tuple(link for link, _ in state.links)
    reason = Message.joined(parts, by=" ")
    return Chain(cell, told, conflict, frozenset(needs & state.absent), reason, is_shortest)


def _links_of(board: Board, cell: int, digit: int, found: Sequence[shortest.Link]) -> list[_Link]:
    """Return the links that place and remove the given candidates."""
    state = _State(board, cell, digit)
    width = max(board.puzzle.sizes)
    for placed, struck in found:
        for deduction in (*state.singles(), *state.exclusions()):
            bits = sum(deduction.mask << one * width for one in deduction.cells)
            if bits == (placed or struck):
                state.add((deduction, needs_of(state.board, deduction)))
                break
    return state.links


def needs_of(board: Board, deduction: Deduction) -> set[Candidate]:
    """Return the candidates of its pattern that must be removed for a deduction to follow."""
    number = deduction.technique
    cells: Iterable[int] = deduction.pattern
    digits: int = -1
    if number in BY_PLACES or (number == 5 and deduction.mask.bit_count() == 1):
        cells = board.members[board.piece_of[deduction.pattern[0]]]
        digits = deduction.mask
    return {(cell, digit) for cell in cells for digit in absent(board, cell) if digits >> digit - 1 & 1}


def absent(board: Board, cell: int) -> Iterator[int]:
    """Yield the digits that are no longer candidates of a cell."""
    size = len(board.members[board.piece_of[cell]])
    return digits_of((1 << size) - 1 & ~board.domains[cell])


def cause_of(board: Board, cell: int, digit: int, placed: Iterable[int] | None = None) -> int | None:
    """Return a solved cell with this digit that sees the cell, preferably one in the same piece.

    `placed` are the solved cells; by default the cells with one candidate.
    """
    for seers in (board.mates[cell], board.touching[cell]):
        for other in sorted(seers):
            if board.domains[other] == 1 << digit - 1 and (placed is None or other in placed):
                return other
    return None


def naked_single(board: Board, cell: int, digit: int, placed: Iterable[int] | None = None) -> Message:
    """Return why a cell can only hold a digit: the solved cells that see it, digit by digit."""
    size = len(board.members[board.piece_of[cell]])
    others = [other for other in range(1, size + 1) if other != digit]
    return _excluded(
        board,
        cell,
        others,
        placed,
        Message("{cell} is {digit}", cell=name_of(board, cell), digit=digit),
    )


def _excluded(
    board: Board, cell: int, digits: Iterable[int], placed: Iterable[int] | None, what: str
) -> Message:
    """Return the conclusion for a cell, with the solved cells that exclude digits from it."""
    causes = {digit: cause_of(board, cell, digit, placed) for digit in digits}
    seen = [cause for cause in causes.values() if cause is not None]
    unseen = [digit for digit, cause in causes.items() if cause is None]
    fields = {"what": what, "causes": causes_listed(board, seen), "others": listing(unseen)}
    if not seen:
        return (
            Message("{what}, as {others} went before.", **fields)
            if unseen
            else Message("{what}.", what=what)
        )
    if unseen:
        return Message("{what}, as {causes}, and {others} went before.", **fields)
    return Message("{what}, as {causes}.", **fields)


def causes_listed(board: Board, cells: Sequence[int]) -> str:
    """Return the digits of solved cells as an enumeration."""
    return listing(
        Message("{cell} is {digit}", cell=name_of(board, cell), digit=board.domains[cell].bit_length())
        for cell in cells
    )


def _end(state: "_State", cell: int, digit: int) -> Message:
    """Return the sentence in which a chain ends."""
    board = state.board
    if not digit:
        size = len(board.members[board.piece_of[cell]])
        what = Message("Then {cell} has no candidate left", cell=name_of(board, cell))
        return _excluded(board, cell, range(1, size + 1), state.placed, what)
    what = Message(
        "Then the piece of {piece} has no place for {digit}", piece=name_of(board, cell), digit=digit
    )
    cells = board.members[board.piece_of[cell]]
    found = {cause_of(board, one, digit, state.placed) for one in cells if one not in state.placed}
    causes = sorted(one for one in found if one is not None)
    if not causes:
        return Message("{what}.", what=what)
    return Message("{what}, as {causes}.", what=what, causes=causes_listed(board, causes))


class _State:
    """The candidates under an assumption, and for each removed candidate the links that it depends on.

    `absent` are the candidates that were removed before. A digit spreads when a link or the assumption
    places it, not when it becomes the last candidate of a cell.
    """

    def __init__(self, board: Board, cell: int, digit: int) -> None:
        self.board = board.trial()
        self.absent = {(one, gone) for one in board.cells for gone in absent(board, one)}
        self.links: list[_Link] = []
        self.rests: dict[Candidate, frozenset[int]] = {}
        self.placed = {one for one in board.cells if board.is_solved(one)}
        for one in self.placed:
            self._strike(board.sees(one), board.domains[one], frozenset())
        self._place(cell, digit, frozenset())

    def _strike(self, cells: Iterable[int], mask: int, rests: frozenset[int]) -> None:
        domains = self.board.domains
        for cell in cells:
            for digit in digits_of(domains[cell] & mask):
                self.rests[cell, digit] = rests
            domains[cell] &= ~mask

    def _place(self, cell: int, digit: int, rests: frozenset[int]) -> None:
        bit = 1 << digit - 1
        self._strike([cell], ~bit & (1 << len(self.board.members[self.board.piece_of[cell]])) - 1, rests)
        self._strike(self.board.sees(cell), bit, rests)
        self.placed.add(cell)

    def rests_of(self, needs: Iterable[Candidate]) -> frozenset[int]:
        """Return the numbers of the links on which removed candidates depend."""
        return frozenset[int]().union(*(self.rests.get(one, frozenset()) for one in needs))

    def holds(self, link: _Link) -> bool:
        """Whether a link follows."""
        return not any(self.board.domains[cell] >> digit - 1 & 1 for cell, digit in link[1])

    def add(self, link: _Link) -> None:
        """Add a link that holds."""
        deduction, needs = link
        rests = self.rests_of(needs) | {len(self.links)}
        if not deduction.technique:
            reason = naked_single(
                self.board, deduction.cells[0], deduction.mask.bit_length(), self.placed
            )
            deduction = replace(deduction, reason=reason)
        self.links.append((deduction, needs))
        if deduction.action == "place":
            self._place(deduction.cells[0], deduction.mask.bit_length(), rests)
        else:
            self._strike(deduction.cells, deduction.mask, rests)

    def conflicts(self) -> Iterator[tuple[set[Candidate], int, int]]:
        """Yield the conflicts: the removed candidates, and the cell or piece that they leave empty."""
        board = self.board
        for cell in board.cells:
            if not board.domains[cell]:
                yield {(cell, digit) for digit in absent(board, cell)}, cell, 0
        for cells in board.members:
            for digit in range(1, len(cells) + 1):
                if not board.places(cells, digit):
                    yield {(cell, digit) for cell in cells}, cells[0], digit

    def conflict(self) -> tuple[set[Candidate], int, int]:
        """Return the conflict that needs the fewest links."""
        return min(self.conflicts(), key=lambda one: len(self.rests_of(one[0])))

    def grown(self) -> list[_Link] | None:
        """Add all links that follow, round by round; return the links that lead to a conflict."""
        while not any(self.conflicts()):
            found = [*self.singles(), *self.exclusions()] or list(self._subsets())
            if not found:
                return None
            for link in [(link, needs_of(self.board, link)) for link in found]:
                self.add(link)
        return [self.links[number] for number in sorted(self.rests_of(self.conflict()[0]))]

    def singles(self) -> Iterator[Deduction]:
        """Yield the singles that follow."""
        board = self.board
        for cell in board.cells:
            if cell not in self.placed and board.is_solved(cell):
                yield Deduction(0, "place", (cell,), board.domains[cell], (cell,), "")
        for cells in board.members:
            for digit in range(1, len(cells) + 1):
                places = board.places(cells, digit)
                if len(places) == 1 and not board.is_solved(places[0]):
                    reason = Message(
                        "In the piece of {piece}, {digit} can only go in {cell}.",
                        piece=name_of(board, cells[0]),
                        digit=digit,
                        cell=name_of(board, places[0]),
                    )
                    yield Deduction(
                        HIDDEN_SINGLE, "place", (places[0],), 1 << digit - 1, tuple(cells), reason
                    )

    def exclusions(self) -> Iterator[Deduction]:
        """Yield the exclusions that follow."""
        board = self.board
        for cells in board.members:
            for digit in range(1, len(cells) + 1):
                places = board.places(cells, digit)
                if not 2 <= len(places) <= 9:
                    continue
                bit = 1 << digit - 1
                losers = tuple(
                    sorted(
                        cell
                        for cell in board.common(places)
                        if board.domains[cell] & bit and board.piece_of[cell] != board.piece_of[places[0]]
                    )
                )
                if losers:
                    finding = Finding(EXCLUSION, losers, bit, tuple(places), (), 0, (), 0, -1, -1, 0)
                    yield deduction_of(board.puzzle, finding)

    def _subsets(self) -> Iterator[Deduction]:
        """Yield the easiest conclusion by pairs and subsets, if one exists."""
        puzzle = self.board.puzzle
        ladder = Ladder(puzzle.width, puzzle.height, puzzle.pieces, self.board.domains, SUBSETS)
        if ladder.run(1, None, 1) or ladder.conflict() >= 0:
            yield deduction_of(puzzle, Finding._make(ladder.last()))


def _replayed(board: Board, cell: int, digit: int, links: Sequence[_Link]) -> _State | None:
    """Return the state after these links; None if a link does not hold, or no conflict follows."""
    state = _State(board, cell, digit)
    for link in links:
        if not state.holds(link):
            return None
        state.add(link)
    return state if any(state.conflicts()) else None
