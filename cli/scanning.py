"""What commands share that read pictures: how they are read, and where what was read is drawn."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from zet.cli.command import Batch
from zet.cli.drawing import Drawing
from zet.cli.options import require
from zet.cli.parameters import FilePath, Option, grouped_options, option
from zet.cli.words import _

if TYPE_CHECKING:
    from pathlib import Path

    from zet.engines.messages import Message


class PictureReading:
    """How a command reads pictures: a record is a board in one of them.

    `load` of the module yields the boards in a picture, and errors; that there is none is an error.
    """

    def __init__(self, what: Message, module: str) -> None:
        self.what = what
        self.module = module

    def __call__(
        self,
        stream: io.BufferedReader,
        source: str,
        *,
        later: bool = False,  # noqa: ARG002 - that is for what has a line to itself
    ) -> Iterator[Any]:
        """Yield the boards in a picture, and errors."""
        found: Iterator[Any] = import_module(self.module).load(stream, source)
        return found


def pictures(what: Message, module: str) -> Option:
    """Return the decorator that hands over, as `load`, how a module reads pictures."""
    return grouped_options("load", partial(PictureReading, what, module))


overlay_option = option(
    "--overlay",
    type=FilePath(),
    metavar="PATH",
    help="Draw what was read over the picture into this file; into a folder if that exists.",
)


def prepare(batch: Batch, overlay: Path | None) -> Mapping[str, Any]:
    """Refuse what can't be read, and return where what was read is drawn."""
    require(_("reading pictures"), "scan", "cv2", "numpy", "pypdfium2")
    return {"overlay": Drawing.of(batch, overlay, "png")}


def ending_of(overlay: Drawing) -> str:
    """Return how the name of a picture ends: .jpg or .png."""
    return ".jpg" if overlay.path.suffix.lower() in (".jpg", ".jpeg") else ".png"
