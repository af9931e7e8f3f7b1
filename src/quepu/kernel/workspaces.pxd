# The C types of desks.py.

cimport cython

from quepu.kernel.distance cimport Distances
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.scorer cimport Scoring, Table

@cython.final
cdef class Desks(Guarded):
    cdef object scoring
    cdef Table table
    cdef list free

    @cython.locals(desk=Scoring)
    cpdef Scoring take(self)
    cpdef put_back(self, Scoring desk)
    @cython.locals(desk=Scoring)
    cpdef score(self, bytes row)

@cython.final
cdef class Measures(Guarded):
    cdef int shapes, four_as_two_pairs
    cdef list free

    cpdef Distances take(self)
    cpdef put_back(self, Distances measure)
    @cython.locals(measure=Distances)
    cpdef int missing(self, bytes row) except -1
    @cython.locals(measure=Distances, mask=mask_t, kind=int, kinds=list)
    cpdef tuple useful(self, bytes row)
