"""Change the program in small ways and see whether the tests notice; by hand:

    pip install mutmut
    python tests/mutation/run.py [--each 10] [--seed 1] [zet.formats.renju.* ...]

mutmut changes one thing at a time in a function of `formats/` or `engines/`, and runs the tests that
reach that function. Of every file, as many of its mutants as --each says are drawn with --seed; known
results are kept, until the function changes. Kernels are compiled, and left out: they are held to slow
programs.

mutmut works in `build/mutation`, where the three folders of the package stand as `src/zet`. A survivor
that no test could tell from the program has its reason in `survivors.txt`.
"""

import argparse
import fnmatch
import os
import random
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACE = ROOT / "build" / "mutation"
SURVIVORS = Path(__file__).with_name("survivors.txt")
MUTMUT = Path(sys.executable).with_name("mutmut")
KILLED = {"killed", "timeout"}
"""A mutant that runs without end has been noticed."""


def prepare() -> None:
    """Link what mutmut reads into its place."""
    (PLACE / "src" / "zet").mkdir(parents=True, exist_ok=True)
    for path in (*ROOT.iterdir(), *(ROOT / ".pkg" / "zet").iterdir()):
        if path.name == "build" or (path.name.startswith(".") and path.name != ".pkg"):
            continue
        link = (PLACE / "src/zet" if path.parent.name == "zet" else PLACE) / path.name
        if not link.is_symlink():
            link.symlink_to(path.resolve())


def mutmut(*words: str) -> str:
    """Run mutmut in its place, and return what it says."""
    done = subprocess.run(
        [str(MUTMUT), *words], cwd=PLACE, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        sys.exit(done.stdout[-4000:])
    return done.stdout


def results() -> dict[str, str]:
    """Return what became of every mutant."""
    return dict(re.findall(r"^ +(\S+): (.*)$", mutmut("results", "--all", "true"), re.M))


def drawn(names: list[str], each: int, seed: int) -> list[str]:
    """Return as many of the mutants of every module."""
    modules = defaultdict(list)
    for name in names:
        modules[name.rpartition(".")[0]].append(name)
    return [
        name
        for module, ones in sorted(modules.items())
        for name in random.Random(f"{module} {seed}").sample(sorted(ones), min(each, len(ones)))
    ]


def main() -> None:
    """Draw, run, and print a table and the survivors."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("patterns", nargs="*", default=["*"])
    parser.add_argument("--each", type=int, default=10, help="mutants of a file (10)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="run also what has a result")
    options = parser.parse_args()
    prepare()
    mutmut("run", "--max-children=1", "zet.formats.size.*")  # one file, to have the names of all
    known = results()
    wanted = [name for name in known if any(fnmatch.fnmatch(name, one) for one in options.patterns)]
    sample = drawn(wanted, options.each, options.seed)
    if left := [name for name in sample if options.again or known[name] == "not checked"]:
        mutmut("run", "--max-children=1", *left)
        known = results()
    reasons = (
        dict(re.findall(r"^(\S+): (.*)$", SURVIVORS.read_text(), re.M)) if SURVIVORS.exists() else {}
    )
    table: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name in sample:
        table[".".join(name.split(".")[1:3])][known[name]] += 1
    for part, counts in sorted(table.items()):
        print(f"{part:24}{dict(counts)}")
    counts = sum(table.values(), Counter())
    killed = sum(counts[status] for status in KILLED)
    print(f"{killed} of {counts.total()} killed, {killed / counts.total():.1%}; {len(wanted)} in all")
    for name in sample:
        if known[name] not in KILLED and name not in reasons:
            print(f"{name}: {known[name]}")


if __name__ == "__main__":
    os.nice(19 - os.nice(0))
    main()
