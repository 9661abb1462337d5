"""Time control: a player's limits, the time for each move, and a clock that prevents late moves."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

MARGIN = 0.01
"""A part of a move's time is reserved for everything but the search: MARGIN seconds, plus the fraction
SHARE of the time.
"""
SHARE = 0.03

MOVES_TO_GO, STONES = 8, 4
"""The time left for a game is divided among MOVES_TO_GO moves, plus one for every STONES stones on the
board: few games are long, but the longer a game has lasted, the more moves it is likely to have left.
"""

LONGER = 2.0
"""The factor by which a move may exceed its share of the game's time if it is unclear which move is best.
"""

TURN = 0.004
"""The assumed length of a pause (see `Watch`), in seconds for each runnable process per processor: how
long another process runs before this one is scheduled. A longer measured pause replaces this value.
"""

PAUSES = 4
MOST = 0.8
"""The time reserved at the end of a move: PAUSES times the longest pause, but at most the fraction MOST
of the move's time.
"""

FADING = 0.95
"""The factor by which the longest pause decays from one move to the next."""


class Thinking(NamedTuple):
    """The time for a move in seconds, and the maximum time if it is unclear which move is best.

    `seconds` is None if no time limit is set. `most` is None if no time is set for the whole game; the
    time for a move is then never extended.
    """

    seconds: float | None
    most: float | None


@dataclass(frozen=True, slots=True)
class Limits:
    """A player's time limits in seconds: for a move, for a game, and the increment after each move.

    None means unlimited. `nodes` limits how many moves the player's search tries in order to choose one.
    A move that is up to `tolerance` seconds late is accepted.
    """

    turn: float | None = None
    game: float | None = None
    increment: float = 0.0
    nodes: int | None = None
    tolerance: float = 0.1

    def most(self, left: float | None) -> float | None:
        """Return the maximum number of seconds for a move if `left` seconds are left for the game."""
        both = [limit for limit in (self.turn, left) if limit is not None]
        return min(both) if both else None

    def thinking(self, left: float | None, n_stones: int) -> Thinking:
        """Return the time for a move, with `left` seconds for the game and `n_stones` on the board.

        The time is the limit per move or, if shorter, a share of the time for the game plus the
        increment; a margin is subtracted in either case.
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
    """The clock of a player on a machine that other processes use as well.

    A search reads the clock every few hundred microseconds. A longer time between two readings is a
    pause, in which the process was waiting to be scheduled. The deadline of a move is brought forward by
    several times the longest pause, so that the move is in time even if the process has to wait
    repeatedly. `load` is a function that returns the number of runnable processes per processor.
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
        """Start the clock for a move that may take `seconds`."""
        self._read = self._now()
        self._end = self._read + seconds
        self._most = seconds * MOST
        load = self._load()
        self.pause = max(self.pause * FADING, load * TURN if load > 1 else 0.0)

    def __call__(self) -> bool:
        """Return whether the time for the search is over."""
        now = self._now()
        self.pause = max(self.pause, now - self._read)
        self._read = now
        return now + min(PAUSES * self.pause, self._most) >= self._end


def _load() -> float:
    """Return the number of runnable processes per processor; 0 if the system does not report it."""
    try:
        return os.getloadavg()[0] / (os.cpu_count() or 1)
    except (AttributeError, OSError):
        return 0.0
