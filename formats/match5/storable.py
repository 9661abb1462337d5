"""The requirements that knowledge must meet to be stored in any match5 format."""

from typing import Any

from zet.engines.match5.constants import MAX_GAMES
from zet.engines.match5.model import Knowledge, check_patterns
from zet.engines.messages import Message
from zet.formats.errors import UnwritableError
from zet.formats.match5.names import check_name


def fault_of_counts(games: Any, losses: Any) -> Message | None:
    """Return why the counts `games` and `losses` cannot be stored; None if they can be."""
    if any(type(count) is not int or not 0 <= count <= MAX_GAMES for count in (games, losses)):
        return Message("games and losses must be whole numbers from 0 to {most}", most=MAX_GAMES)
    if losses > games:
        return Message("more losses ({lost}) than games ({n})", lost=losses, n=games)
    return None


def check_storable(knowledge: Knowledge) -> None:
    """Check that the readers of all formats would accept the knowledge if it were written.

    Raises:
        UnwritableError: the name, a count, or the order or number of the patterns is not valid.
    """
    if fault := fault_of_counts(knowledge.games, knowledge.losses):
        raise UnwritableError(fault)
    try:
        check_name(knowledge.name)
        check_patterns(knowledge.patterns)
    except ValueError as error:
        raise UnwritableError(str(error)) from None
