"""`zet renju play`: what is kept, and taken up again."""

import json
from pathlib import Path

import pytest
from commands import run

QUICK = "--nodes 200"


@pytest.mark.parametrize("suffix", ["json", "sgf", "lib", "psq", "rec", "xml", "txt"])
def test_a_game_goes_on_where_it_was_left(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"game.{suffix}"
    first = run(f"zet renju play --save {path} --black person --opening kagetsu {QUICK}", stdin="")
    assert (first.returncode, first.stdout.count("\n")) == (0, 1)
    second = run(f"zet renju play --save {path} --black person {QUICK}", stdin="a1\na2\nundo\n")
    assert (second.returncode, second.stdout.count("\n")) == (0, 2)
    kept = json.loads(run(f"zet renju check --format json {path}").stdout)
    assert (kept["status"], kept["opening"]) == ("legal", "Kagetsu")
    assert "6 stones, black to move" in kept["reason"]


def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = run(f"zet renju play --save {path} --format json {QUICK}")
    *turns, end = map(json.loads, done.stdout.splitlines())
    assert end["status"] in ("black-won", "white-won", "draw")
    assert turns[-1]["moves"] == json.loads(path.read_text())["moves"]
    again = run(f"zet renju play --save {path} --format json {QUICK}")
    assert json.loads(again.stdout.splitlines()[-1])["status"] == end["status"]


def test_noire_plays(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    play = f"zet renju play --save {path} --black person --white noire --max-level 3 --nodes 500"
    first = run(play, stdin="h8\n")
    second = run(play, stdin="a1\nundo\n")
    assert [(one.returncode, one.stdout.count("\n")) for one in (first, second)] == [(0, 1), (0, 1)]
    match = json.loads(
        run(
            f"zet renju play --save {path} --black noire --white noire --format json {QUICK}"
        ).stdout.splitlines()[-1]
    )
    assert match["status"] in ("black-won", "white-won", "draw")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--opening D14", "'D14' is no opening pattern"),
        ("--jobs 2", "No such option '--jobs'"),
        ("--max-level 3", "--max-level goes only with the player noire"),
        ("--black person --white person", "--nodes goes only with an engine"),
        ("--white noire --rule standard", "no set is of standard go-moku"),
        ("--save missing/game.json", "missing/game.json: No such file or directory"),
    ],
)
def test_refusals(arguments: str, message: str) -> None:
    done = run(f"zet renju play {arguments} {QUICK}")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_game_that_goes_on_has_its_opening(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("h8h9\n")
    done = run(f"zet renju play --save {path} --opening D1")
    assert done.returncode == 2
    assert done.stderr.endswith("--opening does not go with --save FILE, where a game goes on\n")
    assert path.read_text() == "h8h9\n"


def test_a_format_that_cannot_hold_the_game_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "game.json"
    source.write_text('{"black": ["h8"], "white": ["h9"], "side": "black"}\n')
    path = tmp_path / "game.txt"
    path.write_bytes(source.read_bytes())  # read as JSON by content, to be kept as moves
    done = run(f"zet renju play --save {path} --white person --black person", stdin="h10\n")
    assert done.returncode == 2
    assert path.read_bytes() == source.read_bytes()


@pytest.mark.parametrize("content", ["h8h9\nh8i9\n", "(;GM[4]SZ[15];B[hh](;W[ig])(;W[hg]))"])
def test_other_games_and_lines_in_the_file_are_not_lost(tmp_path: Path, content: str) -> None:
    path = tmp_path / "games"
    path.write_text(content)
    done = run(f"zet renju play --save {path} --black person")
    assert done.returncode == 2
    assert "more than one game" in done.stderr
    assert path.read_text() == content
