"""The way in which a game ended, according to the result recorded in its file or to its last moves."""

import re

from zet.engines.renju.constants import ENDINGS as ENDINGS, Ending as Ending
from zet.engines.renju.model import BLACK, PASS, WHITE, Game

_WON = re.compile(r"(?P<who>b|w|black|white)\b(?:\s*(?:\+|wins|won|by)\s*(?P<how>\w*).*)?", re.IGNORECASE)
_DRAWN = re.compile(r"0|draw\w*|jigo|0\.5|=|1/2.*|0\.5-0\.5", re.IGNORECASE)


def recorded_ending(game: Game) -> tuple[int | None, Ending] | None:
    """Return the recorded winner (None for a draw) and the kind of ending; None if none is recorded.

    A win that is not recorded as a win on time counts as a resignation.

    >>> recorded_ending(Game(info=(("result", "W+T"),)))
    (1, 'time')
    """
    text = next((text for key, text in game.info if key == "result"), "")
    scores: dict[str, int | None] = {"1-0": BLACK, "0-1": WHITE}
    if text in scores:
        return scores[text], "resignation"
    if _DRAWN.fullmatch(text):
        return None, "draw"
    match = _WON.fullmatch(text)
    if match is None:
        return None
    how = (match["how"] or "").lower()
    return "bw".index(match["who"][0].lower()), "time" if how in ("t", "time") else "resignation"


def with_winner_exchanged(text: str) -> str:
    """Return the text of a recorded result with the other color as the winner.

    >>> with_winner_exchanged("B+R"), with_winner_exchanged("white"), with_winner_exchanged("draw")
    ('W+R', 'black', 'draw')
    """
    if text in ("1-0", "0-1"):
        return text[::-1]
    match = _WON.fullmatch(text)
    if match is None:
        return text
    winner = match["who"]
    other = {"b": "w", "w": "b", "black": "white", "white": "black"}[winner.lower()]
    if winner[0].isupper():
        other = other.upper() if winner.isupper() else other.capitalize()
    return other + text[len(winner) :]


def ends_drawn(game: Game) -> bool:
    """Return whether a game that nobody has won is a draw: the board is full, or both players passed."""
    return sum(game.n_stones()) == game.n_cells or game.moves[-2:] == (PASS, PASS)
