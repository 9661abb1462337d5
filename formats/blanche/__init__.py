"""BLANCHE, the knowledge language: its files."""

from zet.formats.blanche.parser import BlancheError, Document, load, load_bytes, loads
from zet.formats.blanche.rule_base import SETS, copied, files_of, joined, rule_set
from zet.formats.blanche.tokens import MAX_BYTES
from zet.formats.blanche.writer import dumps, format_document
from zet.formats.registry import Format

__all__ = [
    "FORMATS",
    "MAX_BYTES",
    "SETS",
    "BlancheError",
    "Document",
    "copied",
    "dumps",
    "files_of",
    "format_document",
    "joined",
    "load",
    "load_bytes",
    "loads",
    "rule_set",
]

# Any text is taken for it: the reader says what is wrong.
FORMATS: dict[str, Format[Document]] = {
    "blanche": Format("blanche", "zet.formats.blanche", rb"", by_line=False)
}
