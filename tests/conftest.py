"""What all tests share."""

import importlib.util
import os
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]

os.environ["LC_ALL"] = "C.UTF-8"  # messages are English, whatever the developer speaks
os.environ.pop("LANGUAGE", None)


def pytest_sessionstart() -> None:
    """Stop when a kernel, or what it cimports, is newer than what was compiled: the old one would run."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    stale = []
    for extension in project["tool"]["setuptools"]["ext-modules"]:
        source = ROOT / extension["sources"][0]
        read = [source, *(ROOT / name for name in extension.get("depends", ()))]
        edited = max(path.stat().st_mtime for path in read)
        binaries = source.parent.glob(f"{source.stem}.*.so")
        stale += [source.name for binary in binaries if binary.stat().st_mtime < edited]
    if stale:
        pytest.exit(f"stale kernels: {', '.join(stale)}; build again (make test does)", returncode=3)


@pytest.fixture(params=["compiled", "interpreted"])
def kernel(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], ModuleType]:
    """A function that imports a kernel by its dotted name: compiled, or the same file interpreted.

    The kernels that an interpreted one imports are interpreted as well, and each is loaded once.
    """
    loaded: dict[str, ModuleType] = {}

    def load(name: str) -> ModuleType:
        module = importlib.import_module(name)
        if request.param == "compiled":
            assert module.__file__
            assert not module.__file__.endswith(".py"), f"{name} is not compiled"
            return module
        if name in loaded:
            return loaded[name]
        path = ROOT.joinpath(*name.split(".")[1:]).with_suffix(".py")
        for other in re.findall(r"^ *from (zet\.engines\.\w+\._\w+) import", path.read_text(), re.M):
            monkeypatch.setitem(sys.modules, other, load(other))
        spec = importlib.util.spec_from_file_location(f"interpreted_{path.parent.name}{path.stem}", path)
        assert spec
        assert spec.loader
        interpreted = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = interpreted
        spec.loader.exec_module(interpreted)
        loaded[name] = interpreted
        return interpreted

    return load
