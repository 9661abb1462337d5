"""Measure the renju board and solver; every win that is counted is verified.

    python tests/benchmarks/renju.py board                moves made and undone a second
    python tests/benchmarks/renju.py sizes FILE...        the same on other boards, and wins by fours
    python tests/benchmarks/renju.py fours FILE...        wins by fours in JSON lines of positions
    python tests/benchmarks/renju.py threes FILE...       wins by fours and threes, 5 seconds each
    python tests/benchmarks/renju.py pipe                 10,000 positions through `zet renju solve`
    python tests/benchmarks/renju.py analyze [FILE...]    move lists; without files 10 games of 60 moves
    python tests/benchmarks/renju.py check                100,000 games through `check` and `convert`
    python tests/benchmarks/renju.py tree                 a tree of 222,537 lines: RenLib, SGF, and back

FILE has positions in a format that `zet renju` reads.
"""

import io
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

from zet.engines.renju.analysis import analyze as analyzed
from zet.engines.renju.board import set_up, shared_search
from zet.engines.renju.constants import FIVE
from zet.engines.renju.model import Game
from zet.engines.renju.proof import verify
from zet.engines.renju.search import move_order
from zet.engines.renju.solver import MOST_FOURS, solve
from zet.formats.renju import FORMATS, lib, sgf
from zet.formats.renju.moves import dumps, loads
from zet.formats.renju.tree import Tree

CROWDED = "h8i9i6i7h6h9g6j6g8i8h7j5g7g5f6e6i5f8h5h4j7g4i4i11i10j3g10g9i2i3d4h10e5"
LIMIT = 5.0


def positions(name: str) -> list[Game]:
    with Path(name).open("rb") as stream:
        return [game for game in FORMATS["json"].load(stream, name) if isinstance(game, Game)]


def board() -> None:
    """Time the board alone, in the middle of a game, with the patterns of both colors kept up to date."""
    search = shared_search("renju")
    set_up(search, loads(CROWDED))
    count = 5_000_000
    began = time.process_time()
    search.play_and_undo(count)
    print(f"{count / (time.process_time() - began) / 1e6:.1f} million moves made and undone a second")


def sizes(names: list[str]) -> None:
    """Time the boards of other sizes: the same stones in the middle, moves and searches by fours."""
    games = [game for name in names for game in positions(name)]
    for size in (15, 16, 19, 20, 22):
        search = shared_search("renju", size)
        by = (size - 15) // 2

        def moved(game: Game, size: int = size, by: int = by) -> Game:
            black, white = (
                [size * (cell // 15 + by) + cell % 15 + by for cell in cells] for cells in game.stones()
            )
            return Game.build(black, white, game.side, size=size)

        set_up(search, moved(loads(CROWDED)))
        count = 3_000_000
        began = time.process_time()
        search.play_and_undo(count)
        per_second = count / (time.process_time() - began)
        won = nodes = 0
        began = time.process_time()
        for game in map(moved, games):
            set_up(search, game)
            won += bool(search.win_by_fours(game.side, MOST_FOURS))
            nodes += search.nodes
        seconds = time.process_time() - began
        print(
            f"{size}x{size}: {per_second / 1e6:.1f} million moves made and undone a second;"
            f" {len(games)} positions, {won} won, {nodes} fours tried in {seconds:.2f} s"
        )


def report(times: list[float], won: int) -> None:
    """Print the times of the positions."""
    ordered = sorted(times)
    middle, late = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    print(
        f"{len(times)} positions, {won} won; median {middle * 1e6:.0f} us, 95% below {late * 1e3:.2f} ms,"
        f" longest {ordered[-1]:.3f} s, total {sum(times):.3f} s"
    )


def fours(names: list[str]) -> None:
    """Time the search by fours, including the setup of the board."""
    search = shared_search("renju")
    for name in names:
        games = positions(name)
        times, whole, won, nodes = [], [], 0, 0
        for game in games:
            began = time.process_time()
            set_up(search, game)
            found = search.win_by_fours(game.side, MOST_FOURS)
            times.append(time.process_time() - began)
            won += bool(found)
            nodes += search.nodes
        report(times, won)
        print(f"{nodes / sum(times) / 1e6:.1f} million fours a second")
        proofs = []
        for game in games:
            began = time.process_time()
            proofs.append((game, solve(game, threats="fours").proof))
            whole.append(time.process_time() - began)
        print(f"with the proof as Python has it: median {sorted(whole)[len(whole) // 2] * 1e6:.0f} us")
        assert all(verify(game, proof, game.side) is None for game, proof in proofs if proof)


def threes(names: list[str]) -> None:
    """Time the search by fours and threes."""
    for name in names:
        times, won, verified = [], 0, 0.0
        for game in positions(name):
            began = time.process_time()
            found = solve(game, seconds=LIMIT)
            times.append(time.process_time() - began)
            won += found.proof is not None
            if found.proof:
                began = time.process_time()
                assert verify(game, found.proof, game.side) is None
                verified += time.process_time() - began
        report(times, won)
        quick = sum(seconds < 0.2 for seconds in times)
        print(f"{quick} answered within 0.2 s; all proofs verified in {verified:.3f} s")


def pipe() -> None:
    """Time 10,000 positions through one pipe."""
    games = Path(__file__).parents[2] / "samples/renju/problems.txt"
    lines = [line for line in games.read_text().splitlines() if not line.startswith("#")]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as stream:
        stream.write("\n".join(lines * (10_000 // len(lines))) + "\n")
        stream.flush()
        for jobs in ("1", "2"):
            command = [
                "/usr/bin/env",
                "zet",
                "renju",
                "solve",
                "--format",
                "json",
                "--jobs",
                jobs,
                stream.name,
            ]
            began = time.monotonic()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
            print(f"--jobs {jobs}: {time.monotonic() - began:.1f} s")


def chance_games(count: int, length: int) -> list[Game]:
    """Return games of `length` random but promising moves, in which nobody can make five."""
    random = Random(14)
    search = move_order("renju")
    games: list[Game] = []
    while len(games) < count:
        game = Game(moves=(112,))
        while len(game.moves) < length:
            set_up(search, game)
            color = game.side
            if search.cells(color, FIVE):
                break
            cells = search.cells(1 - color, FIVE)[:1] or search.best_cells(color, 6)
            game = game.then([cells[min(int(random.expovariate(1.5)), len(cells) - 1)]])
        games += [game] * (len(game.moves) == length)
    return games


def analyze(names: list[str]) -> None:
    """Time the analysis of games, with several limits."""
    games = [game for name in names for game in loaded(name)] if names else chance_games(10, 60)
    for limit in (2_000, 5_000, 20_000, 50_000):
        times, marks = [], Counter[str]()
        for game in games:
            began = time.process_time()
            found = analyzed(game, nodes=limit)
            times.append(time.process_time() - began)
            marks.update(step.mark for step in found.steps if step.mark)
        ordered = sorted(times)
        print(
            f"--nodes {limit}: {len(games)} games, {sum(len(one.moves) for one in games)} moves;"
            f" median {ordered[len(ordered) // 2]:.2f} s, longest {ordered[-1]:.2f} s, {dict(marks)}"
        )


def loaded(name: str) -> list[Game]:
    with Path(name).open("rb") as raw:
        return [game for game in FORMATS["moves"].load(raw, name) if isinstance(game, Game)]


def check() -> None:
    """Time 100,000 games of 40 moves through two commands, in alternating runs."""
    lines = [dumps(game) for game in chance_games(1000, 40)]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as stream:
        stream.writelines(lines * 100)
        stream.flush()
        for name in ("convert", "check"):
            before = os.times().children_user
            command = ["/usr/bin/env", "zet", "renju", name, stream.name]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
            print(f"{name}: {os.times().children_user - before:.1f} s")


def tree() -> None:
    """Time a library of random lines that share their beginnings, read and written as RenLib and SGF."""
    random, made, n_lines = Random(1), Tree(), 0
    while n_lines < 222_537:
        line: list[int] = []
        while len(line) < 14:
            cell = (112 + 37 * min(int(random.expovariate(0.6)), 224) + 11 * len(line)) % 225
            line += [] if cell in line else [cell]
        before = len(made.moves)
        made.add_line(0, line)
        n_lines += len(made.moves) > before
    data = lib.dumps(made)
    began = time.process_time()
    [first] = lib.load(io.BytesIO(data), whole=True)
    times = [time.process_time()]
    text = sgf.dumps(first) if isinstance(first, Tree) else ""
    times.append(time.process_time())
    [second] = sgf.load(io.BytesIO(text.encode()), whole=True)
    times.append(time.process_time())
    assert isinstance(second, Tree)
    assert lib.dumps(second) == data
    times.append(time.process_time())
    names = ("RenLib read", "SGF written", "SGF read", "RenLib written")
    spent = [after - before for before, after in pairwise([began, *times])]
    words = ", ".join(f"{name} {one:.2f} s" for name, one in zip(names, spent, strict=True))
    print(f"{n_lines} lines, {len(made.moves) - 1} moves: {words}; together {sum(spent):.2f} s")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["board"]:
            board()
        case ["sizes", *names]:
            sizes(names)
        case ["fours", *names]:
            fours(names)
        case ["threes", *names]:
            threes(names)
        case ["pipe"]:
            pipe()
        case ["analyze", *names]:
            analyze(names)
        case ["check"]:
            check()
        case ["tree"]:
            tree()
        case _:
            sys.exit(__doc__)
