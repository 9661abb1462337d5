"""The limits of a player in a game, the share of them for a move, and how a move comes in time."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

MARGIN = 0.01
"""The part of a move's time kept for everything but the search: seconds, and a share."""
SHARE = 0.03

MOVES_TO_GO, STONES = 8, 4
"""The rest of a game's time is divided among so many moves, and one more for each so many stones: few
games are long, but the longer one is, the longer it will go on."""

LONGER = 2.0
"""How many times its part of a game's time a move may take that is not clear yet."""

TURN = 0.004
"""Seconds that another process may run before it is our turn: what a pause is taken to be, for each one
that wants to run, before it is known better."""

PAUSES = 4
MOST = 0.8
"""How many of the longest pauses are kept free at the end of a move, and the most of its time so kept."""

FADING = 0.95
"""What is left from one move to the next of the longest pause."""


class Thinking(NamedTuple):
    """Seconds to think about a move, and at most if it is not clear by then. None: no limit."""

    seconds: float | None
    most: float | None


@dataclass(frozen=True, slots=True)
class Limits:
    """A player's limits: seconds for a move, for all moves of a game, and added after each.

    None is no limit. `nodes` is how many moves its search may try for a move. A move may be `tolerance`
    seconds late.
    """

    turn: float | None = None
    game: float | None = None
    increment: float = 0.0
    nodes: int | None = None
    tolerance: float = 0.1

    def most(self, left: float | None) -> float | None:
        """Return the most seconds that a move may take, with `left` seconds for the game."""
        both = [limit for limit in (self.turn, left) if limit is not None]
        return min(both) if both else None

    def thinking(self, left: float | None, n_stones: int) -> Thinking:
        """Return the seconds to think, with `left` seconds for the game and so many stones on the board.

        A move uses all but a margin of its own time, or a part of the time for the game and the
        increment.
        """
        most = self.most(left)
        if most is None:
            return Thinking(None, None)
        if left is None:
            return Thinking(_without_margin(most), None)
        part = left / (MOVES_TO_GO + n_stones / STONES) + self.increment
        return Thinking(_without_margin(min(most, part)), _without_margin(min(most, LONGER * part)))


def _without_margin(seconds: float) -> float:
    return max(seconds - MARGIN - SHARE * seconds, seconds / 2)


class Watch:
    """The clock of a player on a machine that has other work to do as well.

    It is read every few hundred microseconds of a search. What lies between two readings is a pause: the
    process was waiting for its turn. The end of a move is taken to be earlier by some of the longest
    pauses, so that a move is in time even if the process has to wait again and again. `load` returns how
    many processes want to run, for each processor.
    """

    def __init__(
        self, now: Callable[[], float] = time.monotonic, load: Callable[[], float] | None = None
    ) -> None:
        self._now = now
        self._load = load or _load
        self._read = now()
        self._end = self._read
        self._most = 0.0
        self.pause = TURN

    def start(self, seconds: float) -> None:
        """Begin with a move that has so many seconds."""
        self._read = self._now()
        self._end = self._read + seconds
        self._most = seconds * MOST
        load = self._load()
        self.pause = max(self.pause * FADING, load * TURN if load > 1 else 0.0)

    def __call__(self) -> bool:
        """Whether it is time to move."""
        now = self._now()
        self.pause = max(self.pause, now - self._read)
        self._read = now
        return now + min(PAUSES * self.pause, self._most) >= self._end


def _load() -> float:
    """Return how many processes want to run, for each processor; 0 where the system does not tell."""
    try:
        return os.getloadavg()[0] / (os.cpu_count() or 1)
    except (AttributeError, OSError):
        return 0.0
