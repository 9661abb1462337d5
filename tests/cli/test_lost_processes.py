"""A batch whose processes die loses no record, and has the same output, byte for byte."""

import os
import signal
from pathlib import Path

import pytest

from zet.cli import pools
from zet.cli.batch import MAX_CHUNK, Batch, _next_size
from zet.cli.output import Answer, Record, json_line
from zet.cli.pools import LostWorkerError, mapping

KILL, LEAVE, HUNGRY = 13, 17, 29
START = pools._start_worker
KILLED = "the process that worked on this record was killed on every attempt"
CODES = {KILLED: "lost-process", "out of memory": "out-of-memory"}


def fatal(record: Record) -> Answer:
    """Answer a record, or kill this process if the record has a fatal number."""
    if record.number == KILL:
        os.kill(os.getpid(), signal.SIGKILL)
    if record.number == LEAVE:
        os._exit(3)
    if record.number == HUNGRY:
        raise MemoryError
    return "ok", json_line(record, "ok", {}), 0, "", None, ()


def answers(jobs: int, capsysbinary: pytest.CaptureFixture[bytes]) -> tuple[int, list[str], str]:
    records = (Record("some", number, None) for number in range(1, 201))
    code = Batch(format="json", jobs=jobs).run(records, fatal)
    translate = capsysbinary.readouterr()
    return code, translate.out.decode().splitlines(), translate.err.decode()


@pytest.mark.parametrize("jobs", [2, pytest.param(5, marks=pytest.mark.slow)])
def test_a_record_that_kills_its_process_is_refused(
    jobs: int, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    code, lines, translate = answers(jobs, capsysbinary)
    assert code == 2
    reasons = {KILL: KILLED, LEAVE: KILLED, HUNGRY: "out of memory"}
    assert translate.splitlines() == [f"some: record {number}: {why}" for number, why in reasons.items()]
    for number, line in enumerate(lines, 1):
        record = Record("some", number, None)
        reason = reasons.get(number)
        error = {"code": CODES[reason], "error": f"some: record {number}: {reason}"} if reason else {}
        assert line + "\n" == json_line(record, "error" if reason else "ok", error)
    assert len(lines) == 200


def killed_once(path: str, number: int) -> int:
    """Kill this process when a number is first seen; return the number the second time."""
    marker = Path(f"{path}{number}")
    if number % 3 == 0 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def killed_at_the_start(language: str) -> None:
    """Start as a worker does, but kill the first process that tries."""
    killed_once(os.environ["MARKERS"], 0)
    START(language)


def test_processes_that_die_at_the_start_are_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MARKERS", f"{tmp_path}/")
    monkeypatch.setattr(pools, "_start_worker", killed_at_the_start)
    with mapping(2, None) as spread:
        assert list(spread(abs, range(3))) == [0, 1, 2]
    assert (tmp_path / "0").exists()


def always_killed(_: int) -> None:
    """Kill this process."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_other_tasks_are_tried_once_more(tmp_path: Path) -> None:
    with mapping(2, None) as spread:
        assert list(spread(killed_once, [f"{tmp_path}/"] * 4, range(4))) == list(range(4))
    with pytest.raises(LostWorkerError, match=f"^{KILLED}$"), mapping(2, None) as spread:
        list(spread(always_killed, range(1)))


def test_records_travel_in_groups_by_what_they_cost() -> None:
    assert _next_size(1, 1, 10) == 1
    assert _next_size(64, 64, 10) == 1
    assert _next_size(1, 1, 1e-5) == 2
    assert _next_size(64, 64, 0.064) == 70
    assert _next_size(MAX_CHUNK, MAX_CHUNK, 1e-5) == MAX_CHUNK
    assert _next_size(8, 8, 0) == 16
