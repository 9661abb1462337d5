"""Bounds on what knowledge of wins and the order of moves can save NOIRE.

    python tests/benchmarks/noire_bound.py LIMIT EVERY FILE...

Every EVERY-th problem of the files is searched, with at most LIMIT positions for each search: with the
shipped rules of levels 1 and 7, and with perfect knowledge of every win of the side to move, by fours and
threes, within 3, 5, 7 or 9 moves of both sides. The last takes minutes, so it is tried only in problems
that level 1 wins. The columns are positions visited, as shares of the positions visited at level 1:

    first    by NOIRE's search, in the problems that level 1 wins
    mean     the geometric mean of this share
    in all   by NOIRE's search, in the problems that level 1 wins or gives up
    proof    in the smallest proof to the depth of the win, without failed moves and failed iterations, in
             the problems that level 1 wins and in which this proof was found

The search is a copy of NOIRE's in Python, whose counts with the shipped rules must be the same.
"""

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from zet.engines.noire._search import NoireSearch
from zet.engines.noire.codes import WIN_VALUE
from zet.engines.noire.groups import GROUPS
from zet.engines.noire.plans import plans_of
from zet.engines.noire.program import Program
from zet.engines.noire.solver import solve
from zet.engines.renju._threats import ThreatSearch
from zet.engines.renju.model import BLACK, N_CELLS, SIDE, Game
from zet.formats.blanche import joined, rule_set
from zet.formats.renju import FORMATS

RENJU = (True, False, True)
NUMBERS = {(group.direction, group.base[0]): number for number, group in enumerate(GROUPS)}
FOLLOWING = [NUMBERS.get((group.direction, group.base[1])) for group in GROUPS]
BONUS = [7 - max(abs(cell % SIDE - 7), abs(cell // SIDE - 7)) for cell in range(N_CELLS)]
LEVELS = (1, 7)
LENGTHS = (3, 5, 7, 9)
NAMES = [*(f"rules to level {one}" for one in LEVELS), *(f"all wins within {one}" for one in LENGTHS)]
SCALES = (1, 8, 64, 512, 4096)
MOST_VISITED = 300_000

KEYS = [[Random(2 * cell + color).getrandbits(64) for cell in range(N_CELLS)] for color in range(2)]


@dataclass(frozen=True)
class Row:
    """The positions visited with a source of knowledge, and the positions in a proof if it was found."""

    wins: bool
    search: int
    proof: int | None


class LimitError(Exception):
    """A search has visited as many positions as it may."""


class Position:
    """A position that NOIRE searches, with its forcing moves and answers, and wins known to an oracle."""

    def __init__(self, game: Game, program: Program) -> None:
        self.plans = plans_of(program, RENJU)
        self.board = NoireSearch(RENJU, self.plans, by_rules=False)
        self.oracle = ThreatSearch(*RENJU)
        self.oracle.begin(-1, None)
        self.stones: dict[int, int] = {}
        self.stones_key = 0
        self.attacker = game.side
        self.wins: dict[int, tuple[int, int]] = {}
        self.ways: dict[int, tuple[int, list[int]]] = {}
        self.n_unknown = 0
        for color, cells in enumerate(game.stones()):
            for cell in cells:
                self.put(cell, color)

    def put(self, cell: int, color: int) -> None:
        self.board.put(cell, color)
        self.oracle.play(cell, color)
        self.stones[cell] = color
        self.stones_key ^= KEYS[color][cell]

    @contextmanager
    def played(self, cell: int, color: int) -> Iterator[None]:
        self.put(cell, color)
        try:
            yield
        finally:
            self.board.take()
            self.oracle.undo()
            del self.stones[cell]
            self.stones_key ^= KEYS[color][cell]

    def key(self, side: int) -> int:
        return self.stones_key ^ side

    def by_rules(self, side: int, level: int) -> int | None:
        """Return the length of the win that a shipped rule claims, negative for a win of the opponent."""
        number = self.board.infer(side, level)
        if number < 0:
            return None
        is_own, length = self.plans.players[number] == side, self.plans.levels[number]
        return None if length and not is_own else length if is_own else -length

    def by_oracle(self, side: int, n_moves: int) -> int | None:
        """Return the length of the shortest win of the side to move by at most `n_moves` of its moves."""
        key = self.key(side)
        found, searched = self.wins.get(key, (0, 0))
        while not found and searched < n_moves:
            searched += 1
            if self._wins(side, searched):
                found = searched
            self.wins[key] = found, searched
        return 2 * found - 1 if 0 < found <= n_moves else None

    def _wins(self, side: int, n_moves: int) -> bool:
        if self.oracle.win_by_fours(side, n_moves - 1):
            return True
        if n_moves < 3:  # an open three takes a straight four, and a five
            return False
        for scale in SCALES:
            wins = self.oracle.win_by_threats(side, n_moves, is_wide=True, scale=scale, is_counting=True)
            if wins or (wins is False and not self.oracle.is_unsure):
                return bool(wins)
        self.n_unknown += 1
        return False

    def moves(self, side: int) -> tuple[int, list[int]]:
        """Return the threat (1 a four, 3 an open three, 0 none) and the moves, in NOIRE's order."""
        key = self.key(side)
        if key not in self.ways:
            self.ways[key] = self._moves(side)
        return self.ways[key]

    def _moves(self, side: int) -> tuple[int, list[int]]:
        moves = self.board.forced_answers(side)
        if self.board.kind or side != self.attacker:
            return self.board.kind, moves
        groups = self.plans.shapes[side]
        found = {cell for group in self.board.groups(groups[1]) for cell in GROUPS[group].base}
        for group in self.board.groups(groups[3]):
            if self._may_grow(group, side):
                found.update(GROUPS[group].base[1:])
        legal = [
            cell
            for cell in found
            if cell not in self.stones and not (side == BLACK and self.board.is_forbidden(cell))
        ]
        return 0, sorted(legal, key=lambda cell: (-self._worth(cell, side), cell))

    def _may_grow(self, group: int, side: int) -> bool:
        following = FOLLOWING[group]
        if not RENJU[side]:
            return True
        if following is None:
            return False
        cells = GROUPS[following].cells
        return all(cell is None or self.stones.get(cell) != side for cell in (cells[0], cells[6]))

    def _worth(self, cell: int, side: int) -> int:
        with self.played(cell, side):
            return self.board.evaluation(side) + BONUS[cell]

    def has_four(self, side: int) -> bool:
        return bool(self.board.groups(self.plans.shapes[side][0]))


class Search:
    """NOIRE's search with a source of knowledge, and the cheapest search with the same knowledge.

    `knows` returns the length of a win of a side to move, or None.
    """

    def __init__(self, position: Position, knows: Callable[[int], int | None], limit: int) -> None:
        self.position, self.knows, self.limit = position, knows, limit
        self.attacker = position.attacker
        self.nodes = 0
        self.killers: dict[int, int] = {}
        self.proofs: dict[tuple[int, int], tuple[int | None, int]] = {}

    def node(self, side: int, ply: int, depth: int) -> tuple[int | None, list[int], int]:
        """Return the attacker's value of a decided position, otherwise the moves and the depth for them.

        There are no moves if the depth is too small for them.
        """
        attacks = side == self.attacker
        sign = 1 if attacks else -1
        length = self.knows(side)
        if length is not None:
            return sign * (WIN_VALUE - ply - length), [], 0
        if not attacks and self.position.has_four(side):
            return 0, [], 0
        threat, moves = self.position.moves(side)
        if not moves:
            return -sign * (WIN_VALUE - ply - 1 - threat) if threat else 0, [], 0
        if not threat and not attacks:
            return 0, [], 0
        if threat and len(moves) == 1:
            depth += 2 if attacks else 1
        return None, moves if depth > 0 else [], depth - 1

    def solve(self) -> int | None:
        """Return the depth of the iteration that wins, or None if no depth does.

        Raises:
            LimitError: the search has visited as many positions as it may.
        """
        depth, self.is_cut, value = 0, True, 0
        while value <= 0 and self.is_cut:
            depth, self.is_cut = depth + 1, False
            value = self.visit(self.attacker, 0, depth)
        return depth if value > 0 else None

    def visit(self, side: int, ply: int, depth: int) -> int:
        """Return the attacker's value: of a win, the negative value of a loss, or 0."""
        if self.nodes >= self.limit:
            raise LimitError
        self.nodes += 1
        sign = 1 if side == self.attacker else -1
        value, moves, depth = self.node(side, ply, depth)
        if value is not None:
            return value
        if not moves:
            self.is_cut = True
            return 0
        killer = self.killers.get(ply)
        moves = sorted(moves, key=lambda move: move != killer)
        best, best_move = -sign * WIN_VALUE, moves[0]
        for move in moves:
            with self.position.played(move, side):
                value = self.visit(1 - side, ply + 1, depth)
            if sign * value > sign * best:
                best, best_move = value, move
            if value > 0 if sign > 0 else value <= 0:
                break
        self.killers[ply] = best_move
        return best

    def smallest_proof(self, depth: int) -> int:
        """Return the number of positions in the smallest proof of a win to a depth that has such a win.

        Raises:
            LimitError: the search for it has visited too many positions.
        """
        most, size = 1, None
        self.n_visited = 0
        while size is None:
            most *= 2
            size = self.proof(self.attacker, depth, most)
        return size

    def proof(self, side: int, depth: int, most: int) -> int | None:
        """Return the size of the smallest proof, or None if it has more than `most` positions."""
        if most < 1:
            return None
        key = self.position.key(side), depth
        size, tried = self.proofs.get(key, (None, 0))
        if size is None and tried < most:
            self.n_visited += 1
            if self.n_visited > MOST_VISITED:
                raise LimitError
            size = self._proof(side, depth, most)
            self.proofs[key] = size, most
        return size if size is not None and size <= most else None

    def _proof(self, side: int, depth: int, most: int) -> int | None:
        value, moves, depth = self.node(side, 0, depth)
        if not moves:
            return 1 if value is not None and value > 0 else None
        best, total = None, 1
        for move in moves:
            with self.position.played(move, side):
                if side != self.attacker:
                    size = self.proof(1 - side, depth, most - total)
                    if size is None:
                        return None
                    total += size
                else:
                    size = self.proof(1 - side, depth, most - 1)
                    if size is not None:
                        best, most = size + 1, size
        return total if side != self.attacker else best


def positions(name: str) -> list[Game]:
    with Path(name).open("rb") as stream:
        form = FORMATS["json" if name.endswith("jsonl") else "position"]
        return [game for game in form.load(stream, name) if isinstance(game, Game)]


def measured(game: Game, program: Program, limit: int) -> Iterator[Row]:
    """Yield a row for each source of knowledge, if level 1 wins or gives up."""
    position = Position(game, program)
    sources = [partial(position.by_rules, level=level) for level in LEVELS]
    sources += [partial(position.by_oracle, n_moves=(length + 1) // 2) for length in LENGTHS]
    won_first = False
    for number, knows in enumerate(sources):
        search = Search(position, knows, limit)
        depth = proof = None
        with suppress(LimitError):
            depth = search.solve()
            if depth is None and not number:
                return
        if number < len(LEVELS):
            assert search.nodes == solve(game, program, level=LEVELS[number], nodes=limit).nodes
        if not number:
            won_first = depth is not None
            if not won_first:
                del sources[-1:]
        if won_first and number and depth is not None:
            with suppress(LimitError):
                proof = search.smallest_proof(depth)
        yield Row(depth is not None, search.nodes, proof)
    if position.n_unknown:
        print(f"  the oracle gave up {position.n_unknown} times", flush=True)


def report(table: list[list[Row]]) -> None:
    won = [rows for rows in table if rows[0].wins]
    print(f"{len(table)} problems that level 1 wins or gives up, {len(won)} that it wins")
    for number, name in enumerate(NAMES):
        pairs = [(rows[number], rows[0].search) for rows in won]
        search = sum(row.search for row, _ in pairs) / sum(first for _, first in pairs)
        mean = math.exp(sum(math.log(row.search / first) for row, first in pairs) / len(pairs))
        rest = [(rows[number].search, rows[0].search) for rows in table if len(rows) > number]
        whole = sum(search for search, _ in rest) / sum(first for _, first in rest)
        proofs = [(row.proof, first) for row, first in pairs if row.proof is not None]
        share = sum(size for size, _ in proofs) / (sum(first for _, first in proofs) or 1)
        n_won = sum(rows[number].wins for rows in table if len(rows) > number)
        in_all = f", in all {whole:.1%} ({n_won} won)" if len(rest) == len(table) else ""
        print(f"{name}: {search:.1%}, mean {mean:.1%}{in_all}; proof {share:.2%} of {len(proofs)}")


def main(limit: int, every: int, names: list[str]) -> None:
    program = joined(map(rule_set, ("sound", "fours")))
    games = [game for name in names for game in positions(name)][::every]
    table = []
    for number, game in enumerate(games, 1):
        rows = list(measured(game, program, limit))
        if rows:
            table.append(rows)
            print(number, *((row.search, row.proof) for row in rows), flush=True)
    report(table)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
