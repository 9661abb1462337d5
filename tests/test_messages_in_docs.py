"""The pages of the formats quote messages as the program writes them."""

import re
from functools import cache
from pathlib import Path

import pytest
from catalogues import used
from commands import ROOT

PAGES = sorted((ROOT / "docs/formats").glob("*.md"))
FIELD = re.compile(r"\{[^{}]*\}")
PLACE = re.compile(r"(?:FILE[\w:]*: |column \d+: |offset \d+: |puzzle [N\d](?:, |: )|\.\.\. )*")
OF_OTHERS = ("puzzle N, /Puzzles/", "puzzle 1, : ")
"""The beginnings of messages that come from the schema library."""


@cache
def messages() -> dict[str, re.Pattern[str]]:
    """Return a pattern for each message in the source with at least three words besides its fields."""
    texts = [text for key in used() for text in ((key,) if isinstance(key, str) else key)]
    return {
        text: re.compile(".+".join(map(re.escape, FIELD.split(text))))
        for text in texts
        if len(re.findall("[A-Za-z]+", FIELD.sub("", text))) >= 3
    }


def quoted(page: Path) -> list[str]:
    """Return the messages of four words or more that a page quotes in its section on errors."""
    section = re.search(r"^## Errors\n(.*?)(?=^## |\Z)", page.read_text(), re.DOTALL | re.MULTILINE)
    text = re.sub("```.*?```", "", section[1] if section else "", flags=re.DOTALL)
    ours = [one for one in re.findall("`([^`]+)`", text) if not any(other in one for other in OF_OTHERS)]
    return [one for one in ours if len(_without_place(one).split()) > 3]


def _without_place(quote: str) -> str:
    return PLACE.sub("", quote, count=1)


def is_written(quote: str) -> bool:
    """Return whether the program has this message; `...` at its end stands for any text."""
    parts = quote.split(": ")
    ends = {_without_place(quote), *(": ".join(parts[start:]) for start in range(len(parts)))}
    return any(
        pattern.fullmatch(end) or (end.endswith(" ...") and text.startswith(end.removesuffix("...")))
        for end in ends
        for text, pattern in messages().items()
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_messages_that_a_page_quotes_exist(page: Path) -> None:
    assert [one for one in quoted(page) if not is_written(one)] == []


@pytest.mark.parametrize(
    ("quote", "exists"),
    [
        ("row 1: the walls go beyond the 12 edges between cells", True),
        ("the walls go past the 12 edges between cells", False),
        ("the walls go beyond ...", True),
        ("the walls go past ...", False),
    ],
)
def test_only_messages_in_the_source_are_found(quote: str, *, exists: bool) -> None:
    assert is_written(quote) == exists
