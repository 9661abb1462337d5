"""How many random cases a test tries: some in every run, all with `-m slow`."""

import os

LONG = "ZET_LONG"
"""The variable of the environment that asks for all; `conftest.py` sets it where slow tests run."""

LEAST = 10


def rounds(full: int) -> int:
    """Return how many of the random cases of a test are tried in this run."""
    return full if os.environ.get(LONG) else min(full, max(LEAST, full // 16))
