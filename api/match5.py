"""match5, five in a row against a player that learns from its losses: play, train and verify.

A move is the name of a field, as in `e5`. Red is the learning player, blue its opponent.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from zet._arguments import checked
from zet._files import Files, Source
from zet._pictures import show_as
from zet.engines.match5 import (
    Knowledge,
    Match,
    Pattern,
    PatternError,
    Player,
    Position,
    PositionError,
    Setting,
    Tally,
    Trainer,
    best_move as _best_move,
    prove_all,
)
from zet.engines.match5.constants import ALL, BUILT_IN
from zet.engines.match5.lookahead import is_built_in
from zet.engines.match5.model import BLUE, EMPTY, RED, field_name, field_of
from zet.engines.match5.player import Choice as _Choice
from zet.engines.match5.prover import NODES, Verdict
from zet.engines.match5.refuter import board_of
from zet.engines.match5.training import most_patterns, trained
from zet.formats.errors import FormatError
from zet.formats.match5 import (
    FORMATS,
    GAMES,
    answers as _answers,
    board_as_svg,
    board_as_text,
    pattern_as_svg,
    pattern_as_text,
)

__all__ = [
    "Choice",
    "Knowledge",
    "Pattern",
    "PatternError",
    "Position",
    "PositionError",
    "Tally",
    "as_dict",
    "as_svg",
    "as_text",
    "best_move",
    "dump",
    "dumps",
    "legal_moves",
    "load",
    "load_games",
    "loads",
    "match",
    "moves",
    "play",
    "start",
    "train",
    "verify",
]

Color = Literal["red", "blue"]
Fallback = Literal["random", "attack", "block"]
Method = Literal["proof", "original"]
First = Literal["red", "blue", "alternate"]

_COLORS: dict[Color, int] = {"red": RED, "blue": BLUE}
_files = Files(FORMATS, "knowledge", "json")
load, loads, dump, dumps = _files.load, _files.loads, _files.dump, _files.dumps


def __dir__() -> list[str]:
    return __all__


def as_text(value: Position | Pattern) -> str:
    """Return a board or pattern as lines of text: `0` empty, `R` red, `B` blue, `X` suggested move."""
    if isinstance(value, Pattern):
        return pattern_as_text(value)
    return board_as_text(value.board)


def as_svg(value: Position | Pattern) -> bytes:
    """Return a board or a pattern as an SVG document."""
    if isinstance(value, Pattern):
        return pattern_as_svg(value, "")
    return board_as_svg(value.board, None, "")


show_as(Position, as_svg)
show_as(Pattern, as_svg)


@dataclass(frozen=True, slots=True)
class Choice:
    """A move to play, and the pattern that suggested it, or None if no pattern matches."""

    move: str
    pattern: Pattern | None
    _found: _Choice = field(repr=False, compare=False)


def as_dict(
    asked: Knowledge | Position, found: Sequence[Verdict] | Tally | Choice | None = None
) -> dict[str, Any]:
    """Return the JSON object for knowledge or a position, or for a result about it.

    The object equals the output of `zet match5 inspect`, `verify --prove`, `match`, `show` or `bestmove`,
    without the keys `source` and `record`.
    """
    return _answers.as_dict(asked, found._found if isinstance(found, Choice) else found)


@checked
def load_games(
    source: Source, *, first: Color = "blue", on_error: Callable[[FormatError], object] | None = None
) -> Iterator[Position]:
    """Yield the games and boards of a text file, one per line, as they are read.

    `first` is the color that begins a game. Without `on_error`, the first line that cannot be parsed
    raises a FormatError, which ends the iteration. With `on_error`, the function is called with each such
    error, and the iteration continues.

    Raises:
        FormatError: a line cannot be parsed, or the file contains no game.
        OSError: the file cannot be opened.
    """
    options = {GAMES.name: {"first": _COLORS[first]}}
    return Files({GAMES.name: GAMES}, "game", GAMES.name, options).load_all(source, on_error=on_error)


@checked
def start(*, first: Color = "blue") -> Position:
    """Return the empty board, with `first` to move."""
    return Position.played((), _COLORS[first])


def play(position: Position, *moves: str) -> Position:
    """Return the position after moves of alternating colors, as in `play(position, "e5", "d4")`.

    Raises:
        PositionError: a field does not exist or is occupied, or the game is over.
    """
    for move in moves:
        position = position.after(field_of(move))
    return position


def moves(position: Position) -> tuple[str, ...]:
    """Return the moves that led to a position, in order; empty for a board without a history."""
    return tuple(map(field_name, position.moves))


def legal_moves(position: Position) -> list[str]:
    """Return all legal moves for the color to move; empty if the game is over."""
    if position.status != "open":
        return []
    return [field_name(field) for field, value in enumerate(position.board) if value == EMPTY]


@checked
def best_move(
    position: Position, knowledge: Knowledge, *, fallback: Fallback = "attack", seed: int = 0
) -> Choice:
    """Return the move that a player with the given knowledge makes for the color to move.

    `fallback` selects the move if no pattern matches. "random" plays on a random field. "attack" plays
    where patterns come closest to matching; it favors defense if the opponent has three stones in an open
    row, and attack otherwise. "block" plays where a stone best blocks the opponent's rows. `seed`
    determines the random choice among equally good fields.

    Raises:
        PositionError: the game is over.
    """
    found = _best_move(position, _match(knowledge.patterns, fallback, seed))
    if found.move is None:
        raise PositionError("the game is over")
    return Choice(field_name(found.move), found.reason.pattern if found.reason else None, found)


@lru_cache(maxsize=4)
def _match(patterns: tuple[Pattern, ...], fallback: Fallback, seed: int) -> Match:
    return Match(Player(patterns), "knowledge", fallback=fallback, seed=seed)


@checked
def train(
    knowledge: Knowledge,
    games: int,
    *,
    opponent: str | Knowledge = "random",
    method: Method = "proof",
    first: First = "alternate",
    fallback: Fallback = "attack",
    seed: int = 0,
) -> Knowledge:
    """Return the knowledge of a player after `games` more games, as `zet match5 train` does.

    `opponent` is another player's knowledge or the name of an opponent: random, greedy, threat,
    alphabeta, alphabeta:DEPTH, self (only red learns) or self-both. The opponents "all" and "all:SIZE"
    (such as "all:7x6") require the fallback "block", and try every line of play until no line beats the
    player. `method` selects how the player learns: "proof" stores proven forced wins, "original" learns
    like the original program. `first` is the color that begins; with "alternate", red and blue begin
    alternately. `fallback` selects the move if no pattern matches, as in `best_move`. Equal seeds give
    equal games; the numbering of games continues from the player's earlier games.

    Raises:
        ValueError: no opponent has that name.
    """
    setting = _setting(opponent, first, fallback, seed, method=method, most=most_patterns(method))
    trainer = Trainer(knowledge.patterns, setting)
    for _ in trainer.play(knowledge.games, knowledge.games + games):
        pass
    return trained(knowledge, trainer)


@checked
def match(
    knowledge: Knowledge,
    games: int,
    *,
    opponent: str | Knowledge = "random",
    first: First = "alternate",
    fallback: Fallback = "attack",
    seed: int = 0,
) -> Tally:
    """Return the results of games in which the player does not learn; see `train` for the arguments."""
    setting = _setting(opponent, first, fallback, seed, method="original", learns=False)
    trainer = Trainer(knowledge.patterns, setting, learns=False)
    for _ in trainer.play(0, games):
        pass
    return trainer.tally


def _setting(
    opponent: str | Knowledge,
    first: First,
    fallback: Fallback,
    seed: int,
    *,
    method: Method,
    most: int = 0,
    learns: bool = True,
) -> Setting:
    if isinstance(opponent, Knowledge):
        return Setting("knowledge", method, first, fallback, seed, opponent.patterns, most)
    if not (is_built_in(opponent) or (learns and board_of(opponent))):
        of_learning = (ALL, f"{ALL}:ROWSxCOLUMNS") if learns else ()
        words = ", ".join((*BUILT_IN, "alphabeta:DEPTH", *of_learning))
        raise ValueError(f"opponent must be one of {words}, not {opponent!r}")
    return Setting(opponent, method, first, fallback, seed, (), most)


@checked
def verify(knowledge: Knowledge, *, nodes: int = NODES) -> list[Verdict]:
    """Return a verdict on each pattern: a proven forced win, unproven, or unknown.

    The exact search for a pattern's proof tries at most `nodes` moves; it follows a search for wins by
    threats, which has its own limit. If `nodes` is 0, a pattern is proven only by other patterns, or
    by a row that lacks one stone.
    """
    return prove_all(knowledge.patterns, nodes=nodes)
