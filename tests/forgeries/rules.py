"""Forged rules of renju, shipped and learned: each claim at some positions is judged by trying all moves.

The first rule that matches makes the claim; the judge finds it with its own reader and matcher of the
language, and with its own checks of the program. Claims of wins in five moves or more are judged only if
the color wins by fours.
"""

import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

from commands import ROOT, run
from forgeries.forging import HONEST, Judged, Kind, Made, forgeries
from plain_blanche import Matcher, Position, WrongError
from plain_renju import loses_within, wins_by_fours, wins_within

from zet.engines.noire.soundness import RuleBoard, random_stones
from zet.engines.renju.model import BLACK, COLORS, WHITE, cell_of, names
from zet.engines.renju.rules import Board
from zet.formats import blanche

SOUND = ROOT / "formats/blanche/sets/sound"
DERIVATIONS = (SOUND / "00-derivations.blanche").read_text()
MOST = 225
"""The highest level of a rule."""

EACH_RULE = 12
"""The number of positions in which a rule of an honest program is the first to match."""


def rules_of(text: str) -> list[Made]:
    """Return the rules of a text in parts."""
    found = []
    for part in re.split(r"^rule ", re.sub(r" *%.*", "", text), flags=re.MULTILINE)[1:]:
        head, _, premise = part.partition("premise")
        words = head.split()
        literals = [" ".join(one.split()) for one in re.split(r",(?![^()]*\))", premise)]
        found.append(
            {
                "name": words[0],
                "player": words[2],
                "level": int(words[4]),
                "move": words[6],
                "premise": literals,
            }
        )
    return found


@cache
def learned() -> str:
    """Return rules that `zet renju rules learn` writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "learned.blanche")
        run(
            f"zet renju rules learn --rules sound --walks 100 --learned {path} samples/renju/problems.txt"
        )
        return path.read_text()


@cache
def honest_rules() -> list[Made]:
    """Return the shipped rules to level 3, and these with learned ones, with positions for each rule."""
    shipped = [
        rule
        for number in ("10-level-0", "20-level-1", "30-level-3")
        for rule in rules_of((SOUND / f"{number}.blanche").read_text())
    ]
    found = []
    for rules in (shipped, [*shipped, *rules_of(learned())]):
        one: Made = {"rules": rules}
        board = RuleBoard(blanche.loads(text_of(one)).program)
        positions: list[list[Made]] = [[] for _ in rules]
        for number in range(300):
            for rule, position in claims(Random(f"rules {number}"), board):
                if len(positions[rule]) < EACH_RULE:
                    positions[rule].append(position)
        first = [position for some in positions for position in some[:1]]
        found.append(one | {"by rule": positions, "positions": first})
    return found


def claims(random: Random, board: RuleBoard) -> Iterator[tuple[int, Made]]:
    """Yield the rules that match first on a board that fills at random, each with its position."""
    board.board.clear()
    stones: tuple[list[int], list[int]] = ([], [])
    for cell, color in random_stones(random):
        before = [names(cells) for cells in stones]
        board.board.put(cell, color)
        for last, level in ((cell, 0), (-1, 3)):
            board.board.set_last(last)
            for side in (BLACK, WHITE):
                found = board.first(side, level)
                if found:
                    yield found[0], {"stones": before, "move": [names([cell])[0], color]}
                    if last == cell:
                        return  # the game is over
        board.board.set_last(-1)
        stones[color].append(cell)


def text_of(one: Made) -> str:
    """Return a program with the derivations of the sound set and of the learned rules."""
    parts = [DERIVATIONS, learned().partition("rule ")[0]]
    for rule in one["rules"]:
        keys = "\n".join(f"{key} {rule[key]}" for key in ("player", "level", "move"))
        parts.append(f"rule {rule['name']}\n{keys}\npremise\n    " + ",\n    ".join(rule["premise"]))
    return "\n\n".join(parts) + "\n"


def rule_kind(change: Callable[[Random, Made, Made], bool | None]) -> Kind:
    """Return a kind that changes a random rule, and tries it where it matched first."""

    def forge(random: Random, one: Made) -> bool | None:
        at = random.randrange(len(one["rules"]))
        some = one["by rule"][at] or one["positions"]
        one["positions"] = random.sample(some, min(3, len(some))) + random.sample(one["positions"], 1)
        return change(random, one, one["rules"][at])

    return forge


def literal_kind(change: Callable[[Random, str], str | None]) -> Kind:
    """Return a kind that changes a random literal of a rule."""

    def forge(random: Random, _one: Made, rule: Made) -> bool | None:
        at = random.randrange(len(rule["premise"]))
        new = change(random, rule["premise"][at])
        if new is None:
            return False
        rule["premise"][at] = new
        return None

    return rule_kind(forge)


def drop_literal(random: Random, _one: Made, rule: Made) -> bool | None:
    if len(rule["premise"]) < 2:
        return False
    del rule["premise"][random.randrange(len(rule["premise"]))]
    return None


def drop_where(fits: Callable[[str], bool]) -> Kind:
    """Return a kind that drops all literals of a sort from a rule."""

    def forge(_random: Random, _one: Made, rule: Made) -> bool | None:
        left = [literal for literal in rule["premise"] if not fits(literal)]
        if not left:
            return False
        rule["premise"] = left
        return None

    return rule_kind(forge)


def cut_premise(random: Random, _one: Made, rule: Made) -> bool | None:
    if len(rule["premise"]) < 2:
        return False
    del rule["premise"][random.randrange(1, len(rule["premise"])) :]
    return None


def repeat_literal(random: Random, _one: Made, rule: Made) -> None:
    rule["premise"].append(random.choice(rule["premise"]))


def exchange_literals(random: Random, _one: Made, rule: Made) -> bool | None:
    if len(rule["premise"]) < 2:
        return False
    at, to = random.sample(range(len(rule["premise"])), 2)
    premise = rule["premise"]
    premise[at], premise[to] = premise[to], premise[at]
    return None


def add_literal(random: Random, one: Made, rule: Made) -> None:
    rule["premise"].append(random.choice(random.choice(one["rules"])["premise"]))


def negate(_random: Random, literal: str) -> str:
    return literal[1:] if literal.startswith("¬") else f"¬{literal}"


def other_number(random: Random, literal: str) -> str | None:
    """Change a number, also one in the name of a predicate."""
    words = ("one", "two", "three", "four", "five")
    places = list(re.finditer(rf"(?<=\.)({'|'.join(words)})\b|(?<=[ (])\d+\b", literal))
    if not places:
        return None
    place = random.choice(places)
    new = random.choice(words) if place[0] in words else str(random.randrange(7))
    return literal[: place.start()] + new + literal[place.end() :]


def other_color(_random: Random, literal: str) -> str | None:
    exchanged = {"black": "white", "white": "black"}
    new = re.sub(r"\b(black|white)\b", lambda found: exchanged[found[0]], literal)
    return None if new == literal else new


def other_colors(random: Random, _one: Made, rule: Made) -> None:
    rule["premise"] = [other_color(random, literal) or literal for literal in rule["premise"]]


def variables(rule: Made) -> list[str]:
    return sorted({one for literal in rule["premise"] for one in re.findall(r"\b[A-Z]\w*", literal)})


def merge_variables(random: Random, _one: Made, rule: Made) -> bool | None:
    """Let two variables of a kind, such as Group1 and Group2, be one."""
    found = variables(rule)
    pairs = [(a, b) for a in found for b in found if a != b and a[:4] == b[:4]]
    if not pairs:
        return False
    old, new = random.choice(pairs)
    rule["premise"] = [re.sub(rf"\b{old}\b", new, literal) for literal in rule["premise"]]
    return None


def rename_once(random: Random, _one: Made, rule: Made) -> None:
    at = random.randrange(len(rule["premise"]))
    found = re.findall(r"\b[A-Z]\w*", rule["premise"][at])
    if found:
        old = random.choice(found)
        rule["premise"][at] = re.sub(rf"\b{old}\b", f"{old}x", rule["premise"][at])


def other_move(random: Random, _one: Made, rule: Made) -> bool | None:
    fields = [one for one in variables(rule) if one.startswith(("Field", "Reply"))]
    if rule["level"] == 0 or not fields:
        return False
    rule["move"] = random.choice(fields)
    return None


def other_player(_random: Random, _one: Made, rule: Made) -> None:
    rule["player"] = {"black": "white", "white": "black"}[rule["player"]]


def other_level(*steps: int) -> Kind:
    def forge(random: Random, _one: Made, rule: Made) -> bool | None:
        level = rule["level"] + random.choice(steps)
        if rule["level"] == 0 or not 0 < level < 9:
            return False
        rule["level"] = level
        return None

    return rule_kind(forge)


def exchange_keys(*keys: str) -> Kind:
    """Return a kind that exchanges parts of two rules."""

    def forge(random: Random, one: Made, rule: Made) -> None:
        other = random.choice(one["rules"])
        for key in keys:
            rule[key], other[key] = other[key], rule[key]

    return rule_kind(forge)


def drop_rule(_random: Random, one: Made, rule: Made) -> None:
    one["rules"].remove(rule)


def repeat_rule(random: Random, one: Made, rule: Made) -> None:
    copy = {**rule, "premise": list(rule["premise"]), "name": "copy"}
    one["rules"].insert(random.randrange(len(one["rules"])), copy)


def exchange_rules(random: Random, one: Made, rule: Made) -> None:
    rules, other = one["rules"], random.choice(one["rules"])
    at, to = rules.index(rule), rules.index(other)
    rules[at], rules[to] = rules[to], rules[at]


def end_of_a_game(_random: Random, _one: Made, rule: Made) -> bool | None:
    """Claim that a threat ends the game."""
    if rule["level"] == 0:
        return False
    rule["level"], rule["move"] = 0, "none"
    return None


KINDS: dict[str, Kind] = {
    "literal dropped": rule_kind(drop_literal),
    "literal negated": literal_kind(negate),
    "literal repeated": rule_kind(repeat_literal),
    "literals exchanged": rule_kind(exchange_literals),
    "literal of another rule added": rule_kind(add_literal),
    "premise cut": rule_kind(cut_premise),
    "negated literals dropped": drop_where(lambda literal: literal.startswith("¬")),
    "empty fields dropped": drop_where(lambda literal: literal.startswith("empty")),
    "second group dropped": drop_where(lambda literal: "Group2" in literal),
    "number changed": literal_kind(other_number),
    "color changed": literal_kind(other_color),
    "all colors changed": rule_kind(other_colors),
    "two variables are one": rule_kind(merge_variables),
    "variable renamed once": rule_kind(rename_once),
    "other move": rule_kind(other_move),
    "other player": rule_kind(other_player),
    "level lower": other_level(-2, -1),
    "level higher": other_level(1, 2, 4),
    "end of a game": rule_kind(end_of_a_game),
    "premises exchanged": exchange_keys("premise"),
    "premises and moves exchanged": exchange_keys("premise", "move"),
    "levels exchanged": exchange_keys("level"),
    "players exchanged": exchange_keys("player"),
    "rule dropped": rule_kind(drop_rule),
    "rule repeated first": rule_kind(repeat_rule),
    "rules exchanged": rule_kind(exchange_rules),
}


def judged(each: int, seed: int) -> Iterator[Judged]:
    """Yield the verdict on each rule that makes a claim; the judge tries all moves."""
    with tempfile.TemporaryDirectory() as folder:
        rules, positions = Path(folder, "forged.blanche"), Path(folder, "positions.jsonl")
        for kind, one in forgeries("rules", honest_rules(), KINDS, each, seed):
            text = text_of(one)
            rules.write_text(text)
            positions.write_text("".join(map(as_json, one["positions"])))
            done = run(
                f"zet renju rules verify --rules {rules} --positions {positions} --walks 0 --format json"
            )
            expected = expected_counts(text, one["positions"])
            if expected is None or not done.stdout:
                both = (
                    expected is None or not sum(map(Counter.total, expected))
                ) and done.returncode == 2
                yield Judged(kind, "refused", "" if both else "other verdict", f"{text}{done.stderr}")
                continue
            for line, counts in zip(map(json.loads, done.stdout.splitlines()), expected, strict=True):
                yield from compared_counts(kind, line, counts, f"{text}{positions.read_text()}{line}")


def compared_counts(kind: str, line: Made, counts: Counter[str], text: str) -> Iterator[Judged]:
    """Yield the judgment of the verdict on a rule, if it made a claim."""
    found = Counter({verdict: line[verdict] for verdict in ("true", "other", "false")})
    n_open = counts.pop("unjudged", 0)
    missing, extra = counts - found, found - counts
    if found.total() != counts.total() + n_open or missing or extra.total() != n_open:
        fault = "false accepted" if found["true"] > counts["true"] + n_open else "true refused"
        yield Judged(kind, line["status"], fault, f"{counts} expected, {n_open} unjudged: {text}")
    elif kind == HONEST and line["status"] == "refuted":
        yield Judged(kind, line["status"], "true refused", text)
    elif found.total():
        says = "refuted" if found.total() > found["true"] else "ok"
        yield Judged(kind, line["status"], "" if says == line["status"] else "other verdict", text)


def as_json(position: Made) -> str:
    """Return a position with its last move as a line."""
    black, white = position["stones"]
    point, color = position["move"]
    return json.dumps({"black": black, "white": white, "first": COLORS[color], "moves": [point]}) + "\n"


def expected_counts(text: str, positions: list[Made]) -> list[Counter[str]] | None:
    """Return how many claims of each rule are true, other or false; None for a program with errors."""
    try:
        matcher = Matcher(text)
    except WrongError:
        return None
    counts: list[Counter[str]] = [Counter() for _ in matcher.rules]
    for position in positions:
        for number, verdict in verdicts_at(matcher, position):
            counts[number][verdict] += 1
    return counts


def verdicts_at(matcher: Matcher, position: Made) -> Iterator[tuple[int, str]]:
    """Yield the rules that make a claim before and after the last move of a position, with verdicts."""
    point, color = position["move"]
    before, after = boards_of(json.dumps(position["stones"]), point, color)
    cell = cell_of(point)
    over = ended_by(before.board, cell, color)
    boards = [before]
    if over is None:
        boards.append(Position(after.stones, None, after.board))
    for here in boards:
        for side in (BLACK, WHITE):
            match = matcher.first(here, side, MOST)
            if match and match[1] is not None and matcher.rules[match[0]].player == side:
                number, move = match
                yield number, verdict(here.board, side, move, matcher.rules[number].level)
    found = matcher.first(after, 1 - color, 0)
    if found:
        yield found[0], "true" if matcher.rules[found[0]].player == over else "false"


@cache
def boards_of(stones: str, point: str, color: int) -> tuple[Position, Position]:
    """Return a position before and after its last move."""
    fields: dict[int, str] = {}
    board = Board()
    for one, points in enumerate(json.loads(stones)):
        for cell in map(cell_of, points):
            fields[cell], board = COLORS[one], board.put(cell, one)
    cell = cell_of(point)
    after = Position(fields | {cell: COLORS[color]}, cell, board.put(cell, color))
    return Position(fields, None, board), after


def ended_by(board: Board, cell: int, color: int) -> int | None:
    """Return the color that has won when a color plays on a cell."""
    if cell in board.five_cells(color):
        return color
    return WHITE if color == BLACK and board.forbidden(cell) else None


@cache
def verdict(board: Board, side: int, move: int, level: int) -> str:
    """Return whether a move, only another move, or no move wins within so many moves of both."""
    least = min(level, 3)
    if move_wins(board, side, move, least):
        return "true"
    if level > least:
        return "true" if move_wins_by_fours(board, side, move, level) else "unjudged"
    return "other" if wins_within(board, side, least) else "false"


def move_wins(board: Board, side: int, move: int, level: int) -> bool:
    if move in board.five_cells(side):
        return True
    legal = board.at(move) is None and board.may_play(move, side)
    return legal and level > 2 and loses_within(board.put(move, side), 1 - side, level - 1)


def move_wins_by_fours(board: Board, side: int, move: int, level: int) -> bool:
    """Whether a four on a cell, and fours after it, win within so many moves of both."""
    if board.at(move) is not None or not board.may_play(move, side):
        return False
    after, other = board.put(move, side), 1 - side
    fives = after.five_cells(side)
    if after.five_cells(other) or not fives:
        return False
    answer = min(fives)
    if len(fives) > 1 or not after.may_play(answer, other):
        return True
    return wins_by_fours(after.put(answer, other), side, (level - 1) // 2)
