"""Games of walls: who plays, and how they choose."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from zet.engines.walls.model import Position

PERSON = "person"

Choose = Callable[[Position], int]
"""Return the fence that the player to move paints."""

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

        def choose(position: Position) -> int:
            seed = random.getrandbits(32) if shuffle else None
            move: int = find(position, self.algorithm, depth=self.depth, seed=seed, **options).move
            return move

        return choose


def play_out(
    start: Position, players: Mapping[int, Player], random: Random, find: Find, **options: Any
) -> Position:
    """Return the end of a game between engines; `options` are those of the search."""
    choosers = {side: player.chooser(random, find, **options) for side, player in players.items()}
    position = start
    while not position.is_over:
        position = position.play(choosers[position.turn](position))
    return position
