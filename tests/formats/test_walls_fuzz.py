"""Any bytes at all yield positions and FormatErrors, nothing else, and positions can be written."""

import io

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from rounds import rounds

from zet.engines.walls.model import Position, board
from zet.formats.errors import FormatError
from zet.formats.registry import recognize
from zet.formats.walls import FORMATS
from zet.formats.walls.picture import as_text

some = settings(max_examples=rounds(150), deadline=None, suppress_health_check=list(HealthCheck))
names = pytest.mark.parametrize("name", FORMATS)

ONE = Position.played(board(2, 1), [3, 1, 0, 2, 4])
TWO = Position.played(board(1, 2), [0, 1, 2, 3], extra_move=True)
SAMPLES = {name: (chosen.dumps()(ONE) + chosen.dumps()(TWO)).encode() for name, chosen in FORMATS.items()}

WORDS = """0 9 - . : , [ ] [0,1] [1,0] 0,1 ٣ ² 1e999 null true walls 1 2 board 1x1 1x2: score turn yes no
extra-move moves 3 4 6 7 8 { } "moves": "matrix": "board": "1x2" \\ud800
99999999999999999999 # 1x2 extra-move:"""
PIECES_OF_TEXT = st.sampled_from(
    [
        *(word.encode() for word in WORDS.split()),
        *(b" " + word.encode() + b"\n" for word in WORDS.split()),
        *(b"\n", b" ", b"\t", b"\r", b"\0", b"\xff", b"\x85", b"\x1c", b"\xef\xbb\xbf", b"1" * 5000),
    ]
)


def hold_to_the_contract(name: str, data: bytes) -> None:
    """Read the bytes, and write and read again what comes."""
    for found in FORMATS[name].load(io.BytesIO(data), "in"):
        assert isinstance(found, Position | FormatError)
        if isinstance(found, FormatError):
            assert str(found).startswith("in:")
            assert "\n" not in str(found)
            continue
        as_text(found)
        for target in FORMATS.values():
            if target.name != "line" or found.moves is not None:
                assert list(target.load(io.BytesIO(target.dumps()(found).encode()))) == [found]


@names
@some
@given(data=st.binary(max_size=300))
def test_any_bytes(name: str, data: bytes) -> None:
    hold_to_the_contract(name, data)


@names
@some
@given(pieces=st.lists(PIECES_OF_TEXT, max_size=40))
def test_words_of_the_formats_in_any_order(name: str, pieces: list[bytes]) -> None:
    hold_to_the_contract(name, b"".join(pieces))


@names
@some
@given(data=st.data())
def test_records_with_a_few_changes(name: str, data: st.DataObject) -> None:
    content = bytearray(SAMPLES[name])
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        length = data.draw(st.integers(0, 6))
        content[start : start + length] = data.draw(st.binary(max_size=2) | PIECES_OF_TEXT)
    hold_to_the_contract(name, bytes(content))


@some
@given(pieces=st.lists(PIECES_OF_TEXT, max_size=12))
def test_recognition_takes_any_bytes(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    found, stream = recognize(io.BufferedReader(io.BytesIO(data)), FORMATS)  # type: ignore[arg-type]
    assert stream.read() == data
    assert found is None or found in FORMATS.values()
