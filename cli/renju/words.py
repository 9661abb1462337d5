"""What several commands on renju say of results."""

from __future__ import annotations

from typing import Any

from zet.cli.command import Outcome
from zet.cli.words import _, ngettext, translate
from zet.engines import noire, renju


def over(reason: object, **keys: object) -> Outcome:
    """Return what is found where nothing is left to play."""
    words = translate(reason)
    return Outcome("over", {**keys, "reason": words}, words)


def color_word(color: int) -> str:
    """Return the word for a color."""
    return translate(renju.constants.COLORS[color])


def level_word(level: str) -> str:
    """Return the word for the level of a problem."""
    words = {"easy": _("easy"), "medium": _("medium"), "hard": _("hard"), "expert": _("expert")}
    return words[level]


def win_in(length: int) -> str:
    """Return words on a win by its length in moves."""
    return ngettext("win in {n} move", "win in {n} moves", length).format(n=length)


def forbidden_answer() -> str:
    """Return what stands after a line that ends where Black has forbidden answers alone."""
    return " (" + _("the answer is forbidden") + ")"


def limit_words(limit: str | None) -> str:
    """Return words on a search that was given up."""
    limits = {
        "nodes": _("nodes"),
        "time": _("time"),
        "length": _("length"),
        "solutions": _("solutions"),
        "ways": _("ways"),
    }
    return _("unknown: the limit of {limit} was reached").format(limit=limits.get(limit or "", limit))


def reason_word(reason: str) -> str:
    """Return the word for why a move is chosen."""
    words = {
        "win": _("win"),
        "defense": _("defense"),
        "position": _("position"),
        "lost": _("lost"),
        "unchecked": _("unchecked"),
    }
    return words[reason]


def noire_keys(found: noire.Result) -> dict[str, Any]:
    """Return the JSON keys of what NOIRE's search found."""
    is_won = found.status == "win"
    return {
        "line": renju.model.names(found.line) if is_won else None,
        "length": found.length,
        "end": found.end,
        "searched": found.n_searched if is_won else None,
        "rule": found.rule.name if found.rule else None,
        "level": found.rule.level if found.rule else None,
        "limit": found.limit,
        "nodes": found.nodes,
        "depth": found.depth,
        "seconds": round(found.seconds, 6),
    }


def noire_words(found: noire.Result, *, is_proven: bool = True) -> str:
    """Return words on what NOIRE's search found; not `is_proven` if a proof was sought in vain."""
    visited = ngettext("{n:,} position visited", "{n:,} positions visited", found.nodes)
    visited = visited.format(n=found.nodes)
    if found.status == "unknown":
        return f"{limit_words(found.limit)}, {visited}"
    if found.status == "over" and found.rule:
        return _("the game is over: {rule} matches").format(rule=found.rule.name)
    if found.status == "over":
        return _("the game is over")
    if found.status == "no-win":
        return _("no win by forcing moves") + f", {visited}"
    moves = renju.model.names(found.line)
    line = " ".join(moves[: found.n_searched])
    if found.rule:
        title = f"{found.rule.name}: {' '.join(moves[found.n_searched :])}".rstrip(": ")
        line = _("{line} then {rule}").format(line=line, rule=title) if line else title
    end = {"forbidden": forbidden_answer(), "open": " ..."}.get(found.end or "", "")
    unproven = "" if is_proven else "; " + _("no proof was found")
    return f"{win_in(found.length or 0)}, {visited}: {line}{end}{unproven}"
