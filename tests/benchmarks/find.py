"""Measure queries on games.

    python tests/benchmarks/find.py games COUNT SEED > FILE   make games, one move list per line
    python tests/benchmarks/find.py speed FILE [RULE...]      positions per second, with and without input
    python tests/benchmarks/find.py compare COUNT SEED        compare the finder with the plain program
    python tests/benchmarks/find.py trees COUNT SEED          the same on lines of random trees
    python tests/benchmarks/find.py threes FILE               compare wins.by.threes with the solver
    python tests/benchmarks/find.py cql FILE                  positions per second of each question of CQL
    python tests/benchmarks/find.py cookbook FILE             compare these questions with plain programs

The players of the games mostly make a five, stop one, or make a four or a three if they can; otherwise
they play next to other stones. Without RULE, the queries are the eleven themes of RULES.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "engines"))
sys.path.insert(0, str(Path(__file__).parents[1]))

from test_noire_find import QUESTIONS, found_by, games as crowded_games, wanted_by

from zet.engines.noire.finder import Finder
from zet.engines.renju._board import Board
from zet.engines.renju.model import CENTER, N_CELLS, SIDE, Game
from zet.engines.renju.solver import proof_by, solve
from zet.formats.blanche import loads, rule_set
from zet.formats.renju import FORMATS

RULES = (
    *(
        "four-three",
        "double-four",
        "double-three",
        "straight-four",
        "sword",
        "trap",
        "foul",
        "counter-four",
    ),
    *("missed-five", "overlooked-four", "run-of-fours"),
)
NEAR = [
    [
        SIDE * (y + j) + x + i
        for i in range(-2, 3)
        for j in range(-2, 3)
        if (i or j) and 0 <= x + i < SIDE and 0 <= y + j < SIDE
    ]
    for y in range(SIDE)
    for x in range(SIDE)
]


def made_games(count: int, seed: int) -> Iterator[Game]:
    random = Random(seed)
    for _ in range(count):
        yield Game(moves=tuple(made_moves(random)))


def made_moves(random: Random) -> Iterator[int]:
    """Yield the moves of a game of two players who see only immediate threats."""
    board = Board(True, False, True)
    close, taken = {CENTER}, set[int]()
    care = random.choice((0.9, 0.97, 0.99))
    for number in range(random.choice((60, 90, N_CELLS))):
        color = number % 2
        fives, theirs = board.cells(color, 0), board.cells(1 - color, 0)
        ways = [fives, theirs, board.cells(color, 3), board.cells(1 - color, 3)]
        ways += [board.cells(color, 1)] if random.random() < 0.3 else []
        ways += [board.cells(color, 2)] if random.random() < 0.7 else []
        choice = next((way for way in ways if way and random.random() < care), None)
        cell = random.choice(choice or sorted(close))
        if color == 0 and board.forbidden(cell) and random.random() < 0.9:
            cell = random.choice(sorted(close))
        is_foul = color == 0 and board.forbidden(cell)
        board.play(cell, color)
        taken.add(cell)
        close = close.union(NEAR[cell]) - taken
        yield cell
        if cell in fives or is_foul:
            return


def speed(name: str, rules: Sequence[str]) -> None:
    """Time reading, and all queries, in CPU seconds."""
    program = rule_set("themes")
    names = rules or RULES
    began = time.process_time()
    with Path(name).open("rb") as stream:
        games = [game for game in FORMATS["moves"].load(stream, name) if isinstance(game, Game)]
    reading = time.process_time() - began
    n_positions = sum(len(game.moves) + 1 for game in games)
    finder = Finder(program)
    numbers = [number for number, rule in enumerate(program.rules) if rule.name in names]
    for most in (0, 1):
        began = time.process_time()
        n_hits = sum(1 for game in games for _ in finder.find(game, most=most, rules=numbers))
        seconds = time.process_time() - began
        print(
            f"{len(games):,} games, {n_positions:,} positions, {len(numbers)} rules: {n_hits:,} matches, "
            f"{'with' if most else 'without'} bindings {n_positions / seconds:,.0f} positions a second, "
            f"with reading ({reading:.1f} s) {n_positions / (seconds + reading):,.0f}"
        )


def of_cql(name: str) -> None:
    """Time each question of docs/renju/cql.md, without reading, in CPU seconds."""
    from test_noire_cql import FINDER, NUMBERS

    with Path(name).open("rb") as stream:
        games = [game for game in FORMATS["moves"].load(stream, name) if isinstance(game, Game)]
    n_positions = sum(len(game.moves) + 1 for game in games)
    rules = FINDER.program.rules
    for question in dict.fromkeys(rules[number].name for number in NUMBERS):
        numbers = [one for one in NUMBERS if FINDER.is_asked[one] and rules[one].name == question]
        began = time.process_time()
        n_hits = sum(1 for game in games for _ in FINDER.find(game, most=0, rules=numbers))
        speed = n_positions / (time.process_time() - began)
        print(f"{question.removeprefix('ask ')}: {n_hits:,} matches, {speed:,.0f} positions a second")


def cookbook(name: str) -> None:
    """Compare each question of docs/renju/cql.md with its plain program; print totals now and then."""
    from test_noire_cql import found, wanted

    seen: Counter[str] = Counter()
    n_positions = n_differences = 0
    with Path(name).open("rb") as stream:
        for number, game in enumerate(FORMATS["moves"].load(stream, name), 1):
            if not isinstance(game, Game):
                continue
            answers, right = found(game), wanted(game)
            for question in right:
                seen[question] += len(right[question])
                if answers[question] != right[question]:
                    n_differences += 1
                    print(f"game {number}: {question}", flush=True)
            n_positions += len(game.moves) + 1
            if number % 1000 == 0:
                print(
                    f"{number:,} games, {n_positions:,} positions, {seen.total():,} matches of "
                    f"{len(+seen)} questions: {n_differences} differences",
                    flush=True,
                )


def compare(count: int, seed: int) -> None:
    """Compare the finder with the plain program on random games, with eight rules each."""
    asked = Finder(loads(QUESTIONS).program)
    random = Random(seed)
    every = [number for number, is_asked in enumerate(asked.is_asked) if is_asked]
    seen: Counter[str] = Counter()
    differences = 0
    for game in crowded_games(seed, count):
        numbers = sorted(random.sample(every, 8))
        wanted, found = wanted_by(asked, game, numbers), found_by(asked, game, -1, numbers)
        differences += wanted != found
        seen.update(asked.program.rules[number].name for number, _ply in wanted)
    print(
        f"{count:,} games, {sum(seen.values()):,} matches of {len(seen)} rules: {differences} differences"
    )


def threes(name: str) -> None:
    """Compare `wins.by.threes`, and its negation, with the solver at each position of a file of games."""
    text = "rule {}\npremise to.move(own), {}wins.by.threes(own, 20, {})\n"
    wins, others = (
        Finder(loads(text.format(*parts)).program) for parts in (("win", "", "F"), ("no", "¬", "F_"))
    )
    count: Counter[str] = Counter()
    seconds = 0.0
    with Path(name).open("rb") as stream:
        games = [game for game in FORMATS["moves"].load(stream, name) if isinstance(game, Game)]
    for game in games:
        began = time.process_time()
        moves = {hit.ply: int(hit.match.bindings[0].value) for hit in wins.find(game)}
        seconds += time.process_time() - began
        excluded = {hit.ply for hit in others.find(game)}
        count["positions"] += len(game.moves) + 1
        count["undecided"] += wins.n_undecided
        for ply in moves.keys() | excluded:
            said = "win" if ply in moves else "no-win"
            count[said] += 1
            status = solve(game.at(ply), nodes=3_000_000).status
            count["wrong"] += said != ("no-win" if status == "over" else status)
            count["unproven"] += said == "win" and not proof_by(game.at(ply), moves[ply])[0]
    print(
        f"{count['positions']:,} positions: {count['win']:,} wins, {count['no-win']:,} excluded, "
        f"{count['undecided']:,} undecided; {count['wrong']} differ from the solver, "
        f"{count['unproven']} first moves without a proof; {seconds:.1f} s for the wins"
    )


def trees(count: int, seed: int) -> None:
    """Compare the finder with the plain program on lines of random trees, with eight rules each."""
    from test_noire_variations import QUESTIONS as QUESTIONS_TO_TREES, compare as compare_trees

    seen: Counter[str] = Counter()
    total = compare_trees(Finder(loads(QUESTIONS_TO_TREES).program), seed, count, seen)
    print(f"{count:,} trees, {total:,} solutions of {len(+seen)} rules: no difference")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["games", count, seed]:
            for game in made_games(int(count), int(seed)):
                print(FORMATS["moves"].dumps()(game), end="")
        case ["speed", name, *rules]:
            speed(name, rules)
        case ["threes", name]:
            threes(name)
        case ["cql", name]:
            of_cql(name)
        case ["trees", count, seed]:
            trees(int(count), int(seed))
        case ["cookbook", name]:
            cookbook(name)
        case ["compare", count, seed]:
            compare(int(count), int(seed))
        case _:
            sys.exit(__doc__)
