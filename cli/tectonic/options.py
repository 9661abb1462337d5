"""Code shared by the Tectonic commands: reading of puzzles, limits, and output text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

from zet.cli import drawing, options, parameters
from zet.cli.command import Outcome, Record
from zet.cli.words import _, translate
from zet.engines import tectonic
from zet.engines.messages import Message
from zet.formats import tectonic as formats
from zet.formats.tectonic import FORMATS

if TYPE_CHECKING:
    from zet.engines.kernel.clock import Limit

WHAT = Message("puzzle")
"""The word for a record in messages."""

WRITABLE = tuple(name for name, found in FORMATS.items() if found.writes)
OWN = tuple(name for name in WRITABLE if name != "json")


class PuzzleReading(options.Reading):
    """The reader of puzzles; XML is validated, and its Options attributes are read if `notes` is true."""

    def __init__(self, from_format: str | None, schema: str, *, notes: bool = False) -> None:
        super().__init__(FORMATS, WHAT, from_format, {"xml": {"schema": schema, "options": notes}})
        self.notes = notes


_from_option = options.from_option("tectonic", FORMATS)
_schema_option = options.choice(
    "--schema",
    words=["zet", "original"],
    default="zet",
    older={"seed": "original"},
    help="Validate XML against zet's schema, or against the schema of the original Tectonic program.",
)
_notes_option = options.flag(
    "--notes",
    "--options",
    "notes",
    help="Include notes: the candidates that a person wrote in cells (in XML, the Options attributes).",
)


def _reading(from_format: str | None, schema: str = "zet", **notes: bool) -> PuzzleReading:
    if schema == "original":  # only XML has a schema
        if from_format != "xml":
            options.refuse_beside("--schema original", "from_format")
        from_format = "xml"
    return PuzzleReading(from_format, schema, **notes)


reading = parameters.grouped_options("load", _reading, _from_option)
notes_reading = parameters.grouped_options("load", _reading, _from_option, _notes_option)
schema_reading = parameters.grouped_options("load", _reading, _from_option, _schema_option, _notes_option)
"""The three groups of options for reading puzzles: plain, with notes, and with notes and a schema for
XML.
"""

limits = options.limits(WHAT, "trying this many digits in cells")


style_options = partial(drawing.style_options, border=True)


LIMIT_WORDS: dict[Limit | None, str] = {
    None: "",
    "nodes": Message("the limit on the number of digits tried was reached"),
    "time": Message("the time limit was reached"),
}


def limit_words(limit: Limit | None) -> str:
    """Say which limit a search reached, such as "the time limit was reached"; return "" for None."""
    return translate(LIMIT_WORDS[limit])


def kept(function: Callable[..., Outcome]) -> Callable[..., Outcome]:
    """Wrap a command so that its JSON includes the puzzle's origin and title.

    The wrapper adds the option --with-puzzle, which includes the whole puzzle.
    """

    @parameters.requires(
        "--format json", options.flag("--with-puzzle", help="Include the puzzle in each answer.")
    )
    @wraps(function)
    def keeping(record: Record, *, with_puzzle: bool = False, **how: Any) -> Outcome:
        found = function(record, **how)
        value = record.value
        puzzle: tectonic.Puzzle = value if isinstance(value, tectonic.Puzzle) else value.puzzle
        if found.keys is None or not (with_puzzle or puzzle.origin or puzzle.title):
            return found

        def keys() -> dict[str, Any]:
            from zet.formats.tectonic.json_lines import about, as_dict

            own = {**(found.keys() if callable(found.keys) else found.keys or {})}
            for key, value in (as_dict(puzzle) if with_puzzle else about(puzzle)).items():
                own.setdefault(key, value)
            return own

        return found._replace(keys=keys)

    keeping.__dict__["beside"] = "PuzzleBeside"
    return keeping


def frame(format_name: str) -> tuple[str, str]:
    """Return the texts that a format requires before the first puzzle and after the last puzzle."""
    return FORMATS[format_name].frame if format_name in OWN else ("", "")


def solution_words(unique: bool | None, count: int, *, complete: bool = False) -> str:
    """Describe the number of solutions, such as "at least 2 solutions"."""
    if unique:
        return _("the only solution")
    if unique is None:
        return _("{n} found so far").format(n=count) if count else _("no solution found so far")
    if count == 0:
        return _("no solution")
    words = _("exactly {n} solutions") if complete else _("at least {n} solutions")
    return words.format(n=count)


def written(record: Record, *, notes: bool = False) -> Outcome:
    """Return the outcome for a puzzle, which can be written in any format; `notes` keeps notes in XML.

    In the format of a site that compares the player's grid with a solution, a unique solution is added; a
    remark reports a puzzle without a unique solution.
    """
    puzzle: tectonic.Puzzle = record.value
    remarks: list[str] = []

    def own(format_name: str) -> str | bytes:
        if format_name in formats.CHECKED and not puzzle.solution:
            found = tectonic.solve(puzzle, count=2, nodes=MAX_SOLVING)
            if found.unique:
                return FORMATS[format_name].dumps()(replace(puzzle, solution=tuple(found.solutions[0])))
            words = solution_words(found.unique, len(found.solutions))
            remarks.append(
                _("{reason}, so puzzle sites cannot check the player's grid").format(reason=words)
            )
        options = {"options": True} if format_name == "xml" and notes else {}
        return FORMATS[format_name].dumps(**options)(puzzle)

    return Outcome(
        "ok",
        partial(formats.answers.shown, puzzle),
        f"{puzzle.height} x {puzzle.width}",
        partial(formats.picture.as_text, puzzle),
        own,
        lambda: "".join(remarks),
    )


MAX_SOLVING = 100_000
"""The maximum number of digits tried to find out whether a puzzle has a solution, or a unique one."""
