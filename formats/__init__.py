"""Readers and writers, which convert bytes or text to the engines' models and back.

This package contains no searches and no commands.
"""

from zet.formats.errors import FormatError

__all__ = ["FormatError"]
