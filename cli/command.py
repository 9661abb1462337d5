"""A command is a function: from a record and its options to what was found.

`@command` makes a click command of such a function: reading, limits to other processes, --format, writing
and the exit code come with it. What needs more (records of its own, a table that is kept) calls `answer`
with a batch.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial, wraps
from inspect import signature
from typing import TYPE_CHECKING, Any

import click

from zet.cli.batch import Batch as Batch
from zet.cli.drawing import drawing_options
from zet.cli.errors import NO, UNKNOWN, YES
from zet.cli.options import flag, format_option, is_colored, spread_options
from zet.cli.output import Answer, Outcome as Outcome, Record as Record, Renderer
from zet.cli.parameters import Command, Option, OutputPath, grouped_options, option
from zet.cli.words import _

if TYPE_CHECKING:
    pass

CODES = {
    **dict.fromkeys(("ok", "solved", "valid", "legal", "win", "no-threat"), YES),
    **dict.fromkeys(("black-won", "white-won", "draw", "kept", "useless", "total"), YES),
    **dict.fromkeys(("unsolvable", "stuck", "invalid", "illegal", "over", "no-win", "none", "lost"), NO),
    **dict.fromkeys(("refuted", "faulty", "unformatted", "wrong", "not-minimal"), NO),
    **dict.fromkeys(("unknown", "unchecked", "valid-from-notes", "unused"), UNKNOWN),
}
"""The exit code that a status asks for, in every command."""

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
    total: Callable[[list[Any]], str | bytes] | None = None,
    until: Callable[[Any], bool] | None = None,
    kind: Any = None,
) -> int:
    """Answer all records with what a function finds, and return the exit code.

    `what` is the word for a record, before its number; `codes` are those of the statuses. `until`
    and `kind` are as in `Batch.run`.
    """
    work = partial(function, **options) if options else function
    return batch.run(
        records, partial(_answer, renderer(batch, what, codes), work), frame, total, until, kind
    )


def render(batch: Batch, record: Record, outcome: Outcome) -> str | bytes:
    """Return the text of an outcome in the format of the batch; for the total of a run."""
    return renderer(batch).render(record, outcome)[1]


def render_all(batch: Batch, outcomes: Iterable[Outcome]) -> str:
    """Return the text of several outcomes, a record each."""
    records = ((Record("total", number, None), one) for number, one in enumerate(outcomes, 1))
    return "".join(str(render(batch, *one)) for one in records)


def renderer(batch: Batch, noun: str = "", codes: Mapping[str, int] = CODES) -> Renderer:
    """Return the renderer for the format and the output of a batch."""
    color = batch.format == "text" and is_colored(batch.output)
    return Renderer(batch.format, noun, codes, color)


def _answer(form: Renderer, function: Function, record: Record) -> Answer:
    return form.render(record, function(record))


def drawn_seed(batch: Batch, seed: int | None) -> int:
    """Return the value of --seed, or a drawn one, which --verbose prints."""
    if seed is None:
        if batch.resume:
            raise click.UsageError(_("--resume needs a --seed; another one would be drawn"))
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
    spelling: str = "--format",
    spread: bool = True,
) -> Callable[[Function], RecordCommand]:
    """Make a command of a function from a record and options to what was found.

    `formats` are the values of --format, the default first. `reading` adds the options of a game's
    records. `answers` names the types of the answers in the game's contract, with a blank between them.
    `prepare` is called once for a run: it takes the options that it names, and `batch` and `load`,
    refuses what does not go together, and returns the options that the function gets instead; one that
    it calls `expand` takes the records, and returns those that are answered instead. What
    picture_option and style_options add becomes `drawing` and `style`. `frame` gives what stands around
    all answers in a format. `spread` is as in `batch_options`.
    """
    named = signature(prepare).parameters if prepare else ()

    def decorate(function: Function) -> RecordCommand:
        @wraps(function)
        def run(batch: Batch, load: Any, **options: Any) -> int:
            options |= drawing_options(batch, options)
            if prepare:
                every = {"batch": batch, "load": load, **options}
                options = {name: value for name, value in options.items() if name not in named}
                options |= prepare(**{name: every[name] for name in named})
            around = frame(batch.format) if frame else ("", "")
            expand = options.pop("expand", None)
            records = expand(batch.records(load)) if expand else batch.records(load, later=True)
            return answer(batch, records, function, options, what=load.what, frame=around)

        options = batch_options(*formats, answers=answers, spelling=spelling, spread=spread)
        made: RecordCommand = click.command(function.__name__, cls=RecordCommand)(options(reading(run)))
        made.answer = function
        function.__qualname__ += ".answer"  # by which other processes find it
        return made

    return decorate


def batch_options(
    *formats: str,
    answers: str = "",
    files: bool = True,
    spread: bool = True,
    spelling: str = "--format",
    metavar: str = "[FILES]...",
) -> Option:
    """Add the shared options to a command, whose function then gets them as `batch`.

    `formats` are the values of --format, the default first; `answers` as in `command`. Without `files`
    the command reads nothing; `metavar` stands for them where they are not alone. `spread` adds --resume,
    --jobs and --cluster, for commands whose batches may take long.
    """
    resume = "Keep what an interrupted run has written to --output, and go on."
    return grouped_options(
        "batch",
        Batch,
        *([click.argument("files", nargs=-1, metavar=metavar, type=click.Path())] if files else []),
        format_option("answers", *formats, answers=answers, spelling=spelling),
        option(
            "-o",
            "--output",
            type=OutputPath(dir_okay=False),
            metavar="FILE",
            help="Write to this file, whole or not at all.",
        ),
        option("--force", is_flag=True, help="Overwrite existing files."),
        *([flag("--resume", help=resume), spread_options("records")] if spread else []),
        option("-q", "--quiet", is_flag=True, help="Never show progress."),
        option("-v", "--verbose", is_flag=True, help="Say at the end what was done."),
    )
