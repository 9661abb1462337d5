"""`zet renju bestmove`."""

from typing import Any

from zet.cli.command import Found, Record, command
from zet.cli.options import only_with
from zet.cli.renju.knowledge import (
    NOIRE,
    POSITIONAL,
    method_option,
    positional_options,
    program_of,
    settings_of,
)
from zet.cli.renju.options import limits, reading, rule_option
from zet.cli.renju.words import over, reason_word
from zet.cli.words import _
from zet.engines import noire, renju
from zet.engines.renju.model import GameOverError, name, names


def _prepare(
    method: str,
    level: int,
    rule_bases: tuple[str, ...],
    order: "noire.Order | None",
    legality: str,
    depth: int,
    positional_level: int,
    check_nodes: int,
    own_worth: tuple[int, ...],
    other_worth: tuple[int, ...],
    rule: str,
) -> dict[str, Any]:
    settings = locals()
    if method == "noire":
        program = program_of(rule_bases, rule, order)
        search = {"level": level, "legality": legality, "positional": settings_of(settings)}
        return {"rule": rule, "program": program, **search}
    only_with("--method noire", *NOIRE, *POSITIONAL)
    return {"rule": rule}


@command("text", "json", reading=reading, prepare=_prepare)
@limits
@rule_option
@method_option("search")
@positional_options
def bestmove(record: Record, *, program: "noire.Program | None" = None, **search: Any) -> Found:
    """Give a move to play in each position.

    A proven win is played, the other side's proven win refuted; else a positional search chooses. Without
    a limit 200,000 moves are tried, and the answer is the same each time.
    """
    found: renju.Choice | noire.Choice
    try:
        if program:
            found = noire.best_move(record.value, program, **search)
            depth, refuted = {}, {"refuted": names(found.refuted)}
        else:
            found = renju.best_move(record.value, **search)
            depth, refuted = {"depth": found.depth}, {}
    except GameOverError as error:
        return over(error, move=None)
    keys = {
        "move": name(found.move),
        "reason": found.reason,
        "value": found.value,
        **depth,
        "line": names(found.line),
        **refuted,
        "nodes": found.nodes,
    }
    words = f"{name(found.move)} ({reason_word(found.reason)})"
    if found.line:
        words += f": {' '.join(names(found.line))}"
    if refuted.get("refuted"):
        words += "; " + _("{moves} would lose").format(moves=" ".join(refuted["refuted"]))
    return Found("ok", keys, words)
