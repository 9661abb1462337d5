"""Feed every reader of walls positions with what atheris makes up; by hand, for as long as one likes:

    pip install atheris
    python tests/fuzz/walls.py -max_total_time=60 [CORPUS FOLDER]

Any bytes must yield positions or FormatErrors, and a position can be drawn, played on, and written.
"""

import io
import sys

import atheris

with atheris.instrument_imports():
    from zet.engines.walls.model import Position
    from zet.formats.errors import FormatError, UnwritableError
    from zet.formats.registry import recognise
    from zet.formats.walls.picture import as_text
from zet.formats.walls import FORMATS

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
        assert isinstance(value, Position)
        as_text(value)
        for fence in value.free[:3]:
            value.after(fence)
        for target in FORMATS.values():
            try:
                text = target.dumps()(value)
            except UnwritableError:
                continue
            assert list(target.load(io.BytesIO(text.encode()))) == [value]


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
