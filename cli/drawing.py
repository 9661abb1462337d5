"""Options for pictures and pages, and the files into which a batch draws them."""

import re
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import click

from zet.cli.batch import Batch
from zet.cli.options import Reading, refuse_without, require
from zet.cli.output import Outcome, Record, refuse_ending, refuse_existing
from zet.cli.parameters import FilePath, Number, Option, combined, conflicts_with, keyed, option
from zet.cli.words import _, translate
from zet.engines.messages import Message
from zet.formats.errors import UnwritableError
from zet.formats.files import is_special, whole_output

if TYPE_CHECKING:
    from pathlib import Path

    from zet.formats.svg import Style


def picture_option(what: str, rest: str) -> Option:
    """Return the decorator that adds --svg and --png, the arguments of `Drawing.picture`.

    `what` names the subject of the picture; `rest` is the noun for a record, such as "position". If the
    path is a folder, each record is drawn into a separate file.
    """
    in_svg = f"Draw {what} as SVG into this file or, if PATH is a folder, into one file per {rest}."
    in_png = "Like --svg, but as PNG; requires the Python extra zet[book]."
    return combined(
        option("--svg", "picture", type=FilePath(), metavar="PATH", help=in_svg),
        conflicts_with("--svg", option("--png", type=FilePath(), metavar="PATH", help=in_png)),
    )


def style_options(*, shaded: bool = False, border: bool = False, files: bool = False) -> Option:
    """Return the decorator that adds the drawing options of a board, which `style_of` reads.

    `shaded` is the default for the --style key `shading`. `border` adds the options for boards with
    pieces; with `files`, the font may be a file.
    """
    fonts = "serif, monospace or " + ("a font file, .ttf or .otf" if files else "another font")
    borders = {"border-width": _width_option("--border-width", "border", default=3)} if border else {}
    named = "line-width=1, border-width=3" if border else "line-width=1"
    shades = "shading=on (off: a plain board)" if shaded else "shading=off (on: a wooden board)"
    if border:
        shades = "shading=off (on: pieces in shades of gray)"
    return keyed(
        "--style",
        multiple=True,
        metavar="KEY=VALUE",
        keys={
            "line-width": _width_option("--line-width", "line", default=1),
            **borders,
            "font": option("--font", default="sans-serif"),
            "shading": option("--shading/--no-shading", default=shaded),
        },
        help=f"Change the style of the drawing; may be repeated. The keys and their defaults: {named} "
        f"(in 40ths of a cell); font=sans-serif (or {fonts}); {shades}.",
    )


def style_of(options: dict[str, Any]) -> "Style":
    """Remove the drawing options from the options of a command, and return them as a style.

    Raises:
        click.BadParameter: the value of --style font is not a valid font name.
    """
    from zet.formats.svg import Style

    style = Style(**{name: options.pop(name) for name in Style._fields if name in options})
    if not re.fullmatch(r"[\w ./\\:~-]{1,500}", style.font):
        reason = _("{text!r} is not a valid font name").format(text=style.font)
        raise click.BadParameter(reason, param_hint="--style font")
    return style


def _width_option(*names: str, default: float) -> Option:
    return option(*names, type=Number(0, 20), default=default)


class Drawing(NamedTuple):
    """The destination of pictures or pages: a file or a folder; `force` allows overwriting.

    A path that does not exist and has no extension names a folder, which is created with the first
    picture. Pictures in a folder are named after the input files, `sources`, with the extension `ending`.
    If a single file contains several records, their pictures are numbered: board.svg, board-2.svg.
    `is_only` means that `--select number=N` has chosen a single record. With `png`, each picture is
    converted from SVG to PNG.
    """

    path: "Path"
    force: bool
    sources: tuple[str, ...]
    ending: str = "svg"
    is_only: bool = False

    @classmethod
    def of(
        cls, batch: Batch, path: "Path | None", ending: str = "svg", load: object = None
    ) -> Self | None:
        """Return the destination of the pictures or pages of a batch; None without a path.

        `load` is the reader of the records, if its options can select one of them.

        Raises:
            click.UsageError: the extension belongs to another kind of picture or page; or several files
                are read, and the path is not a folder.
            click.ClickException: the path leads to a device or a pipe.
        """
        if not path:
            return None
        refuse_ending(path, ending)
        if is_special(path):
            raise click.ClickException(f"{path}: {_('Not a regular file')}")
        is_only = isinstance(load, Reading) and load.selects_one
        found = cls(path, batch.force or batch.resume, batch.sources, ending, is_only)
        if len(batch.sources) > 1 and not found.is_folder:
            raise click.UsageError(translate(found.no_folder))
        return found

    @classmethod
    def picture(
        cls, batch: Batch, load: object, picture: "Path | None", png: "Path | None"
    ) -> Self | None:
        """Return the destination given by --svg or --png; the command line has at most one of them."""
        if png:
            require("--png", "book", "fpdf", "pypdfium2")
        return cls.of(batch, png, "png", load) if png else cls.of(batch, picture, load=load)

    @property
    def is_folder(self) -> bool:
        """Whether each picture or page is written to a file of its own in the folder `path`."""
        return self.path.is_dir() or not (self.path.suffix or self.path.exists())

    @property
    def no_folder(self) -> Message:
        """The error for several pictures if `path` names a file instead of a folder."""
        return Message(
            "{path} is the name of one file, but several files are to be written; a name without an "
            "extension becomes a folder",
            path=self.path,
        )

    def write(self, record: Record, data: bytes, suffix: str = "") -> "Path":
        """Write the picture or page of a record, and return its path.

        Raises:
            UnwritableError: the file exists and may not be replaced, or cannot be written.
        """
        from pathlib import PurePath

        path = self.path
        if self.is_folder:
            name = "stdin" if record.source == "-" else PurePath(record.source).name
            if sum(PurePath(source).name == PurePath(record.source).name for source in self.sources) > 1:
                name = f"{self.sources.index(record.source) + 1}-{name}"
            path /= f"{name}-{record.number}{suffix}.{self.ending}"
        elif record.number > 1 and not self.is_only:
            path = path.with_stem(f"{path.stem}-{record.number}")
        refuse_existing(path, force=self.force)
        if self.ending == "png" and data.startswith(b"<?xml"):
            from zet.formats.png import as_png

            data = as_png(data)
        try:
            if self.is_folder and not path.parent.exists():
                path.parent.mkdir(exist_ok=True)
            with whole_output(path) as stream:
                stream.write(data)
        except OSError as error:
            reason = Message(str(error.strerror))
            raise UnwritableError(Message.joined([str(path), reason], ": ")) from None
        return path


def drawing_options(batch: Batch, load: object, options: dict[str, Any]) -> dict[str, Any]:
    """Replace the drawing options among a command's options with `drawing`, `pages` and `style`.

    The drawing options are the options of `picture_option` and `style_options`, and --html.

    Raises:
        click.UsageError: conflicting options are given.
    """
    made: dict[str, Any] = {}
    if "picture" in options:
        made["drawing"] = Drawing.picture(batch, load, options.pop("picture"), options.pop("png"))
    if "html" in options:
        made["pages"] = Drawing.of(batch, options.pop("html"), "html", load)
    if "shading" in options:
        from zet.formats.svg import FAMILIES, Style

        drawing = made["drawing"]
        if not drawing and batch.format != "svg":
            refuse_without(_("--svg or --png"), *Style._fields)
        made["style"] = style = style_of(options)
        if drawing and drawing.ending == "png" and style.font not in FAMILIES:
            reason = _("the fonts of a PNG are serif, sans-serif and monospace")
            raise click.BadParameter(reason, param_hint="--style font")
    return made


def drawn(path: "Path") -> Outcome:
    """Return the outcome of a drawn picture, with its path."""
    return Outcome("ok", {"file": str(path)}, lambda: _("wrote {path}").format(path=path))
