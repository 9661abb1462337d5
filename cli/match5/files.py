"""`zet match5 new`, `remove`, `merge`, `rename`, `password` and `hall`: what changes knowledge files."""

import unicodedata
from dataclasses import replace
from pathlib import Path

import click
from zet.cli.batch import Record, json_line, say
from zet.cli.match5.common import (
    changing,
    count_of,
    knowledge_path,
    password_options,
    read_knowledge,
    storing,
    wait_option,
)
from zet.engines.match5.model import Knowledge
from zet.engines.match5.player import Player
from zet.engines.match5.training import METHODS, merged
from zet.formats.match5 import hall as halls
from zet.formats.match5.fivo import check_name
from zet.formats.match5.owner import lock_of
from zet.formats.match5.store import create, save


def _named(_: click.Context, __: click.Parameter, name: str) -> str:
    """Return the name of a player in normal form."""
    try:
        return check_name(unicodedata.normalize("NFC", name))
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@click.command()
@click.argument("path", metavar="FILE", type=knowledge_path)
@click.option("--name", required=True, callback=_named, help="The player's name, 1 to 64 bytes.")
@password_options()
def new(path: Path, name: str, password: str | None) -> int:
    """Make a knowledge file without patterns; with a password only its owner may change it."""
    with storing(path):
        create(path, Knowledge(name, lock=lock_of(password) if password else None))
    say(f"{path}: {name}, no patterns, {'with' if password else 'without'} a password")
    return 0


@click.command()
@click.argument("path", metavar="FILE", type=knowledge_path)
@click.option(
    "--pattern",
    "numbers",
    type=click.IntRange(1),
    multiple=True,
    metavar="N",
    help="The number that `inspect` shows; may be given several times.",
)
@click.option("--all", "everything", is_flag=True, help="Remove all patterns.")
@password_options()
@wait_option
def remove(
    path: Path, numbers: tuple[int, ...], everything: bool, password: str | None, wait: bool
) -> int:
    """Remove patterns from a knowledge file.

    A player without patterns leaves the Hall of Fame.
    """
    if bool(numbers) == everything:
        raise click.UsageError("one of --pattern and --all is needed")
    with changing(path, password, wait=wait) as (file, knowledge):
        there = len(knowledge.patterns)
        if beyond := [number for number in numbers if number > there]:
            raise click.ClickException(f"{path}: no pattern {beyond[0]}; there are {there}")
        left = [
            pattern
            for number, pattern in enumerate(knowledge.patterns, 1)
            if not everything and number not in numbers
        ]
        save(file, replace(knowledge, patterns=tuple(left)))
    say(f"{path}: {count_of(there - len(left))} removed, {len(left)} left")
    return 0


@click.command()
@click.argument("path", metavar="FILE", type=knowledge_path)
@click.argument("other", metavar="OTHER", type=knowledge_path)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="proof",
    show_default=True,
    help="seed: store each pattern as if just learned; the others: add those that are not there.",
)
@password_options()
@wait_option
def merge(path: Path, other: Path, method: str, password: str | None, wait: bool) -> int:
    """Add the patterns of another knowledge file of any format to a knowledge file."""
    added = read_knowledge(other)
    with changing(path, password, wait=wait) as (file, knowledge):
        player = Player(knowledge.patterns, larger_first=method != "seed")
        changes = [mutation.action for mutation in merged(method, player, added.patterns)]
        save(file, knowledge.with_patterns(player.patterns))
    gone, come = changes.count("removed"), len(changes) - changes.count("removed")
    say(f"{path}: {come} added, {gone} removed, {count_of(len(player))} now")
    return 0


@click.command()
@click.argument("path", metavar="FILE", type=knowledge_path)
@click.option("--name", required=True, callback=_named, help="The new name, 1 to 64 bytes.")
@password_options()
@wait_option
def rename(path: Path, name: str, password: str | None, wait: bool) -> int:
    """Give the player of a knowledge file another name; the file keeps its own."""
    with changing(path, password, wait=wait) as (file, knowledge):
        save(file, replace(knowledge, name=name))
    say(f"{path}: {knowledge.name} is now {name}")
    return 0


@click.command()
@click.argument("path", metavar="FILE", type=knowledge_path)
@click.option("--clear", is_flag=True, help="Take the password away: anyone is the owner then.")
@password_options()
@password_options("new_password", spelling="new-password", variable="ZET_NEW_PASSWORD")
@wait_option
def password(path: Path, clear: bool, password: str | None, new_password: str | None, wait: bool) -> int:
    """Set, change or take away the password of a knowledge file.

    The password says who may change the file; it encrypts nothing, and reading never needs it.
    """
    if clear == bool(new_password):
        raise click.UsageError("either a new password is needed, or --clear")
    with changing(path, password, wait=wait) as (file, knowledge):
        save(file, replace(knowledge, lock=lock_of(new_password) if new_password else None))
    say(f"{path}: {'no password any more' if clear else 'the password is set'}")
    return 0


@click.command()
@click.argument("folder", default=".", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="How to write the players; json: one object per line.",
)  # fmt: skip
def hall(folder: Path, form: str) -> int:
    """Show the Hall of Fame of a folder: the best 100 players, by the number of their patterns."""
    path = folder / halls.NAME
    with storing(path), path.open("rb") as stream:
        entries = halls.loads(stream.read(halls.MAX_BYTES + 1), str(path))
    for number, entry in enumerate(entries, 1):
        if form == "json":
            keys = {"name": entry.name, "level": entry.level, "file": entry.file}
            say(json_line(Record(str(path), number, None), "ok", **keys).rstrip("\n"))
        else:
            file = "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in entry.file)
            say(f"{number:3}  {entry.level:6}  {entry.name}  ({file})")
    return 0
