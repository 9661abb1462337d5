"""What all tests share."""

import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]

os.environ["LC_ALL"] = "C.UTF-8"  # messages are English, whatever the developer speaks
os.environ.pop("LANGUAGE", None)


def pytest_sessionstart() -> None:
    """Stop when a kernel was edited after it was compiled: the tests would run the old one."""
    stale = [
        path.name
        for path in ROOT.glob("engines/*/_*.p[yx]*")
        for binary in path.parent.glob(f"{path.stem}.*.so")
        if path.suffix in (".py", ".pxd") and binary.stat().st_mtime < path.stat().st_mtime
    ]
    if stale:
        pytest.exit(f"stale kernels: {', '.join(stale)}; build again (make test does)", returncode=3)


@pytest.fixture(params=["compiled", "interpreted"])
def kernel(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], ModuleType]:
    """A function that imports a kernel by its dotted name: compiled, or the same file interpreted.

    What is interpreted uses the kernels that were imported so before it.
    """

    def load(name: str) -> ModuleType:
        module = importlib.import_module(name)
        if request.param == "compiled":
            assert module.__file__
            assert not module.__file__.endswith(".py"), f"{name} is not compiled"
            return module
        path = ROOT.joinpath(*name.split(".")[1:]).with_suffix(".py")
        spec = importlib.util.spec_from_file_location(f"interpreted_{path.stem}", path)
        assert spec
        assert spec.loader
        interpreted = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(interpreted)
        monkeypatch.setitem(sys.modules, name, interpreted)
        return interpreted

    return load
