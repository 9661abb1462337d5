"""BLANCHE, the knowledge language: its files."""

from zet.formats.blanche.parser import BlancheError, Document, load, loads
from zet.formats.blanche.rule_base import SETS, documents, joined, rule_set
from zet.formats.blanche.writer import dumps, format_document

__all__ = [
    "SETS",
    "BlancheError",
    "Document",
    "documents",
    "dumps",
    "format_document",
    "joined",
    "load",
    "loads",
    "rule_set",
]
