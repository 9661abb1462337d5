"""Every Python example in the documents prints the output shown there.

`make golden` rewrites the output; the difference is read in review.
"""

import io
import re
import traceback
from contextlib import chdir, redirect_stdout
from doctest import DocTestParser
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from commands import ROOT

BLOCK = re.compile(r"^```pycon\n(.*?)^```", re.M | re.S)
PAGES = [
    page
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if BLOCK.search(page.read_text())
]


def test_each_game_has_a_page() -> None:
    assert {page.parent.name for page in PAGES} >= {"match5", "renju", "tectonic", "ttt", "walls"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples(page: Path) -> None:
    text = page.read_text()
    assert answered(text) == text


def answered(text: str) -> str:
    """Return a page with the current output of its examples, which run in order in a new folder."""
    names: dict[str, object] = {}
    with TemporaryDirectory() as folder, chdir(folder):
        Path("samples").symlink_to(ROOT / "samples")
        return BLOCK.sub(lambda block: f"```pycon\n{conversation(block[1], names)}```", text)


def conversation(block: str, names: dict[str, object]) -> str:
    """Return the examples of a block, each with the output shown after it."""
    said = ""
    for example in DocTestParser().get_examples(block):
        first, *more = example.source.splitlines()
        said += "".join([f">>> {first}\n", *(f"... {line}\n" for line in more)])
        with redirect_stdout(io.StringIO()) as printed:
            try:
                exec(compile(example.source, "<example>", "single"), names)
            except Exception as error:
                said += "Traceback (most recent call last):\n  ...\n"
                said += "".join(traceback.format_exception_only(error))
        said += printed.getvalue()
    return said


def rewrite() -> None:
    """Rewrite the outputs in all pages."""
    for page in PAGES:
        page.write_text(answered(page.read_text()))


if __name__ == "__main__":
    rewrite()
