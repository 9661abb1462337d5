"""The pictures in the documents are the output of the commands beside them."""

import importlib.util
import re
import shlex
from pathlib import Path

import pytest
from commands import ROOT, run
from fontTools.ttLib import TTFont

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


def test_boards_of_box_characters_join_on_the_site() -> None:
    style = (ROOT / "docs" / "_static" / "site.css").read_text()
    found = re.search(r'font-family: "DejaVu Sans Mono", .*\n  line-height: ([\d.]+);', style)
    assert found
    line = float(found[1])
    matplotlib = importlib.util.find_spec("matplotlib")
    assert matplotlib
    assert matplotlib.origin
    with TTFont(Path(matplotlib.origin).parent / "mpl-data/fonts/ttf/DejaVuSansMono.ttf") as font:
        names, glyphs, em = font.getBestCmap(), font["glyf"], font["head"].unitsPerEm
        texts = "".join(page.read_text() for page in (ROOT / "docs").rglob("*.md"))
        boxes = {character for character in texts if "\u2500" <= character <= "\u257f"}
        assert {"\u2502", "\u2503", "\u250f", "\u2513"} <= boxes <= set(map(chr, names))
        for vertical in "\u2502\u2503":
            glyph = glyphs[names[ord(vertical)]]
            assert line * em <= glyph.yMax - glyph.yMin
        for horizontal in "\u2500\u2501":
            glyph, (advance, _) = glyphs[names[ord(horizontal)]], font["hmtx"][names[ord(horizontal)]]
            assert glyph.xMin <= 0
            assert glyph.xMax >= advance
