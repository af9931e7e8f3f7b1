# The C types of combinations.py.

cimport cython

from quepu.kernel cimport bits, guard
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded

cdef int MARK, MARK_BITS, MOST
cdef mask_t MARK_FACTOR

@cython.final
cdef class Combinations(Guarded):
    cdef mask_t[::1] words
    cdef int[21] first
    cdef int[9] tiles
    cdef int count

    cdef void add(self, int kinds, int n, int before, int last, int done, int pair) noexcept
    cdef int has_lower_pair(self, int kinds, int pair) noexcept
    cdef int is_sets_without(self, int kinds, int pair) noexcept
    @cython.locals(mark=mask_t, word=mask_t)
    cdef void add_word(self, int kinds) noexcept
    cpdef list counts(self, int kinds, int done)
