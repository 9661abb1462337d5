"""The option --outline: the player's moves from outlines and proofs, and files that have none."""

import gzip
import json
from pathlib import Path

import pytest
from commands import ROOT, run

OUTLINE = "samples/renju/gomoku.outline.gz"
PROOF = "samples/renju/h8a1.proof.gz"
CUT = gzip.compress(100 * b"# a comment\n", mtime=0)[:40]


@pytest.mark.parametrize("options", ["", "--rule freestyle", "--jobs 2", "--explain --nodes 2000"])
@pytest.mark.parametrize("name", [OUTLINE, PROOF])
def test_bestmove_plays_the_move_of_an_outline(name: str, options: str) -> None:
    done = run(f"zet renju bestmove --outline {name} --format json {options}", stdin="h8a1\nh8o15\n")
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["move"], one["reason"]) for one in found] == [("g7", "outline"), ("i9", "outline")]


def test_play_wins_against_a_person() -> None:
    """The person's moves are random; the outline's rule applies without --rule."""
    typed = "o1 c3 m13 d12 l2 b7 n9 k14 a5 e15 o8 m4 c13".replace(" ", "\n") + "\n"
    done = run(
        f"zet renju play --white person --outline {OUTLINE} --format json --nodes 300", stdin=typed
    )
    *turns, end = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, end["status"]) == (0, "black-won")
    assert turns[2]["moves"][:2] == ["h8", "o1"]


def test_black_wins_each_game_of_a_match(tmp_path: Path) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("h8d4\nh8f6\n")
    done = run(
        f"zet renju match zet,outline={OUTLINE},nodes=300,name=outline zet,nodes=3000 --rule freestyle "
        f"--openings {openings} --games 4 --jobs 2 --format json"
    )
    *games, _total = map(json.loads, done.stdout.splitlines())
    by_outline = [one for one in games if one["info"]["black"] == "outline"]
    assert [one["status"] for one in by_outline] == ["black-won"] * 2


def test_the_engine_plays_the_move_of_an_outline() -> None:
    lines = "START 15\nINFO rule 0\nBOARD\n7,7,1\n0,14,2\nDONE\nEND\n"
    done = run(f"zet renju engine --outline {OUTLINE}", stdin=lines)
    assert [line for line in done.stdout.splitlines() if "," in line] == ["6,8"]


@pytest.mark.parametrize("limit", ["--nodes 0", "--time 0", "--time 0.01"])
def test_no_limit_gives_the_win_away(limit: str) -> None:
    """Where only fours and threes remain, the win is found whatever the limits are."""
    games = "h8c5i8l6j8g8l8k8k9c6\nh8k11g9l10i7j6i9m9f10e11j12l8\nh8m6h7h9i7g8j6g9k5l4g7f7i10i9j9j7\n"
    done = run(f"zet renju bestmove --outline {OUTLINE} --format json {limit}", stdin=games)
    assert [json.loads(line)["reason"] for line in done.stdout.splitlines()] == ["win"] * 3


def test_the_engine_has_outlines_for_several_rules(tmp_path: Path) -> None:
    path = tmp_path / "outlines"
    path.write_text("# move g7 renju h8/a1 black\n# move i9 freestyle h8/a1 black\n")
    for rule, wanted in ((0, "8,6"), (4, "6,8")):
        lines = f"START 15\nINFO rule {rule}\nBOARD\n7,7,1\n0,14,2\nDONE\nEND\n"
        done = run(f"zet renju engine --outline {path}", stdin=lines)
        assert [line for line in done.stdout.splitlines() if "," in line] == [wanted]


@pytest.mark.parametrize(
    ("content", "options", "reason"),
    [
        (b"h8 i9\n", "", "outline:1: expected a line such as 'proof 3"),
        (b"# a comment\n", "", "outline: the file has no proof and no outline of a proof"),
        (b"# move h8 renju h8/i9 black\n", "", "outline:1: h8 is occupied"),
        (CUT, "", "outline: Compressed file ended before"),
        (None, "", "outline: No such file or directory"),
        (b"# move h9 renju h8/i9 black\n", "--rule standard", "for renju, not for standard"),
        (
            b"# move h9 renju h8/i9 black\n# move h9 freestyle h8/i9 black\n",
            "",
            "outline: the outlines are for freestyle, renju; choose one with --rule",
        ),
    ],
)
@pytest.mark.parametrize("command", ["bestmove", "play --white person"])
def test_refusals(command: str, content: bytes | None, options: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "outline"
    if content is not None:
        path.write_bytes(content)
    done = run(f"zet renju {command} --outline {path} {options}", stdin="h8i9\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr


def test_an_outline_requires_the_strongest_player() -> None:
    done = run(f"zet renju play --black person --white person --outline {OUTLINE}", stdin="")
    assert (done.returncode, "--outline requires the player best" in done.stderr) == (2, True)
    done = run(f"zet renju play --level 3 --outline {OUTLINE}", stdin="")
    assert (done.returncode, "--level cannot be combined with --outline" in done.stderr) == (2, True)


def test_a_game_outside_the_outline_is_played_by_the_search() -> None:
    """Black's second move, a1, is not the one of the outline."""
    game = "h8h9a1o1\n"
    done = run(f"zet renju bestmove --outline {ROOT / OUTLINE} --format json --nodes 500", stdin=game)
    assert json.loads(done.stdout)["reason"] == "position"
