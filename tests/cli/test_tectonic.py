"""`zet tectonic` with the entries of a player."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from commands import ROOT, run
from lxml import etree

import zet
from zet.engines.tectonic import generator
from zet.formats.tectonic import CHECKED, FORMATS

XML = """<Puzzles><Puzzle width="3" height="2">
<Cell PieceNumber="1" Value="1"/><Cell PieceNumber="1" Value="3"/><Cell PieceNumber="2" Value="1"/>
<Cell PieceNumber="1" Options="4"/><Cell PieceNumber="1" Options="24"/><Cell PieceNumber="2"/>
</Puzzle></Puzzles>"""
PZPRV3 = "pzprv3/suguru/2/3/0 1 /0 1 /0 0 0 /1 3 1 /. . . /. . . /4 .[2,4] . /"
JSON = (
    '{"width": 3, "height": 2, "pieces": [[1, 1, 2], [1, 1, 2]], "givens": [[1, 3, 1], [0, 0, 0]],'
    ' "notes": [[[], [], []], [[4], [2, 4], []]]}'
)
WRONG = [{"cell": [2, 1], "is": 4, "must_be": 2}]


def answer(command: str, text: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(run(f"zet tectonic {command} --format json", stdin=text).stdout)
    return data


@pytest.mark.parametrize("text", [f"{XML}\n", PZPRV3, JSON], ids=["xml", "pzprv3", "json"])
def test_wrong_answers_are_named_and_nothing_is_deduced_from_them(text: str) -> None:
    option = " --notes" if text.startswith("<") else ""
    found = answer(f"check{option}", text)
    assert (found["status"], found["wrong"], found["wrong_notes"]) == ("wrong", WRONG, [])
    found = answer(f"hint{option}", text)
    assert (found["status"], found["wrong"], found["step"]) == ("wrong", WRONG, None)
    found = answer("explain --notes", text)
    assert (found["status"], found["wrong"]) == ("solved", WRONG)
    assert found["solution"] == [[1, 3, 1], [2, 4, 2]]
    assert answer("explain --notes --trust", text)["status"] == "unsolvable"
    trusted = answer(f"hint --trust{option}", text)
    assert (trusted["status"], trusted["wrong"]) == ("ok", [])


def test_options_of_xml_are_not_heeded_unless_asked_for() -> None:
    assert answer("check", XML)["status"] == "valid"
    assert answer("explain", XML)["wrong"] == []


def test_right_answers_are_where_a_hint_goes_on_from() -> None:
    right = PZPRV3.replace("/4 .", "/2 .")
    assert answer("check", right)["status"] == "valid"
    assert answer("hint", right)["step"]["solved"] == [[2, 3, 2]]
    more = right.replace(".[2,4] .", ".[2,4] 2")
    assert answer("hint", more)["step"]["solved"] == [[2, 2, 4]]
    assert answer("hint", right.replace(".[2,4] .", "4 2"))["status"] == "solved"


def test_a_hint_tells_as_much_as_it_is_asked_for() -> None:
    text = (ROOT / "samples/tectonic/tight.txt").read_text()
    told = [answer(f"hint --tell {one}", text) for one in ("where", "technique", "step", "digit")]
    assert [len(found["hints"]) for found in told] == [1, 2, 3, 4]
    assert all(found["hints"] == told[-1]["hints"][: len(found["hints"])] for found in told)
    assert told[0]["hints"] == ["look at R1C3 and R2C3"]
    assert told[-1]["hints"][-1].endswith("The next digit: R1C2 is 3.")
    steps = answer("hint --next-digit", text)["steps"]
    assert [step["strategy"] for step in steps] == [5, 5, 3]
    assert steps[-1]["solved"] == [[1, 2, 3]]


def test_a_limit_leaves_answers_open() -> None:
    empty = "pzprv3/suguru/2/3/0 0 /0 0 /0 0 0 /. . . /. . . /1 . . /. . . /"
    for command in ("hint --nodes 0", "hint --nodes 0 --next-digit"):
        assert answer(command, empty)["status"] == "unknown"
    done = run("zet tectonic check --nodes 0", stdin=empty)
    assert done.stdout.startswith("-, puzzle 1: unknown: a limit was reached before the answers")


def test_trust_goes_with_options_alone() -> None:
    done = run("zet tectonic explain --trust", stdin=PZPRV3)
    assert (done.returncode, "--trust requires --notes" in done.stderr) == (2, True)


def test_candidates_are_drawn_in_text_at_places_of_their_own() -> None:
    notes = json.dumps([[[1, 9], [10, 12], [3]] + [[]] * 9])
    line = (
        f'{{"width": 12, "height": 1, "pieces": [{[1] * 12}], "givens": [{[0] * 12}], "notes": {notes}}}'
    )
    lines = run("zet tectonic show", stdin=line).stdout.splitlines()[1:]
    assert len({len(one) for one in lines}) == 1
    cells = [one[1:-1].split("│") for one in lines[1:-1]]
    assert [[row[column].split() for row in cells] for column in range(4)] == [
        [["1"], [], ["9"]],
        [[], [], ["10", "12"]],
        [[], ["3"], []],
        [[], [], []],
    ]


def test_pictures_of_steps_show_cause_and_effect(tmp_path: Path) -> None:
    run(f"zet tectonic explain --brief --svg {tmp_path} samples/tectonic/one.xml")
    pictures = sorted(tmp_path.glob("*.svg"))
    assert len(pictures) == 19
    first = etree.parse(pictures[1]).getroot()
    texts = [text.text for text in first.iter("{*}text")]
    assert "".join(text or "" for text in texts[-2:]).startswith("1. naked single: R4C3 is 5")
    colors = Counter(part.get("fill") for part in first.iter("{*}rect", "{*}text"))
    assert colors["#cfe3f7"] == 4
    assert colors["#ffe9a8"] == 2
    assert colors["#c22"] == len(list(first.iter("{*}path"))) - 2 == 2
    assert colors["#0f6636"] == 1


SITE = """begin
rows 2
cols 3
problem
1 3 1
- - -
areas
1 1 2
1 1 2
solution
1 3 1
2 - 1
end
"""


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("A\t3\t2\t131c\tAABAAB\t131242\t", []),
        ("A\t3\t2\t131c\tAABAAB\t231232\t", [([1, 1], 2, 1), ([2, 2], 3, 4)]),
        (SITE, [([2, 3], 1, 2)]),
        ("2 3\n1 3 1\n- - -\n1 1 2\n1 1 2\n", None),
    ],
)
def test_check_compares_the_solution_of_a_file(text: str, wrong: list[Any] | None) -> None:
    done = run("zet tectonic check --format json", stdin=text)
    data = json.loads(done.stdout)
    assert data["status"] == ("wrong" if wrong else "valid")
    assert data["wrong"] == []
    told = data.get("wrong_solution")
    assert wrong == (told and [(one["cell"], one["is"], one["must_be"]) for one in told])
    assert done.returncode == bool(wrong)
    if wrong and wrong[0][0] == [1, 1]:
        words = run("zet tectonic check", stdin=text).stdout
        assert "the solution in the file is wrong: R1C1 is 2, but must be 1; R2C2 is 3, but" in words


def test_answers_say_where_a_puzzle_comes_from_and_what_it_is_called() -> None:
    text = '{"width": 1, "height": 1, "pieces": [[1]], "givens": [[0]], "origin": "o", "title": "t"}'
    for command in ("solve", "explain", "hint", "check", "rate"):
        data = json.loads(run(f"zet tectonic {command} --format json", stdin=text).stdout)
        assert (data["origin"], data["title"]) == ("o", "t"), command
    for name in ("json", "xml", "penpa"):
        again = run(f"zet tectonic convert --to {name}", stdin=text).stdout
        data = json.loads(run("zet tectonic convert --to json", stdin=again).stdout)
        assert (data["origin"], data["title"]) == ("o", "t"), name


def test_a_solution_of_a_file_is_no_answer_of_solve() -> None:
    text = '{"width": 1, "height": 1, "pieces": [[1]], "givens": [[0]], "solution": [[7]]}'
    data = json.loads(run("zet tectonic solve --with-puzzle --format json", stdin=text).stdout)
    assert data["solution"] == [[1]]
    data = json.loads(run("zet tectonic convert --to json", stdin=text).stdout)
    assert data["solution"] == [[7]]


@pytest.mark.parametrize(
    ("drawing", "reason"),
    [
        ("#.\n#\n", "2: the row has 1 characters, but the row above has 2"),
        ("\n \n", " the drawing is empty"),
        ("#" * 101, "1: the drawing is larger than 100 x 100 cells"),
        (".\n" * 101, "101: the drawing is larger than 100 x 100 cells"),
        (b"\xff", "1:1: not UTF-8 text"),
    ],
)
def test_a_bad_drawing_is_refused(tmp_path: Path, drawing: str | bytes, reason: str) -> None:
    path = tmp_path / "drawing"
    path.write_bytes(drawing if isinstance(drawing, bytes) else drawing.encode())
    done = run(f"zet tectonic generate --drawing {path}")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"Error: {path}:{reason}\n")


def test_a_drawing_says_where_givens_stand(tmp_path: Path) -> None:
    path = tmp_path / "drawing"
    path.write_text("x - 0 x\n\n. ? . .\n. . . .\nx . . 1\n")
    made = run(f"zet tectonic generate --drawing {path} --seed 1 --count 3").stdout.split()
    patterns = {"".join("." if sign == "." else "x" for sign in line[-16:]) for line in made}
    assert patterns == {"x..x.x......x..x"}
    ideas = run("zet tectonic generate - --keep pattern --seed 2", stdin="\n".join(made)).stdout.split()
    assert [line[:20] for line in ideas] == [line[:20] for line in made]
    assert run(f"zet tectonic generate - --keep pieces --drawing {path}", stdin=made[0]).returncode == 0


def test_the_puzzles_of_ideas_are_numbered_through_a_file() -> None:
    ideas = "3x2:aabaab:......\nnothing\n2x2:abcd:....\n3x2:aabaab:......\n"
    command = "zet tectonic generate - --seed 1 --count 2 --keep pieces --format json"
    done = run(command, stdin=ideas)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["record"], one["status"]) for one in found] == [
        *((1, "ok"), (2, "ok"), (3, "error"), (5, "unsolvable"), (6, "unsolvable")),
        *((7, "ok"), (8, "ok")),
    ]
    assert done.returncode == 2
    assert done.stdout == run(f"{command} --jobs 2", stdin=ideas).stdout


@pytest.mark.parametrize(
    "command",
    [
        *(f"solve --format {name}" for name in ("text", "json", "line", "xml")),
        *(f"solve --format {name}" for name in ("pzprv3", "puzzlink", "penpa", *CHECKED)),
        "solve --all --format json",
        "solve --with-puzzle --format json",
        "explain --original-method",
        "explain --brief --with-puzzle --format json",
        "explain --html {folder}/page.html",
        "explain --svg {folder}",
        "hint --next-digit --tell digit",
        "hint --svg {folder}/hint.svg",
        "check --minimal --unique-cells",
        "rate --format json",
        "show --solution --svg {folder}/one.svg",
        "convert --turn 90 --mirror --unique --to xml",
        "generate --keep solution --seed 1 --format penpa",
        "generate --keep pieces --difficulty easy --symmetric --seed 1",
        "book --output {folder}/book.html",
    ],
)
def test_every_command_takes_a_board_with_missing_cells(command: str, tmp_path: Path) -> None:
    done = run(f"zet tectonic {command.format(folder=tmp_path)} samples/tectonic/missing.txt")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", sorted(CHECKED))
@pytest.mark.parametrize(
    "command",
    [
        "convert --to {} samples/tectonic/line.txt",
        "solve --format {} samples/tectonic/line.txt",
        "generate --board 5x7 --seed 1 --count 2 --format {}",
        "scan --to {} samples/tectonic/page.png",
    ],
)
def test_a_site_gets_the_only_solution(name: str, command: str) -> None:
    done = run(f"zet tectonic {command.format(name)}")
    assert (done.returncode, done.stderr) == (0, "")
    found = run("zet tectonic convert --to json", stdin=done.stdout).stdout.splitlines()
    puzzles = [{**json.loads(line), "notes": None} for line in found]
    assert len(puzzles) >= 2
    for puzzle in puzzles:
        solved = run("zet tectonic solve --format json", stdin=json.dumps({**puzzle, "solution": None}))
        assert json.loads(solved.stdout)["solution"] == puzzle["solution"]
        assert json.loads(solved.stdout)["unique"]


def test_a_site_gets_no_solution_of_several_and_the_one_of_the_document() -> None:
    several = "3x2:aabaab:1.1..."
    done = run("zet tectonic convert --to scl", stdin=several)
    assert (
        done.stderr
        == "-: record 1: at least 2 solutions, so puzzle sites cannot check the player's grid\n"
    )
    assert "solution" not in json.loads(done.stdout)["metadata"]
    [puzzle] = run("zet tectonic convert --to json", stdin=several).stdout.splitlines()
    told = {**json.loads(puzzle), "solution": [[4, 4, 4], [4, 4, 0]]}
    done = run("zet tectonic convert --to scl", stdin=json.dumps(told))
    assert json.loads(done.stdout)["metadata"]["solution"] == "44444?"


def test_a_fit_adds_estimates_and_reports_their_accuracy(tmp_path: Path) -> None:
    puzzles = run("zet tectonic generate --board 5x5 --count 40 --seed 1").stdout.splitlines()
    scores = [json.loads(line)["score"] for line in _rated(tmp_path, puzzles)]
    times = tmp_path / "times.txt"
    times.write_text("".join(f"{score / 2} {one}\n" for score, one in zip(scores, puzzles, strict=True)))
    done = run(f"zet tectonic rate --fit {times} --format json {tmp_path}/puzzles.txt")
    assert done.returncode == 0
    assert done.stderr.startswith("fitted to ")
    assert "; of the number of open cells: " in done.stderr
    for line, score in zip(done.stdout.splitlines(), scores, strict=True):
        assert json.loads(line)["seconds"] == pytest.approx(score / 2, rel=0.1)


def test_a_fit_needs_puzzles_that_have_solutions(tmp_path: Path) -> None:
    times = tmp_path / "times.txt"
    times.write_text("# Ann\n75.5 3x1:aaa:1.2\n12 3x2:aaabbb:......\n")
    done = run(f"zet tectonic rate --fit {times} samples/tectonic/three.xml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == f"Error: {times}: puzzle 2 has no solution"


def _rated(folder: Path, puzzles: list[str]) -> list[str]:
    path = folder / "puzzles.txt"
    path.write_text("\n".join(puzzles))
    return run(f"zet tectonic rate --format json {path}").stdout.splitlines()


def test_without_files_generate_reads_nothing() -> None:
    command = "zet tectonic generate --board 4x4 --seed 1"
    assert run(command, stdin="nonsense\n").stdout == run(command).stdout != ""
    assert run("zet tectonic generate - --seed 1", stdin="nonsense\n").returncode == 2


def test_a_drawing_in_a_pipe_is_named() -> None:
    drawn = run("zet tectonic show samples/tectonic/three.xml").stdout
    done = run("zet tectonic solve", stdin=drawn.partition("\n")[2])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("-: a drawing cannot be read as a puzzle; use `--format json` in a pipe\n")
    assert run("zet tectonic solve", stdin="text\n" * 9 + drawn).stderr.startswith(
        "-: no puzzle found in any known"
    )


GRID = "1 . 1\n. 3 .\n"
NO_SIZE = "expected a line with the number of rows and columns, such as '5x5', or the word 'begin'"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "hello\n",
            "no puzzle found in any known format; an example of a valid line is 3x2:aabaab:131...",
        ),
        (GRID, f"no puzzle found in any known format (tried as janko: {NO_SIZE})"),
        (
            "%PDF-1.7\n",
            "this is a picture or a PDF; only `zet tectonic scan` and `zet renju scan` read pictures",
        ),
    ],
)
def test_a_text_in_no_format_is_answered_with_what_to_type(text: str, reason: str) -> None:
    done = run("zet tectonic check", stdin=text)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"-: {reason}\n")


def test_the_puzzles_that_help_and_messages_show_are_read() -> None:
    for text in (FORMATS["line"].example, f"2x3\n{GRID}a a b\na a b\n"):
        assert answer("check", text)["status"] == "valid"
    assert FORMATS["line"].example in run("zet help tectonic").stdout


def test_only_a_puzzle_with_one_solution_is_rated() -> None:
    done = run("zet tectonic rate samples/tectonic/answers.txt")
    assert done.returncode == 1
    first, *others = [line.partition(", ")[2] for line in done.stdout.splitlines()]
    assert first.startswith("puzzle 1: easy, ")
    assert others == ["puzzle 2: invalid: at least 2 solutions", "puzzle 3: unsolvable: no solution"]
    done = run("zet tectonic rate --format json --nodes 1 samples/tectonic/answers.txt")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["status"] for one in found] == ["ok", "unknown", "unsolvable"]
    assert {(one["width"], one["height"]) for one in found} == {(3, 2)}
    assert [one["level"] for one in found] == ["easy", None, None]


def test_the_hardest_step_names_techniques_of_the_list() -> None:
    text = run("zet tectonic rate samples/tectonic/three.xml").stdout.splitlines()
    assert (
        "orthogonal pair 3x; hardest step: touching subset (listed as orthogonal pair), 2 places"
        in text[1]
    )
    assert "(listed" not in text[0] + text[2]
    made = run("zet tectonic generate --board 6x6 --count 60 --seed 3 | zet tectonic rate").stdout
    parts = [line.partition("; hardest step: ") for line in made.splitlines()]
    for used, _mark, hardest in parts:
        names = re.fullmatch(
            r"([a-z ]*?)(?: \(rounds of looking ahead: \d+\))?(?: \(listed as (.*)\))?(?:, .*)?",
            hardest.strip(")"),
        )
        assert names, hardest
        assert all(f"{name} " in used for name in (names[2] or names[1]).split(", ")), used
    assert sum("exclusion (listed as orthogonal pair" in hardest for *_parts, hardest in parts) > 3


def test_a_hardest_step_may_be_absent_from_the_list() -> None:
    """The list is of one way to solve a puzzle; this puzzle has another with an easier hardest step."""
    puzzle = zet.tectonic.dumps(zet.tectonic.generate(4, 4, seed=368))
    words = run("zet tectonic rate", stdin=puzzle).stdout
    assert "touching subset (by a route other than the one listed)" in words
    used, _mark, _hardest = words.partition("; hardest step: ")
    assert not {"touching", "orthogonal", "diagonal", "pair"} & {*used.split()}


def test_explain_with_a_page_names_it_instead_of_the_steps(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = run(f"zet tectonic explain --html {page} samples/tectonic/one.xml")
    assert done.stdout.count("\n") == 1
    assert done.stdout.endswith(f"; {page}\n")


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ("3x2:aabaab:3.1...", "but no solution contains the given in R1C1"),
        (
            "2x2:abcd:....",
            "whatever the givens; the pieces of R2C1 and R2C2 contradict each other",
        ),
        ("4x2:aabbaabb:4......4", "but the givens in R1C1 and R2C4 contradict each other"),
    ],
)
def test_check_names_the_givens_that_leave_no_solution(cells: str, words: str) -> None:
    done = run("zet tectonic check", stdin=cells)
    assert done.returncode == 1
    assert done.stdout.startswith("-, puzzle 1: invalid: no solution; ")
    assert done.stdout.endswith(f"{words}\n")
    for command in ("solve", "explain", "rate"):
        assert answer(command, cells)["status"] == "unsolvable"


def test_a_generation_that_fails_tells_what_came_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "MAX_TRIES", 60)
    command = "zet tectonic generate --board 3x3 --max-piece 4 --givens minimal --seed 3 --rating "
    found = re.fullmatch(
        r"-: record 1: none of 60 attempts produced a puzzle that meets the conditions: "
        r"60 with a level that --rating does not name \((\d+) easy, (\d+) medium, (\d+) hard\)\n",
        run(f"{command} extreme").stderr,
    )
    assert found
    levels = dict(zip(("easy", "medium", "hard"), map(int, found.groups()), strict=True))
    assert sum(levels.values()) == 60
    done = run(f"{command} extreme --format json")
    said = {"source": "-", "record": 1, "status": "unknown", "tries": 60, "levels": levels}
    assert (done.returncode, json.loads(done.stdout)) == (3, said)
    low, high = (run(f"{command} {scores}").stderr for scores in ("500-", "0-1"))
    most = re.search(r": 60 with a score below --rating \(highest: (\d+)\)\n", low)
    least = re.search(r": 60 with a score above --rating \(lowest: (\d+)\)\n", high)
    assert most
    assert least
    assert 1 < int(least[1]) < int(most[1]) < 500


def test_a_puzzle_without_a_solution_gets_no_hint() -> None:
    """A step follows from the given, but the puzzle has no solution."""
    done = run("zet tectonic solve --format json", stdin="3x2:aabaab:.2....\n")
    assert json.loads(done.stdout)["status"] == "unsolvable"
    for options in ("", " --trust", " --nodes 0"):
        done = run(f"zet tectonic hint --format json{options}", stdin="3x2:aabaab:.2....\n")
        found = json.loads(done.stdout)
        assert (found["status"], found["step"], done.returncode) == ("unsolvable", None, 1)


def test_an_answer_without_its_puzzle_is_answered_with_the_option_that_adds_it() -> None:
    solved = "zet tectonic solve --format json samples/tectonic/one.xml"
    done = run(f"{solved} | zet tectonic rate")
    reason = (
        "an answer without its puzzle; run the previous command with --with-puzzle to include the puzzle"
    )
    assert (done.returncode, done.stderr) == (2, f"-:1: {reason}\n")
    assert run(f"{solved} --with-puzzle | zet tectonic rate").returncode == 0


def test_whether_every_given_is_needed_may_stay_open() -> None:
    puzzle = "3x2:aabaab:131..."
    done = run("zet tectonic check --also minimal --nodes 0", stdin=puzzle)
    words = "a limit was reached before it was known whether every given is needed"
    assert done.stdout == f"-, puzzle 1: unknown: the only solution; {words}\n"
    found = answer("check --also minimal --nodes 0", puzzle)
    assert (found["status"], found["minimal"], found["redundant"]) == ("unknown", None, [])
    assert answer("check --also minimal", puzzle)["minimal"] is True


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        ("3x1:aab:1..", "the given in R1C1 can be left out"),
        ("2x1:aa:12", "any one of the givens in R1C1 and R1C2 can be left out"),
    ],
)
def test_superfluous_givens_are_named_once(puzzle: str, words: str) -> None:
    done = run("zet tectonic check --also minimal", stdin=puzzle)
    assert done.stdout == f"-, puzzle 1: not-minimal: the only solution; {words}\n"


@pytest.mark.parametrize("puzzle", ["1x1:a:.", "2x1:a#:..", "3x1:a#a:..."])
def test_a_board_without_lines_inside_pieces_is_drawn(puzzle: str, tmp_path: Path) -> None:
    """The path of the lines inside pieces would be empty, which a renderer refuses."""
    for command in ("show", "hint"):
        done = run(f"zet tectonic {command} --png p.png --force", stdin=puzzle, folder=tmp_path)
        assert (done.returncode, "internal" in done.stderr) == (0, False)
        assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
    assert (
        'd=""'
        not in run("zet tectonic show --svg p.svg && cat p.svg", stdin=puzzle, folder=tmp_path).stdout
    )


def test_only_a_name_of_a_folder_makes_a_folder(tmp_path: Path) -> None:
    """A mistyped folder of a file is an error, as for -o; a name without an extension is a new folder."""
    puzzle = (ROOT / "samples/tectonic/one.xml").read_text()
    done = run("zet tectonic show --svg new/a.svg", stdin=puzzle, folder=tmp_path)
    assert (done.returncode, done.stderr) == (2, "-: record 1: new/a.svg: No such file or directory\n")
    assert not list(tmp_path.iterdir())
    assert run("zet tectonic show --svg new", stdin=puzzle, folder=tmp_path).returncode == 0
    assert (tmp_path / "new/stdin-1.svg").exists()


def test_a_pattern_that_determines_nothing_has_a_code() -> None:
    done = run("zet tectonic generate - --keep pattern --format json", stdin="3x2:aabaab:1.1...")
    assert (done.returncode, json.loads(done.stdout)["code"]) == (1, "fixed-givens")
