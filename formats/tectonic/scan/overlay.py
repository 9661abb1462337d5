"""Draw the recognized puzzle over its picture."""

from itertools import pairwise

import cv2
import numpy as np

from zet.engines.tectonic.repair import Repair
from zet.formats.tectonic.scan.boards import Board, Numbers

LEAST = 600
"""The size in pixels below which a picture is enlarged, so that digits are legible."""
RED, GREEN, ORANGE, WHITE = (40, 40, 220), (40, 160, 40), (0, 140, 255), (255, 255, 255)


def draw(board: Board, result: Repair, ending: str = ".png") -> bytes:
    """Return the picture with the result drawn on it.

    Borders are red; givens are green, in a corner of their cells; doubts and repairs are orange.
    """
    scale = max(1.0, LEAST / max(board.picture.shape[:2]))
    picture = cv2.resize(board.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    nodes = board.nodes * scale
    puzzle = result.puzzle
    if puzzle:
        cell = float(np.linalg.norm(nodes[0, 1] - nodes[0, 0]))
        width = max(1, round(cell / 20))
        for row in range(board.height):
            for column in range(board.width):
                at = row * board.width + column
                corners = nodes[row : row + 2, column : column + 2]
                if column == 0 or puzzle.pieces[at] != puzzle.pieces[at - 1]:
                    _line(picture, corners[0, 0], corners[1, 0], RED, width)
                if row == 0 or puzzle.pieces[at] != puzzle.pieces[at - board.width]:
                    _line(picture, corners[0, 0], corners[0, 1], RED, width)
                if puzzle.givens[at]:
                    place = corners[1, 0] + 0.06 * (corners[0, 1] - corners[1, 0])
                    text = str(puzzle.givens[at])
                    for color, thick in ((WHITE, width + 3), (GREEN, max(1, width // 2 + 1))):
                        where = (int(place[0]), int(place[1]))
                        cv2.putText(
                            picture,
                            text,
                            where,
                            cv2.FONT_HERSHEY_SIMPLEX,
                            cell / 75,
                            color,
                            thick,
                            cv2.LINE_AA,
                        )
    outer = (nodes[0], nodes[:, -1], nodes[-1], nodes[:, 0])
    for side in outer:
        for one, two in pairwise(side):
            _line(picture, one, two, RED, 2)
    for place in (*result.repaired, *result.doubtful):
        middles = [
            nodes[
                cell // board.width : cell // board.width + 2, cell % board.width : cell % board.width + 2
            ].mean((0, 1))
            for cell in place
        ]
        middle = np.mean(middles, axis=0)
        cell = float(np.linalg.norm(nodes[0, 1] - nodes[0, 0]))
        cv2.circle(
            picture,
            (int(middle[0]), int(middle[1])),
            int(cell * (0.4 if len(place) == 1 else 0.2)),
            ORANGE,
            3,
            cv2.LINE_AA,
        )
    return bytes(cv2.imencode(ending, picture)[1])


def _line(picture: Numbers, one: Numbers, two: Numbers, color: tuple[int, int, int], width: int) -> None:
    start, end = (int(one[0]), int(one[1])), (int(two[0]), int(two[1]))
    cv2.line(picture, start, end, color, width, cv2.LINE_AA)
