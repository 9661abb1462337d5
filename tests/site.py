"""Look at the site in a real browser: `make docs`, then `python tests/site.py [FOLDER]`.

It needs `pip install playwright` and a Chromium. On a desktop and on a phone, light and dark: no page is
wider than its window, no picture or link is missing, nothing is loaded from a network and no script
fails; the search leads to the pages of `site_search.py`. With a folder, a screenshot of every page is
saved there for inspection. If the environment variable AXE names the file `axe.min.js` (`npm pack
axe-core`), its rules, contrast among them, are checked too.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from playwright.sync_api import Page, sync_playwright
from site_search import QUESTIONS

SITE = Path(__file__).parents[1] / "build" / "site"
WIDTHS = {"desktop": 1280, "phone": 390}
SCHEMES = ("light", "dark")
ALONE = ("--disable-gpu", "--disable-quic", "--disable-sync", "--disable-component-update")
"""The options that keep the browser from requesting anything but the pages."""

WIDE = """() => Math.max(...[document.scrollingElement, ...document.querySelectorAll('.content')]
    .map(element => element.scrollWidth - Math.min(element.clientWidth, innerWidth)))"""
UNSEEN = """() => [...document.images]
    .filter(image => !image.complete || !image.naturalWidth || image.getBoundingClientRect().width < 100)
    .map(image => image.src)"""
BROKEN = """() => [...document.querySelectorAll('pre')].some(block => {
    const {lineHeight, fontSize} = getComputedStyle(block);
    return /[│┃]/.test(block.innerText) && parseFloat(lineHeight) > 1.16 * parseFloat(fontSize);
})"""
LINKS = "() => [...document.querySelectorAll('a[href]')].map(link => link.href)"
NAMES = "() => [...document.querySelectorAll('[id]')].map(element => element.id)"
FINISHED = "() => /found|did not/.test(document.querySelector('p.search-summary')?.innerText)"
RESULTS = "() => [...document.querySelectorAll('ul.search li > a')].map(link => link.href)"
AXE = """axe.run({resultTypes: ["violations"]}).then(found =>
    found.violations.map(rule => `${rule.id}: ${rule.nodes[0].html.slice(0, 200)}`))"""


def faults(page: Page, keep: Path | None) -> Iterator[str]:
    """Yield the faults of the site."""
    said: list[str] = []
    page.on("request", lambda request: said.append(request.url) if request.url[:4] == "http" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    links: dict[Path, list[str]] = {}
    names: dict[Path, set[str]] = {}
    for path in sorted(SITE.rglob("*.html")):
        place = path.relative_to(SITE)
        page.goto(path.as_uri())
        for device, width in WIDTHS.items():
            for scheme in SCHEMES:
                page.set_viewport_size({"width": width, "height": 900})
                page.emulate_media(color_scheme=scheme)
                if (more := page.evaluate(WIDE)) > 0:
                    yield f"{place}: {more} pixels wider than a {device}"
                yield from (
                    f"{place}: {image} is not seen on a {device}" for image in page.evaluate(UNSEEN)
                )
                if axe := os.environ.get("AXE"):
                    found = page.evaluate(f"{Path(axe).read_text()};{AXE}")
                    said += [one for one in found if one not in said]
                if keep:
                    name = f"{'-'.join(place.with_suffix('').parts)}-{device}-{scheme}.png"
                    page.screenshot(path=keep / name, full_page=True)
        if page.evaluate(BROKEN):
            yield f"{place}: the lines of a board do not join"
        links[path], names[path] = page.evaluate(LINKS), set(page.evaluate(NAMES))
        yield from (f"{place}: {what}" for what in said)
        said.clear()
    for path, found in links.items():
        for link in found:
            target = urlsplit(link)
            file = Path(unquote(target.path))
            if target.scheme == "file" and not (
                file.is_file()
                and (not target.fragment or unquote(target.fragment) in names.get(file, ()))
            ):
                yield f"{path.relative_to(SITE)}: {link} leads nowhere"


def misled(page: Page) -> Iterator[str]:
    """Yield the questions whose page is not among the first three results of the search."""
    for question, wanted in QUESTIONS.items():
        page.goto(f"{(SITE / 'search.html').as_uri()}?q={quote(question)}")
        page.wait_for_function(FINISHED)
        links = [unquote(urlsplit(link).path) for link in page.evaluate(RESULTS)]
        names = [Path(link).relative_to(SITE).with_suffix("").as_posix() for link in dict.fromkeys(links)]
        if wanted not in names[:3]:
            yield f"{question}: {', '.join(names[:3])}, not {wanted}"


def main() -> int:
    """Print the faults, and return the exit code."""
    keep = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=[*ALONE, *root])
        page = browser.new_page(bypass_csp=True)
        found = []
        for fault in chain(misled(page), faults(page, keep)):
            print(fault, flush=True)
            found.append(fault)
        browser.close()
    print(f"{len(list(SITE.rglob('*.html')))} pages, {len(found)} faults")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
