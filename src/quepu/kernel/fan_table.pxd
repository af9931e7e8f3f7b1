# The C types of fan_table.py.

cimport cython

from quepu.kernel cimport bits, guard
from quepu.kernel.facts cimport Facts, mask_t
from quepu.kernel.guard cimport Guarded

ctypedef int (*predicate_t)(Facts, int) noexcept nogil

cdef int MOST_COMBINATIONS, MOST_FANS, MOST_HELD, MOST_VALUE, RIVALS, TAKES_ALL
cdef int WORDS, NEEDS_BYTES

cpdef int no_fan(Facts f) noexcept nogil

@cython.final
cdef class FanTable(Guarded):
    cdef readonly int size, shapes, four_as_two_pairs, minimum, flower_points, nothing, fifth_tile_waits, plain_count, combination_count, outside_count, words
    cdef predicate_t[192] predicates
    cdef mask_t[192] needs
    cdef int[192] fu, fan, grade, percent, outside
    cdef unsigned char[192] category, merged, order, contested, combinations, outside_fans, set_count, of_pungs
    cdef unsigned char[11] first_combination
    cdef unsigned char[36864] rivals
    cdef mask_t[5376] possible
    cdef mask_t[576] against
    cdef mask_t one

    cdef int checked_value(self, int given) except -1
    cdef int enter_fan(self, int i, row) except -1
    @cython.locals(i=int, first=int)
    cdef int enter_order(self, const unsigned char[::1] order) except -1
    cdef int enter_relation(self, int a, int b, int how) except -1
    @cython.locals(needing=mask_t[8], every=mask_t)
    cdef void find_possible(self, int byte, int word) noexcept
    @cython.locals(open=mask_t, i=int, count=int)
    cdef int find_held(self, Facts f, unsigned char* held, unsigned char* times) noexcept nogil
    cdef int count_fan(self, int i, Facts f) noexcept nogil
