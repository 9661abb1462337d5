"""The player that only defends, and the proof that it never loses, compared with the replayer."""

from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import pytest
from rounds import rounds
from verifiers.match5_never_loses import Replayer

from zet.engines.match5.constants import BLOCKING, FALLBACKS
from zet.engines.match5.model import ABSENT, BLUE, EMPTY, RED, WINDOWS, Knowledge, Pattern
from zet.engines.match5.player import Match, Player, images_of
from zet.engines.match5.refuter import ROWS, refute
from zet.engines.match5.training import Setting, Trainer
from zet.formats.match5 import fivo

TABLE = "zet.engines.match5._table"
MATCHER = "zet.engines.match5._matcher"
REFUTER = "zet.engines.match5._refuter"


def learned(opponent: str, games: int) -> list[Pattern]:
    """Return a player's patterns after some games with random moves where no pattern matches."""
    trainer = Trainer((), Setting(opponent, fallback="random", seed=1))
    for _ in trainer.play(0, games):
        pass
    return trainer.player.patterns


def replayer(patterns: list[Pattern], rows: int, columns: int, *, plain: bool = False) -> Replayer:
    """Return the replayer with the same patterns, read from a file."""
    data = fivo.dumps(Knowledge("Ann").with_patterns(patterns))
    return Replayer(data, rows, columns, plain=plain)


@pytest.mark.parametrize("size", [(5, 5), (7, 6), (9, 9)])
def test_the_defender_plays_as_the_replayer(size: tuple[int, int]) -> None:
    """The positions are random; the player has few or many patterns, or lacks patterns of some rows."""
    matched = 0
    for patterns in (list(ROWS), learned("greedy", 12), list(ROWS[:3])):
        other = replayer(patterns, *size)
        table = Match(Player(patterns), fallback="block").table
        for number in range(rounds(60)):
            random = Random(number)
            table.resize(size[1], size[0])
            fields = random.sample(other.board, random.randrange(len(other.board)))
            count = random.randrange(len(fields) + 1) // 2 + len(fields) // 3
            for at, (x, y) in enumerate(fields):
                table.put(9 * y + x, BLUE if at < count else RED)
            x, y = other.answer(frozenset(fields[:count]), frozenset(other.board).difference(fields))
            assert table.defend(RED) == 9 * y + x
            matched += table.reason()[0] == BLUE
    assert matched or size == (5, 5)


@pytest.mark.parametrize("size", [(5, 5), (5, 6), (6, 5), (4, 4)])
def test_the_proof_is_that_of_the_replayer(size: tuple[int, int]) -> None:
    for patterns in (list(ROWS), learned("greedy", 12)):
        other = replayer(patterns, *size)
        assert other.line("red") is None
        assert other.line("blue") is None
        found = refute(Player(patterns), (size[1], size[0]))
        assert (found.status, found.positions) == ("holds", len(other.seen))


def test_the_proof_needs_neither_theorem_nor_symmetry() -> None:
    other = replayer(list(ROWS), 5, 5, plain=True)
    assert other.line("red") is None
    assert other.seen


@pytest.mark.parametrize("patterns", [[], ROWS[:3], ROWS[3:]])
def test_a_player_that_lacks_rows_is_beaten(patterns: list[Pattern]) -> None:
    """The line is legal and ends with a five of blue; if the player loses, red's moves are its own."""
    found = refute(Player(patterns), (6, 6))
    assert found.status != "holds"
    table = Match(Player(patterns), fallback="block").table
    table.resize(6, 6)
    for move in found.moves:
        if found.status == "lost" and move.color == RED:
            assert table.choose(RED) == move.field
        is_five = table.put(move.field, move.color)
        if found.status == "lost":
            assert is_five == (move is found.moves[-1])
    assert is_five
    assert found.moves[-1].color == BLUE


def test_a_limit_ends_the_search() -> None:
    found = refute(Player(ROWS), (9, 9), nodes=500)
    assert (found.status, found.positions, found.moves) == ("unknown", 500, ())
    assert refute(Player(ROWS), (9, 9), ask=lambda positions: positions > 0).status == "unknown"


def test_red_completes_a_five_of_its_own() -> None:
    table = Match(Player(ROWS), fallback="block").table
    for at in range(4):
        table.put(at, RED)
        table.put(40 + at, BLUE)
    assert table.choose(RED) == 4
    assert table.defend(RED) in {39, 44}


def test_lines_teach_until_none_is_left() -> None:
    for method, rows in (("proof", 6), ("original", 5)):
        trainer = Trainer((), Setting(f"all:{rows}x6", method, fallback="block"))
        games = list(trainer.play(0, 20))
        assert trainer.tally.games == trainer.tally.losses == len(set(games)) < 8
        assert refute(trainer.player, (rows, 6)).status == "holds"
    with pytest.raises(ValueError, match="fallback `block`"):
        Trainer((), Setting("all"))


def test_the_kernel_interpreted_is_the_kernel_compiled(kernel: Callable[[str], ModuleType]) -> None:
    matcher: Any = kernel(MATCHER).Matcher()
    for number, row in enumerate(ROWS):
        matcher.add(1, number, images_of(row))
    table = kernel(TABLE).Table(matcher, matcher, 3, FALLBACKS.index("block"), 1, WINDOWS, BLOCKING)
    search = kernel(REFUTER).Refuter(table, 6, 5, 16, True, True)
    assert [search.search(color, 1000) for color in (RED, BLUE)] == [1, 1]
    assert search.nodes == 22
    table.set_board(bytes([EMPTY] * 80 + [ABSENT]))
    with pytest.raises(ValueError, match="no player who blocks"):
        kernel(REFUTER).Refuter(
            kernel(TABLE).Table(matcher, matcher, 3, 0, 1, WINDOWS), 6, 5, 16, True, True
        )
