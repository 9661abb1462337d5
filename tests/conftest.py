"""The options, hooks and fixtures that all tests share."""

import gc
import importlib.util
import os
import re
import resource
import signal
import sys
from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings
from kernels import SOURCES, declarations
from rounds import LONG, rounds

from zet.cli.main import GAMES as NAMES

ROOT = Path(__file__).parents[1]

os.environ["LC_ALL"] = "C.UTF-8"  # messages are in English, whatever the developer's locale
os.environ.pop("LANGUAGE", None)

LIMIT = 300
"""The time limit of a test in seconds, on any machine; slow tests have ten times as much."""

ALSO = {"renju": {"noire", "blanche"}}
"""Other words for a game in the names of files and tests."""

_Cached = type(cache(len))

GAMES = {game: {game} | ALSO.get(game, set()) for game in NAMES}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", choices=GAMES, help="run only the tests of this game")


def pytest_configure(config: pytest.Config) -> None:
    """Configure the run: tests with random cases try all cases if slow tests run, else some of them.

    The cyclic garbage collector runs a hundredth as often: it took one second in fifteen.

    Ctrl-C is handled as in a terminal: background jobs of a shell, and their children, would ignore it.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(70_000, 10, 10)
    if "not slow" not in config.option.markexpr:
        os.environ[LONG] = "1"
    busy = [HealthCheck.too_slow]  # a busy machine must not fail a test
    settings.register_profile("zet", max_examples=rounds(100), deadline=None, suppress_health_check=busy)
    settings.load_profile("zet")


def words(name: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", name))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip the files of other games."""
    game = config.getoption("game")
    if game is None:
        return None
    found = words(str(collection_path.relative_to(ROOT)))
    others = set.union(*GAMES.values()) - GAMES[game]
    return True if found & others and not found & GAMES[game] else None


def pytest_collection_finish() -> None:
    """Exempt the modules and the tests, which live until the end, from garbage collection."""
    gc.collect()
    gc.freeze()
    BEFORE[0] = computed()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests that try more cases in this run as slow; deselect tests of other games."""
    if os.environ.get(LONG):
        for item in items:
            is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
            if is_property or "rounds" in getattr(item, "fixturenames", ()):
                item.add_marker("slow")
    if game := config.getoption("game"):
        others = [item for item in items if not words(item.nodeid) & GAMES[game]]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if words(item.nodeid) & GAMES[game]]


def pytest_sessionstart() -> None:
    """Stop if a kernel, or a file that it cimports, is newer than its compiled form, which would run.

    Empty all caches if mutants are tested: a mutant's process is forked from a process that has already
    run other tests and frozen its objects.
    """
    if "MUTANT_UNDER_TEST" in os.environ:
        gc.unfreeze()
        for cached in [one for one in gc.get_objects() if isinstance(one, _Cached)]:
            cached.cache_clear()
    stale = []
    for source in SOURCES:
        edited = max(path.stat().st_mtime for path in (source, *declarations(source)))
        binaries = source.parent.glob(f"{source.stem}.*.so")
        stale += [source.name for binary in binaries if binary.stat().st_mtime < edited]
    if stale:
        pytest.exit(f"stale kernels: {', '.join(stale)}; run `make kernels`", returncode=3)


def computed() -> float:
    """Return the CPU seconds of this process and of the child processes that it waited for."""
    return sum(
        resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )


BEFORE = [0.0]
"""The CPU seconds used before the current phase of a test."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """End each test at its time limit, whatever it waits for, and retry every ten seconds."""
    seconds = LIMIT * (10 if item.get_closest_marker("slow") or item.config.option.usepdb else 1)

    def end(*_: object) -> None:
        pytest.fail(f"it took longer than {seconds} s")

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds, 10)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let --durations list CPU time: elapsed time depends on the load of the machine."""
    report = yield
    now = computed()
    report.duration, BEFORE[0] = now - BEFORE[0], now
    return report


@pytest.fixture(name="rounds")
def number_of_rounds() -> Callable[[int], int]:
    """The function `rounds`, for tests with a loop over random cases."""
    return rounds


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
        spec.loader.exec_module(interpreted)
        loaded[name] = interpreted
        return interpreted

    return load
