"""A recursive-descent parser of BLANCHE that collects all errors with their locations.

The language is described by P.P. Kruijsen, Kennis en renju (2001), chapter 2. Its syntax charts (figure
2.1) are lost; `docs/formats/blanche.md` defines the grammar that this parser accepts.
"""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

from zet.engines.messages import Message
from zet.engines.noire.paths import MAX_STEPS, Path, Sign
from zet.engines.noire.phrases import variables_in
from zet.engines.noire.program import (
    MAX_LEVEL,
    NO_LEVEL,
    OPERATORS,
    VALUE,
    Adverb,
    Argument,
    Derivation,
    Literal,
    Phrase,
    Place,
    Program,
    Rule,
    Variable,
    applied,
)
from zet.engines.renju.model import BLACK, COLORS, WHITE
from zet.formats.blanche.tokens import CONNECTIVES, KEYWORDS, MAX_BYTES, Comment, Token, read_lines
from zet.formats.errors import FormatError

MAX_ARGUMENTS = 250
MAX_LITERALS = 1000
MAX_DEPTH = 20
"""The maximum depth of nested parentheses."""
MAX_DIGITS = 6
MAX_NAME = 100
MAX_EXPRESSION = 250
OPERAND = 1 + max(OPERATORS.values())
MAX_ERRORS = 100

OPTIONAL = ("player", "level", "move")
"""The keywords of the optional lines of a rule."""

_ADVERBS = ("next", "later", "earlier", "at", "until", "instead")
_NOT = Message("a negation begins with '¬' or '~'")
_PERIOD = Message("a statement ends at the end of its line, without a period")
_HINTS = {"-": _NOT, "not": _NOT, ".": _PERIOD}
_LITERAL = Message("a literal")
_OPEN = "`(`"
_HYPHENS = Message("predicates are written with dots, not hyphens")
_CAPITALS = Message(
    "a literal begins with a predicate in lowercase, even if it compares numbers, as in less(N, 12)"
)


class BlancheError(FormatError):
    """Rules that cannot be parsed; `errors` lists all errors in order.

    The text of this exception has one line per error.
    """

    def __init__(self, errors: tuple[FormatError, ...]) -> None:
        first = errors[0]
        super().__init__(first.source, first.line, first.message, first.column)
        self.errors = errors

    def in_words(self, translate: Callable[[str], str]) -> str:
        """Return the translated errors, one line each."""
        return "\n".join(error.in_words(translate) for error in self.errors)

    def __reduce__(self) -> tuple[type["BlancheError"], tuple[tuple[FormatError, ...]]]:
        return type(self), (self.errors,)


@dataclass(frozen=True, slots=True)
class Statement:
    """A derivation or a rule, with the lines and columns at which its parts begin.

    The parts of a derivation are its head and each literal; the parts of a rule are its keywords and each
    literal. `end` is the last line. If `for_both` is true, the statement defines a rule for each player;
    `value` is then the rule for Black.
    """

    value: Derivation | Rule
    parts: tuple[tuple[int, int], ...]
    end: int
    for_both: bool = False

    @property
    def values(self) -> "tuple[Derivation | Rule, ...]":
        """The derivations and rules that this statement defines."""
        if self.for_both and isinstance(self.value, Rule):
            return tuple(replace(self.value, player=player) for player in (BLACK, WHITE))
        return (self.value,)


@dataclass(frozen=True, slots=True)
class Document:
    """A file of rules: its statements, its comments, and its original bytes."""

    source: str
    statements: tuple[Statement, ...]
    comments: tuple[Comment, ...]
    data: bytes

    @property
    def program(self) -> Program:
        """The program that the document defines: its derivations and rules."""
        values = [value for statement in self.statements for value in statement.values]
        return Program(
            tuple(value for value in values if isinstance(value, Derivation)),
            tuple(value for value in values if isinstance(value, Rule)),
        )


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Document | BlancheError]:
    """Yield one record: the document of a file of rules, or its error."""
    try:
        yield load_bytes(stream.read(MAX_BYTES + 1), source)
    except BlancheError as error:
        yield error


def load_bytes(data: bytes, source: str = "-") -> Document:
    r"""Parse the bytes of a file of rules.

    >>> text = b"empty(Field) :- color(Field, none)\n% a comment\n"
    >>> str(load_bytes(text).program.derivations[0].body[0])
    'color(Field, none)'

    Raises:
        BlancheError: the file is not valid BLANCHE.
    """
    comments: list[Comment] = []
    errors: list[FormatError] = []
    lines = list(read_lines(data, source, comments, errors))
    statements = tuple(_Parser(source, lines, errors).statements())
    if errors:
        errors.sort(key=lambda error: (error.line or 0, error.column or 0))
        raise BlancheError(tuple(errors[:MAX_ERRORS]))
    return Document(source, statements, tuple(comments), data)


def loads(text: str, source: str = "-") -> Document:
    """Parse a string; see `load_bytes`."""
    return load_bytes(text.encode("utf-8", "surrogatepass"), source)


class _Unexpected(Exception):  # noqa: N818 - it does not leave this module
    """An unexpected word, and a description of the expected word."""

    def __init__(self, expected: str, word: Token) -> None:
        self.expected = expected
        self.word = word


class _Words:
    """The words of one line, consumed one by one; an empty word marks the end.

    `values` lists the literals, such as edge(F), that are used as values within the literal being parsed.
    Where such a literal is used, a new variable replaces it; in `values`, this variable is the literal's
    last argument. `n_values` is the number of these literals on the line so far.
    """

    def __init__(self, words: list[Token]) -> None:
        last = words[-1]
        self._words = [*words, Token("end", "", last.line, last.column + len(last.text))]
        self._at = 0
        self.values: list[Literal] = []
        self.n_values = 0

    @property
    def first(self) -> Token:
        return self._words[0]

    @property
    def next(self) -> Token:
        return self._words[self._at]

    def take(self, expected: str, kind: str, *texts: str) -> Token:
        """Consume the next word; it must be of the kind `kind` and, if given, one of the `texts`."""
        word = self.next
        if word.kind != kind or (texts and word.text not in texts):
            raise _Unexpected(expected, word)
        self._at += kind != "end"
        return word

    def has(self, *symbols: str) -> bool:
        """Return whether the next word is one of the symbols."""
        return self.next.kind == "symbol" and self.next.text in symbols

    def has_word(self, *words: str) -> bool:
        """Return whether the next word is one of the given words."""
        return self.next.kind == "name" and self.next.text in words


class _Parser:
    """A line-by-line parser of a file, which collects errors and continues after each error."""

    def __init__(self, source: str, lines: list[list[Token]], errors: list[FormatError]) -> None:
        self._source = source
        self._lines = lines
        self._errors = errors
        self._at = 0

    def statements(self) -> Iterator[Statement]:
        """Yield all well-formed statements; errors are appended to the list of errors."""
        while self._at < len(self._lines):
            try:
                if self._begins("rule"):
                    yield self._rule()
                else:
                    yield self._derivation(self._line())
            except _Unexpected as fault:
                self._report(fault)
                while self._at < len(self._lines) and self._begins(*KEYWORDS[1:]):
                    self._at += 1

    def _line(self) -> _Words:
        self._at += 1
        return _Words(self._lines[self._at - 1])

    def _begins(self, *keywords: str) -> bool:
        """Return whether the next line begins with one of the keywords."""
        first = self._lines[self._at][0]
        return first.kind == "keyword" and first.text in keywords

    def _report(self, fault: _Unexpected) -> None:
        word = fault.word
        found = f"{word.text[:40]!r}" if word.text else Message("the end of the line")
        reason = Message("expected {expected}, not {found}", expected=fault.expected, found=found)
        hint = _HINTS.get(word.text) if word.kind in ("other", "name", "symbol") else None
        if word.text == "-" and fault.expected == _OPEN:
            hint = _HYPHENS
        elif word.kind == "variable" and fault.expected == _LITERAL:
            hint = _CAPITALS
        if hint:
            reason = Message.joined((reason, hint), by="; ")
        self._errors.append(FormatError(self._source, word.line, reason, word.column))

    def _derivation(self, words: _Words) -> Statement:
        head = self._literal(words, Message("a rule or a derivation"), None)
        words.take("`:-`", "symbol", ":-")
        body = self._sentence(words)
        return Statement(Derivation(head, body), (*_parts((head,)), *_parts(body)), words.next.line)

    def _rule(self) -> Statement:
        """Parse the rule on the next lines, and report all errors in it."""
        places: dict[str, tuple[int, int]] = {}
        values: dict[str, Any] = {}
        premise: tuple[Literal, ...] = ()
        place = Place()
        fault: _Unexpected | None = None
        last_line = 0
        for number, keyword in enumerate(KEYWORDS):
            if (
                keyword in OPTIONAL
                and self._at < len(self._lines)
                and self._begins(*KEYWORDS[number + 1 :])
            ):
                continue
            if self._at == len(self._lines) or not self._begins(keyword):
                if fault:
                    self._report(fault)
                expected = Message("a line that begins with `{keyword}`", keyword=keyword)
                raise _Unexpected(expected, self._here())
            words = self._line()
            first = words.take(keyword, "keyword")
            places[keyword] = (first.line, first.column)
            try:
                if keyword == "premise":
                    premise = self._sentence(words)
                    last_line = words.next.line
                else:
                    if keyword == "rule":
                        place = Place(self._source, first.line, first.column)
                    values[keyword] = getattr(self, f"_{keyword}_value")(words)
                    words.take(Message("the end of the line"), "end")
            except _Unexpected as found:
                if fault:
                    self._report(fault)
                fault = found
        if fault:
            raise fault
        player, level, move = (values.get(one) for one in OPTIONAL)
        rule = Rule(
            values["rule"], player or BLACK, NO_LEVEL if level is None else level, move, premise, place
        )
        written = {"player": player is not None, "level": rule.has_level}
        written["move"] = rule.has_level or move is not None
        parts = [places.get(one, places["premise"]) for one in KEYWORDS if written.get(one, True)]
        return Statement(rule, (*parts, *_parts(premise)), last_line, player is None)

    def _here(self) -> Token:
        """Return the first word of the next line, or the end marker, without consuming it."""
        if self._at < len(self._lines):
            return self._lines[self._at][0]
        last = self._lines[-1][-1]
        return Token("end", "", last.line, last.column + len(last.text))

    def _rule_value(self, words: _Words) -> str:
        word = words.take(Message("the name of the rule"), "text")
        if len(word.text) > MAX_NAME or not word.text.isprintable():
            expected = Message("a name of at most {most} printable characters", most=MAX_NAME)
            raise _Unexpected(expected, word)
        return word.text

    def _player_value(self, words: _Words) -> int:
        return COLORS.index(words.take(Message("`black` or `white`"), "name", *COLORS).text)

    def _level_value(self, words: _Words) -> int:
        expected = Message("a level (0, or an odd number up to {most})", most=MAX_LEVEL)
        word = words.take(expected, "number")
        level = int(word.text) if len(word.text) < MAX_DIGITS else MAX_LEVEL + 1
        if level > MAX_LEVEL or (level % 2 == 0 and level != 0):
            raise _Unexpected(expected, word)
        return level

    def _move_value(self, words: _Words) -> Variable | None:
        expected = Message("a variable or `none`")
        if words.next.kind == "name":
            words.take(expected, "name", "none")
            return None
        return Variable(words.take(expected, "variable").text)

    def _sentence(self, words: _Words) -> tuple[Literal, ...]:
        """Parse a line: literals, or one phrase with alternatives."""
        choices = self._choices(words, 0)
        words.take(Message("`,` or the end of the line"), "end")
        if len(choices) == 1:
            return choices[0]
        return (_phrase(choices, self._place(words.first)),)

    def _choices(self, words: _Words, depth: int) -> tuple[tuple[Literal, ...], ...]:
        """Parse literals separated by `,` and `or`."""
        choices = [[self._part(words, depth)]]
        count = 1
        while words.has(",") or words.has_word("or"):
            if count == MAX_LITERALS:
                raise _Unexpected(Message("at most {most} literals", most=MAX_LITERALS), words.next)
            count += 1
            if words.take("", words.next.kind).text == "or":
                choices.append([])
            choices[-1].append(self._part(words, depth))
        return tuple(map(tuple, choices))

    def _part(self, words: _Words, depth: int) -> Literal:
        """Parse a literal or a parenthesized phrase, with an optional `¬` and an optional adverb."""
        first = words.next
        is_negated = words.has("¬", "~")
        if is_negated:
            words.take("", "symbol")
        if words.has("("):
            if depth == MAX_DEPTH:
                expected = Message("at most {most} nested parentheses", most=MAX_DEPTH)
                raise _Unexpected(expected, words.next)
            words.take("", "symbol")
            choices = self._choices(words, depth + 1)
            words.take(Message("`,`, `or` or `)`"), "symbol", ")")
        elif words.has("["):
            choices = ((self._along(words, depth),),)
        else:
            expected = Message("a predicate") if is_negated else _LITERAL
            choices = ((self._literal(words, expected),),)
        place = self._place(first)
        adverb, number, end = self._adverb(words)
        [[literal, *others], *more] = choices
        if not (others or more or adverb or (is_negated and literal.is_negated)):
            return replace(literal, is_negated=is_negated or literal.is_negated, place=place)
        phrase = _phrase(choices, place, adverb, number, end)
        return replace(phrase, is_negated=is_negated)

    def _along(self, words: _Words, depth: int) -> Phrase:
        """Parse a path and, if it is given, its length."""
        first = words.next
        steps: list[tuple[Literal, ...]] = []
        path = self._path(words, depth, steps)
        number = None
        if words.next.kind in ("variable", "number"):
            number = self._number(words)
            words.take(Message("`long`"), "name", "long")
        phrase = _phrase(tuple(steps), self._place(first), "" if number is None else "long", number)
        return replace(phrase, path=path)

    def _path(self, words: _Words, depth: int, steps: list[tuple[Literal, ...]]) -> Path:
        """Parse a path in brackets and its optional sign (`*`, `+`, `?`); append the steps to `steps`."""
        if depth == MAX_DEPTH:
            too_deep = Message("at most {most} nested parentheses", most=MAX_DEPTH)
            raise _Unexpected(too_deep, words.next)
        words.take("", "symbol", "[")
        courses: list[tuple[int | Path, ...]] = []
        course: list[int | Path] = []
        while True:
            expected = Message("`;`, `or` or `]`")
            if words.has("["):
                course.append(self._path(words, depth + 1, steps))
            else:
                expected = Message("`,`, `;`, `or` or `]`")
                if len(steps) == MAX_STEPS:
                    raise _Unexpected(Message("at most {most} steps", most=MAX_STEPS), words.next)
                literals = [self._part(words, depth + 1)]
                while words.has(","):
                    words.take("", "symbol")
                    literals.append(self._part(words, depth + 1))
                course.append(len(steps))
                steps.append(tuple(literals))
            if words.has("]") or words.has_word("or"):
                courses.append(tuple(course))
                course = []
            elif not words.has(";"):
                raise _Unexpected(expected, words.next)
            if words.take("", words.next.kind).text == "]":
                break
        sign = cast(Sign, words.take("", "symbol").text if words.has("*", "+", "?") else "")
        return Path(tuple(courses), sign)

    def _adverb(self, words: _Words) -> tuple[Adverb, Argument | None, Literal | None]:
        """Parse the optional adverb after a literal, with its number or the literal after `until`."""
        if words.has_word(*_ADVERBS):
            adverb = cast(Adverb, words.take("", "name").text)
            if adverb == "at":
                return adverb, self._number(words), None
            if adverb == "until":
                return adverb, None, self._literal(words, Message("a literal"))
            return adverb, None, None
        if words.next.kind in ("variable", "number"):
            number = self._number(words)
            expected = Message("`later`, `earlier` or `times`")
            word = words.take(expected, "name", "later", "earlier", "times")
            return cast(Adverb, word.text), number, None
        return "", None, None

    def _number(self, words: _Words) -> Argument:
        if words.next.kind not in ("variable", "number"):
            raise _Unexpected(Message("a variable or a number"), words.next)
        return self._argument(words)

    def _place(self, word: Token) -> Place:
        return Place(self._source, word.line, word.column)

    def _literal(self, words: _Words, what: str, depth: int | None = 0) -> Literal:
        first = words.next
        predicate = words.take(what, "name").text
        if predicate in CONNECTIVES or (predicate in _HINTS and not words.has("(")):
            raise _Unexpected(what, first)
        words.take(_OPEN, "symbol", "(")
        words.values = []
        literal = Literal(predicate, self._arguments(words, depth), place=self._place(first))
        if not words.values:
            return literal
        text = applied(predicate, literal.arguments)
        return replace(_phrase(((*words.values, literal),), literal.place), text=text)

    def _arguments(self, words: _Words, depth: int | None) -> tuple[Argument, ...]:
        """Parse the arguments up to `)`; if `depth` is None, only variables, constants and numbers."""
        arguments = [self._operation(words, depth)]
        while words.has(","):
            if len(arguments) == MAX_ARGUMENTS:
                raise _Unexpected(Message("at most {most} arguments", most=MAX_ARGUMENTS), words.next)
            words.take("", "symbol")
            arguments.append(self._operation(words, depth))
        words.take(Message("`,` or `)`"), "symbol", ")")
        return tuple(arguments)

    def _operation(self, words: _Words, depth: int | None, precedence: int = 1) -> Argument:
        """Parse an expression with operators of at least this precedence (precedence climbing)."""
        if precedence == OPERAND or depth is None:
            return self._argument(words, depth)
        found = self._operation(words, depth, precedence + 1)
        while (word := words.next).text in OPERATORS and OPERATORS[word.text] == precedence:
            words.take("", word.kind)
            other = self._operation(words, depth, precedence + 1)
            found = self._computed(word, (found, other), words)
            if len(found.name) > MAX_EXPRESSION:
                expected = Message("an expression of at most {most} characters", most=MAX_EXPRESSION)
                raise _Unexpected(expected, word)
        return found

    def _value(self, predicate: Token, words: _Words, depth: int) -> Argument:
        """Return a new variable for the implicit last argument of a predicate that is used as a value."""
        if depth == MAX_DEPTH:
            expected = Message("at most {most} nested parentheses", most=MAX_DEPTH)
            raise _Unexpected(expected, words.next)
        words.take("", "symbol")
        arguments: tuple[Argument, ...] = ()
        if words.has(")"):
            words.take("", "symbol")
        else:
            arguments = self._arguments(words, depth + 1)
        return self._computed(predicate, arguments, words)

    def _computed(self, predicate: Token, arguments: tuple[Argument, ...], words: _Words) -> Variable:
        """Parse a predicate without its last argument; return a new variable for that argument.

        The completed literal is added to `words.values`.
        """
        if words.n_values == MAX_LITERALS:
            expected = Message("at most {most} values", most=MAX_LITERALS)
            raise _Unexpected(expected, predicate)
        words.n_values += 1
        variable = Variable(f"{applied(predicate.text, arguments)}{VALUE}{words.n_values}")
        known = Literal(predicate.text, (*arguments, variable), place=self._place(predicate))
        words.values.append(known)
        return variable

    def _argument(self, words: _Words, depth: int | None = None) -> Argument:
        word = words.next
        expected = Message("an argument (a variable, a constant or a number)")
        if word.kind == "variable":
            return Variable(words.take(expected, "variable").text)
        is_negative = depth is not None and words.has("-")
        if is_negative:
            words.take("", "symbol")
            expected, word = Message("a number"), words.next
        if word.kind == "number" or is_negative:
            if word.kind == "number" and len(word.text) > MAX_DIGITS:
                expected = Message("a number of at most {most} digits", most=MAX_DIGITS)
                raise _Unexpected(expected, word)
            return int(words.take(expected, "number").text) * (-1 if is_negative else 1)
        if words.has("(") and depth is not None:
            if depth == MAX_DEPTH:
                expected = Message("at most {most} nested parentheses", most=MAX_DEPTH)
                raise _Unexpected(expected, words.next)
            words.take("", "symbol")
            found = self._operation(words, depth + 1)
            words.take(Message("an operator or `)`"), "symbol", ")")
            return found
        words.take(expected, "name")
        if words.has("(") and depth is not None:
            return self._value(word, words, depth)
        if "." in word.text:
            raise _Unexpected(expected, word)
        return word.text


def _parts(literals: tuple[Literal, ...]) -> tuple[tuple[int, int], ...]:
    """Return the location of each literal.

    If the only literal is a bare phrase, return the locations of the literals in its alternatives.
    """
    [first, *_] = literals
    if len(literals) == 1 and isinstance(first, Phrase) and first.is_bare:
        literals = tuple(literal for choice in first.choices for literal in choice)
    return tuple((literal.place.line, literal.place.column) for literal in literals)


def _phrase(
    choices: tuple[tuple[Literal, ...], ...],
    place: Place,
    adverb: Adverb = "",
    number: Argument | None = None,
    end: Literal | None = None,
) -> Phrase:
    """Return a phrase whose arguments are the variables of its literals."""
    inside = [literal for choice in choices for literal in choice]
    others = [number] if isinstance(number, Variable) else []
    variables = dict.fromkeys((*others, *variables_in([*inside, *([end] if end else [])])))
    return Phrase(
        "", tuple(variables), place=place, choices=choices, adverb=adverb, number=number, end=end
    )
