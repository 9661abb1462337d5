"""The JSON results of `zet renju`, except `zet renju rules`: see `zet.formats.schemas`.

Points are strings such as `h8`; a move may also be `pass`.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from zet.engines.renju.analysis import Mark
from zet.engines.renju.constants import Color, Rule
from zet.engines.renju.match import End
from zet.engines.renju.puzzle import Level
from zet.engines.renju.rules import Forbidden
from zet.engines.renju.solver import Limit, Status as SolverStatus, Threats

Points = Sequence[str]
EndStatus = Literal["black-won", "white-won", "draw"]
GameStatus = EndStatus | Literal["protocol"]
VerdictCode = Literal[
    "two-fives", "five", "overline", "double-four", "double-three", "full-board", "both-passed",
    "after-end", "opening-rule", "rule",
]  # fmt: skip
VerdictReason = Annotated[
    VerdictCode | None,
    "a code: the end of the game (`five`, a foul, `full-board`, `both-passed`; `rule`: a rule of "
    "level 0 ended it) or the fault (`two-fives`, `after-end`, `opening-rule`); `null` without "
    "either",
]
LinePoints = Annotated[Points | None, "the moves of both colors, against the longest defense"]
LineLength = Annotated[int | None, "how many moves of both colors lead to the five"]
Foul = Annotated[Forbidden | None, "the kind of a forbidden move; otherwise `null`"]


class GameObject(TypedDict):
    """A game or a position, with the keys of its [JSON format](formats/renju-json.md)."""

    black: Annotated[Points, "Black's stones before the first move"]
    white: Annotated[Points, "White's stones before the first move"]
    first: Annotated[Color, "the color of the first move"]
    moves: Annotated[Points, "the moves"]
    side: Annotated[Color, "the older name of `to_move`"]
    to_move: Annotated[Color, "the color to move after the moves"]
    size: NotRequired[Annotated[int, "the points per side of the board; absent if 15"]]
    info: NotRequired[Annotated[dict[str, str], "texts about the game, if it has any"]]


class GameAnswer(GameObject):
    """The game, with the keys of its [JSON format](formats/renju-json.md)."""

    status: Literal["ok"]


class ProofTree(TypedDict):
    """A winning move, and each answer to it with the move that follows."""

    move: str
    answers: NotRequired[
        Annotated["dict[str, ProofTree]", "the move after each answer; absent if the move makes five"]
    ]
    threat: NotRequired[Annotated["ProofTree", "how the move wins against any other answer"]]


class ProofPart(TypedDict):
    """A part of a proof, which refers to earlier parts by their numbers, from 0."""

    move: str
    answers: NotRequired[
        Annotated[dict[str, int], "the part after each answer; absent if the move makes five"]
    ]
    threat: NotRequired[Annotated[int, "the number of the part that wins against any other answer"]]


class ProofShapes(TypedDict, total=False):
    """The two forms of a proof in JSON; an answer has the requested form."""

    tree: Annotated[ProofTree | None, "with `--defenses tree`: the proof; `null` without a win"]
    graph: Annotated[
        Sequence[ProofPart] | None,
        "with `--defenses graph`: the parts, the last of which is the proof; `null` without a win",
    ]


class ProofKeys(GameObject, ProofShapes):
    """The keys that make an answer a [proof](formats/renju-proof.md), including `tree` or `graph`."""

    attacker: Annotated[Color, "the color that wins"]
    rule: Annotated[Rule, "the rule of the game"]


class Solved(TypedDict):
    """The JSON result of `zet renju solve`."""

    status: SolverStatus
    line: LinePoints
    length: LineLength
    end: Annotated[
        Literal["five", "forbidden"] | None,
        "the end of the line; `forbidden`: its last move leaves Black only forbidden answers",
    ]
    shortest: Annotated[
        bool | None, "`true` if no win by the chosen threats is shorter, `null` if that is not known"
    ]
    limit: Annotated[
        Limit | None,
        "the limit that was reached, with status `unknown`; `null` if `prove` has no first move left",
    ]
    nodes: Annotated[int, "how many moves were tried"]
    table_hits: Annotated[int, "how many positions were known as dead ends"]
    seconds: float


class SolvedWithProof(Solved, ProofKeys):
    """The JSON result of `zet renju solve` with `--defenses tree` or `--defenses graph`."""


class UnusedPart(TypedDict):
    """A part of a proof that the proof does not need."""

    move: Annotated[str, "the move of the attacker"]
    answer: Annotated[str | None, "the answer to this move; `null` for a move that is never reached"]


class ProofChecked(TypedDict):
    """The JSON result of `zet renju verify`."""

    status: Annotated[
        Literal["valid", "unused", "invalid", "unknown"],
        "`unused`: the proof holds without some of its parts (exit code 3); `unknown`: a limit was "
        "reached",
    ]
    moves: Annotated[Points | None, "the moves that lead to the fault; `null` without a fault"]
    code: Annotated[
        Literal["game-over", "taken", "overline", "double-four", "double-three", "no-five", "five"]
        | None,
        "a code for the fault, or `null`; `five`: the other color makes five",
    ]
    reason: Annotated[str, "why the proof fails; otherwise empty"]
    length: Annotated[int, "how many moves of both colors the win takes"]
    size: Annotated[int, "how many moves of the attacker the tree has"]
    parts: Annotated[int, "how many different parts the proof has"]
    limit: Annotated[Literal["nodes", "time"] | None, "the limit that was reached"]
    nodes: Annotated[int, "how many moves were played"]
    unused: Annotated[Sequence[UnusedPart], "the parts that were neither needed nor checked"]


class AnswersRefuted(GameObject):
    """The last line that `verify --after` writes; its `source` is "total"."""

    status: Annotated[Literal["win", "unknown"], "`win`: the side that is not to move wins"]
    rule: Rule
    answers: Annotated[int, "how many answers are legal"]
    open: Annotated[Points, "the answers that no proof refutes"]


class Threat(TypedDict):
    """The fives and the forced win that a color would have if it were to move."""

    fives: Annotated[Points, "the points that make five"]
    status: SolverStatus
    line: LinePoints
    length: LineLength


class ThreatsFound(TypedDict):
    """The JSON result of `zet renju threats`."""

    status: Annotated[Literal["ok", "unknown"], "`unknown`: a limit was reached (exit code 3)"]
    black: Threat
    white: Threat


class _Over(TypedDict):
    status: Literal["over"]
    code: Annotated[Literal["five", "overline", "no-legal-move", "rule"], "a code for the reason"]
    reason: Annotated[str, "why the game is over"]


class NoThreats(_Over):
    """The JSON result of `zet renju threats` for a game that has ended (exit code 1)."""

    black: None
    white: None


class Defended(TypedDict):
    """The JSON result of `zet renju defend`."""

    status: Annotated[
        Literal["ok", "lost", "unknown", "no-threat"],
        "`lost`: no move refutes the threat (exit code 1); `no-threat`: no win is threatened",
    ]
    moves: Annotated[Points, "the moves that refute the threat"]
    unclear: Annotated[Points, "the moves left undecided because a limit was reached"]
    threat: Annotated[Points | None, "the line that is threatened"]


class NoDefense(_Over):
    """The JSON result of `zet renju defend` for a game that has ended (exit code 1)."""

    moves: Annotated[Points, "always empty"]
    unclear: Annotated[Points, "always empty"]
    threat: None


class RankedMove(TypedDict):
    """A move with its value and its line of play."""

    move: str
    reason: Annotated[
        Literal["win", "outline", "defense", "position", "lost"],
        "`win`: it wins by force; `outline`: it is the move of `--outline`, and was not verified; "
        "`defense`: it refutes a forced win; `position`: the search prefers it; "
        "`lost`: the other side wins by force after it",
    ]
    value: Annotated[int | None, "the value of the positional search; `null` without one"]
    depth: Annotated[int, "the depth of the positional search"]
    line: Annotated[Points, "the moves of a proven win, or else the moves that the search expects"]


class MoveLine(TypedDict):
    """A move that is proven to win or to lose."""

    move: str
    line: Annotated[Points, "the line of the proof"]


class OtherMoves(TypedDict, total=False):
    """The best of the other moves, the moves proven to win or to lose, and the opponent's threat."""

    others: Annotated[Sequence[RankedMove], "with `--count`: the next best moves"]
    wins: Annotated[Sequence[MoveLine], "with `--explain`: the moves proven to win"]
    losses: Annotated[
        Sequence[MoveLine], "with `--explain`: the moves excluded because they are proven to lose"
    ]
    threat: Annotated[Points, "with `--explain`: a win that the other side would have if it were to move"]


class MoveChosen(RankedMove, OtherMoves):
    """The JSON result of `zet renju bestmove`."""

    status: Literal["ok"]
    nodes: Annotated[int, "how many moves were tried"]


class NoMove(_Over):
    """The JSON result of `zet renju bestmove` and `rules bestmove` if the game is over (exit code 1)."""

    move: None


_MarkCounts = TypedDict(
    "_MarkCounts",
    {
        "foul": int,
        "missed-five": int,
        "missed-foul": int,
        "blunder": int,
        "missed-win": int,
        "only-move": int,
        "unclear": int,
    },
)


class MarkCounts(_MarkCounts):
    """The number of moves with each mark."""


class ColorCounts(TypedDict):
    """The number of moves with each mark, for each color."""

    black: MarkCounts
    white: MarkCounts


class StandingObject(TypedDict):
    """The color that wins by force in a position, and the length of the win."""

    winner: Annotated[Color | None, "`null` if no win was found"]
    wins_in: Annotated[int | None, "the maximum number of moves to the win, of both colors"]
    clear: Annotated[bool, "without a winner: whether wins by threats are ruled out"]


class AnalyzedMove(StandingObject):
    """A move of a game, and the color that wins by force after it."""

    ply: Annotated[int, "the number of the move"]
    color: Color
    move: str
    mark: Mark | None
    line: Annotated[Points | None, "the missed win or the refutation that explains the mark"]
    length: LineLength
    forbidden: Foul
    fives: Annotated[Points, "the points that make five"]
    win: Annotated[Points | None, "the win that the moving color had before the move"]
    win_length: int | None
    refutation: Annotated[Points | None, "the win of the other color after the move"]
    refutation_length: int | None
    holds: Annotated[Points, "moves that were found to leave the opponent no win by threats"]


class WinFound(ProofKeys):
    """A win by force in a game, as an object that `verify` can read."""

    after: Annotated[int, "how many moves of the game come before the win"]
    instead: Annotated[str | None, "the alternative to an only move that allows this win, or `null`"]


class GameAnalyzed(TypedDict):
    """The JSON result of `zet renju analyze`."""

    status: Annotated[
        Literal["ok", "illegal"], "`illegal`: moves follow the end of the game (exit code 1)"
    ]
    rule: Rule
    threats: Annotated[Threats, "the threats that were searched"]
    players: Annotated[Sequence[str | None], "the names of Black and White, or `null`"]
    end: Annotated[EndStatus | Literal["legal", "illegal"], "the status of `check`"]
    code: VerdictReason
    reason: Annotated[str, "the end of the game, or its state"]
    decided: Annotated[
        int | None, "the number of the move after which the winner always had a forced win"
    ]
    counts: ColorCounts
    start: Annotated[StandingObject, "the standing before the first move"]
    moves: Sequence[AnalyzedMove]
    nodes: Annotated[int, "how many moves were tried"]
    proofs: NotRequired[Annotated[Sequence[WinFound], "with `--defenses graph`: every win by force"]]
    file: NotRequired[Annotated[str, "with `--html`: the name of the page"]]


class PlayerMarks(_MarkCounts):
    """The number of a player's games, and how many of the player's moves have each mark."""

    player: Annotated[str | None, "the name of the player; `null` if unknown"]
    games: int
    moves: int


class PlayersTotal(TypedDict):
    """The last line that `analyze --players` writes; its `source` is "total"."""

    status: Literal["total"]
    games: Annotated[int, "how many games were analyzed"]
    players: Sequence[PlayerMarks]


class ProblemObject(GameObject):
    """A position in which only one move wins by force."""

    after: Annotated[int, "how many moves of the game come before the problem"]
    line: Annotated[Points, "the winning line"]
    length: Annotated[int, "how many moves of both colors the winning line has"]
    threats: Annotated[Threats, "the simplest threats that suffice"]
    level: Level
    effort: Annotated[int, "how many moves the solver tried"]


class ProblemsFound(TypedDict):
    """The JSON result of `zet renju puzzle`."""

    status: Annotated[Literal["ok", "none"], "`none`: no problem was found (exit code 1)"]
    problems: Sequence[ProblemObject]


class ProblemKept(ProblemObject):
    """A problem that `puzzle --unique` writes; its `source` is "total"."""

    status: Literal["ok"]
    file: Annotated[str, "the file in which the problem was found"]
    game: Annotated[int, "the number of the game in this file"]


class GameChecked(TypedDict):
    """The JSON result of `zet renju check`."""

    status: Annotated[
        EndStatus | Literal["legal", "illegal"], "`illegal`: the game breaks the rules (exit code 1)"
    ]
    code: VerdictReason
    reason: Annotated[str, "the state or the end of the game, or the broken rule"]
    move: Annotated[int | None, "the number of the move at which the game ended or went wrong"]
    forbidden: Foul
    opening: Annotated[str | None, "the name of the opening pattern"]
    opening_rule: NotRequired[Annotated[str, "with `--opening-rule`: the rule"]]
    unshown: NotRequired[
        Annotated[Sequence[str], "with `--opening-rule`: what the record of the game does not show"]
    ]
    hint: NotRequired[Annotated[str, "a probable mistake, if there are more white than black stones"]]


class ForbiddenPoints(TypedDict):
    """The JSON result of `zet renju forbidden`."""

    status: Literal["ok"]
    points: Annotated[dict[str, Forbidden], "the kind of each forbidden point"]


class OpeningNamed(TypedDict):
    """The JSON result of `zet renju openings`."""

    status: Annotated[Literal["ok", "none"], "`none`: the game follows no opening pattern (exit code 1)"]
    code: Annotated[str | None, "the code of the pattern, `D1` to `I13`"]
    name: str | None
    moves: Annotated[Points | None, "the moves of the pattern, as in the list of patterns"]


class PositionCounted(GameObject):
    """A position in the list of `zet renju positions`; its `source` is "total", and it has no `moves`."""

    status: Literal["ok"]
    games: Annotated[int, "how many games reach it"]
    black_won: Annotated[int, "how many of these games Black won"]
    white_won: Annotated[int, "how many of these games White won"]
    draws: Annotated[int, "how many of these games were drawn; the other games have no result"]


class PositionScanned(GameObject):
    """The JSON result of `zet renju scan`."""

    status: Literal["ok"]
    doubtful: Annotated[Points, "always empty"]


class PositionDoubted(TypedDict):
    """The JSON result of `zet renju scan` for a doubtful or impossible position (exit code 3)."""

    status: Literal["unknown"]
    size: Annotated[int, "the points per side"]
    black: Annotated[Points, "the black stones that were seen"]
    white: Annotated[Points, "the white stones that were seen"]
    doubtful: Annotated[Points, "the points whose contents are unclear"]


class EndingProof(TypedDict, total=False):
    """The proof that ended a game, if its `end` is `proof`."""

    attacker: Annotated[Color, "with end `proof`: the color that wins"]
    rule: Annotated[Rule, "with end `proof`: the rule of the game"]
    graph: Annotated[Sequence[ProofPart], "with end `proof`: the proof"]


class GamePlayed(GameObject, EndingProof):
    """A game in `match`; its `info` contains the players and the result."""

    status: Annotated[GameStatus, "`protocol`: the game has no result and no score (exit code 3)"]
    opening: Annotated[int, "the number of the opening"]
    end: Annotated[End, "how the game ended, as a code"]
    reason: Annotated[str, "how the game ended, in words"]
    seconds: Annotated[Sequence[float], "the time of Black and of White for all moves"]
    slowest: Annotated[Sequence[float], "the time of Black and of White for their slowest moves"]
    line: Annotated[Points | None, "the line of the proof that ended the game"]


class PairResult(TypedDict):
    """The results of the games of `player` against `opponent`, with 95% confidence intervals."""

    player: str
    opponent: str
    games: int
    won: int
    drawn: int
    lost: int
    won_as_black: int
    lost_as_black: int
    pairs: Annotated[
        Sequence[int], "how many pairs of games with one opening brought 0, 1/2, 1, 3/2 and 2 points"
    ]
    score: Annotated[float | None, "the mean points per game, 0 to 1; `null` if no game has a result"]
    score_interval: Sequence[float]
    elo: Annotated[float | None, "the difference in Elo points; `null` if unknown or infinite"]
    elo_interval: Annotated[Sequence[float | None], "the interval of `elo`; `null` for an infinite bound"]
    ends: Annotated[dict[str, int], "how many games ended in each way"]


class SequentialTest(TypedDict):
    """The state of the sequential test of `match --sprt`."""

    elo: Annotated[Sequence[float], "the two Elo differences that are compared"]
    llr: Annotated[float, "the logarithm of the likelihood ratio"]
    bounds: Annotated[Sequence[float], "the bounds at which the test ends"]
    accepted: Annotated[float | None, "the Elo difference that the test has accepted; `null` if none"]


class PlayerStanding(TypedDict):
    """The results of a player in a match of three players or more."""

    player: str
    games: int
    won: int
    drawn: int
    lost: int
    points: float


class MatchTotal(TypedDict):
    """The last line that `match` writes; its `source` is "total"."""

    status: Literal["total"]
    games: int
    results: Annotated[Sequence[PairResult], "the results of each pair of players"]
    sprt: NotRequired[Annotated[SequentialTest, "with `--sprt`: the state of the sequential test"]]
    players: NotRequired[Annotated[Sequence[PlayerStanding], "with three players or more: the standings"]]


class GameTurn(GameObject):
    """A turn of a game in `play`: the start, a move, or moves taken back."""

    status: Literal["start", "move", "back"]
    opening: Annotated[str | None, "the name of the opening pattern"]


class GameEnded(TypedDict):
    """The end of a game in `play`."""

    status: Annotated[EndStatus | Literal["illegal", "unfinished"], "`unfinished`: the input ended first"]
    code: VerdictReason
    reason: Annotated[str, "the end of the game, or its state"]
    move: Annotated[int | None, "the number of the move that ended the game"]
    rule: NotRequired[Annotated[str, "the rule of level 0 that ended the game"]]


class RoundTrained(TypedDict):
    """A round of `tune`: the number of games, and the quality of the fit."""

    status: Literal["ok"]
    games: Annotated[int, "how many games were played so far"]
    positions: Annotated[int, "how many positions the weights were fitted to"]
    loss: Annotated[
        float, "the mean negative logarithm of the chance that the values give to the result of a game"
    ]
    hits: Annotated[float, "the share of the positions in which the weights rank the best move first"]
    network: NotRequired[
        Annotated[
            float, "in rounds that train a network: the network's loss against its training targets"
        ]
    ]


class TrainingObject(TypedDict):
    """The parameters with which weights were trained."""

    rounds: int
    games: Annotated[int, "how many games each round has"]
    nodes: Annotated[int, "how many moves the search tries for each move"]
    seed: int
    positions: Annotated[int, "how many positions the weights were fitted to"]


class ShapeWeights(TypedDict):
    """The weights of a shape at a point that has no other shape."""

    shape: str
    value: Annotated[int, "the value of the shape to the color to move"]
    other_value: Annotated[int, "the value of the other color's shape"]
    call: Annotated[int, "the move-ordering score of the shape"]
    other_call: Annotated[int, "the move-ordering score of the other color's shape"]


class SideWeights(TypedDict):
    """The weights for positions with one color to move, or for all positions."""

    turn: Annotated[int, "the value of having the move"]
    shapes: Sequence[ShapeWeights]


class WeightsInspected(TypedDict):
    """The JSON result of `zet renju weights inspect`."""

    status: Literal["ok"]
    rule: Rule
    made: TrainingObject | None
    sides: Annotated[Sequence[SideWeights], "for Black and for White to move, or one object for both"]
    networks: Annotated[int, "how many networks there are"]


class NetworkObject(TypedDict):
    """A network: see its [format](formats/renju-weights.md)."""

    lines: Sequence[int]
    first: Sequence[int]
    biases: Sequence[int]
    second: Sequence[int]


class OptionalWeights(TypedDict, total=False):
    """The keys of weights that a file may lack."""

    made: Annotated[TrainingObject, "how the weights were trained; absent if they were not trained"]
    networks: Annotated[Sequence[NetworkObject], "absent if the file contains none"]


class WeightsDocument(OptionalWeights):
    """Weights as `weights convert` writes them: see their [format](formats/renju-weights.md)."""

    format: Literal["renju-weights"]
    version: int
    rule: Rule
    sets: Sequence[Sequence[int]]
