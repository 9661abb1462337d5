"""Compare the instructions of the same commands in two checkouts, the older one first; run by hand:

    python tests/benchmarks/paired.py OLDER NEWER [COMMANDS]

Each checkout has its environment in `.venv` and its kernels compiled. COMMANDS is a file with a command
in each line, without `zet`; `OLD ==> NEW` where the command was renamed. valgrind counts instructions, so
the load of the machine does not matter; start-up is included. Each command runs once before it counts.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from spent import counted

ROOT = Path(__file__).parents[2]
PUZZLES = "tectonic generate --board 9x9 --count 600 --seed 5 --format line"
REPEATED = {
    "games.txt": ("samples/renju/games.txt", 400),
    "problems.txt": ("samples/renju/problems.txt", 60),
    "boards.txt": ("samples/match5/positions.txt", 200),
}
"""Files that the commands read, beside the puzzles: a sample, and how often it is repeated."""
COMMANDS = """\
tectonic solve --format line puzzles.txt
tectonic solve --format json puzzles.txt
tectonic solve --format xml puzzles.txt
tectonic rate --format json puzzles.txt
tectonic check --format json puzzles.txt
ttt solve samples/ttt/positions.txt
ttt table
walls solve samples/walls/game.walls
walls search --depth 3 samples/walls/lines.txt
renju solve --format json problems.txt
renju check --format json games.txt
renju convert --format sgf games.txt
renju bestmove --nodes 300000 samples/renju/positions.txt
renju match zet zet --nodes 200 --games 2 --random-moves 2 --seed 1
renju solve --method noire samples/renju/problems.txt ==> renju rules solve samples/renju/problems.txt
match5 show boards.txt
match5 convert --format json samples/match5/ann.fivo
"""


def instructions(checkout: Path, words: list[str], folder: Path) -> int:
    """Return the instructions of a command of a checkout; names of files in `folder` come first."""
    found = [str(folder / word) if (folder / word).is_file() else word for word in words]
    found = [str(ROOT / word) if word.startswith("samples/") else word for word in found]
    command = [str(checkout / ".venv/bin/zet"), *found]
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return counted(command)


def main() -> None:
    """Print the table."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a second run loads what the first has compiled
    older, newer = (Path(word).absolute() for word in sys.argv[1:3])
    text = Path(sys.argv[3]).read_text() if len(sys.argv) > 3 else COMMANDS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        zet = [str(newer / ".venv/bin/zet"), *PUZZLES.split()]
        (folder / "puzzles.txt").write_text(subprocess.check_output(zet, text=True))
        for file, (sample, n_times) in REPEATED.items():
            (folder / file).write_text((ROOT / sample).read_text() * n_times)
        print("| command | older, millions | newer, millions | ratio |\n|---|---|---|---|")
        for line in text.splitlines():
            old, _, new = line.partition(" ==> ")
            before = instructions(older, old.split(), folder)
            after = instructions(newer, (new or old).split(), folder)
            print(f"| {new or old} | {before / 1e6:,.0f} | {after / 1e6:,.0f} | {after / before:.3f} |")


if __name__ == "__main__":
    main()
