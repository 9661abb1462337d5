"""Pages of HTML on a game or a puzzle: one file that needs nothing else, and no network.

The page of a game is `page.html` in its room; `{{name}}` there stands for words, escaped, or for a part.
Every page has the style and the script beside this module as the parts `style` and `script`, and what its
own script needs as the part `data`.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any


@cache
def _text(package: str, name: str) -> str:
    return (files(package) / name).read_text("utf-8")


def filled(package: str, words: Mapping[str, str], parts: Mapping[str, str], data: Any) -> str:
    """Return the page of a package, filled in with words, parts (HTML) and data for its script."""
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    values = {
        **{key: escape(text) for key, text in words.items()},
        **parts,
        "data": text,
        "style": _text("zet.formats", "page.css").rstrip(),
        "script": _text("zet.formats", "page.js").rstrip(),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda place: values[place[1]], _text(package, "page.html"))
