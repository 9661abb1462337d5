"""Options for pictures and pages, and the files into which a batch draws them."""

import re
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import click

from zet.cli.batch import Batch
from zet.cli.options import is_number, refuse_without, require
from zet.cli.output import Outcome, Record, refuse_existing
from zet.cli.parameters import FilePath, Option, combined, conflicts_with, option
from zet.cli.words import _
from zet.engines.messages import Message
from zet.formats.errors import UnwritableError
from zet.formats.files import whole_file

if TYPE_CHECKING:
    from pathlib import Path

    from zet.formats.svg import Style


def picture_option(what: str, rest: str) -> Option:
    """Return the decorator that adds --svg and --png, which `Drawing.picture` takes.

    `what` is drawn into a file; `rest` says what becomes of more than one.
    """
    in_svg = f"Draw {what} into this file; into a folder if that exists, a file for each {rest}."
    in_png = "The same as PNG; needs the extra zet[book]."
    return combined(
        option("--svg", "picture", type=FilePath(), metavar="PATH", help=in_svg),
        conflicts_with("--svg", option("--png", type=FilePath(), metavar="PATH", help=in_png)),
    )


def style_options(*, shaded: bool = False, border: bool = False, files: bool = False) -> Option:
    """Return the decorator that adds how a board is drawn, which `style_of` takes.

    `border` is for boards with pieces, `files` where a font may be a file.
    """
    fonts = "serif, sans-serif, monospace" + (", or a file (.ttf, .otf)." if files else ", or another.")
    borders = _width_option("--border-width", "border", default=3, help="The width of borders.")
    shading = "Shade the board: pieces in grays, or wood."
    return combined(
        _width_option("--line-width", "line", default=1, help="The width of lines; a cell has 40."),
        *([borders] if border else []),
        option("--font", default="sans-serif", metavar="FONT", help=f"The font: {fonts}"),
        option("--shading/--no-shading", default=shaded, help=shading),
    )


def style_of(options: dict[str, Any]) -> "Style":
    """Take how a board is drawn out of the options of a command.

    Raises:
        click.BadParameter: the font is no name.
    """
    from zet.formats.svg import Style

    style = Style(**{name: options.pop(name) for name in Style._fields if name in options})
    if not re.fullmatch(r"[\w ./\\:~-]{1,500}", style.font):
        raise click.BadParameter(_("{text!r} is not a font").format(text=style.font), param_hint="--font")
    return style


def _width_option(*names: str, help: str, default: float) -> Option:  # noqa: A002
    return option(
        *names,
        type=click.FloatRange(0, 20),
        metavar="WIDTH",
        default=default,
        callback=is_number,
        help=help,
    )


class Drawing(NamedTuple):
    """Where pictures or pages go: a file for one, a folder for more; and whether files may be replaced.

    `sources` are the names of all files read, which make the names of pictures in a folder, with the
    `ending`. A picture that is to be `png` is made of its SVG.
    """

    path: "Path"
    force: bool
    sources: tuple[str, ...]
    ending: str = "svg"

    @classmethod
    def of(cls, batch: Batch, path: "Path | None", ending: str = "svg") -> Self | None:
        """Return where the pictures or pages of a batch go; None if there are to be none.

        Raises:
            click.UsageError: the file is named as a PNG, and none is to be made.
        """
        if path and ending != "png" and path.suffix.lower() == ".png":
            raise click.UsageError(_("{path}: a PNG is drawn by --png").format(path=path))
        return cls(path, batch.force or batch.resume, batch.files, ending) if path else None

    @classmethod
    def picture(cls, batch: Batch, picture: "Path | None", png: "Path | None") -> Self | None:
        """Return where --svg and --png say that pictures go, of which there is one at most."""
        if png:
            require("--png", "book", "fpdf", "pypdfium2")
        return cls.of(batch, png, "png") if png else cls.of(batch, picture)

    def write(self, record: Record, data: bytes, suffix: str = "") -> "Path":
        """Write a picture of a record, or a page about it, and return its file.

        Raises:
            UnwritableError: the file exists and may not be replaced, or cannot be written; there is
                more than one record for it.
        """
        from pathlib import PurePath

        path = self.path
        if path.is_dir():
            name = "stdin" if record.source == "-" else PurePath(record.source).name
            if sum(PurePath(source).name == PurePath(record.source).name for source in self.sources) > 1:
                name = f"{self.sources.index(record.source) + 1}-{name}"
            path /= f"{name}-{record.number}{suffix}.{self.ending}"
        elif record.number > 1 or len(self.sources) > 1:
            raise UnwritableError(
                "{path} is not a folder, and several files are to be written; make a folder first",
                path=path,
            )
        refuse_existing(path, force=self.force)
        if self.ending == "png" and data.startswith(b"<?xml"):
            from zet.formats.png import as_png

            data = as_png(data)
        try:
            with whole_file(path) as stream:
                stream.write(data)
        except OSError as error:
            reason = Message(str(error.strerror))
            raise UnwritableError(Message.joined([str(path), reason], ": ")) from None
        return path


def drawing_options(batch: Batch, options: dict[str, Any]) -> dict[str, Any]:
    """Take where a command draws its pictures, and how, out of its options, for `drawing` and `style`.

    They are there if picture_option and style_options have added the options.

    Raises:
        click.UsageError: they do not go together.
    """
    made: dict[str, Any] = {}
    if "picture" in options:
        made["drawing"] = Drawing.picture(batch, options.pop("picture"), options.pop("png"))
    if "shading" in options:
        from zet.formats.svg import FAMILIES, Style

        drawing = made["drawing"]
        if not drawing and batch.format != "svg":
            refuse_without(_("--svg or --png"), *Style._fields)
        made["style"] = style = style_of(options)
        if drawing and drawing.ending == "png" and style.font not in FAMILIES:
            reason = _("a PNG has serif, sans-serif or monospace")
            raise click.BadParameter(reason, param_hint="--font")
    return made


def drawn(path: "Path") -> Outcome:
    """Return that a picture was drawn, and where."""
    return Outcome("ok", {"file": str(path)}, lambda: _("drawn in {path}").format(path=path))
