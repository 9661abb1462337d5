"""Words on results that several commands on renju say."""

from zet.engines.messages import _, ngettext


def win_in(length: int) -> str:
    """Return words on a win by its length in moves."""
    return ngettext("win in {n} move", "win in {n} moves", length).format(n=length)


def forbidden_answer() -> str:
    """Return what stands after a line that ends where Black has forbidden answers alone."""
    return " (" + _("the answer is forbidden") + ")"


def limit_words(limit: str | None) -> str:
    """Return words on a search that was given up."""
    limits = {"nodes": _("nodes"), "time": _("time"), "length": _("length")}
    return _("unknown: the limit of {limit} was reached").format(limit=limits.get(limit or "", limit))


def reason_word(reason: str) -> str:
    """Return the word for why a move is chosen."""
    words = {
        "win": _("win"),
        "defence": _("defence"),
        "position": _("position"),
        "lost": _("lost"),
        "unchecked": _("unchecked"),
    }
    return words[reason]
