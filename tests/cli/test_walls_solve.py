"""`zet walls solve`: the progress that it reports."""

import json

from commands import run


def test_bounds_are_said_as_soon_as_they_are_proved() -> None:
    done = run("zet walls solve --extra-move --verbose --nodes 45000", stdin="3x3:")
    assert "value from -9 to -3, as far as the limit allowed" in done.stdout
    said = [line.partition(": record 1: ")[2].rpartition(",")[0] for line in done.stderr.splitlines()]
    assert said[:4] == [f"value from -9 to {high}" for high in ("+5", "+3", "-1", "-3")]
    assert "value from" not in run("zet walls solve --extra-move", stdin="2x2:").stderr


def test_of_the_bounds_of_symmetries_the_best_is_said() -> None:
    """The half turn proves at most -1, the reflections in the diagonals at most -3."""
    text = run("zet walls solve", stdin="3x3:").stdout
    assert "value -3 (counting only boxes not yet taken): the second player wins 3:6" in text
    assert [line[:12] for line in text.splitlines() if "at most" in line] == ["  at most -3"]


def test_the_best_of_the_positions_after_each_move_is_the_value() -> None:
    for board, rule in ("2x2", ""), ("2x3", ""), ("2x2", " --extra-move"):
        moves = f"zet walls new --board {board}{rule} | zet walls move --each"
        positions = run(moves).stdout
        assert positions.count("\n") == {"2x2": 2, "2x3": 6}[board]
        found = run("zet walls solve --format json", stdin=positions).stdout.splitlines()
        whole = run(f"zet walls new --board {board}{rule} | zet walls solve --format json").stdout
        assert max(-json.loads(line)["value"] for line in found) == json.loads(whole)["value"]


def test_each_move_of_a_position_with_a_fault() -> None:
    command, stdin = 'zet walls move --each --play "[0,1]"', "1x1: [0,1]\n1x1:\nnonsense\n1x1:\n"
    done = run(command, stdin=stdin)
    assert done.returncode == 2
    assert done.stdout == "1x1: [0,1] [1,0]\n1x1: [0,1] [2,1]\n" * 2
    assert done.stderr.splitlines()[0].startswith("-: record 1: --play, ")
    assert done.stderr.splitlines()[1].startswith("-:3: ")


def test_without_theory_no_symmetry_is_a_reason() -> None:
    for given, symmetry in (("", True), (" --no-theory", False)):
        command = f"zet walls solve --nodes 10{given}"
        found = json.loads(run(f"{command} --format json", stdin="2x3:").stdout)
        assert bool(found["reasons"]) is symmetry
        assert ("image under" in run(command, stdin="2x3:").stdout) is symmetry
        assert found["bounds"] == ([0, 6] if symmetry else [-6, 6])
