# The C types of worths.py.

cimport cython

from quepu.kernel cimport bits, guard, row_codec
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.payments cimport Payments
from quepu.kernel.scorer cimport Scorer

cdef int CACHE_BITS, MELDS, NO_SEAT, NO_TILE, PLAIN
cdef mask_t LOW_28, MIXER

@cython.final
cdef class Worths(Guarded):
    cdef Scorer scorer
    cdef Payments payments
    cdef double indifference, plain_win
    # what all targets have in common
    cdef unsigned char[24] row
    cdef mask_t context
    # the cache
    cdef mask_t[::1] keys
    cdef double[::1] worths

    @cython.locals(context=mask_t)
    cdef void set_hand(self, const unsigned char* codes, int melds, int winds, int flowers, int ready) noexcept nogil
    @cython.locals(first=mask_t, second=mask_t, third=mask_t, place=mask_t)
    cdef double worth(self, const mask_t* target, int last) noexcept nogil
    cdef double score(self, const mask_t* target, int last) noexcept nogil
    cdef double value_of_win(self, int loser) noexcept nogil
