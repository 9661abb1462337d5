"""Feed a reader with inputs that atheris generates; run by hand, for any time:

    pip install atheris
    python tests/fuzz/run.py GAME READER [--minutes=10] [OPTIONS OF LIBFUZZER] [FOLDERS]
    python tests/fuzz/run.py GAME             (lists its readers)

Minutes are of CPU time, so that a busy machine does not shorten a run.

A run starts from `corpus/GAME/READER` and saves new inputs in the first of the folders, or in
`build/fuzz/GAME/READER`. `-merge=1 INTO FROM` adds the inputs of one folder that are new to another.

The readers of `seals.MUTATORS` get documents with repaired checksums, so that the code behind the
checksum is reached. A run with --minutes ends with the number of accepted documents.
"""

import os
import signal
import sys
import time
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["zet"]):
    # Import all readers, also those that a program imports when it recognizes their format.
    from contract import CORPUS, GAMES, table_of
    from seals import MUTATORS

    GAME = sys.argv.pop(1) if len(sys.argv) > 1 else ""
    if GAME not in GAMES:
        sys.exit(f"no game {GAME!r}: {', '.join(GAMES)}")
    TABLE = table_of(GAME)

READER = sys.argv.pop(1) if len(sys.argv) > 1 else ""
if READER not in TABLE.readers:
    sys.exit(f"no reader {READER!r}: {', '.join(TABLE.readers)}")

MINUTES = float(
    next((sys.argv.pop(i)[10:] for i, word in enumerate(sys.argv) if word[:10] == "--minutes="), "inf")
)


COUNTS = [0, 0]
"""The numbers of refused and of accepted documents."""


def one_input(data: bytes) -> None:
    COUNTS[TABLE.read(READER, data)] += 1
    if time.process_time() > 60 * MINUTES:
        print(f"{COUNTS[1]} of {sum(COUNTS)} documents accepted", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGUSR1)  # libFuzzer prints its figures and stops


def mutant(data: bytes, most: int, seed: int) -> bytes:
    """Return a document made from another one; a document that is too long is returned unchanged."""
    found = MUTATORS[GAME, READER](data, Random(seed))
    return found if len(found) <= most else data


if __name__ == "__main__":
    # -merge starts other processes by this name, in a shell.
    sys.argv[0] = f"{sys.executable} {sys.argv[0]} {GAME} {READER}"
    if all(word.startswith("-") for word in sys.argv[1:]):
        new = Path("build/fuzz", GAME, READER)
        new.mkdir(parents=True, exist_ok=True)
        sys.argv += [str(new), *([str(known)] if (known := CORPUS / GAME / READER).is_dir() else [])]
    made = {"custom_mutator": mutant} if (GAME, READER) in MUTATORS else {}
    atheris.Setup(sys.argv, one_input, **made)
    atheris.Fuzz()
