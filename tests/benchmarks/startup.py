"""Measure the start of each command, relative to a click program that does nothing; run by hand:

    python tests/benchmarks/startup.py [ROUNDS]
    python tests/benchmarks/startup.py --count

The figures are ratios of the least CPU seconds, of alternating runs in a new ordinary installation: for
`--help`, and for a small answer of the commands named here. With --count they are ratios of instructions,
which valgrind counts in one run independently of the load of the machine.
"""

import compileall
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import venv
from pathlib import Path

import click
from spent import ZET, counted, spent

from zet.cli.main import cli

EMPTY = "import click\n@click.command()\ndef main(): pass\nmain()\n"

ANSWERS = (
    "tectonic check samples/tectonic/line.txt",
    "tectonic convert samples/tectonic/line.txt",
    "tectonic hint samples/tectonic/line.txt",
    "tectonic rate samples/tectonic/line.txt",
    "tectonic show samples/tectonic/line.txt",
    "tectonic solve samples/tectonic/line.txt",
    "ttt bestmove samples/ttt/positions.txt",
    "ttt show samples/ttt/positions.txt",
    "ttt solve samples/ttt/positions.txt",
    "walls check samples/walls/lines.txt",
    "walls convert samples/walls/lines.txt",
    "walls new",
    "walls show samples/walls/lines.txt",
    "renju check samples/renju/games.txt",
    "renju convert --to moves samples/renju/games.txt",
    "renju forbidden samples/renju/games.txt",
    "renju show samples/renju/games.txt",
    "match5 inspect samples/match5/ann.fivo",
    "match5 convert --to json samples/match5/ann.fivo",
)


def commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return the names of all commands."""
    found = []
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        inner = isinstance(command, click.Group)
        found += commands(command, (*path, name)) if inner else [(*path, name)]
    return found


def installed(folder: Path) -> str:
    """Return the Python of a new environment with an ordinary, not editable, installation of zet."""
    venv.create(folder)
    [site] = folder.glob("lib/python*/site-packages")
    (site / "others.pth").write_text(sysconfig.get_path("purelib"))
    folders = tomllib.loads(Path("pyproject.toml").read_text())["tool"]["setuptools"]["package-dir"]
    for package, source in folders.items():
        shutil.copytree(
            source, site.joinpath(*package.split(".")), ignore=shutil.ignore_patterns("__pycache__")
        )
    compileall.compile_dir(site, quiet=1)
    return str(folder / "bin/python")


def seconds(command: list[str]) -> float:
    """Return the CPU seconds of a command."""
    return spent(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)[0]


def main() -> None:
    """Print the table."""
    counts = "--count" in sys.argv
    rounds = 1 if counts else int(sys.argv[1]) if len(sys.argv) > 1 else 15
    cost = counted if counts else seconds
    rows = [["--help"], *([*path, "--help"] for path in commands(cli)), *(row.split() for row in ANSWERS)]
    found: dict[str, list[tuple[float, float]]] = {" ".join(row): [] for row in rows}
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder, "empty.py")
        empty.write_text(EMPTY)
        python = [installed(Path(folder, "environment")), "-I"]
        nothing = [*python, str(empty)]
        base = cost(nothing)
        for _ in range(rounds):
            for name, taken in found.items():
                if not counts:
                    base = cost(nothing)
                taken.append((base, cost([*python, ZET, *name.split()])))
    print("| command | ratio |\n|---|---|")
    for name, taken in found.items():
        base, own = map(min, zip(*taken, strict=True))
        print(f"| zet {name} | {own / base:.2f} |")


if __name__ == "__main__":
    main()
