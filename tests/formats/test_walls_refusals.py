"""The refusals of the readers of walls: the messages, and the records after an error."""

import io
import json

import pytest

from zet.engines.walls.model import Position, board
from zet.formats.errors import FormatError
from zet.formats.lines import MAX_LINE
from zet.formats.walls import FORMATS


def read(name: str, data: str | bytes) -> list[Position | FormatError]:
    data = data.encode() if isinstance(data, str) else data
    return list(FORMATS[name].load(io.BytesIO(data), "in"))


def answers(name: str, data: str | bytes) -> list[str]:
    return [str(found) if isinstance(found, FormatError) else "position" for found in read(name, data)]


LINE = "expected ROWSxCOLUMNS: [row,column] [row,column] ..."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense", LINE),
        ("6x6 [0,1]", LINE),
        ("6x6 extra-move of two: [0,1]", LINE),
        ("6x: [0,1]", "'6x' is not a size (rows x columns) such as 6x6"),
        ("6x6 extra: [0,1]", "'6x6 extra' is not a size (rows x columns) such as 6x6"),
        ("99999x1:", "'99999x1' is not a size (rows x columns) such as 6x6"),
        ("٣x6:", "'٣x6' is not a size (rows x columns) such as 6x6"),
        ("0x6:", "a board has 1 to 16 boxes per side, not 0x6"),
        ("6x17:", "a board has 1 to 16 boxes per side, not 6x17"),
        ("2x2: [0,1] [0,0]", "column 12: no fence at [0,0] on a 2x2 board"),
        ("2x2: [1,1]", "column 6: no fence at [1,1] on a 2x2 board"),
        ("2x2: [0,1], [1,0],[0,1]", "column 19: the fence at [0,1] is already painted"),
        ("2x2: 0,1 0,1", "column 10: the fence at [0,1] is already painted"),
        ("2x2: [0,1] x [1,0]", "column 12: 'x [1,0]' is not a move like [0,1]"),
        ("2x2: 0,1]", "column 9: ']' is not a move like [0,1]"),
        ("2x2: [-1,0]", "column 6: '[-1,0]' is not a move like [0,1]"),
        ("2x2: 0,11,0", "column 6: no fence at [0,11] on a 2x2 board"),
        ("2x2: [0,00001]", "column 6: '[0,00001]' is not a move like [0,1]"),
        ("2x2: 0,12345", "column 6: '0,12345' is not a move like [0,1]"),
        (b"2x2: \xff", "not UTF-8 text"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(text: str | bytes, reason: str) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    [error] = read("line", b"# a comment\n\n" + data + b"\n \n")
    assert isinstance(error, FormatError)
    assert (error.source, error.line, error.reason) == ("in", 3, reason)


@pytest.mark.parametrize(
    "text",
    [
        "2x3:[0,1][1,0]",
        " 2 x 3 : [0,1],[1,0] ",
        "2x3: 0,1 1,0\r",
        "2x3:[ 0 , 1 ] [1 ,0],",
        "2x3: 0,1,1,0",
    ],
)
def test_lines_may_be_written_in_other_ways(text: str) -> None:
    assert read("line", text) == [Position.played(board(2, 3), [2, 0])]


@pytest.mark.parametrize("text", ["2x3 extra-move:", "2x3extra-move :", "  2x3   extra-move  :  "])
def test_the_rule_may_be_written_in_other_ways(text: str) -> None:
    assert read("line", text) == [Position.empty(board(2, 3), extra_move=True)]


SAVE = """\
walls 1
board 1x2
extra-move no
score 0 1
turn 2
0 3 0 3 0
4 8 4 6 1
0 3 0 2 0
moves [0,1] [1,0] [2,1]
moves [1,2] [0,3]
"""


def changed(old: str, new: str) -> str:
    assert SAVE.count(old) == 1
    return SAVE.replace(old, new)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board 1x2\n", "1: expected the first line of a save: walls 1"),
        (changed("walls 1", "walls 2"), "1: expected the first line of a save: walls 1"),
        (changed("board 1x2\n", ""), "5: a line like 'board 6x6' must come before the matrix"),
        ("walls 1\nmoves [0,1]\n", "2: a line like 'board 6x6' must come before the matrix"),
        (changed("board 1x2", "board 2"), "2: '2' is not a size (rows x columns) such as 6x6"),
        (changed("1x2", "100x1"), "2: a board has 1 to 16 boxes per side, not 100x1"),
        (changed("move no", "move maybe"), "3: extra-move must be yes or no, not 'maybe'"),
        (changed("score 0 1\n", ""), "1: the line score is missing"),
        (
            changed("score 0 1", "score 0 -1"),
            "4: score must be the numbers of boxes of both players, such as '3 1', not '0 -1'",
        ),
        (
            changed("score 0 1", "score 0 1 0"),
            "4: score must be the numbers of boxes of both players, such as '3 1', not '0 1 0'",
        ),
        (changed("score 0 1", "score 1 0"), "4: the score is 1 0, but the boxes taken are 0 1"),
        (changed("turn 2\n", ""), "1: the line turn is missing"),
        (changed("turn 2", "turn 3"), "5: turn must be 1 or 2, not '3'"),
        (changed("turn 2", "turn 1"), "1: with 5 fences painted, it is the other player's turn"),
        (changed("turn 2", "turn 2\nturn 2"), "6: the line turn occurs twice"),
        (changed("moves [0,1] ", "turn 2\nmoves [0,1] "), "9: turn must come before the matrix"),
        (
            changed("turn 2", "trun 2"),
            "5: 'trun' begins neither a row of the matrix nor a known line",
        ),
        (
            changed("4 8 4 6 1", "-4 8 4 6 1"),
            "7: '-4' begins neither a row of the matrix nor a known line",
        ),
        (changed("4 8 4 6 1", "4 8 4 6"), "7: row 1 of the matrix has 4 numbers, but a 1x2 board has 5"),
        (changed("0 3 0 2 0\n", ""), "1: row 2 of the matrix is missing"),
        (
            changed("0 3 0 2 0", "0 3 0 2 0\n1 6 1 6 1"),
            "9: one row too many: the matrix of a 1x2 board has 3 rows",
        ),
        (changed("1x2", "1x3"), "6: row 0 of the matrix has 5 numbers, but a 1x3 board has 7"),
        (changed("1x2", "2x2"), "1: row 3 of the matrix is missing"),
        (
            changed("0 3 0 3 0", "1 3 0 3 0"),
            "6: row 0, column 0: expected a post (0), not '1'",
        ),
        (
            changed("0 3 0 3 0", "0 1 0 3 0"),
            "6: row 0, column 1: expected a horizontal fence (2, 3 or 4), not '1'",
        ),
        (
            changed("4 8 4 6 1", "4 8 4 6 2"),
            "7: row 1, column 4: expected a vertical fence (1, 3 or 4), not '2'",
        ),
        (
            changed("4 8 4 6 1", "4 8 4 5 1"),
            "7: row 1, column 3: expected a box (6, 7 or 8), not '5'",
        ),
        (
            changed("4 8 4 6 1", "4 8 4 ٦ 1"),
            "7: row 1, column 3: expected a box (6, 7 or 8), not '٦'",
        ),
        (changed("4 8 4 6 1", "4 6 4 6 1"), "1: the box at [1,1] is closed, but has no owner"),
        (changed("4 8 4 6 1", "4 8 4 7 1"), "1: the box at [1,3] has an owner, but is not closed"),
        (
            changed("4 8 4 6 1", "3 8 3 6 1"),
            "1: the box at [1,1] belongs to a player who painted none of its fences",
        ),
        (
            changed("4 8 4 6 1", "4 8 3 6 1"),
            "1: the players take turns, but the first has painted 4 fences and the second 1",
        ),
        (
            changed("move no", "move yes"),
            "1: with 3 and 2 fences painted and 0 and 1 boxes taken, it must be the other player's turn",
        ),
        (changed("moves [0,1]", "moves [0,0]"), "9: column 7: no fence at [0,0] on a 1x2 board"),
        (
            changed("moves [1,2] [0,3]", "moves [1,2] [1,0]"),
            "10: column 13: the fence at [1,0] is already painted",
        ),
        (changed("moves [1,2] [0,3]", "moves [1,2] 0"), "10: column 13: '0' is not a move like [0,1]"),
        (
            changed("moves [1,2] [0,3]", "moves [1,2] [2,3]"),
            "9: row 0, column 3: 3 in the matrix, but 2 after the moves",
        ),
        (
            changed("moves [0,1] [1,0] [2,1]", "moves [0,3] [1,0] [0,1]").replace("[0,3]\n", "[2,1]\n"),
            "9: row 1, column 1: 8 in the matrix, but 7 after the moves",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_save_is_said(text: str, message: str) -> None:
    assert answers("save", text) == [f"in:{message}"]


def test_moves_that_give_the_turn_to_the_other_player() -> None:
    # Two boxes taken by one move or by two: under the extra move the matrix leaves open whose turn it is.
    save = "walls 1\nboard 1x3\nextra-move yes\nscore 2 0\nturn {}\n"
    save += "0 2 0 4 0 3 0\n1 6 3 7 3 7 3\n0 3 0 4 0 4 0\nmoves [1,6] [2,5] [0,5] [2,3] "
    one, two = "[1,4] [2,1] [0,3] [1,2]", "[1,2] [0,3] [1,4] [2,1]"
    assert answers("save", (save + one).format(1)) == ["position"]
    assert answers("save", (save + two).format(2)) == ["position"]
    assert answers("save", (save + one).format(2)) == [
        "in:9: after the moves it is the first player's turn, not the second player's"
    ]
    assert answers("save", (save + two).format(1)) == [
        "in:9: after the moves it is the second player's turn, not the first player's"
    ]


def test_a_save_may_be_written_in_other_ways() -> None:
    text = """
      # a game of mine
    walls   1
      turn 2        # the header in another order
    score 0  1

    board 1 x 2
    0  3 0 3 0
    # between
    4 8 4 6 1
    0 3 0 2 0
    """
    [with_log] = read("save", SAVE)
    [found] = read("save", text)
    assert isinstance(found, Position)
    assert isinstance(with_log, Position)
    assert (found.fences, found.boxes, found.to_move) == (
        with_log.fences,
        with_log.boxes,
        with_log.to_move,
    )
    assert found.moves is None
    assert with_log.moves == (1, 0, 2, 3, 4)


def test_moves_may_stand_before_the_matrix() -> None:
    moved = changed("moves [0,1] [1,0] [2,1]\nmoves [1,2] [0,3]\n", "")
    moved = moved.replace("0 3 0 3 0", "moves [0,1],[1,0] [2,1][1,2] 0,3\n0 3 0 3 0")
    assert read("save", moved) == read("save", SAVE)


JSON = json.loads(
    '{"board": "1x2", "score": [0, 1], "turn": 2,'
    '"matrix": [[0, 3, 0, 3, 0], [4, 8, 4, 6, 1], [0, 3, 0, 2, 0]],'
    '"moves": [[0, 1], [1, 0], [2, 1], [1, 2], [0, 3]]}'
)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"board": None}, 'board must be a string like "6x6"'),
        ({"board": 6}, 'board must be a string like "6x6"'),
        ({"board": "6"}, "'6' is not a size (rows x columns) such as 6x6"),
        ({"board": "17x1"}, "a board has 1 to 16 boxes per side, not 17x1"),
        ({"extra_move": 1}, "extra_move must be true or false"),
        ({"turn": 3}, "turn must be 1 or 2"),
        ({"turn": True}, "turn must be 1 or 2"),
        ({"turn": 1}, "with 5 fences painted, it is the other player's turn"),
        ({"turn": 1, "matrix": None}, "after these moves, turn must be 2"),
        ({"turn": None, "moves": None}, "to_move is missing"),
        ({"to_move": 3}, "to_move must be 1 or 2"),
        ({"to_move": 1}, "to_move and turn must be the same"),
        ({"turn": None, "to_move": 1, "matrix": None}, "after these moves, to_move must be 2"),
        ({"matrix": None, "moves": None}, "moves or matrix must be given"),
        ({"score": [1, 0]}, "score must be [0, 1], the numbers of boxes taken"),
        ({"matrix": 1}, "matrix must be a list of rows"),
        ({"matrix": []}, "the matrix has 0 rows, but a 1x2 board has 3"),
        ({"matrix": [[0], [], []]}, "row 0 of the matrix has 1 numbers, but a 1x2 board has 5"),
        (
            {"matrix": [[0, 3, 0, 3, 0], [4, 8, 4, 6, True], [0, 3, 0, 2, 0]]},
            "row 1, column 4: expected a vertical fence (1, 3 or 4), not 'True'",
        ),
        (
            {"matrix": [[0, 3, 0, 3, 0], [4, 8, 4, [], 1], [0, 3, 0, 2, 0]]},
            "row 1, column 3: expected a box (6, 7 or 8), not '[]'",
        ),
        (
            {"matrix": [[0, 3, 0, 3, 0], [4, 8, 4, 7, 1], [0, 3, 0, 2, 0]]},
            "the box at [1,3] has an owner, but is not closed",
        ),
        ({"moves": 1}, "moves must be a list of [row, column]"),
        ({"moves": [[0, 1], 1]}, "move 2 must be [row, column]"),
        ({"moves": [[0, 1.0]]}, "move 1 must be [row, column]"),
        ({"moves": [[False, 1]]}, "move 1 must be [row, column]"),
        ({"moves": [[0, 1], [0, 0]]}, "move 2: no fence at [0,0] on a 1x2 board"),
        ({"moves": [[0, 1], [0, 1]]}, "move 2: the fence at [0,1] is already painted"),
        ({"moves": [[0, 1]]}, "row 0, column 3: 3 in the matrix, but 2 after the moves"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_json_is_said(changes: dict[str, object], reason: str) -> None:
    assert answers("json", json.dumps({**JSON, **changes})) == [f"in:1: {reason}"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "column 2: not JSON: Expecting property name enclosed in double quotes"),
        ("[]", "expected a JSON object"),
        ("{}", 'board must be a string like "6x6"'),
        ("[" * 100_000, "not a position: the JSON is nested too deeply"),
    ],
)
def test_what_is_no_json_object_is_said(text: str, reason: str) -> None:
    assert answers("json", text) == [f"in:1: {reason}"]


@pytest.mark.parametrize(
    "missing", [("matrix",), ("score",), ("turn",), ("turn", "matrix", "score"), ("matrix", "turn")]
)
def test_json_needs_moves_or_matrix_alone(missing: tuple[str, ...]) -> None:
    data = {key: value for key, value in JSON.items() if key not in missing}
    assert read("json", json.dumps(data)) == read("json", json.dumps(JSON))


GOOD = {"line": "1x2: [0,1]", "save": SAVE.strip(), "json": json.dumps(JSON)}
BAD = {"line": "1x2: [0,0]", "save": "walls 1\nboard 1x2\n3 3\n0 3 0 3 0", "json": "{"}
names = pytest.mark.parametrize("name", FORMATS)


@names
def test_a_bad_record_does_not_stop_the_rest(name: str) -> None:
    good, bad = GOOD[name], BAD[name]
    found = answers(name, "\n".join([bad, good, bad, good, good, bad]) + "\n")
    assert [text == "position" for text in found] == [False, True, False, True, True, False]


@names
@pytest.mark.parametrize("bad", [b"\xff\xfe", b"x" * (MAX_LINE + 1)], ids=["bytes", "length"])
def test_a_line_that_is_no_text_does_not_stop_the_rest(name: str, bad: bytes) -> None:
    good = GOOD[name].encode()
    found = answers(name, b"\n".join([bad, good, bad, good]) + b"\n")
    assert found.count("position") == 2
    reason = f": the line is longer than {MAX_LINE} bytes" if len(bad) > 9 else ":1: not UTF-8 text"
    assert found[0] == f"in:1{reason}"


@names
def test_a_byte_order_mark_and_carriage_returns_are_looked_past(name: str) -> None:
    data = b"\xef\xbb\xbf" + (GOOD[name] + "\n").replace("\n", "\r\n").encode()
    assert read(name, data) == read(name, GOOD[name])


def test_a_million_moves_are_refused_at_the_first_that_is_wrong() -> None:
    text = "16x16: " + "[0,1]" * 200_000
    assert answers("line", text) == ["in:1: column 13: the fence at [0,1] is already painted"]
