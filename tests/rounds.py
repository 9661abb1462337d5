"""The number of random cases that a test tries: some in every run, all with `-m slow`."""

import os

LONG = "ZET_LONG"
"""The environment variable that asks for all cases; `conftest.py` sets it if slow tests run."""

LEAST = 10


def rounds(full: int) -> int:
    """Return the number of random cases of a test that are tried in this run."""
    return full if os.environ.get(LONG) else min(full, max(LEAST, full // 16))
