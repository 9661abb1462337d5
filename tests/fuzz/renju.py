"""Feed every reader of renju games with what atheris makes up; by hand, for as long as one likes:

    pip install atheris
    python tests/fuzz/renju.py -max_total_time=60 [CORPUS FOLDER]

Any bytes must yield games or FormatErrors, and what is yielded as a game must not upset an engine.
"""

import io
import sys

import atheris

with atheris.instrument_imports():
    from zet.engines.renju.judge import judge
    from zet.engines.renju.model import Game
    from zet.engines.renju.solver import solve
    from zet.formats.errors import FormatError, UnwritableError
    from zet.formats.known import recognise
from zet.formats.renju import FORMATS

NAMES = (*FORMATS, "recognised")


def one_input(data: bytes) -> None:
    """Read the bytes by the format that the first one chooses; use and write what comes of it."""
    name = NAMES[data[0] % len(NAMES)] if data else "recognised"
    stream = io.BufferedReader(io.BytesIO(data[1:]))  # type: ignore[arg-type]
    form = FORMATS.get(name)
    if form is None:
        form, stream = recognise(stream, FORMATS)
    options = {"all_lines": True} if form and form.name in ("sgf", "lib") else {}
    for value in form.load(stream, **options) if form else ():
        if isinstance(value, FormatError):
            assert "\n" not in str(value)
            continue
        assert isinstance(value, Game)
        judge(value)
        solve(value, nodes=20)
        for target in FORMATS.values():
            try:
                target.dumps()(value)
            except UnwritableError:
                continue


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
