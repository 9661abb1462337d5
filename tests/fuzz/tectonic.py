"""Feed every reader of Tectonic puzzles with what atheris makes up; by hand, for as long as one likes:

    pip install atheris
    python tests/fuzz/tectonic.py -max_total_time=60 [CORPUS FOLDER]

Any bytes must yield puzzles or FormatErrors, and what is yielded as a puzzle must not upset an engine.
"""

import io
import sys

import atheris

with atheris.instrument_imports():
    from zet.engines.tectonic.checker import check
    from zet.engines.tectonic.model import Puzzle
    from zet.formats.errors import FormatError, UnwritableError
    from zet.formats.registry import recognise
from zet.formats.tectonic import FORMATS

NAMES = (*FORMATS, "recognised")


def one_input(data: bytes) -> None:
    """Read the bytes by the format that the first one chooses; use and write what comes of it."""
    name = NAMES[data[0] % len(NAMES)] if data else "recognised"
    stream = io.BufferedReader(io.BytesIO(data[1:]))  # type: ignore[arg-type]
    chosen = FORMATS.get(name)
    if chosen is None:
        chosen, stream = recognise(stream, FORMATS)
    for value in chosen.load(stream) if chosen else ():
        if isinstance(value, FormatError):
            assert "\n" not in str(value)
            continue
        assert isinstance(value, Puzzle)
        check(value, nodes=20)
        for target in FORMATS.values():
            if target.writes:
                try:
                    text = target.dumps()(value)
                except UnwritableError:
                    continue
                head, tail = target.frame
                [again] = target.load(io.BufferedReader(io.BytesIO((head + text + tail).encode())))  # type: ignore[arg-type]
                assert isinstance(again, Puzzle)
                assert (again.pieces, again.givens) == (value.pieces, value.givens)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
