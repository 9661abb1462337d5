"""Look at pages of analysed games in a real browser: `python tests/pages.py [FOLDER]`, by hand.

It needs `pip install playwright` and a Chromium. On a desktop and on a phone, light and dark: no page is
wider than its window, no script fails, nothing comes from a network, and keys, buttons, the list, the
graph and fingers lead through the game. With a folder, a picture of each is kept there, to be looked at.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
WIDTHS = {"desktop": 1280, "phone": 390}
SCHEMES = ("light", "dark")
AT = "() => at"
STONES = "() => layer.querySelectorAll('circle[r=\"18\"]').length"
WIDE = "() => document.scrollingElement.scrollWidth - innerWidth"
SWIPE = """dx => {
    const finger = x => new Touch({identifier: 1, target: board, clientX: x, clientY: 300});
    board.dispatchEvent(new TouchEvent("touchstart", {touches: [finger(200)]}));
    board.dispatchEvent(new TouchEvent("touchend", {changedTouches: [finger(200 + dx)]}));
}"""


def faults(page: Page) -> Iterator[str]:
    """Yield what does not happen on a page as it should."""
    last = page.evaluate("() => last")

    def expect(what: str, number: int) -> Iterator[str]:
        found = page.evaluate(AT), page.evaluate(STONES)
        if found != (number, number):
            yield f"{what}: {found}, not move {number} and as many stones"

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


def main() -> int:
    """Print what is wrong, and return the exit code."""
    keep = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    with TemporaryDirectory() as folder, sync_playwright() as play:
        zet = [str(ROOT / ".venv/bin/zet"), "renju", "analyze", "--html", folder]
        subprocess.run([*zet, "samples/renju/played.txt"], cwd=ROOT, check=True, capture_output=True)
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=root)
        pages = sorted(Path(folder).glob("*.html"))
        for path in pages:
            for device, width in WIDTHS.items():
                for scheme in SCHEMES:
                    view = {"width": width, "height": 900}
                    page = browser.new_page(viewport=view, color_scheme=scheme, has_touch=True)
                    where = f"{path.name}, {device}, {scheme}"
                    said: list[str] = []
                    page.on("pageerror", lambda error, said=said: said.append(str(error)))
                    page.on("console", lambda line, said=said: said.append(line.text))
                    page.on(
                        "request",
                        lambda one, said=said: said.append(one.url) if one.url[:4] == "http" else None,
                    )
                    page.goto(path.as_uri())
                    if keep:
                        page.screenshot(path=keep / f"{path.stem}-{device}-{scheme}.png", full_page=True)
                    if (more := page.evaluate(WIDE)) > 0:
                        said.append(f"{more} pixels wider than its window")
                    said.extend(faults(page))
                    found += [f"{where}: {what}" for what in said]
                    page.close()
        browser.close()
    print(*found, f"{len(pages)} pages, {len(found)} faults", sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
