# The C types of pools.py.

cimport cython

from quepu.kernel cimport guard, row_checks
from quepu.kernel.chooser cimport Chooser
from quepu.kernel.distance cimport Distances
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.fan_table cimport FanTable
from quepu.kernel.payments cimport Payments
from quepu.kernel.scorer cimport Scorer

@cython.final
cdef class ScorerPool(Guarded):
    cdef object scoring
    cdef FanTable table
    cdef list free

    @cython.locals(scorer=Scorer)
    cpdef Scorer take(self)
    cpdef put_back(self, Scorer scorer)
    @cython.locals(scorer=Scorer)
    cpdef score(self, bytes row)

@cython.final
cdef class DistancePool(Guarded):
    cdef int shapes, four_as_two_pairs
    cdef list free

    cpdef Distances take(self)
    cpdef put_back(self, Distances measure)
    @cython.locals(measure=Distances)
    cpdef int missing(self, bytes row) except -1
    @cython.locals(measure=Distances, mask=mask_t, kind=int, kinds=list)
    cpdef tuple useful(self, bytes row)

@cython.final
cdef class ChooserPool(Guarded):
    cdef object scoring
    cdef FanTable table
    cdef Payments payments
    cdef tuple styles
    cdef object estimates
    cdef list free

    @cython.locals(chooser=Chooser)
    cpdef int choose(self, bytes observation, int style) except -1
    cpdef Chooser take(self)
    cpdef put_back(self, Chooser chooser)
