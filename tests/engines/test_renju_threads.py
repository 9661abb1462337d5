"""Searches in several threads: they share a table, and are as good as a search in one thread."""

from collections.abc import Callable
from threading import active_count
from time import monotonic
from typing import Any

import pytest
from plain_renju import positions_of_size, random_positions

from zet.engines.kernel.clock import stopped_by
from zet.engines.renju.board import BOARDS, set_up
from zet.engines.renju.model import Game, GameOverError
from zet.engines.renju.player import Choice, best_move, explain
from zet.engines.renju.rules import Board
from zet.engines.renju.weights import tables
from zet.formats.renju.position import loads
from zet.formats.renju.weights import learned

PLAYER = "zet.engines.renju._player"
QUIET = loads("h8i9j8/i8h9 w")
"""A position without a forced win that a short search would find."""

Begun = tuple[Any, list[tuple[int, int]]]


def begun(module: Any, game: Game, rule: str = "renju") -> Begun:
    """Return a new search for a position, with the legal moves."""
    search = module.PositionalSearch(*BOARDS[rule], game.size)
    search.weigh(*tables(learned(rule).sets))
    set_up(search, game)
    return search, [(cell, 0) for cell in search.best_cells(game.side, 6)]


def nodes_of(search: Any, game: Game, depth: int) -> int:
    """Return the number of moves that a search tries up to a depth."""
    before: int = search.nodes
    for one in range(1, depth + 1):
        assert search.deepen(game.side, one)
    return int(search.nodes) - before


def test_a_search_finds_the_results_of_another(kernel: Callable[[str], Any]) -> None:
    module = kernel(PLAYER)
    depth = 4 if module.__file__.endswith(".py") else 6
    (leader, ranked), (helper, _), (alone, _) = (begun(module, QUIET) for _ in range(3))
    helper.start(1, QUIET.side, ranked, leader)
    nodes_of(helper, QUIET, depth)
    leader.start(1, QUIET.side, ranked)
    alone.start(1, QUIET.side, ranked)
    nodes = nodes_of(alone, QUIET, depth)
    assert nodes_of(leader, QUIET, depth) < nodes / 4
    # Results of another memory are not found.
    helper.start(2, QUIET.side, ranked, leader)
    set_up(helper, QUIET)
    assert nodes_of(helper, QUIET, depth) == nodes


@pytest.mark.parametrize("kernel", ["interpreted"], indirect=True)
def test_words_of_two_entries_are_no_result(kernel: Callable[[str], Any]) -> None:
    """A thread may read the first word of a slot before, and the second after, another thread writes."""
    module = kernel(PLAYER)
    (leader, ranked), (later, _), (alone, _) = (begun(module, QUIET) for _ in range(3))
    leader.start(1, QUIET.side, ranked)
    nodes_of(leader, QUIET, 4)
    table = leader.table
    seconds = sorted((at for at in range(1, len(table), 2) if table[at]), key=table.__getitem__)
    words = [table[at] for at in seconds]
    half = len(words) // 2
    for at, word in zip(seconds, words[half:] + words[:half], strict=True):
        assert table[at] != word
        table[at] = word
    later.start(1, QUIET.side, ranked, leader)
    alone.start(1, QUIET.side, ranked)
    assert nodes_of(later, QUIET, 4) == nodes_of(alone, QUIET, 4)
    assert later.ranked() == alone.ranked()


def test_one_thread_is_reproducible() -> None:
    def choice(threads: int) -> Choice:
        return best_move(QUIET, learned("renju"), nodes=20_000, threads=threads)

    alone = choice(1)
    assert alone.nodes <= 20_100
    both = choice(2)
    assert both.nodes > 20_100
    assert choice(1) == alone
    found = explain(QUIET, learned("renju"), count=3, nodes=20_000, threads=2)
    assert len(found.others) == 2
    assert found.choice.nodes > 20_000


def test_two_threads_find_the_wins_of_one(rounds: Callable[[int], int]) -> None:
    wins = 0
    for rule, game in random_positions(61, rounds(640)):
        try:
            alone = best_move(game, learned(rule), nodes=2_000)
        except GameOverError:
            continue
        if alone.reason == "win":
            wins += 1
            assert best_move(game, learned(rule), nodes=4_000, threads=2).reason == "win", (rule, game)
    assert wins


def test_short_searches_in_one_to_four_threads(rounds: Callable[[int], int]) -> None:
    before, found = active_count(), 0
    for number, (rule, game) in enumerate(positions_of_size(62, rounds(3200), (5, 9, 15, 22))):
        threads = (1, 2, 4)[number % 3]
        try:
            move = best_move(game, learned(rule), nodes=20 * (number % 40), threads=threads).move
        except GameOverError:
            continue
        found += 1
        board = Board.of(game, rule)
        assert board.at(move) is None
        assert board.may_play(move, game.side)
    assert found
    assert active_count() == before


def test_a_search_in_threads_stops() -> None:
    before, began = active_count(), monotonic()
    best_move(QUIET, learned("renju"), seconds=0.2, threads=3)
    with stopped_by(lambda: monotonic() > began + 0.5):
        best_move(QUIET, learned("renju"), seconds=600, threads=2)
    assert monotonic() < began + 60
    calls: list[int] = []

    def interrupted() -> bool:
        calls.append(0)
        if len(calls) > 200:
            raise KeyboardInterrupt
        return False

    with pytest.raises(KeyboardInterrupt), stopped_by(interrupted):
        best_move(QUIET, learned("renju"), seconds=600, threads=2)
    assert active_count() == before
