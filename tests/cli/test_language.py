"""The language of messages: what is translated is complete and compiled, and `--lang` is everywhere."""

import ast
import gettext
import io
import json
import pickle
import re
from importlib import import_module
from inspect import cleandoc
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Catalog, Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from commands import ENVIRONMENT, ROOT, commands_in, run, run_processes

from zet.cli.groups import Commands
from zet.cli.main import GAMES, HELP, cli
from zet.cli.words import follow_environment, languages, translate
from zet.engines.errors import ReportedError
from zet.engines.messages import Message
from zet.engines.renju.model import COLORS
from zet.engines.tectonic.model import PuzzleError
from zet.formats.errors import FormatError, UnreadableError

LOCALE = ROOT / "cli" / "words"
CATALOGUES = sorted(LOCALE.glob("*.po"))
FLOORS = ("cli", "engines", "formats")
OF_OTHERS = {"click", "system"}
FIELD = re.compile(r"{\w*(?:![rsa])?(?::[^}]*)?}")


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as stream:
        return read_po(stream, locale=path.stem, abort_invalid=True)


def used() -> set[str | tuple[str, ...]]:
    """Return the messages in the source, those with a plural as pairs."""
    found: set[str | tuple[str, ...]] = set()
    taking = taking_messages()
    for path in (path for floor in FLOORS for path in (ROOT / floor).rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text())):
            if not isinstance(call, ast.Call):
                continue
            name = getattr(call.func, "attr", None) or getattr(call.func, "id", "")
            if name in taking:
                words = call.args[taking[name] :]
                # A command may raise an error with what it has said in the language already.
                if path.is_relative_to(ROOT / "cli") and name.endswith("Error"):
                    words = [arg for arg in words if not isinstance(arg, ast.JoinedStr)]
                assert not any(isinstance(arg, ast.JoinedStr) for arg in words), (path, call.lineno)
                texts = [one.value for one in words if isinstance(one, ast.Constant)]
                if texts := [text for text in texts if isinstance(text, str)]:
                    found.add(tuple(texts) if len(texts) > 1 else texts[0])
    return found


def taking_messages() -> dict[str, int]:
    """Return what takes a message, by its name, and the number of the argument that is the message."""
    for path in (path for floor in FLOORS[1:] for path in (ROOT / floor).glob("*/[a-z]*.py")):
        import_module(".".join(("zet", *path.relative_to(ROOT).with_suffix("").parts)))
    for game in GAMES:
        list(commands_in(cli, only=game))
    errors = {error.__name__: 0 for error in subclasses(ReportedError)}
    return {"_": 0, "ngettext": 0, "Message": 0, "FormatError": 2} | errors


def subclasses(error: type[Exception]) -> set[type[Exception]]:
    """Return the errors of a kind, those of modules that are imported."""
    direct = set(error.__subclasses__())
    return direct.union(*map(subclasses, direct))


def helps(begin: str) -> set[str]:
    """Return the help of all groups, and of the commands whose names begin so, a paragraph at a time."""
    commands = [command for name, command in commands_in(cli) if name.startswith(begin)]
    groups: list[click.Command] = [cli]
    for group in groups:
        if isinstance(group, Commands):
            context = click.Context(group)
            groups += filter(None, (group.get_command(context, name) for name in group.names))
    groups = [group for group in groups if isinstance(group, Commands) or group.name == "help"]
    texts = [*GAMES.values(), HELP]
    for command in (*groups, *commands):
        texts += [cleandoc(command.help or "")]
        texts += [one.help or "" for one in command.params if isinstance(one, click.Option)]
    paragraphs = (part for text in texts for part in text.split("\n\n"))
    return {" ".join(part.split()) for part in paragraphs if part and not part.startswith("\b")}


def messages(path: Path) -> list[Entry]:
    return [message for message in catalogue(path) if message.id]


def test_the_list_of_languages_is_what_the_folder_holds() -> None:
    assert languages() == ["en", *(path.stem for path in CATALOGUES)]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_is_compiled(path: Path) -> None:
    stream = io.BytesIO()
    write_mo(stream, catalogue(path))
    stream.seek(0)
    compiled = LOCALE / path.stem / "LC_MESSAGES" / "zet.mo"
    # The head tells Babel's version, which may be another one here.
    found = [
        {key: text for key, text in gettext.GNUTranslations(one)._catalog.items() if key}  # type: ignore[attr-defined]
        for one in (stream, io.BytesIO(compiled.read_bytes()))
    ]
    assert found[0] == found[1], "make messages"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_has_every_message_and_no_other(path: Path) -> None:
    found = {
        tuple(message.id) if isinstance(message.id, (list, tuple)) else message.id: message
        for message in messages(path)
    }
    wanted = used() | helps("")
    missing = wanted - found.keys()
    assert not missing
    spare = {key: found[key] for key in found.keys() - wanted}
    assert not [
        key for key, one in spare.items() if not {place for place, _ in one.locations} & OF_OTHERS
    ]
    assert not catalogue(path).obsolete


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_every_message_is_translated_with_its_fields(path: Path) -> None:
    for message in messages(path):
        assert not message.fuzzy, message.id
        originals = message.id if isinstance(message.id, (list, tuple)) else [message.id]
        words = message.string if isinstance(message.string, (list, tuple)) else [message.string]
        if len(originals) == 1:
            assert len(words) == 1
        allowed = [set(FIELD.findall(one)) for one in originals]
        for number, word in enumerate(words):
            assert word, message.id
            fields = set(FIELD.findall(word))
            # "the only way" may leave the number out; all else of the form is there.
            least = allowed[min(number, len(allowed) - 1)] - ({"{n}"} if len(originals) > 1 else set())
            assert least <= fields <= set.union(*allowed), (message.id, word)
            for original in originals:
                assert word[:1].isspace() == original[:1].isspace()
                assert word[-1:].isspace() == original[-1:].isspace()


def test_errors_keep_their_template() -> None:
    for error in (PuzzleError("{n} cells", 2, 3, n=4), FormatError("-", 1, "{n} cells", n=4)):
        again = pickle.loads(pickle.dumps(error))
        assert str(again) == str(error)
        assert "4 cells" in str(error)
    found = pickle.loads(pickle.dumps(UnreadableError("{n} cell", "{n} cells", n=4))).args[0]
    assert (found.template, found.more, found.fields) == ("{n} cell", "{n} cells", {"n": 4})


MOVES = "h8i9h10"


def dutch(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> bool:
    for key in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delitem(ENVIRONMENT, key, raising=False)
    for key, value in environment.items():
        monkeypatch.setitem(ENVIRONMENT, key, value)
    return "3 stenen, wit aan zet" in run("zet renju check", stdin=MOVES).stdout


@pytest.mark.parametrize(
    ("environment", "is_dutch"),
    [
        ({"LANG": "nl_NL.UTF-8"}, True),
        ({"LANG": "nl_BE"}, True),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "nl_NL.UTF-8"}, True),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "nl_NL.UTF-8"}, True),
        ({"LC_ALL": "en_US.UTF-8", "LANGUAGE": "nl"}, True),
        ({"LC_ALL": "C.UTF-8", "LANG": "nl_NL.UTF-8"}, False),
        ({"LANG": "fr_FR.UTF-8"}, False),
        ({}, False),
    ],
)
def test_the_language_of_the_environment(
    environment: dict[str, str], is_dutch: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dutch(environment, monkeypatch) == is_dutch


def test_the_option_outranks_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "LC_ALL", "nl_NL.UTF-8")
    assert "3 stones, white to move" in run("zet renju check --lang en", stdin=MOVES).stdout
    assert "3 stones, white to move" in run("zet renju --lang en check", stdin=MOVES).stdout


@pytest.mark.parametrize("jobs", ["", "--jobs 2"])
def test_workers_speak_the_same(jobs: str) -> None:
    lines = f"{MOVES}\nh8h8\nq1\n" * 3
    done = run(f"zet renju check --lang nl {jobs}", stdin=lines)
    assert done.stdout.count("3 stenen, wit aan zet") == 3
    assert done.stderr.count("h8 wordt tweemaal bezet") == 3
    assert done.stdout.count(" legal: ") == 3
    assert done.stderr.count("is geen zet") == 3


@pytest.mark.parametrize(
    ("command", "stdin", "words"),
    [
        ("renju check", "h8h8", "h8 wordt tweemaal bezet"),
        ("tectonic check", "2x1:aa:11", "het gegeven 1 staat ook op rij 1, kolom 1 van hetzelfde stuk"),
        ("ttt solve", "XX....... X", "2 X en 0 O: de aantallen verschillen meer dan één"),
        ("walls solve", "1x1: [0,1] [0,1]", "het hek op [0,1] is al geverfd"),
        ("match5 bestmove samples/match5/ann.fivo", "e5e5", "zet 2, e5: het veld is bezet"),
    ],
)
@pytest.mark.parametrize("jobs", ["", "--jobs 2"])
def test_errors_of_engines_are_said_in_the_language(
    command: str, stdin: str, words: str, jobs: str
) -> None:
    done = run(f"zet {command} --lang nl --format json {jobs}", stdin=f"{stdin}\n")
    assert words in done.stderr
    [line] = map(json.loads, done.stdout.splitlines())
    assert line["error"] in run(f"zet {command} --format json {jobs}", stdin=f"{stdin}\n").stderr


@pytest.mark.parametrize("game", GAMES)
def test_all_games_speak_the_language(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "LC_ALL", "nl_NL.UTF-8")
    assert "Onbekende opdracht 'nothing'" in run(f"zet {game} nothing").stderr


@pytest.mark.parametrize("rules", ["rule x\nlevel 0\n", "a(X) :- bc(X)\nbd(X) :- a(X)\n"])
def test_what_engines_and_formats_report_is_said_in_the_language(rules: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.blanche"
    file.write_text(rules)
    english, dutch = (run(f"zet renju rules check --lang {lang} {file}") for lang in ("en", "nl"))
    for one, other in zip(english.stdout.splitlines(), dutch.stdout.splitlines(), strict=True):
        assert one != other
    for one, other in zip(english.stderr.splitlines(), dutch.stderr.splitlines(), strict=True):
        assert one != other


def test_messages_keep_their_language_on_their_way(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = Message("{n} stone, {color} to move", "{n} stones, {color} to move", n=2, color=COLORS[0])
    outer = Message.joined(("a: ", pickle.loads(pickle.dumps(inner))))
    assert outer == str(ValueError(outer)) == "a: 2 stones, black to move"
    error = pickle.loads(pickle.dumps(FormatError("-", 1, str(ValueError(outer)))))
    assert str(error) == translate(error) == "-:1: a: 2 stones, black to move"
    with monkeypatch.context() as patch:
        patch.setenv("LANGUAGE", "nl")
        follow_environment()
        assert translate(outer) == translate(ValueError(outer)) == "a: 2 stenen, zwart aan zet"
        assert translate(error) == "-:1: a: 2 stenen, zwart aan zet"
    follow_environment()


def test_an_unknown_language_is_refused() -> None:
    done = run("zet renju check --lang xx", stdin=MOVES)
    assert done.returncode == 2
    assert "'en', 'nl'" in done.stderr


@pytest.mark.parametrize("option", ["--lang nl --lenght 5", "--lenght 5 --lang=nl"])
def test_errors_in_options_are_said_in_the_language(option: str) -> None:
    done = run(f"zet renju solve {option}", stdin=MOVES)
    assert done.returncode == 2
    assert "Gebruik: zet renju solve" in done.stderr
    assert "\nFout: " in done.stderr


@pytest.mark.parametrize(
    "command",
    ["help renju rules", "renju rules --help --lang nl", "renju rules verify --help", "--help", "help"],
)
def test_help_is_in_the_language(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has a translation has it, in whole; defaults and names are as they are."""
    english = run(f"zet {command.replace('--lang nl', '')}").stdout
    monkeypatch.setitem(ENVIRONMENT, "LC_ALL", "C.UTF-8" if "--lang" in command else "nl_NL.UTF-8")
    dutch = run(f"zet {command}").stdout
    assert dutch.startswith("Gebruik: zet ")
    assert "\nOpties:\n" in dutch
    options = re.compile(r"^  (?:-\w, )?--[a-z-]+", re.MULTILINE)
    assert options.findall(dutch) == options.findall(english)
    words = {"the", "of", "is", "that", "which"}
    assert len(words & set(english.split())) > 1
    assert not {"the", "that", "which", "with"} & set(dutch.split())
    if "verify" in command:
        assert "[standaard: 1000; x>=0]" in dutch


Entries = dict[str | tuple[str, str], str | tuple[str, ...]]


def compiled(folder: Path, language: str, entries: Entries) -> Path:
    """Write a catalogue as a user's folder has it."""
    path = folder / language / "LC_MESSAGES" / "zet.mo"
    path.parent.mkdir(parents=True)
    own = Catalog(locale=language)
    for key, text in entries.items():
        own.add(key, text)
    with path.open("wb") as stream:
        write_mo(stream, own)
    return path


STONES = ("{n} stone, {color} to move", "{n} stones, {color} to move")


def test_languages_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = {STONES: ("{n} Stein, {color} am Zug", "{n} Steine, {color} am Zug"), "white": "Weiß"}
    compiled(tmp_path, "de", {**entries, "Games": "Spiele"})
    compiled(tmp_path, "nl", {STONES: ("{color} met {n} steen", "{color} met {n} stenen")})
    assert "'en', 'nl'." in run_processes("zet renju check --lang de", stdin=MOVES).stderr
    monkeypatch.setitem(ENVIRONMENT, "ZET_WORDS", str(tmp_path))
    assert (
        "3 Steine, Weiß am Zug" in run_processes("zet renju check --lang de --jobs 2", stdin=MOVES).stdout
    )
    assert "white met 3 stenen" in run_processes("zet renju check --lang nl", stdin=MOVES).stdout
    assert "3 stones" in run_processes("zet renju check", stdin=MOVES).stdout
    monkeypatch.setitem(ENVIRONMENT, "LC_ALL", "de_AT.UTF-8")
    assert "\nSpiele:\n" in run_processes("zet").stderr
    assert "3 stones" in run_processes("zet renju check --lang en", stdin=MOVES).stdout


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        (None, "no catalogue of messages"),
        ({STONES: ("{n} Stein, {farbe}", "{n} Steine")}, "has not farbe"),
        ({STONES: ("{n Stein", "{n} Steine")}, "has not {n Stein"),
        ({"{path} is written": "{path} {n}"}, "has not n"),
    ],
)
def test_a_faulty_catalogue_of_the_user_is_left_out(
    entries: Entries | None,
    fault: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = compiled(tmp_path, "de", entries or {})
    if entries is None:
        path.write_bytes(b"nothing of the kind")
    monkeypatch.setitem(ENVIRONMENT, "ZET_WORDS", str(tmp_path))
    done = run_processes("zet renju check --lang de", stdin=MOVES)
    assert "3 stones, white to move" in done.stdout
    assert done.stderr.startswith(f"{path}: ")
    assert fault in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.returncode == 0
