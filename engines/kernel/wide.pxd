# Masks of up to 128 cells in C, of up to 64 where the compiler has no integers of 128 bits (MSVC). Interpreted
# kernels use Python's integers with the functions of bits.py.

cdef extern from *:
    """
    #if defined(__SIZEOF_INT128__)
    typedef unsigned __int128 zet_mask;
    #define ZET_HIGH(mask) (unsigned long long)((mask) >> 64)
    #else
    typedef unsigned long long zet_mask;
    #define ZET_HIGH(mask) 0ULL
    #endif
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int zet_first_of(zet_mask mask) {
        unsigned long number;
        _BitScanForward64(&number, mask);
        return (int)number;
    }
    #else
    static inline int zet_first_of(zet_mask mask) {
        unsigned long long low = (unsigned long long)mask;
        return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(ZET_HIGH(mask));
    }
    #endif
    static inline int zet_count_half(unsigned long long mask) {
        mask -= mask >> 1 & 0x5555555555555555ULL;
        mask = (mask & 0x3333333333333333ULL) + (mask >> 2 & 0x3333333333333333ULL);
        mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
        return (int)(mask * 0x0101010101010101ULL >> 56);
    }
    static inline int zet_count_of(zet_mask mask) {
        unsigned long long high = ZET_HIGH(mask);
        int count = zet_count_half((unsigned long long)mask);
        return high ? count + zet_count_half(high) : count;
    }
    """
    ctypedef unsigned long long mask_t "zet_mask"
    int first_bit "zet_first_of" (mask_t mask) noexcept nogil
    int count_bits "zet_count_of" (mask_t mask) noexcept nogil
