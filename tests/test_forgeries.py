"""The verdicts of every `verify` on forged inputs, and the verifiers in C on honest ones.

`python tests/forge.py` tries more forgeries of each kind.
"""

import io
import json
from collections import Counter
from pathlib import Path

import pytest
from commands import ROOT, run
from forge import VERIFIERS, load
from forgeries.renju import as_json, honest_proofs, said_of, said_of_json
from forgeries.walls import HEADER, bounded, high, honest_entries, low, table_says, values_by_key
from verifiers.strangers import verdicts

from zet.engines.renju.model import name
from zet.formats.renju import proof_trees, proofs

EACH = 3
"""Forgeries of each kind."""


@pytest.mark.parametrize("verifier", VERIFIERS)
def test_no_false_forgery_is_accepted_and_no_true_one_refused(verifier: str) -> None:
    module = load(verifier)
    assert len(module.KINDS) >= 20
    says: Counter[str] = Counter()
    for one in module.judged(EACH, 1):
        assert not one.fault, one
        says[one.says] += 1
    assert len(says) > 1


def test_a_walls_table_whose_other_entries_correct_a_false_one_is_wrong(tmp_path: Path) -> None:
    """An entry is read itself: a search would use it together with the others."""
    entries = dict(map(tuple, honest_entries()))
    key, data = 1510764988930967960, entries[1510764988930967960]
    assert (low(data), high(data), values_by_key()[key]) == (2, 4, 4)
    forged = entries | {key: bounded(data, 0, 2)}
    one = {"entries": list(map(list, forged.items())), "header": HEADER}
    assert table_says(tmp_path / "a.table", one) == ("wrong", 1)


def test_what_a_tree_of_renju_has_beside_the_proof_is_named() -> None:
    """A branch outside the proof is unused; so is the branch of a forbidden answer."""
    text = "(;AB[fh][gh][hh][ih]PL[B](;B[jh]MA[jh])(;B[aa];W[bb]))"
    (claim,) = proof_trees.load(io.BytesIO(text.encode()), "-")
    assert isinstance(claim, proofs.Claim)
    assert said_of(claim) == "unused"
    assert [name(cell) for cell in claim.loose] == ["a15", "b14"]


def test_tree_and_graph_of_one_object_of_renju_must_agree() -> None:
    one = honest_proofs()[0]
    graph, tree = (json.loads(as_json(one, tree=kind) or "") for kind in (False, True))
    assert said_of_json(json.dumps(graph | tree)) == "valid"
    tree["tree"]["threat"] = {"move": "a1"}
    assert said_of_json(json.dumps(graph | tree)) == "invalid"


@pytest.mark.parametrize("nodes", [2000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_strangers_verify_the_proofs_of_renju(nodes: int) -> None:
    """All proofs of the samples, of their problems, and in the slow test of the data, where present."""
    paths = [ROOT / "samples/renju/problems.txt"]
    if nodes > 2000:
        paths += sorted((ROOT.parent / "shared/data/renju").glob("v*.jsonl"))
    files = " ".join(map(str, paths))
    text = (ROOT / "samples/renju/win.proof").read_text()
    text += run(f"zet renju solve --format proof --nodes {nodes} {files}").stdout
    assert text.count("proof ") > 4
    assert verdicts("renju_proof", text) == said_by_zet("renju", text) == ["valid"] * text.count("proof ")


def test_strangers_verify_the_proofs_of_ttt() -> None:
    text = (ROOT / "samples/ttt/draw.proof").read_text()
    for board in (
        "3x3 --k 3",
        "4x4 --k 4",
        "5x5 --k 4",
        "6x6 --k 5",
        "7x7 --k 6",
        "8x8 --k 8",
        "9x8 --k 6",
    ):
        text += run(f"zet ttt solve --board {board} --format proof").stdout
    assert verdicts("ttt_proof", text) == said_by_zet("ttt", text) == ["valid"] * text.count("proof ")


def said_by_zet(game: str, text: str) -> list[str]:
    done = run(f"zet {game} verify --format json", stdin=text)
    return [json.loads(line)["status"] for line in done.stdout.splitlines()]
