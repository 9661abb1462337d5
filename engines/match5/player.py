"""Players with patterns, and their games and moves; the kernel matches the patterns."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, Protocol

from zet.engines.kernel._values import fast_init
from zet.engines.kernel.rng import splitmix64
from zet.engines.match5._matcher import Matcher
from zet.engines.match5._table import Table
from zet.engines.match5.constants import BLOCKING, FALLBACKS, NEARNESS, STRIDE
from zet.engines.match5.model import (
    BLUE,
    EMPTY,
    FIELDS,
    MAX_PATTERNS,
    RED,
    SIZE,
    WINDOWS,
    Pattern,
    PatternError,
    Position,
)

OPPONENTS = ("random", "greedy", "threat", "knowledge")
"""The opponents whose moves the kernel chooses, in the order of the kernel's numbers."""

Images = list[tuple[int, list[int], list[int]]]


class Mutation(NamedTuple):
    """A change to a player's patterns: "added", "removed" or "replaced", and the pattern."""

    action: Literal["added", "removed", "replaced"]
    pattern: Pattern


class Reason(NamedTuple):
    """The match that decided a move: its pattern, color, symmetry, and top left corner (x, y).

    `color` is the color of the stones in the match: the mover's if the move starts a win, the opponent's
    if the move answers a threat. `number` is the number of the pattern, from 0, in the order in which the
    player added its patterns.
    """

    color: int
    pattern: Pattern
    symmetry: int
    x: int
    y: int
    number: int

    def fields(self) -> list[tuple[int, int]]:
        """Return (field of the board, value) for each field of the pattern that is not ABSENT."""
        image = self.pattern.image(self.symmetry)
        places = ((image.place(at), value) for at, value in enumerate(image.fields))
        return [
            (self.x + x + SIZE * (self.y + y), value)
            for (x, y), value in places
            if value in (EMPTY, BLUE)
        ]


class Move(NamedTuple):
    """A move of a game: its field, its color, and the match that decided it, if any."""

    field: int
    color: int
    reason: Reason | None = None

    @property
    def is_forced(self) -> bool:
        """Whether the move answers a threat by the opponent."""
        return self.reason is not None and self.reason.color != self.color


@cache
def _offsets(width: int) -> tuple[int, ...]:
    return tuple(STRIDE * (at // width) + at % width for at in range(width * SIZE))


def images_of(pattern: Pattern) -> Images:
    """Return the distinct images of a pattern under the symmetries, as arguments of `Matcher.add`."""
    images: Images = []
    seen = set()
    for symmetry in range(8):
        image = pattern.image(symmetry)
        shape = (image.width, image.fields)
        if shape in seen:
            continue
        seen.add(shape)
        offsets = _offsets(image.width)
        stones = [offsets[at] for at, value in enumerate(image.fields) if value == BLUE]
        whites = [
            offsets[at] for at, value in enumerate(image.fields) if value == EMPTY and at != image.focus
        ]
        images.append((symmetry, stones, [offsets[image.focus], *whites]))
    return images


class Player:
    """A player's patterns, in the order of preference, and the kernel that matches them.

    Patterns are sorted by level and then by age, oldest first. With `larger_first`, patterns of one level
    are sorted by their number of fields, largest first, as larger patterns are more specific, and then by
    age.
    """

    def __init__(self, patterns: Iterable[Pattern] = (), *, larger_first: bool = False) -> None:
        self.larger_first = larger_first
        self.matcher = Matcher()
        self._patterns: dict[int, Pattern] = {}
        self._numbers: dict[tuple[int, int, bytes], int] = {}
        self._all: list[Pattern] = []
        for pattern in patterns:
            self.add(pattern)

    def __len__(self) -> int:
        return len(self._patterns)

    @property
    def patterns(self) -> list[Pattern]:
        """The patterns in the order of preference."""
        return [self._patterns[number] for number in sorted(self._patterns, key=self.matcher.sort_key)]

    def add(self, pattern: Pattern) -> int:
        """Add a pattern and return its number.

        Raises:
            PatternError: the player has too many patterns, or already has this pattern.
        """
        key = pattern.key()
        if key in self._numbers:
            raise PatternError("fields: an equal pattern, up to symmetry, is already stored")
        if len(self._patterns) >= MAX_PATTERNS:
            raise PatternError("a knowledge base has at most {most} patterns", most=MAX_PATTERNS)
        size = pattern.white + pattern.blue if self.larger_first else 0
        rank = (FIELDS - size << 24) + len(self._all)
        number = self.matcher.add(pattern.level, rank, images_of(pattern))
        self._all.append(pattern)
        self._patterns[number] = pattern
        self._numbers[key] = number
        return number

    def remove(self, number: int) -> Pattern:
        """Remove a pattern by its number and return it."""
        pattern = self._patterns.pop(number)
        del self._numbers[pattern.key()]
        self.matcher.remove(number)
        return pattern

    def keep(self, patterns: Iterable[Pattern]) -> None:
        """Remove all patterns except `patterns`, which must be in the order of preference."""
        self.matcher.empty()
        self._patterns, self._numbers, self._all = {}, {}, []
        for pattern in patterns:
            self.add(pattern)

    def uses(self) -> dict[Pattern, int]:
        """Return the number of moves that each pattern has decided since the last `matcher.reset_uses`.

        The patterns are in the order of preference.
        """
        numbers = sorted(self._patterns, key=self.matcher.sort_key)
        return {self._patterns[number]: self.matcher.uses_of(number) for number in numbers}

    def number_of(self, pattern: Pattern) -> int | None:
        """Return the number of the stored pattern with the same fields up to symmetry; None if absent."""
        return self._numbers.get(pattern.key())

    def pattern(self, number: int) -> Pattern:
        """Return the pattern with the given number, even if it has been removed."""
        return self._all[number]

    def containing(self, pattern: Pattern) -> list[int]:
        """Return the numbers of the stored patterns that contain an image of `pattern` anywhere."""
        return self.matcher.containers(images_of(pattern))

    def store_by_original(self, pattern: Pattern) -> Iterator[Mutation]:
        """Store a pattern as the original program does; yield the changes.

        All patterns that contain it are removed.
        """
        same = self.number_of(pattern)
        for number in self.containing(pattern):
            if number != same:
                yield Mutation("removed", self.remove(number))
        if same is not None:
            self.remove(same)
        self.add(pattern)
        yield Mutation("added" if same is None else "replaced", pattern)

    def reason(self, found: tuple[int, int, int, int]) -> Reason | None:
        """Convert the tuple from `Board.reason` to a Reason; None if no pattern decided the move."""
        color, image, x, y = found
        if color == EMPTY:
            return None
        number, symmetry, _, _ = self.matcher.shape(image)
        return Reason(color, self.pattern(number), symmetry, x, y, number)


class Engine(Protocol):
    """An opponent that plays blue outside the kernel."""

    def choose(self, moves: Sequence[Move], draw: Callable[[int], int]) -> int | None:
        """Return the field of blue's next move after `moves`; None if the engine was stopped.

        `draw(n)` returns the next of the game's random numbers, from 0 to n - 1.
        """


class Match:
    """A series of games between a player, who is red, and an opponent, who is blue.

    `opponent` is one of OPPONENTS; for "knowledge", `blue` is the player who plays blue, by default the
    red player itself. If an `engine` is given, it plays blue instead. The random numbers of a game depend
    only on `seed` and on the number of the game. `fallback`, one of FALLBACKS, determines where a player
    plays when no pattern matches; `nearness` contains the parameters of "attack". If the player and its
    opponent have wins of the same level, the player plays its own win, except with "attack" at levels
    above 2, where it first stops the opponent's win. With "block", a player only completes fives and
    defends, as in `Table.defend`.
    """

    def __init__(
        self,
        red: Player,
        opponent: str = "random",
        blue: Player | None = None,
        *,
        fallback: str = "attack",
        seed: int = 0,
        nearness: tuple[int, int, int, int, int] = NEARNESS,
        engine: Engine | None = None,
    ) -> None:
        self.red = red
        self.engine = engine
        self._moves: list[Move] = []
        self.blue = red if blue is None else blue
        kind = OPPONENTS.index(opponent)
        matchers = red.matcher, self.blue.matcher
        where = FALLBACKS.index(fallback)
        if fallback == "block":
            nearness = BLOCKING
        self.table = Table(*matchers, kind, where, scrambled(seed), WINDOWS, nearness)

    def play(self, game: int, end: int, red_first: int, stop: int) -> int:
        """Play games from number `game` up to `end`, as `Table.play` does; return the next game's number.

        A game whose engine was stopped does not count.
        """
        if self.engine is None:
            return self.table.play(game, end, red_first, stop)
        while game < end:
            begins = RED if red_first == 1 or (red_first == -1 and game % 2 == 0) else BLUE
            winner = self._play_engine(self.engine, game, begins)
            if winner is None:
                break
            self.table.count_game(winner)
            game += 1
            if winner & stop:
                break
        return game

    def _play_engine(self, engine: Engine, game: int, color: int) -> int | None:
        """Play a game against an engine; return the winner (EMPTY for a draw), or None if stopped.

        `color` moves first.
        """
        table, self._moves = self.table, []
        table.set_board(bytes(FIELDS))
        table.seed_rng(game)
        while len(self._moves) < FIELDS:
            reason = None
            if color == RED:
                field: int | None = table.choose(RED)
                reason = self.red.reason(table.reason())
            else:
                field = engine.choose(self._moves, table.draw)
            if field is None:
                return None
            is_five = table.put(field, color)
            self._moves.append(Move(field, color, reason))
            if is_five:
                return color
            color = RED + BLUE - color
        return EMPTY

    def moves(self) -> list[Move]:
        """Return the moves of the current or last game."""
        if self.engine:
            return list(self._moves)
        return [
            Move(field, color, (self.red if color == RED else self.blue).reason(found))
            for field, color, found in self.table.moves()
        ]


@fast_init
@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen move and the match that decided it, if any; both are None if the status is "over"."""

    status: Literal["ok", "over"]
    move: int | None = None
    reason: Reason | None = None


def best_move(position: Position, match: Match, number: int = 0) -> Choice:
    """Return the move that the match's red player chooses for the side to move.

    `number` seeds the random choices. The position replaces the board of the match, so this must not be
    called during a game.
    """
    if position.status != "open":
        return Choice("over")
    table = match.table
    table.set_board(position.board)
    table.seed_rng(number)
    field = table.choose(position.to_move)
    return Choice("ok", field, match.red.reason(table.reason()))


def scrambled(seed: int) -> int:
    """Return a 63-bit number in which every bit depends on every bit of the seed (splitmix64)."""
    return next(splitmix64(seed)) >> 1
