"""The JSON results of `zet walls`: see `zet.formats.schemas`.

Fences are [row, column] of the [matrix](formats/walls-save.md#the-matrix), from 0.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

Place = Sequence[int]
Places = Sequence[Place]
EndStatus = Literal["first-won", "second-won", "draw", "unfinished"]


class _Standing(TypedDict):
    board: Annotated[str, 'the size, like "6x6"']
    extra_move: Annotated[bool, "whether the player who takes a box moves again"]
    score: Annotated[Sequence[int], "the boxes of the first and of the second player"]
    turn: Annotated[int, "the older name of `to_move`"]
    to_move: Annotated[int, "the player to move, 1 or 2"]


class PositionObject(_Standing):
    """A position, under the keys of its [JSON format](formats/walls-json.md)."""

    matrix: Annotated[Sequence[Sequence[int]], "the [matrix](formats/walls-save.md#the-matrix)"]
    moves: Annotated[Places | None, "the moves in the order of play; `null` if this order is not known"]


class PositionAnswer(PositionObject):
    """The position, under the keys of its [JSON format](formats/walls-json.md)."""

    status: Literal["ok"]


class Checked(_Standing):
    """The JSON result of `zet walls check`. A position that breaks the rules is an error."""

    status: Literal["legal"]
    painted: Annotated[int, "how many fences are painted"]
    free: Annotated[int, "how many fences are not painted"]
    over: Annotated[bool, "whether all fences are painted"]
    moves_known: Annotated[bool, "whether the order of play is known"]


class _SearchResult(TypedDict):
    status: Annotated[
        Literal["ok", "unknown", "over"],
        "`unknown`: a limit stopped the search, and `move` and `value` are the best so far; `over`: the "
        "game has ended (exit code 1)",
    ]
    move: Annotated[
        Place | None, "the best move; `null` if the game is over, or if none was found before the limit"
    ]
    value: Annotated[
        int | None,
        "the boxes that the player to move still gets minus the boxes that the opponent still gets; "
        "`null` if a limit was reached before any value was known",
    ]
    exact: Annotated[bool, "whether `value` is the value of best play to the end"]
    score: Annotated[Sequence[int], "the boxes taken so far: [first, second]"]
    depth: Annotated[
        int, "`search`: how many moves the search has looked ahead; `solve`: how many moves are left"
    ]
    nodes: Annotated[int, "how many states were visited"]
    table_hits: Annotated[int, "how many states were found in the table"]
    line: Annotated[Places, "moves, beginning with `move`, as far as they are known"]


class Searched(_SearchResult):
    """The JSON result of `zet walls search`."""

    algorithm: Annotated[str, "the algorithm"]


class MoveValue(TypedDict):
    """A move and its value for the player to move."""

    move: Place
    value: int


class Proven(_SearchResult):
    """The JSON result of `zet walls solve`."""

    bounds: Annotated[Sequence[int], "the proven bounds of the value: [low, high]"]
    moves: Annotated[Sequence[MoveValue], "with `--all-moves`: all moves; otherwise empty"]
    reasons: Annotated[Sequence[str], "the best bounds that symmetries prove, as sentences"]


class DepthCount(TypedDict):
    """The number of move sequences of one length, and the boxes that their last moves take."""

    depth: Annotated[int, "the number of moves"]
    sequences: Annotated[int, "how many sequences exist"]
    boxes: Annotated[int, "how many boxes the last moves of these sequences take"]


class Counted(TypedDict):
    """The JSON result of `zet walls perft`."""

    status: Annotated[Literal["ok", "unknown"], "`unknown`: a limit was reached (exit code 3)"]
    counts: Annotated[Sequence[DepthCount], "the counts for each depth"]


class TableCopied(TypedDict):
    """The JSON result of `zet walls table copy`."""

    status: Literal["ok"]
    file: Annotated[str, "the name of the file"]
    bytes: Annotated[int, "the size of the file"]


class TableVerified(TypedDict):
    """The JSON result of `zet walls table verify` for a table in which no wrong entry was found."""

    status: Annotated[
        Literal["valid", "unchecked"],
        "`unchecked`: more than half of the entries may be wrong or, with `--sample all`, at least one "
        "(exit code 3)",
    ]
    board: Annotated[str, "the size of the board that the table is for"]
    extra_move: Annotated[bool, "whether the table is for the rule of the extra move"]
    proved: Annotated[int, "how many of the entries drawn were proven again"]
    unchecked: Annotated[
        int, "how many of the entries drawn were not proven, because a limit was reached"
    ]
    entries: Annotated[int, "how many entries the table has"]
    reached: Annotated[int, "the number of entries whose position was found"]
    most_wrong: Annotated[float, "the share of entries that may be wrong, with 95% confidence"]


class TableWrong(TypedDict):
    """The JSON result of `zet walls table verify` for a table with a wrong entry (exit code 1)."""

    status: Literal["wrong"]
    position: Annotated[str, "the position as a [line](formats/walls-line.md)"]
    claimed: Annotated[Sequence[int], "the bounds by the table"]
    bounds: Annotated[Sequence[int], "the bounds that were proven"]


class _Players(TypedDict):
    first: Annotated[str, "the player who moves first"]
    second: Annotated[str, "the other player"]


class GameStanding(_Players, PositionObject):
    """The position in `play` at the beginning of a game, or after moves were taken back."""

    status: Annotated[Literal["start", "back"], "`start`: the beginning; `back`: moves were taken back"]


class MoveMade(TypedDict):
    """A move in `play`, by an engine or by a person."""

    status: Literal["move"]
    number: Annotated[int, "how many fences are painted"]
    player: Annotated[int, "the player who has moved, 1 or 2"]
    move: Annotated[Place, "the fence"]
    taken: Annotated[int, "how many boxes it takes"]
    score: Annotated[Sequence[int], "the boxes of the first and of the second player"]
    turn: Annotated[int, "the older name of `to_move`"]
    to_move: Annotated[int, "the player to move, 1 or 2"]


class GameEnded(TypedDict):
    """The end of a game in `play`."""

    status: EndStatus
    score: Annotated[Sequence[int], "the boxes of the first and of the second player"]
    moves: Annotated[
        Places | None,
        "the whole game; `null` if it began with a position whose order of play is not known",
    ]


class GamePlayed(_Players, GameEnded):
    """A game of `play --games`."""


class PairResults(TypedDict):
    """The results of the games between two players in which `first` moved first."""

    first: Annotated[str, "the player who moved first"]
    second: Annotated[str, "the other player"]
    games: Annotated[int, "how many games they have played"]
    first_won: int
    draws: int
    second_won: int
    boxes: Annotated[Sequence[int], "the boxes of the first and of the second player in all games"]


class PlayerResults(TypedDict):
    """The results of a player over all games, moving first or second."""

    player: str
    games: Annotated[int, "how many games the player has played"]
    won: int
    draws: int
    lost: int
    boxes: Annotated[Sequence[int], "the boxes of the player and of the opponents in all games"]


class GamesTotal(TypedDict):
    """The last line that `play --games` writes."""

    status: Literal["total"]
    games: Annotated[int, "how many games were played"]
    pairs: Annotated[Sequence[PairResults], "the results of each pair of players that met"]
    players: Annotated[
        Sequence[PlayerResults], "the results of each player; empty if a player has met itself"
    ]
