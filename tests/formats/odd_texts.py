"""Texts as in files of other programs, and texts that nobody would write."""

from hypothesis import strategies as st

_ODD = "\n\r\t\0\b\x0b\x1b\x7f\x85\u2028\ufeff\ufffe\ud800\U0001f600 \xa0黑é[]()\\;:,%#<>&\"'{}/-18,"

ODD_TEXTS = st.one_of(
    st.sampled_from(
        ["", "\n", " ", "\0", "\b", "\\", "]", "8,8,0", "Piskvorky 15x15, 0:0, 0", "-1", "a\nb"]
    ),
    st.text(st.sampled_from(_ODD), max_size=8),
    st.text(max_size=12),
)
