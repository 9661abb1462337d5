"""Rules and positions for the tests of BLANCHE and NOIRE."""

from collections.abc import Iterator
from random import Random

from zet.engines.noire.position import Position
from zet.engines.renju.model import N_CELLS, SIDE, Game

# Every mode of every built-in predicate, clauses that generate, and heads with constants and repetitions.
MODES = """
low(Group) :- group(Group, white, 3)
low(Group) :- group(Group, black, 2)
pair(Field, Group) :- group(Group, white, 2), in(Field, Group, 1, 3)
pair(Field, Group) :- group(Group, black, 2), in(Field, Group, 3, 5)
same(Value, Value) :- color(Value, none)
three.of(white, Group) :- group(Group, white, 3)
three.of(black, Group) :- group(Group, black, 3), ¬at.end(Group)
at.end(Group) :- in(Field_, Group, 0, 0), color(Field_, black)
at.end(Group) :- in(Field_, Group, 6, 6), color(Field_, Color_), equal(Color_, black)
sized(N, Group) :- group(Group, Color_, N)
near(Field1, Field2) :- in(Field1, Group_, 2, 3), in(Field2, Group_, 2, 3), ¬equal(Field1, Field2)
twice(Group) :- low(Group)
twice(Group) :- three.of(Color_, Group)
lost(Field) :- color(Field, none), lead.to.black.loss(Field)

rule clauses
player white
level 3
move Field
premise low(Group), in(Field, Group, 0, 6), color(Field, none)

rule generated pairs
player black
level 3
move Field
premise pair(Field, Group), color(Field, Color), pair(Field, Group2), ¬equal(Group, Group2)

rule unbound color
player white
level 3
move Field
premise last.move(Field1), in(Field1, Group, 1, 5), group(Group, Color, N), in(Field, Group, N, 5),
    color(Field, none)

rule number from a group
player white
level 3
move Field
premise group(Group1, white, N), group(Group2, black, N), in(Field, Group1, 1, N), in(Field, Group2, 1, 5)

rule all of a size
player white
level 3
move Field
premise sized(3, Group), in(Field, Group, 1, 5), color(Field, none), ¬last.move(Field)

rule by color
player black
level 3
move Field
premise three.of(Color, Group), in(Field, Group, 1, 5), color(Field, Color), ¬three.of(Color, Group_)

rule by color again
player black
level 3
move Field
premise three.of(Color, Group), in(Field, Group, 1, 5), color(Field, none), ¬at.end(Group)

rule repeated head
player black
level 3
move Field
premise last.move(Field1), in(Field1, Group, 1, 5), in(Field, Group, 1, 5), same(Field, Field)

rule repeated head unbound
player black
level 3
move Field
premise group(Group, black, 3), in(Field2, Group, 1, 5), same(Field2, Field)

rule fields first
player black
level 3
move Field
premise last.move(Field1), color(Field, Color), near(Field, Field1), color(Field1, Color)

rule groups of a field
player white
level 3
move Field
premise last.move(Field), in(Field, Group, 1, 4), direction(Group, Direction), in(Field, Group2, 2, 2),
    direction(Group2, Direction), ¬equal(Group, Group2)

rule directions differ
player white
level 3
move Field
premise group(Group, white, 2), direction(Group, Direction1), in(Field, Group, 2, 4),
    in(Field, Group2, 3, 3),
    direction(Group2, Direction2), ¬equal(Direction1, Direction2), ¬group(Group2, none, 0)

rule nested
player black
level 5
move Field
premise twice(Group), in(Field, Group, 2, 4), color(Field, none), ¬twice(Group_), color(Field2, black)

rule nested again
player black
level 5
move Field
premise twice(Group), in(Field, Group, 2, 4), color(Field, none), ¬near.miss(Group)

near.miss(Group) :- in(Field_, Group, 1, 5), color(Field_, black), ¬pair(Field_, Group)

rule losses
player white
level 5
move Field
premise group(Group, black, 2), in(Field, Group), lost(Field)

in(Field, Group) :- in(Field, Group, 1, 5)

rule losses of two
player white
level 5
move Field
premise group(Group, black, 3), in(Field, Group), in(Field2, Group), ¬lead.to.black.loss(Field, Field2)

rule losses in turn
player white
level 7
move Field
premise group(Group, Color, 3), in(Field, Group), in(Field2, Group),
    alternating.black.loss(Color, Field, Field2)

rule nobody has lost
player white
level 7
move Field
premise group(Group, black, 3), in(Field, Group), ¬alternating.black.loss(white, Field),
    color(Field, none)

rule a board without
player white
level 7
move Field
premise ¬group(Group_, black, 4), ¬last.move(Field_), group(Group, both, 0), in(Field, Group, 6, 6)

rule the end of all
player white
level 0
move none
premise group(Group, white, 5)

rule a black loss
player white
level 0
move none
premise last.move(Field), ¬five(Group_), group(Group1, black, 3), group(Group2, black, 3),
    in(Field, Group1),
    in(Field, Group2), direction(Group1, D1), direction(Group2, D2), ¬equal(D1, D2)

five(Group) :- group(Group, black, 5), ¬at.end(Group)

rule own and other
level 3
move Field
premise group(Group, own, 3), in(Field, Group, 1, 5), color(Field, none) or
    last.move(Field), color(Field, other), owned(own, Field)

owned(Color, Field) :- in(Field, Group_, 2, 4), group(Group_, Color, 2)
owned(own, Field) :- color(Field, own)

rule zones and numbers
level 3
move Field
premise last.move(Field), edge(Field, N), corner(Field, M), less(N, M), between(K, N, M), ¬less(K, 2),
    color(Field2, own), distance(Field, Field2, K)

rule counts
level 3
move Field
premise group(Group, own, 2), (in(Field, Group, 1, 5), (edge(Field, 0) or ¬color(Field, none))),
    (in(F_, Group, 1, 5), color(F_, none), ¬edge(F_, 0)) N times, less(N, 3), ¬color(F2_, own) 1 times

rule arithmetic
level 3
move Field
premise last.move(Field), equal(N, (edge(Field) - 3) * 5 / (corner(Field) - 4)), at.most(abs(N), 9),
    color(Field2, own), equal(M, N mod (edge(Field2) - 2)), less(min(M, 1) + max(N, -1), 2),
    (color(F_, none), equal(N_, edge(F_) - corner(F_))) K times, ¬equal(K, M), equal(Color, own)

rule steps
level 3
move Field
premise color(A, own), step(A, 1, 2, T, B), color(B, own), step(Field, 1, 0, T, A),
    color(step(B, 2, W_), other)

rule foul points
level 3
move Field
premise group(Group, black, 3), in(Field, Group), forbidden(Field, Kind), ¬forbidden(Field, overline)
"""


def random_positions(seed: int, count: int, most: int = 9) -> Iterator[Position]:
    """Yield positions crowded into a part of the board, half of them with a last move."""
    random = Random(seed)
    for number in range(count):
        size = random.randint(5, 8)
        x, y = (random.choice((0, SIDE - size, random.randint(0, SIDE - size))) for _ in range(2))
        box = [SIDE * (y + j) + x + i for i in range(size) for j in range(size)]
        stones = random.sample(box, random.randint(4, 2 * most))
        cut = round(len(stones) * random.choice((0.3, 0.5, 0.5, 0.7)))
        colors = ["none"] * N_CELLS
        for cell in stones[:cut]:
            colors[cell] = "black"
        for cell in stones[cut:]:
            colors[cell] = "white"
        yield Position(colors, random.choice(stones) if number % 2 else None)


def positions_of(game: Game) -> Iterator[Position]:
    """Yield the positions of a game, after each of its moves."""
    for n_moves in range(len(game.moves) + 1):
        yield Position.of(game.at(n_moves))
