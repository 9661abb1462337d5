"""BLANCHE: the formatter does not change a program's meaning, and no program crashes the checks."""

from contract import Table

from zet.engines.noire.checker import check
from zet.formats import blanche


def rules(data: bytes) -> bool:
    """Parse the bytes, write the program in the standard layout, and parse it again."""
    try:
        document = blanche.load_bytes(data, "in")
    except blanche.BlancheError as error:
        told = [str(one) for one in error.errors]
        assert told
        assert all(one.startswith("in:") for one in told)
        assert "\n" not in "".join(told)
        return False
    text = blanche.format_document(document)
    again = blanche.loads(text)
    assert len(again.comments) <= len(document.comments)
    assert again.program == document.program
    assert blanche.format_document(again) == text
    assert blanche.loads(blanche.dumps(document.program)).program == document.program
    check(document.program)
    return True


TABLE = Table({}, others={"rules": rules})
