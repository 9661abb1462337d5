"""Measure the player of renju and go-moku; run by hand from the root:

    python tests/benchmarks/player.py clock SECONDS MOVES [GAME INCREMENT]
    python tests/benchmarks/player.py refuted SECONDS MOVES

`clock` lets `zet renju engine` play itself through the protocol, by the three rules in turn: how many of
so many moves came later than they may, and how much of the time was used. A move has SECONDS, or what is
left of GAME seconds for a game, with INCREMENT for each move; what is late has no tolerance.

`refuted` lets the player play itself and looks at each of so many moves: has the other side a win by
fours and threes after it that the solver finds within a second, though another move had none? All seconds
are those of CPU here, so that the load of the machine does not matter.
"""

import os
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from statistics import mean, median
from types import SimpleNamespace

from spent import ZET

from zet.cli.renju.brains import Brain
from zet.engines import renju
from zet.engines.kernel import clock as clocks
from zet.engines.renju.match import varied
from zet.engines.renju.solver import winning_move
from zet.formats.renju.moves import dumps, loads
from zet.formats.renju.weights import learned

RULES = ("renju", "freestyle", "standard")
OPENINGS = Path("tests/benchmarks/openings/renju.txt")
RANDOM_MOVES = 2
"""After each opening, drawn anew for each game."""

SOLVER = 1.0
"""Seconds for a refutation."""


def openings() -> Iterator[tuple[str, renju.Game]]:
    """Yield rules and beginnings of games, without end."""
    lines = OPENINGS.read_text().split("\n")
    games = [loads(line) for line in lines if line]
    for number in count():
        rule = RULES[number % len(RULES)]
        opening = games[number // len(RULES) % len(games)]
        yield rule, varied(opening, RANDOM_MOVES, Random(number), rule)


def clock(turn: float, most: int, whole: float | None = None, increment: float = 0.0) -> None:
    """Play until so many moves were made, and print what they took."""
    limits = renju.timing.Limits(None if whole else turn, whole, increment, tolerance=60)
    took: list[float] = []
    shares: list[float] = []
    lefts: list[float] = []
    for rule, game in openings():
        players = [Brain((ZET, "renju", "engine"), rule, limits) for _ in range(2)]
        left = [limits.game, limits.game]
        for one in players:
            one.start(game.size)
        while len(took) < most and renju.judge(game, rule).status == "legal":
            began = time.monotonic()
            cell = players[game.side].move(game, left[game.side])
            took.append(time.monotonic() - began)
            shares.append(took[-1] / (limits.most(left[game.side]) or 1))
            if shares[-1] > 1:
                print(
                    f"# {rule}, move {len(game.moves) + 1} of {len(took)}: {took[-1]:.3f} s", flush=True
                )
            rest = left[game.side]
            if rest is not None:
                left[game.side] = rest - took[-1] + increment
            game = game.then([cell])
        lefts += [one for one in left if one is not None]
        for one in players:
            one.end()
        if len(took) >= most:
            break
    late = sum(share > 1 for share in shares)
    print(f"{len(took)} moves, {late} late; the slowest {max(took):.3f} s; load {os.getloadavg()[1]:.1f}")
    print(f"used of the time for a move: median {median(shares):.0%}, mean {mean(shares):.0%}")
    if lefts:
        print(f"left of a game's {whole} s: least {min(lefts):.2f}, median {median(lefts):.2f}")


def refuted(seconds: float, most: int) -> None:
    """Play until so many moves were made, and print which of them a short search refutes."""
    clocks.time = SimpleNamespace(monotonic=time.process_time)  # type: ignore[attr-defined]
    n_moves = n_lost = n_refuted = 0
    for rule, game in openings():
        memories = [renju.player.Memory() for _ in range(2)]
        while n_moves < most and renju.judge(game, rule).status == "legal":
            if winning_move(game, rule=rule, seconds=SOLVER)[1] is not None:
                break  # the rest shows nothing: the other side has lost already
            choice = renju.best_move(game, learned(rule), seconds=seconds, memory=memories[game.side])
            n_moves += 1
            after = game.then([choice.move])
            status, _, nodes, _ = winning_move(after, rule=rule, seconds=SOLVER)
            if status == "win":
                if is_lost(game, rule):
                    n_lost += 1
                else:
                    n_refuted += 1
                    played = f"{renju.name(choice.move)} ({choice.reason})"
                    print(f"{rule} {dumps(game).strip()}: {played}, {nodes} nodes", flush=True)
            game = after
        if n_moves >= most:
            break
        if n_moves % 50 < 25:
            print(f"# {n_moves} moves, {n_refuted} refuted, {n_lost} in lost positions", flush=True)
    share = n_refuted / n_moves
    print(f"{n_moves} moves, {n_lost} where each loses, {n_refuted} refuted: {share:.1%}")


def is_lost(game: renju.Game, rule: str) -> bool:
    """Whether the other side has a win after each move."""
    board = renju.Board.of(game, rule)
    return all(
        winning_move(game.then([cell]), rule=rule, seconds=SOLVER)[0] == "win"
        for cell in board.empty()
        if board.may_play(cell, game.side)
    )


if __name__ == "__main__":
    {"clock": clock, "refuted": refuted}[sys.argv[1]](*map(float, sys.argv[2:]))  # type: ignore[operator]
