"""Every command in the README and the documents does what is printed there."""

import re

import pytest
from commands import ROOT, run

BLOCK = re.compile(r"^```console\n(.*?)^```", re.M | re.S)


def examples() -> list[tuple[str, str, str]]:
    """Return (page, command, output) of every console block."""
    found = []
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for block in BLOCK.findall(page.read_text()):
            for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, _, output = part.partition("\n")
                found.append((str(page.relative_to(ROOT)), command, output))
    return found


EXAMPLES = examples()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 20


@pytest.mark.parametrize(("page", "command", "output"), EXAMPLES)
def test_example(page: str, command: str, output: str) -> None:
    done = run(command)
    assert done.stdout + done.stderr == output, page
