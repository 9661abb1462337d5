"""The JSON results of `zet ttt`: see `zet.formats.schemas`.

Cells are numbered from 0, row by row from the top left.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from zet.engines.ttt.model import Side

Cells = Sequence[int]
Status = Literal["ok", "unknown", "over"]
Value = Literal[1, 0, -1]


class _Size(TypedDict):
    width: Annotated[int, "the number of cells in a row"]
    height: Annotated[int, "the number of cells in a column"]


class PositionObject(_Size):
    """A position, under the keys of its [JSON format](formats/ttt-json.md)."""

    board: Annotated[str, "the cells, as in the [line](formats/ttt-line.md)"]
    k: Annotated[int, "how many in a row win"]
    to_move: Side
    over: Annotated[bool, "whether the game has ended"]
    winner: Annotated[Side | None, "the winner; `null` for a draw and while the game goes on"]
    moves: Annotated[Cells | None, "the cells in the order of play; `null` if this order is not known"]


class PositionAnswer(PositionObject):
    """The position, under the keys of its [JSON format](formats/ttt-json.md)."""

    status: Literal["ok"]


class Checked(_Size):
    """The JSON result of `zet ttt check`. A position that no game can reach is an error."""

    status: Literal["legal"]
    k: Annotated[int, "how many in a row win"]
    to_move: Side
    stones: Annotated[int, "how many cells are taken"]
    free: Annotated[int, "how many cells are free"]
    over: Annotated[bool, "whether the game has ended"]
    winner: Annotated[Side | None, "the winner; `null` for a draw and while the game goes on"]
    moves_known: Annotated[bool, "whether the order of play is known"]


class BestMove(TypedDict):
    """The JSON result of `zet ttt bestmove`."""

    status: Annotated[Literal["ok", "unknown"], "`unknown`: a limit was reached (exit code 3)"]
    move: Annotated[int | None, "the chosen cell"]
    moves: Annotated[Cells | None, "all best moves, in ascending order; `null` if not known"]
    value: Annotated[
        int | None,
        "for the side to move: 1 won, 0 drawn, -1 lost; `null` if not known. With `--method original` "
        "the value of the original program, for X whoever moves, and `null` on the empty board",
    ]
    distance: Annotated[
        int | None,
        "the plies to the end of the game: the winner wins as soon as possible, the loser loses as late "
        "as possible, a draw fills the board. `null` if not known, and with `--method original`",
    ]
    classes: NotRequired[
        Annotated[
            Sequence[Cells],
            "the best moves, grouped by the symmetries of the position; only with status `ok`, and "
            "without `--method original`",
        ]
    ]
    alternatives: NotRequired[
        Annotated[
            Cells,
            "with `--method original`: the images of the chosen move under the position's symmetries",
        ]
    ]


class GameOver(TypedDict):
    """The JSON result of `zet ttt bestmove` and `solve` for a game that has ended (exit code 1)."""

    status: Literal["over"]
    move: None
    moves: Annotated[Cells, "always empty"]
    value: Annotated[Value, "1 won, 0 drawn, -1 lost, for the side whose turn it would be"]
    distance: Annotated[int, "always 0"]
    winner: Annotated[Side | None, "the winner; `null` for a draw"]


class Proven(TypedDict):
    """The JSON of `zet ttt solve`. With the status `unknown`, it contains the bounds proven so far."""

    status: Annotated[Literal["ok", "unknown"], "`unknown`: a limit was reached (exit code 3)"]
    value: Annotated[Value | None, "as in `bestmove`"]
    distance: Annotated[int | None, "as in `bestmove`"]
    moves: Annotated[Cells | None, "as in `bestmove`; `null` with `--value-only`"]
    lower: Annotated[Value, "the proven lower bound of `value`"]
    upper: Annotated[Value, "the proven upper bound of `value`"]
    plies: Annotated[
        int | None,
        "while `value` is not known, a side is proven to have no win within this number of plies: the "
        "side to move while `upper` is 1, then the other side. Otherwise `null`",
    ]
    nodes: Annotated[int, "how many positions were visited"]
    hits: Annotated[int, "how many positions were found in the table"]
    classes: Annotated[Sequence[Cells] | None, "as in `bestmove`; `null` with `--value-only`"]
    width: Annotated[int, "the number of columns"]
    height: Annotated[int, "the number of rows"]
    k: Annotated[int, "how many in a row win"]


class ProofChecked(TypedDict):
    """The JSON result of `zet ttt verify`."""

    status: Annotated[
        Literal["valid", "unused", "invalid"],
        "whether the proof holds; `unused`: it holds without some of its parts (exit code 3); `invalid`: "
        "exit code 1",
    ]
    attacker: Annotated[Side, "the side that cannot win"]
    k: Annotated[int, "how many in a row win"]
    parts: Annotated[int, "how many parts the proof has"]
    code: Annotated[
        Literal[
            "nothing-to-answer", "no-parts", "no-answer", "overlapping-pairs", "open-lines", "move-wins",
            "no-part", "illegal-move",
        ] | None,
        "a code for the reason, or `null`",
    ]  # fmt: skip
    reason: Annotated[str, "why the proof fails; otherwise empty"]
    unused: Annotated[Sequence[int], "the numbers of the parts that were neither needed nor checked"]


class TableEntry(TypedDict):
    """A position that `table` lists, with its value and best moves."""

    status: Annotated[Literal["ok", "over"], "`over`: the end of a game; the exit code is 0"]
    board: Annotated[str, "the cells, as in the [line](formats/ttt-line.md)"]
    to_move: Side
    value: Annotated[Value, "as in `bestmove`"]
    distance: Annotated[int, "as in `bestmove`"]
    moves: Annotated[Cells, "as in `bestmove`"]
    winner: Annotated[Side | None, "the winner; `null` for a draw and while the game goes on"]


class TableCount(TypedDict):
    """The counts of `table --counts` for a number of stones; the last line contains the totals.

    A list of three numbers counts the games won by the side that moved first, the games won by the other
    side, and the drawn games.
    """

    status: Literal["ok"]
    stones: Annotated[int | None, "the number of stones on the board; `null` in the last line"]
    positions: Annotated[int, "how many positions exist"]
    classes: Annotated[int, "how many positions exist, up to symmetry"]
    final: Annotated[tuple[int, int, int], "how many of the positions end a game"]
    final_classes: Annotated[tuple[int, int, int], "how many of the positions end a game, up to symmetry"]
    games: Annotated[tuple[int, int, int], "how many games end in these positions"]


class _Turn(TypedDict):
    game: Annotated[int, "the number of the game, from 1"]
    board: Annotated[str, "the board after the move, or after moves were taken back"]


class MoveMade(_Turn):
    """A move in `play`, by an engine or by a person."""

    status: Literal["ok"]
    side: Annotated[Side, "the side that moved"]
    move: Annotated[int, "the cell of the move"]


class MovesTakenBack(_Turn):
    """A record of moves taken back in `play`."""

    status: Literal["back"]
    to_move: Side


class GameEnded(_Turn):
    """The end of a game in `play`."""

    status: Annotated[Literal["over", "unfinished"], "`unfinished`: the input ended before the game"]
    winner: Annotated[Side | None, "the winner; `null` for a draw and an unfinished game"]
    moves: Annotated[
        Cells | None,
        "all moves; `null` if the game began with a position whose order of play is not known",
    ]
