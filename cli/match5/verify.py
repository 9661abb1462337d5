"""The command `zet match5 verify`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from zet.cli.command import Outcome, Record, command
from zet.cli.match5.options import patterns_text, reading
from zet.cli.options import flag, number_option
from zet.cli.parameters import option, requires
from zet.cli.words import _, ngettext
from zet.engines import match5
from zet.formats.match5 import answers


def _size(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    try:
        return match5.refuter.size_of(value) if value else None
    except ValueError:
        reason = _("{text!r}: the size must be from 1x1 to 9x9")
        raise click.BadParameter(reason.format(text=value)) from None


@command("text", "json", reading=reading, answers="KnowledgeVerified")
@flag("--prove", help="Also check that each pattern is a forced win.")
@option(
    "--never-loses",
    "board",
    metavar="ROWSxCOLUMNS",
    callback=_size,
    help="Also try all of blue's moves against the player on a board of this size; if no pattern "
    "matches, the player moves as with `zet match5 train --fallback block`.",
)
@requires(
    ("--prove", "--never-loses"),
    number_option(
        "--nodes",
        least=0,
        help="Give up on a pattern's exact search for a win (--prove) after trying this many moves (by "
        f"default {match5.constants.NODES}; 0: no search at all), and on the --never-loses proof after "
        "this many positions (by default, no limit). The search for wins by threats that precedes an "
        "exact search has its own limit.",
    ),
)
def verify(
    record: Record, *, prove: bool = False, board: tuple[int, int] | None = None, nodes: int | None = None
) -> Outcome:
    """Check a knowledge file; optionally prove that its patterns win, or that its player never loses.

    With --prove, a pattern is proven if blue, who moves first and plays only on fields of the pattern,
    wins against every reply of red; fours that red makes outside the pattern are ignored. With
    --never-loses, the player is proven never to lose if no sequence of moves by blue beats it, whoever
    moves first; the player's own fives are ignored.
    """
    knowledge: match5.Knowledge = record.value
    verdicts = refutation = None
    if prove:
        limit = match5.constants.NODES if nodes is None else nodes
        verdicts = match5.prove_all(knowledge.patterns, nodes=limit)
    if board:
        limit = match5.refuter.NODES if nodes is None else nodes
        refutation = match5.refute(match5.Player(knowledge.patterns), board, nodes=limit)
    keys = answers.verify(knowledge, verdicts, refutation)
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
    if refutation and board:
        words.append(_conclusion(refutation, board, nodes))
    if not (prove or board):
        words.append(_("whether the patterns win was not checked"))
    return Outcome(status, keys, board=f"{record.name}: {status}: {'; '.join(words)}\n")


def _conclusion(found: match5.Refutation, board: tuple[int, int], nodes: int | None) -> str:
    """Say whether the player can lose and, if it can, by which line of play.

    `nodes` is the limit on the number of positions, or None. If the limit was not reached, the status
    "unknown" means that the player might complete a five in the line of play found by the search.
    """
    size = f"{board[1]}x{board[0]}"
    positions = ngettext("{n} position", "{n} positions", found.positions).format(n=found.positions)
    if found.status == "holds":
        return _("never loses on {size} with --fallback block ({positions} searched)").format(
            size=size, positions=positions
        )
    if found.status == "unknown":
        words = _(
            "unknown whether the player loses on {size} ({positions} searched); a larger --nodes limit "
            "may decide this"
        )
        if nodes is None or found.positions < nodes:
            words = _(
                "unknown whether the player loses on {size} ({positions} searched), because the line of "
                "play found requires that the player ignore its own rows or that blue pass; to train the "
                "player on this board, run `zet match5 train KNOWLEDGE --opponent all:{size} --fallback "
                "block`"
            )
        return words.format(size=size, positions=positions)
    line = "".join(match5.model.field_name(move.field) for move in found.moves)
    words = _("loses on {size} when red begins: {line} ({positions} searched)")
    if found.moves[0].color == match5.constants.BLUE:
        words = _("loses on {size} when blue begins: {line} ({positions} searched)")
    return words.format(size=size, line=line, positions=positions)


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:20])) + (", ..." if len(numbers) > 20 else "")
