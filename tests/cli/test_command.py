"""Commands as functions: their results become output and exit codes in a single place."""

import json
from pathlib import Path

import pytest

from zet.cli.command import CODES
from zet.cli.options import is_colored
from zet.cli.output import Outcome, Record, Renderer
from zet.cli.tectonic.solve import solve
from zet.engines.tectonic import Puzzle

RECORD = Record("p.txt", 3, Puzzle.build(2, 1, "aa", [1, 0]))


def written(name: str, found: Outcome) -> tuple[str | bytes, str, int]:
    _, text, code, message, _, _ = Renderer(name, "puzzle", CODES, color=False).render(RECORD, found)
    return text, message, code


@pytest.mark.parametrize(
    ("variables", "colored"),
    [
        ({"TERM": "xterm"}, True),
        ({}, True),
        ({"TERM": "dumb"}, False),
        ({"NO_COLOR": "", "TERM": "xterm"}, False),
    ],
)
def test_colors_are_for_terminals_that_have_them(
    variables: dict[str, str], colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert is_colored(None) == colored
    assert not is_colored(Path("file"))


def test_a_command_can_be_called() -> None:
    found = solve.answer(RECORD, count=2)
    assert found.status == "solved"
    assert callable(found.keys)
    assert found.keys()["solution"] == [[1, 2]]


def test_what_was_found_in_every_form() -> None:
    found = Outcome(
        "unsolvable", {"n": 1}, "no solution", lambda *, color, columns: f"board {color} {columns}\n"
    )
    text, message, code = written("json", found)
    keys = {"source": "p.txt", "record": 3, "status": "unsolvable", "n": 1}
    assert (json.loads(text), message, code) == (keys, "", 1)
    assert written("text", found) == ("p.txt, puzzle 3: no solution\nboard False None\n", "", 1)
    assert written("line", found) == ("", "p.txt: record 3: no solution", 1)


def test_an_own_format_says_what_it_cannot_hold_on_standard_error() -> None:
    found = Outcome(
        "unknown", {}, "unknown so far", serialize=lambda name: f"{name}\n", note="not unique"
    )
    assert written("line", found) == ("line\n", "p.txt: record 3: not unique", 3)


def test_what_is_not_written_is_not_made() -> None:
    def never(*_: object, **__: object) -> str:
        raise AssertionError

    assert written("json", Outcome("ok", {}, never, never, never))[2] == 0
    assert written("text", Outcome("ok", never, "", "", never))[2] == 0  # type: ignore[arg-type]
    assert written("line", Outcome("ok", never, never, never, lambda _: ""))[2] == 0  # type: ignore[arg-type]


def test_a_status_without_an_exit_code_is_a_bug() -> None:
    with pytest.raises(KeyError):
        written("text", Outcome("solvd"))
