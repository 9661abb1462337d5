"""Paths through the positions of a game: the automaton, the plans and the language."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from types import ModuleType

import pytest
from test_noire_find import found_by, games, wanted_by

from zet.engines.noire import finder
from zet.engines.noire.checker import check
from zet.engines.noire.finder import Finder
from zet.engines.noire.paths import Path, automaton
from zet.engines.noire.program import Phrase
from zet.formats.blanche import BlancheError, dumps, loads

STEPS = (
    "last.move(F_), color(F_, own)",
    "to.move(own)",
    "less(edge(last.move()), 4)",
    "distance(last.move(), h8, D_), less(D_, 5), ¬group(G_, black, 3)",
    "group(G_, own, 3)",
    "¬last.move(Field)",
    "(edge(last.move(), 1) or corner(last.move(), N_), less(N_, 4))",
    "now(N_), equal(0, N_ mod 3)",
    "([to.move(own); to.move(other)]), last.move(F_)",
    "(last.move(F_), color(F_, other)) 2 earlier",
)
DERIVED = "three(Group, Color) :- group(Group, Color, 3)\n"


@pytest.fixture
def use(kernel: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = kernel("zet.engines.noire._find")
    monkeypatch.setattr(finder, "GameMatcher", module.GameMatcher)
    return module


def made(random: Random, depth: int) -> str:
    """Return a path with random steps."""
    courses = []
    for _ in range(random.choice((1, 1, 1, 2))):
        course = []
        for _ in range(random.choice((1, 2, 2, 3))):
            nests = depth and random.random() < 0.4
            course.append(made(random, depth - 1) if nests else random.choice(STEPS))
        courses.append("; ".join(course))
    return f"[{' or '.join(courses)}]{random.choice(('', '', '*', '+', '?'))}"


def rule_of(random: Random, number: int) -> str:
    path = made(random, 2)
    other = made(random, 1).replace("_", "2_")  # a variable is not in two paths
    ways = (
        f"{path} N long",
        f"{path} N long, less(N, 4), last.move(F2) N later",
        f"¬{path}",
        f"{path} 3 long",
        path,
        f"({path}) later",
        f"(later(M_), ({path}) at M_) N times",
        f"{path}, ¬{other} 2 long",
    )
    return f"rule path {number}\npremise last.move(Field), {random.choice(ways)}\n"


def test_paths_in_games(use: ModuleType, rounds: Callable[[int], int]) -> None:
    """Random paths have the same solutions as in the plain finder, in the same order."""
    random = Random(4)
    is_interpreted = (use.__file__ or "").endswith(".py")
    seen: Counter[bool] = Counter()
    for number in range(2 if is_interpreted else rounds(320)):
        text = DERIVED + "".join(rule_of(random, at) for at in range(6))
        program = loads(text).program
        assert loads(dumps(program)).program == program
        asked = Finder(program)
        for game in games(number, 2):
            numbers = random.sample(range(12), 6)
            wanted = wanted_by(asked, game, numbers)
            found = found_by(asked, game, -1, numbers)
            for key in wanted.keys() | found.keys():
                rule = program.rules[key[0]]
                assert found.get(key, []) == wanted.get(key, []), (str(rule.premise[1]), key[1], game)
            first = found_by(asked, game, 1, numbers)
            assert first == {key: one[:1] for key, one in wanted.items()}
            seen.update(key in wanted for key in product(numbers, range(len(game.moves) + 1)))
    assert min(seen.values()) > 20


def as_pattern(path: Path) -> str:
    courses = (
        "".join(chr(97 + one) if isinstance(one, int) else as_pattern(one) for one in course)
        for course in path.courses
    )
    return f"(?:{'|'.join(courses)}){path.sign}"


def test_automata_accept_what_regular_expressions_match() -> None:
    """Each step is a letter, and every word of up to five letters is tried."""
    random = Random(5)
    for _ in range(300):
        phrase = loads(f"rule one\npremise {made(random, 2)}\n").program.rules[0].premise[0]
        assert isinstance(phrase, Phrase)
        assert phrase.path
        machine = automaton(phrase.path, len(phrase.choices))
        pattern = re.compile(as_pattern(phrase.path))
        letters = random.sample(range(len(phrase.choices)), min(4, len(phrase.choices)))
        for size in range(6):
            for word in product(letters, repeat=size):
                allowed, is_end = machine.first, machine.is_optional
                for step in word:
                    is_end = bool(allowed >> step & machine.last >> step & 1)
                    allowed = machine.follow[step] if allowed >> step & 1 else 0
                text = "".join(chr(97 + step) for step in word)
                assert is_end == bool(pattern.fullmatch(text)), (str(phrase), text)


@pytest.mark.parametrize(
    ("premise", "column", "reason"),
    [
        ("[now(1)", 16, "expected `,`, `;`, `or` or `]`, not the end of the line"),
        ("[]", 10, "expected a literal, not ']'"),
        ("[now(1);]", 17, "expected a literal, not ']'"),
        ("[[now(1)], now(2)]", 18, "expected `;`, `or` or `]`, not ','"),
        ("[now(1)] 3 later", 20, "expected `long`, not 'later'"),
        ("[now(1)]**", 18, "expected `,` or the end of the line, not '*'"),
        ("[now(1), now(2) or now(3)", 34, "expected `,`, `;`, `or` or `]`, not the end of the line"),
        ("now(1); now(2)", 15, "expected `,` or the end of the line, not ';'"),
        ("[" * 21 + "now(1)" + "]" * 21, 29, "expected at most 20 nested parentheses, not '['"),
        ("[" + "; ".join(["now(1)"] * 31) + "]", 250, "expected at most 30 steps, not 'now'"),
    ],
)
def test_paths_that_are_not_well_formed(premise: str, column: int, reason: str) -> None:
    with pytest.raises(BlancheError) as refused:
        loads(f"rule one\npremise {premise}\n")
    assert (refused.value.column, refused.value.reason) == (column, reason)


@pytest.mark.parametrize(
    ("premise", "reason"),
    [
        ("[last.move(F)], edge(F, 0)", "F must be bound before `[last.move(F)]`"),
        ("[less(N, 3)] N long", "N must be bound before `[less(N, 3)] N long`"),
        ("[last.move(F_); edge(F_, 3)]", "F_ must be bound before `edge(F_, 3)`"),
        ("[color(h8, 3)]", "3 is a number; argument 2 of `color(h8, 3)` must be the color of a field"),
        ("[nothing(h8)]", "unknown predicate `nothing/1`"),
        (
            "last.move(N), [now(3)] N long",
            "N is a field; argument 1 of `[now(3)] N long` must be a number",
        ),
    ],
)
def test_paths_with_errors(premise: str, reason: str) -> None:
    faults = check(loads(f"rule one\npremise {premise}\n").program)
    assert any(reason in fault.reason for fault in faults if fault.is_error), faults


def test_a_rule_with_a_level_has_no_path() -> None:
    text = "rule one\nlevel 1\nmove F\npremise color(F, none), [color(F, none)]\n"
    assert any("refers to a game" in fault.reason for fault in check(loads(text).program))


def test_a_path_continues_on_the_next_line() -> None:
    one = "rule one\npremise [now(1);\n    now(2) or\n    now(3)]+ N long\n"
    assert dumps(loads(one).program).splitlines()[-1] == "    [now(1); now(2) or now(3)]+ N long"
