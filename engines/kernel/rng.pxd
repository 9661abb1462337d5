# Random numbers, in C; rng.py has the same functions for interpreted kernels and for Python.

cdef extern from *:
    """
    static inline unsigned long long zet_next_state(unsigned long long state) {
        return state + 0x9E3779B97F4A7C15ULL;
    }
    static inline unsigned long long zet_mix(unsigned long long state) {
        state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9ULL;
        state = (state ^ state >> 27) * 0x94D049BB133111EBULL;
        return state ^ state >> 31;
    }
    """
    unsigned long long next_state "zet_next_state" (unsigned long long state) noexcept nogil
    unsigned long long mix "zet_mix" (unsigned long long state) noexcept nogil
