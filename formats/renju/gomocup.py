"""The Gomocup protocol, by which managers like Piskvork let programs play each other.

Source: the protocol's description, https://plastovicka.github.io/protocl2en.htm. Coordinates are x from
the left and y from the top, both from 0.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from zet.engines.messages import Message
from zet.engines.renju.model import SIDE, Game, GameOverError, PositionError

Choose = Callable[[Game, str, float], int]
"""Return the cell that the side to move plays, by a rule, within so many seconds.

Raises:
    GameOverError: there is none.
"""

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
    """What the manager has said: the moves so far, the rule and the times (milliseconds).

    `choose` chooses the moves. `said` makes the text of an error, in any language. `fault` says why the
    manager's rule is not played.
    """

    choose: Choose
    said: Callable[[object], str] = str
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
                yield f"ERROR {self.said(error)}"

    def _answer(self, command: str, rest: str, lines: Iterator[str]) -> Iterator[str]:
        if command == "START":
            if rest != str(SIDE):
                raise ValueError(_size_fault(rest, str(SIDE)))
            yield self._begin()
        elif command == "RECTSTART":
            if rest.replace(" ", "") != f"{SIDE},{SIDE}":
                raise ValueError(_size_fault(rest, f"{SIDE},{SIDE}"))
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
                raise ValueError(Message("START comes first"))
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
                raise ValueError(Message("BEGIN is for an empty board"))
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
            self.fault = ""
            if value & CARO:
                self.fault = Message("rule {number}: caro games are not played", number=value)
            elif value & CONTINUOUS:
                self.fault = Message("rule {number}: continuous games are not played", number=value)
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
                    reason = Message("{text!r} is no line of a board (x,y,1 or x,y,2)", text=text[:20])
                    raise ValueError(reason)
                cell = _cell(point)
                if any(cell == other for other, _ in moves):
                    raise ValueError(Message("{point} is taken", point=point))
                moves.append((cell, int(who)))
            except ValueError as error:
                fault = fault or error
        if fault is not None:
            raise fault
        return moves

    def _put(self, cell: int, who: int) -> None:
        if any(cell == other for other, _ in self.moves):
            raise ValueError(Message("the point is taken"))
        self.moves.append((cell, who))

    def _take_back(self, cell: int) -> None:
        left = [move for move in self.moves if move[0] != cell]
        if len(left) == len(self.moves):
            raise ValueError(Message("there is no stone"))
        self.moves = left

    def _move(self) -> str:
        """Choose a move, note it, and return it as a line."""
        game = self._game()
        try:
            cell = self.choose(game, self.rule, self._seconds())
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
            raise PositionError(
                Message(
                    "{ours} stones of ours and {theirs} of theirs", ours=len(ours), theirs=len(theirs)
                )
            )
        is_black = len(ours) == len(theirs)
        black, white = (ours, theirs) if is_black else (theirs, ours)
        return Game.build(black, white, 0 if is_black else 1)

    def _seconds(self) -> float:
        """Return the time for this move."""
        wanted = self.turn / 1000
        if self.left < UNLIMITED:
            wanted = min(wanted, max(self.left, 0) / 1000 / MOVES_TO_GO)
        return max(wanted - 2 * MARGIN, wanted / 2, 0.01)


def _size_fault(text: str, size: str) -> Message:
    return Message("a board of {text!r}; only {size} is played", text=text[:9], size=size)


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
        raise ValueError(Message("{text!r} is no point (x,y)", text=text[:20]))
    x, y = (int(part.strip()[:4]) for part in parts)
    if x >= SIDE or y >= SIDE:
        raise ValueError(Message("{text!r} is off the board", text=text[:20]))
    return SIDE * (SIDE - 1 - y) + x
