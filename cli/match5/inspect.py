"""The command `zet match5 inspect`."""

from __future__ import annotations

from functools import partial
from typing import Any

from zet.cli.command import Outcome, Record, command
from zet.cli.drawing import Drawing, picture_option
from zet.cli.match5.options import no_pattern, patterns_option, patterns_text, reading
from zet.cli.options import number_option, refuse_without
from zet.cli.words import _
from zet.engines import match5
from zet.formats import match5 as formats
from zet.formats.errors import FormatError


def _prepare(
    drawing: Drawing | None, numbers: tuple[int, ...], level: int | None, every: bool
) -> dict[str, Any]:
    if not (numbers or level or every):
        refuse_without("--pattern", "picture", "png")
    return {"drawing": drawing, "numbers": numbers, "level": level, "every": every}


@command("text", "json", reading=reading, answers="KnowledgeInspected", prepare=_prepare, spread=False)
@patterns_option(level=number_option("--level", most=40))
@picture_option("the chosen pattern", "pattern")
def inspect(record: Record, *, drawing: Drawing | None = None, **chosen: Any) -> Outcome:
    """Show a knowledge file: its player, its games and losses, and the number of patterns at each level.

    The patterns chosen by --pattern are drawn. B: a blue stone; 0: an empty field; X: the empty field on
    which red must answer; a dot: a field outside the pattern.
    """
    knowledge: match5.Knowledge = record.value
    shown = _chosen(record, **chosen)
    files = _drawn(record, drawing, shown) if drawing else []

    keys = partial(formats.answers.inspect, knowledge, shown if any(chosen.values()) else None, files)

    def text(*, color: bool, **_screen: Any) -> str:
        from zet.formats.match5.picture import pattern_as_text

        owner = _("no password: anyone may change the file")
        if knowledge.lock:
            owner = _("protected by a password")
        patterns = patterns_text(len(knowledge.patterns))
        games = _("{lost} of {n} games lost").format(lost=knowledge.losses, n=knowledge.games)
        lines = [f"{record.name}: {knowledge.name}, {patterns}, {games}; {owner}\n"]
        for level, count in knowledge.levels.items():
            head = _("level {level:2}").format(level=level)
            lines.append(f"  {head}: {patterns_text(count)}\n")
        for number, pattern in shown:
            lines += [f"{_caption(number, pattern)}\n", pattern_as_text(pattern, color=color)]
        lines += [_("wrote {path}").format(path=name) + "\n" for name in files]
        return "".join(lines)

    return Outcome("ok", keys, board=text)


def _chosen(
    record: Record, *, numbers: tuple[int, ...] = (), level: int | None = None, every: bool = False
) -> list[tuple[int, match5.Pattern]]:
    patterns = record.value.patterns
    if beyond := [number for number in numbers if number > len(patterns)]:
        raise FormatError(record.source, None, no_pattern(beyond[0], len(patterns)))
    return [
        (at, pattern)
        for at, pattern in enumerate(patterns, 1)
        if every or at in numbers or pattern.level == level
    ]


def _caption(number: int, pattern: match5.Pattern) -> str:
    words = _("pattern {number}, level {level}: {empty} empty, {blue} blue")
    return words.format(number=number, level=pattern.level, empty=pattern.white, blue=pattern.blue)


def _drawn(record: Record, drawing: Drawing, shown: list[tuple[int, match5.Pattern]]) -> list[str]:
    from zet.formats.match5.picture import pattern_as_svg

    if len(shown) > 1 and not drawing.is_folder:
        raise FormatError(record.source, None, drawing.no_folder)
    names = []
    for number, pattern in shown:
        svg = pattern_as_svg(pattern, _caption(number, pattern))
        names.append(str(drawing.write(record, svg, f"-{number:05}")))
    return names
