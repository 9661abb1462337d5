"""Lazy imports of a package's modules and public names (PEP 562)."""

from collections.abc import Callable
from importlib import import_module
from sys import modules as imported
from typing import Any


def lazy(
    package: str, *modules: str, **public: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` for a package that imports its modules on first use.

    `modules` names the modules without public names; `public` maps each other module to its public names,
    separated by spaces.
    """
    homes = {name: f"{package}.{home}" for home, names in public.items() for name in names.split()}

    def get(name: str) -> Any:
        if home := homes.get(name):
            return getattr(imported.get(home) or import_module(home), name)
        if name in public or name in modules:
            return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return get, lambda: sorted(homes)
