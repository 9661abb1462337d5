"""Nothing that zet reads becomes code: `tests/audit.py` under an audit hook."""

import re
import subprocess
import sys
from pathlib import Path

from commands import ENVIRONMENT, ROOT

SCRIPT = [sys.executable, ROOT / "tests" / "audit.py"]
SAMPLES = ["match5/ann.fivo", "walls/2x3.table", "renju/win.proof", "ttt/draw.proof", "renju/rules.txt"]


def test_no_file_starts_a_process_or_imports_a_module(tmp_path: Path) -> None:
    files = [ROOT / "samples" / name for name in SAMPLES]
    done = subprocess.run(
        [*SCRIPT, tmp_path, *files], cwd=ROOT, env={**ENVIRONMENT, "PYTHONWARNINGS": ""},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    counted = re.fullmatch(r"(\d+) files, (\d+) readings\n", done.stdout)
    assert counted, done.stdout
    assert int(counted[1]) > 600


def test_the_hook_sees_what_a_pickle_does() -> None:
    """The audit hook detects a reader that unpickles its input."""
    line = (
        "import sys; sys.path.insert(0, 'tests'); import audit, pickle; data = pickle.dumps({}());"
        "sys.addaudithook(audit.hook); audit.is_watched = True; {}"
    )
    for value in ("audit.Shell", "audit.Program"):
        for action, code in (("pickle.loads(data)", 99), ("len(data)", 0), ("import tests", 99)):
            done = subprocess.run(
                [sys.executable, "-c", line.format(value, action)],
                cwd=ROOT,
                check=False,
                stderr=subprocess.PIPE,
            )
            assert done.returncode == code, done.stderr
