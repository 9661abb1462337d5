"""Games of the player: how often wins are proven before wins by threes, and losing moves named.

    python tests/benchmarks/quiet.py --seeds 1 3 5 --before 2 4 --nodes 5000000

Each seed is a game: a rule, five random stones near the center, and then moves of the player by 10,000
nodes. From the end backwards, the winner's positions are solved by threes within 300,000 nodes, up to the
first one that is not won: the position `before` plies ahead of the first win is then solved with quiet
moves. With `--analyze N`, the games are analyzed instead, by N moves tried for each question: the
losing move, after which the winner always has a forced win, is to be marked as a blunder. Seconds are CPU
time. Seeds without a winner, or without a win by threes, are left out.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from random import Random

from zet.engines.kernel import clock
from zet.engines.renju.analysis import analyze
from zet.engines.renju.model import RULES, Game, names
from zet.engines.renju.player import best_move
from zet.engines.renju.proof import check, parts_of
from zet.engines.renju.referee import WON, judge
from zet.engines.renju.solver import QUIET, solve
from zet.formats.renju.weights import learned

CENTER = [15 * y + x for y in range(4, 11) for x in range(4, 11)]


def game_of(seed: int) -> tuple[Game, str]:
    """Return the game of a seed, and its rule."""
    random, rule = Random(seed), RULES[seed % 6 // 2]
    cells = [112]
    while len(cells) < 5:
        if (cell := random.choice(CENTER)) not in cells:
            cells.append(cell)
    game = Game(moves=tuple(cells))
    while judge(game, rule).status == "legal" and len(game.moves) < 120:
        game = game.then([best_move(game, learned(rule), nodes=10_000).move])
    return game, rule


def first_win(game: Game, rule: str) -> int | None:
    """Return the number of moves before the winner's first win by threes of the last wins in a row."""
    if (status := judge(game, rule).status) not in WON:
        return None
    first = None
    n_moves = len(game.moves) - 1
    n_moves -= n_moves % 2 != WON.index(status)
    while n_moves >= 5 and solve(game.at(n_moves), rule=rule, nodes=300_000).status == "win":
        first = n_moves
        n_moves -= 2
    return first


def cases(seeds: Sequence[int], before: int) -> Iterator[tuple[int, str, Game]]:
    """Yield the seed, the rule and the position of each game with such a position."""
    for seed in seeds:
        game, rule = game_of(seed)
        first = first_win(game, rule)
        if first is not None and first - before >= 4:
            yield seed, rule, game.at(first - before)


def losing_moves(seeds: Sequence[int], nodes: int) -> None:
    """Analyze the games that have a winner, and count the losing moves that are named."""
    named = n = 0
    for seed in seeds:
        game, rule = game_of(seed)
        if judge(game, rule).status not in WON:
            continue
        began = time.process_time()
        found = analyze(game, rule, nodes=nodes)
        number = found.decided or 0
        mark = found.steps[number - 1].mark if number else None
        n, named = n + 1, named + (mark == "blunder")
        seconds = time.process_time() - began
        print(
            f"seed {seed}, {rule}, {len(game.moves)} moves: {number}, {mark}, {seconds:.1f} s", flush=True
        )
    print(f"losing move named: {named} of {n}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, nargs="+", required=True)
    parser.add_argument("--before", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--analyze", type=int, metavar="N")
    given = parser.parse_args()
    if given.analyze:
        losing_moves(given.seeds, given.analyze)
        return
    clock.time.monotonic = time.process_time
    for before in given.before:
        won = n = 0
        for seed, rule, game in cases(given.seeds, before):
            found = solve(game, rule=rule, threats=QUIET, nodes=given.nodes, seconds=given.seconds)
            line = f"{before} before, seed {seed}, {rule}, ply {len(game.moves)}: {found.status}"
            if found.proof:
                valid = check(game, found.proof, game.side, rule)
                line += f" in {found.proof.length}, {len(parts_of(found.proof))} parts, {valid.status}: "
                line += names([found.proof.move])[0]
            n, won = n + 1, won + (found.status == "win")
            print(f"{line}, {found.seconds:.1f} s, {found.nodes:,} nodes", flush=True)
        print(f"{before} plies before: {won} of {n}", flush=True)


if __name__ == "__main__":
    main()
