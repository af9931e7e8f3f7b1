# The C types of prospects.py.

cimport cython

from quepu.kernel cimport bits, guard, row_checks, row_codec
from quepu.kernel.distance cimport Distances
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.scorer cimport Scorer

cdef int BEYOND, FAR, KEEP, MOST_KNOWN, MOST_TARGETS
cdef int FLAGS, KNITTED_HONOURS, KNITTED_STRAIGHT, NO_TILE, ROW, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
cdef mask_t HONOURS, ORPHANS, UNKNOWN
cdef tuple CHOICES, FIRST, KNITTED

@cython.final
cdef class Prospects(Guarded):
    cdef Scorer scorer
    cdef object income
    cdef Distances distances
    cdef dict known_parts, worths
    cdef list suits, parts
    cdef mask_t base
    cdef int budget, shapes, four_as_two_pairs, melds, found, count, sample, counting
    cdef int[34] held, left, target
    cdef int[14] need
    cdef int[15] spare
    cdef int[4][10] cost
    cdef int[5][10] least
    cdef int[4][10][16] ways
    cdef int[35] pairs, kinds
    cdef double[16] chance
    cdef double[35][34] best
    cdef unsigned char[24] row
    cdef int[9] suit
    cdef int[4] first
    cdef double[25] choices

    cpdef int search(self, bytes held, bytes melds, bytes left, double draws, int winds, int flowers, int ready) except -1
    cdef int find_targets(self, bytes held, bytes melds, bytes left, double draws, int winds, int flowers, int ready) except -1
    cpdef double kept(self) except? -1
    cpdef double without(self, int discarded) except? -1
    cdef void write_circumstances(self, bytes melds, int winds, int flowers, int ready) noexcept
    cdef void find_chances(self, double draws) noexcept
    cdef void try_targets(self, int missing, int counting) except *
    @cython.locals(wanted=int)
    cdef int set_base(self, mask_t kinds) noexcept
    cdef void find_sets(self, mask_t base, int sets, int missing) except *
    @cython.locals(costs=bytes, held=bytes, rest=bytes)
    cdef void find_costs(self) except *
    @cython.locals(parts=list, ways=int)
    cdef int count_ways(self, int suit, int done, int missing) except -1
    @cython.locals(part=bytes, kinds=int, now=mask_t)
    cdef void combine(self, int suit, int done, int missing, mask_t mark) except *
    cdef int is_in_sample(self, mask_t mark) noexcept
    @cython.locals(held=bytes, found=list)
    cdef list find_parts(self, int suit, int done, int more)
    @cython.locals(mark=mask_t)
    cdef void split(self, bytes held, int n, int before, int last, int done, int missing, set parts) except *
    @cython.locals(twice=int, held=int)
    cdef void count_pairs(self) noexcept
    cdef void find_pairs(self, int kind, int pairs, int missing) except *
    cdef void find_orphans(self, int missing) except *
    cdef void find_knitted_honours(self, mask_t knitted, int missing) except *
    @cython.locals(mark=mask_t)
    cdef void try_special(self) except *
    cdef void evaluate(self) except *
    cdef double worth(self, int last) except -1
    cdef double value_of_win(self, int self_drawn) except -1
