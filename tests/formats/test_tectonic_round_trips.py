"""Each format reads what it writes; the parts that it cannot represent are known."""

import io
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st
from odd_texts import ODD_TEXTS
from rounds import rounds
from tectonic import TABLE, held
from tectonic_puzzles import XML_TEXT, has_walls, puzzles

from zet.engines.tectonic.explainer import explain
from zet.engines.tectonic.model import MISSING, Puzzle, broken_rule
from zet.engines.tectonic.solver import solve
from zet.formats.errors import UnwritableError
from zet.formats.registry import recognize
from zet.formats.tectonic import FORMATS

few = settings(max_examples=rounds(60))
WRITERS = [name for name, found in FORMATS.items() if found.writes]
WALLS = ("puzzlink", "pzprv3", "penpa")


def written(name: str, items: Iterable[Puzzle], **options: object) -> bytes:
    head, tail = FORMATS[name].frame
    dumps = FORMATS[name].dumps(**options)
    return (head + "".join(map(dumps, items)) + tail).encode()


def read(name: str, data: bytes, **options: object) -> list[object]:
    return list(FORMATS[name].load(io.BytesIO(data), "-", **options))


def test_the_formats_that_write_are_those_with_a_writer() -> None:
    assert [
        *("xml", "scl", "fpuzzles-json", "json", "pzprv3", "line", "penpa"),
        *("sudokupad", "fpuzzles", "puzzlink", "janko"),
    ] == WRITERS


@pytest.mark.parametrize("name", [name for name in WRITERS if name not in WALLS])
@few
@given(puzzle=puzzles())
def test_what_is_written_is_read_back(name: str, puzzle: Puzzle) -> None:
    if name == "janko" and MISSING in puzzle.pieces:
        with pytest.raises(UnwritableError, match=r"^janko cannot represent"):
            written(name, [puzzle])
        return
    assert read(name, written(name, [puzzle])) == [held(name, puzzle)]


@pytest.mark.parametrize("name", WALLS)
@few
@given(puzzle=puzzles(connected=True))
def test_walls_tell_pieces_that_hang_together(name: str, puzzle: Puzzle) -> None:
    if name == "penpa" and any(
        note.bit_count() > 1 and note >> 9 and not given
        for note, given in zip(puzzle.notes or (), puzzle.givens, strict=False)
    ):
        with pytest.raises(UnwritableError, match=r"^penpa-edit cannot represent candidates above 9$"):
            written(name, [puzzle])
        return
    assert read(name, written(name, [puzzle])) == [held(name, puzzle)]


@pytest.mark.parametrize("name", WALLS)
@few
@given(puzzle=puzzles(max_side=3))
def test_walls_refuse_exactly_pieces_in_parts(name: str, puzzle: Puzzle) -> None:
    if has_walls(puzzle):
        assert read(name, written(name, [puzzle])) == [held(name, puzzle)]
    else:
        with pytest.raises(UnwritableError):
            written(name, [puzzle])


@pytest.mark.parametrize("name", WALLS)
def test_the_piece_in_parts_is_named(name: str) -> None:
    puzzle = Puzzle.build(3, 1, "aba", [0, 0, 0])
    message = "the piece containing row 1, column 1 is not connected, "
    message += "so walls between cells cannot represent it"
    with pytest.raises(UnwritableError, match=f"^{message}$"):
        written(name, [puzzle])


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=rounds(25))
@given(several=st.lists(puzzles(connected=True, max_side=3, whole=True), min_size=1, max_size=4))
def test_puzzles_follow_one_another_and_are_recognized(name: str, several: list[Puzzle]) -> None:
    data = written(name, several)
    found, stream = recognize(io.BufferedReader(io.BytesIO(data)), FORMATS)
    assert found is FORMATS[name]
    assert list(found.load(stream)) == [held(name, puzzle) for puzzle in several]


@few
@given(puzzle=puzzles(max_piece=9))
def test_xml_options_hold_the_notes(puzzle: Puzzle) -> None:
    data = written("xml", [puzzle], options=True)
    held = puzzle.notes or (0,) * len(puzzle.pieces)
    assert read("xml", data, options=True) == [replace(puzzle, notes=held)]
    assert read("xml", data) == [replace(puzzle, notes=None)]


def test_xml_options_refuse_notes_above_nine() -> None:
    puzzle = Puzzle.build(10, 1, "a" * 10, [0] * 10, [1 << 9] + [0] * 9)
    message = "the Options attributes of XML cannot represent digits above 9"
    with pytest.raises(UnwritableError, match=f"^{message}$"):
        written("xml", [puzzle], options=True)
    assert read("xml", written("xml", [puzzle])) == [replace(puzzle, notes=None)]


@few
@given(origin=ODD_TEXTS)
def test_any_origin_comes_through_every_pair_of_formats(origin: str) -> None:
    puzzle = Puzzle.build(2, 1, "aa", [1, 0], None, origin)
    assert len(puzzle.origin) == len(origin)
    TABLE.pairs(puzzle)
    if origin.encode(errors="ignore").decode() == origin and not {"\t", "\n"} & set(origin):
        found = read("krazydad", f"x{origin}\t2\t1\t1a\tAA".encode())
        assert found == [replace(puzzle, origin=f"x{puzzle.origin}")]


@pytest.mark.parametrize("control", ["\0", "\n", "\x1b", "\x85", "\ud800", "\ufffe"])
def test_a_control_character_in_an_origin_becomes_a_space(control: str) -> None:
    assert Puzzle.build(1, 1, "a", [1], None, f"x{control}é") == Puzzle.build(1, 1, "a", [1], None, "x é")


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle.build(1, 1, "a", [1]),
        Puzzle.build(100, 1, range(100), [0] * 100),
        Puzzle.build(1, 100, range(100), [0] * 100),
        Puzzle.build(100, 100, range(10_000), [0] * 10_000),
        Puzzle.build(27, 26, range(702), [0] * 702),
        Puzzle.build(8, 8, [0] * 64, [64, *range(9, 26), *[0] * 45, 63]),
        Puzzle.build(2, 3, "aabbcc", [1, 2, 0, 0, 1, 2]),
        Puzzle.build(3, 3, "aaabbbccc", [1, 2, 3, 0, 0, 0, 1, 2, 3]),
    ],
    ids=lambda puzzle: f"{puzzle.width}x{puzzle.height}",
)
def test_extreme_boards_come_back(name: str, puzzle: Puzzle) -> None:
    if "fpuzzles" in name and max(puzzle.width, puzzle.height) > 16:
        with pytest.raises(UnwritableError, match=r"^f-puzzles has boards up to 16 x 16, not "):
            written(name, [puzzle])
        return
    assert read(name, written(name, [puzzle, puzzle])) == [puzzle, puzzle]


@few
@given(puzzle=puzzles(max_piece=9, whole=True), solved=st.booleans(), name=XML_TEXT)
def test_krazydad_lines_are_read(puzzle: Puzzle, solved: bool, name: str) -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"
    name = "".join(name.split())
    pieces = "".join(letters[piece] for piece in puzzle.pieces)
    fields = [name, str(puzzle.width), str(puzzle.height), runs(puzzle.givens), pieces]
    if solved:
        fields += ["1" * len(pieces), " # diff=1 work=4"]
    expected = replace(puzzle, notes=None, origin=name, title="")
    if name.startswith("#"):
        assert read("krazydad", "\t".join(fields).encode()) == []
    else:
        assert read("krazydad", "\t".join(fields).encode()) == [expected]


@few
@given(puzzle=puzzles(connected=True, max_piece=9, whole=True), short=st.booleans())
def test_tatham_ids_are_read(puzzle: Puzzle, short: bool) -> None:
    width, height, pieces = puzzle.width, puzzle.height, puzzle.pieces
    right = [(c, c + 1) for c in range(len(pieces)) if (c + 1) % width]
    below = [(c, c + width) for c in range(len(pieces) - width)]
    walls = [pieces[one] != pieces[other] for one, other in right + below]
    size = f"{width}" if short and width == height else f"{width}x{height}"
    text = f"{size}Tdh:{wall_runs(walls)},{runs(puzzle.givens)}"
    assert read("tatham", text.encode()) == [replace(puzzle, notes=None, origin="", title="")]


def runs(givens: Iterable[int]) -> str:
    """Return givens as digits, and runs of open cells as letters."""
    text = "".join(str(given) if given else "." for given in givens)
    for length in range(26, 0, -1):
        text = text.replace("." * length, chr(ord("a") + length - 1))
    return text


def wall_runs(walls: list[bool]) -> str:
    """Return walls as numbers and runs of open edges as letters; a wall follows each letter except z."""
    text = ""
    at = 0
    while at < len(walls):
        run = at
        while run < len(walls) and walls[run] == walls[at]:
            run += 1
        length = run - at
        if walls[at]:
            text += str(length)
        else:
            text += "z" * (length // 26)
            if length % 26:
                text += chr(ord("a") + length % 26 - 1)
                run += run < len(walls)
        at = run
    return text


@settings(max_examples=rounds(100))
@given(puzzle=puzzles())
def test_any_puzzle_can_be_used(puzzle: Puzzle) -> None:
    for solution in solve(puzzle, nodes=50).solutions:
        assert broken_rule(puzzle, solution) is None
    if len(puzzle.pieces) <= 36:
        explain(puzzle, range(1, 9), use_notes=True)
