"""The JSON objects for the results of `zet renju rules` and `zet renju find`.

The objects lack the keys `source` and `record`. The types in `contract` describe the objects. All text is
in English.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from zet.engines import noire
from zet.engines.messages import code_of
from zet.engines.renju.constants import COLOR_NAMES
from zet.engines.renju.model import name, names
from zet.formats import blanche, renju

if TYPE_CHECKING:
    from zet.engines.renju.model import Game
    from zet.formats.blanche import contract
    from zet.formats.renju.contract import ProofKeys


def _rule_keys(rule: noire.Rule) -> contract.RuleKeys:
    return {
        "rule": rule.name,
        "player": COLOR_NAMES[rule.player],
        "level": rule.level if rule.has_level else None,
    }


def _clause_keys(one: noire.program.Derivation) -> contract.ClauseKeys:
    return {"predicate": one.head.predicate, "arguments": len(one.head.arguments)}


def _values(bindings: Iterable[noire.Binding]) -> contract.Bindings:
    """Map the names of variables to their values, which are numbers or the names of other values."""
    return {one.variable: int(one.value) if one.kind == "number" else str(one) for one in bindings}


def _name(cell: int | None) -> str | None:
    return name(cell) if cell is not None and cell >= 0 else None


def rule_listed(rule: noire.Rule) -> contract.RuleListed:
    """Return the JSON object of `zet renju rules list` for a rule, with its location in a file."""
    return {"status": "ok", **_rule_keys(rule), "line": rule.place.line, "literals": len(rule.premise)}


def clause_listed(one: noire.program.Derivation) -> contract.ClauseListed:
    """Return the JSON object of `zet renju rules list` for a derivation, with its location in a file."""
    return {
        "status": "ok",
        **_clause_keys(one),
        "head": str(one.head),
        "line": one.head.place.line,
        "literals": len(one.body),
    }


def shown(
    one: noire.Rule | noire.program.Derivation, text: str
) -> contract.RuleShown | contract.ClauseShown:
    """Return the JSON object of `zet renju rules show`: a rule or the predicate of a derivation."""
    if isinstance(one, noire.Rule):
        return {"status": "ok", **_rule_keys(one), "text": text}
    return {"status": "ok", **_clause_keys(one), "text": text}


def check(program: noire.Program, faults: Sequence[noire.Fault]) -> contract.RulesChecked:
    """Return the JSON object of `zet renju rules check`: a rule base's errors and warnings."""
    errors = [_fault(one) for one in faults if one.is_error]
    return {
        "status": "faulty" if errors else "ok",
        "derivations": len(program.derivations),
        "rules": len(program.rules),
        "errors": errors,
        "warnings": [_fault(one) for one in faults if not one.is_error],
    }


def _fault(fault: noire.Fault) -> contract.FaultObject:
    place = fault.place
    return {
        "file": place.source,
        "line": place.line,
        "column": place.column,
        "code": code_of(fault.reason),
        "reason": str(fault.reason),
    }


def formatted(
    *, changes: bool, is_fault: bool = False, text: str | None = None
) -> contract.RulesFormatted:
    """Return the JSON object of `zet renju rules format`: whether a file changes, and the new text."""
    keys: contract.RulesFormatted = {
        "status": "unformatted" if changes and is_fault else "ok",
        "changed": changes,
    }
    if text is not None:
        keys["text"] = text
    return keys


def file_copied(file: str) -> contract.FileCopied:
    """Return the answer for a file that `rules copy` has written."""
    return {"status": "ok", "file": file}


def match(
    mover: int,
    matches: Iterable[noire.Match],
    limit: contract.MatchLimit | None,
    why_not: Sequence[contract.MissObject] | None,
    files: Sequence[str] | None,
) -> contract.RulesMatched:
    """Return the JSON object of `zet renju rules match`; keys whose arguments are None are omitted."""
    color = COLOR_NAMES[mover]
    keys: contract.RulesMatched = {
        "status": "unknown" if limit else "ok",
        "side": color,
        "to_move": color,
        "matches": [_match(one) for one in matches],
    }
    if limit:
        keys["limit"] = limit
    if why_not is not None:
        keys["why_not"] = why_not
    if files is not None:
        keys["files"] = files
    return keys


def _match(match: noire.Match) -> contract.MatchObject:
    return {**_rule_keys(match.rule), "move": _name(match.move), "bindings": _values(match.bindings)}


def why_not(
    rule: noire.Rule, miss: noire.Miss | None, steps: Iterable[noire.match.Step] | None
) -> contract.MissObject:
    """Return the JSON object of the literal at which a rule fails to match.

    If `steps` is not None, the object also lists the steps of all attempts to match the premise.
    """
    place: contract.MissPlace = {}
    if miss is not None:
        place = {
            "literal": str(miss.literal),
            "number": miss.number,
            "ways": miss.ways,
            "bindings": _values(miss.bindings),
            "file": miss.literal.place.source,
            "line": miss.literal.place.line,
        }
    ways: contract.MissSteps = {} if steps is None else {"steps": [_step(one) for one in steps]}
    return {**_rule_keys(rule), "literals": len(rule.premise), "fails": miss is not None, **place, **ways}


def _step(step: noire.match.Step) -> contract.StepObject:
    return {
        "number": step.number,
        "literal": str(step.literal),
        "holds": step.holds,
        "bindings": _values(step.bindings),
    }


def verify(
    rule: noire.Rule,
    tally: noire.soundness.Tally,
    examples: Iterable[noire.soundness.Claim],
    *,
    caught: bool,
) -> contract.RuleVerified:
    """Return the JSON object of `zet renju rules verify`: the counts of a rule's claims, and examples.

    With `caught`, the object contains the number of true claims that other rules also make.
    """
    counts = tally.counts
    others: contract.CaughtClaims = {"caught": tally.caught if rule.level else None} if caught else {}
    is_refuted = tally.checked > counts["true"]
    return {
        "status": "refuted" if is_refuted else "ok" if tally.checked else "unchecked",
        **_rule_keys(rule),
        "checked": tally.checked,
        "true": counts["true"],
        "other": counts["other"],
        "false": counts["false"],
        **others,
        "examples": [_claim(one) for one in examples],
    }


def _claim(claim: noire.soundness.Claim) -> contract.ClaimObject:
    return {
        **renju.json_lines.as_dict(claim.game),
        "move": _name(claim.move),
        "answer": _name(claim.answer),
        "verdict": claim.verdict,
    }


def learn(lesson: noire.Lesson) -> contract.RuleLearned:
    """Return the JSON object of `zet renju rules learn`: a rule, its tests, and whether it is kept."""
    return {
        "status": "kept" if lesson.is_kept else "refuted" if lesson.refuted else "useless",
        **_rule_keys(lesson.rule),
        "seen": lesson.seen,
        "checked": lesson.claims,
        "refuted": lesson.refuted,
        "before": lesson.before,
        "after": lesson.after,
        "text": blanche.dumps(noire.Program((), (lesson.rule,))),
    }


def learned_total(n_kept: int) -> contract.LearnedTotal:
    """Return the total of `rules learn`: the number of rules that were kept."""
    return {"status": "total", "kept": n_kept}


def solve(found: noire.Result) -> contract.RulesSolved:
    """Return the JSON object of `zet renju rules solve`: whether NOIRE finds a win."""
    return {
        **_line(found),
        "rule": found.rule.name if found.rule else None,
        **_effort(found),
        "seconds": round(found.seconds, 6),
    }


def _line(found: noire.Result) -> contract.WinLine:
    is_won = found.status == "win"
    return {
        "status": found.status,
        "line": names(found.line) if is_won else None,
        "length": found.length,
        "end": found.end,
        "searched": found.n_searched if is_won else None,
    }


def _effort(found: noire.Result) -> contract.Effort:
    return {
        "level": found.rule.level if found.rule else None,
        "limit": found.limit,
        "nodes": found.nodes,
        "depth": found.depth,
    }


def solve_with_proof(
    found: noire.Result, proof: ProofKeys, *, is_claim: bool = False
) -> contract.RulesSolvedWithProof:
    """Return the JSON object of `zet renju rules solve` with a proof.

    The key `rule` names the rules of the game. With `is_claim`, the win was claimed by the rule base but
    not proven, and the status is "unknown".
    """
    line = _line(found)
    if is_claim:
        line["status"] = "unknown"
    return {
        **line,
        "rule": proof["rule"],
        **_effort(found),
        "seconds": round(found.seconds, 6),
        "matched": found.rule.name if found.rule else None,
        **proof,
    }


def experiment(
    game: Game, levels: Iterable[int], found: Sequence[noire.Result]
) -> contract.LevelsSearched:
    """Return the JSON object of `zet renju rules experiment`: a search at each level of rules."""
    rows: list[contract.LevelSearched] = [
        {"knowledge": level, **_line(one), "rule": one.rule.name if one.rule else None, **_effort(one)}
        for level, one in zip(levels, found, strict=True)
    ]
    position = renju.position.dumps(game).strip()
    return {"status": found[-1].status, "position": position, "levels": rows}


def experiment_total(
    n_positions: int, totals: Iterable[noire.experiment.Total]
) -> contract.ExperimentTotal:
    """Return the total of `rules experiment`: the number of positions visited at each level."""
    rows = [_level_total(one) for one in totals]
    return {"status": "total", "positions": n_positions, "totals": rows}


def _level_total(one: noire.experiment.Total) -> contract.LevelTotal:
    return {
        "knowledge": one.level,
        "wins": one.wins,
        "nodes": one.nodes,
        "saved": None if one.saved is None else round(one.saved, 6),
        "saved_in_all": None if one.saved_in_all is None else round(one.saved_in_all, 6),
    }


def best_move(found: noire.Choice, size: int) -> contract.NoireMove:
    """Return the JSON object of `zet renju rules bestmove`: the move that NOIRE plays."""
    return {
        "status": "ok",
        "move": name(found.move, size),
        "reason": found.reason,
        "value": found.value,
        "line": names(found.line, size),
        "refuted": names(found.refuted, size),
        "nodes": found.nodes,
    }


def find(hit: noire.finder.Hit, player: str | None) -> contract.GameMatched:
    """Return the JSON object of `zet renju find` for a match in a game, with the name of the player."""
    return {
        "status": "ok",
        "ply": hit.ply,
        "rule": hit.match.rule.name,
        "player": None if hit.color is None else COLOR_NAMES[hit.color],
        "name": player,
        "move": _name(hit.match.move),
        "bindings": _values(named(hit.match)),
    }


def named(match: noire.Match) -> list[noire.Binding]:
    """Return the bindings of the named variables of a match."""
    return [one for one in match.bindings if "_" not in one.variable]


def given_up(limit: contract.GapLimit, positions: int = 0) -> contract.GameGivenUp:
    """Return the JSON object of `zet renju find` for a game in which a limit was reached.

    `positions` is the number of undecided positions, if known.
    """
    found: contract.GameGivenUp = {"status": "unknown", "limit": limit}
    if positions:
        found["positions"] = positions
    return found


def counts(rows: Sequence[Mapping[str, int | float | str | None]]) -> contract.MatchesCounted:
    """Return the JSON object of `zet renju find --count-by`: the counts of matches."""
    return {"status": "total", "counts": [{**row} for row in rows]}
