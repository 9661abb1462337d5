"""Every JSON line in the golden files and in the documents is valid under the schema of its command."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import click
import pytest
from commands import ENVIRONMENT, ROOT, commands_in, run
from jsonschema import Draft202012Validator
from test_docs import EXAMPLE, pages

import zet
from docs.reference import with_answers
from zet.cli.command import CODES
from zet.cli.help import schema_of
from zet.cli.main import cli
from zet.formats import schemas
from zet.formats.schemas import PLACE

CASES = sorted((ROOT / "tests" / "golden").glob("*.txt"))
COMMANDS = dict(commands_in(cli))
NO_SCHEMA = '{}: name the type of its JSON in @command(..., answers="...")'


@cache
def validator(name: str) -> Draft202012Validator | None:
    """Return a validator for the lines of a command, or None if the command writes no JSON."""
    schema = schema_of(COMMANDS[name], name)
    if schema is None:
        return None
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def faults(name: str, line: dict[str, Any]) -> list[str]:
    """Return the errors of a line under the schema of its command, for the status of the line."""
    found = validator(name)
    assert found is not None, NO_SCHEMA.format(name)
    return [] if found.is_valid(line) else [error.message[:2000] for error in found.iter_errors(line)]


def command_of(words: str) -> str | None:
    """Return the command whose complete JSON output a shell line prints, or None if there is none."""
    for pipe in re.split(r";|&&|\n", words):
        last = pipe.split("|")[-1]
        if "zet " in last and re.search(r"--(?:format|to)[ =]json\b", last):
            rest = last.partition("zet ")[2].split()
            names = [" ".join(rest[:n]) for n in (3, 2) if " ".join(rest[:n]) in COMMANDS]
            return names[0] if names else None
    return None


def lines_of(output: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON lines in an output, except lines that a filter of the shell has truncated."""
    for line in output.splitlines():
        if line.startswith(('{"source"', '{"format"')):
            yield json.loads(line)


GOLDEN = [
    pytest.param(name, path, id=path.stem)
    for path in CASES
    if (name := command_of(path.read_text().partition("\n")[0].removeprefix("$ ")))
]


@pytest.mark.parametrize(("name", "path"), GOLDEN)
def test_goldens_are_valid(name: str, path: Path) -> None:
    lines = list(lines_of(path.read_text().partition("\n")[2].partition("--- messages")[0]))
    assert lines
    assert [fault for line in lines for fault in faults(name, line)] == []


@pytest.mark.parametrize(("name", "path"), GOLDEN)
def test_json_is_in_english(name: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "LC_ALL", "nl_NL.UTF-8")
    command, _, output = path.read_text().partition("\n")
    found = lines_of(run(command.removeprefix("$ ")).stdout)
    assert list(found) == list(lines_of(output.partition("--- messages")[0])), name


@pytest.mark.parametrize(
    ("command", "stdin"),
    [
        ("renju rules format --write", "p(X):-q(X)\n"),
        ("renju rules check samples/renju/nothing.blanche", ""),
        ("renju check --board 9x9", "size 15\n"),
        ("renju solve --select player=nobody samples/renju/games.txt", ""),
        ("renju show --mark h8 --svg nothing.svg", "h8\n"),
        ("match5 inspect --pattern 999 samples/match5/ann.fivo", ""),
        ("match5 convert --name '' --to json samples/match5/ann.fivo", ""),
        ("walls table verify samples/walls/lines.txt", ""),
        ("tectonic verify", "2x1:aa:11"),
        ("ttt move --play 9", "XO..X...O X"),
    ],
)
def test_errors_in_json_are_in_english(command: str, stdin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command = command if "--to json" in command else f"{command} --format json"
    in_english = run(f"zet {command}", stdin=stdin)
    monkeypatch.setitem(ENVIRONMENT, "LC_ALL", "nl_NL.UTF-8")
    in_dutch = run(f"zet {command}", stdin=stdin)
    assert '"status": "error"' in in_english.stdout
    assert in_dutch.stdout == in_english.stdout
    assert in_dutch.stderr != in_english.stderr


EXAMPLES = [
    pytest.param(name, example["output"], id=f"{page.stem}-{example['command'][:60]}")
    for page in pages()
    for example in EXAMPLE.finditer(page.read_text())
    if (name := command_of(example["command"])) and '{"source"' in example["output"]
]


@pytest.mark.parametrize(("name", "output"), EXAMPLES)
def test_examples_are_valid(name: str, output: str) -> None:
    assert [fault for line in lines_of(output) for fault in faults(name, line)] == []


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("show", lambda _: None),
        ("solve", zet.renju.solve),
        ("defend", zet.renju.defend),
        ("bestmove --nodes 100", partial(zet.renju.best_move, nodes=100)),
        ("analyze --nodes 100", partial(zet.renju.analyze, nodes=100)),
        ("check", zet.renju.check),
    ],
)
def test_python_has_the_same_objects(command: str, found: Callable[[Any], Any]) -> None:
    text = "f5h5j5g6h6k6e7i11/k5h7h8j8h9i9f10j10 black"
    [line] = lines_of(run(f"zet renju {command} --format json", stdin=text).stdout)
    game = zet.renju.loads(text)
    keys = json.loads(json.dumps(zet.renju.as_dict(game, found(game))))
    assert {**keys, "seconds": 0} == {key: line[key] for key in line if key not in PLACE} | {"seconds": 0}


def test_goldens_and_examples_are_found() -> None:
    assert len(GOLDEN) > 40
    assert len(EXAMPLES) > 30


def writes_json(command: click.Command) -> bool:
    types = [param.type for param in command.params if param.name == "format"]
    return any(isinstance(one, click.Choice) and "json" in one.choices for one in types)


WITH_JSON = [name for name, one in COMMANDS.items() if writes_json(one)]


@pytest.mark.parametrize("name", WITH_JSON)
def test_every_command_that_writes_json_has_a_schema(name: str) -> None:
    assert validator(name), NO_SCHEMA.format(name)


def test_the_documents_have_the_table_of_each_answer() -> None:
    page = with_answers((ROOT / "docs/json.md").read_text())
    for name in WITH_JSON:
        words = vars(COMMANDS[name].callback)["answers"]
        for kind in schemas.answers(name.partition(" ")[0], words):
            assert f"**{kind.__name__}**" in page, name


def _statuses(name: str) -> Iterator[str]:
    """Yield the statuses in the schema of a command."""
    found = validator(name)
    for kind in found.schema["$defs"].values() if found else ():
        status = kind.get("properties", {}).get("status", {})
        for part in status.get("anyOf", [status]):
            yield from part.get("enum", ())


def test_the_table_of_statuses_has_the_commands_and_exit_codes_of_each() -> None:
    """Also play and match, whose games end with exit code 0, and match5 train, which names a signal's."""
    section = (ROOT / "docs/json.md").read_text().partition("\n## Statuses and exit codes\n")[2]
    named, codes = dict[str, str](), dict[str, str]()
    for row in re.findall(
        r"^\| (`.*`) \| [^|]+ \| (.*) \| (.*) \|$", section.partition("\n## ")[0], re.M
    ):
        for status in re.findall("`([^`]+)`", row[0]):
            named[status], codes[status] = row[1:]
    uses = defaultdict[str, dict[str, list[str]]](lambda: defaultdict(list))
    for name in WITH_JSON:
        game, _, command = name.partition(" ")
        for status in sorted({*_statuses(name)}):
            uses[status][game].append(command)
    for status, games in uses.items():
        commands = "; ".join(
            f"{game} {', '.join(sorted(names))}" for game, names in sorted(games.items())
        )
        assert named.get(status) in (commands, {"ok": "most", "error": "all"}.get(status)), status
    assert named.keys() == uses.keys()
    own = {"error": 2, "protocol": 3, "interrupted": 130}
    for status, code in codes.items():
        assert int(re.split("[,;]", code)[0]) == own.get(status, CODES.get(status, 0)), status


def _objects(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if "properties" in schema:
            yield schema
        for part in schema.values():
            yield from _objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _objects(part)


def test_schemas_are_closed_and_described() -> None:
    for name in COMMANDS:
        if found := validator(name):
            objects = list(_objects(found.schema))
            assert all(one["additionalProperties"] is False for one in objects), name
            assert all(one["description"] for one in objects), name


def test_a_key_more_or_less_is_a_fault() -> None:
    line = {"source": "-", "record": 1, "status": "error", "code": "unreadable", "error": "-:1: no"}
    assert faults("tectonic solve", line) == []
    assert faults("tectonic solve", {**line, "extra": 1})
    assert faults("tectonic solve", {**line, "code": "other"})
    del line["code"]
    assert faults("tectonic solve", line)
