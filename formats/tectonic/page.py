"""An HTML page on an explained puzzle: the board, and each step with the cells that justify it.

The page is one self-contained file that needs no network. Without scripting, and in print, all steps are
readable.
"""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from zet.engines.messages import Message
from zet.engines.tectonic.board import Board, Deduction
from zet.engines.tectonic.explainer import Explanation
from zet.engines.tectonic.hints import Told
from zet.engines.tectonic.model import Puzzle, digits_of
from zet.formats.page import buttons, filled
from zet.formats.svg import SIDE
from zet.formats.tectonic.picture import as_svg, places_in_cell

Say = Callable[[str], str]
"""A function that translates a message."""


def dumps(
    puzzle: Puzzle,
    found: Explanation,
    steps: Sequence[Told],
    sentence: Callable[[Puzzle, Told], str],
    say: Say,
    place: str,
    overview: str,
    language: str = "en",
) -> str:
    """Return the page of an explanation.

    `sentence` describes a step, `place` is the source of the puzzle, `overview` the outcome.
    """
    words = {
        "language": language,
        "title": place,
        "heading": puzzle.title or puzzle.origin or place,
        "overview": f"{place}: {overview}" if puzzle.title or puzzle.origin else overview,
        "candidates": say(Message("candidates")),
        "legend": say(
            Message(
                "Blue: the cells from which it follows. Yellow: the cells that change. Red, crossed out: "
                "candidates that go."
            )
        ),
        "keys": say(
            Message(
                "Keys: left and right a step, up and down a digit, Home and End. On a touch screen: "
                "swipe, or tap the halves of the board."
            )
        ),
    }
    titles = {
        "back": say(Message("one step back")),
        "forward": say(Message("one step forward")),
        "before": say(Message("the previous digit")),
        "after": say(Message("the next digit")),
    }
    data = _data(puzzle, found, steps, sentence, say)
    parts = {
        "buttons": buttons(titles, say, "1"),
        "board": as_svg(puzzle, [0] * len(puzzle.pieces)).decode().partition("?>")[2].strip(),
        "steps": "".join(_item(one) for one in data["steps"]),
    }
    return filled("zet.formats.tectonic", words, parts, data)


def _item(step: dict[str, Any]) -> str:
    """Return the item of a step in the list."""
    kind = ' class="digit"' if step["solved"] else ""
    title, words = escape(step["title"]), escape(step["words"])
    return f'<li{kind}><button type="button"><b>{title}</b> <small>{words}</small></button></li>\n'


def _data(
    puzzle: Puzzle,
    found: Explanation,
    steps: Sequence[Told],
    sentence: Callable[[Puzzle, Told], str],
    say: Say,
) -> dict[str, Any]:
    """Return the data of the script: the board, and for each step the state before it and its changes."""
    board = Board(puzzle, found.start)
    told: list[dict[str, Any]] = []
    at = 0
    for one in steps:
        quiet: list[list[int]] = []
        for step in found.steps[at : one.number - 1]:
            quiet += _applied(board, step.deduction)
        at = one.number
        struck = _applied(board, one.step.deduction)
        told.append(
            {
                "title": say(one.name),
                "words": say(sentence(puzzle, one)),
                "pattern": one.pattern,
                "changed": one.step.deduction.cells,
                "quiet": quiet,
                "struck": struck,
                "solved": [cell for cell, _ in one.step.solved],
            }
        )
    shapes = {size: places_in_cell(size) for size in set(puzzle.sizes)}
    return {
        "width": puzzle.width,
        "side": SIDE,
        "givens": puzzle.givens,
        "sizes": [puzzle.sizes[piece] for piece in puzzle.pieces],
        "shapes": {
            size: [round(font, 3), [[round(x, 3), round(y, 3)] for x, y in places]]
            for size, (font, places) in shapes.items()
        },
        "start": [list(digits_of(mask)) for mask in found.start],
        "steps": told,
        "words": {"start": say(Message("The puzzle")), "step": say(Message("step"))},
    }


def _applied(board: Board, deduction: Deduction) -> list[list[int]]:
    """Apply a deduction; return the index of each changed cell, and the digits that it loses."""
    before = [board.domains[cell] for cell in deduction.cells]
    board.apply(deduction)
    return [
        [cell, *digits_of(had & ~board.domains[cell])]
        for cell, had in zip(deduction.cells, before, strict=True)
        if had != board.domains[cell]
    ]
