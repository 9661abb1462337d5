"""Exceptions that end a run of the command line."""

import click

from zet.cli.words import translate
from zet.engines.errors import GameError
from zet.formats.errors import FormatError, UnwritableError

YES, NO, BAD, UNKNOWN = 0, 1, 2, 3
EXIT_BUG = 70
EXIT_INTERRUPTED = 130
EXIT_CLOSED_PIPE = 141
EXIT_TERMINATED = 143

REFUSALS = (FormatError, GameError, UnwritableError)
"""The errors that readers, engines and writers raise for a single record."""


class ClosedPipe(Exception):  # noqa: N818 - not an error: the reader closed the pipe
    """The reader of the output has closed the pipe."""


class Terminated(BaseException):
    """The process received SIGTERM."""


class OutputError(Exception):
    """The output cannot be written; the message gives the reason."""


class Unreadable(click.exceptions.Exit):
    """An input that a command needs before its first record is unreadable; the error was reported."""

    def __init__(self, reason: object) -> None:
        click.echo(translate(reason), err=True)
        super().__init__(BAD)
