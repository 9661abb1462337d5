"""Games of walls: who plays, how they choose, and what happens turn by turn."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from zet.engines.walls.model import Position

PERSON = "person"

UNDO = -1
"""Chosen instead of a fence: go back to the last position in which a person was to move."""

Choose = Callable[[Position], int | None]
"""Return the fence that the player to move paints, UNDO, or None to leave the game."""

Find = Callable[..., Any]
"""A search: its result, of a position and an algorithm, has the fence `move`."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays one side: a person, or an algorithm to a depth (None: without a limit)."""

    algorithm: str
    depth: int | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person plays."""
        return self.algorithm == PERSON

    @property
    def name(self) -> str:
        """The player as it is written: `best:8`."""
        return self.algorithm if self.depth is None else f"{self.algorithm}:{self.depth}"

    def chooser(self, random: Random, find: Find, *, shuffle: bool = True, **options: Any) -> Choose:
        """Return the function with which an algorithm chooses; each search has a seed of its own.

        A `table` among the options is that of one algorithm, and no other gets it.
        """
        table = options.get("table")
        if table is not None and table.algorithm != self.algorithm:
            options["table"] = None

        def choose(position: Position) -> int | None:
            seed = random.getrandbits(32) if shuffle else None
            move: int | None = find(position, self.algorithm, depth=self.depth, seed=seed, **options).move
            return move

        return choose


@dataclass(frozen=True, slots=True)
class Turn:
    """What has happened: `position` is how the game stands now.

    `player` has painted `fence`. Both are None at the start, and where moves have been taken back.
    """

    position: Position
    player: int | None = None
    fence: int | None = None

    @property
    def taken(self) -> int:
        """How many boxes the move has taken."""
        return 0 if self.fence is None else self.position.gain(self.fence)


def course(start: Position, choosers: Mapping[int, Choose], persons: frozenset[int]) -> Iterator[Turn]:
    """Yield what happens from the start until the game is over, or a player leaves it.

    `choosers` has one for FIRST and for SECOND; `persons` are those of them that may take back moves.
    UNDO, when there is nothing to take back, is asked again.

    Raises:
        WallsError: a fence that is painted has been chosen.
    """
    history = [start]
    yield Turn(start)
    while not history[-1].is_over:
        position = history[-1]
        fence = choosers[position.turn](position)
        if fence is None:
            return
        if fence == UNDO:
            asked = [at for at, earlier in enumerate(history[:-1]) if earlier.turn in persons]
            if asked:
                del history[asked[-1] + 1 :]
                yield Turn(history[-1])
        else:
            history.append(position.play(fence))
            yield Turn(history[-1], position.turn, fence)


def play_out(
    start: Position, players: Mapping[int, Player], random: Random, find: Find, **options: Any
) -> Position:
    """Return the end of a game between engines; `options` are those of the search."""
    choosers = {side: player.chooser(random, find, **options) for side, player in players.items()}
    *_, last = course(start, choosers, frozenset())
    return last.position
