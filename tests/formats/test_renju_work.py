"""Work files: results are read again, an incomplete end is repaired, and other files are unchanged."""

import gzip
import re
import sys
from functools import cache
from pathlib import Path

import pytest
from commands import ROOT

from zet.engines.kernel.clock import Deadline
from zet.engines.renju.model import PASS
from zet.engines.renju.proof import Proof
from zet.engines.renju.quiet import win_by_quiet_moves
from zet.engines.renju.solver import solve
from zet.engines.renju.symmetry import key
from zet.formats.errors import FormatError
from zet.formats.renju import moves, proof_lines
from zet.formats.renju.position import loads
from zet.formats.renju.proofs import Claim
from zet.formats.renju.work import WorkFile, outline

WON = "f8g8h8/f9g9 b"
OPEN = "h8i9/a1g7 b"
QUIET = "h8i9/a1e5 b"


def proof_of(text: str) -> Proof:
    found = solve(loads(text), rule="freestyle").proof
    assert found is not None
    return found


@cache
def quiet_proof() -> Proof:
    """Return a proof that begins with a quiet move."""
    found, _nodes = win_by_quiet_moves(loads(QUIET), 0, "freestyle", 2_000_000, Deadline(None))
    assert isinstance(found, Proof)
    return found


def written(path: Path) -> bytes:
    """Write a work file with all kinds of results, for two boards, and return its content."""
    path.touch()
    with path.open("r+b") as stream:
        work = WorkFile(stream, str(path))
        results = work.results("freestyle", 15)
        results.fail(loads(OPEN), 400_000)
        results.exclude(loads("h8/i8 b"))
        results.add(loads(WON), proof_of(WON))
        results.add(loads("f8g8h8/f7g7 b"), proof_of("f8g8h8/f7g7 b"))
        work.results("renju", 9).fail(loads("e5/e4 b", 9), 7)
        claim = Claim(loads(QUIET), 0, "freestyle", quiet_proof())
        stream.write(outline(claim).encode())
    return path.read_bytes()


def test_results_are_read_again(tmp_path: Path) -> None:
    """A work file contains all results, by rule and size; its proofs form a file of proofs."""
    path = tmp_path / "w"
    data = written(path)
    assert data.startswith(
        b"# unknown 400000 freestyle h8i9/a1g7 black\n# no-win freestyle h8/i8 black\nproof "
    )
    with path.open("r+b") as stream:
        work = WorkFile(stream, str(path))
    results = work.results("freestyle", 15)
    assert len(results) == 1  # the second proof is that of an image
    assert results.proof_of(loads(WON)) is not None
    assert results.tried(loads(OPEN)) == 400_000
    assert results.tried(loads("h8/h9 b")) == sys.maxsize
    assert work.results("renju", 9).tried(loads("e5/e4 b", 9)) == 7
    assert results.suggested(loads(QUIET)) == quiet_proof().move
    assert results.suggested(loads(WON)) is None
    assert not work.results("renju", 15)
    assert path.read_bytes() == data
    with path.open("rb") as stream:
        assert not [one for one in proof_lines.load(stream, "w") if isinstance(one, FormatError)]


def test_a_torn_end_is_removed(tmp_path: Path) -> None:
    """A file truncated anywhere is read, keeps its complete records, and is continued after them."""
    path = tmp_path / "w"
    data = written(path)
    starts = [
        0,
        *(
            at + 1
            for at in range(len(data))
            if data[at:].startswith((b"\nproof ", b"\n# unknown ", b"\n# no-win ", b"\n# move "))
        ),
    ]
    for cut in range(len(data)):
        path.write_bytes(data[:cut])
        whole = max((at for at in [*starts, len(data)] if at <= cut), default=0)
        with path.open("r+b") as stream:
            WorkFile(stream, "w")
        assert path.read_bytes() == data[:whole]


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "hello\nproof 1 freestyle h8i8j8k8/h9i9j9 black\ng8\n",
        "proof 1 freestyle h8i8j8k8/h9i9j9 black\nnowhere\n",
        "# unknown 5 freestyle h8h8/ black\n",
        "# unknown 5 tennis h8/ white\n",
        "# no-win tennis h8/ white\n",
        "# move p9 freestyle h8/a1 black\n",
        "# move a1 freestyle h8/a1 black\n",
        '{"status": "win"}\n',
    ],
)
def test_other_files_are_left_alone(tmp_path: Path, text: str) -> None:
    """A file with other content is refused with the location, and is not changed."""
    path = tmp_path / "w"
    path.write_text(text)
    with path.open("r+b") as stream, pytest.raises(FormatError, match=r"^w:\d"):
        WorkFile(stream, "w")
    assert path.read_text() == text


def test_the_sample_contains_the_outlines_of_go_moku(tmp_path: Path) -> None:
    """The sample has the first move of each proof whose outline the table of results counts."""
    path = tmp_path / "w"
    path.write_bytes(gzip.decompress((ROOT / "samples/renju/gomoku.outline.gz").read_bytes()))
    row = r"^\| (\w\d+) \| (\w\d+) \| \d+ moves \| [\d,]+ \| \d"
    rows = re.findall(row, (ROOT / "docs/renju/results.md").read_text(), re.MULTILINE)
    assert len(rows) == 35
    with path.open("r+b") as stream:
        results = WorkFile(stream, str(path)).results("freestyle", 15)
    assert not results
    for answer, move in rows:
        game = moves.loads(f"h8{answer}")
        suggested = results.suggested(game)
        assert suggested is not None
        assert key(game.then([suggested]).position()) == key(moves.loads(f"h8{answer}{move}").position())
        after = game.then([suggested, PASS])  # the threat is the first that is followed
        assert results.suggested(after) is not None
