"""SudokuPad and f-puzzles: documents of other programs, refused documents, and their messages."""

import io
import json
from dataclasses import replace
from typing import Any
from urllib.parse import quote, unquote

import pytest
from hypothesis import given, settings, strategies as st
from rounds import rounds
from tectonic_puzzles import puzzles

from zet.engines.tectonic.model import Puzzle
from zet.engines.tectonic.solver import solve
from zet.formats.errors import FormatError
from zet.formats.losses import recorded_losses
from zet.formats.lz_string import compress, decompress
from zet.formats.registry import recognize
from zet.formats.tectonic import CHECKED, FORMATS, sites

LINE = Puzzle.build(3, 1, "aab", [1, 0, 0])
CELLS = '"cells": [[{"value": 1}, {}, {}]]'
REGIONS = '"regions": [[[0, 0], [0, 1]], [[0, 2]]]'
CAGES = """"cages": [{"cells": [[0, 0], [0, 1]]}, {"cells": [[0, 2]]},
    {"cells": [[0, 0]], "hidden": true, "unique": false}]"""
GRID = '"size": 3, "grid": [[{"value": 1, "given": true, "region": 0}, {"region": 0}, {"region": 1}]]'

GRID_OF_CAGES = '"size": 3, "grid": [[{"value": 1, "given": true, "region": 0}, {}, {}]]'
OUTSIDE = '[{"region": null}, {"region": null}, {"region": null}]'


def read(name: str, text: str) -> list[Puzzle | FormatError]:
    return list(FORMATS[name].load(io.BytesIO(text.encode()), "in"))


def reason(name: str, text: str) -> str:
    [error] = read(name, text)
    assert isinstance(error, FormatError), error
    assert (error.source, error.line) == ("in", 1)
    return error.reason


def scl(*parts: str) -> str:
    return "{" + ", ".join(parts) + "}"


# SudokuPad's JSON.


@pytest.mark.parametrize(
    "parts",
    [
        (CELLS, REGIONS),
        ('"id": "x", "cellSize": 64, "settings": {"nogrid": 1}', CELLS, REGIONS),
        ('"cells": [[{"value": "1", "given": true}, {"value": ""}, {"value": null}]]', REGIONS),
        (CELLS, REGIONS, '"arrows": [], "overlays": [], "global": ["antiking"]'),
        (CELLS, '"cages": [{"cells": [[0, 0], [0, 1]]}, {"cells": [[0, 2]], "value": ""}]'),
        (CELLS, '"regions": [[[0, 0], [0, 1], [0, 2]]]', CAGES),
        (CELLS, '"lines": [{"wayPoints": [[0, 2], [1, 2]]}, {"wayPoints": [[0, 0], [0, 3], [1, 3]]}]'),
        (CELLS, REGIONS, '"underlays": [{"center": [0.5, 1.5], "backgroundColor": "#ffcccc"}]'),
    ],
)  # fmt: skip
def test_forms_of_one_puzzle(parts: tuple[str, ...]) -> None:
    assert read("scl", scl(*parts)) == [LINE]


def test_the_texts_and_the_solution_of_a_document() -> None:
    metadata = '"metadata": {"title": "T", "author": ["A", "B"], "rules": "R", "solution": "12?"}'
    cages = (
        '"cages": [{"value": "title: T"}, {"value": "author: A, B", "cells": []}, '
        '{"value": "solution: 12."}]'
    )
    for texts in (metadata, cages):
        [puzzle] = read("scl", scl(CELLS, REGIONS, texts))
        assert puzzle == replace(LINE, title="T", origin="A, B")
        assert puzzle.solution == (1, 2, 0)
    for solution in ("...", "", "03|5d41402abc4b2a76b9719d911017c592"):
        [puzzle] = read("scl", scl(CELLS, REGIONS, f'"metadata": {{"solution": "{solution}"}}'))
        assert isinstance(puzzle, Puzzle)
        assert puzzle.solution is None


def test_answers_and_marks_become_notes() -> None:
    cells = '"cells": [[{"value": 1, "given": false}, {"centremarks": [1, "2"]}, {"pencilMarks": [1]}]]'
    [puzzle] = read("scl", scl(cells, REGIONS))
    assert puzzle == replace(LINE, givens=(0, 0, 0), notes=(1, 3, 1))


def test_a_cell_outside_all_regions_or_painted_black_is_missing() -> None:
    missing = Puzzle.build(3, 1, ["a", None, "b"], [1, 0, 0])
    black = '"underlays": [{"center": [0.5, 1.5], "backgroundColor": "#000000", "width": 1, "height": 1}]'
    assert read("scl", scl(CELLS, '"regions": [[[0, 0]], [[0, 2]]]')) == [missing]
    assert read("scl", scl(CELLS, '"cages": [{"cells": [[0, 0]]}, {"cells": [[0, 2]]}]', black)) == [
        missing
    ]
    assert read("scl", scl(CELLS, '"lines": [{"wayPoints": [[0, 1], [1, 1]]}]', black)) == [missing]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ((REGIONS,), "cells must contain rows of equal length, each a list of JSON objects"),
        (
            ('"cells": [[{}], [{}, {}]]',),
            "cells must contain rows of equal length, each a list of JSON objects",
        ),
        (('"cells": [[1]]',), "cells must contain rows of equal length, each a list of JSON objects"),
        ((CELLS,), "the puzzle has no regions, no cages and no borders between its cells"),
        ((CELLS, '"regions": 1'), "regions must be a list"),
        ((CELLS, '"regions": [[[0, 3]]]'), "regions refers to 0, 3, which is not a cell of the board"),
        ((CELLS, '"regions": [["r1c1"]]'), "regions refers to r1c1, which is not a cell of the board"),
        ((CELLS, '"regions": [[[0, 0]], [[0, 0]]]'), "row 1, column 1: the cell is in two regions"),
        ((CELLS, '"cages": [{"cells": [[0, 0]]}]'), "row 1, column 2: the cell is in no cage"),
        ((CELLS, '"cages": 1'), "cages must be a list of JSON objects"),
        (
            (CELLS, REGIONS, '"cages": [{"cells": [[0, 0]], "value": 5}]'),
            "the puzzle has a part that Tectonic puzzles do not have: cages",
        ),
        (
            (CELLS, REGIONS, '"cages": [{"cells": [[0, 0]], "hidden": true, "unique": "true"}]'),
            "the puzzle has a part that Tectonic puzzles do not have: cages",
        ),
        (
            (CELLS, REGIONS, '"arrows": [{}]'),
            "the puzzle has a part that Tectonic puzzles do not have: arrows",
        ),
        (
            (CELLS, REGIONS, '"lines": [{"wayPoints": [[0.5, 0.5], [0.5, 1.5]]}]'),
            "the puzzle has a part that Tectonic puzzles do not have: lines",
        ),
        (
            (CELLS, REGIONS, '"lines": [{"wayPoints": [[0, 0], [1, 1]]}]'),
            "the puzzle has a part that Tectonic puzzles do not have: lines",
        ),
        (
            (CELLS, REGIONS, '"underlays": [{"rounded": true}]'),
            "the puzzle has a part that Tectonic puzzles do not have: underlays",
        ),
        (
            (CELLS, REGIONS, '"global": ["antiknight"]'),
            "the puzzle has a part that Tectonic puzzles do not have: antiknight",
        ),
        (
            (CELLS, REGIONS, '"metadata": {"diagonal+": true}'),
            "the puzzle has a part that Tectonic puzzles do not have: diagonal+",
        ),
        ((CELLS, REGIONS, '"metadata": 1'), "metadata must be a JSON object"),
        (
            (CELLS, REGIONS, '"metadata": {"solution": "12"}'),
            "the solution has 2 digits, but the board has 3 cells",
        ),
        ((CELLS, REGIONS, '"metadata": {"solution": "12x"}'), "expected a digit, not x"),
        (('"cells": [[{"value": true}]]', '"regions": [[[0, 0]]]'), "expected a digit, not True"),
        (('"cells": [[{"value": [1]}]]', '"regions": [[[0, 0]]]'), "expected a digit, not 1"),
        (('"cells": [[{"value": {}}]]', '"regions": [[[0, 0]]]'), "expected a digit, not a JSON value"),
        (('"cells": [[{"value": 65}]]', '"regions": [[[0, 0]]]'), "expected a digit, not 65"),
        (
            ('"cells": [[{"pencilMarks": 1}]]', '"regions": [[[0, 0]]]'),
            "the marks of a cell must be a list of digits",
        ),
        (
            ('"cells": [[{"value": 2}]]', '"regions": [[[0, 0]]]'),
            "row 1, column 1: the given 2 is not from 1 to 1, the size of its piece",
        ),
        (
            ('"cells": [[{}, {}], [{}, {}]]', '"regions": [[[0, 0], [0, 1]], [[1, 0], [1, 1]]]'),
            (
                "this is a sudoku, not a Tectonic: each region has 2 cells, as each row does, "
                "and there is no antiking constraint"
            ),
        ),
    ],
)
def test_what_is_no_tectonic_in_the_json_of_sudokupad(parts: tuple[str, ...], expected: str) -> None:
    assert reason("scl", scl(*parts)) == expected


def test_objects_on_several_lines_and_after_a_bad_one() -> None:
    one = scl(CELLS, REGIONS)
    pretty = json.dumps(json.loads(one), indent=1)
    assert read("scl", f"# a comment\n{pretty}\n\n{one}\n{pretty}") == [LINE] * 3
    [bad, good] = read("scl", f'{{"cells": [[{{}}\n{one}\n')
    assert str(bad).startswith("in:1: ")
    assert good == LINE
    [error, good] = read("scl", '{"cells": [[\n' + "1,\n" * 600_000 + one)
    assert str(error) == "in:1: a JSON object has more than 1048576 characters"
    assert good == LINE
    assert str(read("scl", '{"cells": [[')[0]).startswith("in:1: ")


# SudokuPad's URLs.

ZIPPED = (
    "sclN4SwJgXA5AHgjFANAWwKYBcCGZNYsTAV3QAsB7AJ2gEEA7WpAZzIBtiQzbo4AmAfiTpoASXQAdKIwAEEkqgqoJUAL6IAxo"
    "wgBWAAzrUEANqHgANwhxViYGtS10C5JgoBrTYbiIeAXWXfviApGxno6AYZ6cP6IIV7+AWqYRmbQFIQsqJpSmIhSAEYQUmpSwGD"
    "KKgGEyWpCEQB0Wl4NAQDuFogk7VQAZuo8EADEAGKqNrU6DYgTWgn91ABCAMIAIgCiQ4htnp2WvkA"
)
"""Written by SudokuPad's own PuzzleZipper and by lz-string."""


def payload(text: str) -> str:
    return compress(text).rstrip("=")


@pytest.mark.parametrize(
    "url",
    [
        "https://sudokupad.app/{}",
        "https://beta.sudokupad.app/sudoku/{}?setting-nogrid=1",
        "https://sudokupad.app/?puzzleid={}&setting-conflictchecker=0",
        "https://app.crackingthecryptic.com/sudoku/?puzzleid={}",
        "sudokupad://puzzle/{}",
        "{}",
    ],
)
def test_urls_of_sudokupad(url: str) -> None:
    packed = payload(scl(CELLS, REGIONS))
    for word, text in (
        ("scl", packed),
        ("ctc", quote(packed, safe="")),
        ("scl", packed.replace("+", " ")),
    ):
        if " " not in text or url[0] == "{":
            line = url.format(word + text)
            found, stream = recognize(io.BufferedReader(io.BytesIO(line.encode())), FORMATS)
            assert found
            assert (found.name, list(found.load(stream))) == ("sudokupad", [LINE])


def test_abbreviated_json_of_sudokupad() -> None:
    [puzzle] = read("sudokupad", f"https://sudokupad.app/{ZIPPED}")
    assert puzzle == replace(LINE, notes=(0, 0, 1), title="It's 'here'", origin="Ann")
    assert puzzle.solution == (1, 2, 0)


def test_a_puzzle_of_f_puzzles_in_a_url_of_sudokupad() -> None:
    for word in ("fpuz", "fpuzzles"):
        assert read("sudokupad", f"https://sudokupad.app/{word}{payload(scl(GRID))}") == [LINE]


@pytest.mark.parametrize(
    "address", ["https://sudokupad.app/abc123", "beta.sudokupad.app/?puzzleid=x/y-z"]
)
def test_a_puzzle_that_the_site_stores_is_not_fetched(address: str) -> None:
    found, _ = recognize(io.BufferedReader(io.BytesIO(address.encode())), FORMATS)
    assert found is FORMATS["sudokupad"]
    assert reason("sudokupad", address).startswith(
        "this address refers to a puzzle stored on the site, which zet d"
    )


def test_a_url_that_is_cut_anywhere_is_called_cut() -> None:
    url = FORMATS["sudokupad"].dumps()(LINE).strip()
    for end in range(url.index("scl") + 12, len(url) - 1):
        if "%" not in url[end - 2 : end]:  # half an escape
            assert (
                reason("sudokupad", url[:end])
                == "the payload is truncated: the end of the URL is missing"
            )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nonsense" * 9, "column 1: not JSON: Expecting value"),
        ("[" * 9000, "not a puzzle: the JSON is nested too deeply"),
        ("{a:" + "[" * 900 + "1" + "]" * 900 + "}", "not a puzzle: the JSON is nested too deeply"),
        ("[1, 2, 3, 4, 5, 6]", "expected a JSON object"),
    ],
)
def test_payloads_that_are_no_puzzle(text: str, expected: str) -> None:
    assert reason("sudokupad", f"scl{payload(text)}") == expected


# The JSON and the URLs of f-puzzles.


@pytest.mark.parametrize(
    "text",
    [
        scl(GRID),
        scl(GRID, '"title": "", "cage": [{"value": "x: y"}], "disabledlogic": ["x"], "negative": []'),
        scl(
            GRID_OF_CAGES, '"killercage": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R1C3"], "value": ""}]'
        ),
        f"{scl(GRID)[:-2]}, {OUTSIDE}]}}",
    ],
)
def test_forms_of_one_puzzle_of_f_puzzles(text: str) -> None:
    assert read("fpuzzles-json", text) == [LINE]
    assert read("fpuzzles", f"https://www.f-puzzles.com/?load={compress(text)}") == [LINE]
    assert read("fpuzzles", f"http://f-puzzles.com/?load={quote(compress(text), safe='')}&x=1") == [LINE]


def test_the_texts_answers_and_marks_of_f_puzzles() -> None:
    [puzzle] = read(
        "fpuzzles-json",
        '{"size": 2, "title": "T", "author": "A", "ruleset": "R", "antiking": true, '
        '"solution": [1, 2, "3", "."], '
        '"grid": [[{"value": 1, "region": 0}, {"region": 0, "centerPencilMarks": [2, 3]}], '
        '[{"region": 0, "cornerPencilMarks": [3]}, {"region": 0}]]}',
    )
    assert puzzle == Puzzle.build(2, 2, "aaaa", [0] * 4, [1, 6, 4, 0], "A", "T")
    assert puzzle.solution == (1, 2, 3, 0)


def test_a_cell_without_a_region_is_in_its_box() -> None:
    grid = [[{} for _ in range(6)] for _ in range(6)]
    [puzzle] = read("fpuzzles-json", json.dumps({"size": 6, "grid": grid, "antiking": True}))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.rows(puzzle.pieces)[:3] == [[0, 0, 0, 1, 1, 1]] * 2 + [[2, 2, 2, 3, 3, 3]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"grid": []}', "grid must contain rows of equal length, each a list of JSON objects"),
        (
            scl(GRID, '"thermometer": [{}]'),
            "the puzzle has a part that Tectonic puzzles do not have: thermometer",
        ),
        (
            scl(GRID, '"cage": [{"cells": ["R1C1"]}]'),
            "the puzzle has a part that Tectonic puzzles do not have: cage",
        ),
        (
            scl(GRID, '"killercage": [{"cells": ["R1C1"], "value": "5"}]'),
            "the puzzle has a part that Tectonic puzzles do not have: killercage",
        ),
        (
            scl(GRID, '"killercage": [{"cells": ["R1C4"]}]'),
            "killercage refers to R1C4, which is not a cell of the board",
        ),
        (scl(GRID, '"killercage": [{"cells": ["R1C1"]}]'), "row 1, column 2: the cell is in no cage"),
        (scl(GRID, '"solution": [1, 2]'), "the solution has 2 digits, but the board has 3 cells"),
        ('{"grid": [[{"region": null}]]}', "the board has no cells"),
        ('{"grid": [[{"region": []}]]}', "the region of a cell must be a number or null"),
        (
            json.dumps({"size": 4, "grid": [[{}] * 4] * 4}),
            (
                "this is a sudoku, not a Tectonic: each region has 4 cells, as each row does, "
                "and there is no antiking constraint"
            ),
        ),
    ],
)
def test_what_is_no_tectonic_in_the_json_of_f_puzzles(text: str, expected: str) -> None:
    assert reason("fpuzzles-json", text) == expected


@pytest.mark.parametrize(
    "address", ["https://f-puzzles.com/?id=abc", "https://f-puzzles.com", "f-puzzles.com/x"]
)
def test_other_addresses_of_f_puzzles(address: str) -> None:
    assert reason("fpuzzles", address).startswith("expected an f-puzzles URL that contains the puzzle: ")


def test_f_puzzles_has_no_place_for_a_last_row_or_column_without_cells() -> None:
    for width, height in ((2, 1), (1, 2)):
        puzzle = Puzzle.build(width, height, ["a", None], [0, 0])
        with pytest.raises(
            ValueError, match=r"^f-puzzles cannot represent a last row or column without cells$"
        ):
            FORMATS["fpuzzles"].dumps()(puzzle)


# What is written.


def documents(puzzle: Puzzle) -> dict[str, dict[str, Any]]:
    """Return the written JSON objects by format, whether they are in URLs or not."""
    texts = {name: str(FORMATS[name].dumps()(puzzle)).strip() for name in CHECKED}
    texts["sudokupad"] = decompress(unquote(texts["sudokupad"]).partition("=scl")[2])
    texts["fpuzzles"] = decompress(texts["fpuzzles"].partition("=")[2])
    return {name: json.loads(text) for name, text in texts.items()}


def test_the_objects_that_are_written() -> None:
    puzzle = replace(LINE, title="T", origin="A", notes=(0, 3, 1), solution=(1, 2, 1))
    written = documents(puzzle)
    assert written["sudokupad"] == written["scl"]
    assert written["fpuzzles"] == written["fpuzzles-json"]
    assert written["scl"].pop("id").startswith("zet")
    about = {"title": "T", "author": "A", "rules": sites.RULES, "solution": "121"}
    assert written["scl"] == {
        "metadata": {**about, "antiking": True, "norowcol": True},
        "global": ["antiking"],
        "cells": [[{"value": 1}, {"centremarks": [1, 2]}, {"centremarks": [1]}]],
        "regions": [[[0, 0], [0, 1]], [[0, 2]]],
    }
    outside = [{"region": None}] * 3
    first = [
        {"region": 0, "value": 1, "given": True},
        {"region": 0, "centerPencilMarks": [1, 2]},
        {"region": 1, "value": 1},
    ]
    assert written["fpuzzles"] == {
        "size": 3,
        "title": "T",
        "author": "A",
        "ruleset": sites.RULES,
        "antiking": True,
        "grid": [first, outside, outside],
        "solution": [1, 2, 1, *"......"],
    }


@settings(max_examples=rounds(40))
@given(puzzle=puzzles(max_side=6), leaves_out=st.integers(0, 3))
def test_solutions_come_back(puzzle: Puzzle, leaves_out: int) -> None:
    found = solve(puzzle, nodes=100).solutions
    if not found:
        return
    solution = tuple(0 if at < leaves_out else digit for at, digit in enumerate(found[0]))
    puzzle = replace(puzzle, solution=solution)
    for name in CHECKED:
        with recorded_losses() as lost:
            [again] = read(name, str(FORMATS[name].dumps()(puzzle)))
        assert isinstance(again, Puzzle)
        is_lost = not any(solution) or ("fpuzzles" not in name and max(solution) > 9)
        assert (again.solution, [*lost]) == ((None, ["solution"]) if is_lost else (solution, []))


def test_every_puzzle_has_an_identity_of_its_own() -> None:
    others = [LINE, replace(LINE, givens=(0, 0, 0)), Puzzle.build(1, 3, "aab", [1, 0, 0])]
    assert len({documents(one)["scl"]["id"] for one in others}) == 3
    assert documents(LINE)["scl"]["id"] == documents(replace(LINE, title="x"))["scl"]["id"]
