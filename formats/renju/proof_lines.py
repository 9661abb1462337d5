"""Proofs of a win as lines of text: one line for the position, and one for each part of the proof.

    proof 4 renju f8g8h8h9h10/e8 black
    i8
    j8
    g8 0 i8:1

The first line gives the number of parts that follow, the rule, the size of the board if it is not 15x15
(as in `renju 20x20`), and the position with the side to move, which wins. The line of a part begins with
the attacker's move. If this move does not make five, two items follow: the number of the part with the
threatened win, and the defender's answers, each with the number of the part that refutes the answer.
Parts are numbered from 0, and refer to earlier parts; the last part is the proof. The format is zet's
own; `docs/formats/renju-proof.md` describes the format.
"""

import io
import re
from collections.abc import Iterator

from zet.engines.renju.model import RULES, SIDE, Game, cell_of, name
from zet.formats.errors import FormatError, UnreadableError, attempt
from zet.formats.lines import LinesAhead
from zet.formats.renju.lost import lose_info, lose_order
from zet.formats.renju.position import as_line, loads as position
from zet.formats.renju.proofs import Claim, GraphBuilder, numbered_parts

MAX_PARTS = 4_000_000
"""The maximum number of parts of a proof, and the maximum number of answers in all its parts."""

HEAD = "proof "
_HEAD = re.compile(r"proof +(\d{1,9}) +(\w+) +(?:(\d{1,2})x\3 +)?(.*\S)\s*", re.ASCII)
_PART = re.compile(r"\s*(\w+)(?:\s+(\d{1,9})((?:\s+\w+:\d{1,9})*))?\s*", re.ASCII)


def load(stream: io.BufferedIOBase, source: str) -> Iterator[Claim | FormatError]:
    r"""Yield the proofs in a stream; a bad proof yields its error, and the reader continues.

    >>> lines = b"proof 1 renju f8g8h8i8/ black\nj8\n"
    >>> [claim.proof.move for claim in load(io.BytesIO(lines), "-")]
    [114]
    """
    lines = LinesAhead(stream, source, comments=False)
    while (head := lines.take()) is not None:
        found: Claim | FormatError
        if isinstance(head, FormatError):
            found = head
        else:
            found = attempt(source, lines.number, _claim, head, lines)
        yield found
        if isinstance(found, FormatError):
            while (line := lines.peek()) and (isinstance(line, FormatError) or not line.startswith(HEAD)):
                lines.take()


def _claim(head: str, lines: LinesAhead) -> Claim:
    match = _HEAD.fullmatch(head)
    if match is None:
        raise UnreadableError(
            "expected a line such as 'proof 3 renju h8i9/g7h7 black' (the number of parts, the rule, the "
            "position)"
        )
    n_parts, rule = int(match[1]), match[2]
    if rule not in RULES:
        raise UnreadableError("rule must be one of {rules}", rules=", ".join(RULES))
    if n_parts > MAX_PARTS:
        raise UnreadableError("a proof has at most {most} parts", most=MAX_PARTS)
    game = position(match[4], int(match[3] or SIDE))
    graph = GraphBuilder(MAX_PARTS)
    for number in range(n_parts):
        line = lines.peek()
        if line is None or (isinstance(line, str) and line.startswith(HEAD)):
            raise UnreadableError(
                "the first line states {n} parts, but the proof has {there}", n=n_parts, there=number
            )
        lines.take()
        if isinstance(line, FormatError):
            raise line
        found = attempt(lines.source, lines.number, _part, line, game.size, graph)
        if found is not None:
            raise found
    return Claim(game, game.side, rule, *graph.whole())


def _part(line: str, size: int, graph: GraphBuilder) -> None:
    match = _PART.fullmatch(line)
    if match is None:
        raise UnreadableError("expected 'MOVE THREAT ANSWER:PART ...', as in 'g8 0 i8:1'")
    answers = [answer.split(":") for answer in (match[3] or "").split()]
    cells = [cell_of(answer, size) for answer, _ in answers]
    if len(set(cells)) < len(cells):
        raise UnreadableError("an answer is given twice")
    numbers = [int(number) for _, number in answers]
    graph.add(
        cell_of(match[1], size),
        list(zip(cells, numbers, strict=True)),
        None if match[2] is None else int(match[2]),
    )


def setting(rule: str, game: Game, color: int) -> str:
    """Return the rule, the board size unless it is 15x15, and the position with `color` to move."""
    board = "" if game.size == SIDE else f"{game.size}x{game.size} "
    return f"{rule} {board}{as_line(*game.stones(), color, game.size)}"


def dumps(claim: Claim) -> str:
    """Return a proof as lines of text, with line endings.

    Raises:
        UnwritableError: the proof has too many parts.
    """
    parts = list(numbered_parts(claim.proof, MAX_PARTS))
    lose_info(claim.game, "rule")
    lose_order(claim.game)
    size = claim.game.size
    lines = [f"{HEAD}{len(parts)} {setting(claim.rule, claim.game, claim.color)}\n"]
    for move, answers, threat in parts:
        words = [name(move, size), *([] if threat is None else [str(threat)])]
        words += [f"{name(cell, size)}:{number}" for cell, number in answers]
        lines.append(" ".join(words) + "\n")
    return "".join(lines)
