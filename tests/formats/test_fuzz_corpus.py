"""What the fuzzers made up, and what made a reader fail once, is held to their contract in every run."""

import pytest
from contract import CORPUS, GAMES, table_of

FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file())
MOST_BYTES = 200_000


@pytest.mark.parametrize("game", GAMES)
def test_every_reader_keeps_the_contract(game: str) -> None:
    table = table_of(game)
    for path in FILES:
        if path.parts[len(CORPUS.parts)] == game:
            try:
                table.read(path.parent.name, path.read_bytes())
            except Exception as error:
                error.add_note(str(path))
                raise


def test_the_corpus_is_small_and_every_reader_has_one() -> None:
    assert sum(path.stat().st_size for path in FILES) < MOST_BYTES
    readers = {(game, reader) for game in GAMES for reader in table_of(game).readers}
    assert {path.parts[-3:-1] for path in FILES} == readers
