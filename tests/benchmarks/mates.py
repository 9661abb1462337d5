"""Wins that another engine sees, and the search by fours and threes does not find.

    python tests/benchmarks/mates.py COMMAND --seeds 301 302 --theirs 100000 --nodes 5000000

COMMAND starts rapfi, an engine that supports the Gomocup protocol and reports its evaluations. The
positions are from the games of `quiet.py`, one game for each seed: the winner is to move, 5, 9, 13, 17 or
21 plies before the end. Positions in which rapfi sees a mate, within a number of its nodes (`--theirs`),
are solved by fours and threes. The positions that are not won are printed with rapfi's line: "no-win" if
no win by fours and threes exists, so that rapfi's win needs quiet moves, "unknown" if the limit was
reached.
"""

import argparse
import re
import shlex
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence

from quiet import game_of

from zet.engines.renju.model import Game, names
from zet.engines.renju.proof import check
from zet.engines.renju.referee import WON, judge
from zet.engines.renju.solver import solve

RULES = {"freestyle": 0, "standard": 1, "renju": 4}
"""The numbers of the rules in the protocol."""

BACK = (5, 9, 13, 17, 21)
"""The plies before the end of a game."""


def mate_seen(command: str, game: Game, rule: str, nodes: int) -> tuple[int, str] | None:
    """Return the length of a mate that the engine sees for the color to move, and its line; or None."""
    n = len(game.moves)
    lines = [
        f"START {game.size}",
        f"INFO rule {RULES[rule]}",
        f"INFO max_node {nodes}",
        "INFO thread_num 1",
    ]
    lines += [f"INFO timeout_{what} 600000" for what in ("turn", "match")]
    lines += ["BOARD"]
    for number, cell in enumerate(game.moves):
        lines.append(f"{cell % game.size},{cell // game.size},{1 + (n - number) % 2}")
    lines += ["DONE", ""]
    with subprocess.Popen(
        shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin
        assert engine.stdout
        engine.stdin.write("\n".join(lines))
        engine.stdin.flush()
        length, line = 0, ""
        for answer in engine.stdout:
            if found := re.search(r"Eval (\S+)", answer):
                mate = re.fullmatch(r"\+M(\d+)", found[1])
                length = int(mate[1]) if mate else 0
            elif "Bestline" in answer:
                line = answer.split("Bestline")[1].strip()
            elif re.fullmatch(r"\d+,\d+\s*", answer):
                break
        engine.kill()
    return (length, line) if length else None


def positions(seeds: Sequence[int]) -> Iterator[tuple[int, str, Game]]:
    """Yield the seeds, the rules and the positions."""
    for seed in seeds:
        game, rule = game_of(seed)
        if judge(game, rule).status in WON:
            for back in BACK:
                if len(game.moves) - back >= 5:
                    yield seed, rule, game.at(len(game.moves) - back)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--seeds", type=int, nargs="+", required=True)
    parser.add_argument("--theirs", type=int, default=100_000)
    parser.add_argument("--nodes", type=int, default=5_000_000)
    given = parser.parse_args()
    counted: Counter[str] = Counter()
    for seed, rule, game in positions(given.seeds):
        counted["positions"] += 1
        seen = mate_seen(given.command, game, rule, given.theirs)
        if not seen:
            continue
        found = solve(game, rule=rule, nodes=given.nodes)
        if found.proof:
            assert check(game, found.proof, game.side, rule).status == "valid"
        else:
            moves = "".join(names(game.moves, game.size))
            print(
                f"{found.status}, seed {seed}, {rule}, mate in {seen[0]}: {moves} {seen[1]}", flush=True
            )
        counted["mates seen"] += 1
        counted[found.status] += 1
    print(*(f"{n} {name}" for name, n in counted.items()), sep=", ")


if __name__ == "__main__":
    main()
