"""The search for wins with quiet moves: moves after which the attacker would win by fours and threes.

A four threatens a five, a three threatens a win by fours, and a quiet move threatens a win by threes if
the defender passes. This is a threat of the second order in Thomsen's lambda search ("Lambda-search in
game trees", 2000). The proof of the win after a pass is the threat. The verifier of proofs replays the
threat after each answer, so answers after which the threat still wins need no search: only answers in the
threat's relevance zone (Wu and Lin, "Relevance-zone-oriented proof search for Connect6", 2010) can
disturb it.

Algorithm: proof-number search (Allis, van der Meulen and van den Herik, 1994) on a stored graph, one
expansion at a time from the root; an expansion takes milliseconds, so the descent from the root costs
next to nothing. Numbers of children are combined as in weak proof-number search (Ueda et al., 2008): the
largest, plus the count of the others. Searches by threes are made in tiers: the searches of the first
tier are short, and each longer search is postponed by a larger proof number. All searches share one graph
of positions (`_quiet.py`).
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from zet.engines.kernel.clock import Deadline
from zet.engines.renju._player import PositionalSearch
from zet.engines.renju._quiet import QuietSearch
from zet.engines.renju.board import set_up
from zet.engines.renju.constants import FIVE, INFINITE, MOST_FOURS
from zet.engines.renju.model import Game
from zet.engines.renju.proof import FIVES, Proof, arrays_of, check, parts_of
from zet.engines.renju.proving import UnprovenError, proof_found
from zet.engines.renju.search import move_order, quiet_search

ANSWER = 1_500
ATTACK = 4_000
PASS = 2_000
DEFENSE = 4_000
COUNTER = 5_000
"""The limits on moves tried in the first tier of searches: for a win by threes after an answer (ANSWER),
at a node of the attacker (ATTACK), and after a pass (PASS); for the defender's win by threes (DEFENSE),
and by fours (COUNTER).
"""

LONGER = 6
LATER = 4
"""The factors by which two numbers grow from tier to tier: the limits of the searches by threes (LONGER),
and the proof numbers of the nodes that wait for such a search (LATER).
"""

WIDER = 8
"""The factor by which the limits of nested searches by fours grow if they were too small for a decision.
"""

BATCH = 4
"""The tests of answers at a node pause when short searches have left this many answers unrefuted."""

PER_NUMBER = 5
"""The initial proof number of the attacker's moves, sorted by evaluation, increases by 1 after every
PER_NUMBER moves.
"""

KNOWN = 3
"""The maximum number of moves that are tried first because they won elsewhere."""

PREFERENCE = 100
"""At a node with moves that won elsewhere, PREFERENCE is the initial proof number of the first of the
other moves. It is also a factor of the proof number of the option to repeat the search for a win by
threes with a higher limit. At all other nodes, 1 replaces PREFERENCE.
"""

ALL_THREES = MOST_FOURS + 1
FEW = (1, 2, 3)
"""The limits on threes in the first searches for a threat; the last search allows any number."""


Winning = Mapping[int, Sequence[int]]
"""Moves that won in other positions, the most frequent first. The key is the set of the attacker's stones
in these positions: a mask with a bit for each cell.
"""


class _Node:
    """A position of the graph, with its proof numbers; `moves` lead to nodes of the other side.

    `threat` is the attacker's win after a pass, if the defender is to move and the win is known.
    """

    __slots__ = ("disproof", "is_new", "moves", "parents", "proof", "threat", "tier")

    def __init__(self) -> None:
        self.proof = self.disproof = 1
        self.moves: list[tuple[int, _Node]] = []
        self.parents: list[_Node] = []
        self.threat: Proof | None = None
        self.tier = 0
        self.is_new = True

    @property
    def is_open(self) -> bool:
        """Whether the node is neither proven nor disproven."""
        return bool(self.proof and self.disproof)

    def settle(self, *, is_won: bool) -> None:
        """Mark the node as proven if `is_won`, otherwise as disproven."""
        self.proof, self.disproof = (0, INFINITE) if is_won else (INFINITE, 0)

    def choice(self) -> "tuple[int, _Node] | None":
        """Return the most promising move and its node; None if this node is to be expanded instead."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Compute the proof and disproof numbers of the node from those of its children."""
        raise NotImplementedError


class _Attack(_Node):
    """A node with the attacker to move: one winning move proves it.

    `untried` lists the moves without a node, the best last. The best `n_known` of all moves are
    preferred; `preference` raises the proof numbers of all other options. A proven node without `moves`
    is a win by threes.
    """

    __slots__ = ("is_decided", "n_known", "n_tried", "preference", "untried")

    def __init__(self) -> None:
        super().__init__()
        self.untried: list[int] = []
        self.n_tried = self.n_known = 0
        self.preference = 1
        self.is_decided = False

    @property
    def next_move(self) -> int:
        """The proof number of the next move without a node."""
        if not self.untried:
            return INFINITE
        rank = self.n_tried - self.n_known
        return 1 if rank < 0 else self.preference + rank // PER_NUMBER

    @property
    def next_tier(self) -> int:
        """The proof number of the option to repeat the search by threes with a higher limit."""
        return INFINITE if self.is_decided else self.preference * LATER**self.tier

    def choice(self) -> tuple[int, _Node] | None:
        """Return the move with the smallest proof number; None if this node is to be expanded instead.

        The node is expanded if it has no move. It is also expanded if `next_move` (the best untried move)
        or `next_tier` (a repeated search by threes) is smaller than the proof numbers of all moves.
        """
        if self.is_new or not self.moves:
            return None
        best = min(self.moves, key=lambda pair: pair[1].proof)
        return best if best[1].proof <= min(self.next_move, self.next_tier) else None

    def refresh(self) -> None:
        """Set the proof number to the minimum over the moves, the disproof number to their weak sum.

        A weak sum is the largest number plus the count of the others.
        """
        if self.is_new or not self.is_open:
            return
        self.proof = min(
            [self.next_move, self.next_tier, *(node.proof for _, node in self.moves)], default=INFINITE
        )
        left = [node.disproof for _, node in self.moves if node.disproof]
        left += [1] * (len(self.untried) + (not self.is_decided))
        self.disproof = max(left) + len(left) - 1 if left else 0
        if not self.proof:
            self.disproof = INFINITE


class _Defense(_Node):
    """A node with the defender to move, which is proven if the attacker wins after each answer.

    A node has no answers until its threat is known. `untested` lists the answers without a node, the best
    last; `n_tested` counts the other answers. `threes` limits the threes of the threat.
    """

    __slots__ = ("n_tested", "threes", "untested")

    def __init__(self) -> None:
        super().__init__()
        self.threes = ALL_THREES
        self.untested: list[int] = []
        self.n_tested = 0

    def choice(self) -> tuple[int, _Node] | None:
        """Return the answer with the smallest disproof number; None if this node is to be expanded."""
        if self.threat is None or self.untested:
            return None
        return min(self.moves, key=lambda pair: pair[1].disproof)

    def refresh(self) -> None:
        """Set the disproof number to the minimum over the answers, the proof number to their weak sum.

        A weak sum is the largest number plus the count of the others. The untested answers are assumed to
        need a search as often as the tested answers do.
        """
        if not self.is_open:
            return
        if self.threat is None:
            self.proof = LATER**self.tier
            return
        left = [node.proof for _, node in self.moves if node.proof]
        self.proof = min(max(left) + len(left) - 1, INFINITE) if left else 0
        if self.untested:
            self.proof = max(self.proof, 1) + len(left) * len(self.untested) // max(self.n_tested, 1)
        self.disproof = min((node.disproof for _, node in self.moves), default=INFINITE)
        if not self.proof:
            self.disproof = INFINITE
        elif not self.disproof:
            self.proof = INFINITE
        elif self.untested:
            self.disproof = 1


class QuietWins:
    """The search for a win for `color`, which moves next after `game`.

    The boards of `search` and of `judge`, which orders the moves, must show the last position of the
    game. `banned` is a first move that is not to be tried; `search` must exclude it, too.
    """

    def __init__(
        self,
        search: QuietSearch,
        judge: PositionalSearch,
        game: Game,
        color: int,
        rule: str,
        clock: Deadline,
        winning: Winning,
        banned: int | None,
    ) -> None:
        self._search, self._judge, self._clock, self._winning = search, judge, clock, winning
        self._banned = banned
        self._game, self._color, self._rule = game, color, rule
        self._masks = [sum(1 << cell for cell in cells) for cells in game.stones()]
        self._nodes: dict[tuple[int, ...], _Node] = {}
        self._root = self._node(_Attack)

    def run(self) -> Proof | Literal["no-win", "unknown"]:
        """Return the proof of a win or a status as in `solve`: "no-win", or "unknown" at a limit."""
        root = self._root
        try:
            while True:
                while root.is_open:
                    if self._search.is_spent() or self._search.is_full or self._clock.has_passed:
                        return "unknown"
                    self._visit()
                if root.proof:
                    return "no-win"
                proof = self._proof_of(root, {})
                found = check(self._game, proof, self._color, self._rule, seconds=self._clock.left)
                if found.fault is None:
                    return "unknown" if found.status == "unknown" else proof
                self._add_answer(found.fault.moves)
        except UnprovenError:
            if self._clock.has_passed:
                return "unknown"
            raise

    # -- the way to a node

    def _visit(self) -> None:
        """Expand the most promising node, and update the numbers of the nodes above it."""
        node, color = self._root, self._color
        played: list[int] = []
        while (choice := node.choice()) is not None:
            cell, node = choice
            self._play(cell, color)
            color = 1 - color
            played.append(cell)
        if isinstance(node, _Defense):
            self._expand_defense(node)
        elif isinstance(node, _Attack):
            self._expand_attack(node)
        while played:
            color = 1 - color
            self._undo(played.pop(), color)
        self._update(node)

    def _update(self, node: _Node) -> None:
        """Compute the numbers of a node, and of all nodes above it that change."""
        node.refresh()
        changed = [node]
        while changed:
            for parent in changed.pop().parents:
                before = parent.proof, parent.disproof
                parent.refresh()
                if (parent.proof, parent.disproof) != before:
                    changed.append(parent)

    def _play(self, cell: int, color: int) -> None:
        self._search.play(cell, color)
        self._judge.play(cell, color)
        self._masks[color] ^= 1 << cell

    def _undo(self, cell: int, color: int) -> None:
        self._search.undo()
        self._judge.undo()
        self._masks[color] ^= 1 << cell

    def _node(self, kind: "type[_Attack | _Defense]") -> _Node:
        """Return the node of the current position; create it if necessary."""
        return self._nodes.setdefault((kind is _Attack, *self._masks), kind())

    def _child(self, parent: _Node, cell: int, color: int) -> _Node:
        """Return the node after a move, and add it to the children of `parent`."""
        self._play(cell, color)
        child = self._node(_Defense if color == self._color else _Attack)
        self._undo(cell, color)
        child.parents.append(parent)
        parent.moves.append((cell, child))
        return child

    # -- expansion

    def _expand_attack(self, node: _Attack) -> None:
        """Search by threes, list the moves, or create the node of the next move."""
        if not node.is_new and node.next_move <= node.next_tier:
            node.n_tried += 1
            self._child(node, node.untried.pop(), self._color)
            return
        found = self._search.wins(self._color, ATTACK * LONGER**node.tier)
        if found:
            node.moves = []
            node.settle(is_won=True)
            return
        if self._search.is_spent():
            return
        node.tier += 1
        node.is_decided = found is not None
        if node.is_new:
            node.is_new = False
            moves = self._attacking_moves()
            if node is self._root and self._banned in moves:
                moves.remove(self._banned)
            known = [move for move in self._winning.get(self._masks[self._color], ()) if move in moves]
            if known:
                moves.sort(key=lambda move: known.index(move) if move in known[:KNOWN] else KNOWN)
                node.n_known, node.preference = min(len(known), KNOWN), PREFERENCE
            node.untried = moves[::-1]

    def _attacking_moves(self) -> list[int]:
        """Return the attacker's legal moves that do not lose at once, the most promising first."""
        search, color, other = self._search, self._color, 1 - self._color
        order = self._judge.best_cells(color, search.n_cells)
        if fives := search.cells(other, FIVE):
            return [cell for cell in order if fives == [cell]]
        if search.win_by_fours(other, MOST_FOURS, COUNTER):
            met = set(search.disturbing_answers(other))
            return [cell for cell in order if cell in met]
        return order

    def _expand_defense(self, node: _Defense) -> None:
        """Find the threat of the attacker's last move, and the answers that may disturb it."""
        search, color, other = self._search, self._color, 1 - self._color
        fives = search.cells(color, FIVE)
        if node.threat is not None:
            self._test(node)
        elif search.cells(other, FIVE):
            node.settle(is_won=False)
        elif fives:
            self._answer(node, FIVES[fives[0]], fives[:1], 0)
        elif node.is_new and search.win_by_fours(other, MOST_FOURS, COUNTER):
            node.settle(is_won=False)
        else:
            node.is_new = False
            found, threes = self._threat(PASS * LONGER**node.tier)
            if found:
                if search.wins(other, DEFENSE):
                    node.settle(is_won=False)
                    return
                threat = self._proof_by_threes()
                self._answer(node, threat, self._zone(threat), threes)
            elif not search.is_spent():
                node.tier += 1
                if found is False:
                    node.settle(is_won=False)

    def _threat(self, limit: int) -> tuple[bool | None, int]:
        """Return whether the attacker wins by threes after a pass, and the number of threes allowed.

        Wins by few threes are preferred, as few answers disturb them.
        """
        for threes in FEW:
            if self._search.wins(self._color, limit, threes):
                return True, threes
        return self._search.wins(self._color, limit), ALL_THREES

    def _zone(self, threat: Proof) -> list[int]:
        """Return the cells at which an answer may disturb a threat."""
        return self._search.zone(arrays_of(parts_of(threat)), self._color)

    def _answer(self, node: _Defense, threat: Proof, zone: Sequence[int], threes: int) -> None:
        """Store a threat with at most `threes` threes, and the legal answers in its zone."""
        left = set(zone)
        order = self._judge.best_cells(1 - self._color, self._search.n_cells)
        node.untested = [cell for cell in reversed(order) if cell in left]
        node.threat, node.threes = threat, threes
        self._test(node)

    def _test(self, node: _Defense) -> None:
        """Create nodes for untested answers, until BATCH of them remain unrefuted.

        A search by threes tests each answer.
        """
        search, color, other = self._search, self._color, 1 - self._color
        n_left = 0
        while node.untested and n_left < BATCH and not search.is_spent():
            cell = node.untested.pop()
            node.n_tested += 1
            child = self._child(node, cell, other)
            if child.is_new and child.is_open:
                self._play(cell, other)
                if any(
                    search.wins(color, ANSWER, most, cell) for most in sorted({node.threes, ALL_THREES})
                ):
                    child.settle(is_won=True)
                self._undo(cell, other)
            n_left += child.proof > 0

    # -- proofs

    def _proof_by_threes(self) -> Proof:
        """Return the proof of the win by threes that was found in the current position."""
        # No search: a proven position is found, and the color becomes the attacker again.
        for threes in (0, *FEW, ALL_THREES):
            if self._search.wins(self._color, 0, threes):
                return proof_found(self._search, self._color, threes, until=self._clock)
        raise UnprovenError

    def _proof_of(self, node: _Node, known: dict[_Node, Proof]) -> Proof:
        """Return the proof of a won node of the attacker, whose position is on the board."""
        if node not in known:
            won = next((pair for pair in node.moves if not pair[1].proof), None)
            if won is None:
                known[node] = self._proof_by_threes()
            else:
                cell, defense = won
                answers = []
                self._play(cell, self._color)
                for answer, child in defense.moves:
                    self._play(answer, 1 - self._color)
                    answers.append((answer, self._proof_of(child, known)))
                    self._undo(answer, 1 - self._color)
                self._undo(cell, self._color)
                known[node] = Proof(cell, tuple(answers), defense.threat)
        return known[node]

    def _add_answer(self, moves: Sequence[int]) -> None:
        """Add a missing answer to the graph, given a line of moves that refutes a proof.

        The missing answer is the first move of the line that has no node.

        Raises:
            UnprovenError: no answer is missing, so the proof of a threat must be wrong.
        """
        node, color = self._root, self._color
        played: list[int] = []
        while len(played) < len(moves) and (child := dict(node.moves).get(moves[len(played)])):
            node = child
            played.append(moves[len(played)])
            self._play(played[-1], color)
            color = 1 - color
        if color == self._color or len(played) == len(moves):
            raise UnprovenError
        self._child(node, moves[len(played)], color)
        while played:
            color = 1 - color
            self._undo(played.pop(), color)
        reopened: list[_Node] = [node]
        while reopened:
            one = reopened.pop()
            if not one.proof and one.moves:
                one.proof = one.disproof = 1
                one.refresh()
                if one.proof:
                    reopened += one.parents


def win_by_quiet_moves(
    game: Game,
    color: int,
    rule: str,
    nodes: int | None,
    clock: Deadline,
    winning: Winning = {},  # noqa: B006 - read only
    banned: int | None = None,
) -> tuple[Proof | Literal["no-win", "unknown"], int]:
    """Return the proof of a win for `color`, which moves next, and the number of moves tried.

    `winning` maps sets of the attacker's stones (masks) to the moves that are tried first in positions
    with these stones. Without a proof, the status is "no-win" if no win by quiet moves exists, and
    "unknown" if a limit was reached: `nodes`, the clock, or the memory. A win that begins with the move
    `banned` does not count; `banned` must be None if the color can make five.
    """
    search, judge = quiet_search(rule, game.size), move_order(rule, game.size)
    set_up(search, game, nodes, clock)
    if banned is not None:
        search.ban(banned)
    scale = 1
    while True:
        set_up(judge, game)
        search.start(scale)
        found = QuietWins(search, judge, game, color, rule, clock, winning, banned).run()
        if found != "no-win" or not search.is_unsure:
            return found, search.nodes
        scale *= WIDER
