"""Trees of moves, the models of SGF and RenLib files."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypedDict

from zet.engines.messages import Message
from zet.engines.renju.model import PASS, Game, PositionError, Variation, name
from zet.engines.sanitize import lines_of, one_line
from zet.formats.errors import FormatError, UnreadableError
from zet.formats.renju.lost import lose_info

MAX_DEPTH = 1000
"""The maximum depth of a tree in moves, including passes."""

MAX_NODES = 4_000_000
"""The maximum number of nodes of a tree."""


@dataclass(slots=True)
class Tree:
    """A tree of moves from a position; node 0 is the root and has no move.

    Node i has the move `moves[i]` (meaningless for the root), the parent `parents[i]`, which is an
    earlier node, and the children `children[i]`, in order. `comments` maps nodes to comments; `labels`
    maps nodes to short strings shown on points of the board in the node's position. `marks` is the set of
    nodes with a marked move.
    """

    start: Game = field(default_factory=Game)
    moves: list[int] = field(default_factory=lambda: [0])
    parents: list[int] = field(default_factory=lambda: [-1])
    children: list[list[int]] = field(default_factory=lambda: [[]])
    comments: dict[int, str] = field(default_factory=dict)
    labels: dict[int, dict[int, str]] = field(default_factory=dict)
    marks: set[int] = field(default_factory=set)

    def add(self, parent: int, move: int) -> int:
        """Return the child of `parent` that has this move; the child is added if it does not exist."""
        for child in self.children[parent]:
            if self.moves[child] == move:
                return child
        if len(self.moves) > MAX_NODES:
            raise UnreadableError("the tree has more than {most} moves", most=MAX_NODES)
        self.moves.append(move)
        self.parents.append(parent)
        self.children.append([])
        self.children[parent].append(len(self.moves) - 1)
        return len(self.moves) - 1

    def add_line(self, parent: int, moves: Iterable[int]) -> int:
        """Add a line of moves below a node, and return the last node of the line."""
        line = list(moves)
        at = 0
        while at < len(line) and self.children[parent]:
            parent = self.add(parent, line[at])
            at += 1
        if new := line[at:]:
            first, end = len(self.moves), len(self.moves) + len(new)
            if end > MAX_NODES + 1:
                raise UnreadableError("the tree has more than {most} moves", most=MAX_NODES)
            self.moves += new
            self.parents += [parent, *range(first, end - 1)]
            self.children[parent].append(first)
            self.children += [*([node] for node in range(first + 1, end)), []]
            parent = end - 1
        return parent

    def label(self, node: int, cell: int, text: str) -> None:
        """Put text on a point of the board in a node's position, unless the text is blank."""
        if text := one_line(text):
            self.labels.setdefault(node, {})[cell] = text

    def comment(self, node: int, text: str) -> None:
        """Set the comment of a node, unless the text is blank."""
        if text := lines_of(text):
            self.comments[node] = text

    def graft(self, other: "Tree") -> None:
        """Merge another tree from the same position; where both have a comment or label, keep both.

        Raises:
            PositionError: the trees begin at different positions, or have boards of different sizes.
        """
        if other.start.size != self.start.size:
            raise PositionError("a tree has one board, but the games have boards of different sizes")
        if replace(other.start, info=()) != replace(self.start, info=()):
            raise PositionError(
                "the games begin at different positions, but a tree has one initial position"
            )
        nodes = [0]
        for node in range(1, len(other.moves)):
            nodes.append(self.add(nodes[other.parents[node]], other.moves[node]))
        for node, text in other.comments.items():
            known = self.comments.get(nodes[node], text)
            self.comments[nodes[node]] = known if known == text else f"{known}\n{text}"
        for node, labels in other.labels.items():
            own = self.labels.setdefault(nodes[node], {})
            for cell, text in labels.items():
                label = own.get(cell, text)
                own[cell] = label if text in label.split(", ") else f"{label}, {text}"
        self.marks |= {nodes[node] for node in other.marks}

    def noted(self) -> set[int]:
        """Return the nodes with a comment, a mark or text on the board."""
        return {*self.comments, *self.marks, *self.labels}

    def check(self) -> None:
        """Raise PositionError if a line has two moves on the same point."""
        moves, children = self.moves, self.children
        taken = {*self.start.black, *self.start.white}
        line: list[int] = []
        stack = [(child, 0) for child in reversed(children[0])]
        while stack:
            node, depth = stack.pop()
            taken.difference_update(line[depth:])
            del line[depth:]
            below = [node]
            while len(below) == 1:
                move, below = moves[below[0]], children[below[0]]
                if move in taken:
                    raise PositionError("two stones are on {point}", point=name(move, self.start.size))
                if move != PASS:
                    taken.add(move)
                line.append(move)
            stack += [(child, len(line)) for child in reversed(below)]

    def line_to(self, node: int) -> list[int]:
        """Return the moves from the root to a node."""
        found: list[int] = []
        while node:
            found.append(self.moves[node])
            node = self.parents[node]
        return found[::-1]

    @property
    def n_lines(self) -> int:
        """The number of lines from the root to a node without children."""
        return self.children.count([])

    def games(self) -> Iterator[Game]:
        """Yield the game of each line, the main line first.

        Raises:
            PositionError: a line has two moves on the same point.
        """
        stack = [0]
        while stack:
            node = stack.pop()
            if self.children[node]:
                stack.extend(reversed(self.children[node]))
            else:
                yield self.start.then(self.line_to(node))


def merge(games: Iterable[Game | Tree]) -> Tree:
    """Merge games and trees that begin at the same position; merging two or more drops their info.

    Raises:
        PositionError: the games begin at different positions, or have boards of different sizes.
    """
    tree: Tree | None = None
    for game in games:
        other = tree_of(game)
        if tree is None:
            tree = other
        else:
            tree.graft(other)
            for start in (tree.start, other.start):
                lose_info(start)
            tree.start = replace(tree.start, info=())
    return tree or Tree()


def tree_of(game: Game | Tree) -> Tree:
    """Return the tree of one game; a tree is returned unchanged."""
    if isinstance(game, Tree):
        return game
    tree = Tree(game.at(0))
    tree.add_line(0, game.moves)
    return tree


class LineOptions(TypedDict, total=False):
    """The options of a reader of trees: one line (by its number, from 1), all lines, or the whole tree.

    `on_tree` is called with the tree unless the whole tree is chosen. With `as_variations`, each line is
    a `Variation`, which also contains the moves of all other lines.
    """

    all_lines: bool
    line: int
    whole: bool
    as_variations: bool
    on_tree: "Callable[[Tree], None]"


def variations(tree: Tree) -> Iterator[Variation]:
    """Yield the game of each line, the main line first, as a variation of the tree.

    Raises:
        PositionError: a line has two moves on the same point.
    """
    start = tree.start
    lines = tuple(game.moves for game in tree.games())
    for number, moves in enumerate(lines):
        yield Variation(
            start.black, start.white, start.first, moves, start.info, start.size, lines, number
        )


def chosen_lines(
    tree: Tree,
    source: str,
    *,
    all_lines: bool = False,
    line: int = 1,
    whole: bool = False,
    as_variations: bool = False,
    on_tree: Callable[[Tree], None] | None = None,
) -> Iterator[Game | Tree | FormatError]:
    """Yield the chosen lines of a parsed tree, or the whole tree."""
    number = 0
    try:
        if whole:
            tree.check()
            yield tree
            return
        games = variations(tree) if as_variations else tree.games()
        for number, game in enumerate(games, 1):
            if all_lines or number == line:
                if on_tree and (number == 1 or not all_lines):
                    on_tree(tree)
                yield game
                if not all_lines:
                    return
    except ValueError as error:
        reason = str(error)
        if not whole:
            reason = Message("line {line} of the tree: {reason}", line=number + 1, reason=str(error))
        yield FormatError(source, None, reason)
        return
    if not all_lines:
        yield FormatError(
            source, None, "line {line} does not exist; the tree has lines 1 to {n}", n=number, line=line
        )
