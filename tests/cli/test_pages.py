"""Pages of games and puzzles, without a browser: the content, the sizes and the contrast of colors.

`tests/pages.py` looks at the same pages in a browser, by hand.
"""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from commands import ROOT, run
from markup import Markup

CONTRAST = 4.5
"""The least contrast of text that WCAG 2.2 allows (success criterion 1.4.3)."""


def explained(text: str, tmp_path: Path, options: str = "") -> tuple[Markup, dict[str, Any]]:
    """Return the page of an explained puzzle, and the data of its script."""
    file = tmp_path / "page.html"
    assert run(f"zet tectonic explain --html {file} --force {options} -", stdin=text).returncode in (0, 1)
    page = Markup(file.read_text())
    return page, json.loads(next(text for text in page.texts if text.startswith('{"width"')))


def final(data: dict[str, Any]) -> list[set[int]]:
    """Return the candidates after all steps; each step must remove candidates that still exist."""
    left = [set(digits) for digits in data["start"]]
    for step in data["steps"]:
        for cell, *digits in step["quiet"] + step["struck"]:
            assert left[cell] >= set(digits)
            left[cell] -= set(digits)
        assert all(len(left[cell]) == 1 for cell in step["solved"])
        assert step["pattern"] or step["changed"]
        assert not set(step["pattern"]) & set(step["changed"])
    return left


def shown(data: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the first and the last step of each view that the arrow buttons lead to."""
    return [(view["from"], view["to"]) for view in data["views"] if not view["part"]]


def test_a_page_has_the_puzzle_the_steps_and_no_outside_parts(tmp_path: Path) -> None:
    name = "</script><b>me & you"
    puzzle = json.loads(run("zet tectonic convert --to json -", stdin="3x2:aabaab:131...\n").stdout)
    page, data = explained(json.dumps(puzzle | {"origin": name}), tmp_path)
    assert page.texts.count(name) == 2  # the title and the heading
    assert "easy · 2 × 3" in page.texts
    assert (
        "A piece of N cells, bordered by thick lines, contains each of the digits 1 to N once."
        in page.texts
    )
    tags = [tag for tag, _ in page.tags]
    assert (tags.count("script"), tags.count("text")) == (2, 3)  # the givens; the script draws all else
    assert final(data) == [{1}, {3}, {1}, {2}, {4}, {2}]
    assert data["solution"] == [1, 3, 1, 2, 4, 2]
    for view in data["views"]:
        assert view["words"] in page.texts
    for _tag, traits in page.tags:
        assert not {"src", "href", "action"} & traits.keys()


def test_buttons_fill_in_the_digits_of_the_largest_piece(tmp_path: Path) -> None:
    page, data = explained((ROOT / "samples/tectonic/one.xml").read_text(), tmp_path)
    buttons = [traits for tag, traits in page.tags if tag == "button"]
    assert [traits["data-type"] for traits in buttons if "data-type" in traits] == list("123450")
    assert {"notes", "check"} <= {traits.get("id") for traits in buttons}
    assert max(data["sizes"]) == len(data["places"]) == 5


def test_a_page_of_a_large_puzzle_has_fewer_than_forty_steps(tmp_path: Path) -> None:
    lines = run("zet tectonic generate --width 9 --height 9 --count 6 --seed 3").stdout.splitlines()
    for line in lines:
        _page, data = explained(line, tmp_path)
        views = shown(data)
        assert len(views) < 40
        assert [first for first, _ in views] == [0, *(last + 1 for _, last in views[:-1])]
        assert views[-1][1] == len(data["steps"]) - 1
        assert all(len(left) == 1 for left in final(data))
        for first, last in views:
            titles = {step["title"] for step in data["steps"][first : last + 1]}
            assert len(titles) == 1 or titles == {"naked single", "hidden single"}
            parts = [view for view in data["views"] if view["part"] and first <= view["from"] <= last]
            assert len(parts) == (last - first + 1 if first != last else 0)


def test_a_page_shows_a_puzzle_that_the_techniques_do_not_solve(tmp_path: Path) -> None:
    page, data = explained((ROOT / "samples/tectonic/one.xml").read_text(), tmp_path, "--techniques 1,2")
    assert any(len(left) > 1 for left in final(data))
    assert 0 in data["solution"]
    assert any(re.fullmatch(r"\d+ steps, without a solution", text) for text in page.texts)


def test_text_and_page_count_the_same_steps(tmp_path: Path) -> None:
    text = (ROOT / "samples/tectonic/tight.txt").read_text()
    grown = run("zet tectonic generate --board 9x9 --seed 3 --rating expert").stdout
    for puzzle in (text, grown):
        _status, *steps = run("zet tectonic explain", stdin=puzzle).stdout.splitlines()
        n_steps = sum(bool(re.match(r" *\d+  ", line)) for line in steps)
        assert _status == f"-, puzzle 1: solved in {n_steps} steps"
        _status, *steps = run("zet tectonic explain --brief", stdin=puzzle).stdout.splitlines()
        listed = sum(bool(re.match(r" *\d+  ", line)) for line in steps)
        merged = n_steps - listed
        assert _status == f"-, puzzle 1: solved in {n_steps} steps, {merged} of them bookkeeping"
        page, data = explained(puzzle, tmp_path)
        words = f"The solution in {n_steps} steps; {len(data['steps'])} of them matter"
        groups = len(shown(data))
        assert f"{words}, in {groups} groups" * (groups < len(data["steps"])) or words in page.texts
        proof = run("zet tectonic explain --format json --with-puzzle", stdin=puzzle).stdout
        links = sum(len(step.get("chain", ())) for step in json.loads(proof)["steps"])
        checked = run("zet tectonic verify", stdin=proof).stdout
        assert checked == f"-, explanation 1: valid: {n_steps + links} deductions checked\n"


def test_a_page_has_no_name_of_a_folder(tmp_path: Path) -> None:
    source = tmp_path / "secret" / "p.xml"
    source.parent.mkdir()
    source.write_bytes((ROOT / "samples/tectonic/one.xml").read_bytes())
    file = tmp_path / "page.html"
    assert run(f"zet tectonic explain {source} --html {file}").returncode == 0
    assert "secret" not in file.read_text()
    assert file.stat().st_size < 50_000


def luminance(color: str) -> float:
    """Return the relative luminance of a color like #fff or #1d5fa8."""
    digits = color[1:] if len(color) == 7 else "".join(one * 2 for one in color[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_the_text_of_pages_has_contrast(scheme: int) -> None:
    style = (ROOT / "formats/page.css").read_text()
    blocks = re.findall(r":root \{([^}]*)\}", style)
    assert len(blocks) == 2
    colors = dict(re.findall(r"--(\w+): (#\w+)", blocks[scheme]))
    for ground in ("page", "card"):
        for text in ("text", "soft", "bad", "good", "here"):
            assert contrast(colors[text], colors[ground]) >= CONTRAST, (text, ground)


def test_the_digits_of_a_board_have_contrast() -> None:
    texts = [(ROOT / "formats/tectonic" / name).read_text() for name in ("board.js", "page.html")]
    inks = {ink for text in texts for ink in re.findall(r'fill: "(#\w+)"', text)}
    grounds = {"#fff"} | {ground for text in texts for ground in re.findall(r'wash\(.*"(#\w+)"\)', text)}
    assert (len(inks), len(grounds)) == (4, 4)
    for ink in inks:
        for ground in grounds:
            assert contrast(ink, ground) >= CONTRAST, (ink, ground)


def test_candidates_of_all_cells_have_the_same_places_and_do_not_touch() -> None:
    from zet.formats.tectonic.picture import places_in_cell

    for size in range(1, 17):
        font, places = places_in_cell(size)
        width = 0.64 * font * len(str(size))  # of the digits of common fonts
        assert len(places) == size
        for x, y in places:
            assert width / 2 <= x <= 1 - width / 2
            assert font * 0.7 <= y <= 1
        for (x, y), (right, below) in pairwise(places):
            assert right - x >= width or below - y >= font * 0.8


def test_a_page_of_a_game_begins_with_the_result_and_the_move_that_lost(tmp_path: Path) -> None:
    source = tmp_path / "secret" / "games.txt"
    source.parent.mkdir()
    source.write_text("h8a1i8c1j8e1k8g1l8\n")
    file = tmp_path / "page.html"
    assert run(f"zet renju analyze --nodes 1000 --html {file} {source}").returncode == 0
    page = Markup(file.read_text())
    words = [text for text in page.texts if text.strip()]
    at = words.index("Black – White")
    assert words[at + 1].startswith("Black makes five with move 9, l8")
    assert re.match(r"Black wins by force after \d+\. .*\.", words[at + 2])
    assert words[at + 3] == "play through the win"
    assert "secret" not in file.read_text()
    data = json.loads(next(text for text in page.texts if text.startswith('{"black"')))
    turn = data["turn"]
    assert data["moves"][turn["at"] - 1]["n"] == turn["at"]
    taken = {move["cell"] for move in data["moves"][: turn["at"]]}
    assert turn["cells"]
    assert len({*turn["cells"], *taken}) == len(turn["cells"]) + len(taken)
    legend = {traits["class"] for tag, traits in page.tags if tag == "li" and "style" in traits}
    assert legend == {"ink", "paper", "open", "bad", "good", "hold"}


def test_points_are_separated_by_commas() -> None:
    done = run("zet renju analyze --nodes 1000 samples/renju/database.xml --select player=Anna")
    assert (
        "black wins in 3: k11, g7, l12; k11, g7 would have left the opponent no win by threats"
        in done.stdout
    )
