"""Detection of kernels that run interpreted because the installation lacks their compiled form."""

from importlib import import_module
from pathlib import Path

KERNELS = sorted(
    f"zet.engines.{path.parent.name}.{path.stem}" for path in Path(__file__).parent.glob("*/_[a-z]*.py")
)


def interpreted_kernels() -> list[str]:
    """Return the names of the kernels that are not compiled; an empty list in a complete installation."""
    return [name for name in KERNELS if (import_module(name).__file__ or "").endswith(".py")]
