"""Readers and writers: bytes and text to and from the engines' models. No search, no command line."""

from zet.formats.errors import FormatError

__all__ = ["FormatError"]
