"""The file format of BLANCHE, the language in which rules are written."""

from typing import TYPE_CHECKING

from zet.engines.names import lazy
from zet.formats.registry import Format

if TYPE_CHECKING:
    from zet.formats.blanche import answers as answers
    from zet.formats.blanche.parser import (
        BlancheError as BlancheError,
        Document as Document,
        load as load,
        load_bytes as load_bytes,
        loads as loads,
    )
    from zet.formats.blanche.rule_base import (
        copied as copied,
        files_of as files_of,
        joined as joined,
        rule_set as rule_set,
    )
    from zet.formats.blanche.tokens import MAX_BYTES as MAX_BYTES
    from zet.formats.blanche.writer import dumps as dumps, format_document as format_document
else:
    __getattr__, __dir__ = lazy(
        __name__,
        "answers",
        parser="BlancheError Document load load_bytes loads",
        rule_base="copied files_of joined rule_set",
        tokens="MAX_BYTES",
        writer="dumps format_document",
    )

SETS = ("sound", "thesis", "gomoku", "fours", "themes")
"""The rule bases shipped with zet, by name; the rules of `themes` are queries, which claim no wins."""

# Any text is recognized as BLANCHE, so that the parser reports its errors.
FORMATS: "dict[str, Format[Document]]" = {
    "blanche": Format("blanche", "zet.formats.blanche", rb"", by_line=False)
}
