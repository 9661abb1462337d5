"""The mirror argument: bounds that a symmetry proves without a search (docs/walls/theory.md)."""

from dataclasses import dataclass

from zet.engines.messages import Message
from zet.engines.walls.model import FREE, Position
from zet.engines.walls.shape import symmetries

NAMES = (
    Message("the half turn"),
    Message("the reflection in the vertical axis"),
    Message("the reflection in the horizontal axis"),
    Message("the reflection in the diagonal"),
    Message("the reflection in the other diagonal"),
)


@dataclass(frozen=True, slots=True)
class Mirror:
    """A bound on a value proven by a symmetry: `lower` <= value <= `upper`, where None means no bound.

    If no fence is fixed by the symmetry, the opponent answers each move with its image. If only the fence
    `first` is fixed, the player to move paints it and then answers the opponent's moves. The answering
    player takes the boxes that the symmetry maps to themselves; `boxes` is their number.
    """

    name: str
    boxes: int
    first: int | None

    @property
    def lower(self) -> int | None:
        """The lower bound, if the player to move is the answering player."""
        return None if self.first is None else self.boxes

    @property
    def upper(self) -> int | None:
        """The upper bound, if the opponent is the answering player."""
        return -self.boxes if self.first is None else None


def mirrors(position: Position) -> list[Mirror]:
    """Return the bounds that symmetries prove for a position; the turn must always pass.

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
