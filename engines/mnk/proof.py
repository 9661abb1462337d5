"""Proofs that a side never gets a line: the other side's answers, down to pairs of cells.

`prove` makes one by search; `check` replays one by the rules alone, without the search.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, cast

from zet.engines.errors import GameError
from zet.engines.kernel.clock import Deadline
from zet.engines.messages import Message
from zet.engines.mnk._pairs import Pairs
from zet.engines.mnk.model import OTHER, Position, Side, lines
from zet.engines.mnk.solver import ATTACKER, DEFENDER, NO_LIMIT, pairs_of
from zet.engines.mnk.symmetry import move_classes, orbit

Pair = tuple[int, int]


class Answer(NamedTuple):
    """The defender's cell, and the part for the position after it; None if the game is over before."""

    cell: int | None
    part: int | None


@dataclass(frozen=True, slots=True)
class Part:
    """Why the defender holds a position in which the attacker is to move.

    Either `pairs` of cells: the defender takes the other one; the lines without a pair are blocked by
    their potential. Or an answer to each move of the attacker. A move may be missing if it is the image
    of another, or if the defender completes a line after it.
    """

    pairs: tuple[Pair, ...] = ()
    answers: Mapping[int, Answer] | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that `attacker` never gets a line.

    Parts refer to earlier ones; the last is of the position. Where the defender is to
    move, `answer` is his cell, and the last part holds after it.
    """

    position: Position
    attacker: Side
    parts: tuple[Part, ...]
    answer: int | None = None


class ProofError(GameError):
    """The side can win, so there is no such proof."""


class _LimitError(Exception):
    """A limit was reached."""


def prove(
    position: Position, attacker: Side, *, nodes: int | None = None, seconds: float | None = None
) -> Proof | None:
    """Return a proof that a side never gets a line, in a position that is not over; None at a limit.

    Raises:
        ProofError: it can win.
    """
    try:
        return _Prover(position, attacker, nodes, seconds).proof(position)
    except _LimitError:
        return None


class _Prover:
    """Builds a proof from the results of the search."""

    def __init__(
        self, position: Position, attacker: Side, nodes: int | None, seconds: float | None
    ) -> None:
        self._attacker: Side = attacker
        has_lines = bool(lines(position.width, position.height, position.k))
        self._kernel: Pairs | None = pairs_of(position) if has_lines else None
        self._limit = NO_LIMIT if nodes is None else nodes
        self._deadline = Deadline(seconds)
        self._parts: list[Part] = []
        self._numbers: dict[str, int] = {}

    def proof(self, position: Position) -> Proof:
        """Return the proof of a position."""
        answer = None
        start = position
        if position.to_move != self._attacker:
            answer = self._answer(position)
            position = position.after(answer)
        elif not self._holds(position, ATTACKER):
            raise ProofError("{side} can win", side=self._attacker)
        if not position.is_over:
            self._part(position)
        return Proof(start, self._attacker, tuple(self._parts), answer)

    def _part(self, position: Position) -> int:
        """Return the number of the part for a position in which the attacker is to move."""
        number = self._numbers.get(position.cells)
        if number is None:
            pairs = self._kernel.pairs(*self._masks(position)) if self._kernel else []
            if pairs is None:
                part = Part(answers=dict(self._answers(position)))
            else:
                part = Part(
                    tuple(((pair & -pair).bit_length() - 1, pair.bit_length() - 1) for pair in pairs)
                )
            number = self._numbers[position.cells] = len(self._parts)
            self._parts.append(part)
        return number

    def _answers(self, position: Position) -> Iterator[tuple[int, Answer]]:
        """Yield the attacker's moves, one of each class, with their answers.

        Raises:
            ProofError: a move wins, or none answers it.
        """
        if completing(position, self._attacker):
            raise ProofError("{side} can win", side=self._attacker)
        threats = completing(position, OTHER[self._attacker])
        for move, *_ in move_classes(position, tuple(position.free)):
            if threats - {move}:
                continue
            after = position.after(move)
            if after.is_over:
                yield move, Answer(None, None)
                continue
            cell = self._answer(after)
            after = after.after(cell)
            yield move, Answer(cell, None if after.is_over else self._part(after))

    def _answer(self, position: Position) -> int:
        """Return the defender's cell.

        Raises:
            ProofError: none holds.
        """
        for side in (position.to_move, self._attacker):
            if cells := completing(position, side):
                return min(cells)
        weights = dict.fromkeys(position.free, Fraction(0))
        total = Fraction(0)
        for line in open_lines(position, self._attacker):
            total += Fraction(1, 2 ** len(line))
            for cell in line:
                weights[cell] += Fraction(1, 2 ** len(line))
        if total < 1:  # taking the cell that counts most leaves less than a half
            return max(weights, key=weights.__getitem__)
        if not self._holds(position, DEFENDER):
            raise ProofError("{side} can win", side=self._attacker)
        return cast(Pairs, self._kernel).last_answer()

    def _holds(self, position: Position, turn: int) -> bool:
        kernel, masks = self._kernel, self._masks(position)
        for answers in range(len(position.free) + 2 if kernel else 0):
            holds = cast(Pairs, kernel).holds(*masks, turn, answers, self._limit, self._deadline)
            if holds is None:
                raise _LimitError
            if holds:
                return True
        return kernel is None

    def _masks(self, position: Position) -> tuple[int, int]:
        return position.mask(self._attacker), position.mask(OTHER[self._attacker])


def open_lines(position: Position, side: Side) -> Iterator[frozenset[int]]:
    """Yield the empty cells of each line in which the other side has no stone."""
    for line in lines(position.width, position.height, position.k):
        stones = [position.cells[cell] for cell in line]
        if OTHER[side] not in stones:
            yield frozenset(cell for cell, stone in zip(line, stones, strict=True) if stone == ".")


def completing(position: Position, side: Side) -> set[int]:
    """Return the cells that complete a line of a side."""
    return {cell for cells in open_lines(position, side) if len(cells) == 1 for cell in cells}


def check(proof: Proof) -> Message | None:
    """Replay a proof by the rules, and return what is wrong with it; None if it holds."""
    return _Checker(proof).fault()


class _Checker:
    """Plays every move of the attacker against a proof."""

    def __init__(self, proof: Proof) -> None:
        self._proof = proof
        self._attacker: Side = proof.attacker
        self._held: set[tuple[int, str]] = set()

    def fault(self) -> Message | None:
        """Return the first fault."""
        proof = self._proof
        position = proof.position
        try:
            if position.to_move != self._attacker:
                position = self._answered(position, proof.answer)
            elif proof.answer is not None:
                raise ProofError("the attacker is to move, so there is nothing to answer")
            if not position.is_over:
                if not proof.parts:
                    raise ProofError("it has no parts")
                self._check(position, len(proof.parts) - 1)
        except GameError as error:
            return cast(Message, error.args[0])
        return None

    def _answered(self, position: Position, cell: int | None) -> Position:
        if cell is None:
            raise ProofError("{board}: an answer is missing", board=position.cells)
        return position.after(cell)

    def _check(self, position: Position, number: int) -> None:
        """Raise an error unless a part proves a position in which the attacker is to move."""
        if (number, position.cells) in self._held:
            return
        part = self._proof.parts[number]
        if part.answers is None:
            self._check_pairs(position, part.pairs)
        else:
            self._check_answers(position, number, part.answers)
        self._held.add((number, position.cells))

    def _check_pairs(self, position: Position, pairs: tuple[Pair, ...]) -> None:
        cells = [cell for pair in pairs for cell in pair]
        if len(set(cells)) < len(cells) or not set(cells) <= set(position.free):
            raise ProofError(
                "{board}: pairs that share a cell, or have one that is taken", board=position.cells
            )
        held = [set(pair) for pair in pairs]
        potential = sum(
            Fraction(1, 2 ** len(line - set(cells)))
            for line in open_lines(position, self._attacker)
            if not any(pair <= line for pair in held)
        )
        if potential >= Fraction(1, 2):
            raise ProofError("{board}: the pairs leave open lines", board=position.cells)

    def _check_answers(self, position: Position, number: int, answers: Mapping[int, Answer]) -> None:
        for move in completing(position, self._attacker):
            raise ProofError("{board}: move {move} wins", board=position.cells, move=move)
        images = {image for move in answers for image in orbit(position, move)}
        threats = completing(position, OTHER[self._attacker])
        for move in position.free:
            if move not in images and not threats - {move}:
                raise ProofError("{board}: move {move} has no answer", board=position.cells, move=move)
        for move, answer in answers.items():
            after = position.after(move)
            if not after.is_over:
                after = self._answered(after, answer.cell)
            if after.is_over:
                continue
            if answer.part is None or not 0 <= answer.part < number:
                raise ProofError("{board}: move {move} has no part", board=position.cells, move=move)
            self._check(after, answer.part)
