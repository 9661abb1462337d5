# Bit operations on 64-bit masks, in C; bits.py has the same functions for interpreted kernels.

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int zet_first_bit(unsigned long long mask) {
        unsigned long number;
        _BitScanForward64(&number, mask);
        return (int)number;
    }
    #else
    static inline int zet_first_bit(unsigned long long mask) { return __builtin_ctzll(mask); }
    #endif
    static inline int zet_count_bits(unsigned long long mask) {
        mask -= mask >> 1 & 0x5555555555555555ULL;
        mask = (mask & 0x3333333333333333ULL) + (mask >> 2 & 0x3333333333333333ULL);
        mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
        return (int)(mask * 0x0101010101010101ULL >> 56);
    }
    """
    int first_bit "zet_first_bit" (unsigned long long mask) noexcept nogil
    int count_bits "zet_count_bits" (unsigned long long mask) noexcept nogil
