"""The command `zet renju verify`."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import Any

import click

from zet.cli.command import Batch, Outcome, Record, Values, answer, batch_options, render_all
from zet.cli.errors import UNKNOWN, YES, Unreadable
from zet.cli.options import Reading, limits
from zet.cli.parameters import Command, grouped_options, option
from zet.cli.renju.words import color_word, limit_words
from zet.cli.words import _, ngettext, translate
from zet.engines import renju
from zet.engines.messages import Message
from zet.formats import renju as formats
from zet.formats.errors import UnreadableError
from zet.formats.renju import PROOFS

MOST_NAMED = 10
"""The maximum number of unused parts or of answers listed in text; JSON lists all."""

Refuted = tuple[str, int, list[int]]
"""What a valid proof contributes to the total: its rule, its board size, and the refuted answers."""


def _checked(_context: click.Context, _parameter: click.Parameter, text: str | None) -> str | None:
    """Return the text of --after; refuse text that no board size makes moves or a position."""
    if text is not None:
        try:
            _game(text, renju.model.MOST_SIZE)
        except ValueError as error:
            raise click.BadParameter(translate(error)) from None
    return text


@click.command(cls=Command)
@batch_options("text", "json", answers="ProofChecked AnswersRefuted")
@grouped_options("load", lambda: Reading(PROOFS, Message("proof")))
@option(
    "--after",
    metavar="MOVES|POSITION",
    callback=_checked,
    help="At the end, report whether the proofs refute every answer that is possible after these moves "
    "(such as h8). If they do, the last of these moves is proven to win.",
)
@limits("proof", "checking this many moves")
def verify(batch: Batch, load: Reading, after: str | None, **search: Any) -> int:
    """Verify proofs of wins against the rules, reply by reply.

    The input is the output of `zet renju solve` in the formats proof, sgf and lib, in JSON with
    --defenses tree or graph, or the work file of `zet renju prove`. An invalid proof is reported with the
    moves that lead to the fault (exit code 1). If a valid proof has parts that it does not need, its
    status is `unused` (exit code 3); these parts are listed but not checked. If neither --nodes nor
    --time is given, the limit is 100,000 moves for each part of a proof, and 10,000,000,000 in all.

    With --after, an answer is refuted by a proof of the position after it, or of a rotation or reflection
    of this position. A proof of the position after a pass refutes every answer after which the proof is
    still valid. If an answer is not refuted, the exit code is 3.
    """
    statuses = set[str]()
    use = Values(partial(_totals, batch, after, statuses), Refuted) if after is not None else Values()
    records = batch.records(load)
    code = answer(batch, records, _verified, {"after": after, **search}, what=load.what, use=use)
    return code or (UNKNOWN if "unknown" in statuses else YES)


def _game(text: str, size: int) -> renju.Game:
    """Return the game of --after on a board of `size` points per side.

    Raises:
        UnreadableError: the text is not a game on such a board, or there are no stones.
    """
    loads = formats.position.loads if "/" in text else formats.moves.loads
    game = loads(text, size)
    if not any(game.n_stones()):
        raise UnreadableError("there are no stones on the board")
    return game


def _totals(batch: Batch, after: str, statuses: set[str], found: list[Refuted]) -> str:
    """Return the totals of --after for each rule and board size; add their statuses to `statuses`."""
    refuted = defaultdict[tuple[str, int], set[int]](set)
    for rule, size, cells in found:
        refuted[rule, size].update(cells)
    outcomes = [_total(after, *key, cells) for key, cells in refuted.items()]
    statuses.update(outcome.status for outcome in outcomes)
    return render_all(batch, outcomes)


def _total(after: str, rule: str, size: int, refuted: set[int]) -> Outcome:
    """Return the total of --after for the proofs of one rule and board size."""
    game = _game(after, size)
    verdict = renju.judge(game, rule)
    if verdict.status != "legal":
        raise Unreadable(f"--after: {translate(verdict.reason)}")
    cells = renju.Board.of(game, rule).legal(game.side)
    left = [cell for cell in cells if cell not in refuted]
    if left:
        points = " ".join(renju.model.names(left[:MOST_NAMED], game.size))
        points += " ..." if len(left) > MOST_NAMED else ""
        words = _("unknown: after {moves}, the proofs refute {n} of {total} answers; open: {points}")
        words = words.format(moves=after, n=len(cells) - len(left), total=len(cells), points=points)
    else:
        words = _("after {moves}, {color} wins: the proofs refute all {n} answers").format(
            moves=after, color=color_word(1 - game.side), n=len(cells)
        )
    keys = partial(formats.answers.answers_refuted, game, rule, len(cells), left)
    return Outcome("unknown" if left else "win", keys, board=f"{words}\n")


def _verified(record: Record, after: str | None, **search: Any) -> Outcome:
    game: renju.Game
    proof: renju.proof.Proof
    loose: tuple[int, ...]
    game, color, rule, proof, loose = record.value
    answered: renju.Game | None = None
    if after is not None:
        try:
            answered = _game(after, game.size)
        except UnreadableError as error:  # the board of this proof is too small
            raise renju.PositionError("--after: {reason}", reason=error.args[0]) from None
    check = renju.proof.check(game, proof, color, rule, **search)
    fault = check.fault
    unused: list[tuple[int, int | None]] = []
    if fault is None and check.status != "unknown":
        unused = [*check.unused, *((move, None) for move in loose)]
    status = "unused" if unused else check.status
    if check.status == "unknown":
        words = limit_words(check.limit)
    elif fault is None:
        words = ngettext(
            "{status}: {color} wins in {n} move", "{status}: {color} wins in {n} moves", proof.length
        ).format(status=status, color=color_word(color), n=proof.length)
        if unused:
            points = ", ".join(_point(one, game.size) for one in unused[:MOST_NAMED])
            points += ", ..." if len(unused) > MOST_NAMED else ""
            words = _("{words}; these parts are not needed and were not checked: {points}").format(
                words=words, points=points
            )
    else:
        words = _("invalid: {fault}").format(fault=translate(fault))
    value: Refuted | None = None
    if answered and status in ("valid", "unused"):
        black, white = game.stones()
        start = renju.Game(tuple(black), tuple(white), color, size=game.size)
        cells = renju.results.refuted(answered, rule, start, proof, seconds=search["seconds"])
        value = rule, game.size, cells
    keys = partial(formats.answers.verify, record.value, check, unused)
    return Outcome(status, keys, words, value=value)


def _point(unused: tuple[int, int | None], size: int) -> str:
    """Describe an unused part of a proof: a reply to a move, or a move that is never reached."""
    move, *answer = renju.model.names([cell for cell in unused if cell is not None], size)
    return _("{answer} after {move}").format(answer=answer[0], move=move) if answer else move
