# The C types of target_notes.py.

cimport cython

from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded

cdef int NO_TILE

@cython.final
cdef class TargetNotes(Guarded):
    cdef int is_noting, discarded, main
    cdef double[34] values
    cdef mask_t[34][4] targets

    cdef void start(self, int discarded) noexcept nogil
    cdef void note(self, const double* best, const mask_t* target) noexcept nogil
    cdef double find_main(self, const int* left) noexcept nogil
    cdef int is_same(self, int kind, int other) noexcept nogil
