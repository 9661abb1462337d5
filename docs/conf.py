"""The site: these documents, built by Sphinx (`make docs`)."""

import re
import sys
from importlib.metadata import version as version_of
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))

project = "zet"
version = release = version_of("zet")
html_title = f"zet {version}"
html_domain_indices = False  # an index of modules, which the pages of the reference are better at
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
extensions = ["myst_parser", "reference", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["README.md"]  # which index.md includes
myst_heading_anchors = 6
myst_enable_extensions = ["deflist"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # types of others, which are not described here
default_role = "literal"  # what docstrings have in backticks
autodoc_typehints = "signature"
autodoc_member_order = "groupwise"
smartquotes = False  # --this is no dash
BESIDE = re.compile(r"\]\((?:\.\./)+BENCHMARKS\.md")


def _leave_the_folder(_app: Sphinx, page: str, source: list[str]) -> None:
    """Let links to what stands beside this folder lead to the page that includes it."""
    source[0] = BESIDE.sub(f"]({'../' * page.count('/')}benchmarks.md", source[0])


def setup(app: Sphinx) -> None:
    """Tell Sphinx."""
    app.connect("source-read", _leave_the_folder)
