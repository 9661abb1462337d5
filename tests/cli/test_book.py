"""The contents of each page of a book, and the refusal of books that cannot be made."""

import importlib.util
import json
import re
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest
from commands import run
from lxml import etree

from zet.formats import qr
from zet.formats.book import (
    COLUMN_GAP,
    HEAD,
    LINE,
    MARGIN,
    PAPERS,
    ROW_GAP,
    Entry,
    Layout,
    Page,
    Texts,
    as_pdf,
    pages,
)
from zet.formats.errors import UnwritableError

THREE = "samples/tectonic/three.xml"
MATPLOTLIB = importlib.util.find_spec("matplotlib")
assert MATPLOTLIB
assert MATPLOTLIB.origin
FONT = Path(MATPLOTLIB.origin).parent / "mpl-data/fonts/ttf/cmr10.ttf"
TITLED = (
    '{{"width": 3, "height": 2, "pieces": [[1, 1, 2], [1, 1, 2]], "givens": [[1, 3, 1], [0, 0, 0]],'
    ' "origin": "{}"}}\n'
)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="208" height="208" viewBox="0 0 208 208"/>'
TEXTS = Texts("", "Rules", [], Entry(SVG, SVG, ""), ("Example", "Solution"), "Solutions", "page {page}")

MORE = (
    f"requires packages that are not installed: {sys.executable} -m pip install "
    '"fpdf2>=2.8.8" "pypdfium2>=4.30" "segno>=1.6"\n'
)
"""What the extra adds; an index may have somebody else's package named zet."""


def texts(path: Path) -> list[str]:
    """Return the words of each page of a PDF; the document is closed afterwards."""
    with pypdfium2.PdfDocument(path) as document:
        found = []
        for number in range(len(document)):
            page = document[number]
            text = page.get_textpage()
            found.append(" ".join(text.get_text_range().split()))
            text.close()
            page.close()
        return found


def test_a_book_has_numbers_titles_levels_and_the_solutions_at_the_back(tmp_path: Path) -> None:
    book = tmp_path / "book.pdf"
    text = TITLED.format("Caf\u00e9 \u2013 one") + TITLED.format("two")
    command = f"zet tectonic book - {THREE} --per-page 2 --first-number 7 --title Mine -o {book}"
    done = run(command, stdin=text)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    cover, rules, *puzzles, solutions = texts(book)
    assert cover.startswith("Mine 5 puzzles, easy to extreme")
    assert rules.startswith("Rules A piece of N cells")
    assert re.search(r"Example .*Solution .* 2$", rules)
    assert len(puzzles) == 3
    assert puzzles[0].startswith("7 easy solution: page 6 Caf\u00e9 \u2013 one 1 3 1 8 easy")
    assert puzzles[1].startswith("9 easy solution: page 6")
    assert " 10 expert solution: page 6 " in puzzles[1]
    assert puzzles[2].startswith("11 extreme solution: page 6")
    assert re.match(r"Solutions 7 1 3 1 2 4 2 8 1 3 1 2 4 2 9 .* 10 .* 6$", solutions)
    first = book.read_bytes()
    assert run(f"{command} --force", stdin=text).returncode == 0
    assert book.read_bytes() == first


def test_solutions_are_on_the_pages_that_puzzles_name(tmp_path: Path) -> None:
    book = tmp_path / "book.pdf"
    done = run(f"zet tectonic book {THREE} --per-page 2 --solutions 1 -o {book}")
    assert (done.returncode, done.stderr) == (0, "")
    found = texts(book)
    assert len(found) == 7
    for number, page in enumerate(found[2:4], 3):
        for puzzle, other in re.findall(r"(\d+) \w+ solution: page (\d+)", page):
            assert re.match(rf"(Solutions )?{puzzle} ", found[int(other) - 1])
            assert number == 3 + (int(puzzle) - 1) // 2
        assert page.endswith(f" {number}")
    assert run(f"zet tectonic book {THREE} --solutions 0 -o {book} --force").returncode == 0
    assert len(texts(book)) == 3
    assert "solution" not in texts(book)[2]


Sides = tuple[float, float, float, float]
"""The left, upper, right and lower side of a box."""


def boards(path: Path, number: int) -> list[Sides]:
    """Return the boxes of the boards on a page of a PDF in millimeters: those of the drawn lines.

    Lines whose boxes touch belong to the same board.
    """
    found: list[Sides] = []
    with pypdfium2.PdfDocument(path) as document:
        page = document[number]
        height = page.get_height()
        for part in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_PATH]):
            left, bottom, right, top = (side * 25.4 / 72 for side in part.get_bounds())
            lower = height * 25.4 / 72
            box = left, lower - top, right, lower - bottom
            for other in [one for one in found if _touch(one, box)]:
                found.remove(other)
                (a, b), (c, d), (e, f), (g, h) = zip(box, other, strict=True)
                box = min(a, b), min(c, d), max(e, f), max(g, h)
            found.append(box)
        page.close()
    return found


def _touch(one: Sides, other: Sides) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("per_page", "grid"), [(1, (1, 1)), (4, (2, 2)), (6, (2, 3)), (12, (3, 4))])
def test_puzzles_fill_their_places(
    paper: str, per_page: int, grid: tuple[int, int], tmp_path: Path
) -> None:
    book = tmp_path / "book.pdf"
    line = "5x5:abbbcaabccaaddceeddceeedf:1..........21........143.\n"
    named = run("zet tectonic convert --to json -", stdin=line).stdout.replace(
        "{", '{"title": "Name", ', 1
    )
    command = f"zet tectonic book - --paper {paper} --per-page {per_page} -o {book}"
    assert run(command, stdin=named * per_page).returncode == 0
    assert "Name" in texts(book)[2]
    width, height = (side - 2 * MARGIN for side in PAPERS[paper])
    width = (width - COLUMN_GAP * (grid[0] - 1)) / grid[0]
    height = (height - ROW_GAP * (grid[1] - 1)) / grid[1]
    found = boards(book, 2)
    assert len(found) == per_page
    for left, top, right, bottom in found:
        assert MARGIN < left < right < PAPERS[paper][0] - MARGIN
        assert MARGIN < top < bottom < PAPERS[paper][1] - MARGIN
        assert max((right - left) / width, (bottom - top) / height) >= 0.85, (left, top, right, bottom)
    above = min(top for _, top, _, _ in found) - HEAD - LINE - MARGIN
    below = PAPERS[paper][1] - MARGIN - max(bottom for *_, bottom in found)
    assert above == pytest.approx(below, abs=2)


def test_html_has_the_same_pages(tmp_path: Path) -> None:
    book = tmp_path / "book.html"
    done = run(f"zet tectonic book {THREE} --per-page 2 --paper letter --title '<b>' -o {book} --lang nl")
    assert (done.returncode, done.stderr) == (0, "")
    page = etree.HTML(book.read_text())
    assert [heading.text for heading in page.iter("h1")] == ["<b>"]
    assert [heading.text for heading in page.iter("h2")][1:] == ["Oplossingen"]
    captions = [[one.text for one in caption] for caption in page.iter("figcaption")][2:]
    assert [caption[:2] for caption in captions] == [
        ["1", "makkelijk"], ["2", "voor experts"], ["3", "extreem"], ["1"], ["2"], ["3"],
    ]  # fmt: skip
    assert [link.get("href") for link in page.iter("a")] == ["#s1", "#s2", "#s3"]
    assert {"s1", "s2", "s3"} < {figure.get("id") for figure in page.iter("figure")}
    assert "size: 215.9mm 279.4mm" in book.read_text()
    assert not re.search(r"""src=|href="[^#]|url\(["']?http""", book.read_text())


def played(book: Path) -> list[dict[str, Any]]:
    """Return the data of the puzzles that can be solved on the page of a book."""
    figures = etree.HTML(book.read_text()).iter("figure")
    return [json.loads(data) for figure in figures if (data := figure.get("data-play"))]


def test_the_puzzles_of_an_html_book_can_be_played(tmp_path: Path) -> None:
    book = tmp_path / "book.html"
    assert run(f"zet tectonic book {THREE} -o {book}").returncode == 0
    assert len(played(book)) == 3
    for data in played(book):
        cells = list(zip(data["givens"], data["solution"], data["sizes"], strict=True))
        assert all(given in (0, digit) and 1 <= digit <= size for given, digit, size in cells)
    buttons = etree.HTML(book.read_text()).iter("button")
    digits = [button.get("data-type") for button in buttons if button.get("data-type")]
    assert digits == list("123450")


def decoded(svg: str) -> str:
    """Return the text of a QR code, drawn with modules of 6 x 6 pixels."""
    side = int(svg.partition('width="')[2].partition('"')[0])
    picture = np.full((side, side), 255, np.uint8)
    for found in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", svg):
        column, row, length = map(int, found)
        picture[row, column : column + length] = 0
    low, high = 6 * qr.QUIET, 6 * (side - qr.QUIET) - 1
    corners = np.array([[[low, low], [high, low], [high, high], [low, high]]], np.float32)
    text, *_ = cv2.QRCodeDetector().decode(picture.repeat(6, 0).repeat(6, 1), corners)
    return text


@pytest.mark.parametrize("name", ["sudokupad", "fpuzzles", "puzzlink", "penpa"])
def test_the_codes_below_the_puzzles_are_their_urls(name: str, tmp_path: Path) -> None:
    book = tmp_path / "book.html"
    done = run(f"zet tectonic book {THREE} --per-page 2 --link {name} -o {book}")
    assert (done.returncode, done.stderr) == (0, "")
    urls = []
    for link in etree.HTML(book.read_text()).iter("a"):
        if link.get("class") == "code":
            [code] = link
            urls.append(link.get("href"))
            assert decoded(etree.tostring(code).decode()) == urls[-1]
    told = run("zet tectonic convert --to line", stdin="\n".join(urls)).stdout
    assert told == run(f"zet tectonic convert --to line {THREE}").stdout
    assert "v1h-" not in run(f"zet tectonic book {THREE} --format html").stdout


def test_codes_in_a_pdf_are_links_and_leave_room(tmp_path: Path) -> None:
    book = tmp_path / "book.pdf"
    done = run(f"zet tectonic book {THREE} --per-page 2 --link puzzlink -o {book}")
    assert (done.returncode, done.stderr) == (0, "")
    assert book.read_bytes().count(b"(https://puzz.link/p?suguru/") == 3
    long = run("zet tectonic generate --board 9x9 --seed 1 --count 40").stdout
    done = run(f"zet tectonic book - --per-page 40 --link sudokupad -o {book} --force", stdin=long)
    assert done.returncode == 2
    reason = r"40 puzzles on a page leave no room for QR codes of 3\d mm: choose fewer with --per-page"
    assert re.fullmatch(f"Error: {reason}\n", done.stderr)
    large = run("zet tectonic generate --board 20x20 --seed 1").stdout
    done = run(f"zet tectonic book - --link fpuzzles -o {book} --force", stdin=large)
    assert done.returncode == 2
    assert done.stderr == "-: record 1: f-puzzles has boards up to 16 x 16, not 20 x 20\n"


def test_a_url_can_be_too_long_for_a_code() -> None:
    assert qr.as_svg("x" * 2953).startswith(b"<svg ")
    with pytest.raises(UnwritableError, match=r"^a QR code has no room for a URL of 2954 characters$"):
        qr.as_svg("x" * 2954)


def test_the_problems_of_an_html_book_can_be_played(tmp_path: Path) -> None:
    book = tmp_path / "book.html"
    problem = "i7h8i8k8e9f10/j8f9g9h9g11 white\n"
    assert run(f"zet renju book -o {book}", stdin=problem).returncode == 0
    [data] = played(book)
    assert (data["size"], data["side"], len(data["stones"])) == (15, 1, 11)
    assert [divmod(cell, 15) for cell in data["line"]] == [(8, 8), (8, 9), (9, 7), (11, 5), (6, 10)]
    assert "Tap a point to play there." in book.read_text()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", [1, 4, 6, 12, 60])
def test_what_stands_on_a_page_has_its_own_place(paper: str, per_page: int) -> None:
    def svg(width: int, height: int) -> bytes:
        return f'<svg width="{width}" height="{height}"/>'.encode()

    sizes = [(208, 208), (4008, 4008), (1208, 128), (48, 4008), (608, 288)] * 13
    entries = [Entry(svg(*size), svg(*size), "hard", "A title", "h8 i9") for size in sizes]
    width, height = PAPERS[paper]
    numbers: list[int] = []
    for page in list(pages(entries, Layout(paper, per_page, per_page, "Mine"), TEXTS))[2:]:
        numbers += [int(box.number) for box in page.boxes]
        places = list(_places(page))
        for at, (left, top, right, bottom) in enumerate(places):
            assert 10 < left < right < width - 10
            assert 10 < top < bottom < height - 10
            for other in places[:at]:
                apart = other[2] < left or right < other[0] or other[3] < top or bottom < other[1]
                assert apart, (left, top, right, bottom, other)
    assert numbers == [*range(1, 66)] * 2


@pytest.mark.parametrize("per_page", [1, 4, 6])
def test_coordinates_are_large_enough_to_read(per_page: int, tmp_path: Path) -> None:
    """The names of the lines of a board have at least 7 points; the caption beside a number has 9."""
    book = tmp_path / "book.pdf"
    command = f"zet renju book samples/renju/problems.txt --per-page {per_page} --solutions 6 -o {book}"
    assert run(command).returncode == 1  # one record is no problem
    with pypdfium2.PdfDocument(book) as document:
        for number in (2, len(document) - 1):
            page = document[number]
            text = page.get_textpage()
            words = text.get_text_range()
            caption = {2: "black wins", len(document) - 1: "Solutions"}[number]
            known = {2: 9, len(document) - 1: 17}[number]
            coordinates = re.search(r"\no\r?\n1\b", words)
            assert coordinates
            high, own = (
                box[3] - box[1]
                for box in (
                    text.get_charbox(words.index(caption), loose=True),
                    text.get_charbox(coordinates.start() + 1, loose=True),
                )
            )
            assert 7 <= own / high * known < 20
            text.close()
            page.close()


def test_words_begin_where_their_box_does(tmp_path: Path) -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="208" height="208" viewBox="0 0 208 208"/>'
    entry, layout = Entry(svg, svg, "level", "Height"), Layout(per_page=1, solutions=0)
    _cover, _rules, page = pages([entry], layout, TEXTS)
    book = tmp_path / "book.pdf"
    book.write_bytes(as_pdf([entry], layout, TEXTS, "en"))
    with pypdfium2.PdfDocument(book) as document:
        first = document[2]
        text = first.get_textpage()
        begins = text.get_charbox(text.get_text_range().index("H"))[0] * 25.4 / 72
        text.close()
        first.close()
    [box] = page.boxes
    assert box.left < begins < box.left + 0.5


def _places(page: Page) -> "list[tuple[float, float, float, float]]":
    found = []
    for box in page.boxes:
        width = max(box.width, box.picture[0])
        found.append((box.left, box.top, box.left + width, box.top + box.head + box.picture[1]))
    return found


def test_a_puzzle_without_one_solution_is_left_out_and_named(tmp_path: Path) -> None:
    book = tmp_path / "book.html"
    done = run(f"zet tectonic book samples/tectonic/answers.txt -o {book}")
    assert done.returncode == 1
    assert done.stderr == (
        "samples/tectonic/answers.txt: record 2: at least 2 solutions; left out of the book\n"
        "samples/tectonic/answers.txt: record 3: no solution; left out of the book\n"
    )
    assert book.read_text().count("data-play=") == 1
    done = run(f"zet tectonic book samples/tectonic/answers.txt --nodes 0 -o {book} --force")
    assert done.returncode == 3


def test_a_book_of_nothing_is_not_made(tmp_path: Path) -> None:
    book = tmp_path / "book.html"
    done = run(f"tail -n 1 samples/tectonic/answers.txt | zet tectonic book -o {book}")
    assert (done.returncode, done.stdout) == (1, "")
    assert run(f"echo nonsense | zet tectonic book -o {book}").returncode == 2
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("-o {folder}/book.txt", "the name of a book must end in .pdf or .html"),
        ("-o {folder}/book.pdf --font Garamond", "the fonts of a PDF are serif, sans-serif, monospace"),
        ("-o {folder}/book.pdf --font missing.ttf", "missing.ttf: No such file or directory"),
        ("-o {folder}/book.pdf --font README.md.ttf", "README.md.ttf"),
        ("-o {folder}/book.html --font 'x;}}'", "is not a valid font name"),
        ("-o {folder}/book.pdf --line-width nan", "expected a number, not NaN"),
        ("-o {folder}/book.pdf --title \u0416", "the font lacks the character '\u0416'"),
        ("-o {folder}/none/book.pdf", "No such file or directory"),
    ],
)
def test_what_a_book_cannot_be_is_said_in_a_line(options: str, words: str, tmp_path: Path) -> None:
    done = run(f"zet tectonic book {THREE} " + options.format(folder=tmp_path))
    assert done.returncode
    assert words in done.stderr.splitlines()[-1]
    assert not any(tmp_path.iterdir())


def test_a_font_from_a_file_has_what_others_have_not(tmp_path: Path) -> None:
    book = tmp_path / "book.pdf"
    done = run(f"zet tectonic book {THREE} --title \u2219zet --font {FONT} -o {book}")
    assert (done.returncode, done.stderr) == (0, "")
    assert texts(book)[0].startswith("\u2219zet")
    page = tmp_path / "book.html"
    assert run(f"zet tectonic book {THREE} --font {FONT} -o {page}").returncode == 0
    assert 'font-family: "book"; src: url("data:' in page.read_text()
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(FONT.read_bytes()[:2000])
    done = run(f"zet tectonic book {THREE} --font {broken} -o {book} --force")
    assert (done.returncode, done.stderr) == (2, f"Error: {broken} is not a TrueType or OpenType font\n")


def test_without_its_packages_pdf_and_png_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    done = run(f"zet tectonic book {THREE} -o {tmp_path}/book.pdf")
    assert done.stderr == f"Error: a book in PDF {MORE}"
    done = run(f"zet tectonic show {THREE} --png {tmp_path}/one.png")
    assert done.stderr == f"Error: --png {MORE}"
    assert run(f"zet tectonic book {THREE} -o {tmp_path}/book.html").returncode == 0


def test_problems_stand_with_their_winning_lines(tmp_path: Path) -> None:
    book = tmp_path / "book.pdf"
    problem = "i7h8i8k8e9f10/j8f9g9h9g11 white\n"
    done = run(f"zet renju book --per-page 1 --solutions 1 -o {book}", stdin=problem * 2)
    assert (done.returncode, done.stderr) == (0, "")
    cover, _rules, *found = texts(book)
    assert cover.startswith("Renju problems 2 problems, easy")
    heads = ["1 white wins (easy) solution: page 5", "2 white wins (easy) solution: page 6"]
    assert [text[: len(heads[0])] for text in found[:2]] == heads
    assert found[2].startswith("Solutions 1 i9 j9 h10 f12 k7")
    assert found[3].startswith("2 i9 j9 h10 f12 k7")


def test_a_position_without_a_win_is_left_out(tmp_path: Path) -> None:
    book = tmp_path / "book.html"
    done = run(f"zet renju book samples/renju/problems.txt -o {book}")
    assert done.returncode == 1
    left_out = "samples/renju/problems.txt: record 5: no win by these threats; left out of the book"
    assert done.stderr.splitlines()[-1] == left_out
    assert "record 1: another move may win too" in done.stderr
    assert "g5 i5 i6 j6 f6 e6 h4 d8 i3" in book.read_text()


def test_a_picture_has_the_style_that_is_asked_for(tmp_path: Path) -> None:
    picture = tmp_path / "one.svg"
    looks = "--line-width 0.5 --border-width 5 --font serif --shading"
    assert run(f"zet tectonic show samples/tectonic/one.xml --svg {picture} {looks}").returncode == 0
    svg = etree.fromstring(picture.read_bytes())
    assert [path.get("stroke-width") for path in svg.iterfind("{*}path")] == ["0.5", "5"]
    assert {text.get("font-family") for text in svg.iterfind("{*}text")} == {"serif"}
    grounds = {rect.get("fill") for rect in svg.iterfind("{*}rect")}
    assert len(grounds) > 2
    wood = "zet renju show samples/renju/person.txt --format svg"
    assert "#f3d9a4" in run(wood).stdout
    assert "#f3d9a4" not in run(f"{wood} --no-shading").stdout


def test_a_style_without_a_picture_is_refused() -> None:
    done = run("zet tectonic show samples/tectonic/one.xml --no-shading")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--style shading requires --svg or --png" in done.stderr
    assert run("zet renju show samples/renju/game.rec --format svg --line-width 2").returncode == 0


def test_png_is_the_picture_four_times_as_large(tmp_path: Path) -> None:
    picture = tmp_path / "one.png"
    assert run(f"zet tectonic show samples/tectonic/one.xml --png {picture}").returncode == 0
    data = picture.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (832, 832)
    assert run(f"zet tectonic show samples/tectonic/one.xml --png {picture} --force").returncode == 0
    assert picture.read_bytes() == data
    done = run(f"zet tectonic show samples/tectonic/one.xml --png {picture} --svg {picture}")
    assert "--png cannot be combined with --svg" in done.stderr
    for option in "show --svg", "explain --html", "explain --svg":
        done = run(f"zet tectonic {option} {tmp_path}/a.PNG samples/tectonic/one.xml")
        assert (done.returncode, done.stdout) == (2, "")
        kind = option[-4:].strip("-").upper()
        assert f"/a.PNG: {kind} does not belong in a .png file" in done.stderr
        assert done.stderr.endswith("file; use --png\n") == (option == "show --svg")
        assert not (tmp_path / "a.PNG").exists()
    done = run(f"zet tectonic show samples/tectonic/one.xml --png {picture} --force --font Garamond")
    assert "the fonts of a PNG are serif, sans-serif and monospace" in done.stderr
    assert picture.read_bytes() == data
