# The C types of payments.py.

cimport cython

cdef int ALL, BASE, GUOBIAO, HALF, LINGQUE, MOST_POINTS, NO_SEAT

@cython.final
cdef class Payments:
    cdef int way
    cdef int[4] given, shares, paid

    cpdef tuple settled(self, int winner, int loser, int points, given)
    cdef void settle(self, int winner, int loser, int points) noexcept nogil
    cdef int share(self, int seat, int winner, int loser, int points) noexcept nogil
    cdef void take_over_shares(self, int winner) noexcept nogil
    cdef int half_up(self, int amount) noexcept nogil
