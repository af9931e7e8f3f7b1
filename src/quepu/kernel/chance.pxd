# The C types of chance.py.

cimport cython

from quepu.kernel cimport bits, guard
from quepu.kernel.facts cimport mask_t

cdef int FULL_SET, PASS, PLAIN_SET
cdef mask_t FIRST_MIXER, HALF, SECOND_MIXER, STEP
cdef double TWO_53
cdef const unsigned char* SET_IN_ORDER

@cython.final
cdef class Chance:
    cdef mask_t state

    cdef void begin(self, mask_t seed, mask_t table, mask_t hand) noexcept nogil
    @cython.locals(mixed=mask_t)
    cdef mask_t word(self) noexcept nogil
    @cython.locals(product=mask_t, least=mask_t)
    cdef int below(self, mask_t bound) noexcept nogil
    cdef double fraction(self) noexcept nogil
    cdef void shuffle(self, unsigned char* wall, int size) noexcept nogil
    @cython.locals(n=Py_ssize_t)
    cpdef choose(self, const mask_t[::1] masks, unsigned char[::1] actions)
    @cython.locals(which=int)
    cdef int one_of(self, mask_t low, mask_t high) noexcept nogil

@cython.locals(cells=cython.uchar[144])
cpdef bytes wall_of(mask_t seed, mask_t table, mask_t hand, int size)
cdef int check_wall_size(int size) except -1
