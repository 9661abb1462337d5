"""A plain reader and matcher of BLANCHE, written from docs/formats/blanche.md: the judge of rules.

It shares with zet only the plain board of renju, for forbidden moves and fives. It knows the part of the
language that the shipped rules and learned rules use: literals, negations and derivations, without
alternatives, functions, adverbs, and predicates of the whole game.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from zet.engines.renju.rules import Board

SIDE = 15
COLORS = ("black", "white")
UNKNOWN = object()
"""The value of a variable that is bound to a value which only a position decides."""

TOKEN = re.compile(r"\s*(:-|[¬~(),]|[A-Za-z0-9][\w.]*\w|[A-Za-z0-9])")
LOSS, ALTERNATING_LOSS = "lead.to.black.loss", "alternating.black.loss"
MUST_BE_BOUND: dict[tuple[str, int], set[int]] = {
    ("group", 3): set(),
    ("in", 4): {2, 3},
    ("color", 2): set(),
    ("direction", 2): {0},
    ("equal", 2): {0, 1},
    ("last.move", 1): set(),
}
COLOR_WORDS = {"none", "black", "white", "own", "other"}
CONSTANTS: dict[tuple[str, int], dict[int, set[str | int]]] = {
    ("group", 3): {1: {*COLOR_WORDS, "both"}, 2: {*range(6)}},
    ("in", 4): {2: {*range(7)}, 3: {*range(7)}},
    ("color", 2): {1: {*COLOR_WORDS}},
}
"""The constants that an argument may have."""


class WrongError(Exception):
    """The program has an error."""


@dataclass(frozen=True)
class Literal:
    holds: bool
    predicate: str
    arguments: tuple[str | int, ...]

    @property
    def key(self) -> tuple[str, int]:
        return self.predicate, len(self.arguments)


@dataclass(frozen=True)
class Rule:
    player: int
    level: int
    move: str
    premise: tuple[Literal, ...]


@dataclass(frozen=True)
class Clause:
    head: Literal
    body: tuple[Literal, ...]


Clauses = dict[tuple[str, int], list[Clause]]


def is_variable(term: object) -> bool:
    return isinstance(term, str) and term[0].isupper()


def literals(text: str) -> tuple[Literal, ...]:
    """Return the literals of a sentence."""
    tokens: list[str] = []
    at = 0
    while text[at:].strip():
        token = TOKEN.match(text, at)
        assert token, text[at:]
        tokens.append(token[1])
        at = token.end()
    found = []
    while tokens:
        holds = tokens[0] not in ("¬", "~")
        predicate, opening, *tokens = tokens if holds else tokens[1:]
        assert opening == "(", (predicate, opening)
        close = tokens.index(")")
        terms = tokens[:close:2]
        assert all(one == "," for one in tokens[1:close:2]), tokens
        found.append(
            Literal(holds, predicate, tuple(int(one) if one.isdigit() else one for one in terms))
        )
        assert tokens[close + 1 : close + 2] in ([], [","]), tokens
        tokens = tokens[close + 2 :]
    return tuple(found)


def read(text: str) -> tuple[list[Rule], Clauses]:
    """Return the rules of a program, in the order of the file, and its derivations.

    Raises:
        WrongError: the program has an error.
    """
    text = re.sub("%.*", "", text)
    derivations, *parts = re.split(r"^rule .*\n", text, flags=re.MULTILINE)
    clauses: Clauses = defaultdict(list)
    starts = [one.start() for one in re.finditer(r"^[a-z].*:-", derivations, re.MULTILINE)]
    for start, end in zip(starts, [*starts[1:], len(derivations)], strict=True):
        head, body = derivations[start:end].split(":-")
        (one,) = literals(head)
        clauses[one.key].append(Clause(one, literals(body)))
    rules = []
    for part in parts:
        keys = re.fullmatch(r"player (\w+)\nlevel (-?\d+)\nmove (\w+)\npremise\n(.*)", part, re.DOTALL)
        assert keys, part
        rule = Rule(COLORS.index(keys[1]), int(keys[2]), keys[3], literals(keys[4]))
        if rule.level and (rule.level % 2 == 0 or rule.level < 0):
            raise WrongError("an even level")
        if (rule.level == 0) != (rule.move == "none"):
            raise WrongError("a move and its level")
        bound: dict[str, object] = {}
        check(rule.premise, bound, clauses)
        if rule.level and rule.move not in bound:
            raise WrongError("an unbound move")
        rules.append(rule)
    return rules, clauses


def check(sentence: Sequence[Literal], bound: dict[str, object], clauses: Clauses) -> None:
    """Check a sentence literal by literal, and add the variables that it binds to `bound`."""
    unbound: set[str] = set()
    for literal in sentence:
        given = [bound.get(str(one)) if is_variable(one) else one for one in literal.arguments]
        check_call(literal, given, clauses)
        free = {str(one) for one in literal.arguments if is_variable(one)} - bound.keys()
        if not literal.holds:
            unbound |= free
        elif free & unbound:
            raise WrongError("unbound in a negated literal, and bound later")
        else:
            bound |= dict.fromkeys(free, UNKNOWN)


def check_call(literal: Literal, given: list[object], clauses: Clauses) -> None:
    """Check a call with the values of the arguments: a constant, UNKNOWN, or None if unbound."""
    key = literal.key
    if literal.predicate in (LOSS, ALTERNATING_LOSS):
        if None in given:
            raise WrongError("unbound in a loss")
        return
    if key in MUST_BE_BOUND:
        if any(given[number] is None for number in MUST_BE_BOUND[key]):
            raise WrongError("unbound")
        if key == ("in", 4) and given[0] is None and given[1] is None:
            raise WrongError("field and group unbound")
        for number, allowed in CONSTANTS.get(key, {}).items():
            if given[number] not in (None, UNKNOWN) and given[number] not in allowed:
                raise WrongError("the wrong kind")
        return
    if key not in clauses:
        raise WrongError("an unknown predicate")
    for clause in clauses[key]:
        inside: dict[str, object] = {
            str(term): value
            for term, value in zip(clause.head.arguments, given, strict=True)
            if value is not None
        }
        check(clause.body, inside, clauses)
        if any(is_variable(term) and term not in inside for term in clause.head.arguments):
            raise WrongError("a head that its body does not bind")


@cache
def groups() -> list[tuple[int, list[int | None]]]:
    """Return the direction of each group and its cells at positions 0 to 6, None beyond the edge."""
    found = []
    for direction, (dx, dy) in enumerate(((1, 0), (0, 1), (1, 1), (1, -1))):
        for y in range(SIDE):
            for x in range(SIDE):
                points = [(x + k * dx, y + k * dy) for k in range(-1, 6)]
                inside = [0 <= a < SIDE and 0 <= b < SIDE for a, b in points]
                if all(inside[1:6]):
                    cells = [
                        SIDE * b + a if on else None for (a, b), on in zip(points, inside, strict=True)
                    ]
                    found.append((direction, cells))
    return found


@cache
def places() -> list[list[tuple[int, int]]]:
    """Return the groups of each field, by number, and the field's position in each."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(SIDE * SIDE)]
    for number, (_, cells) in enumerate(groups()):
        for position, cell in enumerate(cells):
            if cell is not None:
                found[cell].append((number, position))
    return found


class Position:
    """Stones by field, the last move, and the color and cardinality of each group."""

    def __init__(self, stones: dict[int, str], last: int | None, board: Board) -> None:
        self.stones, self.last, self.board = stones, last, board
        self.states: list[tuple[str, int]] = []
        self.by_state: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for number, (_, cells) in enumerate(groups()):
            found = [stones[cell] for cell in cells[1:6] if cell is not None and cell in stones]
            kinds = set(found)
            state = ("both", 0) if len(kinds) > 1 else (found[0] if found else "none", len(found))
            self.states.append(state)
            self.by_state[state].append(number)


class Matcher:
    """A program; `first` returns the number and the move of the first rule that matches."""

    def __init__(self, text: str) -> None:
        self.rules, self.clauses = read(text)

    def first(self, position: Position, mover: int, most: int) -> tuple[int, int | None] | None:
        order = sorted(
            range(len(self.rules)),
            key=lambda one: (self.rules[one].level, self.rules[one].player != mover, one),
        )
        for number in order:
            rule = self.rules[number]
            if rule.level <= most:
                names = {"own": COLORS[rule.player], "other": COLORS[1 - rule.player]}
                found = next(self.sentence(rule.premise, names, position), None)
                if found is not None:
                    return number, found[rule.move] if rule.level else None
        return None

    def sentence(
        self, sentence: Sequence[Literal], values: dict[str, object], position: Position
    ) -> Iterator[dict[str, object]]:
        """Yield the values of the variables for each path through all literals, depth first."""
        if not sentence:
            yield values
            return
        literal, *rest = sentence
        given = [values.get(str(one), None if is_variable(one) else one) for one in literal.arguments]
        found = self.solutions(literal, given, values, position)
        if not literal.holds:
            if found is not None and next(found, None) is None:
                yield from self.sentence(rest, values, position)
            return
        for solution in found or ():
            new = unified(literal, solution, values)
            if new is not None:
                yield from self.sentence(rest, new, position)
            if None not in given:
                return

    def solutions(
        self, literal: Literal, given: list[object], values: dict[str, object], position: Position
    ) -> Iterator[tuple[object, ...]] | None:
        """Yield the arguments for which a predicate holds; None if it fails, negated or not."""
        if literal.predicate in (LOSS, ALTERNATING_LOSS):
            lost = loss(literal.predicate, given, position.board)
            return None if lost is None else iter([tuple(given)] if lost else [])
        if literal.key in self.clauses:
            names = {name: values[name] for name in ("own", "other")}
            return self.derived(self.clauses[literal.key], given, names, position)
        return (
            one
            for one in built_in(literal.predicate, given, position)
            if all(wanted in (None, value) for wanted, value in zip(given, one, strict=True))
        )

    def derived(
        self, clauses: list[Clause], given: list[object], names: dict[str, object], position: Position
    ) -> Iterator[tuple[object, ...]]:
        seen = set()
        for clause in clauses:
            inside = unified(clause.head, given, names)
            if inside is None:
                continue
            for values in self.sentence(clause.body, inside, position):
                one = tuple(values.get(str(term), term) for term in clause.head.arguments)
                if one not in seen:
                    seen.add(one)
                    yield one


def unified(
    literal: Literal, solution: Sequence[object], values: dict[str, object]
) -> dict[str, object] | None:
    """Return the values with the arguments of a literal bound to a solution; None if they differ."""
    found = dict(values)
    for term, value in zip(literal.arguments, solution, strict=True):
        known = found.get(str(term)) if is_variable(term) else found.get(str(term), term)
        if value is None:
            continue
        if known is None:
            found[str(term)] = value
        elif known != value:
            return None
    return found


def built_in(predicate: str, given: list[object], position: Position) -> Iterator[tuple[object, ...]]:
    """Yield the arguments for which a built-in predicate holds, perhaps more than fit the given ones."""
    match predicate:
        case "group":
            wanted = (given[1], given[2])
            if given[0] is None and None not in wanted:
                for number in position.by_state[wanted]:  # type: ignore[index]
                    yield number, *wanted
                return
            for number in range(len(groups())) if given[0] is None else (given[0],):
                yield number, *position.states[number]  # type: ignore[index]
        case "in":
            low, high = given[2], given[3]
            if given[0] is not None:
                found = [(given[0], *one) for one in places()[given[0]]]  # type: ignore[index]
            else:
                cells = groups()[given[1]][1]  # type: ignore[index]
                found = [(cell, given[1], at) for at, cell in enumerate(cells) if cell is not None]
            for cell, number, at in found:
                if low <= at <= high:  # type: ignore[operator]
                    yield cell, number, low, high
        case "color":
            for cell in range(SIDE * SIDE) if given[0] is None else (given[0],):
                yield cell, position.stones.get(cell, "none")  # type: ignore[arg-type]
        case "direction":
            yield given[0], groups()[given[0]][0]  # type: ignore[index]
        case "equal":
            if given[0] == given[1]:
                yield tuple(given)
        case "last.move":
            if position.last is not None:
                yield (position.last,)
        case _:
            raise NotImplementedError(predicate)


def loss(predicate: str, given: list[object], board: Board) -> bool | None:
    """Return whether one of the stones, put down in turn, is forbidden; None if a field is not empty."""
    color = 0
    if predicate == ALTERNATING_LOSS:
        color, given = COLORS.index(str(given[0])), given[1:]
    for cell in given:
        assert isinstance(cell, int)
        if board.at(cell) is not None:
            return None
        if color == 0 and board.forbidden(cell):
            return True
        board = board.put(cell, color)
        if board.has_five(cell):
            return False
        color = 1 - color if predicate == ALTERNATING_LOSS else color
    return False
