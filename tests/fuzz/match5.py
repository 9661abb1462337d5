"""Feed every reader of match5 with what atheris makes up; by hand, for as long as one likes:

    pip install atheris
    python tests/fuzz/match5.py -max_total_time=60 [CORPUS FOLDER]

Any bytes must yield knowledge or a FormatError, and what is read must be written and read again the same.
"""

import io
import struct
import sys
import zlib

import atheris

with atheris.instrument_imports():
    from zet.engines.match5.player import Player
    from zet.formats.errors import FormatError
    from zet.formats.match5 import FORMATS, fivo, games, hall
    from zet.formats.registry import recognise

NAMES = (None, *FORMATS, "hall", "games", "sealed")


def sealed(data: bytes) -> bytes:
    """Return the bytes as a .fivo file whose count and checksums are right."""
    content = bytearray(b"FIVO\1\0\0\0\xa0\0\0\0".ljust(160, b"\0"))
    content[6] = data[0] & 1 if data else 0
    content[24 : 24 + len(data[1:137])] = data[1:137]
    content += data[137 : 137 + (max(0, len(data) - 137) // 36) * 36]
    content[12:20] = struct.pack("<II", (len(content) - 160) // 36, zlib.crc32(content[160:]))
    content[20:24] = bytes(4)
    content[20:24] = struct.pack("<I", zlib.crc32(content[:160]))
    return bytes(content)


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
        if name == "sealed":
            name, data = "fivo", b"x" + sealed(data[1:])
    except FormatError:
        return
    except ValueError:
        if name != "games":
            raise
        return
    stream = io.BufferedReader(io.BytesIO(data[1:]))
    chosen, stream = (FORMATS[name], stream) if name else recognise(stream, FORMATS)
    assert chosen
    for knowledge in chosen.load(stream, "in"):
        if not isinstance(knowledge, FormatError):
            assert fivo.loads(fivo.dumps(knowledge), "in") == knowledge
            Player(knowledge.patterns)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
