"""`zet renju engine`: the Gomocup protocol, by which managers like Piskvork play games between programs.

Source: the protocol's description, https://plastovicka.github.io/protocl2en.htm. Coordinates are x from
the left and y from the top, both from 0.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import version

import click
from zet.cli.main import ClosedPipe
from zet.engines.renju.model import SIDE, Game, PositionError
from zet.engines.renju.play import GameOverError, best_move

MAX_LINE = 1000
MARGIN = 0.05
"""Seconds of a move's time that are left for everything but the search."""

RULE_NUMBERS = {0: "freestyle", 1: "standard", 4: "renju"}
MOVES_TO_GO = 20


@dataclass(slots=True)
class Conversation:
    """What the manager has told: the moves so far, the rule and the times (milliseconds)."""

    rule: str = "freestyle"
    moves: list[tuple[int, int]] = field(default_factory=list)
    is_started: bool = False
    turn: int = 30_000
    match: int = 0
    left: int | None = None

    def answers(self, lines: Iterator[str]) -> Iterator[str]:
        """Yield what is said in answer to the manager's lines."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            command = word.upper()
            if command == "END":
                return
            if not command:
                continue
            try:
                yield from self._answer(command, rest.strip(), lines)
            except (ValueError, GameOverError) as error:
                yield f"ERROR {error}"

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
            yield f'name="zet", author="the zet project", version="{version("zet")}", country="NL"'
        elif command in ("BEGIN", "TURN", "BOARD", "TAKEBACK"):
            if command == "BOARD":
                moves = self._board(lines)
            if not self.is_started:
                raise ValueError("START comes first")
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
        if key == "rule" and value in RULE_NUMBERS:
            self.rule = RULE_NUMBERS[value]
        elif key == "timeout_turn":
            self.turn = value
        elif key == "timeout_match":
            self.match = value
        elif key == "time_left":
            self.left = value

    def _board(self, lines: Iterator[str]) -> list[tuple[int, int]]:
        """Read the moves of BOARD to DONE; 1 is our move, 2 the other's."""
        moves: list[tuple[int, int]] = []
        fault: ValueError | None = None
        for line in lines:
            text = line.strip()
            if text.upper() == "DONE":
                if fault is not None:
                    raise fault
                return moves
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
        raise ValueError("the input ended before DONE")

    def _put(self, cell: int, who: int) -> None:
        if any(cell == other for other, _ in self.moves):
            raise ValueError("the point is taken")
        self.moves.append((cell, who))

    def _take_back(self, cell: int) -> None:
        if not self.moves or self.moves[-1][0] != cell:
            raise ValueError("only the last move can be taken back")
        self.moves.pop()

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
        if self.match > 0 and self.left is not None:
            wanted = min(wanted or self.left, max(self.left, 0) / 1000 / MOVES_TO_GO)
        return max(wanted - 2 * MARGIN, wanted / 2, 0.01)


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
        yield line.decode("latin-1")


@click.command()
def engine() -> None:
    """Play by the Gomocup protocol on standard input and output, for Piskvork and other managers.

    START 15, RECTSTART, RESTART, BEGIN, TURN, BOARD, TAKEBACK, INFO (rule 0, 1 and 4; times), ABOUT, END.
    With rule 4 Black's forbidden points are kept to.
    """
    for answer in Conversation().answers(_lines()):
        try:
            click.echo(answer)
        except BrokenPipeError:
            raise ClosedPipe from None
