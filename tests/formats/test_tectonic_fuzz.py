"""Any bytes at all yield puzzles and FormatErrors, nothing else, and no puzzle crashes the solver."""

import io
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from rounds import rounds
from tectonic_puzzles import puzzles

from zet.engines.tectonic.explainer import explain
from zet.engines.tectonic.model import Puzzle, broken_rule
from zet.engines.tectonic.solver import solve
from zet.formats.errors import FormatError
from zet.formats.registry import recognize
from zet.formats.tectonic import FORMATS

some = settings(max_examples=rounds(40), deadline=None, suppress_health_check=list(HealthCheck))
names = pytest.mark.parametrize("name", FORMATS)

VALID = {
    "krazydad": b"A 1\t3\t2\t1c3a\tAABABB\t123231\t # x\n",
    "tatham": b"7x7Tdh:bda1ab1c5a1b1a1ac2aa2a2c2ab1c1bac2b,5a3a1a4i5a3e1j2j5a5\n",
}
WORDS = """0 9 - . / : , < > & # ] [ { } _ + T 1x1: null -1 1e999 ٣ ² pzprv3/ <Puzzle> </Puzzle>
<Cell/> <!-- ]]> &x; Value="7" xsi:nil="1" \\ud800 "width": " begin end size 9999999999999999999"""
PIECES_OF_TEXT = st.sampled_from(
    [
        *(word.encode() for word in WORDS.split()),
        *(b" " + word.encode() + b"\n" for word in WORDS.split()),
        *(b"\n", b" ", b"\t", b"\r", b"\0", b"\xff", b"\x1f\x8b", b"\xef\xbb\xbf", b"1" * 5000),
    ]
)


@cache
def sample(name: str) -> bytes:
    if name in VALID:
        return VALID[name]
    one = Puzzle.build(3, 2, "aababb", [1, 0, 0, 0, 3, 0], [0, 6, 0, 0, 0, 1], "x")
    two = Puzzle.build(2, 2, "aaaa", [0, 4, 0, 0])
    head, tail = FORMATS[name].frame
    dumps = FORMATS[name].dumps()
    return (head + dumps(one) + dumps(two) + tail).encode()


def hold_to_the_contract(name: str, data: bytes) -> None:
    """Read the bytes in every way there is, and solve what comes."""
    ways: list[dict[str, object]] = [{}]
    if name == "xml":
        ways = [{}, {"schema": "original"}, {"options": True}]
    for options in ways:
        for found in FORMATS[name].load(io.BytesIO(data), "in", **options):
            assert isinstance(found, Puzzle | FormatError)
            if isinstance(found, FormatError):
                assert str(found).startswith("in")
                assert "\n" not in str(found)
            else:
                use(found)


def use(puzzle: Puzzle) -> None:
    result = solve(puzzle, nodes=50)
    for solution in result.solutions:
        assert broken_rule(puzzle, solution) is None
    if len(puzzle.pieces) <= 36:
        explain(puzzle, range(1, 9), use_notes=True)


@names
@some
@given(data=st.binary(max_size=200))
def test_any_bytes(name: str, data: bytes) -> None:
    hold_to_the_contract(name, data)
    recognize(io.BufferedReader(io.BytesIO(data)), FORMATS)


@names
@some
@given(text=st.text(max_size=100), head=st.booleans())
def test_any_text(name: str, text: str, head: bool) -> None:
    hold_to_the_contract(name, (sample(name)[:9] if head else b"") + text.encode())


@names
@settings(some, max_examples=rounds(100))
@given(data=st.data())
def test_good_documents_with_pieces_cut_doubled_and_replaced(name: str, data: st.DataObject) -> None:
    document = sample(name)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(document)))
        end = start + data.draw(st.integers(0, 12))
        middle = data.draw(
            st.sampled_from([b"", document[start:end] * 2]) | PIECES_OF_TEXT | st.binary(max_size=4)
        )
        document = document[:start] + middle + document[end:]
    hold_to_the_contract(name, document)


@names
@settings(some, max_examples=rounds(25))
@given(size=st.integers(0, 400))
def test_good_documents_cut_short(name: str, size: int) -> None:
    hold_to_the_contract(name, sample(name)[:size])


@settings(max_examples=rounds(100))
@given(puzzle=puzzles())
def test_any_puzzle_can_be_used(puzzle: Puzzle) -> None:
    use(puzzle)
