"""The reader and the option --overlay, shared by the commands that recognize boards in pictures."""

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
    """The reader of pictures: each record is a board in a picture.

    The function `load` of the module `module` yields the boards in a picture, and errors, for example
    if a picture contains no board.
    """

    def __init__(self, what: Message, module: str) -> None:
        self.what = what
        self.module = module

    def __call__(
        self,
        stream: io.BufferedReader,
        source: str,
        *,
        later: bool = False,  # noqa: ARG002 - only for records on a line of their own
    ) -> Iterator[Any]:
        """Yield the boards in a picture, and errors."""
        found: Iterator[Any] = import_module(self.module).load(stream, source)
        return found


def pictures(what: Message, module: str) -> Option:
    """Return the decorator that passes a picture reader for a module to the command as `load`."""
    return grouped_options("load", partial(PictureReading, what, module))


overlay_option = option(
    "--overlay",
    type=FilePath(),
    metavar="PATH",
    help="Draw the recognized board over the picture, into this file or, if PATH is a folder, into one "
    "file per picture.",
)


def prepare(batch: Batch, overlay: Path | None) -> Mapping[str, Any]:
    """Check that the packages for pictures are installed, and return the destination of --overlay."""
    require(_("reading pictures"), "scan", "cv2", "numpy", "pypdfium2")
    is_jpeg = overlay is not None and overlay.suffix.lower() in (".jpg", ".jpeg")
    return {"overlay": Drawing.of(batch, overlay, "jpg" if is_jpeg else "png")}
