"""The reference made from the program: man pages, and the table of options."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import ROOT, commands_in

from docs.reference import _roff, option_table, options
from zet.cli.main import cli

LIMIT = 60
"""The time limit of a process in seconds."""


@pytest.fixture(scope="module")
def man(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of man pages, made with click alone, as a build makes them."""
    folder = tmp_path_factory.mktemp("man")
    code = (
        "import runpy, sys; sys.modules.update(dict.fromkeys(['lxml', 'xmlschema', 'msgpack']));"
        f"sys.argv[1:] = [{str(folder)!r}]; runpy.run_path('docs/reference.py', run_name='__main__')"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=LIMIT)
    return folder


def test_every_command_has_a_man_page_with_all_its_options(man: Path) -> None:
    for name, command in commands_in(cli):
        page = (man / f"zet-{name.replace(' ', '-')}.1").read_text()
        for option in command.params:
            if option.param_type_name == "option" and not option.hidden:
                assert f"\\fB{option.opts[0]}\\fR".replace("-", r"\-") in page, (name, option)


def test_the_table_has_every_option() -> None:
    table = option_table()
    assert table.count("\n") == len(options()) + 2
    assert "| `--extra-move` |" in table
    assert "*walls: " in next(row for row in table.splitlines() if row.startswith("| `--extra-move` |"))


@pytest.mark.parametrize(
    "words", [["groff", "-man", "-ww", "-z"], ["mandoc", "-T", "lint", "-W", "error"]]
)
def test_formatters_have_no_complaint(words: list[str], man: Path) -> None:
    if not shutil.which(words[0]):
        pytest.skip(f"{words[0]} is not installed")
    done = subprocess.run([*words, *man.iterdir()], capture_output=True, text=True, timeout=LIMIT)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("text", [".B is no request", "'quoted", "back\\slash", "~/x ^ ` -o", "¬ é"])
def test_a_text_comes_through_as_it_is(text: str) -> None:
    if not shutil.which("mandoc"):
        pytest.skip("mandoc is not installed")
    page = f".TH X 1\n.SH NAME\nx \\- y\n.SH DESCRIPTION\n{_roff(text)}\n"
    words = ["mandoc", "-T", "utf8", "-W", "error"]
    done = subprocess.run(words, input=page, capture_output=True, text=True, timeout=LIMIT)
    assert f"\n       {text}\n" in done.stdout.replace("’", "'") or f"\n     {text}\n" in done.stdout
