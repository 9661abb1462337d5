"""The claims of the go-moku rules on random positions hold against every answer."""

from collections import Counter
from random import Random

import pytest

from zet.engines.noire.matcher import CompiledMatcher
from zet.engines.noire.position import Position
from zet.engines.renju.board import set_up, shared_search
from zet.engines.renju.model import SIDE, Game
from zet.engines.renju.rules import Board
from zet.formats.blanche import rule_set


@pytest.mark.parametrize("n_positions", [2000, pytest.param(200_000, marks=pytest.mark.slow)])
def test_claims(n_positions: int) -> None:
    """All moves and answers are tried, with the rule that five or more win for both colors."""
    random = Random(n_positions)
    rules = CompiledMatcher(rule_set("gomoku"), "rules")
    search = shared_search("freestyle")
    claims: Counter[int] = Counter()
    for _ in range(n_positions):
        size = random.randint(4, 9)
        left, low = (random.randint(0, SIDE - size) for _ in range(2))
        area = [SIDE * y + x for y in range(low, low + size) for x in range(left, left + size)]
        cells = random.sample(area, random.randint(5, min(20, len(area) - 3)))
        n_black = random.randint(len(cells) // 4, 3 * len(cells) // 4)
        game = Game.build(cells[:n_black], cells[n_black:], random.randint(0, 1))
        board = Board.of(game, "freestyle")
        if any(board.has_five(cell) for cell in cells):
            continue
        match = rules.infer(Position.of(game), game.side)
        if match is None or match.move is None or match.rule.player != game.side:
            continue
        set_up(search, game)
        assert search.wins_within(game.side, match.rule.level, match.move), (game, match)
        claims[match.rule.level] += 1
    assert min(claims[level] for level in (1, 3, 5, 7)) > 50
