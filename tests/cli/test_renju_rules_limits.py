"""Rules with a very large number of solutions."""

import json
from pathlib import Path

import pytest
from commands import run

RULE = "rule all\nplayer black\nlevel 7\nmove A\npremise "
TWO = RULE + "color(A, none), color(B, none)\n"
FIVE = RULE + ", ".join(f"color({field}, none)" for field in "ABCDE") + ", last.move(A)\n"


@pytest.mark.parametrize(
    ("text", "options", "limit", "n"),
    [
        (TWO, "--all", "solutions", 10_000),
        (TWO, "--all --most 7", "solutions", 7),
        (FIVE, "--all --most 99999999 --time 0.01", "time", None),
        (FIVE, "--explain-miss all --time 0.1", "time", None),
        (FIVE, "--explain-miss all --all-ways --time 0.1", "time", None),
        (TWO, "--explain-miss all --all-ways --most 50", "ways", None),
    ],
)
def test_limits(tmp_path: Path, text: str, options: str, limit: str, n: int | None) -> None:
    rules = tmp_path / "all.blanche"
    rules.write_text(text)
    done = run(f"echo h8i9 | zet renju rules match --format json --rules {rules} {options}")
    (found,) = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, found["status"], found["limit"]) == (3, "unknown", limit)
    assert n is None or len(found["matches"]) == n
