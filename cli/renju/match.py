"""The command `zet renju match`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, product
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import click

from zet.cli.command import Batch, Outcome, Record, Values, answer, batch_options, render
from zet.cli.errors import UNKNOWN, YES
from zet.cli.losses import report_losses
from zet.cli.options import (
    check_writable,
    file_option,
    number_option,
    refuse_beside,
    refuse_without,
    seconds_option,
    seed_option,
)
from zet.cli.output import encoded, plain_errors, write_file
from zet.cli.parameters import Command, grouped_options, option, requires
from zet.cli.play import CODES as PLAYED
from zet.cli.renju.options import board_option, read_games, rule_option, saved_format
from zet.cli.words import _, ngettext, translate
from zet.engines import renju
from zet.engines.elo import Played, duel_of, sprt, standings
from zet.formats import renju as formats
from zet.formats.errors import UnwritableError
from zet.formats.losses import recorded_losses

if TYPE_CHECKING:
    from io import FileIO
    from pathlib import Path

    from zet.cli.renju.players import Entrant
    from zet.formats.renju import contract

CODES = {**PLAYED, "total": YES, "protocol": UNKNOWN}

SYMBOLS = {"time": "T", "illegal": "F", "crash": "F", "resigned": "R", "proof": "R"}
"""The SGF suffix after `B+` or `W+` for each way to end a game that the moves do not reveal."""


class Pairing(NamedTuple):
    """A game to play: the number of its opening, the opening, and the numbers of both players."""

    opening: int
    game: renju.Game
    black: int
    white: int


def _test(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low, high = 0.0, 0.0
    if not -1000 <= low < high <= 1000:
        reason = _("{text!r} does not have the form ELO0,ELO1, with the smaller number first, as in 0,20")
        raise click.BadParameter(reason.format(text=text))
    return low, high


def _even(_context: click.Context, _parameter: click.Parameter, n_games: int | None) -> int | None:
    if n_games is not None and n_games % 2:
        raise click.BadParameter(
            _("the number of games must be even, because each opening is played twice")
        )
    return n_games


class GameFile:
    """A file to which games are appended one by one, in the format of its extension.

    The file is valid after each game, because a game and the trailer of the format are written together.
    A tree of variations is rewritten with each game.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._format = saved_format(path)
        self._games: list[renju.Game] = []
        self._end = 0
        self._lost: dict[str, None] = {}
        if self._format.name == "rec":
            raise click.ClickException(
                _("{path}: a file of this format can store only one game").format(path=path)
            )

    def written(self, games: list[renju.Game]) -> bytes:
        """Return games in the format of the file, without its header and trailer.

        Raises:
            click.ClickException: the format cannot represent a game.
        """
        try:
            if self._format.name == "lib":
                from zet.formats.renju.lib import dumps
                from zet.formats.renju.tree import merge

                return dumps(merge(games))
            return b"".join(map(encoded, map(self._format.dumps(), games)))
        except UnwritableError as error:
            raise click.ClickException(translate(error)) from None

    def report(self) -> None:
        """Report the parts of the games that the format cannot store."""
        report_losses(self._path, self._format.name, self._lost)

    def add(self, game: renju.Game) -> None:
        """Append a game to the file; the first game replaces the previous contents."""
        with recorded_losses() as lost:
            self._append(game)
        self._lost |= lost

    def _append(self, game: renju.Game) -> None:
        head, tail = map(encoded, self._format.frame)
        if self._format.name == "lib":
            self._games.append(game)
            write_file(self._path, self.written(self._games))
        elif not self._end:
            data = head + self.written([game])
            write_file(self._path, data + tail)
            self._end = len(data)
        else:
            data = self.written([game])
            with plain_errors(self._path, force=True), self._path.open("r+b", buffering=0) as stream:
                try:
                    _write(stream, self._end, data + tail)
                except OSError:
                    stream.truncate(self._end)  # the disk is full: remove the incomplete game
                    _write(stream, self._end, tail)
                    raise
            self._end += len(data)


def _write(stream: FileIO, at: int, data: bytes) -> None:
    """Write data at an offset of an unbuffered file."""
    stream.seek(at)
    while data:
        data = data[stream.write(data) :]


class _Openings(NamedTuple):
    """The options for the openings: files with positions, and seeded random moves after each position."""

    path: Path | None
    size: int | None
    random_moves: int
    seed: int

    def games(self, rule: str) -> list[renju.Game]:
        """Return the openings: the positions of the files, or the 26 patterns.

        Raises:
            click.ClickException: a position cannot be read, or no game can start from it.
        """
        if self.path is None:
            size = self.size or renju.constants.SIDE
            return [renju.openings.centered(one, size) for one in renju.openings.OPENINGS]
        found = list(read_games([str(self.path)], self.size))
        for number, game in enumerate(found, 1):
            verdict = renju.judge(game, rule)
            if verdict.status != "legal":
                reason = _("{source}: record {number}: {reason}")
                raise click.ClickException(
                    reason.format(source=self.path, number=number, reason=translate(verdict.reason))
                )
        return [game.with_info({}) for game in found]


class _Series(NamedTuple):
    """The options for a series: the games per pair, the adjudication, and the sequential test."""

    games: int | None
    proof_nodes: int
    test: tuple[float, float] | None


def _clock(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> tuple[float, float | None] | None:
    """Parse SECONDS[+INCREMENT]: the seconds for a game, and the seconds added for each move."""
    if text is None:
        return None
    seconds, plus, increment = text.partition("+")
    try:
        found = float(seconds), float(increment) if plus else None
    except ValueError:
        found = -1.0, None
    if not (0 <= found[0] < inf and 0 <= (found[1] or 0) < inf):
        reason = _("{text!r} is not a time in seconds, such as 60, or 60+0.5 with an increment")
        raise click.BadParameter(reason.format(text=text))
    return found


def _limits(
    turn: float | None,
    game_time: tuple[float, float | None] | None,
    increment: float,
    nodes: int | None,
    tolerance: float,
) -> renju.timing.Limits:
    seconds, added = game_time or (None, None)
    return renju.timing.Limits(turn, seconds, increment if added is None else added, nodes, tolerance)


_openings_options = grouped_options(
    "openings",
    _Openings,
    file_option(
        "--openings",
        "path",
        help="Start from the games or positions in FILE, in any format; by default from the 26 opening "
        "patterns.",
    ),
    board_option(
        "The size of the square board, 5x5 to 22x22, if the openings do not state it; by default 15x15."
    ),
    number_option(
        "--random-moves", least=0, most=20, default=0, help="Play N random moves after each opening."
    ),
    requires("--random-moves", seed_option("random moves", 0)),
)
_limit_options = grouped_options(
    "limits",
    _limits,
    seconds_option(
        "--time",
        "turn",
        help="Give up the search for a move after this time; a player that takes longer loses the game.",
    ),
    option(
        "--game-time",
        callback=_clock,
        metavar="SECONDS[+INCREMENT]",
        help="The time limit per player and game, and the extra time per move; a player that exceeds "
        "the limit loses.",
    ),
    requires("--game-time", seconds_option("--increment", default=0.0, hidden=True)),
    seconds_option("--tolerance", default=0.1, help="Grace time per move, for machine delays."),
    number_option(
        "--nodes",
        least=0,
        help="Give up the search for a move after trying this many moves, and play the best move found.",
    ),
)
_series_options = grouped_options(
    "series",
    _Series,
    number_option(
        "--games",
        callback=_even,
        help="Play N games, an even number, between each pair of players; by default two per opening.",
    ),
    number_option(
        "--adjudicate",
        "proof_nodes",
        least=0,
        default=0,
        help="End a game once a win is proven by trying up to N moves; 0: never.",
    ),
    option(
        "--sprt",
        "test",
        metavar="ELO0,ELO1",
        callback=_test,
        help="Stop as soon as a sequential probability ratio test decides whether the first player is "
        "ELO0 or ELO1 points stronger.",
    ),
)


@click.command(cls=Command)
@batch_options("text", "json", files=False, what="games", answers="GamePlayed MatchTotal")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER...")
@_openings_options
@rule_option
@_limit_options
@_series_options
@file_option(
    "--save",
    help="Save the games to this file, in the format given by its extension.",
)
def match(
    batch: Batch,
    players: tuple[str, ...],
    openings: _Openings,
    rule: str,
    limits: renju.timing.Limits,
    series: _Series,
    save: Path | None,
) -> int:
    """Play games between programs, and estimate the differences in their strength.

    A PLAYER is zet, the player of `zet renju bestmove`; noire, the rule-based player NOIRE; or
    gomocup:COMMAND, an external program that speaks the Gomocup protocol.

    Settings may follow the player's name, as in zet,nodes=1000 or noire,rules=thesis,level=5. Every
    player has the settings name, time and nodes; zet also has weights and threads, and level=1 to
    level=10 instead of limits; NOIRE also has rules (may be repeated, to join rule bases), level, order,
    legality and depth.

    Each opening is played twice, with colors swapped. A crash, an invalid move or a late move loses the
    game; if a program twice answers ERROR instead of a move, the game ends without a result (exit code
    3). If neither --nodes nor --time is given, zet and NOIRE try 200,000 moves per turn, and external
    programs have 30 seconds per turn.

    For each pair of players, the total gives the score (1 for a win, 1/2 for a draw) and the difference
    in Elo points, with 95% confidence intervals computed from the pairs of games with the same opening.
    """
    from zet.cli.renju.players import entrants_of

    if len(players) < 2:
        raise click.UsageError(_("a match needs at least two players"))
    if series.test and len(players) > 2:
        raise click.UsageError(_("--sprt requires exactly two players"))
    if save:
        check_writable(save, force=batch.force or batch.resume)
    _refuse_unused(players)
    entrants = entrants_of(players, rule, limits)
    if not any(one.is_program or one.limits.turn or one.limits.game for one in entrants):
        refuse_without(_("--time or --game-time"), "tolerance")
    begins = openings.games(rule)
    _check(entrants, begins, openings, series)
    file = GameFile(save) if save else None
    if file:
        file.written(begins)  # fail before the first game if the format cannot represent the openings
    options = {"entrants": entrants, "rule": rule, "proof_nodes": series.proof_nodes}
    options |= {"n_random": openings.random_moves, "seed": openings.seed}
    records = (
        Record("-", number, pairing)
        for number, pairing in enumerate(_schedule(begins, len(entrants), series.games), 1)
    )
    total = partial(_total, batch, [one.name for one in entrants], series.test)
    use = Values(total, tuple[Played, str], _follower(file, series.test))
    try:
        return answer(batch, records, _played, options, what="game", codes=CODES, use=use)
    finally:
        if file:
            file.report()


def _refuse_unused(players: tuple[str, ...]) -> None:
    """Refuse --nodes or --time if it has no effect, because every player has a limit of its own."""
    for name, key in (("nodes", "nodes"), ("turn", "time")):
        own = re.compile(rf"[^:]*,{key}=|zet,([^:]*,)?level=")
        if all(map(own.match, players)):
            refuse_beside(_("players that all have a limit of their own"), name)


def _check(
    entrants: list[Entrant], begins: list[renju.Game], openings: _Openings, series: _Series
) -> None:
    """Refuse a series that would repeat games, or that has a position not supported by a player."""
    is_repeated = (
        series.games is not None and series.games > 2 * len(begins) and not openings.random_moves
    )
    if is_repeated and all(one.repeats_itself for one in entrants):
        reason = _("{n} openings give only {most} different games; --random-moves adds more")
        raise click.BadParameter(
            reason.format(n=len(begins), most=2 * len(begins)), param_hint="'--games'"
        )
    for one, game in product(entrants, begins):
        try:
            one.check(game)
        except renju.PositionError as error:
            raise click.ClickException(translate(error)) from None


def _follower(
    file: GameFile | None, test: tuple[float, float] | None
) -> Callable[[tuple[Played, str]], bool]:
    """Return a function that saves a game, and returns whether the sequential test now ends the match."""
    done: list[Played] = []

    def after(found: tuple[Played, str]) -> bool:
        played, game = found
        done.append(played)
        if not played.counts:
            words = _("game {n} does not count: {reason}")
            click.echo(words.format(n=len(done), reason=_reason_of(game)), err=True)
        if file:
            file.add(formats.json_lines.loads(game))
        if not test or len(done) % 2:
            return False
        return sprt(duel_of(done, 0, 1).pairs, *test).accepted is not None

    return after


def _schedule(openings: list[renju.Game], n_players: int, n_games: int | None) -> Iterator[Pairing]:
    """Yield the games in order: each pair of players plays each opening twice, with colors swapped."""
    for number in range(n_games // 2 if n_games else len(openings)):
        at = number % len(openings)
        for one, other in combinations(range(n_players), 2):
            yield Pairing(number, openings[at], one, other)
            yield Pairing(number, openings[at], other, one)


def _played(
    record: Record, entrants: list[Entrant], rule: str, n_random: int, seed: int, proof_nodes: int
) -> Outcome:
    from random import Random

    pairing: Pairing = record.value
    sides = entrants[pairing.black], entrants[pairing.white]
    opening = renju.match.varied(pairing.game, n_random, Random(f"{seed}:{pairing.opening}"), rule)
    black, white = (one.player(rule) for one in sides)
    try:
        limits = sides[renju.model.BLACK].limits, sides[renju.model.WHITE].limits
        found = renju.match.play_out(opening, (black, white), limits, rule, proof_nodes=proof_nodes)
    finally:
        black.end()
        white.end()
    game = _with_metadata(found, sides[renju.model.BLACK].name, sides[renju.model.WHITE].name, rule)
    status = formats.answers.end_status(found)
    points = {"draw": "½-½", "black-won": "1-0", "white-won": "0-1", "protocol": "*"}[status]
    keys = partial(formats.answers.game_played, found, game, pairing.opening + 1, rule)

    def words() -> str:
        line = f": {' '.join(renju.model.names(found.proof.line(), game.size))}" if found.proof else ""
        black, white = sides[renju.model.BLACK].name, sides[renju.model.WHITE].name
        return f"{black} - {white} {points}, {translate(found.reason)}{line}"

    played = Played((pairing.black, pairing.white), pairing.opening, found.winner, found.end)
    return Outcome(status, keys, words, value=(played, formats.json_lines.dumps(game)))


def _with_metadata(found: renju.match.Ended, black: str, white: str, rule: str) -> renju.Game:
    """Return the game with info on its players, its result, its rule, and the reason for its end."""
    result = "0" if found.winner is None else f"{'BW'[found.winner]}+{SYMBOLS.get(found.end, '')}"
    if found.end == "protocol":
        result = "Void"
    info = {"black": black, "white": white, "result": result, "rule": rule, "info": str(found.reason)}
    game = found.game
    return renju.Game.build(game.black, game.white, game.first, game.moves, info.items(), game.size)


def _reason_of(line: str) -> str:
    """Return how a game ended, from its JSON line."""
    info = dict(formats.json_lines.loads(line).info)
    return f"{info['black']} - {info['white']}: {info['info']}"


def _total(
    batch: Batch,
    players: list[str],
    test: tuple[float, float] | None,
    done: list[tuple[Played, str]],
) -> str | bytes:
    played = [game for game, _line in done]
    make = formats.answers
    results = [
        make.pair_result(players[one], players[other], duel_of(played, one, other))
        for one, other in combinations(range(len(players)), 2)
    ]
    tested = make.sequential_test(test, sprt(results[0]["pairs"], *test)) if test else None
    ranks = standings(played, len(players)) if len(players) > 2 else []
    ranked = [make.player_standing(players[one.player], one) for one in ranks]
    keys = make.match_total(len(played), results, tested, ranked)
    total = Outcome("total", keys, board=lambda **_: _table(keys))
    return render(batch, Record("total", 1, None), total)


def _table(keys: contract.MatchTotal) -> str:
    """Return the results of a match as text, given the JSON keys of its total."""
    lines = []
    for one in keys["results"]:
        games = ngettext("{n} game", "{n} games", one["games"]).format(n=one["games"])
        ended = _("{won} won, {drawn} drawn, {lost} lost").format(**one)
        score = _("score {score:.3f} ({low:.3f} to {high:.3f})")
        low, high = one["score_interval"]
        elo_low, elo, elo_high = (
            infinite if elo is None else elo
            for elo, infinite in (
                (one["elo_interval"][0], -inf),
                (one["elo"], inf if one["won"] else -inf),
                (one["elo_interval"][1], inf),
            )
        )
        shown = _("no score")
        if one["games"]:
            shown = score.format(score=one["score"], low=low, high=high) + ", "
            shown += _("Elo {elo:+.0f} ({low:+.0f} to {high:+.0f})").format(
                elo=elo, low=elo_low, high=elo_high
            )
        lines.append(f"{one['player']} - {one['opponent']}: {games}: {ended}; {shown}")
        pairs = _("pairs of games with 0, 1/2, 1, 3/2 and 2 points: {counts}")
        ends = ", ".join(f"{_end_word(end)} {count}" for end, count in one["ends"].items())
        lines.append(f"  {pairs.format(counts=' '.join(map(str, one['pairs'])))}")
        lines.append("  " + _("ended by: {ends}").format(ends=ends))
        if faults := one["ends"].get("protocol"):
            words = ngettext(
                "{n} game does not count: a program refused to answer",
                "{n} games do not count: a program refused to answer",
                faults,
            )
            lines.append("  " + words.format(n=faults))
    for row in keys.get("players", []):
        words = _("{player}: {points:g} points of {games}: {won} won, {drawn} drawn, {lost} lost")
        lines.append(words.format(**row))
    if test := keys.get("sprt"):
        low, high = test["elo"]
        outcome = {
            None: _("it is undecided whether the difference is {low:g} or {high:g} Elo points"),
            low: _("the test accepts a difference of {low:g} Elo points, not {high:g}"),
            high: _("the test accepts a difference of {high:g} Elo points, not {low:g}"),
        }[test["accepted"]]
        ratio = _("log-likelihood ratio {llr:.2f}, undecided between {least:.2f} and {most:.2f}")
        least, most = test["bounds"]
        ratio = ratio.format(llr=test["llr"], least=least, most=most)
        lines.append(f"{outcome.format(low=low, high=high)} ({ratio})")
    return "".join(f"{line}\n" for line in lines)


def _end_word(end: str) -> str:
    return {
        "five": _("five"),
        "foul": _("foul"),
        "full": _("full board"),
        "proof": _("proof"),
        "time": _("time"),
        "illegal": _("illegal move"),
        "crash": _("crash"),
        "resigned": _("resigned"),
        "protocol": _("protocol error"),
    }[end]
