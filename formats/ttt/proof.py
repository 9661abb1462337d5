"""Proofs that a side cannot win, as lines of text: one line for the position, and one for each part.

    proof 4 3 O OX.X..... O
    6-7
    -
    -
    8>4:0 4>8:1 2>8:2

The first line gives the number of parts, the number of stones in a row that wins, the side that cannot
win, and the position; if the other side is to move in the position, the line ends with the
move of that side. A part
consists of pairs of cells (`-` for no pairs), or of moves, each with its answer and the part that proves
the position after that answer (`*` for no moves, because the other side can complete a line after any
move). Parts are numbered from 0, and refer to earlier parts; the last part proves the position. The
format is specific to zet; `docs/formats/ttt-proof.md` describes the format.
"""

import io
import re
from collections.abc import Iterator
from functools import cache
from typing import cast

from zet.engines.ttt.model import Side
from zet.engines.ttt.proof import Answer, Pair, Part, Proof
from zet.formats.errors import FormatError, UnreadableError, attempt
from zet.formats.lines import LinesAhead
from zet.formats.ttt import line as lines_of

HEAD = "# Proofs that a side cannot win, for `zet ttt verify`; see docs/formats/ttt-proof.md\n"
"""The comment at the beginning of a file of proofs."""

_HEAD = re.compile(r"proof +(\d{1,9}) +(\d{1,3}) +([XO]) +([XO./]{1,380} +[XO])( +\d{1,3})?\s*", re.ASCII)
_PAIRS = re.compile(r"(?:\s*\d{1,3}-\d{1,3}(?!\S))+\s*", re.ASCII)
_ANSWER = re.compile(r"(\d{1,3})(?:>(\d{1,3})(?::(\d{1,9}))?)?", re.ASCII)


def load(stream: io.BufferedIOBase, source: str = "-") -> Iterator[Proof | FormatError]:
    r"""Yield the proofs in a stream; a bad proof yields its error, and the reader continues.

    >>> [found] = load(io.BytesIO(b"proof 1 3 X .../ X\n-\n"))
    >>> found.parts
    (Part(pairs=(), answers=None),)
    """
    lines = LinesAhead(stream, source, comments=False)
    while (head := lines.take()) is not None:
        found: Proof | FormatError
        found = (
            head if isinstance(head, FormatError) else attempt(source, lines.number, _proof, head, lines)
        )
        yield found
        if isinstance(found, FormatError):
            while (ahead := lines.peek()) and (isinstance(ahead, FormatError) or ahead[:6] != "proof "):
                lines.take()


def _proof(head: str, lines: LinesAhead) -> Proof:
    match = _HEAD.fullmatch(head)
    if not match:
        raise UnreadableError("expected a line such as 'proof 2 3 X XO..X...O O'")
    count, k, attacker, board, answer = match.groups()
    position = lines_of.loads(board, k=int(k))
    parts = []
    for number in range(int(count)):
        text = lines.peek()
        if isinstance(text, FormatError):
            raise text
        if text is None or text.startswith("proof "):
            raise UnreadableError(
                "the first line states {count} parts, but the proof has {n}", count=count, n=number
            )
        lines.take()
        parts.append(_part(text, number))
    return Proof(position, cast(Side, attacker), tuple(parts), int(answer) if answer else None)


def _part(text: str, number: int) -> Part:
    words = text.split()
    if words == ["-"]:
        return Part()
    if words == ["*"]:
        return Part(answers={})
    if _PAIRS.fullmatch(text):
        return Part(tuple(map(_pair, words)))
    answers = {}
    for word in words:
        match = _ANSWER.fullmatch(word)
        if not match:
            raise UnreadableError(
                "part {number}: {text!r} is neither a pair like 2-5 nor an answer like 1>3:0",
                number=number,
                text=word[:20],
            )
        move, cell, part = (None if value is None else int(value) for value in match.groups())
        if move in answers:
            raise UnreadableError(
                "part {number}: move {move} is answered twice", number=number, move=move
            )
        answers[cast(int, move)] = Answer(cell, part)
    return Part(answers=answers)


@cache
def _pair(word: str) -> Pair:
    """Return the cells of a pair; the results are cached, because a proof repeats its pairs."""
    one, two = word.split("-")
    return int(one), int(two)


def dumps(proof: Proof) -> str:
    """Return a proof as lines of text."""
    position = proof.position
    lines_of.lose_order(position)
    answer = "" if proof.answer is None else f" {proof.answer}"
    board = f"{lines_of.board_text(position)} {position.to_move}"
    head = f"proof {len(proof.parts)} {position.k} {proof.attacker} {board}{answer}\n"
    return head + "".join(f"{_part_text(part)}\n" for part in proof.parts)


def _part_text(part: Part) -> str:
    if part.answers is None:
        return " ".join(f"{one}-{two}" for one, two in part.pairs) or "-"
    words = []
    for move, (cell, after) in part.answers.items():
        word = f"{move}" if cell is None else f"{move}>{cell}"
        words.append(word if after is None else f"{word}:{after}")
    return " ".join(words) or "*"
