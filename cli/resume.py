"""A run that may be interrupted and go on later: `--resume`.

The answers so far are in FILE.partial beside the output. FILE.partial.json says of which run they are,
how many records and bytes they make, and how these came out. It is replaced in one step, up to five
times a second, less often where that would take over a twentieth of the time. What a total at the end is
made of is in FILE.partial.values. At the end all are gone.
"""

import hashlib
import json
import os
import pickle
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, BinaryIO

import click

from zet.cli import words
from zet.cli.output import NothingToKeepError, plain_errors
from zet.cli.words import _
from zet.formats.files import put_in_place, whole_file
from zet.formats.locks import BusyError, owned

SAVE_SECONDS = 0.2
"""Answers are saved no more often than this, and never for more than a twentieth of the time."""
_FREE = {"output", "force", "resume", "jobs", "cluster", "quiet", "verbose"}
"""Options that may differ from one run to the next, by the names of their values."""


class _Values(pickle.Unpickler):
    """What reads the values for a total: plain ones, and those of zet's own classes."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class; what else a file may name is refused."""
        found = super().find_class(module, name)
        home = getattr(found, "__module__", "")
        if not isinstance(found, type) or not (home.startswith("zet.") or found is Counter):
            raise pickle.UnpicklingError(name)
        return found


class Partial:
    """The answers so far: how many records, of which status and code, and the stream for the rest.

    `values` are those that the answers had for the total, of which each call of `note` brings more.
    """

    def __init__(self, stream: BinaryIO, kept: BinaryIO, path: Path, run: str) -> None:
        self.stream = stream
        self.values: list[Any] = []
        self._kept = kept
        self._path = path
        self._run = run
        self._state: dict[str, Any] = {
            "run": run, "records": 0, "bytes": 0, "values": 0, "statuses": {}, "codes": [],
        }  # fmt: skip
        if size := stream.seek(0, os.SEEK_END):
            self._take_up(size)
        self.records: int = self._state["records"]
        self.size: int = self._state["bytes"]
        self.statuses: dict[str, int] = dict(self._state["statuses"])
        self.codes: set[int] = set(self._state["codes"])
        for one, end in ((stream, self.size), (kept, self._state["values"])):
            one.seek(end)
            one.truncate()
        self.save()

    def _take_up(self, size: int) -> None:
        """Find the state of a file that holds something already."""
        name = self._path.with_suffix("")
        state: dict[str, Any] = {}
        try:
            state = json.loads(self._path.read_bytes())
            is_ours = 0 <= state["bytes"] <= size
            while self._kept.tell() < state["values"]:
                self.values += _Values(self._kept).load()
        except (OSError, ValueError, LookupError, TypeError, AttributeError, ImportError):
            is_ours = False
        except (EOFError, pickle.UnpicklingError):
            is_ours = False
        if not is_ours:
            reason = _("{path} is not from an interrupted run; remove it to start again")
            raise click.ClickException(reason.format(path=name))
        if state["run"] != self._run:
            reason = _("{path} is from a run with other input or options; remove it to start again")
            raise click.ClickException(reason.format(path=name))
        self._state = state

    def note(self, n: int, values: Sequence[Any]) -> None:
        """Take note that the answers to `n` records are written, their statuses and codes counted."""
        self.records += n
        if values:
            pickle.dump(values, self._kept)
        self._state = {  # in one step: a signal may come at any time
            "run": self._run,
            "records": self.records,
            "bytes": self.stream.tell(),
            "values": self._kept.tell(),
            "statuses": dict(self.statuses),
            "codes": sorted(self.codes),
        }
        if time.monotonic() >= self._next:
            self.save()

    def save(self) -> None:
        """Let the run go on here, whatever ends it."""
        began = time.monotonic()
        for stream in (self.stream, self._kept):
            stream.flush()
            os.fsync(stream.fileno())
        with whole_file(self._path) as stream:
            stream.write(json.dumps(self._state).encode() + b"\n")
        ended = time.monotonic()
        self._next = ended + max(SAVE_SECONDS, 19 * (ended - began))


@contextmanager
def partial_output(path: Path, files: Iterable[str], *, force: bool) -> Iterator[Partial]:
    """Yield what there is of an output; it takes the name of the file when the block has ended.

    Raises:
        click.UsageError: it reads standard input, which is gone when the run goes on.
        click.ClickException: the output exists, what is there of it is of another run, or another
            process is at it.
    """
    context = click.get_current_context()
    if "files" in context.params and "-" in files:
        raise click.UsageError(_("--resume reads from files, not from standard input"))
    path = path.resolve()
    part = Path(f"{path}.partial")
    state, values = Path(f"{part}.json"), Path(f"{part}.values")
    try:
        with plain_errors(path, force=force), owned(part) as stream, values.open("a+b") as kept:
            kept.seek(0)
            partial = Partial(stream, kept, state, _run(context))
            try:
                yield partial
                put_in_place(stream, part, path)
            except NothingToKeepError:
                part.unlink()
                raise
            except BaseException:
                partial.save()
                raise
            finally:
                if not part.exists():
                    state.unlink(missing_ok=True)
                if not part.exists() or not values.stat().st_size:
                    values.unlink(missing_ok=True)
    except BusyError as error:
        raise click.ClickException(f"{part}: {words.translate(error)}") from None


def _run(context: click.Context) -> str:
    """Return what stands for the command, its options and the content of all files that they name."""
    values = {name: value for name, value in context.params.items() if name not in _FREE}
    parts = [version("zet"), words.spoken(), context.command_path, sorted(values.items())]
    digest = hashlib.sha256(repr(parts).encode())
    for value in values.values():
        for name in value if isinstance(value, tuple) else (value,):
            if isinstance(name, str | Path) and Path(name).is_file():
                with Path(name).open("rb") as stream:
                    digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()
