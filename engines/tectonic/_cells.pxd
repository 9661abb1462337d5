cimport cython
from zet.engines.kernel.checks cimport check, checked_bytes

cdef void _join(int[::1] before, int one, int other) noexcept
cdef int _first(int[::1] before, int cell) noexcept
