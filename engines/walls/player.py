"""Players of walls, and games between them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from zet.engines.walls.model import Position
from zet.engines.walls.searcher import Choice, search
from zet.engines.walls.table import SearchTable

if TYPE_CHECKING:
    from random import Random

PERSON = "person"

Choose = Callable[[Position], int]
"""A function that returns the fence that the player to move paints."""


def best_move(
    position: Position,
    *,
    depth: int | None = None,
    seed: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    table: SearchTable | None = None,
) -> Choice:
    """Return the move chosen by the algorithm `best`; `search` documents the arguments."""
    return search(position, depth=depth, seed=seed, nodes=nodes, seconds=seconds, table=table)


@dataclass(frozen=True, slots=True)
class Player:
    """The player of one side: a person, or an algorithm with a depth (None: the default of `search`)."""

    algorithm: str
    depth: int | None = None

    @property
    def is_person(self) -> bool:
        """Whether the moves are entered by a person."""
        return self.algorithm == PERSON

    @property
    def name(self) -> str:
        """The player as a string such as `best:8`."""
        return self.algorithm if self.depth is None else f"{self.algorithm}:{self.depth}"

    def chooser(self, random: "Random", *, shuffle: bool = True, **options: Any) -> Choose:
        """Return a function that chooses a move by the player's algorithm.

        If `shuffle` is true, each choice uses a new seed drawn from `random`; otherwise, no seed is used.
        `options` are passed to `search`; the option `table` is ignored if the table is for another
        algorithm.
        """
        table = options.get("table")
        if table is not None and table.algorithm != self.algorithm:
            options["table"] = None

        def choose(position: Position) -> int:
            seed = random.getrandbits(32) if shuffle else None
            found = search(position, self.algorithm, depth=self.depth, seed=seed, **options)
            return cast(int, found.move)

        return choose


def play_out(
    start: Position, players: Mapping[int, Player], random: "Random", **options: Any
) -> Position:
    """Play a game between algorithms to its end and return the final position.

    `options` are passed to `search`.
    """
    choosers = {side: player.chooser(random, **options) for side, player in players.items()}
    position = start
    while not position.is_over:
        position = position.after(choosers[position.to_move](position))
    return position
