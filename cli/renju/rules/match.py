"""The command `zet renju rules match`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from zet.cli.command import Outcome, Record, command
from zet.cli.drawing import Drawing, picture_option
from zet.cli.options import flag, number_option, seconds_option
from zet.cli.parameters import keyed, option, requires
from zet.cli.renju.options import reading, to_move_option
from zet.cli.renju.rules.options import (
    chosen,
    legality_option,
    level_option,
    load_runnable,
    order_option,
    rules_option,
    title,
)
from zet.cli.renju.rules.pictures import draw
from zet.cli.renju.words import color_word, limit_words
from zet.cli.words import _, ngettext
from zet.engines import noire, renju
from zet.formats import blanche

if TYPE_CHECKING:
    from zet.formats.blanche.contract import MatchLimit, RulesMatched

MOST_SOLUTIONS = 10_000
"""The default maximum number of matches reported for a position."""


def _prepare(
    rule_bases: tuple[str, ...],
    order: noire.Order | None,
    missing: str | None,
    legality: noire.interpreter.Legality,
) -> dict[str, Any]:
    matcher = noire.CompiledMatcher(load_runnable(rule_bases, order=order), legality)
    rules = chosen(matcher.program, missing, "--explain-miss") if missing else ()
    return {"matcher": matcher, "missing": rules}


@command("text", "json", reading=reading, prepare=_prepare, answers="blanche.RulesMatched")
@rules_option("sound")
@order_option
@to_move_option("The side to move; by default the side whose turn it is.")
@level_option(default=noire.choices.MAX_LEVEL, show_default=False)
@keyed(
    "--matches",
    multiple=True,
    metavar="all|ways|most=N",
    keys={
        "all": flag("--all-solutions", "--all", "every"),
        "most": number_option("--most", default=MOST_SOLUTIONS),
        "ways": requires("--explain-miss", flag("--all-ways")),
    },
    help="Which matches to report; may be repeated. By default, each rule that matches is reported once. "
    "all: every solution of a rule, with all possible values of its variables; ways: every attempt to "
    f"match the --explain-miss rule, literal by literal; most={MOST_SOLUTIONS}: give up on a position "
    f"after {MOST_SOLUTIONS} solutions, or {MOST_SOLUTIONS} steps of the attempts.",
)
@seconds_option("--time", "seconds", help="Give up on a position after this time.")
@option(
    "--explain-miss",
    "--why-not",
    "missing",
    metavar="RULE",
    help="Show the literal at which this rule fails to match.",
)
@legality_option
@picture_option("the first match", "match")
def match(
    record: Record,
    *,
    matcher: noire.interpreter.Interpreter,
    side: int | None = None,
    level: int = noire.choices.MAX_LEVEL,
    every: bool = False,
    missing: tuple[noire.Rule, ...] = (),
    all_ways: bool = False,
    drawing: Drawing | None = None,
    most: int = MOST_SOLUTIONS,
    seconds: float | None = None,
) -> Outcome:
    """List the rules that match each position, with the move and the values of the variables.

    The rules are listed in the order in which NOIRE tries them. Rules for the opponent are matched as if
    the opponent were to move. If a limit is reached, the matches found so far are listed, and the status
    is `unknown` (exit code 3).
    """
    from zet.engines.kernel.clock import Deadline

    clock = Deadline(seconds)
    matcher.limit(clock)
    game: renju.Game = record.value
    position = noire.Position.of(game)
    mover = game.side if side is None else side
    if every:
        matches = _solutions(matcher, position, matcher.rules(mover, level), most + 1)
    else:
        matches = list(matcher.matches(position, mover, level))
    misses = [_Missed.of(matcher, rule, position, most if all_ways else 0) for rule in missing]
    limit: MatchLimit | None = (
        "time" if clock.has_passed else "solutions" if len(matches) > most else None
    )
    del matches[most:]
    if limit == "time":
        misses = []
    elif any(len(missed.steps) > most for missed in misses):
        limit = "ways"
    files = draw(drawing, record, [(game, one, _match_words(one)) for one in matches]) if drawing else []

    def keys() -> RulesMatched:
        asked = blanche.answers.why_not
        faults = [asked(rule, miss, steps[:most] if all_ways else None) for rule, miss, steps in misses]
        return blanche.answers.match(
            mover, matches, limit, faults if missing else None, files if drawing else None
        )

    def lines(**_keywords: object) -> str:
        drawn = _("wrote {path}")
        lines = [*map(_match_words, matches)]
        lines += chain.from_iterable(_miss_lines(missed, most) for missed in misses)
        lines += [drawn.format(path=file) for file in files]
        return "".join(f"  {line}\n" for line in lines)

    to_move = _("{color} to move").format(color=color_word(mover))
    words = f"{to_move}, {_count(len(matches), every=every)}"
    if limit:
        words += f"; {limit_words(limit)}"
    return Outcome("unknown" if limit else "ok", keys, words, lines)


def _solutions(
    matcher: noire.interpreter.Interpreter,
    position: noire.Position,
    rules: Iterable[noire.Rule],
    most: int,
) -> list[noire.Match]:
    """Return up to `most` matches of the rules, each of which may match in several ways."""
    found = (one for rule in rules for one in matcher.solutions(rule, position, most))
    return list(islice(found, most))


def _count(number: int, *, every: bool) -> str:
    if number == 0:
        return _("no solutions") if every else _("no matches")
    if every:
        return ngettext("{n} solution", "{n} solutions", number).format(n=number)
    return ngettext("{n} match", "{n} matches", number).format(n=number)


def _match_words(match: noire.Match) -> str:
    words = title(match.rule)
    if match.move is not None:
        words = _("{rule} plays {move}").format(rule=words, move=renju.name(match.move))
    return f"{words}; {_pairs(match.bindings)}"


def _pairs(bindings: Iterable[noire.Binding]) -> str:
    return ", ".join(f"{binding.variable} {binding}" for binding in bindings)


class _Missed(NamedTuple):
    """The answer to --explain-miss for a rule: the literal that fails, and the steps of all attempts."""

    rule: noire.Rule
    miss: noire.Miss | None
    steps: list[noire.match.Step]

    @classmethod
    def of(
        cls, matcher: noire.interpreter.Interpreter, rule: noire.Rule, position: noire.Position, most: int
    ) -> Self:
        """Return the answer with up to `most` + 1 steps, or with no steps if `most` is 0."""
        steps = list(islice(matcher.steps(rule, position), most + 1)) if most else []
        return cls(rule, matcher.why_not(rule, position), steps)


def _miss_lines(missed: _Missed, most: int) -> list[str]:
    return [_miss_words(missed.rule, missed.miss), *map(_step_words, missed.steps[:most])]


def _miss_words(rule: noire.Rule, miss: noire.Miss | None) -> str:
    if miss is None:
        return _("{rule} matches").format(rule=title(rule))
    words = _("{rule} fails at literal {number} of {n}, {literal}").format(
        rule=title(rule), number=miss.number, n=len(rule.premise), literal=miss.literal
    )
    if miss.bindings:
        first = ngettext(
            "{n} partial match: {values}", "{n} partial matches, the first: {values}", miss.ways
        )
        words += f"; {first.format(n=miss.ways, values=_pairs(miss.bindings))}"
    return words


def _step_words(step: noire.match.Step) -> str:
    words = f"{step.number} {step.literal}"
    if not step.holds:
        words = _("{literal} fails").format(literal=words)
    return "  " * step.number + words + (f": {_pairs(step.bindings)}" if step.bindings else "")
