# The processor's own words for questions about masks, and arithmetic that is meant to wrap at 64 bits, which a checked build would refuse
# elsewhere; interpreted, the functions of cy.py stand in.

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
