# The C types of census.py.

cimport cython

from quepu.kernel cimport guard, row_codec
from quepu.kernel.facts cimport Facts, mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.scorer cimport Scorer

cdef int COMPLETE, KINDS, MOST_FANS, MOST_IMAGES, NO_TILE, WINNING

@cython.final
cdef class Census(Guarded):
    cdef Scorer scorer
    cdef Facts facts
    cdef int winds
    cdef unsigned char[24] row
    cdef int[34] held
    cdef mask_t[388] hands, ways

    @cython.locals(size=int)
    cpdef int count(self, bytes tiles, int images) except -1
    @cython.locals(ways=mask_t)
    cdef int count_held(self, int images) noexcept nogil
    cdef int choices(self, int count) noexcept nogil
    cdef void win(self, int self_drawn, int images, mask_t ways) noexcept nogil
    cdef void add(self, int place, int images, mask_t ways) noexcept nogil
    cpdef list result(self, int self_drawn)
