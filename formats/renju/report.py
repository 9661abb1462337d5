"""The analysis of a game as text, as a tree of moves, and as a game with the report in its info.

`docs/renju/analyze.md` describes the content.
"""

from collections.abc import Callable, Iterable, Iterator

from zet.engines.messages import Message
from zet.engines.renju.analysis import MARKS, Analysis, Mark, Standing, Step
from zet.engines.renju.model import COLORS, PASS, Game, name, names
from zet.engines.renju.proof import Proof
from zet.engines.renju.rules import FORBIDDEN_WORDS
from zet.formats.renju.proofs import Claim
from zet.formats.renju.tree import Tree

Translate = Callable[[str], str]

SIGNS: dict[Mark, str] = {"blunder": "??", "only-move": "!"}
"""The sign after a move in compact notation, for those marks that have a sign."""


def counted(mark: Mark, n: int) -> Message:
    """Return the message that gives the number of moves with a mark."""
    return {
        "foul": lambda: Message("{n} foul", "{n} fouls", n=n),
        "missed-five": lambda: Message("{n} missed five", "{n} missed fives", n=n),
        "missed-foul": lambda: Message("{n} missed foul", "{n} missed fouls", n=n),
        "blunder": lambda: Message("{n} losing move", "{n} losing moves", n=n),
        "missed-win": lambda: Message("{n} missed win", "{n} missed wins", n=n),
        "only-move": lambda: Message("{n} only move", "{n} only moves", n=n),
        "unclear": lambda: Message("{n} unclear", "{n} unclear", n=n),
    }[mark]()


def counts(found: Analysis, color: int) -> dict[Mark, int]:
    """Return the number of moves of a color with each mark."""
    return {mark: found.count(mark, color) for mark in MARKS}


def in_counts(numbers: dict[Mark, int]) -> Message:
    """Return the message that gives the number of moves with each mark, omitting marks without moves."""
    parts = [counted(mark, n) for mark, n in numbers.items() if n]
    return Message.joined(parts, ", ") if parts else Message("nothing of note")


def overview(found: Analysis) -> Message:
    """Return a summary of a game: its end, the decisive move, and each color's marks."""
    n = len(found.game.moves)
    turned = turning(found)
    parts = [Message("{n} move", "{n} moves", n=n), found.end.reason, *([turned] if turned else [])]
    return Message.joined([*parts, *counted_by_color(found)], "; ")


def turning(found: Analysis) -> Message | None:
    """Return the message that names the move after which the winner always had a forced win.

    The result is None if there is no winner or no move.
    """
    number = found.decided
    if number is None or not found.steps:
        return None
    color = COLORS[found.standings[-1].winner or 0]
    if not number:
        return Message("{color} wins by force from the beginning", color=color)
    move = played(found.steps[number - 1])
    return Message("{color} wins by force after {move}", color=color, move=move)


def counted_by_color(found: Analysis) -> list[Message]:
    """Return one message for each color, giving the number of its moves with each mark."""
    return [
        Message("{color}: {counts}", color=color, counts=in_counts(counts(found, side)))
        for side, color in enumerate(COLORS)
    ]


def played(step: Step) -> str:
    """Return a move with its number and its sign, as in `35. h7 ??`."""
    sign = SIGNS.get(step.mark) if step.mark else None
    return f"{step.number}. {name(step.move, step.size)}" + (f" {sign}" if sign else "")


def _win(color: int, proof: Proof, size: int) -> Message:
    line = ", ".join(names(proof.line(), size))
    return Message("{color} wins in {n}: {line}", color=COLORS[color], n=proof.length, line=line)


def sentence(step: Step) -> Message | None:
    """Return the comment on a move; None if the move needs no comment."""
    parts: list[str] = []
    if step.forbidden:
        parts.append(Message("foul: {kind}", kind=FORBIDDEN_WORDS[step.forbidden]))
    if step.mark == "missed-five":
        parts.append(Message("missed five at {points}", points=", ".join(names(step.fives, step.size))))
    if step.mark == "missed-foul":
        parts.append(Message("missed foul: the previous move was forbidden"))
    if step.win and step.mark in ("blunder", "missed-win", "foul"):
        line = ", ".join(names(step.win.line(), step.size))
        parts.append(Message("missed win in {n}: {line}", n=step.win.length, line=line))
    if step.refutation and step.mark in ("blunder", "missed-five", "missed-foul", "unclear"):
        parts.append(_win(1 - step.color, step.refutation, step.size))
    if step.mark == "blunder" and step.holds and not step.win:
        parts.append(
            Message(
                "{points} would have left the opponent no win by threats",
                points=", ".join(names(step.holds, step.size)),
            )
        )
    if step.mark == "only-move":
        only = Message("the only move")
        parts.append(only if step.holds else Message("the only move that may avoid a forced loss"))
    if step.mark == "unclear" and step.refutation:
        parts.append(Message("it is unclear whether another move would have been better"))
    elif step.mark == "unclear":
        parts.append(Message("unclear"))
    return Message.joined(parts, "; ") if parts else None


def standing(one: Standing) -> Message:
    """Return the message that names the color with a forced win in a position, if any."""
    if one.winner is not None:
        color = COLORS[one.winner]
        if one.length:
            return Message("{color} wins in {n}", color=color, n=one.length)
        return Message("{color} has won", color=color)
    return Message("neither side wins by force") if one.is_clear else Message("unclear")


def spans(found: Analysis) -> Iterable[tuple[int, int, int]]:
    """Yield the spans of forced wins: a color, and the numbers of the first and last moves of the span.

    Number 0 is the initial position.
    """
    start, winner = 0, found.start.winner
    standings = found.standings
    for number in range(1, len(standings) + 1):
        now = standings[number].winner if number < len(standings) else None
        if now != winner:
            if winner is not None:
                yield winner, start, number - 1
            start, winner = number, now


def claims(found: Analysis) -> Iterator[tuple[int, int | None, Claim]]:
    """Yield the proven wins in a game: in its positions, and after each alternative to an only move.

    An item has three parts: the number of moves before the win, the alternative move (None for a position
    of the game), and the proof.
    """
    wins = [(step.number - 1, step.win) for step in found.steps]
    wins += [(step.number, step.refutation) for step in found.steps[-1:]]
    for number, win in wins:
        position = found.game.at(number)
        if win:
            yield number, None, Claim(position, position.side, found.rule, win)
        for cell, proof in found.steps[number].others if number < len(found.steps) else ():
            yield number, cell, Claim(position.then([cell]), 1 - position.side, found.rule, proof)


def as_tree(found: Analysis, translate: Translate) -> Tree:
    """Return the tree of a game: its moves, comments, marks, and lines of missed wins and refutations.

    Moves that would have left the opponent no win by threats are labeled `=` on the board.
    """
    game = found.game
    tree = Tree(game.at(0))
    nodes = [0]
    for move in game.moves:
        nodes.append(tree.add(nodes[-1], move))
    tree.comment(0, translate(overview(found)))
    for step in found.steps:
        before, after = nodes[step.number - 1], nodes[step.number]
        if (words := sentence(step)) is not None:
            sign = f"{SIGNS[step.mark]} " if step.mark in SIGNS else ""
            tree.comment(after, sign + translate(words))
        if step.mark not in (None, "unclear") and step.move != PASS:
            tree.marks.add(after)
        if step.mark in ("blunder", "missed-win", "missed-five", "foul", "unclear"):
            for cell in step.holds if not step.win else ():
                tree.label(before, cell, "=")
            if step.win and step.mark != "unclear":
                _add_line(tree, before, step.win, translate(_win(step.color, step.win, step.size)))
            if step.refutation:
                _add_line(
                    tree,
                    after,
                    step.refutation,
                    translate(_win(1 - step.color, step.refutation, step.size)),
                )
    return tree


def _add_line(tree: Tree, node: int, proof: Proof, words: str) -> None:
    """Add a winning line; its first move gets a comment, unless it already has a comment."""
    first = tree.add(node, proof.move)
    if first not in tree.comments:
        tree.comment(first, words)
    tree.add_line(node, proof.line())


def as_game(found: Analysis, translate: Translate) -> Game:
    """Return the game with the whole report in its info, for formats without comments on moves."""
    words = [translate(overview(found))]
    words += [
        f"{played(step)}: {translate(about)}"
        for step in found.steps
        if (about := sentence(step)) is not None
    ]
    info = dict(found.game.info)
    info["info"] = " | ".join(([info["info"]] if "info" in info else []) + words)
    return found.game.with_info(info)
