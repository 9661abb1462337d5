"""`zet tectonic check` and `rate`."""

from functools import partial
from typing import Any

import click
from zet.cli.batch import NO, UNKNOWN, YES, Answer, Batch, Record, batch_command, json_line
from zet.cli.common import heading
from zet.cli.tectonic.common import PuzzleReading, limits, places, reading, solution_words
from zet.engines.tectonic.check import check as check_puzzle
from zet.engines.tectonic.explain import GUESS, NAMES
from zet.engines.tectonic.explain import explain as explain_puzzle
from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.rate import rating_of
from zet.engines.tectonic.solver import solve as find_solutions


@click.command()
@batch_command("text", "json")
@reading
@limits
@click.option("--minimal", is_flag=True, help="Ask also that no given can be spared.")
def check(batch: Batch, load: PuzzleReading, **asked: Any) -> int:
    """Say whether each puzzle has one solution, and whether it keeps to the seed's rules.

    The seed's rules want connected pieces of 1 to 5 cells; a puzzle outside them is still valid.
    """
    return batch.run(batch.records(load), partial(_check, batch.format, asked))


def _check(form: str, asked: dict[str, Any], record: Record) -> Answer:
    puzzle: Puzzle = record.value
    found = check_puzzle(puzzle, **asked)
    code = {"valid": YES, "invalid": NO, "unknown": UNKNOWN}[found.status]
    if form == "json":
        text = json_line(
            record,
            found.status,
            count=found.count,
            unique=found.unique,
            minimal=None if found.redundant is None else not found.redundant,
            redundant=None if found.redundant is None else places(puzzle, found.redundant),
            seed_rules=not found.original_problems,
            seed_problems=list(found.original_problems),
        )
        return Answer(found.status, text, code)
    words = [solution_words(found.unique, found.count)]
    if found.redundant is not None:
        cells = ", ".join("R{}C{}".format(*puzzle.place(cell)) for cell in found.redundant)
        words.append(f"these givens can be spared, each alone: {cells}" if cells else "minimal")
    words += found.original_problems or ["within the seed's rules"]
    return Answer(found.status, heading(record, "puzzle", f"{found.status}: {'; '.join(words)}"), code)


@click.command()
@batch_command("text", "json")
@reading
def rate(batch: Batch, load: PuzzleReading) -> int:
    """Say how hard each puzzle is: by the hardest technique it needs, and how often.

    Levels: easy, medium, hard, expert, and extreme where a guess is needed.
    """
    return batch.run(batch.records(load), partial(_rate, batch.format))


def _rate(form: str, record: Record) -> Answer:
    puzzle: Puzzle = record.value
    explanation = explain_puzzle(puzzle)
    status = "unsolvable" if explanation.status == "unsolvable" else "ok"
    code = YES if status == "ok" else NO
    found = rating_of(explanation) if status == "ok" else None
    counts = found.counts if found else {}
    # Deduction alone shows that a solution is the only one; after a guess it is asked for.
    unique = status == "ok" and (GUESS not in counts or find_solutions(puzzle).unique)
    if form == "json":
        keys = {
            "score": found.score if found else None,
            "level": found.level if found else None,
            "hardest": (found and found.hardest) or None,
            "name": NAMES.get(found.hardest) if found else None,
            "techniques": [
                {"strategy": number, "name": NAMES[number], "steps": count}
                for number, count in counts.items()
            ],
            "unique": unique,
        }
        return Answer(status, json_line(record, status, **keys), code)
    if found is None:
        return Answer(status, heading(record, "puzzle", status), code)
    used = ", ".join(f"{NAMES[number]} {count}x" for number, count in counts.items())
    words = f"{found.level}, {found.score} ({used or 'nothing left to do'})"
    return Answer(
        status, heading(record, "puzzle", words + ("" if unique else ", several solutions")), code
    )
