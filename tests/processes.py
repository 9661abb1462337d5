"""List running processes, so that tests can check that none is left behind."""

import os
import sys
import time
from collections.abc import Iterator

import psutil

from zet.cli.programs import KEEPER


def _running() -> Iterator[tuple[psutil.Process, str]]:
    """Yield the processes that have not ended, with their command lines."""
    for process in psutil.process_iter(["cmdline", "ppid", "status"]):
        if process.info["status"] != psutil.STATUS_ZOMBIE:
            yield process, " ".join(process.info["cmdline"] or ())


def children(number: int) -> list[int]:
    """Return the child processes of a process, except Python's helper processes."""
    return [one.pid for one, line in _running() if _is_ours(line) and one.info["ppid"] == number]


def of_session(number: int) -> list[int]:
    """Return the processes of a session, except Python's helper processes."""
    found: list[int] = []
    for process, line in _running():
        try:
            if _is_ours(line) and os.getsid(process.pid) == number:
                found.append(process.pid)
        except ProcessLookupError:
            pass
    return found


def _is_ours(line: str) -> bool:
    return "resource_tracker" not in line


def wait_for_keeper(number: int) -> None:
    """Wait, at most ten seconds, until zet has started the process that ends its program after it."""
    for _ in range(100):
        if any(KEEPER in line and one.info["ppid"] == number for one, line in _running()):
            return
        time.sleep(0.1)


def left_behind() -> list[str]:
    """Return the programs of the tests that still run, after a moment."""
    found: list[str] = []
    for _ in range(50):
        found = [line for _, line in _running() if line.startswith(f"{sys.executable} tests/brain.py ")]
        if not found:
            break
        time.sleep(0.1)
    return found
