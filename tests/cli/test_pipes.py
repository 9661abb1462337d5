"""Commands that read the output of other commands."""

import json
from pathlib import Path

import pytest
from commands import run

ANSWERS = [
    "tectonic solve samples/tectonic/line.txt",
    "ttt bestmove samples/ttt/positions.txt",
    "walls check samples/walls/lines.txt",
    "renju check samples/renju/games.txt",
    "renju puzzle samples/renju/games.sgf",
]


@pytest.mark.parametrize("command", ANSWERS)
def test_text_output_is_refused_with_the_option_to_use(command: str) -> None:
    game = command.partition(" ")[0]
    text = run(f"zet {command} | zet {game} show")
    assert text.returncode == 2
    assert text.stdout == ""
    assert text.stderr.splitlines()[-1] == (
        "-: this is the text output of a zet command; run that command with `--format json` instead"
    )


def test_names_with_numbers_are_not_text_output() -> None:
    """An event in a game looks similar."""
    game = "(;GM[4]SZ[15]GN[Paris, round 3: the final];B[hh];W[ii])"
    assert run("zet renju convert", stdin=game).stdout == "h8i7\n"


@pytest.mark.parametrize("jobs", ["", " --jobs 2"])
@pytest.mark.parametrize(
    ("command", "good", "bad"),
    [
        ("tectonic solve", "3x2:aabaab:131...", "3x2:aabaab:931..."),
        ("ttt solve", "XO.......", "XO?......"),
        ("walls solve", "2x2: [0,1]", "2x2: [9,9]"),
        ("renju check", "h8i9", "h8zz"),
    ],
)
def test_an_error_of_the_previous_command_is_named(command: str, good: str, bad: str, jobs: str) -> None:
    """The other records are answered."""
    game = command.partition(" ")[0]
    lines = run(f"zet {game} convert --to json", stdin=f"{good}\n{bad}\n{good}\n").stdout.splitlines()
    error = json.loads(lines[1])
    assert error["status"] == "error"
    done = run(f"zet {command} --format json{jobs}", stdin="\n".join(lines))
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert ["error" in one for one in found] == [False, True, False]
    assert (
        found[1]["error"]
        == f"-:2: record 2 is an error message of the previous command: {error['error']}"
    )


def test_a_book_reads_all_output_of_puzzle(tmp_path: Path) -> None:
    """Also the lists of problems, which are empty for most games."""
    book = tmp_path / "book.html"
    for unique in ("", "--unique"):
        found = f"zet renju puzzle --quiet {unique} --format json samples/renju/games.sgf"
        done = run(f"{found} | zet renju book --force -o {book}")
        assert (done.returncode, done.stderr) == (0, "")
        assert "games.sgf #1" in book.read_text()
    done = run("zet renju book --format html", stdin='{"problems": []}\n')
    assert (done.returncode, done.stderr) == (2, "-: the input contains no game\n")
    done = run("zet renju show", stdin='{"problems": [3, {"moves": "h8"}]}\n')
    assert done.stderr == "-:1: expected a JSON object\n"
    assert "-, game 2: 1 stone, white to move" in done.stdout


def test_a_book_searches_as_far_as_puzzle_did(tmp_path: Path) -> None:
    """A limit on the command line replaces the limit in the file."""
    puzzle = "zet renju puzzle --quiet --format json --select number=1 samples/renju/games.sgf"
    assert "nodes" not in json.loads(run(puzzle).stdout)["problems"][0]["info"]
    found = run(f"{puzzle} --nodes 40000").stdout
    assert json.loads(found)["problems"][0]["info"]["nodes"] == "40000"
    book = f"zet renju book --force -o {tmp_path / 'book.html'}"
    assert run(book, stdin=found).stderr == ""
    few = found.replace('"40000"', '"400"')
    done = run(book, stdin=few)
    assert (done.returncode, done.stderr) == (
        3,
        "-: record 1: undecided within --nodes 400; left out of the book\n",
    )
    assert run(f"{book} --nodes 50000", stdin=few).stderr == ""
    assert (
        run(f"{book} --nodes 500", stdin=found).stderr
        == "-: record 1: undecided within --nodes 500; left out of the book\n"
    )
    assert run(book, stdin=found.replace('"40000"', '"many"')).stderr == ""


def test_puzzle_names_the_options_that_find_more() -> None:
    puzzle = "zet renju puzzle --select number=1 samples/renju/games.sgf --select moves=11"
    assert run(f"{puzzle} --threats fours").stderr.endswith(
        "; more may be found with --threats fours,threes,quiet\n"
    )
    assert run(f"{puzzle} --nodes 20").stderr.endswith(
        "; more may be found with --threats fours,threes,quiet or a larger --nodes limit\n"
    )
    assert run(f"{puzzle} --threats fours,threes,quiet --nodes 20").stderr.endswith(
        "; more may be found with a larger --nodes limit\n"
    )
