"""The pzprv3 file: the fast reader and writer agree with the ones that work line by line."""

import io
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given, settings, strategies as st
from rounds import rounds
from tectonic_puzzles import puzzles

from zet.engines.tectonic.model import MISSING, Puzzle, digits_of
from zet.formats.errors import FormatError
from zet.formats.tectonic import pzprv3
from zet.formats.tectonic.pzprv3 import CHUNK, MAX_PLAIN, dumps, load

PLAIN = [
    dumps(puzzle).encode()
    for puzzle in (
        Puzzle.build(2, 2, "aabb", (0, 0, 2, 0)),
        Puzzle.build(1, 3, "aaa", (0, 0, 3), (1, 2, 0)),
        Puzzle.build(3, 1, "abb", (1, 0, 0)),
        Puzzle.build(17, 16, range(17 * 16), (0,) * 17 * 16),
    )
]
PARTS = (
    *(b"pzprv3", b"\npzprv3\n", b"\npzprv3/suguru/1/1/ /. /. /", b"\npzprv3.1 \t\n", b"suguru"),
    *(b"\n", b"\r\n", b"\r", b"/", b" ", b"\t", b"\x0b", b"\xc2\xa0", b"\xff", b"\xef\xbb\xbf", b"\0"),
    *(b"0", b"1", b"2", b"9", b"10", b"65", b".", b"#", b"-", b"+", b".[1,2]", b"x", b"\nTrialData(1)\n"),
    *(b"\n\xffpzprv3\n", b"\npzprv3\xff\n", b"\npzprv3\xc3\xa9\n", b"\n# remark\n", b"\n\n"),
)


def as_told(found: Iterable[Puzzle | FormatError]) -> list[Puzzle | str]:
    return [one if isinstance(one, Puzzle) else str(one) for one in found]


def by_line(data: bytes) -> list[Puzzle | str]:
    return as_told(pzprv3._by_line(io.BytesIO(data), "in", 0))


@settings(max_examples=rounds(3000))
@given(data=st.data())
def test_what_is_read_in_one_go_is_what_is_read_line_by_line(data: st.DataObject) -> None:
    text = b"".join(data.draw(st.lists(st.sampled_from(PLAIN), min_size=1, max_size=3)))
    for _ in range(data.draw(st.integers(0, 3))):
        near = data.draw(st.sampled_from([b"pzprv3", b"suguru", b"\n", b" ", b". ", b"1 ", b""]))
        at = max(text.find(near, data.draw(st.integers(0, len(text)))), 0)
        at += data.draw(st.integers(0, len(near) + 2))
        gone = data.draw(st.sampled_from([0, 0, 1, 2, 9]))
        text = text[:at] + data.draw(st.sampled_from(PARTS)) + text[at + gone :]
    size = data.draw(st.sampled_from([CHUNK, 200, 50, 1]))

    class Stream(io.BytesIO):
        def read1(self, _size: int | None = -1, /) -> bytes:
            return super().read1(size)

    assert as_told(load(Stream(text), "in")) == by_line(text)


def test_what_zet_writes_is_read_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"".join(PLAIN)
    expected = by_line(text)
    assert not any(isinstance(one, str) for one in expected)

    def refused(*_: object) -> Iterator[Puzzle]:
        raise AssertionError("it was read line by line")

    monkeypatch.setattr(pzprv3, "_by_line", refused)
    assert as_told(load(io.BytesIO(text), "in")) == expected


def test_a_record_of_any_length_keeps_its_place() -> None:
    history = b"history: " + b"x" * 90 + b"\n"
    long = PLAIN[0] + history * (MAX_PLAIN // 90)
    text = PLAIN[1] + long + PLAIN[2] + b"pzprv3/suguru/x/1/\n" + PLAIN[0]
    line = text[: text.index(b"pzprv3/")].count(b"\n") + 1
    found = as_told(load(io.BytesIO(text), "in"))
    assert found == by_line(text)
    assert found[3] == f"in:{line}: the numbers of rows and columns must be integers"


def written(puzzle: Puzzle) -> str:
    """Return a puzzle as a file, written token by token."""
    width, height, pieces = puzzle.width, puzzle.height, puzzle.pieces

    def wall(row: int, column: int, down: int, right: int) -> str:
        one, other = pieces[row * width + column], pieces[(row + down) * width + column + right]
        return "1" if one != other and MISSING not in (one, other) else "0"

    def given_in(cell: int) -> str:
        return "#" if pieces[cell] == MISSING else str(puzzle.givens[cell] or ".")

    def answer_in(cell: int) -> str:
        digits = [*digits_of(puzzle.notes[cell])] if puzzle.notes and not puzzle.givens[cell] else []
        if len(digits) > 1:
            return f".[{','.join(map(str, digits))}]"
        return str(digits[0]) if digits else "."

    rows = [[wall(row, column, 0, 1) for column in range(width - 1)] for row in range(height)]
    rows += [[wall(row, column, 1, 0) for column in range(width)] for row in range(height - 1)]
    for token in (given_in, answer_in):
        rows += [[token(row * width + column) for column in range(width)] for row in range(height)]
    lines = "".join("".join(f"{token} " for token in row) + "\n" for row in rows)
    return f"pzprv3\nsuguru\n{height}\n{width}\n{lines}"


@settings(max_examples=rounds(300))
@given(puzzle=puzzles(connected=True), digits=st.lists(st.integers(0, 12), min_size=64, max_size=64))
def test_what_is_written(puzzle: Puzzle, digits: list[int]) -> None:
    assert dumps(puzzle) == written(puzzle)
    cells = zip(puzzle.pieces, digits, strict=False)
    solved = puzzle.noted([0 if piece == MISSING else 1 << digit >> 1 for piece, digit in cells])
    assert dumps(solved) == written(solved)
