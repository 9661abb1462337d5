"""What a format cannot hold is reported on standard error, in one line for each file."""

import json
from pathlib import Path

import pytest
from commands import run


def test_a_game_of_the_federation_comes_through_its_format() -> None:
    """The date of a game, which a database has with the tournament, is an attribute of its own."""
    before = run("zet renju convert --to json samples/renju/database.xml")
    written = run("zet renju convert --to rif samples/renju/database.xml")
    assert written.stderr == before.stderr  # of a game that cannot be read
    after = run("zet renju convert --to json", stdin=written.stdout)
    lines = [map(json.loads, done.stdout.splitlines()) for done in (before, after)]
    games = [[line["info"] for line in one if "info" in line] for one in lines]
    assert games[0] == games[1]
    assert any("date" in info for info in games[0])


@pytest.mark.parametrize("jobs", [1, 2])
def test_losses_are_counted_by_file(jobs: int, tmp_path: Path) -> None:
    game = '{{"moves": ["h8", "i9"], "info": {{"black": "{}", "date": "1999"}}}}\n'
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_text(game.format("Ann") * 3 + '{"moves": ["h8"]}\n')
    two.write_text('{"moves": ["g7"], "size": 7, "info": {"event": "x"}}\n{"moves": ["h9"]}\n')
    done = run(f"zet renju convert --to psq {one} {two} {one} --jobs {jobs}")
    assert done.returncode == 0
    assert done.stderr == (
        f"{one}: the format psq has no place for black (6 records), date (6 records)\n"
        f"{two}: the format psq has no place for event\n"
    )


def test_a_position_loses_the_order_of_the_moves() -> None:
    done = run("zet renju convert --to position", stdin='{"moves": ["a1", "b2"], "size": 7}')
    assert done.stderr == "-: the format position has no place for order of moves, board size\n"


@pytest.mark.parametrize(
    ("command", "lost"),
    [
        ("zet tectonic convert --to line", "notes, solution, source, title"),
        ("zet tectonic convert --to xml", "notes, solution"),
        ("zet tectonic convert --to penpa", "solution"),
        ("zet tectonic convert --to json", ""),
        ("zet tectonic convert --to puzzlink", "notes, solution, source, title"),
    ],
)
def test_a_puzzle_loses_its_notes(command: str, lost: str) -> None:
    puzzle = {
        "width": 2, "height": 2, "pieces": [[0, 0], [0, 0]], "givens": [[1, 0], [0, 0]],
        "notes": [[[], [2, 3]], [[], []]], "solution": [[1, 2], [3, 4]], "origin": "a", "title": "b",
    }  # fmt: skip
    done = run(command, stdin=json.dumps(puzzle))
    assert done.returncode == 0, done.stderr
    name = command.split()[-1]
    assert done.stderr == (f"-: the format {name} has no place for {lost}\n" if lost else "")


def test_other_games() -> None:
    done = run("zet ttt convert --k 4 --to line", stdin="XO../..../..../.... X\n")
    assert done.stderr == "-: the format line has no place for length of a winning line\n"
    done = run("zet match5 convert --to kn -o /dev/null samples/match5/ann.fivo --force")
    assert "the format kn has no place for name" in done.stderr


def test_saved_games_lose_their_names_once(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    done = run(f"zet renju match zet,nodes=5,name=a zet,nodes=5,name=b --games 2 --save {file}")
    assert done.stderr == f"{file}: the format moves has no place for black, white, result, rule, info\n"
    file = tmp_path / "game.pos"
    done = run(f"zet renju play --nodes 5 --rule freestyle --save {file}")
    assert done.stderr == f"{file}: the format pos has no place for rule\n"
