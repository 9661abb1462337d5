"""`zet renju find` skips games without a match before it parses them; the answers do not change."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import thread_time
from typing import Any

import pytest
from benchmarks.find import made_moves
from commands import run

from zet.cli.renju.rules import find
from zet.engines.renju.model import SIDE, Game, names
from zet.formats.renju import moves as move_lists, sgf
from zet.formats.renju.sgf import _letters

QUERIES = (
    "missed-five",
    "foul",
    "four-three double-four",
    "'now(12), last.move(F), edge(F, N)'",
    "'(makes.four(F, G, own)) 2 earlier, makes.five(F2, G2, own)'",
    "'result(own, five), now(3), last.move(F), at.most(edge(F), 5)'",
)
OPTIONS = (
    "",
    "--format json",
    "--format sgf --matches first",
    "--format position",
    "--count-by rule",
    "--count-by rule,color",
    "--count-by player",
    "--count-by opening,rule",
    "--where player=Ann",
    "--where won-by=own --count-by color",
    "--select line=all",
    "--select number=3",
    "--output answers --force; cat answers",
    "--jobs 2",
    "--jobs 2 --count-by rule",
)


def played(random: Random) -> list[str]:
    if random.random() < 0.4:
        return names(made_moves(random))
    cells = [SIDE * y + x for y in range(5, 10) for x in range(5, 10)]
    return names(random.sample(cells, random.randint(0, 20)))


def lines(random: Random, count: int) -> Iterator[str]:
    """Yield lines with a game, in the usual form and in other forms; some lines cannot be read."""
    for _ in range(count):
        game = played(random)
        usual = "".join(game)
        yield random.choice(
            (
                usual,
                usual,
                usual,
                usual.upper(),
                " ".join(game),
                f"{usual} ",
                f"{''.join(game[:5])},\n{''.join(game[5:])}",
                f"{usual}pass",
                f"{usual}h8h8",
                f"{usual}p16",
                f"{usual}a01",
                f"1. {usual}",
                f"2. {usual}",
                f"# {usual}",
                f"https://example.org/{usual}",
                f"{usual}.\n# {usual}",
                f"é{usual}",
            )
        )


def trees(random: Random, count: int) -> Iterator[str]:
    """Yield games in SGF, in the usual form and in other forms; some games cannot be read."""
    for _ in range(count):
        cells = move_lists.moves_in("".join(played(random)))
        info = [("black", random.choice(("Ann", "Bob"))), ("white", "Cor")]
        usual = sgf.dumps(Game(moves=tuple(cells), info=tuple(info))).strip()
        first = _letters(cells[0], SIDE) if cells else "hh"
        last = usual[:-1]
        yield random.choice(
            (
                usual,
                usual,
                usual,
                usual.replace("SZ[15]", "SZ[19]"),
                usual.replace("SZ[15]", ""),
                usual.replace("SZ[15]", "SZ[15]SZ[19]"),
                usual.replace("SZ[15]", "AB[aa]AW[ab]"),
                usual.replace("SZ[15]", "PL[W]"),
                usual.replace("PB[Ann]", r"PB[A\]nn]RE[W+T]"),
                usual.replace("PW[Cor]", "PW[;B[hh\\]"),
                usual.replace("(;FF", "( ;FF"),
                usual.replace(";W", " \n;W"),
                usual.replace(";B[", ";W[", 1),
                usual.replace("W[", "B[", 1),
                f"{last}C[the end])",
                f"{last};W[{first}])",
                f"{last};B[];W[])",
                f"{last}(;B[oo];W[on])(;B[ao]))",
                f"{last};B[pp])",
                last,
                usual + "x",
                "(;)",
                "(;GM[4])",
            )
        )


def answered(command: str, folder: Path) -> tuple[int, str, str]:
    done = run(command, folder=folder)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(("suffix", "made"), [("txt", lines), ("sgf", trees)])
def test_games_that_are_skipped_have_no_match(
    suffix: str,
    made: Callable[[Random, int], Iterator[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    rounds: Callable[[int], int],
) -> None:
    random = Random(3)
    skipped: list[bool] = []
    sieve = find._sieve

    def watched(*arguments: Any) -> Callable[[list[int]], bool] | None:
        excludes = sieve(*arguments)

        def watch(moves: list[int]) -> bool:
            skipped.append(excludes is not None and excludes(moves))
            return skipped[-1]

        return excludes and watch

    for number in range(rounds(320)):
        text = "\n".join(made(random, random.choice((1, 2, 12, 200))))
        (tmp_path / f"games.{suffix}").write_text(text)
        options = OPTIONS[number % len(OPTIONS)]
        command = f"zet renju find {random.choice(QUERIES)} games.{suffix} {options}"
        monkeypatch.setattr(find, "_sieve", watched)
        found = answered(command, tmp_path)
        monkeypatch.setattr(find, "_sieve", lambda *_arguments: None)
        assert answered(command, tmp_path) == found, (command, text)
    assert sum(skipped) > 50


def test_a_slow_sieve_is_left_to_the_other_processes() -> None:
    calls: list[list[int]] = []

    def slow(moves: list[int]) -> bool:
        calls.append(moves)
        began = thread_time()
        while thread_time() < began + 1e-4:
            pass
        return True

    is_without = find._while_cheap(slow)
    assert [is_without([]) for _ in range(find.N_MEASURED)] == [True] * find.N_MEASURED
    assert not is_without([])
    assert len(calls) == find.N_MEASURED
    is_without = find._while_cheap(lambda _moves: True)
    assert all(is_without([]) for _ in range(find.N_MEASURED + 9))


def test_skipped_games_are_counted(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text("h8\n" * 30 + "h8i9a1\n")
    done = run("zet renju find -v 'now(3)' games.txt", folder=tmp_path)
    assert "31 records" in done.stderr
    assert "30 none, 1 ok" in done.stderr
