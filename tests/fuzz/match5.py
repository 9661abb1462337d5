"""Feed every reader of match5 with what atheris makes up; by hand, for as long as one likes:

    pip install atheris
    python tests/fuzz/match5.py -max_total_time=60 [CORPUS FOLDER]

Any bytes must yield knowledge or a FormatError, and what is read must be written and read again the same.
"""

import sys

import atheris

with atheris.instrument_imports():
    from zet.engines.match5.player import Player
    from zet.formats.errors import FormatError
    from zet.formats.match5 import MODULES, games, hall, read
    from zet.formats.match5.fivo import write_fivo

NAMES = (None, *MODULES, "hall", "games")


def one_input(data: bytes) -> None:
    """Read the bytes by the format that the first one chooses; use and write what comes of it."""
    name = NAMES[data[0] % len(NAMES)] if data else None
    try:
        if name == "hall":
            hall.loads(data[1:], "in")
            return
        if name == "games":
            games.loads(data[1:].decode(errors="replace"))
            return
        knowledge = read(data[1:], "in", name)
    except FormatError:
        return
    except ValueError:
        if name != "games":
            raise
        return
    assert read(write_fivo(knowledge), "in") == knowledge
    Player(knowledge.patterns)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
