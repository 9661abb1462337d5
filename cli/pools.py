"""Other processes: a pool on this machine, or the workers of a Dask cluster.

A process that dies (killed, or out of memory) takes nothing with it but the task that kills it. This is
the one module that imports multiprocessing; it is imported when there is something to spread.
"""

import logging
import multiprocessing
import os
import pickle
import re
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from importlib.metadata import version
from threading import Lock, Thread
from typing import Any

import click

from zet.cli import signals, words
from zet.cli.options import Cluster, require
from zet.cli.words import _
from zet.engines.messages import Message

MAX_WORKERS_PER_CORE = 4
"""No more processes than this are started, whatever --jobs says; the output is the same."""

TRIALS = 2
"""How often a process is started, and a task tried alone, once the process has died."""

FIRST_START = "fork" if sys.platform == "linux" else None
"""How processes start while there is one thread alone: with all that is imported, in no time."""

QUIET = "ignore:resource_tracker:UserWarning"
"""Python's own helper, which `spawn` starts, says nothing of what is left when the command is killed."""

WAKE_SECONDS = 0.3
"""The longest wait of the main thread: a signal that comes just before a wait does not end it."""

POLL_SECONDS = 1.0
"""How often it is seen to that a cluster is still there, while nothing comes from it."""
CLOSE_SECONDS = 2.0


class LostWorkerError(click.ClickException):
    """The process at work on a task has died."""

    code = "lost-process"

    def __init__(self) -> None:
        super().__init__(Message("the process at work on it was killed each time it was tried"))


class _Processes:
    """Processes that take tasks from one thread; when one has died, the next task starts them anew."""

    def __init__(self, number: int, start_method: str | None) -> None:
        self._number = number
        self._lock = Lock()
        self._is_over = False
        self._start(start_method)

    def submit(self, task: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Give a task to the next process that is free, which may have to be started first."""
        with signals.held(), _without_ctrl_c(), self._lock:
            try:
                return self._executor.submit(task, *arguments)
            except BrokenExecutor:
                if self._is_over:  # they did not die but were ended
                    raise
                self._start("spawn")  # there are threads now: no fork
                return self._executor.submit(task, *arguments)

    def end(self, *, at_once: bool) -> None:
        """End the processes, when they have done their tasks or at once."""
        with signals.held(), self._lock:
            self._is_over = True
        self._executor.shutdown(wait=not at_once, cancel_futures=at_once)

    def _start(self, method: str | None) -> None:
        if method == "spawn" and QUIET not in os.environ.get("PYTHONWARNINGS", ""):
            os.environ["PYTHONWARNINGS"] = f"{os.environ.get('PYTHONWARNINGS', '')},{QUIET}".lstrip(",")
        context = multiprocessing.get_context(method)
        self._executor = ProcessPoolExecutor(self._number, context, _start_worker, (words.spoken(),))


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Let processes and threads that are started in this block leave Ctrl-C to the main thread."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Pool:
    """Where tasks go; `n_workers` are worked on at a time, by processes on this machine."""

    def __init__(self, n_workers: int) -> None:
        self.n_workers = n_workers
        self._all = _Processes(n_workers, FIRST_START)
        self._one: _Processes | None = None
        for _trial in range(TRIALS):
            with suppress(LostWorkerError):
                self.result(self._all.submit(int))  # they start here, before there is a second thread
                break

    def submit(self, task: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Give a task to the next worker that is free; all tasks come from one thread."""
        return self._all.submit(task, *arguments)

    def result(self, future: "Future[Any]") -> Any:
        """Wait for the result of a task.

        Raises:
            LostWorkerError: its process died, or one beside it.
        """
        while True:
            try:
                return future.result(WAKE_SECONDS)
            except BrokenExecutor:
                raise LostWorkerError from None
            except TimeoutError:
                if future.done():
                    return future.result()

    def alone(self, task: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a task that a process of its own works on.

        Raises:
            LostWorkerError: that process died, each time that it was tried.
        """
        self._one = self._one or _Processes(1, "spawn")
        for _trial in range(TRIALS):
            with suppress(LostWorkerError):
                return self.result(self._one.submit(task, *arguments))
        raise LostWorkerError

    def map(self, task: Callable[..., Any], *columns: Iterable[Any]) -> Iterator[Any]:
        """Yield the results of a task on rows of arguments, in order.

        Raises:
            LostWorkerError: a task kills its process.
        """
        rows = list(zip(*columns, strict=False))
        futures = [self.submit(task, *row) for row in rows]
        for row, future in zip(rows, futures, strict=True):
            try:
                found = self.result(future)
            except LostWorkerError:
                found = self.alone(task, *row)
            yield found

    def end(self, *, at_once: bool) -> None:
        """End the processes, when they have done their tasks or at once."""
        for processes in filter(None, (self._all, self._one)):
            processes.end(at_once=at_once)
        if at_once:
            for child in multiprocessing.active_children():
                child.terminate()


class _ClusterPool(Pool):
    """The workers of a Dask cluster."""

    def __init__(self, client: Any, cluster: Cluster) -> None:
        self.n_workers = max(sum(client.ncores().values()), 1)
        self._client = client
        self._cluster = cluster
        self._executor = client.get_executor(pure=False)

    def submit(self, task: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Give a task to the scheduler."""
        try:
            found: Future[Any] = self._executor.submit(_called, pickle.dumps((task, arguments)))
        except Exception:
            if self._client.status != "running":
                raise self._lost() from None
            raise
        return found

    def result(self, future: "Future[Any]") -> Any:
        """Wait for the result of a task, as long as there is a cluster.

        Raises:
            LostWorkerError: so many workers died at it that the scheduler gave up.
            click.ClickException: the scheduler is lost, or all workers are, for the time allowed.
        """
        from distributed import KilledWorker

        seen = time.monotonic()
        while True:
            try:
                return future.result(POLL_SECONDS)
            except KilledWorker:
                raise LostWorkerError from None
            except CancelledError:
                raise self._lost() from None
            except TimeoutError:
                if future.done():  # it is the task's own
                    raise
            if self._has_workers():
                seen = time.monotonic()
            elif time.monotonic() - seen > self._cluster.timeout:
                raise _no_workers(self._cluster)

    def alone(self, task: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a task; the scheduler tries it as often as its `allowed-failures` say."""
        return self.result(self.submit(task, *arguments))

    def end(self, *, at_once: bool) -> None:
        """Leave what is under way to the scheduler, which forgets it when the client goes."""

    def _has_workers(self) -> bool:
        """Whether there is a worker.

        Raises:
            click.ClickException: the scheduler does not answer.
        """
        with suppress(OSError):
            if self._client.status == "running":
                return bool(self._client.ncores(callback_timeout=self._cluster.timeout))
        raise self._lost()

    def _lost(self) -> click.ClickException:
        reason = _("the cluster at {address} is lost: its scheduler no longer answers")
        return click.ClickException(reason.format(address=self._cluster.address))


def _called(pickled: bytes) -> Any:
    """Do a task on a worker; in one piece it costs the client less than what Dask looks through."""
    task, arguments = pickle.loads(pickled)  # noqa: S301 - from the client
    return task(*arguments)


@contextmanager
def pool(jobs: int, cluster: Cluster | None) -> Iterator[Pool]:
    """Yield the workers of a cluster, or processes (0: one for each core) that end with the block.

    Raises:
        click.ClickException: there is no such cluster, it has no workers with this version of zet, or the
            system has no room for processes.
    """
    if cluster is not None:
        with _silence(), _cluster_client(cluster) as client:
            yield _ClusterPool(client, cluster)
        return
    cores = os.cpu_count() or 1
    try:
        workers = Pool(min(jobs or cores, MAX_WORKERS_PER_CORE * cores))
    except OSError as error:
        reason = _("no more processes can be started: {reason}")
        raise click.ClickException(reason.format(reason=_(str(error.strerror)))) from None
    try:
        yield workers
    except BaseException:
        # What is under way is given up; `main` then leaves without waiting for the pool.
        workers.end(at_once=True)
        raise
    workers.end(at_once=False)


@contextmanager
def mapping(jobs: int, cluster: Cluster | None) -> Iterator[Callable[..., Iterator[Any]]]:
    """Yield a `map` for tasks that are no records; its results come in order.

    It works in this process, or with more jobs or a cluster in others.
    """
    if jobs == 1 and cluster is None:
        yield map
        return
    with pool(jobs, cluster) as workers:
        yield workers.map


@contextmanager
def _silence() -> Iterator[None]:
    """Keep what distributed logs and warns of from standard error; what ends a run is said in a line."""
    level = logging.root.manager.disable
    logging.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(level)


@contextmanager
def _cluster_client(cluster: Cluster) -> Iterator[Any]:
    """Yield a client of a Dask cluster that has workers, all with this version of zet."""
    address, timeout = cluster
    if not re.fullmatch(r"(\w+://)?[^/]+:\d+", address):
        reason = _("{address!r} is not the address of a cluster, like tcp://HOST:PORT")
        raise click.ClickException(reason.format(address=address))
    require("--cluster", "cluster", "distributed")
    from distributed import Client

    try:
        client = Client(address, timeout=timeout, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, TypeError, ValueError) as error:  # a TypeError: no certificates are configured
        reason = _("no cluster at {address}: {reason}").format(address=address, reason=error)
        raise click.ClickException(reason) from None
    try:
        try:
            client.wait_for_workers(1, timeout)
            found = client.run(version, "zet", on_error="return", callback_timeout=timeout)
        except OSError:
            raise _no_workers(cluster) from None
        _compare_versions(found)
        yield client
    finally:
        with suppress(Exception):  # the cluster may be lost
            client.close(CLOSE_SECONDS)  # type: ignore[no-untyped-call]


def _no_workers(cluster: Cluster) -> click.ClickException:
    reason = _("the cluster at {address} has had no workers for {seconds:g} seconds")
    return click.ClickException(reason.format(address=cluster.address, seconds=cluster.timeout))


def _compare_versions(found: Any) -> None:
    """Refuse workers, by address, that have no zet or another version."""
    ours = version("zet")
    for worker, theirs in found.items():
        if theirs != ours:
            reason = _("the worker at {worker} does not have zet")
            if isinstance(theirs, str):
                reason = _("the worker at {worker} has zet {theirs}, and this is zet {ours}")
            raise click.ClickException(reason.format(worker=worker, theirs=theirs, ours=ours))


def _start_worker(language: str) -> None:
    """Let a worker speak a language, leave Ctrl-C to the main process, and end with that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    words.follow_environment()
    words.speak(language)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the main process, however it comes about, and end with it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
