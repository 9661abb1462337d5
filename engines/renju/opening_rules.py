"""Check whether a game follows an opening rule, as far as its record shows.

A record shows where the first stones are. It shows neither who swapped nor, usually, which fifth moves
were offered; if the record's comment lists these as `alt`, they are checked. Sources: the opening rules
certified by the Renju International Federation, as listed by RenjuNet
(http://renju.net/media/showrule.php?rule=5 is Yamaguchi's);
https://en.wikipedia.org/wiki/RIF_opening_rule, and the pages there on the other rules; for swap2, the
Gomocup protocol.
"""

from dataclasses import dataclass
from typing import Literal

from zet.engines.messages import Message
from zet.engines.renju.model import MOST_SIZE, PASS, Game, PositionError, cell_of, name
from zet.engines.renju.openings import turned

MANY = MOST_SIZE * MOST_SIZE


@dataclass(frozen=True, slots=True)
class OpeningRule:
    """An opening rule; `zones` lists the maximum distances of the first moves from the center.

    A distance of None means that the move may be anywhere. `swaps` lists the numbers of the moves after
    which the other player may swap. `offers` gives the minimum and the maximum number of fifth moves that
    Black may offer; White chooses one of them. If `single` is a number, Black may instead play a fifth
    move within this distance of the center and offer no alternatives.
    """

    name: str
    zones: tuple[int | None, ...]
    swaps: tuple[int, ...]
    offers: tuple[int, int] | None = None
    single: int | None = None


RULES = {
    rule.name: rule
    for rule in (
        OpeningRule("rif", (0, 1, 2, None, None), (3,), (2, 2)),
        OpeningRule("yamaguchi", (0, 1, 2, None, None), (3,), (1, MANY)),
        OpeningRule("soosyrv-8", (0, 1, 2, None, None), (3, 4), (1, 8)),
        OpeningRule("taraguchi-10", (0, 1, 2, 3, None), (1, 2, 3, 4, 5), (10, 10), single=4),
        OpeningRule("swap", (None, None, None), (3,)),
        OpeningRule("swap2", (None, None, None), (3, 5)),
    )
}


@dataclass(frozen=True, slots=True)
class OpeningVerdict:
    """The verdict on whether a game follows an opening rule, as far as its record shows, and the reason.

    The status is "unknown" if the game has no moves, does not begin with Black on an empty board, or is
    played on a board without a center point. `move` is the number of the faulty move, from 1. `unshown`
    lists the parts of the rule that were not checked because the record does not show them.
    """

    status: Literal["kept", "broken", "unknown"]
    fault: Message | None
    move: int | None
    unshown: tuple[Message, ...]


def judge(game: Game, rule: OpeningRule) -> OpeningVerdict:
    """Return the verdict on whether the first moves of a game follow an opening rule."""
    if game.black or game.white or game.first:
        why = Message("the first moves (the game begins with stones on the board)")
        return OpeningVerdict("unknown", None, None, (why,))
    if game.size % 2 == 0:
        why = Message("the first moves (the board has no point in its center)")
        return OpeningVerdict("unknown", None, None, (why,))
    for number, (cell, zone) in enumerate(zip(game.moves, rule.zones, strict=False), 1):
        if fault := _misplaced(number, cell, zone, game.size):
            return OpeningVerdict("broken", fault, number, ())
    offered = _offered(game, rule)
    if fault := _misoffered(game, rule, offered):
        return OpeningVerdict("broken", fault, 5, ())
    unshown = tuple(_unshown(game, rule, is_recorded=bool(offered)))
    return OpeningVerdict("kept" if game.moves else "unknown", None, None, unshown)


def _misplaced(number: int, cell: int, zone: int | None, size: int) -> Message | None:
    """Return the reason why a move is outside its zone; None if it is inside."""
    if cell == PASS:
        return Message("move {number} is a pass", number=number)
    if zone is None or _distance(cell, size) <= zone:
        return None
    if zone == 0:
        return Message(
            "move {number}, {point}, is not in the center", number=number, point=name(cell, size)
        )
    return Message(
        "move {number}, {point}, is outside the {side} x {side} points around the center",
        number=number,
        point=name(cell, size),
        side=2 * zone + 1,
    )


def _distance(cell: int, size: int) -> int:
    """Return the distance of a cell from the center, in lines."""
    rank, file = divmod(cell, size)
    return max(abs(rank - size // 2), abs(file - size // 2))


def _offered(game: Game, rule: OpeningRule) -> list[int]:
    """Return the offered fifth moves, beginning with the move played; empty if not recorded."""
    text = dict(game.info).get("alt", "")
    if rule.offers is None or len(game.moves) < 5 or not text:
        return []
    try:
        others = [cell_of(word, game.size) for word in text.replace(",", " ").split()]
    except PositionError:
        return []
    return [game.moves[4], *(cell for cell in others if cell != game.moves[4])]


def _misoffered(game: Game, rule: OpeningRule, offered: list[int]) -> Message | None:
    """Return the reason why the offered fifth moves break the rule; None if they do not."""
    if not offered or rule.offers is None:
        return None
    least, most = rule.offers
    if not least <= len(offered) <= most:
        wanted = str(least) if least == most else f"{least}-{most}"
        return Message("{n} fifth moves were offered; expected {wanted}", n=len(offered), wanted=wanted)
    stones = [set(cells) for cells in game.at(4).stones()]
    for number, cell in enumerate(offered):
        if cell in stones[0] | stones[1] or cell in offered[:number]:
            return Message(
                "{point} was offered as a fifth move, but is taken", point=name(cell, game.size)
            )
        for symmetry in range(1, 8):
            image = turned(cell, symmetry, game.size)
            is_same = all(
                {turned(one, symmetry, game.size) for one in color} == color for color in stones
            )
            if is_same and image != cell and image in offered:
                return Message(
                    "the offered fifth moves {point} and {other} are equivalent by symmetry",
                    point=name(cell, game.size),
                    other=name(image, game.size),
                )
    return None


def _unshown(game: Game, rule: OpeningRule, *, is_recorded: bool) -> list[Message]:
    """Return the parts of an opening rule that the record of a game does not show.

    `is_recorded` states whether the record lists the offered fifth moves.
    """
    found = []
    swaps = [str(number) for number in rule.swaps if number <= len(game.moves)]
    if swaps and "swap" not in dict(game.info):
        found.append(Message("swaps after move {moves}", moves="/".join(swaps)))
    if rule.offers and len(game.moves) >= 5 and not is_recorded:
        fifth = game.moves[4]
        if rule.single is None or _distance(fifth, game.size) <= rule.single:
            found.append(Message("which fifth moves were offered"))
        else:
            found.append(
                Message(
                    "the {n} offered fifth moves (required, as {point} is outside the central {side} x "
                    "{side} points)",
                    n=rule.offers[0],
                    point=name(fifth, game.size),
                    side=2 * rule.single + 1,
                )
            )
    if rule.name == "swap2" and len(game.moves) > 3:
        found.append(Message("who placed the fourth and fifth stones"))
    return found
