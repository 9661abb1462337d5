"""Worker processes: a pool on this machine, or the workers of a Dask cluster.

If a process dies (killed, or out of memory), only the task that caused its death is lost. Only this
module imports multiprocessing, and only runs with workers import this module.
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
"""The maximum number of processes per core, whatever --jobs is; this does not affect the output."""

TRIALS = 2
"""The number of attempts to start a process, and to run a task alone after a process has died."""

FIRST_START = "fork" if sys.platform == "linux" else None
"""The start method as long as this process has one thread: fork is instant and shares all imports."""

QUIET = "ignore:resource_tracker:UserWarning"
"""The warning filter that silences the resource tracker of `spawn`, which would warn of leaks when the
command is killed.
"""

WAKE_SECONDS = 0.3
"""The longest wait of the main thread in seconds; a signal that arrives just before a wait is noticed at
the end of the wait.
"""

POLL_SECONDS = 1.0
"""The interval in seconds between checks that a silent cluster is still alive."""
CLOSE_SECONDS = 2.0


class LostWorkerError(click.ClickException):
    """The process that worked on a task has died."""

    code = "lost-process"

    def __init__(self) -> None:
        super().__init__(Message("the process that worked on this record was killed on every attempt"))


class _Processes:
    """Processes that execute tasks submitted by one thread.

    If a process dies, all processes are restarted for the next task.
    """

    def __init__(self, number: int, start_method: str | None) -> None:
        self._number = number
        self._lock = Lock()
        self._is_over = False
        self._start(start_method)

    def submit(self, task: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Submit a task to the next free process, and start processes if necessary."""
        with signals.held(), _without_ctrl_c(), self._lock:
            try:
                return self._executor.submit(task, *arguments)
            except BrokenExecutor:
                if self._is_over:  # the processes were ended on purpose
                    raise
                self._start("spawn")  # this process now has threads, so it must not fork
                return self._executor.submit(task, *arguments)

    def end(self, *, at_once: bool) -> None:
        """End the processes, at once or when they have finished their tasks."""
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
    """Leave Ctrl-C to the main thread: threads and processes started in this block do not receive it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Pool:
    """An executor of tasks: `n_workers` processes on this machine."""

    def __init__(self, n_workers: int) -> None:
        self.n_workers = n_workers
        self._all = _Processes(n_workers, FIRST_START)
        self._one: _Processes | None = None
        for _trial in range(TRIALS):
            with suppress(LostWorkerError):
                self.result(self._all.submit(int))  # start them now, while the process has one thread
                break

    def submit(self, task: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Submit a task to the next free worker; only one thread may submit tasks."""
        return self._all.submit(task, *arguments)

    def result(self, future: "Future[Any]") -> Any:
        """Wait for the result of a task.

        Raises:
            LostWorkerError: the task's process or another process of the pool died.
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
        """Return the result of a task, executed in a separate process.

        Raises:
            LostWorkerError: the process died at every attempt.
        """
        self._one = self._one or _Processes(1, "spawn")
        for _trial in range(TRIALS):
            with suppress(LostWorkerError):
                return self.result(self._one.submit(task, *arguments))
        raise LostWorkerError

    def map(self, task: Callable[..., Any], *columns: Iterable[Any]) -> Iterator[Any]:
        """Yield the results of a task in order; each of `columns` lists the values of one argument.

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
        """End the processes, at once or when they have finished their tasks."""
        for processes in filter(None, (self._all, self._one)):
            processes.end(at_once=at_once)
        if at_once:
            for child in multiprocessing.active_children():
                child.terminate()


class _ClusterPool(Pool):
    """An executor of tasks on the workers of a Dask cluster."""

    def __init__(self, client: Any, cluster: Cluster) -> None:
        self.n_workers = max(sum(client.ncores().values()), 1)
        self._client = client
        self._cluster = cluster
        self._executor = client.get_executor(pure=False)

    def submit(self, task: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Submit a task to the scheduler."""
        try:
            found: Future[Any] = self._executor.submit(_called, pickle.dumps((task, arguments)))
        except Exception:
            if self._client.status != "running":
                raise self._lost() from None
            raise
        return found

    def result(self, future: "Future[Any]") -> Any:
        """Wait for the result of a task while the cluster is alive.

        Raises:
            LostWorkerError: the scheduler gave up the task, because too many workers died.
            click.ClickException: the scheduler or all workers are unreachable for longer than the
                timeout.
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
                if future.done():  # the task raised this exception
                    raise
            if self._has_workers():
                seen = time.monotonic()
            elif time.monotonic() - seen > self._cluster.timeout:
                raise _no_workers(self._cluster)

    def alone(self, task: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a task; the scheduler retries it up to `allowed-failures` times."""
        return self.result(self.submit(task, *arguments))

    def end(self, *, at_once: bool) -> None:
        """Abandon tasks in flight; the scheduler drops them when the client disconnects."""

    def _has_workers(self) -> bool:
        """Return whether the cluster has a worker.

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
    """Execute a task on a worker; the task is pickled, so that Dask does not scan its arguments."""
    task, arguments = pickle.loads(pickled)  # noqa: S301 - from the client
    return task(*arguments)


@contextmanager
def pool(jobs: int, cluster: Cluster | None) -> Iterator[Pool]:
    """Yield the workers of a cluster, or `jobs` processes (0: one per core), which end with the block.

    Raises:
        click.ClickException: the cluster is unreachable, it has no workers with this version of zet, or
            the system cannot start processes.
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
        # Abandon the work in flight; `main` then exits without waiting for the pool.
        workers.end(at_once=True)
        raise
    workers.end(at_once=False)


@contextmanager
def mapping(jobs: int, cluster: Cluster | None) -> Iterator[Callable[..., Iterator[Any]]]:
    """Yield a function like `map`, with results in order, for tasks that are not records.

    The tasks run in this process, or in workers if there are several jobs or a cluster.
    """
    if jobs == 1 and cluster is None:
        yield map
        return
    with pool(jobs, cluster) as workers:
        yield workers.map


@contextmanager
def _silence() -> Iterator[None]:
    """Silence the logs and warnings of Dask's `distributed`; a fatal error is reported in one line."""
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
    """Yield a client of a Dask cluster that has workers, all of which run this version of zet."""
    address, timeout = cluster
    if not re.fullmatch(r"(\w+://)?[^/]+:\d+", address):
        reason = _("{address!r} is not the address of a cluster, such as tcp://HOST:PORT")
        raise click.ClickException(reason.format(address=address))
    require("--cluster", "cluster", "distributed")
    from distributed import Client

    try:
        client = Client(address, timeout=timeout, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, TypeError, ValueError) as error:  # TypeError: no certificates are configured
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
    """Refuse a worker without zet or with another version, and name its address."""
    ours = version("zet")
    for worker, theirs in found.items():
        if theirs != ours:
            reason = _("the worker at {worker} does not have zet installed")
            if isinstance(theirs, str):
                reason = _("the worker at {worker} has zet {theirs}, but this is zet {ours}")
            raise click.ClickException(reason.format(worker=worker, theirs=theirs, ours=ours))


def _start_worker(language: str) -> None:
    """Set a worker's language, make it ignore Ctrl-C, and end it together with the main process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    words.follow_environment()
    words.speak(language)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the main process ends for any reason, then exit."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
