"""The JSON results of the commands that use rules: see `zet.formats.schemas`.

Points are strings such as `h8`. Predicates have their names in BLANCHE, such as `black.three`.
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
BindingsField = Annotated[Bindings, "the value of each variable: a number, or the name of anything else"]
FaultCode = Literal[
    "anonymous-move", "built-in", "color-variable", "has-move", "long-chain", "looks-at-game",
    "many-ways", "never-applies", "no-move", "nothing-to-count", "recursion", "same-name", "unbound",
    "unbound-argument", "unbound-move", "unknown-predicate", "unused", "wrong-arguments", "wrong-kind",
]  # fmt: skip
Move = Annotated[str | None, "the move; `null` if the rule has none, as at level 0"]


class RuleKeys(TypedDict):
    """The name, the player and the level of a rule."""

    rule: Annotated[str, "the name of the rule"]
    player: Annotated[Color, "the player of the rule"]
    level: Annotated[int | None, "the level of the rule; `null` if the rule claims nothing"]


class ClauseKeys(TypedDict):
    """The name of a predicate that has derivations, and its number of arguments."""

    predicate: str
    arguments: Annotated[int, "how many arguments the predicate has"]


class _Listed(TypedDict):
    status: Literal["ok"]
    line: Annotated[
        int, "the line of the rule or derivation in its file; `record` is its number in this file"
    ]
    literals: Annotated[int, "how many literals the rule or derivation has"]


class RuleListed(RuleKeys, _Listed):
    """A rule that `rules list` lists."""


class ClauseListed(ClauseKeys, _Listed):
    """A derivation that `rules list --derivations` lists."""

    head: str


class _Shown(TypedDict):
    status: Literal["ok"]
    text: Annotated[str, "the text of the rule or predicate, with the derivations that it uses"]


class RuleShown(RuleKeys, _Shown):
    """A rule that `rules show` shows."""


class ClauseShown(ClauseKeys, _Shown):
    """A derivation that `rules show` shows."""


class FaultObject(TypedDict):
    """The location, the code and the reason of an error or a warning about a rule base."""

    file: str
    line: int
    column: int | None
    code: Annotated[FaultCode, "a code for the reason"]
    reason: str


class RulesChecked(TypedDict):
    """The JSON result of `zet renju rules check`."""

    status: Annotated[Literal["ok", "faulty"], "`faulty`: the rule base has errors (exit code 1)"]
    derivations: Annotated[int, "how many derivations the rule base has"]
    rules: Annotated[int, "how many rules the rule base has"]
    errors: Sequence[FaultObject]
    warnings: Sequence[FaultObject]


class RulesFormatted(TypedDict):
    """The JSON result of `zet renju rules format`."""

    status: Annotated[
        Literal["ok", "unformatted"],
        "`unformatted`: with `--check`, the file is not in the standard layout (exit code 1)",
    ]
    changed: Annotated[bool, "whether the standard layout differs from the file"]
    text: NotRequired[
        Annotated[str, "the text in the standard layout; absent with `--check` or `--write`"]
    ]


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

    Steps are listed in depth-first order: a step continues the nearest preceding step whose `number`
    is one less.
    """

    number: Annotated[int, "the number of the literal, from 1"]
    literal: str
    holds: bool
    bindings: Annotated[Bindings, "the values of the variables that this literal binds"]


class MissPlace(TypedDict, total=False):
    """The furthest literal reached by the attempts to match a rule, and the location of the literal."""

    literal: Annotated[str, "if the rule fails: the literal at which it fails"]
    number: Annotated[int, "if the rule fails: the number of this literal, from 1"]
    ways: Annotated[int, "if the rule fails: how many partial matches reach this literal"]
    bindings: Annotated[Bindings, "if the rule fails: the values in the first of these partial matches"]
    file: Annotated[str, "if the rule fails: the file that contains this literal"]
    line: Annotated[int, "if the rule fails: the line of this literal in the file"]


class MissSteps(TypedDict, total=False):
    """The steps of all attempts to match a premise."""

    steps: Annotated[
        Sequence[StepObject], "with `--all-ways`: the steps of every attempt to satisfy the premise"
    ]


class MissObject(RuleKeys, MissPlace, MissSteps):
    """The literal at which a rule fails to match a position."""

    literals: Annotated[int, "how many literals the premise of the rule has"]
    fails: Annotated[bool, "whether the rule fails to match"]


class RulesMatched(TypedDict):
    """The JSON result of `zet renju rules match`."""

    status: Annotated[Literal["ok", "unknown"], "`unknown`: a limit was reached (exit code 3)"]
    side: Annotated[Color, "the older name of `to_move`"]
    to_move: Color
    matches: Sequence[MatchObject]
    limit: NotRequired[Annotated[MatchLimit, "the limit that was reached"]]
    why_not: NotRequired[
        Annotated[
            Sequence[MissObject],
            "with `--explain-miss`: for each rule of the given name, the literal at which it fails",
        ]
    ]
    files: NotRequired[Annotated[Sequence[str], "with `--svg` or `--png`: the names of the pictures"]]


class ClaimObject(GameObject):
    """A position in which a claim of a rule is refuted."""

    move: Move
    answer: Annotated[
        str | None,
        "the answer after which the move does not win in time; `null` if the move fails without an "
        "answer",
    ]
    verdict: Annotated[Verdict, "the count to which the claim belongs: `other` or `false`"]


class CaughtClaims(TypedDict, total=False):
    """The number of a rule's true claims that other rules also make."""

    caught: Annotated[
        int | None,
        "with `--caught-by`: how many of the true claims are also made by the rules of `--caught-by`;"
        " `null` at level 0",
    ]


class _ClaimCounts(TypedDict):
    true: int
    other: int
    false: int


class ClaimCounts(_ClaimCounts):
    """How many claims are true, how many hold only for another move, and how many hold for no move."""


class RuleVerified(RuleKeys, _ClaimCounts, CaughtClaims):
    """A rule that `rules verify` checked. `other` counts the claims that hold only for another move."""

    status: Annotated[
        Literal["ok", "refuted", "unchecked"],
        "`refuted`: a claim was refuted (exit code 1); `unchecked`: the rule made no claim (exit code 3)",
    ]
    checked: Annotated[int, "how many claims were checked"]
    examples: Annotated[Sequence[ClaimObject], "positions that refute a claim"]


class RuleLearned(RuleKeys):
    """A rule that `rules learn` has proposed, with the results of its test."""

    status: Annotated[Literal["kept", "useless", "refuted"], "whether the rule was kept, and if not, why"]
    seen: Annotated[int, "how often the rule was found"]
    checked: Annotated[int, "how many claims of the rule were checked"]
    refuted: Annotated[int, "how many of the checked claims are false"]
    before: Annotated[int, "how many positions were visited without the rule"]
    after: Annotated[
        int | None, "how many positions were visited with the rule; `null` if it was not tried"
    ]
    text: Annotated[str, "the rule in BLANCHE"]


class LearnedTotal(TypedDict):
    """The last line that `rules learn` writes."""

    status: Literal["total"]
    kept: Annotated[int, "how many rules were kept"]


class WinLine(TypedDict):
    """Whether NOIRE's search found a win, and the line of that win."""

    status: Status
    line: Annotated[Points | None, "a line of the win; `null` without a win"]
    length: Annotated[int | None, "how many moves of both colors the win takes"]
    end: Annotated[
        End | None,
        "how the line ends; `open`: no rule matches at its end; `null` if a rule of level 0 matches",
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
        "the rule that matches after the searched moves; with status `over`, the rule of level 0 that "
        "matches",
    ]
    seconds: float


class RulesSolvedWithProof(WinLine, Effort, ProofKeys):
    """The JSON of `zet renju rules solve` with `--defenses`; its `rule` names the game's rules."""

    matched: Annotated[str | None, "the rule that matches"]
    seconds: float


class LevelSearched(WinLine, Effort):
    """A search with the rules up to a level."""

    knowledge: Annotated[int, "the highest level of the rules"]
    rule: Annotated[str | None, "as in `rules solve`"]


class LevelsSearched(TypedDict):
    """The JSON result of `zet renju rules experiment`."""

    status: Annotated[Status, "the status of the search at the last level"]
    position: Annotated[str, "the [position](formats/renju-position.md)"]
    levels: Sequence[LevelSearched]


class LevelTotal(TypedDict):
    """The totals over all searches with the rules up to a level."""

    knowledge: Annotated[int, "the highest level of the rules"]
    wins: Annotated[int, "how many searches found a win"]
    nodes: Annotated[int, "how many positions were visited"]
    saved: Annotated[float | None, "the share of positions saved, compared with the previous level"]
    saved_in_all: Annotated[float | None, "the share of positions saved, compared with the first level"]


class ExperimentTotal(TypedDict):
    """The last line that `rules experiment` writes; its `source` is "total"."""

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
    player: Annotated[
        Color | None, "the color of the player; `null` for a query that belongs to neither side"
    ]
    name: Annotated[str | None, "the name of the player"]
    move: Move
    bindings: BindingsField


GapLimit = Literal["time", "nodes", "solutions"]


class GameGivenUp(TypedDict):
    """The last line that `find` writes for a game in which a limit was reached (exit code 3)."""

    status: Literal["unknown"]
    limit: Annotated[
        GapLimit,
        "`nodes`: searches for wins by threes gave up; `solutions`: a position has more matches than "
        "allowed",
    ]
    positions: NotRequired[
        Annotated[int, "with the limit `nodes`: in how many positions a search gave up"]
    ]


class MatchesCounted(TypedDict):
    """The JSON result of `zet renju find --count-by`; its `source` is "total"."""

    status: Literal["total"]
    counts: Annotated[
        Sequence[dict[str, int | float | str | None]],
        "an object for each combination of values of the given keys: the values (`null` if a game does "
        "not have the key), the numbers of `matches` and of `games`, `of` (how many of the games read "
        "have the same opening, year, ending, player and color, as far as these keys are given), and "
        "`share` (`games` divided by `of`); the most matches first",
    ]
