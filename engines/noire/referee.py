"""The referee of games in which a program's rules of level 0 decide when the game is over.

Different rules of level 0 define a different game. Source: P.P. Kruijsen, Kennis en renju (2001), section
3.5.
"""

from dataclasses import dataclass

from zet.engines.messages import Message
from zet.engines.noire._match import Matcher
from zet.engines.noire.groups import check_board
from zet.engines.noire.plans import plans_of
from zet.engines.noire.program import Program, Rule
from zet.engines.renju.board import BOARDS
from zet.engines.renju.model import COLORS, N_CELLS, PASS, Game, name
from zet.engines.renju.referee import FULL_BOARD, WON, Verdict, both_passed, standing


@dataclass(frozen=True, slots=True)
class Ruling(Verdict):
    """The verdict on a game; `rule` is the rule that ended the game, None if no rule did."""

    rule: Rule | None = None


def judge(game: Game, program: Program, rule: str = "renju") -> Ruling:
    """Return the verdict on a game under a program's rules of level 0.

    The player of the first rule that matches has won, even if the other color moved last. A five that no
    rule covers, two passes in a row and a full board end a game as under the plain rules (`rule`).

    Raises:
        ProgramError: the program has errors.
        CompileError: its rules are too large when expanded.
    """
    check_board(game)
    board = Matcher(BOARDS[rule], plans_of(program, BOARDS[rule]), by_rules=True)

    def ended(mover: int, what: Message, number: int | None) -> Ruling | None:
        found = board.infer(mover, 0)
        if found < 0:
            return None
        by = program.rules[found]
        words = Message("{rule} matches: {what}", code="rule", rule=by.name, what=what)
        return Ruling(WON[by.player], words, number, rule=by)

    for color, cells in enumerate(game.at(0).stones()):
        for cell in cells:
            board.put(cell, color)
    board.set_last(-1)
    over = ended(game.at(0).side, standing(game.at(0)), None)
    passes = 0
    for number, (color, cell) in enumerate(game.turns(), 1):
        move = {"number": number, "point": name(cell)}
        if over is not None:
            words = "move {number}, {point}, comes after the end of the game: {reason}"
            return Ruling("illegal", Message(words, code="after-end", reason=over.reason, **move), number)
        if cell == PASS:
            passes += 1
            if passes == 2:
                over = Ruling("draw", both_passed(number), number)
            continue
        passes = 0
        is_five = board.is_five(cell, color)
        board.put(cell, color)
        over = ended(1 - color, Message("move {number}, {point}", **move), number)
        if over is None and is_five:
            words = "{color} makes five with move {number}, {point}"
            over = Ruling(WON[color], Message(words, code="five", color=COLORS[color], **move), number)
    if over is not None:
        return over
    if sum(game.n_stones()) == N_CELLS:
        return Ruling("draw", FULL_BOARD)
    return Ruling("legal", standing(game))
