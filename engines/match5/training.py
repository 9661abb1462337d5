"""Training: games against an opponent, with learning after each game."""

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import partial
from itertools import compress

from zet.engines.match5.constants import MOST, NEARNESS, RED_BEGINS
from zet.engines.match5.lookahead import LookingAhead, depth_of
from zet.engines.match5.model import BLUE, FIELDS, RED, Knowledge, Pattern, Position, winning_five
from zet.engines.match5.original import pattern_of_loss
from zet.engines.match5.player import Engine, Match, Move, Mutation, Player
from zet.engines.match5.proof import ProofLearner
from zet.engines.match5.prover import derivable
from zet.engines.match5.refuter import board_of, refute

SLICE = 64
"""The number of games between two progress updates, which also check for Ctrl-C."""
GAMES_COUNTED = 1000
"""The number of games played to count how often each pattern is used."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of games, and of red's wins, losses and draws; unfinished games count only in `games`.

    `unlearnable` counts the losses from which the method "original" could learn no pattern.
    """

    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    unlearnable: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*map(operator.add, astuple(self), astuple(other)))

    def __sub__(self, other: "Tally") -> "Tally":
        return Tally(*map(operator.sub, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of play and of learning.

    `opponent` is "random", "greedy" or "threat"; "alphabeta" or "alphabeta:DEPTH"; "all", which plays the
    lines that `refute` finds, or "all:7x6" for a board of 7x6; "knowledge", a player with the patterns
    in `other`; "self", the player itself; or "self-both", the same, except that the loser learns even if
    it is blue. An `Engine` given to the trainer replaces this opponent. `fallback` determines where a
    player plays when no pattern matches: on a "random" field, where patterns are closest to a match
    ("attack"), or where a stone best blocks the opponent's rows ("block"); `nearness` contains the
    parameters of "attack", as in `constants`. If there are more than `most` patterns, they are reduced to
    four fifths of `most`; 0 means no limit.
    """

    opponent: str = "random"
    method: str = "proof"
    first: str = "alternate"
    fallback: str = "attack"
    seed: int = 0
    other: tuple[Pattern, ...] = field(default=(), repr=False)
    most: int = 0
    nearness: tuple[int, int, int, int, int] = NEARNESS


def most_patterns(method: str) -> int:
    """Return the maximum number of patterns that a learning method retains; 0 means no limit."""
    return MOST if method == "proof" else 0


class Trainer:
    """A trainer that plays games, numbered from 0, and learns from them.

    It calls `on_change` with every mutation. When `is_stopped` returns true, a running search is aborted:
    the opponent's search for a move, or the search for a line that beats the player.
    """

    def __init__(
        self,
        patterns: Iterable[Pattern],
        setting: Setting,
        on_change: Callable[[Mutation], None] | None = None,
        *,
        learns: bool = True,
        is_stopped: Callable[[], bool] = lambda: False,
        engine: Engine | None = None,
    ) -> None:
        self.player = Player(patterns, larger_first=setting.method != "original")
        self.setting = setting
        self.tally = Tally()
        self._on_change = on_change
        proves = learns and setting.method == "proof"
        self.learner = ProofLearner(self.player) if proves else None
        kind = "knowledge" if setting.opponent.startswith("self") else setting.opponent
        self._size = board_of(setting.opponent)
        if self._size and (setting.fallback != "block" or not learns):
            raise ValueError("the opponent `all` requires a player that learns, and the fallback `block`")
        self._is_stopped = is_stopped
        self._holds = False
        depth = depth_of(setting.opponent)
        if depth and engine is None:
            engine = LookingAhead(depth, is_stopped)
        if engine or self._size:
            kind = "threat"  # the opponent in the games that count the uses of patterns
        blue = Player(setting.other) if setting.opponent == "knowledge" else None
        self._new_match = partial(
            Match,
            self.player,
            kind,
            blue,
            fallback=setting.fallback,
            seed=setting.seed,
            nearness=setting.nearness,
        )
        self._match = self._new_match(engine=engine)
        self._stop = (RED | BLUE if setting.opponent == "self-both" else BLUE) if learns else 0

    def play(self, start: int, end: int) -> Iterator[int]:
        """Play games from number `start` up to `end`; regularly yield the number of the next game."""
        if self._size:
            yield from self._play_all(self._size, start, end)
            return
        table = self._match.table
        game = start
        while game < end:
            limit = min(end, game + (1 if self._match.engine else SLICE))
            if self.learner:
                limit = next((n + 1 for n in range(game, limit) if self.learner.is_studied(n)), limit)
            before = (table.wins, table.losses)
            played = self._match.play(game, limit, RED_BEGINS[self.setting.first], self._stop)
            if played == game:
                yield game
                return
            moves = self._match.moves()
            lost = (self._stop & BLUE and table.losses > before[1]) or (
                self._stop & RED and table.wins > before[0]
            )
            self.tally = replace(
                self.tally,
                games=self.tally.games + played - game,
                wins=table.wins,
                losses=table.losses,
                draws=table.draws,
            )
            if lost:
                self.learn(moves)
            if self.learner and self.learner.is_studied(played - 1):
                self.report(self.learner.study(moves))
            if self._stop:
                self.forget(played)
            game = played
            yield game

    def _play_all(self, size: tuple[int, int], start: int, end: int) -> Iterator[int]:
        """Find lines that beat the player, and learn from each, until no line beats it.

        Each line counts as a lost game, with a number from `start` to `end` - 1; the number of the next
        game is yielded after each game.
        """
        begins = {"red": (RED,), "blue": (BLUE,)}.get(self.setting.first, (RED, BLUE))
        for game in range(start, end):
            if self._holds:
                return
            before = self.player.patterns
            found = refute(self.player, size, begins=begins, ask=lambda _positions: self._is_stopped())
            if found.moves:
                self.tally += Tally(games=1, losses=1)
                self.learn(found.moves)
                self.forget(game + 1)
            self._holds = self.player.patterns == before
            yield game + bool(found.moves)

    def learn(self, moves: Sequence[Move]) -> None:
        """Learn from a game lost by the side to move."""
        if self.learner:
            self.report(self.learner.learn(moves))
            return
        pattern = pattern_of_loss(moves)
        if pattern is None:
            self.tally = replace(self.tally, unlearnable=self.tally.unlearnable + 1)
        else:
            self.report(self.player.store_by_original(pattern))

    def forget(self, game: int) -> None:
        """If there are too many patterns, remove the least used ones, down to four fifths of the limit.

        To count the uses of patterns, games are played without learning, from number `game` on. The
        patterns that decide the most moves remain; of equally used patterns, the smallest remain. A
        remaining pattern that cannot be proven without a removed pattern is removed as well, except with
        the method of the original program, which proves nothing.
        """
        most = self.setting.most
        if not most or len(self.player) <= most:
            return
        self.player.matcher.reset_uses()
        self._new_match().table.play(game, game + GAMES_COUNTED, RED_BEGINS[self.setting.first], 0)
        used = self.player.uses()
        useful = sorted(used, key=lambda pattern: (-used[pattern], pattern.white + pattern.blue))
        wanted = set(useful[: max(1, most * 4 // 5)])
        kept = [pattern for pattern in used if pattern in wanted]
        if self.learner:
            kept = list(compress(kept, derivable(kept)))
        self.player.keep(kept)
        left = set(kept)
        self.report(Mutation("removed", pattern) for pattern in used if pattern not in left)

    def replay(self, position: Position) -> None:
        """Replay a recorded game: count it, and learn from it if red has lost.

        An unfinished game counts as a game without a result. A red move counts as forced if the patterns
        known at that time answer a threat with the same move.
        """
        table = self._match.table
        table.set_board(bytes(FIELDS))
        moves = []
        board = bytearray(FIELDS)
        color = position.first
        for place in position.moves:
            reason = None
            if color == RED:
                chosen = table.choose(RED)
                reason = self.player.reason(table.reason()) if chosen == place else None
            table.put(place, color)
            board[place] = color
            moves.append(Move(place, color, reason))
            color = RED + BLUE - color
        is_over = bool(moves) and winning_five(board, moves[-1].field) is not None
        lost = is_over and moves[-1].color == BLUE
        number = self.tally.games
        is_drawn = not is_over and len(moves) == FIELDS
        self.tally += Tally(1, int(is_over and not lost), int(lost), int(is_drawn))
        if lost:
            self.learn(moves)
        if self.learner and self.learner.is_studied(number):
            self.report(self.learner.study(moves))
        self.forget(self.tally.games)

    def report(self, mutations: Iterable[Mutation]) -> None:
        """Call `on_change` with each mutation, as soon as it is yielded."""
        for mutation in mutations:
            if self._on_change:
                self._on_change(mutation)


def trained(knowledge: Knowledge, trainer: Trainer) -> Knowledge:
    """Return the knowledge base with the trainer's patterns; its counts include the trainer's games."""
    tally = trainer.tally
    return knowledge.with_patterns(trainer.player.patterns).after(tally.games, tally.losses)


def merge_patterns(method: str, player: Player, patterns: Iterable[Pattern]) -> Iterator[Mutation]:
    """Add the `patterns` of a knowledge base to a player, in their order; yield the changes.

    Patterns that the player already has, up to symmetry, are skipped. With the method of the original
    program, each new pattern is stored as if it had just been learned; otherwise, it is added after the
    patterns of the same level.
    """
    for pattern in patterns:
        if player.number_of(pattern) is not None:
            continue
        if method == "original":
            yield from player.store_by_original(pattern)
        else:
            player.add(pattern)
            yield Mutation("added", pattern)
