"""`zet match5 verify`."""

from __future__ import annotations

from collections.abc import Sequence

from zet.cli.command import Outcome, Record, command
from zet.cli.match5.options import patterns_text, reading
from zet.cli.options import flag, number_option
from zet.cli.parameters import requires
from zet.cli.words import _
from zet.engines import match5
from zet.formats.match5 import answers


@command("text", "json", reading=reading, answers="KnowledgeVerified")
@flag("--prove", help="Also check that each pattern is a forced win.")
@requires(
    "--prove",
    number_option(
        "--nodes",
        least=0,
        default=match5.constants.NODES,
        help="Give up on a pattern after trying this many moves.",
    ),
)
def verify(record: Record, *, prove: bool = False, nodes: int = match5.constants.NODES) -> Outcome:
    """Check that a knowledge file is consistent and, with --prove, that its patterns are forced wins.

    A pattern is proven if blue, moving first and only on the fields of the pattern, wins against every
    reply of red; fours of red outside the pattern are not considered.
    """
    knowledge: match5.Knowledge = record.value
    verdicts = match5.prove_all(knowledge.patterns, nodes=nodes) if prove else None
    keys = answers.verify(knowledge, verdicts)
    status = keys["status"]
    words = [patterns_text(len(knowledge.patterns))]
    if prove:
        words.append(_("{n} proven").format(n=keys.get("proven")))
        words += [
            what.format(n=len(numbers), numbers=_numbers(numbers))
            for what, numbers in (
                (_("{n} without a forced win: {numbers}"), keys.get("unproven", ())),
                (_("{n} unknown: {numbers}"), keys.get("unknown", ())),
            )
            if numbers
        ]
    return Outcome(status, keys, board=f"{record.name}: {status}: {'; '.join(words)}\n")


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:20])) + (", ..." if len(numbers) > 20 else "")
