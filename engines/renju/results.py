"""A store of results of proof searches; lookups also find results of symmetric and similar positions."""

import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from zet.engines.renju.model import PASS, Game, place_of
from zet.engines.renju.openings import turned
from zet.engines.renju.proof import Graph, Proof, arrays_of, parts_of, proof_of, unmet
from zet.engines.renju.quiet import Winning
from zet.engines.renju.rules import Board
from zet.engines.renju.symmetry import key

_BACK = (0, 1, 2, 3, 4, 6, 5, 7)
"""The inverse of each symmetry, numbered as in `openings.turned`."""

Value = TypeVar("Value")

QUIET_ORDER = 2
"""The order of the threat of a quiet move: after a pass, fours and threes win. See `threat_orders`."""


class Results:
    """Proofs that the side to move wins, and positions for which no proof was found.

    For some of these positions, a search has shown that no win by quiet moves exists. All games have the
    same rule and the same board size.
    """

    def __init__(self) -> None:
        self._proofs: dict[bytes, tuple[Game, Graph]] = {}
        self._tried: dict[bytes, int] = {}
        self._similar: dict[bytes, list[tuple[bytes, int]]] = {}
        self._winning: dict[int, dict[int, Counter[int]]] = {}
        self._moves: dict[bytes, tuple[Game, int]] = {}

    def __len__(self) -> int:
        return len(self._proofs)

    def __iter__(self) -> Iterator[tuple[Game, Proof]]:
        """Yield each proven position with its proof."""
        for game, graph in self._proofs.values():
            yield game, proof_of(graph)

    def __contains__(self, game: Game) -> bool:
        return key(game.position()) in self._proofs

    def add(self, game: Game, proof: Proof) -> None:
        """Store a proof that the side to move wins, unless one is stored for the position or an image."""
        game = game.position()
        name = key(game)
        if name in self._proofs:
            return
        for cell, rest in _without_one(game):
            self._similar.setdefault(key(rest), []).append((name, cell))
        graph = arrays_of(parts_of(proof))
        self._proofs[name] = game, graph
        stones = _mask(game.stones()[game.side])
        moves = self._winning.setdefault(stones, {})
        for mask, move in _quiet_moves(graph, stones):
            moves.setdefault(mask, Counter())[move] += 1

    def fail(self, game: Game, nodes: int) -> None:
        """Record that a search limited to trying `nodes` moves found no proof."""
        name = key(game.position())
        self._tried[name] = max(nodes, self._tried.get(name, 0))

    def exclude(self, game: Game) -> None:
        """Record that a position has no win by quiet moves, so that it is not searched again."""
        self._tried[key(game.position())] = sys.maxsize

    def suggest(self, game: Game, move: int) -> None:
        """Record the move of an outline for a position; the proof of the move need not be stored."""
        game = game.position()
        self._moves[key(game)] = game, move

    def suggested(self, game: Game) -> int | None:
        """Return the move recorded for a position or for its image; None if there is no such move."""
        if (known := _lookup(self._moves, game)) is None:
            return None
        move, symmetry = known
        return turned(move, symmetry, game.size)

    @property
    def has_suggestions(self) -> bool:
        """Whether any position has a recorded move of an outline."""
        return bool(self._moves)

    def proof_of(self, game: Game) -> Proof | None:
        """Return the proof of a position, mapped from a stored image; None if no image is stored."""
        if (known := _lookup(self._proofs, game)) is None:
            return None
        graph, symmetry = known
        return proof_of(_image(graph, symmetry, game.size))

    def tried(self, game: Game) -> int:
        """Return the largest limit of a search that found no proof; 0 if there was no such search.

        If a win is excluded, the limit is `sys.maxsize`.
        """
        return self._tried.get(key(game.position()), 0)

    def similar(self, game: Game, most: int) -> list[Graph]:
        """Return proofs of positions that differ from `game` in the place of one opposing stone.

        Such a proof may be valid in this position as well, especially if the stone is far from the play,
        so proofs of positions that differ in the farthest stone come first. At most `most` proofs are
        returned, as arrays.
        """
        game = game.position()
        found: list[Graph] = []
        for _cell, rest in _without_one(game):
            for name, cell in self._similar.get(key(rest), ())[len(found) - most :]:
                other, graph = self._proofs[name]
                stones = other.stones()
                stones[1 - other.side].remove(cell)
                found.append(_image(graph, _symmetry(stones, rest.stones(), game.size), game.size))
            if len(found) == most:
                break
        return found

    def winning(self, game: Game) -> Winning:
        """Return the moves that won in proofs of positions with the same stones of the side to move."""
        stones, size = game.stones()[game.side], game.size
        found: dict[int, Counter[int]] = {}
        for symmetry, back in enumerate(_BACK):
            image = _mask([turned(cell, symmetry, size) for cell in stones])
            for mask, counts in self._winning.get(image, {}).items():
                here = found.setdefault(_turned_mask(mask, back, size), Counter())
                here.update({turned(move, back, size): count for move, count in counts.items()})
        return _ordered(found)


def refuted(
    game: Game, rule: str, position: Game, proof: Proof, *, seconds: float | None = None
) -> list[int]:
    """Return the answers in a game that a valid proof refutes; `position` is where the proof begins.

    A proof of the position after an answer, or of an image of this position, refutes this answer. A proof
    of the position after a pass is a threat: it refutes the answers after which it is verified to win
    within `seconds` (for all answers together).
    """
    position = position.position()
    name = key(position)
    n_stones = sum(map(len, position.stones())) - sum(map(len, game.stones()))
    board = Board.of(game, rule)
    if n_stones == 1:
        return [cell for cell in board.legal(game.side) if key(game.then([cell]).position()) == name]
    if n_stones or key(game.then([PASS]).position()) != name:
        return []
    symmetry = _symmetry(position.stones(), game.stones(), game.size)
    threat = _image(arrays_of(parts_of(proof)), symmetry, game.size)
    fives = board.five_cells(game.side)
    cells = [cell for cell in board.legal(game.side) if cell not in fives]
    left = set(unmet(rule, seconds, game, threat, cells))
    return [cell for cell in cells if cell not in left]


def winning_in(game: Game, graphs: Iterable[Graph]) -> Winning:
    """Return the winning moves in proofs of positions similar to the position of a game."""
    found: dict[int, Counter[int]] = {}
    for graph in graphs:
        for stones, move in _quiet_moves(graph, _mask(game.stones()[game.side])):
            found.setdefault(stones, Counter())[move] += 1
    return _ordered(found)


def _ordered(counts: Mapping[int, Counter[int]]) -> Winning:
    return {stones: [move for move, _count in moves.most_common()] for stones, moves in counts.items()}


def _without_one(game: Game) -> Iterator[tuple[int, Game]]:
    """Yield each stone of the side that is not to move, and the position without this stone.

    The stones farthest from the stones of the side to move come first.
    """
    stones = game.stones()
    near = [place_of(cell, game.size) for cell in stones[game.side]]

    def distance(cell: int) -> int:
        x, y = place_of(cell, game.size)
        return min([max(abs(x - x2), abs(y - y2)) for x2, y2 in near], default=0)

    for cell in sorted(stones[1 - game.side], key=distance, reverse=True):
        left = [tuple([one for one in cells if one != cell]) for cells in stones]
        yield cell, Game(left[0], left[1], game.side, size=game.size)


def _lookup(table: Mapping[bytes, tuple[Game, Value]], game: Game) -> tuple[Value, int] | None:
    """Return the value stored for an image of a position, and the symmetry that maps this image to it."""
    game = game.position()
    if (known := table.get(key(game))) is None:
        return None
    image, value = known
    return value, _symmetry(image.stones(), game.stones(), game.size)


def _symmetry(stones: Sequence[Sequence[int]], images: Sequence[Sequence[int]], size: int) -> int:
    """Return the symmetry that maps the stones of each color to their images."""
    wanted = [set(cells) for cells in images]
    return next(
        symmetry
        for symmetry in range(8)
        if [{turned(cell, symmetry, size) for cell in cells} for cells in stones] == wanted
    )


def _image(graph: Graph, symmetry: int, size: int) -> Graph:
    """Return the image of a proof under a symmetry."""
    image = [turned(cell, symmetry, size) for cell in range(size * size)]
    move, threat, first, answer, after = graph
    cells, answers = (array("i", [image[cell] for cell in one]) for one in (move, answer))
    return cells, threat, first, answers, after


def _mask(cells: Sequence[int]) -> int:
    return sum(1 << cell for cell in cells)


def _turned_mask(mask: int, symmetry: int, size: int) -> int:
    return _mask([turned(cell, symmetry, size) for cell in range(size * size) if mask >> cell & 1])


def _quiet_moves(graph: Graph, stones: int) -> Iterator[tuple[int, int]]:
    """Yield the quiet moves of a proof, each with the mask of the attacker's stones before it.

    `stones` is the mask at the beginning.
    """
    move, threat, first, _answer, after = graph
    orders = threat_orders(graph)
    stack = [(len(move) - 1, stones)]
    seen = set(stack)
    while stack:
        part, stones = stack.pop()
        if orders[part] < QUIET_ORDER:
            continue
        yield stones, move[part]
        for below in (threat[part], *after[first[part] : first[part + 1]]):
            step = below, stones | 1 << move[part]
            if step not in seen:
                seen.add(step)
                stack.append(step)


def threat_orders(graph: Graph) -> list[int]:
    """Return the order of each part of a proof: the highest order of a threat in it.

    The order of a threat is one more than the order of the win that it threatens: 0 for a four, 1 for a
    three, 2 for a quiet move. A part that makes five has order -1.
    """
    move, threat, first, _answer, after = graph
    orders: list[int] = []
    for part in range(len(move)):
        below = [orders[one] for one in after[first[part] : first[part + 1]]]
        orders.append(-1 if threat[part] < 0 else max(orders[threat[part]] + 1, *below, 0))
    return orders
