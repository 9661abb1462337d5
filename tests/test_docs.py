"""Every command in the README and the documents prints the output shown there.

The examples of a block run one after another in a new folder with links to the project's; a tutorial runs
so from its top to its end. `make golden` rewrites the output; the difference is read in review.
"""

import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from commands import ROOT, run

EXAMPLE = re.compile(
    r"^\$ (?P<command>[^\n]*<<'END'.*?^END|(?:[^\n]*\\\n)*[^\n]*)\n(?P<output>.*?)(?=^\$ |^```|\Z)",
    re.MULTILINE | re.DOTALL,
)
"""A command, possibly continued after a backslash or followed by a document, and its output."""
BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```)", re.MULTILINE | re.DOTALL)
PAGE = re.compile(r".+", re.DOTALL)
TOOLS = re.compile(r"\b(?:git|jq|make|parallel|sqlite3)\b")
"""Tools that a machine may lack."""


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def part(page: Path) -> re.Pattern[str]:
    """Return the parts of a page, each of which runs in one folder."""
    return PAGE if page.parent.name == "tutorial" else BLOCK


def answered(page: Path, text: str) -> str:
    """Return a part of a page with the current output of its commands."""
    with TemporaryDirectory() as new:
        folder = Path(new)
        for name in ("docs", "formats", "samples"):
            (folder / name).symlink_to(ROOT / name)

        def printed(example: re.Match[str]) -> str:
            done = run(example["command"].replace("\\\n", " "), folder=folder)
            assert done.returncode != 70, f"{page}: {done.stderr}"
            return f"$ {example['command']}\n{done.stdout}{done.stderr}"

        return EXAMPLE.sub(printed, text)


def missing_tools(text: str) -> set[str]:
    """Return the tools that the commands of a text need and this machine lacks."""
    commands = " ".join(example["command"] for example in EXAMPLE.finditer(text))
    return {tool for tool in TOOLS.findall(commands) if not shutil.which(tool)}


CASES = [
    pytest.param(page, found[0], id=f"{page.relative_to(ROOT)}-{EXAMPLE.findall(found[0])[0][0]}")
    for page in pages()
    for found in part(page).finditer(page.read_text())
    if EXAMPLE.search(found[0])
]


def test_there_are_examples() -> None:
    assert len(CASES) > 20
    for page in pages():
        text = page.read_text()
        assert text.count("```") % 2 == 0, page
        in_blocks = [example for block in BLOCK.findall(text) for example in EXAMPLE.findall(block)]
        assert EXAMPLE.findall(text) == in_blocks, f"{page}: a command stands outside ```console"


def test_no_text_has_marks_of_a_merge() -> None:
    texts = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    assert len(texts) > 50
    marked = [path for path in texts if re.search(r"^(<{7}|={7}$|>{7})", path.read_text(), re.MULTILINE)]
    assert marked == []


def test_every_sample_has_a_row() -> None:
    folder = ROOT / "samples"
    rows = re.findall(r"^\| ([^|]*/[^|]*) \|", (folder / "README.md").read_text(), re.MULTILINE)
    named = {name for row in rows for name in row.split(", ")}
    found = {path.relative_to(folder).as_posix() for path in folder.glob("*/**/*") if path.is_file()}
    assert found == named


@pytest.mark.parametrize(("page", "text"), CASES)
def test_example(page: Path, text: str) -> None:
    if missing := missing_tools(text):
        pytest.skip(f"{', '.join(missing)} is not installed")
    assert answered(page, text) == text


def test_the_demo_goes_through(tmp_path: Path) -> None:
    recipe = re.search(r"^demo: kernels\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.M)
    assert recipe
    shown: list[int] = []
    for line in map(str.strip, recipe[1].splitlines()):
        if line.startswith("@$(TITLE)"):
            shown.append(2)  # the title and an empty line
        elif not line.startswith("@"):
            command = line.replace("$(BIN)/", "").replace("demo/", f"{tmp_path}/").replace("$$", "$")
            done = run(command)
            assert (done.returncode, done.stderr) == (0, ""), command
            shown[-1] += 1 + len(done.stdout.splitlines())
    assert len(shown) == 5, "a screenful of 24 lines for each game"
    assert max(shown) <= 24, shown


def rewrite() -> None:
    """Rewrite the outputs in all pages, or in those of the named games and of their formats."""
    games = sys.argv[1:]
    for page in pages():
        if games and not {page.parent.name, page.name.partition("-")[0]} & {*games}:
            continue

        def anew(found: re.Match[str], page: Path = page) -> str:
            return found[0] if missing_tools(found[0]) else answered(page, found[0])

        page.write_text(part(page).sub(anew, page.read_text()))


if __name__ == "__main__":
    rewrite()
