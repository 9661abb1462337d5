"""The one-line text of positions: accepted lines, refused lines with their messages, and round trips."""

import io
import re

import pytest
from hypothesis import given, settings, strategies as st
from rounds import rounds

from zet.engines.ttt.model import Position
from zet.formats.errors import FormatError
from zet.formats.registry import read as read_any, recognize
from zet.formats.ttt import FORMATS, board, json_lines, proof
from zet.formats.ttt.line import dumps, loads


def read(data: bytes, k: int = 3) -> list[Position | FormatError]:
    return list(FORMATS["line"].load(io.BytesIO(data), "x", k=k))


@pytest.mark.parametrize(
    ("text", "cells", "to_move"),
    [
        ("XO..X...O X", "XO..X...O", "X"),
        ("XO..X...O O", "XO..X...O", "O"),
        ("XO..X...O", "XO..X...O", "X"),
        ("xo-_X.../", "XO..X...", "O"),
        ("xo-_X...o x", "XO..X...O", "X"),
        ("XO./.X./..O", "XO..X...O", "X"),
        ("  XO./.X./..O/   o ", "XO..X...O", "O"),
        ("X........", "X........", "O"),
        ("O........", "O........", "X"),
        (".........", ".........", "X"),
        ("XXXOO....", "XXXOO....", "O"),
        ("XXXOO.O..", "XXXOO.O..", "O"),
        ("OOOXX.X..", "OOOXX.X..", "X"),
    ],
)
def test_accepted(text: str, cells: str, to_move: str) -> None:
    position = loads(text)
    assert (position.cells, position.to_move) == (cells, to_move)
    assert loads(dumps(position)) == position


def test_first_decides_when_the_counts_are_equal() -> None:
    assert loads("XO.......", first="O").to_move == "O"
    assert loads("XO....... X", first="O").to_move == "X"
    assert loads("X........", first="O").to_move == "O"
    assert loads("XXXOO.O..", first="X").to_move == "O"


@pytest.mark.parametrize(
    ("text", "k", "message"),
    [
        ("XO..X...", 3, "8 cells, not 9; on boards of other sizes, '/' separates the rows"),
        ("XO..X...O.", 3, "10 cells, not 9; on boards of other sizes, '/' separates the rows"),
        ("XO..X...?", 3, "column 9: expected 'X', 'O' or '.', not '?'"),
        ("  XO..X..ß.", 3, "column 10: expected 'X', 'O' or '.', not 'ß'"),
        ("X0..X...O", 3, "column 2: expected 'X', 'O' or '.', not '0'"),
        ("XX.......", 3, "2 X and 0 O: the counts differ by more than one"),
        ("XOOOO....", 3, "1 X and 4 O: the counts differ by more than one"),
        ("X........ X", 3, "it cannot be X's turn with 1 X and 0 O"),
        ("XOO...... O", 3, "it cannot be O's turn with 1 X and 2 O"),
        ("XXXOOO...", 3, "both X and O have 3 in a row"),
        ("XXXOO.O.. X", 3, "X has 3 in a row, but O made the last move"),
        ("XXXOO.O.O", 3, "X has 3 in a row, but O made the last move"),
        (
            "XXX..XXX/OO.OO.OO",
            3,
            "X has lines of 3 without a common cell, so no single move can have completed all of them",
        ),
        (
            "XXXXXX/O.OO.O/.O....",
            3,
            "X has lines of 3 without a common cell, so no single move can have completed all of them",
        ),
        ("XO..X...O Y", 3, "'Y' after the cells: expected the side to move, X or O"),
        ("XO..X...O X X", 3, "'X X' after the cells: expected the side to move, X or O"),
        ("XO. .X. ..O", 3, "'.X. ..O' after the cells: expected the side to move, X or O"),
        ("XO./.X/..O", 3, "row 2 has 2 cells, but row 1 has 3"),
        ("XO.//..O", 3, "row 2 has 0 cells, but row 1 has 3"),
        ("/", 3, "a 1 x 0 board: both sides must be from 1 to 19"),
        ("." * 20 + "/", 3, "a 1 x 20 board: both sides must be from 1 to 19"),
        (".../" * 20, 3, "a 20 x 3 board: both sides must be from 1 to 19"),
        ("." * 400, 3, "400 characters, but a board has at most 19 rows of 19 cells"),
        ("X../.../...", 10, "the number of marks in a winning row must be from 1 to 9, not 10"),
        ("X" * 5 + "/" + "O" * 5 + "/", 5, "both X and O have 5 in a row"),
    ],
)
def test_refused(text: str, k: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        loads(text, k=k)


def test_lines_of_a_file() -> None:
    found = read(b"# boards\n\nXO..X...O X\r\nXO\n\xff\n.../.../... O")
    assert [str(value) for value in found if isinstance(value, FormatError)] == [
        "x:4: 2 cells, not 9; on boards of other sizes, '/' separates the rows",
        "x:5:1: not UTF-8 text",
    ]
    assert [value.to_move for value in found if isinstance(value, Position)] == ["X", "O"]


@st.composite
def played(draw: st.DrawFn) -> Position:
    """A position after some moves."""
    width, height, k = (draw(st.integers(1, 8)) for _ in range(3))
    position = Position.empty(width, height, k, draw(st.sampled_from("XO")))
    for _ in range(draw(st.integers(0, 64))):
        if not position.is_over:
            position = position.after(draw(st.sampled_from(position.free)))
    return position


@pytest.mark.parametrize("name", FORMATS)
@given(position=played())
@settings(max_examples=rounds(100))
def test_what_a_format_writes_it_reads_back(name: str, position: Position) -> None:
    form = FORMATS[name]
    text = "".join(map(form.dumps(), [position, position])).encode()
    k = {} if name == "json" else {"k": position.k}
    assert recognize(io.BufferedReader(io.BytesIO(text)), FORMATS)[0] is form
    found = [one for one in form.load(io.BytesIO(text), "x", **k) if isinstance(one, Position)]
    assert found == [position] * 2
    assert found[0].moves == (position.moves if name == "json" or not position.moves else None)


@given(played(), st.integers(0, 64))
@settings(max_examples=rounds(100))
def test_moves_are_taken_back(position: Position, n_moves: int) -> None:
    assert position.moves is not None
    n_moves = min(n_moves, len(position.moves))
    before = position.undo(n_moves)
    assert before.then(position.moves[len(position.moves) - n_moves :]) == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "column 2: not JSON"),
        ("{}", 'board must be a string like "XO..X...O"'),
        ('{"board": "XO"}', "2 cells, not 9; on boards of other sizes, '/' separates the rows"),
        ('{"board": ".........", "k": true}', "k must be a whole number"),
        (
            '{"board": ".........", "k": 10}',
            "the number of marks in a winning row must be from 1 to 9, not 10",
        ),
        ('{"board": ".........", "to_move": "Y"}', "to_move must be X or O"),
        ('{"board": "X........", "moves": 1}', "moves must be a list of cells"),
        ('{"board": "X........", "moves": [true]}', "moves must be a list of cells"),
        ('{"board": "XO.......", "moves": [0, 0]}', "move 2: cell 0 is taken"),
        (
            '{"board": "X........", "moves": [9]}',
            "move 1: there is no cell 9; cells are numbered from 0 to 8",
        ),
        ('{"board": "X........", "moves": [1]}', "the moves lead to .X......., not to this board"),
        ('{"board": "X........", "moves": []}', "the moves lead to ........., not to this board"),
    ],
)
def test_json_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        json_lines.loads(text)


def test_boards_of_a_text() -> None:
    text = b"# two\nX O .   |   0 1 2\n. X .\nO to move\n\no to move\n- -\n- o\n\n. ?\n. .\n\n"
    first, *others = FORMATS["board"].load(io.BytesIO(text), "in")
    assert isinstance(first, Position)
    assert (first.cells, first.width, first.to_move) == ("XO..X.", 3, "O")
    assert [str(one) for one in others] == [
        "in:6: it cannot be O's turn with 0 X and 1 O",
        "in:10: column 2: expected 'X', 'O' or '.', not '?'",
    ]


def test_a_board_has_one_side_to_move() -> None:
    text = b"X to move\n. .\nO to move\nX to move\n\nO to move\n. .\no to move\n\n. .\nX to move\n"
    fault, *others = FORMATS["board"].load(io.BytesIO(text), "in")
    assert str(fault) == "in:3: this line contradicts an earlier one that states the side to move"
    assert [one.to_move for one in others if isinstance(one, Position)] == ["O", "X"]


@pytest.mark.parametrize(
    "text",
    [
        "X | . | O\n. | X | .\n. | . | O\nX to move\n",
        "X |   | O\n---+---+---\n  | X |\n---+---+---\n  |   | O\n",
        "| X |   | O |\n|   | X |   |\n|   |   | O |\n",
        "X . O |\n. X .   |   3 4 5\n. . O\n",
    ],
)
def test_boards_with_bars_between_the_cells(text: str) -> None:
    """A board drawn by hand with bars is recognized, and equals the same board with blanks."""
    [found] = read_any(io.BufferedReader(io.BytesIO(text.encode())), "in", FORMATS, "position")
    assert isinstance(found, Position)
    assert (found.cells, found.width, found.to_move) == ("X.O.X...O", 3, "X")


@given(played())
@settings(deadline=None)
def test_round_trip(position: Position) -> None:
    line = dumps(position)
    assert loads(line, k=position.k) == position
    assert loads(line.lower().replace(".", "-"), k=position.k, first="O") == position


def test_what_a_reader_takes_for_granted() -> None:
    [position] = board.load(io.BytesIO(b"...\n...\n...\n"))
    assert isinstance(position, Position)
    assert (position.to_move, position.k) == ("X", 3)
    [fault] = board.load(io.BytesIO(b"..?\n...\n...\n"))
    assert str(fault).startswith("-:1")


def test_pairs_of_a_proof_are_written_as_they_were_read() -> None:
    text = "proof 1 3 X XO..X...O X\n2-5 3-6\n"
    [found] = proof.load(io.BytesIO(text.encode()))
    assert not isinstance(found, FormatError)
    assert found.parts[0].pairs == ((2, 5), (3, 6))
    assert proof.dumps(found) == text
