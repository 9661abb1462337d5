"""What a record costs on its way through a command, beside the engine; run by hand from the root:

    python tests/benchmarks/records.py [ZET]

Lines of each game are read and answered as JSON lines. Microseconds of CPU for each record: of the reader
and of the engine in this process, of the whole command as a process without its start-up. The writer is
what is left of that: what was found becomes keys, and those become JSON. ZET is another command, of a
version to compare with.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from spent import ZET, spent

from zet.cli.batch import Batch
from zet.engines import match5, mnk, renju, tectonic, walls
from zet.formats import match5 as match5_formats
from zet.formats.registry import Format
from zet.formats.renju import FORMATS as RENJU
from zet.formats.tectonic import FORMATS as TECTONIC
from zet.formats.ttt import FORMATS as TTT
from zet.formats.walls import FORMATS as WALLS

N = 10_000
KNOWLEDGE = "samples/match5/ann.fivo"


def puzzles() -> Iterator[Any]:
    """Puzzles of 5 x 5."""
    random = Random(1)
    return (tectonic.generate(5, 5, random) for _ in range(1000))


def positions() -> Iterator[Any]:
    """Every position of 3 x 3 that is not over."""
    return (position for position in mnk.positions(3, 3, 3) if not position.is_over)


def fences() -> Iterator[Any]:
    """Positions of 6 x 6 after up to half of the fences, painted by chance."""
    random = Random(2)
    for _ in range(1000):
        position = walls.Position.played(walls.board(6, 6), ())
        for _ in range(random.randrange(42)):
            position = position.after(random.choice(position.free))
        yield position


def games() -> Iterator[Any]:
    """Games of renju of 10 to 60 moves by chance."""
    random = Random(3)
    for _ in range(1000):
        yield renju.Game.build(moves=random.sample(range(225), random.randrange(10, 60)))


def boards() -> Iterator[Any]:
    """Games of five in a row of up to 30 moves by chance."""
    random = Random(4)
    for _ in range(1000):
        moves = random.sample(range(81), random.randrange(30))
        try:
            position = match5.Position.played(moves, 2)
        except ValueError:
            continue
        yield position


def cpu(command: list[str], path: Path) -> float:
    """Return the CPU seconds of a command on a file."""
    with path.with_suffix(".out").open("wb") as output:
        return spent([*command, str(path)], stdout=output)[0]


def loop(values: Iterable[Any], function: Callable[[Any], object]) -> float:
    """Return the CPU seconds of a function on all values."""
    started = time.process_time()
    for value in values:
        function(value)
    return time.process_time() - started


def nothing(_value: object) -> None:
    """Do nothing with a value."""


def engine_of_match5() -> Callable[[Any], object]:
    """Return what moves with the knowledge of a sample."""
    with Path(KNOWLEDGE).open("rb") as stream:
        knowledge = next(match5_formats.FORMATS["fivo"].load(stream))
    match = match5.Match(match5.Player(knowledge.patterns), "knowledge")
    return lambda position: match5.best_move(position, match)


ROWS: tuple[
    tuple[str, Callable[[], Iterator[Any]], Format, Callable[[], Callable[[Any], object]]], ...
] = (
    ("tectonic solve --format json", puzzles, TECTONIC["line"], lambda: partial(tectonic.solve, count=2)),
    ("ttt bestmove --format json", positions, TTT["line"], lambda: mnk.best_move),
    ("walls check --format json", fences, WALLS["line"], lambda: nothing),
    ("renju check --format json", games, RENJU["moves"], lambda: renju.judge),
    ("renju forbidden --format json", games, RENJU["moves"], lambda: renju.forbidden_cells),
    (f"match5 bestmove {KNOWLEDGE} --format json", boards, match5_formats.GAMES, engine_of_match5),
)


def main() -> None:
    """Print the table."""
    zet = sys.argv[1] if len(sys.argv) > 1 else ZET
    print("| command | reader | engine | writer | whole | beside the engine |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for row, make, line, engine in ROWS:
            dumps = line.dumps()
            lines = list(islice(cycle([dumps(value) for value in make()]), N))
            path, single = Path(folder, "all"), Path(folder, "one")
            path.write_text("".join(lines))
            single.write_text(lines[0])
            command = [zet, *row.split()]
            whole = min(cpu(command, path) - cpu(command, single) for _ in range(3))
            values = [record.value for record in Batch(files=(str(path),)).records(line.load)]
            reader = min(loop(Batch(files=(str(path),)).records(line.load), nothing) for _ in range(3))
            work = min(loop(values, engine()) for _ in range(3))
            parts = (reader, work, whole - work - reader, whole, whole - work)
            print(f"| {row} |", " | ".join(f"{part / N * 1e6:.1f}" for part in parts), "|", flush=True)


if __name__ == "__main__":
    main()
