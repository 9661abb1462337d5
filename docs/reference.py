"""The reference of all commands, made from the program itself: man pages, and pages of the site.

`make golden` writes the man pages. For Sphinx this is an extension, which ends the pages in `commands`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zet.cli.main import cli

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOCS = Path(__file__).parent
MAN = DOCS / "man"


@dataclass(frozen=True, slots=True)
class Entry:
    """A command or a group: its name with `zet` before it, what its help says, its options and commands.

    `options` and `commands` are pairs of what a person types and what is said of it.
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
    command: click.Command = cli, name: str = "zet", above: click.Context | None = None
) -> Iterator[Entry]:
    """Yield a command, and behind a group all that is in it."""
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
    """Return the man page of each command and group, by the name of its file."""
    return {f"{_dashed(entry.name)}.1": _man_page(entry) for entry in entries()}


def _dashed(name: str) -> str:
    return name.replace(" ", "-")


def _man_page(entry: Entry) -> str:
    name = _dashed(entry.name)
    lines = [
        f'.TH {_roff(name.upper())} 1 "" "zet {version("zet")}" "zet"',
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
    """Return a text for roff, to which some characters mean something, and a dot in front of a line."""
    text = "".join(_ROFF.get(one, one if one.isascii() else f"\\[u{ord(one):04X}]") for one in text)
    return re.sub(r"^(?=[.'])", r"\\&", text)


def write_man_pages() -> None:
    """Write the man pages anew."""
    MAN.mkdir(exist_ok=True)
    for path in MAN.glob("*.1"):
        path.unlink()
    for name, page in man_pages().items():
        (MAN / name).write_text(page)


def site_page(name: str) -> str:
    """Return the reference of a command, or of a group and all that is in it, in Markdown."""
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
    """Return a text for Markdown, in which any sign may mean something."""
    return re.sub(r"([!-/:-@[-`{-~])", r"\\\1", text)


def setup(app: "Sphinx") -> None:
    """End each page in `commands` with the reference of its command."""

    def end(_app: "Sphinx", page: str, source: list[str]) -> None:
        if page.startswith("commands/"):
            source[0] += "\n" + site_page(page.removeprefix("commands/").replace("-", " "))

    app.connect("source-read", end)


if __name__ == "__main__":
    write_man_pages()
