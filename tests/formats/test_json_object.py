"""The JSON objects that are refused, whatever their keys."""

import pytest

from zet.formats.json_object import read_object


def test_an_object_is_read() -> None:
    assert read_object('{"a": [1, null]}', "puzzle") == {"a": [1, None]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "column 2: not JSON: Expecting property name enclosed in double quotes"),
        ("[1]", "expected a JSON object"),
        ("[" * 100_000, "not a puzzle: the JSON is nested too deeply"),
        ('{"a": ' + "1" * 5000 + "}", "not a puzzle: a number has too many digits"),
    ],
)
def test_what_is_no_object_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        read_object(text, "puzzle")
