"""`zet renju bestmove`."""

from typing import TYPE_CHECKING, Any

from zet.cli.batch import Batch, Record
from zet.cli.command import Found, command
from zet.cli.renju.knowledge import method_option, program_of, refuse
from zet.cli.renju.options import GameReading, limits, reading, rule_option
from zet.cli.renju.words import over, reason_word
from zet.cli.words import _
from zet.engines.renju.model import Game, name, names
from zet.engines.renju.play import GameOverError, best_move

if TYPE_CHECKING:
    from zet.engines.noire.program import Program


def _prepare(
    batch: Batch,  # noqa: ARG001
    load: GameReading,  # noqa: ARG001
    method: str,
    knowledge: int,
    rule_bases: tuple[str, ...],
    **search: Any,
) -> dict[str, Any]:
    if method == "noire":
        return search | {"program": program_of(rule_bases, search["rule"]), "level": knowledge}
    refuse(_("--knowledge and --rules are for --method noire"), "knowledge", "rule_bases")
    return search


@command("text", "json", reading=reading, prepare=_prepare)
@limits
@rule_option
@method_option("search")
def bestmove(record: Record, *, program: "Program | None" = None, **search: Any) -> Found:
    """Give a move to play in each position.

    A proven win is played, the other side's proven win refuted; else a positional search chooses. Without
    a limit 200,000 moves are tried, and the answer is the same each time.
    """
    try:
        if program:
            return _by_rules(record.value, program, search)
        return _by_search(record.value, search)
    except GameOverError as error:
        return over(error, move=None)


def _by_search(game: Game, search: dict[str, Any]) -> Found:
    found = best_move(game, **search)
    keys = {
        "move": name(found.move),
        "reason": found.reason,
        "value": found.value,
        "depth": found.depth,
        "line": names(found.line),
        "nodes": found.nodes,
    }
    return Found("ok", keys, _words(found.move, found.reason, found.line))


def _by_rules(game: Game, program: "Program", search: dict[str, Any]) -> Found:
    from zet.engines.noire.solver import choose_move

    found = choose_move(game, program, **search)
    keys = {
        "move": name(found.move),
        "reason": found.reason,
        "value": found.value,
        "line": names(found.line),
        "refuted": names(found.refuted),
        "nodes": found.nodes,
    }
    words = _words(found.move, found.reason, found.line)
    if found.refuted:
        words += "; " + _("{moves} would lose").format(moves=" ".join(names(found.refuted)))
    return Found("ok", keys, words)


def _words(move: int, reason: str, line: tuple[int, ...]) -> str:
    words = f"{name(move)} ({reason_word(reason)})"
    return f"{words}: {' '.join(names(line))}" if line else words
