# The instructions that the matcher runs, in C; opcodes.py is the same for Python.

cdef enum:
    FAIL
    FOUND
    NONE
    JUMP
    SOME
    EACH
    EACH_AT
    EACH_AT_BOTH
    IN_SET
    EACH_CELL_OF
    IS_AT
    IS_COLOR
    IS_EQUAL
    BECOMES
    DIRECTION
    ONE_DIRECTION
    LAST
    LOSES
    EACH_CELL
    COLOR_OF
    HAS_COLOR
    IS_OF
    EACH_GROUP
    EACH_CELL_BETWEEN
    EACH_GROUP_BETWEEN
    IS_BETWEEN
    CLAUSE_END
    CLAUSES
