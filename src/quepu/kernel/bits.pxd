# The processor's own words for questions about masks; interpreted, those of cy.py stand in.

cdef extern from *:
    int lowest_bit "__builtin_ctzll" (unsigned long long mask) noexcept nogil
    int bit_count "__builtin_popcountll" (unsigned long long mask) noexcept nogil
