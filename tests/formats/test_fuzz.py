"""Arbitrary bytes yield only values and FormatErrors, and no value crashes an engine.

Each reader of each game is tested against the contract of the fuzzers (`tests/fuzz/contract.py`): with
random bytes, with changed documents of its corpus, and with the corpus itself, whose files once made a
reader fail.
"""

import io
from functools import cache

import pytest
from contract import CORPUS, GAMES, table_of
from hypothesis import HealthCheck, given, settings, strategies as st
from rounds import rounds

from zet.formats.registry import recognize

FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file())
MOST_BYTES = 200_000
SHORT = 2000
"""A longer document is not changed: hypothesis would look at few of its places."""

some = settings(max_examples=rounds(40), deadline=None, suppress_health_check=list(HealthCheck))
readers = pytest.mark.parametrize(
    ("game", "reader"), [(game, reader) for game in GAMES for reader in table_of(game).readers]
)

WORDS = """0 9 - . : / , < > & # [ ] { } ( ) ; _ + T ○ ● ٣ ² 15 -1 1e999 9999999999999999999 null
true \\ud800 1x1: 1x2 board 1x2: 1x2 extra-move: [0,1] [1,0] 0,1 walls score turn yes no moves "moves":
"matrix": "board": "1x2"
pzprv3/ <Puzzle> </Puzzle> <Cell/> <!-- ]]> &x; Value="7" xsi:nil="1" "width": " begin end size
h8 H8 i9 pass black white to move (; B[hh] ;W[ii] SZ[19] AB[aa:oo] CA[utf-16] CA[x] C[ \\ <game> </game>
"info": Piskvorky 15x15, 8,8,0 a..o
:- ¬ ~ % _ rule player level move premise none Field1 p(X)"""
PIECES = st.sampled_from(
    [
        *(word.encode() for word in WORDS.split()),
        *(b" " + word.encode() + b"\n" for word in WORDS.split()),
        *(b"\n", b" ", b"\t", b"\r", b"\0", b"\xff", b"\x85", b"\x1c", b"\x1f\x8b", b"\xef\xbb\xbf"),
        *(b"1" * 5000, b"\x78\x48"),
    ]
)


@cache
def documents(game: str, reader: str) -> list[bytes]:
    contents = [path.read_bytes() for path in FILES if path.parts[-3:-1] == (game, reader)]
    return [content for content in contents if len(content) <= SHORT]


@readers
@some
@given(data=st.binary(max_size=300) | st.lists(PIECES, max_size=40).map(b"".join))
def test_any_bytes(game: str, reader: str, data: bytes) -> None:
    table_of(game).read(reader, data)


@readers
@some
@given(data=st.data())
def test_documents_with_pieces_cut_doubled_and_replaced(
    game: str, reader: str, data: st.DataObject
) -> None:
    found = documents(game, reader)
    assert found, f"put a document of up to {SHORT} bytes into tests/fuzz/corpus/{game}/{reader}/"
    document = data.draw(st.sampled_from(found))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(document)))
        end = start + data.draw(st.integers(0, 12) | st.just(len(document)))
        middle = data.draw(
            st.sampled_from([b"", document[start:end] * 2]) | PIECES | st.binary(max_size=4)
        )
        document = document[:start] + middle + document[end:]
    table_of(game).read(reader, document)


@pytest.mark.parametrize("game", GAMES)
@some
@given(pieces=st.lists(PIECES, max_size=12))
def test_recognition_loses_no_bytes(game: str, pieces: list[bytes]) -> None:
    data, formats = b"".join(pieces), table_of(game).formats
    found, stream = recognize(io.BufferedReader(io.BytesIO(data)), formats)  # type: ignore[arg-type]
    assert stream.read() == data
    assert found is None or found in formats.values()


@readers
def test_the_corpus(game: str, reader: str) -> None:
    """Each file obeys the contract, and at least one file of each reader is accepted."""
    n_accepted = 0
    for path in FILES:
        if path.parts[-3:-1] == (game, reader):
            try:
                n_accepted += table_of(game).read(reader, path.read_bytes())
            except Exception as error:
                error.add_note(str(path))
                raise
    assert n_accepted, f"put a document that is accepted into tests/fuzz/corpus/{game}/{reader}/"


def test_the_corpus_is_small_and_every_reader_has_one() -> None:
    assert sum(path.stat().st_size for path in FILES) < MOST_BYTES
    found = {(game, reader) for game in GAMES for reader in table_of(game).readers}
    assert {path.parts[-3:-1] for path in FILES} == found
