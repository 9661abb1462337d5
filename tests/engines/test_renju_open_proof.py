"""Unfinished proofs: the steps lead to a proof if there is one, on random trees without any search."""

from math import inf
from random import Random

import pytest

from zet.engines.renju.model import PASS, Game
from zet.engines.renju.open_proof import (
    FIRST_LEVELS,
    N_LEVELS,
    FirstMove,
    OpenPosition,
    OpenProof,
    siblings,
)
from zet.engines.renju.proof import Proof

FIVE = Proof(0)
THREE = Proof(1, (), Proof(2, (), FIVE))
MOST_DEPTH = 3


class Tree:
    """A random tree: which positions a search at each level wins, their first moves, and the answers.

    A pass is one of the answers, and comes first.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.levels: dict[Game, int] = {}
        self.proven: set[Game] = set()
        self.n_steps = 0
        self.proof = OpenProof(Game.build(), self._level, self._finish)

    def random(self, game: Game, purpose: str) -> Random:
        return Random(f"{self._seed} {purpose} {sorted(game.moves[::2])} {sorted(game.moves[1::2])}")

    def winning_level(self, game: Game) -> int:
        """Return the level of the search that wins a position; N_LEVELS if none does."""
        return self.random(game, "level").choice([0, 0, 1, 2, 4, *[N_LEVELS] * 4])

    def first_moves(self, game: Game) -> list[Game]:
        if len(game.moves) >= 2 * MOST_DEPTH:
            return []
        cells = [cell for cell in range(40, 50) if cell not in game.moves]
        random = self.random(game, "moves")
        return [game.then([cell]) for cell in random.sample(cells, random.randrange(4))]

    def answers(self, game: Game, cells: list[int]) -> list[int]:
        """Return the answers among `cells` that meet the threat of the last move."""
        some = self.random(game, "answers").sample(range(10, 30), 3)
        return [cell for cell in cells if cell in some]

    def is_won(self, game: Game) -> bool:
        """Search the whole tree."""
        if self.winning_level(game) < N_LEVELS:
            return True
        return any(
            all(
                self.is_won(played.then([cell]))
                for cell in (PASS, *self.answers(played, self.cells(played)))
            )
            for played in self.first_moves(game)
        )

    @staticmethod
    def cells(game: Game) -> list[int]:
        return [cell for cell in range(10, 30) if cell not in game.moves]

    def _level(self, game: Game) -> int | None:
        return None if game.position() in self.proven else self.levels.get(game.position(), 0)

    def _finish(self, first_move: FirstMove) -> bool:
        assert first_move.threat is not None
        assert first_move.passed.game.position() in self.proven
        assert all(game.position() in self.proven for game in first_move.answers)
        self.proven.add(first_move.before.game.position())
        return True

    def take_step(self) -> None:
        self.n_steps += 1
        step = self.proof.next_step()
        if isinstance(step, FirstMove):
            assert step.passed.game.position() in self.proven
            step.set_threat(self.random(step.game, "threat").choice([FIVE, THREE]))
            cells = [step.untested.pop() for _ in range(min(7, len(step.untested)))]
            self.proof.add_answers(step, self.answers(step.game, cells))
            step = step.before
        elif step.first_moves is None and step.level >= FIRST_LEVELS:
            step.first_moves = []
            for game in self.first_moves(step.game):
                self.proof.add_first_move(step, game, self.cells(game))
        else:
            assert step.level < N_LEVELS
            for one in siblings(step, 2):
                if self.winning_level(one.game) <= one.level:
                    self.proven.add(one.game.position())
                one.level += 1
                self.levels[one.game.position()] = one.level
                self.proof.update(one)
        self.proof.update(step)


def test_the_steps_decide_every_tree() -> None:
    """The work ends at 0 if the root is won, and is infinite otherwise."""
    outcomes = set[bool]()
    for seed in range(60):
        tree = Tree(seed)
        while 0 < tree.proof.root.work < inf:
            tree.take_step()
            assert tree.n_steps < 5_000
        is_won = tree.proof.root.work == 0
        assert is_won == tree.is_won(Game.build())
        assert is_won == (Game.build() in tree.proven)
        outcomes.add(is_won)
    assert outcomes == {False, True}


def position(level: int = FIRST_LEVELS, *, passes_win: bool = True) -> tuple[OpenProof, OpenPosition]:
    """Return an unfinished proof and its root, which has been searched with the first limits."""

    def level_of(game: Game) -> int | None:
        return None if passes_win and PASS in game.moves else level

    proof = OpenProof(Game.build(), level_of, lambda _first_move: True)
    return proof, proof.root


def first_move(proof: OpenProof, cell: int, cells: list[int], threat: Proof = THREE) -> FirstMove:
    """Return a first move at the root, whose threat is known."""
    found = proof.add_first_move(proof.root, proof.root.game.then([cell]), cells)
    found.set_threat(threat)
    return found


def test_the_move_with_the_least_work_comes_first() -> None:
    proof, root = position()
    assert proof.next_step() is root
    many, few = [first_move(proof, cell, list(range(50, 50 + n))) for cell, n in ((1, 9), (2, 3))]
    proof.update(root)
    assert proof.next_step() is few
    few.untested.clear()
    proof.add_answers(few, [50, 51])
    proof.update(root)
    assert proof.next_step() is many


def test_a_pass_is_answered_first() -> None:
    """The answers can only be tested when the threat is known; its work is a part of the work."""
    proof, root = position(passes_win=False)
    with_threat, without = [first_move(proof, cell, list(range(50, 60))) for cell in (1, 2)]
    with_threat.passed.work = 0
    proof.update(root)
    assert proof.next_step() is with_threat
    with_threat.is_failed = True
    proof.update(root)
    assert proof.next_step() is without.passed
    assert with_threat.left == []


def test_positions_after_fours_and_threes_keep_the_work_before() -> None:
    for threat, is_more in ((FIVE, True), (THREE, False)):
        proof, _root = position(level=0)
        move = first_move(proof, 1, [], threat)
        proof.add_answers(move, [50])
        [after] = move.left
        assert (after.work > 5) == is_more


@pytest.mark.parametrize("n", [1, 2, 5])
def test_siblings_have_one_level(n: int) -> None:
    proof, root = position(level=1)
    move = first_move(proof, 1, [])
    proof.add_answers(move, [50, 52, 54, 57])
    first, second, *_ = move.left
    second.level = 2
    together = siblings(first, n)
    assert together[0] is first
    assert len(together) == min(n, 3)
    assert second not in together
    assert siblings(root, n) == [root]
