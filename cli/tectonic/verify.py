"""`zet tectonic verify`."""

from __future__ import annotations

from functools import partial

from zet.cli.command import Outcome, Record, command
from zet.cli.options import Reading
from zet.cli.parameters import grouped_options
from zet.cli.words import _, ngettext, translate
from zet.engines import tectonic
from zet.engines.messages import Message
from zet.formats.tectonic import EXPLANATIONS, answers

WHAT = Message("explanation")


@command(
    "text",
    "json",
    reading=grouped_options("load", lambda: Reading(EXPLANATIONS, WHAT)),
    answers="Verified",
)
def verify(record: Record) -> Outcome:
    """Check explanations against the rules, step by step.

    The input is what `explain --format json --with-puzzle` writes, also with --brief. The code that
    checks shares nothing with the code that explains; it rebuilds each sentence and compares it. A step
    that does not follow from those before it is named (exit code 1). Guesses prove nothing: an
    explanation with any is unchecked. What starts from a person's notes is valid-from-notes: it holds if
    the notes are right (exit code 3).
    """
    found = tectonic.verifier.verify(record.value)
    words = ngettext("{n} step checked", "{n} steps checked", found.checked).format(n=found.checked)
    if found.guesses:
        guesses = ngettext("{n} guess", "{n} guesses", found.guesses).format(n=found.guesses)
        words = f"{words}, {guesses}"
    reason = translate(found.reason)
    if found.step:
        reason = _("step {number}: {reason}").format(number=found.step, reason=reason)
    status = found.status
    heading = _("valid from the notes given") if status == "valid-from-notes" else status
    return Outcome(status, partial(answers.verify, found), f"{heading}: {reason or words}")
