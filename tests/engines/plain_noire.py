"""A plain version of NOIRE's tactical search, on the interpreter.

Groups are examined one by one, and each move builds a new position.
"""

from zet.engines.noire.groups import GROUPS
from zet.engines.noire.interpreter import Interpreter
from zet.engines.noire.position import Position
from zet.engines.renju.model import BLACK, COLORS, N_CELLS, SIDE

CERTAIN = 100_000
ATTACKING = (0, 1, 16, 81, 256, 100_000)
DEFENDING = (0, 1, 9, 49, 169, 100_000)


class PlainNoire:
    """The search for a win of a color; `nodes` counts the positions visited in all iterations.

    If the program makes the search exact, every answer to an open three is tried.
    """

    def __init__(self, interpreter: Interpreter, level: int) -> None:
        self.interpreter = interpreter
        self.level = level
        self.is_exact = interpreter.program.is_exact
        self.nodes = 0

    def solve(self, position: Position, attacker: int, most_depth: int) -> tuple[int, int]:
        """Deepen the search until it has an answer; return the value and the last depth."""
        self.attacker = attacker
        self.killers: dict[int, int] = {}
        value, depth = 0, 0
        while depth < most_depth:
            depth += 1
            self.is_cut = False
            value = self.visit(position, attacker, 0, depth, 0, 2 * CERTAIN)
            if is_win(value) or not self.is_cut:
                break
        return value, depth

    def visit(self, position: Position, side: int, ply: int, depth: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        attacks = side == self.attacker
        match = self.interpreter.infer(position, side, self.level)
        if match and (match.rule.player == side or match.rule.level == 0):
            value = CERTAIN - ply - match.rule.level
            return value if match.rule.player == self.attacker else -value
        if self.is_exact and not attacks and groups(position, side, 4):
            return 0
        threat, moves = self.answers(position, side)
        if not threat:
            if not attacks:
                return 0
            moves = fours(position, side) | middles(position, side, 2)
        if side == BLACK:
            moves = {cell for cell in moves if not self.interpreter.is_forbidden(position, cell)}
        if not moves:
            lost = CERTAIN - ply - (2 if threat == "four" else 4)
            if not threat or (threat == "three" and not self.is_exact):
                return 0
            return -lost if attacks else lost
        if threat and len(moves) == 1:
            depth += 2 if attacks else 1
        if depth <= 0:
            self.is_cut = True
            return 0
        best, best_move = None, None
        for move in self.ordered(position, side, moves, ply):
            after = position.put(move, COLORS[side])
            value = self.visit(after, 1 - side, ply + 1, depth - 1, alpha, beta)
            if best is None or (value > best if attacks else value < best):
                best, best_move = value, move
            if attacks:
                alpha = max(alpha, value)
                if is_win(value):
                    break
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        assert best is not None
        assert best_move is not None
        self.killers[ply] = best_move
        return best

    def answers(self, position: Position, side: int) -> tuple[str, set[int]]:
        """Return the threat of the other side ("four", "three" or ""), and the answers to it."""
        other = 1 - side
        completions = empty_cells(position, groups(position, other, 4))
        if completions:
            return "four", completions
        threes = []
        for number in open_groups(position, other, 3):
            (growing,) = empty_of(position, number, range(2, 6))
            if other != BLACK or not self.interpreter.is_forbidden(position, growing):
                cells = GROUPS[number].cells
                threes.append((growing, {growing, cells[1], cells[6]}))
        if not threes:
            return "", set()
        points = [of_one for _, of_one in threes]
        met = set.intersection(*points) or set.union(*points)
        if self.is_exact and other == BLACK:
            met |= {cell for cell in range(N_CELLS) if self.bars(position, cell, threes)}
        return "three", {cell for cell in met if cell is not None} | fours(position, side)

    def bars(self, position: Position, cell: int, threes: list[tuple[int, set[int | None]]]) -> bool:
        """Whether a white stone on a cell makes it illegal for Black to extend any of the open threes."""
        if position.colors[cell] != "none":
            return False
        after = position.put(cell, "white")
        left = [growing for growing, points in threes if cell not in points]
        return all(self.interpreter.is_forbidden(after, growing) for growing in left)

    def ordered(self, position: Position, side: int, moves: set[int], ply: int) -> list[int]:
        killer = self.killers.get(ply)
        return sorted(moves, key=lambda cell: (cell != killer, -value_after(position, cell, side), cell))


def is_win(value: int) -> bool:
    return value > CERTAIN - N_CELLS


def counts(position: Position, color: int, number: int) -> bool:
    """Whether a group counts for a color; for Black, only if it has no black stone at its border."""
    cells = GROUPS[number].cells
    ends = [cells[place] for place in (0, 6)]
    return color != BLACK or all(cell is None or position.colors[cell] != "black" for cell in ends)


def groups(position: Position, color: int, size: int) -> list[int]:
    """Return the groups that count, with `size` stones of a color and no stone of the other."""
    found = position.groups_by_state.get((COLORS[color], size), [])
    return [number for number in found if counts(position, color, number)]


def empty_of(position: Position, number: int, places: range) -> list[int]:
    cells = [GROUPS[number].cells[place] for place in places]
    return [cell for cell in cells if cell is not None and position.colors[cell] == "none"]


def empty_cells(position: Position, numbers: list[int]) -> set[int]:
    return {cell for number in numbers for cell in empty_of(position, number, range(1, 6))}


def fours(position: Position, color: int) -> set[int]:
    """Return the cells that make a four."""
    return empty_cells(position, groups(position, color, 3))


def open_groups(position: Position, color: int, size: int) -> list[int]:
    """Return the groups with all stones between two empty ends, at positions 1 and 6.

    For Black, a stone at either end must not make six.
    """
    found = []
    for number in groups(position, color, size):
        group = GROUPS[number]
        if len(empty_of(position, number, range(1, 7, 5))) == 2:
            following = [
                other
                for other, one in enumerate(GROUPS)
                if one.direction == group.direction and one.cells[1] == group.cells[2]
            ]
            if color != BLACK or counts(position, color, following[0]):
                found.append(number)
    return found


def middles(position: Position, color: int, size: int) -> set[int]:
    """Return the empty cells at positions 2 to 5 of the open groups."""
    numbers = open_groups(position, color, size)
    return {cell for number in numbers for cell in empty_of(position, number, range(2, 6))}


def evaluation(position: Position, color: int) -> int:
    """Return the value of the groups for an attacking color."""
    total = 0
    for size in range(1, 6):
        total += ATTACKING[size] * len(groups(position, color, size))
        total -= DEFENDING[size] * len(groups(position, 1 - color, size))
    return total


def value_after(position: Position, cell: int, color: int) -> int:
    """Return the evaluation after a move, for the side that moved, with a small bonus for the center."""
    bonus = 7 - max(abs(cell % SIDE - 7), abs(cell // SIDE - 7))
    return evaluation(position.put(cell, COLORS[color]), color) + bonus
