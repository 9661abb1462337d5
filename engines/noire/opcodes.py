"""The instructions of the matcher, which `_match.py` runs; opcodes.pxd defines the same numbers in C."""

(
    FAIL,
    FOUND,
    NONE,
    JUMP,
    SOME,
    EACH,
    EACH_AT,
    EACH_AT_BOTH,
    IN_SET,
    EACH_CELL_OF,
    LOSES,
    IS_OF,
    EACH_GROUP,
    IS_COLOR,
    LAST,
    EACH_CELL,
    COLOR_OF,
    HAS_COLOR,
    IS_AT,
    IS_EQUAL,
    BECOMES,
    DIRECTION,
    ONE_DIRECTION,
    EACH_CELL_BETWEEN,
    EACH_GROUP_BETWEEN,
    IS_BETWEEN,
    CLAUSE_END,
    CLAUSES,
    GO,
    BACK,
    LEAVE,
    REJOIN,
    VALUE,
    IS_LESS,
    EACH_NUMBER,
    COUNT_FROM_NONE,
    COUNT,
    COUNTED,
    ECHOES,
    PATH_BEGIN,
    PATH_END,
    PATH_POSITION,
    PATH_ALLOWS,
    PATH_STEP,
    PATH_NEXT,
) = range(45)

OF_SETS = (SOME, EACH, EACH_AT, EACH_AT_BOTH, IN_SET)
"""The instructions whose first operand is a set."""

FIRST_OF_BOARD, LAST_OF_BOARD = SOME, EACH_GROUP
"""All instructions in this range read the board. Outside the range, VALUE reads it for some values.

The instructions for the colors of cells and for the last move read the game's history, not the board, if
the board does not show the current position.
"""
