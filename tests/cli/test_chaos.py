"""Batches whose processes are killed at random end with the same bytes; `tests/chaos.py` does more."""

import pytest
from chaos import run_rounds


def test_killed_processes_lose_nothing() -> None:
    assert run_rounds(1, 13, on_cluster=False, records=120, most=3)


@pytest.mark.slow
def test_killed_processes_of_a_cluster_lose_nothing() -> None:
    assert run_rounds(1, 1, on_cluster=True, most=5)
