"""Count the screenshots of boards that are read correctly: `python tests/benchmarks/board_scan.py`.

The arguments are the number of screenshots, and the number of the first. Each has a fully random look,
for which the reader was not tuned; four in five are of 15 x 15. `exact` counts boards that are reported
as certain and are right, `wrong` boards that are reported as certain and are not.
"""

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np
from board_pictures import any_look, draw, some_game

from zet.formats.renju.scan import find, read


def main(count: str = "100", first: str = "0") -> None:
    cv2.setNumThreads(1)
    counts, spent = Counter[str](), 0.0
    for number in range(int(first), int(first) + int(count)):
        random = np.random.default_rng(number)
        size = 15 if random.random() < 0.8 else int(random.choice([9, 13, 19, 20]))
        look, game = any_look(random), some_game(random, size)
        picture = draw(game, look, random)
        started = time.process_time()
        found = [read(board) for board in find(picture)]
        spent += time.process_time() - started
        stones = [set(cells) for cells in game.stones()]
        if not found:
            counts["not found"] += 1
        elif all(one.game is None for one in found):
            counts["in doubt"] += 1
        elif [[one.size, set(one.black), set(one.white)] for one in found] != [[size, *stones]]:
            counts["wrong"] += 1
            print(f"number {number} is wrong")
        else:
            counts["exact"] += 1
            if look.mark and not look.numbers and game.moves and found[0].last != game.moves[-1]:
                counts["of which without the last move"] += 1
    print(f"{count} pictures: {dict(counts)}, {spent / int(count):.2f} s each")


if __name__ == "__main__":
    main(*sys.argv[1:])
