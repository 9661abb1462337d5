"""Benchmarks of walls: `python tests/benchmarks/walls.py NAME`, see BENCHMARKS.md.

c           alpha-beta from the empty 6x6 board beside the same search in plain C (needs a compiler) dots
exact values with the extra move beside a plain solver in C (needs a compiler) depths      the original's
counts and those of the best algorithm, depth by depth stages      the original's comparison: states
visited at the start, in the middle and near the end deepening   the depth that the best algorithm reaches
on the empty 6x6 board in ten seconds solve       exact values of random 6x6 positions with many free
fences boards      exact values of empty boards, under both rules readers     the cost of a table in a
file to one reader, and to each of four strength    matches between the algorithms
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from spent import ZET, spent

from zet.engines.walls.model import Position, board
from zet.engines.walls.searcher import search
from zet.engines.walls.solver import solve

C_SOURCE = Path(__file__).with_name("walls.c")


def c() -> None:
    """Run both in turn, five times each, and compare the best times."""
    position = Position.empty(board(6, 6))
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/walls"
        subprocess.run(["cc", "-O3", "-o", program, str(C_SOURCE)], check=True)
        print("depth       states    C M/s  zet M/s  ratio")
        for depth in (5, 6, 7, 8):
            plain, ours = [], []
            for _ in range(5):
                words = subprocess.run(
                    [program, "6", "6", str(depth)], check=True, capture_output=True, text=True
                ).stdout.split()
                plain.append(float(words[2]))
                started = time.process_time()
                result = search(position, "alphabeta", depth=depth)
                ours.append(time.process_time() - started)
                assert [str(result.value), str(result.nodes)] == words[:2]
            rates = [result.nodes / min(times) / 1e6 for times in (plain, ours)]
            print(f"{depth:5}{result.nodes:13,}{rates[0]:9.0f}{rates[1]:9.0f}{rates[1] / rates[0]:7.2f}")


DOTS_SOURCE = Path(__file__).with_name("dots.c")


def dots() -> None:
    """Solve empty boards with the extra move in turn, each three times, and compare the best times."""
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/dots"
        subprocess.run(["cc", "-O3", "-march=native", "-o", program, str(DOTS_SOURCE)], check=True)
        print("board  value     C states      zet states     C s    zet s  ratio")
        for rows, columns in ((2, 5), (3, 4), (2, 6)):
            plain, ours = [], []
            for _ in range(3):
                words = subprocess.run(
                    [program, str(rows), str(columns), "22"], check=True, capture_output=True, text=True
                ).stdout.split()
                plain.append(float(words[2]))
                started = time.process_time()
                result = solve(Position.empty(board(rows, columns), extra_move=True))
                ours.append(time.process_time() - started)
                assert str(result.value) == words[0]
            print(
                f"{rows}x{columns}{result.value:+8}{int(words[1]):14,}{result.nodes:14,}"
                f"{min(plain):9.2f}{min(ours):9.2f}{min(plain) / min(ours):7.1f}",
                flush=True,
            )


SEED_TABLE = {5: 769_976, 6: 1_293_857, 7: 43_492_918}
"""The report's states of fail-soft alpha-beta with table from the start."""


def depths() -> None:
    """Count states from the empty 6x6 board."""
    position = Position.empty(board(6, 6))
    print("depth   alpha-beta  fail-soft+TT  report's TT       best  best : alpha-beta")
    for depth in (5, 6, 7):
        counts = [
            search(position, algorithm, depth=depth).nodes
            for algorithm in ("alphabeta", "failsoft-tt", "best")
        ]
        print(
            f"{depth:5}{counts[0]:13,}{counts[1]:14,}{SEED_TABLE[depth]:13,}{counts[2]:11,}"
            f"{counts[2] / counts[0]:12.4%}"
        )


def stages() -> None:
    """Compare the original's algorithms at three stages of a game, over five shuffles."""
    fences = range(84)
    painted = {
        "start": (),
        "middle": fences[::3],
        "end": tuple(fence for fence in fences if fence % 10 != 5),
    }
    seeds = [Random(0).getrandbits(32) for _ in range(5)]
    print("state   depth    alpha-beta   fail-soft+TT  uses of TT        best")
    for depth in (5, 6, 7):
        for name, moves in painted.items():
            position = Position.played(board(6, 6), moves)
            plain = [search(position, "alphabeta", depth=depth, seed=seed).nodes for seed in seeds]
            soft = [search(position, "failsoft-tt", depth=depth, seed=seed) for seed in seeds]
            best = search(position, depth=depth).nodes
            nodes, hits = (
                statistics.mean(one) for one in zip(*((one.nodes, one.hits) for one in soft), strict=True)
            )
            print(
                f"{name:<8}{depth:>5}{statistics.mean(plain):>14,.0f}{nodes:>15,.0f}{hits:>12,.0f}{best:>12,}"
            )


def deepening() -> None:
    """Deepen for ten seconds."""
    started = time.perf_counter()
    result = search(Position.empty(board(6, 6)), seconds=10)
    print(f"depth {result.depth}, {result.nodes:,} states in {time.perf_counter() - started:.1f} s")


def random_position(n_free: int, seed: int) -> Position:
    """Return a 6x6 position after random moves."""
    fences = list(range(84))
    Random(seed).shuffle(fences)
    return Position.played(board(6, 6), fences[n_free:])


def solving() -> None:
    """Solve 100 random positions of each size; give up on one after a minute."""
    print("free    median s       90%       max   median states  not solved")
    for n_free in (28, 32, 36, 40, 44, 48, 52):
        times, counts, failed = [], [], 0
        for seed in range(100):
            started = time.perf_counter()
            found = solve(random_position(n_free, seed), seconds=60)
            times.append(time.perf_counter() - started)
            counts.append(found.nodes)
            failed += found.value is None
        times.sort()
        print(
            f"{n_free:4}{statistics.median(times):12.5f}{times[89]:10.4f}{times[-1]:10.3f}"
            f"{statistics.median(counts):16,.0f}{failed:12}",
            flush=True,
        )


def boards() -> None:
    """Solve empty boards for at most a minute each."""
    sizes = [(1, n) for n in range(1, 13)] + [(2, n) for n in range(2, 7)] + [(3, 3), (3, 4), (4, 4)]
    for extra_move in (False, True):
        for rows, columns in sizes:
            started = time.perf_counter()
            found = solve(Position.empty(board(rows, columns), extra_move=extra_move), seconds=60)
            known = found.value if found.value is not None else f"{found.lower}..{found.upper}"
            print(
                f"{rows}x{columns}{' extra-move' if extra_move else ''}: {known},"
                f" {found.nodes:,} states, {time.perf_counter() - started:.1f} s",
                flush=True,
            )


def strength() -> None:
    """Play matches on the 6x6 board, 20 games with sides changed."""
    best = ("best", {"nodes": 50_000})
    rivals = [
        ("alphabeta", {"depth": 1}),
        ("alphabeta", {"depth": 3}),
        ("alphabeta", {"depth": 5}),
        ("failsoft-tt", {"depth": 6}),
    ]
    for rival in rivals:
        points = won = drawn = 0
        for game in range(20):
            players = (best, rival) if game % 2 else (rival, best)
            random, position = Random(game), Position.empty(board(6, 6))
            while not position.is_over:
                name, limits = players[position.to_move - 1]
                found = search(position, name, seed=random.getrandbits(32), **limits)
                position = position.after(found.move)
            ours = (
                position.score[0] - position.score[1]
                if game % 2
                else -position.score[0] + position.score[1]
            )
            points, won, drawn = points + ours, won + (ours > 0), drawn + (ours == 0)
        print(f"best (50,000 states) - {rival[0]}:{rival[1]['depth']}: {won} won, {drawn} drawn of 20,"
              f" {points / 20:+.1f} boxes a game", flush=True)  # fmt: skip


def readers() -> None:
    """Solve 3x4 with a table of its solution; memory is PSS, with shared pages split equally (Linux)."""
    with tempfile.TemporaryDirectory() as folder:
        plain, packed = f"{folder}/table.slots", f"{folder}/table.gz"
        solve_ = [ZET, "walls", "solve", "--extra-move", "--table"]
        spent([*solve_, plain, "--table-size", "1024"], input=b"3x4:\n")
        spent([ZET, "walls", "table", "copy", plain, packed])
        for path, size in ((packed, ["--table-size", "1024"]), (plain, [])):
            command = [*solve_, path, "--read-only", *size]
            for n_readers in (1, 4):
                seconds = min(spent(command, input=b"3x4:\n")[0] for _ in range(3))
                memory = [each / 1024 for each in _held(command, n_readers)]
                print(
                    f"{Path(path).suffix:7}{Path(path).stat().st_size >> 20:6} MiB, {n_readers} readers: "
                    f"{seconds:6.2f} s of CPU, {sum(memory) / n_readers:8.1f} MiB each",
                    flush=True,
                )


def _held(command: list[str], n_readers: int) -> list[int]:
    """Return the KiB of memory of simultaneous readers, each after it has answered a line."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    processes = [subprocess.Popen(command, **pipes) for _ in range(n_readers)]
    for process in processes:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"3x4:\n")
        process.stdin.flush()
        process.stdout.readline()
    held = []
    for process in processes:
        text = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
        held.append(int(next(line for line in text.splitlines() if line.startswith("Pss:")).split()[1]))
    for process in processes:
        process.communicate()
    return held


if __name__ == "__main__":
    every = (c, dots, depths, stages, deepening, boards, readers, strength)
    names = {"solve": solving, **{function.__name__: function for function in every}}
    if len(sys.argv) != 2 or sys.argv[1] not in names:
        sys.exit(__doc__)
    names[sys.argv[1]]()
