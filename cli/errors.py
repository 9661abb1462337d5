"""What ends a run of the command line other than its answers."""

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
"""What readers, engines and writers raise for a record that they can do nothing with."""


class ClosedPipe(Exception):  # noqa: N818 - not an error: the reader has seen enough
    """Nobody reads the output any more."""


class Terminated(BaseException):
    """The process received SIGTERM."""


class OutputError(Exception):
    """The output cannot be written, for the reason that the message gives."""


class Unreadable(click.exceptions.Exit):
    """What a command needs before its first record cannot be read; the reason is on standard error."""

    def __init__(self, reason: object) -> None:
        click.echo(translate(reason), err=True)
        super().__init__(BAD)
