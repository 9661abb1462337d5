"""A command is a function: from a record and its options to what was found.

`@command` makes a click command of such a function: reading, limits to other processes, --format, writing
and the exit code come with it. What needs more (records of its own, a table that is kept) calls `answer`
with a batch.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial, wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from zet.cli.batch import Answer, Batch as Batch, Record as Record, json_line, placed
from zet.cli.errors import NO, UNKNOWN, YES
from zet.cli.options import (
    Option,
    drawing_options,
    file_option,
    flag,
    format_option,
    gathered,
    is_colored,
    only_with,
    spread_options,
)
from zet.cli.words import _

if TYPE_CHECKING:
    from pathlib import Path

CODES = {
    **dict.fromkeys(("ok", "solved", "valid", "legal", "win", "no-threat"), YES),
    **dict.fromkeys(("black-won", "white-won", "draw", "kept", "useless", "total"), YES),
    **dict.fromkeys(("unsolvable", "stuck", "invalid", "illegal", "over", "no-win", "none", "lost"), NO),
    **dict.fromkeys(("refuted", "faulty", "unformatted", "wrong", "not-minimal"), NO),
    **dict.fromkeys(("unknown", "unchecked", "valid-from-notes", "unused"), UNKNOWN),
}
"""The exit code that a status asks for, in every command."""

Keys = Mapping[str, Any]


class Found(NamedTuple):
    """What a command found for a record, in each form that it may be written in.

    `keys` are the object of --format json, behind source, record and status. `words` are the line of
    --format text, behind the place of the record; `board` is what stands below it, which a function
    makes that takes `color`. `own` writes it in a format, by name, which without `keys` may be json too;
    without it, or where `remark` says what the format can't hold, that goes to standard error. Functions
    are called for what is written alone. `value` goes into the total of the run.
    """

    status: str
    keys: Keys | Callable[[], Keys] | None = None
    words: str | Callable[[], str] | None = None
    board: str | Callable[..., str] = ""
    own: Callable[[str], str | bytes] | None = None
    remark: str | Callable[[], str] = ""
    value: Any = None


Function = Callable[..., Found]


def answer(
    batch: Batch,
    records: Iterable[Record],
    function: Function,
    options: Mapping[str, Any] | None = None,
    *,
    what: str = "",
    codes: Mapping[str, int] = CODES,
    frame: tuple[str, str] = ("", ""),
    total: Callable[[list[Any]], str | bytes] | None = None,
    until: Callable[[Any], bool] | None = None,
) -> int:
    """Answer all records with what a function finds, and return the exit code.

    `what` is the word for a record, before its number; `codes` are those of the statuses. `until` is as
    in `Batch.run`.
    """
    form = _form(batch, what, codes)
    found = partial(function, **options) if options else function
    return batch.run(records, partial(_answer, form, found), frame, total, until)


def text_of(batch: Batch, record: Record, found: Found) -> str | bytes:
    """Return what is written of something that was found; for the total of a run."""
    return _form(batch, "", CODES).written(record, found)[1]


def texts_of(batch: Batch, found: Iterable[Found]) -> str:
    """Return what is written of several things that were found, a record each."""
    records = ((Record("total", number, None), one) for number, one in enumerate(found, 1))
    return "".join(str(text_of(batch, *one)) for one in records)


class Form(NamedTuple):
    """How what was found is written."""

    name: str
    what: str
    codes: Mapping[str, int]
    color: bool

    def written(self, record: Record, found: Found) -> Answer:
        """Return the answer to a record."""
        text: str | bytes = ""
        message = ""
        if self.name == "json" and (found.keys is not None or found.own is None):
            keys = found.keys() if callable(found.keys) else found.keys
            text = json_line(record, found.status, keys or {})
        elif self.name == "text":
            text = self._text(record, found)
        else:
            text = found.own(self.name) if found.own else ""
            message = called(found.remark) or ("" if found.own else called(found.words))
        placed_message = placed(record, message) if message else ""
        return found.status, text, self.codes[found.status], placed_message, found.value

    def _text(self, record: Record, found: Found) -> str:
        board = found.board(color=self.color) if callable(found.board) else found.board
        return board if found.words is None else heading(record, self.what, called(found.words)) + board


def _form(batch: Batch, what: str, codes: Mapping[str, int]) -> Form:
    color = batch.format == "text" and is_colored(batch.output)
    return Form(batch.format, what, codes, color)


def called(words: str | Callable[[], str] | None) -> str:
    """Return words, which a function may make."""
    return words() if callable(words) else words or ""


def _answer(form: Form, function: Function, record: Record) -> Answer:
    return form.written(record, function(record))


def heading(record: Record, what: str, words: str) -> str:
    """Return the line that opens the answer to a record in text."""
    return f"{record.name}, {_(what)} {record.number}: {words}\n"


class Command(click.Command):
    """A click command that can be called without click: `answer(record, **options)`."""

    answer: Function


def command(
    *formats: str,
    reading: Option,
    prepare: Callable[..., Mapping[str, Any]] | None = None,
    frame: Callable[[str], tuple[str, str]] | None = None,
    spelling: str = "--format",
) -> Callable[[Function], Command]:
    """Make a command of a function from a record and options to what was found.

    `formats` are the values of --format, the default first. `reading` adds the options of a game's
    records. `prepare` is called once for a run: it takes the options that it names, and `batch` and
    `load`, refuses what does not go together, and returns the options that the function gets instead; one
    that it calls `through` takes the records, and returns those that are answered instead. What
    picture_option and style_options add becomes `drawing` and `style`. `frame` gives what stands around
    all answers in a format.
    """
    named = signature(prepare).parameters if prepare else ()

    def decorate(function: Function) -> Command:
        @wraps(function)
        def run(batch: Batch, load: Any, **options: Any) -> int:
            options |= drawing_options(batch, options)
            if batch.format != "json":
                only_with("--format json", "with_puzzle")
            if prepare:
                every = {"batch": batch, "load": load, **options}
                options = {name: value for name, value in options.items() if name not in named}
                options |= prepare(**{name: every[name] for name in named})
            around = frame(batch.format) if frame else ("", "")
            through = options.pop("through", None)
            records = through(batch.records(load)) if through else batch.records(load, later=True)
            return answer(batch, records, function, options, what=load.what, frame=around)

        decorated = batch_options(*formats, spelling=spelling)(reading(run))
        made: Command = click.command(function.__name__, cls=Command)(decorated)
        made.answer = function
        function.__qualname__ += ".answer"  # by which other processes find it
        return made

    return decorate


def batch_options(
    *formats: str,
    files: bool = True,
    spread: bool = True,
    spelling: str = "--format",
    metavar: str = "[FILES]...",
) -> Option:
    """Add the shared options to a command, whose function then gets them as `batch`.

    `formats` are the values of --format, the default first. Without `files` the command reads nothing;
    `metavar` stands for them where they are not alone; without `spread` it is the work of one process.
    """
    resume = "Keep what an interrupted run has written to --output, and go on."
    return gathered(
        "batch",
        Batch,
        *([click.argument("files", nargs=-1, metavar=metavar, type=click.Path())] if files else []),
        format_option("answers", *formats, spelling=spelling),
        file_option("-o", "--output", help="Write to this file, whole or not at all."),
        click.option("--force", is_flag=True, help="Overwrite existing files."),
        *([flag("--resume", help=resume)] if files or spread else []),
        *([spread_options("records")] if spread else []),
        click.option("-q", "--quiet", is_flag=True, help="Never show progress."),
        click.option("-v", "--verbose", is_flag=True, help="Say at the end what was done."),
    )


def drawn(path: "Path") -> Found:
    """Return that a picture was drawn, and where."""
    return Found("ok", {"file": str(path)}, lambda: _("drawn in {path}").format(path=path))
