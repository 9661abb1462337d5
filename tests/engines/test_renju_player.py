"""The player: shapes compared with a plain computation, values with the solver, and choices of moves."""

from collections.abc import Callable
from itertools import count, pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from plain_renju import positions_of_size, random_positions

from zet.engines.kernel import clock as clocks
from zet.engines.kernel.clock import stopped_by
from zet.engines.renju.board import BOARDS, set_up
from zet.engines.renju.constants import FIVE_SHAPE, ONE_FIVE, OPEN_THREE, PROVEN, TWO_FIVES
from zet.engines.renju.model import BLACK, LEAST_SIZE, MOST_SIZE, RULES, Game, cell_of
from zet.engines.renju.openings import OPENINGS, centered
from zet.engines.renju.player import Memory, best_move, new_memory, ponder
from zet.engines.renju.referee import judge
from zet.engines.renju.rules import Board
from zet.engines.renju.search import player_search
from zet.engines.renju.solver import solve
from zet.engines.renju.timing import Watch
from zet.engines.renju.weights import tables
from zet.formats.renju.position import loads
from zet.formats.renju.weights import learned

SHAPES = "zet.engines.renju._shapes"
PLAYER = "zet.engines.renju._player"


def state(board: Any) -> tuple[Any, ...]:
    return tuple(
        [(board.shapes_of(c), board.pairs_of(c), board.state_of(c), board.worth_for(c)) for c in (0, 1)]
    )


def test_shapes_from_move_to_move(kernel: Callable[[str], Any], rounds: Callable[[int], int]) -> None:
    """After moves are made and undone, the shapes are the same as on a newly set up board."""
    module = kernel(SHAPES)
    is_slow = module.__file__.endswith(".py")
    random = Random(1)
    for rule, game in positions_of_size(
        41, 2 if is_slow else rounds(640), range(LEAST_SIZE, MOST_SIZE + 1)
    ):
        made, anew = (module.ShapeBoard(*BOARDS[rule], game.size) for _ in range(2))
        for board in (made, anew):
            board.weigh(*tables(learned(rule).sets))
        made.refresh()
        before = [state(made)]
        stones = [(cell, color) for color, cells in enumerate(game.stones()) for cell in cells]
        random.shuffle(stones)
        for cell, color in stones:
            made.put(cell, color)
            anew.play(cell, color)
            before.append(state(made))
        anew.refresh()
        assert before.pop() == state(anew), (rule, game)
        while before:
            made.take()
            assert before.pop() == state(made), (rule, game)


def run_of(line: str, at: int) -> range:
    """Return the places of the stones in a row with a given stone."""
    first = last = at
    while first > 0 and line[first - 1] == line[at]:
        first -= 1
    while last < len(line) - 1 and line[last + 1] == line[at]:
        last += 1
    return range(first, last + 1)


def fives(line: str, at: int, *, exact: bool) -> set[int]:
    """Return the empty places of a line where a stone would make five with the stone at place `at`."""
    found = set()
    for place, what in enumerate(line):
        if what == ".":
            run = run_of(line[:place] + line[at] + line[place + 1 :], place)
            if at in run and (len(run) == 5 or (len(run) > 5 and not exact)):
                found.add(place)
    return found


def plain_shape(line: str, at: int, *, exact: bool) -> int:
    """Return the shape of a stone at a place: OPEN_THREE for all open threes, 0 for all weaker shapes."""
    run = run_of(line, at)
    if len(run) == 5 or (len(run) > 5 and not exact):
        return FIVE_SHAPE
    found = fives(line, at, exact=exact)
    if found:
        return TWO_FIVES if len(found) > 1 else ONE_FIVE
    for place, what in enumerate(line):
        if what == ".":
            more = line[:place] + line[at] + line[place + 1 :]
            four = run_of(more, place)
            if (
                at in four
                and len(four) == 4
                and len(fives(more, at, exact=exact) & {four[0] - 1, four[-1] + 1}) == 2
            ):
                return OPEN_THREE
    return 0


def test_shapes_are_the_plain_ones(rounds: Callable[[int], int]) -> None:
    found: set[int] = set()
    for rule, game in random_positions(43, rounds(160)):
        search = player_search(rule)
        set_up(search, game)
        search.refresh()
        marks = ["."] * 225
        for color, cells in enumerate(game.stones()):
            for cell in cells:
                marks[cell] = "XO"[color]
        shapes = [search.shapes_of(color) for color in range(2)]
        for way, (dx, dy) in enumerate(((1, 0), (0, 1), (1, 1), (-1, 1))):
            for cell, mark in enumerate(marks):
                if mark != ".":
                    assert shapes[0][cell] == shapes[1][cell] == -1
                    continue
                x, y = cell % 15, cell // 15
                steps = [s for s in range(-14, 15) if 0 <= x + s * dx < 15 and 0 <= y + s * dy < 15]
                if len(steps) < 5:
                    continue
                line = "".join(marks[15 * (y + s * dy) + x + s * dx] for s in steps)
                at = steps.index(0)
                for color in range(2):
                    shape = shapes[color][cell] >> 4 * way & 15
                    shape = OPEN_THREE if shape == OPEN_THREE + 1 else shape if shape >= OPEN_THREE else 0
                    stone = line[:at] + "XO"[color] + line[at + 1 :]
                    assert shape == plain_shape(stone, at, exact=BOARDS[rule][color]), (rule, game, cell)
                    found.add(shape)
    assert found == {0, OPEN_THREE, ONE_FIVE, TWO_FIVES, FIVE_SHAPE}


def test_values_that_are_proven(kernel: Callable[[str], Any], rounds: Callable[[int], int]) -> None:
    """If the search claims a proven win for either side, the solver finds a win as well."""
    module = kernel(PLAYER)
    is_slow = module.__file__.endswith(".py")
    n_won = n_lost = 0
    for rule, game in random_positions(44, 6 if is_slow else rounds(800)):
        board = Board.of(game, rule)
        if board.has_any_five() or (rule == "renju" and any(map(board.has_overline, game.stones()[0]))):
            continue
        search = module.PositionalSearch(*BOARDS[rule])
        search.weigh(*tables(learned(rule).sets))
        set_up(search, game, 200 if is_slow else 3_000)
        legal = search.best_cells(game.side, 20 if is_slow else 225)
        assert all(board.may_play(cell, game.side) for cell in legal)
        if not legal:
            continue
        search.start(new_memory(), game.side, [(cell, 0) for cell in legal])
        depth = 1
        while depth < 6 and search.deepen(game.side, depth) and abs(search.ranked()[0][1]) < PROVEN:
            depth += 1
        move, value = search.ranked()[0]
        if value >= PROVEN:
            n_won += 1
            assert solve(game, rule=rule, nodes=3_000_000).status == "win", (rule, game)
        elif value <= -PROVEN and len(legal) == len(board.empty()):
            n_lost += 1
            after = game.then([move])
            assert solve(after, rule=rule, nodes=3_000_000).status == "win", (rule, game)
    assert is_slow or n_won > 10


def test_what_it_finds_depends_on_nothing_before() -> None:
    """The same limits give the same choice, whatever was searched before; a memory is reused."""
    games = [loads(line) for line in ("h8/- w", "f7h8i8/g7h7h6i6 w", "h8i9j8/i8h9 w")]
    first = [best_move(game, learned("renju"), nodes=20_000) for game in games]
    assert [best_move(game, learned("renju"), nodes=20_000) for game in reversed(games)] == first[::-1]
    memory = Memory()
    once, again = (best_move(games[2], learned("renju"), nodes=20_000, memory=memory) for _ in range(2))
    assert once == first[2]
    assert again.depth >= once.depth


def test_pondering() -> None:
    """If the opponent plays the expected move, results found by pondering are used."""
    game, n_polls = loads("h8i9j8/i8h9 w"), 0

    def stop() -> bool:
        nonlocal n_polls
        n_polls += 1
        return n_polls > 200

    memory = Memory()
    with stopped_by(stop):
        ponder(game, learned("renju"), memory)
    assert n_polls > 200
    after = game.then([cell_of("j7")])
    pondered, anew = (
        best_move(after, learned("renju"), nodes=2_000, memory=one) for one in (memory, None)
    )
    assert pondered.depth > anew.depth


def test_a_proof_is_followed_from_move_to_move() -> None:
    """A proven win is played to its end without another search, whatever the opponent plays."""
    begin = loads("f6j6e7g7h7g10g11/k6f7k7h8i10k10i11 b")
    assert best_move(begin, learned("renju"), nodes=1).reason != "win"
    random = Random(5)
    for _ in range(5):
        game, memory = begin, Memory()
        choice = best_move(game, learned("renju"), nodes=100_000, memory=memory)
        while True:
            assert choice.reason == "win"
            game = game.then([choice.move])
            if (status := judge(game).status) != "legal":
                break
            fives = Board.of(game).five_cells(BLACK)
            game = game.then([random.choice(sorted(fives) or Board.of(game).empty())])
            choice = best_move(game, learned("renju"), nodes=1, memory=memory)
        assert status == "black-won"


def test_nothing_is_followed_in_another_game() -> None:
    game, memory = loads("f6j6e7g7h7g10g11/k6f7k7h8i10k10i11 b"), Memory()
    move = best_move(game, learned("renju"), nodes=100_000, memory=memory).move
    after = game.then([move, 0])
    assert memory.follow_proof(after)
    for other in (game, game.then([move]), game.then([1, 0]), game.then([move, 0, 1, 2])):
        assert memory.follow_proof(other) is None


@pytest.mark.parametrize("rule", RULES)
def test_choices(rule: str) -> None:
    """A five is made; a four and an open three are stopped."""
    assert best_move(loads("a1b1c1d1/a5b5c5d5 b"), learned(rule), nodes=1_000).move == 4
    assert best_move(loads("a1b1c1o15/a5b5c5d5 b"), learned(rule), nodes=1_000).move == 64
    for cell, text in ((4, "a1b1c1d1/a5b5c5d5 b"), (64, "a1b1c1o15/a5b5c5d5 b")):
        assert best_move(loads(text), learned(rule), seconds=0).move == cell
    stops = best_move(loads("h8h9h10/g6j7 w"), learned(rule), nodes=20_000)
    assert stops.reason == "defense"
    assert solve(loads("h8h9h10/g6j7 w").then([stops.move]), rule=rule, nodes=100_000).status != "win"


def test_limits() -> None:
    game = loads("h8i9j8/i8h9 w")
    shallow = best_move(game, learned("renju"), nodes=50_000, depth=2)
    assert shallow.depth == 2
    for less, more in pairwise(
        [best_move(game, learned("renju"), nodes=nodes) for nodes in (2_000, 20_000, 100_000)]
    ):
        assert less.nodes < more.nodes
        assert less.depth <= more.depth


def test_a_game_s_time_is_for_moves_that_are_not_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock advances when it is read: a late change of the best move takes longer.

    A forced move takes almost no time.
    """
    ticks = count()

    def now() -> float:
        return next(ticks) / 1000

    monkeypatch.setattr(clocks, "time", SimpleNamespace(monotonic=now))

    def took(game: Game, most: float | None) -> float:
        memory = Memory(watch=Watch(now, lambda: 0.0))
        began = now()
        best_move(game, learned("renju"), seconds=0.2, most=most, memory=memory)
        return now() - began

    games = [centered(one, 15) for one in OPENINGS[:10]]
    alone, shared = ([took(game, most) for game in games] for most in (None, 0.4))
    assert 0.18 < min(alone) <= max(alone) < 0.2
    clear = [seconds for seconds in shared if seconds < 0.3]
    assert 0 < len(clear) < len(shared)
    assert 0.2 <= min(clear) <= max(clear) < 0.22
    assert 0.38 < max(shared) < 0.4
    assert took(loads("a1b1c1o15/a5b5c5d5 b"), 0.4) < 0.03


def test_what_no_limit_hides(rounds: Callable[[int], int]) -> None:
    """Fives and straight fours are made and stopped even if only one move may be tried."""
    seen = set()
    for rule, game in random_positions(77, rounds(2400)):
        board = Board.of(game, rule)
        if board.has_any_five() or (rule == "renju" and any(map(board.has_overline, game.stones()[0]))):
            continue
        side, other = game.side, 1 - game.side
        move = best_move(game, learned(rule), nodes=1).move

        def wins(after: Game, color: int, most: int, rule: str = rule) -> bool:
            found = solve(after, side=color, rule=rule, threats="fours", length=most)
            return found.status == "win"

        for most in (1, 3):
            if wins(game, side, most):
                seen.add(("made", most))
                assert most == 1 or wins(game.then([move]), side, 1)
                assert most == 3 or move in board.five_cells(side)
                break
            if wins(game, other, most):
                legal = [cell for cell in board.empty() if board.may_play(cell, side)]
                if not all(wins(game.then([cell]), other, most) for cell in legal):
                    seen.add(("met", most))
                    assert not wins(game.then([move]), other, most)
                break
    assert seen == {("made", 1), ("made", 3), ("met", 1), ("met", 3)}
