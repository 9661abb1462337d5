"""The language of messages: catalogues are compiled, translations keep their fields, `--lang` works.

`make messages` lists the messages without a translation, and `make release-check` refuses them.
"""

import ast
import gettext
import io
import json
import pickle
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message as Entry
from babel.messages.mofile import write_mo
from catalogues import CATALOGUES, LOCALE, catalogue, gaps, taking_messages, used
from commands import ENVIRONMENT, ROOT, run, run_processes

from zet.cli.main import GAMES
from zet.cli.words import follow_environment, languages, translate
from zet.engines.messages import Message
from zet.engines.renju.model import COLORS
from zet.engines.tectonic.model import PuzzleError
from zet.formats.errors import FormatError, UnreadableError

FIELD = re.compile(r"{\w*(?:![rsa])?(?::[^}]*)?}")


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


def test_a_message_is_a_text_that_can_be_looked_up() -> None:
    assert len(used()) > 1000


def test_errors_are_raised_in_english() -> None:
    errors = {name for name in taking_messages() if name.endswith("Error")}
    made = re.compile(rf"({'|'.join(errors)}|ValueError|EOFError|ForfeitError)\(")
    for path in (ROOT / "cli").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            words = ast.unparse(node) if isinstance(node, ast.Call) else ""
            if made.search(words.partition("(")[0] + "("):
                assert not re.search(r"\b(_|ngettext|translate)\(", words), (path, words)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_translation_has_the_fields_of_its_message(path: Path) -> None:
    for message in messages(path):
        originals = message.id if isinstance(message.id, (list, tuple)) else [message.id]
        words = message.string if isinstance(message.string, (list, tuple)) else [message.string]
        if len(originals) == 1:
            assert len(words) == 1
        allowed = [set(FIELD.findall(one)) for one in originals]
        for number, word in enumerate(words):
            if not word:  # shown in English
                continue
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
    assert done.stderr.count("op h8 staan twee stenen") == 3
    assert done.stdout.count(" legal: ") == 3
    assert done.stderr.count("is geen zet") == 3


@pytest.mark.parametrize(
    ("command", "stdin", "words"),
    [
        ("renju check", "h8h8", "op h8 staan twee stenen"),
        ("tectonic check", "2x1:aa:11", "het gegeven 1 staat ook op rij 1, kolom 1 van hetzelfde stuk"),
        ("ttt solve", "XX....... X", "2 X en 0 O: de aantallen verschillen meer dan één"),
        ("walls solve", "1x1: [0,1] [0,1]", "het hek op [0,1] is al geverfd"),
        ("match5 bestmove samples/match5/ann.fivo", "e5e5", "zet 2, e5: het veld is bezet"),
    ],
)
def test_errors_of_engines_are_said_in_the_language(command: str, stdin: str, words: str) -> None:
    done = run(f"zet {command} --lang nl --format json", stdin=f"{stdin}\n")
    assert words in done.stderr
    [line] = map(json.loads, done.stdout.splitlines())
    assert line["error"] in run(f"zet {command} --format json", stdin=f"{stdin}\n").stderr


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


@pytest.mark.parametrize(
    "words",
    [
        "--lang nl --lang en renju check",
        "--lang nl renju check --lang=en",
        "renju check --lang nl --lang nl",
    ],
)
def test_two_languages_are_refused(words: str) -> None:
    done = run(f"zet {words}", stdin=MOVES)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("Error: --lang is given twice\n")


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
    """Help with a translation is shown completely in the language; defaults and names are unchanged."""
    english = run(f"zet {command.replace('--lang nl', '')}").stdout
    monkeypatch.setitem(ENVIRONMENT, "LC_ALL", "C.UTF-8" if "--lang" in command else "nl_NL.UTF-8")
    dutch = run(f"zet {command}").stdout
    assert dutch.startswith("Gebruik: zet ")
    assert "\nOpties:\n" in dutch
    options = re.compile(r"^  (?:-\w, )?--[a-z-]+", re.MULTILINE)
    assert options.findall(dutch) == options.findall(english)
    words = {"the", "of", "is", "that", "which"}
    assert len(words & set(english.split())) > 1
    if not gaps(LOCALE / "nl.po").missing:
        assert not {"the", "that", "which", "with"} & set(dutch.split())
    if "verify" in command:
        assert "[standaard: 1000; N>=0]" in " ".join(dutch.split())


Entries = dict[str | tuple[str, str], str | tuple[str, ...]]


def compiled(folder: Path, language: str, entries: Entries) -> Path:
    """Compile a catalogue into a folder laid out like a user's."""
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
        ({"wrote {path}": "{path} {n}"}, "has not n"),
    ],
)
def test_a_faulty_catalogue_of_the_user_is_left_out(
    entries: Entries | None, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
