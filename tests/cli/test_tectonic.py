"""What `zet tectonic` does with what a player has filled in."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from commands import ROOT, run
from lxml import etree
from markup import Markup

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
    option = " --options" if text.startswith("<") else ""
    found = answer(f"check{option}", text)
    assert (found["status"], found["wrong"], found["wrong_notes"]) == ("wrong", WRONG, [])
    found = answer(f"hint{option}", text)
    assert (found["status"], found["wrong"], found["step"]) == ("wrong", WRONG, None)
    found = answer("explain --options", text)
    assert (found["status"], found["wrong"]) == ("solved", WRONG)
    assert found["solution"] == [[1, 3, 1], [2, 4, 2]]
    assert answer("explain --options --trust", text)["status"] == "unsolvable"
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
    assert (done.returncode, "--trust goes only with --options" in done.stderr) == (2, True)


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


@pytest.mark.parametrize("option", ["", "--brief"])
def test_a_page_holds_all_steps_and_asks_for_nothing_else(option: str, tmp_path: Path) -> None:
    name = "</script><b>me & you"
    record = answer("convert --to json", "3x2:aabaab:131...") | {"origin": name}
    file = tmp_path / "page.html"
    line = f"zet tectonic explain --format json {option} --html {file}"
    found = json.loads(run(line, stdin=json.dumps(record)).stdout)
    assert (found["file"], found["origin"]) == (str(file), name)
    page = Markup(file.read_text())
    assert name in page.texts
    assert [tag for tag, _ in page.tags].count("script") == 2
    data = json.loads(next(text for text in page.texts if text.startswith('{"width"')))
    left = [set(digits) for digits in data["start"]]
    for step in data["steps"]:
        for cell, *digits in step["quiet"] + step["struck"]:
            assert left[cell] >= set(digits)
            left[cell] -= set(digits)
        assert all(len(left[cell]) == 1 for cell in step["solved"])
        assert step["words"] in page.texts
    assert left == [{1}, {3}, {1}, {2}, {4}, {2}]
    assert len(data["steps"]) == len(found["steps"])
    for _tag, traits in page.tags:
        assert not {"src", "href", "action"} & traits.keys()


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
    assert colors["#14713d"] == 1
