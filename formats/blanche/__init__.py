"""BLANCHE, the knowledge language: its files."""

from zet.formats.blanche.parser import BlancheError, Document, load, load_bytes, loads
from zet.formats.blanche.rule_base import SETS, documents, files_of, joined, rule_set
from zet.formats.blanche.tokens import MAX_BYTES
from zet.formats.blanche.writer import dumps, format_document

__all__ = [
    "MAX_BYTES",
    "SETS",
    "BlancheError",
    "Document",
    "documents",
    "dumps",
    "files_of",
    "format_document",
    "joined",
    "load",
    "load_bytes",
    "loads",
    "rule_set",
]
