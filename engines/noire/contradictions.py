"""Proofs that a sentence can never hold, from its literals alone, without a board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from zet.engines.messages import Message
from zet.engines.noire.derivations import Clauses
from zet.engines.noire.phrases import ALONG, AT, TIMES, Wrapped
from zet.engines.noire.predicates import ALTERNATING_LOSS, ARITHMETIC, LOSS, VALUES, WAY_WORDS, domains
from zet.engines.noire.program import VALUE, Argument, Derivation, Literal, Variable
from zet.engines.renju.model import COLORS

_PLAYERS = ("own", "other")
MAX_LITERALS = 300
"""The maximum number of literals examined, counted after derivations are expanded."""

MAX_ROUNDS = 20
"""The maximum number of rounds in which the bounds of numbers narrow one another."""

_FUNCTIONS = {key: at for key, (_, at) in VALUES.items()} | {("last.move", 1): 0}
"""Predicates in which one argument is a function of the others, and the index of that argument."""

_HIGHEST = {("edge", 2): 7, ("corner", 2): 7, ("distance", 3): 14}
"""The maximum value of a predicate's last argument."""

_FAR = float("inf")

_OF_ANY_NUMBER = {"less", "at.most", "between", "in", "step", *(name for name, _ in ARITHMETIC)}
"""Predicates whose numbers may be negative."""

_ENDINGS = {"foul": ("white",), "draw": ("none",)}
"""The possible winners for some endings; after other endings either color may have won."""


def contradiction(
    sentence: tuple[Literal, ...], clauses: Clauses, player: int | None = None
) -> str | None:
    """Return why a sentence can never hold; None if no reason is found.

    If `player` is a color, `own` means this color; if it is None, `own` may be either color. Derivations
    with one clause are expanded. The check is sound but incomplete: a sentence for which it returns a
    reason never holds, but some sentences that never hold pass the check.
    """
    return _reason(_expanded(sentence, clauses, count(), _players(player)), clauses)


def out_of_turn(sentence: tuple[Literal, ...], clauses: Clauses, player: int | None = None) -> str | None:
    """Return why a sentence can hold only after a pass or a setup stone; None if no reason is found."""
    literals = _expanded(sentence, clauses, count(), _players(player))
    positive = [one for one in literals if not one.is_negated]
    last = {one.arguments[0] for one in positive if one.key == ("last.move", 1)}
    for turn in (one for one in positive if one.key == ("to.move", 1)):
        for stone in (one for one in positive if one.key == ("color", 2)):
            if stone.arguments[0] in last and stone.arguments[1] == turn.arguments[0]:
                return Message(
                    "`{turn}` would follow a stone of the same color, which is possible only after a "
                    "pass",
                    turn=turn,
                )
    return None


def _players(player: int | None) -> dict[Argument, Argument]:
    """Return the colors that the words `own` and `other` mean for a player; {} if there is no player."""
    if player is None:
        return {}
    return {"own": str(COLORS[player]), "other": str(COLORS[1 - player])}


def _reason(literals: list[Literal], clauses: Clauses) -> str | None:
    colors: dict[Argument, Literal] = {}
    groups: dict[Argument, Literal] = {}
    for literal in literals:
        if isinstance(literal, Wrapped) and literal.predicate == AT and not literal.is_negated:
            reason = _reason(_expanded((literal.inner,), clauses, count(), {}), clauses)
            if reason:
                return reason
    literals = [
        literal
        for literal in literals
        if literal.arguments and literal.predicate not in (AT, TIMES, ALONG)
    ]
    for literal in literals:
        if literal.is_negated:
            continue
        reason = _impossible(literal)
        if reason:
            return reason
        first = literal.arguments[0]
        if literal.key == ("color", 2) and isinstance(literal.arguments[1], str):
            other = colors.setdefault(first, literal)
            if not _may_meet(literal, other):
                return _both(other, literal)
        if literal.key == ("group", 3) and not any(
            isinstance(a, Variable) for a in literal.arguments[1:]
        ):
            other = groups.setdefault(first, literal)
            if not _may_meet(literal, other):
                return _both(other, literal)
        heads = [clause.head for clause in clauses.get(literal.key, ())]
        if heads and not any(_may_meet(literal, head) for head in heads):
            return Message("no derivation matches the constants of `{literal}`", literal=literal)
    return _stones(literals, colors) or _denied(literals) or _functions(literals) or _numbers(literals)


def _both(one: Literal, other: Literal) -> str:
    return Message("`{one}` contradicts `{other}`", one=one, other=other)


def _impossible(literal: Literal) -> str | None:
    """Return why a literal by itself can never hold; None if no reason is found."""
    arguments = literal.arguments
    if literal.key == ("in", 4):
        low, high = arguments[2:]
        if isinstance(low, int) and isinstance(high, int) and low > high:
            return Message(
                "`{literal}`: the range from {low} to {high} is empty",
                literal=literal,
                low=low,
                high=high,
            )
    if literal.key == ("group", 3) and not any(isinstance(a, Variable) for a in arguments[1:]):
        color, size = arguments[1:]
        if (color in ("white", "black", *_PLAYERS)) != (size != 0):
            return Message(
                "`{literal}`: a white or black group has 1 to 5 stones; for any other group the number "
                "of stones must be 0",
                literal=literal,
            )
    if literal.key == ("result", 2) and not any(isinstance(a, Variable) for a in arguments):
        who, how = arguments
        if not any(_may_be(who, one) for one in _ENDINGS.get(str(how), ("black", "white"))):
            return Message("`{literal}`: no game can end in this way", literal=literal)
    constants = {argument for argument in arguments if not isinstance(argument, Variable)}
    if literal.key == ("equal", 2) and len(constants) == 2 and not _may_be(*arguments):
        return f"`{literal}`"
    fields = [argument for argument in arguments if isinstance(argument, Variable)]
    if literal.predicate in (LOSS, ALTERNATING_LOSS) and len(set(fields)) < len(fields):
        return Message("`{literal}`: two of the fields are the same", literal=literal)
    return None


def _stones(literals: list[Literal], colors: dict[Argument, Literal]) -> str | None:
    """Return a message about a literal that excludes the known color of a field; None if none does."""
    for literal in literals:
        for argument in literal.arguments:
            other = colors.get(argument)
            if other is None or not isinstance(argument, Variable):
                continue
            is_empty = other.arguments[1] == "none"
            if literal.predicate in (LOSS, ALTERNATING_LOSS) and not is_empty:
                return _both(literal, other)
            if literal.key == ("last.move", 1) and not literal.is_negated and is_empty:
                return _both(literal, other)
    return None


def _denied(literals: list[Literal]) -> str | None:
    """Return a message about a literal and a negation that contradict each other; None if none do.

    A variable that occurs only in the negation may have any value.
    """
    bound = {a for one in literals if not one.is_negated for a in one.arguments}
    positive: dict[tuple[str, int], list[Literal]] = {}
    for literal in literals:
        if not literal.is_negated:
            positive.setdefault(literal.key, []).append(literal)
    for literal in literals:
        if not literal.is_negated:
            continue
        if literal.key == ("equal", 2) and literal.arguments[0] == literal.arguments[1]:
            return f"`{literal}`"
        for other in positive.get(literal.key, ()):
            if _is_case(other, literal, bound):
                return _both(literal, other)
    return None


def _is_case(literal: Literal, general: Literal, bound: set[Argument]) -> bool:
    """Return whether `literal` is an instance of the literal `general`.

    In an instance, variables of `general` are replaced, except the variables in `bound`.
    """
    replaced: dict[Argument, Argument] = {}
    for argument, wanted in zip(literal.arguments, general.arguments, strict=True):
        if isinstance(wanted, Variable) and wanted not in bound:
            wanted = replaced.setdefault(wanted, argument)
        if argument != wanted:
            return False
    return True


def _may_meet(literal: Literal, head: Literal) -> bool:
    return all(
        isinstance(a, Variable) or isinstance(b, Variable) or _may_be(a, b)
        for a, b in zip(literal.arguments, head.arguments, strict=True)
    )


def _may_be(one: Argument, other: Argument) -> bool:
    """Return whether two constants may have the same value; `own` and `other` may mean either color."""
    names = {WAY_WORDS.get(name, name) for name in (one, other)}  # type: ignore[arg-type]
    if len(names) == 1:
        return True
    return len(names & set(_PLAYERS)) == 1 and len(names & {"black", "white"}) == 1


def _functions(literals: list[Literal]) -> str | None:
    """Return a message about literals that require different values of a function; None if none do."""
    known: dict[object, Literal] = {}
    for literal in literals:
        at = _FUNCTIONS.get(literal.key)
        if at is None or literal.is_negated or isinstance(literal.arguments[at], Variable):
            continue
        others = literal.arguments[:at] + literal.arguments[at + 1 :]
        other = known.setdefault((literal.key, others), literal)
        if not _may_be(literal.arguments[at], other.arguments[at]):
            return _both(other, literal)
    return None


@dataclass(slots=True)
class _Interval:
    """The interval of a number's possible values, and the literals that bound it."""

    low: float
    high: float = _FAR
    why: list[Literal] = field(default_factory=list)

    def narrow(self, low: float, high: float, *why: Literal) -> None:
        """Intersect the interval with further bounds, and record the literals that cause them."""
        if low > self.low or high < self.high:
            self.low, self.high = max(low, self.low), min(high, self.high)
            self.why = list(dict.fromkeys((*self.why, *why)))


def _numbers(literals: list[Literal]) -> str | None:
    """Return a message about literals whose bounds leave no value for a number; None if none do."""
    limits: dict[Argument, _Interval] = {}

    natural = set(_natural(literals))

    def of(argument: Argument) -> _Interval:
        if isinstance(argument, int):
            return limits.setdefault(argument, _Interval(argument, argument))
        return limits.setdefault(argument, _Interval(0 if argument in natural else -_FAR))

    pairs: list[tuple[Argument, Argument, int, Literal]] = []
    values: dict[object, Argument] = {}
    for literal in literals:
        if literal.is_negated:
            if literal.key == ("less", 2):
                one, other = literal.arguments
                pairs.append((other, one, 0, literal))
            if literal.key == ("at.most", 2):
                one, other = literal.arguments
                pairs.append((other, one, 1, literal))
            continue
        if literal.key in _HIGHEST:
            of(literal.arguments[-1]).narrow(0, _HIGHEST[literal.key], literal)
        elif literal.key in (("less", 2), ("at.most", 2)):
            one, other = literal.arguments
            pairs.append((one, other, int(literal.predicate == "less"), literal))
        elif literal.key == ("between", 3):
            number, low, high = literal.arguments
            pairs += [(low, number, 0, literal), (number, high, 0, literal)]
        at = _FUNCTIONS.get(literal.key)
        if at is not None:  # equal arguments give equal values
            others = literal.key, literal.arguments[:at] + literal.arguments[at + 1 :]
            one = values.setdefault(others, literal.arguments[at])
            pairs += [(one, literal.arguments[at], 0, literal), (literal.arguments[at], one, 0, literal)]
    for _ in range(MAX_ROUNDS):
        for one, other, apart, literal in pairs:
            lower, higher = of(one), of(other)
            higher.narrow(lower.low + apart, _FAR, *lower.why, literal)
            lower.narrow(-_FAR, higher.high - apart, *higher.why, literal)
        for found in limits.values():
            if found.low > found.high:
                return Message.joined((f"`{one}`" for one in found.why), by=Message(" and "))
    return None


def _natural(literals: list[Literal]) -> Iterator[Argument]:
    """Yield the arguments that cannot be negative: numbers of moves, stones or fields."""
    for literal in literals:
        if not literal.is_negated and literal.predicate not in _OF_ANY_NUMBER:
            for argument, domain in zip(literal.arguments, domains(literal.key) or (), strict=False):
                if domain.kind == "number":
                    yield argument


def _expanded(
    sentence: tuple[Literal, ...],
    clauses: Clauses,
    numbers: Iterator[int],
    words: Mapping[Argument, Argument],
) -> list[Literal]:
    """Return the literals of a sentence, some of them followed by the body of a derivation.

    The body is added if the literal is positive and the derivation is the only one that can match it.
    `numbers` yields the numbers of new variables, and `words` maps `own` and `other` to colors.
    """
    found: list[Literal] = []
    rest = [_replaced(literal, words) for literal in reversed(sentence)]
    while rest and len(found) < MAX_LITERALS:
        literal = rest.pop()
        found.append(literal)
        several = [one for one in clauses.get(literal.key, ()) if _may_meet(literal, one.head)]
        if len(several) == 1 and not literal.is_negated:
            rest += reversed(_body(several[0], literal, next(numbers), words))
    return found


def _body(
    clause: Derivation, call: Literal, number: int, words: Mapping[Argument, Argument]
) -> list[Literal]:
    """Return the body of a derivation with the arguments of a call; its other variables get new names."""
    values: dict[Argument, Argument] = dict(words)
    for parameter, argument in zip(clause.head.arguments, call.arguments, strict=True):
        if isinstance(parameter, Variable):
            values.setdefault(parameter, argument)
    found = []
    for literal in clause.body:
        for argument in literal.arguments:
            if isinstance(argument, Variable):
                values.setdefault(argument, Variable(f"{argument.name}{VALUE}{number}"))
        found.append(_replaced(literal, values))
    return found


def _replaced(literal: Literal, values: Mapping[Argument, Argument]) -> Literal:
    """Return a literal with its arguments replaced by their values, if they have any."""
    arguments = tuple(values.get(argument, argument) for argument in literal.arguments)
    if isinstance(literal, Wrapped):
        return replace(literal, arguments=arguments, inner=_replaced(literal.inner, values))
    return replace(literal, arguments=arguments)
