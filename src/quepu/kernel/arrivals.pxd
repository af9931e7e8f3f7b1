# The C types of arrivals.py.

cimport cython

from quepu.kernel.guard cimport Guarded

cdef int DRAWN, FOR_CHOW, FOR_PUNG
cdef tuple CHOICES

@cython.final
cdef class Arrivals(Guarded):
    cdef double[25] choices
    cdef double[75] come, first

    cdef void count_ways(self) noexcept nogil
    cdef void find(self, double share, double chow, double pung) noexcept nogil
    @cython.locals(chance=double, all=double, rest=double)
    cdef void find_for(self, int use, double share, double rate) noexcept nogil
    @cython.locals(total=double, ways=double)
    cdef double at_least(self, int left, int lacking, double chance) noexcept nogil
