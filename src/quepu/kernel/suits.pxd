# The C types of suits.py.

cimport cython

from quepu.kernel cimport bits, guard
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded

cdef int FAR, MOST_VECTORS, PLACES, WIDTH
cdef mask_t MIXER

@cython.final
cdef class SuitTables(Guarded):
    cdef readonly bytes numbers, honours, vectors
    cdef bytes all_vectors

@cython.final
cdef class Builder(Guarded):
    cdef readonly bytearray vectors
    cdef int count
    cdef mask_t[::1] keys
    cdef unsigned char[::1] ids

    @cython.locals(cells=cython.uchar[::1], ids=cython.uchar[::1], index=int, size=int)
    cpdef bytes build(self, int kinds, bint chows)
    cdef void mark(self, unsigned char[::1] cells, int kinds, bint chows, int n, int step, int before, int last, int index, int done) noexcept
    @cython.locals(step=int, index=int, i=int, fewer=cython.uchar, more=cython.uchar)
    cdef void spread(self, unsigned char[::1] cells, int kinds, int size) noexcept
    @cython.locals(content=mask_t, place=int)
    cdef int number(self, unsigned char[::1] cells, int at) except -1
