"""Write BLANCHE in the standard layout: one literal per line, `¬` for not, comments in place."""

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass

from zet.engines.noire.program import Derivation, Literal, Phrase, Program, Rule
from zet.engines.renju.model import COLORS
from zet.formats.blanche.parser import MAX_NAME, Document
from zet.formats.blanche.tokens import Comment
from zet.formats.errors import UnwritableError

_INDENT = "    "


@dataclass(slots=True)
class _Line:
    """A line of the output, and the place of its content in the source text.

    `last` is the last source line of the statement that ends on this line, or 0 if no statement ends
    here. `begins` is true if a statement begins here, or if the line is a comment outside all statements.
    """

    text: str
    place: tuple[int, int]
    begins: bool = False
    last: int = 0
    is_rule: bool = False


def dumps(program: Program | Document) -> str:
    """Return the text of a program, derivations before rules; a document retains its order."""
    if isinstance(program, Document):
        return format_document(program)
    values: tuple[Derivation | Rule, ...] = (*program.derivations, *program.rules)
    lines = [
        _Line(text, (0, 0), at == 0, 0, isinstance(value, Rule))
        for value in values
        for at, text in enumerate(_lines_of(value))
    ]
    return "".join(f"{text}\n" for text in _with_blanks(lines))


def format_document(document: Document) -> str:
    """Return the text of a document in the standard layout, with all its comments.

    A comment on a separate line remains before the text that follows it; a comment after a word remains
    on the line of that word. Several blank lines are reduced to one.
    """
    lines: list[_Line] = []
    for statement in document.statements:
        texts = _lines_of(statement.value, for_both=statement.for_both)
        is_rule = isinstance(statement.value, Rule)
        for number, (text, place) in enumerate(zip(texts, statement.parts, strict=False)):
            last = statement.end if number == len(texts) - 1 else 0
            lines.append(_Line(text, place, number == 0, last, is_rule))
    merged = _with_comments(lines, document.comments)
    return "".join(f"{text}\n" for text in _with_blanks(merged))


def _with_comments(lines: list[_Line], comments: tuple[Comment, ...]) -> list[_Line]:
    """Return the lines with all comments: each on a separate line, or after the words that it follows."""
    starts = [line.place for line in lines]
    found = lines.copy()
    for comment in comments:
        place = (comment.line, comment.column)
        at = bisect(starts, place)
        if not comment.is_alone:
            lines[at - 1].text += f"  {comment.text}"
            continue
        outside = at == len(lines) or lines[at].begins
        indent = "" if outside or not lines[at].text.startswith(_INDENT) else _INDENT
        found.append(_Line(indent + comment.text, place, outside, comment.line))
    return sorted(found, key=lambda line: line.place)


def _with_blanks(lines: list[_Line]) -> Iterator[str]:
    """Yield the text of each line, with blank lines around rules and wherever the source has them."""
    last = 0
    before: _Line | None = None
    for line in lines:
        if line.begins and before is not None:
            opens_rule = line.is_rule and not before.text.startswith("%")
            if line.place[0] > last + 1 or before.is_rule or opens_rule:
                yield ""
        yield line.text
        last = max(last, line.last)
        before = line


def _lines_of(value: Derivation | Rule, *, for_both: bool = False) -> list[str]:
    """Return the lines of a statement; with `for_both`, no line names the rule's player."""
    if isinstance(value, Derivation):
        if len(value.body) == 1 and len(_sentence(value.body)) == 1:
            return [f"{value.head} :- {value.body[0]}"]
        return [f"{value.head} :-", *_sentence(value.body)]
    name = value.name
    if not name.isprintable() or len(name) > MAX_NAME or "%" in name or name != " ".join(name.split()):
        raise UnwritableError("{text!r} is not the name of a rule", text=name[:MAX_NAME])
    if not name or name.startswith("("):
        raise UnwritableError("{text!r} is not the name of a rule", text=name[:MAX_NAME])
    lines = [f"rule {name}"]
    if not for_both:
        lines.append(f"player {COLORS[value.player]}")
    if value.has_level:
        lines.append(f"level {value.level}")
    if value.has_level or value.move:
        lines.append(f"move {value.move or 'none'}")
    return [*lines, "premise", *_sentence(value.premise)]


def _sentence(literals: tuple[Literal, ...]) -> list[str]:
    """Return the lines of a body or premise, with one literal per line."""
    [first, *_] = literals
    if len(literals) == 1 and isinstance(first, Phrase) and first.is_bare:
        *others, last = (_listed(choice) for choice in first.choices)
        ends = [line for choice in others for line in (*choice[:-1], f"{choice[-1]} or")]
        return [*ends, *last]
    return _listed(literals)


def _listed(literals: tuple[Literal, ...]) -> list[str]:
    *others, last = (f"{_INDENT}{literal}" for literal in literals)
    return [*(f"{literal}," for literal in others), last]
