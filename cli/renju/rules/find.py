"""The command `zet renju find`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from time import thread_time
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from zet.cli.command import CODES, Batch, Outcome, Record, Values, answer, batch_options
from zet.cli.drawing import Drawing, picture_option
from zet.cli.errors import YES
from zet.cli.options import choice, flag, number_option, seconds_option
from zet.cli.output import encoded, json_line
from zet.cli.parameters import Command, conflicts_with, keyed, option, requires
from zet.cli.renju.games import library, player_of
from zet.cli.renju.options import GameReading, reading
from zet.cli.renju.rules import counts
from zet.cli.renju.rules.comments import KEYS, Comment, Describe, comment_of, describer
from zet.cli.renju.rules.ordering import KIND, Ordering, Part, ordering_of
from zet.cli.renju.rules.pictures import draw
from zet.cli.renju.rules.questions import Asked, questions
from zet.cli.renju.words import limit_words
from zet.cli.words import _, ngettext
from zet.engines import noire, renju
from zet.engines.sanitize import one_line
from zet.formats import blanche, renju as formats
from zet.formats.renju import FORMATS

if TYPE_CHECKING:
    from pathlib import Path

    from zet.formats.blanche.contract import GapLimit

POSITIONS = ("position", "board")
"""The formats that write matching positions instead of games."""

OF_GAMES = {*counts.OF_GAMES} - {"color"}
"""The keys of --count-by for which games without a match must be counted, too."""

CHEAP_SECONDS, N_MEASURED = 3e-5, 100
"""Even with worker processes, the main process itself skips games without a match, if recognizing them
took less than CHEAP_SECONDS of CPU time on average for the first N_MEASURED games.
"""

_CODES = {**CODES, "none": YES}

WINNERS = (*renju.constants.COLORS, "own", "other", "none")


class Wanted(NamedTuple):
    """A filter for matches, by player and by how the game ended.

    `player` is a color or a part of a name; `won_by` is one of WINNERS.
    """

    player: str | None = None
    won_by: str | None = None
    ended_by: str | None = None

    def colors(self, game: renju.Game) -> set[int]:
        """Return the colors played by the wanted player in a game."""
        if self.player is None:
            return {0, 1}
        if self.player in renju.constants.COLORS:
            return {renju.constants.COLORS.index(self.player)}
        sought = self.player.lower()
        return {color for color in (0, 1) if sought in (player_of(game, color) or "").lower()}

    def fits(self, finder: noire.finder.Finder, game: renju.Game, color: int | None) -> bool:
        """Return whether a game's end passes the filter, for a match of `color` (None: of no color)."""
        if self.won_by is None and self.ended_by is None:
            return True
        winner, how = finder.ending(game) or (-1, None)
        if self.ended_by is not None and how != self.ended_by:
            return False
        if self.won_by in renju.constants.COLORS:
            return winner is not None and winner == renju.constants.COLORS.index(self.won_by)
        if self.won_by == "none":
            return winner is None
        if self.won_by is None or winner is None or color is None:
            return self.won_by is None
        return winner == (color if self.won_by == "own" else 1 - color)


class Gap(NamedTuple):
    """A limit that was reached in a game, so that matches may be missing.

    `limit` is "time", "nodes" if searches gave up in `positions` positions, or "solutions" if a position
    has more matches than `--matches most=N` allows.
    """

    limit: GapLimit
    positions: int = 0

    def __str__(self) -> str:
        words = limit_words(self.limit)
        if self.positions:
            n = self.positions
            words += ngettext(" in {n} position", " in {n} positions", n).format(n=n)
        return words


COMMENTED = ("text", "sgf", "lib", "rif")
"""The formats that contain text for each match."""


@click.command(cls=Command)
@batch_options(
    "text",
    *FORMATS,
    metavar="[RULE]... [FILES]...",
    answers="blanche.GameMatched blanche.GameGivenUp blanche.MatchesCounted",
)
@reading
@option(
    "--rules",
    "rule_bases",
    multiple=True,
    default=("themes",),
    metavar="SET|FILE|FOLDER",
    help="The rule base in which RULE is looked up, and whose derivations (definitions of predicates) "
    "a query may use: a shipped set (such as themes), a file, or a folder of *.blanche files. May be "
    "repeated, to join rule bases.",
)
@keyed(
    "--matches",
    multiple=True,
    metavar="CHOICE",
    keys={
        "first": flag("--first-match", "--first", "is_first"),
        "last": conflicts_with("--matches first", flag("--last-match", "--last", "is_last")),
        "all": flag("--all-solutions", "every"),
        "most": requires("--matches all", number_option("--most", default=1000)),
        "highest": conflicts_with(("--count-by", "--format lib"), option("--highest")),
        "lowest": conflicts_with(("--count-by", "--format lib", "--matches highest"), option("--lowest")),
    },
    help="Which matches to report; may be repeated. By default, the first match of each rule in each "
    "position. first, last: only the first or last match of a rule in a game; all: all matches in "
    "each position; most=1000: with `all`, at most 1000 per position; highest=VAR, "
    "lowest=VAR: sort by the variable VAR (games by their best match).",
)
@keyed(
    "--where",
    multiple=True,
    metavar="KEY=VALUE",
    keys={
        "player": option("--player"),
        "won-by": choice("--won-by", words=WINNERS),
        "ended-by": choice("--ended-by", words=renju.constants.ENDINGS),
    },
    help="Report only matches that meet this condition or, if repeated, all conditions. "
    "player=black|white|NAME: the player for whom the rule matches; "
    f"won-by={'|'.join(WINNERS)}: the winner (own: this player; other: the opponent); "
    f"ended-by={'|'.join(renju.constants.ENDINGS)}: the ending.",
)
@option(
    "--count-by",
    "--count",
    "count",
    metavar="KEYS",
    callback=counts.keys_of,
    help="Instead of the matches, write the number of matches, and the number and share of games with a "
    f"match, for each combination of these comma-separated keys: {', '.join(counts.KEYS)}, or variables "
    "of the rules.",
)
@conflicts_with(
    ("--count-by", "--format json"),
    option(
        "--comment",
        metavar="TEXT",
        callback=comment_of,
        help="The text for each match: {N} is the value of the variable N; "
        f"{', '.join(f'{{{key}}}' for key in KEYS)} are the values of these keys in JSON.",
    ),
)
@seconds_option("--time", "seconds", help="Give up on a game after this time.")
@conflicts_with(("--count-by", "--format lib"), picture_option("the first match", "match"))
def find(
    batch: Batch,
    load: GameReading,
    rule_bases: tuple[str, ...],
    is_first: bool,
    is_last: bool,
    every: bool,
    most: int,
    highest: str | None,
    lowest: str | None,
    count: tuple[str, ...] | None,
    comment: Comment | None,
    seconds: float | None,
    picture: Path | None,
    png: Path | None,
    **wanted: Any,
) -> int:
    """Search games for positions that match a rule: a shipped theme, a query, or a rule of your own.

    A RULE is the name of a rule in --rules; a query in BLANCHE, the language of rules, such as
    'four(Group, white), now(N), less(N, 12)'; or a *.blanche file (all its rules). Without RULE, all
    rules in --rules are searched for. The output is the matching positions in the formats position and
    board; in game formats such as sgf, the games with a match, with comments and marks if possible.

    Text output has one line per match. The exit code is 0 even if nothing matches.
    """
    if count is not None and batch.format not in ("text", "json"):
        raise click.UsageError(_("--count-by requires --format text or json"))
    if comment and batch.format not in COMMENTED:
        raise click.UsageError(_("--comment requires --format text, sgf, lib or rif"))
    asked, files = questions(batch.files, rule_bases)
    batch.files = files
    load.as_variations = asked.finder.uses_variations
    options: dict[str, Any] = {
        "asked": asked,
        "which": "first" if is_first else "last" if is_last else "every",
        "every": every,
        "most": most if every else int(count is None or any(map(counts.is_variable, count))),
        "seconds": seconds,
        "wanted": Wanted(**wanted),
    }
    _check_own(asked, options["wanted"])
    if seconds is None and not (batch.resume or OF_GAMES.intersection(count or ())):
        load.excludes = _sieve(batch, asked)
    batch.when_none = lambda n: ngettext("no match in {n} game", "no match in {n} games", n).format(n=n)
    records = batch.records(load, later=True)
    if count is not None:
        counts.check_variables(asked, filter(counts.is_variable, count))
        options["keys"] = count
        use = Values(partial(counts.total, batch, count, asked), counts.kind_of(count))
        return answer(batch, records, _counted, options, codes=_CODES, use=use)
    options["describe"] = describer(asked, comment)
    traits: dict[str, Any] = {"what": load.what, "codes": _CODES}
    if batch.format == "lib":
        return answer(batch, records, _library_of, options, use=Values(library, bytes), **traits)
    frame = FORMATS[batch.format].frame if batch.format in FORMATS else ("", "")
    by = ordering_of(asked, highest, lowest)
    options.update(drawing=Drawing.picture(batch, load, picture, png), by=by, form=batch.format)
    use = Values(by.total, KIND) if by else Values()
    return answer(batch, records, _found, options, frame=frame, use=use, **traits)


def _sieve(batch: Batch, asked: Asked) -> Callable[[list[int]], bool] | None:
    """Return a function that recognizes games without a match, and counts them in `batch.n_excluded`."""
    is_without = asked.finder.sieve(asked.numbers)
    if is_without is None:
        return None
    if batch.is_spread:
        is_without = _while_cheap(is_without)

    def excludes(moves: list[int]) -> bool:
        found = is_without(moves)
        batch.n_excluded += found
        return found

    return excludes


def _while_cheap(is_without: Callable[[list[int]], bool]) -> Callable[[list[int]], bool]:
    """Wrap `is_without`: stop calling it once it proves slower than sending games to other processes.

    All matching is then left to other processes, in parallel.
    """
    spent: list[float] = []

    def measured(moves: list[int]) -> bool:
        if len(spent) == N_MEASURED:
            return sum(spent) < N_MEASURED * CHEAP_SECONDS and is_without(moves)
        began = thread_time()
        found = is_without(moves)
        spent.append(thread_time() - began)
        return found

    return measured


def _check_own(asked: Asked, wanted: Wanted) -> None:
    """Refuse a filter by color for a query that belongs to neither player."""
    if wanted.player in renju.constants.COLORS:
        option = f"--where player={wanted.player}"
    elif wanted.won_by in ("own", "other"):
        option = f"--where won-by={wanted.won_by}"
    else:
        return
    if any(asked.finder.colors[one] is None for one in asked.numbers):
        raise click.UsageError(
            _(
                "{option} requires rules that belong to a player, or queries that use the color `own`"
            ).format(option=option)
        )


def _hits(
    game: renju.Game,
    asked: Asked,
    which: noire.finder.Which,
    every: bool,
    most: int,
    seconds: float | None,
    wanted: Wanted,
) -> tuple[list[noire.finder.Hit], Gap | None]:
    """Return the matches in a game that pass the filter, in move order, and the limit reached, if any.

    With `every`, a rule has up to `most` matches in a position; more matches count as a limit that was
    reached.
    """
    finder = asked.finder
    numbers: Sequence[int] = asked.numbers
    if wanted.player is not None:
        colors = wanted.colors(game)
        numbers = [one for one in numbers if colors and finder.colors[one] in (*colors, None)]
    if wanted.won_by or wanted.ended_by:
        numbers = [one for one in numbers if wanted.fits(finder, game, finder.colors[one])]
    if not numbers:
        return [], None
    from zet.engines.kernel.clock import Deadline

    clock = Deadline(seconds)
    found = list(finder.find(game, which, most + every, numbers, clock))
    if which == "last":
        found.sort(key=lambda hit: hit.ply)
    n_undecided = finder.n_undecided
    gap = Gap("time") if clock.has_passed else Gap("nodes", n_undecided) if n_undecided else None
    if every:
        n_found = Counter[tuple[int, int, int | None]]()
        kept = []
        for hit in found:
            place = hit.ply, id(hit.match.rule), hit.color
            n_found[place] += 1
            if n_found[place] <= most:
                kept.append(hit)
        if len(kept) < len(found):
            found, gap = kept, gap or Gap("solutions")
    return found, gap


def _found(
    record: Record,
    drawing: Drawing | None,
    by: Ordering | None,
    form: str,
    describe: Describe,
    **options: Any,
) -> Outcome:
    """Return the outcome for a game; with `by`, the outcome's value contains the matches to be sorted."""
    game: renju.Game = record.value
    hits, gap = _hits(game, **options)
    if drawing and hits:
        draw(drawing, record, [(game.at(hit.ply), hit.match, describe(game, hit)) for hit in hits])
    status = "unknown" if gap else "ok" if hits else "none"
    note = str(gap) if gap else ""
    late = _late(form, record, gap) if gap else b""
    if by is None:

        def own(_form: str) -> bytes:
            return _written(form, record, hits, describe) + late

        return Outcome(status, board=lambda **_screen: own(form).decode(), serialize=own, note=note)
    is_of_games = form not in ("text", "json", *POSITIONS)
    several = [hits] if is_of_games else [[hit] for hit in hits]

    def parts() -> list[Part]:
        return [(by.value(one), _written(form, record, one, describe)) for one in several if one]

    value = parts() if form == "text" else parts
    return Outcome(status, board=late.decode(), serialize=lambda _form: late, note=note, value=value)


def _written(form: str, record: Record, hits: list[noire.finder.Hit], describe: Describe) -> bytes:
    """Serialize the matches in a game, in the format `form`."""
    game: renju.Game = record.value
    if form == "text":
        return encoded("".join(f"{_place(record)}, {one_line(describe(game, hit))}\n" for hit in hits))
    if form == "json":
        return encoded("".join(json_hit(record, hit) for hit in hits))
    if not hits:
        return b""
    if form == "sgf":
        from zet.formats.renju import sgf

        return encoded(sgf.dumps(_marked(game, hits, describe)))
    if form in POSITIONS:
        games = [game.at(ply) for ply in dict.fromkeys(hit.ply for hit in hits)]
    else:
        games = [_with_remarks(game, hits, describe)]
    return b"".join(encoded(FORMATS[form].dumps()(one)) for one in games)


def _late(form: str, record: Record, gap: Gap) -> bytes:
    """Return the line that reports a limit reached in a game; empty unless the format is text or json."""
    if form == "text":
        return encoded(f"{_place(record)}: {gap}\n")
    return (
        encoded(json_line(record, "unknown", blanche.answers.given_up(*gap))) if form == "json" else b""
    )


def _place(record: Record) -> str:
    return f"{record.name}, {_('game')} {record.number}"


def json_hit(record: Record, hit: noire.finder.Hit) -> str:
    """Return the JSON line of a match."""
    player = None if hit.color is None else player_of(record.value, hit.color)
    return json_line(record, "ok", blanche.answers.find(hit, player))


def _marked(game: renju.Game, hits: Iterable[noire.finder.Hit], describe: Describe) -> formats.tree.Tree:
    """Return the tree of a game, with comments, labeled points and marked moves for its matches."""
    tree = formats.tree.tree_of(game)
    for hit in hits:
        known = tree.comments.get(hit.ply)
        words = describe(game, hit)
        tree.comment(hit.ply, f"{known}\n{words}" if known else words)
        for one in blanche.answers.named(hit.match):
            if one.kind == "field":
                tree.label(hit.ply, int(one.value), one.variable)
        if hit.ply:
            tree.marks.add(hit.ply)
    return tree


def _with_remarks(game: renju.Game, hits: Iterable[noire.finder.Hit], describe: Describe) -> renju.Game:
    """Return the game with remarks that describe the matches."""
    info = dict(game.info)
    words = "; ".join(describe(game, hit) for hit in hits)
    remarks = f"{info['info']}; {words}" if "info" in info else words
    return game.with_info({**info, "info": remarks})


def _library_of(record: Record, describe: Describe, **options: Any) -> Outcome:
    """Return an outcome whose value is a library with one game; all libraries are merged at the end."""
    from zet.formats.renju import lib

    hits, gap = _hits(record.value, **options)
    status = "unknown" if gap else "ok" if hits else "none"
    tree = partial(lib.dumps, _marked(record.value, hits, describe)) if hits else None
    return Outcome(status, serialize=lambda _form: b"", note=str(gap) if gap else "", value=tree)


def _counted(record: Record, keys: tuple[str, ...], **options: Any) -> Outcome:
    """Return the contribution of a game to the counts."""
    hits, gap = _hits(record.value, **options)
    added = counts.tally(record.value, hits, keys, options["asked"])
    status = "unknown" if gap else "ok" if hits else "none"
    remark = str(gap) if gap else ""
    late = _late("text", record, gap).decode() if gap else ""
    return Outcome(status, serialize=lambda _form: "", board=late, note=remark, value=added)
