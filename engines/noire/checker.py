"""Errors and warnings of a BLANCHE program, found without a position.

Errors are unknown predicates, recursion, arguments of the wrong kind, wrong constants, arguments that are
unbound where they must be bound, and moves that the premise does not bind. Warnings are derivations that
nothing uses and rules that can never match.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from zet.engines.errors import GameError
from zet.engines.messages import Message
from zet.engines.noire.contradictions import contradiction
from zet.engines.noire.derivations import Clauses, called, clauses_of, in_order, reached
from zet.engines.noire.kinds import kinds_of
from zet.engines.noire.phrases import ALONG, AT, Wrapped, plain, unwrapped
from zet.engines.noire.predicates import (
    BUILT_IN,
    COLOR_WORDS,
    EITHER,
    GAME,
    RESERVED,
    Key,
    is_built_in,
    missing,
)
from zet.engines.noire.program import Argument, Literal, Phrase, Place, Program, Rule, Variable
from zet.engines.renju.model import COLORS

MAX_DEPTH = 50
"""The maximum length of a chain of derivations that use one another."""

MAX_WAYS = 50_000
"""The maximum number of pairs (derivation, set of its bound arguments) that are checked."""

MAX_HINTS = 20
"""The maximum number of unknown predicates for which a similar known predicate is suggested."""

_BUILT_IN_NAMES = (*(f"{name}/{number}" for name, number in BUILT_IN), *RESERVED)


@dataclass(frozen=True, slots=True)
class Fault:
    """An error, or a warning if `is_error` is False, with its location in a file."""

    place: Place
    reason: str
    is_error: bool = True

    @property
    def words(self) -> str:
        """The error or the warning as a sentence."""
        return self.reason if self.is_error else Message("warning: {reason}", reason=self.reason)

    def __str__(self) -> str:
        place = self.place
        return Message.joined((f"{place.source}:{place.line}:{place.column}: ", self.words))


def check(program: Program) -> list[Fault]:
    """Return all errors and warnings of a program, in the order of the files."""
    named = [fault for sentence in _sentences(program) for fault in color_variables(sentence)]
    program = plain(program)
    clauses = clauses_of(program)
    order, cycles = in_order(clauses)
    faults = [*_names(program, clauses), *_cycles(clauses, cycles), *_moves(program)]
    in_cycles = {key for cycle in cycles for key in cycle}
    faults += [Fault(place, reason) for place, reason in kinds_of(_without(program, in_cycles)).clashes]
    faults += _BindingCheck(program, clauses).faults()
    faults += _games(program, clauses)
    if not cycles:
        faults += _chains(order, clauses)
    if not faults:
        faults += _never(program, clauses)
    faults += [*_unused(program, clauses), *named]
    sources = {place.source: at for at, place in reversed(list(enumerate(_places(program))))}
    unique = dict.fromkeys(faults)
    return sorted(
        unique,
        key=lambda fault: (sources.get(fault.place.source, 0), fault.place.line, fault.place.column),
    )


class ProgramError(GameError):
    """Raised for a program with errors, which cannot be run.

    `faults` lists the errors; `str()` returns one line for each error.
    """

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.args, self.faults = (faults,), faults

    def __str__(self) -> str:
        return Message.joined(map(str, self.faults), by="\n")


@lru_cache(maxsize=8)
def raise_errors(program: Program) -> None:
    """Raise ProgramError if a program has errors; a check that finds no errors is cached.

    Raises:
        ProgramError: the program has errors.
    """
    errors = tuple(fault for fault in check(program) if fault.is_error)
    if errors:
        raise ProgramError(errors)


def _places(program: Program) -> Iterator[Place]:
    """Yield the places of all derivations and then of all rules."""
    for derivation in program.derivations:
        yield derivation.head.place
    for rule in program.rules:
        yield rule.place


def _word(key: Key) -> str:
    return f"`{key[0]}/{key[1]}`"


def _without(program: Program, keys: set[Key]) -> Program:
    kept = tuple(one for one in program.derivations if one.head.key not in keys)
    return Program(kept, program.rules)


def _sentences(program: Program) -> Iterator[tuple[Literal, ...]]:
    for derivation in program.derivations:
        yield derivation.body
    for rule in program.rules:
        yield rule.premise


def _names(program: Program, clauses: Clauses) -> Iterator[Fault]:
    """Yield errors for unknown predicates, and for derivations that redefine built-in predicates."""
    for derivation in program.derivations:
        head = derivation.head
        if head.predicate in RESERVED:
            reason = Message(
                "`{predicate}` is built in for any number of arguments, and cannot be redefined",
                code="built-in",
                predicate=head.predicate,
            )
            yield Fault(head.place, reason)
        elif is_built_in(head.key):
            reason = Message("{predicate} is built in", code="built-in", predicate=_word(head.key))
            yield Fault(head.place, reason)
    derived = [f"{name}/{number}" for name, number in clauses if " " not in name]
    known = [*derived, *_BUILT_IN_NAMES]
    hints = 0
    for sentence in _sentences(program):
        for literal in map(unwrapped, sentence):
            if literal.key in clauses or is_built_in(literal.key):
                continue
            if literal.predicate in RESERVED:
                reason = Message(
                    "`{predicate}` requires a color and a field as arguments",
                    code="wrong-arguments",
                    predicate=literal.predicate,
                )
                yield Fault(literal.place, reason)
                continue
            hints += 1
            reason = Message(
                "unknown predicate {predicate}", code="unknown-predicate", predicate=_word(literal.key)
            )
            near = _near(literal, known) if hints <= MAX_HINTS else []
            if near:
                predicates = Message.joined((f"`{one}`" for one in near), by=Message(" and "))
                there_is = Message("did you mean {predicates}?", predicates=predicates)
                reason = Message.joined((reason, there_is), by="; ")
            yield Fault(literal.place, reason)


def _near(literal: Literal, known: list[str]) -> list[str]:
    """Return the known predicates with similar names, which a faulty literal may have meant.

    If no name is similar, the list contains the predicates with the same number of arguments whose names
    end with the same word.
    """
    near = [one for one in known if one.rpartition("/")[0] == literal.predicate]
    called = f"{literal.predicate}/{literal.key[1]}"
    last_word = called.rpartition(".")[2]
    return (
        near
        or get_close_matches(called, known, 1, 0.8)
        or [one for one in known if one.rpartition(".")[2] == last_word]
    )


def _cycles(clauses: Clauses, cycles: list[list[Key]]) -> Iterator[Fault]:
    for cycle in cycles:
        place = clauses[cycle[0]][0].head.place
        calls = Message.joined(map(_word, cycle), by=Message(" calls "))
        yield Fault(place, Message("recursion: {calls}", code="recursion", calls=calls))


def _chains(order: list[Key], clauses: Clauses) -> Iterator[Fault]:
    """Yield errors for derivations that depend on a chain of more than MAX_DEPTH derivations."""
    depths: dict[Key, int] = {}
    for key in order:
        below = (one for clause in clauses[key] for one in called(clause.body, clauses))
        depths[key] = 1 + max((depths[one] for one in below), default=0)
        if depths[key] == MAX_DEPTH + 1:
            reason = Message(
                "{predicate} depends on a chain of more than {most} derivations",
                code="long-chain",
                predicate=_word(key),
                most=MAX_DEPTH,
            )
            yield Fault(clauses[key][0].head.place, reason)


def _moves(program: Program) -> Iterator[Fault]:
    """Yield errors for moves that are missing, not allowed at their level, or not bound by the premise.

    If two rules for the same player have the same name, a warning is yielded.
    """
    seen: dict[tuple[str, int], Rule] = {}
    for rule in program.rules:
        first = seen.setdefault((rule.name, rule.player), rule)
        if first is not rule:
            where = f"{first.place.source}:{first.place.line}"
            reason = Message(
                "{color} has another rule named {rule} ({place})",
                code="same-name",
                color=COLORS[rule.player],
                rule=rule.name,
                place=where,
            )
            yield Fault(rule.place, reason, is_error=False)
        if rule.has_level and (rule.move is None) != (rule.level == 0):
            yield Fault(
                rule.place,
                Message(
                    "a rule of level {level} must name a move; only rules of level 0 have none",
                    code="no-move",
                    level=rule.level,
                )
                if rule.level
                else Message(
                    "a rule of level {level} must not name a move; rules of other levels must",
                    code="has-move",
                    level=rule.level,
                ),
            )
        if rule.move is None:
            continue
        bound = {
            argument
            for literal in rule.premise
            if not literal.is_negated
            for argument in literal.arguments
        }
        if rule.move.is_anonymous:
            reason = Message(
                "the move must be a named variable, not {move}", code="anonymous-move", move=rule.move
            )
            yield Fault(rule.place, reason)
        if rule.move not in bound:
            reason = Message(
                "the move {move} is not bound by the premise", code="unbound-move", move=rule.move
            )
            yield Fault(rule.place, reason)


def _games(program: Program, clauses: Clauses) -> Iterator[Fault]:
    """Yield errors for rules that have a level but refer to a game, as a search has only a position."""
    for rule in program.rules:
        if not rule.has_level:
            continue
        bodies = [body.body for key in reached(Program((), (rule,)), clauses) for body in clauses[key]]
        for literal in (one for sentence in (rule.premise, *bodies) for one in sentence):
            if literal.key in GAME or literal.predicate in (AT, ALONG):
                reason = Message(
                    "a rule with a level applies to a position and cannot contain `{literal}`, which "
                    "refers to a game",
                    code="looks-at-game",
                    literal=literal,
                )
                yield Fault(rule.place, reason)
                break


def _unused(program: Program, clauses: Clauses) -> Iterator[Fault]:
    if not program.rules:
        return
    needed = reached(program, clauses)
    for key, several in clauses.items():
        if key not in needed and not is_built_in(key) and " " not in key[0]:
            reason = Message("no rule uses {predicate}", code="unused", predicate=_word(key))
            yield Fault(several[0].head.place, reason, is_error=False)


def color_variables(sentence: tuple[Literal, ...]) -> Iterator[Fault]:
    """Yield a warning for each literal with a variable that has the name of a color."""
    for literal in sentence:
        if isinstance(literal, Phrase):
            for choice in (*literal.choices, (literal.end,) if literal.end else ()):
                yield from color_variables(choice)
            continue
        for argument in literal.arguments:
            if isinstance(argument, Variable) and argument.name.lower() in COLOR_WORDS:
                reason = Message(
                    "{variable} is a variable, which may have any value; write {color} for the color",
                    code="color-variable",
                    variable=argument,
                    color=argument.name.lower(),
                )
                yield Fault(literal.place, reason, is_error=False)


def _never(program: Program, clauses: Clauses) -> Iterator[Fault]:
    for derivation in program.derivations:
        reason = contradiction(derivation.body, clauses)
        if reason:
            words = Message(
                "this derivation can never apply: {reason}", code="never-applies", reason=reason
            )
            yield Fault(derivation.head.place, words, is_error=False)
    for rule in program.rules:
        reason = contradiction(rule.premise, clauses)
        if reason:
            words = Message("this rule can never apply: {reason}", code="never-applies", reason=reason)
            yield Fault(rule.place, words, is_error=False)


class _BindingCheck:
    """The check that variables are bound where they must be, in rules and in derivations.

    A derivation is checked once for each set of its arguments that is bound in some call.
    """

    def __init__(self, program: Program, clauses: Clauses) -> None:
        self._program = program
        self._clauses = clauses
        self._faults: list[Fault] = []
        self._seen: set[tuple[Key, tuple[bool, ...]]] = set()
        self._new: deque[tuple[Key, tuple[bool, ...]]] = deque()

    def faults(self) -> list[Fault]:
        """Return the errors for arguments that are unbound where they must be bound."""
        for rule in self._program.rules:
            self._sentence(rule.premise, set(), "")
        self._follow()
        called = {key for key, _ in self._seen}
        for key in self._clauses:
            if key not in called:
                self._call(key, (True,) * key[1])
        self._follow()
        return self._faults

    def _follow(self) -> None:
        while self._new:
            self._derivations(*self._new.popleft())

    def _call(self, key: Key, bound: tuple[bool, ...]) -> None:
        """Schedule a check of a derivation; `bound` states which of its arguments are bound in a call."""
        if (key, bound) in self._seen:
            return
        if len(self._seen) < MAX_WAYS:
            self._new.append((key, bound))
        elif len(self._seen) == MAX_WAYS:
            place = self._clauses[key][0].head.place
            reason = Message(
                "the rules call derivations with more than {most} different combinations of bound "
                "arguments",
                code="many-ways",
                most=MAX_WAYS,
            )
            self._faults.append(Fault(place, reason))
        else:
            return
        self._seen.add((key, bound))

    def _derivations(self, key: Key, flags: tuple[bool, ...]) -> None:
        unbound = [str(number) for number, is_bound in enumerate(flags, 1) if not is_bound]
        way = ""
        if unbound:
            words = Message(
                "called with argument {numbers} unbound",
                "called with arguments {numbers} unbound",
                n=len(unbound),
                numbers=", ".join(unbound),
            )
            way = Message.joined((" (", words, ")"))
        for clause in self._clauses[key]:
            head = [argument.name for argument in clause.head.arguments if isinstance(argument, Variable)]
            pairs = zip(clause.head.arguments, flags, strict=True)
            given = {one.name for one, is_bound in pairs if is_bound and isinstance(one, Variable)}
            bound = self._sentence(clause.body, given, way, set(head))
            for name in dict.fromkeys(head):
                if name not in bound:
                    reason = Message(
                        "the derivation does not bind {variable}", code="unbound-argument", variable=name
                    )
                    self._faults.append(Fault(clause.head.place, Message.joined((reason, way))))

    def _sentence(
        self, literals: tuple[Literal, ...], bound: set[str], way: str, head: set[str] | None = None
    ) -> set[str]:
        """Check the literals of a sentence; return the variables that are bound after it.

        `bound` contains the variables bound before it, and `head` the variables of the derivation's head.
        `way` describes the call, and is appended to error messages.
        """
        bound = set(bound)
        for number, literal in enumerate(literals):
            flags = tuple(
                not isinstance(argument, Variable) or argument.name in bound
                for argument in literal.arguments
            )
            names = {one.name for one in literal.arguments if isinstance(one, Variable)}
            if isinstance(literal, Wrapped):
                self._wrapped(literal, bound, way)
            elif is_built_in(literal.key):
                self._built_in(literal, flags, way)
            elif literal.key in self._clauses:
                self._call(literal.key, flags)
            if not literal.is_negated:
                bound |= names
                continue
            later = {
                argument.name
                for other in literals[number + 1 :]
                if not other.is_negated
                for argument in other.arguments
                if isinstance(argument, Variable)
            } | (head or set())
            for name in sorted((names - bound) & later):
                reason = Message(
                    "{variable} must be bound before `{literal}`, which binds no variables itself",
                    code="unbound",
                    variable=name,
                    literal=literal,
                )
                self._faults.append(Fault(literal.place, Message.joined((reason, way))))
        return bound

    def _wrapped(self, literal: Wrapped, bound: set[str], way: str) -> None:
        """Check a literal that must hold at another moment, a number of times, or along a path."""
        inner = literal.inner
        if literal.predicate == AT:
            self._must(literal, _unbound(literal.arguments[:1], bound), way)
        elif literal.counted is None and not literal.path:
            reason = Message(
                "`{literal}` has nothing to count: each of its variables also occurs outside it",
                code="nothing-to-count",
                literal=literal,
            )
            self._faults.append(Fault(literal.place, Message.joined((reason, way))))
        else:
            self._must(literal, _unbound(literal.arguments[1:], bound), way)
        self._sentence((inner,), bound, way)

    def _must(self, literal: Literal, lacking: list[str], way: str) -> None:
        for variable in lacking:
            reason = Message(
                "{variables} must be bound before `{literal}`",
                code="unbound",
                variables=variable,
                literal=literal,
            )
            self._faults.append(Fault(literal.place, Message.joined((reason, way))))

    def _built_in(self, literal: Literal, flags: tuple[bool, ...], way: str) -> None:
        lacking = [str(literal.arguments[number]) for number in missing(literal.key, flags)]
        if not lacking:
            return
        either = (
            literal.key in EITHER and not any(flags[at] for at in EITHER[literal.key]) and not lacking[2:]
        )
        words = Message.joined(lacking, by=Message(" or ") if either else ", ")
        reason = Message(
            "{variables} must be bound before `{literal}`",
            code="unbound",
            variables=words,
            literal=literal,
        )
        self._faults.append(Fault(literal.place, Message.joined((reason, way))))


def _unbound(arguments: tuple[Argument, ...], bound: set[str]) -> list[str]:
    """Return the names of the unbound variables among arguments."""
    return [one.name for one in arguments if isinstance(one, Variable) and one.name not in bound]
