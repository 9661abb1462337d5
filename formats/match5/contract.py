"""The JSON results of `zet match5`: see `zet.formats.schemas`.

Fields of the board are strings such as `e5`.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

Color = Literal["red", "blue"]
Result = Literal["red-won", "blue-won", "draw"]


class PatternObject(TypedDict):
    """A pattern: its level, and its rows of fields as text."""

    level: Annotated[int, "the level of the pattern"]
    rows: Annotated[Sequence[str], "the rows of the pattern, from the top"]


class NumberedPattern(PatternObject):
    """A pattern with its number."""

    number: Annotated[int, "the number of the pattern, from 1"]


class KnowledgeInspected(TypedDict):
    """The JSON result of `zet match5 inspect`."""

    status: Literal["ok"]
    name: Annotated[str, "the name of the player"]
    patterns: Annotated[int, "how many patterns the player has"]
    levels: Annotated[dict[str, int], "how many patterns of each level"]
    games: Annotated[int, "how many games the player has played"]
    losses: Annotated[int, "how many of these games the player has lost"]
    protected: Annotated[bool, "whether a password protects the file"]
    shown: NotRequired[Annotated[Sequence[NumberedPattern], "with `--pattern`: the patterns"]]
    files: NotRequired[Annotated[Sequence[str], "with `--svg`: the names of the pictures"]]


class KnowledgeVerified(TypedDict):
    """The JSON result of `zet match5 verify`."""

    status: Annotated[
        Literal["valid", "invalid", "unknown"],
        "`invalid`: a pattern is not a forced win, or the player can lose (exit code 1); `unknown`: a "
        "proof was given up (exit code 3)",
    ]
    patterns: Annotated[int, "how many patterns the player has"]
    proven: NotRequired[Annotated[int, "with `--prove`: how many patterns are proven"]]
    unproven: NotRequired[
        Annotated[Sequence[int], "with `--prove`: the numbers of the patterns that are not won"]
    ]
    unknown: NotRequired[
        Annotated[Sequence[int], "with `--prove`: the numbers of the patterns whose proof was given up"]
    ]
    never_loses: NotRequired[
        Annotated[
            bool | None, "with `--never-loses`: whether the player never loses; `null`: not decided"
        ]
    ]
    positions: NotRequired[
        Annotated[int, "with `--never-loses`: how many positions with blue to move were searched"]
    ]
    line: NotRequired[
        Annotated[Sequence[str], "with `--never-loses`: the moves of a game that the player loses"]
    ]
    begins: NotRequired[Annotated[Color | None, "with `--never-loses`: the color that begins this game"]]


class Training(TypedDict):
    """A point on the learning curve that `train` prints, or the total on the last line."""

    status: Annotated[
        Literal["training", "ok", "interrupted"],
        "`training`: a point of the curve; `ok` and `interrupted` (exit codes 130, 143): the total",
    ]
    games: Annotated[int, "how many games of this run have been played"]
    losses: Annotated[
        int, "how many games were lost since the previous line; in the total, in the whole run"
    ]
    draws: Annotated[int, "how many games were drawn, counted like `losses`"]
    wins: Annotated[int, "how many games were won, counted like `losses`"]
    patterns: Annotated[int, "how many patterns the player has now"]
    unlearnable: Annotated[int, "how many losses taught nothing, counted like `losses`"]


class PatternChanged(PatternObject):
    """A pattern that `train --mutations` reports as added, removed or replaced."""

    status: Annotated[Literal["added", "removed", "replaced"], "the kind of change"]


class MatchPlayed(TypedDict):
    """The JSON result of `zet match5 match`. The intervals are 95% confidence intervals."""

    status: Literal["ok"]
    games: Annotated[int, "how many games were played"]
    wins: int
    draws: int
    losses: int
    score: Annotated[float, "the mean score of a game: a win counts 1, a draw 1/2"]
    score_interval: Annotated[Sequence[float], "the confidence interval of `score`"]
    loss_rate: Annotated[float, "the share of lost games"]
    loss_interval: Annotated[Sequence[float], "the confidence interval of `loss_rate`"]


class MoveChosen(TypedDict):
    """The JSON of `zet match5 bestmove`. The keys about the pattern are `null` if no pattern matches."""

    status: Literal["ok"]
    move: Annotated[str, "the field of the move"]
    to_move: Color
    pattern: Annotated[int | None, "the number of the pattern"]
    answers: Annotated[Color | None, "the color in which the pattern matches"]
    level: Annotated[int | None, "the level of the pattern"]
    symmetry: Annotated[int | None, "the symmetry in which the pattern matches, 0 to 7"]
    place: Annotated[str | None, "the top left field of the place where the pattern matches"]


class GameOver(TypedDict):
    """The JSON result of `zet match5 bestmove` for a game that has ended (exit code 1)."""

    status: Literal["over"]
    result: Result


class HallEntry(TypedDict):
    """A player in the Hall of Fame."""

    status: Literal["ok"]
    name: Annotated[str, "the name of the player"]
    level: Annotated[int, "how many patterns the player had"]
    file: Annotated[str, "the name of the knowledge file"]
    there: Annotated[bool, "whether the file exists"]


class PositionShown(TypedDict):
    """The JSON result of `zet match5 show`."""

    status: Literal["ok"]
    board: Annotated[str, "81 characters: `0`, `R` or `B`"]
    moves: Annotated[Sequence[str], "the moves; empty for a position given as a board"]
    to_move: Color
    result: Annotated[Result | None, "the end of the game; `null` while the game goes on"]


class PasswordObject(TypedDict):
    """The stored hash of a password."""

    salt: Annotated[str, "16 bytes in hexadecimal"]
    hash: Annotated[str, "32 bytes in hexadecimal"]


class LockKeys(TypedDict, total=False):
    """The stored hash of the password, if the file has one."""

    password: PasswordObject


class KnowledgeDocument(LockKeys):
    """Knowledge as `convert` writes it: see its [format](formats/match5-json.md)."""

    format: Literal["match5"]
    version: int
    name: Annotated[str, "the name of the player"]
    games: Annotated[int, "how many games the player has played"]
    losses: Annotated[int, "how many of these games the player has lost"]
    patterns: Sequence[PatternObject]
