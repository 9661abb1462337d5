"""Proofs that a side, the attacker, never completes a line.

A proof consists of parts, each for one position. The other side is the defender. A part contains either
the defender's answers to the attacker's moves, or pairs of cells: the defender answers a move on one cell
of a pair by taking the other cell. `prove` builds a proof by search; `check` replays a proof with the
rules alone, without the search. Both compute a zone for each part: a set of empty cells such that the
defender still prevents all lines if the attacker owns all empty cells outside the zone. So the answer to
one move also answers every move that is neither on the cell of the answer nor in the zone of the position
after the answer.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import NamedTuple, cast

from zet.engines.errors import GameError
from zet.engines.kernel.budget import Budget, LimitError
from zet.engines.messages import Message
from zet.engines.ttt._pairs import Pairs
from zet.engines.ttt.model import OTHER, Position, Side, line_masks
from zet.engines.ttt.solver import ATTACKER, DEFENDER, TABLE_SIZE, pairs_of
from zet.engines.ttt.symmetry import symmetries

Pair = tuple[int, int]


class Answer(NamedTuple):
    """The defender's answer to a move, and the number of the part that proves the resulting position.

    `cell` is None if the attacker's move ends the game, `part` is None if the answer ends the game.
    """

    cell: int | None
    part: int | None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a proof: why the attacker, who is to move in some position, cannot complete a line.

    The reason is either `pairs` of cells or `answers` to the moves of the attacker. Whenever the attacker
    takes a cell of a pair, the defender takes the other cell; the lines that contain no pair are so few
    and so long that they can be blocked as well (Erdos and Selfridge, see the kernel `_pairs`). Two kinds
    of moves have no entry in `answers`: moves that the answer to another move also answers, directly or
    by symmetry, and moves after which the defender can complete a line.
    """

    pairs: tuple[Pair, ...] = ()
    answers: Mapping[int, Answer] | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that `attacker` never completes a line.

    Parts refer to earlier parts by their index in `parts`; the last part proves `position`. If the
    defender is to move, `answer` is the defender's move, and the last part proves the position after this
    move.
    """

    position: Position
    attacker: Side
    parts: tuple[Part, ...]
    answer: int | None = None


class ProofError(GameError):
    """Raised if no proof exists because the attacker can win, or if a given proof is wrong."""


def prove(
    position: Position,
    attacker: Side,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    table_size: int = TABLE_SIZE,
) -> Proof | None:
    """Return a proof that `attacker` never completes a line; None if a limit is reached.

    The game must not be over. Results of a preceding `solve` with a table of the same size are reused.

    Raises:
        ProofError: `attacker` can win.
    """
    try:
        return _Prover(position, attacker, nodes, seconds, table_size).proof(position)
    except LimitError:
        return None


class _Prover:
    """A builder of proofs from the results of the search."""

    def __init__(
        self,
        position: Position,
        attacker: Side,
        nodes: int | None,
        seconds: float | None,
        table_size: int,
    ) -> None:
        self._attacker: Side = attacker
        has_lines = bool(_masks_of_lines(position))
        self._kernel: Pairs | None = pairs_of(position, table_size) if has_lines else None
        if nodes is not None and self._kernel:  # the count includes earlier searches
            nodes += self._kernel.nodes
        self._budget = Budget(nodes, seconds)
        self._parts: list[Part] = []
        self._known: dict[str, tuple[int, int]] = {}

    def proof(self, position: Position) -> Proof:
        """Return the proof for a position.

        Raises:
            ProofError: the attacker can win.
            LimitError: a limit was reached.
        """
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

    def _part(self, position: Position) -> tuple[int, int]:
        """Return the number and the zone of the part that proves a position with the attacker to move.

        The zone is the mask of the empty cells that the defense needs.
        """
        known = self._known.get(position.cells)
        if known is None:
            masks = self._kernel.pairs(*self._masks(position)) if self._kernel else []
            if masks is None:
                part, zone = self._answers(position)
            else:
                part = Part(tuple(map(_pair_of, masks)))
                zone = _zone_of_pairs(position, self._attacker, masks)[0]
            known = self._known[position.cells] = len(self._parts), zone
            self._parts.append(part)
        return known

    def _answers(self, position: Position) -> tuple[Part, int]:
        """Return a part that consists of answers to moves, and the zone of the part.

        The zone is the mask of the empty cells that the defense needs.

        Raises:
            ProofError: a move of the attacker wins, or has no answer.
        """
        if completing(position, self._attacker):
            raise ProofError("{side} can win", side=self._attacker)
        left = _Unanswered(position, self._attacker)
        answers = {}
        for move in [
            *(self._kernel.ordered(*self._masks(position)) if self._kernel else ()),
            *position.free,
        ]:
            if not left.moves >> move & 1:
                continue
            after = position.after(move)
            cell = part = zone = None
            if not after.is_over:
                cell = self._answer(after)
                after = after.after(cell)
                if not after.is_over:
                    part, zone = self._part(after)
            answers[move] = Answer(cell, part)
            left.answer(move, cell, zone)
        return Part(answers=answers), left.zone

    def _answer(self, position: Position) -> int:
        """Return the cell that the defender takes.

        Raises:
            ProofError: the defender cannot hold the position.
        """
        # The kernel recognizes the defender's lines by their stones; an open line of one cell has none.
        if wins := completing(position, OTHER[self._attacker]):
            return (wins & -wins).bit_length() - 1
        if not self._holds(position, DEFENDER):
            raise ProofError("{side} can win", side=self._attacker)
        cell = self._kernel.last_answer() if self._kernel else -1
        return position.free[0] if cell < 0 else cell

    def _holds(self, position: Position, turn: int) -> bool:
        if self._kernel is None:
            return True
        answers = len(position.free)
        limit, deadline = self._budget.within(), self._budget.deadline
        holds = self._kernel.holds(*self._masks(position), turn, answers, limit, deadline)
        if holds is None:
            raise LimitError(self._budget.limit_after(self._kernel.nodes))
        return holds

    def _masks(self, position: Position) -> tuple[int, int]:
        return position.mask(self._attacker), position.mask(OTHER[self._attacker])


class _Unanswered:
    """The attacker's moves that still need an answer, and the union of the answers' zones.

    A zone is a mask of the empty cells that a defense needs.
    """

    def __init__(self, position: Position, attacker: Side) -> None:
        self._free = _mask(position.free)
        threats = completing(position, OTHER[attacker])
        self.moves = self._free
        self.zone = 0
        if threats:
            self.moves = threats if threats & (threats - 1) == 0 else 0
            self.zone = self._free
        cells = position.cells
        self._images = [
            image
            for image in symmetries(position.width, position.height)
            if all(cells[cell] == cells[goal] for cell, goal in enumerate(image))
        ]

    def answer(self, move: int, cell: int | None, zone: int | None) -> None:
        """Record the defender's answer to a move, and the zone after the answer.

        `cell` is None if the move ends the game, `zone` is None if the answer ends the game.
        """
        held = self._free & ~(1 << move) if cell is None or zone is None else zone | 1 << cell
        for image in self._images:
            there = held
            if len(self._images) > 1:
                there = _mask(image[cell] for cell in range(len(image)) if held >> cell & 1)
            self.moves &= there
            self.zone |= there


@cache
def _pair_of(mask: int) -> Pair:
    """Return the two cells of a mask; cached, because pairs recur many times in a proof."""
    return (mask & -mask).bit_length() - 1, mask.bit_length() - 1


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _masks_of_lines(position: Position) -> tuple[int, ...]:
    return line_masks(position.width, position.height, position.k)


def open_lines(position: Position, side: Side) -> Iterator[int]:
    """Yield, as masks, the empty cells of each line that has no stone of the other side."""
    own, other = position.mask(side), position.mask(OTHER[side])
    return (line & ~own for line in _masks_of_lines(position) if not line & other)


def completing(position: Position, side: Side) -> int:
    """Return, as a mask, the cells with which a side would complete a line."""
    return reduce(or_, (cells for cells in open_lines(position, side) if not cells & (cells - 1)), 0)


def _zone_of_pairs(position: Position, attacker: Side, pairs: Iterable[int]) -> tuple[int, bool]:
    """Return the zone of a defense by pairs, and whether the defense blocks all the attacker's lines.

    The zone contains the cells that the defense needs. The zone and each pair are masks.
    """
    left = list(open_lines(position, attacker))
    zone = 0
    for pair in pairs:
        zone |= pair
        left = [line for line in left if line & pair != pair]
    left = [line & ~zone for line in left]
    potential = sum(1 << position.k - line.bit_count() for line in left)  # in units of 1 / 2 ** k
    return reduce(or_, left, zone), 2 * potential < 1 << position.k


def check(proof: Proof) -> Message | None:
    """Replay a proof with the rules alone; return its first fault as a sentence, None if valid."""
    return examine(proof)[0]


def examine(proof: Proof) -> tuple[Message | None, list[int]]:
    """Replay a proof; return its first fault, if any, and the numbers of its unneeded parts.

    Unneeded parts are not checked. If the proof is invalid, the list is empty.
    """
    checker = _Checker(proof)
    fault = checker.fault()
    used = {number for number, _ in checker.zones}
    return fault, [] if fault else [at for at in range(len(proof.parts)) if at not in used]


def zone_of(proof: Proof) -> int:
    """Return the zone of a proof with the attacker to move: a mask of the cells that the defense needs.

    The defense still succeeds if the attacker owns all empty cells outside the zone.

    Raises:
        GameError: the proof is invalid.
    """
    return _Checker(proof).zone(proof.position, len(proof.parts) - 1)


class _Checker:
    """A verifier that plays every move of the attacker against a proof."""

    def __init__(self, proof: Proof) -> None:
        self._proof = proof
        self._attacker: Side = proof.attacker
        self.zones: dict[tuple[int, str], int] = {}

    def fault(self) -> Message | None:
        """Return the first fault of the proof as a sentence; None if the proof is valid."""
        proof = self._proof
        position = proof.position
        try:
            if position.winner == self._attacker:
                raise ProofError("{side} already has a winning line", side=self._attacker)
            if position.to_move != self._attacker:
                position = self._answered(position, proof.answer)
            elif proof.answer is not None:
                raise ProofError(
                    "the first line has an answer, but it is the attacker's turn",
                    code="nothing-to-answer",
                )
            if not position.is_over:
                if not proof.parts:
                    raise ProofError("the proof has no parts", code="no-parts")
                self.zone(position, len(proof.parts) - 1)
        except GameError as error:
            return cast(Message, error.args[0])
        return None

    def _answered(self, position: Position, cell: int | None) -> Position:
        if cell is None:
            raise ProofError("{board}: an answer is missing", code="no-answer", board=position.cells)
        return position.after(cell)

    def zone(self, position: Position, number: int) -> int:
        """Return the zone of a part in a position with the attacker to move.

        The zone is the mask of the empty cells that the defense needs.

        Raises:
            ProofError: the part does not prove the position.
        """
        zone = self.zones.get((number, position.cells))
        if zone is None:
            part = self._proof.parts[number]
            if part.answers is None:
                zone = self._check_pairs(position, part.pairs)
            else:
                zone = self._check_answers(position, number, part.answers)
            self.zones[number, position.cells] = zone
        return zone

    def _check_pairs(self, position: Position, pairs: tuple[Pair, ...]) -> int:
        cells = [cell for pair in pairs for cell in pair]
        if len(set(cells)) < len(cells) or not set(cells) <= set(position.free):
            raise ProofError(
                "{board}: two pairs share a cell, or a pair includes a taken cell",
                code="overlapping-pairs",
                board=position.cells,
            )
        zone, holds = _zone_of_pairs(position, self._attacker, map(_mask, pairs))
        if not holds:
            raise ProofError(
                "{board}: the pairs do not block every line", code="open-lines", board=position.cells
            )
        return zone

    def _check_answers(self, position: Position, number: int, answers: Mapping[int, Answer]) -> int:
        if wins := completing(position, self._attacker):
            move = (wins & -wins).bit_length() - 1
            raise ProofError(
                "{board}: move {move} wins", code="move-wins", board=position.cells, move=move
            )
        left = _Unanswered(position, self._attacker)
        for move, answer in answers.items():
            after = position.after(move)
            zone = None
            cell, number_after = answer
            if not after.is_over:
                after = self._answered(after, answer.cell)
                cell = None
                if not after.is_over:
                    number_after = None
                    if answer.part is None or not 0 <= answer.part < number:
                        raise ProofError(
                            "{board}: the answer to move {move} does not name an earlier part",
                            code="no-part",
                            board=position.cells,
                            move=move,
                        )
                    zone = self.zone(after, answer.part)
            if cell is not None or number_after is not None:
                raise ProofError(
                    "{board}: move {move} comes after the end of the game",
                    board=position.cells,
                    move=move,
                )
            left.answer(move, answer.cell, zone)
        if left.moves:
            move = (left.moves & -left.moves).bit_length() - 1
            raise ProofError(
                "{board}: move {move} has no answer", code="no-answer", board=position.cells, move=move
            )
        return left.zone
