"""Benchmarks of Tectonic; run by hand from the root, with the extra `bench` installed:

    python tests/benchmarks/tectonic.py data | hard | pipe | stream | original | ladder | minimal | thin
    python tests/benchmarks/tectonic.py large

Times are CPU seconds of this process or its children, so that other work on the machine matters less.
"""

import argparse
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from spent import ZET, spent

from zet.engines.kernel.clock import Deadline
from zet.engines.tectonic._cutter import Cutter
from zet.engines.tectonic.constants import LEVEL_NAMES
from zet.engines.tectonic.explainer import GUESS, Explanation, explain
from zet.engines.tectonic.generator import Wish, generate
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.original import explain_by_original
from zet.engines.tectonic.rating import rate as rating
from zet.engines.tectonic.solver import Result, solve
from zet.formats.errors import FormatError
from zet.formats.tectonic import FORMATS

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared/data/tectonic"


def published_files() -> list[Path]:
    """Return the files of published puzzles, which are not part of the project."""
    found = sorted(DATA.glob("*.xml"))
    if not found:
        raise SystemExit(f"{DATA}: no files *.xml; published puzzles are not part of the project")
    return found


def read(path: Path) -> list[Puzzle]:
    """Return the puzzles of an XML file."""
    with path.open("rb") as stream:
        puzzles = list(FORMATS["xml"].load(stream, path.name))  # type: ignore[arg-type]
    return [puzzle for puzzle in puzzles if not isinstance(puzzle, FormatError)]


def count(puzzle: Puzzle) -> int:
    """Return the number of solutions, at most 2."""
    return len(solve(puzzle).solutions)


def methods() -> dict[str, Callable[[Puzzle], int]]:
    """Return the methods that count the solutions of a puzzle, up to 2."""
    import peers

    return {
        "zet": count,
        "sat": peers.sat,
        "cp-sat": peers.cp_sat,
        "cp-sat, no presolve": lambda puzzle: peers.cp_sat(puzzle, presolve=False),
    }


def compare(name: str, puzzles: list[Puzzle]) -> None:
    """Print the mean time of each method, and how often each was slower than zet on a puzzle."""
    ways = methods()
    times: dict[str, list[float]] = {way: [] for way in ways}
    for puzzle in puzzles:
        answers = set()
        for way, method in ways.items():
            best = float("inf")
            for _ in range(3 if way == "zet" else 1):
                start = time.process_time()
                answers.add(method(puzzle))
                best = min(best, time.process_time() - start)
            times[way].append(best)
        assert len(answers) == 1, f"{name}: the methods disagree: {answers}"
    cells = [f"{1e3 * sum(spent) / len(puzzles):9.3f}" for spent in times.values()]
    others = zip(*(times[way] for way in ways if way != "zet"), strict=True)
    slower = sum(own > min(other) for own, other in zip(times["zet"], others, strict=True))
    print(f"{name:24} {len(puzzles):5} {' '.join(cells)}   zet slower on {slower}", flush=True)


def data() -> None:
    """Check the numbers of solutions and time the puzzles, in ms each, of all available collections."""
    print(f"{'collection':24} {'n':>5} {' '.join(f'{way[:9]:>9}' for way in methods())}")
    for path in published_files():
        compare(path.stem, read(path))


def hard() -> None:
    """Minimal generated boards, in ms per puzzle."""
    print(f"{'minimal boards':24} {'n':>5} {' '.join(f'{way[:9]:>9}' for way in methods())}")
    for side, number in ((9, 200), (15, 40), (20, 20), (30, 5), (40, 3)):
        boards = [generate(side, side, Random(f"hard:{side}:{index}")) for index in range(number)]
        compare(f"{side} x {side}", [board for board in boards if board])


def pipe() -> None:
    """Solve + proof of uniqueness of 9x9 puzzles from file to file, reading and writing included.

    The peers read with the same reader and write with the same writer as zet.
    """
    for kind, difficulty in (("minimal", None), ("medium", "medium")):
        made = [
            generate(9, 9, Random(f"pipe:{index}"), Wish(difficulty=difficulty)) for index in range(300)
        ]
        puzzles = [puzzle for puzzle in made if puzzle]
        with tempfile.TemporaryDirectory() as folder:
            for form in ("line", "xml"):
                compare_pipe(f"{kind} {form}", form, puzzles, Path(folder, form))
        print(f"engine alone, generated {kind} 9x9: {rate(puzzles):.0f} per second")
    published = [
        puzzle for path in published_files() for puzzle in read(path) if len(puzzle.pieces) == 81
    ]
    if published:
        print(
            f"engine alone, {len(published)} 9x9 of the data: {rate(published):.0f} per second and core"
        )


def compare_pipe(name: str, form: str, puzzles: list[Puzzle], path: Path) -> None:
    """Print the time per puzzle of the command, and of each peer between the same reader and writer."""
    import peers

    times = 100 if form == "line" else 30
    head, tail = FORMATS[form].frame
    text = "".join(map(FORMATS[form].dumps(), puzzles))
    path.write_text(head + text * times + tail)
    own = spent([ZET, "tectonic", "solve", "--format", "line", str(path)])[0] / len(puzzles) / times
    print(f"{name}: zet {1e6 * own:.0f} us per puzzle, {1 / own:.0f} per second", flush=True)
    path.write_text(head + text + tail)
    dumps = FORMATS["line"].dumps()
    for peer, method in (
        ("sat glucose4", peers.sat),
        ("sat cadical153", partial(peers.sat, solver="cadical153")),
        ("sat glucose4, plain", partial(peers.sat, strike=False)),
        ("cp-sat, no presolve", partial(peers.cp_sat, presolve=False)),
        ("cp-sat", peers.cp_sat),
        ("cp-sat, plain", peers.cp_sat_plain),
    ):
        start = time.process_time()
        with path.open("rb") as stream:
            for puzzle in FORMATS[form].load(stream, form):  # type: ignore[arg-type]
                assert isinstance(puzzle, Puzzle)
                assert method(puzzle) == 1
                dumps(puzzle)
        other = (time.process_time() - start) / len(puzzles)
        print(
            f"{name}: {peer} {1e6 * other:.0f} us per puzzle, {other / own:.1f} times zet's", flush=True
        )


def rate(puzzles: list[Puzzle]) -> float:
    """Return how many puzzles per second the engine solves."""
    start = time.process_time()
    for _ in range(20):
        for puzzle in puzzles:
            solve(puzzle)
    return 20 * len(puzzles) / (time.process_time() - start)


def stream() -> None:
    """Memory while a long stream passes through one process, and through two."""
    puzzle = generate(5, 5, Random("stream"))
    assert puzzle
    line, xml = (FORMATS[form].dumps()(puzzle).encode() for form in ("line", "xml"))
    head, tail = (part.encode() for part in FORMATS["xml"].frame)
    for name, first, record, last, number, jobs in (
        ("line", b"", line, b"", 1_000, "1"),
        ("line", b"", line, b"", 1_000_000, "1"),
        ("line", b"", line, b"", 1_000_000, "2"),
        ("xml", head, xml, tail, 1_000, "1"),
        ("xml", head, xml, tail, 1_000_000, "1"),
    ):
        command = [ZET, "tectonic", "solve", "--format", "line", "--jobs", jobs]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
            assert process.stdin
            process.stdin.write(first)
            peak = 0
            for index in range(number // 1000):
                process.stdin.write(record * 1000)
                if index % 50 == 0:
                    status = Path(f"/proc/{process.pid}/status").read_text()
                    peak = max(peak, int(status.partition("VmHWM:")[2].split()[0]))
            process.stdin.write(last)
            process.stdin.close()
            status = Path(f"/proc/{process.pid}/status").read_text()
            peak = max(peak, int((status.partition("VmHWM:")[2] or "0").split()[0]))
            assert process.wait() == 0
        print(f"{name}: {number} puzzles, --jobs {jobs}: at most {peak / 1024:.1f} MiB", flush=True)


def original() -> None:
    """Puzzles solved by logic, by guessing or not at all: the original author's method, and zet's."""
    total: Counter[str] = Counter()
    for path in published_files():
        counts: Counter[str] = Counter()
        for puzzle in read(path):
            counts[by("original", explain_by_original(puzzle))] += 1
            counts[by("zet", explain(puzzle))] += 1
        print(f"{path.stem:24} {dict(sorted(counts.items()))}", flush=True)
        total += counts
    print(f"{'all':24} {dict(sorted(total.items()))}")


def by(who: str, found: Explanation) -> str:
    """Return a text with the solver of a puzzle and its method."""
    if found.status != "solved":
        return f"{who} not at all"
    guessed = any(step.deduction.technique == GUESS for step in found.steps)
    return f"{who} by guessing" if guessed else f"{who} by logic"


def ladder() -> None:
    """Milliseconds per puzzle of solve, rate and explain, the best of three."""
    for path in published_files():
        puzzles = read(path)
        cells = []
        for work in (solve, rating, explain):
            best = float("inf")
            for _ in range(3):
                start = time.process_time()
                for puzzle in puzzles:
                    work(puzzle)
                best = min(best, time.process_time() - start)
            cells.append(f"{work.__name__} {1e3 * best / len(puzzles):.3f}")
        print(f"{path.stem:24} {', '.join(cells)}", flush=True)


def minimal() -> None:
    """Check by a SAT solver that generated boards have one solution and no superfluous given."""
    import peers

    for side, number in ((9, 200), (20, 20), (50, 3), (100, 1)):
        givens = 0
        made = checked = 0.0
        for index in range(number):
            start = time.process_time()
            puzzle = generate(side, side, Random(f"minimal:{side}:{index}"))
            assert puzzle
            made += time.process_time() - start
            cells = [cell for cell, given in enumerate(puzzle.givens) if given]
            givens += len(cells)
            start = time.process_time()
            assert peers.spared(puzzle, cells) == (True, []), (side, index)
            checked += time.process_time() - start
        print(
            f"{side} x {side}: {number} boards in {made:.2f} s, of {givens} givens none to spare "
            f"({checked:.1f} s)",
            flush=True,
        )


def thin() -> None:
    """Removal of givens: by windows, and by one SAT solver that keeps its learned clauses."""
    import peers

    from zet.engines.tectonic import generator

    solved = Counter[int]()

    def counted(*arguments: Any, **limits: Any) -> Result:
        solved[side] += 1
        return solve(*arguments, **limits)

    for side, number in ((9, 100), (20, 10), (50, 2)):
        spent_on = {"windows": 0.0, "one learner": 0.0}
        for index in range(number):
            puzzle = generate(side, side, Random(f"thin:{side}:{index}"))
            assert puzzle
            full = puzzle.filled(solve(puzzle).solutions[0])
            cells = Random(index).sample(range(side * side), side * side)
            solved[side] -= 1  # for the intended solution
            generator.solve = counted  # type: ignore[attr-defined]
            start = time.process_time()
            assert generate(side, side, Random(index), Wish(idea=puzzle, keep="solution"))
            spent_on["windows"] += time.process_time() - start
            generator.solve = solve  # type: ignore[attr-defined]
            start = time.process_time()
            assert len(peers.thinned(full, cells)) < side * side
            spent_on["one learner"] += time.process_time() - start
        times = ", ".join(f"{name} {1000 * value / number:.1f} ms" for name, value in spent_on.items())
        print(f"{side} x {side}: {times}; solved anew {solved[side] / number:.2f} times", flush=True)


def empty() -> None:
    """Solve boards of 100x100 without givens, and print the times of two solutions, sorted."""
    seconds = []
    for seed in range(100, 124):
        cutter = Cutter(100, 100, 5, Random(7919 * seed + 100).getrandbits(64))
        assert cutter.cut(200_200, Deadline(None))
        board = Puzzle.build(100, 100, cutter.pieces(), [0] * 10_000)
        start = time.process_time()
        assert solve(board).unique is False
        seconds.append(time.process_time() - start)
    print(*(f"{second:.2f}" for second in sorted(seconds)))


def large() -> None:
    """The CPU time that a puzzle of 100x100 takes, of many seeds and of each level."""
    for difficulty, number in ((None, 100), *((level, 10) for level in LEVEL_NAMES)):
        spent = []
        for index in range(number):
            start = time.process_time()
            assert generate(100, 100, Random(f"{index}:1"), Wish(difficulty=difficulty))
            spent.append(time.process_time() - start)
        spent.sort()
        print(f"{difficulty}: {number} seeds, median {spent[number // 2]:.2f} s, worst {spent[-1]:.2f} s")


if __name__ == "__main__":
    choices = (data, hard, pipe, stream, original, ladder, minimal, thin, empty, large)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmark", choices=[function.__name__ for function in choices])
    globals()[parser.parse_args().benchmark]()
