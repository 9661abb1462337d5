"""Rules, matching and learning of match5: the original's worked examples, and a slow implementation."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from types import ModuleType
from typing import Any

import plain_match5 as slow
import pytest
from hypothesis import example, given, settings, strategies as st
from rounds import rounds

from zet.engines.match5._alphabeta import AlphaBeta
from zet.engines.match5._search import Search
from zet.engines.match5.constants import STONE
from zet.engines.match5.model import (
    ABSENT,
    BLUE,
    EMPTY,
    FIELDS,
    RED,
    SIZE,
    SYMMETRIES,
    WINDOWS,
    Knowledge,
    Pattern,
    Position,
    PositionError,
    pattern_of_board,
    pattern_of_rows,
    winning_five,
)
from zet.engines.match5.original import pattern_of_loss
from zet.engines.match5.player import Match, Move, Mutation, Player, images_of, scrambled
from zet.engines.match5.proof import ProofLearner, turned_row
from zet.engines.match5.prover import derivable, prove, prove_all, win_by_threats
from zet.engines.match5.refuter import ROWS
from zet.engines.match5.training import Setting, Tally, Trainer
from zet.formats.match5 import kn

MATCHER = "zet.engines.match5._matcher"
TABLE = "zet.engines.match5._table"
SEARCH = "zet.engines.match5._search"


def game(text: str, first: int) -> list[Move]:
    """Return moves without reasons."""
    color, moves = first, []
    for word in text.split():
        moves.append(Move("abcdefghi".index(word[0]) + 9 * (int(word[1]) - 1), color))
        color = RED + BLUE - color
    return moves


def test_moves_are_played_until_five_or_a_taken_field(kernel: Callable[[str], ModuleType]) -> None:
    play = kernel("zet.engines.match5._moves").play
    lengths = set[int]()
    for seed in range(8):
        moves = (
            Random(seed).choices(range(FIELDS), k=40) if seed < 2 else Random(seed).sample(range(81), 81)
        )
        board = bytearray(FIELDS)
        count, is_won = play(board, moves, RED)
        stones = [set(moves[:count][one::2]) for one in (0, 1)]
        assert board == bytes(RED * (one in stones[0]) + BLUE * (one in stones[1]) for one in range(81))
        last = stones[(count - 1) % 2] - {moves[count - 1]}
        assert is_won == any(stones[0].issuperset(row) or stones[1].issuperset(row) for row in WINDOWS)
        assert not any(last.issuperset(row) for row in WINDOWS)
        assert is_won or count == len(moves) or moves[count] in moves[:count]
        lengths.add(count)
    assert len(lengths) > 4


def played(player: Player, blue: str) -> list[Move]:
    """Play blue's moves against a player with patterns; if no pattern matches, red plays far away."""
    table = Match(player).table
    board = bytearray(FIELDS)
    moves: list[Move] = []
    for word in blue.split():
        field = "abcdefghi".index(word[0]) + 9 * (int(word[1]) - 1)
        table.put(field, BLUE)
        board[field] = BLUE
        moves.append(Move(field, BLUE))
        if winning_five(board, field):
            return moves
        chosen = table.choose(RED)
        reason = player.reason(table.reason())
        if reason is None:
            chosen = next(at for at in (80, 72, 26, 78, 0, 71) if board[at] == EMPTY)
        table.put(chosen, RED)
        board[chosen] = RED
        moves.append(Move(chosen, RED, reason))
    return moves


def knowing(*patterns: tuple[int, list[str]]) -> Player:
    return Player(pattern_of_rows(level, rows) for level, rows in patterns)


def learned(player: Player, blue: str) -> Pattern:
    pattern = pattern_of_loss(played(player, blue))
    assert pattern
    return pattern


FOUR = (1, ["BBBBX"])
THREE = (2, ["0BBBX0"])


def test_the_first_loss_teaches_four_in_a_row() -> None:
    assert learned(Player(), "b2 c2 d2 e2 f2") == pattern_of_rows(*FOUR)


def test_the_second_loss_teaches_an_open_three() -> None:
    pattern = learned(knowing(FOUR), "c2 d2 e2 f2 b2")
    assert pattern.level == 2
    assert pattern.key() == pattern_of_rows(*THREE).key()
    assert pattern.rows == ("0BBBX0",)


def test_the_originals_l_shape_by_the_rules() -> None:
    """Blue makes two open threes at once; red answers one of them, then the four from the other."""
    table = knowing(FOUR, THREE)
    pattern = learned(table, "c3 c4 d5 e5 c5 c6 c7")
    assert pattern.level == 3
    assert (pattern.white, pattern.blue) == (7, 4)
    shown = {pattern.image(symmetry).rows for symmetry in range(8)}
    assert (".0....", ".B....", ".B....", "0XBB00", ".0....", ".0....") in shown


def test_the_originals_junk_and_its_removal() -> None:
    player = knowing(FOUR)
    pattern = learned(player, "a2 b3 c4 d5 b2 c2 d2 e6")
    assert pattern.rows == ("BBBX0", ".B...", "..B..", "...B.", "....0")
    assert pattern.level == 2
    assert [mutation.action for mutation in player.store_by_original(pattern)] == ["added"]
    diagonal = pattern_of_rows(1, ["B....", ".B...", "..B..", "...B.", "....X"])
    changes = list(player.store_by_original(diagonal))
    assert [(change.action, change.pattern) for change in changes] == [
        ("removed", pattern),
        ("added", diagonal),
    ]


def test_the_originals_symmetry_tables() -> None:
    """The board under each symmetry: RRRR lies along one edge and BB along the other, from a corner."""
    board = [EMPTY] * FIELDS
    for field in range(4):
        board[field] = RED
    board[9] = board[18] = BLUE
    corners = [
        (0, 1, 9),
        (72, -9, 1),
        (80, -1, -9),
        (8, 9, -1),
        (8, -1, 9),
        (80, -9, -1),
        (72, 1, -9),
        (0, 9, 1),
    ]
    for sources, (corner, red_step, blue_step) in zip(SYMMETRIES, corners, strict=True):
        expected = [EMPTY] * FIELDS
        for index in range(4):
            expected[corner + index * red_step] = RED
        for index in (1, 2):
            expected[corner + index * blue_step] = BLUE
        assert [board[source] for source in sources] == expected


def test_the_symmetries_are_a_group() -> None:
    found = set(SYMMETRIES)
    assert len(found) == 8
    for one in SYMMETRIES:
        for other in SYMMETRIES:
            assert tuple(one[field] for field in other) in found


def test_an_unlearnable_loss_stores_nothing() -> None:
    """Every red move was forced, so no blue stone would be left."""
    reason = Match(knowing((1, ["BBBBX"]))).red.reason
    any_reason = played(knowing(FOUR), "a1 b1 c1 d1 a5")[7].reason
    assert any_reason
    moves = game("a1 i9 b1 i8 c1 i7 d1 i6 e1", BLUE)
    forced = [move._replace(reason=any_reason) if move.color == RED else move for move in moves]
    assert pattern_of_loss(forced) is None
    assert pattern_of_loss(moves)
    assert reason((0, -1, 0, 0)) is None


def test_a_longer_row_counts_its_first_window() -> None:
    board = [EMPTY] * FIELDS
    for x in range(6):
        board[9 + x] = BLUE
    assert winning_five(board, 9 + 4) == (9, 10, 11, 12, 13)
    assert winning_five(board, 9 + 5) == (10, 11, 12, 13, 14)


cells = st.integers(0, FIELDS - 1)


@st.composite
def patterns(draw: st.DrawFn) -> Pattern:
    """A valid pattern: a row of five with at least one open field, and anything around it."""
    window = draw(st.sampled_from(WINDOWS))
    board = [ABSENT] * FIELDS
    for field in window:
        board[field] = draw(st.sampled_from([EMPTY, BLUE]))
    for field in draw(st.lists(cells, max_size=8)):
        board[field] = draw(st.sampled_from([EMPTY, BLUE]))
    if EMPTY not in board:
        board[window[0]] = EMPTY
    if BLUE not in board:
        board[window[1]] = BLUE
    if EMPTY not in board:
        board[window[2]] = EMPTY
    focus = draw(st.sampled_from([at for at, value in enumerate(board) if value == EMPTY]))
    white = board.count(EMPTY)
    return pattern_of_board(board, focus, draw(st.integers(1, min(40, (white + 1) // 2))))


@given(patterns(), st.integers(0, 7))
def test_images_keep_the_key_and_come_back(pattern: Pattern, symmetry: int) -> None:
    turned = pattern.image(symmetry)
    assert turned.key() == pattern.key()
    assert pattern in [turned.image(back) for back in range(8)]
    assert pattern_of_rows(pattern.level, pattern.rows) == pattern
    rows = [
        list(pattern.fields[at : at + pattern.width])
        for at in range(0, len(pattern.fields), pattern.width)
    ]
    slow_rows, focus = slow.image(rows, pattern.place(pattern.focus), symmetry)
    assert slow_rows == [
        list(turned.fields[at : at + turned.width]) for at in range(0, len(turned.fields), turned.width)
    ]
    assert turned.place(turned.focus) == focus


def slow_pattern(pattern: Pattern) -> slow.Pattern:
    rows = [
        list(pattern.fields[at : at + pattern.width])
        for at in range(0, len(pattern.fields), pattern.width)
    ]
    return rows, pattern.place(pattern.focus), pattern.level


PREFERRED = {"random": FIELDS, "attack": 2}
"""For a fallback, the greatest level at which a player prefers its own win to stopping the opponent's."""


@settings(max_examples=rounds(40))
@given(st.lists(patterns(), min_size=1, max_size=6), st.integers(0, 10**6), st.integers(0, 40))
@example([Pattern(6, 1, b"\0\0\2\0\0\0", 0, 3)], 0, 6)  # both colors match at level 3
def test_matching_is_that_of_the_reference(found: list[Pattern], seed: int, stones: int) -> None:
    by_key = {pattern.key(): pattern for pattern in found}
    known = sorted(by_key.values(), key=lambda pattern: pattern.level)
    reference = slow.Player()
    reference.patterns = [
        (slow_pattern(pattern), slow.placements(slow_pattern(pattern))) for pattern in known
    ]
    random = Random(seed)
    board = [EMPTY] * FIELDS
    # A pattern is planted, so that there is something to match.
    planted = random.choice(known).image(random.randrange(8))
    shift_x, shift_y = (
        random.randrange(SIZE + 1 - planted.width),
        random.randrange(SIZE + 1 - planted.height),
    )
    color = random.choice([RED, BLUE])
    for at, value in enumerate(planted.fields):
        x, y = planted.place(at)
        board[x + shift_x + SIZE * (y + shift_y)] = color if value == BLUE else EMPTY
    for field in random.sample(range(FIELDS), stones // 2):
        board[field] = board[field] or random.choice([RED, BLUE])
    red = sum(1 << at for at in range(FIELDS) if board[at] == RED)
    blue = sum(1 << at for at in range(FIELDS) if board[at] == BLUE)
    for own, (fallback, sure) in product((RED, BLUE), PREFERRED.items()):
        player = Player(known)
        assert player.patterns == known
        table = Match(player, "knowledge", fallback=fallback, seed=1).table
        table.set_board(board)
        field = table.choose(own)
        reason = player.reason(table.reason())
        expected = reference.match(red, blue, own, sure)
        if expected is None:
            assert reason is None
            continue
        assert reason
        assert field == expected[1].focus
        assert (reason.color, reason.symmetry, reason.x, reason.y) == (expected[0], *expected[1].where)
        assert sorted(reason.fields()) == sorted(expected[1].fields)


@settings(max_examples=rounds(100))
@given(patterns(), patterns())
def test_containment_is_that_of_the_reference(small: Pattern, large: Pattern) -> None:
    player = Player([large])
    rows, focus, _ = slow_pattern(small)
    images = [slow.image(rows, focus, symmetry)[0] for symmetry in range(8)]
    expected = any(slow.inside(shape, slow_pattern(large)[0]) for shape in images)
    assert player.containing(small) == ([0] if expected else [])
    assert player.containing(large) == [0]


@settings(max_examples=rounds(60))
@given(patterns(), patterns(), st.integers(0, 10**6))
def test_stones_are_put_again_from_where_a_new_pattern_matches(
    known: Pattern, new: Pattern, seed: int
) -> None:
    random = Random(seed)
    planted = new.image(random.randrange(8))
    places = [(planted.place(at), value) for at, value in enumerate(planted.fields)]
    taken = {x + SIZE * y for (x, y), _ in places}
    rest = sorted(set(range(FIELDS)) - taken)
    moves = [(field, random.choice([RED, BLUE])) for field in random.sample(rest, min(9, len(rest)))]
    moves += [(x + SIZE * y, BLUE) for (x, y), value in places if value == BLUE]
    random.shuffle(moves)
    # Its empty fields are taken late, some of them.
    moves += [(x + SIZE * y, RED) for (x, y), value in places if value == EMPTY][: random.randrange(3)]
    player = Player([known])
    table = Match(player).table
    for field, color in moves:
        table.put(field, color)
    if player.number_of(new) is None:
        player.add(new)
        n_right = table.moves_before_newest()
        while table.n_moves > n_right:
            table.take()
        for field, color in moves[n_right:]:
            table.put(field, color)
    other = Match(Player(player.patterns)).table
    for n_moves in range(len(moves), -1, -1):
        other.set_board(bytes(FIELDS))
        for field, color in moves[:n_moves]:
            other.put(field, color)
        for own in (RED, BLUE):
            assert table.answers(own) == other.answers(own)
        if n_moves:
            table.take()


OPPONENTS = [
    ("random", 20, "random"), ("greedy", 16, "random"), ("threat", 5, "random"), ("self", 10, "random"),
    ("random", 10, "attack"), ("greedy", 10, "attack"), ("threat", 4, "attack"), ("self", 6, "attack"),
]  # fmt: skip


@pytest.mark.parametrize("number", [0, 1 << 32, (1 << 63) - 1])
def test_the_chance_of_a_game(kernel: Callable[[str], ModuleType], number: int) -> None:
    matcher, table_of = kernel(MATCHER).Matcher, kernel(TABLE).Table
    table = table_of(matcher(), matcher(), 0, False, 7, WINDOWS)
    table.set_board(bytes(FIELDS))
    table.seed_rng(number)
    assert table.choose(BLUE) == slow.Random(7, number).draw(FIELDS)


def compare(opponent: str, games: int, seed: int, fallback: str) -> None:
    reference, winners = slow.training(opponent, games, scrambled(seed), fallback)
    trainer = Trainer((), Setting(opponent, "original", fallback=fallback, seed=seed))
    for _ in trainer.play(0, games):
        pass
    ends = list(winners)
    assert (trainer.tally.wins, trainer.tally.losses, trainer.tally.draws) == (
        ends.count(RED), ends.count(BLUE), ends.count(EMPTY),
    )  # fmt: skip
    knowledge = Knowledge("x").with_patterns(trainer.player.patterns)
    assert kn.dumps(knowledge) == slow.kn(reference)


@pytest.mark.parametrize(("opponent", "games", "fallback"), OPPONENTS)
def test_training_by_the_original_is_that_of_the_reference(
    opponent: str, games: int, fallback: str
) -> None:
    compare(opponent, games, 3, fallback)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("opponent", "games", "fallback"),
    [
        ("random", 5000, "random"), ("greedy", 2000, "random"), ("threat", 1000, "random"),
        ("self", 1000, "random"), ("threat", 100, "attack"), ("self", 100, "attack"),
    ],
)  # fmt: skip
def test_thousands_of_games_are_those_of_the_reference(opponent: str, games: int, fallback: str) -> None:
    compare(opponent, games, 11, fallback)


@settings(max_examples=rounds(40))
@given(
    st.lists(patterns(), min_size=1, max_size=5),
    st.lists(cells, min_size=4, max_size=20, unique=True),
    st.tuples(
        st.sampled_from([1, 2, 40]), st.integers(1, 5), st.integers(0, 2), st.integers(0, 2),
        st.sampled_from([0, 1, 3, 8]),
    ),
    st.integers(0, 10**6),
)  # fmt: skip
def test_what_is_near_to_a_match_is_that_of_the_reference(
    found: list[Pattern], fields: list[int], nearness: tuple[int, int, int, int, int], seed: int
) -> None:
    """Stones are put and taken back, patterns are added and removed, and some fields are absent."""
    level, *weights = nearness
    random = Random(seed)
    player = Player()
    places = {pattern: slow.placements(slow_pattern(pattern)) for pattern in found}
    table = Match(player, "knowledge", fallback="attack", nearness=nearness).table
    board = [EMPTY] * FIELDS
    for field in fields[: random.randrange(4)]:
        board[field] = ABSENT
    table.set_board(board)
    put: list[int] = []
    for field in fields:
        if board[field] == EMPTY:
            color = random.choice([RED, BLUE])
            board[field] = color
            table.put(field, color)
            put.append(field)
        if put and random.random() < 0.3:
            board[put.pop()] = EMPTY
            table.take()
        new = random.choice(found)
        number = player.number_of(new)
        if number is None:
            player.add(new)
        elif random.random() < 0.2:
            player.remove(number)
        for own in (RED, BLUE):
            chosen = table.choose(own)
            if table.reason()[0] == EMPTY:
                known = [places[pattern] for pattern in player.patterns if pattern.level <= level]
                worth = slow.nearness(board, known, own, *weights)
                assert worth[chosen] == max(worth[at] for at, value in enumerate(board) if value == EMPTY)


def test_the_attack_of_a_player_who_knows_all_rows_is_that_of_the_reference() -> None:
    """Stones are put and taken back; both weights occur, and each chosen field is one of the best."""
    player = Player(ROWS)
    places = [slow.placements(slow_pattern(pattern)) for pattern in ROWS]
    attacks = {False: 0, True: 0}
    for seed in range(rounds(240)):
        random = Random(seed)
        match = Match(player, "knowledge", seed=seed)
        board, put = [EMPTY] * FIELDS, []
        for _ in range(40):
            empty = [field for field, value in enumerate(board) if value == EMPTY]
            field, color = random.choice(empty), random.choice([RED, BLUE])
            board[field] = color
            match.table.put(field, color)
            put.append(field)
            while put and random.random() < 0.3:
                board[put.pop()] = EMPTY
                match.table.take()
            chosen = match.table.choose(RED)
            if match.table.reason()[0] != EMPTY:
                continue
            worth = slow.nearness(board, places, RED, attack=8)
            assert worth[chosen] == max(worth[at] for at, value in enumerate(board) if value == EMPTY)
            attacks[worth != slow.nearness(board, places, RED)] += 1
    assert min(attacks.values()) > 50


@pytest.mark.parametrize("color", [RED, BLUE])
def test_a_player_that_attacks_first_stops_a_win_of_the_same_level_above_two(color: int) -> None:
    """At levels 1 and 2 its own win comes first, as at all levels with another fallback."""
    other = RED + BLUE - color
    for level in (1, 2, 3, 7):
        player = Player([pattern_of_rows(level, ["B0X00", "00000", "00000"])])
        for fallback in ("attack", "random"):
            table = Match(player, "knowledge", fallback=fallback).table
            table.put(0, color)
            table.put(40, other)
            table.choose(color)
            is_own = table.reason()[0] == color
            assert is_own == (level <= 2 or fallback == "random")


def test_without_patterns_the_fallback_is_the_originals() -> None:
    fields = []
    for fallback in ("attack", "random"):
        table = Match(Player(), fallback=fallback, seed=5).table
        table.seed_rng(7)
        fields.append([table.choose(RED) for _ in range(9)])
    assert fields[0] == fields[1]
    assert len(set(fields[0])) > 5


@pytest.mark.parametrize("method", ["original", "proof"])
@pytest.mark.parametrize("opponent", ["random", "greedy", "threat"])
def test_hardly_a_game_is_lost(method: str, opponent: str) -> None:
    trainer = Trainer((), Setting(opponent, method, seed=1))
    for _ in trainer.play(0, 200):
        pass
    assert trainer.tally.losses <= 2


def test_the_kernel_plays_the_same_compiled_and_interpreted(kernel: Callable[[str], Any]) -> None:
    matcher = kernel(MATCHER).Matcher()
    table_of = kernel(TABLE).Table
    for rank, (level, rows) in enumerate(
        [FOUR, (1, ["B....", ".B...", "..B..", "...B.", "....X"]), THREE]
    ):
        matcher.add(level, rank, images_of(pattern_of_rows(level, rows)))
    ends = []
    for opponent, fallback in ((0, 0), (1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (2, 2), (3, 2)):
        table = table_of(matcher, matcher, opponent, fallback, scrambled(5), WINDOWS)
        assert table.play(0, 6, -1, 0) == 6
        ends.append((table.wins, table.losses, table.draws, [move[0] for move in table.moves()][:8]))
    assert ends == PINNED


PINNED = [
    (5, 1, 0, [76, 0, 17, 77, 60, 66, 64, 21]),
    (4, 2, 0, [76, 0, 17, 77, 60, 66, 64, 21]),
    (0, 6, 0, [40, 0, 31, 77, 49, 22, 67, 66]),
    (1, 4, 1, [76, 0, 17, 77, 60, 66, 64, 21]),
    (3, 0, 3, [40, 31, 39, 41, 21, 30, 32, 48]),
    (1, 3, 2, [40, 31, 39, 41, 21, 30, 32, 48]),
    (3, 0, 3, [40, 31, 39, 41, 21, 30, 32, 48]),
    (3, 3, 0, [40, 31, 39, 41, 21, 30, 32, 48]),
]


def test_games_do_not_depend_on_each_other() -> None:
    patterns_ = [pattern_of_rows(*FOUR), pattern_of_rows(*THREE)]
    whole = Match(Player(patterns_), "greedy", seed=9)
    whole.table.play(0, 20, -1, 0)
    alone = Match(Player(patterns_), "greedy", seed=9)
    alone.table.play(19, 20, -1, 0)
    assert whole.moves() == alone.moves()


@pytest.mark.parametrize(
    ("rows", "level", "verdict"),
    [
        (["BBBBX"], 1, "proven"),
        (["0BBBX0"], 2, "proven"),
        (["BBBX0", "0...."], 2, "unproven"),
        ([".0....", ".B....", ".B....", "0XBB00", ".0....", ".0...."], 3, "proven"),
        (["BBBX0", ".B...", "..B..", "...B.", "....0"], 2, "proven"),
    ],
)
def test_the_search_proves_what_is_a_forced_win(rows: list[str], level: int, verdict: str) -> None:
    assert prove(pattern_of_rows(level, rows), nodes=100_000) == verdict


def test_the_originals_l_shape_as_printed_is_no_forced_win() -> None:
    assert prove(pattern_of_rows(3, ["0...", "B...", "B...", "XBB0", "0...", "0..."])) == "unproven"


def test_a_proof_that_takes_too_long_is_unknown() -> None:
    rows = [".0....", ".B....", ".B....", "0XBB00", ".0....", ".0...."]
    assert prove(pattern_of_rows(3, rows), nodes=1) == "unknown"


@st.composite
def small_boards(draw: st.DrawFn) -> list[int]:
    """A board with few open fields and a few blue stones; all other stones are red."""
    size_x, size_y = draw(st.sampled_from([(9, 2), (7, 3), (6, 4), (5, 5), (9, 1)]))
    board = [RED] * FIELDS
    for y in range(size_y):
        for x in range(size_x):
            board[x + SIZE * y] = EMPTY
    fields = [field for field in range(FIELDS) if board[field] == EMPTY]
    for field in draw(st.lists(st.sampled_from(fields), min_size=2, max_size=8, unique=True)):
        board[field] = BLUE
    for field in draw(st.lists(st.sampled_from(fields), max_size=3, unique=True)):
        board[field] = RED
    return board


@settings(max_examples=60)
@given(small_boards())
def test_the_search_of_threats_finds_only_forced_wins(board: list[int]) -> None:
    """Short wins are checked by trying all moves and answers, on the fields of the proof alone."""
    win = win_by_threats(Search(WINDOWS), bytes(board))
    if win is not None:
        level, focus, fields = win
        held = [board[field] if field in fields else ABSENT for field in range(FIELDS)]
        assert RED not in held
        assert held[focus] == EMPTY
        if level < 4:
            assert slow.wins(held, level)
        assert prove(pattern_of_board(held, focus, level), nodes=3000) != "unproven"
    elif board.count(BLUE) > 3:
        assert not slow.wins(board, 1)
        assert not slow.wins_by_fours(board, 3)


def test_the_search_is_the_same_compiled_and_interpreted(kernel: Callable[[str], Any]) -> None:
    """The number of nodes is pinned, so every change of the search shows up."""
    search = kernel(SEARCH).Search(WINDOWS)
    found = []
    for stones, quiet in (("d4 e4 f4", 0), ("d4 e4 e6 c5", 0), ("d4 f4 e6 g6", 0), ("d4 e5", 1)):
        board = bytearray(FIELDS)
        for word in stones.split():
            board["abcdefghi".index(word[0]) + 9 * (int(word[1]) - 1)] = STONE
        win = search.win(board, quiet, 4, 800)
        found.append((win and (win[0], win[1], len(win[2])), search.nodes))
    assert found == SEARCHED


SEARCHED = [((2, 29, 6), 4), ((4, 22, 11), 10), ((6, 31, 30), 624), (None, 801)]


@pytest.mark.parametrize("opponent", ["random", "greedy", "threat", "self", "self-both"])
def test_what_the_better_learner_stores_is_proven(opponent: str) -> None:
    """The method's own prover proves all patterns; the exact search also proves those of low levels."""
    trainer = Trainer((), Setting(opponent, "proof", fallback="random", seed=2))
    for _ in trainer.play(0, 60 if opponent == "random" else 8):
        pass
    all_is_proven(trainer)


def all_is_proven(trainer: Trainer) -> None:
    found = trainer.player.patterns
    assert len(found) > 5
    assert all(derivable(found))
    assert set(prove_all(found)) == {"proven"}
    for pattern in found:
        if pattern.level <= 3 and pattern.white < 12:
            assert prove(pattern, nodes=10**6) == "proven", pattern.rows


def test_without_a_search_a_forced_win_is_unknown() -> None:
    """The win takes more moves than the level, which only the search for wins by threats finds."""
    row = pattern_of_rows(1, ["0BBBX0"])
    assert prove_all([row], nodes=0) == ["unknown"]
    assert prove_all([row], nodes=1) == ["proven"]


FALLACY = [
    (2, "..B..", "..0..", "..B..", "..B..", "0BXBB"),
    (3, "..B..", "0.0..", ".BB..", "..B..", "0B0XB", "....B"),
    (4, "B.B..", "000..", ".BB..", "..BB.", "0B00X", "....B"),
    (5, "......B", "B.B..B.", "000.0..", ".BBB...", "..XB...", "0B000..", "....B.."),
    (6, "......B", ".....BB", "B.B.BB.", "00000..", ".BXB...", "..0B...", "0B000..", "....B.."),
]
"""Each pattern follows from the one before. In the last, red's answers to the fours make a four."""


def test_red_may_make_five_on_the_fields_of_a_pattern() -> None:
    rows = [pattern_of_rows(1, [text]) for text in ("XBBBB", "BXBBB", "BBXBB")]
    rows += [row for pattern in rows if (row := turned_row(pattern))]
    patterns = [*rows, *(pattern_of_rows(level, list(text)) for level, *text in FALLACY)]
    assert all(derivable(patterns))
    assert prove_all(patterns) == ["proven"] * (len(patterns) - 1) + ["unknown"]
    assert [plainly_wins(pattern) for pattern in patterns] == [True] * (len(patterns) - 1) + [False]


def plainly_wins(pattern: Pattern) -> bool:
    """Return whether blue, to move, wins on a pattern's fields, by a search of all moves."""
    board = pattern.on_board()
    blue = frozenset(field for field, value in enumerate(board) if value == BLUE)
    every = blue | {field for field, value in enumerate(board) if value == EMPTY}
    windows = [one for window in WINDOWS if (one := frozenset(window)) <= every]

    @cache
    def wins(blue: frozenset[int], red: frozenset[int]) -> bool:
        if any(len(one - blue) == 1 and not one & red for one in windows):
            return True
        needs = [one - red for one in windows if not one & blue and len(one - red) == 1]
        moves = every - blue - red if not needs else frozenset.intersection(*needs)
        useful = frozenset().union(*(one for one in windows if not one & red))
        return any(always_wins(blue | {move}, red) for move in moves & useful)

    def always_wins(blue: frozenset[int], red: frozenset[int]) -> bool:
        if any(len(one - red) == 1 and not one & blue for one in windows):
            return False
        return wins(blue, red) and all(wins(blue, red | {answer}) for answer in every - blue - red)

    return wins(blue, frozenset())


def test_the_answer_of_a_pattern_holds_on_its_fields_where_one_does() -> None:
    """Slow code tries every answer; without the choice, five of these patterns have a losing answer."""
    trainer = Trainer((), Setting("greedy", "proof", fallback="random", seed=1))
    for _ in trainer.play(0, 60):
        pass
    small = [pattern for pattern in trainer.player.patterns if pattern.level < 4 and pattern.white < 10]
    assert len(small) > 100
    for pattern in small:
        board = [*pattern.on_board()]

        def holds(field: int, board: list[int] = board, level: int = pattern.level) -> bool:
            return not slow.wins([*board[:field], RED, *board[field + 1 :]], level)

        x, y = pattern.place(pattern.focus)
        if not holds(x + SIZE * y):
            assert not any(holds(field) for field in range(FIELDS) if board[field] == EMPTY), pattern.rows


@pytest.mark.parametrize("method", ["original", "proof"])
@pytest.mark.parametrize("opponent", ["greedy", "self-both"])
def test_two_runs_are_one(method: str, opponent: str) -> None:
    """Between two runs only the patterns are kept, in their order."""
    setting = Setting(opponent, method, fallback="random" if opponent == "greedy" else "attack", seed=4)
    one = Trainer((), setting)
    half = Trainer((), setting)
    middle, end = 11, 24
    for trainer, games in ((one, end), (half, middle)):
        for _ in trainer.play(0, games):
            pass
    other = Trainer(half.player.patterns, setting)
    for _ in other.play(middle, end):
        pass
    assert one.player.patterns == other.player.patterns
    assert one.tally == half.tally + other.tally


@pytest.mark.parametrize(
    ("method", "opponent", "most"),
    [("proof", "greedy", 80), ("proof", "self", 150), ("original", "threat", 4)],
)
def test_what_is_of_least_use_is_forgotten(method: str, opponent: str, most: int) -> None:
    setting = Setting(opponent, method, fallback="random", seed=4, most=most)
    held: set[Pattern] = set()
    forgotten = []

    def note(change: Mutation) -> None:
        if change.action == "removed":
            held.remove(change.pattern)
            forgotten.append(change.pattern)
        else:
            held.add(change.pattern)

    trainer = Trainer((), setting, note)
    half: list[Pattern] = []
    for game in trainer.play(0, 24):
        assert len(trainer.player) <= most
        assert held == set(trainer.player.patterns)
        if game <= 16:
            half = trainer.player.patterns
            start = game
    assert forgotten
    assert trainer.tally.games == 24
    found = trainer.player.patterns
    if method == "proof":
        assert all(derivable(found))
        # The rows of five with one field open are of use to all others.
        assert sum(pattern.level == 1 for pattern in found) == 6
    other = Trainer(half, setting)
    for _ in other.play(start, 24):
        pass
    assert other.player.patterns == found


def test_the_first_loss_teaches_the_better_learner_all_fours() -> None:
    player = Player()
    ProofLearner(player).learn(game("c2 i9 d2 i8 e2 i7 f2 i6 g2", BLUE))
    ones = [pattern.rows for pattern in player.patterns if pattern.level == 1]
    assert len(ones) == 6


def test_a_row_turns_into_a_diagonal_and_back() -> None:
    row = pattern_of_rows(*THREE)
    diagonal = turned_row(row)
    assert diagonal
    assert diagonal.rows[4] == "....X."
    back = turned_row(diagonal)
    assert back == row
    anti = turned_row(diagonal.image(1))
    assert anti
    assert anti.key() == row.key()
    assert turned_row(pattern_of_rows(2, ["BBBX0", ".B...", "..B..", "...B.", "....0"])) is None


def test_games_are_judged() -> None:
    assert Position.played([], BLUE).status == "open"
    moves = [move.field for move in game("a1 a2 b1 b2 c1 c2 d1 d2 e1", BLUE)]
    assert Position.played(moves, BLUE).status == "blue-won"
    assert Position.played(moves, RED).status == "red-won"
    with pytest.raises(PositionError, match="move 10, e2: the game is over"):
        Position.played([*moves, 13], BLUE)
    with pytest.raises(PositionError, match="move 2, a1: the field is taken"):
        Position.played([0, 0], BLUE)
    for field in (-1, FIELDS):
        with pytest.raises(PositionError, match=f"there is no field {field}"):
            Position.played([], BLUE).after(field)


@pytest.mark.parametrize("method", ["original", "proof"])
def test_a_record_that_breaks_off_is_counted_as_a_game_alone(method: str) -> None:
    trainer = Trainer((), Setting(method=method))
    for moves in ([], [40], [40, 0, 41]):
        trainer.replay(Position.played(moves, BLUE))
    assert trainer.tally == Tally(games=3)
    # No five in a row: whole boards of pairs, each row shifted against the one before.
    colors = [(x // 2 + y) % 2 for y in range(9) for x in range(9)]
    fields = [[at for at, color in enumerate(colors) if color == which] for which in (0, 1)]
    assert [len(part) for part in fields] == [41, 40]
    moves = [fields[number % 2][number // 2] for number in range(FIELDS)]
    trainer.replay(Position.played(moves, BLUE))
    assert trainer.tally == Tally(games=4, draws=1)


def test_recorded_games_teach_as_played_ones_do() -> None:
    """A recorded game teaches the same patterns as the game that the trainer played."""
    for method in ("original", "proof"):
        one = Trainer((), Setting("greedy", method, seed=4))
        other = Trainer((), Setting("greedy", method, seed=4))
        for number in range(60):
            before = len(one.player)
            for _ in one.play(number, number + 1):
                pass
            assert before <= len(one.player)
            moves = one._match.moves()
            first = moves[0].color
            other.replay(Position.played([move.field for move in moves], first))
        if method == "original":
            assert one.player.patterns == other.player.patterns
        assert one.tally == other.tally


ALPHABETA = "zet.engines.match5._alphabeta"


@st.composite
def open_positions(draw: st.DrawFn) -> tuple[list[int], int]:
    """A board without a five, nearly full or nearly empty, and a depth that can be searched quickly."""
    random = Random(draw(st.integers(0, 10**6)))
    while True:
        n_empty = random.randrange(1, 10)
        if random.random() < 0.3:
            board = [EMPTY] * FIELDS
            for number in range(random.randrange(9)):
                board[random.randrange(FIELDS)] = 1 + number % 2
            depth = 1 + (board.count(EMPTY) > FIELDS - 3)
        else:
            board = [1 + number % 2 for number in range(FIELDS)]
            random.shuffle(board)
            for field in random.sample(range(FIELDS), n_empty):
                board[field] = EMPTY
            depth = random.randrange(1, 6 if n_empty < 7 else 5)
        if not any(winning_five(board, field) for field in range(FIELDS) if board[field]):
            return board, depth


SEARCHING = AlphaBeta(None, WINDOWS)
"""It keeps its table from one example to the next."""


@settings(max_examples=rounds(100))
@given(open_positions(), st.sampled_from([RED, BLUE]))
def test_the_search_of_alphabeta_is_a_minimax(position: tuple[list[int], int], color: int) -> None:
    board, depth = position
    found = SEARCHING.best(bytes(board), color, depth)
    assert found
    value, fields = slow.minimax(board, color, min(depth, board.count(EMPTY)))
    assert found[0] == value
    # Where all is lost at once it stops one of the fives; else it knows all best moves.
    assert set(found[1]) <= set(fields)
    assert found[1] == fields or value == 2 - 1_000_000


def test_alphabeta_is_the_same_compiled_and_interpreted(kernel: Callable[[str], Any]) -> None:
    """The number of nodes is pinned, so every change of the search shows up."""
    search = kernel(ALPHABETA).AlphaBeta(None, WINDOWS)
    found = []
    for stones, depth in (("", 2), ("e5 f5 e4 e6 d4", 2), ("e5 f5 e4 e6 d4 c3 f4 g3", 3)):
        board = bytearray(FIELDS)
        for move in game(stones, BLUE):
            board[move.field] = move.color
        value, fields = search.best(board, BLUE if stones.count(" ") % 2 else RED, depth)
        found.append((value, len(fields), search.nodes))
    assert found == LOOKED


LOOKED = [(3, 1, 2), (-40, 1, 82), (999997, 2, 300)]


def test_alphabeta_ends_when_it_is_asked_to() -> None:
    search = AlphaBeta(lambda _nodes: True, WINDOWS)
    assert search.best(bytes(40) + b"\1" + bytes(40), BLUE, 20) is None
    assert 65536 <= search.nodes < 65600
    found = search.best(bytes(40) + b"\1" + bytes(40), BLUE, 2)
    assert found == AlphaBeta(None, WINDOWS).best(bytes(40) + b"\1" + bytes(40), BLUE, 2)


@pytest.mark.parametrize(
    "name", ["alphabeta:", "alphabeta:0", "alphabeta:82", "alphabeta:x", "alphabeta:01"]
)
def test_depths_that_no_search_has(name: str) -> None:
    with pytest.raises(ValueError, match="must be a number from 1 to 81"):
        Trainer((), Setting(name))


def test_games_against_a_search_teach_as_others_do() -> None:
    """The number of games is as requested, losses teach patterns, and two runs give the result of one."""
    setting = Setting("alphabeta:2", "original", seed=3)
    one, half = Trainer((), setting), Trainer((), setting)
    assert list(one.play(0, 6)) == [1, 2, 3, 4, 5, 6]
    assert one.tally.losses >= 2
    assert len(one.player) >= 2
    for _ in half.play(0, 3):
        pass
    other = Trainer(half.player.patterns, setting)
    for _ in other.play(3, 6):
        pass
    assert other.player.patterns == one.player.patterns
    assert half.tally + other.tally == one.tally
    board = [EMPTY] * FIELDS
    last = one._match.moves()[-1]
    for move in one._match.moves():
        assert board[move.field] == EMPTY
        board[move.field] = move.color
    assert winning_five(board, last.field) or EMPTY not in board


def test_a_game_that_is_ended_does_not_count() -> None:
    stops = iter([False, True])
    trainer = Trainer((), Setting("alphabeta:9"), is_stopped=lambda: next(stops))
    assert list(trainer.play(0, 5)) == [0]
    assert trainer.tally == Tally()
    assert len(trainer.player) == 0


def test_a_position_knows_the_moves_that_led_to_it() -> None:
    first = Position.played((40,), RED)
    assert first.after(41).moves == (40, 41)
    assert replace(first, moves=()).after(41).moves == ()


def test_the_learner_studies_games_that_were_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zet.engines.match5.proof.STUDIED", 2)
    trainer = Trainer((), Setting("random", "proof", seed=3))
    studied: list[bool] = []
    assert trainer.learner
    study = trainer.learner.study
    monkeypatch.setattr(trainer.learner, "study", lambda moves: studied.append(True) or study(moves))
    for _ in trainer.play(0, 16):
        pass
    numbers = [game for game in range(16) if game % max(1, game // 2) == 0]
    assert len(studied) == len(numbers)
