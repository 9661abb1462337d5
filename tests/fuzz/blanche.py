"""Feed the reader of BLANCHE with what atheris makes up; by hand, for as long as one likes:

    pip install atheris
    python tests/fuzz/blanche.py -max_total_time=60 [CORPUS FOLDER]

Any bytes must yield a program or errors with their places. What is a program comes through the formatter
unchanged, and does not upset the checks.
"""

import sys

import atheris

with atheris.instrument_imports():
    from zet.engines.noire.checker import check
    from zet.formats import blanche


def one_input(data: bytes) -> None:
    """Read the bytes, write them in the one layout, read that."""
    try:
        document = blanche.load_bytes(data)
    except blanche.BlancheError as error:
        told = [str(one) for one in error.errors]
        if not told or "\n" in "".join(told):
            raise RuntimeError(told) from error
        return
    text = blanche.format_document(document)
    again = blanche.loads(text)
    assert again.program == document.program
    assert blanche.format_document(again) == text
    check(document.program)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
