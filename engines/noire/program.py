"""The contents of a BLANCHE program: derivations and rules.

Source: P.P. Kruijsen, Kennis en renju (2001), chapter 2.
"""

import re
from dataclasses import dataclass, field
from typing import Literal as Word

from zet.engines.noire.choices import MAX_LEVEL as MAX_LEVEL
from zet.engines.noire.paths import Path
from zet.engines.renju.model import BLACK

FOURS_LEVEL = 1
"""In either `Order`, both sides' rules up to this level are tried before any rule of a higher level."""

NO_LEVEL = MAX_LEVEL + 1
"""The level of a rule that claims no win, and only asks a question about games."""

Order = Word["mover", "thesis"]
"""The order in which rules are tried: by level alone ("thesis"), or by level, but with the opponent's
rules above level 1 at the end ("mover").
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A location in a file; lines and columns count from 1."""

    source: str = "-"
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.source}: line {self.line}, column {self.column}"


OPERATORS = {"+": 1, "-": 1, "*": 2, "/": 2, "mod": 2}
"""The binary operators and their precedence; each is a predicate of three arguments: operands and result.
"""

VALUE = " _"
"""The name of a variable that represents a value such as `edge(F)` begins with the text of the value,
followed by this separator.
"""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable; if its name contains an underscore, it is anonymous: not used outside its clause."""

    name: str

    @property
    def is_anonymous(self) -> bool:
        """Whether the variable is not used outside its clause."""
        return "_" in self.name

    @property
    def precedence(self) -> int:
        """The precedence of the operator that computes the variable; 3 for any other variable."""
        depth = 0
        found = 3
        for word in re.findall(r"[()]|[^\s()]+", str(self)):
            depth += (word == "(") - (word == ")")
            if not depth and word in OPERATORS:
                found = min(found, OPERATORS[word])
        return found

    def __str__(self) -> str:
        return self.name.partition(VALUE)[0]


Argument = Variable | str | int
"""A variable, a constant such as `black`, or a number."""


def applied(predicate: str, arguments: tuple[Argument, ...]) -> str:
    """Return a predicate with its arguments in BLANCHE's syntax; operators are written infix."""
    if predicate not in OPERATORS:
        return f"{predicate}({', '.join(map(str, arguments))})"
    one, other = arguments[:2]
    left = _operand(one, OPERATORS[predicate])
    text = f"{left} {predicate} {_operand(other, OPERATORS[predicate] + 1)}"
    return f"{text} = {arguments[2]}" if len(arguments) > 2 else text


def _operand(argument: Argument, precedence: int) -> str:
    """Return the text of an operand, in parentheses if its precedence is below `precedence`."""
    text = str(argument)
    is_loose = isinstance(argument, Variable) and argument.precedence < precedence
    return f"({text})" if is_loose else text


@dataclass(frozen=True, slots=True)
class Literal:
    """A predicate with its arguments, possibly negated."""

    predicate: str
    arguments: tuple[Argument, ...]
    is_negated: bool = False
    place: Place = field(default=Place(), compare=False)

    @property
    def key(self) -> tuple[str, int]:
        """The predicate and its number of arguments, which together identify it."""
        return self.predicate, len(self.arguments)

    @property
    def is_plain(self) -> bool:
        """Whether the literal is a predicate, without the words of a phrase."""
        return True

    def __str__(self) -> str:
        value = applied(self.predicate, self.arguments[:-1])
        gives_it = bool(self.arguments) and str(self.arguments[-1]) == value
        text = value if gives_it else applied(self.predicate, self.arguments)
        return f"{'¬' if self.is_negated else ''}{text}"


Adverb = Word["", "next", "later", "earlier", "at", "until", "instead", "times", "long"]
"""The adverb of a phrase: a moment at which it holds (the next position, a later position, ...),
"instead" for another move in place of the last move, "times" for a count, or "long" for the length of a
path.
"""


@dataclass(frozen=True, slots=True)
class Phrase(Literal):
    """A condition that acts as one literal: a path, or alternatives.

    Alternatives may be counted or refer to another moment. `arguments` lists the variables of the phrase.
    One of the `choices` must hold; with a `path`, they are its steps instead, and the only possible
    adverb is "long". `number` is the number in an adverb such as `3 later`, `at N` or `N times`, and
    `end` is the literal after `until`. If an argument is written as an expression such as `edge(F)`,
    `text` is the literal as written, and the `choices` also compute the expression.
    """

    choices: "tuple[tuple[Literal, ...], ...]" = ()
    adverb: Adverb = ""
    number: Argument | None = None
    end: Literal | None = None
    text: str = ""
    path: Path | None = None

    def __str__(self) -> str:
        text = f"{'¬' if self.is_negated else ''}{self.inside()}"
        return f"{text} {self.when()}" if self.adverb else text

    @property
    def is_bare(self) -> bool:
        """Whether the phrase has only alternatives, without a word before or after them."""
        return not (self.is_negated or self.adverb or self.text or self.path)

    def inside(self) -> str:
        """Return the alternatives in BLANCHE's syntax, without the words before and after them."""
        if self.text:
            return self.text
        if self.path:
            return self.path.spelled([_step(step) for step in self.choices])
        [first, *_] = alone = self.choices[0]
        bare = len(self.choices) == len(alone) == 1 and not first.is_negated and first.is_plain
        return str(first) if bare else f"({spelled(self.choices)})"

    def when(self) -> str:
        """Return the adverb in BLANCHE's syntax."""
        words = {"at": f"at {self.number}", "until": f"until {self.end}", "next": "next"}
        number = "" if self.number is None else f"{self.number} "
        return words.get(self.adverb, f"{number}{self.adverb}")

    @property
    def is_plain(self) -> bool:
        """Whether the literal can occur alone before an adverb or after `until`; a phrase never can."""
        return False


def _step(sentence: tuple[Literal, ...]) -> str:
    """Return a step of a path in BLANCHE's syntax.

    If the step begins with a path, this path is put in parentheses, which distinguish it from a part of
    the outer path.
    """
    text = ", ".join(map(str, sentence))
    return ", ".join((f"({sentence[0]})", *map(str, sentence[1:]))) if text.startswith("[") else text


def spelled(choices: "tuple[tuple[Literal, ...], ...]") -> str:
    """Return alternatives in BLANCHE's syntax, on one line."""
    return " or ".join(", ".join(map(str, sentence)) for sentence in choices)


@dataclass(frozen=True, slots=True)
class Derivation:
    """A definition: a predicate holds if all literals of a sentence hold."""

    head: Literal
    body: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: if the premise holds, the player wins within `level` plies by playing the move.

    `move` is None at level 0, where the game is already over. A rule with NO_LEVEL is a query and makes
    no claim; its move, if any, is the cell that the query asks for.
    """

    name: str
    player: int = BLACK
    level: int = 0
    move: Variable | None = None
    premise: tuple[Literal, ...] = ()
    place: Place = field(default=Place(), compare=False)

    @property
    def has_level(self) -> bool:
        """Whether the rule claims a win."""
        return self.level != NO_LEVEL


@dataclass(frozen=True, slots=True)
class Program:
    """Derivations and rules, in the order of the files, and settings for a search with them.

    The claims of the rules hold if the rules are tried in `order`. With `is_exact`, a search tries every
    answer to an open three; otherwise it tries only the answers that the thesis names. Two programs with
    the same contents and the same settings are equal, even if their files are different.
    """

    derivations: tuple[Derivation, ...] = ()
    rules: tuple[Rule, ...] = ()
    order: Order = "thesis"
    is_exact: bool = True

    def ordered(self, mover: int) -> list[int]:
        """Return the indexes of the rules, in the order in which they are tried if `mover` is to move."""

        def place(number: int) -> tuple[bool, int, bool, int]:
            rule = self.rules[number]
            is_others = rule.player != mover
            comes_last = self.order == "mover" and is_others and rule.level > FOURS_LEVEL
            return comes_last, rule.level, is_others, number

        return sorted(range(len(self.rules)), key=place)

    def n_deciding(self, mover: int) -> int:
        """Return the number of rules at the beginning of `ordered` that a search must try."""
        if self.order == "thesis":
            return len(self.rules)
        return sum(rule.player == mover or rule.level <= FOURS_LEVEL for rule in self.rules)
