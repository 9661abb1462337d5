"""A command is a function from a record and its options to an outcome.

`@command` turns the function into a click command with input, worker processes, --format, output and an
exit code. A command that needs more (records from elsewhere, a table that outlives a record) calls
`answer` with a batch.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial, wraps
from inspect import signature
from typing import Any

import click

from zet.cli.batch import UNUSED, Batch as Batch, Values as Values
from zet.cli.drawing import drawing_options
from zet.cli.errors import NO, UNKNOWN, YES
from zet.cli.options import (
    flag,
    format_option,
    is_colored,
    quiet_option,
    spread_options,
    verbose_option,
)
from zet.cli.output import Answer, Outcome as Outcome, Record as Record, Renderer
from zet.cli.parameters import Command, Option, OutputPath, grouped_options, option
from zet.cli.terminal import screen_columns
from zet.cli.words import _

CODES = {
    **dict.fromkeys(("ok", "solved", "valid", "legal", "win", "no-threat"), YES),
    **dict.fromkeys(("black-won", "white-won", "draw", "kept", "useless", "total"), YES),
    **dict.fromkeys(("unsolvable", "stuck", "invalid", "illegal", "over", "no-win", "none", "lost"), NO),
    **dict.fromkeys(("refuted", "faulty", "unformatted", "wrong", "not-minimal"), NO),
    **dict.fromkeys(("unknown", "unchecked", "valid-from-notes", "unused"), UNKNOWN),
}
"""The exit code of each status, the same in every command."""

Function = Callable[..., Outcome]


def answer(
    batch: Batch,
    records: Iterable[Record],
    function: Function,
    options: Mapping[str, Any] | None = None,
    *,
    what: str = "",
    codes: Mapping[str, int] = CODES,
    frame: tuple[str, str] = ("", ""),
    use: Values = UNUSED,
) -> int:
    """Answer all records with the outcomes of a function, and return the exit code.

    `what` is the word for a record, shown before its number; `codes` maps statuses to exit codes. `frame`
    and `use` are passed to `Batch.run`.
    """
    work = partial(function, **options) if options else function
    return batch.run(records, partial(_answer, renderer(batch, what, codes), work), frame, use)


def render(batch: Batch, record: Record, outcome: Outcome) -> str | bytes:
    """Return an outcome rendered in the format of the batch; used for the total of a run."""
    return renderer(batch).render(record, outcome)[1]


def render_all(batch: Batch, outcomes: Iterable[Outcome]) -> str:
    """Return the text of several outcomes, each rendered as a separate record."""
    records = ((Record("total", number, None), one) for number, one in enumerate(outcomes, 1))
    return "".join(str(render(batch, *one)) for one in records)


def renderer(batch: Batch, noun: str = "", codes: Mapping[str, int] = CODES) -> Renderer:
    """Return the renderer for the format and the output of a batch."""
    color = batch.format == "text" and is_colored(batch.output)
    columns = screen_columns() if batch.format == "text" and batch.output is None else None
    return Renderer(batch.format, noun, codes, color, columns)


def _answer(form: Renderer, function: Function, record: Record) -> Answer:
    return form.render(record, function(record))


def drawn_seed(batch: Batch, seed: int | None) -> int:
    """Return the value of --seed, or a random seed, which --verbose prints."""
    if seed is None:
        if batch.resume:
            raise click.UsageError(_("--resume requires the --seed of the interrupted run"))
        seed = int.from_bytes(os.urandom(4), "big")
        if batch.verbose:
            click.echo(f"--seed {seed}", err=True)
    return seed


class RecordCommand(Command):
    """A command that can be called without click: `answer(record, **options)`."""

    answer: Function


def command(
    *formats: str,
    reading: Option,
    answers: str = "",
    prepare: Callable[..., Mapping[str, Any]] | None = None,
    frame: Callable[[str], tuple[str, str]] | None = None,
    spread: bool = True,
) -> Callable[[Function], RecordCommand]:
    """Return the decorator that makes a command from a function of a record and options.

    `formats` lists the values of --format, the default first. `reading` adds the options for reading a
    game's records. `answers` lists the types of the answers, from `formats/<game>/answers.py`, separated
    by blanks. `prepare` is called once per run with the options that its parameters name, which may
    include `batch` and `load`. It refuses conflicting options and returns new options, which the function
    receives instead of those passed to `prepare`. If `prepare` returns an `expand` option, this must be a
    function that converts the records read into the records to answer. The options of picture_option and
    style_options are passed to the function as `drawing` and `style`. `frame` returns, for a format, the
    text before and after all answers. `spread` is as in `batch_options`.
    """
    named = signature(prepare).parameters if prepare else ()

    def decorate(function: Function) -> RecordCommand:
        @wraps(function)
        def run(batch: Batch, load: Any, **options: Any) -> int:
            options |= drawing_options(batch, load, options)
            if prepare:
                every = {"batch": batch, "load": load, **options}
                options = {name: value for name, value in options.items() if name not in named}
                options |= prepare(**{name: every[name] for name in named})
            around = frame(batch.format) if frame else ("", "")
            expand = options.pop("expand", None)
            records = expand(batch.records(load)) if expand else batch.records(load, later=True)
            return answer(batch, records, function, options, what=load.what, frame=around)

        options = batch_options(*formats, answers=answers, spread=spread)
        made: RecordCommand = click.command(function.__name__, cls=RecordCommand)(options(reading(run)))
        made.answer = function
        function.__qualname__ += ".answer"  # the name under which other processes find it
        return made

    return decorate


def batch_options(
    *formats: str,
    answers: str = "",
    files: bool = True,
    spread: bool = True,
    brief: bool = False,
    what: str = "input",
    metavar: str = "[FILES]...",
) -> Option:
    """Return the decorator that adds the options of all batches, as the argument `batch`.

    `formats` lists the values of --format, the default first; `answers` is as in `command`. Without
    `files` the command reads nothing; `metavar` shows the arguments in the usage line. `spread` adds
    --resume and --jobs, for commands whose batches may take a long time; `what` is the word
    that the help of these two options uses for the parts of a batch. A `brief` command answers at once
    and has neither --quiet nor --verbose.
    """
    resume = (
        f"Continue an interrupted run: skip the {what} whose results are already in the --output file."
    )
    return grouped_options(
        "batch",
        Batch,
        *([click.argument("files", nargs=-1, metavar=metavar, type=click.Path())] if files else []),
        format_option("output", *formats, answers=answers),
        option(
            "-o",
            "--output",
            type=OutputPath(dir_okay=False),
            metavar="FILE",
            help="Write to this file instead of standard output; the file appears once it is complete. "
            "Without --format, a file extension that names a format selects that format.",
        ),
        option("--force", is_flag=True, help="Overwrite existing files."),
        *([flag("--resume", help=resume), spread_options(what)] if spread else []),
        *([] if brief else [quiet_option, verbose_option]),
    )
