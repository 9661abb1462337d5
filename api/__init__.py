"""Solve, play, learn and check board games and puzzles from Python.

Each game is a module: `zet.tectonic`, `zet.ttt`, `zet.walls`, `zet.renju`, `zet.match5`. Functions that
all games have, such as `load` and `as_svg`, have the same name in each module. A module is imported on
first use. docs/python.md has examples.
"""

TYPE_CHECKING = False  # nothing is imported: the command handles signals only after this module
if TYPE_CHECKING:
    from typing import Any

    import zet.match5 as match5
    import zet.renju as renju
    import zet.tectonic as tectonic
    import zet.ttt as ttt
    import zet.walls as walls
    from zet.engines.errors import GameError
    from zet.engines.kernel.budget import LimitError
    from zet.formats.errors import FormatError, UnwritableError
    from zet.formats.png import as_png

    __version__: str
else:

    def __getattr__(name: str) -> "Any":
        from importlib import import_module

        match name:
            case "match5" | "renju" | "tectonic" | "ttt" | "walls":
                return import_module(f"zet.{name}")
            case "FormatError" | "UnwritableError":
                return getattr(import_module("zet.formats.errors"), name)
            case "as_png":
                return import_module("zet.formats.png").as_png
            case "GameError":
                return import_module("zet.engines.errors").GameError
            case "LimitError":
                return import_module("zet.engines.kernel.budget").LimitError
            case "__version__":
                return import_module("importlib.metadata").version("zet")
        raise AttributeError(f"module 'zet' has no attribute {name!r}")


__all__ = [
    "FormatError",
    "GameError",
    "LimitError",
    "UnwritableError",
    "__version__",
    "as_png",
    "match5",
    "renju",
    "tectonic",
    "ttt",
    "walls",
]


def __dir__() -> list[str]:
    return __all__
