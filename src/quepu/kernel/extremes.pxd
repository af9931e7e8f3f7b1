# The C types of extremes.py.

cimport cython

from quepu.kernel cimport guard
from quepu.kernel.facts cimport Facts, mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.fan_table cimport FanTable
from quepu.kernel.scorer cimport Scorer

cdef int DECLARED, FEW_LEFT, MOST_FANS, NEVER, NO_TILE, RIVALS, ROW, TAKES_ALL

@cython.final
cdef class Extremes(Guarded):
    cdef Scorer scorer
    cdef FanTable table
    cdef Facts facts
    cdef mask_t one
    # what the fans look at
    cdef int size, circumstances, accidental_count
    cdef unsigned char[192] accidental, looks_at
    # what was found
    cdef int[192] least, greatest
    cdef unsigned char[4608] least_row, greatest_row
    # the win in question
    cdef int plain, possible, claimed

    cdef list result(self)
    cdef int is_new(self) noexcept nogil
    cdef void enter(self, const unsigned char* row) noexcept nogil
    cdef int could_change(self, int plain, int possible, int claimed) noexcept nogil
    @cython.locals(sure=mask_t, alone=mask_t, low=int, high=int)
    cdef int some_fan_may_change(self, int settled) noexcept nogil
    cdef void hold_accidental(self) noexcept nogil
    cdef int may_hold(self, int fan) noexcept nogil
    @cython.locals(sure=mask_t)
    cdef mask_t sure_to_count(self, int settled) noexcept nogil
    @cython.locals(most=mask_t)
    cdef mask_t at_most(self, int settled, int counted) noexcept nogil
    cdef int is_outdone(self, int fan, int other, int later) noexcept nogil
