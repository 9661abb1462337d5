"""The questions of docs/renju/cql.md: zet and plain programs find the same matches."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import plain_cql
from benchmarks.find import made_moves
from commands import ROOT

from zet.engines.noire.finder import Finder
from zet.engines.renju.model import N_CELLS, SIDE, Game
from zet.formats import blanche
from zet.formats.renju.moves import loads

PAGE = (ROOT / "docs/renju/cql.md").read_text()
QUERIES = dict(re.findall(r"^- \*\*([\w-]+)\*\* .*\n  `(.+)`$", PAGE, re.M))
SETS = dict(re.findall(r"^\| ([a-z ]+) \| `([^`]+)` \|$", PAGE.split("## Sets")[1], re.M))
FINDER = Finder(
    blanche.joined(
        [
            blanche.rule_set("themes"),
            blanche.loads(
                "".join(f"rule ask {name}\npremise {text}\n" for name, text in QUERIES.items())
            ).program,
        ]
    )
)
NUMBERS = [number for number, rule in enumerate(FINDER.program.rules) if rule.name.startswith("ask ")]


def games(seed: int, count: int) -> Iterator[Game]:
    """Yield a game with crossing fives, games of players who see threats, and games of random moves."""
    yield loads("f8a1g8a3i8a5j8a7h6c1h7c3h9c5h10c7h8")
    random = Random(seed)
    for number in range(count):
        if number % 3 == 0:
            yield Game(moves=tuple(made_moves(random)))
            continue
        size = random.randint(5, 7) if number % 3 == 1 else SIDE
        cells = [SIDE * y + x for y in range(size) for x in range(size)]
        yield Game(moves=tuple(random.sample(cells, 25)))


def found(game: Game) -> dict[str, set[tuple[int, int | None]]]:
    answers: dict[str, set[tuple[int, int | None]]] = {name: set() for name in QUERIES}
    for hit in FINDER.find(game, rules=[number for number in NUMBERS if FINDER.is_asked[number]]):
        answers[hit.match.rule.name.removeprefix("ask ")].add((hit.ply, hit.color))
    return answers


def wanted(game: Game) -> dict[str, set[tuple[int, int | None]]]:
    plain = plain_cql.Game([(cell % SIDE, cell // SIDE) for cell in game.moves])
    return {
        name: {(ply, color) for ply in range(plain.end + 1) for color in question(plain, ply)}
        for name, question in plain_cql.QUESTIONS.items()
    }


def test_there_are_33_questions() -> None:
    assert QUERIES.keys() == plain_cql.QUESTIONS.keys()
    assert len(QUERIES) == 33


def test_questions_of_cql(rounds: Callable[[int], int]) -> None:
    seen: Counter[str] = Counter()
    for game in games(5, rounds(160)):
        answers, right = found(game), wanted(game)
        for name in QUERIES:
            assert answers[name] == right[name], (name, game)
            seen[name] += len(right[name])
    assert sum(count > 0 for count in seen.values()) > 20


def test_sets(rounds: Callable[[int], int]) -> None:
    """Sets of the fields that complete a five are combined."""
    text = "".join(f"rule {name}\npremise {sentence}\n" for name, sentence in SETS.items())
    asked = Finder(blanche.joined([blanche.rule_set("themes"), blanche.loads(text).program]))
    numbers = [number for number, rule in enumerate(asked.program.rules) if rule.name in SETS]
    for game in games(6, rounds(160)):
        plain = plain_cql.Game([(cell % SIDE, cell // SIDE) for cell in game.moves])
        found: dict[tuple[int, str], set[int | bool]] = {}
        for hit in asked.find(game, most=N_CELLS, rules=numbers):
            values = {one.value for one in hit.match.bindings} or {True}
            found.setdefault((hit.ply, hit.match.rule.name), set()).update(values)
        for ply in range(plain.end + 1):
            right = plain_sets(plain, ply)
            assert right.keys() == SETS.keys()
            for name in SETS:
                assert found.get((ply, name), set()) == right[name], (ply, name, game)


def plain_sets(game: plain_cql.Game, ply: int) -> dict[str, set[int | bool]]:
    now = game.at(ply)
    black, white = ({SIDE * y + x for x, y in now.completing(color)} for color in (0, 1))
    before = {SIDE * y + x for x, y in game.before(ply, 2).completing(0)} if ply > 1 else set()
    taken = {SIDE * y + x for x, y in now.colors}
    return {
        "union": black | white,
        "intersection": black & white,
        "difference": black - white,
        "complement": set(range(N_CELLS)) - taken - black,
        "difference of two moments": black - before,
        "number of fields in a union": {len(black | white)},
        "subset": {True} if black <= white else set(),
        "equality": {True} if black == white else set(),
    }
