"""Books: what stands on which page, and in what they are refused."""

import importlib.util
import re
from pathlib import Path

import pypdfium2
import pytest
from commands import run
from lxml import etree

from zet.formats.book import PAPERS, Entry, Layout, Page, as_pdf, pages

THREE = "samples/tectonic/three.xml"
MATPLOTLIB = importlib.util.find_spec("matplotlib")
assert MATPLOTLIB
assert MATPLOTLIB.origin
FONT = Path(MATPLOTLIB.origin).parent / "mpl-data/fonts/ttf/cmr10.ttf"
TITLED = (
    '{{"width": 3, "height": 2, "pieces": [[1, 1, 2], [1, 1, 2]], "givens": [[1, 3, 1], [0, 0, 0]],'
    ' "origin": "{}"}}\n'
)


MORE = 'needs more packages: pip install "fpdf2>=2.8.8" "pypdfium2>=4.30"\n'
"""What the extra adds; an index may have somebody else's package named zet."""


def texts(path: Path) -> list[str]:
    """Return the words of each page of a PDF, which is closed again."""
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
    *puzzles, solutions = texts(book)
    assert len(puzzles) == 3
    assert puzzles[0].startswith("Mine 7 medium Caf\u00e9 \u2013 one")
    assert re.search(r"1 3 1 8 medium two", puzzles[0])
    assert puzzles[1].startswith("9 easy")
    assert puzzles[2].startswith("11 extreme")
    assert solutions.startswith("Solutions 7 1 3 1 2 4 2 8")
    first = book.read_bytes()
    assert run(f"{command} --force", stdin=text).returncode == 0
    assert book.read_bytes() == first


def test_html_has_the_same_pages(tmp_path: Path) -> None:
    book = tmp_path / "book.html"
    done = run(f"zet tectonic book {THREE} --per-page 2 --paper letter --title '<b>' -o {book} --lang nl")
    assert (done.returncode, done.stderr) == (0, "")
    page = etree.HTML(book.read_text())
    heads = [section.findtext("h1") for section in page.iter("section")]
    assert heads == ["<b>", None, "Oplossingen"]
    captions = ["".join(one.itertext()) for one in page.iter("figcaption")]
    assert captions == ["1makkelijk", "2moeilijk", "3extreem", "1", "2", "3"]
    assert "size: 215.9mm 279.4mm" in book.read_text()
    assert not re.search(r"""(src|href)=|url\(["']?http""", book.read_text())


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", [1, 4, 6, 12, 60])
def test_what_stands_on_a_page_has_its_own_place(paper: str, per_page: int) -> None:
    def svg(width: int, height: int) -> bytes:
        return f'<svg width="{width}" height="{height}"/>'.encode()

    sizes = [(208, 208), (4008, 4008), (1208, 128), (48, 4008), (608, 288)] * 13
    entries = [Entry(svg(*size), svg(*size), "hard", "A title", "h8 i9") for size in sizes]
    width, height = PAPERS[paper]
    numbers: list[int] = []
    for page in pages(entries, Layout(paper, per_page, per_page, "Mine"), "Solutions"):
        numbers += [box.number for box in page.boxes]
        places = list(_places(page))
        for at, (left, top, right, bottom) in enumerate(places):
            assert 10 < left < right < width - 10
            assert 10 < top < bottom < height - 10
            for other in places[:at]:
                apart = other[2] < left or right < other[0] or other[3] < top or bottom < other[1]
                assert apart, (left, top, right, bottom, other)
    assert numbers == [*range(1, 66)] * 2


def test_words_begin_where_their_box_does(tmp_path: Path) -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="208" height="208" viewBox="0 0 208 208"/>'
    entry, layout = Entry(svg, svg, "level", "Height"), Layout(per_page=1, solutions=0)
    [page] = pages([entry], layout, "Solutions")
    book = tmp_path / "book.pdf"
    book.write_bytes(as_pdf([entry], layout, "Solutions", "en"))
    with pypdfium2.PdfDocument(book) as document:
        first = document[0]
        text = first.get_textpage()
        begins = text.get_charbox(text.get_text_range().index("H"))[0] * 25.4 / 72
        ends = text.get_charbox(text.get_text_range().index("l\r"))[2] * 25.4 / 72
        text.close()
        first.close()
    [box] = page.boxes
    assert box.left < begins < box.left + 0.5
    assert box.left + box.width - 0.5 < ends < box.left + box.width


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
        "samples/tectonic/answers.txt: record 2: 2 solutions or more\n"
        "samples/tectonic/answers.txt: record 3: no solution\n"
    )
    assert book.read_text().count("<figcaption>") == 2
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
        ("-o {folder}/book.txt", "the name of a book ends in .pdf or .html"),
        ("-o {folder}/book.pdf --font Garamond", "a PDF has serif, sans-serif, monospace"),
        ("-o {folder}/book.pdf --font missing.ttf", "missing.ttf: No such file or directory"),
        ("-o {folder}/book.pdf --font README.md.ttf", "README.md.ttf"),
        ("-o {folder}/book.html --font 'x;}}'", "is not a font"),
        ("-o {folder}/book.pdf --line-width nan", "it is not a number"),
        ("-o {folder}/book.pdf --title \u0416", "the font has no '\u0416'"),
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
    assert [text[:18] for text in texts(book)[:2]] == ["1 white wins, easy", "2 white wins, easy"]
    assert texts(book)[2].startswith("Solutions 1 i9 j9 h10 f12 k7")
    assert texts(book)[3].startswith("2 i9 j9 h10 f12 k7")


def test_a_position_without_a_win_is_left_out(tmp_path: Path) -> None:
    book = tmp_path / "book.html"
    done = run(f"zet renju book samples/renju/problems.txt -o {book}")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "samples/renju/problems.txt: record 5: no forced win"
    assert "record 1: it is not proven that no other move wins" in done.stderr
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
    assert "--shading goes only with --svg or --png" in done.stderr
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
    assert "--png does not go with --svg" in done.stderr
    for option in "show --svg", "explain --html", "explain --svg":
        done = run(f"zet tectonic {option} {tmp_path}/a.PNG samples/tectonic/one.xml")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith("/a.PNG: a PNG is drawn by --png\n")
        assert not (tmp_path / "a.PNG").exists()
    done = run(f"zet tectonic show samples/tectonic/one.xml --png {picture} --force --font Garamond")
    assert "a PNG has serif, sans-serif or monospace" in done.stderr
    assert picture.read_bytes() == data
