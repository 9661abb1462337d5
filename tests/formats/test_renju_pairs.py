"""A format of renju that can represent the contents of another preserves them, odd texts too."""

import io
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from odd_texts import ODD_TEXTS
from renju import KEYS, TABLE, ordered
from rounds import rounds

from zet.engines.renju.model import PASS, Game, cell_of, names
from zet.formats.errors import UnwritableError
from zet.formats.renju import FORMATS, lib, sgf
from zet.formats.renju.moves import loads as moves
from zet.formats.renju.tree import MAX_DEPTH, Tree

some = settings(max_examples=rounds(200), deadline=None, suppress_health_check=list(HealthCheck))

WORDS = sorted(set(" ".join(KEYS.values()).split()))
POINTS = st.lists(st.integers(0, 224), unique=True, max_size=8)


def read(name: str, data: bytes | str, **options: Any) -> list[Any]:
    stream = io.BytesIO(data if isinstance(data, bytes) else data.encode())
    return list(FORMATS[name].load(stream, "in", **options))


@some
@given(
    size=st.sampled_from((5, 9, 15, 16, 19, 20, 22)),
    played=st.lists(st.integers(0, 483), unique=True, max_size=8),
    setup=st.integers(0, 3),
    passes=st.booleans(),
    info=st.dictionaries(st.sampled_from(WORDS) | ODD_TEXTS, ODD_TEXTS, max_size=5),
)
def test_what_a_game_says_comes_through_every_pair_of_formats(
    size: int, played: list[int], setup: int, passes: bool, info: dict[str, str]
) -> None:
    points = names([cell for cell in played if cell < size * size], size)
    said = {
        "size": size,
        "first": "black",
        "black": points[:setup],
        "moves": points[setup:] + ["pass"] * passes,
    }
    [game] = read("json", json.dumps({**said, "info": info}))
    assert isinstance(game, Game)
    TABLE.pairs(game)


@some
@given(line=POINTS.filter(bool), texts=st.lists(ODD_TEXTS, min_size=2, max_size=9), branch=st.booleans())
def test_the_words_of_a_tree_come_through_both_formats(
    line: list[int], texts: list[str], branch: bool
) -> None:
    raw = Tree()
    raw.add_line(0, line)
    if branch and len(line) > 2:
        raw.add(1, line[2])
    raw.marks = {len(raw.moves) - 1}
    for number, text in enumerate(texts):  # put there without a look at them
        raw.comments[number * 7 % len(raw.moves)] = text
        raw.labels.setdefault(number * 5 % len(raw.moves), {})[(number * 50) % 225] = text
    clean = Tree(raw.start, raw.moves, raw.parents, raw.children, marks=raw.marks)
    for node, text in raw.comments.items():
        clean.comment(node, text)
    for node, labels in raw.labels.items():
        for cell, text in labels.items():
            clean.label(node, cell, text)
    for tree in (raw, clean):
        for data, name in ((lib.dumps(tree), "lib"), (sgf.dumps(tree), "sgf")):
            [again] = read(name, data, whole=True)
            assert again == ordered(clean, ())
    TABLE.pairs(clean)


@pytest.mark.parametrize("comment", ["\n", "\r\n", " ", "\0", "\b", "\n\n\t"])
def test_a_blank_comment_is_none(comment: str) -> None:
    """If a library had the flag of a comment without a text, the moves that follow would be lost."""
    text = f"(;FF[4]GM[4]SZ[15];B[hh]C[{comment}]LB[aa:{comment}];W[ii];B[jj];W[kk])"
    [tree] = read("sgf", text, whole=True)
    assert not tree.comments
    assert not tree.labels
    tree.comments[1] = tree.labels.setdefault(1, {})[5] = comment
    for data, name in ((lib.dumps(tree), "lib"), (sgf.dumps(tree), "sgf")):
        [game] = read(name, data)
        assert names(game.moves) == ["h8", "i7", "j6", "k5"]


def test_lines_of_a_comment() -> None:
    tree = Tree()
    tree.comment(tree.add(0, 112), "\n one\r\n\r\ntwo\bthree\n \n")
    assert tree.comments == {1: "\n one\n\ntwo three"}
    for data, name in ((lib.dumps(tree), "lib"), (sgf.dumps(tree), "sgf")):
        [again] = read(name, data, whole=True)
        assert again.comments == tree.comments


def test_a_text_too_long_for_a_library_is_refused() -> None:
    """Such a text was once truncated, perhaps within a character, and then unreadable."""
    tree = Tree()
    node = tree.add(0, 112)
    tree.comments[node] = "黑" * 21_844 + "ab"
    [again] = read("lib", lib.dumps(tree), whole=True)
    assert again.comments == tree.comments
    tree.comments[node] += "c"
    with pytest.raises(UnwritableError, match="a comment or board text is longer than 65536 bytes"):
        lib.dumps(tree)


def test_the_deepest_tree_comes_through_both_formats() -> None:
    tree = Tree()
    node = tree.add_line(0, [112] + [PASS] * (MAX_DEPTH - 1))
    tree.label(node, 3, "end")
    for data, name in ((lib.dumps(tree), "lib"), (sgf.dumps(tree), "sgf")):
        assert read(name, data, whole=True) == [tree]


def test_the_most_nested_tree_comes_back() -> None:
    tree = Tree()
    node = 0
    for _ in range(MAX_DEPTH):
        tree.add(node, cell_of("a1"))
        node = tree.add(node, PASS)
    [again] = read("sgf", sgf.dumps(tree), line=MAX_DEPTH)
    assert again.moves == (PASS,) * (MAX_DEPTH - 1) + (0,)


@pytest.mark.parametrize("name", ["8,8,0", " 1, 2", "Piskvorky 15x15, 0:0, 0", "-3,4"])
def test_a_player_whose_name_is_a_move_is_refused(name: str) -> None:
    game = Game.build(moves=[112, 113], info=[("black", "one"), ("white", name)])
    with pytest.raises(UnwritableError, match="would be read as a move or a header"):
        FORMATS["psq"].dumps()(game)
    [again] = read("rec", FORMATS["rec"].dumps()(game))
    assert again.info == (("black", "one"), ("white", name.strip()))


def test_what_is_told_about_a_game_is_printable() -> None:
    info = [("a\nb", "x\n1,1,0"), ("c", "\0"), ("\n", "f"), ("d", "  e \U0001f600 \ud800 ")]
    assert Game.build(info=info).info == (("a b", "x 1,1,0"), ("d", "e \U0001f600"))
    assert replace(moves("h8"), info=(("black", "x"),)).then([0]).info == (("black", "x"),)
