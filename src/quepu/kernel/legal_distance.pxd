# The C types of legal_distance.py.

cimport cython

from quepu.kernel cimport guard, row_checks, row_codec
from quepu.kernel.distance cimport Distances
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.scorer cimport Scorer

cdef int FAR, MOST_EXCHANGES, KNITTED_HONOURS, KNITTED_STRAIGHT, NO_TILE, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
cdef mask_t HONOURS, ORPHANS
cdef tuple KNITTED

@cython.final
cdef class LegalSearch(Guarded):
    cdef Scorer scorer
    cdef Distances distances
    cdef int melds, budget, found
    cdef int[34] held, limit, target, base
    cdef int[5][10] least
    cdef unsigned char[24] row

    cpdef int nearest(self, bytes held, bytes melded, bytes melds, int winds, int first, int last) except -1
    @cython.locals(costs=bytes)
    cdef void find_least(self, bytes held) except *
    @cython.locals(shapes=int)
    cdef void try_targets(self) except *
    cdef void set_base(self, mask_t kinds) noexcept nogil
    cdef void leave_out_two(self, mask_t kinds) noexcept nogil
    @cython.locals(n=int, then=int, used=int, now=int)
    cdef void add_sets(self, int kind, int wanted, int before, int last, int lacking) noexcept nogil
    @cython.locals(now=int)
    cdef void add_pairs(self, int kind, int wanted, int lacking) noexcept nogil
    @cython.locals(is_lacking=cython.bint)
    cdef void try_target(self, int lacking) noexcept nogil
    cdef int may_win(self, int winning) noexcept nogil
