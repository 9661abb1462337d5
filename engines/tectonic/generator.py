"""Make Tectonic puzzles with exactly one solution.

A board is filled and cut into pieces in one go, so that it always has a solution; then givens go, one
by one, as long as the solution stays the only one.
"""

from random import Random

from zet.engines.tectonic.checker import without_givens
from zet.engines.tectonic.model import MAX_PIECE, Puzzle, PuzzleError, check_size
from zet.engines.tectonic.rating import LEVEL_NAMES, rate
from zet.engines.tectonic.solver import solve

MAX_TRIES = 200
"""Boards that are tried for one puzzle of the wanted kind."""


def generate(
    width: int,
    height: int,
    random: Random,
    *,
    max_piece: int = 5,
    difficulty: str | None = None,
    symmetric: bool = False,
    minimal: bool = False,
) -> Puzzle | None:
    """Return a puzzle with one solution; the same state of `random` gives the same puzzle.

    None is returned if no try of `MAX_TRIES` gives one of the wanted kind.

    `difficulty` is one of `rating.LEVEL_NAMES`; without it any will do. `symmetric`
    givens keep their places under a half turn. Of a `minimal` puzzle no given can be spared, of a
    symmetric one no pair of givens.

    Raises:
        PuzzleError: the board or its pieces are too small or too large.
    """
    check_size(width, height)
    least = min(width, 2) * min(height, 2)
    if not least <= max_piece <= MAX_PIECE:
        raise PuzzleError(
            "pieces of a {width} x {height} board need {least} to {most} cells",
            width=width,
            height=height,
            least=least,
            most=MAX_PIECE,
        )
    for _ in range(MAX_TRIES):
        full = _Cutter(width, height, max_piece, random).cut()
        if full is None:
            continue
        puzzle = _thinned(full, random, symmetric)
        if difficulty is not None:
            if not minimal:
                puzzle = _eased(puzzle, difficulty, random, symmetric)
            if _level(puzzle) != LEVEL_NAMES.index(difficulty):
                continue
        return puzzle
    return None


def _orbit(puzzle: Puzzle, cell: int, symmetric: bool) -> list[int]:  # noqa: FBT001
    """Return the cell, and its image under the half turn if givens are to be symmetric."""
    return sorted({cell, len(puzzle.pieces) - 1 - cell}) if symmetric else [cell]


def _thinned(puzzle: Puzzle, random: Random, symmetric: bool) -> Puzzle:  # noqa: FBT001
    """Return the full board without all givens that can be spared in a random order."""
    cells = list(range(len(puzzle.pieces)))
    random.shuffle(cells)
    for cell in cells:
        orbit = _orbit(puzzle, cell, symmetric)
        if cell == orbit[0] and solve(fewer := without_givens(puzzle, orbit)).unique:
            puzzle = fewer
    return puzzle


def _eased(puzzle: Puzzle, difficulty: str, random: Random, symmetric: bool) -> Puzzle:  # noqa: FBT001
    """Return the puzzle with as many more givens as bring it down to a level."""
    [solution] = solve(puzzle).solutions
    open_cells = [cell for cell, given in enumerate(puzzle.givens) if not given]
    random.shuffle(open_cells)
    while _level(puzzle) > LEVEL_NAMES.index(difficulty):
        givens = list(puzzle.givens)
        for cell in _orbit(puzzle, open_cells.pop(), symmetric):
            givens[cell] = solution[cell]
        puzzle = puzzle.filled(givens)
    return puzzle


def _level(puzzle: Puzzle) -> int:
    """Return the number of the level of a puzzle with a solution."""
    rating = rate(puzzle)
    return LEVEL_NAMES.index(rating.level) if rating else -1


class _Cutter:
    """Cuts a board into pieces one after another, and fills each when it is cut.

    A pocket that nothing fits joins a piece beside it, or the pieces around it are cut again.
    """

    def __init__(self, width: int, height: int, max_piece: int, random: Random) -> None:
        self.max_piece = max_piece
        self.random = random
        empty = Puzzle.build(width, height, range(width * height), [0] * (width * height))
        self.shape = empty
        self.touching = [list(empty.neighbours(cell)) for cell in range(width * height)]
        self.beside = [
            [other for other in touching if abs(other - cell) in (1, width)]
            for cell, touching in enumerate(self.touching)
        ]
        self.pieces: dict[int, list[int]] = {}
        self.piece_of = [-1] * (width * height)
        self.digits = [0] * (width * height)
        self.free = set(range(width * height))
        self.next_piece = 0
        self.pockets: set[int] = set()  # free cells that may have no free cell beside them

    def cut(self) -> Puzzle | None:
        """Return the full board, or None if it won't come out even."""
        patience = 200 + 20 * len(self.digits)
        while self.free:
            pockets = [cell for cell in self.pockets if not self._openness(cell)]
            cell = min(pockets or self.free)
            if not self._cut_piece(cell) and not self._join(cell):
                patience -= 1
                if not patience:
                    return None
                self._rip_up(cell)
        return Puzzle.build(self.shape.width, self.shape.height, self.piece_of, self.digits)

    def _openness(self, cell: int) -> int:
        return sum(other in self.free for other in self.beside[cell])

    def _cut_piece(self, start: int) -> bool:
        """Cut a new piece from a cell on and fill it; return False if no try fits."""
        most = self.max_piece
        sizes = self.random.choices(range(1, most + 1), [size**2 for size in range(1, most + 1)], k=8)
        for size in (*sizes, *range(most, 0, -1), *range(most, 0, -1)):
            cells = self._grow(start, size)
            if self._fill(cells):
                for cell in cells:
                    self.piece_of[cell] = self.next_piece
                self.pieces[self.next_piece] = cells
                self.next_piece += 1
                self.free.difference_update(cells)
                self.pockets.update(other for cell in cells for other in self.beside[cell])
                self.pockets &= self.free
                return True
        return False

    def _grow(self, start: int, size: int) -> list[int]:
        """Return up to `size` free cells that hang together, at random but leaving few pockets."""
        cells = [start]
        while len(cells) < size:
            edge = {o for cell in cells for o in self.beside[cell] if o in self.free}
            edge.difference_update(cells)
            if not edge:
                break
            ordered = sorted(edge)
            weights = [8 >> 2 * self._openness(cell) or 1 for cell in ordered]
            cells += self.random.choices(ordered, weights)
        return cells

    def _fill(self, cells: list[int]) -> bool:
        """Give the cells the digits 1 to their number, so that none touches an equal one.

        A free cell beside them must keep a digit that it could hold.
        """
        order = sorted(cells, key=lambda cell: -len(self._taken(cell)))
        digits = self.random.sample(range(1, len(cells) + 1), len(cells))
        if not self._place(order, digits):
            return False
        near = {other for cell in cells for other in self.touching[cell] if other in self.free}
        if all(len(self._taken(cell)) < self.max_piece for cell in near.difference(cells)):
            return True
        for cell in cells:
            self.digits[cell] = 0
        return False

    def _place(self, cells: list[int], digits: list[int]) -> bool:
        """Give each of the cells one of the digits, or leave all as they are and return False."""
        if not cells:
            return True
        taken = self._taken(cells[0])
        for digit in digits:
            if digit not in taken:
                self.digits[cells[0]] = digit
                if self._place(cells[1:], [other for other in digits if other != digit]):
                    return True
        self.digits[cells[0]] = 0
        return False

    def _taken(self, cell: int) -> set[int]:
        """Return the digits that touch a cell."""
        return {self.digits[other] for other in self.touching[cell]} - {0}

    def _join(self, cell: int) -> bool:
        """Let a piece beside the cell take it as its next digit; return False if none can."""
        for other in self.beside[cell]:
            cells = self.pieces.get(self.piece_of[other], [])
            digit = len(cells) + 1
            if not cells or digit > self.max_piece:
                continue
            if all(self.digits[near] != digit for near in self.touching[cell]):
                cells.append(cell)
                self.piece_of[cell] = self.piece_of[other]
                self.digits[cell] = digit
                self.free.remove(cell)
                self.pockets.discard(cell)
                return True
        return False

    def _rip_up(self, cell: int) -> None:
        """Undo some of the pieces that touch a cell for which nothing fits."""
        around = sorted({self.piece_of[other] for other in self.touching[cell]} - {-1})
        for piece in self.random.sample(around, min(self.random.choice([1, 1, 1, 2, 3]), len(around))):
            for member in self.pieces.pop(piece):
                self.piece_of[member] = -1
                self.digits[member] = 0
                self.free.add(member)
