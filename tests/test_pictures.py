"""The pictures in the documents are the output of the commands beside them."""

import re
import shlex
from pathlib import Path

import pytest
from commands import ROOT, run

PAGE = ROOT / "docs" / "pictures" / "README.md"
COMMANDS = re.findall(r"^(.*--svg (docs/pictures/[\w-]+\.svg).*)$", PAGE.read_text(), re.M)


def test_every_picture_has_its_command() -> None:
    assert sorted(name for _, name in COMMANDS) == sorted(
        str(path.relative_to(ROOT)) for path in PAGE.parent.glob("*.svg")
    )


@pytest.mark.parametrize(("command", "name"), COMMANDS, ids=[name for _, name in COMMANDS])
def test_a_picture_is_what_its_command_draws(command: str, name: str, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.svg"
    done = run(command.replace(name, shlex.quote(str(drawn))))
    assert done.returncode == 0, done.stderr
    assert drawn.read_bytes() == (ROOT / name).read_bytes()


def test_pages_show_pictures_that_exist() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for link in re.findall(r'!\[[^\]]+\]\(([^)]+)\)|<img src="([^"]+)"', page.read_text()):
            assert (page.parent / "".join(link)).is_file(), (page, link)
