# The C types of row_codec.py.

cimport cython

from quepu.kernel cimport guard

cdef int FLAGS, FLOWER_COUNT, FLOWER_MASK, KINDS, KONG, MELDS, NO_TILE, PUNG, READY, ROW, TILES_LEFT, WINDS
cdef int FIRST_TURN, LAST_COPY, LAST_TILE, ON_KONG, SELF_DRAWN
cdef tuple DECLARATIONS

@cython.locals(at=int)
cdef void write_concealed(unsigned char* row, const int* counts, int winning) noexcept nogil
cdef void write_melds(unsigned char* row, const unsigned char* melds, int count) noexcept nogil
cdef void write_circumstances(unsigned char* row, int flags, int winds, int flower_count, int flower_mask, int ready, int tiles_left) noexcept nogil
@cython.locals(melds=int, code=int, kind=int)
cdef int read_counts(const unsigned char* rows, Py_ssize_t at, unsigned char* held, unsigned char* melded) noexcept nogil
@cython.locals(flags=int)
cpdef tuple decode(bytes row)
