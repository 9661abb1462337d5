"""What the benchmarks share: the command, and the CPU seconds that commands take."""

import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

ZET = str(Path(sys.executable).parent / "zet")


def spent(command: list[str], **options: Any) -> tuple[float, subprocess.CompletedProcess[Any]]:
    """Return the CPU seconds of a command with its processes, and how it ended; options as of `run`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, **{"stdout": subprocess.DEVNULL, "check": False, **options})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done
