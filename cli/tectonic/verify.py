"""The command `zet tectonic verify`."""

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
    """Verify explanations against the rules, step by step.

    The input is the output of `zet tectonic explain --format json --with-puzzle`, with or without
    --brief. The verifier shares no code with `explain`; it rebuilds the sentence of each step and
    compares the result with the sentence in the input. A step that does not follow from earlier steps is
    reported (exit code 1). A guess proves nothing: an explanation with a guess is reported as `unchecked`
    (exit code 3). An explanation that starts from a person's notes is reported as `valid-from-notes`
    (exit code 3), because it is valid only if the notes are right.
    """
    found = tectonic.verifier.verify(record.value)
    words = ngettext("{n} deduction checked", "{n} deductions checked", found.checked).format(
        n=found.checked
    )
    if found.guesses:
        guesses = ngettext("{n} guess", "{n} guesses", found.guesses).format(n=found.guesses)
        words = f"{words}, {guesses}"
    reason = translate(found.reason)
    if found.step:
        reason = _("step {number}: {reason}").format(number=found.step, reason=reason)
    status = found.status
    heading = _("valid if the given notes are right") if status == "valid-from-notes" else status
    return Outcome(status, partial(answers.verify, found), f"{heading}: {reason or words}")
