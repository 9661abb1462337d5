"""The mirror argument: bounds that a symmetry proves without a search (docs/walls/theory.md)."""

from dataclasses import dataclass

from zet.engines.messages import Message
from zet.engines.walls.model import FREE, Position
from zet.engines.walls.shape import symmetries

NAMES = (
    Message("the half turn"),
    Message("the reflection in the vertical axis"),
    Message("the reflection in the horizontal axis"),
    Message("the reflection in the main diagonal"),
    Message("the reflection in the antidiagonal"),
)


@dataclass(frozen=True, slots=True)
class Mirror:
    """A bound on a value, proven by a symmetry: one player answers each move with its image.

    If the symmetry maps no fence to itself, the opponent of the player to move answers in this way. If it
    maps only the fence `first` to itself, the player to move paints this fence and then answers the
    opponent's moves. The answering player takes all boxes that the symmetry maps to themselves; `boxes`
    is their number. `lower` and `upper` are bounds for the player to move; None means no bound.
    """

    name: str
    boxes: int
    first: int | None

    @property
    def lower(self) -> int | None:
        """The lower bound, if the player to move answers; otherwise None."""
        return None if self.first is None else self.boxes

    @property
    def upper(self) -> int | None:
        """The upper bound, if the opponent answers; otherwise None."""
        return -self.boxes if self.first is None else None


def mirrors(position: Position) -> list[Mirror]:
    """Return the bounds that symmetries prove for a position if the turn always passes.

    The two outer fences of a corner box are equivalent, so either may be the image of a fence.
    """
    if position.extra_move or position.is_over:
        return []
    board = position.board
    found = []
    for name, image in zip(NAMES, symmetries(board)[1:6], strict=False):
        free = [number for number, owner in enumerate(position.fences) if owner == FREE]
        images = {fence: board.fence_at(image(*board.fences[fence])) for fence in free}
        if any(position.fences[other] != FREE for other in images.values()):
            continue
        fixed = [fence for fence in free if images[fence] == fence]
        boxes = sum(
            owner == FREE and image(*board.box_place(box)) == board.box_place(box)
            for box, owner in enumerate(position.boxes)
        )
        if not fixed:
            found.append(Mirror(name, boxes, None))
        elif len(fixed) == 1:
            gain = position.gain(fixed[0])
            if gain == 0:
                found.append(Mirror(name, boxes, fixed[0]))
    return found
