"""The weights of the player: their files, the commands that use them, and their training."""

import gzip
import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgpack
import pytest
from commands import run

from zet.engines.renju.constants import RULES, SHAPES
from zet.engines.renju.weights import N_SETS, NETWORK, SIZES, Network, by_hand
from zet.formats.errors import FormatError
from zet.formats.renju.weights import LEARNED, dumps, learned, loads
from zet.formats.renju.weights_json import dumps as as_json, of_dict

ZERO = {name: [0] * size for name, (size, _) in NETWORK.items()}

FEW = "--games 26 --rounds 2 --nodes 20"


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of weights for the standard rule, trained on a few games."""
    path = tmp_path_factory.mktemp("tune") / "few.msgpack"
    done = run(f"zet renju tune {path} --rule standard {FEW} --seed 7")
    assert done.returncode == 0
    return path


@pytest.mark.parametrize("rule", RULES)
def test_the_weights_that_come_with_zet(rule: str) -> None:
    """The shipped weights are complete, and each format represents all of them."""
    weights = learned(rule)
    assert weights.rule == rule
    assert [len(numbers) for numbers in weights.sets] == [*SIZES] * (N_SETS[rule] // 2)
    assert (LEARNED / f"{rule}.msgpack").read_bytes() == dumps(weights)
    both_ways = f"zet renju weights convert {rule} | zet renju weights convert --to json"
    assert run(both_ways).stdout == run(f"zet renju weights convert {rule} --to json").stdout


def test_the_same_seed_learns_the_same(tuned: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.msgpack"
    done = run(f"zet renju tune {path} --rule standard {FEW} --seed 7 --jobs 2 --format json")
    assert path.read_bytes() == tuned.read_bytes()
    first, last = map(json.loads, done.stdout.splitlines())
    made = loads(path.read_bytes(), "-").made
    assert made
    assert (made.rounds, made.games, made.nodes, made.seed) == (2, 26, 20, 7)
    assert (first["games"], last["games"], last["positions"]) == (26, 52, made.positions)
    assert 0 < first["loss"] < 0.7  # a half for each side would be 0.693
    assert "network" not in first
    assert 0 < last["network"] < 1
    assert len(loads(path.read_bytes(), "-").networks) == 1


def test_the_extension_chooses_the_format(tuned: Path, tmp_path: Path) -> None:
    path = tmp_path / "few.json.gz"
    assert run(f"zet renju tune {path} --rule standard {FEW} --seed 7").returncode == 0
    done = run(f"zet renju weights convert {tuned} --format json")
    assert gzip.decompress(path.read_bytes()).decode() == done.stdout


def test_a_file_that_is_there_stays(tuned: Path) -> None:
    before = tuned.read_bytes()
    done = run(f"zet renju tune {tuned} {FEW}")
    assert done.returncode == 2
    assert done.stderr == f"Error: {tuned} exists; --force overwrites it\n"
    assert tuned.read_bytes() == before


def test_players_play_by_the_weights_of_a_file(tuned: Path) -> None:
    """A file of weights applies to its own rule; the engine uses those for the manager's rule."""
    line = "echo h8i9g7 | zet renju bestmove --nodes 500 --rule standard --format json"
    usual, other = run(line), run(f"{line} --weights {tuned}")
    assert json.loads(usual.stdout)["value"] != json.loads(other.stdout)["value"]
    assert run(f"{line} --weights standard").stdout == usual.stdout
    refused = run(f"echo h8 | zet renju bestmove --rule renju --weights {tuned}")
    assert refused.stderr == f"Error: {tuned}: the weights are for standard, not for renju\n"
    talk = "INFO max_depth 1\nINFO rule 0\nSTART 15\nBOARD\n7,7,1\n8,8,2\n6,6,1\nDONE\n"
    told = [run(f"zet renju engine {option}", stdin=talk).stdout for option in ("", f"--weights {tuned}")]
    kept = [[line for line in text.splitlines() if not line.startswith("MESSAGE")] for text in told]
    assert kept[0] == kept[1]  # rule 0 is freestyle
    played = [
        run(
            f"zet renju play --white person --rule standard --nodes 200 {option}", stdin="i8\ng10\n"
        ).stdout
        for option in ("", f"--weights {tuned}")
    ]
    assert played[0] != played[1]
    assert run(f"zet renju rules play --black noire --white person --weights {tuned}").returncode == 2
    match = run(f"zet renju match zet zet,weights={tuned} --rule standard --games 2 --nodes 200")
    assert f"zet - zet,weights={tuned}: 2 games" in match.stdout
    assert run(f"zet renju match zet zet,weights={tuned}").returncode == 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "match5"}, 'not a file of weights: the value of format must be "renju-weights"'),
        ({"version": 1}, "version 1 is not supported, only version 2"),
        ({"rule": "go"}, "rule must be one of renju, freestyle, standard, not 'go'"),
        ({"rule": "renju"}, "sets must be 4 lists for renju"),
        ({"sets": [[1], [2]]}, f"set 1 must be a list of {SIZES[0]} numbers"),
        (
            {"sets": [[0] * SIZES[0], [True] * SIZES[1]]},
            "set 2, number 1: True is not a whole number from -32767",
        ),
        ({"networks": [{}, {}]}, "networks must be a list of 1 networks for standard"),
        ({"networks": {}}, "networks must be a list of 1 networks for standard"),
        ({"networks": [3]}, f"network 1: lines must be a list of {NETWORK['lines'][0]} numbers"),
        ({"networks": [ZERO | {"second": [1]}]}, "network 1: second must be a list of 17 numbers"),
        (
            {"networks": [ZERO | {"biases": [2**26 + 1, *[0] * 15]}]},
            "network 1: biases must be whole numbers from -67108864 to 67108864",
        ),
        ({"networks": [ZERO | {"second": [True, *[0] * 16]}]}, "network 1: second must be whole numbers"),
        (
            {"made": {"rounds": 1}},
            "invalid field `made`: games must be a whole number from 0 to 18446744073709551615, not None",
        ),
        (
            {"made": 3},
            "invalid field `made`: rounds must be a whole number from 0 to 18446744073709551615",
        ),
    ],
)
def test_what_is_no_file_of_weights(change: dict[str, object], reason: str) -> None:
    data = json.loads(run("zet renju weights convert standard --to json").stdout)
    done = run("zet renju weights inspect", stdin=json.dumps(data | change))
    assert done.returncode == 2
    assert done.stderr.startswith(f"-: {reason}")
    assert done.stderr.count("\n") == 1


def test_a_damaged_file_is_refused() -> None:
    """If any byte is changed, the file is refused or has the same meaning."""
    data = dumps(by_hand("freestyle"))
    for at in range(0, len(data), 7):
        damaged = data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]
        with suppress(FormatError):
            assert loads(damaged, "-") == by_hand("freestyle")
    with pytest.raises(FormatError, match="not msgpack"):
        loads(data[:-1], "-")


@pytest.mark.parametrize("rule", RULES)
def test_networks_in_each_format(rule: str) -> None:
    """Numbers at their bounds are preserved, and a changed number is detected."""
    bounds = [(-most, *[0] * (size - 2), most) for size, most in NETWORK.values()]
    weights = replace(by_hand(rule), networks=(Network(*bounds),) * (N_SETS[rule] // 2))
    data = dumps(weights)
    assert loads(data, "-") == weights
    value = msgpack.unpackb(data)
    assert of_dict(json.loads(as_json(weights))) == weights
    value["networks"][-1]["first"][5] = 1
    with pytest.raises(FormatError, match="checksum"):
        loads(msgpack.packb(value), "-")


def test_inspect_shows_each_shape(tuned: Path) -> None:
    found = json.loads(run(f"zet renju weights inspect {tuned} --format json").stdout)
    assert (found["rule"], found["made"]["seed"], len(found["sides"])) == ("standard", 7, 1)
    assert found["networks"] == 1
    (side,) = found["sides"]
    values = loads(tuned.read_bytes(), "-").sets[0]
    assert [row["shape"] for row in side["shapes"]] == list(SHAPES)
    assert [row["value"] for row in side["shapes"]] == [values[n * (n + 1) // 2] for n in range(16)]
    assert side["turn"] == values[SIZES[1]]
