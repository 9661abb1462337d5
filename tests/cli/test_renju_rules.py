"""`zet renju rules` beyond its golden files: rewritten files, folders, pictures, processes."""

import gzip
import json
from pathlib import Path

import pytest
from commands import run

from zet.formats.blanche import rule_set

MESSY = "p(X):-color(X,none),~q(X) % so\nq(X) :- color(X, white)\n"


def test_format_writes_files_anew(tmp_path: Path) -> None:
    first, second = tmp_path / "a.blanche", tmp_path / "b.blanche"
    first.write_text(MESSY)
    second.write_text("broken\n")
    checked = run(f"zet renju rules format --check {tmp_path}")
    assert (checked.stdout, checked.returncode) == (f"{first}: is not in the standard layout\n", 2)
    written = run(f"zet renju rules format --write {tmp_path}")
    assert written.stdout == f"{first}: rewritten\n"
    assert written.returncode == 2
    assert first.read_text() == "p(X) :-\n    color(X, none),\n    ¬q(X)  % so\nq(X) :- color(X, white)\n"
    assert second.read_text() == "broken\n"
    again = run(f"zet renju rules format --check {first}")
    assert (again.stdout, again.returncode) == ("", 0)


def test_format_reads_standard_input() -> None:
    done = run("zet renju rules format", stdin=MESSY)
    assert done.stdout.startswith("p(X) :-\n")
    assert run("zet renju rules format --check", stdin=done.stdout).returncode == 0
    refused = run("zet renju rules format --write", stdin=MESSY)
    assert (refused.stdout, refused.returncode) == ("", 2)


def test_a_rule_base_of_ones_own(tmp_path: Path) -> None:
    """The output of `show` is a complete rule base."""
    for name in ("cross-1", "double-cross-1"):
        (tmp_path / f"{name}.blanche").write_text(run(f"zet renju rules show {name}").stdout)
    one = tmp_path / "cross-1.blanche"
    done = run(
        f"zet renju rules check {one}; zet renju rules match --rules {one} samples/renju/rules.txt"
    )
    assert "0 errors, 0 warnings" in done.stdout
    assert done.stdout.count("cross-1 plays") == 2
    # Joined, they have each derivation twice; that changes no solution.
    match = "zet renju rules match --max-level 5 samples/renju/rules.txt"
    assert run(f"{match} --rules {tmp_path}").stdout == run(f"{match} --rules {one}").stdout


@pytest.mark.parametrize("options", ["--jobs 2 --format json", "--jobs 2 --all-solutions"])
def test_processes_give_the_same(options: str) -> None:
    command = "zet renju rules match --max-level 3 samples/renju/rules.txt "
    assert run(command + options).stdout == run(command + options.replace("--jobs 2", "")).stdout


def test_matches_are_drawn_into_a_folder(tmp_path: Path) -> None:
    done = run(
        f"zet renju rules match --svg {tmp_path} --format json samples/renju/rules.txt --max-level 5"
    )
    files = [file for line in done.stdout.splitlines() for file in json.loads(line)["files"]]
    assert len(files) == 9
    assert sorted(files) == sorted(map(str, tmp_path.iterdir()))
    assert b"Group1" in Path(files[0]).read_bytes()


def test_every_rule_can_be_shown() -> None:
    names = dict.fromkeys(rule.name for rule in rule_set("sound").rules)
    shown = run(" && ".join(f"zet renju rules show {name}" for name in list(names)[::3]))
    assert shown.returncode == 0
    assert shown.stdout.count("rule ") >= 5


def test_one_position_of_refuted_claims_is_shown_for_each_rule() -> None:
    lines = run("zet renju rules verify --rules thesis --walks 200 --seed 3").stdout.splitlines()
    refuted = [line for line in lines[:-1] if " refuted (" in line]
    assert len(refuted) == 3
    assert [lines[lines.index(line) + 1][:4] for line in refuted] == ["    "] * len(refuted)
    assert len([line for line in lines if line.startswith("    ")]) == len(refuted)


@pytest.mark.parametrize("options", ["", "--legality rules --black person --white person"])
def test_noire_plays_on_15x15_only(options: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = run(f"zet renju rules play --board 9x9 {options} --save {path}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("Error: NOIRE's rules are for a 15x15 board, not for a 9x9 board\n")
    assert not path.exists()


def test_a_rule_without_a_level_claims_nothing(tmp_path: Path) -> None:
    """Such a rule, which is a query, is left out, and a rule base of queries has nothing to check."""
    query = tmp_path / "query.blanche"
    query.write_text("rule stone\nplayer black\npremise color(Field1, black)\n")
    command = "zet renju rules verify --walks 20 --order thesis --rules"
    both, sound = run(f"{command} sound --rules {query}"), run(f"{command} sound")
    assert (both.stdout, both.returncode) == (sound.stdout, sound.returncode)
    alone = run(f"{command} {query}")
    assert (alone.stdout, alone.returncode) == ("", 2)
    assert alone.stderr == "there is nothing to check: a rule without a level claims no win\n"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("rules solve --max-level 99999999999999999999", "is not in the range 0<=x<=225"),
        ("rules experiment --levels 1,99999999999999999999", "one to ten levels up to 225"),
        ("rules experiment --levels 3,1", "'3,1' is not an ascending list"),
        ("rules experiment --levels 3,3", "'3,3' is not an ascending list"),
        ("rules bestmove --rule standard", "zet has no rules for standard go-moku"),
        ("rules experiment --svg missing/x.svg", "missing/x.svg: No such file"),
        ("rules experiment --svg README.md", "README.md exists; --force overwrites it"),
        ("rules learn --learned missing/x.blanche", "missing/x.blanche: No such file"),
        ("rules learn --jobs 2", "No such option"),
        ("rules format --check --write", "it cannot be combined with --write"),
        ("bestmove --depth 1", "No such option"),
        ("rules bestmove --own-worth 1,2,3", "not a list of four numbers"),
        ("rules solve --tree --legality rules", "proofs cannot be combined with --legality rules"),
        ("rules match --matches ways", "--matches ways requires --explain-miss"),
    ],
)
def test_refusals_of_noire(command: str, message: str) -> None:
    done = run(f"zet renju {command} samples/renju/problems.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize(
    "command", ["rules match", "rules verify", "rules learn", "rules solve", "rules experiment"]
)
def test_rules_that_grow_too_large_are_refused(command: str, tmp_path: Path) -> None:
    """Each of 16 derivations uses the previous derivation twice."""
    steps = "".join(f"p{n}(G) :- p{n - 1}(G), p{n - 1}(G)\n" for n in range(1, 16))
    rule = "rule large\nplayer white\nlevel 1\nmove F\npremise p15(G), in(F, G, 1, 5), color(F, none)\n"
    path = tmp_path / "large.blanche"
    path.write_text(f"p0(G) :- group(G, white, 1)\n{steps}{rule}")
    done = run(f"zet renju {command} --rules {path} </dev/null")
    assert done.returncode == 2
    assert done.stderr == "the rules have more than 20000 literals when expanded\n"


def test_a_set_is_taken_out_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    done = run(f"zet renju rules copy sound {folder} --format json")
    files = [Path(json.loads(line)["file"]) for line in done.stdout.splitlines()]
    assert files == sorted(folder.iterdir())
    assert (rule_set(str(folder)).rules, done.returncode) == (rule_set("sound").rules, 0)
    files[0].write_text("mine")
    refused = run(f"zet renju rules copy sound {folder}")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--force overwrites it" in refused.stderr
    assert files[0].read_text() == "mine"
    assert run(f"zet renju rules copy sound {folder} --force").returncode == 0
    assert rule_set(str(folder)).derivations == rule_set("sound").derivations


@pytest.mark.parametrize("folder", ["missing/mine", "README.md", "/proc/mine"])
def test_a_set_is_not_taken_where_it_cannot_be_written(folder: str) -> None:
    done = run(f"zet renju rules copy sound {folder}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr


ADDED = (
    "rule {name}\nplayer white\nlevel {level}\nmove Field1\n"
    "premise white.open.two(Group1), in(Field1, Group1, 2, 4), empty(Field1)\n"
)


def test_a_file_to_be_added_is_checked_with_the_set(tmp_path: Path) -> None:
    """Only faults of the added file are reported, and errors that arise in the set."""
    file = tmp_path / "added.blanche"
    file.write_text("spare(X) :- empty(X)\n" + ADDED.format(name="t-threat", level=3))
    alone, added = (run(f"zet renju rules check {rules} {file}") for rules in ("", "--rules sound"))
    assert (alone.returncode, added.returncode) == (1, 0)
    assert "unknown predicate `white.open.two/1`" in alone.stdout
    assert "no rule uses `spare/1`" in added.stdout
    assert "white has another rule named t-threat" in added.stdout
    assert added.stdout.count(str(file)) == added.stdout.count("\n")
    file.write_text("empty(X) :- circle(X)\ncircle(X) :- empty(X)\n")
    assert "recursion" in run(f"zet renju rules check --rules sound {file}").stdout


def test_nothing_checked_is_no_pass(tmp_path: Path) -> None:
    file = tmp_path / "added.blanche"
    file.write_text("% nothing\n")
    done = run(f"zet renju rules check {file}")
    assert (done.returncode, done.stderr) == (
        2,
        f"{file}: the rule base contains neither rules nor derivations\n",
    )
    verify = "zet renju rules verify --walks 3 --format json"
    done = run(verify)
    statuses = {json.loads(line)["status"] for line in done.stdout.splitlines()}
    assert (done.returncode, statuses) == (3, {"ok", "unchecked"})
    done = run(f"{verify} --only double-cross-2")
    assert json.loads(done.stdout)["status"] == "unchecked"
    assert done.returncode == 2
    assert "nothing was checked" in done.stderr


def test_the_claims_of_one_rule_are_those_that_it_makes_beside_the_others(tmp_path: Path) -> None:
    file = tmp_path / "added.blanche"
    file.write_text(ADDED.format(name="two", level=5))
    verify = f"zet renju rules verify --walks 30 --format json --rules sound --rules {file}"
    every = [json.loads(line) for line in run(verify).stdout.splitlines()]
    (only,) = [json.loads(line) for line in run(f"{verify} --only two").stdout.splitlines()]
    assert only == every[-1]
    assert (only["rule"], only["status"]) == ("two", "refuted")
    for example in only["examples"]:
        assert example["answer"] != example["move"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--black noire --white best --legality rules", "cannot be combined with the player best"),
        ("--black person --white person --rules sound", "--rules requires the player noire"),
        ("--black person --white person --legality rules --depth 1", "requires the player noire"),
        ("--black best --white best --check-nodes 1", "requires the player noire"),
    ],
)
def test_refusals_of_other_rules_in_a_game(options: str, message: str) -> None:
    done = run(f"zet renju rules play {options}", stdin="")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_faults_are_those_of_their_own_file(tmp_path: Path) -> None:
    """The faults of two rule bases with the same text are separate; each names its own file."""
    text = "rule none\nplayer white\nlevel 5\nmove Field1\npremise color(Field2, none)\n"
    for name in ("a", "b"):
        (tmp_path / f"{name}.blanche").write_text(text)
    done = run(f"zet renju rules check {tmp_path}/a.blanche {tmp_path}/b.blanche")
    lines = [line for line in done.stdout.splitlines() if "Field1" in line]
    assert [line.split(":")[0] for line in lines] == [f"{tmp_path}/{name}.blanche" for name in "ab"]


NAMES_A_STONE = """\
rule taken
player white
level 3
move Field1
premise
    group(Group1, white, 3),
    in(Field1, Group1, 1, 5),
    color(Field1, white)
"""


def test_a_rule_may_name_a_point_with_a_stone(tmp_path: Path) -> None:
    """The claims of such a rule are false, and NOIRE plays another move."""
    path = tmp_path / "taken.blanche"
    path.write_text(NAMES_A_STONE)
    position = "h8i8/h10i10j10 white\n"
    verify = f"zet renju rules verify --rules {path} --walks 0 --positions - --format json"
    line = json.loads(run(verify, stdin=position).stdout)
    assert (line["status"], line["checked"], line["true"]) == ("refuted", 1, 0)
    assert line["examples"][0]["answer"] is None
    done = run(f"zet renju rules bestmove --rules {path} --nodes 100 --format json", stdin=position)
    assert json.loads(done.stdout)["status"] == "ok"


def test_learned_rules_need_derivations(tmp_path: Path) -> None:
    path = tmp_path / "taken.blanche"
    path.write_text(NAMES_A_STONE)
    done = run(f"zet renju rules learn --rules {path} --walks 0 samples/renju/problems.txt")
    assert done.returncode == 2
    reason = "a learned rule needs the derivations of the shipped set `sound`"
    assert done.stderr == f"{path}: {reason}: unknown predicate `black.three/1`\n"


CLAIM = """rule wrong
player black
level 3
move Field1
premise group(Group1, black, 2), in(Field1, Group1, 1, 5), color(Field1, none)
"""


@pytest.mark.parametrize("options", ["--defenses tree --format json", "--format proof"])
def test_a_win_that_the_rules_claim_and_nobody_can_prove_is_unknown(tmp_path: Path, options: str) -> None:
    (tmp_path / "wrong.blanche").write_text(CLAIM)
    solve = "zet renju rules solve --rules wrong.blanche"
    claimed = run(f"{solve} --format json", stdin="h8i8/a1b3 black", folder=tmp_path)
    assert (json.loads(claimed.stdout)["status"], claimed.returncode) == ("win", 0)
    done = run(f"{solve} {options}", stdin="h8i8/a1b3 black", folder=tmp_path)
    assert done.returncode == 3
    if "json" in options:
        found = json.loads(done.stdout)
        assert (found["status"], found["line"], found["tree"]) == ("unknown", ["e8"], None)
    else:
        assert (done.stdout, "no proof was found" in done.stderr) == ("", True)


def test_a_rule_base_may_be_packed(tmp_path: Path) -> None:
    path = tmp_path / "rules.gz"
    path.write_bytes(gzip.compress(CLAIM.encode()))
    assert run(f"zet renju rules check {path}").returncode == 0
    path.write_bytes(path.read_bytes()[:-20])
    done = run(f"zet renju rules check {path}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"{path}: ")
