"""Queries on trees: `instead` refers to the variations with another move."""

import io
import pickle
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from types import ModuleType
from typing import Any

import pytest
from plain_find import PlainFinder
from test_noire_find import Solutions, found_by, games, use as use

from zet.engines.noire.finder import Finder
from zet.engines.renju.model import SIDE, Game, Variation
from zet.formats.blanche import loads
from zet.formats.renju import sgf
from zet.formats.renju.tree import Tree, merge, variations

QUESTIONS = """
four(Group, Color) :- group(Group, Color, 4)
three(Group, Color) :- group(Group, Color, 3)
five(Group, Color) :- group(Group, Color, 5)
point(Field, Color) :- four(Group_, Color), in(Field, Group_, 1, 5), color(Field, none)
somewhere(Field, Color) :- point(Field, Color) or (point(Field, Color)) instead

rule another move
premise last.move(Field), (last.move(Field2)) instead

rule no other move
premise last.move(Field), ¬(last.move(F_)) instead

rule a variation that wins
premise last.move(Field), (last.move(Field2), five(G_, own) later) instead, ¬five(G2_, own) later

rule a variation at the next move
premise last.move(Field), color(Field, own), ((three(Group, own)) instead) next

rule a variation two moves earlier
premise ((last.move(Field), now(N)) instead) 2 earlier, last.move(Field2)

rule a descendant in any line
premise now(N), (point(Field, own) or ((point(Field, own) or point(Field, own) later) instead) later)

rule back in the variation
premise last.move(Field), ((last.move(Field2)) 1 earlier, last.move(Field3), ends(N)) instead

rule a variation of a variation
premise last.move(F), (last.move(G), ((last.move(H)) instead) next) instead

rule the same move in another place
premise last.move(Field), (last.move(Field) later) instead, (three(G_, own) later) instead

rule other moves that are counted
premise last.move(Field), ((last.move(F_)) instead) N times

rule moves that lead to a four
premise last.move(Field), ((last.move(F_), four(G_, own) later) instead) N times, less(0, N)

rule variations of a length
premise now(N), ((ends(M)) instead), less(N + 2, M), ¬(ends(K), less(M, K)) instead

rule paths in a variation
premise last.move(Field), ([last.move(F_); three(G_, own)]) instead, color(Field, own)

rule a path through variations
premise last.move(Field), [(last.move(F_)) instead; [now(N_)]*; (four(G_, own)) instead]

rule until within
premise last.move(Field), ((¬five(G_, other)) until three(Group, own)) instead

rule a derivation that looks aside
premise somewhere(Field, own), last.move(Field2), now(N), less(3, N)

rule forbidden points
premise last.move(Field), (forbidden(F, Kind)) instead

rule stones
premise last.move(Field), ¬color(e5, none), (color(e5, C), color(Field, none)) instead, color(Field, own)

rule an echo aside
premise last.move(F), now(N), (last.move(G), echo(G, 1, N, G, T)) instead, ¬(echo(F, 1, N, F, 4)) instead

rule the result of a variation
premise last.move(Field), (result(own, How), last.move(Field2)) instead, ends(N)
"""


def trees(seed: int, count: int) -> Iterator[Tree]:
    """Yield trees of crowded games: in some lines moves are exchanged, and some lines end early."""
    random = Random(seed)
    for game in games(seed, count):
        cells = list(game.moves)
        tree = merge([game])
        for _ in range(random.choice((0, 1, 2, 3, 5, 8))):
            line = tree.line_to(random.randrange(len(tree.moves)))
            others = [cell for cell in cells if cell not in line]
            random.shuffle(others)
            tree.add_line(0, [*line, *others[: random.randint(0, len(others))]])
        yield tree


def wanted_by(asked: Finder, lines: list[Variation], number: int, rules: list[int]) -> Solutions:
    finders: list[PlainFinder] = []
    finders += [PlainFinder(asked.program, line, finders) for line in lines]
    wanted: Solutions = {}
    for rule in rules:
        shown = [variable.name for variable in asked._plans.bindings[rule]]
        for ply in range(len(lines[number].moves) + 1):
            for env in finders[number].solutions(asked.program.rules[rule], ply):
                values = {name: env[name] for name in shown}
                solutions = wanted.setdefault((rule, ply), [])
                if values not in solutions:
                    solutions.append(values)
    return wanted


def compare(asked: Finder, seed: int, count: int, seen: Counter[str]) -> int:
    """Compare the finder with the plain program on lines of trees; return the number of solutions."""
    random = Random(seed)
    total = 0
    for tree in trees(seed, count):
        lines = list(variations(tree))
        for number in random.sample(range(len(lines)), min(2, len(lines))):
            rules = sorted(random.sample(range(len(asked.program.rules)), 8))
            wanted = wanted_by(asked, lines, number, rules)
            found = found_by(asked, lines[number], -1, rules)
            for key in wanted.keys() | found.keys():
                name = asked.program.rules[key[0]].name
                assert found.get(key, []) == wanted.get(key, []), (name, key[1], lines[number])
                seen[name] += len(wanted[key])
            first = {key: one[:1] for key, one in wanted.items()}
            assert found_by(asked, lines[number], 1, rules) == first
            total += sum(map(len, wanted.values()))
    return total


def test_trees(use: ModuleType, rounds: Callable[[int], int]) -> None:
    asked = Finder(loads(QUESTIONS).program)
    assert asked.uses_variations
    seen: Counter[str] = Counter()
    is_interpreted = (use.__file__ or "").endswith(".py")
    compare(asked, 1, 3 if is_interpreted else rounds(100), seen)
    assert is_interpreted or len(seen) > 10, seen


def test_a_game_without_a_tree_has_no_variations() -> None:
    asked = Finder(loads("rule one\npremise last.move(F), (last.move(G)) instead").program)
    game = Game(moves=(112, 113, 114))
    assert not list(asked.find(game))
    assert not list(asked.find(Variation(moves=game.moves)))
    sieve = asked.sieve([0])
    assert sieve
    assert sieve(list(game.moves))


def test_variations_of_a_file() -> None:
    data = b"(;GM[4]SZ[15];B[hh](;W[ig];B[gi](;W[hg])(;W[hf];B[gg]))(;W[hg];B[jf]))"
    lines = list(sgf.load(io.BytesIO(data), all_lines=True, as_variations=True))
    assert [line.moves for line in lines if isinstance(line, Variation)] == [
        (112, 128, 96, 127),
        (112, 128, 96, 142, 126),
        (112, 127, 144),
    ]
    assert all(pickle.loads(pickle.dumps(line)) == line for line in lines)
    asked = Finder(loads("rule one\npremise last.move(F), (last.move(G)) instead").program)
    found = [
        [(hit.ply, *(one.value for one in hit.match.bindings)) for hit in asked.find(line)]
        for line in lines
        if isinstance(line, Variation)
    ]
    assert found == [[(2, 128, 127), (4, 127, 142)], [(2, 128, 127), (4, 142, 127)], [(2, 127, 128)]]


def test_a_halt_in_a_variation_leaves_the_board_in_order() -> None:
    from zet.engines.kernel.clock import Deadline

    asked = Finder(loads("rule one\npremise (color(F, C), color(G, C), color(H, C)) instead").program)
    box = [SIDE * y + x for y in range(9) for x in range(9)]
    tree = merge([Game(moves=tuple(box)), Game(moves=(*box[:40], *box[41:]))])
    for line in variations(tree):
        assert len(list(asked.find(line, most=1 << 30, clock=Deadline(0.01)))) < 1 << 20
    short = next(variations(merge([Game(moves=(0, 1)), Game(moves=(0, 2))])))
    assert [hit.ply for hit in asked.find(short)] == [2]


@pytest.mark.parametrize(
    "arguments",
    [
        ([0, 1, 2], [0, 2], [0], [0], 0),
        ([0, 1, 2], [0, 3], [0, 0], [0], 0),
        ([0, 1, 2], [0, 3], [0], [0], 1),
        ([0, 1, 1], [0, 3], [0], [0], 0),
        ([0, 1, 225], [0, 3], [0], [0], 0),
        ([0, 1, 3], [0, 3], [0], [0], 0),
        ([0, 1, 2], [0, 2, 1, 3], [0, 0, 0], [0, 0, 0], 0),
        ([0, 1, 2], [0, 3], [2], [0], 0),
    ],
)
@pytest.mark.usefixtures("use")
def test_variations_out_of_range(arguments: tuple[Any, ...]) -> None:
    asked = Finder(loads("rule one\npremise (last.move(G)) instead").program)
    asked._boards.clear()
    asked._board = asked._board_of("renju")
    asked._begin(Game(moves=(0, 1, 2)), -2, -2)
    moves, *others = arguments
    asked._board.set_variations(array("i", [0, 1, 2]), [0, 3], [0], [0], 0)
    with pytest.raises(ValueError, match=r"variation|range|stone"):
        asked._board.set_variations(array("i", moves), *others)
