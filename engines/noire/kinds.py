"""The kind of each variable of a program: a field, a group, a color, ...

The kinds are inferred from the built-in predicates, through the derivations. If a derivation does not
restrict an argument (because its clauses only pass the argument to `equal`), the argument may be of a
different kind in each call.
"""

from dataclasses import dataclass, field

from zet.engines.messages import Message
from zet.engines.noire.derivations import Clauses, clauses_of, in_order
from zet.engines.noire.phrases import Shown, Wrapped
from zet.engines.noire.predicates import (
    COLOR,
    COLOR_WORDS,
    DIRECTION,
    DIRECTION_WORDS,
    FIELD,
    FIELDS,
    NUMBER,
    WAY_WORDS,
    WORD,
    WORDS,
    Domain,
    Key,
    Kind,
    domains,
)
from zet.engines.noire.program import Literal, Place, Program, Variable


@dataclass(slots=True)
class _Node:
    """A set of arguments and variables of one kind (union-find); `domain` is None while unknown.

    `parent` is set once the node has been merged into another node.
    """

    domain: Domain | None = None
    parent: "_Node | None" = None

    def root(self) -> "_Node":
        node = self
        while node.parent is not None:
            if node.parent.parent is not None:
                node.parent = node.parent.parent
            node = node.parent
        return node


Variables = dict[str, _Node]


@dataclass(slots=True)
class Kinds:
    """The kinds of each rule's variables, and the conflicts found, as pairs of a place and a reason."""

    rules: list[dict[str, Kind | None]] = field(default_factory=list)
    clashes: list[tuple[Place, str]] = field(default_factory=list)


def kinds_of(program: Program) -> Kinds:
    """Return the kinds of all variables in the rules of a program.

    Unknown predicates and recursive derivations contribute no kinds.
    """
    found = Kinds()
    finder = _KindFinder(clauses_of(program), found.clashes)
    for rule in program.rules:
        variables: Variables = {}
        for literal in rule.premise:
            finder.literal(literal, variables)
        if rule.move is not None and rule.move.name in variables:
            node = variables[rule.move.name].root()
            if node.domain is not None and node.domain.kind != "field":
                reason = Message(
                    "the move {move} must be a field, but it is {kind}",
                    code="wrong-kind",
                    move=rule.move,
                    kind=node.domain.words,
                )
                found.clashes.append((rule.place, reason))
        roots = {name: node.root().domain for name, node in variables.items()}
        found.rules.append({name: domain.kind if domain else None for name, domain in roots.items()})
    return found


class _KindFinder:
    """A visitor of derivations, in topological order, that records the kinds of their arguments."""

    def __init__(self, clauses: Clauses, clashes: list[tuple[Place, str]]) -> None:
        self._clashes = clashes
        self._signatures: dict[Key, list[_Node]] = {}
        for key in in_order(clauses)[0]:
            nodes = [_Node() for _ in range(key[1])]
            for clause in clauses[key]:
                variables: Variables = {}
                self._arguments(clause.head, nodes, variables)
                for literal in clause.body:
                    self.literal(literal, variables)
            self._signatures[key] = nodes

    def literal(self, literal: Literal, variables: Variables) -> None:
        """Unify the variables of a literal with the kinds that its predicate requires."""
        if isinstance(literal, Wrapped):
            first = literal.arguments[:1]
            moment = Shown(literal.predicate, first, place=literal.place, text=str(literal))
            self._arguments(moment, [_Node(NUMBER)], variables)
            self.literal(literal.inner, variables)
            return
        self._arguments(literal, self._expected(literal.key), variables)

    def _expected(self, key: Key) -> list[_Node]:
        """Return a node for each argument of a predicate.

        The nodes of a derivation are copies, so that one call does not restrict another.
        """
        if key == ("equal", 2):
            return [_Node()] * 2
        given = domains(key)
        if given is not None:
            return [_Node(domain) for domain in given]
        copies: dict[int, _Node] = {}
        roots = [node.root() for node in self._signatures.get(key, [_Node() for _ in range(key[1])])]
        return [copies.setdefault(id(root), _Node(root.domain)) for root in roots]

    def _arguments(self, literal: Literal, expected: list[_Node], variables: Variables) -> None:
        for number, (argument, node) in enumerate(zip(literal.arguments, expected, strict=True), 1):
            if isinstance(argument, Variable):
                own = variables.setdefault(argument.name, _Node())
                given = own.root().domain
                fits = _unify(node, own)
            else:
                given, fits = _constant(argument, node.root())
            if not fits:
                what = (
                    given.words
                    if given
                    else Message("not a constant of any kind (a variable begins with a capital)")
                )
                domain = node.root().domain
                wanted = domain.words if domain else Message("of another kind")
                reason = Message(
                    "{argument} is {what}; argument {number} of `{literal}` must be {wanted}",
                    code="wrong-kind",
                    argument=argument,
                    what=what,
                    number=number,
                    literal=literal,
                    wanted=wanted,
                )
                self._clashes.append((literal.place, reason))


def _constant(constant: str | int, node: _Node) -> tuple[Domain | None, bool]:
    """Return the domain of a constant, and whether it fits the node; set the node's domain if unknown."""
    given = NUMBER
    if not isinstance(constant, int):
        kinds = (
            *((COLOR, COLOR_WORDS), (FIELD, FIELDS), (WORD, WORDS)),
            *((DIRECTION, DIRECTION_WORDS), (NUMBER, WAY_WORDS)),
        )
        known = [kind for kind, words in kinds if constant in words]
        if not known:
            return None, False
        given = known[0]
    if node.domain is None:
        node.domain = given
    domain = node.domain
    fits = domain.kind == given.kind and (domain.constants is None or constant in domain.constants)
    return given, fits


def _unify(one: _Node, other: _Node) -> bool:
    """Merge two nodes; return False if their kinds differ."""
    one, other = one.root(), other.root()
    if one is other:
        return True
    if one.domain is None or other.domain is None:
        domain = one.domain or other.domain
    elif one.domain.kind != other.domain.kind:
        return False
    else:
        domain = _narrower(one.domain, other.domain)
    other.parent = one
    one.domain = domain
    return True


def _narrower(one: Domain, other: Domain) -> Domain:
    """Return the intersection of two domains."""
    if one.constants is None or other.constants is None:
        return one if other.constants is None else other
    return one if one.constants <= other.constants else other
