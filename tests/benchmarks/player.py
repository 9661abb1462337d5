"""Measure the player of renju and go-moku; run by hand from the root:

    python tests/benchmarks/player.py clock SECONDS MOVES [GAME INCREMENT]
    python tests/benchmarks/player.py refuted SECONDS MOVES [COMMAND]
    python tests/benchmarks/player.py depth RULE NODES [FILE]
    python tests/benchmarks/player.py even RULE COUNT [COMMAND] >tests/benchmarks/openings/RULE.txt

`clock` lets `zet renju engine` play itself through the protocol, by the three rules in turn. It counts
the late moves among MOVES, and the part of the time that was used. A move has SECONDS, or the rest of
GAME seconds for a game, with INCREMENT for each move; the limit has no tolerance.

`refuted` lets the player play itself, or a program that supports the protocol, with SECONDS per move for
both. It counts the refuted moves among MOVES of the player: after a refuted move the opponent has a win
by fours and threes that the solver finds within a second, although another move allowed no win. The
player and the solver are limited in CPU seconds, so that the load of the machine does not matter. Each
opening is played twice, with sides changed.

`depth` chooses a move in each position of FILE, by default the openings, and prints the mean depth, the
nodes, and the nodes per CPU second: versions that play games at equal nodes need equal speed too. Each
version runs from its own tree, with `PYTHONPATH=TREE/.pkg`.

`even` prints openings of 4 to 7 random moves that the player evaluates as even: most other openings are
won for one side with any player, and say nothing about the players. With COMMAND, a program that supports
the protocol, both play each opening against themselves, and the opening is printed if one game is won by
Black and the other by White.
"""

import os
import shlex
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from statistics import mean, median
from types import SimpleNamespace

from spent import ZET

from zet.cli.programs import PAUSE
from zet.cli.renju.brains import Brain
from zet.cli.renju.players import Entrant, entrants_of
from zet.engines import renju
from zet.engines.kernel import clock as clocks
from zet.engines.renju.match import Stopwatch, varied
from zet.engines.renju.model import BLACK, WHITE
from zet.engines.renju.solver import winning_move
from zet.formats.renju.moves import dumps, loads
from zet.formats.renju.weights import learned

RULES = ("renju", "freestyle", "standard")
OPENINGS = Path("tests/benchmarks/openings")
SOLVER = 1.0
"""The time limit of a refutation in seconds."""

EVEN, TRIED = 50, 60_000
"""The maximum value of an even opening to one side, and the nodes of the search that evaluates it."""


SPLIT = 5_000
"""The nodes of a move in the games that a program plays against itself."""


def openings(n_random: int = 0) -> Iterator[tuple[str, renju.Game]]:
    """Yield endless pairs of a rule and an opening with a number of random moves, each pair twice."""
    games = {rule: [loads(line) for line in (OPENINGS / f"{rule}.txt").open()] for rule in RULES}
    for number in count():
        rule, at = RULES[number // 2 % len(RULES)], number // 2 // len(RULES)
        yield rule, varied(games[rule][at % len(games[rule])], n_random, Random(number // 2), rule)


def winner(player: Entrant, game: renju.Game, rule: str) -> int | None:
    """Return the color that wins a player's game against itself."""
    sides = player.player(rule), player.player(rule)
    try:
        return renju.match.play_out(game, sides, (player.limits, player.limits), rule).winner
    finally:
        for side in sides:
            side.end()


def even(rule: str, most: int, command: str = "") -> None:
    """Print a number of even openings; with a command, from other seeds than without."""
    texts = [f"zet,nodes={SPLIT}", f"gomocup,nodes={SPLIT},pause=0.001:{command}"] if command else []
    players = entrants_of(texts, rule, renju.timing.Limits())
    found = 0
    for number in count():
        random = Random(f"split {number}" if command else number)
        game = varied(renju.Game(), random.randint(4, 7), random, rule)
        choice = renju.best_move(game, learned(rule), nodes=TRIED)
        if choice.reason == "position" and choice.value is not None and abs(choice.value) <= EVEN:
            if players and {winner(one, game, rule) for one in players} != {BLACK, WHITE}:
                continue
            print(dumps(game).strip(), flush=True)
            found += 1
            if found == most:
                break


def depth(rule: str, nodes: int, path: Path | None = None) -> None:
    """Print the mean depth of the choices in a file's positions, and the speed."""
    games = [loads(line) for line in (path or OPENINGS / f"{rule}.txt").open()]
    began = time.process_time()
    choices = [renju.best_move(game, learned(rule), nodes=nodes) for game in games]
    seconds, tried = time.process_time() - began, sum(one.nodes for one in choices)
    deep = mean(one.depth for one in choices if one.depth)
    print(f"{len(choices)} positions, depth {deep:.2f}, {tried} nodes, {tried / seconds:,.0f} a second")


def clock(turn: float, most: int, whole: float | None = None, increment: float = 0.0) -> None:
    """Play a number of moves, and print their times."""
    limits = renju.timing.Limits(None if whole else turn, whole, increment, tolerance=60)
    took: list[float] = []
    shares: list[float] = []
    used: list[float] = []
    for rule, game in openings(2):
        players = [Brain((ZET, "renju", "engine"), PAUSE, rule, limits) for _ in range(2)]
        left = [limits.game, limits.game]
        for one in players:
            one.start(game.size)
        while len(took) < most and renju.judge(game, rule).status == "legal":
            began = time.monotonic()
            cell = players[game.side].move(game, left[game.side], Stopwatch())
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
        if len(took) < most:
            used += [1 - one / whole for one in left if one is not None and whole]
        for one in players:
            one.end()
        if len(took) >= most:
            break
    late = sum(share > 1 for share in shares)
    print(f"{len(took)} moves, {late} late; the slowest {max(took):.3f} s; load {os.getloadavg()[1]:.1f}")
    upper = median(sorted(shares)[len(shares) // 2 :])
    print(f"used: mean {mean(shares):.0%}, of the longer half of all moves the median {upper:.0%}")
    if used:
        print(f"of a game's time: least {min(used):.0%}, median {median(used):.0%}, most {max(used):.0%}")


def refuted(seconds: float, most: int, *command: str) -> None:
    """Play a number of moves, and print the moves that a short search refutes."""
    clocks.time = SimpleNamespace(monotonic=time.process_time)  # type: ignore[attr-defined]
    counts, results = Counter[str](), Counter[str]()
    for number, (rule, game) in enumerate(openings()):
        watches = [renju.timing.Watch(time.process_time, lambda: 0.0) for _ in range(2)]
        memories = [renju.player.Memory(watch=watch) for watch in watches]
        limits = renju.timing.Limits(seconds, tolerance=60)
        rival = Brain(command, PAUSE, rule, limits) if command else None
        rivals = number % 2
        if rival:
            rival.start(game.size)
        while counts["moves"] < most:
            verdict = renju.judge(game, rule)
            if verdict.status != "legal":
                winner = {"black-won": 0, "white-won": 1}.get(verdict.status)
                results["drawn" if winner is None else "lost" if winner == rivals else "won"] += 1
                break
            if rival and game.side == rivals:
                game = game.then([rival.move(game, None, Stopwatch())])
                continue
            choice = renju.best_move(game, learned(rule), seconds=seconds, memory=memories[game.side])
            counts["moves"] += 1
            if choice.reason == "win":
                results["lost" if game.side == rivals else "won"] += 1
                break  # the rest of the game is irrelevant
            after = game.then([choice.move])
            found = winning_move(after, rule=rule, seconds=SOLVER)
            if found.move is not None:
                kind = "in lost positions" if is_lost(game, rule) else "refuted"
                counts[kind] += 1
                name = renju.name(choice.move)
                print(f"# {kind}: {rule} {dumps(game).strip()}: {name}, {found.nodes} nodes", flush=True)
            game = after
        if rival:
            rival.end()
        if counts["moves"] >= most:
            break
        print(f"# {number + 1} games, {rule}: {dict(counts)}, {dict(results)}", flush=True)
    print(f"{dict(counts)}, games {dict(results)}: {counts['refuted'] / counts['moves']:.1%} refuted")


def is_lost(game: renju.Game, rule: str) -> bool:
    """Whether the opponent has a win after every move."""
    board = renju.Board.of(game, rule)
    return all(
        winning_move(game.then([cell]), rule=rule, seconds=SOLVER)[0] == "win"
        for cell in board.empty()
        if board.may_play(cell, game.side)
    )


if __name__ == "__main__":
    kind, first, second, *rest = sys.argv[1:]
    if kind == "clock":
        clock(float(first), int(second), *map(float, rest))
    elif kind == "even":
        even(first, int(second), *rest)
    elif kind == "depth":
        depth(first, int(second), *map(Path, rest))
    else:
        refuted(float(first), int(second), *shlex.split(" ".join(rest)))
