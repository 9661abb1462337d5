"""The catalogues of messages, and their missing translations.

`python tests/catalogues.py` compiles the catalogues. It lists the messages without a translation, which
are shown in English, and unused translations; with --complete it fails if there are any.
"""

import ast
import sys
from functools import cache
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from typing import NamedTuple

import click
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from commands import ROOT, commands_in

from zet.cli.groups import Commands
from zet.cli.main import GAMES, HELP, cli
from zet.engines.errors import ReportedError

LOCALE = ROOT / "cli" / "words"
CATALOGUES = sorted(LOCALE.glob("*.po"))
FLOORS = ("cli", "engines", "formats")
OF_OTHERS = {"click", "system"}
"""The marks of messages from the command line library and the operating system."""

Key = str | tuple[str, ...]
"""A message, or its forms for one and for more."""


class Gaps(NamedTuple):
    """Messages without a translation, and translations that nothing uses."""

    missing: set[Key]
    unused: set[Key]


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as stream:
        return read_po(stream, locale=path.stem, abort_invalid=True)


@cache
def used() -> set[Key]:
    """Return the messages in the source, those with a plural as pairs."""
    found: set[Key] = set()
    taking = taking_messages()
    for path in (path for floor in FLOORS for path in (ROOT / floor).rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text())):
            if not isinstance(call, ast.Call):
                continue
            name = getattr(call.func, "attr", None) or getattr(call.func, "id", "")
            if name in taking:
                words = call.args[taking[name] :]
                assert not any(isinstance(arg, ast.JoinedStr) for arg in words), (path, call.lineno)
                texts = [one.value for one in words if isinstance(one, ast.Constant)]
                if texts := [text for text in texts if isinstance(text, str) and text]:
                    found.add(tuple(texts) if len(texts) > 1 else texts[0])
    return found


def taking_messages() -> dict[str, int]:
    """Return the callables that take a message, by name, with the index of that argument."""
    for path in (path for floor in FLOORS[1:] for path in (ROOT / floor).glob("*/[a-z]*.py")):
        import_module(".".join(("zet", *path.relative_to(ROOT).with_suffix("").parts)))
    for game in GAMES:
        list(commands_in(cli, only=game))
    errors = {error.__name__: 0 for error in subclasses(ReportedError)}
    return {"_": 0, "ngettext": 0, "Message": 0, "_require": 1, "FormatError": 2} | errors


def subclasses(error: type[Exception]) -> set[type[Exception]]:
    """Return the subclasses of an error class in imported modules."""
    direct = set(error.__subclasses__())
    return direct.union(*map(subclasses, direct))


def helps() -> set[str]:
    """Return the paragraphs of the help of all groups, commands and options."""
    commands = [command for _, command in commands_in(cli)]
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


@cache
def gaps(path: Path) -> Gaps:
    """Compare a catalogue with the messages and the help in the source."""
    found: dict[Key, bool] = {}
    ours = set()
    for entry in catalogue(path):
        if entry.id:
            key = tuple(entry.id) if isinstance(entry.id, (list, tuple)) else entry.id
            words = entry.string if isinstance(entry.string, (list, tuple)) else [entry.string]
            found[key] = all(words) and not entry.fuzzy
            if not {place for place, _ in entry.locations} & OF_OTHERS:
                ours.add(key)
    wanted = used() | helps()
    return Gaps(
        {key for key in wanted if not found.get(key)}, ours - wanted | {*catalogue(path).obsolete}
    )


if __name__ == "__main__":
    is_complete = True
    for file in CATALOGUES:
        compiled = LOCALE / file.stem / "LC_MESSAGES" / "zet.mo"
        compiled.parent.mkdir(parents=True, exist_ok=True)
        with compiled.open("wb") as stream:
            write_mo(stream, catalogue(file))
        missing, unused = gaps(file)
        is_complete = is_complete and not missing and not unused
        for word, keys in (("not translated, shown in English", missing), ("unused", unused)):
            for one in sorted(keys, key=str):
                print(f"{file.name}: {word}: {one if isinstance(one, str) else one[0]}")
    sys.exit("--complete" in sys.argv and not is_complete)
