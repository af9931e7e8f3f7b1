# The processor's instructions for questions about masks, and arithmetic that wraps at 64 bits: a checked build refuses overflow elsewhere.
# Interpreted modules use the functions of bits.py instead.

cdef extern from *:
    int lowest_bit "__builtin_ctzll" (unsigned long long mask) noexcept nogil
    int bit_count "__builtin_popcountll" (unsigned long long mask) noexcept nogil

cdef extern from *:
    """
    static CYTHON_INLINE unsigned long long quepu_wrapping_sum(unsigned long long a, unsigned long long b) { return a + b; }
    static CYTHON_INLINE unsigned long long quepu_wrapping_product(unsigned long long a, unsigned long long b) { return a * b; }
    """
    unsigned long long wrapping_sum "quepu_wrapping_sum" (unsigned long long a, unsigned long long b) noexcept nogil
    unsigned long long wrapping_product "quepu_wrapping_product" (unsigned long long a, unsigned long long b) noexcept nogil
