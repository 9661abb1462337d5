"""An option means the same in every command that has it, and each concept has one option name."""

import json
import re
from collections import defaultdict
from pathlib import Path

import click
import pytest
from commands import commands_in, run

from docs.reference import meaning, options, value
from zet.cli.main import cli
from zet.cli.parameters import Command, CommandOption, KeyedOption, holds

ROOT = Path(__file__).parents[2]
COMMANDS = dict(commands_in(cli))
OPTIONS = options()


APART = {"--schema"}
"""Options whose name means something else in one command."""


@pytest.mark.parametrize("name", sorted(OPTIONS.keys() - APART))
def test_an_option_means_the_same_everywhere(name: str) -> None:
    uses = OPTIONS[name]
    own = [option for option in uses.values() if option.expose_value]
    assert len({value(option).partition("|")[0] for option in own}) <= 1
    assert len({option.type.to_info_dict()["param_type"] for option in own}) <= 1
    assert len(meaning(uses).split()) > 2, {command: option.help for command, option in uses.items()}


def test_every_command_checks_the_conditions_of_its_options() -> None:
    assert not [name for name, command in COMMANDS.items() if not isinstance(command, Command)]


@pytest.mark.parametrize("name", COMMANDS)
def test_conditions_name_options_of_the_command(name: str) -> None:
    """Each condition can be evaluated: it names an option, its value, or an argument."""
    command = COMMANDS[name]
    context = command.make_context(name, [], resilient_parsing=True, **cli.context_settings)
    for option in command.params:
        if isinstance(option, CommandOption):
            with context:
                for condition in (*option.requires, *option.conflicts):
                    holds(context, condition)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_option_has_a_parameter_of_its_own(name: str) -> None:
    """Of two options with the same parameter, one would set the other."""
    names = [option.name for option in COMMANDS[name].params]
    assert sorted(names) == sorted({*names})


@pytest.mark.parametrize("name", COMMANDS)
def test_an_option_with_one_value_is_refused_if_it_is_repeated(name: str) -> None:
    """The last value would win silently."""
    for option in COMMANDS[name].params:
        if isinstance(option, click.Option) and not (option.multiple or option.is_flag):
            assert isinstance(option, CommandOption)
            for spelling in option.all_spellings:
                command = COMMANDS[name]
                with pytest.raises(click.UsageError, match="is given twice"):
                    command.make_context(name, [spelling, "1", spelling, "2"], **cli.context_settings)


@pytest.mark.parametrize(
    "words",
    [
        "tectonic generate --rating medium --rating 115-150",
        "tectonic solve --count all --count 3",
        "renju solve --defenses tree --defenses graph",
        "renju show --line 2 --select line=3",
        "renju find --count-by rule,color,rule",
    ],
)
def test_words_and_values_of_an_option_are_refused_together(words: str) -> None:
    done = run(f"zet {words}", stdin="")
    assert done.returncode == 2
    assert done.stderr.endswith(" is given twice\n")


@pytest.mark.parametrize("words", ["line=2 --select line=all", "line=all --select line=2"])
def test_one_line_and_all_lines_are_refused_together(words: str) -> None:
    """All lines would be read, and the number of the line ignored."""
    done = run(f"zet renju show --select {words}", stdin="")
    assert done.returncode == 2
    assert done.stderr.endswith("--select line cannot be combined with --select line=all\n")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--jobs foo", "'foo' is neither a whole number nor ADDRESS[,timeout=S]"),
        ("--count two", "'two' is neither a whole number nor all"),
        ("--nodes 1.5", "'1.5' is not a whole number"),
        ("--time x", "'x' is not a number"),
        ("--time nan", "expected a number, not NaN"),
    ],
)
def test_a_value_that_is_no_number_is_refused_in_plain_words(words: str, reason: str) -> None:
    done = run(f"zet tectonic solve {words} samples/tectonic/one.xml")
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.endswith(f": {reason}\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_choices_are_accepted_in_any_case(name: str) -> None:
    for option in COMMANDS[name].params:
        if isinstance(option.type, click.Choice):
            for word in option.type.choices:
                assert option.type.convert(str(word).upper(), option, None) == word


def test_a_level_is_accepted_in_any_case() -> None:
    line = "zet tectonic generate --board 4x4 --seed 1 --rating"
    assert run(f"{line} Easy").stdout == run(f"{line} easy").stdout != ""


@pytest.mark.parametrize("spelling", ["--board 2x3", "--size 2x3", "--width 3 --height 2"])
def test_a_size_is_understood_in_every_spelling(spelling: str) -> None:
    assert run(f"zet tectonic generate --seed 1 {spelling}").stdout.startswith("3x2:")


@pytest.mark.parametrize("size", ["0x5", "5x101", "5"])
def test_a_board_of_another_size_is_refused(size: str) -> None:
    done = run(f"zet tectonic generate --board {size}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Invalid value for '--board': " in done.stderr


def test_the_same_thing_has_one_name() -> None:
    """Options with the same help have the same name."""
    names = defaultdict(set)
    for name, uses in OPTIONS.items():
        for option in uses.values():
            names[option.help].add(name)
    assert not [several for several in names.values() if len(several) > 1]


def test_a_limit_is_there_in_both_units() -> None:
    """A command with --nodes also has --time, except where the result depends on the number of nodes."""
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


KEYED = [
    (name, option.opts[0], key, hidden)
    for name, command in COMMANDS.items()
    for option in command.params
    if isinstance(option, KeyedOption)
    for key, hidden in option.keys.items()
]


@pytest.mark.parametrize(("name", "spelling", "key", "hidden"), KEYED)
def test_a_key_is_another_spelling_of_a_hidden_option(
    name: str, spelling: str, key: str, hidden: CommandOption
) -> None:
    def parsed(*words: str) -> dict[str, object]:
        context = click.Context(
            COMMANDS[name], info_name=name, resilient_parsing=True, **cli.context_settings
        )
        with context:
            click.Command.parse_args(COMMANDS[name], context, [*words])
        return context.params

    older = next(one for one in reversed(hidden.all_spellings) if one.startswith("--"))
    if hidden.is_flag:
        assert parsed(spelling, key) == parsed(older)
        assert parsed(older)[hidden.name or ""] is True
        return
    is_word = isinstance(hidden.type, click.Choice) and key in hidden.type.choices
    value = next(iter(hidden.type.choices)) if isinstance(hidden.type, click.Choice) else "4"
    value = key if is_word else value
    assert parsed(spelling, key if is_word else f"{key}={value}") == parsed(older, value) != parsed()


def test_an_unknown_key_is_refused() -> None:
    for text in ("width=2", "font", "shading=x"):
        done = run(f"zet renju show --style {text} --svg x.svg samples/renju/game.pos")
        assert (done.stdout, done.returncode) == ("", 2)
        assert "Error: Invalid value for '--style" in done.stderr
    done = run("zet renju show --style width=2 samples/renju/game.pos")
    assert "'width=2' is not one of line-width=, font=, shading\n" in done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_the_options_of_a_command_fit_25_lines(name: str) -> None:
    """At a width of 80 columns, without the shared options, which follow in their sections."""
    shown = run(f"zet help {name}").stdout.partition("\nOptions:\n")[2].partition("\n\n")[0]
    assert shown.count("\n") < 25


def test_older_spellings_are_not_shown_and_work() -> None:
    commands = ("ttt bestmove", "renju rules solve")
    shown = "".join(run(f"zet {command} --help").stdout for command in commands)
    assert "--max-level" in shown
    for older in ("--all ", "--seed-values", "--original-values", "--knowledge", "--graph", "[PATH]"):
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
    "--increment": "--game-time",
    "--read-only": "--table",
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
    """In every command with both options, the option is refused without the one that it requires."""
    option = OPTIONS[name][command]
    given = base(command, other.split()[0]).replace(f" {name}", "")
    done = run(f"zet {command} {name}{'' if option.is_flag else ' 2'} {given}")
    assert (done.stdout, done.returncode) == ("", 2)
    assert f"Error: {option.opts[0]} requires {other}" in done.stderr


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
    text = run(f"zet tectonic {command} --time 0", stdin=puzzle).stdout
    assert text.partition("\n")[0].endswith(": the time limit was reached")
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
    refused = run("zet walls search --method alphabeta --table-size 1", stdin="3x3:")
    assert refused.stderr.endswith("--table-size cannot be combined with --method alphabeta\n")


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("tectonic convert samples/tectonic/one.xml -o PLACE/a.json", b'{"source"'),
        ("tectonic convert samples/tectonic/one.xml -o PLACE/a.JSON", b'{"source"'),
        ("tectonic convert samples/tectonic/one.xml -o PLACE/a.json.gz", b"\x1f\x8b"),
        ("tectonic convert samples/tectonic/one.xml -o PLACE/a.txt", b"<?xml"),
        ("tectonic convert samples/tectonic/one.xml -o PLACE/a.json --format line", b"5x5:"),
        ("tectonic convert samples/tectonic/one.xml -o PLACE/a.json --to line", b"5x5:"),
        ("tectonic solve samples/tectonic/one.xml --with-puzzle -o PLACE/a.json", b'{"source"'),
        ("ttt convert samples/ttt/positions.txt -o PLACE/a.json", b'{"source"'),
        ("walls convert --board 2x2 -o PLACE/a.save", b"walls 1\n"),
        ("renju convert samples/renju/collection.sgf -o PLACE/a.lib", b"\xffRenLib"),
        ("match5 convert samples/match5/ann.fivo -o PLACE/a.json", b'{"format": "match5"'),
    ],
)
def test_an_extension_selects_the_format(line: str, start: bytes, tmp_path: Path) -> None:
    done = run(f"zet {line.replace('PLACE', str(tmp_path))}")
    assert done.returncode == 0, done.stderr
    [path] = tmp_path.iterdir()
    assert path.read_bytes().startswith(start)


@pytest.mark.parametrize("name", OPTIONS["--format"])
def test_a_format_has_the_same_two_names_everywhere(name: str) -> None:
    option = OPTIONS["--format"][name]
    assert option.all_spellings == ["--format", "--to"]
    assert "--to " not in run(f"zet help {name}").stdout


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("walls solve --table a -o ./a", "--table and -o"),
        ("walls play --save a -o a", "--save and -o"),
        ("walls play --save a -o a.table", "-o and --save FILE.table"),
        ("walls table copy a b -o a", "-o and SOURCE"),
        ("tectonic show --svg a -o a", "--svg and -o"),
        ("tectonic explain --html a -o a", "--html and -o"),
        ("renju prove --work a -o a", "--work and -o"),
        ("renju match zet zet --save a -o a", "--save and -o"),
        ("ttt play --save a -o a", "--save and -o"),
    ],
)
def test_two_options_must_not_name_the_same_file(command: str, names: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("kept")
    done = run(f"zet {command} --force", folder=tmp_path)
    assert done.returncode == 2
    assert f"{names} name the same file\n" in done.stderr
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a", "kept")]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("ttt solve --board 3x3 --from line", "--from cannot be combined with --board"),
        ("walls convert --board 2x2 --from save", "--from cannot be combined with --board"),
        ("tectonic convert --transform mirror --transform mirror", "--transform mirror is given twice"),
        ("tectonic generate --givens minimal --givens minimal", "--givens minimal is given twice"),
        ("tectonic check --also minimal --also MINIMAL", "--also minimal is given twice"),
        (
            "tectonic generate --require 2,3 --forbid 3",
            "--require and --forbid cannot both name technique 3",
        ),
        (
            f"walls table copy {__file__} t.table --table-size 1",
            "--table-size requires a TARGET that ends in .slots",
        ),
    ],
)
def test_options_without_effect_are_refused(command: str, reason: str) -> None:
    done = run(f"zet {command}", stdin="")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"Error: {reason}\n")


@pytest.mark.parametrize(
    "command",
    [
        "ttt play --save",
        "walls play --save",
        "walls table verify",
        "renju prove --work",
        "tectonic show samples/tectonic/three.xml --svg",
    ],
)
def test_a_file_called_minus_is_named_with_its_folder(command: str, tmp_path: Path) -> None:
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    done = run(f"zet {command} -", folder=tmp_path)
    assert (done.returncode, done.stdout, len([*tmp_path.iterdir()])) == (2, "", 1)
    assert done.stderr.endswith(": '-' is not a file here; './-' names a file called '-'\n")


def test_a_file_may_be_called_minus(tmp_path: Path) -> None:
    assert run("zet ttt play --save ./-", folder=tmp_path).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["-"]
