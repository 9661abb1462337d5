"""The reference made from the program: its man pages are today's, and man reads them."""

import json
import runpy
import shutil
import subprocess
import sys
from typing import Any

import pytest
from commands import ROOT, commands_in

from zet.cli.main import cli

MAN = ROOT / "docs" / "man"
REFERENCE: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "reference.py"))


def test_man_pages_are_those_of_the_program() -> None:
    kept = {path.name: path.read_text() for path in MAN.iterdir()}
    code = "import json, runpy; print(json.dumps(runpy.run_path('docs/reference.py')['man_pages']()))"
    # In a process of its own: click keeps the help of --help in the language in which it was first made.
    made = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert kept == json.loads(made.stdout), "make golden writes them anew"


def test_every_command_has_a_man_page_with_all_its_options() -> None:
    for name, command in commands_in(cli):
        page = (MAN / f"zet-{name.replace(' ', '-')}.1").read_text()
        for option in command.params:
            if option.param_type_name == "option" and not option.hidden:
                assert f"\\fB{option.opts[0]}\\fR".replace("-", r"\-") in page, (name, option)


@pytest.mark.parametrize(
    "words", [["groff", "-man", "-ww", "-z"], ["mandoc", "-T", "lint", "-W", "error"]]
)
def test_formatters_have_no_complaint(words: list[str]) -> None:
    if not shutil.which(words[0]):
        pytest.skip(f"{words[0]} is not installed")
    done = subprocess.run([*words, *MAN.iterdir()], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("text", [".B is no request", "'quoted", "back\\slash", "~/x ^ ` -o", "¬ é"])
def test_a_text_comes_through_as_it_is(text: str) -> None:
    if not shutil.which("mandoc"):
        pytest.skip("mandoc is not installed")
    page = f".TH X 1\n.SH NAME\nx \\- y\n.SH DESCRIPTION\n{REFERENCE['_roff'](text)}\n"
    words = ["mandoc", "-T", "utf8", "-W", "error"]
    done = subprocess.run(words, input=page, capture_output=True, text=True)
    assert f"\n       {text}\n" in done.stdout.replace("’", "'") or f"\n     {text}\n" in done.stdout
