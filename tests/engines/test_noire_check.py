"""The faults that the checks find in BLANCHE programs, and programs without faults."""

from typing import get_args

import pytest

from zet.engines.messages import code_of
from zet.engines.noire.checker import MAX_DEPTH, check
from zet.engines.noire.kinds import kinds_of
from zet.formats.blanche import loads
from zet.formats.blanche.contract import FaultCode

HEAD = "rule a\nplayer white\nlevel 3\nmove Field1\npremise "
FREE = "rule a\nplayer white\nlevel 0\nmove none\npremise "


def faults(text: str) -> list[str]:
    found = check(loads(text).program)
    assert {code_of(fault.reason) for fault in found} <= {*get_args(FaultCode)}
    return [str(fault).removeprefix("-:") for fault in found]


def errors(text: str) -> list[str]:
    return [found for found in faults(text) if "warning" not in found]


GOOD = [
    "group(Group, C, N)",
    "group(Group, white, 3), in(Field1, Group, 0, 6), color(Field1, C)",
    "last.move(Field1), in(Field1, Group1, 1, 5), direction(Group1, D)",
    "last.move(Field1), in(Field1, Group1, 1, 5), in(Field1, Group2, 2, 4), ¬equal(Group1, Group2)",
    "color(Field1, none), lead.to.black.loss(Field1)",
    "color(F, C), color(F2, C2), equal(C, C2), ¬equal(F, F2)",
    "color(F, none), alternating.black.loss(white, F)",
    "¬group(Group_, black, 5), group(Group, black, 4)",
    "¬group(Group_, black, 5), ¬group(Group_, white, 5)",
    "group(G, white, N), in(F, G, N, N)",
]


@pytest.mark.parametrize("premise", GOOD)
def test_what_is_right(premise: str) -> None:
    assert faults(FREE + premise) == []


MODES = [
    ("in(F, G, 1, 5)", "F or G must be bound before"),
    ("group(G, white, 3), in(F, G, A, 5)", "A must be bound before"),
    ("group(G, white, 3), in(F, G, 0, B)", "B must be bound before"),
    ("in(F, G, A, B)", "F, G, A, B must be bound before"),
    ("direction(G, D)", "G must be bound before"),
    ("equal(G, H)", "G or H must be bound before"),
    ("color(F, none), less(N + 1, 3)", "N must be bound before `N + 1`"),
    ("color(F, none), edge(F, N), at.most(2 * (N - M), 3)", "M must be bound before `N - M`"),
    ("lead.to.black.loss(F)", "F must be bound before"),
    ("color(F, none), lead.to.black.loss(F, E)", "E must be bound before"),
    ("color(F, none), alternating.black.loss(C, F)", "C must be bound before"),
    ("color(F, none), ¬direction(G, D)", "G must be bound before"),
    ("color(F, none), ¬in(E, G, 1, 5)", "E or G must be bound before"),
    ("color(F, none), ¬equal(F, E), color(E, none)", "E must be bound before `¬equal(F, E)`"),
]


def test_a_variable_with_the_name_of_a_color() -> None:
    [found] = check(loads(FREE + "color(F, White)").program)
    assert not found.is_error
    assert (
        str(found)
        == "-:5:9: warning: White is a variable, which may have any value; write white for the color"
    )


def test_a_negated_literal_binds_nothing() -> None:
    [found] = errors(FREE + "¬color(F, black), color(F, none)")
    assert "5:9: F must be bound before `¬color(F, black)`, which binds no variables itself" in found
    assert errors(FREE + "color(F, none), ¬color(F, black)") == []


def test_modes_go_through_derivations() -> None:
    text = "p(F, G) :- in(F, G, 1, 5)\n" + FREE
    assert errors(text + "group(G, white, 3), p(F, G)") == []
    assert errors(text + "color(F, none), p(F, G)") == []
    [found] = errors(text + "p(F, G)")
    assert found.startswith("1:12: F or G must be bound")
    assert "called with arguments 1, 2 unbound" in found


def test_a_head_must_be_bound() -> None:
    text = "p(F, G) :- color(F, none)\n" + FREE
    assert errors(text + "group(G, white, 3), p(F, G)") == []
    assert errors(text + "p(F, G)") == [
        "1:1: the derivation does not bind G (called with arguments 1, 2 unbound)"
    ]
    assert errors("p(F) :- ¬color(F, none)\n" + FREE + "p(F)")


KINDS = [
    ("color(F, both)", "both is a color; argument 2 of `color(F, both)` must be the color of a field"),
    ("group(G, red, 3)", "red is not a constant of any kind"),
    (
        "group(G, white, 6)",
        "6 is a number; argument 3 of `group(G, white, 6)` must be a number of stones",
    ),
    ("group(G, 3, white)", "3 is a number; argument 2"),
    ("group(G, white, 3), in(F, G, 0, 7)", "7 is a number; argument 4"),
    (
        "color(h16, none)",
        "h16 is not a constant of any kind (a variable begins with a capital); argument 1",
    ),
    ("group(h8, white, 3)", "h8 is a field; argument 1 of `group(h8, white, 3)` must be a group"),
    (
        "color(F, none), forbidden(F, five)",
        "five is a word; argument 2 of `forbidden(F, five)` must be a kind",
    ),
    (
        "color(F, none), edge(F, N), less(N, own)",
        "own is a color; argument 2 of `less(N, own)` must be a number",
    ),
    ("group(G, white, 3), less(G, 4)", "G is a group; argument 1 of `less(G, 4)` must be a number"),
    ("color(F, none), direction(F, D)", "F is a field; argument 1 of `direction(F, D)` must be a group"),
    ("color(F, none), group(G, white, 3), equal(F, G)", "G is a group; argument 2"),
    ("color(F, none), alternating.black.loss(none, F)", "none is a color"),
    ("group(G, white, 3), direction(G, D), equal(D, sideways)", "sideways is not a constant"),
    ("group(G, white, 3), direction(G, north)", "north is a number; argument 2"),
    ("color(F, none), step(F, 1, rising, G)", "rising is a direction"),
    ("color(F, none), step(F, 1, 2, north, G)", "north is a number; argument 4"),
    ("group(G, white, 3), less(direction(G), 3)", "argument 1 of `less(direction(G), 3)`"),
]


@pytest.mark.parametrize(("premise", "reason"), MODES + KINDS)
def test_what_must_be_bound_and_of_which_kind(premise: str, reason: str) -> None:
    assert any(reason in found for found in errors(FREE + premise))


@pytest.mark.parametrize(
    ("premise", "reason"),
    [
        (
            "now(3)",
            (
                "a rule with a level applies to a position and cannot contain `now(3)`, "
                "which refers to a game"
            ),
        ),
        ("color(F, none) later", "cannot contain `color(F, none) later`, which refers to a game"),
        ("seen(F)", "cannot contain `to.move(black)`, which refers to a game"),
    ],
)
def test_a_rule_with_a_level_has_no_game(premise: str, reason: str) -> None:
    text = "seen(F) :- color(F, none), to.move(black)\n"
    assert any(reason in found for found in errors(text + FREE + premise))
    assert errors(text + "rule question\npremise " + premise + ", last.move(F), seen(F)") == []


@pytest.mark.parametrize(
    ("premise", "reason"),
    [
        ("color(F, own) 2 times, edge(F, 0)", "has nothing to count"),
        ("color(F, own) at N", "N must be bound before `color(F, own) at N`"),
        ("(color(F, own) or color(E, own)), edge(F, 0)", "does not bind F"),
        ("distance(E, F, 1) N times, color(E, own)", "E must be bound before `distance"),
    ],
)
def test_phrases_that_cannot_be(premise: str, reason: str) -> None:
    assert any(reason in found for found in errors("rule question\npremise " + premise))


def test_own_may_be_of_either_color() -> None:
    text = "rule a\npremise color(F, own), color(F, black), group(G, other, 3), equal(other, white)"
    assert faults(text) == []
    assert "`color(F, own)` contradicts `color(F, other)`" in str(
        faults("rule a\npremise color(F, own), color(F, other)")
    )


def test_kinds_go_through_derivations() -> None:
    text = "p(G, N) :- group(G, white, N)\nsame(X, Y) :- equal(X, Y)\n" + FREE
    assert errors(text + "p(G, 3), p(H, 2), same(G, H), color(F, none), color(E, none), same(E, F)") == []
    assert "argument 2 of `p(G, white)` must be a number of stones" in errors(text + "p(G, white)")[0]
    assert "argument 2 of `p(G, 6)`" in errors(text + "p(G, 6)")[0]
    assert (
        "argument 2 of `same(F, G)` must be a field"
        in errors(text + "p(G, 3), color(F, none), same(F, G)")[0]
    )
    kinds = kinds_of(loads(FREE + "group(G, C, N), direction(G, D), last.move(F)").program).rules
    assert kinds == [{"G": "group", "C": "color", "N": "number", "D": "direction", "F": "field"}]


def test_predicates_that_are_not_known() -> None:
    text = "open(G) :- group(G, white, 2)\n" + FREE
    assert errors(text + "opne(G)") == ["6:9: unknown predicate `opne/1`; did you mean `open/1`?"]
    assert errors(text + "open(G, H)") == ["6:9: unknown predicate `open/2`; did you mean `open/1`?"]
    assert errors(text + "in(F, G)") == ["6:9: unknown predicate `in/2`; did you mean `in/4`?"]
    assert errors(text + "xyz(F, G)") == ["6:9: unknown predicate `xyz/2`"]
    assert errors(text + "wide.open(G)") == [
        "6:9: unknown predicate `wide.open/1`; did you mean `open/1`?"
    ]
    assert "requires a color and a field" in errors(FREE + "alternating.black.loss(white)")[0]


def test_what_is_built_in_stays_so() -> None:
    assert "`group/3` is built in" in errors("group(A, B, C) :- color(A, B)")[0]
    assert "any number of arguments" in errors("lead.to.black.loss(A, B) :- color(A, B)")[0]
    assert "any number of arguments" in errors("alternating.black.loss(A) :- color(A, none)")[0]
    assert errors("in(F, G) :- in(F, G, 1, 5)\ngroup(G) :- group(G, white, 1)") == []


def test_recursion() -> None:
    assert errors("p(X) :- color(X, none), p(X)") == ["1:1: recursion: `p/1` calls `p/1`"]
    found = errors("a(X) :- b(X)\nb(X) :- c(X)\nc(X) :- a(X)\nd(X) :- a(X), d(X)\n")
    assert len(found) == 2
    assert "`a/1` calls `b/1` calls `c/1` calls `a/1`" in found[0]
    # The same name with another number of arguments is another predicate.
    assert errors("p(X) :- p(X, none)\np(X, C) :- color(X, C)") == []


def test_chains_are_bounded() -> None:
    chain = "".join(f"p{n}(X) :- p{n + 1}(X)\n" for n in range(3000)) + "p3000(X) :- color(X, none)\n"
    assert errors(chain) == [
        f"{3001 - MAX_DEPTH}:1: `p{3000 - MAX_DEPTH}/1` depends on a chain of more than 50 derivations"
    ]


def test_moves() -> None:
    assert errors(HEAD + "color(Field1, none)") == []
    assert (
        "must name a move" in errors(HEAD.replace("move Field1", "move none") + "color(Field1, none)")[0]
    )
    assert "must not name a move" in errors(HEAD.replace("level 3", "level 0") + "color(Field1, none)")[0]
    assert "not bound by the premise" in errors(HEAD + "color(F, none)")[0]
    assert "not bound by the premise" in errors(HEAD + "color(F, none), ¬color(Field1, white)")[0]
    assert "must be a named variable" in errors(HEAD.replace("Field1", "F_") + "color(F_, none)")[0]
    assert (
        "the move Field1 must be a field, but it is a group"
        in errors(HEAD + "group(Field1, white, 3)")[0]
    )


NEVER = [
    "group(G, none, 1)",
    "group(G, white, 0)",
    "group(G, white, 3), group(G, black, 3)",
    "group(G, white, 3), in(F, G, 5, 1)",
    "color(F, white), color(F, black)",
    "color(F, none), last.move(F)",
    "color(F, white), ¬lead.to.black.loss(F)",
    "color(F, none), lead.to.black.loss(F, F)",
    "color(F, none), ¬equal(F, F)",
    "color(F, none), ¬color(F, none)",
    "¬two(Group_), two(Group)",
    "empty(F), color(F, black)",
    "two(G), group(G, white, 4)",
    "x(G, black)",
]


@pytest.mark.parametrize("premise", NEVER)
def test_rules_that_never_apply(premise: str) -> None:
    text = "two(G) :- group(G, white, 2)\nempty(F) :- color(F, none)\nx(G, white) :- group(G, C, 3)\n"
    found = faults(text + FREE + premise)
    assert [one for one in found if "4:1: warning: this rule can never apply" in one], found


SOMETIMES = ["edge(F, N), between(N, 3, 3)", "apart(F)"]


@pytest.mark.parametrize("premise", SOMETIMES)
def test_rules_that_may_apply(premise: str) -> None:
    apart = "apart(F) :- color(X, white), color(Y, black), distance(F, X, 1), distance(F, Y, 1)\n"
    found = faults(apart + FREE + "color(F, none), " + premise)
    assert [one for one in found if "no rule uses" not in one] == []


def test_what_can_never_be_at_another_moment() -> None:
    text = "last(C, D) :- (last.move(F_), color(F_, C), color(F_, D)) next\nrule a\npremise last({})\n"
    assert faults(text.format("black, black")) == []
    [never] = faults(text.format("black, white"))
    assert "this rule can never apply" in never


def test_what_no_rule_needs() -> None:
    text = "p(X) :- q(X)\nq(X) :- color(X, none)\nr(X) :- q(X)\n"
    assert faults(text + FREE + "q(F)") == [
        "1:1: warning: no rule uses `p/1`",
        "3:1: warning: no rule uses `r/1`",
    ]
    assert faults(text) == []


def test_two_rules_of_a_name() -> None:
    found = faults(FREE + "last.move(F)\n" + FREE + "color(F, none)")
    assert found == ["6:1: warning: white has another rule named a (-:1)"]


def test_everything_is_reported() -> None:
    text = "p(X) :- p(X)\nq(F) :- color(F, both)\n" + HEAD + "in(F, G, 1, 9), xyz(F)"
    assert len(errors(text)) == 6
