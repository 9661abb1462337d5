"""Documents with checksums repaired by the fuzzers are often accepted, and obey the contract."""

import hashlib
from random import Random

import pytest
from contract import CORPUS, table_of
from rounds import rounds
from seals import MUTATORS


@pytest.mark.parametrize(("game", "reader"), MUTATORS)
def test_at_least_three_tenths_of_the_mutants_are_accepted(game: str, reader: str) -> None:
    random, table = Random(1), table_of(game)
    files = sorted(path.read_bytes() for path in (CORPUS / game / reader).iterdir())
    found = random.choice(files)
    n_accepted, seen = 0, set()
    n = rounds(480)
    for number in range(n):
        start = found if number % 5 else random.choice(files)
        found = MUTATORS[game, reader](start, random)
        n_accepted += table.read(reader, found)
        seen.add(hashlib.sha256(found).digest())
    assert n_accepted >= 0.3 * n
    assert n_accepted < n, "no mutant was broken"
    assert len(seen) >= 0.3 * n
