"""The command `zet tectonic generate`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from zet.cli.batch import first_value
from zet.cli.command import Batch, Outcome, Record, answer, batch_options, drawn_seed
from zet.cli.options import (
    board_option,
    choice,
    file_option,
    flag,
    number_option,
    refuse_without,
    seconds_option,
    seed_option,
)
from zet.cli.parameters import LARGEST, Command, conflicts_with, is_given, keyed, option, requires
from zet.cli.tectonic.options import (
    WHAT,
    WRITABLE,
    PuzzleReading,
    frame,
    limit_words,
    reading,
    written,
)
from zet.cli.tectonic.steps import Strategies
from zet.cli.words import _, translate
from zet.engines import tectonic
from zet.formats.errors import FormatError, UnreadableError
from zet.formats.tectonic import answers

if TYPE_CHECKING:
    from pathlib import Path


class _Scores(click.ParamType[tuple[int, int]]):
    """The type of an option whose value is a range of scores: 100-200, or 300- without an upper bound."""

    name = "scores"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        least, dash, most = str(value).partition("-")
        if not dash or not all(part.isdecimal() or not part for part in (least, most)):
            reason = _("{text!r} is neither a level ({levels}) nor a range of scores like 100-200")
            levels = ", ".join(tectonic.constants.LEVEL_NAMES)
            self.fail(reason.format(text=value, levels=levels), param, ctx)
        scores = _score(least or "0"), _score(most or str(LARGEST))
        if scores[0] > scores[1]:
            self.fail(_("{text!r} is an empty range").format(text=value), param, ctx)
        return scores


def _score(text: str) -> int:
    """Return a score; no puzzle has a score of ten digits."""
    return int(text) if len(text) < 10 else LARGEST


def _size(rows: int, columns: int) -> tuple[int, int]:
    if not (1 <= rows <= 100 and 1 <= columns <= 100):
        raise UnreadableError("a board has 1 to 100 rows and columns")
    return rows, columns


class _Task(NamedTuple):
    """A puzzle to generate: the puzzle to start from (None: at random), and a seed."""

    idea: tectonic.Puzzle | None
    seed: str


@click.command(cls=Command)
@batch_options(
    "line",
    "text",
    *(name for name in WRITABLE if name != "line"),
    answers="PuzzleAnswer Impossible NotGenerated",
    what="puzzles",
)
@reading
@requires(
    "FILES",
    choice(
        "--keep",
        words=tectonic.constants.KEEPS,
        default="givens",
        help="Keep this part of a puzzle, and its pieces.",
    ),
)
@file_option(
    "--drawing",
    help="Place givens where this text file has characters other than '.', '-' and '0'.",
)
@conflicts_with(
    "FILES",
    conflicts_with(
        "--drawing",
        board_option("board", _size, default="9x9", help="The size of the board, in cells."),
        number_option("--width", most=100, hidden=True, help="Deprecated; use --board."),
        number_option("--height", most=100, hidden=True, help="Deprecated; use --board."),
    ),
    number_option("--max-piece", most=64, default=5, help="The number of cells in the largest piece."),
)
@keyed(
    "--rating",
    own=True,
    type=_Scores(),
    metavar="LEVEL|LOW-HIGH",
    keys=dict.fromkeys(
        tectonic.constants.LEVEL_NAMES, choice("--difficulty", words=tectonic.constants.LEVEL_NAMES)
    ),
    help=f"The difficulty: {', '.join(tectonic.constants.LEVEL_NAMES)}; or scores: '100-200' or '300-'.",
)
@option(
    "--require",
    type=Strategies(),
    metavar="LIST",
    default="",
    show_default=False,
    help="Generate only puzzles that need these techniques, such as 13,14.",
)
@option(
    "--forbid",
    type=Strategies(),
    metavar="LIST",
    default="",
    show_default=False,
    help="Generate only puzzles that need none of these techniques, such as 14-15.",
)
@keyed(
    "--givens",
    multiple=True,
    metavar="CONDITION",
    keys={
        "symmetric": flag("--symmetric"),
        "minimal": flag("--minimal"),
        "fewest": conflicts_with(
            ("--keep pattern", "--drawing", "--givens symmetric", "--givens minimal"), flag("--fewest")
        ),
    },
    help="A condition on the givens; may be repeated. symmetric: a half turn leaves the pattern "
    "unchanged; minimal: every given is needed, apart from kept givens and, with symmetric, those "
    "opposite them; fewest: no puzzle with the same solution and kept givens has fewer. Above 8x8, "
    "minimal and symmetric together often fail.",
)
@seed_option("puzzles")
@number_option(
    "--count",
    default=1,
    help="The number of puzzles in all or, with FILES, per puzzle in FILES.",
)
@seconds_option("--time", "seconds", help="Give up on a puzzle after this time.")
def generate(
    batch: Batch,
    load: PuzzleReading,
    seed: int | None,
    count: int,
    keep: str,
    drawing: Path | None,
    board: tuple[int, int],
    width: int | None,
    height: int | None,
    **wanted: Any,
) -> int:
    """Generate puzzles with exactly one solution: at random, or from the puzzles in FILES.

    FILES are puzzles in any format, with any number of solutions. A new puzzle has the same pieces as one
    of these puzzles. With --keep givens it also has the same givens as this puzzle; with --keep pattern,
    givens in the same cells; with --keep solution, the same solution. If no such puzzle exists, a message
    says so (exit code 1). Without FILES nothing is read, not even from a pipe; to start from puzzles on
    standard input, give - as FILES.

    If none of --rating, --require and --forbid is given, a puzzle has few givens and may have any
    difficulty. `zet help tectonic rate` explains the levels and scores, and `zet help tectonic explain`
    lists the techniques. If many attempts all fail to meet the conditions, a message gives the reasons
    (exit code 3). With --verbose, the random seed is printed.
    """
    if both := sorted(wanted["require"] & wanted["forbid"]):
        reason = _("--require and --forbid cannot both name technique {number}")
        raise click.UsageError(reason.format(number=both[0]))
    seed = drawn_seed(batch, seed)
    wanted |= {"width": width or board[1], "height": height or board[0]}
    if drawing:
        from zet.formats.tectonic.drawing import load as load_drawing

        drawn = first_value(load_drawing, str(drawing))
        wanted |= {"width": drawn.width, "height": drawn.height, "pattern": drawn.cells}
    if is_given("files"):
        wanted["keep"] = keep
        records = _ideas(batch.records(load), seed, count)
    else:
        refuse_without("FILES", "from_format")
        batch.files = ()  # without FILES nothing is read, not even standard input
        records = (Record("-", at, _Task(None, f"{seed}:{at}")) for at in range(1, count + 1))
    return answer(batch, records, _generate, wanted, what=WHAT, frame=frame(batch.format))


def _ideas(records: Iterator[Record], seed: int, count: int) -> Iterator[Record]:
    """Yield `count` tasks for each puzzle to start from, numbered consecutively within a file."""
    for record in records:
        for number in range((record.number - 1) * count + 1, record.number * count + 1):
            value = record.value
            if not isinstance(value, FormatError):
                value = _Task(value, f"{seed}:{number}")
            yield record._replace(number=number, value=value)
            if isinstance(value, FormatError):
                break


def _generate(
    record: Record, *, width: int, height: int, seconds: float | None, **wanted: Any
) -> Outcome:
    from random import Random

    idea, seed = record.value
    if idea and wanted.get("pattern") is None:
        width, height = idea.width, idea.height
    failures: list[tectonic.generator.Failure] = []
    keys = partial(answers.not_generated, failures)
    try:
        wish = tectonic.Wish(idea, **wanted)
        puzzle = tectonic.generate(width, height, Random(seed), wish, seconds=seconds, failures=failures)
    except tectonic.explainer.LimitError as error:
        words = limit_words(error.limit)
        return Outcome("unknown", keys, f"{words}: {_failed(failures)}" if failures else words)
    except tectonic.ImpossibleError as error:
        return Outcome("unsolvable", partial(answers.impossible, error), translate(error))
    if puzzle is None:
        return Outcome("unknown", keys, _failed(failures))
    return written(Record(record.source, record.number, puzzle))


def _failed(failures: list[tectonic.generator.Failure]) -> str:
    """Return text with the reasons why no attempt succeeded, the most frequent reason first."""
    reasons = {
        "puzzle": _("{n} that produced no puzzle"),
        "difficulty": _("{n} with a level that --rating does not name ({levels})"),
        "low": _("{n} with a score below --rating (highest: {most})"),
        "high": _("{n} with a score above --rating (lowest: {least})"),
        "require": _("{n} without a technique that --require names"),
        "forbid": _("{n} with a technique that --forbid names"),
    }
    parts = []
    for fault, n in Counter(fault for one in failures for fault in one.faults).most_common():
        rated = [one.rating for one in failures if one.rating and fault in one.faults]
        levels = ", ".join(
            f"{number} {translate(level)}" for level, number in answers.levels_of(rated).items()
        )
        scores = [rating.score for rating in rated] or [0]
        parts.append(reasons[fault].format(n=n, levels=levels, most=max(scores), least=min(scores)))
    words = _("none of {n} attempts produced a puzzle that meets the conditions: {reasons}")
    return words.format(n=len(failures), reasons=", ".join(parts))
