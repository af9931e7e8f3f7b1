# The C types of prospects.py.

cimport cython

from quepu.kernel.distance cimport Distances
from quepu.kernel.facts cimport mask_t
from quepu.kernel.scorer cimport Scoring

cdef int BEYOND, FAR, KEEP, MOST_KNOWN
cdef int FLAGS, FLOWER_COUNT, FLOWER_MASK, KNITTED_HONOURS, KNITTED_STRAIGHT, MELDS, NO_TILE, READY, ROW, SEVEN_PAIRS, STANDARD
cdef int THIRTEEN_ORPHANS, TILES_LEFT, WINDS
cdef mask_t HONOURS, ORPHANS
cdef tuple CHOICES, KNITTED, NOTHING

cdef class Prospects:
    cdef Scoring desk
    cdef object income
    cdef Distances distances
    cdef dict parts, worths
    cdef int budget, shapes, four_as_two_pairs, melds, found, count, stride, counting
    cdef int[34] held, left, rest, target
    cdef int[14] need
    cdef int[15] spare
    cdef int[4][10] cost
    cdef int[5][10] least
    cdef double[16] chance
    cdef double[35][34] best
    cdef unsigned char[24] row
    cdef int[9] suit

    cpdef int look(self, bytes held, bytes melds, bytes left, double draws, int winds, int flowers, int ready) except -1
    cpdef double kept(self) noexcept
    cpdef double without(self, int thrown) noexcept
    cdef void lay_circumstances(self, bytes melds, int winds, int flowers, int ready) noexcept
    cdef void find_chances(self, double draws) noexcept
    cdef void go_through(self, int missing, int counting) except *
    @cython.locals(wanted=int)
    cdef int lay_base(self, mask_t kinds) noexcept
    @cython.locals(costs=bytes)
    cdef void find_sets(self, int sets, int missing) except *
    cdef bytes suit_key(self, int suit)
    @cython.locals(parts=list)
    cdef int count_ways(self, int suit, int done, int missing) except -1
    @cython.locals(parts=list, part=bytes)
    cdef void combine(self, int suit, int done, int missing) except *
    cdef list find_parts(self, int suit, int done)
    cdef void split(self, bytes held, int n, int before, int last, int done, int missing, int cheapest, list found) except *
    cdef void find_pairs(self, int kind, int pairs, int missing) except *
    cdef void find_orphans(self, int missing) except *
    cdef void find_knitted_honours(self, mask_t knitted, int missing) except *
    cdef void meet(self) except *
    cdef void weigh(self) except *
    cdef double worth(self, int last) except -1
    cdef double brings(self, int self_drawn) except -1
