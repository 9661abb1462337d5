"""`zet renju rules verify`: check the claims of rules by exact search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from typing import Any

import click

from zet.cli.command import Batch, Outcome, Record, Values, answer, batch_options
from zet.cli.errors import Unreadable
from zet.cli.parameters import Command, option
from zet.cli.renju.options import read_games, rule_option
from zet.cli.renju.rules.options import (
    chosen,
    load_runnable,
    order_option,
    rules_option,
    title_in_columns,
    walks_options,
)
from zet.cli.words import _
from zet.engines import noire, renju
from zet.formats import blanche, renju as formats

CHUNK = 100
"""The number of walks or games in a task for a worker."""


@click.command(cls=Command)
@batch_options("text", "json", files=False, what="checks", answers="blanche.RuleVerified")
@rules_option("sound")
@order_option
@rule_option
@walks_options(
    1000,
    "The number of random walks. A walk fills an empty board stone by stone, and the claims are checked "
    "after each stone.",
)
@option(
    "--positions", multiple=True, metavar="FILE",
    help="Also check every position of the games in FILE, in any format.",
)  # fmt: skip
@option(
    "--only", metavar="RULE",
    help="Check only the claims of this rule; it makes no claim in a position where an earlier rule "
    "matches.",
)  # fmt: skip
@option(
    "--caught-by", "others", metavar="SET|FILE|FOLDER",
    help="Count the true claims that these rules would also make, with an equally fast or a faster win.",
)  # fmt: skip
def verify(
    batch: Batch,
    rule_bases: tuple[str, ...],
    order: noire.Order | None,
    rule: str,
    walks: int,
    seed: int,
    positions: tuple[str, ...],
    only: str | None,
    others: str | None,
) -> int:
    """Check the claims of rules: a rule claims that its move wins within a number of moves.

    In each position only the first rule that matches makes a claim, as in play; a search of all moves and
    replies checks this claim. A refuted claim is `other` in JSON output if another move wins as fast, and
    `false` if no move does; for each rule with a refuted claim, one refuting position is shown, without
    the stones that the refutation does not need. The exit code is 1 if any claim is refuted, 2 if no rule
    made a claim, and 3 if some of the rules made no claim and therefore were not checked.
    """
    from zet.cli.pools import mapping

    program = load_runnable(rule_bases, rule, order)
    wanted = chosen(program, only, "--only") if only else program.rules
    wanted = tuple(rule for rule in wanted if rule.has_level)
    if not wanted:
        raise Unreadable(_("there is nothing to check: a rule without a level claims no win"))
    other = load_runnable([others], rule) if others else None
    chunks: Iterator[Any] = chain(
        _chunks(read_games(positions)),
        (range(at, min(at + CHUNK, walks)) for at in range(0, walks, CHUNK)),
    )
    tallies = [noire.soundness.Tally() for _ in program.rules]
    with mapping(batch.jobs, batch.cluster) as mapped:
        for found in mapped(partial(_verified, program, other, seed, rule, only), chunks):
            tallies = [one + more for one, more in zip(tallies, found, strict=True)]
    pairs = enumerate(zip(program.rules, tallies, strict=True), 1)
    source = " ".join(rule_bases)
    records = (Record(source, number, pair) for number, pair in pairs if pair[0] in wanted)
    total = _total if batch.format == "text" else None
    code = answer(
        batch, records, _judged, {"caught": other is not None}, use=Values(total, tuple[int, int])
    )
    if any(tally.checked for tally in tallies):
        return code
    raise Unreadable(
        _("nothing was checked: no rule makes a claim in these positions; try a larger --walks value")
    )


def _chunks(games: Iterator[renju.Game]) -> Iterator[list[renju.Game]]:
    while chunk := list(islice(games, CHUNK)):
        yield chunk


def _verified(
    program: noire.Program,
    others: noire.Program | None,
    seed: int,
    rule: str,
    only: str | None,
    chunk: range | list[renju.Game],
) -> list[noire.soundness.Tally]:
    """Return the tallies of the claims in a chunk of work: walks, given by their numbers, or games."""
    from random import Random

    verifier = noire.soundness.Verifier(program, others, rule, only)
    for one in chunk:
        if isinstance(one, renju.Game):
            verifier.verify_game(one)
        else:
            verifier.verify_walk(Random(f"{seed}/{one}"))
    return verifier.tallies


def _judged(record: Record, caught: bool) -> Outcome:
    rule: noire.Rule
    tally: noire.soundness.Tally
    rule, tally = record.value
    examples = [tally.example] if tally.example else []
    refuted = tally.checked - tally.counts["true"]

    def lines(**_keywords: object) -> str:
        words = f"{title_in_columns(rule)}: " + _("{n} checked").format(n=tally.checked)
        if refuted:
            words += ", " + _(
                "{n} refuted (in {other}, another move wins as fast; in {false}, no move does)"
            ).format(n=refuted, other=tally.counts["other"], false=tally.counts["false"])
        if caught and rule.level:
            of_others = _("{n} of {true} true claims also made by the other rules")
            words += ", " + of_others.format(n=tally.caught, true=tally.counts["true"])
        return "".join([f"{words}\n", *(_example(rule, claim) for claim in examples)])

    keys = blanche.answers.verify(rule, tally, examples, caught=caught)
    return Outcome(keys["status"], keys, board=lines, value=(tally.checked, refuted))


def _example(rule: noire.Rule, claim: noire.soundness.Claim) -> str:
    fields = {"move": _name(claim.move), "answer": _name(claim.answer), "n": rule.level}
    if not rule.level:
        claimed = _("the game is not over")
    elif claim.answer is not None:
        claimed = _("{move} does not win in {n} moves: {answer} refutes it")
    else:
        claimed = _("{move} does not win")
    return f"    {formats.position.dumps(claim.game.then(())).strip()}: {claimed.format(**fields)}\n"


def _name(cell: int | None) -> str | None:
    return renju.name(cell) if cell is not None and cell >= 0 else None


def _total(counts: list[tuple[int, int]]) -> str:
    checked, refuted = (sum(count[at] for count in counts) for at in (0, 1))
    words = _("{checked} claims checked, {refuted} refuted").format(checked=checked, refuted=refuted)
    return f"{words}\n"
