"""The site: these documents, built by Sphinx (`make docs`)."""

import re
import sys
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))

project = "zet"
version = release = version_of("zet")
html_title = f"zet {version}"
html_domain_indices = False  # the index of modules: the pages of the reference serve better
html_theme = "furo"
templates_path = ["_templates"]
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_copy_source = False
html_show_copyright = False
extensions = ["myst_parser", "reference", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["README.md"]  # index.md includes this file
myst_heading_anchors = 6
myst_enable_extensions = ["deflist"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # types of other packages, which the site does not describe
default_role = "literal"  # text in backticks in docstrings
autodoc_typehints = "signature"
autodoc_member_order = "groupwise"
smartquotes = False  # keep "--" in the names of options
BESIDE = re.compile(r"\]\((?:\.\./)+BENCHMARKS\.md")
INDEX = re.compile(r"<!-- index: (.*?) -->")
"""The words under which a section is found in the index and by the search, besides those of its title."""


def _leave_the_folder(_app: Sphinx, page: str, source: list[str]) -> None:
    """Redirect links to files outside this folder to the pages that include these files."""
    source[0] = BESIDE.sub(f"]({'../' * page.count('/')}benchmarks.md", source[0])


def _add_to_index(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Make main entries of the index, which the search puts first, from the words in comments."""
    source[0] = INDEX.sub(
        lambda words: f"```{{index}} ! {', ! '.join(words[1].split(', '))}\n```", source[0]
    )


def _make_accessible(
    _app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: object
) -> None:
    """Let the keyboard scroll wide blocks and tables; an empty cell is no heading."""
    for old, new in (
        ("<pre>", '<pre tabindex="0">'),
        ('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper'),
        ('<th class="head"><p></p></th>', '<td class="head"></td>'),
    ):
        context["body"] = context.get("body", "").replace(old, new)


def setup(app: Sphinx) -> None:
    """Register the functions of this module with Sphinx."""
    app.connect("html-page-context", _make_accessible)
    app.connect("source-read", _leave_the_folder)
    app.connect("source-read", _add_to_index)
