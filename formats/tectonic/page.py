"""An HTML page about an explained puzzle: the board to solve, and each step with its cause and effect.

The page is one self-contained file that needs no network. Without scripting, the puzzle and the steps are
still readable; in print, each step has a board next to it.
"""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any

from zet.engines.messages import Message
from zet.engines.tectonic.board import Board, Deduction
from zet.engines.tectonic.chains import HIDDEN_SINGLE, NAKED_SINGLE
from zet.engines.tectonic.explainer import Explanation
from zet.engines.tectonic.hints import ExplainedStep
from zet.engines.tectonic.model import MISSING, Puzzle, digits_of
from zet.formats.page import buttons, filled, part
from zet.formats.svg import SIDE
from zet.formats.tectonic.picture import as_svg, places_in_cell

Translate = Callable[[str], str]
"""A function that translates a message."""

MOST = 39
"""The number of steps above which consecutive singles are shown as one step."""

RULES = (
    Message("A piece of N cells, bordered by thick lines, contains each of the digits 1 to N once."),
    Message("Equal digits never touch, not even diagonally."),
)


_LEGEND = Message(
    "Blue: the cells from which the step follows. Yellow: the cells that change. Red, crossed out: the "
    "candidates that are removed."
)
_KEYS = Message(
    "Tap a cell, then digits; or use arrows and digits, N or Shift for notes, Enter to check. The arrow "
    "buttons step through the solution; Escape returns here."
)


def dumps(
    puzzle: Puzzle,
    found: Explanation,
    n_steps: int,
    steps: Sequence[ExplainedStep],
    sentence: Callable[[Puzzle, ExplainedStep], str],
    translate: Translate,
    headings: tuple[str, str],
    language: str = "en",
) -> str:
    """Return the HTML page of an explanation.

    `n_steps` is the total number of steps; `found` may lack steps that the solution does not need, and
    `steps` also lacks the bookkeeping steps. `sentence` describes a step in words; `translate` translates
    into `language`. `headings` contains the heading and the text below it.
    """
    heading, about = headings
    entries = _for_script(puzzle, found, steps, sentence, translate)
    views, items = _listed(puzzle, steps, entries, translate)
    words = {
        "language": language,
        "title": heading,
        "heading": heading,
        "about": about,
        "outcome": translate(_outcome(found, n_steps, len(steps), views)),
        "candidates": translate(Message("all candidates")),
    }
    titles = {
        "back": translate(Message("one step back")),
        "forward": translate(Message("one step forward")),
    }
    data = {
        **play_data(puzzle, _solution(found)),
        "start": [list(digits_of(mask)) for mask in found.start],
        "steps": entries,
        "views": views,
        "words": {
            **play_words(translate),
            "start": translate(Message("The puzzle")),
            "legend": translate(_LEGEND),
            "keys": translate(_KEYS),
        },
    }
    parts = {
        "rules": "<br>".join(escape(translate(rule)) for rule in RULES),
        "buttons": buttons(titles, translate),
        "board": svg_of(puzzle),
        "pad": pad(max(puzzle.sizes), translate),
        "pad_style": part("zet.formats.tectonic", "pad.css"),
        "play": part("zet.formats.tectonic", "board.js"),
        "steps": items,
    }
    return filled("zet.formats.tectonic", words, parts, data)


def _outcome(found: Explanation, n: int, shown: int, views: Sequence[Mapping[str, Any]]) -> Message:
    """Return the message for the end of an explanation that has `n` steps, `shown` of them in `views`."""
    if found.status != "solved":
        return Message("{n} step, without a solution", "{n} steps, without a solution", n=n)
    groups = sum(not view["part"] for view in views)
    if groups < shown:
        return Message(
            "The solution in {n} steps; {shown} of them matter, in {groups} groups",
            n=n,
            shown=shown,
            groups=groups,
        )
    if shown < n:
        return Message("The solution in {n} steps; {shown} of them matter", n=n, shown=shown)
    return Message("The solution in {n} step", "The solution in {n} steps", n=n)


def _solution(found: Explanation) -> list[int]:
    """Return the digits that an explanation proves, with 0 for all other cells."""
    if found.guesses:
        return [0] * len(found.domains)
    return [mask.bit_length() if mask.bit_count() == 1 else 0 for mask in found.domains]


def svg_of(puzzle: Puzzle) -> str:
    """Return a picture of a puzzle, without its notes, as an SVG element."""
    return as_svg(puzzle).decode().partition("?>")[2].strip()


def play_data(puzzle: Puzzle, solution: Sequence[int]) -> dict[str, Any]:
    """Return the data that the page's script needs to let a reader solve the puzzle.

    In `solution`, unknown digits are 0.
    """
    font, places = places_in_cell(max(puzzle.sizes))
    return {
        "width": puzzle.width,
        "side": SIDE,
        "givens": puzzle.givens,
        "sizes": [0 if piece == MISSING else puzzle.sizes[piece] for piece in puzzle.pieces],
        "solution": solution,
        "font": round(font, 3),
        "places": [[round(x, 3), round(y, 3)] for x, y in places],
    }


def play_words(translate: Translate) -> dict[str, str]:
    """Return the messages with which the page's script responds to a reader who solves the puzzle."""
    return {
        "board": translate(
            Message("Board: arrows move, digits fill in a cell, N switches to notes, Enter checks.")
        ),
        "empty": translate(Message("empty")),
        "right": translate(Message("No mistake so far.")),
        "wrong": translate(Message("Number of wrong digits: {n}.")),
        "solved": translate(Message("Solved!")),
    }


def pad(largest: int, translate: Translate) -> str:
    """Return, as HTML, the buttons with which a reader enters the digits 1 to `largest`."""
    digits = "".join(f'<button type="button" data-type="{n}">{n}</button>' for n in range(1, largest + 1))
    words = (Message("erase"), Message("notes"), Message("check"))
    erase, notes, check = (escape(translate(word)) for word in words)
    return (
        f'<div id="pad" hidden><div class="bar">{digits}</div><div class="bar">'
        f'<button type="button" id="notes" aria-pressed="false">{notes}</button>'
        f'<button type="button" data-type="0">{erase}</button>'
        f'<button type="button" id="check">{check}</button>'
        '<span id="said" role="status"></span></div></div>'
    )


def _listed(
    puzzle: Puzzle,
    steps: Sequence[ExplainedStep],
    entries: Sequence[dict[str, Any]],
    translate: Translate,
) -> tuple[list[dict[str, Any]], str]:
    """Return the views of the steps for the script, and the same views as an HTML list.

    A view shows a range of steps: either a whole group, or a single step of a group, in which case the
    view is marked `part`.
    """
    views: list[dict[str, Any]] = []
    items: list[str] = []
    for number, group in enumerate(_groups(steps), 1):
        first, last = group[0], group[-1]
        title, words = entries[first]["title"], " ".join(entries[one]["words"] for one in group)
        if first != last and is_single(steps[first]):
            title = translate(Message("{n} singles", n=len(group)))
            solved = [pair for one in group for pair in steps[one].step.solved]
            words = ", ".join("R{}C{} is {}".format(*puzzle.place(cell), digit) for cell, digit in solved)
        whole = {
            "n": str(number),
            "from": first,
            "to": last,
            "title": title,
            "words": words,
            "part": False,
        }
        parts = [
            {
                "n": f"{number}.{at}",
                "from": one,
                "to": one,
                "title": entries[one]["title"],
                "words": entries[one]["words"],
                "part": True,
            }
            for at, one in enumerate(group if first != last else (), 1)
        ]
        folded = ""
        if parts:
            summary = escape(translate(Message("one by one")))
            inner = "".join(map(_item, parts))
            folded = f"<details><summary>{summary}</summary><ol>\n{inner}</ol></details>"
        views += [whole, *parts]
        items.append(_item(whole, folded))
    return views, "".join(items)


def _item(view: Mapping[str, Any], folded: str = "") -> str:
    """Return a view as an item of the HTML list; `folded` is the HTML list of the view's single steps."""
    title, words = escape(view["title"]), escape(view["words"])
    text = f"<span><b>{view['n']}. {title}</b> <small>{words}</small></span>"
    return f'<li><button type="button">{text}</button>{folded}</li>\n'


def _groups(steps: Sequence[ExplainedStep]) -> list[list[int]]:
    """Divide the steps into groups that are shown together; return the indices of each group.

    While there are more than MOST groups, consecutive naked singles are grouped, then consecutive singles
    of both kinds, then also consecutive steps of the same technique. The result may still have more
    groups than MOST.
    """
    foldings: tuple[Callable[[int], object], ...] = (
        lambda at: at,
        lambda at: NAKED_SINGLE if steps[at].is_single else at,
        lambda at: NAKED_SINGLE if is_single(steps[at]) else at,
        lambda at: NAKED_SINGLE if is_single(steps[at]) else steps[at].name,
    )
    groups: list[list[int]] = []
    for folding in foldings:
        groups = [list(together) for _, together in groupby(range(len(steps)), folding)]
        if len(groups) <= MOST:
            break
    return groups


def is_single(step: ExplainedStep) -> bool:
    """Return whether a step is a naked or a hidden single."""
    return step.is_single or step.step.deduction.technique == HIDDEN_SINGLE


def _for_script(
    puzzle: Puzzle,
    found: Explanation,
    steps: Sequence[ExplainedStep],
    sentence: Callable[[Puzzle, ExplainedStep], str],
    translate: Translate,
) -> list[dict[str, Any]]:
    """Return each step for the page's script: words, cause, effect, and preceding bookkeeping steps."""
    board = Board(puzzle, found.start)
    entries: list[dict[str, Any]] = []
    at = 0
    for one in steps:
        quiet: list[list[int]] = []
        for step in found.steps[at : one.number - 1]:
            quiet += _applied(board, step.deduction)
        at = one.number
        struck = _applied(board, one.step.deduction)
        solved = [cell for cell, _ in one.step.solved]
        changed: Sequence[int] = [cell for cell, *_ in struck]
        if is_single(one):  # the cell shows its digit, so no candidates are crossed out
            quiet, struck, changed = [*quiet, *struck], [], solved
        entries.append(
            {
                "title": translate(one.name),
                "words": translate(sentence(puzzle, one)),
                "pattern": [cell for cell in one.pattern if cell not in changed],
                "changed": changed,
                "quiet": quiet,
                "struck": struck,
                "solved": solved,
            }
        )
    return entries


def _applied(board: Board, deduction: Deduction) -> list[list[int]]:
    """Apply a deduction; return for each changed cell its index and the digits that it loses."""
    before = [board.domains[cell] for cell in deduction.cells]
    board.apply(deduction)
    return [
        [cell, *digits_of(had & ~board.domains[cell])]
        for cell, had in zip(deduction.cells, before, strict=True)
        if had != board.domains[cell]
    ]
