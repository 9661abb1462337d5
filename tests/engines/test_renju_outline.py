"""A player with outlines: it wins every game that begins like one of their proofs."""

import gzip
import io
import re
from collections.abc import Callable
from random import Random

import pytest
from commands import ROOT

from zet.engines.renju.model import PASS, WHITE, Game, PositionError
from zet.engines.renju.openings import turned
from zet.engines.renju.outline import Hint, hint
from zet.engines.renju.player import Memory, best_move
from zet.engines.renju.referee import judge
from zet.formats.renju.moves import loads
from zet.formats.renju.outlines import Outlines, load
from zet.formats.renju.weights import learned

SAMPLE = ROOT / "samples/renju/gomoku.outline.gz"
RULE = "freestyle"
WEIGHTS = learned(RULE)


@pytest.fixture(scope="module")
def sample() -> Outlines:
    with io.FileIO(str(SAMPLE)) as raw:
        return load(raw, "gomoku.outline.gz")


def answers() -> list[str]:
    """Return White's first answers to h8 after which the sample has a move."""
    text = gzip.decompress(SAMPLE.read_bytes()).decode()
    return re.findall(r"# move \w+ freestyle h8/([a-o]\d+) black", text)


def near(game: Game, random: Random) -> int:
    """Return a random point at most two points from a stone."""
    stones = [divmod(cell, 15) for cells in game.stones() for cell in cells]
    return random.choice(
        [
            cell
            for cell in range(game.n_cells)
            if divmod(cell, 15) not in stones
            and min(max(abs(cell // 15 - y), abs(cell % 15 - x)) for y, x in stones) <= 2
        ]
    )


def good(game: Game, random: Random) -> int:
    return best_move(game, WEIGHTS, nodes=random.choice([100, 1_000])).move


@pytest.mark.parametrize("defend", [near, good])
def test_black_wins_all_games(sample: Outlines, defend: Callable[[Game, Random], int]) -> None:
    """After each of White's proven answers, in any orientation, Black wins with few moves tried."""
    random = Random(1)
    assert len(answers()) == 35
    for answer in answers():
        symmetry, memory, reasons = random.randrange(8), Memory(outlines=sample.move), set[str]()
        game = Game.build(moves=[turned(cell, symmetry, 15) for cell in loads(f"h8{answer}").moves])
        while judge(game, RULE).status == "legal":
            if game.side == WHITE:
                game = game.then([defend(game, random)])
                continue
            choice = best_move(game, WEIGHTS, nodes=300, memory=memory)
            reasons.add(choice.reason)
            game = game.then([choice.move])
        assert judge(game, RULE).status == "black-won"
        assert reasons <= {"win", "outline"}


A, B = loads("h8i9").moves
HERE = {Game((), (), 0).then([A]).then([B]).position(): 7}


def test_a_hint_is_for_the_side_whose_turn_it_is() -> None:
    game = Game.build(moves=[A, B])
    assert hint(game, HERE.get) == Hint(7)
    assert hint(game.at(1), HERE.get) == Hint()
    assert hint(Game.build(moves=[B, A]), HERE.get) == Hint()


def test_after_an_answer_that_the_outline_lacks_the_threat_follows() -> None:
    game = Game.build(moves=[A, B, 7, 9])
    known = {**HERE, game.at(3).then([PASS]).position(): 11}
    assert hint(game, known.get) == Hint(None, 11, was_inside=True)
    assert hint(game, {**known, game.position(): 13}.get) == Hint(13, None, was_inside=True)
    assert hint(Game.build(moves=[A, B, 8, 9]), known.get) == Hint(None, None, was_inside=True)
    assert hint(Game.build(moves=[A, B, 7, 11]), known.get) == Hint(None, None, was_inside=True)
    later = Game.build(moves=[A, B, 7, 9, 11, 12])
    after = {**known, known_after(later): 14}
    assert hint(later, after.get) == Hint(14, None, was_inside=True)


def known_after(game: Game) -> Game:
    """Return the position of a game in which the answer 9 was a pass."""
    with pytest.raises(PositionError):
        game.then([9])
    return Game.build(moves=[PASS if cell == 9 else cell for cell in game.moves]).position()
