"""Every format of renju games: round trips, known files, and refused files."""

import io
import json
import re
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from rounds import rounds

from zet.engines.renju.analysis import MARKS, analyze
from zet.engines.renju.model import PASS, Game, cell_of, names
from zet.engines.renju.proof import Proof, verify
from zet.engines.renju.solver import solve
from zet.formats.errors import FormatError, UnwritableError
from zet.formats.lines import MAX_LINE
from zet.formats.registry import read as read_any, recognize
from zet.formats.renju import (
    FORMATS,
    WITHOUT_SIZE,
    Claim,
    _is_pos,
    lib,
    proof_lines,
    proof_trees,
    proofs,
    sgf,
)
from zet.formats.renju.gomocup_client import turn_lines
from zet.formats.renju.json_lines import dumps as json_dumps, loads as json_loads
from zet.formats.renju.moves import MAX_LINES, loads as moves
from zet.formats.renju.position import loads as position
from zet.formats.renju.report import counted, overview
from zet.formats.renju.tree import Tree, merge

some = settings(max_examples=rounds(60), deadline=None, suppress_health_check=list(HealthCheck))
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=12)


@st.composite
def games(draw: st.DrawFn, setup: bool = True) -> Game:
    """Any game, with or without initial stones; moves, perhaps with a pass; texts about the game."""
    size = draw(st.sampled_from((15, 15, 5, 6, 10, 16, 19, 20, 22)))
    cells = draw(st.lists(st.integers(0, size * size - 1), unique=True, max_size=30))
    cut = draw(st.integers(0, len(cells))) if setup else 0
    middle = draw(st.integers(0, cut))
    played = cells[cut:]
    if draw(st.booleans()):
        played.insert(draw(st.integers(0, len(played))), PASS)
    info = [(key, " ".join(draw(WORDS).split())) for key in ("black", "white", "event")]
    first = draw(st.integers(0, 1)) if setup else 0
    told = [(key, text) for key, text in info if text]
    return Game.build(cells[:middle], cells[middle:cut], first, played, told, size)


def written(name: str, game: Game) -> bytes:
    text: Any = FORMATS[name].dumps()(game)
    head, tail = FORMATS[name].frame
    return text if isinstance(text, bytes) else (head + text + tail).encode()


def read(data: bytes, name: str | None = None, **options: Any) -> list[Any]:
    stream = io.BufferedReader(io.BytesIO(data))  # type: ignore[arg-type]
    chosen, stream = recognize(stream, FORMATS)
    if name:
        chosen = FORMATS[name]
    return list(chosen.load(stream, "in", **options)) if chosen else []


@pytest.mark.parametrize("name", FORMATS)
@some
@given(game=games() | games(setup=False))
def test_round_trips(name: str, game: Game) -> None:
    try:
        data = written(name, game)
    except UnwritableError:
        return
    is_known = name not in ("rec", "offsets", *(() if game.moves else ("pos",)))
    size = {"size": game.size} if name in WITHOUT_SIZE else {}
    [again] = read(data, None if is_known else name, **size)
    assert again.size == game.size
    assert [sorted(cells) for cells in again.stones()] == [sorted(cells) for cells in game.stones()]
    if name not in ("position", "board"):
        assert again.moves == game.moves
    if name in ("position", "board", "json"):
        assert again.side == game.side
    if name == "json":
        assert again == game


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("h8i9g7", "h8 i9 g7"),
        ("H10.I11.I10", "h10 i11 i10"),
        ("h8, i9,\ng7", "h8 i9 g7"),
        ("1. h8 2. i9 3. j10", "h8 i9 j10"),
        ("1. h8 i9,\n2. j10", "h8 i9 j10"),
        ("1.h8 i9 2.j10", "h8 i9 j10"),
        ("H8-I9-PASS", "h8 i9 pass"),
        ("https://a1.example/b2/#h8i9g7", "h8 i9 g7"),
        ("http://x.example/?x=a1b2&game=H8,i9_g7%20j10%2Cj11+k1", "h8 i9 g7 j10 j11 k1"),
        ("0,0, 1,-1,-1, 1,", "h8 i9 g7"),
        ("(;B[h8];W[i9];B[])", "h8 i9 pass"),
    ],
)
def test_move_lists(text: str, wanted: str) -> None:
    [game] = read(text.encode())
    assert names(game.moves) == wanted.split()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("h8h8", "in:1: two stones are on h8"),
        ("h8p3", "in:1: column 3: 'p3' is not a move"),
        ("h8 h16", "in:1: column 4: 'h16' is not a move"),
        ("h8/i9 i9j10/", "in:1: column 9: '/' is not a move"),
        (
            "h8i9i10/ ",
            "it is unclear whose turn it is with 3 black and 0 white stones: name the side to move",
        ),
        ('{"moves": ["h8", 3]}', "moves must be a list of points"),
        ('{"moves": "h8", "first": "red"}', "first must be black or white"),
        ("[1]", ""),
        (
            "(;SZ[23];B[hh])",
            "in:1:9: the board size '23' is not supported, only square boards with 5 to 22 points",
        ),
        ("(;SZ[19:15];B[hh])", "the board size '19:15' is not supported, only square boards"),
        ("(;SZ[015];B[hh])", "the board size '015' is not supported, only square boards"),
        ("(;SZ[9];B[jj])", "'jj' is not a point of a 9 x 9 board"),
        ("(;SZ[19];B[h20])", "'h20' is not a point of a 19 x 19 board"),
        ('{"moves": ["h8"], "size": 23}', "in:1: a board has 5 to 22 points per side, not 23"),
        ('{"moves": ["h8"], "size": "20"}', "in:1: size must be a whole number"),
        ('{"moves": ["h8"], "size": 7}', "in:1: 'h8' is not a point of the board (a1 to g7)"),
        ("(;SZ[15];B[h16])", "'h16' is not a point"),
        (";B[hh];W[ig]", "in:1: expected a game tree, which begins with '(;'"),
        ("0,0, 1,-8", "in:1: 1,-8 is outside the 15 x 15 board"),
        ("0,0, 1,1\n0,0, x", "in:2: expected offsets such as '-1,-1, 0,0, 2,1', not ' x'"),
        ("0,0, 1,1\n0,0, 1", "in:2: 3 numbers, but expected two for each point"),
        ("https://example.org/b99", "in:1: this address contains no moves"),
        ("(;B[hh];B[ii])", "black moves twice in a row"),
        ("(;B[hh];W[zz])", "'zz' is not a point"),
        ("(;B[hh]", "the file ends within a game"),
        ("(;B[hh];W[i", "the file ends within a game"),
        ("(;B[hh];W", "the file ends within a game"),
        ("one\ntwo\n7,7,0\n-1\none\ntwo\nno\n", "in:7: expected a move like 7,7,0"),
        (
            "Piskvorky 20x19, 0:0, 0\n8,8,0\n",
            "in:1: a 20 x 19 board is not supported, only square boards with 5 to 22",
        ),
        ("Piskvorky 20x20, 0:0, 0\n8,8,0\n21,1,0\n", "in:3: 21,1 is outside the 20 x 20 board"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n16,1,0\n", "in:3: 16,1 is outside the 15 x 15 board"),
        ("one\ntwo\n7,7,0\n7,7,0\n", "two stones are on h8"),
        ("<database><games><game><move>h8 q1</move></game></games></database>", "'q1' is not a move"),
        ("<puzzles/>", "in:1: the root element is <puzzles>, not <database>"),
        ("<!DOCTYPE d [<!ENTITY a 'b'>]><database/>", "DOCTYPE and ENTITY declarations are not allowed"),
        ("<database><games>", "not XML"),
        ("...............\n" * 14, "the board has 14 lines"),
        ("....\n" * 4, "in:1: a board has 5 to 22 points per side, not 4"),
        ("." * 23 + "\n", "in:1: a board has 5 to 22 points per side, not 23"),
        ("..\n" * 23, "in:1: a board has at most 22 lines"),
        ("." * 6 + "\n" + "......\n" * 4 + ".....\n", "line 6 of the board has 5 points, not 6"),
        (
            "black to move\n" + "......\n" * 6 + "white to move\n",
            "in:8: this line contradicts an earlier one that states the side to move",
        ),
        ("..............\n" * 15, "in:1: the board has 15 lines, not 14"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    found = read(text.encode())
    errors = [str(one) for one in found if isinstance(one, FormatError)]
    assert (errors and reason in errors[0]) or (not reason and not found)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xffRenLib\xff\x03", "offset 0: the header of 20 bytes is truncated"),
        (b"\xffRenLib\xff\x04\x00" + b"\xff" * 10, "version 4.0"),
        (b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\x78", "ends within a node"),
        (
            b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\xff\x40",
            "offset 20: expected a point, not the byte FF",
        ),
        (b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\x78\x48abc", "ends within a node or its text"),
        (b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\x78\x00\x78\x40", "two stones are on h8"),
        (
            b"\xffRenLib\xff\x03\x04" + b"\xff" * 10 + b"\0\0" * 3000,
            "a variation has more than 1000 moves",
        ),
    ],
)
def test_bad_libraries(data: bytes, reason: str) -> None:
    [error] = read(data)
    assert isinstance(error, FormatError)
    assert reason in str(error)


LIBRARY = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10


def test_libraries() -> None:
    # h8 with two children; the first has a comment, a mark and a text on the board.
    data = LIBRARY + b"\x00\x00x\x00\x69\xd9\x00\x01one\x00ab\x00\x00\x67\x40"
    assert [names(game.moves) for game in read(data, all_lines=True)] == [["h8", "i9"], ["h8", "g9"]]
    [second] = read(data, line=2)
    assert names(second.moves) == ["h8", "g9"]
    [error] = read(data, line=3)
    assert "line 3 does not exist" in str(error)


def test_games_that_follow_one_another_in_rec_are_read() -> None:
    games = [Game.build(moves=[112]), Game.build(moves=[112, 128])]
    data = b"".join(written("rec", game) for game in games) + b"0,Freestyle\n"
    assert [game.moves for game in read(data)] == [(112,), (112, 128)]


def test_psq_names_and_sizes() -> None:
    """The first program is named first, whoever began; an unsupported size skips only its own game."""
    text = (
        b"Piskvorky 23x23, 0:0, 0\n8,8,0\n-1\nPiskvorky 15x15, 0:0, 1\n8,8,0\n9,7,5\nfirst\nsecond\n-1\n"
    )
    [error, game] = read(text)
    assert (
        str(error)
        == "in:1: a 23 x 23 board is not supported, only square boards with 5 to 22 points per side"
    )
    assert dict(game.info) == {"white": "first", "black": "second"}
    [game] = read(b"Piskvorky 15x15, 0:0, 0\n8,8,0\na\0b\nc\x1bd\n-1\n")
    assert dict(game.info) == {"black": "a b", "white": "c d"}


def test_the_ending_of_gomocup() -> None:
    """Names, a closing number and an event may each be missing; the next game is still found."""
    head = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,5\n"
    names = {"black": "one.zip", "white": "two.zip"}
    endings: list[tuple[str, dict[str, str]]] = [
        (
            "one.zip\ntwo.zip\n-1\n0,Freestyle15_1\n",
            {**names, "event": "Freestyle15_1", "result": "draw"},
        ),
        ("one.zip\ntwo.zip\n-1\n", names),
        ("one.zip\ntwo.zip\n", names),
        ("-1\n2,Renju, final\n", {"event": "Renju, final", "result": "W+"}),
        ("15\n", {}),
        ("", {}),
        ("5\n6\n-1\n", {"black": "5", "white": "6"}),
    ]
    found = read("".join(head + ending for ending, _ in endings).encode())
    assert [dict(game.info) for game in found] == [told for _, told in endings]
    assert {game.moves for game in found} == {(112, 128)}
    [_, error] = read(f"{head}a\nb\n-1\n0,x\nmore\n".encode())
    assert "in:8: expected a head" in str(error)


def test_who_moved_last_has_won_in_gomocup() -> None:
    """If the last move was Black's and renju forbids it, the result depends on the rule."""
    threes = "8,8,0\n1,1,0\n9,8,0\n1,3,0\n10,6,0\n1,5,0\n10,7,0\n1,7,0\n10,8,0\n"
    for played, side, result in (("8,8,0\n", 20, "B+"), ("8,8,0\n9,9,0\n", 15, "W+"), (threes, 15, None)):
        [game] = read(f"Piskvorky {side}x{side}, 11:11, 0\n{played}-1\n1,x\n".encode())
        assert dict(game.info).get("result") == result
    [game] = read(b"Piskvorky 15x15, 11:11, 0\n-1\n1,x\n")
    assert dict(game.info) == {"event": "x"}


def test_pos_files() -> None:
    game = moves("h8i9a15o1")
    data = written("pos", game)
    assert data == bytes([4, 112, 98, 0, 224])
    assert read(data) == [game]
    assert read(data * 60) == [game] * 60
    [_, error] = read(data + b"rest", "pos")
    assert str(error) == "in: offset 5: expected 114 moves, but the file has 3"
    for bad, reason in (
        (b"\x05pa", "in: offset 0: expected 5 moves, but the file has 2"),
        (b"\x02p\xf0", "in: offset 2: 240 is not a point (0 to 224)"),
        (b"\xe6" + bytes(225), "in: offset 0: expected 230 moves, but the file has 225"),
        (b"\x02pp", "in: two stones are on h8"),
    ):
        [error] = read(bad, "pos")
        assert str(error) == reason
    ten = moves("h8i9g7h9j10i7k11l12m13n14")
    assert read(written("pos", ten)) == [ten]  # its first byte is the end of a line
    assert read(b"\nh8i9g7j10\n") == [moves("h8i9g7j10")]  # as many letters as the first one says


@pytest.mark.parametrize("name", FORMATS)
def test_a_game_without_moves_is_refused_or_read_again(name: str) -> None:
    if name == "offsets":
        with pytest.raises(UnwritableError):
            FORMATS[name].dumps()(Game())
    else:
        [game] = read(written(name, Game()), name if name == "pos" else None)
        assert (game.moves, game.stones()) == ((), Game().stones())


def test_games_without_moves_in_pos_files() -> None:
    game = moves("h8i9")
    assert read(b"\0" + written("pos", game) + b"\0\0") == [Game(), game, Game(), Game()]


@pytest.mark.parametrize("name", ["pos", "psq", "rec"])
def test_a_refusal_names_its_format(name: str) -> None:
    with pytest.raises(UnwritableError, match=f"^{name} files can represent only games that begin"):
        FORMATS[name].dumps()(moves("h8pass"))


def test_points_in_sgf_by_name() -> None:
    by_letters = b"(;SZ[15]AB[ao:bn]AW[cm][dl];B[hh];W[ig]LB[jf:A]MA[ig])"
    by_name = b"(;SZ[15]AB[a1:B2]AW[c3][d4];B[h8];W[I9]LB[j10:A]MA[i9])"
    assert read(by_name, whole=True) == read(by_letters, whole=True)


@pytest.mark.parametrize(
    ("text", "format_", "reason"),
    [
        ("8,8,0\n9,7,5\n7,7,1\n", "psq", "expected a head"),
        ("8,8\n9,7\n", "psq", "expected a head"),
        ("piskvorky 15x15, 0:0, 0\n8,8,0\n", "psq", "expected a head"),
        (";B[hh];W[ig]", "sgf", "expected a game tree"),
        ("(B[hh])", "sgf", "a value in brackets must follow a property"),
        ('["h8", "i9"]', "json", "expected a JSON object"),
        ("black: h8 white: i9", "position", "expected BLACK/WHITE SIDE"),
        ("B . . . . W . . . . . . . . .\n" * 15, "board", "'b' is not a point"),
        ("RenLib 3.4", "lib", "not a RenLib file"),
        ("\x05pa", "pos", "offset 0: expected 5 moves, but the file has 2"),
        ("w8 h8", "moves", "'w8' is not a move"),
    ],
)
def test_what_is_of_no_format_is_held_against_the_nearest(text: str, format_: str, reason: str) -> None:
    stream = io.BufferedReader(io.BytesIO(text.encode()))  # type: ignore[arg-type]
    [error] = read_any(stream, "in", FORMATS, "game")
    assert str(error).startswith(f"in: no game found in any known format (tried as {format_}: ")
    assert reason in str(error)


def test_a_document_type_in_any_encoding() -> None:
    text = '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE d [<!ENTITY a "b">]><database/>'
    [error] = read(text.encode("utf-16"))
    assert "DOCTYPE and ENTITY declarations are not allowed" in str(error)


def test_trees_keep_their_words() -> None:
    """Both formats of trees keep comments, marks and texts on the board, even at the end of a line."""
    first = b"\x00\x00x\x08one\x08two\r\nthree\0\0\x69\xd1\x00\x01ab\x00\x00\x67\xc3\x00\x01c\x00\x89\x40"
    assert len(first.partition(b"\x69")[0]) % 2 == 0
    [tree] = read(LIBRARY + first, whole=True)
    [node] = tree.comments
    assert tree.comments[node] == "one\ntwo\nthree"
    assert tree.labels == {1: {cell_of("i9"): "ab", cell_of("g9"): "c"}}
    assert names(tree.moves[mark] for mark in tree.marks) == ["i9"]
    for data in (lib.dumps(tree), sgf.dumps(tree).encode()):
        [again] = read(data, whole=True)
        for key in ("moves", "comments", "labels", "marks"):
            assert getattr(again, key) == getattr(tree, key)
    assert [names(game.moves) for game in tree.games()] == [["h8", "i9"], ["h8", "i7"]]
    both = merge([tree, moves("h8i9j10"), tree])
    assert both.comments == tree.comments
    assert both.labels == tree.labels


def test_a_library_without_a_head() -> None:
    [game] = read(b"\x78\x00\x69\x40", "lib")
    assert names(game.moves) == ["h8", "i9"]


def test_labels_that_are_none_of_ours_do_not_matter() -> None:
    [tree] = read(b"(;SZ[15];B[hh]LB[zz:1][aa][ab:2][ac:]MA[zz][aa:cc])", whole=True)
    assert tree.labels == {1: {cell_of("a14"): "2"}}


def test_what_a_format_has_no_place_for_is_left_out() -> None:
    """A mark on a pass, and a comment that is only a line break, are left out."""
    [tree] = read(LIBRARY + b"\x00\x00x\x08\x08\x00\x00\x50", whole=True)
    assert tree.comments == {}
    assert tree.marks == set()


def test_many_faults_and_long_values_take_time_and_memory_in_proportion() -> None:
    assert len(read(b"(;B[zz])\n" * 5000)) == 5000
    error = read(b"(;B[zz])\n" * 5000)[-1]
    assert "in:5000:8: 'zz' is not a point" in str(error)
    [game] = read(b"(;B[hh]C[" + b"\\]" * 300_000 + b"])")
    assert names(game.moves) == ["h8"]


def test_a_whole_tree_takes_no_point_twice() -> None:
    [error] = read(b"(;SZ[15];B[hh](;W[ii])(;W[jj];B[hh]))", whole=True)
    assert "two stones are on h8" in str(error)


def test_sgf_variations_and_encodings() -> None:
    text = "(;GM[4]CA[gb2312]SZ[15]PB[黑]AB[hh:ih]AW[aa]PL[W](;W[jj];B[kk](;W[ll])(;W[ka]))(;W[oo]))"
    for encoding in ("utf-8", "gb2312"):
        found = read(text.encode(encoding), all_lines=True)
        assert [len(game.moves) for game in found] == [3, 3, 1]
        assert dict(found[0].info)["black"] == "黑"
        assert names(found[0].black) == ["h8", "i8"]
        assert found[0].first == 1


def test_deep_and_wide_trees() -> None:
    assert isinstance(read(b"(" * 100_000, "sgf")[0], FormatError)
    assert isinstance(read(b"(;B[hh]" * 5000)[0], FormatError)
    wide = b"(;B[hh]" + b"(;W[ii])" * 20_000 + b")"
    assert len(read(wide, all_lines=True)) == 1
    assert len(read(b"(;B[hh])" * 3000)) == 3000


@some
@given(lines=st.lists(st.lists(st.integers(0, 224), unique=True, min_size=1, max_size=12), min_size=1))
def test_trees(lines: list[list[int]]) -> None:
    tree = merge(Game.build(moves=line) for line in lines)
    tree.comments[1] = "a ] \\ text"
    wanted = {game.moves for game in tree.games()}
    for data in (sgf.dumps(tree).encode(), lib.dumps(tree)):
        assert {game.moves for game in read(data, all_lines=True)} == wanted


@some
@given(st.data())
def test_trees_fork_after_runs_of_moves(data: st.DataObject) -> None:
    """Lines with a common beginning, with texts and marks, form the same tree when read again."""
    lines = data.draw(st.lists(st.permutations(range(6)), min_size=1, max_size=6))
    tree = merge(Game.build(moves=line[: data.draw(st.integers(1, 6))]) for line in lines)
    nodes = st.sets(st.integers(1, len(tree.moves) - 1), max_size=3)
    tree.comments = dict.fromkeys(data.draw(nodes), "a")
    tree.labels = {node: {data.draw(st.integers(0, 9)): "b"} for node in data.draw(nodes)}
    tree.marks = data.draw(nodes)
    for raw in (sgf.dumps(tree).encode(), lib.dumps(tree)):
        [again] = read(raw, whole=True)
        assert described(again) == described(tree)


def described(tree: Tree) -> dict[tuple[int, ...], Any]:
    """Return the notes and the children of each node of a tree, by the moves to the node."""
    return {
        tuple(tree.line_to(node)): (
            tree.comments.get(node),
            tree.labels.get(node),
            node in tree.marks,
            [tree.moves[child] for child in tree.children[node]],
        )
        for node in range(len(tree.moves))
    }


def test_a_tree_has_one_beginning() -> None:
    with pytest.raises(ValueError, match="different positions"):
        merge([moves("h8"), position("h8/i9 b")])
    with pytest.raises(ValueError, match="boards of different sizes"):
        merge([moves("h8"), moves("h8", 19)])
    assert Tree().games()


def test_a_move_list_goes_on_behind_a_comma_a_dot_or_a_hyphen() -> None:
    found = read(b"h8,\ni9.\t\ng7-\r\nj10\nh8 \n# words\n\na1;\nb1,\n\nc1,", "moves")
    assert [names(game.moves) for game in found] == [
        *(["h8", "i9", "g7", "j10"], ["h8"], ["a1"], ["b1"], ["c1"])
    ]
    [_, error] = read(b"h8,\ni9\nj9,\nk9,\nj9", "moves")
    assert str(error) == "in:3: two stones are on j9"


def test_a_move_list_of_too_many_lines_is_two() -> None:
    found = read(b"pass,\n" * MAX_LINES + b"h8", "moves")
    assert [len(game.moves) for game in found] == [MAX_LINES, 1]
    [game] = read(b"pass,\n" * (MAX_LINES - 1) + b"h8", "moves")
    assert len(game.moves) == MAX_LINES
    found = read(b"pass\n" * MAX_LINES + b"h8,\ni9", "moves")
    assert names(found[-1].moves) == ["h8", "i9"]


def test_errors_in_a_tree_name_its_line_unless_it_is_whole() -> None:
    tree = b"(;SZ[15];B[hh](;W[ii])(;W[jj];B[hh]))"
    assert [str(one) for one in read(tree, whole=True)] == ["in: two stones are on h8"]
    assert [str(one) for one in read(tree, line=2)] == ["in: line 2 of the tree: two stones are on h8"]
    [game, error] = read(tree, all_lines=True)
    assert names(game.moves) == ["h8", "i7"]
    assert str(error) == "in: line 2 of the tree: two stones are on h8"
    [error] = read(tree, line=3)
    assert str(error) == "in: line 2 of the tree: two stones are on h8"


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"", "in: not XML: no element found"),
        (b"<database><games>", "in:1:18: not XML: Premature end of data in tag games line 1"),
        (b"<database>\n<x></y>", "in:2:8: not XML: Opening and ending tag mismatch: x line 2 and y"),
    ],
)
def test_what_is_no_xml_is_named_with_its_place(data: bytes, place: str) -> None:
    assert [str(error) for error in read(data, "rif")] == [place]


def test_numbers_of_a_database_are_kept_as_names() -> None:
    data = (
        b'<database><games><game id="7" black="3" round="2"><move>h8 i9</move></game></games></database>'
    )
    [game] = read(data, "rif")
    assert dict(game.info) == {"id": "7", "black": "3", "round": "2"}


def test_only_a_head_longer_than_a_game_may_be_cut() -> None:
    game = bytes([224, *range(224)])
    assert _is_pos(game)
    assert not _is_pos(game + bytes([5]))
    assert _is_pos(game + bytes([5, 1]))


def test_a_pass_is_refused_where_a_format_has_none() -> None:
    for text in ("pass", "h8pass", "h8passi9"):
        for name in ("rif", "psq", "rec"):
            with pytest.raises(UnwritableError, match=r"(without passes|cannot represent a pass)$"):
                FORMATS[name].dumps()(moves(text))
    assert b"<move>h8 i9</move>" in written("rif", moves("h8i9"))


def test_a_pass_puts_no_stone_on_the_board() -> None:
    game = moves("h8pass i9pass pass g7")
    assert game.stones() == ([cell_of("h8"), cell_of("i9")], [cell_of("g7")])
    assert position("h8/i9 b").then([PASS, 0, 1]).stones() == ([cell_of("h8"), 1], [cell_of("i9"), 0])


def deep_graph(n_parts: int) -> str:
    """Return a graph in which each part has a single further part."""
    parts = ['{"move": "a1"}', *(f'{{"move": "a1", "threat": {n}}}' for n in range(n_parts - 1))]
    return f"[{', '.join(parts)}]"


GRAPH = '{"black": ["f8", "g8", "h8", "i8"], "to_move": "black", "attacker": "black", "graph": '


@pytest.mark.parametrize(
    ("graph", "reason"),
    [
        ("[]", "has no parts"),
        ("{}", "must be a list"),
        ("[3]", "must have a move"),
        ('[{"move": "j8", "threat": 0}]', "not an earlier part"),
        ('[{"move": "j8", "threat": 1}, {"move": "e8"}]', "not an earlier part"),
        ('[{"move": "j8"}, {"move": "e8", "threat": -1}]', "not an earlier part"),
        ('[{"move": "j8"}, {"move": "e8", "threat": true}]', "not an earlier part"),
        ('[{"move": "j8"}, {"move": "e8", "threat": {"move": "a1"}}]', "not an earlier part"),
        ('[{"move": "j8"}, {"move": "e8", "threat": 0, "answers": {"a1": 1}}]', "part 1 refers to 1,"),
        ('[{"move": "j8"}, {"move": "e8", "answers": {"a1": 0}}]', "needs a threat"),
        ('[{"move": "j8"}, {"move": "e8", "threat": 0, "answers": [0]}]', "must be an object"),
        ('[{"move": "p8"}]', "is not a point"),
        (deep_graph(226), "too deep"),
        ("[" + "[" * 200 + "]" * 200 + "]", "at most 1000000 parts"),
        ("null", "its status is None"),
    ],
)
def test_graphs_that_are_refused(graph: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        proofs.loads(GRAPH + graph + "}")


def test_a_graph_that_is_read() -> None:
    assert proofs.loads(GRAPH + '[{"move": "j8"}]}').proof == Proof(cell_of("j8"))
    assert proofs.loads(GRAPH + deep_graph(225) + "}").proof.length == 449


HEADER = "proof 1 renju f8g8h8i8/ black\n"


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("proof\n", 1, "expected a line such as 'proof"),
        ("proof x renju f8/ black\n", 1, "expected a line such as 'proof"),
        ("proof 4000001 renju f8/ black\na1\n", 1, "at most 4000000 parts"),
        ("proof 9999999999 renju f8/ black\na1\n", 1, "expected a line such as 'proof"),
        ("proof 1 chess f8/ black\na1\n", 1, "rule must be one of"),
        ("proof 1 renju f8f8/ black\na1\n", 1, "two stones are on f8"),
        ("proof 1 renju f8 black\na1\n", 1, "expected BLACK/WHITE"),
        ("proof 0 renju f8/ white\n", 1, "has no parts"),
        ("proof 2 renju f8/ white\na1\n", 1, "the first line states 2 parts, but the proof has 1"),
        (
            "proof 2 renju f8/ white\na1\nproof 1 renju a1/ white\nz9\n",
            1,
            "the first line states 2 parts, but the proof has 1",
        ),
        ("proof 1 renju f8/ white\nz9\n", 2, "'z9' is not a point"),
        ("proof 1 renju f8/ white\na1 0\n", 2, "part 0 refers to 0, which is not an earlier part"),
        ("proof 2 renju f8/ white\na1\na2 0 b1:7\n", 3, "part 1 refers to 7"),
        ("proof 2 renju f8/ white\na1\na2 0 b1:0 b1:0\n", 3, "is given twice"),
        ("proof 2 renju f8/ white\na1\na2 b1:0\n", 3, "expected 'MOVE THREAT"),
        ("proof 2 renju f8/ white\na1\na2 0 b1\n", 3, "expected 'MOVE THREAT"),
        ("proof 2 renju f8/ white\na1\n" + "a" * (1 << 20) + "a\n", 3, "the line is longer than"),
        ("nothing\n", 1, "expected a line such as 'proof"),
    ],
)
def test_proof_lines_that_are_refused(text: str, place: int, reason: str) -> None:
    """Each bad proof yields one error with its line, and the next proof is read."""
    *errors, last = proof_lines.load(io.BytesIO((text + HEADER + "j8\n").encode()), "x")
    assert isinstance(last, proofs.Claim)
    assert last.proof == Proof(cell_of("j8"))
    assert isinstance(errors[0], FormatError)
    assert (errors[0].source, errors[0].line) == ("x", place)
    assert reason in errors[0].reason
    assert len(errors) == max(text.count("proof"), 1)


def test_proofs_are_the_same_in_each_form() -> None:
    """A proof is unchanged after conversion to a tree, a graph or lines, and back."""
    for game in (position("f8g8h8h9h10/e8 b"), position("g8i8h7h9j6/f8h10k5 b")):
        proof = solve(game).proof
        assert proof
        claim = proofs.Claim(game, 0, "renju", proof)
        line = json_dumps(game)[:-2] + ', "attacker": "black", '
        graph = proofs.as_graph(proof, 15)
        assert proofs.loads(f'{line}"graph": {json.dumps(graph)}}}') == claim
        assert proofs.loads(f'{line}"tree": {json.dumps(proofs.as_dict(proof, 15))}}}') == claim
        text = proof_lines.dumps(claim)
        assert list(proof_lines.load(io.BytesIO(2 * text.encode()), "-")) == [claim, claim]
        assert text.count("\n") == len(graph) + 1
        assert len({json.dumps(part) for part in graph}) == len(graph) <= proof.size


@pytest.mark.parametrize(
    ("game", "color", "rule"),
    [
        (position("f8g8h8h9h10/e8 b"), 0, "renju"),
        (position("g8i8h7h9j6/f8h10k5 b"), 0, "renju"),
        (moves("h8h9i8i9j8j9a1"), 1, "renju"),
        (moves("h8h9i8i9j8j9a1"), 0, "renju"),
        (moves("h8h9i8i9j8j9"), 0, "standard"),
        (moves("h8h9i8i9j8j9", size=20), 0, "freestyle"),
    ],
)
def test_proofs_as_trees(game: Game, color: int, rule: Any) -> None:
    """Trees in SGF and RenLib files are read as the original proofs."""
    proof = solve(game, side=color, rule=rule).proof
    assert proof
    tree = proof_trees.as_tree(proofs.Claim(game, color, rule, proof))
    files = [sgf.dumps(tree).encode()]
    if game.moves and rule == "renju":
        files.append(lib.dumps(tree))
    for data in files:
        (claim,) = proof_trees.load(io.BytesIO(data), "-")
        assert isinstance(claim, proofs.Claim)
        assert claim[1:3] == (color, rule)
        assert claim.game.stones() == game.stones()
        assert (claim.proof.length, claim.proof.size) == (proof.length, proof.size)
        assert sgf.dumps(proof_trees.as_tree(claim)) == sgf.dumps(tree)
        assert verify(claim.game, claim.proof, color, rule) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(;AB[hh];W[aa];B[bb])", "no move is marked"),
        (
            "(;AB[hh]PL[B];B[aa]MA[aa](;W[ab];B[bb];W[bc];B[cc];W[cd])(;W[];B[ee]))",
            "the attacker has 0 moves after a15 a14",
        ),
        ("(;AB[hh]PL[B];B[aa]MA[aa](;W[ab](;B[bb])(;B[cc]))(;W[];B[ee]))", "2 moves after a15 a14, but"),
        ("(;AB[hh]PL[B];B[aa]MA[aa](;W[ab];B[bb])(;W[ac];B[ee]))", "cannot determine what a15 threatens"),
        ("(;AB[hh]PL[B];B[hh]MA[hh])", "two stones are on h8"),
        ("(;AB[hhh])", "hhh"),
    ],
)
def test_trees_that_are_no_proofs(text: str, reason: str) -> None:
    """Each tree without a proof is refused with a reason, and the next one is read."""
    bad, good = proof_trees.load(
        io.BytesIO(f"{text}\n(;AB[fh][gh][hh][ih]PL[B];B[jh]MA[jh])".encode()), "x"
    )
    assert isinstance(bad, FormatError)
    assert reason in str(bad)
    assert isinstance(good, proofs.Claim)
    assert good.proof == Proof(cell_of("j8"))


def test_a_tree_of_proofs_is_known_after_blanks_and_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = b" \n(;AB[fh][gh][hh][ih]PL[B];B[jh]MA[jh])\n"
    (claim,) = proof_trees.load(io.BytesIO(text), "x")
    assert isinstance(claim, proofs.Claim)
    monkeypatch.setattr(sgf, "MAX_BYTES", 20)
    monkeypatch.setattr(lib, "MAX_BYTES", 20)
    (fault,) = proof_trees.load(io.BytesIO(text), "x")
    assert str(fault).startswith("x: ")


def test_an_object_that_is_no_game_is_told_as_that() -> None:
    for read in (json_loads, proofs.loads):
        with pytest.raises(ValueError, match=r"^not a game: the JSON is nested too deeply"):
            read('{"a":' * 100_000)


def test_a_remark_among_proofs_is_left_out() -> None:
    lines = b"# a remark\nproof 1 renju f8g8h8i8/ black\n# another\nj8\n"
    assert [claim.proof.move for claim in proof_lines.load(io.BytesIO(lines), "-")] == [cell_of("j8")]


def test_a_game_is_told_to_a_program_with_its_own_stones_as_1() -> None:
    told = turn_lines(moves("h8i9g10"), 2.5, is_first=True)
    assert told == ["INFO time_left 2500", "BOARD", "7,7,2", "8,6,1", "6,5,2", "DONE"]


def test_words_on_a_game_as_a_whole() -> None:
    lost = str(overview(analyze(moves("h8a1h9c1h10e1h11"))))
    assert "; black wins by force after 6. e1 ??; " in lost
    lost = str(overview(analyze(position("h8h9h10/a1c1e1 b").then([cell_of("h11")]))))
    assert "; black wins by force from the beginning; " in lost


def test_words_for_moves_with_a_mark() -> None:
    assert [str(counted(mark, n)) for mark in MARKS for n in (1, 2)] == [
        "1 foul", "2 fouls", "1 missed five", "2 missed fives", "1 missed foul", "2 missed fouls",
        "1 losing move", "2 losing moves", "1 missed win", "2 missed wins", "1 only move", "2 only moves",
        "1 unclear", "2 unclear",
    ]  # fmt: skip


def test_a_long_line_holds_a_proof() -> None:
    """A line of a proof may be longer than other lines, but its length is limited too."""
    line = GRAPH + "[" + '{"move": "j8"},' * 90_000 + '{"move": "j8"}]}\n'
    assert len(line) > MAX_LINE
    (claim,) = proofs.load(io.BytesIO(line.encode()), "-")
    assert isinstance(claim, proofs.Claim)
    with pytest.raises(ValueError, match="at most 1000000 parts"):
        proofs.loads(GRAPH + "[" + "{}," * (2 * proofs.MAX_SIZE + 10) + "{}]}")


def test_a_bad_line_alone_is_answered_before_the_next_is_read() -> None:
    """A program that waits for the answer to its first line may send no other line."""

    class Talk(io.RawIOBase):
        lines: ClassVar[list[bytes]] = [b"x?y\n"]

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            line = self.lines.pop()  # fails where a second one is asked for
            buffer[: len(line)] = line
            return len(line)

    found = read_any(io.BufferedReader(Talk()), "-", FORMATS, "game")
    assert "no game found in any known format" in str(next(found))


def test_the_largest_proof_has_room_in_a_line() -> None:
    """The sum of the maximum sizes of each part and answer of a graph, and of each move of a tree."""
    graph = '{"move": "o15", "answers": {}, "threat": 999999}, ', '"o15": 999999, '
    tree = '"o15": {"move": "o15", "answers": {}, "threat": }, '
    assert max(sum(map(len, graph)), len(tree)) * proofs.MAX_SIZE < proofs.MAX_LINE - 10_000


def test_too_large_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = solve(position("f8g8h8h9h10/e8 b")).proof
    assert proof
    monkeypatch.setattr(proofs, "MAX_SIZE", 2)
    for write in (proofs.as_dict, proofs.as_graph, proofs.as_text):
        with pytest.raises(UnwritableError, match=r"at most 2 (of each )?can be written"):
            write(proof, 15)


@pytest.mark.parametrize("most", [2, 4_000_000])
def test_lines_hold_more_parts_than_json(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of text is larger than that of JSON, and applies to reading and writing."""
    game = position("f8g8h8h9h10/e8 b")
    proof = solve(game).proof
    assert proof
    claim = proofs.Claim(game, 0, "renju", proof)
    text = proof_lines.dumps(claim).encode()
    monkeypatch.setattr(proofs, "MAX_SIZE", 2)
    monkeypatch.setattr(proof_lines, "MAX_PARTS", most)
    [found] = proof_lines.load(io.BytesIO(text), "-")
    if most > 2:
        assert found == claim
        assert proof_lines.dumps(claim).encode() == text
    else:
        assert "at most 2 parts" in str(found)
        with pytest.raises(UnwritableError, match="at most 2 of each can be written"):
            proof_lines.dumps(claim)


def test_proofs() -> None:
    game = position("f8g8h8h9h10/e8 b")
    proof = solve(game).proof
    assert proof
    line = json_dumps(game)[:-2] + ', "attacker": "black", "tree": '
    text = line + json.dumps(proofs.as_dict(proof, 15)) + "}"
    again, color, rule, read_proof, _ = proofs.loads(text)
    assert (again, color, rule, read_proof) == (game, 0, "renju", proof)
    assert verify(again, read_proof, color) is None
    tree = proof_trees.as_tree(proofs.Claim(game, 0, "renju", proof))
    assert all(line.moves[0] == proof.move for line in tree.games())
    assert proofs.as_text(proof, 15).startswith("i8" if proof.move == cell_of("i8") else "")
    for bad in ('{"move": 3}', '{"move": "h8", "answers": {"h9": {}}}', "[]", '{"move": "z1"}'):
        with pytest.raises(ValueError, match=r"\w"):
            proofs.loads(line + bad + "}")


@pytest.mark.parametrize(
    ("size", "move"), [(5, "pass"), (18, "pass"), (19, "pass"), (20, "t1"), (22, "t3")]
)
def test_tt_is_a_pass_where_the_board_has_no_such_point(size: int, move: str) -> None:
    """`tt` is the twentieth point of the twentieth row, counted from the top."""
    [game] = sgf.load(io.BytesIO(b"(;GM[4]SZ[%d];B[tt];W[])" % size))
    assert isinstance(game, Game)
    assert names(game.moves, size) == [move, "pass"]


@pytest.mark.parametrize(
    ("moves", "info", "last"),
    [
        ([112, 128], {"event": "Cup", "result": "W+"}, "2,Cup"),
        ([112, 128, 97], {"event": "Cup", "result": "1-0"}, "1,Cup"),
        ([112, 128], {"result": "draw"}, "0,"),
        ([112, 128], {"event": "Cup", "result": "B+R"}, "-1"),  # Black did not move last
        ([112, 128], {"event": "Cup"}, "-1"),  # a number would be a result
        ([112, 128], {"event": "Cup", "result": "?"}, "-1"),
    ],
)
def test_psq_has_a_result_that_is_read_again(moves: list[int], info: dict[str, str], last: str) -> None:
    data = written("psq", Game.build(moves=moves, info=info.items()))
    assert data.decode().splitlines()[-1] == last


def test_a_merged_tree_keeps_each_text_on_a_point_once() -> None:
    tree = Tree()
    for text in ("A", "B", "A"):
        other = Tree()
        other.label(other.add(0, 112), 128, text)
        tree.graft(other)
    assert tree.labels == {1: {128: "A, B"}}


@pytest.mark.parametrize(
    ("told", "rule"), [("freestyle", "renju"), ("renju", "standard"), (None, "renju")]
)
def test_a_tree_of_a_proof_names_the_rule_of_the_proof(told: str | None, rule: str) -> None:
    info = {"rule": told} if told else {}
    game = Game.build(moves=[112, 0, 97, 2, 82, 4], info=info.items())
    found = solve(game, rule=rule)
    assert found.proof
    data = sgf.dumps(proof_trees.as_tree(Claim(game, game.side, rule, found.proof))).encode()
    [claim] = proof_trees.load(io.BytesIO(data))
    assert isinstance(claim, Claim)
    assert claim.rule == rule


@pytest.mark.parametrize("text", ["3. g9", " 02.h8 i9", "12.h8"])
def test_a_move_list_begins_with_its_first_move(text: str) -> None:
    [error] = FORMATS["moves"].load(io.BytesIO(text.encode()), "in")
    assert str(error).startswith("in:1: this line begins with move ")
