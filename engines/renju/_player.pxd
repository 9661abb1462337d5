cimport cython

from zet.engines.kernel.bits cimport *
from zet.engines.kernel.bounds cimport *
from zet.engines.kernel.rng cimport *
from zet.engines.kernel.checks cimport *
from zet.engines.renju._network cimport NetworkBoard
from zet.engines.renju.constants cimport *

cdef extern from *:
    """
    /* Words of a table that threads share: each is read and written once and as a whole. */
    #if defined(_MSC_VER)
    static __inline unsigned long long zet_read(unsigned long long *word) {
        return *(volatile unsigned long long *)word;
    }
    static __inline void zet_write(unsigned long long *word, unsigned long long value) {
        *(volatile unsigned long long *)word = value;
    }
    #else
    static inline unsigned long long zet_read(unsigned long long *word) {
        return __atomic_load_n(word, __ATOMIC_RELAXED);
    }
    static inline void zet_write(unsigned long long *word, unsigned long long value) {
        __atomic_store_n(word, value, __ATOMIC_RELAXED);
    }
    #endif
    """
    unsigned long long read_word "zet_read" (unsigned long long *word) noexcept nogil
    void write_word "zet_write" (unsigned long long *word, unsigned long long value) noexcept nogil


@cython.final
cdef class PositionalSearch(NetworkBoard):
    # Rows of `n_cells` scores for each number of stones, as in `moves`; the history by color and cell;
    # two killers for each number of stones.
    cdef int[::1] scores, history, killers, root_cells, root_values
    cdef unsigned long long[::1] table
    cdef unsigned long long memory, generation
    cdef int n_roots

    cdef int _static_value(self, int color, int alpha, int beta) noexcept nogil
    cdef int _best_cells(self, int color, int width) noexcept nogil
    cdef int _blocks(self, int color) noexcept nogil
    cdef int _answers(self, int color) noexcept nogil
    cdef void _bring_best(self, int first, int end) noexcept nogil
    cdef inline int _slot_of(self, unsigned long long key) noexcept nogil
    cdef inline unsigned long long _key_of(self, int color) noexcept nogil
    cdef inline unsigned long long _word(self, int at) noexcept nogil
    cdef inline void _set_word(self, int at, unsigned long long word) noexcept nogil
    cdef void _keep(
        self, unsigned long long key, int value, int cell, int depth, int bound
    ) noexcept nogil
    cdef int _value(self, int color, int depth, int alpha, int beta) noexcept nogil
    cdef int _tried(
        self, int color, int depth, int alpha, int beta, int n, int best, int complete
    ) noexcept nogil
    cdef bint _deepen(self, int color, int depth, int count) noexcept nogil
