"""Code that formats share: lines, sequences of JSON objects, folder locks, page buttons, styles."""

import io
import json
from pathlib import Path
from threading import Thread

from zet.formats import json_documents
from zet.formats.ansi import style
from zet.formats.errors import FormatError
from zet.formats.json_documents import load_documents
from zet.formats.lines import MAX_SKIPPED, numbered_lines
from zet.formats.locks import locked_folder
from zet.formats.page import buttons
from zet.formats.ttt import FORMATS


def test_an_object_may_have_many_lines_and_many_levels() -> None:
    text = '# first\n{"a": [1, {"b": [2]}],\n "c": "]}{"}\n\n{"a": [\n]\n}\n'
    found = list(load_documents(io.BytesIO(text.encode()), "in", json.loads))
    assert found == [{"a": [1, {"b": [2]}], "c": "]}{"}, {"a": []}]


def test_a_long_object_is_refused_at_its_first_line_and_skipped() -> None:
    most = json_documents.MAX_DOCUMENT
    text = "\n{\n" + f'"a": "{"x" * (most // 2)}",\n' * 3 + '}\n{"a": 1}\n'
    error, last = load_documents(io.BytesIO(text.encode()), "in", json.loads)
    assert str(error) == f"in:2: a JSON object has more than {most} characters"
    assert last == {"a": 1}


def test_an_endless_line_ends_the_file() -> None:
    data = b"a\n" + b"x" * 100 + b"\nb\n" + b"x" * (2 * MAX_SKIPPED) + b"\nc\n"
    found = [(number, str(text)) for number, text in numbered_lines(io.BytesIO(data), "in", 10)]
    assert found == [
        (1, "a"),
        (2, "in:2: the line is longer than 10 bytes"),
        (3, "b"),
        (4, "in:4: the line is longer than 10 bytes"),
        (4, f"in:4: the line is longer than {MAX_SKIPPED} bytes; the rest of the file is not read"),
    ]
    assert all(isinstance(text, str | FormatError) for _, text in numbered_lines(io.BytesIO(data), "in"))


def test_a_page_has_buttons_to_both_ends() -> None:
    made = buttons({"back": "one back", "forward": "one on"}, str)
    places = [
        made.find(f'title="{title}"') for title in ("the beginning", "one back", "one on", "the end")
    ]
    assert -1 < places[0] < places[1] < places[2] < places[3]


def test_a_style_is_bold_only_if_asked() -> None:
    assert style(231, 25) == "\x1b[38;5;231;48;5;25m"
    assert style(231, 25, bold=True) == "\x1b[1;38;5;231;48;5;25m"


def test_a_locked_folder_is_waited_for(tmp_path: Path) -> None:
    entered = []

    def enter() -> None:
        with locked_folder(tmp_path):
            entered.append("second")

    second = Thread(target=enter)
    with locked_folder(tmp_path):
        second.start()
        second.join(0.1)
        assert entered == []
    second.join(10)
    assert entered == ["second"]


def test_a_stream_without_a_name_is_standard_input() -> None:
    [error] = FORMATS["line"].load(io.BytesIO(b"nonsense"))
    assert str(error).startswith("-:1: ")
