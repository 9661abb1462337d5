"""Boards of other sizes on the command line: where the size comes from, and limits to 15x15."""

import json

import pytest
from commands import run

WIN = "p17q17r17/p1q1 b\n"


def test_a_size_of_what_does_not_say_it() -> None:
    done = run("zet renju solve --board 20x20 --rule standard --format json", stdin=WIN)
    found = json.loads(done.stdout)
    assert (found["status"], found["length"]) == ("win", 3)
    assert {*found["line"]} <= {"o17", "s17", "t17", "n17"}
    refused = run("zet renju solve", stdin=WIN)
    assert (refused.returncode, "'p17q17r17' is not a move (a1 to o15, or pass)" in refused.stderr) == (
        2,
        True,
    )


@pytest.mark.parametrize("form", ["moves", "position", "rec", "offsets"])
def test_the_option_is_read_by_each_format_without_a_size(form: str) -> None:
    text = run(f"zet renju convert --to {form} --board 20x20", stdin="t20j10k10\n").stdout
    again = run(f"zet renju show --board 20x20 --from {form} --format json", stdin=text)
    assert json.loads(again.stdout)["size"] == 20
    assert run(f"zet renju show --from {form}", stdin=text).returncode == 2


@pytest.mark.parametrize("form", ["sgf", "psq", "board", "json"])
def test_the_option_must_agree_with_the_file(form: str) -> None:
    """The size in a file is used; an option with another size is refused."""
    text = run(f"zet renju convert --to {form} --board 20x20", stdin="t20j10k10\n").stdout
    told = run("zet renju show --format json", stdin=text)
    assert (told.returncode, json.loads(told.stdout)["size"]) == (0, 20)
    assert run("zet renju show --board 20x20 --format json", stdin=text).stdout == told.stdout
    refused = run("zet renju show --board 15x15", stdin=text)
    assert (refused.returncode, refused.stderr) == (2, "-: the board is 20x20, but --board is 15x15\n")


@pytest.mark.parametrize("form", ["lib", "rif", "pos"])
def test_formats_of_one_board_refuse_others(form: str) -> None:
    done = run(f"zet renju convert --to {form} --board 20x20", stdin="h8i9\n")
    assert done.returncode == 2
    assert f"{form} supports only 15 x 15 boards" in done.stderr


@pytest.mark.parametrize(
    "command",
    ["rules bestmove", "rules solve", "rules match", "find --count", "rules experiment --levels 1"],
)
def test_rules_of_noire_are_of_one_board(command: str) -> None:
    question = " 'five(X)' -" if command.startswith("find") else ""
    done = run(f"zet renju {command} --board 19x19{question}", stdin="h8i9\n")
    if not command.startswith("find"):
        assert "NOIRE's rules are for a 15x15 board, not for a 19x19 board" in done.stderr
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ("4x4", "5 to 22 points per side, not 4"),
        ("23x23", "5 to 22 points per side, not 23"),
        ("15x16", "a 15x16 board is not square"),
        ("15", ""),
    ],
)
def test_no_such_board(size: str, words: str) -> None:
    done = run(f"zet renju show --board {size}", stdin="h8\n")
    assert done.returncode == 2
    assert words in done.stderr


@pytest.mark.parametrize("size", [5, 9, 16, 19, 22])
def test_a_proof_is_verified_in_each_form(size: int) -> None:
    last = "abcdefghijklmnopqrstuv"[size - 1]
    game = f"a{size}b{size}c{size}d{size}/a1b1{last}1 b"
    solve = f"zet renju solve --board {size}x{size} --rule freestyle"
    for form in ("--format proof", "--format json --tree", "--format json --graph"):
        text = run(f"{solve} {form}", stdin=game).stdout
        done = run("zet renju verify", stdin=text)
        assert (done.returncode, "valid: black wins" in done.stdout) == (0, True)


@pytest.mark.parametrize("size", [5, 15, 20, 22])
def test_the_engine_plays_on_each_board(size: int) -> None:
    """The engine begins in the center, and plays on the board; moves off the board are refused."""
    lines = f"START {size}\nINFO max_node 200\nBEGIN\nTURN 0,0\nTURN {size},0\nEND\n"
    answers = run("zet renju engine", stdin=lines).stdout.splitlines()
    answers = [line for line in answers if not line.startswith("MESSAGE")]
    middle = (size - 1) // 2
    assert answers[:2] == ["OK", f"{middle},{size - 1 - middle}"]
    assert all(int(part) < size for part in answers[2].split(","))
    assert answers[3] == f"ERROR '{size},0' is off the board"


def test_a_game_is_played_on_and_kept(tmp_path: object) -> None:
    file = f"{tmp_path}/one.sgf"
    options = "--rule freestyle --nodes 50"
    run(f"zet renju play --board 6x6 {options} --black person --save {file}", stdin="a1\n")
    shown = run(f"zet renju show --format json {file}")
    assert (json.loads(shown.stdout)["size"], json.loads(shown.stdout)["moves"][0]) == (6, "a1")
    refused = run(f"zet renju play --board 7x7 {options} --black person --save {file}", stdin="")
    assert refused.returncode == 2
    assert "the board is 6x6, but --board is 7x7" in refused.stderr
    opening = run("zet renju play --board 7x7 --opening D1", stdin="")
    assert opening.returncode == 2
