"""The kernels: each engines/<game>/_<room>.py is one. pyproject.toml has the rest of the package.

Cython needs code of its own for memory views and functions, more than a kernel is. It goes into a module
that all kernels import, not into each: they are half as large, and compiled in half of the time.
"""

import os
import sys
from pathlib import Path
from threading import Lock
from typing import Any

from Cython.Build import Dependencies
from setuptools import Extension, setup

SHARED = "zet.engines.kernel._shared"
translate, one_at_a_time = Dependencies.cythonize, Lock()


def cythonize(*kernels: Any, **options: Any) -> Any:
    """Translate kernels to C one after another: Cython is not made for the threads that compile them."""
    with one_at_a_time:
        return translate(*kernels, **options)


Dependencies.cythonize = cythonize
keeps_symbols = sys.platform != "linux" or "-g" in os.environ.get("CFLAGS", "").split()


def extension(name: str, source: str, *flags: str) -> Extension:
    """Describe a module; it has no symbols for a debugger unless CFLAGS ask for them."""
    return Extension(
        name,
        [source],
        include_dirs=[".pkg"],  # there the kernels' declarations (.pxd) are known to each other
        extra_compile_args=[*flags] if keeps_symbols else [*flags, "-g0"],
        extra_link_args=[] if keeps_symbols else ["-Wl,-s"],
    )


setup(
    ext_modules=[
        extension(SHARED, "engines/kernel/_shared.c", "-Os"),  # Cython writes it; it is in no loop
        *(
            extension(f"zet.engines.{kernel.parent.name}.{kernel.stem}", str(kernel), "-O3")
            for kernel in sorted(Path("engines").glob("*/_[a-z]*.py"))
        ),
    ],
    options={"build_ext": {"shared_utility_qualified_name": SHARED}},
)
