# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# mypy: ignore-errors
"""The variables of a Tectonic board, as a satisfiability problem without clauses.

A variable means "this cell has this digit". Each candidate of each undecided cell has a variable. A
*group* consists of the variables for all candidates of a cell, or for all places of a digit in a piece;
exactly one variable in it is true. Each variable is in one group of each kind. Variables of equal digits
in touching cells of different pieces exclude each other (`near`).

Layout: struct of arrays, indexed by variable or group. The members of all groups, and the exclusions of
all variables, are stored one after another; a second array contains the start of each part.

Cost: one pass over the candidates, with the eight neighbors of each, and a counting sort by groups.

Invariants: the variables of a cell have successive numbers, in the order of their digits. `left` counts
the members of each group. Arrays have at least one element, as some Python versions do not accept an
empty memoryview.
"""

from array import array

import cython

from zet.engines.tectonic import model

if not cython.compiled:  # compiled kernels have them in the .pxd
    from zet.engines.kernel.bits import count_bits
    from zet.engines.kernel.checks import check

MAX_SIDE = cython.declare(cython.int, model.MAX_SIDE)
MAX_PIECE = cython.declare(cython.int, model.MAX_PIECE)


@cython.cclass
class Variables:
    """The variables, groups and exclusions of a board.

    `pieces` lists the piece index of each cell (-1: no cell), `domains` the candidate mask of each cell
    (0: no cell), both row by row.
    """

    def __init__(self, width: cython.int, height: cython.int, pieces, domains):
        check(0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE, "size of the board out of range")
        n_cells: cython.int = width * height
        check(len(pieces) == n_cells and len(domains) == n_cells, "number of cells out of range")
        n_pieces: cython.int = max(pieces) + 1
        check(min(pieces) >= -1 and 0 < n_pieces <= n_cells, "piece out of range")
        piece: cython.int[::1] = array("i", pieces)
        domain: cython.ulonglong[::1] = array("Q", domains)
        first: cython.int[::1] = array("i", bytes(4 * n_cells))
        place_start: cython.int[::1] = array("i", bytes(4 * (n_pieces + 1)))
        self.n_cells = n_cells
        # Groups of cells are numbered by cell, groups of places after them by piece and digit; a group
        # without variables does no harm.
        self.n_groups = 2 * n_cells
        self._number_variables(piece, domain, first, place_start)
        size = max(self.n_variables, 1)
        self.cell_of = array("i", bytes(4 * size))
        self.digit_of = array("i", bytes(4 * size))
        self.group_of = array("i", bytes(8 * size))
        self.member = array("i", bytes(8 * size))
        self.near_start = array("i", bytes(4 * (size + 1)))
        self.near = array("i", bytes(4 * 8 * size))
        self.group_start = array("i", bytes(4 * (self.n_groups + 2)))
        self.left = array("i", bytes(4 * (self.n_groups + 1)))
        self._link(width, height, piece, domain, first, place_start)
        self._list_members()

    def _number_variables(self, piece, domain, first, place_start):
        """Number the variables; set `fixed`, and store each cell's first variable (-1: none) in `first`.

        `place_start` receives, for each piece, the number of its first group among the groups of places.
        """
        cython.declare(cell=cython.int, at=cython.int, size=cython.int, mask=cython.ulonglong)
        v: cython.int = 0
        n_pieces: cython.int = len(place_start) - 1
        fixed = bytearray(self.n_cells)
        self.fixed = fixed
        for cell in range(self.n_cells):
            mask = domain[cell]
            first[cell] = -1
            if piece[cell] < 0:
                check(mask == 0, "digit out of range")
                continue
            place_start[piece[cell] + 1] += 1  # sizes first; summed up below
            if mask & (mask - 1) == 0:  # decided, or without a candidate: no variable
                while mask:
                    mask >>= 1
                    self.fixed[cell] += 1
                continue
            first[cell] = v
            while mask:
                mask &= mask - 1
                v += 1
        for cell in range(self.n_cells):
            if piece[cell] >= 0:
                size = place_start[piece[cell] + 1]
                check(size <= MAX_PIECE, "size of a piece out of range")
                check(domain[cell] >> size - 1 <= 1, "digit out of range")
        for at in range(n_pieces):
            place_start[at + 1] += place_start[at]
        self.n_variables = v

    def _link(self, width, height, piece, domain, first, place_start):
        """Set the cell, digit, groups and excluded neighbors of each variable; count group members."""
        cython.declare(cell=cython.int, other=cython.int, digit=cython.int, row=cython.int)
        cython.declare(column=cython.int, r=cython.int, c=cython.int, group=cython.int)
        v: cython.int = 0
        n_near: cython.int = 0
        mask: cython.ulonglong
        one: cython.ulonglong = 1
        for cell in range(self.n_cells):
            if first[cell] < 0:
                continue
            mask = domain[cell]
            row = cell // width
            column = cell - row * width
            digit = 0
            while mask:
                if mask & 1:
                    group = self.n_cells + place_start[piece[cell]] + digit
                    self.cell_of[v] = cell
                    self.digit_of[v] = digit
                    self.group_of[2 * v] = cell
                    self.group_of[2 * v + 1] = group
                    self.left[cell] += 1
                    self.left[group] += 1
                    for r in range(max(row - 1, 0), min(row + 2, height)):
                        for c in range(max(column - 1, 0), min(column + 2, width)):
                            other = r * width + c
                            if (
                                first[other] >= 0
                                and piece[other] != piece[cell]
                                and domain[other] >> digit & 1
                            ):
                                # The variables of a cell are numbered by digit: count the lower ones.
                                self.near[n_near] = first[other] + count_bits(
                                    domain[other] & (one << digit) - 1
                                )
                                n_near += 1
                    v += 1
                    self.near_start[v] = n_near
                mask >>= 1
                digit += 1

    def _list_members(self):
        """List the members of each group: a counting sort by the counts in `left`, which it restores."""
        cython.declare(v=cython.int, group=cython.int, side=cython.int)
        for group in range(self.n_groups):
            self.group_start[group + 1] = self.group_start[group] + self.left[group]
            self.left[group] = 0
        for v in range(self.n_variables):
            for side in range(2):
                group = self.group_of[2 * v + side]
                self.member[self.group_start[group] + self.left[group]] = v
                self.left[group] += 1
