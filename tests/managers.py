"""Let a match manager of another project play the engine: `python tests/managers.py`, by hand.

It needs `pip install pygomo-lib`, an independent implementation of the manager's side of the Gomocup
protocol. Two engines play whole games on several boards, and get every request that the library supports.
"""

import sys
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

MOVES = 40
GAMES = ((15, 0), (15, 1), (15, 4), (20, 0), (20, 1))
"""The points per side, and the value of `INFO rule`."""


def play(client: Any, engine: str, size: int, rule: int) -> None:
    """Play a game of two engines; requests other than moves go to the first engine."""
    from pygomo.protocol.models import BoardPosition, Move

    with client(engine) as one, client(engine) as two:
        assert "zet" in one.about()
        for player in (one, two):
            assert player.start(size)
            player.set_rule(rule)
            player.set_time(100, 100_000, 100_000)
            player.set_memory(100_000_000)
            player.configure(max_node=5000, max_depth=6, thread_num=1, show_detail=1)
        moves = [one.begin().move]
        for player in cycle((two, one)):
            moves.append(player.turn(moves[-1]).move)
            if len(moves) == MOVES:
                break
        assert len({str(move) for move in moves}) == MOVES
        assert two.takeback(moves[-1])
        assert one.restart()
        position = BoardPosition()
        position.add_move(Move("h8"), BoardPosition.OPPONENT)
        answer = one.board(position).move
        assert one.board(position, start_thinking=False) is None
        assert str(one.nbest(3).move) == str(answer)
        one.stop()
    print(f"{size}x{size}, rule {rule}: {MOVES} moves: {' '.join(map(str, moves))}")


def main() -> None:
    """Play all games."""
    from pygomo import EngineClient

    with TemporaryDirectory() as folder:
        engine = Path(folder) / "engine.sh"
        engine.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m zet renju engine\n')
        engine.chmod(0o700)
        for size, rule in GAMES:
            play(EngineClient, str(engine), size, rule)


if __name__ == "__main__":
    main()
