"""Elimination of phrases: alternatives, references to other moments, and counts become derivations.

In the result, a literal either applies a predicate or wraps another literal, which must hold at a moment,
a number of times, or along a path. A phrase becomes one literal, so the number of literals of a premise
does not change. The generated names of derivations and variables contain a space, unlike names in files.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from zet.engines.noire.paths import Path
from zet.engines.noire.program import Argument, Derivation, Literal, Phrase, Program, Variable

_NOTHING = Literal("", ())
AT, TIMES, ALONG = "at ", "times ", "along "
"""The predicates of wrapped literals, which contain a space, as all generated names do."""


ANY_LENGTH = -1
INSTEAD = -(10**9)
"""The moment after the same number of moves in a variation in which only the last move differs. All
numbers in a program are greater than INSTEAD.
"""


@dataclass(frozen=True, slots=True)
class Wrapped(Literal):
    """A literal that wraps `inner`, which must hold at a moment, a number of times, or along a path.

    `predicate` is AT, TIMES or ALONG. The first argument is the moment, the number or the length of the
    path; the other arguments are the variables of `inner` that are used outside. `counted` is the
    variable whose values are counted. For a path (ALONG), the derivations of `inner` are its steps, and
    ANY_LENGTH allows any length.
    """

    inner: Literal = _NOTHING
    counted: Variable | None = None
    path: Path | None = None
    text: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Shown(Literal):
    """A literal that replaces a phrase and is displayed as the phrase."""

    text: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.text


def unwrapped(literal: Literal) -> Literal:
    """Return the literal inside a wrapped literal, or any other literal unchanged."""
    return literal.inner if isinstance(literal, Wrapped) else literal


def is_hidden(variable: Variable) -> bool:
    """Return whether a variable was generated and is therefore not displayed."""
    return " " in variable.name


def plain(program: Program) -> Program:
    """Return an equivalent program without phrases; its rules are in the same order."""
    every = (*(one.body for one in program.derivations), *(rule.premise for rule in program.rules))
    if not any(isinstance(literal, Phrase) for sentence in every for literal in sentence):
        return program
    maker = _Maker()
    derivations = [
        replace(one, body=maker.sentence(one.body, one.head.arguments)) for one in program.derivations
    ]
    rules = [
        replace(rule, premise=maker.sentence(rule.premise, (rule.move,) if rule.move else ()))
        for rule in program.rules
    ]
    return replace(program, derivations=(*derivations, *maker.made), rules=tuple(rules))


def variables_in(literals: Iterable[Literal]) -> list[Variable]:
    """Return the variables of literals, without duplicates, in the order of their first occurrence."""
    found = (one for literal in literals for one in literal.arguments if isinstance(one, Variable))
    return list(dict.fromkeys(found))


class _Maker:
    """A converter of phrases to derivations; `made` lists the derivations made so far."""

    def __init__(self) -> None:
        self.made: list[Derivation] = []
        self._count = 0

    def sentence(self, literals: Sequence[Literal], outside: Iterable[Argument]) -> tuple[Literal, ...]:
        """Return literals with their phrases replaced; `outside` lists arguments used elsewhere."""
        known = {one for one in outside if isinstance(one, Variable)}
        found = []
        for number, literal in enumerate(literals):
            if isinstance(literal, Phrase):
                others = variables_in((*literals[:number], *literals[number + 1 :]))
                literal = self._phrase(literal, known.union(others))
            found.append(literal)
        return tuple(found)

    def _phrase(self, phrase: Phrase, outside: set[Variable]) -> Literal:
        """Return the literal that replaces a phrase."""
        whole = variables_in([phrase])
        shared = [one for one in whole if one in outside]
        if phrase.path is not None:
            return self._along(phrase, phrase.path, outside)
        if phrase.adverb == "times":
            return self._times(phrase, shared)
        if phrase.is_negated:
            head = shared
        else:
            every = [set(_bound(choice)) for choice in phrase.choices]
            always = set.intersection(*every) if phrase.adverb != "until" else set[Variable]()
            if phrase.end is not None:
                always |= set(_bound([phrase.end]))
            if phrase.number in whole:
                always.add(phrase.number)
            head = [one for one in whole if one in outside or one in always]
        return self._named(phrase, head, lambda arguments: self._clauses(phrase, arguments))

    def _clauses(self, phrase: Phrase, head: list[Variable]) -> Iterator[tuple[Literal, ...]]:
        """Yield the bodies of the derivations for a phrase, without its negation."""
        if not phrase.adverb:
            for choice in phrase.choices:
                yield self.sentence(choice, head)
            return
        moment = Variable("moment ")
        place = phrase.place
        if phrase.adverb == "at":
            when = phrase.number if phrase.number is not None else 0
            yield (self._at(when, self._inner(phrase, [*head, *_among(when)]), phrase),)
        elif phrase.adverb == "instead":
            yield (self._at(INSTEAD, self._inner(phrase, head), phrase),)
        elif phrase.adverb == "until":
            yield self._until(phrase, head)
        else:
            word = "earlier" if phrase.adverb == "earlier" else "later"
            steps: Argument | None = 1 if phrase.adverb == "next" else phrase.number
            arguments: tuple[Argument, ...] = (moment,) if steps is None else (moment, steps)
            inner = self._inner(phrase, [*head, *_among(steps)])
            step = Shown(word, arguments, place=place, text=str(phrase))
            yield step, self._at(moment, inner, phrase)

    def _until(self, phrase: Phrase, head: list[Variable]) -> tuple[Literal, ...]:
        """Return the clause for `until`: the phrase holds from now until the literal `end` holds."""
        place = phrase.place
        moment, now, other = Variable("moment "), Variable("now "), Variable("other ")
        end = phrase.end
        if end is None:
            raise TypeError(phrase)
        shared = [one for one in variables_in([end]) if one in {*head, *variables_in(_all(phrase))}]
        [last] = self.sentence([end], [*head, *shared])
        inner = self._inner(phrase, [*head, *shared])
        self._count += 1
        name = f"not until {self._count}"
        known = tuple(one for one in variables_in([inner]) if one in {*head, *shared})
        away = Literal(f"{name} there", known, place=place)
        self.made.append(Derivation(away, (replace(inner, is_negated=True),)))
        arguments = (moment, *known)
        fails = (
            Literal("now", (now,), place=place),
            Literal("between", (other, now, moment), place=place),
            Literal("less", (other, moment), place=place),
            Wrapped(AT, (other, *away.arguments), place=place, inner=away),
        )
        self.made.append(Derivation(Literal(name, arguments, place=place), fails))
        return (
            Literal("later", (moment,), place=place),
            self._at(moment, last, phrase),
            Literal(name, arguments, is_negated=True, place=place),
        )

    def _inner(self, phrase: Phrase, outside: list[Variable]) -> Literal:
        """Return one literal for a phrase's alternatives; `outside` lists variables used elsewhere."""
        [*choices] = phrase.choices
        if len(choices) == len(choices[0]) == 1:
            [literal] = self.sentence(choices[0], outside)
            if not literal.is_negated and not isinstance(literal, Wrapped):
                return literal
        head = [one for one in variables_in(_all(phrase)) if one in outside]
        bare = replace(phrase, adverb="", number=None, end=None, is_negated=False)
        return self._named(bare, head, lambda arguments: self._clauses(bare, arguments))

    def _at(self, moment: Argument, inner: Literal, phrase: Phrase) -> Wrapped:
        shared = variables_in([inner])
        return Wrapped(AT, (moment, *shared), place=phrase.place, inner=inner, text=str(phrase))

    def _times(self, phrase: Phrase, shared: list[Variable]) -> Literal:
        """Return the literal that counts the values of the first variable not used anywhere else."""
        own = [one for one in variables_in(_all(phrase)) if one not in shared and one != phrase.number]
        own = [one for one in own if not is_hidden(one)]
        counted = own[0] if own else None
        inside = [one for one in shared if one in variables_in(_all(phrase))]
        inner = self._inner(phrase, [*inside, *own[:1]])
        number: Argument = 0 if phrase.number is None else phrase.number
        arguments = (number, *inside)
        return Wrapped(
            TIMES,
            arguments,
            phrase.is_negated,
            phrase.place,
            inner=inner,
            counted=counted,
            text=str(phrase),
        )

    def _along(self, phrase: Phrase, path: Path, outside: set[Variable]) -> Literal:
        """Return the literal for a path; all steps become derivations of one new predicate."""
        inside = [one for one in variables_in(_all(phrase)) if one in outside or one == phrase.number]
        self._count += 1
        inner = Literal(f"path {self._count}", tuple(inside), place=phrase.place)
        self.made += [Derivation(inner, self.sentence(step, inside)) for step in phrase.choices]
        length: Argument = ANY_LENGTH if phrase.number is None else phrase.number
        return Wrapped(
            ALONG,
            (length, *inside),
            phrase.is_negated,
            phrase.place,
            inner=inner,
            path=path,
            text=str(phrase),
        )

    def _named(
        self,
        phrase: Phrase,
        head: list[Variable],
        bodies: Callable[[list[Variable]], Iterator[tuple[Literal, ...]]],
    ) -> Literal:
        """Add a derivation for each body, all with one new name; return the literal that calls them."""
        self._count += 1
        name = f"phrase {self._count}"
        literal = Literal(name, tuple(head), place=phrase.place)
        self.made += [Derivation(literal, body) for body in bodies(head)]
        return Shown(name, tuple(head), phrase.is_negated, phrase.place, str(phrase))


def _all(phrase: Phrase) -> list[Literal]:
    return [literal for choice in phrase.choices for literal in choice]


def _among(argument: Argument | None) -> list[Variable]:
    return [argument] if isinstance(argument, Variable) else []


def _bound(sentence: Iterable[Literal]) -> Iterator[Variable]:
    """Yield the variables that a sentence binds."""
    for literal in sentence:
        if literal.is_negated:
            continue
        if isinstance(literal, Phrase):
            yield from _bound_by(literal)
        else:
            yield from variables_in([literal])


def _bound_by(phrase: Phrase) -> Iterator[Variable]:
    yield from _among(phrase.number)
    if phrase.end is not None:
        yield from _bound([phrase.end])
    elif phrase.adverb != "times" and not phrase.path:
        yield from set.intersection(*(set(_bound(choice)) for choice in phrase.choices))
