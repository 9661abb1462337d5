"""Any bytes at all yield games and FormatErrors, nothing else, and no game crashes an engine."""

import io
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from rounds import rounds

from zet.engines.renju.board import forbidden_cells
from zet.engines.renju.model import Game
from zet.engines.renju.referee import judge
from zet.engines.renju.solver import solve
from zet.formats.errors import FormatError
from zet.formats.registry import recognize
from zet.formats.renju import FORMATS, proofs
from zet.formats.renju.moves import loads
from zet.formats.renju.picture import as_svg, as_text

some = settings(max_examples=rounds(20), deadline=None, suppress_health_check=list(HealthCheck))
names = pytest.mark.parametrize("name", FORMATS)

WORDS = """0 9 - . / : , < > & # ] [ { } ( ) ; _ + h8 H8 i9 pass black white to move null -1 1e999 ٣ ²
(; B[hh] ;W[ii] SZ[19] AB[aa:oo] CA[utf-16] CA[x] C[ \\ <game> </game> <!-- ]]> &x; "moves": "info":
Piskvorky 15x15, 8,8,0 15 ○ ● a..o 9999999999999999999 \\ud800"""
PIECES = st.sampled_from(
    [
        *(word.encode() for word in WORDS.split()),
        *(b" " + word.encode() + b"\n" for word in WORDS.split()),
        *(b"\n", b"\t", b"\r", b"\0", b"\xff", b"\x1f\x8b", b"\xef\xbb\xbf", b"1" * 3000, b"\x78\x48"),
    ]
)


@cache
def sample(name: str) -> bytes:
    game = loads("h8i9g7h9j10i7")
    text = FORMATS[name].dumps()(game)
    head, tail = FORMATS[name].frame
    return text if isinstance(text, bytes) else (head + text * 2 + tail).encode()


def hold_to_the_contract(name: str, data: bytes) -> None:
    """Read the bytes in every way there is, and use what comes."""
    ways = [{"all_lines": True}, {"line": 2}] if name in ("sgf", "lib") else [{}]
    for options in ways:
        for found in FORMATS[name].load(io.BytesIO(data), "in", **options):
            assert isinstance(found, Game | FormatError)
            if isinstance(found, FormatError):
                assert str(found).startswith("in")
                assert "\n" not in str(found)
            else:
                use(found)


def use(game: Game) -> None:
    judge(game)
    forbidden_cells(game)
    as_text(game, numbers=True)
    as_svg(game)
    solve(game, nodes=50)


@names
@some
@given(data=st.binary(max_size=200))
def test_any_bytes(name: str, data: bytes) -> None:
    hold_to_the_contract(name, data)
    recognize(io.BufferedReader(io.BytesIO(data)), FORMATS)  # type: ignore[arg-type]


@names
@some
@given(text=st.text(max_size=100), head=st.booleans())
def test_any_text(name: str, text: str, head: bool) -> None:
    hold_to_the_contract(name, (sample(name)[:9] if head else b"") + text.encode())


@names
@settings(some, max_examples=rounds(40))
@given(data=st.data())
def test_good_documents_with_pieces_cut_doubled_and_replaced(name: str, data: st.DataObject) -> None:
    document = sample(name)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(document)))
        end = start + data.draw(st.integers(0, 12))
        middle = data.draw(
            st.sampled_from([b"", document[start:end] * 2]) | PIECES | st.binary(max_size=4)
        )
        document = document[:start] + middle + document[end:]
    hold_to_the_contract(name, document)


@names
@settings(some, max_examples=rounds(20))
@given(size=st.integers(0, 400))
def test_good_documents_cut_short(name: str, size: int) -> None:
    hold_to_the_contract(name, sample(name)[:size])


@some
@given(text=st.text(max_size=60), tree=st.recursive(st.none() | st.text(max_size=3), st.lists))
def test_any_proof(text: str, tree: object) -> None:
    for line in (text, f'{{"moves": "", "attacker": "black", "tree": {tree!r}}}'):
        try:
            proofs.loads(line)
        except ValueError:
            continue
