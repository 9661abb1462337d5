"""The plain interpreter of BLANCHE; the tests compare the compiled matcher with it.

Source: P.P. Kruijsen, Kennis en renju (2001), section 4.2. A sentence is matched literal by literal,
depth first: each solution of a literal leads to the next literal, and the first path through all literals
is the solution. Solutions of built-in predicates are in the order of groups, positions and cells;
solutions of derivations are in the order of the file, without duplicates.
"""

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal as Word, cast

from zet.engines.kernel.clock import Deadline
from zet.engines.noire.checker import raise_errors
from zet.engines.noire.codes import MAX_NUMBER, MAX_RESULT, WAYS_X, WAYS_Y
from zet.engines.noire.derivations import clauses_of
from zet.engines.noire.groups import GROUPS, PLACES
from zet.engines.noire.kinds import kinds_of
from zet.engines.noire.match import Binding, Match, Miss, Step, Value
from zet.engines.noire.phrases import TIMES, Wrapped, plain
from zet.engines.noire.position import BLACK, NONE, WHITE, Position
from zet.engines.noire.predicates import ALTERNATING_LOSS, DIRECTION_WORDS, FIELDS, RESERVED, WAY_WORDS
from zet.engines.noire.program import MAX_LEVEL, Argument, Derivation, Literal, Program, Rule, Variable
from zet.engines.noire.threes import move_by_threes
from zet.engines.renju._fours import FourSearch
from zet.engines.renju.board import BOARDS, shared_search
from zet.engines.renju.model import COLORS, N_CELLS, SIDE, WHITE as WHITE_SIDE

Legality = Word["exact", "rules"]
"""The source of forbidden moves: the rules of renju, or the program's own rules of level 0."""


Bindings = dict[str, Value]
"""The values of variables, and of `own` and `other`."""
Values = tuple[Value | None, ...]
_PLAYERS = ("own", "other")
NO_LIMIT = 1 << 40
_NUMBERS = {**FIELDS, **DIRECTION_WORDS, **WAY_WORDS}
"""The constants whose values are numbers."""


class _Deepest:
    """The deepest point of a match: the literal, the bindings there, and the number of paths to it."""

    def __init__(self) -> None:
        self.number = -1
        self.bindings: Bindings = {}
        self.ways = 0

    def note(self, number: int, bindings: Bindings) -> None:
        if number > self.number:
            self.number, self.bindings, self.ways = number, bindings, 0
        self.ways += number == self.number


@dataclass(slots=True)
class _Way:
    """A path to a literal: bindings, their extensions by the literal, and whether the literal holds."""

    bindings: Bindings
    found: Iterator[Bindings]
    holds: bool = False


class Interpreter:
    """A program whose rules are matched against positions.

    With the legality "rules", a black stone is forbidden if it does not make five and a rule of level 0
    for White matches after the move.

    Raises:
        ProgramError: the program has errors.
    """

    def __init__(self, program: Program, legality: Legality = "exact") -> None:
        raise_errors(program)
        self.program = program
        self.legality: Legality = legality
        self._plain = plain(program)
        self._clauses = clauses_of(self._plain)
        self._clock = Deadline(None)
        self._kinds = dict(zip(program.rules, kinds_of(self._plain).rules, strict=True))
        pairs = zip(program.rules, self._plain.rules, strict=True)
        self._premises = {rule: one.premise for rule, one in pairs}

    def infer(self, position: Position, mover: int, level: int = MAX_LEVEL) -> Match | None:
        """Return the first match of a rule up to a level, with `mover` to move; None if no rule matches.

        Rules are tried in the program's order.
        """
        return next(self.matches(position, mover, level), None)

    def matches(self, position: Position, mover: int, level: int = MAX_LEVEL) -> Iterator[Match]:
        """Yield the first solution of each rule that matches, in the order of `infer`."""
        for rule in self.rules(mover, level):
            match = self.match(rule, position)
            if match is not None:
                yield match

    def rules(self, mover: int, level: int = MAX_LEVEL) -> list[Rule]:
        """Return the rules up to a level, in the order of a search with `mover` to move."""
        ordered = [self.program.rules[number] for number in self.program.ordered(mover)]
        return [rule for rule in ordered if rule.level <= level]

    def match(self, rule: Rule, position: Position) -> Match | None:
        """Return the first solution of a rule of the program, or None if the rule does not match."""
        return next(self.solutions(rule, position), None)

    def solutions(self, rule: Rule, position: Position, most: int | None = None) -> Iterator[Match]:
        """Yield all solutions of a rule of the program, or only the first `most`."""
        premise, given = self._premises[rule], _players(rule)
        for bindings in islice(self._sentence(premise, given, position), most):
            yield Match(rule, self._bindings(rule, bindings))

    def limit(self, clock: Deadline) -> None:
        """Set a deadline for matching; once it has passed, no further solutions are found."""
        self._clock = clock

    def why_not(self, rule: Rule, position: Position) -> Miss | None:
        """Return the deepest literal that a match of a rule reaches; None if the rule matches.

        Every path through the premise fails at this literal or at an earlier literal.
        """
        deepest = _Deepest()
        sentence = self._sentence(self._premises[rule], _players(rule), position, deepest)
        if next(sentence, None) is not None:
            return None
        bindings = self._bindings(rule, deepest.bindings)
        return Miss(rule, deepest.number + 1, bindings, deepest.ways)

    def steps(self, rule: Rule, position: Position) -> Iterator[Step]:
        """Yield the steps of all paths through a rule's premise, depth first.

        The steps form a tree, as in figure 4.4 of the thesis.
        """
        premise, given = self._premises[rule], _players(rule)
        ways = [_Way(given, self._literal(premise[0], given, position))]
        while ways and not self._clock.has_passed:
            way, literal = ways[-1], premise[len(ways) - 1]
            found = next(way.found, None)
            if found is None:
                if not way.holds:
                    yield Step(len(ways), literal, (), holds=False)
                ways.pop()
                continue
            way.holds = True
            new = {name: value for name, value in found.items() if name not in way.bindings}
            yield Step(len(ways), literal, self._bindings(rule, new), holds=True)
            if len(ways) < len(premise):
                ways.append(_Way(found, self._literal(premise[len(ways)], found, position)))

    def is_forbidden(self, position: Position, field: int) -> bool:
        """Return whether a black stone on an empty field is forbidden."""
        if self.legality == "exact":
            return position.board.forbidden(field) is not None
        after = position.put(field, BLACK)
        return not after.has_five(field) and any(
            self.match(rule, after) is not None
            for rule in self.program.rules
            if rule.level == 0 and rule.player == WHITE_SIDE
        )

    def _bindings(self, rule: Rule, bindings: Bindings) -> tuple[Binding, ...]:
        kinds = self._kinds[rule]
        return tuple(
            Binding(name, kinds[name] or "number", value)
            for name, value in bindings.items()
            # no variable for a value such as `edge(F)` or from a phrase
            if name not in _PLAYERS and " " not in name
        )

    def _sentence(
        self,
        literals: tuple[Literal, ...],
        bindings: Bindings,
        position: Position,
        deepest: _Deepest | None = None,
    ) -> Iterator[Bindings]:
        """Yield the bindings under which all literals hold."""
        # ways[n] yields the bindings under which the first n literals hold
        ways: list[Iterator[Bindings]] = [iter([bindings])]
        at, last = 0, len(literals)
        while at >= 0:
            found = next(ways[at], None)
            if found is None:
                ways.pop()
                at -= 1
            elif at == last:
                yield found
            elif self._clock.has_passed:
                return
            else:
                if deepest is not None:
                    deepest.note(at, found)
                ways.append(self._literal(literals[at], found, position))
                at += 1

    def _literal(self, literal: Literal, bindings: Bindings, position: Position) -> Iterator[Bindings]:
        """Yield the extensions of the bindings under which a literal holds."""
        if not literal.is_negated:
            return self._positive(literal, bindings, position)
        if literal.predicate in RESERVED:
            is_lost = self._leads_to_loss(literal.predicate, _values(literal, bindings), position)
            holds = is_lost is False
        else:
            holds = next(self._positive(literal, bindings, position), None) is None
        return iter([bindings] if holds else [])

    def _positive(self, literal: Literal, bindings: Bindings, position: Position) -> Iterator[Bindings]:
        if isinstance(literal, Wrapped):
            yield from self._times(literal, bindings, position)
            return
        values = _values(literal, bindings)
        players = {"own": bindings["own"], "other": bindings["other"]}
        if None not in values:
            if next(self._solutions(literal, values, position, players), None) is not None:
                yield bindings
            return
        for solution in self._solutions(literal, values, position, players):
            more = _agreed(literal, solution, bindings)
            if more is not None:
                yield more

    def _times(self, literal: Wrapped, bindings: Bindings, position: Position) -> Iterator[Bindings]:
        """Yield the bindings extended by the number of values that a literal counts."""
        if literal.predicate != TIMES or literal.counted is None:
            raise TypeError(literal)
        name = literal.counted.name
        values = {found[name] for found in self._positive(literal.inner, bindings, position)}
        values = {one for one in values if isinstance(one, str) or abs(one) <= MAX_NUMBER}
        first = Literal(literal.predicate, literal.arguments[:1])
        more = _agreed(first, (len(values),), bindings)
        if more is not None:
            yield more

    def _solutions(
        self, literal: Literal, values: Values, position: Position, players: Bindings
    ) -> Iterator[Values]:
        """Yield the arguments for which a predicate holds; a None among `values` matches any value."""
        if literal.predicate in RESERVED:
            found = self._leads_to_loss(literal.predicate, values, position)
            return iter([values] if found else [])
        key = literal.key
        built_in = _BUILT_IN.get(key)
        if built_in is not None:
            return built_in(values, position)
        return self._derived(self._clauses[key], values, position, players)

    def _derived(
        self, clauses: Sequence[Derivation], values: Values, position: Position, players: Bindings
    ) -> Iterator[Values]:
        seen: set[Values] = set()
        for clause in clauses:
            given = _agreed(clause.head, values, players)
            if given is None:
                continue
            for bindings in self._sentence(clause.body, given, position):
                solution = _values(clause.head, bindings)
                if solution not in seen:
                    yield solution
                    seen.add(solution)

    def _leads_to_loss(self, predicate: str, values: Values, position: Position) -> bool | None:
        """Return whether one of the stones, placed one after another, is forbidden for Black.

        The result is None if a field is not empty when its stone would be placed; then the literal fails,
        whether or not it is negated. A stone that makes five ends the game: no later stone is placed.
        """
        color = values[0] if predicate == ALTERNATING_LOSS else BLACK
        for field in map(_number, values[predicate == ALTERNATING_LOSS :]):
            if position.colors[field] != NONE:
                return None
            if color == BLACK and self.is_forbidden(position, field):
                return True
            position = position.put(field, str(color))
            if position.has_five(field):
                return False
            if predicate == ALTERNATING_LOSS:
                color = WHITE if color == BLACK else BLACK
        return False


def _values(literal: Literal, bindings: Bindings) -> Values:
    """Return the values of a literal's arguments; None for an unbound argument."""
    return tuple(
        [
            bindings.get(argument.name)
            if isinstance(argument, Variable)
            else _meaning(argument, bindings)
            for argument in literal.arguments
        ]
    )


def _agreed(literal: Literal, values: Sequence[Value | None], bindings: Bindings) -> Bindings | None:
    """Return the bindings extended by the values of a literal's arguments; None if values conflict."""
    found: Bindings | None = None
    for argument, value in zip(literal.arguments, values, strict=True):
        if value is None:
            continue
        if not isinstance(argument, Variable):
            if _meaning(argument, bindings) != value:
                return None
            continue
        known = (found or bindings).get(argument.name)
        if known is None:
            if found is None:
                found = dict(bindings)
            found[argument.name] = value
        elif known != value:
            return None
    return bindings if found is None else found


def _players(rule: Rule) -> Bindings:
    """Return the colors to which the words `own` and `other` refer in a rule."""
    return {"own": str(COLORS[rule.player]), "other": str(COLORS[1 - rule.player])}


def _meaning(constant: Argument, bindings: Bindings) -> Value:
    """Return the value of a constant; `own` and `other` are replaced by their colors."""
    if not isinstance(constant, str):
        return cast(int, constant)
    number = _NUMBERS.get(constant)
    return bindings.get(constant, constant) if number is None else number


def _number(value: Value | None) -> int:
    """Return a value as a number; the check of the program has ensured that it is one."""
    return cast(int, value)


def _group(values: Values, position: Position) -> Iterator[Values]:
    group, color, size = values
    numbers: Sequence[int]
    if group is not None:
        numbers = (_number(group),)
    elif color is not None and size is not None:
        numbers = position.groups_by_state.get((str(color), _number(size)), ())
    else:
        numbers = range(len(GROUPS))
    for number in numbers:
        found = position.groups[number]
        if color in (None, found[0]) and size in (None, found[1]):
            yield number, *found


def _in(values: Values, _: Position) -> Iterator[Values]:
    field, group, low, high = values[0], values[1], _number(values[2]), _number(values[3])
    if field is not None:
        for number, place in PLACES[_number(field)]:
            if low <= place <= high and group in (None, number):
                yield field, number, low, high
        return
    for cell in GROUPS[_number(group)].cells[low : high + 1]:
        if cell is not None:
            yield cell, group, low, high


def _color(values: Values, position: Position) -> Iterator[Values]:
    field, color = values
    for cell in range(N_CELLS) if field is None else (_number(field),):
        if color in (None, position.colors[cell]):
            yield cell, position.colors[cell]


def _direction(values: Values, _: Position) -> Iterator[Values]:
    group, direction = _number(values[0]), values[1]
    if direction in (None, GROUPS[group].direction):
        yield group, GROUPS[group].direction


def _equal(values: Values, _: Position) -> Iterator[Values]:
    one, other = (known if known is not None else other for known, other in (values, values[::-1]))
    if one == other:
        yield one, other


def _last_move(values: Values, position: Position) -> Iterator[Values]:
    if position.last is not None and values[0] in (None, position.last):
        yield (position.last,)


def _less(values: Values, _: Position) -> Iterator[Values]:
    if _number(values[0]) < _number(values[1]):
        yield values


def _at_most(values: Values, _: Position) -> Iterator[Values]:
    if _number(values[0]) <= _number(values[1]):
        yield values


def _arithmetic(compute: Callable[[int, int], int]) -> Callable[[Values, Position], Iterator[Values]]:
    """Return the predicate for an operation on one or two numbers; without a result, it does not hold."""

    def holds(values: Values, _: Position) -> Iterator[Values]:
        *given, known = values
        numbers = [_number(value) for value in given]
        try:
            result = compute(numbers[0], numbers[-1])
        except ZeroDivisionError:
            return
        if abs(result) <= MAX_RESULT and known in (None, result):
            yield *given, result

    return holds


def _between(values: Values, _: Position) -> Iterator[Values]:
    for number in range(_number(values[1]), min(_number(values[2]), MAX_NUMBER) + 1):
        if values[0] in (None, number):
            yield number, values[1], values[2]


def _edge(values: Values, _: Position) -> Iterator[Values]:
    distance = min(_from_edge(_number(values[0])))
    if values[1] in (None, distance):
        yield values[0], distance


def _corner(values: Values, _: Position) -> Iterator[Values]:
    distance = max(_from_edge(_number(values[0])))
    if values[1] in (None, distance):
        yield values[0], distance


def _from_edge(field: int) -> tuple[int, int]:
    """Return the distances of a field from the nearest edge along its row and along its column."""
    y, x = divmod(field, SIDE)
    return min(x, SIDE - 1 - x), min(y, SIDE - 1 - y)


def _distance(values: Values, _: Position) -> Iterator[Values]:
    one, other = (divmod(_number(field), SIDE) for field in values[:2])
    distance = max(abs(one[0] - other[0]), abs(one[1] - other[1]))
    if values[2] in (None, distance):
        yield values[0], values[1], distance


def _step(values: Values, _: Position) -> Iterator[Values]:
    start, ahead, *aside, way, end = values
    sign = -1 if start is None else 1
    y, x = divmod(_number(end if start is None else start), SIDE)
    for one in range(8) if way is None else (_number(way),):
        ahead_, left = (2 * one % 8, 2 * (one + 1 if one < 4 else one - 1) % 8) if aside else (one, 0)
        steps = ((_number(ahead), ahead_), (_number(aside[0]) if aside else 0, left))
        to_x = x + sign * sum(count * WAYS_X[to] for count, to in steps)
        to_y = y + sign * sum(count * WAYS_Y[to] for count, to in steps)
        if 0 <= to_x < SIDE and 0 <= to_y < SIDE:
            cell = SIDE * to_y + to_x
            first, last = (cell, end) if start is None else (start, cell)
            if end in (None, last):
                yield first, ahead, *aside, one, last


def _forbidden(values: Values, position: Position) -> Iterator[Values]:
    for field in range(N_CELLS) if values[0] is None else (_number(values[0]),):
        why = position.board.forbidden(field) if position.colors[field] == NONE else None
        if why is not None and values[1] in (None, why):
            yield field, why


@lru_cache(1)
def _fours() -> FourSearch:
    return FourSearch(*BOARDS["renju"])


def _wins_by_fours(values: Values, position: Position) -> Iterator[Values]:
    color, most = str(values[0]), _number(values[1])
    search = _fours()
    search.begin(-1, None)
    for cell, word in enumerate(position.colors):
        if word != NONE:
            search.play(cell, int(word == WHITE))
    if color in (BLACK, WHITE) and most > 0 and search.win_by_fours(int(color == WHITE), most):
        move = (search.line() or search.ends())[0]
        if values[2] in (None, move):
            yield color, most, move


def _wins_by_threes(values: Values, position: Position) -> Iterator[Values]:
    color, most = str(values[0]), _number(values[1])
    search = shared_search("renju")
    search.begin(-1, None)
    for cell, word in enumerate(position.colors):
        if word != NONE:
            search.play(cell, int(word == WHITE))
    if color in (BLACK, WHITE) and most > 0:
        move = move_by_threes(search, int(color == WHITE), most, NO_LIMIT)
        if move >= 0 and values[2] in (None, move):
            yield color, most, move


_BUILT_IN = {
    ("group", 3): _group,
    ("in", 4): _in,
    ("color", 2): _color,
    ("direction", 2): _direction,
    ("equal", 2): _equal,
    ("last.move", 1): _last_move,
    ("less", 2): _less,
    ("at.most", 2): _at_most,
    ("+", 3): _arithmetic(operator.add),
    ("-", 3): _arithmetic(operator.sub),
    ("*", 3): _arithmetic(operator.mul),
    ("/", 3): _arithmetic(operator.floordiv),
    ("mod", 3): _arithmetic(operator.mod),
    ("min", 3): _arithmetic(min),
    ("max", 3): _arithmetic(max),
    ("abs", 2): _arithmetic(lambda number, _: abs(number)),
    ("between", 3): _between,
    ("edge", 2): _edge,
    ("corner", 2): _corner,
    ("distance", 3): _distance,
    ("step", 4): _step,
    ("step", 5): _step,
    ("forbidden", 2): _forbidden,
    ("wins.by.fours", 3): _wins_by_fours,
    ("wins.by.threes", 3): _wins_by_threes,
}
