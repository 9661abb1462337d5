"""Games between two independent players: time limits, rules, endings."""

from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Literal, Protocol, get_args

from zet.engines.messages import Message
from zet.engines.renju.board import set_up, shared_search
from zet.engines.renju.model import BLACK, COLORS, WHITE, Game, name
from zet.engines.renju.proof import Proof
from zet.engines.renju.referee import WON, judge
from zet.engines.renju.solver import solve
from zet.engines.renju.timing import Limits

End = Literal["five", "foul", "full", "proof", "time", "illegal", "crash", "resigned", "protocol"]
ENDS: tuple[End, ...] = get_args(End)
"""The ways in which a game ends: by the rules, by a proof of a win, by a player's forfeit, or without a
result because a program refuses to move ("protocol").
"""

FEW_NODES = 1_000
TRIALS = 100
"""Random moves are drawn again, at most TRIALS times, until neither side has a win by fours; each search
for such a win tries at most FEW_NODES moves.
"""

NEAR = 2
"""The maximum distance of a random move from the nearest stone."""


class ForfeitError(Exception):
    """Raised if a player makes no valid move in time; `end` is the kind of ending, `reason` a message.

    The player loses the game. If `end` is "protocol", however, the game has no result.
    """

    def __init__(self, end: End, reason: str) -> None:
        super().__init__(reason)
        self.end: End = end
        self.reason = reason


class Stopwatch:
    """A clock for one move, which measures the time since it was last started."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Restart the stopwatch at zero."""
        self._started = monotonic()

    @property
    def seconds(self) -> float:
        """The number of seconds since the start."""
        return monotonic() - self._started


class Player(Protocol):
    """The interface of a player in a game: a person, zet itself or another program."""

    def start(self, size: int) -> None:
        """Prepare for a game on a board of `size` points per side; the preparation time does not count.

        Raises:
            ForfeitError: the player cannot play.
        """
        ...

    def move(self, game: Game, left: float | None, clock: Stopwatch) -> int:
        """Return the cell to play; `left` is the number of seconds left for the rest of the game.

        A player that asks an external program restarts `clock` when it sends the request.

        Raises:
            ForfeitError: the player has no move.
        """
        ...

    def end(self) -> None:
        """Release the resources of the player after a game."""
        ...


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished game: the winner (None if nobody won), the kind of ending, and the reason as a message.

    `seconds` lists the total thinking times of Black and of White, `slowest` the times of their slowest
    moves. `proof` is the proof that ended the game, if any; the winner is then to move.
    """

    game: Game
    winner: int | None
    end: End
    reason: str
    seconds: tuple[float, float]
    slowest: tuple[float, float]
    proof: Proof | None = None


def play_out(
    opening: Game,
    players: tuple[Player, Player],
    limits: tuple[Limits, Limits],
    rule: str,
    *,
    proof_nodes: int = 0,
) -> Ended:
    """Play a game from an opening to its end; `players` and `limits` list Black's item first.

    If `proof_nodes` is positive, the solver searches before each move for a forced win for the side to
    move, trying up to this many moves; if it proves a win, the game ends.
    """
    game = opening
    left = [one.game for one in limits]
    times: tuple[list[float], list[float]] = ([], [])

    def ended(winner: int | None, end: End, reason: str, proof: Proof | None = None) -> Ended:
        spent = sum(times[BLACK]), sum(times[WHITE])
        slowest = max(times[BLACK], default=0.0), max(times[WHITE], default=0.0)
        return Ended(game, winner, end, reason, spent, slowest, proof)

    def lost(color: int, error: ForfeitError) -> Ended:
        fault = {"color": COLORS[color], "number": len(game.moves) + 1, "reason": error.reason}
        if error.end == "protocol":
            words = Message("no result: {color} refuses to play move {number}: {reason}", **fault)
            return ended(None, error.end, words)
        return ended(1 - color, error.end, Message("{color} loses at move {number}: {reason}", **fault))

    for color, player in enumerate(players):
        try:
            player.start(game.size)
        except ForfeitError as error:
            return lost(color, error)
    while True:
        verdict = judge(game, rule)
        if verdict.status == "draw":
            return ended(None, "full", verdict.reason)
        if verdict.status != "legal":
            winner = WON.index(verdict.status)
            return ended(winner, "foul" if verdict.forbidden else "five", verdict.reason)
        color = game.side
        if proof_nodes and (proof := solve(game, rule=rule, nodes=proof_nodes).proof):
            return ended(color, "proof", _proven(color, proof), proof)
        clock = Stopwatch()
        try:
            cell = players[color].move(game, left[color], clock)
            times[color].append(clock.seconds)
            _check(game, cell, times[color][-1], limits[color], left[color])
        except ForfeitError as error:
            if error.end == "time":
                times[color].append(clock.seconds)
            return lost(color, error)
        rest = left[color]
        if rest is not None:
            left[color] = max(rest - times[color][-1], 0.0) + limits[color].increment
        game = game.then([cell])


def _proven(color: int, proof: Proof) -> Message:
    return Message(
        "{color} has a proven win in {n} move",
        "{color} has a proven win in {n} moves",
        color=COLORS[color],
        n=proof.length,
    )


def _check(game: Game, cell: int, seconds: float, limits: Limits, left: float | None) -> None:
    """Raise ForfeitError if a move came too late or is not on an empty point."""
    most = limits.most(left)
    if most is not None and seconds > most + limits.tolerance:
        raise late(seconds, most)
    if not 0 <= cell < game.n_cells or cell in {stone for stones in game.stones() for stone in stones}:
        point = name(cell, game.size) if 0 <= cell < game.n_cells else str(cell)
        raise ForfeitError("illegal", Message("{point} is not an empty point", point=point))


def late(seconds: float, most: float) -> ForfeitError:
    """Return the error for a move that took `seconds`, more than the `most` seconds allowed."""
    words = Message(
        "the move took {seconds:.2f} s; the limit is {most:.2f} s", seconds=seconds, most=most
    )
    return ForfeitError("time", words)


def varied(opening: Game, n_moves: int, random: Random, rule: str) -> Game:
    """Return an opening continued by `n_moves` random moves, each near a stone.

    A continuation is rejected if the game is over after it, or if a short search finds a win by fours for
    either side. If all attempts are rejected, the opening is returned unchanged.
    """
    search = shared_search(rule, opening.size)
    for _trial in range(TRIALS if n_moves else 0):
        game = opening
        for _move in range(n_moves):
            set_up(search, game)
            stones = [divmod(cell, game.size) for cells in game.stones() for cell in cells]
            stones = stones or [(game.size // 2, game.size // 2)]
            near = [
                cell
                for cell in search.empty_cells()
                if any(
                    max(abs(cell // game.size - y), abs(cell % game.size - x)) <= NEAR for y, x in stones
                )
            ]
            if not near:
                break
            game = game.then([random.choice(near)])
        if judge(game, rule).status == "legal" and not any(
            solve(game, side=side, rule=rule, threats="fours", nodes=FEW_NODES).proof
            for side in (BLACK, WHITE)
        ):
            return game
    return opening
