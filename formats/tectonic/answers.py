"""The JSON objects that commands print, without the keys `source` and `record`.

Each function here makes an object from a puzzle and the result of an engine; the types in `contract`
describe the objects. All text is in English.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from zet.engines import tectonic
from zet.engines.messages import code_of

if TYPE_CHECKING:
    from zet.formats.tectonic import contract

REASONS = {
    None: "",
    "nodes": "the limit on the number of digits tried was reached",
    "time": "the time limit was reached",
}
"""The reasons given in undecided answers, by the limit that was reached (None: no limit was reached)."""


_NO_RESULT = object()


def as_dict(puzzle: tectonic.Puzzle, found: object = _NO_RESULT) -> Any:
    """Return the JSON object for a result about a puzzle, or, without a result, for the puzzle itself.

    The object is the output of the command that has the same name as the function that returned `found`,
    without the keys `source` and `record`. `found` may be None, which is the result of `rate` unless
    there is exactly one solution.

    Raises:
        TypeError: `found` is not the result of a command.
    """
    if found is _NO_RESULT:
        return shown(puzzle)
    match found:
        case None:
            return unrated(puzzle, tectonic.solve(puzzle))
        case tectonic.Result():
            return solve(puzzle, found)
        case tectonic.Explanation():
            steps = list(tectonic.hints.explained_steps(puzzle, found.start, found.steps, brief=False))
            unique = tectonic.explainer.is_only_solution(puzzle, found)
            return explain(puzzle, found, steps, tectonic.judge(puzzle).mistakes, unique=unique)
        case tectonic.Check():
            return check(puzzle, found, tectonic.judge(puzzle), tectonic.mistakes.judge_solution(puzzle))
        case tectonic.Rating():
            return rate(puzzle, found)
    raise TypeError(f"`found` must be the result of a command, not {type(found).__name__}")


def shown(puzzle: tectonic.Puzzle) -> contract.PuzzleAnswer:
    """Return the JSON object of `zet tectonic show`: a puzzle."""
    return {"status": "ok", **puzzle_object(puzzle)}


def puzzle_object(puzzle: tectonic.Puzzle) -> contract.PuzzleObject:
    """Return a puzzle as an object with the keys of the JSON format."""
    from zet.formats.tectonic.json_lines import as_dict as found  # not needed for text output

    return found(puzzle)


def solve(puzzle: tectonic.Puzzle, found: tectonic.Result) -> contract.Solved:
    """Return the JSON object of `zet tectonic solve`."""
    return {
        "status": found.status,
        "count": len(found.solutions),
        "unique": found.unique,
        "complete": found.complete,
        "solution": puzzle.rows(found.solutions[0]) if found.solutions else None,
        "nodes": found.nodes,
    }


def solution(puzzle: tectonic.Puzzle, number: int, digits: Sequence[int]) -> contract.Solution:
    """Return the JSON object for one solution listed by `solve --count all`, with its number."""
    return {"status": "solved", "number": number, "solution": puzzle.rows(digits)}


def solution_count(number: int, *, complete: bool) -> contract.SolutionCount:
    """Return the JSON object of the last line of `solve --count all`: the number of solutions."""
    status: contract.CountStatus = "unknown" if not complete else "total" if number else "unsolvable"
    unique = number == 1 if complete else None
    return {"status": status, "count": number, "unique": unique, "complete": complete}


def mistakes(puzzle: tectonic.Puzzle, found: Sequence[tectonic.Mistake]) -> contract.Mistakes:
    """Return the JSON keys that list a player's wrong answers and wrong notes."""
    notes = [one for one in found if not one.is_answer]
    return {
        "wrong": wrong_answers(puzzle, found),
        "wrong_notes": [
            {
                "cell": puzzle.place(one.cell),
                "notes": list(tectonic.model.digits_of(one.note)),
                "must_be": one.must_be,
            }
            for one in notes
        ],
    }


def wrong_answers(
    puzzle: tectonic.Puzzle, found: Sequence[tectonic.Mistake]
) -> list[contract.WrongAnswer]:
    """Return the answers that are wrong, each with its cell and the correct digit."""
    return [
        {"cell": puzzle.place(one.cell), "is": one.note.bit_length(), "must_be": one.must_be}
        for one in found
        if one.is_answer
    ]


def explain(
    puzzle: tectonic.Puzzle,
    found: tectonic.Explanation,
    steps: Sequence[tectonic.hints.ExplainedStep],
    wrong: Sequence[tectonic.Mistake] = (),
    *,
    unique: bool | None,
    brief: bool = False,
    file: str = "",
) -> contract.Explained:
    """Return the JSON object of `zet tectonic explain`; `file` is the name of the HTML page, if any."""
    start: contract.Start = {}
    if list(found.start) != puzzle.domains():
        start = {"start": puzzle.rows([list(tectonic.model.digits_of(mask)) for mask in found.start])}
    page: contract.Page = {"file": file} if file else {}
    reason = str(found.reason)
    return {
        "status": found.status,
        "steps": [step_object(puzzle, one, brief=brief) for one in steps],
        "solution": puzzle.rows(solved_digits(found)),
        "guesses": found.guesses,
        "unique": unique,
        "code": code_of(found.reason) or ("broken-rule" if reason else found.limit),
        "reason": reason or REASONS[found.limit],
        **start,
        **mistakes(puzzle, wrong),
        **page,
    }


def solved_digits(found: tectonic.Explanation) -> list[int]:
    """Return the digits at the end of an explanation, with 0 for an open cell."""
    return [mask.bit_length() if mask & (mask - 1) == 0 else 0 for mask in found.domains]


def step(puzzle: tectonic.Puzzle, deduced: tectonic.Step, name: str, reason: str) -> contract.FoldedStep:
    """Return the JSON object of a step, without its chain and without the bookkeeping steps in it."""
    return {
        **_deduction(puzzle, deduced.deduction, name),
        "solved": [(*puzzle.place(cell), digit) for cell, digit in deduced.solved],
        "reason": str(reason),
    }


def step_object(
    puzzle: tectonic.Puzzle, explained: tectonic.hints.ExplainedStep, *, brief: bool = True
) -> contract.StepObject:
    """Return a step's JSON object; with `brief`, include the bookkeeping steps merged into the step."""
    own = step(puzzle, explained.step, explained.name, explained.reason)
    chain: contract.ChainKeys = _chain(puzzle, explained.chain) if explained.chain else {}
    folded: contract.Folded = {}
    if brief:
        folded = {"folded": [step(puzzle, each, each.name, each.reason) for each in explained.folded]}
    return {**own, **chain, **folded}


def _deduction(
    puzzle: tectonic.Puzzle, deduction: tectonic.board.Deduction, name: str
) -> contract.DeductionKeys:
    return {
        "strategy": deduction.technique or None,
        "name": name,
        "action": deduction.action,
        "cells": puzzle.places(deduction.cells),
        "digits": list(tectonic.model.digits_of(deduction.mask)),
        "pattern": puzzle.places(deduction.pattern),
    }


def _chain(puzzle: tectonic.Puzzle, chain: tectonic.chains.Chain) -> contract.ChainKeys:
    conflict = chain.conflict
    cell = puzzle.place(conflict.cell)
    reason = str(conflict.reason)
    end: contract.Conflict = (
        {"piece": cell, "digit": conflict.digit, "reason": reason}
        if conflict.digit
        else {"cell": cell, "reason": reason}
    )
    return {
        "chain": [
            {
                **_deduction(puzzle, link, tectonic.chains.NAMES[link.technique]),
                "reason": str(link.reason),
            }
            for link in chain.links
        ],
        "conflict": end,
        "shortest": chain.is_shortest,
    }


def verify(found: tectonic.verifier.Verdict) -> contract.Verified:
    """Return the JSON object of `zet tectonic verify`: whether every step of an explanation is valid."""
    return {
        "status": found.status,
        "checked": found.checked,
        "guesses": found.guesses,
        "step": found.step or None,
        "code": code_of(found.reason),
        "reason": str(found.reason),
    }


def hint(
    puzzle: tectonic.Puzzle, next_steps: Sequence[tectonic.hints.ExplainedStep], hints: Sequence[str]
) -> contract.Hinted:
    """Return the JSON object of `zet tectonic hint`: the next steps and the hints."""
    steps = [step_object(puzzle, one) for one in next_steps]
    return {
        "status": "ok",
        "step": steps[-1],
        "steps": steps,
        "hints": list(map(str, hints)),
        **mistakes(puzzle, ()),
    }


def no_hint(
    puzzle: tectonic.Puzzle, status: contract.HintStatus, wrong: Sequence[tectonic.Mistake] = ()
) -> contract.Hinted:
    """Return the JSON object that `zet tectonic hint` prints when it has no step to show.

    `wrong` lists the player's mistakes.
    """
    return {"status": status, "step": None, "steps": [], "hints": [], **mistakes(puzzle, wrong)}


def check(
    puzzle: tectonic.Puzzle,
    found: tectonic.Check,
    judged: tectonic.Judgment,
    file_solution: tectonic.Judgment,
    differ: tectonic.enumeration.Differences | None = None,
) -> contract.Checked:
    """Return the JSON object of `zet tectonic check`.

    `judged` contains the mistakes in the player's notes, `file_solution` the mistakes in the solution
    that the file includes.
    """
    wrong = judged.mistakes or file_solution.mistakes
    redundant = None if found.redundant is None else puzzle.places(found.redundant)
    is_undecided = found.status == "unknown" and not redundant
    pieces = found.conflict_pieces
    solution: contract.WrongSolution = {}
    if puzzle.solution is not None:
        solution = {"wrong_solution": wrong_answers(puzzle, file_solution.mistakes)}
    different: contract.Differ = {"differ": differences(puzzle, differ)} if differ else {}
    return {
        "status": "wrong" if wrong and found.status != "invalid" else found.status,
        "count": found.count,
        "unique": found.unique,
        "minimal": None if redundant is None or is_undecided else not redundant,
        "redundant": redundant,
        "original_rules": not found.original_problems,
        "original_problems": list(map(str, found.original_problems)),
        "conflict": None if found.conflict is None else puzzle.places(found.conflict),
        "conflict_pieces": None if pieces is None else puzzle.places(map(puzzle.pieces.index, pieces)),
        **mistakes(puzzle, judged.mistakes),
        **solution,
        **different,
    }


def differences(
    puzzle: tectonic.Puzzle, found: tectonic.enumeration.Differences
) -> list[contract.Difference] | None:
    """Return the cells in which solutions differ; None if a limit was reached first."""
    if not found.complete:
        return None
    digits_of = tectonic.model.digits_of
    return [
        {"cell": puzzle.place(cell), "digits": list(digits_of(found.digits[cell]))}
        for cell in found.cells
    ]


def unrated(puzzle: tectonic.Puzzle, solved: tectonic.Result | None) -> contract.Rated:
    """Return the JSON object of `zet tectonic rate` for a puzzle without a rating.

    `solved` is the result of solving the puzzle, or None if a limit was reached.
    """
    unique = solved.unique if solved else None
    several: contract.RatingStatus = "invalid" if solved and solved.solutions else "unsolvable"
    return {
        "status": "unknown" if unique is None else several,
        "width": puzzle.width,
        "height": puzzle.height,
        "score": None,
        "level": None,
        "bottleneck": None,
        "hardest": None,
        "name": None,
        "techniques": [],
        "unique": unique,
    }


def rate(
    puzzle: tectonic.Puzzle, found: tectonic.Rating, *, seconds: float | None = None
) -> contract.Rated:
    """Return the JSON object of `zet tectonic rate` for a puzzle with one solution.

    `seconds` is the estimated time to solve the puzzle, or None if no scale has been fitted.
    """
    names = tectonic.constants.TECHNIQUES
    rated: contract.Rated = {
        "status": "ok",
        "width": puzzle.width,
        "height": puzzle.height,
        "score": found.score,
        "level": cast("contract.Level", found.level),
        "bottleneck": bottleneck(found.bottleneck),
        "hardest": found.hardest or None,
        "name": names.get(found.hardest),
        "techniques": [
            {"strategy": number, "name": names[number], "steps": count, "rounds": found.rounds[number]}
            for number, count in found.counts.items()
        ],
        "unique": found.unique,
    }
    if seconds is not None:
        rated["seconds"] = round(seconds, 1)
    return rated


def bottleneck(found: tectonic.rating.Bottleneck | None) -> contract.Bottleneck | None:
    """Return the JSON object for the bottleneck of a rating, the step that decides its level."""
    if found is None:
        return None
    return {
        "strategy": found.technique,
        "name": tectonic.constants.TECHNIQUES[found.technique],
        "ahead": found.ahead,
        "places": round(found.places, 2),
    }


def impossible(error: tectonic.ImpossibleError) -> contract.Impossible:
    """Return the JSON object that `generate` prints for a puzzle from which no new puzzle can be made."""
    return {"status": "unsolvable", "code": code_of(error.args[0]), "reason": str(error)}


def not_generated(failures: Sequence[tectonic.generator.Failure]) -> contract.NotGenerated:
    """Return the JSON object that `generate` prints when no attempt has made the requested puzzle."""
    levels = levels_of([one.rating for one in failures if one.rating])
    return {"status": "unknown", "tries": len(failures), "levels": levels}


def levels_of(ratings: Sequence[tectonic.Rating]) -> dict[str, int]:
    """Return how many ratings each level has, from the easiest level that occurs to the hardest."""
    found = Counter(rating.level for rating in ratings)
    return {level: found[level] for level in tectonic.constants.LEVEL_NAMES if found[level]}


def scan(puzzle: tectonic.Puzzle, found: tectonic.repair.Repair, turned: int = 0) -> contract.Scanned:
    """Return the JSON object of `zet tectonic scan` for a clear reading: the puzzle.

    `turned` is the clockwise rotation of the board in degrees.
    """
    repaired = spots(puzzle.width, found.repaired)
    return {**shown(puzzle), "repaired": repaired, "doubtful": [], "turned": turned}


def doubted(
    width: int,
    height: int,
    found: tectonic.repair.Repair,
    turned: int = 0,
    kind: contract.Kind | None = None,
    notes: int = 0,
) -> contract.Doubted:
    """Return the JSON object of `zet tectonic scan` for a doubtful reading.

    `turned` is the clockwise rotation of the board in degrees. `kind` is the puzzle or game that the
    board seems to be, if it is not a Tectonic; `notes` is the number of small digits that were read as
    notes, not as givens.
    """
    puzzle = found.puzzle or found.read
    return {
        "status": "unknown",
        "width": width,
        "height": height,
        "repaired": spots(width, found.repaired),
        "doubtful": spots(width, found.doubtful or found.repaired),
        "turned": turned,
        "looks_like": kind,
        "small_digits": notes,
        "answers": sum(map(bool, found.answers)),
        "reading": puzzle_object(puzzle) if puzzle else None,
    }


def spots(width: int, found: Iterable[tectonic.repair.Place]) -> list[list[tuple[int, int]]]:
    """Return the position of each doubt: [row, column] of a cell, or of both cells at a border."""
    return [[(cell // width + 1, cell % width + 1) for cell in place] for place in found]
