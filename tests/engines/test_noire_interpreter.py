"""The plain interpreter: groups, built-in predicates, negation, derivations, inference, shipped sets."""

import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from noire_positions import COUNTEREXAMPLES, LEGALITY, MATCHES, cases, game, position, rows

from zet.engines.noire.checker import ProgramError
from zet.engines.noire.groups import GROUPS, PLACES
from zet.engines.noire.interpreter import Interpreter
from zet.engines.noire.match import Match
from zet.engines.noire.matcher import CompiledMatcher
from zet.engines.noire.position import BLACK, NONE, WHITE, Position
from zet.engines.renju.board import forbidden_cells
from zet.engines.renju.model import (
    BLACK as BLACK_SIDE,
    COLORS,
    N_CELLS,
    SIDE,
    WHITE as WHITE_SIDE,
    Game,
    cell_of,
    name,
)
from zet.engines.renju.rules import Board
from zet.formats.blanche import loads, rule_set

SETS = {one: Interpreter(rule_set(one)) for one in ("thesis", "sound")}
FIRST = "rule a\nplayer white\nlevel 0\nmove none\npremise "


def solutions(premise: str, where: Position, derivations: str = "") -> list[str]:
    """Return the solutions of a premise as text, such as `Field h8, Group g8.k8`."""
    interpreter = Interpreter(loads(f"{derivations}\n{FIRST}{premise}").program)
    [rule] = interpreter.program.rules
    return [
        ", ".join(f"{binding.variable} {binding}" for binding in match.bindings)
        for match in interpreter.solutions(rule, where)
    ]


def holds(premise: str, where: Position, derivations: str = "") -> bool:
    return bool(solutions(premise, where, derivations))


# Groups.


def test_table_3_2() -> None:
    """The numbers of groups without a border, with one and with two, by direction."""
    counts = Counter(
        (min(group.direction, 2), sum(cell is not None for cell in group.cells) - 5) for group in GROUPS
    )
    wanted = {(0, 1): 30, (0, 2): 135, (1, 1): 30, (1, 2): 135, (2, 0): 4, (2, 1): 76, (2, 2): 162}
    assert counts == wanted
    assert len(GROUPS) == 572


def test_numbers_of_groups() -> None:
    starts = [next(at for at, group in enumerate(GROUPS) if group.direction == way) for way in range(4)]
    assert starts == [0, 165, 330, 451]
    firsts = [(group.direction, group.base[0]) for group in GROUPS]
    assert firsts == sorted(firsts)
    assert {str(GROUPS[at]) for at in (0, 165, 330, 451)} == {"a1.e1", "a1.a5", "a1.e5", "a5.e1"}
    assert {"c5.g9", "k10.k14", "c10.g6", "e3.e7", "k8.k12"} < set(map(str, GROUPS))


def test_a_field_lies_in_at_most_20_groups_and_28_with_borders() -> None:
    assert max(sum(1 <= place <= 5 for _, place in places) for places in PLACES) == 20
    assert max(map(len, PLACES)) == 28
    assert all(list(places) == sorted(places) for places in PLACES)


def test_color_and_cardinality() -> None:
    where = position("h8h9", "h7")
    by_name = {str(group): where.groups[at] for at, group in enumerate(GROUPS)}
    assert by_name["h8.h12"] == (BLACK, 2)
    assert by_name["h7.h11"] == ("both", 0)
    assert by_name["h3.h7"] == (WHITE, 1)
    assert by_name["a1.e1"] == (NONE, 0)


def test_a_further_stone_changes_the_groups() -> None:
    random = Random(1)
    where = position()
    cells = random.sample(range(N_CELLS), 60)
    assert where.groups
    for number, cell in enumerate(cells):
        where = where.put(cell, (BLACK, WHITE)[number % 2])
    assert where.groups == Position(where.colors).groups
    assert where.last == cells[-1]


# Built-in predicates: modes and the order of solutions.


def test_group() -> None:
    where = position("h8i8j8", "a1")
    found = solutions("group(Group, black, 3)", where)
    assert found == ["Group f8.j8", "Group g8.k8", "Group h8.l8"]
    assert solutions("group(Group, C, 3)", where) == [f"{one}, C black" for one in found]
    assert solutions("group(Group, white, N)", where) == [
        f"Group {one}, N 1" for one in ("a1.e1", "a1.a5", "a1.e5")
    ]
    everything = solutions("group(Group, C, N)", where)
    assert len(everything) == 572
    assert everything[0] == "Group a1.e1, C white, N 1"
    assert [one.split(", ")[0] for one in everything] == [f"Group {group}" for group in GROUPS]
    assert holds("group(G, black, 3), group(G, C, N), group(G, black, N), ¬group(G, white, 3)", where)


def test_in() -> None:
    edge = position("-", "a1b1c1d1e1")
    assert solutions("group(G, white, 5), in(F, G, 0, 6)", edge) == [
        f"G a1.e1, F {one}" for one in ("a1", "b1", "c1", "d1", "e1", "f1")
    ]
    assert solutions("group(G, white, 5), in(F, G, 0, 0)", edge) == []
    assert solutions("group(G, white, 5), in(F, G, 2, 4)", edge) == [f"G a1.e1, F {x}1" for x in "bcd"]
    one = position("h8")
    by_field = solutions("color(F, black), in(F, G, 1, 1)", one)
    assert by_field == [f"F h8, G {group}" for group in ("h8.l8", "h8.h12", "h8.l12", "h8.l4")]
    assert len(solutions("color(F, black), in(F, G, 1, 5)", one)) == 20
    assert len(solutions("color(F, black), in(F, G, 0, 6)", one)) == 28
    assert solutions("color(F, black), in(F, G, 0, 0)", one)[0] == "F h8, G i8.m8"
    assert holds("color(F, black), in(F, G, 1, 1), in(F, G, 1, 5), ¬in(F, G, 2, 6)", one)


def test_color() -> None:
    where = position("h8c3", "a1")
    assert solutions("color(F, black)", where) == ["F c3", "F h8"]
    assert solutions("color(F, black), color(F, C)", where) == ["F c3, C black", "F h8, C black"]
    assert len(solutions("color(F, C)", where)) == N_CELLS
    assert solutions("color(F, C)", where)[:2] == ["F a1, C white", "F b1, C none"]


def test_direction_and_equal() -> None:
    where = position("-", "h8i8j8k8l8a5b4c3d2e1")
    words = [one.rpartition(" ")[2] for one in solutions("group(G, white, 5), direction(G, D)", where)]
    assert words == ["horizontal", "falling"]
    premise = "group(G, white, 5), group(H, white, 5), direction(G, D), direction(H, E), "
    assert len(solutions(premise + "equal(D, E)", where)) == 2
    assert len(solutions(premise + "¬equal(G, H), ¬equal(D, E), ¬direction(G, E)", where)) == 2
    assert holds("group(G, white, N), equal(N, 5), color(F, C), equal(C, white)", where)


def test_last_move() -> None:
    where = position("h8i8", last="i8")
    assert solutions("last.move(F)", where) == ["F i8"]
    assert solutions("color(F, black), last.move(F)", where) == ["F i8"]
    assert solutions("color(F, black), ¬last.move(F)", where) == ["F h8"]
    assert not holds("last.move(F)", position("h8i8"))
    assert Position.of(Game.build(moves=[3, 4, -1])).last == 4


def test_lead_to_black_loss() -> None:
    cross = position("g8i8h7h9", "f6j10")
    assert forbidden_cells(game("g8i8h7h9", "f6j10")) == {cell_of("h8"): "double_three"}
    assert solutions("color(F, none), lead.to.black.loss(F)", cross) == ["F h8"]
    assert len(solutions("color(F, none), ¬lead.to.black.loss(F)", cross)) == N_CELLS - 7
    # Six stones are on the board. A field that is not empty makes the literal fail, negated or not.
    assert not holds("color(F, white), lead.to.black.loss(F)", cross)
    assert not holds("color(F, white), ¬lead.to.black.loss(F)", cross)
    # The second stone is forbidden, the first alone is not. A stone that makes five ends the game.
    line = position("c8d8e8f8", "a1")
    five = "group(G, black, 4), in(F, G, 1, 5), color(F, none), in(B, G, 6, 6), color(B, none), "
    assert solutions(five + "¬lead.to.black.loss(F, B)", line) == [
        "G b8.f8, F b8, B g8",
        "G c8.g8, F g8, B h8",
    ]
    assert solutions(five + "¬lead.to.black.loss(B, F)", line) == ["G b8.f8, F b8, B g8"]
    assert solutions(five + "lead.to.black.loss(B, F)", line) == ["G c8.g8, F g8, B h8"]


def test_lead_to_black_loss_with_an_overline() -> None:
    """Stones on a to e and on g: a stone in the gap makes seven."""
    where = position("a8b8c8e8f8g8")
    between = "group(G, black, 4), in(F, G, 3, 4), color(F, none)"
    assert holds(f"{between}, lead.to.black.loss(F)", where)
    assert not holds(f"{between}, ¬lead.to.black.loss(F)", where)


def test_alternating_black_loss() -> None:
    """White's stone removes the reason why Black's move was forbidden."""
    where = position("g8i8h7h9", "f6")
    base = "color(F, none), lead.to.black.loss(F), color(E, none), "
    assert "F h8, E j8" in solutions(base + "¬alternating.black.loss(white, E, F)", where)
    assert "F h8, E a1" in solutions(base + "alternating.black.loss(white, E, F)", where)
    assert holds(base + "alternating.black.loss(black, F)", where)
    assert not holds(base + "alternating.black.loss(white, F)", where)
    # White makes five, and Black's stone is not placed.
    four = position("g8i8h7h9", "a1b1c1d1")
    five = "group(G, white, 4), in(E, G, 1, 5), color(E, none), color(F, none), lead.to.black.loss(F), "
    assert holds(five + "¬alternating.black.loss(white, E, F)", four)
    assert not holds(five + "alternating.black.loss(white, E, F)", four)


# Negation and derivations.


def test_variables_of_a_negated_literal_alone() -> None:
    """No black three exists at all, in any group."""
    text = "three(Group) :- group(Group, black, 3)"
    assert holds("¬three(Group_), last.move(F)", position("h8i8", last="h8"), text)
    assert not holds("¬three(Group_), last.move(F)", position("h8i8j8", last="h8"), text)
    assert holds("¬in2(F_, G_)", position(), "in2(F, G) :- group(G, black, 1), in(F, G, 1, 5)")
    # One variable is bound, the other stands for any.
    pairs = "group(G, black, 2), ¬near(G, F_)"
    near = "near(G, F) :- in(F, G, 0, 6), color(F, white)"
    assert len(solutions(pairs, position("h8i8"), near)) == 4
    assert len(solutions(pairs, position("h8i8", "j8"), near)) == 0


def test_derivations_are_tried_in_order_and_each_solution_comes_once() -> None:
    text = "p(F) :- color(F, white)\np(F) :- color(F, black)\np(F) :- color(F, white), last.move(F)"
    where = position("h8", "a1c1", last="a1")
    assert solutions("p(F)", where, text) == ["F a1", "F c1", "F h8"]
    assert solutions("color(F, white), p(F)", where, text) == ["F a1", "F c1"]


def test_constants_and_repeated_variables_in_heads() -> None:
    text = "p(F, black) :- color(F, black)\np(F, white) :- color(F, white)\nq(F, F) :- color(F, black)"
    where = position("h8", "a1")
    assert solutions("p(F, white)", where, text) == ["F a1"]
    assert solutions("p(F, C)", where, text) == ["F h8, C black", "F a1, C white"]
    assert solutions("q(F, E)", where, text) == ["F h8, E h8"]
    assert not holds("color(F, white), color(E, black), q(F, E)", where, text)
    assert solutions("r(F, F)", where, "r(F, E) :- color(F, C), color(E, C), ¬color(F, none)") == [
        *("F a1", "F h8")
    ]


def test_figure_4_4() -> None:
    """The position has two fours, c5.g9 and k10.k14; the premise requires two different fours."""
    where = position("b4k9", "c5d6e7f8k10k11k12k13")
    text = "white.four(Group) :- group(Group, white, 4)"
    found = solutions("white.four(Group1), white.four(Group2), ¬equal(Group1, Group2)", where, text)
    assert found == ["Group1 k10.k14, Group2 c5.g9", "Group1 c5.g9, Group2 k10.k14"]
    assert len(solutions("white.four(Group1), white.four(Group2)", where, text)) == 4


def test_section_4_2_overlap_and_open() -> None:
    """The examples of the text: overlap/4 with constants in the call, and open/1 with separate fields."""
    open_text = "".join(
        f"open(Group) :- in(Field_1, Group, {a}, {a}), color(Field_1, none),"
        f" in(Field_2, Group, {b}, {b}), color(Field_2, none)\n"
        for a, b in ((0, 5), (1, 6))
    )
    where = position("-", "e4e5")
    assert "Group e3.e7" in solutions("group(Group, white, 2), open(Group)", where, open_text)
    assert "Group e4.e8" in solutions("group(Group, white, 2), open(Group)", where, open_text)
    assert not holds("group(Group, white, 2), open(Group)", position("e2e6", "e4e5"), open_text)
    # A black three that meets the group c10.g6 in the field that is left out, f7, and one in d9.
    overlaps = "group(G, white, 2), in(F, G, 4, 4), overlap(G, black, 3, F)"
    text = (
        "overlap(G, H, F) :- ¬equal(G, H), in(E_, G, 0, 6), in(E_, H, 1, 5),"
        " color(E_, none), ¬equal(F, E_)\n"
        "overlap(G, C, N, F) :- group(H_, C, N), overlap(G, H_, F)\n"
    )
    assert not holds(overlaps, position("f5f8f9", "c10g6"), text)
    assert solutions(overlaps, position("d10d11d12", "c10g6"), text) == ["G c10.g6, F f7"]
    # A derivation for twos is not for threes.
    twos = text.replace("(G, C, N, F) :- group(H_, C, N)", "(G, black, 2, F) :- group(H_, black, 2)")
    assert not holds(overlaps, position("d10d11d12", "c10g6"), twos)


def test_figures_3_5_to_3_8() -> None:
    """A five takes precedence over an overline; a three that cannot grow to a straight four is none."""
    for level_0 in SETS.values():
        overline = position("c8d8e8f8g8h8", last="f8")
        match = level_0.infer(overline, WHITE_SIDE, 0)
        assert match
        assert match.rule.name == "direct-win.overline"
        both = position("c8d8e8f8g8h8f9f10f11f12", last="f8")
        match = level_0.infer(both, WHITE_SIDE, 0)
        assert match
        assert (match.rule.name, match.rule.player) == ("direct-win.five", BLACK_SIDE)
        fours = position("e8f8g8h8h9h10h11", "d8h12", last="h8")
        match = level_0.infer(fours, WHITE_SIDE, 0)
        assert match
        assert match.rule.name == "direct-win.double-four"
        assert level_0.infer(Position(fours.colors, cell_of("e8")), WHITE_SIDE, 0) is None
        threes = position("g7h8i9g9i7", last="h8")
        match = level_0.infer(threes, WHITE_SIDE, 0)
        assert match
        assert match.rule.name == "direct-win.double-three"
        # With more stones in one diagonal, growing to a four there makes an overline.
        assert level_0.infer(position("g7h8i9g9i7d4e5k11l12", last="h8"), WHITE_SIDE, 0) is None


# The shipped sets.


@pytest.mark.parametrize("row", cases(MATCHES))
@pytest.mark.parametrize("rules", SETS)
def test_matches(rules: str, row: list[str]) -> None:
    rule, player, move, black, white = row
    match = SETS[rules].infer(position(black, white), COLORS.index(player))
    assert match
    assert match.move is not None
    assert (match.rule.name, match.rule.player) == (rule, COLORS.index(player))
    assert name(match.move) == move


@pytest.mark.parametrize("row", cases(COUNTEREXAMPLES))
def test_counterexamples(row: list[str]) -> None:
    """The thesis's rule claims that the move wins; the sound set does not."""
    rule, player, move, _, black, white = row
    where, mover = position(black, white), COLORS.index(player)
    match = SETS["thesis"].infer(where, mover)
    assert match
    assert (match.rule.name, match.rule.player, name(match.move or 0)) == (rule, mover, move)
    other = SETS["sound"].infer(where, mover)
    assert other is None or other.move != cell_of(move)


@pytest.mark.parametrize("row", rows(LEGALITY)[:-1], ids=" ".join)
def test_legality(row: list[str]) -> None:
    field, why, black = row
    where = position(black)
    for rules, legality, is_right in (
        ("thesis", "exact", True),
        ("thesis", "rules", False),
        ("sound", "rules", True),
    ):
        interpreter = Interpreter(rule_set(rules), legality)  # type: ignore[arg-type]
        assert interpreter.is_forbidden(where, cell_of(field)) == ((why != "none") == is_right), rules


def crowded(n_boards: int, seed: int) -> Iterator[Game]:
    """Yield positions with many stones in a corner, without a five."""
    random = Random(seed)
    while n_boards:
        size = random.randint(5, 7)
        corner = [SIDE * y + x for y in range(4, 4 + size) for x in range(4, 4 + size)]
        cells = random.sample(corner, random.randint(6, 14))
        black = cells[: random.randint(5, len(cells))]
        found = Game.build(black, cells[len(black) :], 0)
        board = Board.of(found)
        if not any(board.has_five(cell) for cell in cells):
            n_boards -= 1
            yield found


@pytest.mark.parametrize("n_boards", [1, pytest.param(40, marks=pytest.mark.slow)])
def test_the_sound_rules_of_level_0_are_the_rules_of_renju(n_boards: int) -> None:
    interpreter = Interpreter(rule_set("sound"), "rules")
    for found in crowded(n_boards, n_boards):
        where = Position.of(found)
        wanted = forbidden_cells(found)
        near = [
            cell for cell in range(N_CELLS) if where.colors[cell] == NONE and cell // SIDE in range(3, 12)
        ]
        got = {cell for cell in near if interpreter.is_forbidden(where, cell)}
        assert got == set(wanted) & set(near), found


def test_the_movers_rules_come_first_above_level_1() -> None:
    program = rule_set("sound")
    for mover in (BLACK_SIDE, WHITE_SIDE):
        order = [program.rules[number] for number in program.ordered(mover)]
        n_deciding = program.n_deciding(mover)
        both = [rule for rule in order if rule.level <= 1]
        own = [rule for rule in order if rule.level > 1 and rule.player == mover]
        assert order[:n_deciding] == both + own
        assert [rule.level for rule in own] == sorted(rule.level for rule in own)
        assert {rule.player for rule in order[n_deciding:]} == {1 - mover}
    # White has a win of a lower level, but Black is to move: his is no longer hidden behind it.
    where = position("f5g8i8f9j9", "b2b3b4")
    first = {}
    for order in ("mover", "thesis"):
        match = Interpreter(replace(program, order=order)).infer(where, BLACK_SIDE)
        assert match
        assert CompiledMatcher(replace(program, order=order)).infer(where, BLACK_SIDE) == match
        first[order] = (match.rule.player, match.rule.level)
    assert first == {"mover": (BLACK_SIDE, 5), "thesis": (WHITE_SIDE, 3)}


def test_inference_goes_by_level_and_by_the_mover_first() -> None:
    sound = Interpreter(replace(rule_set("sound"), order="thesis"))
    where = position("h8h9h10", "c3c4c5")
    first = [match.rule.player for match in sound.matches(where, WHITE_SIDE)]
    assert first[:2] == [WHITE_SIDE, BLACK_SIDE]
    assert [match.rule.player for match in sound.matches(where, BLACK_SIDE)][:2] == [
        BLACK_SIDE,
        WHITE_SIDE,
    ]
    assert sound.infer(where, WHITE_SIDE, 1) is None
    levels = [rule.level for rule in sound.rules(WHITE_SIDE)]
    assert levels == sorted(levels)
    match = sound.infer(position("h8h9h10h11", "c3c4c5"), WHITE_SIDE)
    assert match
    assert (match.rule.level, match.rule.player) == (1, BLACK_SIDE)


def test_the_first_solution_is_the_first_of_all() -> None:
    for found in crowded(1, 2):
        where = Position.of(found)
        for rule in SETS["thesis"].program.rules:
            several = list(SETS["thesis"].solutions(rule, where))
            assert len(set(several)) == len(several)
            assert SETS["thesis"].match(rule, where) == (several[0] if several else None)
            miss = SETS["thesis"].why_not(rule, where)
            assert (miss is None) == bool(several)
            if miss:
                assert 1 <= miss.number <= len(rule.premise)


def test_why_not() -> None:
    sound = SETS["sound"]
    rule = next(one for one in sound.program.rules if (one.name, one.player) == ("t-threat", BLACK_SIDE))
    miss = sound.why_not(rule, position("h8h9"))
    assert miss
    assert (miss.number, str(miss.literal), miss.bindings, miss.ways) == (1, "black.three(Group1)", (), 1)
    miss = sound.why_not(rule, position("h8h9h10", "h11"))
    assert miss
    assert str(miss.literal) == "¬lead.to.black.loss(Field1)" or miss.number < len(rule.premise)
    assert sound.why_not(rule, position("h8h9h10")) is None


def test_gomoku() -> None:
    """Six in a row win, nothing is forbidden, and both colors have the same rules."""
    gomoku = Interpreter(rule_set("gomoku"), "rules")
    six = gomoku.infer(position("c8d8e8f8g8h8"), WHITE_SIDE)
    assert six
    assert six.rule.player == BLACK_SIDE
    assert not gomoku.is_forbidden(position("g8i8h7h9"), cell_of("h8"))
    cross = gomoku.infer(position("g8i8h7h9"), BLACK_SIDE)
    assert cross
    assert (cross.rule.name, name(cross.move or 0)) == ("cross-1", "h8")
    for row in rows(MATCHES):
        rule, player, move, black, white = row
        if player == "white" and rule in ("t-threat", "z-threat", "cross-1", "cross-2"):
            match = gomoku.infer(position(white, black), BLACK_SIDE)
            assert match
            assert (match.rule.name, name(match.move or 0)) == (rule, move)


def test_programs_with_errors_are_refused() -> None:
    with pytest.raises(ProgramError) as caught:
        Interpreter(loads(FIRST + "xyz(F), in(F, G, 1, 9)").program)
    assert len(str(caught.value).splitlines()) == len(caught.value.faults) == 2


def test_an_interpreter_can_be_sent_to_another_process() -> None:
    again = pickle.loads(pickle.dumps(SETS["sound"]))
    where = position("h8h9h10")
    match = again.infer(where, BLACK_SIDE)
    assert isinstance(match, Match)
    assert match == SETS["sound"].infer(where, BLACK_SIDE)


@pytest.mark.parametrize("row", cases(MATCHES)[:8])
def test_the_steps_of_all_ways(row: list[str]) -> None:
    """The paths end in the solutions, and the longest paths and their number agree with `why_not`."""
    wanted, player, *_rest, black, white = row
    where = Position.of(game(black, white, player))
    interpreter = SETS["sound"]
    for rule in (one for one in interpreter.program.rules if one.name == wanted):
        steps = list(interpreter.steps(rule, where))
        last = len(rule.premise)
        found = sum(step.holds and step.number == last for step in steps)
        assert found == len(list(interpreter.solutions(rule, where)))
        assert all(step.literal is rule.premise[step.number - 1] for step in steps)
        assert all(after.number <= one.number + one.holds for one, after in pairwise(steps))
        miss = interpreter.why_not(rule, where)
        assert (miss is None) == (found > 0)
        if miss is not None:
            assert miss.number == max(step.number for step in steps)
            if miss.number > 1:
                ways = sum(step.holds and step.number == miss.number - 1 for step in steps)
                assert miss.ways == ways
