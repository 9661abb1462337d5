"""`zet walls solve`: what it says while it works."""

from commands import run


def test_bounds_are_said_as_soon_as_they_are_proved() -> None:
    done = run("zet walls solve --extra-move --verbose --nodes 40000", stdin="3x3:")
    assert "value from -9 to -3, as far as the limit let it" in done.stdout
    said = [line.partition(": record 1: ")[2].rpartition(",")[0] for line in done.stderr.splitlines()]
    assert said[:2] == ["value from -9 to -1", "value from -9 to -3"]
    assert "value from" not in run("zet walls solve --extra-move", stdin="2x2:").stderr
