"""The JSON objects about knowledge, a position or a tally, without the keys `source` and `record`.

The types in `contract` describe the objects. All text is in English.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from zet.engines import match5
from zet.engines.elo import rate_interval, score_of

if TYPE_CHECKING:
    from zet.formats.match5 import contract
    from zet.formats.match5.leaderboard import Entry

COLORS: dict[int, contract.Color] = {match5.constants.RED: "red", match5.constants.BLUE: "blue"}


def as_dict(
    asked: match5.Knowledge | match5.Position,
    found: Sequence[match5.prover.Verdict]
    | match5.Refutation
    | match5.Tally
    | match5.player.Choice
    | None = None,
) -> dict[str, Any]:
    """Return the JSON object for knowledge, for a position, or for a result `found` about either.

    `inspect`, `verify --prove`, `match`, `show` and `bestmove` print the same object, plus `source` and
    `record`.
    """
    match asked, found:
        case match5.Knowledge(), None:
            return {**inspect(asked)}
        case match5.Knowledge(), [*verdicts]:
            return {**verify(asked, verdicts)}
        case match5.Knowledge(), match5.Refutation():
            return {**verify(asked, None, found)}
        case match5.Knowledge(), match5.Tally():
            return {**match(found)}
        case match5.Position(), match5.player.Choice():
            return {**best_move(asked, found)}
        case match5.Position(), None:
            return {**show(asked)}
    raise TypeError(f"`found` must be the result of a command, not {type(found).__name__}")


def inspect(
    knowledge: match5.Knowledge,
    shown: Sequence[tuple[int, match5.Pattern]] | None = None,
    files: Sequence[str] = (),
) -> contract.KnowledgeInspected:
    """Return the JSON object of `zet match5 inspect`: player, chosen patterns and picture files."""
    from zet.formats.match5.json import pattern_as_dict  # not needed for text output

    found: contract.KnowledgeInspected = {
        "status": "ok",
        "name": knowledge.name,
        "patterns": len(knowledge.patterns),
        "levels": {str(level): count for level, count in knowledge.levels.items()},
        "games": knowledge.games,
        "losses": knowledge.losses,
        "protected": knowledge.lock is not None,
    }
    if shown is not None:
        found["shown"] = [{"number": number, **pattern_as_dict(pattern)} for number, pattern in shown]
    if files:
        found["files"] = files
    return found


def verify(
    knowledge: match5.Knowledge,
    verdicts: Sequence[match5.prover.Verdict] | None = None,
    refutation: match5.Refutation | None = None,
) -> contract.KnowledgeVerified:
    """Return the JSON of `zet match5 verify`: the proven patterns, and whether the player can lose.

    Without `verdicts` and `refutation`, the answer states only that the file is valid.

    Raises:
        ValueError: the number of verdicts differs from the number of patterns.
    """
    found: contract.KnowledgeVerified = {"status": "valid", "patterns": len(knowledge.patterns)}
    if verdicts is not None:
        if len(verdicts) != len(knowledge.patterns):
            reason = f"{len(verdicts)} verdicts for {len(knowledge.patterns)} patterns"
            raise ValueError(reason)
        unproven = [at for at, verdict in enumerate(verdicts, 1) if verdict == "unproven"]
        unknown = [at for at, verdict in enumerate(verdicts, 1) if verdict == "unknown"]
        found["status"] = "invalid" if unproven else "unknown" if unknown else "valid"
        found["proven"] = len(verdicts) - len(unproven) - len(unknown)
        found["unproven"] = unproven
        found["unknown"] = unknown
    if refutation is not None:
        lost = refutation.status == "lost"
        if lost or refutation.status == "unknown":
            found["status"] = "invalid" if lost or found["status"] == "invalid" else "unknown"
        moves = refutation.moves if lost else ()
        found["never_loses"] = {"holds": True, "lost": False, "unknown": None}[refutation.status]
        found["positions"] = refutation.positions
        found["line"] = [match5.model.field_name(move.field) for move in moves]
        found["begins"] = COLORS[moves[0].color] if moves else None
    return found


def train(
    status: Literal["training", "ok", "interrupted"], games: int, part: match5.Tally, patterns: int
) -> contract.Training:
    """Return the JSON object for a line of `zet match5 train`: results of games, or the total."""
    return {
        "status": status,
        "games": games,
        "losses": part.losses,
        "draws": part.draws,
        "wins": part.wins,
        "patterns": patterns,
        "unlearnable": part.unlearnable,
    }


def mutation(change: match5.player.Mutation) -> contract.PatternChanged:
    """Return the JSON object for a line of `train --mutations`: a pattern and its change."""
    from zet.formats.match5.json import pattern_as_dict

    return {"status": change.action, **pattern_as_dict(change.pattern)}


def match(tally: match5.Tally) -> contract.MatchPlayed:
    """Return the JSON object of `zet match5 match`: the results, the score and the loss rate."""
    score, low, high = score_of((tally.losses, tally.draws, tally.wins))
    bounds = rate_interval(tally.losses, tally.games)
    return {
        "status": "ok",
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": round(score, 5),
        "score_interval": [round(low, 5), round(high, 5)],
        "loss_rate": round(tally.losses / tally.games, 5),
        "loss_interval": [round(bound, 5) for bound in bounds],
    }


def best_move(
    position: match5.Position, choice: match5.player.Choice
) -> contract.MoveChosen | contract.GameOver:
    """Return the JSON object of `zet match5 bestmove`: the move, and the pattern that suggested it."""
    if choice.move is None:
        return {"status": "over", "result": _result(position)}
    reason = choice.reason
    name = match5.model.field_name
    return {
        "status": "ok",
        "move": name(choice.move),
        "to_move": COLORS[position.to_move],
        "pattern": reason.number + 1 if reason else None,
        "answers": COLORS[reason.color] if reason else None,
        "level": reason.pattern.level if reason else None,
        "symmetry": reason.symmetry if reason else None,
        "place": name(reason.x + 9 * reason.y) if reason else None,
    }


def _result(position: match5.Position) -> contract.Result:
    status = position.status
    if status == "open":
        raise ValueError("the game is not over")
    return status


def hall(entry: Entry, file: str, *, there: bool) -> contract.HallEntry:
    """Return the JSON object for a player in the Hall of Fame.

    `there` states whether the player's file exists.
    """
    return {"status": "ok", "name": entry.name, "level": entry.level, "file": file, "there": there}


def show(position: match5.Position) -> contract.PositionShown:
    """Return the JSON object of `zet match5 show`: a position."""
    return {
        "status": "ok",
        "board": "".join("0RB"[value] for value in position.board),
        "moves": [match5.model.field_name(field) for field in position.moves],
        "to_move": COLORS[position.to_move],
        "result": None if position.status == "open" else position.status,
    }
