"""Look at pages of games and puzzles in a real browser: `python tests/pages.py [FOLDER]`, by hand.

It needs `pip install playwright` and a Chromium. On a desktop and on a phone, light and dark: no page is
wider than its window, no script fails, nothing is loaded from a network, and keys, buttons, the list, the
graph and touch navigate the game or the steps; puzzles and problems can be played. With a folder, a
screenshot of each page and of its printed form is saved there for inspection. If the environment variable
AXE names the file `axe.min.js` (`npm pack axe-core`), its rules are checked too.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
WIDTHS = {"desktop": 1280, "phone": 390}
SCHEMES = ("light", "dark")
AT = "() => at"
TECTONIC = """() => {
    const kinds = kind => layer.querySelectorAll(kind).length;
    return [at, kinds(".digit"), kinds(".new"), kinds(".struck"), ground.children.length];
}"""
STONES = "() => layer.querySelectorAll('circle[r=\"18\"]').length"
BOOK = """() => [...document.querySelectorAll("section")].map(page => [
    page.textContent.trim().slice(0, 20),
    [page.scrollWidth - page.clientWidth, page.scrollHeight - page.clientHeight]])"""
AXE = "axe.run().then(found => found.violations.map(rule => `${rule.id}: ${rule.nodes[0].html}`))"
WIDE = "() => document.scrollingElement.scrollWidth - innerWidth"
SWIPE = """dx => {
    const finger = x => new Touch({identifier: 1, target: board, clientX: x, clientY: 300});
    board.dispatchEvent(new TouchEvent("touchstart", {touches: [finger(200)]}));
    board.dispatchEvent(new TouchEvent("touchend", {changedTouches: [finger(200 + dx)]}));
}"""


Expected = Callable[[str, int], Iterator[str]]
"""A function that yields the faults after a step that should have led to a number."""


def walked(page: Page, last: int, expect: Expected) -> Iterator[str]:
    """Yield the faults while keys, a button and swipes lead from the end to the second number."""
    page.keyboard.press("End")
    yield from expect("End", last)
    page.keyboard.press("ArrowLeft")
    yield from expect("left", last - 1)
    page.keyboard.press("Home")
    yield from expect("Home", 0)
    page.keyboard.press("ArrowRight")
    yield from expect("right", 1)
    page.click("[data-go=forward]")
    yield from expect("the button", 2)
    page.evaluate(SWIPE, -80)
    yield from expect("a swipe to the left", 3)
    page.evaluate(SWIPE, 80)
    yield from expect("a swipe to the right", 2)


def game_faults(page: Page) -> Iterator[str]:
    """Yield the faults of the page of a game."""
    last = page.evaluate("() => last")

    def expect(what: str, number: int) -> Iterator[str]:
        found = page.evaluate(AT), page.evaluate(STONES)
        if found != (number, number):
            yield f"{what}: {found}, not move {number} and as many stones"

    yield from walked(page, last, expect)
    page.evaluate(SWIPE, 3)
    yield from expect("a tap on the left half", 1 if page.viewport_size["width"] > 640 else 3)
    page.click("#moves li:nth-child(5) button")
    yield from expect("the list", 5)
    box = page.locator("#graph").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 20)
    yield from expect("the graph", last)
    page.keyboard.press("Home")
    for _remark in range(9):
        page.keyboard.press("ArrowDown")
        if page.locator("#now button").count():
            break
    remark = page.evaluate(AT)
    if not page.locator("#now b").inner_text():
        yield f"no words on move {remark}"
    page.click("#now button")
    if page.evaluate(STONES) <= remark:
        yield "a line is not shown"
    shown = page.evaluate("() => shown")
    page.keyboard.press("ArrowLeft")
    if page.evaluate("() => shown") != shown - 1:
        yield "no step back in a line"
    page.keyboard.press("Escape")
    yield from expect("Esc", remark)
    page.goto(page.url.partition("#")[0] + "#4")
    page.reload()
    yield from expect("the address", 4)


def steps_faults(page: Page) -> Iterator[str]:
    """Yield the faults of the page of an explained puzzle: of its board, then of its steps."""
    yield from play_faults(page, "#board")
    views = page.evaluate("() => [0, ...views.keys().filter(n => !views[n].part).map(n => n + 1)]")

    def expect(what: str, number: int) -> Iterator[str]:
        """Yield the differences between the drawing and a view, counted without the parts of views."""
        at, _digits, new, struck, washed = page.evaluate(TECTONIC)
        if at != views[number]:
            yield f"{what}: view {at}, not {views[number]}"
        if number and not ((new or struck) and washed):
            yield f"{what}: {new} new digits, {struck} candidates crossed out, {washed} cells colored"
        if number and page.locator("#steps button[aria-current]").count() != 1:
            yield f"{what}: no step is marked in the list"

    page.locator("h1").click()
    page.evaluate("() => document.activeElement.blur()")
    yield from walked(page, len(views) - 1, expect)
    page.keyboard.press("End")
    n_open = page.evaluate("() => puzzle.givens.filter(given => !given).length")
    if page.locator("#board .told text").count() != n_open:
        yield "the last step leaves cells open"
    before = page.locator("#board text").count()
    page.keyboard.press("ArrowLeft")
    page.click("#candidates")
    if page.locator("#board text").count() <= before - 1:
        yield "candidates are not shown"
    page.click("#candidates")
    page.keyboard.press("Escape")
    yield from expect("Esc", 0)
    page.goto(page.url.partition("#")[0] + f"#{views[2]}")
    page.reload()
    yield from expect("the address", 2)
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    if page.locator("#go").is_visible() or page.locator("#pad").is_visible():
        yield "buttons are printed"
    shown = page.evaluate("() => views.filter(view => !view.part).length")
    if page.locator("#steps svg").count() != shown or not page.locator("#steps svg").last.is_visible():
        yield f"{page.locator('#steps svg').count()} boards are printed beside {shown} steps"
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")


def play_faults(page: Page, board: str) -> Iterator[str]:
    """Yield the faults of a board of Tectonic on which a reader fills in digits."""
    box = page.locator(f"{board} svg").first.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.keyboard.press("Home")
    page.evaluate(
        """([board]) => {
        const first = document.querySelector(board);
        first.focus();
    }""",
        [board],
    )
    here = f"{board} .here"
    if page.locator(here).count() != 1:
        yield "no cell is chosen"
    place = page.locator(here).get_attribute("x")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    if page.locator(here).count() != 1 or place is None:
        yield "arrows lose the chosen cell"
    for digit in "123":
        page.keyboard.press(digit)
        page.click("#check")
    if not page.locator("#said").inner_text():
        yield "a check says nothing"
    page.keyboard.press("Tab")
    before = page.locator(f"{board} .mine text").count()
    page.click("#notes")
    page.click("[data-type='1']")
    page.click("[data-type='0']")
    page.click("#notes")
    if page.locator(f"{board} .mine text").count() > before:
        yield "erase leaves digits"


def book_faults(page: Page) -> Iterator[str]:
    """Yield the faults of a book: of its puzzles on the screen, and of its pages in print."""
    yield from play_faults(page, "figure[data-play] div")
    page.emulate_media(media="print")
    for what, limits in page.evaluate(BOOK):
        if limits != [0, 0]:
            yield f"{what}: {limits} pixels beyond its page"
    if page.locator("section").count() != 5:
        yield f"{page.locator('section').count()} pages, not 5"
    page.emulate_media(media="screen")


def problem_faults(page: Page) -> Iterator[str]:
    """Yield the faults of a book of renju: a problem can be played to its end."""
    circles = "figure[data-play] .mine circle"
    for _move in range(30):
        page.click("#hint")
    line = page.evaluate(
        "() => JSON.parse(document.querySelector('[data-play]').dataset.play).line.length"
    )
    if page.locator(circles).count() != line:
        yield f"{page.locator(circles).count()} stones of the solution, not {line}"
    page.click("#undo")
    if page.locator(circles).count() >= line:
        yield "a move is not taken back"


PAGES = {
    "tectonic book --per-page 2 -o {folder}/book.html samples/tectonic/three.xml": book_faults,
    "renju book -o {folder}/problems.html samples/renju/problems.txt": problem_faults,
    "renju analyze --html {folder} samples/renju/played.txt": game_faults,
    "tectonic explain --html {folder} --brief samples/tectonic/three.xml": steps_faults,
    "tectonic explain --html {folder} --lang nl samples/tectonic/one.xml": steps_faults,
}
"""Commands that write pages, and the functions that check the pages."""


def looked_at(
    browser: Browser, path: Path, faults: Callable[[Page], Iterator[str]], keep: Path | None
) -> Iterator[str]:
    """Yield the faults of a page on every device."""
    for device, width in WIDTHS.items():
        for scheme in SCHEMES:
            view = {"width": width, "height": 900}
            page = browser.new_page(
                viewport=view,
                color_scheme=scheme,
                has_touch=True,
                is_mobile=device == "phone",
                bypass_csp=True,
            )
            said: list[str] = []
            page.on("pageerror", lambda error, said=said: said.append(str(error)))
            page.on("console", lambda line, said=said: said.append(line.text))
            page.on(
                "request", lambda one, said=said: said.append(one.url) if one.url[:4] == "http" else None
            )
            page.goto(path.as_uri())
            if keep:
                page.screenshot(path=keep / f"{path.stem}-{device}-{scheme}.png", full_page=True)
            if (more := page.evaluate(WIDE)) > 0:
                said.append(f"{more} pixels wider than its window")
            if axe := os.environ.get("AXE"):
                said.extend(page.evaluate(f"{Path(axe).read_text()};{AXE}"))
            said.extend(faults(page))
            yield from (f"{path.name}, {device}, {scheme}: {what}" for what in said)
            if keep and device == "desktop" and scheme == "light":
                page.emulate_media(media="print")
                page.screenshot(path=keep / f"{path.stem}-print.png", full_page=True)
            page.close()


def main() -> int:
    """Print the faults, and return the exit code."""
    keep = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    count = 0
    with sync_playwright() as play:
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=root)
        for command, faults in PAGES.items():
            with TemporaryDirectory() as folder:
                line = [str(ROOT / ".venv/bin/zet"), *command.format(folder=folder).split()]
                subprocess.run(line, cwd=ROOT, check=False, capture_output=True)
                for path in sorted(Path(folder).glob("*.html")):
                    count += 1
                    found += looked_at(browser, path, faults, keep)
        browser.close()
    print(*found, f"{count} pages, {len(found)} faults", sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
