"""External programs that speak the Gomocup protocol, as players of renju."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar, cast

from zet.cli import programs
from zet.cli.programs import Program
from zet.engines import renju
from zet.engines.messages import Message
from zet.formats import renju as formats
from zet.formats.gomocup import TURN, RefusedError, check_start, opening_lines

PATIENCE = 10
"""The number of pauses before a refused request is repeated."""

Answer = TypeVar("Answer")


class Brain:
    """A program that plays a game. Every call returns in bounded time or raises ForfeitError.

    `pause` is the minimum delay, in seconds, between a line from the program and the next command.
    """

    def __init__(
        self, command: tuple[str, ...], pause: float, rule: str, limits: renju.timing.Limits
    ) -> None:
        self._command = command
        self._pause = pause
        self._rule = rule
        self._limits = limits
        self._program: Program | None = None
        self._is_asked = False
        self._size = renju.constants.SIDE

    def start(self, size: int) -> None:
        """Start the program, and send it the board size and the rules.

        Raises:
            ForfeitError: the program does not start, or refuses the board or the rules.
        """
        limits = self._limits
        try:
            self._program = Program(self._command, self._pause)
        except OSError as error:
            raise renju.match.ForfeitError("crash", str(error.strerror)) from None
        turn = TURN if limits.turn is None else limits.turn
        self._size = size
        first, *rest = opening_lines(
            size, self._rule, turn, limits.game or 0, limits.increment, limits.nodes
        )
        self._program.send([first])
        self._answer(check_start, programs.START_SECONDS, programs.START_SECONDS)
        self._program.send(rest)

    def move(self, game: renju.Game, left: float | None, clock: renju.match.Stopwatch) -> int:
        """Return the program's move; `left` is the time left for the game, in seconds.

        A refused request is repeated once with the whole board, because a program that was not yet
        reading when the request arrived may have missed a part of it.

        Raises:
            ForfeitError: the program returns no move, or not in time.
        """
        program = cast(Program, self._program)
        most = self._limits.most(left)
        most = TURN if most is None else most
        cell_of = partial(formats.gomocup_client.cell_of, size=self._size)
        refusal = Message("")
        for is_first, pause in ((not self._is_asked, self._pause), (True, PATIENCE * self._pause)):
            self._is_asked = True
            program.send(formats.gomocup_client.turn_lines(game, left, is_first=is_first), pause)
            clock.start()
            try:
                return self._answer(cell_of, most, most + self._limits.tolerance)
            except RefusedError as error:
                refusal = error.args[0]
        raise renju.match.ForfeitError("protocol", refusal)

    def end(self) -> None:
        """End the program, by force if necessary."""
        if self._program:
            self._program.end()

    def _answer(self, read: Callable[[str], Answer], most: float, seconds: float) -> Answer:
        """Return the program's parsed answer within `seconds`; error messages give the limit as `most`.

        Raises:
            ForfeitError: the program gives no valid answer in time.
            RefusedError: the answer is an error message.
        """
        try:
            return cast(Program, self._program).answer(read, seconds)
        except TimeoutError:
            raise renju.match.late(seconds, most) from None
        except EOFError as error:
            raise renju.match.ForfeitError("crash", error.args[0]) from None
        except RefusedError:
            raise
        except ValueError as error:
            raise renju.match.ForfeitError("illegal", error.args[0]) from None
