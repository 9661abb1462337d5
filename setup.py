"""The kernels, each an engines/<game>/_<room>.py, and the man pages; the rest is in pyproject.toml.

Cython needs code of its own for memory views and functions, more than a kernel is. It goes into a module
that all kernels import, not into each: they are half as large, and compiled in half of the time.
"""

import os
import subprocess
import sys
from distutils.command.install_data import install_data
from multiprocessing import set_start_method
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

SHARED = "zet.engines.kernel._shared"
FAST = ["-O3"]
if sys.platform == "linux":
    # GCC inlines what is worth most first; here it stops when a module is a fifth larger.
    FAST += ["--param=large-unit-insns=0", "--param=inline-unit-growth=20"]
keeps_symbols = sys.platform != "linux" or "-g" in os.environ.get("CFLAGS", "").split()


class Kernels(build_ext):
    """What builds the kernels: all of them are translated to C side by side, and then compiled so."""

    def build_extensions(self) -> None:
        """Translate, then compile; Cython by itself would translate in the threads that compile."""
        translated = cythonize(
            self.extensions,
            build_dir=self.build_temp,
            include_path=[".pkg"],  # there the kernels' declarations (.pxd) are known to each other
            shared_utility_qualified_name=SHARED,
            compiler_directives={
                "auto_pickle": False,  # a fourth of the code, and nobody pickles them
                "show_performance_hints": bool(self.verbose),
            },
            nthreads=os.cpu_count() if sys.platform == "linux" else 0,
            force=self.force,
            quiet=not self.verbose,
        )
        for kernel, in_c in zip(self.extensions, translated, strict=True):
            kernel.sources = in_c.sources
            if self.debug:  # sanitizers and debuggers want the code as it is written, and soon
                kernel.extra_compile_args = ["-O1"]
        super().build_extensions()


MAN = Path("docs/man")


def make_man_pages() -> None:
    """Write the man pages in English; docs/reference.py makes them from the commands."""
    command = [sys.executable, "-B", "docs/reference.py", str(MAN)]
    subprocess.run(command, env={**os.environ, "LANGUAGE": "", "LC_ALL": "C"}, check=True)  # noqa: S603


class Data(install_data):
    """Installs the man pages of the commands as they are now."""

    def run(self) -> None:
        """Make the pages, then copy them into the wheel."""
        make_man_pages()
        self.data_files = [("share/man/man1", sorted(map(str, MAN.glob("*.1"))))]
        super().run()


class Sources(sdist):
    """The source distribution; `graft docs` in MANIFEST.in includes the man pages."""

    def run(self) -> None:
        """Make the pages, then the archive."""
        make_man_pages()
        super().run()


def extension(name: str, source: str, *flags: str) -> Extension:
    """Describe a module; it has no symbols for a debugger unless CFLAGS ask for them."""
    return Extension(
        name,
        [source],
        extra_compile_args=[*flags] if keeps_symbols else [*flags, "-g0"],
        extra_link_args=[] if keeps_symbols else ["-Wl,-s"],
    )


if sys.platform == "linux":
    set_start_method("fork", force=True)  # by other methods each process imports this file again

kernels = [
    extension(SHARED, "engines/kernel/_shared.c", "-Os"),  # Cython writes it; it is in no loop
    *(
        extension(f"zet.engines.{kernel.parent.name}.{kernel.stem}", str(kernel), *FAST)
        for kernel in sorted(Path("engines").glob("*/_[a-z]*.py"))
    ),
]
setup(
    cmdclass={"build_ext": Kernels, "install_data": Data, "sdist": Sources},
    data_files=[("share/man/man1", [])],  # filled when they are made
    options={"build_ext": {"parallel": True}},
    # An editable installation compiles in a folder of its own, anew each time: make compiles them itself.
    ext_modules=[] if "ZET_WITHOUT_KERNELS" in os.environ else kernels,
)
