"""A kernel answers or refuses any arguments: no value crashes the process."""

import subprocess
import sys
from pathlib import Path

from rounds import rounds


def test_no_value_crashes_a_kernel(tmp_path: Path) -> None:
    log = tmp_path / "log"
    doors = Path(__file__).with_name("doors.py")
    command = [sys.executable, "-X", "faulthandler", doors, str(rounds(80) // 2), log]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    last = log.read_text().splitlines()[-12:] if log.exists() else []
    assert done.returncode == 0, "\n".join([done.stderr[-3000:], *last])
