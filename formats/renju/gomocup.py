"""The Gomocup protocol, by which managers like Piskvork let programs play each other.

Sources: the protocol's description, https://plastovicka.github.io/protocl2en.htm; for the YX commands and
`INFO max_node`, the description of Yixin's extensions, https://github.com/accreator/Yixin-protocol; for
YXNBEST, STOP, `INFO pondering` and a pass (-1,-1), the source code of rapfi (`gomocup.cpp`). Coordinates
are x from the left and y from the top, both from 0.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from time import monotonic

from zet.engines.messages import Message
from zet.engines.renju.constants import MOST_THREADS
from zet.engines.renju.model import (
    BLACK,
    LEAST_SIZE,
    MOST_SIZE,
    PASS,
    SIDE,
    WHITE,
    Game,
    GameOverError,
    cell_at,
    names,
    place_of,
)
from zet.engines.renju.timing import Limits
from zet.formats.renju.gomocup_client import point


@dataclass(frozen=True, slots=True)
class Task:
    """A request for moves: a position, the number of best moves wanted, and the limits of the search.

    `most` is the maximum time in seconds if the best move is unclear; None if the game has no clock.
    `nodes`, `memory` (bytes) and `depth` (moves of lookahead) are None if unlimited. With `ponders`, the
    search may continue after the answer. The search may use `threads` threads.
    """

    game: Game
    rule: str
    seconds: float
    most: float | None = None
    nodes: int | None = None
    memory: int | None = None
    count: int = 1
    depth: int | None = None
    ponders: bool = False
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Idea:
    """A move to play, with its evaluation.

    `value` is from the perspective of the side to move, in the units of the player that chose the move.
    `line` begins with the move; if `is_win`, it is a proven win.
    """

    cell: int
    value: int | None = None
    depth: int = 0
    line: tuple[int, ...] = ()
    nodes: int = 0
    is_win: bool = False


Choose = Callable[[Task], Sequence[Idea]]
"""A function that returns moves for the side to move, the best first.

Raises:
    GameOverError: no move is possible.
"""

Open = Callable[[Task], tuple[int, ...]]
"""A function that returns the next moves in a swap2 opening (one, two or three), or () to swap colors."""

EXACT, CONTINUOUS, RENJU, CARO = 1, 2, 4, 8
"""The bits of `INFO rule`."""

UNLIMITED = 2**31 - 1
"""The smallest value of `INFO time_left` that means a game without a time limit."""


STOPS = ("STOP", "YXSTOP")
"""Commands that end a running search and get no answer; the reader of the input executes them at once."""

ON_A_BOARD = {"BEGIN", "TURN", "BOARD", "TAKEBACK", "PLAY", "SWAP2BOARD"}
ON_A_BOARD |= {"YXBOARD", "YXNBEST", "YXSHOWFORBID"}
"""The commands that need a board and are refused before START."""


class EndedError(Exception):
    """The manager closed the connection or sent END."""


@dataclass(slots=True)
class Conversation:
    """The state of a conversation: the moves, the rule, the times (in milliseconds) and other limits.

    The board has `size` points per side; the player of the first stone is Black. `choose` chooses the
    moves, `swap` chooses in a swap2 opening. With `suggests`, zet suggests each move first and plays it
    when the manager agrees. `translate` translates an error. `fault` is the reason why the manager's rule
    is not supported, or empty.
    """

    choose: Choose
    translate: Callable[[object], str] = str
    rule: str = "freestyle"
    moves: list[tuple[int, int]] = field(default_factory=list)
    is_started: bool = False
    turn: int = 30_000
    left: int = UNLIMITED
    increment: int = 0
    fault: str = ""
    nodes: int | None = None
    memory: int | None = None
    depth: int | None = None
    ponders: bool = False
    threads: int = 1
    swap: Open | None = None
    suggests: bool = False
    suggestion: int | None = None
    size: int = SIDE

    def answers(self, lines: Iterator[str]) -> Iterator[str]:
        """Yield the answers to the manager's lines."""
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
                yield f"ERROR {self.translate(error)}"

    def _answer(self, command: str, rest: str, lines: Iterator[str]) -> Iterator[str]:
        if command == "START":
            yield self._begin(_size(rest))
        elif command == "RECTSTART":
            yield self._begin(_size_of_square(rest))
        elif command == "RESTART":
            yield self._begin(self.size)
        elif command == "INFO":
            self._info(rest)
        elif command == "ABOUT":
            from importlib.metadata import version

            yield f'name="zet", author="the zet project", version="{version("zet")}", country="NL"'
        elif command in ON_A_BOARD:
            block = list(_block(lines)) if command.endswith("BOARD") else []
            if not self.is_started:
                raise ValueError(Message("START must come first"))
            if self.fault and command != "TAKEBACK":
                raise ValueError(self.fault)
            yield from self._play(command, rest, block)
        elif command not in STOPS:
            if command.endswith("BOARD"):  # skip the lines up to DONE of a refused command
                list(_block(lines))
            yield f"UNKNOWN {command[:20]}"

    def _play(self, command: str, rest: str, block: list[str]) -> Iterator[str]:
        """Answer a command that concerns the board; `block` contains the lines after it, up to DONE."""
        suggestion, self.suggestion = self.suggestion, None
        match command:
            case "BEGIN":
                if self.moves:
                    raise ValueError(Message("BEGIN requires an empty board"))
                yield from self._moved()
            case "TURN":
                self._put(_cell(rest, self.size), 2)
                yield from self._moved()
            case "BOARD":
                self.moves = _moves_of(block, self.size)
                yield from self._moved()
            case "YXBOARD":
                self.moves = _moves_of(block, self.size)
            case "YXNBEST":
                yield from self._moved(_count(rest))
            case "YXSHOWFORBID":
                yield f"FORBID {self._forbidden()}."
            case "TAKEBACK":
                self._take_back(_cell(rest, self.size))
                yield "OK"
            case "PLAY":
                if suggestion is None:
                    raise ValueError(Message("PLAY must follow SUGGEST"))
                self._put(_cell(rest, self.size), 1)
                yield _point(_cell(rest, self.size), self.size)
            case "SWAP2BOARD":
                yield self._opened([_cell(text, self.size) for text in block])

    def _take_back(self, cell: int) -> None:
        left = [move for move in self.moves if move[0] != cell]
        if len(left) == len(self.moves):
            raise ValueError(Message("there is no stone on this point"))
        self.moves = left

    def _forbidden(self) -> str:
        """Return Black's forbidden points as four digits each; "" unless Black is to move in renju."""
        from zet.engines.renju.board import forbidden_cells

        game = self._game()
        points = sorted(forbidden_cells(game)) if self.rule == "renju" and game.side == BLACK else []
        places = (place_of(cell, self.size) for cell in points)
        return "".join(f"{x:02}{y:02}" for x, y in places)

    def _opened(self, cells: list[int]) -> str:
        """Return zet's choice in a swap2 opening."""
        if self.swap is None:
            raise ValueError(Message("swap2 is not supported"))
        if len(cells) not in (0, 3, 5) or PASS in cells:
            raise ValueError(Message("{n} stones; a swap2 opening has 0, 3 or 5 stones", n=len(cells)))
        played = self.swap(self._task(Game.build(moves=cells, size=self.size)))
        return " ".join(_point(cell, self.size) for cell in played) or "SWAP"

    def _begin(self, size: int) -> str:
        self.size = size
        self.is_started = True
        self.moves.clear()
        self.suggestion = None
        return "OK"

    def _info(self, rest: str) -> None:
        """Store a setting; unknown settings are ignored, as the protocol requires."""
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
                self.fault = Message("rule {number}: caro games are not supported", number=value)
            elif value & CONTINUOUS:
                self.fault = Message("rule {number}: continuous games are not supported", number=value)
        elif key == "timeout_turn":
            self.turn = max(value, 0)
        elif key == "timeout_match":
            self.left = value if value > 0 else UNLIMITED
        elif key == "time_left":
            self.left = value
        elif key == "time_increment":
            self.increment = max(value, 0)
        elif key == "max_node":
            self.nodes = value if value > 0 else None
        elif key == "max_depth":
            self.depth = value if value > 0 else None
        elif key == "max_memory":
            self.memory = value if value > 0 else None
        elif key == "pondering":
            self.ponders = value == 1
        elif key == "thread_num":
            self.threads = min(max(value, 1), MOST_THREADS)

    def _put(self, cell: int, who: int) -> None:
        if cell != PASS and any(cell == other for other, _ in self.moves):
            raise ValueError(Message("the point is taken"))
        self.moves.append((cell, who))

    def _moved(self, count: int = 1) -> Iterator[str]:
        """Choose a move, and yield messages with its evaluation and then the answer with the move."""
        task = self._task(self._game(), count)
        ideas: Sequence[Idea] = ()
        began = monotonic()
        try:
            ideas = self.choose(task)
            cell = ideas[0].cell
        except GameOverError:
            # The manager still expects a move: any empty point, even a forbidden one.
            taken = {cell for cell, _ in self.moves}
            free = [cell for cell in range(self.size**2) if cell not in taken]
            if not free:
                raise
            cell = free[0]
        spent = round(1000 * (monotonic() - began))
        for number, idea in enumerate(ideas, 1):
            if words := _words(idea, number if count > 1 else None, spent, self.size):
                yield f"MESSAGE {words}"
        if self.suggests:
            self.suggestion = cell
            yield f"SUGGEST {_point(cell, self.size)}"
        else:
            self._put(cell, 1)
            yield _point(cell, self.size)

    def _game(self) -> Game:
        """Return the position with zet to move; the owner of the first stone is Black.

        The colors may have any numbers of stones.
        """
        we_began = not self.moves or self.moves[0][1] == 1
        ours, theirs = (
            [cell for cell, who in self.moves if who == one and cell != PASS] for one in (1, 2)
        )
        if we_began:
            return Game.build(ours, theirs, BLACK, size=self.size)
        return Game.build(theirs, ours, WHITE, size=self.size)

    def _task(self, game: Game, count: int = 1) -> Task:
        limits = *self._seconds(sum(game.n_stones())), self.nodes, self.memory, count, self.depth
        return Task(game, self.rule, *limits, self.ponders, self.threads)

    def _seconds(self, n_stones: int) -> tuple[float, float | None]:
        """Return the time for a move in seconds, and the maximum time if the best move is unclear.

        The maximum time is None if the game has no clock.
        """
        limits = Limits(turn=self.turn / 1000, increment=self.increment / 1000)
        left = max(self.left, 0) / 1000 if self.left < UNLIMITED else None
        seconds, most = limits.thinking(left, n_stones)
        return max(seconds or 0.0, 0.01), None if most is None else max(most, 0.01)


def _size(text: str) -> int:
    """Return the number of points per side from the argument of START."""
    if not re.fullmatch(r"\d{1,2}", text, re.ASCII) or not LEAST_SIZE <= int(text) <= MOST_SIZE:
        raise ValueError(
            Message(
                "the board size {text!r} is not supported, only square boards with {least} to {most} "
                "points per side",
                text=text[:9],
                least=LEAST_SIZE,
                most=MOST_SIZE,
            )
        )
    return int(text)


def _size_of_square(text: str) -> int:
    """Return the number of points per side of a square board given by width and height."""
    width, _, height = text.replace(" ", "").partition(",")
    return _size(width if width == height else text)


def _plain(line: str) -> str:
    """Return the line without characters that a manager could interpret as line endings."""
    return "".join(letter if letter.isprintable() else " " for letter in line).strip()


def _block(lines: Iterator[str]) -> Iterator[str]:
    """Yield the lines up to DONE.

    Raises:
        EndedError: the manager closed the connection or sent END.
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


def _moves_of(block: list[str], size: int) -> list[tuple[int, int]]:
    """Return the moves of the lines after BOARD, each as a cell and its owner: 1 zet, 2 the opponent."""
    moves: list[tuple[int, int]] = []
    for text in block:
        point, _, who = text.rpartition(",")
        if who.strip() not in ("1", "2"):
            raise ValueError(
                Message("{text!r} is not a line of a board (x,y,1 or x,y,2)", text=text[:20])
            )
        cell = _cell(point, size)
        if cell != PASS and any(cell == other for other, _ in moves):
            raise ValueError(Message("{point} is taken", point=point))
        moves.append((cell, int(who)))
    return moves


def _words(idea: Idea, number: int | None, spent: int, size: int) -> str:
    """Return the evaluation of a move found in `spent` milliseconds; "" if no search was needed.

    The text has the form of rapfi's messages, which managers parse: depth, value (`+M5`: a win in five
    moves, counting both sides), nodes, nodes per millisecond, milliseconds, and the line.
    """
    if idea.value is None and not idea.is_win:
        return ""
    depth = len(idea.line) if idea.is_win else idea.depth
    value = f"+M{depth}" if idea.is_win else idea.value
    among = "" if number is None else f"multipv {number} "
    tried = f"n {idea.nodes} n/ms {idea.nodes // max(spent, 1)} tm {spent}"
    line = " ".join(names(idea.line or (idea.cell,), size))
    return f"depth {depth}-{depth} {among}ev {value} {tried} pv {line}"


def _count(text: str) -> int:
    """Return the number of moves in the argument of a command."""
    if not (text.isascii() and text.isdigit() and int(text[:4])):
        raise ValueError(Message("{text!r} is not a number of moves", text=text[:20]))
    return int(text[:4])


def _point(cell: int, size: int) -> str:
    return "-1,-1" if cell == PASS else point(cell, size)


def _cell(text: str, size: int) -> int:
    """Return the cell of `x,y`; -1,-1 is a pass."""
    if "".join(text.split()) == "-1,-1":
        return PASS
    parts = text.split(",")
    if len(parts) != 2 or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise ValueError(Message("{text!r} is not a point (x,y)", text=text[:20]))
    x, y = (int(part.strip()[:4]) for part in parts)
    if x >= size or y >= size:
        raise ValueError(Message("{text!r} is off the board", text=text[:20]))
    return cell_at(x, y, size)
