"""Renju and go-moku: rules, forced wins and their proofs, best moves, problems, and files of games.

A move is the name of a point, as in `h8`, or `pass`. Colors are "black" and "white". `rule` is "renju" or
one of two go-moku rules: six or more in a row win under "freestyle" but not under "standard". By default,
the game's `info` names the rule; without it, the rule is renju.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from zet._arguments import checked
from zet._files import Files, Source
from zet._pictures import show_as
from zet.engines.renju import (
    Analysis as _Analysis,
    Choice as _Choice,
    Defense as _Defense,
    Game,
    GameOverError,
    PositionError,
    Proof,
    Result as _Result,
    Verdict,
    analyze as _analyze,
    best_move as _best_move,
    cell_of,
    defend as _defend,
    forbidden_cells,
    judge as _judge,
    name,
    opening_of,
    problems_in,
    solve as _solve,
    trimmed,
    verify as _verify,
)
from zet.engines.renju.analysis import NODES, Mark, Standing as _Standing
from zet.engines.renju.constants import COLOR_NAMES as _COLORS, Color, Rule
from zet.engines.renju.model import COLORS, PASS, SIDE, names
from zet.engines.renju.puzzle import MIN_LENGTH
from zet.engines.renju.rules import Forbidden
from zet.engines.renju.solver import Status, Threats
from zet.formats.errors import FormatError
from zet.formats.registry import Format
from zet.formats.renju import FORMATS, answers as _answers, as_svg, as_text, weights as _weights

__all__ = [
    "Analysis",
    "Choice",
    "Defense",
    "Game",
    "GameOverError",
    "Opening",
    "PositionError",
    "Problem",
    "Proof",
    "Result",
    "Standing",
    "Step",
    "Verdict",
    "analyze",
    "as_dict",
    "as_svg",
    "as_text",
    "best_move",
    "check",
    "defend",
    "dump",
    "dump_all",
    "dumps",
    "forbidden",
    "legal_moves",
    "load",
    "load_all",
    "loads",
    "moves",
    "opening",
    "play",
    "problems",
    "solve",
    "start",
    "verify",
]


class _Games(Files[Game]):
    """Readers and writers of games; RenLib files merge all games into one tree."""

    def _parts(self, chosen: Format[Game], values: Iterable[Game]) -> Iterator[str | bytes]:
        if chosen.name != "lib":
            return super()._parts(chosen, values)
        from zet.formats.renju.lib import dumps
        from zet.formats.renju.tree import merge

        return iter([dumps(merge(values))])


_files = _Games(FORMATS, "game", "moves")
load, loads = _files.load, _files.loads
dump, dump_all, dumps = _files.dump, _files.dump_all, _files.dumps

show_as(Game, as_svg)


def __dir__() -> list[str]:
    return __all__


def load_all(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002 - the usual name
    all_lines: bool = False,
    on_error: Callable[[FormatError], object] | None = None,
) -> Iterator[Game]:
    """Yield the games of a file, or of all files in and below a folder; see `zet.tectonic.load_all`.

    A tree (SGF, RenLib) yields its main line; with `all_lines`, each of its lines is a game. Without
    `on_error`, the first game that cannot be parsed raises a FormatError, which ends the iteration. With
    `on_error`, the function is called with each such error, and the iteration continues.

    Raises:
        FormatError: a game cannot be parsed, or the file contains no game.
        OSError: the file cannot be opened, or the folder contains no files.
    """
    lines = {"all_lines": all_lines}
    files = replace(_files, options={"lib": lines, "sgf": lines})
    return files.load_all(source, format=format, on_error=on_error)


class Opening(NamedTuple):
    """An opening pattern: its code, D1 to D13 (direct) or I1 to I13 (indirect), and its name."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a search for a forced win.

    `line` lists the moves of both colors against the longest defense; `length` is their number.
    `shortest` is True if the search has proven that no win by the allowed kinds of threats is shorter,
    otherwise None. `proof` answers every defense; `verify` checks it. If the status is "unknown", `limit`
    names the limit that was reached: nodes, time, length or memory. `nodes` counts the moves that the
    attacker tried. The status "over" means that the board already has a five, or has no empty point.
    """

    status: Status
    line: tuple[str, ...]
    length: int | None
    shortest: bool | None
    proof: Proof | None
    limit: str | None
    nodes: int
    _found: _Result = field(repr=False, compare=False)

    @property
    def move(self) -> str | None:
        """The first move of the win; None without a win."""
        return self.line[0] if self.line else None


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and its `reason`: "win" (proven), "defense" (against a forced win), "position" or "lost".

    "lost" means that every move that was tried loses by force. `value` is the value of the alpha-beta
    search for the side to move, or None if no such search was needed. `line` is the line of a
    proven win, otherwise the moves that the search expects.
    """

    move: str
    reason: Literal["win", "defense", "position", "lost"]
    value: int | None
    line: tuple[str, ...]
    nodes: int
    _found: _Choice = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Defense:
    """The moves that refute the other side's threat.

    `status` is "ok" if such moves exist, "lost" if no move refutes the threat, "unknown" if a limit was
    reached first, and "no-threat" if the other side threatens no win. `unclear` lists the moves for which
    a limit was reached. `threat` is the line of the threatened win.
    """

    status: Literal["ok", "lost", "unknown", "no-threat"]
    moves: tuple[str, ...]
    unclear: tuple[str, ...]
    threat: tuple[str, ...]
    _found: _Defense = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Problem:
    """A position of a game in which only one move wins by force: the first move of `line`.

    `level` is easy, medium, hard or expert; `threats` names the simplest threats that suffice.
    """

    game: Game
    line: tuple[str, ...]
    level: str
    threats: Threats


@dataclass(frozen=True, slots=True)
class Standing:
    """The side that wins by force in a position, and the maximum number of moves to the win.

    `wins_in` counts the moves of both colors. Without a winner, `is_clear` is true if wins by threats are
    ruled out, and false if the search reached a limit first.
    """

    winner: Color | None
    wins_in: int | None
    is_clear: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a game, with its number from 1 and the facts proven about the move.

    `mark` is "foul", "missed-five", "missed-foul", "blunder", "missed-win", "only-move", "unclear", or
    None. `win` is a winning line that the player of the move had before the move; `refutation` is a
    winning line of the opponent after the move. `holds` lists moves after which the opponent is known to
    have no win by threats; it is empty for an "only-move" that may also lose. `after` is the assessment
    of the position after the move.
    """

    number: int
    color: Color
    move: str
    mark: Mark | None
    after: Standing
    forbidden: Forbidden | None
    win: tuple[str, ...]
    refutation: tuple[str, ...]
    holds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of each move of a game.

    `decided` is the number of the move after which the winner always had a forced win. `end` is the
    verdict on the game. Moves after the end of the game are left out.
    """

    start: Standing
    steps: tuple[Step, ...]
    decided: int | None
    end: Verdict
    nodes: int
    _found: _Analysis = field(repr=False, compare=False)


@checked
def as_dict(
    game: Game,
    found: Result | Choice | Defense | Analysis | Verdict | None = None,
    rule: Rule | None = None,
) -> dict[str, Any]:
    """Return the JSON object for a game, or for a result about a game under a rule.

    The object equals the output of `zet renju solve`, `bestmove`, `defend`, `analyze`, `check` or `show`,
    without the keys `source` and `record`.
    """
    engines = found if found is None or isinstance(found, Verdict) else found._found
    return _answers.as_dict(game, engines, rule)


@checked
def start(size: int = SIDE) -> Game:
    """Return the empty board of `size` points per side, 5 to 22.

    Raises:
        PositionError: the size is not supported.
    """
    return Game.build(size=size)


def play(game: Game, *moves: str) -> Game:
    """Return the game with further moves, as in `play(game, "h8", "i9")`.

    Raises:
        PositionError: a point does not exist or is occupied.
    """
    return game.then([PASS if move == "pass" else cell_of(move, game.size) for move in moves])


def moves(game: Game) -> tuple[str, ...]:
    """Return the moves of a game."""
    return _names(game.moves, game.size)


@checked
def check(game: Game, rule: Rule | None = None, *, goes_on: bool = False) -> Verdict:
    """Return the verdict on a game under a rule: whether its moves are legal, and who has won.

    A five among the stones of the initial position also wins. Two passes in a row are a draw by
    agreement. With `goes_on`, a forbidden move does not end the game if moves follow it, because White
    did not claim the win.
    """
    return _judge(game, rule or game.rule, goes_on=goes_on)


@checked
def legal_moves(game: Game, rule: Rule | None = None) -> list[str]:
    """Return all legal moves for the side to move; empty if the game is over."""
    if check(game, rule).status != "legal":
        return []
    black, white = game.stones()
    taken = {*black, *white}
    if (
        (rule or game.rule) == "renju"
        and len(taken) < game.n_cells
        and game.side == COLORS.index("black")
    ):
        taken |= forbidden_cells(game).keys()
    return [name(cell, game.size) for cell in range(game.n_cells) if cell not in taken]


@checked
def solve(
    game: Game,
    *,
    side: Color | None = None,
    rule: Rule | None = None,
    threats: Threats = "fours,threes",
    nodes: int | None = None,
    seconds: float | None = None,
    length: int | None = None,
    shortest: bool = False,
) -> Result:
    """Return the result of a search for a forced win for the color to move, or for `side` moving first.

    `threats` are "fours", "fours,threes", or "fours,threes,quiet"; quiet moves threaten to win by fours
    and threes. `length` is the maximum length of the win, counting the moves of both colors. With
    `shortest`, the search continues until it has found the shortest win. The status "no-win" means that
    no win by these threats exists. Without a limit, a search may take a long time.

    Raises:
        ValueError: `length` or `shortest` is given with quiet moves.
    """
    found = _solve(
        game,
        side=None if side is None else COLORS.index(side),
        rule=rule or game.rule,
        threats=threats,
        nodes=nodes,
        seconds=seconds,
        length=length,
        shortest=shortest,
    )
    length = found.proof.length if found.proof else None
    line = _names(found.line, game.size)
    return Result(
        found.status, line, length, found.shortest, found.proof, found.limit, found.nodes, found
    )


@checked
def verify(
    game: Game, proof: Proof, *, side: Color | None = None, rule: Rule | None = None
) -> str | None:
    """Check a proof of a win for the color to move, or for `side`, by playing out every defense.

    Returns None if the proof is valid, otherwise a sentence that explains why it is not.

    Raises:
        ValueError: verifying the proof takes more moves than the limit allows; no sensible proof is that
            large.
    """
    fault = _verify(game, proof, game.side if side is None else COLORS.index(side), rule or game.rule)
    return None if fault is None else str(fault)


@checked
def best_move(
    game: Game, *, rule: Rule | None = None, nodes: int | None = None, seconds: float | None = None
) -> Choice:
    """Return a move for the side to move; `nodes` (moves tried) and `seconds` limit the search.

    A proven win is played; otherwise, if the opponent has a forced win, the move refutes it if possible.
    In all other positions an alpha-beta search chooses the move. Without a limit, 200,000 moves are
    tried.

    Raises:
        GameOverError: the game is over, or no legal move is left.
    """
    found = _best_move(game, _weights.learned(rule or game.rule), nodes=nodes, seconds=seconds)
    reason = found.reason
    assert reason != "outline"  # noqa: S101 - narrows the type; no outlines are given
    return Choice(
        name(found.move, game.size),
        reason,
        found.value,
        _names(found.line, game.size),
        found.nodes,
        found,
    )


@checked
def defend(
    game: Game,
    *,
    rule: Rule | None = None,
    threats: Threats = "fours,threes",
    nodes: int | None = None,
    seconds: float | None = None,
) -> Defense:
    """Return all moves of the side to move after which the opponent has no forced win by threats.

    The limits apply to the search after each move. Without a limit, each search tries 100,000 moves.

    Raises:
        GameOverError: the game is over.
    """
    found = _defend(game, rule or game.rule, threats, nodes, seconds)
    moves, unclear, threat = (
        _names(cells, game.size) for cells in (found.moves, found.unclear, found.threat.line)
    )
    return Defense(found.status, moves, unclear, threat, found)


@checked
def analyze(
    game: Game, *, rule: Rule | None = None, threats: Threats = "fours,threes", nodes: int = NODES
) -> Analysis:
    """Return, for each move of a game, the proven wins that the move found, missed or gave away.

    `threats` are as in `solve`. `nodes` limits the moves that the solver tries in each search for a win.
    A move whose search reaches the limit is unclear.
    """
    found = _analyze(game, rule or game.rule, threats=threats, nodes=nodes)
    steps = [
        Step(
            step.number,
            _COLORS[step.color],
            name(step.move, game.size),
            step.mark,
            _standing(step.after),
            step.forbidden,
            _names(step.win.line(), game.size) if step.win else (),
            _names(step.refutation.line(), game.size) if step.refutation else (),
            _names(step.holds, game.size),
        )
        for step in found.steps
    ]
    return Analysis(_standing(found.start), tuple(steps), found.decided, found.end, found.nodes, found)


def _standing(found: _Standing) -> Standing:
    if found.winner is None:
        return Standing(None, None, found.is_clear)
    return Standing(_COLORS[found.winner], found.length, is_clear=True)


@checked
def forbidden(game: Game, rule: Rule | None = None) -> dict[str, Forbidden]:
    """Return Black's forbidden points, each with its reason: overline, double_four or double_three.

    Without `rule`, the game's own rule applies. No point is forbidden in go-moku.
    """
    if (rule or game.rule) != "renju":
        return {}
    return {name(cell, game.size): why for cell, why in forbidden_cells(game).items()}


def opening(game: Game) -> Opening | None:
    """Return the opening pattern that a game follows, up to symmetry; None if it follows none."""
    found = opening_of(game)
    return None if found is None else Opening(found.code, found.name)


@checked
def problems(
    game: Game,
    *,
    rule: Rule | None = None,
    threats: Threats = "fours,threes",
    min_length: int = MIN_LENGTH,
    nodes: int = 50_000,
    trim: bool = False,
) -> Iterator[Problem]:
    """Yield, in order of play, the positions of a game in which only one move wins by force.

    `threats` are as in `solve`. Positions with a win in fewer than `min_length` moves, counting both
    colors, and positions that need a search of more than `nodes` moves are skipped. With `trim`, stones
    are removed as long as the winning move remains the only one.
    """
    by = rule or game.rule
    for found in problems_in(game, by, threats=threats, min_length=min_length, nodes=nodes):
        if trim:
            found = trimmed(found, by, min_length=min_length, nodes=nodes)
        yield Problem(found.game, _names(found.proof.line(), game.size), found.level, found.threats)


def _names(cells: Iterable[int], size: int) -> tuple[str, ...]:
    return tuple(names(cells, size))
