"""Code shared by the match5 commands: access to knowledge files, passwords, and output text."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from zet.cli import options, parameters
from zet.cli.batch import first_value
from zet.cli.options import Reading
from zet.cli.words import _, ngettext, translate
from zet.engines import match5
from zet.engines.messages import Message
from zet.formats import match5 as formats
from zet.formats.errors import FormatError
from zet.formats.match5 import FORMATS, GAMES

if TYPE_CHECKING:
    from pathlib import Path

    from zet.formats.locks import LockedFile

COLORS = {match5.constants.RED: "red", match5.constants.BLUE: "blue"}
COLOR_NUMBERS = {name: number for number, name in COLORS.items()}

RESULTS = {
    "red-won": Message("red has won"),
    "blue-won": Message("blue has won"),
    "draw": Message("a draw"),
}

MOST_NAMES = 20
"""The maximum number of names in a message."""

WHAT = Message("knowledge")
"""The word for a record in messages."""


def home() -> Path:
    """Return the folder for knowledge files with bare names, under $XDG_DATA_HOME."""
    from pathlib import Path

    data = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (data if data.is_absolute() else Path.home() / ".local/share") / "zet/match5"


def found_in(name: str) -> str:
    """Return the path of a knowledge file; a bare name such as `ann` means ann.fivo in `home()`.

    If the current folder has a file named `ann`, however, the name refers to this file.
    """
    is_bare = name not in ("", "-") and not {*name} & {".", os.sep, os.altsep}
    return str(home() / f"{name}.fivo") if is_bare and not os.path.lexists(name) else name


class KnowledgePath(parameters.FilePath):
    """The path of a knowledge file, resolved by `found_in`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path that a name on the command line refers to."""
        return super().convert(found_in(str(value)), param, ctx)


class KnowledgeReading(Reading):
    """The reader of knowledge files."""

    def __init__(self, from_format: str | None = None) -> None:
        super().__init__(FORMATS, WHAT, from_format)

    def where(self, name: str) -> str:
        """Return the path of a file named on the command line."""
        return found_in(name)

    def missing(self, name: str) -> str:
        """Return the error for a missing file, with the names of existing players if there are any."""
        from pathlib import Path

        path = Path(found_in(name))
        if path.parent == home():
            return missing_name(path)
        reason = super().missing(name)
        return reason if isinstance(reason, Message) and "files" in reason.fields else _no_player()


def missing_name(path: Path) -> str:
    """Return the error for a bare name that no file has; the error lists the existing bare names."""
    names = ", ".join(sorted(one.stem for one in path.parent.glob("*.fivo"))[:MOST_NAMES])
    if not names:
        return _no_player()
    reason, folder = Message(os.strerror(errno.ENOENT)), str(path.parent)
    return Message(
        "{reason}; the players in {folder} are: {names}", reason=reason, folder=folder, names=names
    )


def _no_player() -> str:
    reason = Message(os.strerror(errno.ENOENT))
    return Message("{reason}; `zet match5 new` creates a player", reason=reason)


knowledge_path = KnowledgePath(dir_okay=False)
path_argument = click.argument("path", metavar="KNOWLEDGE", type=knowledge_path)


reading = parameters.grouped_options("load", KnowledgeReading, options.from_option("match5", FORMATS))


def game_reading(what: str, first: str, to_move: str = "red") -> Reading:
    """Return the reader of games or positions, one per line; `what` is the word for a record.

    `first` is the color that begins a game, `to_move` the color to move on a board.
    """
    colors = {"first": COLOR_NUMBERS[first], "to_move": COLOR_NUMBERS[to_move]}
    return Reading({GAMES.name: GAMES}, what, GAMES.name, {GAMES.name: colors})


def read_knowledge(path: Path) -> match5.Knowledge:
    """Return the knowledge in a file of any format; `-` is standard input.

    Raises:
        click.ClickException: the file cannot be read.
    """
    knowledge: match5.Knowledge = first_value(KnowledgeReading(), str(path))
    return knowledge


def method_option(help: str) -> parameters.Option:  # noqa: A002 - click's word
    """Return the decorator that adds --method."""
    return options.choice(
        "--method", words=match5.constants.METHODS, default="proof", older={"seed": "original"}, help=help
    )


fallback_option = options.choice(
    "--fallback",
    "--filler",
    words=match5.constants.FALLBACKS,
    default="attack",
    help="The move if no pattern matches. random: any empty field, as in the original program; attack: "
    "the field where patterns of level 1 are closest to a match for either color, with more weight on "
    "defense if the opponent has three stones in an open row; block: the field that blocks the most, "
    "counting 2^n for a row of five with n stones of the opponent; no randomness.",
)

seed_option = options.seed_option("games")


def patterns_option(*, alone: bool = False, **further: parameters.Option) -> parameters.Option:
    """Return the decorator that adds --pattern: the command gets `numbers` and `every`.

    With `alone`, --pattern all and --pattern N cannot be combined. `further` maps each key of --pattern
    KEY=N to the hidden option that it sets.
    """
    every = options.flag("--all-patterns", "--patterns", "--all", "every")
    others = ", all patterns, or the patterns of level N" if further else ", or all patterns"
    return parameters.keyed(
        "--pattern",
        "numbers",
        own=True,
        multiple=True,
        type=parameters.Whole(1),
        metavar="N|all" + "".join(f"|{key}=N" for key in further),
        keys={"all": parameters.conflicts_with("--pattern N", every) if alone else every, **further},
        help=f"Choose pattern N (the first is 1){others}; may be repeated.",
    )


def name_option(help: str) -> parameters.Option:  # noqa: A002 - click's word
    """Return the decorator that adds --name, whose value is converted to Unicode normal form C."""
    return parameters.option("--name", required=True, callback=_checked_name, help=help)


def _checked_name(_context: click.Context, _parameter: click.Parameter, name: str) -> str:
    import unicodedata

    from zet.formats.match5.names import check_name

    try:
        return check_name(unicodedata.normalize("NFC", name))
    except ValueError as error:
        raise click.BadParameter(translate(error)) from None


def password_options(
    parameter: str = "password", *, variable: str = "ZET_PASSWORD", clear: parameters.Option | None = None
) -> parameters.Option:
    """Return the decorator that adds a password option; the command gets the password, or None.

    `clear` adds the value `none`, for which the command gets an empty password.
    """
    spelling = parameter.replace("_", "-")
    words = spelling.replace("-", " ")
    return parameters.grouped_options(
        parameter,
        lambda **given: _password(f"--{spelling}", variable, *given.values()),
        parameters.keyed(
            f"--{spelling}",
            f"--{spelling}-file",
            parameter,
            own=True,
            type=parameters.FilePath(dir_okay=False),
            metavar="FILE|prompt" + ("|none" if clear else ""),
            keys={"prompt": options.flag(f"--{spelling}-prompt"), **({"none": clear} if clear else {})},
            help=f"FILE: read the {words} from its first line; prompt: ask for the {words}"
            + (
                f"; none: remove the current password. Required unless {variable} is set."
                if clear
                else f". By default, the environment variable {variable} is read."
            ),
        ),
    )


def _password(
    option: str,
    variable: str,
    path: Path | None,
    prompt: bool,
    clear: bool = False,  # noqa: FBT002
) -> str | None:
    """Return the password from the prompt, a file or the environment.

    The result is None if no password is given, and "" if the password is to be removed.
    """
    if prompt + bool(path) + clear > 1:
        raise click.UsageError(_("{option} is given twice").format(option=option))
    if clear:
        return ""
    if prompt:
        import pathlib

        try:
            pathlib.Path("/dev/tty").open("rb").close()
        except OSError:
            reason = _("{option} prompt needs a terminal; use {option} FILE")
            raise click.ClickException(reason.format(option=option)) from None
        confirm = option.startswith("--new")
        words = _("New password") if confirm else _("Password")
        password: str | None = click.prompt(words, hide_input=True, err=True, confirmation_prompt=confirm)
    elif path:
        try:
            with path.open("rb") as stream:
                data = stream.readline(4 * formats.owner.MAX_PASSWORD + 2)
            password = data.decode().rstrip("\r\n")
        except UnicodeDecodeError:
            raise click.ClickException(f"{path}: " + _("not UTF-8 text")) from None
        except OSError as error:
            raise click.ClickException(f"{path}: {_(str(error.strerror))}") from None
        if not password:
            raise click.ClickException(f"{path}: " + _("the first line contains no password"))
    else:
        password = os.environ.get(variable) or None
    if password and len(password) > formats.owner.MAX_PASSWORD:
        reason = _("a password has at most {most} characters")
        raise click.ClickException(reason.format(most=formats.owner.MAX_PASSWORD))
    if password and not password.isascii():
        try:
            password.encode()
        except UnicodeEncodeError:
            raise click.ClickException(_("the password is not UTF-8 text")) from None
    return password


wait_option = parameters.option(
    "--wait/--no-wait",
    default=True,
    show_default=False,
    help="If another process is changing the file, wait until it has finished (the default), or fail "
    "at once.",
)


owner_options = parameters.combined(wait_option, password_options())
"""The options of a command that changes a knowledge file; their values go to `changing`."""


@contextmanager
def changing(
    path: Path, *, password: str | None, wait: bool
) -> Iterator[tuple[LockedFile, match5.Knowledge]]:
    """Lock a knowledge file, check the owner's password, and yield the file and its knowledge.

    Raises:
        click.ClickException: the file cannot be read, has another owner, or is being changed.
    """
    from zet.formats.locks import locked
    from zet.formats.match5.store import load_locked

    with plain_errors(path), locked(path, wait=wait) as file:
        knowledge = load_locked(file, str(path))
        formats.owner.check_owner(knowledge, password)
        yield file, knowledge


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Convert errors in reading or changing a knowledge file to one-line messages for the user."""
    from zet.formats.locks import BusyError

    try:
        yield
    except FormatError as error:
        raise click.ClickException(translate(error)) from None
    except (BusyError, formats.owner.NotOwnerError) as error:
        raise click.ClickException(f"{path}: {translate(error)}") from None
    except OSError as error:
        is_missing = isinstance(error, FileNotFoundError) and path.parent.is_dir()
        reason = KnowledgeReading().missing(str(path)) if is_missing else Message(str(error.strerror))
        raise click.ClickException(f"{path}: {translate(reason)}") from None


def mutation_as_text(mutation: match5.player.Mutation) -> str:
    """Describe a mutation: the kind of change, the pattern's level, and the drawn pattern."""
    from zet.formats.match5.picture import pattern_as_text

    drawn = pattern_as_text(mutation.pattern).rstrip("\n")
    action = {"added": _("added"), "removed": _("removed"), "replaced": _("replaced")}[mutation.action]
    level = _("level {level}").format(level=mutation.pattern.level)
    return f"{action}, {level}:\n{drawn}"


def patterns_text(patterns: int) -> str:
    """Return a number of patterns as text, such as "3 patterns"."""
    return ngettext("{n} pattern", "{n} patterns", patterns).format(n=patterns)


def games_of(games: int) -> str:
    """Return a number of games as text, such as "3 games"."""
    return ngettext("{n} game", "{n} games", games).format(n=games)


def position_words(position: match5.Position) -> str:
    """Return the side to move in words or, if the game is over, its result."""
    if position.status != "open":
        return _(RESULTS[position.status])
    color = {match5.constants.RED: _("red"), match5.constants.BLUE: _("blue")}[position.to_move]
    return _("{color} to move").format(color=color)


def no_pattern(number: int, there: int) -> Message:
    """Return the message for a pattern number that does not exist; `there` is the number of patterns."""
    return Message("there is no pattern {number}; the number of patterns is {n}", number=number, n=there)
