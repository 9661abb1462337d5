"""The learning curve as a picture, by matplotlib, which is an extra."""

import io
import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import click
from zet.formats.files import whole_file

SUFFIXES = (".svg", ".png")


def check_plot(path: Path, *, force: bool) -> None:
    """See before the training whether a curve can be drawn into a file.

    Raises:
        click.ClickException: it cannot.
    """
    if path.suffix not in SUFFIXES:
        raise click.UsageError(
            f"--plot draws {' and '.join(SUFFIXES)}, not {path.suffix or 'a file without ending'}"
        )
    if path.exists() and not force:
        raise click.ClickException(f"{path} exists; --force overwrites it")
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise click.ClickException(f"{path} cannot be written")
    try:
        import_module("matplotlib")
    except ImportError:
        raise click.ClickException("--plot needs the package matplotlib: zet[plot]") from None


def plot_curve(path: Path, points: Sequence[tuple[int, float, int]], title: str) -> None:
    """Draw the share of lost games and the number of patterns over the games.

    `points` are (games so far, share lost since the last point, patterns). The same points make the
    same picture to the byte.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    games = [point[0] for point in points]
    figure = Figure(figsize=(8, 5), layout="constrained")
    losses = figure.subplots()
    losses.plot(games, [100 * point[1] for point in points], color="tab:red", marker=".")
    losses.set(title=title, xlabel="games", ylabel="lost games in %")
    losses.set_ylim(bottom=0)
    patterns = losses.twinx()
    patterns.plot(games, [point[2] for point in points], color="tab:blue", linestyle="--")
    patterns.set_ylabel("patterns (dashed)")
    picture = io.BytesIO()
    form = path.suffix[1:]
    with rc_context({"svg.hashsalt": "zet"}):
        figure.savefig(picture, format=form, metadata={"Date": None} if form == "svg" else None)
    with whole_file(path) as stream:
        stream.write(picture.getvalue())
