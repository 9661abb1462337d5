"""The opponent `gomocup:COMMAND`: a program that plays freestyle and speaks the Gomocup protocol."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TypeVar

import click

from zet.cli import programs
from zet.cli.programs import Program, command_of
from zet.cli.words import _, translate
from zet.engines import match5
from zet.formats.gomocup import check_start, opening_lines, point_of

SECONDS = 1.0
"""The default time per move in seconds."""
TOLERANCE = 0.5
"""The grace period per move in seconds."""

Answer = TypeVar("Answer")


def settings_of(opponent: str) -> tuple[tuple[str, ...], float, int | None]:
    """Parse `gomocup[,time=SECONDS][,nodes=N]:COMMAND` into the command, and the limits per move.

    Raises:
        click.UsageError: the text is invalid.
    """
    head, _colon, command = opponent.partition(":")
    settings: dict[str, str] = {}
    for setting in head.split(",")[1:]:
        name, _equals, value = setting.partition("=")
        if name in settings:
            reason = _("{key} of the player {text!r} is given twice")
            raise click.UsageError(reason.format(key=name, text=head))
        settings[name] = value
    try:
        seconds = float(settings.pop("time", SECONDS))
        nodes = int(settings.pop("nodes", 0))
    except ValueError:
        seconds = nodes = -1
    if settings or not 0.001 <= seconds <= 1e6 or not 0 <= nodes < 2**31:
        reason = _("{text!r}: expected the settings time=SECONDS and nodes=N")
        raise click.UsageError(reason.format(text=head))
    return command_of(command), seconds, nodes or None


class Rival:
    """An external program that plays blue, in a new process for each game.

    `waiting` returns a context manager, which is entered for each wait for the program.
    """

    def __init__(
        self,
        command: tuple[str, ...],
        seconds: float,
        nodes: int | None,
        waiting: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._command = command
        self._seconds = seconds
        self._nodes = nodes
        self._waiting = waiting
        self._program: Program | None = None

    def choose(self, moves: Sequence[match5.player.Move], draw: Callable[[int], int]) -> int:  # noqa: ARG002
        """Return the program's reply to `moves`, the moves of a game so far.

        Raises:
            click.ClickException: the program does not start, or gives no legal move in time.
        """
        if self._program is None or len(moves) < 2:
            self._program = self._started()
        y, x = divmod(moves[-1].field, match5.model.SIZE) if moves else (0, 0)
        self._program.send([f"TURN {x},{y}" if moves else "BEGIN"])
        field = self._answer(self._program, _field, self._seconds)
        if any(move.field == field for move in moves):
            raise self._failure(
                _("{field} is not an empty field").format(field=match5.model.field_name(field))
            )
        return field

    def end(self) -> None:
        """Terminate the program, by force if necessary."""
        if self._program:
            self._program.end()
        self._program = None

    def _started(self) -> Program:
        """Return the program, started for a new game."""
        self.end()
        try:
            self._program = Program(self._command)
        except OSError as error:
            raise self._failure(str(error.strerror)) from None
        first, *rest = opening_lines(match5.model.SIZE, "freestyle", self._seconds, nodes=self._nodes)
        self._program.send([first])
        self._answer(self._program, check_start, programs.START_SECONDS)
        self._program.send(rest)
        return self._program

    def _answer(self, program: Program, read: Callable[[str], Answer], seconds: float) -> Answer:
        """Return the program's parsed answer, or raise an error for the user."""
        try:
            with self._waiting():
                return program.answer(read, seconds + TOLERANCE)
        except TimeoutError:
            reason = _("no answer within {seconds:g} s").format(seconds=seconds)
        except (EOFError, ValueError) as error:
            reason = translate(error.args[0])
        raise self._failure(reason)

    def _failure(self, reason: str) -> click.ClickException:
        return click.ClickException(f"{self._command[0]}: {reason}")


def _field(line: str) -> int:
    x, y = point_of(line, match5.model.SIZE)
    return x + match5.model.SIZE * y
