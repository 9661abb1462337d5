"""Every Python example in the documents prints the output shown there.

`make golden` rewrites the output; the difference is read in review.
"""

import ast
import io
import re
import traceback
from collections import defaultdict
from contextlib import chdir, redirect_stdout
from doctest import DocTestParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from commands import ROOT

BLOCK = re.compile(r"^```pycon\n(.*?)^```", re.M | re.S)
CELL = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
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


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_the_ratings_are_a_table_of_any_library(library: str) -> None:
    """The cells of the notebook's page that need another package, which a machine may lack."""
    pytest.importorskip(library)
    page = (ROOT / "docs/tutorial/notebook.md").read_text()
    names: dict[str, Any] = {}
    answered(page, names)
    (cell,) = [cell for cell in CELL.findall(page) if cell.startswith(f"import {library}\n")]
    *start, last = ast.parse(cell).body
    assert isinstance(last, ast.Expr)
    exec(compile(ast.Module(start, []), "<cell>", "exec"), names)
    table = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    if library == "pandas":
        found = {level: (row["count"], row["max"]) for level, row in table.to_dict("index").items()}
    else:
        found = {row["level"]: (row["count"], row["max"]) for row in table.to_dicts()}
    scores = defaultdict[str, list[int]](list)
    for row in names["rows"]:
        scores[row["level"]].append(row["score"])
    assert found == {level: (len(several), max(several)) for level, several in scores.items()}


def answered(text: str, names: dict[str, Any] | None = None) -> str:
    """Return a page with the current output of its examples, which run in order in a new folder.

    The variables of the examples are stored in `names`.
    """
    names = {} if names is None else names
    with TemporaryDirectory() as folder, chdir(folder):
        Path("samples").symlink_to(ROOT / "samples")
        return BLOCK.sub(lambda block: f"```pycon\n{conversation(block[1], names)}```", text)


def conversation(block: str, names: dict[str, Any]) -> str:
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
