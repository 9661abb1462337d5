"""Random walls positions, for the tests of the engine, of the formats and of the commands."""

from dataclasses import replace

from hypothesis import strategies as st

from zet.engines.walls.model import Position, board

rules = st.booleans()


@st.composite
def games(draw: st.DrawFn, max_side: int = 5) -> Position:
    """Draw a position with its moves: any board, either rule, any number of fences painted."""
    size = board(draw(st.integers(1, max_side)), draw(st.integers(1, max_side)))
    order = draw(st.permutations(range(size.n_fences)))
    moves = order[: draw(st.integers(0, size.n_fences))]
    return Position.played(size, moves, extra_move=draw(rules))


def without_log(position: Position) -> Position:
    """Return the position without its order of play."""
    return replace(position, moves=None if any(position.fences) else ())
