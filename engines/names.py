"""The public names of a package, each imported when it is used (PEP 562): start-up stays short."""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy(package: str, **modules: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package whose modules hold these names, split by blanks."""
    homes = {name: module for module, names in modules.items() for name in names.split()}

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return get, lambda: sorted(homes)
