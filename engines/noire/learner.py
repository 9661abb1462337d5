"""New rules from won positions: a win by fours, generalized to the conditions that it needs.

A win by fours uses a few groups: each four is made in a group, and answered in the same group. The rule
states how many stones each group has, which fields the groups share, and which stones the opponent must
not have, so that its answers neither break a later four nor make a four. The rule applies wherever the
groups lie. Source: P.P. Kruijsen, Kennis en renju (2001), section 6.3, which leaves the learning of rules
to future work.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, count
from random import Random

from zet.engines.noire.groups import GROUPS, PLACES, check_board
from zet.engines.noire.program import Derivation, Literal, Program, Rule, Variable
from zet.engines.noire.solver import solve
from zet.engines.noire.soundness import RuleBoard, Tally, Verifier
from zet.engines.renju._player import PositionalSearch
from zet.engines.renju.model import BLACK, COLORS, N_CELLS, Game

MOST_FOURS = 3
SAVING = 0.005
"""A rule is kept only if it saves at least this fraction of the positions that are searched."""
COUNTS = ("none", "one", "two", "three")

_FIELD, _FIELD_2, _GROUP, _COLOR, _N, _SOME = map(
    Variable, ("Field", "Field2", "Group", "Color", "N", "Group_")
)


def _literal(predicate: str, *arguments: Variable | str | int) -> Literal:
    return Literal(predicate, arguments)


def _not(predicate: str, *arguments: Variable | str | int) -> Literal:
    return Literal(predicate, arguments, is_negated=True)


DERIVATIONS = (
    Derivation(_literal("borders", _FIELD, _GROUP), (_literal("in", _FIELD, _GROUP, 0, 0),)),
    Derivation(_literal("borders", _FIELD, _GROUP), (_literal("in", _FIELD, _GROUP, 6, 6),)),
    Derivation(
        _literal("meets", _COLOR, _N, _FIELD),
        (_literal("group", _SOME, _COLOR, _N), _literal("in", _FIELD, _SOME, 1, 5)),
    ),
    Derivation(
        _literal("meets", _COLOR, _N, _FIELD, _FIELD_2),
        (
            _literal("group", _SOME, _COLOR, _N),
            _literal("in", _FIELD, _SOME, 1, 5),
            _literal("in", _FIELD_2, _SOME, 1, 5),
        ),
    ),
)
"""The derivations that learned rules use besides the derivations of a rule base."""


def short_win(search: PositionalSearch, color: int) -> list[int]:
    """Return the moves of the shortest win by at most MOST_FOURS fours; empty if there is none.

    The moves are fours and answers in turn, without the answer to the last four.
    """
    for most in range(1, MOST_FOURS + 1):
        if search.win_by_fours(color, most):
            return search.line()
    return []


def generalized(owners: Sequence[int | None], color: int, line: Sequence[int]) -> Rule | None:
    """Return the rule that generalizes a win by fours; None if no rule can express the win.

    `owners` lists the colors of the stones on the 225 cells; `line` is a win returned by `short_win`.
    """
    board = list(owners)
    fours, answers = line[::2], [*line[1::2]]
    groups: list[int] = []
    for number, four in enumerate(fours):
        board[four] = color
        made = _fours_at(board, color, four)
        if number < len(answers):
            made = [group for group in made if _hole(board, group) == answers[number]]
            board[answers[number]] = 1 - color
        groups += made[:1]
        if not made:
            return None
        if number == len(answers):
            others = [group for group in made if _hole(board, group) != _hole(board, made[0])]
            answers.append(_hole(board, made[0]))
            groups += others[:1]
            if others:
                answers.append(_hole(board, others[0]))
    return _rule(owners, color, fours, answers, groups)


def _fours_at(board: Sequence[int | None], color: int, cell: int) -> list[int]:
    """Return the groups through `cell` with four stones of `color`, in which a fifth would win."""
    found = []
    for number, place in PLACES[cell]:
        held = [board[at] for at in GROUPS[number].base]
        ends = [board[at] for at in (GROUPS[number].cells[0], GROUPS[number].cells[6]) if at is not None]
        is_four = 1 <= place <= 5 and held.count(color) == 4 and held.count(None) == 1
        if is_four and (color != BLACK or BLACK not in ends):
            found.append(number)
    return found


def _hole(board: Sequence[int | None], group: int) -> int:
    """Return the only empty base field of a group."""
    return next(cell for cell in GROUPS[group].base if board[cell] is None)


def _rule(
    owners: Sequence[int | None],
    color: int,
    fours: Sequence[int],
    answers: Sequence[int],
    groups: Sequence[int],
) -> Rule | None:
    """Return the rule for a win in which the n-th four and its answer are both in the n-th group.

    `answers` and `groups` may have one entry more than `fours`, for a second way to make five after the
    last four.
    """
    fields = [Variable(f"Field{number}") for number in range(1, len(fours) + 1)]
    replies = [Variable(f"Reply{number}") for number in range(1, len(answers) + 1)]
    names = [Variable(f"Group{number}") for number in range(1, len(groups) + 1)]
    premise: list[Literal] = []
    bound: set[Variable] = set()
    used: set[int] = set()
    for number, group in enumerate(groups):
        base = GROUPS[group].base
        n_played = min(number, len(fours) - 1) + 1
        n_stones = sum(owners[cell] == color for cell in base)
        premise.append(_literal(f"{COLORS[color]}.{COUNTS[n_stones]}", names[number]))
        inside = [at for at in range(n_played) if fours[at] in base]
        used |= set(inside) - {number}
        here = [*((fours[at], fields[at]) for at in inside), (answers[number], replies[number])]
        for at, (_, field) in enumerate(here):
            premise.append(_literal("in", field, names[number]))
            if field not in bound:
                premise.append(_literal("empty", field))
                premise += [_not("equal", field, other) for _, other in here[:at]]
                bound.add(field)
        premise += [_not("in", reply, names[number]) for reply in replies[: min(number, len(fours) - 1)]]
        if color == BLACK:
            outside = [fields[at] for at in range(n_played) if at not in inside]
            premise += [_not("borders", field, names[number]) for field in outside]
    if len(groups) > len(fours):
        premise.append(_not("equal", replies[-1], replies[-2]))
    last = len(fours) - 1
    if set(range(last)) - used:  # a four that no later four needs
        return None
    enemy = COLORS[1 - color]
    premise += [_not("meets", enemy, 3, reply) for reply in replies[:last]]
    premise += [_not("meets", enemy, 2, *pair) for pair in combinations(replies[:last], 2)]
    played = [variable for pair in zip(fields, replies, strict=False) for variable in pair]
    if color == BLACK:
        loss = played[: 2 * len(fours) - 1]
        premise.append(_not("alternating.black.loss", "black", *loss))
        if len(groups) == len(fours):
            return None  # White has no forbidden answer
    elif len(groups) == len(fours):
        premise.append(_literal("alternating.black.loss", "white", *played))
    shape = "-".join(f"{sum(owners[cell] == color for cell in GROUPS[group].base)}" for group in groups)
    return Rule(f"fours-{shape}", color, 2 * len(fours) + 1, fields[0], tuple(premise))


def proposals(games: Iterable[tuple[Game, Sequence[int]]], known: RuleBoard) -> Counter[Rule]:
    """Return rules for short wins by fours in won games, and the number of times each was found.

    Each game is paired with a line that wins for the side to move. Positions in which a known rule
    matches, for either side, are left out, since a new rule would not be reached there.
    """
    search = PositionalSearch(exact_black=True, exact_white=False, restricted=True)
    found: Counter[Rule] = Counter()
    for game, line in games:
        check_board(game)
        search.begin(-1, None)
        known.board.clear()
        owners: list[int | None] = [None] * N_CELLS
        for color, cells in enumerate(game.stones()):
            for cell in cells:
                _put(search, known, owners, cell, color)
        for number, move in enumerate(line):
            color = (game.side + number) % 2
            if number % 2 == 0 and (fours := short_win(search, color)):
                rule = generalized(owners, color, fours)
                seen = known.first(color, rule.level) if rule else None
                if rule and seen is None:
                    found[rule] += 1
            _put(search, known, owners, move, color)
    return found


def _put(
    search: PositionalSearch, known: RuleBoard, owners: list[int | None], cell: int, color: int
) -> None:
    search.play(cell, color)
    known.board.put(cell, color)
    known.board.set_last(-1)
    owners[cell] = color


@dataclass(frozen=True, slots=True)
class Lesson:
    """The evaluation of a proposed rule.

    `seen` is the number of times that the rule was found, `claims` the number of its claims that were
    checked, and `refuted` the number of false claims. `before` and `after` are the numbers of positions
    visited on the training set without the rule and with the rule; `after` is None if the rule was not
    tried. The rule is kept if no claim is refuted and the saving is large enough.
    """

    rule: Rule
    seen: int
    claims: int
    refuted: int
    before: int
    after: int | None
    is_kept: bool


def learn(
    program: Program,
    games: Sequence[tuple[Game, Sequence[int]]],
    *,
    level: int,
    nodes: int,
    walks: int,
    seed: int,
    saving: float = SAVING,
) -> Iterator[Lesson]:
    """Yield the evaluation of each proposed rule, the most frequent first.

    Rules above level `level` are skipped. The claims of a rule are checked in the games and on
    `walks` random boards. A rule is kept, and used in all later evaluations, only if no claim is refuted
    and the rule saves at least the fraction `saving` of the positions that the searches visit without it.
    The search of each game visits at most `nodes` positions.

    Raises:
        ProgramError: the program has errors.
    """
    known = replace(program, derivations=program.derivations + missing(program))
    positions = [game for game, _ in games]
    before = effort(known, positions, level, nodes)
    for rule, seen in proposals(games, RuleBoard(known)).most_common():
        if rule.level > level:
            continue
        rule = replace(rule, name=_new_name(rule.name, known))
        tried = replace(known, rules=(*known.rules, rule))
        tally = _verified(tried, games, walks, seed)
        refuted = tally.checked - tally.counts["true"]
        after = None if refuted else effort(tried, positions, level, nodes)
        is_kept = after is not None and before - after >= saving * before
        yield Lesson(rule, seen, tally.checked, refuted, before, after, is_kept)
        if is_kept and after is not None:
            known, before = tried, after


def missing(program: Program) -> tuple[Derivation, ...]:
    """Return the derivations that learned rules use and a program lacks."""
    there = {derivation.head.key for derivation in program.derivations}
    return tuple(derivation for derivation in DERIVATIONS if derivation.head.key not in there)


def effort(program: Program, games: Iterable[Game], level: int, nodes: int) -> int:
    """Return the number of positions that NOIRE visits in `games`, at most `nodes` in each game."""
    return sum(solve(game, program, level=level, nodes=nodes).nodes for game in games)


def _verified(
    program: Program, games: Iterable[tuple[Game, Sequence[int]]], walks: int, seed: int
) -> Tally:
    """Check the claims of a program's last rule in games and on random boards; return their tally."""
    verifier = Verifier(program)
    for game, line in games:
        verifier.verify_game(Game.build(*game.stones(), game.side, line))
    for number in range(walks):
        verifier.verify_walk(Random(f"{seed}/{number}"))
    return verifier.tallies[-1]


def _new_name(name: str, program: Program) -> str:
    """Return an unused name for a new rule: `name`, with a number appended if it is taken."""
    taken = {rule.name for rule in program.rules}
    several = chain([name], (f"{name}-no{number}" for number in count(2)))
    return next(one for one in several if one not in taken)
