"""HTML pages about a game or a puzzle: self-contained files that need no network.

The template of a game is `page.html` in its folder. In a template, `{{name}}` is replaced by escaped text
or by a part. Every page has the parts `head`, `style` and `script`, which all games share, and the part
`data`, the input of the page's script.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from zet.engines.messages import Message

_HEAD = """<meta charset="utf-8">
<meta name="viewport" content="width={{width}}">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<title>{{title}}</title>"""
_SIGNS = {"start": "|◀\ufe0e", "back": "◀\ufe0e", "forward": "▶\ufe0e", "end": "▶\ufe0e|"} | {
    "before": "◀\ufe0e {remark}",
    "after": "{remark} ▶\ufe0e",
}
_WIDTHS = {"start": "", "back": "wide", "forward": "wide", "end": "", "before": "half", "after": "half"}
"""The labels of the buttons are in `_SIGNS`, their CSS classes in `_WIDTHS`. Variation selectors keep
phones from showing the arrows as emoji.
"""


@cache
def part(package: str, name: str) -> str:
    """Return the text of a file in a package: a template, a style sheet or a script."""
    return (files(package) / name).read_text("utf-8").rstrip()


def buttons(titles: Mapping[str, str], translate: Callable[[str], str]) -> str:
    """Return the navigation buttons of a page; `titles` maps their names to descriptions.

    The buttons are `start`, `back` (one step), `forward` (one step), `end`, `before` (the previous
    comment) and `after` (the next comment). A button that `titles` does not contain is omitted, except
    `start` and `end`, which have default descriptions.
    """
    made = []
    titles = {
        "start": translate(Message("the beginning")),
        "end": translate(Message("the end")),
        **titles,
    }
    for where, sign in _SIGNS.items():
        if where not in titles:
            continue
        title = escape(titles[where])
        width = f' class="{_WIDTHS[where]}"' if _WIDTHS[where] else ""
        looks = f'data-go="{where}"{width} title="{title}" aria-label="{title}"'
        label = sign.format(remark=escape(translate(Message("comment"))))
        made.append(f"<button {looks}>{label}</button>\n")
    return "".join(made)


def filled(
    package: str,
    words: Mapping[str, str],
    parts: Mapping[str, str],
    data: Any = None,
    *,
    name: str = "page.html",
) -> str:
    """Return the page of a package: its template `name`, filled in with text, HTML parts and data."""
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    values = {
        "width": "device-width, initial-scale=1",
        **{key: escape(text) for key, text in words.items()},
        **parts,
        "data": text,
        "style": part("zet.formats", "page.css"),
        "script": part("zet.formats", "page.js"),
    }
    return (
        re.sub(
            r"\{\{(\w+)\}\}",
            lambda place: values[place[1]],
            part(package, name).replace("{{head}}", _HEAD),
        )
        + "\n"
    )
