# The C types of payments.py.

cimport cython

from quepu.kernel cimport guard

cdef int MOST_BASE, MOST_DEALER, MOST_HALVES, MOST_POINTS, NO_SEAT

@cython.final
cdef class Payments:
    cdef int base, self_drawn, discarder, others, dealer, half_liable, liable
    cdef int[4] given, shares, paid

    cpdef Payments fresh_copy(self)
    cpdef tuple settled(self, int winner, int loser, int points, given)
    cdef void settle(self, int winner, int loser, int points) noexcept nogil
    cdef int share(self, int seat, int winner, int loser, int points) noexcept nogil
    cdef void move_shares(self, int winner) noexcept nogil
    cdef int half_up(self, int amount) noexcept nogil
