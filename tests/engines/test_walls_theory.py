"""The theory of walls without the extra move (docs/walls/theory.md), on all states of small boards.

Captures with the extra move are tested too. Only the slow game and its tables of values are used, no
engine. Statements that the page proves are tested as well.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from plain_walls import GROUND, Game, Graph, States, Values

Flags = NDArray[np.bool_]

SMALL = [(1, 4), (1, 5), (2, 2), (2, 3)]
LARGE = [(1, 6), (2, 4), (3, 3)]

DOUBLED = Graph(2, 2, joins=((0, 2), (0, 3), (1, 2), (1, 3)) * 2 + ((0, -1), (0, -1), (1, -1), (2, -1)))
"""Four boxes in a ring, each joined twice to the next, and to the ground."""

CORNERS = (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)
ALL_JOINED = Graph(
    2, 5, joins=((0, GROUND), *((end, 4 + number) for number, ends in enumerate(CORNERS) for end in ends))
)
"""Four junctions, each joined to each by an odd corridor, and one of them to the ground."""


@dataclass
class Tables:
    """The values of all states of a board, without and with a tempo, and properties of the states."""

    game: Game
    values: Values
    with_tempo: Values
    states: States
    n_pairs: Values

    @property
    def both(self) -> tuple[Values, Values]:
        return self.values, self.with_tempo

    def having(self, fence: int) -> States:
        """The states in which a fence is free."""
        return self.states[(self.states >> fence & 1).astype(bool)]

    def sign(self, states: States) -> Values:
        """Return 1 for states in which the player to move makes the last move, else -1."""
        return 2 * (np.bitwise_count(states) & 1).astype(np.int8) - 1


@cache
def tables(game: Game) -> Tables:
    states = np.arange(1 << game.n_fences, dtype=np.int32)
    return Tables(game, game.values(), game.values(tempo=True), states, game.pairs(states))


BOARDS = [
    *(Game(*size) for size in SMALL),
    *(pytest.param(Game(*size), marks=pytest.mark.slow) for size in LARGE),
]


def name(game: Game) -> str:
    return f"{game.rows}x{game.columns}" + "-graph" * isinstance(game, Graph)


@pytest.fixture(scope="module", params=BOARDS, ids=name)
def own(request: pytest.FixtureRequest) -> Tables:
    return tables(request.param)


@pytest.fixture(scope="module", params=[*BOARDS, DOUBLED, ALL_JOINED], ids=name)
def anywhere(request: pytest.FixtureRequest) -> Tables:
    """The tables of `own`, and of graphs that are not boards."""
    return tables(request.param)


@dataclass
class Corridors:
    """The corridors whose lowest fence is a given fence, and the objects at their ends.

    `boxes` is the number of boxes with one or two free fences in them, `ends` the number of these with
    one; `junctions` is the number of their fences at boxes with at least three, `grounds` at the border.
    """

    states: States
    fences: States
    boxes: Values
    ends: Values
    junctions: Values
    grounds: Values

    def where(self, chosen: Flags) -> tuple[States, States]:
        """Return the states with the chosen corridors, and these states without the corridors."""
        states = self.states[chosen]
        return states, states & ~self.fences[chosen]


def corridors(own: Tables, fence: int) -> Corridors:
    states = own.having(fence)
    fences = own.game.corridor(states, fence)
    lowest = fences & -fences == 1 << fence
    states, fences = states[lowest], fences[lowest]
    boxes, ends, junctions, grounds = (np.zeros(states.shape, np.int8) for _ in range(4))
    for sides, degree in zip(own.game.around, own.game.degrees(states), strict=True):
        inside = fences & sides != 0
        boxes += inside & (degree < 3)
        ends += inside & (degree == 1)
        junctions += np.where(degree > 2, np.bitwise_count(fences & sides), 0).astype(np.int8)
    for number, sides in enumerate(own.game.ends):
        if sides[1] == GROUND:
            grounds += (fences >> number & 1).astype(np.int8)
    return Corridors(states, fences, boxes, ends, junctions, grounds)


def all_corridors(own: Tables) -> Iterator[Corridors]:
    return (corridors(own, fence) for fence in range(own.game.n_fences))


def test_two_values_in_a_row(own: Tables) -> None:
    """g <= V(P) + V(P - f) <= 4 - g; <= 2 - g where both have an even number of pairs."""
    tested = 0
    for values in own.both:
        for fence in range(own.game.n_fences):
            states = own.having(fence)
            after = states & ~(1 << fence)
            gain = own.game.gains(states, fence)
            total = values[states] + values[after]
            assert (total >= gain).all()
            assert (total <= 4 - gain).all()
            even = (own.n_pairs[states] | own.n_pairs[after]) & 1 == 0
            even &= gain < 2
            assert (total <= 2 - gain)[even].all()
            tested += int(even.sum())
    assert tested > own.states.size


def test_a_pair(own: Tables) -> None:
    """V(H + pair) = 2 - V(H): to take two boxes is always best."""
    tested = 0
    for values in own.both:
        for fence in range(own.game.n_fences):
            states = own.having(fence)
            states = states[own.game.gains(states, fence) == 2]
            assert (values[states] == 2 - values[states & ~(1 << fence)]).all()
            tested += states.size
    assert tested


def test_a_capture_is_best_but_that_of_a_closed_chain_of_three(own: Tables) -> None:
    """Without pairs a capture is best if it leaves no pair, or if the number of fences is even."""
    tested = [0, 0, 0]
    n_captures = np.zeros(own.states.shape, np.int8)
    n_best = np.zeros(own.states.shape, np.int8)
    for fence in range(own.game.n_fences):
        states = own.having(fence)
        states = states[own.game.gains(states, fence) > 0]
        after = states & ~(1 << fence)
        gain = own.game.gains(states, fence)
        is_best = own.values[states] == gain - own.values[after]
        n_captures[states] += 1
        n_best[states] += is_best
        alone = own.n_pairs[states] == 0
        leaves_pair = own.n_pairs[after] == 1
        assert is_best[alone & ~leaves_pair].all()
        assert (is_best == (own.sign(states) < 0))[alone & leaves_pair].all()
        tested[0] += int((alone & ~leaves_pair).sum())
        tested[1] += int((alone & leaves_pair).sum())
    odd = n_captures % 2 == 1
    assert (n_best[odd] > 0).all()
    tested[2] = int(odd.sum())
    # A closed chain of three needs three boxes in a row or round a corner.
    assert all(tested)


def test_tempos(own: Tables) -> None:
    """An even open chain is a tempo, and two tempos are nothing."""
    tested = 0
    for found in all_corridors(own):
        chosen = (found.grounds == 2) & (found.boxes % 2 == 0) & (found.boxes > 0)
        states, rest = found.where(chosen)
        assert (own.values[states] == own.with_tempo[rest]).all()
        assert (own.with_tempo[states] == own.values[rest]).all()
        tested += states.size
    assert tested


def test_prizes(own: Tables) -> None:
    """Odd open and closed chains are worth 1 to the player who makes the last move, loops 2."""
    tested = [0, 0, 0]
    for found in all_corridors(own):
        is_odd = found.boxes % 2 == 1
        n_fences = np.bitwise_count(found.fences)
        free_ends = found.ends + found.grounds + found.junctions
        for number, (chosen, prize) in enumerate(
            [
                ((found.grounds == 2) & is_odd, 1),
                ((found.ends == 2) & is_odd, 1),
                ((free_ends == 0) & (n_fences == found.boxes), 2),
            ]
        ):
            states, rest = found.where(chosen)
            for values, sign in zip(own.both, (own.sign(states), -own.sign(states)), strict=True):
                assert (values[states] == values[rest] + prize * sign).all()
            tested[number] += states.size
    assert tested[0]
    assert tested[1] or own.game.n_boxes < 3
    assert tested[2] or own.game.rows == 1


def test_tails(own: Tables) -> None:
    """Without pairs, an odd half-open chain or closed tail changes V to 1 - V; an even one does nothing.

    A closed chain of an even number of boxes, at least four, is an odd tail and a prize.
    """
    tested = [0, 0, 0]
    for found in all_corridors(own):
        is_odd = found.boxes % 2 == 1
        alone = own.n_pairs[found.states] == 0
        tail = (found.ends == 1) & (found.grounds + found.junctions == 1) & alone
        closed = (found.ends == 2) & (found.boxes > 2) & ~is_odd & alone
        for values, tempo in zip(own.both, (1, -1), strict=True):
            states, rest = found.where(tail & is_odd)
            assert (values[states] == 1 - values[rest]).all()
            tested[0] += states.size
            states, rest = found.where(tail & ~is_odd)
            assert (values[states] == values[rest]).all()
            tested[1] += states.size
            states, rest = found.where(closed)
            assert (values[states] == 1 - values[rest] + tempo * own.sign(states)).all()
            tested[2] += states.size
    assert tested[0]
    assert tested[1]
    assert tested[2] or own.game.n_boxes < 4


def calm(own: Tables) -> States:
    """The states with free fences in which no box has one free fence."""
    found = np.ones(own.states.shape, bool)
    for degree in own.game.degrees(own.states):
        found &= degree != 1
    found[0] = False
    return own.states[found]


def test_corridors(own: Tables) -> None:
    """Any fence of a corridor is as good as any other: -V(H) in an even one, V(H) - 1 in an odd one."""
    is_calm = np.zeros(own.states.shape, bool)
    is_calm[calm(own)] = True
    tested = 0
    for fence in range(own.game.n_fences):
        states = own.having(fence)
        fences = own.game.corridor(states, fence)
        # A corridor of n boxes has n + 1 fences; what has no junction is a chain or a loop.
        junction = np.zeros(states.shape, bool)
        for sides, degree in zip(own.game.around, own.game.degrees(states), strict=True):
            junction |= (degree > 2) & (fences & sides != 0)
        chosen = is_calm[states] & junction
        states, fences = states[chosen], fences[chosen]
        is_even = np.bitwise_count(fences) & 1 == 1
        for values in own.both:
            rest = values[states & ~fences]
            after = -values[states & ~(1 << fence)]
            assert (after == np.where(is_even, -rest, rest - 1)).all()
        tested += states.size
    assert tested


@dataclass
class Reduced:
    """The calm states that have junctions, and their corridors, each identified by its lowest fence.

    For each fence there are the fences of its corridor (0 if the fence identifies none) and its ends: a
    set of boxes as bits, with the ground as the bit after them. A corridor with one box at both ends is a
    loop.
    """

    states: States
    fences: list[States]
    ends: list[States]

    def named(self, fence: int) -> Flags:
        return self.fences[fence] != 0

    def is_even(self, fence: int) -> Flags:
        """Whether a corridor is even: it has one fence more than boxes."""
        return np.bitwise_count(self.fences[fence]) & 1 == 1

    def is_loop(self, fence: int) -> Flags:
        return self.named(fence) & (np.bitwise_count(self.ends[fence]) == 1)

    def parallel(self, one: int, other: int) -> Flags:
        both = self.named(one) & self.named(other)
        return both & (self.ends[one] == self.ends[other]) & ~self.is_loop(one)


@pytest.fixture(scope="module")
def reduced(anywhere: Tables) -> Reduced:
    states = calm(anywhere)
    degrees = anywhere.game.degrees(states)
    # Without chains and loops: all boxes with two fences are in corridors that end at a junction.
    all_fences, all_ends = [], []
    alone = np.zeros(states.shape, bool)
    for fence in range(anywhere.game.n_fences):
        fences = anywhere.game.corridor(states, fence)
        fences[fences & -fences != 1 << fence] = 0
        ends = np.zeros(states.shape, np.int32)
        for box, (sides, degree) in enumerate(zip(anywhere.game.around, degrees, strict=True)):
            ends |= ((fences & sides != 0) & (degree > 2)).astype(np.int32) << box
        alone |= (fences != 0) & (ends == 0)
        for other, boxes in enumerate(anywhere.game.ends):
            if boxes[1] == GROUND:
                ends |= (fences >> other & 1) << anywhere.game.n_boxes
        all_fences.append(fences)
        all_ends.append(ends)
    keep = ~alone
    return Reduced(states[keep], [each[keep] for each in all_fences], [each[keep] for each in all_ends])


def test_parallels(anywhere: Tables, reduced: Reduced) -> None:
    """A prize: an odd loop, or one of two parallel odd corridors. A tempo: an even beside an odd one."""
    tested = [0, 0, 0]
    states = reduced.states
    for one in range(anywhere.game.n_fences):
        rest = states & ~reduced.fences[one]
        loop = reduced.is_loop(one)
        assert not reduced.is_even(one)[loop].any()
        for values, tempo in zip(anywhere.both, (1, -1), strict=True):
            prize = tempo * anywhere.sign(states)
            assert (values[states] == values[rest] + prize)[loop].all()
        tested[0] += int(loop.sum())
        for other in range(anywhere.game.n_fences):
            if other == one:
                continue
            odd = reduced.parallel(one, other) & ~reduced.is_even(other)
            odd_both, mixed = odd & ~reduced.is_even(one), odd & reduced.is_even(one)
            for values, swapped, tempo in zip(anywhere.both, anywhere.both[::-1], (1, -1), strict=True):
                prize = tempo * anywhere.sign(states)
                assert (values[states] == values[rest] + prize)[odd_both].all()
                assert (values[states] == swapped[rest])[mixed].all()
            tested[1] += int(odd_both.sum())
            tested[2] += int(mixed.sum())
    is_board = not isinstance(anywhere.game, Graph)
    assert tested[2] or not is_board
    assert tested[0] or anywhere.game.rows == 1 or anywhere.game.n_boxes < 6
    assert tested[1] or anywhere.game.n_boxes < 4 or not is_board


def test_steps(anywhere: Tables, reduced: Reduced) -> None:
    """Without a corridor the level is one more or one less: a move is best, or two boxes worse."""
    tested = [0, 0]
    for fence in range(anywhere.game.n_fences):
        chosen = reduced.named(fence)
        states, rest = reduced.states[chosen], (reduced.states & ~reduced.fences[fence])[chosen]
        even = reduced.is_even(fence)[chosen]
        for values in anywhere.both:
            worse = values[states] - np.where(even, -values[rest], values[rest] - 1)
            assert np.isin(worse, (0, 2)).all()
            tested[0] += int((worse == 0).sum())
            tested[1] += int((worse == 2).sum())
    assert all(tested)


def bridges(anywhere: Tables, reduced: Reduced, fence: int) -> Flags:
    """Return where the corridor of a fence is a bridge: the only connection between its ends."""
    rest = reduced.states & ~reduced.fences[fence]
    found = reduced.ends[fence] & -reduced.ends[fence]
    before = None
    while before is None or (found != before).any():
        before = found.copy()
        for number, boxes in enumerate(anywhere.game.ends):
            ends = sum(1 << (box % (anywhere.game.n_boxes + 1)) for box in boxes)
            found |= np.where((rest >> number & 1).astype(bool) & (found & ends != 0), ends, 0)
    return reduced.named(fence) & (found & reduced.ends[fence] != reduced.ends[fence])


def test_which_moves_are_enough(anywhere: Tables, reduced: Reduced) -> None:
    """An even corridor or the tempo is best; for the other player, if no even corridor is a bridge.

    The other player is the one who does not make the last move.
    """
    states = reduced.states
    fences = range(anywhere.game.n_fences)
    even = [reduced.is_even(fence) for fence in fences]
    parted = np.logical_or.reduce([even[fence] & bridges(anywhere, reduced, fence) for fence in fences])
    some = np.logical_or.reduce(even)
    n_worse = tested = 0
    for values, other_values, has_tempo in zip(
        anywhere.both, anywhere.both[::-1], (False, True), strict=True
    ):
        is_last = (anywhere.sign(states) > 0) != has_tempo
        best = -other_values[states] if has_tempo else np.full(states.shape, -128, np.int8)
        for fence in fences:
            value = -values[states & ~reduced.fences[fence]]
            best[even[fence]] = np.maximum(best, value)[even[fence]]
        chosen = some | has_tempo
        is_best = best == values[states]
        assert is_best[chosen & (is_last | ~parted)].all()
        n_worse += int((~is_best & chosen).sum())
        tested += int(chosen.sum())
    assert tested
    assert n_worse or anywhere.game.n_boxes < 6 or anywhere.game.rows == 1


def test_the_last_mover_does_not_lose(own: Tables) -> None:
    states = calm(own)
    assert (own.values[states] * own.sign(states) >= 0).all()
    assert (own.with_tempo[states] * -own.sign(states) >= 0).all()
    assert states.size > 100


def test_junctions_and_odd_corridors_bound_the_value(own: Tables) -> None:
    """|V| <= junctions + odd corridors + 2 loops, in a state without boxes with one free fence."""
    bound = np.zeros(own.states.shape, np.int8)
    for degree in own.game.degrees(own.states):
        bound += degree > 2
    for found in all_corridors(own):
        is_loop = found.grounds + found.junctions + found.ends == 0
        bound[found.states] += np.where(is_loop, 2, found.boxes & 1).astype(np.int8)
    states = calm(own)
    for values in own.both:
        assert (np.abs(values[states]) <= bound[states]).all()
    n_open = sum((degree > 0).astype(np.int8) for degree in own.game.degrees(states))
    assert (bound[states] < n_open).any()


def involutions(own: Game) -> list[Callable[[int, int], tuple[int, int]]]:
    """Return the symmetries of a board that are their own inverses, except the identity."""
    height, width = 2 * own.rows, 2 * own.columns
    found: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, column: (height - row, width - column),
        lambda row, column: (height - row, column),
        lambda row, column: (row, width - column),
    ]
    if own.rows == own.columns:
        found += [lambda row, column: (column, row), lambda row, column: (width - column, height - row)]
    return found


def test_the_mirror(own: Tables) -> None:
    """A state that is its own image: V <= -b, or V >= b with one fence that is its own image.

    b is the number of unfinished boxes that are their own image.
    """
    tested = [0, 0]
    for turn in involutions(own.game):
        numbers = {place: number for number, place in enumerate(own.game.places)}
        image = [numbers[turn(*place)] for place in own.game.places]
        same = np.ones(own.states.shape, bool)
        for fence, other in enumerate(image):
            same &= (own.states >> fence ^ own.states >> other) & 1 == 0
        states = own.states[same]
        fixed = sum(1 << fence for fence, other in enumerate(image) if fence == other)
        n_fixed = np.bitwise_count(states & fixed)
        boxes = np.zeros(states.shape, np.int8)
        for place, degree in zip(own.game.centers, own.game.degrees(states), strict=True):
            boxes += (degree > 0) & (turn(*place) == place)
        for values, tempo in zip(own.both, (0, 1), strict=True):
            none, one = n_fixed + tempo == 0, n_fixed + tempo == 1
            assert (values[states[none]] <= -boxes[none]).all()
            assert (values[states[one]] >= boxes[one]).all()
            tested[0] += int(none.sum())
            tested[1] += int(one.sum())
    assert all(tested)


def test_captures_with_the_extra_move(own: Tables) -> None:
    """A capture is best, except of the last two boxes of a chain and the last four of a closed chain.

    There the best move is a capture, or the fence that separates these boxes or divides them in two.
    """
    game = replace(own.game, extra_move=True)
    values = game.values()
    states = np.arange(1 << game.n_fences, dtype=np.int32)
    degrees = game.degrees(states)
    kinds = {"capture": 0, "four": 0, "two": 0}
    plain = np.zeros(states.shape, bool)
    four = np.zeros(states.shape, bool)
    worth: dict[str, list[tuple[States, Values]]] = {kind: [] for kind in kinds}
    for box in range(game.n_boxes):
        for fence in range(game.n_fences):
            if not game.around[box] >> fence & 1:
                continue
            here = states[(degrees[box] == 1) & (states >> fence & 1).astype(bool)]
            captured = game.gains(here, fence) + values[here & ~(1 << fence)]
            chain = game.corridor(here, fence)
            n_fences = np.bitwise_count(chain)
            joined = sum(
                ((chain & sides != 0) & (np.bitwise_count(here & sides) < 3)).astype(np.int8)
                for sides in game.around
            )
            ends = sum(
                (chain & sides != 0) & (np.bitwise_count(here & sides) == 1) for sides in game.around
            )
            is_two = (joined == 2) & (n_fences == 2)
            is_four = (joined == 4) & (n_fences == 3) & (ends == 2)
            left = np.zeros(here.shape, np.int8)
            for other in range(game.n_fences):
                if other == fence:
                    continue
                deals = (chain >> other & 1).astype(bool)
                # In the closed chain of four it is the fence in the middle, which takes nothing.
                deals &= is_two | (is_four & (game.gains(here, other) == 0))
                left[deals] = -values[here[deals] & ~(1 << other)]
            either = np.maximum(captured, left)
            rest = ~is_two & ~is_four
            plain[here[rest]] = True
            four[here[is_four]] = True
            worth["capture"].append((here[rest], captured[rest]))
            worth["four"].append((here[is_four], either[is_four]))
            worth["two"].append((here[is_two], either[is_two]))
    for kind, found in worth.items():
        for here, value in found:
            chosen = np.ones(here.shape, bool)
            if kind != "capture":
                chosen &= ~plain[here]
            if kind == "two":
                chosen &= ~four[here]
            assert (value[chosen] == values[here[chosen]]).all()
            kinds[kind] += int(chosen.sum())
    assert kinds["capture"]
    assert kinds["two"]
    assert kinds["four"] or game.n_boxes < 4


def test_a_chain_is_opened_in_one_way_with_the_extra_move(own: Tables) -> None:
    """All fences of a chain, a corridor or a loop are equally good, except in a corridor of two boxes.

    There the fences at the two ends are equivalent, and the middle fence is different.
    """
    game = replace(own.game, extra_move=True)
    values = game.values()
    states = calm(own)
    degrees = game.degrees(states)
    tested, n_middle = 0, 0
    for lowest in range(game.n_fences):
        fences = game.corridor(states, lowest)
        chosen = (fences & -fences == 1 << lowest) & (np.bitwise_count(fences) > 1)
        here, fences = states[chosen], fences[chosen]
        two = np.zeros(here.shape, np.int8)
        for sides, degree in zip(game.around, degrees, strict=True):
            two += (fences & sides != 0) & (degree[chosen] == 2)
        least, most = np.full(here.shape, 127, np.int8), np.full(here.shape, -128, np.int8)
        for fence, boxes in enumerate(game.ends):
            there = (fences >> fence & 1).astype(bool)
            if boxes[1] != GROUND:
                middle = (degrees[boxes[0]][chosen] == 2) & (degrees[boxes[1]][chosen] == 2)
                n_middle += int((there & middle & (two == 2)).sum())
                there &= ~(middle & (two == 2))
            value = -values[here[there] & ~(1 << fence)]
            least[there] = np.minimum(least[there], value)
            most[there] = np.maximum(most[there], value)
        assert (least == most).all()
        tested += here.size
    assert tested > 20
    assert n_middle > 2


def distance(game: Game, free: int, one: int, other: int) -> int:
    """Return the least number of free fences between two boxes; a large number without a path."""
    reached, length = {one}, 0
    while other not in reached:
        beside = {
            box
            for fence, boxes in enumerate(game.ends)
            if free >> fence & 1 and reached.intersection(boxes)
            for box in boxes
        } - {GROUND}
        if beside <= reached:
            return game.n_fences
        reached |= beside
        length += 1
    return length


def test_the_mirror_with_the_extra_move(own: Tables) -> None:
    """A state without captures that is its own image: V <= 0, if no junction is near its own image.

    Near means fewer than three boxes apart. Isolated chains of one box, and of two, must be even in
    number.
    """
    game = replace(own.game, extra_move=True)
    values = game.values()
    tested = n_better = 0
    for turn in involutions(game):
        numbers = {place: number for number, place in enumerate(game.places)}
        image = [numbers[turn(*place)] for place in game.places]
        box_image = [game.centers.index(turn(*place)) for place in game.centers]
        same = np.ones(own.states.shape, bool)
        for fence, other in enumerate(image):
            same &= (own.states >> fence ^ own.states >> other) & 1 == 0
        for free in own.states[same].tolist():
            degrees = [(free & sides).bit_count() for sides in game.around]
            if 1 in degrees:
                continue
            alone = [0, 0]
            for box in range(game.n_boxes):
                joined = [other for other in range(game.n_boxes) if distance(game, free, box, other) < 3]
                if len(joined) < 3 and all(degrees[other] == 2 for other in joined):
                    alone[len(joined) - 1] += 1
            is_near = any(
                degree > 2 and distance(game, free, box, box_image[box]) < 4
                for box, degree in enumerate(degrees)
            )
            if is_near or alone[0] % 2 or alone[1] % 4:
                n_better += int(values[free]) > 0
            else:
                assert values[free] <= 0
                tested += 1
    assert tested > 10
    assert n_better
