"""Renju positions for tests, and plain, slow code: wins by threats, and the verification of proofs."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from zet.engines.messages import Message
from zet.engines.renju.model import BLACK, COLORS, N_CELLS, RULES, SIDE, Game, name
from zet.engines.renju.proof import Fault, Proof
from zet.engines.renju.rules import FORBIDDEN_WORDS, Board, four_places


def random_positions(seed: int, count: int) -> Iterator[tuple[str, Game]]:
    """Yield rules and positions, most of them crowded into a part of the board."""
    random = Random(seed)
    for number in range(count):
        rule = RULES[0] if number % 3 else random.choice(RULES)
        size = random.choice((6, 7, 8, 15))
        x, y = random.randint(0, SIDE - size), random.randint(0, SIDE - size)
        box = [SIDE * (y + j) + x + i for i in range(size) for j in range(size)]
        cells = random.sample(box, random.randint(4, min(len(box) * 2 // 3, 80)))
        cut = round(len(cells) * random.choice((0.5, 0.5, 0.65, 0.8)))
        yield rule, Game.build(cells[:cut], cells[cut:], random.randint(0, 1))


def positions_of_size(seed: int, count: int, sizes: Sequence[int]) -> Iterator[tuple[str, Game]]:
    """Yield rules and positions on boards of the given sizes, most of them crowded into a part."""
    random = Random(seed)
    for _ in range(count):
        size = random.choice(sizes)
        part = min(random.choice((5, 6, 8, 22)), size)
        # In half of the cases the part is at an edge.
        x, y = (random.choice((0, size - part, random.randint(0, size - part))) for _ in range(2))
        box = [size * (y + j) + x + i for i in range(part) for j in range(part)]
        cells = random.sample(box, random.randint(4, min(len(box) * 3 // 4, 90)))
        cut = round(len(cells) * random.choice((0.5, 0.5, 0.65, 0.8)))
        yield (
            random.choice(RULES),
            Game.build(cells[:cut], cells[cut:], random.randint(0, 1), size=size),
        )


def fives_and_fours(
    stones: dict[tuple[int, int], int], size: int, color: int, *, exact: bool
) -> tuple[set[int], set[int]]:
    """Return the points at which a color makes five, and at which it makes a four, point by point."""

    def makes_five(at: tuple[int, int], through: tuple[int, int], step: tuple[int, int]) -> bool:
        """Whether the point `at` is in a five in a direction that also contains the point `through`."""
        run = [at]
        for sign in (1, -1):
            x, y = at
            while stones.get((x := x + sign * step[0], y := y + sign * step[1])) == color:
                run.append((x, y))
        return through in run and (len(run) == 5 if exact else len(run) >= 5)

    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    empty = {at for at in product(range(size), repeat=2) if at not in stones}
    fives = {(x, y) for x, y in empty if any(makes_five((x, y), (x, y), step) for step in steps)}
    fours = set()
    for x, y in empty:
        stones[x, y] = color
        near = ((x + k * dx, y + k * dy, (dx, dy)) for dx, dy in steps for k in range(-4, 5) if k)
        if any((a, b) in empty and makes_five((a, b), (x, y), step) for a, b, step in near):
            fours.add((x, y))
        del stones[x, y]
    return {size * y + x for x, y in fives}, {size * y + x for x, y in fours - fives}


def small_positions(seed: int, count: int, size: int, rule: str = "renju") -> Iterator[Game]:
    """Yield positions in which only a corner of the board is empty, and no color has a five."""
    random = Random(seed)
    made = 0
    while made < count:  # with so few empty points that everything can be tried
        stones: tuple[list[int], list[int]] = ([], [])
        for cell in range(N_CELLS):
            y, x = divmod(cell, SIDE)
            if x >= size or y >= size:
                stones[(x + 2 * y) // 2 % 2].append(cell)
            elif random.random() < 0.55:
                stones[random.random() < 0.45].append(cell)
        game = Game.build(*stones, random.randint(0, 1))
        board = Board.of(game, rule)
        if len(board.empty()) <= 13 and not any(board.has_five(c) for cells in stones for c in cells):
            made += 1
            yield game


def judged(game: Game, rule: str) -> tuple[str, int | None, str | None]:
    """Return the status of a game, the number of the move that ended it, and the kind of a foul."""
    board = Board(rule)
    over: tuple[str, int | None, str | None] | None = None
    for number, (color, cell) in enumerate(game.turns(), 1):
        if over is not None:
            return "illegal", number, None
        kind = board.forbidden(cell) if color == 0 else None
        board = board.put(cell, color)
        if kind is not None:
            over = "white-won", number, kind
        elif board.has_five(cell):
            over = ("black-won", "white-won")[color], number, None
    return over or ("legal", None, None)


def wins_by_fours(board: Board, color: int, most: int = N_CELLS) -> bool:
    """Whether the color to move wins by at most `most` fours; every four is tried."""
    if board.five_cells(color):
        return True
    if most < 1:
        return False
    forced = board.five_cells(1 - color)
    for cell in board.empty():
        if (forced and forced != {cell}) or not board.may_play(cell, color):
            continue
        after = board.put(cell, color)
        fives = after.five_cells(color)
        if not fives:
            continue
        blocks = [five for five in fives if after.may_play(five, 1 - color)]
        if (
            len(fives) > 1
            or not blocks
            or wins_by_fours(after.put(blocks[0], 1 - color), color, most - 1)
        ):
            return True
    return False


def still_wins(board: Board, color: int, chain: Sequence[int], ends: set[int]) -> bool:
    """Whether a chain of fours and answers wins unchanged: by a five at any of `ends`, after its last."""
    for at, cell in enumerate(chain):
        forced = board.five_cells((color + at) % 2 ^ 1)
        if board.at(cell) is not None or not forced <= {cell} or (at % 2 and forced != {cell}):
            return False
        if not board.may_play(cell, (color + at) % 2):
            return at % 2 == 1
        board = board.put(cell, (color + at) % 2)
    blocks = [end for end in ends if board.may_play(end, 1 - color)]
    return ends <= board.five_cells(color) and (len(ends) > 1 or not blocks)


def wins_by_threats(board: Board, color: int, known: dict[tuple[str, ...], bool]) -> bool:
    """Whether the color to move wins by moves that make a four or threaten to win by fours.

    Every move of both sides is tried; `known` caches results for this color to move.
    """
    if board.lines not in known:
        known[board.lines] = _wins(board, color, known)
    return known[board.lines]


def _wins(board: Board, color: int, known: dict[tuple[str, ...], bool]) -> bool:
    other = 1 - color
    if board.five_cells(color):
        return True
    forced = board.five_cells(other)
    for cell in board.empty():
        if (forced and forced != {cell}) or not board.may_play(cell, color):
            continue
        after = board.put(cell, color)
        if wins_by_fours(after, color) and all(
            not after.may_play(answer, other)
            or (
                not (next_board := after.put(answer, other)).has_five(answer)
                and wins_by_threats(next_board, color, known)
            )
            for answer in after.empty()
        ):
            return True
    return False


def wins_by_quiet_moves(
    board: Board, color: int, known: dict[tuple[str, ...], bool], threes: dict[tuple[str, ...], bool]
) -> bool:
    """Whether the color to move wins by moves that threaten to win as in `wins_by_threats`.

    Every move of both sides is tried; `known` and `threes` cache results for this color to move.
    """
    if board.lines not in known:
        known[board.lines] = wins_by_threats(board, color, threes) or any(
            quiet_first_moves(board, color, known, threes)
        )
    return known[board.lines]


def quiet_first_moves(
    board: Board, color: int, known: dict[tuple[str, ...], bool], threes: dict[tuple[str, ...], bool]
) -> Iterator[int]:
    """Yield the first moves of all wins as in `wins_by_quiet_moves`, without those that make five."""
    for cell in board.empty():
        is_open = board.may_play(cell, color) and board.five_cells(1 - color) <= {cell}
        if is_open and _is_quiet_win(board.put(cell, color), color, known, threes):
            yield cell


def _is_quiet_win(
    board: Board, color: int, known: dict[tuple[str, ...], bool], threes: dict[tuple[str, ...], bool]
) -> bool:
    """Whether a color, which has just moved, threatens to win, and wins against every answer."""
    return (
        not board.five_cells(1 - color)
        and wins_by_threats(board, color, threes)
        and all(
            wins_by_quiet_moves(board.put(answer, 1 - color), color, known, threes)
            for answer in board.empty()
            if board.may_play(answer, 1 - color)
        )
    )


def wins_within(board: Board, color: int, most: int) -> bool:
    """Whether the color to move wins within `most` moves, counting both sides."""
    if board.five_cells(color):
        return most > 0
    return most > 2 and any(
        loses_within(board.put(cell, color), 1 - color, most - 1)
        for cell in board.empty()
        if board.may_play(cell, color)
    )


def loses_within(board: Board, color: int, most: int) -> bool:
    """Whether the color to move loses within `most` moves of both sides; a forbidden move loses."""
    answers = board.empty()
    return (
        bool(answers)
        and not board.five_cells(color)
        and most > 1
        and all(
            not board.may_play(cell, color) or wins_within(board.put(cell, color), 1 - color, most - 1)
            for cell in answers
        )
    )


def wins_by_threats_within(
    board: Board, color: int, most: int, known: dict[tuple[int, tuple[str, ...]], bool]
) -> bool:
    """Whether the color to move wins by threats within `most` moves, including the five."""
    key = most, board.lines
    if key not in known:
        known[key] = _wins_by_threats_within(board, color, most, known)
    return known[key]


def _wins_by_threats_within(
    board: Board, color: int, most: int, known: dict[tuple[int, tuple[str, ...]], bool]
) -> bool:
    other = 1 - color
    if most < 1 or board.five_cells(color):
        return most > 0
    forced = board.five_cells(other)
    for cell in board.empty():
        if most < 2 or (forced and forced != {cell}) or not board.may_play(cell, color):
            continue
        after = board.put(cell, color)
        if wins_by_fours(after, color, most - 2) and all(
            not after.may_play(answer, other)
            or (
                not (next_board := after.put(answer, other)).has_five(answer)
                and wins_by_threats_within(next_board, color, most - 1, known)
            )
            for answer in after.empty()
        ):
            return True
    return False


def shapes(board: Board, color: int) -> tuple[set[int], set[int]]:
    """Return the cells at which a color makes five, and at which it makes a four, by trying each."""
    fives = board.five_cells(color)
    fours = set()
    for cell in board.empty():
        after = board.put(cell, color)
        exact = board.is_exact(color)
        if cell not in fives and any(
            four_places(after.lines[n], at, exact) for n, at in board.through[cell]
        ):
            fours.add(cell)
    return fives, fours


def plainly_verified(game: Game, proof: Proof, color: int, rule: str = "renju") -> Fault | None:
    """Verify by the plain rules a proof that a color, to move after a game, wins; return a fault or None.

    Every legal answer to every move of the attacker is tried, except after a four that is not blocked:
    there the five follows, unless the defender can make five. A finished game cannot be won.
    """
    board = Board.of(game, rule)
    if board.has_any_five():
        return Fault((), Message("the game is over: there is a five on the board"))
    return next(_faults(board, proof, color, (), set()), None)


def _faults(
    board: Board, proof: Proof, color: int, path: tuple[int, ...], seen: set[tuple[int, tuple[str, ...]]]
) -> Iterator[Fault]:
    """Yield the faults of a proof at a position; `seen` caches what was already verified."""
    key = id(proof), board.lines
    if key in seen:
        return
    other = 1 - color
    if board.at(proof.move) is not None:
        yield Fault(path, Message("{point} is taken", point=name(proof.move)))
        return
    if color == BLACK and (why := board.forbidden(proof.move)):
        reason = Message(
            "{point} is forbidden: {kind}", point=name(proof.move), kind=FORBIDDEN_WORDS[why]
        )
        yield Fault(path, reason)
        return
    after = board.put(proof.move, color)
    path = (*path, proof.move)
    if proof.threat is None:
        if not after.has_five(proof.move):
            yield Fault(path, Message("{point} makes no five", point=name(proof.move)))
        seen.add(key)
        return
    fives = after.five_cells(other)
    if fives:
        reason = Message("{color} makes five at {point}", color=COLORS[other], point=name(min(fives)))
        yield Fault(path, reason)
        return
    answers = dict(proof.answers)
    five = proof.threat.move
    if proof.threat.threat is None and after.at(five) is None and after.put(five, color).has_five(five):
        to_try = [five]
    else:
        yield from _faults(after, proof.threat, color, path, seen)
        to_try = after.empty()
    for cell in to_try:
        if not after.may_play(cell, other):
            continue
        reply = answers.get(cell, proof.threat)
        yield from _faults(after.put(cell, other), reply, color, (*path, cell), seen)
    seen.add(key)
