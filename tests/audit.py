"""Read hostile files under an audit hook, which ends the process if data would be executed as code.

    python tests/audit.py FOLDER [FILE...]

The readers of each game read every file of the fuzzers' corpus. Commands read each FILE, and files made
here: pickles that would start a process, in the place of every kind of file that zet reads. FOLDER must
be empty at the beginning. Prints the number of files, and the number of times that one was read.
"""

import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "fuzz")]

from contract import CORPUS, GAMES, table_of  # noqa: E402
from running import call, scratch  # noqa: E402

FORBIDDEN = (
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "pickle.find_class",
)  # fmt: skip
ALLOWED = {
    *sys.stdlib_module_names, "zet", "click", "lxml", "xmlschema", "elementpath", "msgpack", "numpy",
    "cv2", "pypdfium2", "pypdfium2_raw", "fpdf", "PIL", "fontTools", "defusedxml", "matplotlib",
    "colorama", "rnc2rng",  # lxml looks for this module
}  # fmt: skip
"""The modules that may be imported: zet, its dependencies, and the dependencies of its extras."""


class Shell:
    """An object that, when unpickled, starts a process that leaves a mark."""

    def __reduce__(self) -> tuple[Any, ...]:
        return subprocess.run, (("/bin/sh", "-c", "echo ran > MARK"),)


class Program:
    """An object that, when unpickled, starts a process through a class of zet."""

    def __reduce__(self) -> tuple[Any, ...]:
        from zet.cli.programs import Program as Ours

        return Ours, (("/bin/sh", "-c", "echo ran > MARK"),)


is_watched = False


def hook(event: str, arguments: tuple[Any, ...]) -> None:
    """End the process at an event that reading of data never causes."""
    if not is_watched:
        return
    is_foreign = event == "import" and arguments[0].partition(".")[0] not in ALLOWED
    if event in FORBIDDEN or is_foreign:
        sys.__stderr__.write(f"{event} {arguments!r:.200}\n")  # type: ignore[union-attr]
        os._exit(99)


def read_corpus() -> int:
    """Read each file of the corpus with the readers of its game; return the number of files."""
    number = 0
    for game in GAMES:
        table = table_of(game)
        for path in sorted((CORPUS / game).rglob("*")):
            if path.is_file():
                table.read(path.parent.name, path.read_bytes())
                number += 1
    return number


COMMANDS = [
    "match5 inspect {}", "match5 show {}", "match5 hall {folder}", "match5 train {} --games 1",
    "renju check {}", "renju verify {}", "renju weights inspect {}", "renju rules check {}",
    "renju bestmove --weights {} --nodes 10 samples/renju/openings.txt", "renju show {}",
    "renju find --rules {} five samples/renju/openings.txt",
    "tectonic check {}", "tectonic verify {}", "ttt check {}", "ttt verify {}",
    "walls check {}", "walls table verify {}",
    "walls search --depth 1 --table {} samples/walls/game.walls",
]  # fmt: skip
"""The commands that read each kind of file: games, puzzles, knowledge, weights, tables, proofs, rules."""


def run(words: str) -> int:
    with scratch() as output:
        return call(words.split(), [output] * 3, folder=ROOT, environment=dict(os.environ))


def hostile(folder: Path) -> list[Path]:
    """Make files with pickles: alone, in msgpack, in JSON, and compressed."""
    import gzip

    import msgpack

    found = []
    for number, value in enumerate((Shell(), Program(), [Shell()], {"weights": Program()})):
        for protocol in (0, 2, 5):
            data = pickle.dumps(value, protocol)
            ways = {
                "pickle": data,
                "msgpack": msgpack.packb({"format": data, "values": [data]}),
                "ext": msgpack.packb([msgpack.ExtType(1, data)]),
                "json": json.dumps({"__reduce__": data.decode("latin-1")}).encode(),
                "gz": gzip.compress(data, mtime=0),
            }
            for name, content in ways.items():
                found.append(folder / f"{number}-{protocol}.{name}")
                found[-1].write_bytes(content)
    return found


MATCH = "walls play --games 2 --board 2x2 --seed 1 --second best"


def interrupted(folder: Path) -> int:
    """Resume runs whose checkpoints have pickles as values, of this run and of another; return their
    number.
    """
    from zet.cli import resume

    resume._run = lambda _context, _files: "0" * 64  # a hostile author can compute this digest
    output = folder / "out"
    part = Path(f"{output}.partial")
    number = 0
    for value in (Shell(), Program(), [Program()]):
        for records in (1, -5, 10**30, "a", None):
            data = pickle.dumps([value])
            part.write_bytes(b"x\n")
            Path(f"{part}.values").write_bytes(data)
            state = {"records": records, "bytes": 2, "values": len(data), "statuses": {}, "codes": []}
            for run_hash in ({}, {"run": "0" * 64}, {"run": "1" * 64}):
                Path(f"{part}.json").write_text(json.dumps(state | run_hash))
                assert run(f"{MATCH} -o {output} --resume") == 2
                number += 1
    for path in folder.glob("out*"):
        path.unlink()
    return number


def main() -> None:
    global is_watched
    folder, *given = map(Path, sys.argv[1:])
    given = [Path(shutil.copy(path, folder)) for path in given]
    files = [*hostile(folder), *given]
    for game in GAMES:
        table_of(game)  # modules of the fuzzers are imported
    sys.addaudithook(hook)
    is_watched = True
    n_corpus = read_corpus()
    readings = n_corpus
    for path in files:
        for command in COMMANDS:
            code = run(command.format(path, folder=path.parent))
            assert code in (0, 1, 2, 3), (command, path, code)
            assert code == 2 or path in given or "hall" in command, (command, path, code)
            readings += 1
    n_states = interrupted(folder)
    is_watched = False
    assert not (ROOT / "MARK").exists()
    print(f"{n_corpus + len(files) + n_states} files, {readings + n_states} readings")


if __name__ == "__main__":
    main()
