"""Queries on games: the kernel and the plain program find the same matches, in the same order."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from types import ModuleType

import pytest
from plain_find import PlainFinder

from zet.engines.noire import finder
from zet.engines.noire.finder import Finder
from zet.engines.renju.model import PASS, SIDE, Game
from zet.formats.blanche import loads

QUESTIONS = """
four(Group, Color) :- group(Group, Color, 4), ¬spoilt(Group, Color)
spoilt(Group, black) :- in(F_, Group, 0, 0), color(F_, black) or in(F_, Group, 6, 6), color(F_, black)
three(Group, Color) :- group(Group, Color, 3), ¬spoilt(Group, Color)
point(Field, Color) :- four(Group_, Color), in(Field, Group_, 1, 5), color(Field, none)
answers(Field, own) :- last.move(Field), color(Field, own), four(Group_, other) 1 earlier

rule own and other
move Field
premise last.move(Field), color(Field, own), three(Group, own), in(Field, Group, 1, 5), ¬three(G_, other)

rule a player of his own
player white
move Field
premise last.move(Field), color(Field, own), group(Group, other, 2), in(Field, Group, 0, 6)

rule alternatives
premise (three(Group, own) or group(Group, other, 4), to.move(own)), in(Field, Group, 2, 4),
    color(Field, none)

rule alternatives of all
premise last.move(Field), edge(Field, 0) or last.move(Field), corner(Field, N_), less(N_, 4)

rule alternatives within
premise last.move(Field), (edge(Field, N), (less(N, 2) or less(5, N)) or corner(Field, N), less(N, 5))

rule not one of several
premise last.move(Field), ¬(edge(Field, 0) or corner(Field, N_), less(N_, 5) or three(G_, own)),
    color(Field, own)

rule moments that do not depend on each other
premise now(N), ends(N), three(Group1, black) earlier, three(Group2, white) earlier, ¬four(Group1_, white)

rule moments within a moment
premise (three(Group1, own) earlier, three(Group2, other) later, in(Field, Group1, 1, 5)) 3 later

rule moments of which one field counts
premise last.move(Field), (three(G1_, own) earlier, in(Field, Group2, 1, 5), three(Group2, own)) 2 earlier

rule zones
premise last.move(Field), edge(Field, N), corner(Field, M), less(N, M), ¬edge(Field, 3)

rule distances
premise last.move(Field), (last.move(Field2)) 1 earlier, distance(Field, Field2, N), less(3, N)

rule a distance that is known
premise last.move(Field), color(Field2, own), distance(Field, Field2, 2)

rule a shape in any turn
premise last.move(Field), color(Field, own), color(step(Field, 1, 1, Turn), own),
    color(step(Field, 2, 0, Turn), none), color(step(Field, 0, 1, Turn), Color)

rule a shape, found from its end
premise last.move(Field), step(Start, 2, 1, Turn, Field), color(Start, own),
    ¬color(step(Start, 1, 0, Turn), other)

rule a row in any way
premise last.move(Field), color(Field, own), color(step(Field, 1, Way), own), between(N, 2, 3),
    color(step(Field, N, Way), none), ¬step(Field, 4, Way, Field_)

rule steps to the northwest
premise last.move(Field), color(step(Field, 1, northwest), own), ¬color(step(Field, 2, southeast), other),
    equal(Way, south), color(step(Field, 1, Way), C)

rule directions
premise last.move(Field), in(Field, G, 1, 5), three(G, own), direction(G, D), ¬equal(D, rising),
    (direction(G, vertical) or direction(G, falling))

rule echoes
premise last.move(F), color(F, own), earlier(M), (last.move(G), color(G, own)) at M, echo(F, 1, M, G, T)

rule echoes in a known orientation
premise now(N), last.move(F), color(G, own), echo(G, N mod 3, N, F, 5), ¬echo(F, 2, N - 1, G, 1)

rule no echo
premise last.move(F), color(F, own), (last.move(G)) 1 earlier, now(N), ¬echo(F, 1, N - 1, G, T_),
    echo(F, 2, N, F, T)

rule steps between known fields
premise last.move(Field), (last.move(Field2)) 1 earlier,
    (step(Field, 1, Way, Field2) or step(Field, 1, 2, Way, Field2)),
    ¬step(Field2, 1, 0, Way, h8)

rule steps of known ways
premise now(N), less(N, 8), last.move(Field), step(Field, N, 1, Field2), step(Field2, 1, N, N, Field3)

rule fields by name
premise last.move(Field), (equal(Field, h8) or equal(Field, g7)), ¬color(h8, other)

rule numbers
premise now(N), less(N, 9), between(M, 2, N), ¬less(M, 4), ¬equal(M, N)

rule a number between
premise now(N), between(N, 3, 6), ¬between(N, 5, 5)

rule counts
premise three(G_, own) N times, less(1, N), last.move(Field)

rule counts of none
premise ¬three(G_, own) 0 times, last.move(Field), color(Field, own)

rule counts of fields
premise last.move(Field), (in(Field, Group, 1, 5), in(F_, Group, 1, 5), color(F_, own)) 2 times

rule counts within
premise group(Group, own, 3), (in(F_, Group, 1, 5), color(F_, none), edge(F_, N_), less(N_, 2)) 2 times

rule counts of moments
premise last.move(Field), color(Field, own), (later(M_), point(F_, own) at M_) N times, less(2, N)

rule counts over time
premise now(4), (last.move(F_), color(F_, own), edge(F_, E_), less(E_, 3)) later, three(G_, own) 0 times

rule next
premise point(Field, own), to.move(own), (last.move(Field)) next

rule not next
premise to.move(own), point(Field, own), (¬last.move(Field)) next

rule three later
premise last.move(Field), color(Field, own), (last.move(Field2), color(Field2, other)) 3 later

rule later
premise last.move(Field), three(Group, own), in(Field, Group, 1, 5), group(Group, own, 5) later

rule not later
premise three(Group, own), ¬four(Group, own) later, last.move(Field), in(Field, Group, 1, 5)

rule later and its moment
premise last.move(Field), color(Field, other), later(N), four(Group, own) at N, in(Field, Group, 0, 6)

rule so many later as stones
premise group(Group, own, N), less(2, N), last.move(Field) N later, in(Field, Group, 1, 5)

rule so many later
premise last.move(Field), color(Field, own), point(Field2, own) N later, less(N, 4)

rule so many earlier, of which the number is counted
premise last.move(Field), ¬((three(G_, other)) N_ earlier, less(N_, 6)), three(Group, own) M earlier

rule so many later as are counted, perhaps none
premise (three(G_, own)) N times, last.move(Field) N later, (last.move(Field2)) N earlier

rule so many later as a number says, perhaps none
premise last.move(Field) N earlier, color(Field, own), between(N, 0, 2), (last.move(Field2)) N later

rule a number of moves between moments
premise last.move(Field), earlier(M, N), later(K, N), ¬less(N, 3), less(K, 9), ¬later(M, N)

rule earlier
premise last.move(Field), color(Field, own), point(Field, own) earlier, four(G_, other) 1 earlier

rule earlier by its moment
premise last.move(Field), earlier(N), last.move(Field2) at N, distance(Field, Field2, 1)

rule known moments
premise now(N), later(M, 2), earlier(K, 3), ¬equal(N, M), last.move(Field) at K

rule a moment that is known
premise later(M, 2), later(M), ¬earlier(M), last.move(Field)

rule at a number
premise now(7), last.move(Field) at 3, last.move(Field2)

rule until
premise last.move(Field), color(Field, own), (¬three(G_, other)) until three(Group, own)

rule until with its values
premise three(Group, own) until group(Group, own, 5), last.move(Field), in(Field, Group, 1, 5)

rule not until
premise last.move(Field), in(Field, Group, 1, 5), group(Group, own, 3),
    ¬group(Group, own, 3) until four(G_, own)

rule within one another
premise to.move(own), ((point(Field, own)) next, (last.move(Field)) 2 later) later

rule negations within
premise three(Group, own), ¬(in(F_, Group, 1, 5), color(F_, none), ¬(last.move(F_)) later),
    last.move(Field)

rule answers
premise answers(Field, own), ¬(point(F_, other)) earlier

rule values
premise less(edge(last.move()), 3), color(last.move(), own), ¬less(distance(last.move(), h8), now())

rule values of groups
premise three(G1, own), three(G2, own), ¬equal(direction(G1), direction(G2)), in(last.move(), G1, 1, 5)

rule values at other moments
premise (less(edge(last.move()), 4)) 1 earlier, ¬less(corner(last.move()), 9) 2 later,
    last.move(F), ¬equal(edge(F), now())

rule values that are counted
premise last.move(Field), in(Field, G, 1, 5), three(G, own), (in(F_, G, 1, 5), less(edge(F_), 4)) N times

rule sums
premise now(N), equal(M, 2 * N - 3), less(M + 1, ends()), last.move(Field), at.most(edge(Field), N / 2)

rule rounding
premise now(N), between(M, -3, 3), equal(K, (N - 5) / M), equal(L, (N - 5) mod M), last.move(Field),
    ¬at.most(abs(K), L)

rule large numbers
premise now(N), equal(M, N * 999999), equal(K, M * 999999 / 7), last.move(Field)

rule extremes
premise last.move(Field), (last.move(Field2)) 1 earlier,
    equal(max(edge(Field), edge(Field2)) - min(corner(Field), corner(Field2)), M), less(-3, M)

rule sums that are counted
premise last.move(Field), (color(F_, own), equal(N_, 100 * (edge(F_) - corner(F_)) - 399)) N times

rule sums of counts
premise (three(G_, own)) N times, (three(H_, other)) M times, last.move(Field), less(N - M, 0),
    equal(S, N * 10 + M)

rule moments by arithmetic
premise last.move(Field), now(N), equal(M, N - 3), point(Field, own) at M, equal(K, M - 2),
    (last.move(Field2)) K later

rule steps by arithmetic
premise now(N), less(N, 9), last.move(Field), step(Field, N - 5, N mod 3, N / 2, Field2), color(Field2, C)

rule equal binds
premise last.move(F), equal(Field, F), equal(own, Color), color(Field, Color), in(Field, G, 1, 5),
    three(G, own), equal(G, Group)

rule foul
move Field
premise last.move(Field), color(Field, black), forbidden(Field, Kind) 1 earlier

rule the forbidden points
premise forbidden(Field, Kind), to.move(own)

rule some forbidden points
premise to.move(black), forbidden(F_, W_) N times, less(0, N), ¬forbidden(F2_, overline)

rule forbidden points
premise last.move(Field2), color(Field2, own), group(Group, black, 3), in(Field, Group, 1, 5),
    forbidden(Field, double_four)

rule a path
premise last.move(Field), color(Field, own),
    [[three(G_, own); last.move(F_)]+; four(G_, own) or point(F_, other)] N long

rule a path that is not there
premise last.move(Field), point(Field2, own),
    ¬[last.move(F_); ([¬last.move(Field2)]*), now(N_)]+ 4 long

rule how it ended
premise result(own, How), ends(N), now(N)

rule who lost
premise result(Color, foul), ¬equal(Color, own), last.move(Field), color(Field, own), ¬result(own, draw)

rule nobody won
premise result(none, How), now(2)

rule time
premise result(other, time), last.move(Field), color(Field, own)

rule a loss looked up
premise last.move(Field), lead.to.black.loss(Field) 1 earlier
"""


Solutions = dict[tuple[int, int], list[object]]
"""The solutions by rule and number of moves."""


def games(seed: int, count: int) -> Iterator[Game]:
    """Yield short games in a part of the board, some with initial stones, a pass or a result."""
    random = Random(seed)
    for number in range(count):
        size = random.randint(5, 7)
        x, y = (random.choice((0, SIDE - size, random.randint(0, SIDE - size))) for _ in range(2))
        box = [SIDE * (y + j) + x + i for i in range(size) for j in range(size)]
        stones = random.sample(box, random.randint(5, min(len(box), 18)))
        if number % 3:  # rows, as those who want to win make them
            lines = ([SIDE * (y + k) + x + j for j in range(5)] for k in random.sample(range(5), 2))
            rows = [random.sample(line, 4 + number % 2) for line in lines]
            rows[0][2:2] = rows[1][2:]
            others = [cell for cell in stones if cell not in {*rows[0], *rows[1]}]
            pairs = zip(dict.fromkeys(rows[0]), others, strict=False)
            stones = list(dict.fromkeys([cell for pair in pairs for cell in pair]))
        n_set = random.choice((0, 0, 0, 6)) if len(stones) > 8 else 0
        setup, moves = stones[:n_set], stones[n_set:]
        if number % 5 == 0:
            moves.insert(random.randrange(len(moves) or 1), PASS)
        result = random.choice(("", "B+R", "W+T", "draw"))
        yield Game.build(setup[::2], setup[1::2], random.choice((0, 0, 1)), moves, [("result", result)])


def found_by(asked: Finder, game: Game, most: int, numbers: list[int]) -> Solutions:
    found: Solutions = {}
    rules = {rule: number for number, rule in enumerate(asked.program.rules)}
    for hit in asked.find(game, most=most, rules=numbers):
        values = {one.variable: one.value for one in hit.match.bindings}
        found.setdefault((rules[hit.match.rule], hit.ply), []).append(values)
    return found


def wanted_by(asked: Finder, game: Game, numbers: list[int]) -> Solutions:
    plain = PlainFinder(asked.program, game)
    wanted: Solutions = {}
    for number in numbers:
        rule = asked.program.rules[number]
        shown = [variable.name for variable in asked._plans.bindings[number]]
        for ply in range(len(game.moves) + 1):
            for env in plain.solutions(rule, ply):
                values = {name: env[name] for name in shown}
                solutions = wanted.setdefault((number, ply), [])
                if values not in solutions:
                    solutions.append(values)
    return wanted


@pytest.fixture
def use(kernel: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = kernel("zet.engines.noire._find")
    monkeypatch.setattr(finder, "GameMatcher", module.GameMatcher)
    return module


def test_questions(use: ModuleType, rounds: Callable[[int], int]) -> None:
    """All solutions at all positions of games, and the first solution alone."""
    asked = Finder(loads(QUESTIONS).program)
    random = Random(1)
    seen: Counter[str] = Counter()
    is_interpreted = (use.__file__ or "").endswith(".py")
    every = range(len(asked.program.rules))
    for game in games(1, 2 if is_interpreted else rounds(160) * 3 // 4):
        numbers = sorted(random.sample(every, 17))
        wanted = wanted_by(asked, game, numbers)
        found = found_by(asked, game, -1, numbers)
        for key in wanted.keys() | found.keys():
            name = asked.program.rules[key[0]].name
            assert found.get(key, []) == wanted.get(key, []), (name, key[1], game)
            seen[name] += 1
        assert found_by(asked, game, 1, numbers) == {key: one[:1] for key, one in wanted.items()}
    assert is_interpreted or len(seen) > 25, sorted(seen)
    matched = [number for number in every if asked.program.rules[number].name in seen]
    assert not any(asked.never(number) for number in matched)


def test_games_without_a_match(use: ModuleType, rounds: Callable[[int], int]) -> None:
    """The sieve excludes exactly the games in which `find` finds nothing."""
    program = loads(QUESTIONS).program
    plain = [rule for rule in program.rules if "result" not in str(rule.premise)]
    asked = Finder(replace(program, rules=tuple(plain)))
    random = Random(2)
    every = [number for number, is_asked in enumerate(asked.is_asked) if is_asked]
    seen: Counter[bool] = Counter()
    is_interpreted = (use.__file__ or "").endswith(".py")
    sieves = []
    for _ in range(3 if is_interpreted else 100):
        numbers = random.sample(every, random.choice((1, 1, 2)))
        sieves.append((numbers, asked.sieve(numbers)))
    for game in games(2, 4 if is_interpreted else rounds(8000)):
        game = Game(moves=tuple(cell for cell in game.moves if cell != PASS))
        for numbers, excludes in random.sample(sieves, 3):
            assert excludes
            found = next(asked.find(game, rules=numbers), None)
            assert excludes(list(game.moves)) == (found is None), (numbers, game)
            seen[found is None] += 1
    assert is_interpreted or min(seen.values()) > 200, seen
    for moves in ([3, 3], [225], [-1], [*range(225), 0], [1 << 30]):
        assert not any(excludes and excludes(moves) for _, excludes in sieves)


def test_a_query_about_the_result_needs_more_than_moves() -> None:
    assert Finder(loads("rule one\npremise result(own, five)").program).sieve([0]) is None


NEVER = {
    "last.move(F), step(F, 1, east, G), equal(0, east)": "",
    "equal(east, northeast), now(3)": "`equal(east, northeast)`",
    "now(N), less(N, 0)": "`less(N, 0)`",
    "now(N), less(N - 3, 0)": "",
    "now(N), at.most(N, 3), ¬at.most(N, 5)": "`at.most(N, 3)` and `¬at.most(N, 5)`",
    "now(N), less(N, 3), less(5, N)": "`less(N, 3)` and `less(5, N)`",
    "now(N), ¬less(N, 3), between(M, 1, 3), less(N, M)": (
        "`¬less(N, 3)` and `between(M, 1, 3)` and `less(N, M)`"
    ),
    "now(3), less(now(), 3)": "`now()` and `less(now(), 3)`",
    "now(3), now(5)": "`now(3)` contradicts `now(5)`",
    "now(N), less(N, 3), ends(M), equal(N, M), less(M, 4)": "",
    "last.move(F), edge(F, 8)": "`edge(F, 8)`",
    "(last.move(F), distance(F, h8, N), less(20, N)) later": "`distance(F, h8, N)` and `less(20, N)`",
    "last.move(F), color(F, own), color(F, other)": "`color(F, own)` contradicts `color(F, other)`",
    "group(G, own, 3), mine(G)": "`group(G, own, 3)` contradicts `group(G, black, 4)`",
    "mine(G), last.move(F), in(F, G, 1, 5)": "",
    "result(black, foul)": "`result(black, foul)`: no game can end in this way",
    "result(own, draw)": "`result(own, draw)`: no game can end in this way",
    "result(own, foul)": "",
    "result(none, How), now(2)": "",
}


@pytest.mark.parametrize(("premise", "reason"), NEVER.items())
def test_questions_that_never_match(premise: str, reason: str) -> None:
    """Queries that cannot match for either color are detected, with a reason; other queries are not."""
    derived = "mine(G) :- whose(G, black), now(N_), less(N_, 50)\n"
    derived += "whose(G, black) :- group(G, black, 4)\nwhose(G, white) :- group(G, white, 4)\n"
    asked = Finder(loads(f"{derived}rule one\npremise {premise}").program)
    found = [asked.never(number) for number in range(2)]
    assert found[0] == reason if reason else not all(found)


def test_questions_out_of_turn() -> None:
    for premise, is_doubted in (("to.move(own)", True), ("to.move(other)", False)):
        asked = Finder(loads(f"rule one\npremise last.move(F), color(F, own), {premise}").program)
        assert (asked.doubt(0) is not None) == is_doubted
