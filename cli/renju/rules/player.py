"""NOIRE as a player of `zet renju match`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from zet.cli.renju.players import Best, Entrant, Settings, Thinker
from zet.cli.renju.rules.options import default_rules, load_runnable
from zet.engines import noire, renju


def entrant(name: str, limits: renju.timing.Limits, settings: Settings, rule: str) -> Entrant:
    """Return NOIRE with its settings for games under a rule.

    Raises:
        click.UsageError: a setting is invalid, or no rule base is valid for this rule.
        Unreadable: the rules cannot be read or run.
    """
    best = partial(noire.best_move, **_search(settings, rule))
    return Entrant(name, limits, partial(_player, best), noire.groups.check_board)


def _player(best: Best, rule: str, limits: renju.timing.Limits) -> Thinker:
    def within_limits(game: renju.Game, *, most: float | None, **search: Any) -> Any:  # noqa: ARG001
        return best(game, rule=rule, **search)  # NOIRE never needs more time than usual

    return Thinker(within_limits, limits)


def _search(settings: Settings, rule: str) -> dict[str, Any]:
    """Return the arguments of NOIRE's search that follow from a player's settings."""
    from zet.engines.noire.solver import LEVEL

    order = settings.word("order", ("mover", "thesis"))
    sets = settings.texts("rules") or default_rules(rule)
    usual = noire.Positional()
    return {
        "program": load_runnable(sets, rule, order),  # type: ignore[arg-type]
        "level": settings.whole("level", LEVEL, renju.constants.N_CELLS),
        "legality": settings.word("legality", ("exact", "rules")) or "exact",
        "positional": replace(usual, depth=settings.whole("depth", usual.depth, 4, least=1)),
    }
