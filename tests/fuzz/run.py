"""Feed a reader with what atheris makes up; by hand, for as long as one likes:

    pip install atheris
    python tests/fuzz/run.py GAME READER [--minutes=10] [OPTIONS OF LIBFUZZER] [FOLDERS]
    python tests/fuzz/run.py GAME             (lists its readers)

Minutes are those of the processor, so that a busy machine does not shorten a run.

It starts from `corpus/GAME/READER` and keeps what is new in the first of the folders, or in
`build/fuzz/GAME/READER`. `-merge=1 INTO FROM` keeps in one folder what another one adds to it.

The readers of `seals.MUTATORS` get documents that are sealed again, so that the code behind a checksum is
reached. A run by minutes ends with the number of documents that were accepted.
"""

import os
import signal
import sys
import time
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["zet"]):
    # All readers, also those that a program imports when it meets their format.
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
"""The numbers of documents that were refused, and that were accepted."""


def one_input(data: bytes) -> None:
    COUNTS[TABLE.read(READER, data)] += 1
    if time.process_time() > 60 * MINUTES:
        print(f"{COUNTS[1]} of {sum(COUNTS)} documents accepted", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGUSR1)  # libFuzzer tells its figures and stops


def mutant(data: bytes, most: int, seed: int) -> bytes:
    """Return a document made of another one; one that is too long stays as it is."""
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
