"""Alternative counters of the solutions of a Tectonic puzzle, for comparison: SAT and CP-SAT models.

Variables are Booleans "this cell holds this digit". The models omit candidates that the givens exclude,
which makes them several times as fast; the plain models state only the rules and the givens. The packages
are in the extra `bench`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from ortools.sat.python import cp_model
from pysat.solvers import Solver

from zet.engines.tectonic.model import Puzzle


@cache
def touching_pairs(width: int, height: int) -> list[tuple[int, int]]:
    """Return all pairs of adjacent cells."""
    cells = [(row, column) for row in range(height) for column in range(width)]
    return [
        (row * width + column, r * width + c)
        for row, column in cells
        for r, c in ((row, column + 1), (row + 1, column - 1), (row + 1, column), (row + 1, column + 1))
        if r < height and 0 <= c < width
    ]


@cache
def blocks(width: int, height: int) -> list[list[int]]:
    """Return the 2x2 blocks, whose cells are all adjacent; pairs of cells on a board one cell wide."""
    return [
        [
            r * width + c
            for r in range(row, min(row + 2, height))
            for c in range(column, min(column + 2, width))
        ]
        for row in range(max(height - 1, 1))
        for column in range(max(width - 1, 1))
    ]


def variables(puzzle: Puzzle, *, strike: bool = True) -> dict[tuple[int, int], int]:
    """Return the number, from 1, of each (cell, digit) that the givens leave open, or of all."""
    if not strike:
        pairs = [
            (cell, digit)
            for cell, piece in enumerate(puzzle.pieces)
            for digit in range(1, puzzle.sizes[piece] + 1)
        ]
        return {pair: number for number, pair in enumerate(pairs, 1)}
    taken: list[set[int]] = [set() for _ in puzzle.pieces]
    for one, other in touching_pairs(puzzle.width, puzzle.height):
        taken[one].add(puzzle.givens[other])
        taken[other].add(puzzle.givens[one])
    in_piece: defaultdict[int, set[int]] = defaultdict(set)
    for piece, given in zip(puzzle.pieces, puzzle.givens, strict=True):
        in_piece[piece].add(given)
    numbers: dict[tuple[int, int], int] = {}
    for cell, (piece, given) in enumerate(zip(puzzle.pieces, puzzle.givens, strict=True)):
        if not given:
            for digit in range(1, puzzle.sizes[piece] + 1):
                if digit not in taken[cell] and digit not in in_piece[piece]:
                    numbers[cell, digit] = len(numbers) + 1
    return numbers


def groups(puzzle: Puzzle, numbers: dict[tuple[int, int], int]) -> Iterator[list[int]]:
    """Yield the sets of variables of which exactly one is true: digits of a cell, places of a digit."""
    struck = len(numbers) < sum(size**2 for size in puzzle.sizes)
    for cells in puzzle.members:
        given = {puzzle.givens[cell] for cell in cells} if struck else set()
        digits = range(1, len(cells) + 1)
        for cell in cells:
            if not (struck and puzzle.givens[cell]):
                yield [numbers[cell, digit] for digit in digits if (cell, digit) in numbers]
        for digit in digits:
            if digit not in given:
                yield [numbers[cell, digit] for cell in cells if (cell, digit) in numbers]


def sat(puzzle: Puzzle, *, solver: str = "glucose4", strike: bool = True, limit: int = 2) -> int:
    """Return the number of solutions, up to the limit, found by a SAT solver through PySAT."""
    numbers = variables(puzzle, strike=strike)
    clauses = rules(puzzle, numbers)
    if not strike:
        clauses += [(numbers[cell, given],) for cell, given in enumerate(puzzle.givens) if given]
    found = 0
    with Solver(name=solver, bootstrap_with=clauses) as engine:
        while found < limit and engine.solve():
            found += 1
            if not numbers:
                break
            engine.add_clause([-literal for literal in engine.get_model() or () if literal > 0])
    return found


def rules(puzzle: Puzzle, numbers: dict[tuple[int, int], int]) -> list[Iterable[int]]:
    """Return the clauses of the pieces and of adjacent cells."""
    clauses: list[Iterable[int]] = []
    for group in groups(puzzle, numbers):
        clauses.append(group)
        clauses += [(-one, -other) for one, other in combinations(group, 2)]
    pieces = puzzle.pieces
    by_cell: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for (cell, digit), number in numbers.items():
        by_cell[cell][digit] = number
    for one, other in touching_pairs(puzzle.width, puzzle.height):
        if pieces[one] != pieces[other] and one in by_cell and other in by_cell:
            there = by_cell[other]
            clauses += [(-n, -there[digit]) for digit, n in by_cell[one].items() if digit in there]
    return clauses


def spared(puzzle: Puzzle, cells: Iterable[int], solver: str = "glucose4") -> tuple[bool, list[int]]:
    """Return whether the solution is unique, and which of these givens can be omitted, each alone."""
    numbers = variables(puzzle, strike=False)
    given = [numbers[cell, digit] for cell, digit in enumerate(puzzle.givens) if digit]
    with Solver(name=solver, bootstrap_with=rules(puzzle, numbers)) as engine:
        found = []
        for cell in cells:
            own = numbers[cell, puzzle.givens[cell]]
            if not engine.solve(assumptions=[-own, *(number for number in given if number != own)]):
                found.append(cell)
        assert engine.solve(assumptions=given)
        engine.add_clause([-literal for literal in engine.get_model() or () if literal > 0])
        return not engine.solve(assumptions=given), found


def thinned(full: Puzzle, cells: Iterable[int], solver: str = "glucose4") -> list[int]:
    """Return the givens that remain when superfluous givens of a full board are removed in this order.

    One solver keeps its learned clauses throughout; the current givens are its assumptions.
    """
    numbers = variables(full, strike=False)
    stays = {cell: numbers[cell, digit] for cell, digit in enumerate(full.givens)}
    with Solver(name=solver, bootstrap_with=rules(full, numbers)) as engine:
        for cell in cells:
            own = stays.pop(cell)
            if engine.solve(assumptions=[-own, *stays.values()]):
                stays[cell] = own
    return sorted(stays)


class _Counter(cp_model.CpSolverSolutionCallback):
    """A counter of the solutions of an enumeration, which it stops at the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.count = 0
        self._limit = limit

    def on_solution_callback(self) -> None:
        """Count one."""
        self.count += 1
        if self.count >= self._limit:
            self.stop_search()


def cp_sat(puzzle: Puzzle, *, presolve: bool = True, limit: int = 2) -> int:
    """Return the number of solutions, up to the limit, found by OR-tools CP-SAT on one thread."""
    numbers = variables(puzzle)
    model = cp_model.CpModel()
    literals: Sequence[cp_model.IntVar] = [model.new_bool_var("") for _ in numbers]
    for group in groups(puzzle, numbers):
        model.add_exactly_one(literals[number - 1] for number in group)
    for block in blocks(puzzle.width, puzzle.height):
        for digit in range(1, max(puzzle.sizes) + 1):
            places = [literals[numbers[cell, digit] - 1] for cell in block if (cell, digit) in numbers]
            if len(places) > 1:
                model.add_at_most_one(places)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    if not presolve:
        solver.parameters.cp_model_presolve = False
        solver.parameters.linearization_level = 0
        solver.parameters.symmetry_level = 0
        solver.parameters.cp_model_probing_level = 0
    counter = _Counter(limit)
    solver.solve(model, counter)
    return counter.count


def cp_sat_plain(puzzle: Puzzle, *, limit: int = 2) -> int:
    """Return the number of solutions, up to the limit, by CP-SAT with an integer for each cell."""
    model = cp_model.CpModel()
    cells = [
        model.new_int_var(given or 1, given or puzzle.sizes[piece], "")
        for piece, given in zip(puzzle.pieces, puzzle.givens, strict=True)
    ]
    for members in puzzle.members:
        model.add_all_different(cells[cell] for cell in members)
    for one, other in touching_pairs(puzzle.width, puzzle.height):
        if puzzle.pieces[one] != puzzle.pieces[other]:
            model.add(cells[one] != cells[other])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    counter = _Counter(limit)
    solver.solve(model, counter)
    return counter.count
