"""The JSON results of the commands on rules: see `zet.formats.schemas`.

Points are strings such as `h8`. A predicate is named as in BLANCHE, such as `black.three`.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from zet.engines.noire.player import Reason
from zet.engines.noire.search_board import End
from zet.engines.noire.solver import Status
from zet.engines.noire.soundness import Verdict
from zet.engines.renju.constants import Color
from zet.formats.renju.contract import GameObject, Points, ProofKeys

Bindings = dict[str, int | str]
SearchLimit = Literal["nodes", "time", "length"]
MatchLimit = Literal["solutions", "ways", "time"]
BindingsField = Annotated[
    Bindings, "the value of each variable: numbers as numbers, everything else by its name"
]
FaultCode = Literal[
    "anonymous-move", "built-in", "color-variable", "has-move", "long-chain", "looks-at-game",
    "many-ways", "never-applies", "no-move", "nothing-to-count", "recursion", "same-name", "unbound",
    "unbound-argument", "unbound-move", "unknown-predicate", "unused", "wrong-arguments", "wrong-kind",
]  # fmt: skip
Move = Annotated[str | None, "the move; `null` if the rule has none, as at level 0"]


class RuleKeys(TypedDict):
    """The name, the player and the level of a rule."""

    rule: Annotated[str, "the name of the rule"]
    player: Annotated[Color, "its player"]
    level: Annotated[int | None, "its level; `null` if it claims nothing"]


class ClauseKeys(TypedDict):
    """The name of a predicate that has derivations, and its number of arguments."""

    predicate: str
    arguments: Annotated[int, "how many arguments it has"]


class _Listed(TypedDict):
    status: Literal["ok"]
    line: Annotated[int, "the line in its file; the record is its number there"]
    literals: Annotated[int, "how many literals it has"]


class RuleListed(RuleKeys, _Listed):
    """A rule that `rules list` lists."""


class ClauseListed(ClauseKeys, _Listed):
    """A derivation that `rules list --derivations` lists."""

    head: str


class _Shown(TypedDict):
    status: Literal["ok"]
    text: Annotated[str, "its text, with the derivations that it uses"]


class RuleShown(RuleKeys, _Shown):
    """A rule that `rules show` shows."""


class ClauseShown(ClauseKeys, _Shown):
    """A derivation that `rules show` shows."""


class FaultObject(TypedDict):
    """An error or a warning about a rule base, with its place."""

    file: str
    line: int
    column: int | None
    code: Annotated[FaultCode, "the reason in a word"]
    reason: str


class RulesChecked(TypedDict):
    """The JSON result of `zet renju rules check`."""

    status: Annotated[Literal["ok", "faulty"], "`faulty`: it has errors (exit code 1)"]
    derivations: Annotated[int, "how many derivations it has"]
    rules: Annotated[int, "how many rules it has"]
    errors: Sequence[FaultObject]
    warnings: Sequence[FaultObject]


class RulesFormatted(TypedDict):
    """The JSON result of `zet renju rules format`."""

    status: Annotated[
        Literal["ok", "unformatted"], "`unformatted`: with `--check`, if it changes (exit code 1)"
    ]
    changed: Annotated[bool, "whether the standard layout differs from the file"]
    text: NotRequired[Annotated[str, "the text in this layout, without `--check` and `--write`"]]


class FileCopied(TypedDict):
    """A file that `rules copy` has written."""

    status: Literal["ok"]
    file: Annotated[str, "the name of the copy"]


class MatchObject(RuleKeys):
    """A rule that matches a position, with its move and the values of its variables."""

    move: Move
    bindings: BindingsField


class StepObject(TypedDict):
    """A step of the search for matches of a premise: a literal, and whether it matches.

    Steps are listed in depth-first order: a step continues the last earlier step whose `number` is one
    less.
    """

    number: Annotated[int, "the number of the literal, from 1"]
    literal: str
    holds: bool
    bindings: Annotated[Bindings, "the values that it adds"]


class MissPlace(TypedDict, total=False):
    """The furthest literal that the attempts to match a rule reach, and its location in a file."""

    literal: Annotated[str, "if it fails: the literal at which it fails"]
    number: Annotated[int, "if it fails: the number of this literal, from 1"]
    ways: Annotated[int, "if it fails: how many partial matches reach it"]
    bindings: Annotated[Bindings, "if it fails: the values of the first partial match"]
    file: Annotated[str, "if it fails: the file of the literal"]
    line: Annotated[int, "if it fails: its line there"]


class MissSteps(TypedDict, total=False):
    """The literals matched in all attempts to satisfy a premise."""

    steps: Annotated[
        Sequence[StepObject], "with `--all-ways`: the steps of every attempt to satisfy the premise"
    ]


class MissObject(RuleKeys, MissPlace, MissSteps):
    """The literal at which a rule fails to match a position."""

    literals: Annotated[int, "how many literals its premise has"]
    fails: Annotated[bool, "whether it fails"]


class RulesMatched(TypedDict):
    """The JSON result of `zet renju rules match`."""

    status: Annotated[Literal["ok", "unknown"], "`unknown`: a limit was reached (exit code 3)"]
    side: Annotated[Color, "the older name of `to_move`"]
    to_move: Color
    matches: Sequence[MatchObject]
    limit: NotRequired[Annotated[MatchLimit, "the limit that was reached"]]
    why_not: NotRequired[Annotated[Sequence[MissObject], "with `--explain-miss`: the rules of that name"]]
    files: NotRequired[Annotated[Sequence[str], "with `--svg` or `--png`: the names of the pictures"]]


class ClaimObject(GameObject):
    """A position in which a claim of a rule is refuted."""

    move: Move
    answer: Annotated[
        str | None,
        "the answer after which the move does not win in time; `null` if the move fails without an "
        "answer",
    ]
    verdict: Annotated[Verdict, "as in the counts"]


class CaughtClaims(TypedDict, total=False):
    """The number of a rule's true claims that other rules also make."""

    caught: Annotated[
        int | None, "with `--caught-by`: how many true claims those rules make; `null` at level 0"
    ]


class _ClaimCounts(TypedDict):
    true: int
    other: int
    false: int


class ClaimCounts(_ClaimCounts):
    """The numbers of claims that are true, that hold for another move only, and that hold for no move."""


class RuleVerified(RuleKeys, _ClaimCounts, CaughtClaims):
    """A rule that `rules verify` checked. `other` counts the claims that hold for another move only."""

    status: Annotated[
        Literal["ok", "refuted", "unchecked"],
        "`refuted`: a claim was refuted (exit code 1); `unchecked`: it made none (exit code 3)",
    ]
    checked: Annotated[int, "how many claims were checked"]
    examples: Annotated[Sequence[ClaimObject], "positions that refute a claim"]


class RuleLearned(RuleKeys):
    """A rule that `rules learn` has proposed, with the results of its test."""

    status: Annotated[Literal["kept", "useless", "refuted"], "whether the rule was kept, and if not, why"]
    seen: Annotated[int, "how often it was found"]
    checked: Annotated[int, "how many of its claims were checked"]
    refuted: Annotated[int, "how many of them are false"]
    before: Annotated[int, "the positions visited without it"]
    after: Annotated[int | None, "the positions visited with it; `null` if it was not tried"]
    text: Annotated[str, "the rule in BLANCHE"]


class LearnedTotal(TypedDict):
    """The last line that `rules learn` writes."""

    status: Literal["total"]
    kept: Annotated[int, "how many rules were kept"]


class WinLine(TypedDict):
    """Whether a search of NOIRE has found a win, and its line."""

    status: Status
    line: Annotated[Points | None, "a line of the win; `null` without one"]
    length: Annotated[int | None, "how many moves of both colors the win takes"]
    end: Annotated[
        End | None,
        "the end of the line; `open`: no rule matches there; `null` if a rule of level 0 matches",
    ]
    searched: Annotated[int | None, "how many moves of the line were searched"]


class Effort(TypedDict):
    """The level of the rule that matches, and the effort of the search."""

    level: Annotated[int | None, "the level of the rule that matches"]
    limit: Annotated[SearchLimit | None, "the limit that was reached, with status `unknown`"]
    nodes: Annotated[int, "how many positions were visited"]
    depth: Annotated[int, "the depth of the last iteration"]


class RulesSolved(WinLine, Effort):
    """The JSON result of `zet renju rules solve`."""

    rule: Annotated[
        str | None,
        "the rule that matches after the moves that were searched; with status `over` the one of level 0",
    ]
    seconds: float


class RulesSolvedWithProof(WinLine, Effort, ProofKeys):
    """The JSON of `zet renju rules solve` with `--defenses`; its `rule` is the rule of the game."""

    matched: Annotated[str | None, "the rule that matches"]
    seconds: float


class LevelSearched(WinLine, Effort):
    """A search with the rules up to a level."""

    knowledge: Annotated[int, "the highest level of the rules"]
    rule: Annotated[str | None, "as in `rules solve`"]


class LevelsSearched(TypedDict):
    """The JSON result of `zet renju rules experiment`."""

    status: Annotated[Status, "the status of the last level"]
    position: Annotated[str, "the [position](formats/renju-position.md)"]
    levels: Sequence[LevelSearched]


class LevelTotal(TypedDict):
    """The totals over all searches with the rules up to a level."""

    knowledge: Annotated[int, "the highest level of the rules"]
    wins: Annotated[int, "how many searches found a win"]
    nodes: Annotated[int, "how many positions were visited"]
    saved: Annotated[float | None, "the share that is saved against the level before"]
    saved_in_all: Annotated[float | None, "the share that is saved against the first level"]


class ExperimentTotal(TypedDict):
    """The last line that `rules experiment` writes; its source is `total`."""

    status: Literal["total"]
    positions: Annotated[int, "how many positions were searched"]
    totals: Sequence[LevelTotal]


class NoireMove(TypedDict):
    """The JSON result of `zet renju rules bestmove`."""

    status: Literal["ok"]
    move: str
    reason: Annotated[
        Reason, "as in `bestmove`; `unchecked`: a limit was reached before the move was checked"
    ]
    value: Annotated[int | None, "the value of the positional search; `null` without one"]
    line: Annotated[Points, "the line of a win"]
    refuted: Annotated[Points, "moves found to lose"]
    nodes: Annotated[int, "how many positions were visited"]


class GameMatched(TypedDict):
    """A match that `find` has found; its `record` is the number of the game."""

    status: Literal["ok"]
    ply: Annotated[int, "how many moves were played"]
    rule: Annotated[str, "the name of the rule"]
    player: Annotated[Color | None, "its color; `null` for a query that belongs to neither side"]
    name: Annotated[str | None, "the name of the player"]
    move: Move
    bindings: BindingsField


GapLimit = Literal["time", "nodes", "solutions"]


class GameGivenUp(TypedDict):
    """The last line that `find` writes for a game in which a limit was reached (exit code 3)."""

    status: Literal["unknown"]
    limit: Annotated[
        GapLimit, "`nodes`: searches for wins by threes gave up; `solutions`: a position has more"
    ]
    positions: NotRequired[Annotated[int, "with the limit `nodes`: in how many positions"]]


class MatchesCounted(TypedDict):
    """The JSON result of `zet renju find --count-by`; its source is `total`."""

    status: Literal["total"]
    counts: Annotated[
        Sequence[dict[str, int | float | str | None]],
        "the keys that were given (`null` if a game does not have it); how many `matches` and `games`; "
        "`of`: how many of the games read have the row's opening, year, ending, player and color; and "
        "`share`, `games` of `of`; the most matches first",
    ]
