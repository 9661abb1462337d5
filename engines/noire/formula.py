"""Expansion of the derivations in BLANCHE's sentences, and simplification of the expanded sentences.

Conditions on a single group, such as "it has three white stones" or "a field at one of its ends is
empty", become a set of groups. The set is defined by the shapes of its groups, and the kernel stores the
groups as bits.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from zet.engines.errors import GameError
from zet.engines.noire.codes import BOTH, N_SHAPES, NO_COLOR
from zet.engines.noire.groups import WEIGHTS
from zet.engines.noire.paths import Automaton, automaton
from zet.engines.noire.phrases import AT, Wrapped
from zet.engines.noire.predicates import DIRECTION_WORDS, FIELDS, RESERVED, WAY_WORDS, WORDS, is_built_in
from zet.engines.noire.program import Argument, Derivation, Literal, Program, Variable
from zet.engines.renju.model import BLACK, WHITE

CONSTANTS = {
    "black": BLACK,
    "white": WHITE,
    "none": NO_COLOR,
    "both": BOTH,
    **FIELDS,
    **{word: number for number, word in enumerate(WORDS)},
    **DIRECTION_WORDS,
    **WAY_WORDS,
}

Term = Variable | int
"""A variable, or the number of a constant."""


class CompileError(GameError):
    """Raised if a program becomes too large when its derivations are expanded."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A built-in predicate applied to arguments.

    `is_negated` is True only for predicates whose negation does not have the meaning of `Not`.
    """

    name: str
    arguments: tuple[Term, ...]
    is_negated: bool = False

    @property
    def key(self) -> tuple[str, int]:
        """The predicate and its number of arguments."""
        return self.name, len(self.arguments)

    @property
    def variables(self) -> frozenset[Variable]:
        """The variables that the formula shares with its surroundings."""
        return variables_of(self.arguments)


@dataclass(frozen=True, slots=True)
class InSet:
    """The condition that a group is in the set numbered `number`."""

    group: Variable
    number: int

    @property
    def variables(self) -> frozenset[Variable]:
        """The variables that the formula shares with its surroundings."""
        return frozenset((self.group,))


@dataclass(frozen=True, slots=True)
class Exists:
    """The condition that a set is not empty or, if negated, that it is empty."""

    number: int
    is_negated: bool = False

    @property
    def variables(self) -> frozenset[Variable]:
        """The variables that the formula shares with its surroundings: none."""
        return frozenset()


@dataclass(frozen=True, slots=True)
class Not:
    """The condition that no values of the variables satisfy all items.

    `variables` is the set of variables that the formula shares with its surroundings.
    """

    items: "tuple[Formula, ...]"
    variables: frozenset[Variable]


@dataclass(frozen=True, slots=True)
class Call:
    """The condition that one of the clauses of a derivation holds.

    `variables` is the set of variables that the formula shares with its surroundings.
    """

    choices: "tuple[tuple[Formula, ...], ...]"
    variables: frozenset[Variable]


@dataclass(frozen=True, slots=True)
class At:
    """The condition that the items hold after `moment` moves, or in a variation if `moment` is INSTEAD.

    `variables` is the set of variables that the formula shares with its surroundings.
    """

    moment: Term
    items: "tuple[Formula, ...]"
    variables: frozenset[Variable]


@dataclass(frozen=True, slots=True)
class Times:
    """The condition that `number` different values of `counted` occur in the solutions of the items.

    `variables` is the set of variables that the formula shares with its surroundings.
    """

    number: Term
    counted: Variable
    items: "tuple[Formula, ...]"
    variables: frozenset[Variable]


@dataclass(frozen=True, slots=True)
class Along:
    """The condition that a path of `number` positions begins here; ANY_LENGTH means any number.

    Each step is a condition on one position; `automaton` describes the allowed sequences of steps.
    `variables` is the set of variables that the formula shares with its surroundings.
    """

    number: Term
    automaton: Automaton
    steps: "tuple[tuple[Formula, ...], ...]"
    variables: frozenset[Variable]


Formula = Atom | InSet | Exists | Not | Call | At | Times | Along


def variables_of(terms: Iterable[Term]) -> frozenset[Variable]:
    """Return the variables among terms."""
    return frozenset(term for term in terms if isinstance(term, Variable))


# -- expanding derivations


class Expansion:
    """An expansion of calls to derivations into their clauses, with unique names for local variables.

    Raises:
        CompileError: the expansion has more than `most` literals.
    """

    def __init__(self, program: Program, most: int) -> None:
        self.most = most
        self.count = 0
        self.player = BLACK
        self.clauses: dict[tuple[str, int], list[Derivation]] = {}
        for derivation in program.derivations:
            self.clauses.setdefault(derivation.head.key, []).append(derivation)

    def sentence(self, literals: Sequence[Literal], player: int = BLACK) -> tuple[Formula, ...]:
        """Return the expanded premise of a player's rule."""
        self.player = player
        return self._sentence(literals, {}, is_rule=True)

    def _fresh(self, variable: Variable) -> Variable:
        self.count += 1
        return Variable(f"{variable.name} {self.count}")

    def _sentence(
        self, literals: Sequence[Literal], binding: Mapping[Variable, Term], *, is_rule: bool = False
    ) -> tuple[Formula, ...]:
        terms = dict(binding)
        for literal in literals:
            for variable in _variables(literal):
                if not literal.is_negated and variable not in terms:
                    terms[variable] = variable if is_rule else self._fresh(variable)
        found: list[Formula] = []
        for literal in literals:
            found += self._literal(literal, terms)
            if len(found) + self.count > self.most:
                raise CompileError(
                    "the rules have more than {most} literals when expanded", most=self.most
                )
        return tuple(found)

    def _literal(self, literal: Literal, terms: Mapping[Variable, Term]) -> list[Formula]:
        # Variables that are bound nowhere outside a negation are local to it.
        if isinstance(literal, Wrapped):
            return [self._wrapped(literal, terms)]
        inner = {v: self._fresh(v) for v in _variables(literal) if v not in terms}
        whole = {**terms, **inner}
        arguments = tuple(self._term(argument, whole) for argument in literal.arguments)
        shared = variables_of(arguments) - frozenset(inner.values())
        self.count += 1
        if literal.predicate in RESERVED:
            return [Atom(literal.predicate, arguments, literal.is_negated)]
        if is_built_in(literal.key):
            atom = Atom(literal.predicate, arguments)
            return [Not((atom,), shared)] if literal.is_negated else [atom]
        choices = self._choices(literal, arguments)
        if literal.is_negated:
            return [Not(choice, shared) for choice in choices]
        return [Call(tuple(choices), shared)]

    def _wrapped(self, literal: Wrapped, terms: Mapping[Variable, Term]) -> Formula:
        """Return the formula of a literal that holds at a moment, a number of times, or along a path."""
        whole = dict(terms)
        for variable in (*_variables(literal), *_variables(literal.inner)):
            if variable not in whole:
                whole[variable] = self._fresh(variable)
        first = self._term(literal.arguments[0], whole)
        shared = variables_of(self._term(one, terms) for one in literal.arguments if one in terms)
        self.count += 1
        if literal.path:
            known = tuple(self._term(one, whole) for one in literal.inner.arguments)
            steps = tuple(self._choices(literal.inner, known))
            along = Along(first, automaton(literal.path, len(steps)), steps, shared)
            return Not((along,), shared) if literal.is_negated else along
        items = tuple(self._literal(literal.inner, whole))
        if literal.predicate == AT:
            return At(first, items, shared)
        counted = whole[literal.counted] if literal.counted else None
        if not isinstance(counted, Variable):
            raise TypeError(literal)
        times = Times(first, counted, items, shared)
        return Not((times,), shared) if literal.is_negated else times

    def _term(self, argument: Argument, terms: Mapping[Variable, Term]) -> Term:
        if isinstance(argument, Variable):
            return terms[argument]
        if argument in ("own", "other"):
            return self.player if argument == "own" else 1 - self.player
        return CONSTANTS[argument] if isinstance(argument, str) else argument

    def _choices(self, literal: Literal, arguments: tuple[Term, ...]) -> list[tuple[Formula, ...]]:
        found = []
        for clause in self.clauses.get(literal.key, ()):
            binding: dict[Variable, Term] = {}
            equal: list[Formula] = []
            for head, given in zip(clause.head.arguments, arguments, strict=True):
                if isinstance(head, Variable) and head not in binding:
                    binding[head] = given
                    continue
                known = binding[head] if isinstance(head, Variable) else self._term(head, {})
                if isinstance(known, int) and isinstance(given, int):
                    if known != given:
                        break
                elif known != given:
                    equal.append(Atom("unify", (given, known)))
            else:
                found.append((*equal, *self._sentence(clause.body, binding)))
        return found


def _variables(literal: Literal) -> list[Variable]:
    return [argument for argument in literal.arguments if isinstance(argument, Variable)]


# -- sets of groups

FREE_SET, MIXED_SET, AT_SETS = 10, 11, 12
"""The numbers of base sets. Sets 0 to 4 contain the groups with one to five black stones and no white
stones, sets 5 to 9 the groups with one to five white stones and no black stones. FREE_SET contains the
groups without stones, and MIXED_SET the groups with both colors. From AT_SETS on, each position from 0 to
6 has three sets: the groups with a black stone, with a white stone, and with no stone at this position.
"""

ALL_SET, BASE_SETS = 33, 34
"""The number of the last base set, which contains all groups, and the number of base sets."""

MEET, JOIN, LESS = range(3)
"""The operations that compute a set from two others: intersection, union, difference."""

_ALL = (1 << N_SHAPES) - 1


def _with(position: int, digit: int) -> int:
    """Return, as a bit set, the shapes that have the given digit at a position."""
    weight = WEIGHTS[position]
    period = weight * (3 if 0 < position < 6 else 4)
    return (((1 << weight) - 1) << weight * digit) * (_ALL // ((1 << period) - 1))


@cache
def _base_sets() -> tuple[int, ...]:
    """Return the shapes of the sets that are not computed from other sets, as bit sets."""
    counts = []
    for color in (BLACK, WHITE):
        with_count = [_ALL, 0, 0, 0, 0, 0]
        for position in range(1, 6):
            stones = _with(position, color + 1)
            one_less = [0, *with_count]
            with_count = [a & ~stones | b & stones for a, b in zip(with_count, one_less, strict=False)]
        counts.append(with_count)
    black, white = counts
    alone = [one & other[0] for these, other in ((black, white), (white, black)) for one in these[1:]]
    at = [_with(position, digit) for position in range(7) for digit in (1, 2, 0)]
    return *alone, black[0] & white[0], _ALL & ~black[0] & ~white[0], *at, _ALL


_SIZES = (60.0, 20.0, 4.0, 0.5, 0.05)


@dataclass(slots=True)
class Sets:
    """The sets of groups that a program uses.

    `code` lists an operation and two operands for each computed set.
    """

    code: list[tuple[int, int, int]] = field(default_factory=list)
    numbers: dict[tuple[int, int, int], int] = field(default_factory=dict)

    def _made(self, *triple: int) -> int:
        operation, one, other = triple
        if triple not in self.numbers:
            self.numbers[operation, one, other] = BASE_SETS + len(self.code)
            self.code.append((operation, one, other))
        return self.numbers[operation, one, other]

    def of(self, color: int, stones: int) -> int:
        """Return the set of groups with the given color (-1 none, 2 both) and number of stones.

        Sets are represented by their numbers.
        """
        if color in (BLACK, WHITE) and 1 <= stones <= 5:
            return 5 * color + stones - 1
        return {NO_COLOR: FREE_SET, BOTH: MIXED_SET}.get(color, self.empty) if stones == 0 else self.empty

    def at(self, position: int, color: int) -> int:
        """Return the number of the set of groups that have a color (-1 for no stone) at a position."""
        return AT_SETS + 3 * position + color % 3

    @property
    def empty(self) -> int:
        """The number of the empty set."""
        return self._made(LESS, ALL_SET, ALL_SET)

    def meet(self, one: int, other: int) -> int:
        """Return the intersection of two sets."""
        if one == other or other == ALL_SET:
            return one
        if one == ALL_SET:
            return other
        for a, b in ((one, other), (other, one)):
            if b >= BASE_SETS and self.code[b - BASE_SETS][:2] == (LESS, ALL_SET):
                return self.less(a, self.code[b - BASE_SETS][2])
        return self._made(MEET, min(one, other), max(one, other))

    def join(self, one: int, other: int) -> int:
        """Return the union of two sets."""
        return one if one == other else self._made(JOIN, min(one, other), max(one, other))

    def less(self, one: int, other: int) -> int:
        """Return the difference of two sets: the groups of the first that are not in the second."""
        return self._made(LESS, one, other)

    def shapes(self) -> list[int]:
        """Return the shapes of each set, as bit sets."""
        found = [*_base_sets()]
        for operation, one, other in self.code:
            a, b = found[one], found[other]
            found.append(a & b if operation == MEET else a | b if operation == JOIN else a & ~b)
        return found

    def size(self, number: int) -> float:
        """Return an estimate of the number of groups in a set in the middle of a game."""
        if number < 10:
            return _SIZES[number % 5]
        if number < BASE_SETS:
            return 150.0
        operation, one, other = self.code[number - BASE_SETS]
        if operation == JOIN:
            return self.size(one) + self.size(other)
        if operation == MEET:
            return min(self.size(one), self.size(other)) * 0.6
        return 0.8 * self.size(one)


# -- simplification


def reduced(sets: Sets, items: Sequence[Formula], outside: frozenset[Variable]) -> list[Formula]:
    """Return simpler items that can be satisfied for the same values of the variables in `outside`."""
    found: list[Formula] = []
    for item in items:
        found += _simpler(sets, item, outside)
    found = _without_cells(sets, found, outside)
    found = _with_one_direction(found, outside)
    uses = Counter(variable for item in found for variable in item.variables)
    merged: dict[Variable, int] = {}
    for item in found:
        if isinstance(item, InSet):
            merged[item.group] = sets.meet(merged.get(item.group, ALL_SET), item.number)
            uses[item.group] -= 1
    result: list[Formula] = [item for item in found if not isinstance(item, InSet)]
    for group, number in merged.items():
        is_alone = group not in outside and not uses[group]
        result.append(Exists(number) if is_alone else InSet(group, number))
    nothing = Exists(sets.empty)
    return [nothing] if nothing in result else list(dict.fromkeys(result))


def _simpler(sets: Sets, item: Formula, outside: frozenset[Variable]) -> list[Formula]:
    """Return simpler items that can replace an item; only variables in `outside` are used elsewhere."""
    if isinstance(item, Not):
        inner = reduced(sets, item.items, item.variables)
        if not inner:
            return [Exists(sets.empty)]
        if inner == [Exists(sets.empty)]:
            return []
        one = inner[0]
        if len(inner) == 1 and isinstance(one, InSet) and one.group in item.variables:
            return [InSet(one.group, sets.less(ALL_SET, one.number))]
        if len(inner) == 1 and isinstance(one, Exists):
            return [Exists(one.number, not one.is_negated)]
        return [Not(tuple(inner), item.variables)]
    if isinstance(item, At):
        inner = reduced(sets, item.items, item.variables)
        if inner == [Exists(sets.empty)]:
            return inner
        return [At(item.moment, tuple(inner), item.variables)]
    if isinstance(item, Times):
        inner = reduced(sets, item.items, item.variables | {item.counted})
        return [Times(item.number, item.counted, tuple(inner), item.variables)]
    if isinstance(item, Along):
        steps = tuple(tuple(reduced(sets, step, item.variables)) for step in item.steps)
        return [replace(item, steps=steps)]
    if isinstance(item, Call):
        if len(item.choices) == 1:
            return [one for part in item.choices[0] for one in _simpler(sets, part, outside)]
        choices = [tuple(reduced(sets, choice, item.variables)) for choice in item.choices]
        choices = [choice for choice in choices if choice != (Exists(sets.empty),)]
        if not choices:
            return [Exists(sets.empty)]
        if len(choices) == 1:
            return list(choices[0])
        groups = {c[0].group for c in choices if len(c) == 1 and isinstance(c[0], InSet)}
        if len(groups) == 1 and all(len(c) == 1 and isinstance(c[0], InSet) for c in choices):
            number = -1
            for choice in choices:
                one = choice[0]
                if isinstance(one, InSet):
                    number = one.number if number < 0 else sets.join(number, one.number)
            return [InSet(groups.pop(), number)]
        return [Call(tuple(choices), item.variables)]
    if isinstance(item, Atom):
        group, *rest = item.arguments
        if item.name == "group" and isinstance(group, Variable):
            color, stones = rest
            if isinstance(color, int) and isinstance(stones, int):
                return [InSet(group, sets.of(color, stones))]
        if item.name in ("equal", "unify"):
            if group == rest[0]:
                return []
            if isinstance(group, int) and isinstance(rest[0], int):
                return [Exists(sets.empty)]
    return [item]


def _without_cells(sets: Sets, items: list[Formula], outside: frozenset[Variable]) -> list[Formula]:
    """Eliminate each cell that is used only in conditions on a single group.

    These conditions are replaced by the condition that the group is in a set. Cells in `outside` are not
    eliminated.
    """
    about: dict[Variable, list[Formula]] = {}
    for item in items:
        for variable in item.variables:
            about.setdefault(variable, []).append(item)
    gone: list[Formula] = []
    new: list[Formula] = []
    for cell, conditions in about.items():
        if cell in outside:
            continue
        colors = {-1, 0, 1}
        place: Atom | None = None
        for item in conditions:
            if isinstance(item, Not) and len(item.items) == 1 and _is_color(item.items[0], cell):
                colors -= {_color(item.items[0])}
            elif _is_color(item, cell):
                colors &= {_color(item)}
            elif place is None and isinstance(item, Atom) and _is_fixed_place(item, cell):
                place = item
            else:
                break
        else:
            if place is not None:
                group, first, last = place.arguments[1:]
                number = sets.empty
                for position in range(max(number_in(first), 0), min(number_in(last), 6) + 1):
                    for color in sorted(colors):
                        one = sets.at(position, color)
                        number = one if number == sets.empty else sets.join(number, one)
                if isinstance(group, Variable):
                    new.append(InSet(group, number))
                    gone += conditions
    return [item for item in items if item not in gone] + new


def _is_color(item: Formula, cell: Variable) -> bool:
    return (
        isinstance(item, Atom)
        and item.name == "color"
        and item.arguments[0] == cell
        and isinstance(item.arguments[1], int)
    )


def _color(item: Formula) -> int:
    return number_in(item.arguments[1]) if isinstance(item, Atom) else NO_COLOR


def number_in(term: Term) -> int:
    """Return the number of a constant term, 0 for a variable."""
    return term if isinstance(term, int) else 0


def is_fixed(atom: Formula) -> bool:
    """Return whether an atom limits the position of a cell in a group to a constant range."""
    return isinstance(atom, Atom) and atom.name == "in" and not variables_of(atom.arguments[2:])


def has_loss(item: Formula) -> bool:
    """Return whether an item tests for a forbidden move, which is the slowest test."""
    if isinstance(item, Atom):
        return item.name in RESERVED
    if isinstance(item, Not | At | Times):
        return any(has_loss(one) for one in item.items)
    several = item.choices if isinstance(item, Call) else item.steps if isinstance(item, Along) else ()
    return any(has_loss(one) for choice in several for one in choice)


def _is_fixed_place(atom: Atom, cell: Variable) -> bool:
    return is_fixed(atom) and atom.arguments[0] == cell


def _with_one_direction(items: list[Formula], outside: frozenset[Variable]) -> list[Formula]:
    """Merge two `direction` atoms into one atom if their values are only compared with each other."""
    uses = Counter(variable for item in items for variable in item.variables)
    directions = {
        item.arguments[1]: item for item in items if isinstance(item, Atom) and item.name == "direction"
    }
    for item in items:
        if isinstance(item, Atom) and item.name == "equal":
            one, other = item.arguments
            if all(
                isinstance(term, Variable)
                and term in directions
                and term not in outside
                and uses[term] == 2
                for term in (one, other)
            ):
                pair = directions[one], directions[other]
                kept = [left for left in items if left not in (item, *pair)]
                groups = tuple(atom.arguments[0] for atom in pair)
                return _with_one_direction([*kept, Atom("one direction", groups)], outside)
    return items
