# The C types of parts.py.

cimport cython

from quepu.kernel cimport bits, guard
from quepu.kernel.combinations cimport Combinations
from quepu.kernel.distance cimport Distances
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded

cdef int BEYOND, FAR, HONOURS, LISTS_BITS, PARTS, PLACES
cdef mask_t MIXER, TILES

@cython.final
cdef class Parts(Guarded):
    cdef Distances distances
    cdef Combinations combinations
    # the tiles of each suit, what they lack, and the lists that have been found
    cdef mask_t[4] rest
    cdef int[4][10] cost
    cdef int[2][10] least
    cdef int[2][10][16] ways, first_pair, pair_count
    cdef int[120] first, count
    # for each half, number of sets and pairs, and number of lacking tiles at most thirty
    cdef int[9600][2] pairs
    cdef int pairs_used
    # the caches
    cdef mask_t[::1] list_keys, words
    cdef int[::1] list_first, list_count
    cdef int lists_used, words_used

    cdef void make_room(self) noexcept nogil
    cdef void find_costs(self, int all_done) noexcept nogil
    cdef int count_ways(self, int done, int missing) noexcept nogil
    cdef int count_half(self, int half, int done, int missing) noexcept nogil
    cdef int list_pairs(self, int suit, int done, int missing) noexcept nogil
    cdef int lacking(self, int half, int done) noexcept nogil
    @cython.locals(key=mask_t, at=int)
    cdef int find(self, int suit, int done, int more) noexcept nogil
    @cython.locals(absent=mask_t)
    cdef void select(self, int suit, int done, int missing) noexcept nogil
