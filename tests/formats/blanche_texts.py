"""BLANCHE programs and texts made up by hypothesis."""

from hypothesis import strategies as st

from zet.engines.noire.program import Derivation, Literal, Program, Rule, Variable

LETTERS = "abz"
_tails = st.text("aZ_9", max_size=3)
_constants = st.builds(str.__add__, st.sampled_from(LETTERS), _tails)
_dotted = st.builds(str.__add__, st.sampled_from("a9Q"), _tails)
predicates = st.builds(
    lambda first, rest: ".".join([first, *rest]), _constants, st.lists(_dotted, max_size=2)
)
variables = st.builds(Variable, st.builds(str.__add__, st.sampled_from("AGZ"), _tails))
arguments = st.one_of(variables, _constants, st.integers(0, 999_999))
literals = st.builds(
    Literal, predicates, st.lists(arguments, min_size=1, max_size=4).map(tuple), st.booleans()
)
sentences = st.lists(literals, min_size=1, max_size=4).map(tuple)
heads = st.builds(Literal, predicates, st.lists(arguments, min_size=1, max_size=4).map(tuple))
names = st.text(st.sampled_from("ab-:.¬,é1 "), min_size=1, max_size=9).map(
    lambda text: " ".join(text.split()) or "x"
)
rules = st.builds(
    Rule,
    names,
    st.sampled_from([0, 1]),
    st.sampled_from([0, 1, 3, 5, 7, 9, 225]),
    st.none() | variables,
    sentences,
)
programs = st.builds(
    Program,
    st.lists(st.builds(Derivation, heads, sentences), max_size=4).map(tuple),
    st.lists(rules, max_size=3).map(tuple),
)
