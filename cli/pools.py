"""Other processes: a pool on this machine, or the workers of a Dask cluster.

This is the one module that imports multiprocessing; it is imported when there is something to spread.
"""

import multiprocessing
import os
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from threading import Thread
from typing import Any, NamedTuple

import click

from zet.cli.words import _

MAX_WORKERS_PER_CORE = 4
"""No more processes than this are started, whatever --jobs says; the output is the same."""


class Pool(NamedTuple):
    """Where tasks go, and how many are worked on at a time."""

    executor: Executor
    n_workers: int


@contextmanager
def pool(jobs: int, cluster: str | None) -> Iterator[Pool]:
    """Yield the workers of a cluster, or processes (0: one for each core) that end with the block.

    Raises:
        click.ClickException: there is no such cluster.
    """
    if cluster is not None:
        with _cluster_client(cluster) as client:
            yield Pool(client.get_executor(pure=False), max(sum(client.ncores().values()), 1))
        return
    cores = os.cpu_count() or 1
    workers = min(jobs or cores, MAX_WORKERS_PER_CORE * cores)
    executor = ProcessPoolExecutor(workers, initializer=_start_worker)
    executor.submit(int).result()  # the workers start here, before there is a second thread
    try:
        yield Pool(executor, workers)
    except BaseException:
        # What is under way is given up; `main` then leaves without waiting for the pool.
        executor.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()
        raise
    executor.shutdown()


@contextmanager
def mapping(jobs: int, cluster: str | None) -> Iterator[Callable[..., Iterator[Any]]]:
    """Yield a `map` for tasks that are no records; its results come in order.

    It works in this process, or with more jobs or a cluster in others.
    """
    if jobs == 1 and cluster is None:
        yield map
        return
    with pool(jobs, cluster) as workers:
        yield workers.executor.map


@contextmanager
def _cluster_client(address: str) -> Iterator[Any]:
    """Yield a client of a Dask cluster."""
    if not re.fullmatch(r"(\w+://)?[^/]+:\d+", address):
        reason = _("{address!r} is no address of a cluster, like tcp://HOST:PORT")
        raise click.ClickException(reason.format(address=address))
    try:
        from distributed import Client
    except ImportError:
        reason = _("--cluster needs the package distributed: zet[cluster]")
        raise click.ClickException(reason) from None
    try:
        client = Client(address, timeout=10, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        reason = _("no cluster at {address}: {reason}").format(address=address, reason=error)
        raise click.ClickException(reason) from None
    with client:
        yield client


def _start_worker() -> None:
    """Let Ctrl-C end a worker at once and without a word; the main process says what there is to say."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the main process, however it comes about, and end with it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
