"""The engine of each game has its public names in its package; they are imported when they are used."""

import ast
import importlib
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
    return (node.module or "").startswith(("zet.engines.", "zet.formats.")) and node.module not in (
        "zet.engines.names",
        "zet.formats.registry",
    )


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
        assert getattr(package, name) is getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("game", GAMES)
def test_a_package_imports_no_module_before_a_name_is_used(game: str) -> None:
    package = f"zet.engines.{game}"
    code = (
        f"import sys, {package}; print([name for name in sys.modules if name.startswith('{package}.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
