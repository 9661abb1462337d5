"""What the commands of match5 share: knowledge files, passwords, words."""

import io
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import Any, BinaryIO, cast

import click
from zet.engines.match5.game import Position
from zet.engines.match5.model import Knowledge
from zet.engines.match5.player import Mutation
from zet.formats.errors import FormatError
from zet.formats.files import open_input
from zet.formats.lines import load_lines
from zet.formats.locks import BusyError, Held, held
from zet.formats.match5 import MAX_BYTES, MODULES, load, read
from zet.formats.match5.owner import MAX_PASSWORD, NotOwnerError, check_owner
from zet.formats.match5.store import load_held

COLOURS = {1: "red", 2: "blue"}

Reader = Callable[[io.BufferedReader, str], Iterator[Knowledge | FormatError]]

knowledge_path = click.Path(dir_okay=False, path_type=Path)


def reading(command: Callable[..., int]) -> Callable[..., int]:
    """Add --from to a command on knowledge files, which gets their reader as `load`."""

    @wraps(command)
    def function(*, form: str | None, **values: Any) -> int:
        return command(load=partial(load, form=form), **values)

    option = click.option("--from", "form", type=click.Choice(list(MODULES)), help="The format to read.")
    decorated: Callable[..., int] = option(function)
    return decorated


def lines_of(
    what: str, parse: Callable[[str], Position]
) -> Callable[[io.BufferedReader, str], Iterator[Position | FormatError]]:
    """Return the reader of one game or position, as `what` says, from each line; there must be one."""

    def load(stream: io.BufferedReader, source: str) -> Iterator[Position | FormatError]:
        found = False
        for value in load_lines(stream, source, parse=parse):
            found = True
            yield value
        if not found:
            yield FormatError(source, None, f"no {what} in it")

    return load


def read_knowledge(path: Path) -> Knowledge:
    """Return the knowledge of a file of any format, `-` being standard input.

    Raises:
        click.ClickException: it cannot be read.
    """
    try:
        with click.open_file(str(path), "rb") as raw:
            stream = open_input(cast(BinaryIO, raw), lambda: None)
            return read(stream.read(MAX_BYTES + 1), str(path))
    except FormatError as error:
        raise click.ClickException(str(error)) from None
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise click.ClickException(f"{path}: {reason}") from None


def password_options(
    parameter: str = "password", *, spelling: str = "password", variable: str = "ZET_PASSWORD"
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return the decorator that adds the ways to give a password; the command gets it, or None."""

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def function(**values: Any) -> int:
            path = values.pop(f"{parameter}_file")
            prompt = values.pop(f"{parameter}_prompt")
            return command(**values, **{parameter: _password(spelling, variable, path, prompt)})

        for option in (
            click.option(
                f"--{spelling}-prompt",
                f"{parameter}_prompt",
                is_flag=True,
                help=f"Ask for the {spelling.replace('-', ' ')}.",
            ),
            click.option(
                f"--{spelling}-file",
                f"{parameter}_file",
                type=knowledge_path,
                metavar="FILE",
                help=f"The {spelling.replace('-', ' ')} is the first line of FILE; or set {variable}.",
            ),
        ):
            function = option(function)
        return function

    return decorate


def _password(spelling: str, variable: str, path: Path | None, prompt: bool) -> str | None:
    """Return a password from where the user has it, or None."""
    if prompt and path:
        raise click.UsageError(f"--{spelling}-prompt and --{spelling}-file exclude each other")
    if prompt:
        try:
            Path("/dev/tty").open("rb").close()
        except OSError:
            raise click.ClickException(
                f"--{spelling}-prompt needs a terminal; there is --{spelling}-file"
            ) from None
        confirm = spelling.startswith("new")
        words = spelling.replace("-", " ").capitalize()
        password: str | None = click.prompt(words, hide_input=True, err=True, confirmation_prompt=confirm)
    elif path:
        try:
            with path.open("rb") as stream:
                data = stream.readline(4 * MAX_PASSWORD + 2)
            password = data.decode().rstrip("\r\n")
        except UnicodeDecodeError:
            raise click.ClickException(f"{path}: not UTF-8 text") from None
        except OSError as error:
            raise click.ClickException(f"{path}: {error.strerror}") from None
        if not password:
            raise click.ClickException(f"{path}: no password in its first line")
    else:
        password = os.environ.get(variable) or None
    if password and len(password) > MAX_PASSWORD:
        raise click.ClickException(f"a password has at most {MAX_PASSWORD} characters")
    if password and not password.isascii():
        try:
            password.encode()
        except UnicodeEncodeError:
            raise click.ClickException("the password is not UTF-8 text") from None
    return password


wait_option = click.option(
    "--wait/--no-wait", default=True, help="Wait while another process changes the file, or give up."
)


@contextmanager
def changing(path: Path, password: str | None, *, wait: bool) -> Iterator[tuple[Held, Knowledge]]:
    """Yield a knowledge file, locked, and what is in it, to someone who may change it.

    Raises:
        click.ClickException: it cannot be read, is another's, or is being changed.
    """
    with storing(path), held(path, wait=wait) as file:
        knowledge = load_held(file, str(path))
        check_owner(knowledge, password)
        yield file, knowledge


@contextmanager
def storing(path: Path) -> Iterator[None]:
    """Turn what can go wrong with a knowledge file into one line for the user."""
    try:
        yield
    except FormatError as error:
        raise click.ClickException(str(error)) from None
    except (BusyError, NotOwnerError) as error:
        raise click.ClickException(f"{path}: {error}") from None
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}") from None


def mutation_as_text(mutation: Mutation) -> str:
    """Return in words what was done to which pattern, and the pattern."""
    from zet.formats.match5.picture import pattern_as_text

    drawn = pattern_as_text(mutation.pattern).rstrip("\n")
    return f"{mutation.action}, level {mutation.pattern.level}:\n{drawn}"


def count_of(patterns: int) -> str:
    """Return in words how many patterns there are."""
    return f"{patterns} pattern{'' if patterns == 1 else 's'}"
