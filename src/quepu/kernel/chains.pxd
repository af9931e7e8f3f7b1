# The C types of chains.py.

cimport cython

from quepu.kernel.facts cimport Facts, mask_t

@cython.final
cdef class Chains:
    cdef readonly int count
    cdef int[1397] worth
    cdef mask_t[1397] once, twice
    cdef mask_t steps

    @cython.locals(fitting=int[1397], count=int)
    cdef int best(self, Facts f) noexcept nogil
    @cython.locals(left=mask_t)
    cdef int search(self, Facts f, const int* fitting, int first, int count, mask_t once, mask_t twice) noexcept nogil
    cdef int single(self, Facts f, mask_t once, mask_t twice) noexcept nogil
    cdef int pairs(self, mask_t once, mask_t twice, int kind) noexcept nogil
