"""The tokens of BLANCHE, grouped into logical lines."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from zet.engines.messages import Message
from zet.formats.errors import FormatError
from zet.formats.lines import numbered_lines

KEYWORDS = ("rule", "player", "level", "move", "premise")
CONNECTIVES = ("or", "until")
MAX_BYTES = 1 << 20
"""The maximum size of a file of rules in bytes."""

_WORD = re.compile(
    r"(?P<name>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9][A-Za-z0-9_]*)*)"
    r"|(?P<variable>[A-Z][A-Za-z0-9_]*)|(?P<number>[0-9]+)|(?P<symbol>:-|[][(),;?¬~+*/-])|(?P<other>\S)"
)
_KEYWORD = re.compile(rf"\s*(premise(?![\w.(])|(?:{'|'.join(KEYWORDS[:-1])})(?![\w.]|\s*\())")


@dataclass(frozen=True, slots=True)
class Token:
    """A word: its kind (name, variable, number, symbol, keyword, text or other) and its location."""

    kind: str
    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment with its `%` sign; `is_alone` is true if nothing precedes the comment on its line."""

    text: str
    line: int
    column: int
    is_alone: bool


def read_lines(
    data: bytes, source: str, comments: list[Comment], errors: list[FormatError]
) -> Iterator[list[Token]]:
    """Yield the words of each logical line, which may span several lines of the text.

    A line continues while a parenthesis or bracket is open, when the last word is `,`, `;`, `:-`, `or` or
    `until`, and after the bare word `premise`. A keyword always begins a new line, so that one error does
    not hide the next. For the same reason, a line that begins with a name and `(` is a new logical line
    even inside an open argument list.
    """
    if len(data) > MAX_BYTES:
        reason = Message("the file is larger than {most} bytes", most=MAX_BYTES)
        errors.append(FormatError(source, None, reason))
        return
    found: list[Token] = []
    depth: list[bool] = []
    for number, line in numbered_lines(io.BytesIO(data), source):
        if isinstance(line, FormatError):
            errors.append(line)
            continue
        words = _words(line, number, comments)
        if not words:
            continue
        if found and (words[0].kind == "keyword" or (any(depth) and _is_literal(words))):
            yield found
            found = []
        if not found:
            depth = []
        before = found[-1] if found else None
        found += words
        _open(words, before, depth)
        if not depth and not _continues(words[-1]):
            yield found
            found = []
    if found:
        yield found


def _words(line: str, number: int, comments: list[Comment]) -> list[Token]:
    """Return the words of a line of the text; its comment is appended to `comments`."""
    content, sign, comment = line.partition("%")
    if sign:
        alone = not content.strip()
        comments.append(Comment(f"%{comment}".rstrip(), number, len(content) + 1, alone))
    match = _KEYWORD.match(content)
    words = [Token("keyword", match[1], number, match.start(1) + 1)] if match else []
    at = match.end() if match else 0
    if match and match[1] == "rule":
        rest = content[at:]
        if rest.strip():
            column = at + len(rest) - len(rest.lstrip()) + 1
            words.append(Token("text", " ".join(rest.split()), number, column))
        return words
    found = _WORD.finditer(content, at)
    return words + [Token(str(word.lastgroup), word[0], number, word.start() + 1) for word in found]


def _open(words: list[Token], before: Token | None, depth: list[bool]) -> None:
    """Update `depth`, which records for each open parenthesis whether it opens a literal's arguments."""
    for word in words:
        if word.kind == "symbol" and word.text in ("(", "["):
            depth.append(before is not None and before.kind == "name" and before.text not in CONNECTIVES)
        elif word.kind == "symbol" and word.text in (")", "]") and depth:
            depth.pop()
        before = word


def _continues(last: Token) -> bool:
    """Return whether a line continues after its last word."""
    if last.kind == "keyword":
        return last.text == "premise"
    if last.kind == "name":
        return last.text in CONNECTIVES
    return last.kind == "symbol" and last.text in (",", ";", ":-")


def _is_literal(words: list[Token]) -> bool:
    """Return whether words begin with a literal: a name and an opening parenthesis."""
    return words[0].kind == "name" and len(words) > 1 and words[1].text == "("
