"""Every command in the README and the documents does what is printed there.

`make golden` writes what is printed anew; the difference is read in review.
"""

import re
from pathlib import Path

import pytest
from commands import ROOT, run

BLOCK = re.compile(r"^```console\n(.*?)^```", re.M | re.S)


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def examples() -> list[tuple[str, str, str]]:
    """Return (page, command, output) of every console block."""
    found = []
    for page in pages():
        for block in BLOCK.findall(page.read_text()):
            for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, _, output = part.partition("\n")
                found.append((str(page.relative_to(ROOT)), command, output))
    return found


EXAMPLES = examples()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 20
    assert not [page for page in pages() if page.read_text().count("```") % 2]


@pytest.mark.parametrize(("page", "command", "output"), EXAMPLES)
def test_example(page: str, command: str, output: str) -> None:
    done = run(command)
    assert done.stdout + done.stderr == output, page


def test_the_demo_goes_through(tmp_path: Path) -> None:
    recipe = re.search(r"^demo: kernels\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.M)
    assert recipe
    commands = [line.strip() for line in recipe[1].splitlines() if "$(BIN)/zet" in line]
    assert len(commands) > 8
    for command in commands:
        done = run(command.replace("$(BIN)/", "").replace("demo/", f"{tmp_path}/"))
        assert (done.returncode, done.stderr) == (0, ""), command


def rewrite() -> None:
    """Write the outputs in all pages anew."""
    for page in pages():
        text = page.read_text()
        page.write_text(BLOCK.sub(lambda block: f"```console\n{answered(block[1])}```", text))


def answered(block: str) -> str:
    """Return a block with what its commands print now."""
    commands = [part.partition("\n")[0] for part in re.split(r"^\$ ", block, flags=re.M)[1:]]
    done = [(command, run(command)) for command in commands]
    return "".join(f"$ {command}\n{result.stdout}{result.stderr}" for command, result in done)


if __name__ == "__main__":
    rewrite()
