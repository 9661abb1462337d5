"""`zet help` and `--help` show the same text for every command."""

import re
from pathlib import Path

import pytest
from commands import commands_in, run

from zet.cli.main import GAMES, cli

GROUPS = ["", *GAMES, "renju rules"]


@pytest.mark.parametrize("name", [*GROUPS, *dict(commands_in(cli))])
def test_help_of_a_command_is_that_of_its_option(name: str) -> None:
    by_name, by_option = run(f"zet help {name}"), run(f"zet {name} --help")
    assert by_name.stdout == by_option.stdout
    assert by_name.stdout.startswith(f"Usage: {' '.join(['zet', *name.split()])} [OPTIONS]")
    assert (by_name.returncode, by_name.stderr) == (0, "")
    own = re.search("\nOptions:\n((?:  .*\n)+)", by_name.stdout)
    assert not own or own.group(1).count("\n") <= 25, "shorten or fold the command's own options"


def test_help_of_zet_names_what_there_is() -> None:
    help_ = run("zet help").stdout
    for name in cli.names:
        assert f"\n  {name} " in help_


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("nosuch", "No such command 'nosuch'."),
        ("tectonic nosuch", "No such command 'nosuch'."),
        ("ttt solve x", "zet ttt solve has no commands"),
        ("--schema walls", "name a command of zet walls, as in `zet help --schema tectonic solve`"),
        ("--lang nl ttt solve x", "zet ttt solve heeft geen opdrachten"),
    ],
)
def test_help_of_what_is_no_command_is_refused(words: str, reason: str) -> None:
    done = run(f"zet help {words}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f": {reason}\n")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["help", "t"], ["tectonic", "ttt"]),
        (["help", "renju", "rules", "l"], ["learn", "list"]),
        (["help", "ttt", "solve", ""], []),
        (["help", "nosuch", ""], []),
    ],
)
def test_names_after_help_are_completed(words: list[str], names: list[str]) -> None:
    line = f"COMP_WORDS='{' '.join(['zet', *words])}' COMP_CWORD={len(words)}"
    found = run(f"{line} _ZET_COMPLETE=bash_complete zet").stdout.split()
    assert found == [f"plain,{name}" for name in names]


def test_commands_that_help_refers_to_exist() -> None:
    known = {*GROUPS, *dict(commands_in(cli)), "help"}
    named = {
        (name, words)
        for name, command in commands_in(cli)
        for words in re.findall(r"`zet ([^`]+)`", " ".join((command.help or "").split()))
    }
    assert ("tectonic show", "tectonic explain --html") in named
    for name, words in named:
        command = words.removeprefix("help ").partition(" --")[0]
        assert command in known, (name, words)


def test_no_help_shows_the_signs_of_its_layout() -> None:
    assert not [name for name, command in commands_in(cli) if "\\" in (command.help or "")]


@pytest.mark.parametrize(
    ("line", "proposed"),
    [
        ("renju anal", "analyze"),
        ("help renju anal", "analyze"),
        ("tectnic solve", "tectonic"),
        ("renju rules expriment", "experiment"),
        ("rate", "tectonic rate"),
        ("solve", "renju solve or tectonic solve or ttt solve or walls solve"),
    ],
)
def test_an_unknown_command_is_answered_with_similar_ones(line: str, proposed: str) -> None:
    done = run(f"zet {line}")
    word = next(word for word in line.split() if word not in ("help", "renju", "rules"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"Error: No such command {word!r}; did you mean {proposed}?\n")


@pytest.mark.parametrize(
    ("line", "end"),
    [
        (
            "tectonic show --html x.html",
            "No such option '--html'; it is an option of zet tectonic explain",
        ),
        ("renju rules list --matches all", "; it is an option of zet renju rules match"),
        ("ttt show --nosuch", "No such option '--nosuch'."),
    ],
)
def test_an_option_of_another_command_leads_to_that_command(line: str, end: str) -> None:
    done = run(f"zet {line}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"{end}\n")


def test_an_unknown_option_is_not_taken_for_a_command() -> None:
    done = run("zet renju --sollve")
    assert done.returncode == 2
    assert "No such option '--sollve'." in done.stderr


def test_the_short_option_of_the_version() -> None:
    assert run("zet -V").stdout == run("zet --version").stdout


@pytest.mark.parametrize("name", ["", *GAMES])
def test_help_ends_with_an_example_that_works(name: str, tmp_path: Path) -> None:
    example = run(f"zet help {name}").stdout.rstrip("\n").rpartition("\n")[2].removeprefix("Example: ")
    typed, bar, command = example.rpartition(" | ")
    done = run(command, stdin=typed.removeprefix("echo "), folder=tmp_path)
    assert (done.returncode, done.stderr, bool(bar)) == (0, "", name != "match5")
    assert done.stdout
