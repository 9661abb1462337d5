"""The JSON results of `zet tectonic`: see `zet.formats.schemas`. Cells are [row, column], both from 1."""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from zet.engines.tectonic.board import Action
from zet.engines.tectonic.explainer import Status as ExplanationStatus
from zet.engines.tectonic.solver import Status as SolutionStatus
from zet.engines.tectonic.verifier import Status as VerdictStatus

Level = Literal["easy", "medium", "hard", "expert", "extreme"]
Cell = tuple[int, int]
Rows = Sequence[Sequence[int]]
Places = Sequence[Sequence[Cell]]


class _Board(TypedDict):
    width: Annotated[int, "the number of cells in a row"]
    height: Annotated[int, "the number of cells in a column"]
    pieces: Annotated[
        Sequence[Sequence[int | None]], "rows of piece numbers, from 1; `null` where a cell is missing"
    ]
    givens: Annotated[Rows, "rows of digits, 0 for an open cell"]


class About(TypedDict, total=False):
    """The origin and the title of a puzzle."""

    origin: Annotated[str, "where the puzzle comes from"]
    title: Annotated[str, "the title of the puzzle"]


class PuzzleObject(_Board, About):
    """A puzzle as an object with the keys of the [JSON format](formats/tectonic-json.md)."""

    notes: NotRequired[
        Annotated[Sequence[Sequence[Sequence[int]]], "rows of lists of digits: the notes in the cells"]
    ]
    solution: NotRequired[Annotated[Rows, "rows of digits: the solution in the file"]]


class PuzzleAnswer(PuzzleObject):
    """The puzzle, under the keys of the [JSON format](formats/tectonic-json.md)."""

    status: Literal["ok"]


class PuzzleBeside(About, total=False):
    """The keys of the puzzle, which `--with-puzzle` adds to an answer."""

    width: Annotated[int, "with `--with-puzzle`: the number of cells in a row"]
    height: Annotated[int, "with `--with-puzzle`: the number of cells in a column"]
    pieces: Annotated[
        Sequence[Sequence[int | None]], "with `--with-puzzle`: rows of piece numbers, from 1"
    ]
    givens: Annotated[Rows, "with `--with-puzzle`: rows of digits, 0 for an open cell"]
    notes: Annotated[Sequence[Sequence[Sequence[int]]], "with `--with-puzzle`: the notes in the cells"]
    solution: Annotated[
        Rows, "with `--with-puzzle`: the solution in the file, unless the answer has a `solution`"
    ]


class Solved(TypedDict):
    """The JSON of `zet tectonic solve`.

    The status of a puzzle with several solutions is `solved`; in `check` it is `invalid`.
    """

    status: Annotated[
        SolutionStatus,
        "`solved`: at least one solution, and no limit left a question open; `unsolvable`: no solution; "
        "`unknown`: a limit was reached first",
    ]
    count: Annotated[int, "how many solutions were found, up to `--count` (by default 2)"]
    unique: Annotated[
        bool | None,
        "`true`: exactly one; `false`: none or several; `null`: not known (a limit was reached, or "
        "`--count 1`)",
    ]
    complete: Annotated[
        bool,
        "whether the search came to its end, so that no other solutions exist; `false` if it stopped at "
        "`--count` solutions or at a limit",
    ]
    solution: Annotated[Rows | None, "the first solution as rows"]
    nodes: Annotated[int, "how many values were tried"]


class Solution(TypedDict):
    """A solution that `solve --count all` lists."""

    status: Literal["solved"]
    number: Annotated[int, "the number of the solution, from 1"]
    solution: Annotated[Rows, "the solution as rows"]


CountStatus = Literal["total", "unsolvable", "unknown"]


class SolutionCount(TypedDict):
    """The last line that `solve --count all` prints for a puzzle."""

    status: Annotated[
        CountStatus,
        "`total`: all solutions are listed; `unsolvable`: no solution; `unknown`: a limit was reached",
    ]
    count: Annotated[int, "how many solutions were found"]
    unique: Annotated[bool | None, "`true`: exactly one; `false`: none or several; `null`: not known"]
    complete: Annotated[bool, "whether no other solutions exist"]


_Is = TypedDict("_Is", {"is": Annotated[int, "the digit that was filled in"]})


class WrongAnswer(_Is):
    """A digit entered by the player that differs from the solution."""

    cell: Cell
    must_be: Annotated[int | None, "the right digit; `null` in a puzzle with several solutions"]


class WrongNote(TypedDict):
    """A cell whose candidates lack the correct digit."""

    cell: Cell
    notes: Annotated[Sequence[int], "the candidates that were noted"]
    must_be: Annotated[int | None, "the right digit; `null` in a puzzle with several solutions"]


class Mistakes(TypedDict):
    """The mistakes of a player: wrong answers and wrong notes."""

    wrong: Annotated[Sequence[WrongAnswer], "the player's answers that the solution does not have"]
    wrong_notes: Annotated[Sequence[WrongNote], "the player's notes that lack the right digit"]


class DeductionKeys(TypedDict):
    """A deduction: its technique, the cells that it changes, and the cells from which it follows."""

    strategy: Annotated[
        int | None,
        "the number of the [technique](tectonic/techniques.md); `null` for a naked single in a chain",
    ]
    name: Annotated[str, "the name of the technique"]
    action: Annotated[
        Action,
        "`remove`: the digits leave the cells; `place`: the digit goes into the cell; `guess`: the digit"
        " goes into the cell without a reason",
    ]
    cells: Annotated[Sequence[Cell], "the cells that change"]
    digits: Annotated[
        Sequence[int], "the digits that are removed from the cells, or the digit that is placed"
    ]
    pattern: Annotated[Sequence[Cell], "the cells from which the deduction follows"]


class Link(DeductionKeys):
    """A deduction in the chain of a contradiction, with its reason."""

    reason: Annotated[str, "the deduction as a sentence"]


class ConflictPlace(TypedDict, total=False):
    """The cell or the piece in which a chain ends in a conflict."""

    cell: Annotated[Cell, "the cell that has no candidate"]
    piece: Annotated[Cell, "the first cell of the piece"]
    digit: Annotated[int, "the digit that has no place in the piece"]


class Conflict(ConflictPlace):
    """The end of a chain: a cell without a candidate, or a piece without a place for a digit."""

    reason: Annotated[str, "the conflict as a sentence"]


class FoldedStep(DeductionKeys):
    """A bookkeeping deduction merged into a step, with the cells that it solves and its reason."""

    solved: Annotated[
        Sequence[tuple[int, int, int]],
        "[row, column, digit] for each cell that has one candidate left after the step, and not before",
    ]
    reason: Annotated[str, "the deduction as a sentence"]


class ChainKeys(TypedDict, total=False):
    """The chain of a contradiction, and the conflict at its end."""

    chain: Annotated[Sequence[Link], "in a contradiction: the links of its chain"]
    conflict: Annotated[Conflict, "in a contradiction: where the chain ends"]
    shortest: Annotated[
        bool,
        "in a contradiction: `true` if it is proven that no chain of singles and exclusions has fewer "
        "links; even if `false`, every link is needed",
    ]


class Folded(TypedDict, total=False):
    """The bookkeeping steps that are merged into a step."""

    folded: Annotated[
        Sequence[FoldedStep],
        "in `hint`, and with `--brief`: the bookkeeping steps that this step needs, except those folded"
        " into an earlier step. If a step of technique 1 or 2 leaves one candidate, `name` and "
        "`reason` then name a naked single.",
    ]


class StepObject(FoldedStep, ChainKeys, Folded):
    """A step of an explanation, or of a hint."""


class Start(TypedDict, total=False):
    """The initial candidates of an explanation that starts from notes."""

    start: Annotated[
        Sequence[Sequence[Sequence[int]]],
        "the candidates before the first step, as rows of lists of digits; only if they differ from "
        "those that the givens leave",
    ]


class Page(TypedDict, total=False):
    """The HTML page of an explanation."""

    file: Annotated[str, "with `--html`: the name of the page"]


class Explained(Start, Mistakes, Page):
    """The JSON of `zet tectonic explain`.

    The status of a puzzle with several solutions is `solved`, and one of the steps is a guess.
    """

    status: Annotated[
        ExplanationStatus,
        "`solved`; `stuck`: the chosen techniques find no further step; `unsolvable`: a cell has "
        "no candidate left; `unknown`: a limit was reached. With `--method original` only `solved` "
        "or `stuck`",
    ]
    steps: Annotated[Sequence[StepObject], "the steps, in order"]
    solution: Annotated[Rows, "the digits at the end as rows, 0 where a cell is open"]
    guesses: Annotated[int, "how many of the steps are guesses (technique 9)"]
    unique: Annotated[
        bool | None,
        "`true`: no other solution exists; `false`: a guess led to one of several solutions; `null`: "
        "not known",
    ]
    code: Annotated[
        Literal["no-candidate", "broken-rule", "digit-too-large", "nodes", "time"] | None,
        "a code for the reason, or `null`",
    ]
    reason: Annotated[
        str,
        "why the puzzle is unsolvable, why `--method original` did not try it, or which limit was "
        "reached; otherwise empty",
    ]


class Verified(TypedDict):
    """The JSON result of `zet tectonic verify`: whether every step of an explanation is valid."""

    status: Annotated[
        VerdictStatus,
        "`valid`: every step follows from the givens; `valid-from-notes`: every step follows from the "
        "candidates that the explanation starts from (exit code 3); `invalid`; `unchecked`: all steps "
        "but guesses follow, or the end is not proven",
    ]
    checked: Annotated[int, "how many steps and links of chains were found to follow"]
    guesses: Annotated[int, "how many of the steps are guesses"]
    step: Annotated[
        int | None,
        "the number of the step that does not follow; `null` if there is none, or if the end is wrong",
    ]
    code: Annotated[
        Literal[
            "empty", "no-chain", "no-conflict", "no-solution", "no-such-digit", "not-exclusive",
            "not-in-sight", "not-proven", "not-solved", "not-unique", "other-candidates",
            "other-digit", "other-digits", "other-name", "other-pattern", "other-piece",
            "other-places", "other-reason", "other-solved", "reason-not-proven", "repeated",
            "several-candidates", "several-digits", "solution", "too-far", "too-few-cells",
            "too-few-places", "unique", "unique-not-proven", "unknown-link", "unknown-technique",
            "wrong-action", "wrong-fold", "wrong-guesses", "wrong-shape", "wrong-solution",
            "wrong-start",
        ] | None,
        "a code for the reason, or `null`",
    ]  # fmt: skip
    reason: Annotated[str, "why the step does not follow; otherwise empty"]


HintStatus = Literal["ok", "wrong", "solved", "stuck", "unsolvable", "unknown"]


class Hinted(Mistakes):
    """The JSON result of `zet tectonic hint`: the next step, and hints that lead to it."""

    status: Annotated[
        HintStatus,
        "`ok`: there is a step; `wrong`: an answer or a note of the player is wrong; `solved`: nothing "
        "is left to do; `stuck`: the chosen techniques find no step; `unsolvable`: a cell has no "
        "candidate; `unknown`: a limit was reached",
    ]
    step: Annotated[StepObject | None, "the next step; `null` if there is none"]
    steps: Annotated[
        Sequence[StepObject],
        "with `--next-digit`: all steps that lead to the next digit (`step` is the last); otherwise "
        "only `step`",
    ]
    hints: Annotated[Sequence[str], "the hints of `--tell`, from the vaguest to the one chosen"]


class HintDrawn(TypedDict):
    """The JSON result of `zet tectonic hint --svg`: the name of the picture."""

    status: Literal["ok"]
    file: Annotated[str, "the name of the picture"]


class Difference(TypedDict):
    """A cell in which solutions differ, and its possible digits."""

    cell: Cell
    digits: Annotated[Sequence[int], "the digits that the solutions have in this cell"]


class WrongSolution(TypedDict, total=False):
    """The wrong digits of the solution in a file."""

    wrong_solution: Annotated[
        Sequence[WrongAnswer], "if the file has a solution: the wrong cells of this solution"
    ]


class Differ(TypedDict, total=False):
    """The cells in which the solutions of a puzzle differ."""

    differ: Annotated[
        Sequence[Difference] | None,
        "with `--unique-cells`: the cells in which solutions differ; `null` if a limit was reached first",
    ]


class Checked(Mistakes, WrongSolution, Differ):
    """The JSON of `zet tectonic check`: uniqueness, superfluous givens, conflicts and mistakes."""

    status: Annotated[
        Literal["valid", "not-minimal", "wrong", "invalid", "unknown"],
        "`valid`: exactly one solution; `not-minimal`: the same, but with `--minimal` a given is "
        "superfluous; `wrong`: an answer, a note or the solution in the file is wrong; `invalid`: no "
        "solution, or several; `unknown`: a limit was reached",
    ]
    count: Annotated[int, "how many solutions were found, up to 2"]
    unique: Annotated[bool | None, "as in `solve`"]
    minimal: Annotated[
        bool | None,
        "with `--minimal` and exactly one solution: whether every given is needed, unless a limit left "
        "this open; otherwise `null`",
    ]
    redundant: Annotated[
        Sequence[Cell] | None,
        "with `--minimal` and exactly one solution: the cells of the givens that can be left out, one "
        "at a time; otherwise `null`",
    ]
    original_rules: Annotated[
        bool, "whether the puzzle follows the original program's rules: connected pieces of 1 to 5 cells"
    ]
    original_problems: Annotated[
        Sequence[str],
        "the violations of the original program's rules, as sentences; they do not make a puzzle invalid",
    ]
    conflict: Annotated[
        Sequence[Cell] | None,
        "if there is no solution: the cells of a few givens that contradict each other (empty if the "
        "pieces alone have no solution); `null` otherwise, and if the search for these givens was given"
        " up",
    ]
    conflict_pieces: Annotated[
        Sequence[Cell] | None,
        "if the pieces alone have no solution: the first cell of each of a few pieces that contradict "
        "each other; `null` otherwise, and if the search for these pieces was given up",
    ]


class TechniqueUse(TypedDict):
    """A technique used in the rating, and how often it was used."""

    strategy: Annotated[int, "the number of the technique"]
    name: Annotated[str, "the name of the technique"]
    steps: Annotated[
        int, "how many findings the technique made; for a guess, how many cells were left to it"
    ]
    rounds: Annotated[int, "in how many rounds the technique was used"]


class Bottleneck(TypedDict):
    """The hardest step of the easiest way to solve a puzzle."""

    strategy: Annotated[
        int,
        "the number of the technique: 10 for an exclusion of any kind (5, 7, 8, 10), 13 for a touching "
        "subset of any kind (4, 5, 6, 13), so `techniques` need not list this number",
    ]
    name: Annotated[str, "the name of the technique with this number"]
    ahead: Annotated[
        int,
        "for a contradiction: the rounds of singles from the assumed candidate to the conflict, at most"
        " 6; 7 if there are more, or if singles do not suffice. For any other technique: 0",
    ]
    places: Annotated[float, "how many open cells there are for each step that can be found"]


RatingStatus = Literal["ok", "invalid", "unsolvable", "unknown"]


class Rated(TypedDict):
    """The JSON of `zet tectonic rate`; only a puzzle with exactly one solution has a rating."""

    status: Annotated[
        RatingStatus,
        "`ok`; `invalid`: several solutions; `unsolvable`: no solution; `unknown`: a limit was reached."
        " Unless the status is `ok`, keys that do not apply are `null`",
    ]
    width: Annotated[int, "the number of cells in a row"]
    height: Annotated[int, "the number of cells in a column"]
    score: Annotated[
        int | None,
        "the [rating](tectonic/rating.md), which grows with the board and the work in it",
    ]
    level: Level | None
    bottleneck: Annotated[
        Bottleneck | None,
        "the step that is hardest to find, which decides the level: the `hardest step` of the text; "
        "`null` if no step is needed",
    ]
    seconds: NotRequired[Annotated[float, "with `--fit`: the estimated time to solve the puzzle"]]
    hardest: Annotated[
        int | None,
        "the number of the most advanced technique in `techniques`, which need not be that "
        "of the `bottleneck`; `null` if no step is needed",
    ]
    name: Annotated[str | None, "the name of the technique with the number `hardest`"]
    techniques: Annotated[Sequence[TechniqueUse], "the techniques that were used, from the easiest on"]
    unique: Annotated[bool | None, "as in `solve`"]


class Impossible(TypedDict):
    """The JSON of `zet tectonic generate` if it cannot complete a given [puzzle](tectonic/setters.md)."""

    status: Literal["unsolvable"]
    code: Annotated[
        Literal["no-solution", "fixed-givens", "no-match"],
        "`no-solution`: no solution contains the retained givens; `fixed-givens`: givens in the chosen "
        "cells leave more than one solution; `no-match`: no puzzle with givens in these cells meets the "
        "conditions",
    ]
    reason: Annotated[str, "why it is impossible"]


class NotGenerated(TypedDict):
    """The JSON of `zet tectonic generate` when no attempt met the conditions, or a limit was reached."""

    status: Literal["unknown"]
    tries: Annotated[int, "how many attempts were made"]
    levels: Annotated[dict[str, int], "how many attempts led to a puzzle of each level"]


class NotShown(TypedDict):
    """The JSON result of `zet tectonic show --solution` for a puzzle without a solution."""

    status: Literal["unsolvable"]


TURNED = "the degrees by which the board was turned clockwise to read it: 0, 90, 180 or 270"


class Scanned(PuzzleAnswer):
    """The JSON result of `zet tectonic scan` for a clear reading."""

    repaired: Annotated[
        Places,
        "with `--repair`, differences from the reading: lists of cells, one for a digit, two for the "
        "line between them",
    ]
    doubtful: Annotated[Places, "always empty"]
    turned: Annotated[int, TURNED]


Kind = Literal["sudoku", "crossword", "nonogram", "chess", "stones"]
"""The kinds of boards, other than Tectonic puzzles, that `scan` recognizes."""


class Doubted(TypedDict):
    """The JSON result of `zet tectonic scan` for a doubtful reading."""

    status: Literal["unknown"]
    width: Annotated[int, "the number of cells in a row"]
    height: Annotated[int, "the number of cells in a column"]
    repaired: Annotated[Places, "differences of `reading` from the picture, which `--repair` accepts"]
    doubtful: Annotated[
        Places,
        "possible errors of the reading: lists of cells, one for a digit, two for the line between them",
    ]
    turned: Annotated[int, TURNED]
    looks_like: Annotated[
        Kind | None, "the kind of another puzzle or game that the board looks like, or `null`"
    ]
    small_digits: Annotated[int, "the number of small digits that were read as notes"]
    answers: Annotated[int, "the number of digits in another ink that were read as a player's answers"]
    reading: Annotated[
        PuzzleObject | None,
        "the likeliest puzzle; if no reading obeys the rules, the pieces and digits as they were read, "
        "or `null` if a piece has more than 64 cells",
    ]
