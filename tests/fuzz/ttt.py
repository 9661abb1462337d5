"""Feed the reader of tic-tac-toe positions with what atheris makes up; by hand, as long as one likes:

    pip install atheris
    python tests/fuzz/ttt.py -max_total_time=60 [CORPUS FOLDER]

Any bytes must yield positions or FormatErrors, and no position must upset an engine or a picture.
"""

import io
import sys

import atheris

with atheris.instrument_imports():
    from zet.engines.mnk.model import Position
    from zet.engines.mnk.solver import solve
    from zet.formats.errors import FormatError
    from zet.formats.ttt import FORMATS
    from zet.formats.ttt.line import dumps, loads
    from zet.formats.ttt.picture import as_svg, as_text


def one_input(data: bytes) -> None:
    """Read the bytes, with the first one for the length of a line; use and write what comes of it."""
    k = data[0] % 8 + 1 if data else 3
    for value in FORMATS["line"].load(io.BytesIO(data[1:]), k=k):
        if isinstance(value, FormatError):
            assert "\n" not in str(value)
            continue
        assert isinstance(value, Position)
        assert loads(dumps(value), k=k) == value
        as_text(value)
        as_svg(value)
        if not value.is_over:
            solve(value, nodes=200, table_size=1)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
