"""An option means the same in every command that has it, and the same thing has one name."""

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest
from commands import commands_in, run

from docs.reference import meaning, options, value
from zet.cli.main import cli
from zet.cli.parameters import Command, CommandOption, holds

ROOT = Path(__file__).parents[2]
COMMANDS = dict(commands_in(cli))
OPTIONS = options()


APART = {"--all", "--schema"}
"""Options whose name means something else in one command."""


@pytest.mark.parametrize("name", sorted(OPTIONS.keys() - APART))
def test_an_option_means_the_same_everywhere(name: str) -> None:
    uses = OPTIONS[name]
    assert len({value(option) for option in uses.values()}) == 1
    assert len({option.type.to_info_dict()["param_type"] for option in uses.values()}) == 1
    assert len(meaning(uses).split()) > 2, {command: option.help for command, option in uses.items()}


def test_every_command_checks_the_conditions_of_its_options() -> None:
    assert not [name for name, command in COMMANDS.items() if not isinstance(command, Command)]


@pytest.mark.parametrize("name", COMMANDS)
def test_conditions_name_options_of_the_command(name: str) -> None:
    """Each condition can be evaluated: it names an option, its value, or an argument."""
    command = COMMANDS[name]
    context = command.make_context(name, [], resilient_parsing=True)
    for option in command.params:
        if isinstance(option, CommandOption):
            with context:
                for condition in (*option.requires, *option.conflicts):
                    holds(context, condition)


@pytest.mark.parametrize("spelling", ["--board 2x3", "--size 2x3", "--width 3 --height 2"])
def test_a_size_is_understood_in_every_spelling(spelling: str) -> None:
    assert run(f"zet tectonic generate --seed 1 {spelling}").stdout.startswith("3x2:")


@pytest.mark.parametrize("size", ["0x5", "5x101", "5"])
def test_a_board_of_another_size_is_refused(size: str) -> None:
    done = run(f"zet tectonic generate --board {size}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Invalid value for '--board': " in done.stderr


def test_the_same_thing_has_one_name() -> None:
    """Options with the same help are one, but for a word that they name themselves."""
    names = defaultdict(set)
    for name, uses in OPTIONS.items():
        for option in uses.values():
            names[option.help].add(name)
    assert not [several for several in names.values() if len(several) > 1]


def test_a_limit_is_there_in_both_units() -> None:
    """Who may give up after so many nodes may after some time, if the nodes are no part of the answer."""
    without = OPTIONS["--nodes"].keys() - OPTIONS["--time"].keys()
    assert without == {
        "match5 verify",
        "renju analyze",
        "renju book",
        "renju puzzle",
        "renju rules learn",
        "renju tune",
    }
    in_time = {"renju find", "renju rules match", "tectonic generate", "ttt play"}
    assert OPTIONS["--time"].keys() - OPTIONS["--nodes"].keys() == in_time


def test_older_spellings_are_not_shown_and_work() -> None:
    commands = ("ttt bestmove", "renju rules solve")
    shown = "".join(run(f"zet {command} --help").stdout for command in commands)
    assert "--max-level" in shown
    for older in ("--all ", "--seed-values", "--knowledge", "[PATH]"):
        assert older not in shown


def base(command: str, without: str) -> str:
    """Return the arguments of a command in one of its golden files."""
    for path in sorted((ROOT / "tests/golden").glob("*.txt")):
        line = path.read_text().partition("\n")[0].removeprefix("$ ")
        if line.startswith(f"zet {command} ") and not {"|", "json", "svg", "--lang", without} & {
            *line.split()
        }:
            return line.removeprefix(f"zet {command} ")
    return ""


ONLY_WITH = {
    "--alternate": "--games",
    "--alternatives": "--original-values",
    "--all-ways": "--why-not",
    "--border-width": "--svg",
    "--increment": "--game-time",
    "--line-width": "--svg",
    "--read-only": "--table",
    "--shading": "--svg",
    "--with-puzzle": "--format json",
}
"""Options that do nothing without another one, by what their helps say."""

LONELY = [
    (command, name, other)
    for name, other in ONLY_WITH.items()
    for command, option in OPTIONS[name].items()
    if other.split()[0] in {one for param in COMMANDS[command].params for one in param.opts}
]


@pytest.mark.parametrize(("command", "name", "other"), LONELY)
def test_an_option_that_would_do_nothing_is_refused(command: str, name: str, other: str) -> None:
    """It is refused where the one that it needs is missing, in every command that has both."""
    option = OPTIONS[name][command]
    given = base(command, other.split()[0]).replace(f" {name}", "")
    done = run(f"zet {command} {name}{'' if option.is_flag else ' 2'} {given}")
    assert (done.stdout, done.returncode) == ("", 2)
    assert f"Error: {option.opts[0]} goes only with {other}" in done.stderr


def test_every_help_that_names_what_an_option_needs_is_held_to_it() -> None:
    needed = {
        name: match[1]
        for name, uses in OPTIONS.items()
        for option in uses.values()
        if (match := re.match(r"With (--[a-z-]+): ", option.help or ""))
    }
    assert needed.items() <= ONLY_WITH.items()


@pytest.fixture(scope="module")
def puzzle() -> str:
    return run("zet tectonic generate --width 9 --height 9 --seed 3 --difficulty extreme").stdout


@pytest.mark.parametrize("command", ["explain", "hint", "rate"])
def test_a_person_s_way_has_limits(command: str, puzzle: str) -> None:
    free = run(f"zet tectonic {command}", stdin=puzzle)
    assert free.returncode == 0
    assert run(f"zet tectonic {command} --nodes 1000000 --time 100", stdin=puzzle).stdout == free.stdout
    done = run(f"zet tectonic {command} --time 0 --format json", stdin=puzzle)
    assert (json.loads(done.stdout)["status"], done.returncode) == ("unknown", 3)
    if command != "hint":  # whose first step needs no trial
        done = run(f"zet tectonic {command} --nodes 0", stdin=puzzle)
        assert "unknown" in done.stdout
        assert done.returncode == 3


def test_the_size_of_a_table_is_felt_without_a_file() -> None:
    nodes = [
        json.loads(run(f"zet walls {command} --format json", stdin="3x3:").stdout)["nodes"]
        for command in ("solve --extra-move", "solve --extra-move --table-size 1")
    ]
    assert nodes[0] < nodes[1]
    refused = run("zet walls search --algorithm alphabeta --table-size 1", stdin="3x3:")
    assert refused.stderr.endswith("--table-size does not go with --algorithm alphabeta\n")
