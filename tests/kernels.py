"""The files of the kernels: their sources, and the .pxd files that the compiler reads."""

import re
from collections.abc import Callable
from pathlib import Path

from zet.engines.kernel import arrays

ROOT = Path(__file__).parents[1]

SOURCES = sorted((ROOT / "engines").glob("*/_[a-z]*.py"))


def declarations(path: Path) -> set[Path]:
    """Return the .pxd files that the compiler reads for a kernel: its own, and all files that it
    cimports.
    """
    found = {path.with_suffix(".pxd")} - {path}
    for module in re.findall(
        r"^(?:from (?=\S+ cimport)|cimport )(zet\.\S+)", path.read_text(), re.MULTILINE
    ):
        found.add(ROOT.joinpath(*module.split(".")[1:]).with_suffix(".pxd"))
    found = {one for one in found if one.exists()}
    return found.union(*map(declarations, found))


def resized_often(times: int) -> Callable[[memoryview, str, int], memoryview]:
    """Return a `resized` for a kernel that fails after a number of allocations."""
    left = iter(range(times))

    def resized(view: memoryview, code: str, size: int) -> memoryview:
        if next(left, None) is None:
            raise MemoryError
        return arrays.resized(view, code, size)

    return resized
