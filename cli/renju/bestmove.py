"""`zet renju bestmove`."""

from __future__ import annotations

from typing import Any

from zet.cli.command import Found, Record, command
from zet.cli.options import not_with, number_option, only_with
from zet.cli.renju.knowledge import (
    NOIRE,
    POSITIONAL,
    method_option,
    positional_options,
    program_of,
    settings_of,
)
from zet.cli.renju.learned import weights_of, weights_option
from zet.cli.renju.options import limits, reading, rule_option
from zet.cli.renju.words import over, reason_word
from zet.cli.words import _
from zet.engines import noire, renju


def _prepare(
    method: str,
    level: int,
    rule_bases: tuple[str, ...],
    order: noire.Order | None,
    legality: str,
    depth: int,
    positional_level: int,
    check_nodes: int,
    own_worth: tuple[int, ...],
    other_worth: tuple[int, ...],
    rule: str,
    count: int,
    weights: str | None,
) -> dict[str, Any]:
    settings = locals()
    if method == "noire":
        not_with("--method noire", "count", "weights")
        program = program_of(rule_bases, rule, order)
        search = {"level": level, "legality": legality, "positional": settings_of(settings)}
        return {"rule": rule, "program": program, **search}
    only_with("--method noire", *NOIRE, *POSITIONAL)
    return {"weights": weights_of(weights, rule), "count": count}


@command("text", "json", reading=reading, prepare=_prepare)
@limits
@rule_option
@number_option(
    "--count",
    most=renju.choices.WIDTH,
    default=1,
    help="How many moves to give, the best first, with values and lines.",
)
@weights_option()
@method_option("search")
@positional_options
def bestmove(
    record: Record, *, program: noire.Program | None = None, count: int = 1, **search: Any
) -> Found:
    """Give a move to play in each position.

    A proven win is played, the other side's proven win refuted; else a positional search chooses. Without
    a limit 200,000 moves are tried, and the answer is the same each time.
    """
    size = record.value.size
    found: renju.Choice | noire.Choice
    others: list[renju.Choice] = []
    try:
        if program:
            found = noire.best_move(record.value, program, **search)
            depth, refuted = {}, {"refuted": renju.model.names(found.refuted, size)}
        else:
            if count > 1:
                found, *others = renju.best_moves(record.value, count=count, **search)
            else:
                found = renju.best_move(record.value, **search)
            depth, refuted = {"depth": found.depth}, {}
    except renju.GameOverError as error:
        return over(error, move=None)
    keys: dict[str, Any] = {
        "move": renju.name(found.move, size),
        "reason": found.reason,
        "value": found.value,
        **depth,
        "line": renju.model.names(found.line, size),
        **refuted,
        "nodes": found.nodes,
    }
    if count > 1:
        keys["others"] = [_keys(one, size) for one in others]
    words = f"{renju.name(found.move, size)} ({reason_word(found.reason)})"
    if count > 1 and isinstance(found, renju.Choice) and found.value is not None:
        words = _words(found, size)
    elif found.line:
        words += f": {' '.join(renju.model.names(found.line, size))}"
    if refuted.get("refuted"):
        words += "; " + _("{moves} would lose").format(moves=" ".join(refuted["refuted"]))
    return Found("ok", keys, words, "".join(f"  {_words(one, size)}\n" for one in others))


def _keys(choice: renju.Choice, size: int) -> dict[str, Any]:
    return {
        "move": renju.name(choice.move, size),
        "reason": choice.reason,
        "value": choice.value,
        "depth": choice.depth,
        "line": renju.model.names(choice.line, size),
    }


def _words(choice: renju.Choice, size: int) -> str:
    """Return a line on a move that was not chosen."""
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
