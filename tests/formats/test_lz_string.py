"""lz-string: examples from the JavaScript library, any text, and texts that are not compressed."""

from contextlib import suppress

import pytest
from hypothesis import given, settings, strategies as st
from rounds import rounds

from zet.formats.errors import UnreadableError
from zet.formats.lz_string import MAX_TEXT, compress, decompress

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"])) | st.text("ab{}[],:0é😀", max_size=300)


@pytest.mark.parametrize(
    ("text", "packed"),
    [
        ("", "Q==="),
        ("a", "IZA="),
        ("aaaa", "IY5A"),
        ("hello, hello", "BYUwNmD2A0AEoUkA"),
        ("€😀€😀", "jUEl4NwAe6ZA"),
        ('{"a":[{},{},{}]}', "N4IghiBcDawL4Bp5LgXTkA=="),
    ],
)
def test_the_javascript_library_writes_the_same(text: str, packed: str) -> None:
    assert compress(text) == packed
    assert decompress(packed) == decompress(packed.rstrip("=")) == text


@settings(max_examples=rounds(200))
@given(text=ANY_TEXT)
def test_any_text_comes_back(text: str) -> None:
    assert decompress(compress(text)) == text


@settings(max_examples=rounds(200))
@given(packed=st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=", max_size=60))
def test_any_payload_is_a_text_or_an_error(packed: str) -> None:
    with suppress(UnreadableError):
        decompress(packed).encode()


@pytest.mark.parametrize(
    ("packed", "reason"),
    [
        ("!", "the payload is not Base64 text"),
        ("", "the payload is truncated: the end of the URL is missing"),
        ("BYUwNmD2A0AEo", "the payload is truncated: the end of the URL is missing"),
        ("w000", "the payload is not compressed by lz-string"),
        (compress("\ud83d"), "the payload is not compressed by lz-string"),
        (compress("a" * (MAX_TEXT + 1)), f"the payload unpacks to more than {MAX_TEXT} characters"),
    ],
)
def test_what_is_wrong_with_a_payload_is_said(packed: str, reason: str) -> None:
    with pytest.raises(UnreadableError) as raised:
        decompress(packed)
    assert str(raised.value) == reason


def test_a_short_payload_of_a_long_text_is_unpacked_up_to_the_limit() -> None:
    assert decompress(compress("a" * MAX_TEXT)) == "a" * MAX_TEXT
    assert len(compress("a" * MAX_TEXT)) < 4000
