"""The command `zet`: its groups, its version and its exit codes."""

import errno
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from typing import NoReturn

import click

from zet.cli import signals, words
from zet.cli.errors import (
    EXIT_BUG,
    EXIT_CLOSED_PIPE,
    EXIT_INTERRUPTED,
    EXIT_TERMINATED,
    ClosedPipe,
    OutputError,
    Terminated,
)
from zet.cli.groups import Commands
from zet.cli.input import watch
from zet.cli.parameters import WordChoice, option
from zet.cli.terminal import Help, guard, messages
from zet.cli.words import _
from zet.engines.sanitize import escape

click.Context.formatter_class = Help

GAMES = {
    "match5": "Five in a row against a player that learns from its losses: train, play and inspect it.",
    "renju": "Renju and go-moku: rules, forced wins, best moves, engines, file formats.",
    "tectonic": "Tectonic (Suguru) puzzles: solve, explain, check, rate, generate, convert.",
    "ttt": "Tic-tac-toe and other (m,n,k) games: best moves, play, tables, proofs.",
    "walls": "Dots and boxes, with and without the extra move: search, solve, play, convert.",
}

HELP = "Show the help for a command, as its --help option does."


REFUSED = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EBADF}
"""The system's error codes for an output that is closed or full."""

EXHAUSTED = {errno.EMFILE, errno.ENFILE, errno.ELOOP}
"""The system's error codes for too many open files and for a loop of symbolic links."""


class _Games(Commands):
    """The group of all games; its help is shown without importing any game."""

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        with formatter.section(_("Games")):
            formatter.write_dl(list(GAMES.items()))
        with formatter.section(_("Commands")):
            formatter.write_dl([("help", HELP)])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options; --lang is accepted anywhere before a `--` and applies to all messages."""
        end = args.index("--") if "--" in args else len(args)
        language, others, rest = list[str](), list[str](), iter(args[:end])
        for word in rest:
            found = language if word == "--lang" or word.startswith("--lang=") else others
            found += [word, *islice(rest, word == "--lang")]
        return super().parse_args(ctx, [*language, *others, *args[end:]])


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from importlib.metadata import version

    from zet.engines.kernels import interpreted_kernels

    slow = interpreted_kernels()
    kernels = f"interpreted: {', '.join(slow)}" if slow else "compiled"
    click.echo(f"zet {version('zet')} (kernels {kernels})")
    ctx.exit()


def _speak(_context: click.Context, _parameter: click.Parameter, language: str | None) -> None:
    if language:
        words.speak(language)


@click.group(
    cls=_Games,
    names=(*GAMES, "help"),
    package="zet.cli",
    example="echo 3x2:aabaab:131... | zet tectonic explain",
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version, and whether the search kernels are compiled.",
)
@option(
    "--lang",
    type=WordChoice(words.languages()),
    is_eager=True,
    expose_value=False,
    callback=_speak,
    help="The language of messages; by default taken from the environment (LANGUAGE, LC_ALL or LANG).",
)
def cli() -> None:
    """Solve, play, check and convert board games and puzzles.

    Most commands read files and write one result for each puzzle, position or game in them. Without
    files, or if the file name is -, they read standard input.

    Exit codes: 0: success; 1: an answer is no (for example, no solution exists); 2: wrong usage or
    unreadable input; 3: a limit was reached, or an answer is uncertain; 70: a bug in zet; 130:
    interrupted; 141: the output was closed; 143: terminated by SIGTERM.
    """


def run(arguments: Sequence[str]) -> int:
    """Run a command line in this process, write its messages and return its exit code."""
    words.follow_environment()
    if "_ZET_COMPLETE" in os.environ:
        from zet.cli import completion  # noqa: F401 - importing it registers its commands

    try:
        code = cli.main(list(arguments), prog_name="zet", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = 2
    except click.Abort:
        return EXIT_INTERRUPTED
    except Terminated:
        return EXIT_TERMINATED
    except OutputError as error:
        click.echo(_("Error: {message}").format(message=error), err=True)
        return 2
    except MemoryError:
        click.echo(_("Error: {message}").format(message=_("out of memory")), err=True)
        code = 2
    except (ClosedPipe, SystemExit):  # click exits if help or the version is written to a closed pipe
        return EXIT_CLOSED_PIPE
    except Exception as error:
        if signals.exit_code():  # an interrupted import may raise an exception of its own
            return signals.exit_code()
        if refusal := _refusal(error):
            click.echo(_("Error: {message}").format(message=refusal), err=True)
            return 2
        if os.environ.get("ZET_TRACEBACK"):
            import traceback

            traceback.print_exc()
        reason = _("zet: internal error: {error} (set ZET_TRACEBACK=1 for the traceback)")
        click.echo(reason.format(error=f"{type(error).__name__}: {error}"), err=True)
        code = EXIT_BUG
    if code != EXIT_CLOSED_PIPE:
        with suppress(OSError):
            sys.stdout.flush()
    return code or 0


def _refusal(error: Exception) -> str | None:
    """Return the message for an operation that the system refused; None if the error is a bug."""
    if isinstance(error, ImportError) and os.strerror(errno.EMFILE) in str(error):
        return _(os.strerror(errno.EMFILE))
    if not isinstance(error, OSError):
        return None
    reason = _(str(error.strerror))
    if error.errno in REFUSED:
        return _("the output cannot be written: {reason}").format(reason=reason)
    if error.errno in EXHAUSTED:
        return f"{escape(str(error.filename))}: {reason}" if error.filename else reason
    return None


def main() -> NoReturn:
    """Run the command line and exit at once with its exit code.

    Python's normal shutdown would wait for threads and processes that are still working or blocked in a
    read, and for an abandoned pool that is closing in a thread. It would also take a seventh of the
    running time of a short command.
    """
    code = EXIT_BUG
    try:
        signals.start()
        _open_streams()
        watch()
        guard()
        if words.spoken() == "en":  # otherwise gettext searches for a catalogue at every message of click
            os.environ["LANGUAGE"] = "C"
        code = run(sys.argv[1:])
        sys.stderr.flush()
        signals.stop()
    except (KeyboardInterrupt, Terminated):  # raised outside the block that `run` guards
        signals.stop()
    os._exit(signals.exit_code() or code)


def _open_streams() -> None:
    """Open any standard stream that is closed at the start, and configure the other streams."""
    for name, mode, flags in (
        ("stdin", "r", os.O_RDONLY),
        ("stdout", "w", os.O_RDONLY),  # so that a write fails, and no answer is lost silently
        ("stderr", "w", os.O_WRONLY),
    ):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode))
        elif name == "stderr":
            sys.stderr = messages(sys.stderr)
    if isinstance(sys.stdout.buffer, io.RawIOBase):  # PYTHONUNBUFFERED; our own flushes suffice
        sys.stdout = os.fdopen(
            1, "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors, closefd=False
        )
