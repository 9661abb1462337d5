"""Measure NOIRE: its speed, and the savings by knowledge.

    python tests/benchmarks/noire.py speed FILE...          positions visited per second
    python tests/benchmarks/noire.py savings NODES FILE...  savings by rules to level 3, 5 and 7
    python tests/benchmarks/noire.py solver FILE...         potential savings for the default solver
    python tests/benchmarks/noire.py compare COUNT SEED     compare the matcher with the interpreter
    python tests/benchmarks/noire.py boards COUNT SEED [SET...]
                                            check NOIRE's claims by proofs and by threats

FILE has positions in a format that `zet renju` reads.
"""

import math
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "engines"))

from noire_boards import boards as hostile_boards, contradiction
from noire_samples import random_positions
from plain_noire import PlainNoire

from zet.engines.noire.experiment import LEVELS, searched, totals
from zet.engines.noire.interpreter import Interpreter, Values
from zet.engines.noire.matcher import CompiledMatcher
from zet.engines.noire.position import Position
from zet.engines.noire.predicates import Key
from zet.engines.noire.program import Literal
from zet.engines.noire.solver import Result, solve
from zet.engines.noire.soundness import RuleBoard
from zet.engines.renju._player import PositionalSearch
from zet.engines.renju.model import Game
from zet.formats.blanche import joined, rule_set
from zet.formats.renju import FORMATS
from zet.formats.renju.position import dumps

SETS = ("sound", "thesis")
NODES = 300_000
PLAIN_NODES = 60


def positions(name: str) -> list[Game]:
    with Path(name).open("rb") as stream:
        form = FORMATS["json" if name.endswith("jsonl") else "position"]
        return [game for game in form.load(stream, name) if isinstance(game, Game)]


def speed(names: Sequence[str]) -> None:
    """Time the search with all rules, the plain search on the interpreter, and one question to each."""
    games = [game for name in names for game in positions(name)]
    for name in SETS:
        program = rule_set(name)
        solve(games[0], program, nodes=1)
        began, visited = time.process_time(), 0
        for game in games[:60]:
            visited += solve(game, program, nodes=NODES).nodes
        rate = visited / (time.process_time() - began)
        slow = Interpreter(program)
        began, plain = time.process_time(), 0
        for game in games[:5]:
            search = Limited(slow, 7)
            with suppress(StopIteration):
                search.solve(Position.of(game), game.side, 50)
            plain += search.nodes
        plain_rate = plain / (time.process_time() - began)
        print(
            f"{name}: {rate:,.0f} positions visited a second ({visited:,}), plain {plain_rate:.2f}"
            f" ({plain}): {rate / plain_rate:,.0f} times"
        )
        infer(program, games)


class Limited(PlainNoire):
    """The plain search, stopped after a number of positions."""

    def visit(self, position: Position, side: int, ply: int, depth: int, alpha: int, beta: int) -> int:
        if self.nodes >= PLAIN_NODES:
            raise StopIteration
        return super().visit(position, side, ply, depth, alpha, beta)


def infer(program: object, games: Sequence[Game]) -> None:
    """Time one inference where no rule matches, the expensive case."""
    fast, slow = CompiledMatcher(program), Interpreter(program)  # type: ignore[arg-type]
    total = plain = 0.0
    count = 0
    for game in games:
        position = Position.of(game)
        if fast.infer(position, game.side) is None and fast.infer(position, 1 - game.side) is None:
            began = time.process_time()
            for _ in range(2_000):
                fast._board.infer(game.side, 7)
            total += (time.process_time() - began) / 2_000
            if count < 3:
                began = time.process_time()
                slow.infer(position, game.side)
                plain += time.process_time() - began
            count += 1
    if count:
        print(
            f"  one inference without a match: {total / count * 1e6:.2f} us,"
            f" interpreter {plain / min(count, 3) * 1e3:.0f} ms ({count} positions)"
        )


def savings(nodes: int, names: Sequence[str]) -> None:
    """Search every position at every level with both sets; a position given up counts as the limit."""
    for name in names:
        games = positions(name)
        for rules in SETS:
            program = rule_set(rules)
            rows = [searched(game, program, LEVELS, nodes=nodes) for game in games]
            print(f"{name}, {rules}, {len(rows)} positions, limit {nodes:,}")
            report(rows)


def solver(names: Sequence[str]) -> None:
    """Query the sound rules and a small search by fours in positions that the threat search visits.

    From each problem 20 lines are played at random: the attacker makes fours and threes, the defender
    plays where five or four would be made.
    """
    random = Random(1)
    program = rule_set("sound")
    inference = RuleBoard(program)
    search = PositionalSearch(exact_black=True, exact_white=False, restricted=True)
    by_level = Counter[int]()
    asked = both = fours_alone = rules_alone = 0
    seconds = [0.0, 0.0]
    for game in (game for name in names for game in positions(name)):
        for _ in range(20):
            search.begin(-1, None)
            inference.board.clear()
            stones = [(cell, color) for color, cells in enumerate(game.stones()) for cell in cells]
            for cell, color in stones:
                search.play(cell, color)
                inference.board.put(cell, color)
            for _ in range(random.randint(1, 4)):
                color = game.side
                moves = [*search.cells(color, 1), *search.cells(color, 2)]
                if not moves or search.cells(color, 0):
                    break
                move = random.choice(moves)
                search.play(move, color)
                inference.board.put(move, color)
                answers = search.cells(color, 0) or search.cells(color, 1)
                if not answers:
                    break
                answer = random.choice(answers)
                search.play(answer, 1 - color)
                inference.board.put(answer, 1 - color)
            else:
                inference.board.set_last(-1)
                began = time.perf_counter()
                found = inference.first(game.side, 7)
                seconds[0] += time.perf_counter() - began
                began = time.perf_counter()
                wins = search.win_by_fours(game.side, 112, 300)
                seconds[1] += time.perf_counter() - began
                rule = program.rules[found[0]] if found else None
                says = rule is not None and rule.player == game.side
                asked, both = asked + 1, both + bool(says and wins)
                fours_alone += bool(wins and not says)
                rules_alone += bool(says and not wins)
                if rule is not None and says and not wins:
                    by_level[rule.level] += 1
    print(
        f"{asked} positions: both win in {both}, fours alone in {fours_alone}, rules alone in"
        f" {rules_alone} ({dict(by_level)} by level); rules {seconds[0] / asked * 1e6:.1f} us a position,"
        f" fours {seconds[1] / asked * 1e6:.1f} us"
    )


class Keeping(Interpreter):
    """The interpreter, which caches the results of predicates in a position."""

    position: Position | None = None

    def _solutions(self, literal: Literal, values: Values, position: Position) -> Iterator[Values]:
        if position is not self.position:
            self.position = position
            self.known: dict[tuple[Key, Values], list[Values]] = {}
        known, key = self.known, (literal.key, values)
        if key not in known:
            known[key] = list(super()._solutions(literal, values, position))
        return iter(known[key])


def compare(count: int, seed: int) -> None:
    """Compare the first match of each rule in random positions, and stop at a difference.

    A tenth of the positions have up to 18 stones, the others up to 10, where the interpreter is faster.
    """
    programs = [(name, rule_set(name)) for name in SETS]
    pairs = [(name, Keeping(program), CompiledMatcher(program)) for name, program in programs]
    found = {name: Counter[str]() for name in SETS}
    began = time.process_time()
    full = count // 10
    asked = chain(random_positions(seed, count - full, 5), random_positions(seed, full, 9))
    for number, position in enumerate(asked):
        name, slow, fast = pairs[number % len(pairs)]
        for rule in slow.program.rules:
            match = slow.match(rule, position)
            if fast.match(rule, position) != match:
                sys.exit(f"position {number} of seed {seed}, {name}, rule {rule.name}: {match}")
            found[name][rule.name] += match is not None
    seconds = time.process_time() - began
    print(f"{count:,} positions, no difference, {seconds:,.0f} s")
    for name, _, _ in pairs:
        matches = ", ".join(f"{rule} {times:,}" for rule, times in found[name].items())
        print(f"  {name}: {found[name].total():,} matches; {matches}")


def boards(count: int, seed: int, sets: Sequence[str]) -> None:
    """Check NOIRE's claims on hostile boards by the plain rules and the threat search; print faults."""
    program = joined(map(rule_set, sets or ["sound"]))
    said = Counter[str]()
    faults = 0
    began = time.process_time()
    for game in hostile_boards(seed, count):
        words, fault = contradiction(game, program)
        said[words] += 1
        if fault:
            faults += 1
            print(f"{dumps(game).strip()}: {words}, but {fault}", flush=True)
    found = ", ".join(f"{words} {times:,}" for words, times in said.items())
    seconds = time.process_time() - began
    print(f"{count:,} boards, {faults} faults, {seconds:,.0f} s; {found}")


def report(rows: list[tuple[Result, ...]]) -> None:
    counted = [row for row in rows if row[0].status != "no-win"]
    for at, one in enumerate(totals(rows)):
        won = [row for row in counted if row[0].status == "win"]
        of_won = sum(row[at].nodes for row in won) / max(sum(row[0].nodes for row in won), 1)
        mean = math.exp(sum(math.log(row[at].nodes / row[0].nodes) for row in counted) / len(counted))
        print(
            f"  level {one.level}: {one.wins} of {len(counted)} won, {one.nodes:,} visited,"
            f" {one.nodes / max(sum(row[0].nodes for row in counted), 1):.1%} of level 1;"
            f" {of_won:.1%} where level 1 wins; {mean:.1%} in the geometric mean"
        )


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["speed", *names] if names:
            speed(names)
        case ["savings", nodes, *names] if names:
            savings(int(nodes), names)
        case ["solver", *names] if names:
            solver(names)
        case ["boards", count, seed, *sets]:
            boards(int(count), int(seed), sets)
        case ["compare", count, seed]:
            compare(int(count), int(seed))
        case _:
            sys.exit(__doc__)
