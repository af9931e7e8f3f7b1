# The C types of distance.py.

cdef int KNITTED_HONOURS, KNITTED_STRAIGHT, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS

cdef class Distances:
    cdef int shapes, four_as_two_pairs
    cdef dict known
    cdef unsigned char[250] now, next

    cdef int missing_pairs(self, bytes held)
    cpdef int missing_sets(self, bytes held, bytes melded, int sets)
    cdef bytes suit_costs(self, bytes tiles)
    cdef list count_costs(self, bytes tiles, int kinds)
    cdef void step(self, int held, int limit, int chows_may_begin) noexcept
