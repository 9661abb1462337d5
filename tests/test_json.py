"""A strict parser accepts every line of JSON in the golden files and in the documents as RFC 8259."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from commands import ROOT
from test_docs import pages

from zet.cli.output import Record, json_line


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a repeated key in an object, for which parsers use either value."""
    found = dict(pairs)
    assert len(found) == len(pairs), [key for key, _ in pairs]
    return found


def refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def strict(line: str) -> object:
    return json.loads(line, parse_constant=refuse, object_pairs_hook=unique)


def lines() -> Iterator[tuple[Path, str]]:
    """Yield the lines of JSON that a command has written."""
    for path in (*sorted((ROOT / "tests" / "golden").glob("*.txt")), *pages()):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith('{"source": ') and line.endswith("}"):  # not cut by the example
                yield path, line


def test_every_line_is_strict_json() -> None:
    found = list(lines())
    assert len(found) > 300
    for path, line in found:
        try:
            strict(line)
        except ValueError as error:
            pytest.fail(f"{path}: {error}: {line[:80]}")


@pytest.mark.parametrize("line", ['{"a": Infinity}', '{"a": NaN}', '{"a": [-Infinity]}'])
def test_the_parser_is_strict(line: str) -> None:
    with pytest.raises(ValueError, match="is not JSON"):
        strict(line)


@pytest.mark.parametrize("value", [float("inf"), float("nan"), [-float("inf")]])
def test_no_answer_holds_what_json_has_no_word_for(value: object) -> None:
    with pytest.raises(ValueError, match="JSON"):
        json_line(Record("-", 1, None), "ok", {"value": value})
