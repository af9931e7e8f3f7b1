# The C types of row_checks.py.

cimport cython

from quepu.kernel cimport bits, guard

ctypedef unsigned char byte_t

cdef int ALL_FLAGS, CONCEALED_KONG, FIRST_TURN, FLAGS, FLOWER_COUNT, FLOWER_MASK, FLOWERS, FULL_SET, HEAVEN, INSECT, KINDS, KONG, LAST_COPY, LAST_TILE
cdef int MELDS, NO_TILE, ON_KONG, PUNG, READY, ROW, SELF_DRAWN, TILES_LEFT, WINDS
cdef int POSSIBLE, KONG_MISSING, NOT_FIRST_TURN, FIRST_IS_LAST, MORE_AFTER_LAST, CLAIM_BEFORE_HEAVEN, COPY_HELD, ROBBED_COPY_HELD
cdef tuple NAMES, REASONS

@cython.locals(kind=int)
cdef int is_set(int code) noexcept nogil
@cython.locals(copies=byte_t[34], tiles=int, code=int, kind=int)
cdef int tile_count(const unsigned char* rows, Py_ssize_t at) noexcept nogil
cdef int is_wrong_row(const unsigned char* rows, Py_ssize_t at) noexcept nogil
@cython.locals(flags=int, winning=int, tiles=int, melds=int, kongs=int, claimed=int, in_hand=int, in_melds=int, code=int, kind=int)
cdef int impossibility(const unsigned char* rows, Py_ssize_t at) noexcept nogil
cdef int check_possible(const unsigned char* rows) except -1
@cython.locals(n=Py_ssize_t, reason=int)
cpdef check_wins(bytes rows)
@cython.locals(n=Py_ssize_t)
cpdef check_hands(bytes rows)
@cython.locals(tiles=int)
cdef int is_wrong_hand(const unsigned char* rows, Py_ssize_t at) noexcept nogil
cdef int check_win_at(bytes rows, Py_ssize_t at) except -1
cdef int check_hand_at(bytes rows, Py_ssize_t at) except -1
cdef int check_part(bytes rows, Py_ssize_t first, Py_ssize_t last) except -1
@cython.locals(kind=int, tiles=int)
cdef int check_counts(bytes held, bytes melded) except -1
cdef int check_melds(bytes melds) except -1
