"""BLANCHE files: the grammar, refused texts with their locations, the layout, and the shipped sets."""

import pickle
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from blanche_texts import programs
from hypothesis import HealthCheck, given, settings, strategies as st
from rounds import rounds

from zet.engines.noire.checker import check
from zet.engines.noire.program import Derivation, Literal, Program, Rule, Variable
from zet.formats import blanche
from zet.formats.blanche import BlancheError, format_document, loads, rule_set
from zet.formats.blanche.parser import MAX_ARGUMENTS, MAX_LITERALS
from zet.formats.errors import FormatError, UnwritableError

ROOT = Path(__file__).parents[2]
RULE = "rule a rule - of thumb\nplayer white\nlevel 3\nmove Field1\npremise empty(Field1)\n"
CAPITALS = (
    "a literal begins with a predicate in lowercase, even if it compares numbers, as in less(N, 12)"
)
ARGUMENT = "an argument (a variable, a constant or a number)"
some = settings(max_examples=rounds(60), deadline=None, suppress_health_check=list(HealthCheck))


def fault(text: str | bytes) -> BlancheError:
    with pytest.raises(BlancheError) as caught:
        blanche.load_bytes(text.encode() if isinstance(text, str) else text, "in")
    return caught.value


def errors(text: str | bytes) -> list[str]:
    return str(fault(text)).split("\n")


def test_a_derivation() -> None:
    [derivation] = loads("a.b1.2c(X, none, 12) :- ¬p(X_1), ~q(Y,0)").program.derivations
    assert derivation.head == Literal("a.b1.2c", (Variable("X"), "none", 12))
    first, second = derivation.body
    assert first == Literal("p", (Variable("X_1"),), is_negated=True)
    assert first.arguments[0].is_anonymous  # type: ignore[union-attr]
    assert second == Literal("q", (Variable("Y"), 0), is_negated=True)
    assert (first.place.line, first.place.column) == (1, 25)


def test_a_rule() -> None:
    [rule] = loads(RULE).program.rules
    premise = (Literal("empty", (Variable("Field1"),)),)
    assert rule == Rule("a rule - of thumb", 1, 3, Variable("Field1"), premise)
    assert loads(RULE.replace("move Field1", "move none")).program.rules[0].move is None


@pytest.mark.parametrize(
    "text",
    [
        "p(X) :- q(X), r(X)",
        "p(X) :- q(X),\nr(X)",
        "p(X) :-\n\n  q(X)  ,  % why\n% so\n\tr(X)\r\n",
        "p\n(X) :- q(X), r(X)".replace("\n", " "),
        "p(\nX\n) :- q(X\n), r(X)",
        "\ufeffp(X) :- q(X), r(X)",
    ],
)
def test_lines_go_on(text: str) -> None:
    assert loads(text).program == loads("p(X) :- q(X), r(X)").program


def test_keywords_are_names_elsewhere() -> None:
    text = "rule(X) :- move(X), level(premise), player (rule)\nmove.x(X) :- premise(X)\n"
    assert [len(one.body) for one in loads(text).program.derivations] == [3, 1]


def test_premise_may_stand_alone() -> None:
    text = RULE.replace("premise ", "\n% comment\n\npremise % here\n\n % there\n ")
    assert loads(text).program == loads(RULE).program


@pytest.mark.parametrize(
    ("text", "place", "expected", "found"),
    [
        ("p(X) :- -q(X)", 9, "a literal", "'-'; a negation begins with '¬' or '~'"),
        (
            "p(X) :- q(X).",
            13,
            "`,` or the end of the line",
            "'.'; a statement ends at the end of its line, without a period",
        ),
        ("p(X) :- not q(X)", 9, "a literal", "'not'; a negation begins with '¬' or '~'"),
        ("p(X) :- q-r(X)", 10, "`(`", "'-'; predicates are written with dots, not hyphens"),
        ("p(X) :- q(X), X", 15, "a literal", f"'X'; {CAPITALS}"),
        ("p(X)", 5, "`:-`", "the end of the line"),
        ("p() :- q(X)", 3, ARGUMENT, "')'"),
        ("p(X) :- ¬¬q(X)", 10, "a predicate", "'¬'"),
        ("¬p(X) :- q(X)", 1, "a rule or a derivation", "'¬'"),
        ("p(X) :- q(X,", 13, ARGUMENT, "the end of the line"),
        ("p(f(X)) :- q(X)", 4, "`,` or `)`", "'('"),
        ("p(a.b) :- q(X)", 3, ARGUMENT, "'a.b'"),
        ("p(9x) :- q(X)", 4, "`,` or `)`", "'x'"),
        ("p(1234567) :- q(X)", 3, "a number of at most 6 digits", "'1234567'"),
        ("P(X) :- q(X)", 1, "a rule or a derivation", "'P'"),
        ("player white", 1, "a rule or a derivation", "'player'"),
        ("p(X) :- q(X) r(X)", 14, "`,` or the end of the line", "'r'"),
        ("é(X) :- q(X)", 1, "a rule or a derivation", "'é'"),
    ],
)
def test_what_is_refused(text: str, place: int, expected: str, found: str) -> None:
    assert errors(text) == [f"in:1:{place}: expected {expected}, not {found}"]


def test_faults_of_a_rule_are_all_found() -> None:
    text = "rule\nplayer green\nlevel 4\nmove x\npremise p(X,)\nq(Y) :- r(y.z)\n" + RULE
    assert [one.partition(": ")[0] for one in errors(text)] == [
        *("in:1:5", "in:2:8", "in:3:7", "in:4:6", "in:5:13", "in:6:11")
    ]
    assert "expected the name of the rule, not the end of the line" in errors(text)[0]


def test_the_lines_of_a_rule_stand_in_order() -> None:
    lines = RULE.splitlines()
    assert "expected a line that begins with `premise`" in errors("\n".join(lines[:4]))[0]
    for first, second in pairwise(range(1, 5)):
        swapped = lines.copy()
        swapped[first], swapped[second] = swapped[second], swapped[first]
        assert "expected" in errors("\n".join(swapped))[0]


def test_lines_that_a_rule_may_be_without() -> None:
    first, player, level, move, premise = RULE.splitlines()
    [black, white] = loads("\n".join((first, premise))).program.rules
    assert (black.player, white.player) == (0, 1)
    assert not black.has_level
    assert black.move is None
    [rule] = loads("\n".join((first, player, move, premise))).program.rules
    assert (rule.player, rule.has_level, rule.move) == (1, False, Variable("Field1"))
    assert len(loads("\n".join((first, level, move, premise))).program.rules) == 2


PHRASES = """last(Field, Color) :-
    last.move(Field),
    color(Field, Color) or
    color(Field, none)
near(Field) :- less(edge(Field), 3)
some(Field) :- (edge(Field, 0) or corner(Field, N_), less(N_, 3)) later

rule question  % which?
move Field
premise
    % the last one
    last(Field, own),
    ¬(three(G_, own) or ¬four(G_, own), (five(G_) or six(G_))) 3 earlier,  % and
    four(G_, other) N times,
    ¬(¬color(h8, none)) next,
    color(Field, black) until color(Field, white),
    less(distance(last.move(), Field), edge(h8)),
    color(h8, color(h8)),
    color(h8, color(h8, color(h8))),
    ¬equal(direction(G1), direction(G2)),
    (less(now(), 9)) 2 later,
    color(Field, none) at N
"""


def test_phrases_stay_as_they_are() -> None:
    assert format_document(loads(PHRASES)) == PHRASES
    program = loads(PHRASES).program
    assert loads(blanche.dumps(program)).program == program
    assert loads(PHRASES.replace("(three(G_, own) or", "(three(G_, own)\n or")).program == program


@pytest.mark.parametrize(
    ("premise", "reason"),
    [
        ("(p(X)", "expected `,`, `or` or `)`, not the end"),
        ("p(X) 3 next", "expected `later`, `earlier` or `times`, not 'next'"),
        ("p(X) instead 3", "expected `,` or the end of the line, not '3'"),
        ("p(X) 2 instead", "expected `later`, `earlier` or `times`, not 'instead'"),
        ("p(X) at later", "expected a variable or a number, not 'later'"),
        ("p(X) until (q(X))", "expected a literal, not '('"),
        ("p(q.r)", "expected an argument (a variable, a constant or a number), not 'q.r'"),
        ("p(q(X)", "expected `,` or `)`, not the end"),
        ("p()", "expected an argument (a variable, a constant or a number), not ')'"),
        ("p(" + "q(" * 25 + "X", "at most 20 nested parentheses"),
        ("p(X) or", "expected a literal, not the end"),
        ("(" * 25 + "p(X)", "at most 20 nested parentheses"),
    ],
)
def test_phrases_that_are_refused(premise: str, reason: str) -> None:
    assert reason in errors(f"rule a\npremise {premise}\n")[0]


def test_places_of_several_faults() -> None:
    text = "a(X) :- b(X\n\nc(X) :- d(X)\ne(X) : f(X)\n"
    assert [one.partition(" ")[0] for one in errors(text)] == ["in:1:12:", "in:4:6:"]


def test_bounds() -> None:
    many = ", ".join(["X"] * MAX_ARGUMENTS)
    assert loads(f"p(X) :- q({many})").program
    assert "at most 250 arguments" in errors(f"p(X) :- q({many}, X)")[0]
    literals = ", ".join(["q(X)"] * MAX_LITERALS)
    assert loads(f"p(X) :- {literals}").program
    assert "at most 1000 literals" in errors(f"p(X) :- {literals}, q(X)")[0]
    assert "larger than 1048576 bytes" in errors("%" * (1 << 21))[0]
    assert len(errors("x\n" * 1000)) == 100
    assert errors(b"p\xff") == ["in:1:2: not UTF-8 text"]


def test_an_error_survives_pickling() -> None:
    error = fault("x\ny")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert isinstance(error, FormatError)


@some
@given(program=programs)
def test_round_trip(program: Program) -> None:
    try:
        text = blanche.dumps(program)
    except UnwritableError:
        assert any(rule.name.startswith("(") for rule in program.rules)
        return
    document = loads(text)
    assert document.program == program
    assert format_document(document) == text
    check(program)


ATOMS = ["p(X)", "p(edge(X))", "color(h8, color(h8, color(h8)))", "less(now(), N_)"]
ATOMS += ["less(2 * (N_ - 1), 3 - (X - 4 mod max(X, -2)) / (5 - 2))", "p(1 - (2 - 3), (1 * 2) + 3)"]
ADVERBS = ["", " next", " 2 later", " N earlier", " at N", " until p(edge(X))", " instead", " 3 times"]
PHRASE_TEXTS = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["", "¬"]), inner, st.sampled_from(ADVERBS)).map(
            "{0[0]}({0[1]}){0[2]}".format
        ),
        st.tuples(inner, st.sampled_from([", ", " or "]), inner).map("".join).map("({})".format),
    ),
    max_leaves=6,
)


@settings(some, max_examples=rounds(100))
@given(phrase=PHRASE_TEXTS)
def test_parentheses_are_read_as_they_are_written(phrase: str) -> None:
    document = loads(f"rule a\npremise {phrase}, p(X)\n")
    text = format_document(document)
    assert loads(text).program == document.program
    assert format_document(loads(text)) == text
    assert loads(blanche.dumps(document.program)).program == document.program


@pytest.mark.parametrize(
    ("literal", "reason"),
    [
        ("less(1 +, 2)", ":23: expected an argument (a variable, a constant or a number), not ','"),
        ("less(-N, 2)", ":21: expected a number, not 'N'"),
        ("less(2 ** 3, 3)", ":23: expected an argument (a variable, a constant or a number), not '*'"),
        ("less(1 2, 3)", ":22: expected `,` or `)`, not '2'"),
        ("less((1, 2), 3)", ":22: expected an operator or `)`, not ','"),
        ("less(9999999, 3)", ":20: expected a number of at most 6 digits, not '9999999'"),
        ("less(" + "(" * 30 + "1" + ")" * 30 + ", 2)", "expected at most 20 nested parentheses"),
        ("less(" + "1 + " * 400 + "1, 2)", "expected an expression of at most 250 characters"),
        (", ".join(["less(" + "1+" * 40 + "1, 2)"] * 30), "expected at most 1000 values, not '+'"),
        ("now(N) N + 1 later", "expected `later`, `earlier` or `times`, not '+'"),
        ("p(1 mod)", ":22: expected an argument (a variable, a constant or a number), not ')'"),
    ],
)
def test_expressions_that_are_refused(literal: str, reason: str) -> None:
    with pytest.raises(BlancheError) as caught:
        loads(f"rule a\npremise p(1), {literal}\n")
    assert reason in str(caught.value)


@pytest.mark.parametrize("name", ["", "a%b", "(a)", " a", "a  b", "a\nb", "a\x00", "x" * 101])
def test_names_that_cannot_be_written(name: str) -> None:
    with pytest.raises(UnwritableError):
        blanche.dumps(Program((), (Rule(name, premise=(Literal("p", ("x",)),)),)))


MESSY = """
% first


% second
p(X):-q(X),   % behind q
  % before r
  ~r(X)% behind r
a(X) :- b(X)
%last of a
rule  the   name % behind the name
% before player
player white
level 3
   move Field1 % behind move
premise b(Field1,  % within b
% alone within b
c), % behind b

% before d
d(Field1)
e(X) :- f(X)


% end
"""


def test_the_layout() -> None:
    document = loads(MESSY)
    text = format_document(document)
    assert text == (
        "% first\n\n% second\n"
        "p(X) :-\n    q(X),  % behind q\n    % before r\n    ¬r(X)  % behind r\n"
        "a(X) :- b(X)\n%last of a\n"
        "rule the name  % behind the name\n% before player\nplayer white\nlevel 3\n"
        "move Field1  % behind move\npremise\n"
        "    b(Field1, c),  % within b  % behind b\n    % alone within b\n    % before d\n    d(Field1)\n"
        "\ne(X) :- f(X)\n\n% end\n"
    )
    assert format_document(loads(text)) == text
    assert loads(text).program == document.program


@some
@given(program=programs, data=st.data())
def test_the_layout_keeps_comments_and_meaning(program: Program, data: st.DataObject) -> None:
    """Comments, line breaks and blanks are inserted where allowed; all comments are preserved."""
    wanted = []
    pieces = []
    try:
        words = blanche.dumps(program)
    except UnwritableError:
        return
    for line in words.splitlines():
        pieces.append(line)
        goes_on = line.endswith((",", ":-", "premise")) or not line.startswith("rule")
        if goes_on and data.draw(st.booleans()):
            wanted.append(f"%{len(wanted)}")
            pieces[-1] += data.draw(st.sampled_from(["", " ", "\t"])) + wanted[-1]
        for _ in range(data.draw(st.integers(0, 2))):
            wanted.append(f"% {len(wanted)}")
            pieces.append(data.draw(st.sampled_from(["", "  ", "\n \n"])) + wanted[-1])
    document = loads("\n".join(pieces))
    text = format_document(document)
    assert document.program == program
    assert loads(text).program == program
    assert format_document(loads(text)) == text
    assert sorted(comment.text for comment in loads(text).comments) == sorted(wanted)


@pytest.mark.parametrize("name", blanche.SETS)
def test_shipped_sets(name: str) -> None:
    program = rule_set(name)
    assert not [fault for fault in check(program) if fault.is_error]
    for file in sorted((ROOT / "formats/blanche/sets" / name).iterdir()):
        assert format_document(loads(file.read_text())) == file.read_text(), file.name
    again = loads(blanche.dumps(program)).program
    assert replace(again, order=program.order, is_exact=program.is_exact) == program


@pytest.mark.parametrize("level", ["227", "1000001", "9" * 30, "2"])
def test_levels_that_are_none(level: str) -> None:
    with pytest.raises(BlancheError, match="a level"):
        loads(RULE.replace("level 3", f"level {level}"))


def test_how_sets_are_taken(tmp_path: Path) -> None:
    """A combined set has the mover's order if all its sets have it; every set but `thesis` is exact."""
    own = tmp_path / "own.blanche"
    own.write_text("")
    sets = {name: rule_set(name) for name in (*blanche.SETS, str(own))}
    taken = [(one.order, one.is_exact) for one in sets.values()]
    by_mover, by_level = ("mover", True), ("thesis", True)
    assert taken == [by_mover, ("thesis", False), by_mover, by_mover, by_level, by_level]
    for names, order, is_exact in (
        (["sound", "gomoku"], "mover", True),
        (["sound", "fours"], "mover", True),
        (["sound", str(own)], "thesis", True),
        (["sound", "thesis"], "thesis", False),
    ):
        both = blanche.joined(sets[name] for name in names)
        assert (both.order, both.is_exact) == (order, is_exact)


def test_the_thesis_set_is_complete() -> None:
    program = rule_set("thesis")
    assert len(program.derivations) == 33
    assert [sum(rule.level == level for rule in program.rules) for level in (0, 1, 3, 5, 7)] == [
        5,
        2,
        3,
        4,
        4,
    ]


def test_files_are_read_in_byte_order(tmp_path: Path) -> None:
    for name in ("b", "a", "Z", "é"):
        (tmp_path / f"{name}.blanche").write_text(f"{name.lower() if name != 'é' else 'e'}(X) :- q(X)\n")
    (tmp_path / "notes.txt").write_text("not rules")
    program = rule_set(str(tmp_path))
    assert [one.head.predicate for one in program.derivations] == ["z", "a", "b", "e"]
    assert blanche.files_of(str(tmp_path))[0].endswith("Z.blanche")
    assert blanche.joined([program, rule_set("thesis")]).derivations[4].head.predicate == "white.one"


def test_rule_bases_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, reason in (
        (str(tmp_path), "the folder contains no *.blanche files"),
        (str(tmp_path / "x"), "No such file"),
    ):
        with pytest.raises(BlancheError, match=name) as caught:
            rule_set(name)
        assert reason in str(caught.value)
    (tmp_path / "a.blanche").write_text("x")
    (tmp_path / "b.blanche").write_text("y")
    with pytest.raises(BlancheError) as caught:
        rule_set(str(tmp_path))
    assert len(caught.value.errors) == 2
    monkeypatch.setattr("zet.formats.blanche.rule_base.MAX_FILES", 1)
    with pytest.raises(
        BlancheError, match=r": the folder contains 2 \*\.blanche files; at most 1 are read$"
    ):
        rule_set(str(tmp_path))
    monkeypatch.setattr("zet.formats.blanche.rule_base.MAX_FILES", 2)
    with pytest.raises(BlancheError, match="expected"):
        rule_set(str(tmp_path))


def test_a_derivation_of_one_literal_stands_on_its_line() -> None:
    program = Program((Derivation(Literal("p", ("x",)), (Literal("q", ("x",)),)),))
    assert blanche.dumps(program) == "p(x) :- q(x)\n"
