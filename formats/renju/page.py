"""An HTML page about an analyzed game: the board, a comment on each move, and a graph of forced wins.

The page is one self-contained file that needs no network: it includes its styles, its script and the
game. Without scripting, the moves and the comments are still readable.
"""

from collections.abc import Iterator
from html import escape
from typing import Any
from urllib.parse import quote

from zet.engines.messages import Message
from zet.engines.renju.analysis import Analysis, Mark, Standing, Step
from zet.engines.renju.model import BLACK, COLORS, Game, names
from zet.engines.renju.proof import Proof
from zet.formats.page import buttons, filled
from zet.formats.renju.picture import as_svg
from zet.formats.renju.report import Translate, counted_by_color, played, sentence, standing, turning

_KINDS: dict[Mark | None, str] = {
    "foul": "bad",
    "missed-five": "bad",
    "missed-foul": "bad",
    "blunder": "bad",
    "missed-win": "bad",
    "only-move": "good",
}
"""The CSS classes of moves by their mark."""

_LEGEND = {
    "ink": Message("black wins by force"),
    "paper": Message("white wins by force (a longer bar means a faster win)"),
    "open": Message("unclear"),
    "bad": Message("mistake"),
    "good": Message("only move"),
    "hold": Message("marked on the board: moves after which the opponent has no win by threats"),
}
"""The legend of the graph, by the CSS variables of its colors."""

LONGEST = 40
"""Wins this long or longer are drawn at minimum height."""


def dumps(found: Analysis, translate: Translate, place: str, language: str = "en") -> str:
    """Return the HTML page of an analysis in a language; `place` names the game's source."""
    info = dict(found.game.info)
    players = [info.get(color) or translate(color).capitalize() for color in COLORS]
    heading = " – ".join(players)
    turn = _turn(found)
    words = {
        "language": language,
        "title": f"{heading}: {place}",
        "heading": heading,
        "turn": translate(Message("play through the win")),
        "counts": "; ".join(translate(one) for one in counted_by_color(found)) + f" ({place})",
        "move": translate(Message("move")),
        "black": translate(Message("black wins")),
        "white": translate(Message("white wins")),
        "graph": translate(Message("who wins by force after each move")),
        "keys": translate(
            Message(
                "Keys: Left and Right go to the previous and the next move, Up and Down to the previous "
                "and the next comment, Home and End to the start and the end; Esc returns to the game. "
                "On a touch screen: swipe, or tap the left or right half of the board."
            )
        ),
    }
    titles = {
        "back": translate(Message("one move back")),
        "forward": translate(Message("one move forward")),
        "before": translate(Message("the previous comment")),
        "after": translate(Message("the next comment")),
    }
    parts = {
        "overview": "".join(
            f"<p>{escape(_as_sentence(translate(text)))}</p>" for text in _verdict(found)
        ),
        "legend": "".join(
            f'<li class="{kind}" style="--mark:var(--{kind})">{escape(translate(text))}</li>'
            for kind, text in _LEGEND.items()
        ),
        "buttons": buttons(titles, translate),
        "board": as_svg(Game(size=found.game.size)).decode().partition("?>")[2].strip(),
        "moves": "".join(_item(step, translate) for step in found.steps),
    }
    return filled("zet.formats.renju", words, parts, _data(found, translate) | {"turn": turn})


def entry(found: Analysis, translate: Translate, file: str, place: str) -> str:
    """Return the HTML of an index entry: a link to a game, and its `place`, end and decisive move."""
    info = dict(found.game.info)
    players = " – ".join(info[color] for color in COLORS if color in info)
    title = f"{players} ({place})" if players else place
    words = " ".join(_as_sentence(translate(text)) for text in _verdict(found))
    return f'<li><a href="{quote(file)}">{escape(title)}</a><p>{escape(words)}</p></li>'


def index(entries: list[str], translate: Translate, language: str = "en") -> str:
    """Return the HTML page that lists games; `entries` come from `entry`."""
    words = {"language": language, "title": translate(Message("Games"))}
    parts = {"games": "\n".join(entries)}
    return filled("zet.formats.renju", words, parts, name="index.html")


def _verdict(found: Analysis) -> Iterator[str]:
    """Yield the reason why a game ended, and a sentence on its decisive move, if it has one."""
    yield found.end.reason
    if (turned := turning(found)) is not None:
        yield turned


def _as_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _turn(found: Analysis) -> dict[str, Any] | None:
    """Return the decisive move and the winning line after it, for the page's script."""
    number = found.decided
    if number is None or not number:
        return None
    step = found.steps[number - 1]
    cells = step.refutation.line() if step.refutation else step.after.line
    return {"at": number, "cells": cells, "color": 1 - step.color} if cells else None


def _kind(step: Step) -> str:
    return "open" if step.mark == "unclear" and step.refutation else _KINDS.get(step.mark, "")


def _item(step: Step, translate: Translate) -> str:
    """Return the HTML list item for a move."""
    kind = _kind(step)
    about = sentence(step)
    text = f"<b>{escape(played(step))}</b>"
    if about is not None and kind:
        text += f" <small>{escape(translate(about))}</small>"
        kind += " said"
    elif step.mark == "unclear":
        text += f' <i role="img" aria-label="{escape(translate(_LEGEND["open"]))}"></i>'
    return f'<li class="{kind}"><button type="button">{text}</button></li>\n'


def _data(found: Analysis, translate: Translate) -> dict[str, Any]:
    """Return the data that the page's script reads."""
    return {
        "black": found.game.black,
        "white": found.game.white,
        "size": found.game.size,
        "moves": [_move(step, translate) for step in found.steps],
        "standings": [translate(standing(one)) for one in found.standings],
        "values": [_value(one) for one in found.standings],
        "names": names(range(found.game.n_cells), found.game.size),
        "words": {
            "start": translate(Message("the beginning")),
            "leave": translate(Message("back to the game")),
        },
    }


def _move(step: Step, translate: Translate) -> dict[str, Any]:
    about = sentence(step)
    color = translate(COLORS[step.color])
    data: dict[str, Any] = {
        "n": step.number,
        "color": step.color,
        "cell": step.move,
        "title": f"{played(step)} ({color})",
        "kind": _kind(step),
        "words": translate(about) if about is not None else "",
        "holds": step.holds,
    }
    if step.win and step.after.winner != step.color:
        data["win"] = _line(step.win, Message("show the missed win"), translate)
    if step.refutation:
        data["refutation"] = _line(step.refutation, Message("show the win that follows"), translate)
    return data


def _line(proof: Proof, words: Message, translate: Translate) -> dict[str, Any]:
    return {"words": translate(words), "cells": proof.line()}


def _value(one: Standing) -> float | None:
    """Return a value from -1 (White has won) to 1 (Black has won) for the graph; None if unclear."""
    if one.winner is None:
        return 0 if one.is_clear else None
    height = 1 - 0.7 * min(one.length or 0, LONGEST) / LONGEST
    return round(height if one.winner == BLACK else -height, 3)
