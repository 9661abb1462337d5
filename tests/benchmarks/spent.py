"""Helpers of the benchmarks: the command, and the CPU seconds and instructions of commands."""

import os
import re
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

COUNT = "valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null"
ZET = str(Path(sys.executable).parent / "zet")


def spent(command: list[str], **options: Any) -> tuple[float, subprocess.CompletedProcess[Any]]:
    """Return the CPU seconds of a command with its processes, and its result; options as for `run`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, **{"stdout": subprocess.DEVNULL, "check": False, **options})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done


def counted(command: list[str]) -> int:
    """Return the number of instructions of a command."""
    same = {**os.environ, "PYTHONHASHSEED": "0"}
    said = spent(
        [*COUNT.split(), *command], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, env=same
    )[1].stderr
    [number] = re.findall(r"I\s+refs:\s+([\d,]+)", said)
    return int(number.replace(",", ""))
