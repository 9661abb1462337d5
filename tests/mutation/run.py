"""Make small changes in the program, and check whether the tests notice; run by hand:

    pip install mutmut
    python tests/mutation/run.py GAME|shared [--each 10] [--seed 1]

mutmut changes one thing at a time in a function of `formats/` or `engines/`, and runs the tests of the
game that reach that function, in its own process and the fastest first. Of every file, --each mutants are
drawn with --seed. Kernels are compiled, and omitted: they are compared with slow programs.

The run works on a copy in `build/mutation/GAME`, and stores its results there; `mutmut show NAME` in that
folder shows a mutant. Do not change the checkout during a run: processes that tests start use it.
`survivors.txt` has the reasons for the mutants that may survive.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
SURVIVORS = Path(__file__).with_name("survivors.txt")
MUTMUT = Path(sys.executable).with_name("mutmut")
SHARED = "shared"
FOLDERS = {
    "match5": ("formats/match5", "engines/match5"),
    "renju": ("formats/renju", "formats/blanche", "engines/renju", "engines/noire"),
    "tectonic": ("formats/tectonic", "engines/tectonic"),
    "ttt": ("formats/ttt", "engines/ttt"),
    "walls": ("formats/walls", "engines/walls"),
}
SHARED_FOLDERS = ("formats", "engines", "engines/kernel")
NOT_SHARED = (
    *("match5", "renju", "noire", "tectonic", "walls"),
    *("chaos", "cluster", "lost", "doors", "signals", "resume"),
)
"""Words in the names of tests that do not test the shared code: names of games, and tests of processes.
"""
COPIED = ("cli", "docs", "engines", "formats", "samples", "tests", "README.md", "Makefile")
KILLED = {"killed", "timeout", "segfault"}
"""The results of mutants that were noticed; an endless run and the end of the process count, too."""


def prepare(place: Path, game: str) -> None:
    """Copy the files that the tests of a game need, and configure the files that mutmut changes."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / ".pkg/zet", place / "src/zet", dirs_exist_ok=True)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place / name, dirs_exist_ok=True, ignore=ignored)
        else:
            shutil.copy2(ROOT / name, place / name)
    files = [f"src/zet/{folder}/*" for folder in FOLDERS.get(game, ())]
    arguments = ["--game", game]
    if game == SHARED:
        found = [path for part in SHARED_FOLDERS for path in (ROOT / part).glob("*.py")]
        files = [f"src/zet/{path.relative_to(ROOT)}" for path in sorted(found)]
        arguments = [f"--ignore-glob=*{name}*" for name in NOT_SHARED]
    settings = f"[tool.mutmut]\nonly_mutate = {files}\npytest_add_cli_args = {arguments}\n"
    text = (ROOT / "pyproject.toml").read_text().replace("[tool.mutmut]\n", settings)
    if not (place / "pyproject.toml").exists() or (place / "pyproject.toml").read_text() != text:
        (place / "pyproject.toml").write_text(text)


def results(place: Path) -> dict[str, str]:
    """Return the result of every mutant."""
    said = subprocess.run(
        [MUTMUT, "results", "--all", "true"], cwd=place, stdout=subprocess.PIPE, check=True
    )
    return dict(re.findall(r"^ +(\S+): (.*)$", said.stdout.decode(), re.M))


def drawn(names: list[str], each: int, seed: int) -> list[str]:
    """Return `each` random mutants of every module."""
    modules = defaultdict(list)
    for name in sorted(names):
        modules[name.rpartition(".")[0]].append(name)
    for module, ones in modules.items():
        random.Random(f"{module} {seed}").shuffle(ones)
    return [name for ones in modules.values() for name in ones[:each]]


def main() -> None:
    """Draw, run, and print a table and the survivors without a reason."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("game", choices=(*FOLDERS, SHARED))
    parser.add_argument("--each", type=int, default=10, help="mutants of a file (10)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="try survivors again, by the tests of now")
    options = parser.parse_args()
    place = ROOT / "build" / "mutation" / options.game
    prepare(place, options.game)
    run = [MUTMUT, "run", "--max-children=1"]
    # A run without mutants first, so that all get names, and the tests that reach them are known.
    subprocess.run([*run, "none"], cwd=place, check=False)
    known = results(place)
    sample = drawn(list(known), options.each, options.seed)
    undone = {"not checked", "survived"} if options.again else {"not checked"}
    if left := [name for name in sample if known[name] in undone]:
        subprocess.run([*run, *left], cwd=place, check=True)
        known = results(place)
    reasons = (
        dict(re.findall(r"^(\S+): (.*)$", SURVIVORS.read_text(), re.M)) if SURVIVORS.exists() else {}
    )
    table: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name in sample:
        table[name.rpartition(".")[0]][known[name]] += 1
    for part, counts in sorted(table.items()):
        print(f"{part:36}{', '.join(f'{n} {status}' for status, n in counts.items())}")
    total = sum(table.values(), Counter())
    killed = sum(total[status] for status in KILLED)
    print(f"{killed} of {len(sample)} killed, {killed / len(sample):.1%}; drawn from {len(known)}")
    for name in sample:
        if known[name] not in KILLED and name not in reasons:
            print(f"{name}: {known[name]}")


if __name__ == "__main__":
    os.nice(19 - os.nice(0))
    main()
