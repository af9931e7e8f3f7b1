# The C types of desks.py.

cimport cython

from quepu.kernel.scorer cimport Scoring, Table

@cython.final
cdef class Desks:
    cdef object scoring
    cdef Table table
    cdef list free

    @cython.locals(desk=Scoring)
    cpdef score(self, bytes row)
