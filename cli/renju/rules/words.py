"""Text for the results of NOIRE's search."""

from __future__ import annotations

from zet.cli.renju.words import forbidden_answer, limit_words, win_in
from zet.cli.words import _, ngettext
from zet.engines import noire, renju


def words_of(found: noire.Result, *, is_proven: bool = True) -> str:
    """Return the text of a result of NOIRE's search; `is_proven` is false if no proof was found."""
    visited = ngettext("{n:,} position visited", "{n:,} positions visited", found.nodes)
    visited = visited.format(n=found.nodes)
    if found.status == "unknown":
        return f"{limit_words(found.limit)}, {visited}"
    if found.status == "over" and found.rule:
        return _("the game is over: the rule {rule} matches").format(rule=found.rule.name)
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
