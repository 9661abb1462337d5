"""The command `zet renju bestmove`."""

from __future__ import annotations

from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.options import flag, number_option, turn_limits
from zet.cli.renju.learned import outline_option, outlines_of, rule_of, weights_of, weights_option
from zet.cli.renju.options import by_rule, game_rule_option, reading, threads_option
from zet.cli.renju.words import over, reason_word
from zet.cli.words import _
from zet.engines import renju
from zet.formats import renju as formats

SHOWN = 5
"""The default of --count with --explain."""


def _prepare(
    rule: str | None, count: int | None, explain: bool, weights: str | None, outline: str | None
) -> dict[str, Any]:
    given: dict[str, Any] = {"count": count or (SHOWN if explain else 1), "explain": explain}
    if weights is not None:
        given["weights"] = weights_of(weights, rule)
        rule = given["weights"].rule
    outlines = outlines_of(outline)
    return {**given, "rule": rule_of(outlines, rule), "outlines": outlines.move if outlines else None}


@command("text", "json", reading=reading, prepare=_prepare, answers="MoveChosen NoMove")
@turn_limits("trying this many moves")
@game_rule_option
@number_option(
    "--count",
    "--multi",
    "count",
    most=renju.constants.WIDTH,
    help="The number of best moves to list, with values and lines of play; by default 1, or 5 with "
    "--explain.",
)
@flag(
    "--explain",
    help="List the best moves with their values, the moves proven to win or to lose, and the threats of "
    "both sides.",
)
@weights_option()
@outline_option
@threads_option()
@by_rule
def bestmove(
    record: Record,
    *,
    rule: str,
    weights: renju.weights.Weights | None = None,
    outlines: renju.player.Outlines | None = None,
    count: int = 1,
    explain: bool = False,
    **search: Any,
) -> Outcome:
    """Choose the best move in each position.

    If the side to move has a forced win, the answer is the first move of this win; if the opponent
    threatens a forced win, the answer is a move that refutes it; otherwise an alpha-beta search chooses
    the move. If neither --nodes nor --time is given, the search tries 200,000 moves. Without --time and
    --threads the answer is reproducible. If the game is over, the answer has no move (exit code 1).
    """
    size = record.value.size
    try:
        search["weights"] = weights or formats.weights.learned(rule)
        search["memory"] = renju.player.Memory(outlines=outlines) if outlines else None
        if count > 1 or explain:
            found = renju.explain(record.value, count=count, **search)
        else:
            found = renju.Explanation(renju.best_move(record.value, **search))
    except renju.GameOverError as error:
        return over(error, formats.answers.no_move)
    choice = found.choice
    words = f"{renju.name(choice.move, size)} ({reason_word(choice.reason)})"
    if (count > 1 or explain) and choice.value is not None:
        words = _words(choice, size)
    elif choice.line:
        words += f": {' '.join(renju.model.names(choice.line, size))}"
    lines = [_words(one, size) for one in (*found.others, *found.refuted)]
    if explain and found.threat:
        threat = " ".join(renju.model.names(found.threat, size))
        lines.append(_("the other side threatens {line}").format(line=threat))
    return Outcome(
        "ok",
        lambda: formats.answers.best_move(found, size, count=count, explain=explain),
        words,
        "".join(f"  {one}\n" for one in lines),
    )


def _words(choice: renju.Choice, size: int) -> str:
    """Describe a chosen move: the reason, the value, the depth and the line of play."""
    line = " ".join(renju.model.names(choice.line, size))
    words = _("{move} ({reason}), value {value}, depth {depth}: {line}")
    reason = reason_word(choice.reason)
    return words.format(
        move=renju.name(choice.move, size),
        reason=reason,
        value=choice.value,
        depth=choice.depth,
        line=line,
    )
