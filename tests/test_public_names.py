"""The public names of the package and of each engine are listed, and imported on first use."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import ROOT

ENGINES = (path.parent.name for path in ROOT.glob("engines/*/__init__.py"))
GAMES = sorted(name for name in ENGINES if name != "kernel")


def declared(path: Path) -> set[tuple[str, str]]:
    """Return the names that a type checker sees, each with its module."""
    return {
        (node.module or "", alias.asname or alias.name)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and is_public(node)
        for alias in node.names
    }


def is_public(node: ast.ImportFrom) -> bool:
    """Whether names come from a module of a game, and are not its modules."""
    module = node.module or ""
    return module.startswith(("zet.engines.", "zet.formats.")) and module.count(".") > 2


@pytest.mark.parametrize("game", GAMES)
def test_public_names(game: str) -> None:
    package = importlib.import_module(f"zet.engines.{game}")
    names = declared(ROOT / "engines" / game / "__init__.py")
    assert names, "no public names"
    assert sorted(name for _, name in names) == dir(package)
    for module, name in names:
        # A submodule of the same name would hide it, or be hidden, by the order of imports.
        assert not (ROOT / "engines" / game / f"{name}.py").exists(), name
        assert getattr(package, name) is getattr(importlib.import_module(module), name)
    with pytest.raises(AttributeError, match="no_such_name"):
        package.no_such_name  # noqa: B018


@pytest.mark.parametrize(
    "path", sorted((ROOT / "formats").glob("*/__init__.py")), ids=lambda path: path.parent.name
)
def test_public_names_of_formats(path: Path) -> None:
    package = importlib.import_module(f"zet.formats.{path.parent.name}")
    assert package.FORMATS
    for module, name in declared(path):
        if module.startswith("zet.formats."):  # the engines' are for type checkers
            assert getattr(package, name) is getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("game", GAMES)
def test_a_package_imports_no_module_before_a_name_is_used(game: str) -> None:
    package = f"zet.engines.{game}"
    code = (
        f"import sys, {package}; print([name for name in sys.modules if name.startswith('{package}.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


FRONT = ("zet", "zet.tectonic", "zet.ttt", "zet.walls", "zet.renju", "zet.match5")


@pytest.mark.parametrize("name", FRONT)
def test_the_front_door_has_the_names_that_its_page_lists(name: str) -> None:
    package = importlib.import_module(name)
    page = (ROOT / "docs/python.md").read_text()
    row = re.search(rf"^\| `{re.escape(name)}` \| (.*) \|$", page, re.M)
    assert row, name
    assert re.findall(r"`(\w+)`", row[1]) == package.__all__ == sorted(package.__all__) == dir(package)
    for public in package.__all__:
        if public != "__version__":
            assert inspect.getdoc(getattr(package, public)), public


def test_import_zet_imports_no_engine_and_a_game_no_other() -> None:
    code = (
        "import sys, zet\n"
        "def below(): return {n for n in sys.modules if n.startswith(('zet.', 'lxml', 'click'))}\n"
        "assert not below(), below()\n"
        "zet.__version__, zet.FormatError, zet.GameError\n"
        "assert not [n for n in below() if n.count('.') > 2 or not n.startswith('zet.')], below()\n"
        "zet.ttt.loads('XO.......')\n"
        "others = {'match5', 'renju', 'noire', 'tectonic', 'walls', 'lxml', 'click', 'cli'}\n"
        "assert not [n for n in below() if set(n.split('.')) & others]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_there_is_nothing_else_at_the_door() -> None:
    import zet

    with pytest.raises(AttributeError, match="no_such_name"):
        zet.no_such_name  # noqa: B018
