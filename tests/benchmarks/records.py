"""Measure the cost of a record in a command outside the engine; run by hand from the root:

    python tests/benchmarks/records.py [ZET]
    python tests/benchmarks/records.py --count [ZET]

Lines of each game are read and answered as JSON lines. The figures are microseconds of CPU per record, or
with --count thousands of instructions, which valgrind counts independently of the load of the machine.
Each figure is the difference of two processes, one with three times as many lines: for the whole command,
for its reader alone, and for the reader with the engine. The rest is the writer, which converts results
to keys and to JSON. ZET is the command of another version, for comparison.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from spent import ZET, counted, spent

from zet.cli.batch import Batch
from zet.engines import match5, renju, tectonic, ttt, walls
from zet.formats import match5 as match5_formats
from zet.formats.registry import Format
from zet.formats.renju import FORMATS as RENJU
from zet.formats.tectonic import FORMATS as TECTONIC
from zet.formats.ttt import FORMATS as TTT
from zet.formats.walls import FORMATS as WALLS

N, N_COUNTED = 5000, 200
"""The number of lines of the shorter file; 3 x 3 has fewer positions."""
KNOWLEDGE = "samples/match5/ann.fivo"


def puzzles() -> Iterator[Any]:
    """Puzzles of 5 x 5."""
    random = Random(1)
    return (tectonic.generate(5, 5, random) for _ in range(1000))


def positions() -> Iterator[Any]:
    """Every unfinished position of 3 x 3, in random order."""
    found = [position for position in ttt.positions(3, 3, 3) if not position.is_over]
    return iter(Random(5).sample(found, len(found)))


def fences() -> Iterator[Any]:
    """Positions of 6 x 6 with up to half of the fences painted at random."""
    random = Random(2)
    for _ in range(1000):
        position = walls.Position.played(walls.board(6, 6), ())
        for _ in range(random.randrange(42)):
            position = position.after(random.choice(position.free))
        yield position


def games() -> Iterator[Any]:
    """Random games of renju of 10 to 60 moves."""
    random = Random(3)
    for _ in range(1000):
        yield renju.Game.build(moves=random.sample(range(225), random.randrange(10, 60)))


def boards() -> Iterator[Any]:
    """Random games of five in a row of up to 30 moves."""
    random = Random(4)
    for _ in range(1000):
        moves = random.sample(range(81), random.randrange(30))
        try:
            position = match5.Position.played(moves, 2)
        except ValueError:
            continue
        yield position


def cost(command: list[str], paths: list[Path], *, counts: bool) -> float:
    """Return the cost of a command per additional line of the second file."""
    n = N_COUNTED if counts else N
    if counts:
        few, many = (counted([*command, str(path)]) / 1e3 for path in paths)
    else:
        few, many = (min(spent([*command, str(path)])[0] for _ in range(3)) * 1e6 for path in paths)
    return (many - few) / (2 * n)


def nothing(_value: object) -> None:
    """Do nothing with a value."""


def engine_of_match5() -> Callable[[Any], object]:
    """Return a function that moves with the knowledge of a sample."""
    with Path(KNOWLEDGE).open("rb") as stream:
        knowledge = next(match5_formats.FORMATS["fivo"].load(stream))
    match = match5.Match(match5.Player(knowledge.patterns), "knowledge")
    return lambda position: match5.best_move(position, match)


ROWS: tuple[
    tuple[str, Callable[[], Iterator[Any]], Format, Callable[[], Callable[[Any], object]]], ...
] = (
    ("tectonic solve --format json", puzzles, TECTONIC["line"], lambda: partial(tectonic.solve, count=2)),
    ("ttt bestmove --format json", positions, TTT["line"], lambda: ttt.best_move),
    ("walls check --format json", fences, WALLS["line"], lambda: nothing),
    ("renju check --format json", games, RENJU["moves"], lambda: renju.judge),
    ("renju forbidden --format json", games, RENJU["moves"], lambda: renju.forbidden_cells),
    (f"match5 bestmove {KNOWLEDGE} --format json", boards, match5_formats.GAMES, engine_of_match5),
)


def work(row: str, part: str, path: str) -> None:
    """Read the lines of a row's file, and with `part` "engine" work on each."""
    [(line, engine)] = [(line, engine) for command, _, line, engine in ROWS if command == row]
    function = engine() if part == "engine" else nothing
    for record in Batch(files=(path,)).records(line.load):
        function(record.value)


def main() -> None:
    """Print the table, or be one of its processes."""
    if sys.argv[1:2] == ["work"]:
        work(*sys.argv[2:])
        return
    zet = [one for one in sys.argv[1:] if one != "--count"] or [ZET]
    counts = "--count" in sys.argv
    n = N_COUNTED if counts else N
    print("| command | reader | engine | writer | whole | beside the engine |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, "few"), Path(folder, "many")]
        for row, make, line, _ in ROWS:
            dumps = line.dumps()
            lines = [dumps(value) for value in islice(make(), n)]
            for path, size in zip(paths, (n, 3 * n), strict=True):
                path.write_text("".join(islice(cycle(lines), size)))
            whole = cost([*zet, *row.split()], paths, counts=counts)
            reader, both = (
                cost([sys.executable, __file__, "work", row, part], paths, counts=counts)
                for part in ("reader", "engine")
            )
            parts = (reader, both - reader, whole - both, whole, whole - both + reader)
            print(f"| {row} |", " | ".join(f"{part:.1f}" for part in parts), "|", flush=True)


if __name__ == "__main__":
    main()
