"""Trees of moves, as SGF and RenLib files hold them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from zet.engines.renju.model import Game, PositionError

MAX_DEPTH = 1000
"""Moves in a row that a tree may have, passes included."""

MAX_NODES = 4_000_000
"""Nodes that a tree may have."""


@dataclass(slots=True)
class Tree:
    """Moves that follow a position; node 0 is the root and has no move.

    Node i has the move `moves[i]` (meaningless for the root), the parent `parents[i]`, an earlier node,
    and its `children` in order. `comments` holds the texts of the nodes that have one.
    """

    start: Game = field(default_factory=Game)
    moves: list[int] = field(default_factory=lambda: [0])
    parents: list[int] = field(default_factory=lambda: [-1])
    children: list[list[int]] = field(default_factory=lambda: [[]])
    comments: dict[int, str] = field(default_factory=dict)

    def add(self, parent: int, move: int) -> int:
        """Return the new node of a move, or the one that the parent has for it."""
        for child in self.children[parent]:
            if self.moves[child] == move:
                return child
        if len(self.moves) > MAX_NODES:
            raise ValueError(f"a tree of more than {MAX_NODES} moves")
        self.moves.append(move)
        self.parents.append(parent)
        self.children.append([])
        self.children[parent].append(len(self.moves) - 1)
        return len(self.moves) - 1

    def line_to(self, node: int) -> list[int]:
        """Return the moves from the root to a node."""
        found: list[int] = []
        while node:
            found.append(self.moves[node])
            node = self.parents[node]
        return found[::-1]

    def games(self) -> Iterator[Game]:
        """Yield the game of each line, the main line first.

        Raises:
            PositionError: a point is taken twice in a line.
        """
        stack = [0]
        while stack:
            node = stack.pop()
            if self.children[node]:
                stack.extend(reversed(self.children[node]))
            else:
                yield self.start.then(self.line_to(node))


def merge(games: Iterable[Game]) -> Tree:
    """Return the tree of games that begin at one position.

    Raises:
        PositionError: they begin at different positions.
    """
    tree: Tree | None = None
    for game in games:
        start = replace(game, moves=(), info=())
        if tree is None:
            tree = Tree(start)
        elif start != tree.start:
            raise PositionError("the games begin at different positions: a tree has one")
        node = 0
        for move in game.moves:
            node = tree.add(node, move)
    return tree or Tree()
