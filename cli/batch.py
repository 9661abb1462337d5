"""The batch loop, shared by all commands that read records and answer each record.

Records are read one after another from files or standard input. Each record has one answer; the answers
are written in input order, each as soon as it is known. With `--jobs` other processes compute the
answers, and the output is byte-identical. An unreadable record is reported, and the run continues with
the next record.
"""

import io
import sys
import time
import zlib
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import islice
from operator import call
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, cast

import click

from zet.cli import words
from zet.cli.errors import BAD, NO, REFUSALS, UNKNOWN, YES
from zet.cli.losses import Losses
from zet.cli.output import (
    Answer,
    NothingToKeepError,
    Record,
    Writer,
    encoded,
    json_line,
    located,
    open_output,
    progress,
    refuse_ending,
    report,
)
from zet.cli.words import _, translate
from zet.engines.messages import Message
from zet.formats.errors import FormatError, error_code
from zet.formats.files import files_in, is_packed, is_special, open_input
from zet.formats.lines import Line

if TYPE_CHECKING:
    from concurrent.futures import Future
    from pathlib import Path

    from zet.cli.options import Cluster, Reading
    from zet.cli.output import Bar
    from zet.cli.pools import Pool
    from zet.cli.resume import Partial
    from zet.formats.contract import Error

_RANK = (YES, NO, UNKNOWN, BAD)

CHUNK_SECONDS = 0.07
"""How long, in seconds, a worker process should spend on a chunk of records."""
MAX_CHUNK = 2048
"""The maximum number of records in a chunk, which bounds the work in flight."""


Lost = tuple[str, tuple[str, ...]]
"""The source of a record, and the names of the record's parts that the output format cannot store."""

Answers = tuple[Sequence[str], str | bytes, Collection[int], Sequence[str], Sequence[Any], Sequence[Lost]]
"""The answers to a chunk of records: each field of `Answer`, collected over the chunk."""


Work = Callable[[Record], Answer]
Load = Callable[[io.BufferedReader, str], Iterable[Any]]


def _answer(work: Work, as_json: bool, record: Record) -> Answer:
    """Return the answer to a record; for an unreadable record, the answer reports the error."""
    error = record.value
    if not isinstance(error, ValueError):  # a ValueError here is always a FormatError
        try:
            return work(record)
        except REFUSALS as caught:
            error = caught
        except MemoryError:
            error = MemoryError(Message("out of memory"))
    return _refusal(as_json, record, error)


def _refusal(as_json: bool, record: Record, error: Exception) -> Answer:
    """Return the answer that reports an error instead of a result."""
    reports: object = error
    if not isinstance(error, FormatError):
        reports = located(record, str(error))
    text = json_line(record, "error", _error_keys(error, str(reports))) if as_json else ""
    return "error", text, BAD, translate(reports), None, ()


def _error_keys(error: Exception, text: str) -> "Error":
    """Return the JSON object of an error."""
    keys: Error = {"status": "error", "code": error_code(error), "error": text}
    if isinstance(error, FormatError) and error.line is not None:
        keys["line"] = error.line
    return keys


def _print_messages(messages: Sequence[str], writer: Writer, bar: "Bar | None") -> None:
    """Write messages to standard error, after the answers to earlier records.

    The progress bar is erased first if there are messages, or if the answers are written to a terminal.
    """
    if bar and (messages or writer.is_terminal):
        bar.clear()
    if messages:
        writer.flush()
    for message in messages:
        click.echo(message, err=True)


def _alone(source: str, answer: Answer) -> Answers:
    """Wrap the answer to a single record from `source` as a chunk of answers."""
    status, text, code, message, value, lost = answer
    reports = (message,) if message else ()
    values = () if value is None else (value,)
    return (status,), text, (code,), reports, values, ((source, lost),) if lost else ()


def _joined(sources: Iterable[str], answers: Iterable[Answer]) -> Answers:
    """Combine the answers to several records into one chunk; `sources` lists the records' sources."""
    statuses, texts, codes, messages, values, parts = zip(*answers, strict=True)
    text = b"".join(map(encoded, texts))
    reports = [message for message in messages if message]
    found = [value for value in values if value is not None]
    lost = [(source, names) for source, names in zip(sources, parts, strict=True) if names]
    return statuses, text, {*codes}, reports, found, lost


def _packed(record: Record) -> tuple[Any, ...]:
    """Return a record as a plain tuple, which pickles in a fifth of the time of a named tuple."""
    source, number, value = record
    return (source, number, *value) if isinstance(value, Line) else (source, number, value)


def _unpacked(source: str, number: int, *value: Any) -> Record:
    return Record(source, number, value[0] if len(value) == 1 else Line(*value).read())


def _answers(work: Work, as_json: bool, packed: list[tuple[Any, ...]]) -> tuple[Answers, float]:
    """Return the answers to a chunk of records, and the seconds spent on them."""
    started = time.perf_counter()
    answers = [_answer(work, as_json, _unpacked(*one)) for one in packed]
    return _joined([one[0] for one in packed], answers), time.perf_counter() - started


def _answers_in(
    tongue: str, work: Work, as_json: bool, packed: list[tuple[Any, ...]]
) -> tuple[Answers, float]:
    words.follow_environment()
    words.speak(tongue)
    return _answers(work, as_json, packed)


def _next_size(size: int, count: int, seconds: float) -> int:
    """Return the size of the next chunk, given that `count` records took `seconds`."""
    fitting = int(count * CHUNK_SECONDS / seconds) if seconds else MAX_CHUNK
    return max(1, min(fitting, 2 * size, MAX_CHUNK))


def _unopened(name: str, load: Load, error: Exception) -> FormatError:
    """Return the error for a file that cannot be opened or read."""
    refusal = FormatError(name, None, _reason(name, load, error))
    refusal.code = "not-opened"
    return refusal


def _reason(name: str, load: Load, error: Exception) -> str:
    """Return why a file cannot be read, with a hint if `name` is itself a record or an address."""
    if "://" in name:
        return Message("this is an address, not the name of a file; pass it on standard input")
    if isinstance(error, IsADirectoryError):
        if not files_in(name):
            return Message("this folder contains no files")
        return Message("this is a folder; name its files instead: {name}", name=name.rstrip("/") + "/*")
    if isinstance(error, FileNotFoundError) and hasattr(load, "formats"):
        stream: io.BufferedReader = io.BufferedReader(io.BytesIO(name.encode(errors="surrogateescape")))
        if not isinstance(next(iter(load(stream, name)), error), Exception):
            return Message("this is the content of a file, not its name; pass it on standard input")
        return cast("Reading", load).missing(name)
    return Message(getattr(error, "strerror", None) or str(error))


class Values(NamedTuple):
    """How a run computes its total, the final output, from the values in its answers.

    The values are plain data of the type `kind`, which a checkpoint can save (see
    zet.cli.resume.validated). `total` makes the final output from all values. `until` is called with each
    value in order; the run stops after the record for which it returns True.
    """

    total: Callable[[list[Any]], str | bytes] | None = None
    kind: Any = None
    until: Callable[[Any], bool] | None = None


UNUSED = Values()


@dataclass(eq=False, kw_only=True)
class Batch:
    """The options that all commands on records share, and the loop over the records.

    Without `files` the records come from standard input. `n_excluded` is the number of records that the
    reader has skipped because they have nothing to report. `when_none`, given the number of records,
    returns the message shown at a terminal if all of them have the status `none`.
    """

    files: tuple[str, ...] = ()
    format: str = "text"
    output: "Path | None" = None
    force: bool = False
    resume: bool = False
    jobs: int = 1
    cluster: "Cluster | None" = None
    quiet: bool = False
    verbose: bool = False
    n_excluded: int = field(default=0, init=False)
    when_none: Callable[[int], str] | None = field(default=None, init=False)
    _raw: BinaryIO | None = field(default=None, init=False)
    _n_before: int = field(default=0, init=False)
    _is_typed: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.files = self.files or ("-",)
        if self.output:
            refuse_ending(self.output, self.format)
        self._before_read: Callable[[], None] = lambda: None

    def records(
        self, load: Load, files: Iterable[str] | None = None, *, later: bool = False
    ) -> Iterator[Record]:
        """Yield the records of all files; a file that cannot be opened or read yields an error record.

        `files` replaces the files of the command line. With `later` a record may be an unparsed Line,
        which another process parses; the caller must then pass the records to `run` unchanged.
        """
        where: Callable[[str], str] = getattr(load, "where", str)  # a Reading resolves names itself
        plain = load
        if later and self.is_spread:
            load = partial(cast(Any, load), later=True)  # a Reading
        for name in self.sources if files is None else files:
            number = size = 0
            self._is_typed = name == "-" and sys.stdin.isatty()
            if self._is_typed and sys.stderr.isatty() and not self.quiet:
                click.echo(_("reading from the terminal; Ctrl-D ends the input"), err=True)
            try:
                with _open_raw(where(name)) as self._raw:
                    stream = open_input(self._raw, lambda: self._before_read())
                    for number, value in enumerate(load(stream, name), 1):
                        if value is not None:  # a skipped record still counts
                            yield Record(name, number, value)
                    size = self._raw.tell() if self._raw.seekable() else 0
                self._n_before += size
            except (OSError, EOFError, zlib.error) as error:
                yield Record(name, number + 1, _unopened(name, plain, error))

    def flush(self) -> None:
        """Flush all answers so far; call this before waiting for anything other than records."""
        self._before_read()

    def run(
        self,
        records: Iterable[Record],
        work: Work,
        frame: tuple[str, str] = ("", ""),
        use: Values = UNUSED,
    ) -> int:
        """Answer every record and return the exit code.

        `work` must be picklable. `frame` contains the texts to write before and after all answers, if
        there are any. `use` specifies how the values of the answers contribute to the total.
        """
        total, kind, until = use
        started = time.monotonic()
        statuses: dict[str, int] = {}
        codes, values, before = set[int](), list[Any](), 0
        with suppress(NothingToKeepError), ExitStack() as stack:
            kept = self._partial(stack, kind) if self.resume else None
            if kept:
                stream, statuses, codes = kept.stream, kept.statuses, kept.codes
                before, values = kept.records, kept.values
                is_over = until and kept.computed(lambda: any(map(until, values)))
                records = () if is_over else islice(records, before, None)
            else:
                stream = stack.enter_context(open_output(self.output, force=self.force))
            writer = Writer(stream, frame, resumes=kept is not None and kept.size > 0)
            workers = stack.enter_context(self._workers())  # fork before the first thread starts
            if workers is None and (self.output is None or is_special(self.output)):
                stack.enter_context(writer.flushing())
            show = stack.enter_context(progress(self.sources, self._position, quiet=self.quiet))
            most = 1 if until else MAX_CHUNK
            found = self._answers(records, work, writer, workers, most)
            losses = Losses(self.format)
            stack.callback(losses.report)
            for theirs, text, their_codes, messages, own, lost in found:
                _print_messages(messages, writer, show)
                for source, parts in lost:
                    losses.add(source, parts)
                for status in theirs:
                    statuses[status] = statuses.get(status, 0) + 1
                codes.update(their_codes)
                writer.write(text)
                if kept:
                    kept.note(len(theirs), own)
                values.extend(own)
                if show and not self._is_typed:  # a bar would cover the next record
                    show(statuses)
                if until and any(map(until, own)):
                    found.close()
                    break
            _print_messages((), writer, show)
            compute = kept.computed if kept else call
            writer.finish(compute(total, values) if total else "")
            if self.n_excluded:
                statuses["none"] = statuses.get("none", 0) + self.n_excluded
                codes.add(YES)
            if self.output is not None and codes == {BAD} and not writer.has_written:
                raise NothingToKeepError
        self._report(statuses, time.monotonic() - started, before)
        return max(codes, key=_RANK.index, default=YES)

    def _report(self, statuses: dict[str, int], seconds: float, before: int) -> None:
        """Write the messages at the end of a run."""
        if self.when_none and statuses.keys() == {"none"} and sys.stderr.isatty() and not self.quiet:
            click.echo(self.when_none(statuses["none"]), err=True)
        if self.verbose:
            report(statuses, seconds, before)

    def _partial(self, stack: ExitStack, kind: Any) -> "Partial":
        """Return the partial output of an interrupted run."""
        from zet.cli.resume import partial_output

        if self.output is None:
            raise click.UsageError(_("--resume requires --output"))
        if is_packed(self.output):
            raise click.UsageError(_("--resume cannot continue a compressed output file"))
        return stack.enter_context(partial_output(self.output, self.sources, force=self.force, kind=kind))

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The files of the command line, with each folder replaced by the files in it."""
        return tuple(path for name in self.files for path in files_in(name) or [name])

    @property
    def is_spread(self) -> bool:
        """Whether other processes work on the records."""
        return self.jobs != 1 or self.cluster is not None

    def _position(self) -> int:
        """Return the number of bytes read from all input files."""
        return self._n_before + (self._raw.tell() if self._raw and not self._raw.closed else 0)

    def _workers(self) -> AbstractContextManager["Pool | None"]:
        """Return the pool of worker processes, or None if this process handles the records itself."""
        if not self.is_spread:
            return nullcontext()
        from zet.cli.pools import pool

        return pool(self.jobs, self.cluster)

    def _answers(
        self, records: Iterable[Record], work: Work, writer: Writer, workers: "Pool | None", most: int
    ) -> Generator[Answers, None, None]:
        """Return the answers in order; any `workers` compute them in chunks of up to `most` records."""
        as_json = self.format == "json"
        if workers is None:
            self._before_read = writer.flush
            return (_alone(record.source, _answer(work, as_json, record)) for record in records)
        task = partial(_answers, work, as_json)
        if self.cluster is not None:  # its workers have their own environment
            task = partial(_answers_in, words.spoken(), work, as_json)
        return self._spread(records, task, workers, most, writer.flush)

    def _spread(
        self,
        source: Iterable[Record],
        task: Callable[[list[tuple[Any, ...]]], tuple[Answers, float]],
        workers: "Pool",
        most: int,
        before_wait: Callable[[], None],
    ) -> Generator[Answers, None, None]:
        """Yield the answers in order while other processes compute them.

        A thread reads the records and submits its current chunk whenever it may have to wait for input.
        If a process dies, the records in flight are retried one by one, and a record whose process dies
        at every attempt is refused.
        """
        from queue import Empty

        from zet.cli.pools import WAKE_SECONDS, LostWorkerError

        def answer_alone(record: Record) -> Answers:
            try:
                answers, _seconds = workers.alone(task, [_packed(record)])
            except LostWorkerError as error:
                return _alone(record.source, _refusal(self.format == "json", record, error))
            return cast(Answers, answers)

        chunks = _Chunks(workers, task)
        self._before_read = chunks.submit
        Thread(target=chunks.read, args=(source,), daemon=True).start()
        try:
            while True:
                if chunks.queue.empty():
                    before_wait()
                try:
                    item = chunks.queue.get(timeout=WAKE_SECONDS)
                except Empty:
                    continue
                if item is None:
                    return
                if isinstance(item, BaseException):
                    raise item
                records, future = item
                if not future.done():
                    before_wait()
                try:
                    answers, seconds = workers.result(future)
                except LostWorkerError:
                    yield from map(answer_alone, records)
                else:
                    chunks.size = min(_next_size(chunks.size, len(records), seconds), most)
                    yield answers
        except GeneratorExit:  # the consumer no longer needs the work in flight
            workers.end(at_once=True)
            raise


class _Chunks:
    """The records of a run in chunks of `size`, submitted to workers in order.

    `queue` contains each chunk with the future of its answers and, at the end, None or the error that
    stopped the reading thread.
    """

    def __init__(self, workers: "Pool", task: Callable[[list[tuple[Any, ...]]], Any]) -> None:
        from queue import Queue

        self.queue: Queue[tuple[list[Record], Future[Any]] | BaseException | None]
        self.queue = Queue(4 * workers.n_workers)
        self.size = 1
        self._workers = workers
        self._task = task
        self._chunk: list[Record] = []

    def submit(self) -> None:
        """Submit the records of the current chunk."""
        if self._chunk:
            records = self._chunk.copy()
            self._chunk.clear()
            future = self._workers.submit(self._task, list(map(_packed, records)))
            self.queue.put((records, future))

    def read(self, source: Iterable[Record]) -> None:
        """Read and submit all records."""
        try:
            for record in source:
                self._chunk.append(record)
                if len(self._chunk) >= self.size:
                    self.submit()
            self.submit()
            self.queue.put(None)
        except BaseException as error:
            self.queue.put(error)


def first_value(load: Load, source: str) -> Any:
    """Return the first value of a file that a command needs in addition to its records.

    Raises:
        click.ClickException: the file cannot be read.
    """
    value = next(Batch().records(load, [source])).value
    if isinstance(value, FormatError):
        raise click.ClickException(translate(value))
    return value


@contextmanager
def _open_raw(name: str) -> Iterator[BinaryIO]:
    """Yield an unbuffered stream of a file; "-" is standard input, which is left open."""
    if name == "-":
        yield getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    else:
        with io.FileIO(name) as raw:
            yield cast(BinaryIO, raw)
