"""Proofs of a win as trees of moves in SGF and RenLib files, written by `zet renju solve --format sgf`.

The proof's first move is marked. Each of the attacker's moves is followed by the answers, and by a pass
and then the threatened win; the pass is omitted if the threatened win is a five, and is stopped by the
only answer. A move without a successor makes five. `docs/formats/renju-proof.md` describes the format.
"""

import io
from collections.abc import Callable, Iterator

from zet.engines.renju.model import PASS, names
from zet.engines.renju.proof import Proof, Store
from zet.formats.errors import FormatError, UnreadableError, attempt
from zet.formats.files import read_whole
from zet.formats.renju import lib, sgf
from zet.formats.renju.proofs import MAX_DEPTH, Claim, check_size, comment_on
from zet.formats.renju.tree import Tree


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Claim | FormatError]:
    """Yield the proof in each tree of a file."""
    try:
        data = read_whole(stream, source, max(sgf.MAX_BYTES, lib.MAX_BYTES))
    except FormatError as error:
        yield error
        return
    form = sgf if data.lstrip()[:1] == b"(" else lib
    for tree in form.load(io.BytesIO(data), source, whole=True):
        if isinstance(tree, Tree):
            yield attempt(source, None, _claim, tree)
        elif isinstance(tree, FormatError):
            yield tree


def _claim(tree: Tree) -> Claim:
    first = min(tree.marks, default=0)
    if not first:
        raise UnreadableError("the tree has no proof: no move is marked as the first move of a proof")
    game = tree.start.then(tree.line_to(tree.parents[first]))
    depths = {first: 0}
    for node in range(first + 1, len(tree.moves)):
        if (depth := depths.get(tree.parents[node])) is not None:
            depths[node] = depth + 1
            if depth >= 2 * MAX_DEPTH:
                raise UnreadableError("the tree is too deep")
    store = Store()
    parts: dict[int, Proof] = {}
    for node in reversed(depths):
        if depths[node] % 2 == 0:
            parts[node] = _part(tree, node, parts, store)
        elif len(tree.children[node]) != 1:
            raise UnreadableError(
                "the attacker has {n} moves after {moves}, but a proof must have exactly one",
                n=len(tree.children[node]),
                moves=" ".join(names(tree.line_to(node), game.size)),
            )
    above = {first, *_above(tree, first)}
    loose = [node for node in range(1, len(tree.moves)) if node not in depths and node not in above]
    moves = tuple(tree.moves[node] for node in loose)
    return Claim(game, game.side, game.rule, parts[first], moves)


def _above(tree: Tree, node: int) -> Iterator[int]:
    while node:
        node = tree.parents[node]
        yield node


def _part(tree: Tree, node: int, parts: dict[int, Proof], store: Store) -> Proof:
    """Return the proof that begins with the attacker's move at `node`, built from proofs in `parts`."""
    after = {tree.moves[child]: parts[tree.children[child][0]] for child in tree.children[node]}
    if len(after) < len(tree.children[node]):
        raise UnreadableError("an answer is given twice")
    threat = after.pop(PASS, None)
    if threat is None and after:
        if len(after) > 1:
            raise UnreadableError(
                "cannot determine what {moves} threatens: no pass follows in the tree",
                moves=" ".join(names(tree.line_to(node), tree.start.size)),
            )
        threat = store.made(next(iter(after)))
    return store.made(tree.moves[node], [*after.items()], threat)


def as_tree(claim: Claim, translate: Callable[[str], str] = str) -> Tree:
    """Return a tree of the game's moves followed by the proof; comments also describe the threats.

    If the winning color is not to move, its opponent passes first.

    Raises:
        UnwritableError: the tree is too large to be written out.
    """
    game, color, rule, proof, _ = claim
    check_size(proof)
    if color != game.side:
        game = game.then([PASS])
    if rule != game.rule:
        game = game.with_info({**dict(game.info), "rule": rule})
    tree = Tree(game.at(0))
    stack = [(tree.add_line(0, game.moves), proof)]
    while stack:
        node, proof = stack.pop()
        node = tree.add(node, proof.move)
        if not tree.marks:
            tree.marks.add(node)
        below = sorted(proof.answers, key=lambda pair: -pair[1].length)
        stack += [(tree.add(node, answer), after) for answer, after in below]
        tree.comments[node] = translate(comment_on(proof, game.size))
        threat = proof.threat
        if threat is not None and (
            threat.threat is not None or [cell for cell, _ in below] != [threat.move]
        ):
            stack.append((tree.add(node, PASS), threat))
    return tree
