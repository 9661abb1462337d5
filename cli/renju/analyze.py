"""The command `zet renju analyze`."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from zet.cli.command import Batch, Outcome, Record, Values, answer, batch_options, render
from zet.cli.drawing import Drawing
from zet.cli.options import flag, number_option
from zet.cli.output import write_file
from zet.cli.parameters import Command, FilePath, keyed, option
from zet.cli.renju.games import library
from zet.cli.renju.options import GameReading, by_rule, game_rule_option, reading, threats_option
from zet.cli.renju.proofs import graph_option
from zet.cli.words import _, ngettext, spoken, translate
from zet.engines import renju
from zet.formats import renju as formats

if TYPE_CHECKING:
    from pathlib import Path

Done = tuple[str, dict[str, int]]
"""The name of a player, and the player's counts of games, moves and marks."""


class _Part(NamedTuple):
    """The contribution of a game to the total: its players, and its entry in the index of the pages."""

    done: list[Done]
    entry: str


@click.command(cls=Command)
@batch_options("text", "json", "sgf", "lib", "rif", "proof", answers="GameAnalyzed PlayersTotal")
@reading
@game_rule_option
@threats_option
@number_option(
    "--nodes",
    least=0,
    default=renju.constants.NODES,
    help="Give up on each search for a forced win after trying this many moves.",
)
@keyed(
    "--defenses",
    metavar="graph",
    keys={"graph": graph_option},
    help="Write every defense against each win into the JSON output, as a graph in which shared "
    "continuations appear only once.",
)
@flag("--players", help="At the end, add a summary of all games for each player.")
@option(
    "--html",
    type=FilePath(),
    metavar="PATH",
    help="Write an HTML page about the game into this file or, if PATH is a folder, a page per game and "
    "an index.html into the folder.",
)
def analyze(batch: Batch, load: GameReading, players: bool, html: Path | None, **options: Any) -> int:
    """Analyze the moves of each game: forced wins that the players found, missed or gave away.

    The report lists missed forced wins, moves that lose by force (??), moves to which every alternative
    loses by force (!), forbidden moves, and the parts of the game in which a side has a forced win. Every
    statement is proven; if a search reaches the --nodes limit, the move is reported as `unclear`. The
    result is the same on every machine, and for any value of --jobs.

    --format sgf and --format lib include comments, marks and variations; --format rif includes only
    comments; --format proof writes a proof of every win, for `zet renju verify`.
    """
    if players and batch.format not in ("text", "json"):
        raise click.UsageError(_("--players requires --format text or json"))
    options["pages"] = Drawing.of(batch, html, "html", load)
    use = Values()
    if batch.format == "lib":
        use = Values(library, bytes)
    elif players or html:
        use = Values(partial(_total, batch, options["pages"], players=players), _Part)
    options["about"] = "tree" if batch.format == "lib" else "players" if players else ""
    frame = formats.FORMATS["rif"].frame if batch.format == "rif" else ("", "")
    records = batch.records(load, later=True)
    return answer(batch, records, _analyzed, options, what=load.what, frame=frame, use=use)


@by_rule
def _analyzed(
    record: Record, *, pages: Drawing | None = None, about: str = "", graph: bool = False, **search: Any
) -> Outcome:
    found = renju.analyze(record.value, **search)
    file: str | None = None
    listed = ""
    if pages:
        from pathlib import PurePath

        from zet.formats.renju.page import dumps as page, entry

        place = f"{PurePath(record.name).name}, {_('game')} {record.number}"
        text = page(found, translate, place, spoken())
        path = pages.write(record, text.encode(errors="backslashreplace"))
        file, listed = str(path), entry(found, translate, path.name, place)

    def words() -> str:
        return translate(formats.report.overview(found)) + (f"; {file}" if file else "")

    return Outcome(
        "illegal" if found.end.status == "illegal" else "ok",
        lambda: formats.answers.analyze(found, graph=graph, file=file),
        words,
        lambda **_: "" if pages else "".join(_lines(found)),  # the page has the report
        lambda form: b"" if about == "tree" else _written(found, form),  # written at the end
        value=partial(_written, found, "lib")
        if about == "tree"
        else _Part(_done(found), listed)
        if about or pages
        else None,
    )


def _lines(found: renju.Analysis) -> list[str]:
    """Return the lines of a game's report: ranges of moves with a forced win, and each notable move."""
    parts = [
        f"{translate(renju.constants.COLORS[color])} {_run(sorted({first, last}))}"
        for color, first, last in formats.report.spans(found)
    ]
    words_of_wins = _("wins by force: {spans}").format(spans=", ".join(parts))
    lines = [f"  {words_of_wins}\n"] if parts else []
    for step in found.steps:
        words = formats.report.sentence(step)
        if words is not None and (step.mark != "unclear" or step.refutation):
            lines.append(f"  {formats.report.played(step)}: {translate(words)}\n")
    unclear = [step.number for step in found.steps if step.mark == "unclear"]
    if unclear:
        lines.append(f"  {_('unclear: {moves}').format(moves=_ranges(unclear))}\n")
    return lines


def _ranges(numbers: list[int]) -> str:
    """Return ascending numbers as text; runs of consecutive numbers are written as ranges."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join(map(_run, runs))


def _run(ends: list[int]) -> str:
    """Return a range of consecutive numbers as text; a range of one number is written as that number."""
    return "-".join(map(str, ends))


def _written(found: renju.Analysis, form: str) -> str | bytes:
    """Serialize the game in a format, with the analysis as comments."""
    if form == "proof":
        from zet.formats.renju import proof_lines

        return "".join(proof_lines.dumps(claim) for _, _, claim in formats.report.claims(found))
    if form == "rif":
        return formats.FORMATS["rif"].dumps()(formats.report.as_game(found, translate))
    from zet.formats.renju import lib, sgf

    tree = formats.report.as_tree(found, translate)
    return sgf.dumps(tree) if form == "sgf" else lib.dumps(tree)


def _done(found: renju.Analysis) -> list[Done]:
    """Return the name of each player of a game, and how many of the player's moves have each mark."""
    info = dict(found.game.info)
    return [
        (
            info.get(color, ""),
            Counter(
                games=1,
                moves=sum(step.color == side for step in found.steps),
                **{mark: found.count(mark, side) for mark in renju.analysis.MARKS},
            ),
        )
        for side, color in enumerate(renju.constants.COLORS)
    ]


def _total(batch: Batch, pages: Drawing | None, parts: list[_Part], *, players: bool) -> str | bytes:
    """Write the index of a folder with pages of games; with `players`, return the players' counts."""
    entries = [part.entry for part in parts if part.entry]
    if pages and pages.is_folder and len(entries) > 1:
        from zet.formats.renju.page import index

        text = index(entries, translate, spoken())
        data = text.encode(errors="backslashreplace")
        write_file(pages.path / "index.html", data, force=pages.force)
    return _players(batch, [part.done for part in parts]) if players else ""


def _players(batch: Batch, games: list[list[Done]]) -> str | bytes:
    """Return the output with each player's counts over all games, sorted by name, unknown names last."""
    numbers: dict[str, Counter[str]] = {}
    for done in games:
        for player, counts in done:
            numbers.setdefault(player, Counter()).update(counts)
        if len(done) > len({player for player, _counts in done}):  # one player, or none named
            numbers[done[0][0]]["games"] -= 1
    players = sorted(numbers, key=lambda player: (not player, player))
    found = [formats.answers.player_marks(player, numbers[player]) for player in players]
    keys = formats.answers.players_total(len(games), found)
    lines = []
    for player in players:
        counts = numbers[player]
        n_games = ngettext("{n} game", "{n} games", counts["games"]).format(n=counts["games"])
        n_moves = ngettext("{n} move", "{n} moves", counts["moves"]).format(n=counts["moves"])
        marks = translate(formats.report.in_counts({mark: counts[mark] for mark in renju.analysis.MARKS}))
        lines.append(f"{player or _('unnamed')}: {n_games}, {n_moves}: {marks}\n")
    return render(batch, Record("total", 1, None), Outcome("total", keys, board="".join(lines)))
