"""`zet renju engine`: the Gomocup protocol, by which managers like Piskvork play games between programs.

Source: the protocol's description, https://plastovicka.github.io/protocl2en.htm. Coordinates are x from
the left and y from the top, both from 0.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

import click

from zet.cli.output import say
from zet.cli.words import said
from zet.engines.renju.model import SIDE, Game, GameOverError, PositionError
from zet.engines.renju.player import best_move

MAX_LINE = 1000
MARGIN = 0.05
"""Seconds of a move's time that are left for everything but the search."""

EXACT, CONTINUOUS, RENJU, CARO = 1, 2, 4, 8
"""The bits of `INFO rule`."""

UNLIMITED = 2**31 - 1
"""The `INFO time_left` of a match without a limit, at least."""

MOVES_TO_GO = 20


class EndedError(Exception):
    """The manager has no more to say."""


@dataclass(slots=True)
class Conversation:
    """What the manager has told: the moves so far, the rule and the times (milliseconds).

    `fault` says why the manager's rule is not played.
    """

    rule: str = "freestyle"
    moves: list[tuple[int, int]] = field(default_factory=list)
    is_started: bool = False
    turn: int = 30_000
    left: int = UNLIMITED
    fault: str = ""

    def answers(self, lines: Iterator[str]) -> Iterator[str]:
        """Yield what is said in answer to the manager's lines."""
        for line in lines:
            word, _, rest = _plain(line).partition(" ")
            command = word.upper()
            if command == "END":
                return
            if not command:
                continue
            before = list(self.moves)
            try:
                yield from self._answer(command, rest.strip(), lines)
            except EndedError:
                return
            except (ValueError, GameOverError) as error:
                self.moves = before
                yield f"ERROR {said(error)}"

    def _answer(self, command: str, rest: str, lines: Iterator[str]) -> Iterator[str]:
        if command == "START":
            if rest != str(SIDE):
                raise ValueError(f"a board of {rest[:9]!r}; only {SIDE} is played")
            yield self._begin()
        elif command == "RECTSTART":
            if rest.replace(" ", "") != f"{SIDE},{SIDE}":
                raise ValueError(f"a board of {rest[:9]!r}; only {SIDE},{SIDE} is played")
            yield self._begin()
        elif command == "RESTART":
            yield self._begin()
        elif command == "INFO":
            self._info(rest)
        elif command == "ABOUT":
            from importlib.metadata import version

            yield f'name="zet", author="the zet project", version="{version("zet")}", country="NL"'
        elif command in ("BEGIN", "TURN", "BOARD", "TAKEBACK"):
            moves = self._board(lines) if command == "BOARD" else self.moves
            if not self.is_started:
                raise ValueError("START comes first")
            if self.fault and command != "TAKEBACK":
                raise ValueError(self.fault)
            if command == "BOARD":
                self.moves = moves
            elif command == "TAKEBACK":
                self._take_back(_cell(rest))
                yield "OK"
                return
            elif command == "TURN":
                self._put(_cell(rest), 2)
            elif self.moves:
                raise ValueError("BEGIN is for an empty board")
            yield self._move()
        else:
            if command.endswith("BOARD"):  # the lines that follow are part of it
                list(_block(lines))
            yield f"UNKNOWN {command[:20]}"

    def _begin(self) -> str:
        self.is_started = True
        self.moves.clear()
        return "OK"

    def _info(self, rest: str) -> None:
        """Take note of a setting; those that are not known are ignored, as the protocol wants."""
        key, _, text = rest.partition(" ")
        try:
            value = int(text)
        except ValueError:
            return
        key = key.lower()
        if key == "rule" and value >= 0:
            self.rule = "renju" if value & RENJU else "standard" if value & EXACT else "freestyle"
            names = [name for bit, name in ((CONTINUOUS, "continuous"), (CARO, "caro")) if value & bit]
            self.fault = f"rule {value}: {' and '.join(names)} games are not played" if names else ""
        elif key == "timeout_turn":
            self.turn = max(value, 0)
        elif key == "timeout_match":
            self.left = value if value > 0 else UNLIMITED
        elif key == "time_left":
            self.left = value

    def _board(self, lines: Iterator[str]) -> list[tuple[int, int]]:
        """Read the moves of BOARD to DONE; 1 is our move, 2 the other's."""
        moves: list[tuple[int, int]] = []
        fault: ValueError | None = None
        for text in _block(lines):
            try:
                point, _, who = text.rpartition(",")
                if who.strip() not in ("1", "2"):
                    raise ValueError(f"{text[:20]!r} is no line of a board (x,y,1 or x,y,2)")
                cell = _cell(point)
                if any(cell == other for other, _ in moves):
                    raise ValueError(f"{point} is taken")
                moves.append((cell, int(who)))
            except ValueError as error:
                fault = fault or error
        if fault is not None:
            raise fault
        return moves

    def _put(self, cell: int, who: int) -> None:
        if any(cell == other for other, _ in self.moves):
            raise ValueError("the point is taken")
        self.moves.append((cell, who))

    def _take_back(self, cell: int) -> None:
        left = [move for move in self.moves if move[0] != cell]
        if len(left) == len(self.moves):
            raise ValueError("there is no stone")
        self.moves = left

    def _move(self) -> str:
        """Choose a move, note it, and return it as a line."""
        game = self._game()
        try:
            cell = best_move(game, self.rule, seconds=self._seconds()).move
        except GameOverError:
            # The manager counts on a move all the same: any empty point, be it a forbidden one.
            taken = {cell for cell, _ in self.moves}
            free = [cell for cell in range(SIDE * SIDE) if cell not in taken]
            if not free:
                raise
            cell = free[0]
        self._put(cell, 1)
        return f"{cell % SIDE},{SIDE - 1 - cell // SIDE}"

    def _game(self) -> Game:
        """Return the position with us to move; who has more stones, or the first one, is Black."""
        ours, theirs = ([cell for cell, who in self.moves if who == one] for one in (1, 2))
        if len(theirs) - len(ours) not in (0, 1):
            raise PositionError(f"{len(ours)} stones of ours and {len(theirs)} of theirs")
        is_black = len(ours) == len(theirs)
        black, white = (ours, theirs) if is_black else (theirs, ours)
        return Game.build(black, white, 0 if is_black else 1)

    def _seconds(self) -> float:
        """Return the time for this move."""
        wanted = self.turn / 1000
        if self.left < UNLIMITED:
            wanted = min(wanted, max(self.left, 0) / 1000 / MOVES_TO_GO)
        return max(wanted - 2 * MARGIN, wanted / 2, 0.01)


def _plain(line: str) -> str:
    """Return the line with nothing in it that could look like the end of an answer's line."""
    return "".join(letter if letter.isprintable() else " " for letter in line).strip()


def _block(lines: Iterator[str]) -> Iterator[str]:
    """Yield the lines up to DONE.

    Raises:
        EndedError: the manager went away, or ended the program.
    """
    for line in lines:
        text = _plain(line)
        if text.upper() == "DONE":
            return
        if text.upper() == "END":
            break
        if text:
            yield text
    raise EndedError


def _cell(text: str) -> int:
    """Return the cell of `x,y`."""
    parts = text.split(",")
    if len(parts) != 2 or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise ValueError(f"{text[:20]!r} is no point (x,y)")
    x, y = (int(part.strip()[:4]) for part in parts)
    if x >= SIDE or y >= SIDE:
        raise ValueError(f"{text[:20]!r} is off the board")
    return SIDE * (SIDE - 1 - y) + x


def _lines() -> Iterator[str]:
    """Yield the lines of standard input; an overlong one is cut."""
    while line := sys.stdin.buffer.readline(MAX_LINE):
        is_cut = len(line) == MAX_LINE and not line.endswith(b"\n")
        while is_cut and (rest := sys.stdin.buffer.readline(MAX_LINE)):
            is_cut = not rest.endswith(b"\n")
        yield line.decode("ascii", "backslashreplace")


@click.command()
def engine() -> None:
    """Play by the Gomocup protocol on standard input and output, for Piskvork and other managers.

    START 15, RECTSTART, RESTART, BEGIN, TURN, BOARD, TAKEBACK, INFO (rule 0, 1 and 4; times), ABOUT, END.
    With rule 4 Black's forbidden points are kept to.
    """
    for answer in Conversation().answers(_lines()):
        say(answer)
