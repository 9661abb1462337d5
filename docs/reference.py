"""The reference of all commands, generated from the program: man pages, and pages of the site.

`python docs/reference.py FOLDER` writes the man pages; `setup.py` runs it for each distribution. It
imports the sources of this checkout and needs only click: it imports no kernel, and no other dependency
of zet.

For Sphinx this module is an extension, which appends the reference to the pages in `commands` and the
table of all options to the page `using`.
"""

import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from inspect import cleandoc
from itertools import groupby, takewhile
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
NEARLY_ALL = 40
"""The number of commands from which an option is listed as an option of nearly all commands."""


def program() -> click.Group:
    """Return the command `zet`."""
    from zet.cli.main import cli

    return cli


@dataclass(frozen=True, slots=True)
class Entry:
    """A command or group in the reference: its full name, its help, its options and its commands.

    `options` and `commands` are pairs of a spelling and its description.
    """

    name: str
    usage: str
    paragraphs: list[str]
    options: list[tuple[str, str]]
    commands: list[tuple[str, str]]

    @property
    def summary(self) -> str:
        """Return the first sentence of its help."""
        return re.split(r"(?<=\.)\s", self.paragraphs[0])[0].rstrip(".")


def entries(
    command: click.Command | None = None, name: str = "zet", above: click.Context | None = None
) -> Iterator[Entry]:
    """Yield the entry of a command, and after a group those of its commands; by default all of `zet`."""
    command = command or program()
    context = click.Context(command, parent=above, info_name=name, **command.context_settings)
    below = []
    if isinstance(command, click.Group):
        found = [(word, command.get_command(context, word)) for word in command.list_commands(context)]
        below = [list(entries(one, word, context)) for word, one in found if one and not one.hidden]
    records = [parameter.get_help_record(context) for parameter in command.get_params(context)]
    yield Entry(
        context.command_path,
        " ".join(command.collect_usage_pieces(context)),
        [" ".join(part.split()) for part in cleandoc(command.help or "").split("\n\n")],
        [(spelling, " ".join(words.split())) for spelling, words in filter(None, records) if words],
        [(one.name.rpartition(" ")[2], one.summary) for one, *_ in below],
    )
    for group in below:
        yield from group


def man_pages() -> dict[str, str]:
    """Return the man pages of all commands and groups: file name to text."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {f"{_dashed(entry.name)}.1": _man_page(entry, project["version"]) for entry in entries()}


def _dashed(name: str) -> str:
    return name.replace(" ", "-")


def _man_page(entry: Entry, version: str) -> str:
    name = _dashed(entry.name)
    lines = [
        f'.TH {_roff(name.upper())} 1 "" "zet {version}" "zet"',
        ".SH NAME", f"{_roff(name)} \\- {_roff(entry.summary)}",
        ".SH SYNOPSIS", f".B {_roff(entry.name)}", _roff(entry.usage),
        ".SH DESCRIPTION", "\n.PP\n".join(map(_roff, entry.paragraphs)),
        ".SH OPTIONS",
    ]  # fmt: skip
    for spelling, words in entry.options:
        lines += [".TP", _SPELLING.sub(r"\\fB\1\\fR", _roff(spelling)), _roff(words)]
    if entry.commands:
        lines.append(".SH COMMANDS")
    for word, words in entry.commands:
        lines += [".TP", f".BR {_roff(name)}\\-{_roff(word)} (1)", f"{_roff(words)}."]
    if "-" in name:
        lines += [".SH SEE ALSO", f".BR {_roff(name.rpartition('-')[0])} (1)"]
    return "\n".join(lines) + "\n"


_SPELLING = re.compile(r"(?<!\S)(\\-[^\s,]+)")
_ROFF = {"\\": r"\e", "-": r"\-", "^": r"\(ha", "~": r"\(ti", "`": r"\(ga"}


def _roff(text: str) -> str:
    """Escape a text for roff: its special characters, and a dot at the beginning of a line."""
    text = "".join(_ROFF.get(one, one if one.isascii() else f"\\[u{ord(one):04X}]") for one in text)
    return re.sub(r"^(?=[.'])", r"\\&", text)


def site_page(name: str) -> str:
    """Return the reference of a command, or of a group with all its commands, in Markdown."""
    wanted = (entry for entry in entries() if f"{entry.name} ".startswith(f"{name} "))
    return "\n".join(map(_section, wanted))


def _section(entry: Entry) -> str:
    lines = [f"## {entry.name}", "", f"```text\n{entry.name} {entry.usage}\n```"]
    lines += [f"\n{_markdown(text)}" for text in entry.paragraphs]
    for spelling, words in entry.options:
        lines += ["", f"`{spelling}`", f": {_markdown(words)}"]
    for word, words in entry.commands:
        lines += ["", f"[{word}](#{_dashed(entry.name)}-{word})", f": {_markdown(words)}."]
    return "\n".join(lines) + "\n"


def _markdown(text: str) -> str:
    """Escape a text for Markdown, where most punctuation marks have a meaning."""
    return re.sub(r"([!-/:-@[-`{-~])", r"\\\1", text)


Uses = dict[str, click.Option]


def commands(group: click.Group | None = None, prefix: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield the full name and the command of each command in a group and in its subgroups."""
    group = group or program()
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{prefix}{name} ")
        elif command:
            yield f"{prefix}{name}", command


def options() -> dict[str, Uses]:
    """Return the commands that have each option, by its longest spelling."""
    found: dict[str, Uses] = defaultdict(dict)
    for name, command in commands():
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                spelling = "--format" if "--format" in option.opts else max(option.opts, key=len)
                found[spelling][name] = option
    return found


def value(option: click.Option) -> str:
    """Return the kind of value that an option takes."""
    if option.is_flag:
        return ""
    kind = {"integer range": "N", "float range": "NUMBER"}.get(option.type.name, "TEXT")
    return option.metavar or ("WORD" if isinstance(option.type, click.Choice) else kind)


def meaning(uses: Uses) -> str:
    """Return the longest common beginning of an option's help in all its commands."""
    helps = sorted({option.help or "" for option in uses.values()})
    if len(helps) == 1:
        return helps[0]
    words = zip(*(re.findall(r"[^\s.,:;]+|[.,:;]", text) for text in helps), strict=False)
    begin = [several[0] for several in takewhile(lambda several: len(set(several)) == 1, words)]
    return re.sub(r" ([.,:;])", r"\1", " ".join(begin)) + " ..."


def _places(uses: Uses, n_commands: int) -> str:
    """Return the commands that have an option, game by game."""
    if len(uses) >= NEARLY_ALL:
        return "nearly all" if len(uses) < n_commands else "all"
    games = groupby((command.partition(" ") for command in uses), key=itemgetter(0))
    return "; ".join(f"{game}: {', '.join(name for *_, name in names)}" for game, names in games)


def option_table() -> str:
    """Return the table of all options, in Markdown."""
    found = options()
    n_commands = sum(1 for _ in commands())
    lines = ["| option | says, *and is an option of* |", "|---|---|"]
    for _, uses in sorted(found.items()):
        first = next(iter(uses.values()))
        *shorter, longest = first.opts
        spellings = ", ".join(f"`{one}`" for one in (*shorter, f"{longest} {value(first)}".strip()))
        words = f"{meaning(uses).replace('*', chr(92) + '*')} *{_places(uses, n_commands)}*"
        lines.append("| " + " | ".join(cell.replace("|", r"\|") for cell in (spellings, words)) + " |")
    return "\n".join(lines) + "\n"


ANSWERS = re.compile(r"<!-- answers: (.*) -->")


def with_answers(text: str) -> str:
    """Insert into a page the tables of answers of the commands that its comments name.

    The table of a shared type follows the first answer that needs it. A comment with the word `others`
    inserts a section for each command that no other comment names.
    """
    from zet.formats import schemas

    shown = set[type]()
    by_name = {name: vars(one.callback) for name, one in commands() if "answers" in vars(one.callback)}
    named = {name for found in ANSWERS.finditer(text) for name in found[1].split(", ")}

    def tables(names: list[str]) -> str:
        kinds: list[type] = []
        for name in names:
            if name == "error":
                kinds.append(schemas.shared.Error)
            else:
                told = by_name[name]
                words = f"{told['answers']} {told.get('beside', '')}"
                kinds += schemas.answers(name.partition(" ")[0], words)
        new = [kind for kind in schemas.closure(kinds) if kind not in shown]
        shown.update(new)
        return "\n".join(map(schemas.table, new))

    def inserted(found: re.Match[str]) -> str:
        if found[1] != "others":
            return tables(found[1].split(", "))
        return "\n".join(f"### {name}\n\n{tables([name])}" for name in by_name if name not in named)

    return ANSWERS.sub(inserted, text)


def write_schemas(folder: Path) -> None:
    """Write the JSON Schema of each command that writes JSON into a folder."""
    from zet.cli.help import schema_of

    folder.mkdir(parents=True, exist_ok=True)
    for name, command in commands():
        if lines := schema_of(command, name):
            path = folder / f"{name.replace(' ', '-')}.json"
            path.write_text(json.dumps(lines, indent=2) + "\n", newline="\n")


def setup(app: "Sphinx") -> None:
    """Register the generated parts of the site with Sphinx.

    These are the reference on the pages in `commands`, the tables of options and answers, and the
    schemas.
    """

    def append(_app: "Sphinx", page: str, source: list[str]) -> None:
        if page.startswith("commands/"):
            source[0] += "\n" + site_page(page.removeprefix("commands/").replace("-", " "))
        elif page == "using":
            source[0] += f"\n## All options\n\n{option_table()}"
        elif page == "json":
            source[0] = with_answers(source[0])

    def finish(app: "Sphinx", error: Exception | None) -> None:
        if not error:
            write_schemas(Path(app.outdir) / "schemas")

    app.connect("source-read", append)
    app.connect("build-finished", finish)


def _import_sources() -> None:
    """Import `zet` from the folders of this checkout, whether or not it is installed."""
    init = ROOT / "api" / "__init__.py"
    spec = spec_from_file_location("zet", init, submodule_search_locations=[str(init.parent), str(ROOT)])
    if spec and spec.loader:
        sys.modules["zet"] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules["zet"])


if __name__ == "__main__":
    _import_sources()
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("*.1"):
        file.unlink()
    for file_name, text in man_pages().items():
        (folder / file_name).write_text(text, newline="\n")
